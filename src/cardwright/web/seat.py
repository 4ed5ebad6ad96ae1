"""What a seat is told about a game: the position as its player sees it, the choices, and the log, as plain data.

Everything that is sent to a player about a game in progress is made here, from `State.seen`, `narrate` and the legal
actions of the player who decides. How many decisions others had, and who decides meanwhile, can tell what they hold,
so no message says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from cardwright.core.chart import Chart
from cardwright.core.game import Game
from cardwright.core.presentation import Action
from cardwright.core.showing.choices import choices
from cardwright.core.state import State
from cardwright.play.table import YOU, Table

MAX_SAFE_INTEGER = 2**53 - 1  # JavaScript's numbers are floats

# What a game prints is found once: to put cards and enemies into words takes longer than anything else in a message.
_faces: WeakKeyDictionary[Game, dict[str, dict[str, str]]] = WeakKeyDictionary()
_glossaries: WeakKeyDictionary[Game, dict[str, str]] = WeakKeyDictionary()


def start_name(game: Game) -> str:
    """Return what a start is called, unless the title of its game says so already.

    >>> import cardwright
    >>> start_name(cardwright.game("spire:jaw-worm")), start_name(cardwright.game("cgdl:holdem"))
    ('jaw-worm', '')
    """
    said = re.sub(r"\W", "", game.title.casefold())
    return "" if all(word in said for word in re.findall(r"\w+", game.name.casefold())) else game.name


def full_title(game: Game) -> str:
    """Return the title of a game, with that of its start."""
    return ": ".join(filter(None, (game.title, start_name(game))))


def welcome(table: Table, player: int, guests: Sequence[int] = ()) -> dict[str, Any]:
    """Return what a seat is told once: the game, who plays, and what its words mean.

    `guests` are the people with a screen of their own; the others share one.
    """
    game = table.game
    return {
        "type": "welcome",
        "player": player,
        "title": game.title,
        "name": game.name,
        "start": start_name(game),
        "players": [
            {"name": game.player_name(k), "agent": _who(table, k, player, guests)} for k in range(game.players)
        ],
        "rules": game.how_to_play(),
        "terms": _terms(game),
        "drawn": game.presentation.drawn(),
        "log": table.log(player)[:-1],  # the rest comes with each position
    }


def position(table: Table, player: int) -> dict[str, Any]:
    """Return what a seat is told about the position: all of it when the game is over, else what its player sees."""
    state = table.state
    over = table.over
    options = [] if table.decider != player else _options(state)
    cards = [option["card"] for option in options]
    done, events = table.news(player)
    return {
        "type": "position",
        "player": player,
        **_drawn(table.game, state.view() if over else state.seen(player), cards),
        "options": options,
        "done": done,
        "news": events,
        "decided": table.decided(player),
        "over": over,
        "result": table.result(player) if over else "",
        "winners": list(state.winners) if over else [],
    }


def seen(state: State, player: int) -> dict[str, Any]:
    """Return what a player saw in a position of a game that is over."""
    return _drawn(state.game, state.seen(player))


def _drawn(game: Game, view: Any, cards: Iterable[str] = ()) -> dict[str, Any]:
    """Return what a page draws of a view, with what is printed on its cards and on some others."""
    view = shown(game, view)
    return {"view": view, "faces": faces(game, {*words(view), *cards})}


def _options(state: State) -> list[dict[str, Any]]:
    """Return the choices of the player who decides; those that do the same are one."""
    return [
        {
            "id": alike[0].id,
            "words": str(alike[0]),
            "about": about,
            "kind": alike[0].kind,
            "name": alike[0].name,
            "count": len(alike),
            **_subject(state.game, alike[0]),
        }
        for about, alike in choices(state).items()
    ]


def _subject(game: Game, action: Action) -> dict[str, Any]:
    """Return what an action is about: a card and the zones to look for it in, a player, or an amount.

    >>> import cardwright
    >>> game = cardwright.game("unicorns:2")
    >>> _subject(game, Action(0, "steal", "Baby Unicorn of P2"))
    {'card': 'Baby Unicorn', 'zones': ['stable'], 'player': 1, 'amount': None}
    """
    name, owner = action.name.partition(", ")[0], None
    for player in range(game.players):
        of = f" of {game.player_name(player)}"
        if name == game.player_name(player):
            owner = player
        elif name.endswith(of) and _face(game, name.removesuffix(of)):
            name, owner = name.removesuffix(of), player
    return {
        "card": name if _face(game, name) else "",
        "zones": list(game.presentation.sources.get(action.kind, ())),
        "player": owner,
        "amount": int(name) if name.isdecimal() else None,
    }


def _who(table: Table, seated: int, player: int, guests: Sequence[int]) -> str:
    """Return who sits in a seat, as a player is told."""
    if table.seats[seated] is not None:
        return table.names[seated]
    if seated == player:
        return YOU
    return "guest" if seated in guests else "host" if player in guests else "on this screen"


def shown(game: Game, view: Any) -> Any:
    """Return a view for a page: without what repeats other parts, and with integers that JavaScript can hold.

    A drawing stays, because a page has no other place for it, and a chart is what a page draws of it.

    >>> import cardwright
    >>> shown(cardwright.game("unicorns"), {"letters": 11, "seed": 2**63})
    {'seed': '9223372036854775808'}
    """
    if isinstance(view, Mapping):
        redundant = game.presentation.redundant
        kept = (key for key, value in view.items() if key not in redundant or "\n" in str(value))
        return {str(key): shown(game, view[key]) for key in kept}
    if isinstance(view, list | tuple):
        return [shown(game, each) for each in view]
    if isinstance(view, Chart):
        return view.drawn()
    if isinstance(view, int) and abs(view) > MAX_SAFE_INTEGER:
        return str(view)
    return str(view) if isinstance(view, str) else view


def words(value: Any) -> Iterator[str]:
    """Yield all words in plain data, the names of cards among them.

    >>> sorted(words({"hand": ["Bash", None], "player": {"hp": 3}}))
    ['Bash']
    """
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from words(each)
    elif isinstance(value, str):
        yield value


def faces(game: Game, names: set[str]) -> dict[str, dict[str, str]]:
    """Return what is printed on the cards among some names."""
    return {name: face for name in sorted(names) if (face := _face(game, name)) is not None}


def _face(game: Game, name: str) -> dict[str, str] | None:
    """Return what is printed on the card of a name, or None if there is no such card."""
    known = _faces.setdefault(game, {})
    if name not in known and (face := game.face(name)) is not None:
        known[name] = face._asdict()
    return known.get(name)


def _terms(game: Game) -> dict[str, str]:
    """Return all that a person can look up besides cards."""
    if game not in _glossaries:
        _glossaries[game] = dict(game.glossary())
    return _glossaries[game]
