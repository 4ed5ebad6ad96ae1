"""The facade: `game(players=6)`, and the family of games that the registry lists."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cardwright.core import data
from cardwright.core.errors import BadData, CardwrightError, unknown
from cardwright.core.family import Family
from cardwright.core.game import TokenField, Weight
from cardwright.core.labels import split_label
from cardwright.core.making.maker import CardMaker
from cardwright.core.presentation import Face, Presentation
from cardwright.core.state import State

from .compiler import OPS
from .content import shown
from .deck import STANDARD, cards_of, is_file, raw_cards, read_deck
from .feature_names import action_space, feature_names, token_fields
from .names import resolve_name
from .profile import switches
from .start import DEFAULT_PLAYERS, Box, Start, build_box, build_setup
from .state import MAX_ACTIONS, MAX_CARDS, MAX_PLAYERS, POOL, Fault, Label
from .state import State as Record
from .summary import NAMES as SUMMARY
from .verbs import OWNER_SHIFT
from .views import UnicornsViews
from .weights import weight_table

TYPES = {
    "baby": "Baby Unicorn",
    "basic": "Basic Unicorn",
    "magical": "Magical Unicorn",
    "magic": "Magic",
    "upgrade": "Upgrade",
    "downgrade": "Downgrade",
    "instant": "Instant",
}
UNICORNS = ("baby", "basic", "magical")
_CARD_VERBS: dict[int, str] = {
    **{op: shown(verb) for verb, op in OPS.items()},
    Label.HAND_LIMIT: "discard",
    Label.PLAY: "play",
}
_PLAYER_VERBS: dict[int, str] = {Label.INTO: "into", Label.TO: "to", Label.PLAYER: "player"}
_BARE_VERBS: dict[int, str] = {Label.YES: "yes", Label.NO: "no", Label.DRAW: "draw", Label.PASS: "pass"}
_CARD_OF = re.compile(r"(.*?)( of P\d)?( \d+)?", re.IGNORECASE | re.DOTALL)


HOW_TO_PLAY = (
    "Collect unicorns in your stable; whoever first has the number shown at the top wins. On your turn, effects at "
    "the beginning of the turn happen first. Then you draw a card, play a card or draw another one, and discard "
    "down to seven cards. When a player plays a card, the others can stop it with a Neigh, which can be stopped by "
    "a Neigh in turn. Upgrades help the stable they are in, downgrades hurt it; magic cards do what they say and "
    "are discarded. Destroyed and sacrificed cards go to the discard pile, baby unicorns to the nursery. If the "
    "deck runs out, the player with the most unicorns wins."
)


class Unicorns(UnicornsViews):
    """The rules and the start of one game."""

    family = "unicorns"
    title = "Unstable Unicorns"
    version = 1
    strongest = "mcts:1600+cap=10+prior=0.9+hold=400+model=0.8+rules=evolved+value=fitted"
    dtype = Record
    max_actions = MAX_ACTIONS
    max_tokens = MAX_CARDS
    summary_names = SUMMARY
    measures = ("unicorns", "letters", "deck_left")
    presentation = Presentation(
        unordered=("stable", "hand", "unicorns", "upgrades", "downgrades", "discard", "nursery", "knows"),
        piles=("deck", "discard", "nursery"),
        extra_names=("destroy", "sacrifice"),
        redundant=(
            "unicorns", "upgrades", "downgrades", "letters", "rank", "knows",
            "players", "goal", "order", "plays", "stolen",
        ),
        sources={
            "play": ("hand",), "discard": ("hand",), "sacrifice": ("stable",), "steal": ("stable",),
            "destroy": ("stable",), "give": ("stable",),
        },
    )  # fmt: skip

    def __init__(self, name: str, start: Mapping[str, Any]):
        start = data.plain(start)
        model = data.validate(Start, start)
        self._set_up(name, start, model, build_box(model))

    @classmethod
    def several(cls, shared: Mapping[str, Any], named: Mapping[str, Mapping[str, Any]]) -> list[Unicorns]:
        """Return a game for each position by name, all with the cards of the shared start, compiled only once."""
        shared = data.plain(shared)
        model = data.validate(Start, shared)
        box = build_box(model)
        games: list[Unicorns] = []
        for name, position in named.items():
            game = cls.__new__(cls)
            given = data.validate(Start, position)
            own = model.model_copy(update={key: getattr(given, key) for key in position})
            game._set_up(name, {**shared, **position}, own, box, games[0]._weights if games else None)
            games.append(game)
        return games

    def _set_up(
        self, name: str, start: Mapping[str, Any], model: Start, box: Box, weights: Sequence[Weight] | None = None
    ) -> None:
        names = box.compiler.names
        setup = build_setup(model, box.compiler)
        super().__init__(name, start, setup, players=model.players, rules=box.compiler.rules)
        self.card_names = names
        self.switches = box.switches
        self.cards = box.cards
        self.variant_texts = box.compiler.variants
        self.effect_texts = [each.says for each in box.compiler.effects]
        idle = [name for name in self.cards if name not in names]  # without copies, but known to weights files
        self._weights = weights or weight_table({name: self.cards[name].tier for name in (*names, *idle)})
        self.weights = tuple(weight.value for weight in self._weights)

    def weight_table(self) -> Sequence[Weight]:
        """Return the weights of cards by use, and those that belong to no card."""
        return self._weights

    def readable_weights(self) -> Sequence[Weight]:
        """Return the weights of this deck and of the base deck, whose cards stand in for new ones of their type."""
        cards = {**cards_of(STANDARD, frozenset()), **self.cards}
        tiers = {name: card.tier if name in self.cards else None for name, card in cards.items()}
        return weight_table(tiers, {name: card.type for name, card in cards.items()})

    @functools.cached_property
    def features(self) -> Sequence[str]:
        """What the verb `observe` writes: cards counted by name, the players, and what is being asked."""
        return feature_names(self.players, self.card_names)

    @functools.cached_property
    def token_fields(self) -> Sequence[TokenField]:
        """The columns of the rows for cards of a name in a zone."""
        return token_fields(self.players, self.card_names, int(self.rules[0].card_count))

    @functools.cached_property
    def action_space(self) -> Sequence[str]:
        """Cards by name and zone, players by the order of play, and answers."""
        return action_space(self.players, self.card_names)

    def words(self, label: int) -> tuple[str, str]:
        """Return the kind and name of an action, from its label."""
        op, rest = split_label(label)
        if op in _BARE_VERBS:
            return _BARE_VERBS[op], ""
        if op in _PLAYER_VERBS:
            return _PLAYER_VERBS[op], self.player_name(rest)
        if op == Label.VARIANT:
            row = self.rules[0].rows[rest >> 2]
            return "variant", self.variant_texts[int(row.variants[rest & 3])]
        owner, name = rest >> OWNER_SHIFT, self.card_names[rest & ((1 << OWNER_SHIFT) - 1)]
        return _CARD_VERBS[op], f"{name} of {self.player_name(owner - 1)}" if owner else name

    def resolve_name(self, words: str) -> str:
        """Return a card's full name; "Basic of p2 2" becomes "Basic Unicorn of p2 2"."""
        card, owner, number = _CARD_OF.fullmatch(words).groups()  # type: ignore[union-attr]
        found = resolve_name(card, self.cards)
        return f"{found}{owner or ''}{number or ''}" if found else words

    def fault_text(self, fault: int) -> str:
        """Return why the rules could not go on."""
        if fault == Fault.POOL_FULL:
            return f"more than {POOL} effects were to happen at the same time"
        return super().fault_text(fault)

    def measure(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """Return the unicorns and letters of the best player at the end, and the cards left in the deck."""
        best = np.argmax(states["value"].astype(np.int64) * 10_000 + states["letters"], axis=1)
        rows = np.arange(len(states))
        return {
            "unicorns": states["value"][rows, best],
            "letters": states["letters"][rows, best],
            "deck_left": states["deck_count"].copy(),
        }

    def ending(self, state: State) -> str:
        """Return who won, and with how many unicorns."""
        if not state.winners:
            return f"nobody wins, after {state.turn} rounds"
        winner, record = state.winners[0], state.record
        unicorns = int(record.value[winner])
        why = ": the deck is empty, and nobody has more" if record.ending and unicorns < record.goal else ""
        return f"{self.player_name(winner)} wins with {unicorns} unicorns{why}"

    def how_to_play(self) -> str:
        """Return the rules in a few sentences."""
        return HOW_TO_PLAY

    def card_list(self) -> Sequence[str]:
        """Return the names of all cards in the box."""
        return list(self.cards)

    def playable_cards(self) -> Sequence[str]:
        """Return the names of all cards in this game but the babies, which nobody plays."""
        return [name for name in self.card_names if self.cards[name].type != "baby"]

    def face(self, card: str) -> Face | None:
        """Return the type and text of a card."""
        found = self.cards.get(card)
        return Face(TYPES[found.type], "", found.text) if found else None


def _starts() -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Return a start for each number of players, and one with the rules of the thesis."""
    tables = range(2, MAX_PLAYERS + 1)
    return {
        "standard": (f"the base deck for {DEFAULT_PLAYERS} players", {}),
        "thesis": ("the base deck with all departures of the thesis's code", {"rules": "thesis"}),
        **{str(players): (f"the base deck for {players} players", {"players": players}) for players in tables},
    }


class UnicornsFamily(Family[Unicorns]):
    """Unstable Unicorns for 2 to 8 players."""

    synonyms: Mapping[str, str] = {"hand_limit": "hand limit", "count": "copies", "extra_draws": "extra draws"}

    def card_maker(self) -> CardMaker:
        """Return what grows cards after those of the base deck."""
        from .making import UnicornsMaker

        return UnicornsMaker()

    def inline_files(self, start: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
        """Read the file that `cards` names, relative to the folder of the scenario file."""
        deck = start.get("cards", STANDARD)
        return {**start, "cards": read_deck(folder / deck)} if is_file(deck) else start

    def rules(self, start: Mapping[str, Any]) -> dict[str, Any]:
        """Return the cards in the box by name, and the numbers of the game that are not on a card.

        >>> rules = family.rules({"players": 4})
        >>> rules["cards"]["Good Deal"]["copies"], rules["cards"]["Good Deal"]["play"]
        (1, [{'draw': 3}, {'discard': 1}])
        >>> rules["numbers"]
        {'goal': 7, 'dealt': 5, 'draws': 1, 'plays': 1, 'hand limit': 7}
        """
        model = data.validate(Start, data.plain(start))
        raw = raw_cards(model.cards, switches(model.rules, model.switches))
        numbers = {**model.numbers.model_dump(by_alias=True), "goal": model.goal}
        return {"cards": {name: _numbered(card) for name, card in raw.items()}, "numbers": numbers}

    def with_rules(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a start in which these cards and numbers replace those of the same name."""
        for section in rules:
            if section not in ("cards", "numbers"):
                raise unknown("section of the rules of unicorns", section, ("cards", "numbers"))
        changed = dict(start)
        if "numbers" in rules:
            changed["numbers"] = {**start.get("numbers", {}), **rules["numbers"]}
        if "cards" in rules:
            deck = start.get("cards", STANDARD)
            deck = {"base": deck, "cards": {}} if isinstance(deck, str) else deck
            changed["cards"] = {**deck, "cards": {**deck["cards"], **rules["cards"]}}
        return changed

    def rules_file(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return a scenario file with this start and these rules; any command that plays a game reads it."""
        return {"game": self.name, "start": data.plain(self.with_rules(start, rules))}


def _numbered(card: Mapping[str, Any]) -> dict[str, Any]:
    """Return a card with its default numbers written out: copies, needs and, for unicorns, value."""
    defaults = {"copies": 1, "needs": 0, **({"value": 1} if card["type"] in UNICORNS else {})}
    return {"type": card["type"], **defaults, **card}


family = UnicornsFamily(Unicorns, _starts)


def game(
    players: int = DEFAULT_PLAYERS,
    rules: str = "official",
    *,
    switches: Mapping[str, bool] | None = None,
    cards: str | Path | Mapping[str, Any] = STANDARD,
    name: str = "custom",
    **start: Any,
) -> Unicorns:
    """Return a game for 2 to 8 players.

    `rules` is "official" or "thesis", `switches` turns single departures on or off, and `cards` is the name of an
    installed deck, a file with a deck, or a deck as data. `start` takes the other keys of a start in a scenario file,
    such as `deck`, the order of the draw pile.

    >>> state = game(players=4).new(seed=1)
    >>> [len(state.view()[name]["hand"]) for name in ("P1", "P2", "P3", "P4")].count(5) >= 3
    True
    """
    begin: dict[str, Any] = {**start, "players": players, "rules": rules}
    if switches:
        begin["switches"] = dict(switches)
    if is_file(cards):
        begin["cards"] = read_deck(cards)  # type: ignore[arg-type]
        try:
            return family.game(begin, name)
        except CardwrightError as error:
            raise BadData(f"{cards}: {error}") from None
    elif isinstance(cards, Mapping):
        begin["cards"] = dict(cards)
    elif isinstance(cards, str):
        begin |= {"cards": cards} if cards != STANDARD else {}
    else:
        raise BadData(
            "'cards' is the name of an installed deck, a file, or a mapping with 'cards', not"
            f" {str(cards)[:40]!r}; 'deck' sets the order of the draw pile"
        )
    return family.game(begin, name)
