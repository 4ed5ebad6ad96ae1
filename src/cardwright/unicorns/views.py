"""A game as data and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.core.game import State
from cardwright.core.presentation import Action, CardName

from .rules import UNICORN, Always, Kind, Switch
from .state import NONE, Phase, Place, Prompt

if TYPE_CHECKING:
    from .facade import Unicorns

_PHASES = {
    Phase.BEGINNING: "beginning",
    Phase.DRAW: "draw",
    Phase.ACTION: "action",
    Phase.WHERE: "action",
    Phase.REACTION: "action",
    Phase.END: "end",
    Phase.LIMIT: "end",
    Phase.NEXT: "end",
    Phase.OVER: "over",
}
_ZONES = {"unicorns": int(UNICORN), "upgrades": int(Kind.UPGRADE), "downgrades": int(Kind.DOWNGRADE)}


class _Reader:
    """Reads a record, from plain lists because there is much to read; for a player, hidden cards are None."""

    def __init__(self, game: Unicorns, state: State, player: int | None):
        self.game = game
        self.record = state.record
        self.player = player
        lines = game.rules["cards"][0]
        self.kinds, self.values, self.letters = (lines[field].tolist() for field in ("kind", "value", "letters"))
        self.names = [game.card_names[name] for name in lines["name"].tolist()]
        self.first, self.next, self.known = (state.records[field][0].tolist() for field in ("first", "next", "known"))
        self.pile = self.record.deck[: self.record.deck_count][::-1].tolist()

    def name(self, number: int) -> CardName:
        return CardName(self.names[number], int(number))

    def shown(self, number: int) -> CardName | None:
        """A card of a hand or the deck, if it is known."""
        return self.name(number) if self.player is None or self.known[number] >> self.player & 1 else None

    def numbers(self, place: int) -> list[int]:
        found, number = [], self.first[place]
        while number != NONE:
            found.append(number)
            number = self.next[number]
        return found

    def cards(self, place: int) -> list[CardName]:
        return [self.name(number) for number in self.numbers(place)]

    def deck(self) -> list[CardName | None]:
        return [self.shown(number) for number in self.pile]

    def hand(self, player: int) -> list[CardName | None]:
        return [self.shown(number) for number in self.numbers(Place.HAND + player)]

    def knows(self, player: int) -> dict[str, list[CardName]]:
        """What a player knows of the other hands and of the deck."""
        places = {
            self.game.player_name(other): self.numbers(Place.HAND + other)
            for other in range(self.game.players)
            if other != player
        }
        found = {
            whose: [self.name(number) for number in numbers if self.known[number] >> player & 1]
            for whose, numbers in {**places, "deck": self.pile}.items()
        }
        return {whose: cards for whose, cards in found.items() if cards}

    def count(self, player: int) -> tuple[int, int]:
        """The unicorns that count, and their letters."""
        if self.record.always[player] & Always.PANDAS and not self.game.rules[0].switches & Switch.PANDAS_WIN:
            return 0, 0
        unicorns = [number for number in self.numbers(Place.STABLE + player) if self.kinds[number] & UNICORN]
        return sum(self.values[number] for number in unicorns), sum(self.letters[number] for number in unicorns)

    def stable(self, player: int) -> dict[str, Any]:
        numbers = self.numbers(Place.STABLE + player)
        zones = {
            zone: [self.name(number) for number in numbers if self.kinds[number] & kinds]
            for zone, kinds in _ZONES.items()
        }
        return {"stable": [self.name(number) for number in numbers], **zones}

    def stolen(self) -> dict[str, Any]:
        return {
            self.name(thief): {"card": self.name(card), "to": self.game.player_name(int(self.record.home[thief]))}
            for thief, card in enumerate(self.record.stolen[: len(self.names)].tolist())
            if card != NONE
        }


def view(game: Unicorns, state: State, player: int | None = None) -> dict[str, Any]:
    """The position in the words of scenario files; for a player, None stands for every hidden card."""
    reader, record = _Reader(game, state, player), state.record
    counts = [reader.count(each) for each in range(game.players)]
    seats = {}
    for each in range(game.players):
        seats[game.player_name(each)] = {
            **reader.stable(each),
            "hand": reader.hand(each),
            "value": counts[each][0],
            "letters": counts[each][1],
            "place": int(record.rank[each]) if state.over else 1 + sum(other > counts[each] for other in counts),
            "knows": reader.knows(each) if player in (None, each) else {},
        }
    return {
        "players": game.players,
        "goal": int(record.goal),
        "round": int(record.turn),
        "order": [game.player_name(each) for each in record.order[: game.players].tolist()],
        "turn": game.player_name(int(record.active)),
        "phase": "beginning" if record.phase == Phase.DRAW and record.chain else _PHASES[Phase(int(record.phase))],
        "plays": int(record.plays),
        **seats,
        "stack": [reader.name(number) for number in record.stack[: record.stack_count].tolist()],
        "asks": asking(game, state),
        "deck": reader.deck(),
        "discard": reader.cards(Place.DISCARD)[::-1],
        "nursery": reader.cards(Place.NURSERY),
        "stolen": reader.stolen(),
    }


def asking(game: Unicorns, state: State) -> CardName | None:
    """The card that asks for the decision, if one does."""
    record = state.record
    if state.over or record.prompt in (Prompt.NONE, Prompt.PLAY, Prompt.LIMIT):
        return None
    reader = _Reader(game, state, None)
    if record.prompt in (Prompt.WHERE, Prompt.REACT):
        return reader.name(record.stack[record.stack_count - 1])
    return reader.name(record.saver if record.prompt == Prompt.SAVE else record.pool[record.at].card)


def board(game: Unicorns, state: State) -> str:
    """The position as the one who decides sees it."""
    player = int(state.record.who) if not state.over else None
    seen = view(game, state, player)
    lines = [f"Turn {seen['round']}, {seen['turn']}'s; {seen['goal']} unicorns win; order {', '.join(seen['order'])}"]
    for name in seen["order"]:
        seat = seen[name]
        you = " (you)" if player is not None and name == game.player_name(player) else ""
        held = len(seat["hand"])
        lines.append(f"{name}{you}: {seat['value']} unicorns, {held} card{'s' * (held != 1)} in hand")
        lines += [f"    {zone}: {_counted(seat[zone])}" for zone in _ZONES if seat[zone]]
        known = [card for card in seat["hand"] if card is not None]
        if known:
            lines.append(f"    hand: {_counted(known)}{', ...' if len(known) < held else ''}")
    piles = [f"deck {len(seen['deck'])}", f"nursery {len(seen['nursery'])}", f"discard pile {len(seen['discard'])}"]
    lines.append(", ".join(piles) + (f": {_counted(seen['discard'])}" if seen["discard"] else ""))
    if seen["stack"]:
        by = state.record.stack_by[: state.record.stack_count].tolist()
        played = [f"{card} by {game.player_name(who)}" for card, who in zip(seen["stack"], by, strict=True)]
        lines.append(f"being played: {', then '.join(played)}")
    if seen["asks"] and not seen["stack"]:
        lines.append(f"{seen['asks']}: {game.cards[seen['asks']].text}")
    return "\n".join(lines)


def _counted(cards: list[str]) -> str:
    counts = {name: cards.count(name) for name in cards}
    return ", ".join(f"{count} {name}" if count > 1 else str(name) for name, count in counts.items())


def describe(game: Unicorns, state: State, action: Action) -> str:
    """An action with the text of the card, or with what is asked."""
    record = state.record
    if action.kind in ("yes", "no") and record.prompt == Prompt.SAVE:
        reader = _Reader(game, state, None)
        saved = reader.name(record.pool[record.at].target)
        return f"{action}: {'save' if action.kind == 'yes' else 'do not save'} {saved} with {reader.name(record.saver)}"
    if action.kind in ("yes", "no"):
        return f"{action}: {'use' if action.kind == 'yes' else 'do not use'} {asking(game, state)}"
    if action.kind == "play":
        return f"{action}: {game.cards[action.name].text}".removesuffix(": ")
    return str(action)


def public_text(game: Unicorns, state: State, action: Action, player: int) -> str:
    """What others hear: who would react is secret until all have been asked, and so is a card picked from a hand."""
    if state.record.prompt == Prompt.REACT:
        return ""
    if action.kind == "pick":
        known = state.record.known[action.id] >> player & 1
        return str(action) if known else "pick a card"
    return str(action)


def events(game: Unicorns, before: State, after: State) -> list[str]:
    """The instants that were played between two positions: by chance, one of those that somebody wanted to play."""
    reader = _Reader(game, before, None)
    if before.record.prompt != Prompt.REACT:
        return []
    places = zip(before.record.place.tolist(), after.record.place.tolist(), strict=True)
    return [
        f"{game.player_name(place)}: play {reader.name(number)}"
        for number, (place, now) in enumerate(places)
        if place < game.players and now in (Place.STACK, Place.DISCARD) and reader.kinds[number] == Kind.INSTANT
    ]
