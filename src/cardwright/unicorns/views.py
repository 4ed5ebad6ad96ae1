"""How a game is shown: positions as data and as text, and actions as words."""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from cardwright.core.event_log import LoggedEvent
from cardwright.core.game import Game
from cardwright.core.interpreted import plain
from cardwright.core.presentation import Action, CardName
from cardwright.core.showing.choices import mentioned
from cardwright.core.state import State

from .card_text import lasting_text
from .chain.targets import chooses_player
from .content import Card
from .flow import goal_of
from .log_events import LogEvent
from .narration import Narrator
from .rules import Always, Kind, Op, Switch
from .state import NONE, Entry, Fault, Phase, Progress, Prompt, Zone
from .state import State as Record
from .zones import stable_of

_PHASES = {
    Phase.BEGINNING: "beginning",
    Phase.DRAW: "draw",
    Phase.ACTION: "action",
    Phase.INTO: "action",
    Phase.REACTION: "action",
    Phase.END: "end",
    Phase.HAND_LIMIT: "end",
    Phase.NEXT_TURN: "end",
    Phase.OVER: "over",
}
_HAND, _STABLE = int(Zone.HAND), int(Zone.STABLE)
_PANDAS, _LASTING = int(Always.PANDAS), int(Always.LASTING)  # plain integers are faster
_PARTS = {"unicorns": Kind.UNICORN, "upgrades": Kind.UPGRADE, "downgrades": Kind.DOWNGRADE}


class UnicornsViews(Game):
    """The part of the facade that shows positions and actions."""

    event_type = LogEvent
    score_words = "from -1 (last) to 1 (won)"

    card_names: list[str]  # by the index that the rules use
    cards: Mapping[str, Card]  # by name
    variant_texts: Mapping[int, str]  # the words for variants of effects, by row
    effect_texts: Sequence[str]  # what the functions in Python do that cards use

    def view(self, state: State) -> dict[str, Any]:
        """Return the position in the words of scenario files."""
        return self._view(state, None)

    def seen(self, state: State, player: int) -> dict[str, Any]:
        """Return the position as a player sees it, with None for every hidden card.

        Cards have plain names: numbers would tell whether the card that was played is the one that was seen before.
        """
        return self._view(state, player)

    def _view(self, state: State, player: int | None) -> dict[str, Any]:
        reader = _Reader(self, state, player)
        phase = reader.column("phase")
        over = phase == Phase.OVER or reader.column("fault") != Fault.NONE  # as the verb `decider` says
        return {
            "players": self.players,
            "goal": reader.column("goal"),
            "round": reader.column("turn"),
            "order": [reader.seat_names[each] for each in reader.column("order")[: self.players]],
            "turn": reader.seat_names[reader.column("active")],
            "phase": "beginning" if phase == Phase.DRAW and reader.column("chain") else _PHASES[phase],
            "plays": reader.column("plays"),
            **reader.seats(over),
            "stack": [reader.names[number] for number in reader.column("stack")[: reader.column("stack_count")]],
            "targets": [] if over else reader.targets(),
            "asks": None if over else self._asking(reader),
            "deck": reader.deck(),
            "discard": reader.cards(Zone.DISCARD)[::-1],
            "nursery": reader.cards(Zone.NURSERY),
            "stolen": reader.stolen(),
        }

    @functools.cached_property
    def printed(self) -> _Printed:
        """What the rules say about each card, as lists."""
        lines = self.rules["cards"][0]
        names = [CardName(self.card_names[name], number) for number, name in enumerate(lines["name"].tolist())]
        pandas_win = bool(int(self.rules["switches"][0]) & Switch.PANDAS_WIN)
        parts = ["".join(part for part, kinds in _PARTS.items() if kind & kinds) for kind in lines["kind"].tolist()]
        counted = (lines["kind"] & Kind.UNICORN) != 0
        values, letters = ((lines[field] * counted).tolist() for field in ("value", "letters"))
        seats = [self.player_name(player) for player in range(self.players)]
        return _Printed(names, [str(name) for name in names], seats, parts, values, letters, pandas_win)

    def _asking(self, reader: _Reader) -> str | None:
        """Return the card that asks for the current decision, if there is one."""
        prompt = reader.column("prompt")
        if prompt in (Prompt.NONE, Prompt.PLAY, Prompt.HAND_LIMIT):
            return None
        if prompt in (Prompt.INTO, Prompt.REACT):
            number = reader.column("stack")[reader.column("stack_count") - 1]
        elif prompt == Prompt.SAVE:
            number = reader.column("saver")
        else:
            number = reader.records["pool"]["card"][0, reader.column("cursor")]
        return reader.names[int(number)]

    def text(self, state: State) -> str:
        """Return the position as text, as the player who decides sees it."""
        player = int(state.record.who) if not state.over else None
        seen = self._view(state, player)
        lines = [
            f"Turn {seen['round']}, {seen['turn']}'s; {seen['goal']} unicorns win; order {', '.join(seen['order'])}"
        ]
        for name in seen["order"]:
            seat = seen[name]
            you = " (you)" if player is not None and name == self.player_name(player) else ""
            held = len(seat["hand"])
            unicorns = f"{seat['value']} unicorn{'s' * (seat['value'] != 1)}"
            lines.append(f"{name}{you}: {unicorns}, {held} card{'s' * (held != 1)} in hand")
            lines += [f"    {part}: {_counted(seat[part])}" for part in _PARTS if seat[part]]
            known = [card for card in seat["hand"] if card is not None]
            if known:
                lines.append(f"    hand: {_counted(known)}{', ...' if len(known) < held else ''}")
        piles = [f"deck {len(seen['deck'])}", f"nursery {len(seen['nursery'])}", f"discard pile {len(seen['discard'])}"]
        lines.append(", ".join(piles) + (f": {_counted(seen['discard'])}" if seen["discard"] else ""))
        if seen["stack"]:
            by = state.record.stack_by[: state.record.stack_count].tolist()
            played = [f"{card} by {self.player_name(who)}" for card, who in zip(seen["stack"], by, strict=True)]
            lines.append(f"being played: {', then '.join(played)}")
            lines += [f"    {card}: {text}" for card in dict.fromkeys(seen["stack"]) if (text := self.cards[card].text)]
        if seen["targets"]:
            lines.append(f"chosen so far: {', '.join(seen['targets'])}")
        if seen["asks"] and not seen["stack"]:
            lines.append(f"{seen['asks']}: {self.cards[seen['asks']].text}")
        return "\n".join(lines)

    def describe(self, state: State, action: Action) -> str:
        """Return an action with the text of its card, or with what it answers."""
        record = state.record
        if action.kind in ("yes", "no") and record.prompt == Prompt.SAVE:
            reader = _Reader(self, state, None)
            saved, saver = reader.names[record.pool[record.cursor].target], reader.names[record.saver]
            return f"{action}: {'save' if action.kind == 'yes' else 'do not save'} {saved} with {saver}"
        if action.kind in ("yes", "no"):
            card = self._asking(_Reader(self, state, None))
            return f"{action}: {'use' if action.kind == 'yes' else 'do not use'} {card}"
        if action.kind == "into":
            whose = "your stable" if action.name == self.player_name(state.decider) else f"the stable of {action.name}"
            return f"{action}: {self._asking(_Reader(self, state, None))} enters {whose}"
        if action.kind == "play":
            return f"{action}: {self.cards[action.name].text}".removesuffix(": ")
        return str(action)

    def refusal(self, state: State, words: str) -> str:
        """Return why a card cannot be played now."""
        hand = self.seen(state, state.decider)[self.player_name(state.decider)]["hand"]
        held = mentioned(words, [each for each in hand if each is not None])
        if held and self.cards[held[0]].type == "instant":
            return f"{held[0]} is an Instant: you can play it only on a card that another player plays"
        if not held and words.split()[0] == "play" and (known := mentioned(words, self.cards)):
            return f"{min(known, key=len)} is not in your hand"
        return ""

    def event_text(self, event: LoggedEvent, player: int | None) -> str:
        """Return an event of the log as a player notices it."""
        return self._narrator.text(event, player)

    @functools.cached_property
    def _narrator(self) -> Narrator:
        lasting = {name: lasting_text(card) for name, card in self.cards.items()}
        return Narrator(self.card_names, self.player_name, lasting, self.effect_texts, self.variant_texts)


class _Printed(NamedTuple):
    """What the rules say about each card, by its number."""

    names: list[CardName]
    plain_names: list[str]
    seat_names: list[str]  # of the players
    parts: list[str]  # of a stable in which it lies, if it can
    values: list[int]  # as unicorns
    letters: list[int]  # that count for a tie
    pandas_win: bool


def _reader_of(name: str) -> Callable[[bytes], Any]:
    """Return what reads a field from the bytes of a record; this is many times faster than to ask NumPy."""
    kind, offset = _FIELDS[name][:2]
    if kind.base == "uint8" and kind.shape:
        end = offset + kind.itemsize
        return lambda raw: raw[offset:end]  # the bytes themselves are integers
    numbers = struct.Struct(f"={kind.itemsize // kind.base.itemsize}{kind.base.char}")
    if kind.shape:
        return lambda raw: numbers.unpack_from(raw, offset)
    return lambda raw: numbers.unpack_from(raw, offset)[0]


_FIELDS: Mapping[str, Any] = Record.fields or {}
_ENTRY = Entry.names or ()
_COLUMNS = {name: _reader_of(name) for name, field in _FIELDS.items() if field[0].base.kind in "iu"}


class _Reader:
    """Reads a record as plain integers; for a player, hidden cards are None."""

    def __init__(self, game: UnicornsViews, state: State, player: int | None):
        self.records = state.records
        self.rules = game.rules[0]
        self.raw = state.records.tobytes()
        self.player = player
        names, plain_names, self.seat_names, self.parts, self.values, self.letters, self.pandas_win = game.printed
        self.names: Sequence[str] = names if player is None else plain_names
        self.known = self.column("known")
        self.pile = self.column("deck")[: self.column("deck_count")][::-1]
        self.zones = self.listed_zones()

    def column(self, name: str) -> Any:
        return _COLUMNS[name](self.raw)

    def shown(self, number: int) -> str | None:
        """A card of a hand or of the deck, None if it is hidden."""
        return self.names[number] if self.player is None or self.known[number] >> self.player & 1 else None

    def listed_zones(self) -> list[list[int]]:
        """The cards of every zone but the deck, in order."""
        following, zones = self.column("next"), []
        for number in self.column("first"):
            cards: list[int] = []
            while number != NONE:
                cards.append(number)
                number = following[number]
            zones.append(cards)
        return zones

    def cards(self, zone: int) -> list[str]:
        return [*map(self.names.__getitem__, self.zones[zone])]

    def deck(self) -> list[str | None]:
        if self.player is None:
            return [*map(self.names.__getitem__, self.pile)]
        return [self.shown(number) for number in self.pile]

    def seats(self, over: bool) -> dict[str, dict[str, Any]]:
        """Each player's cards and standing, by the player's name."""
        knows, seats, counts = self.knowledge(), {}, []
        for player, (name, always) in enumerate(zip(self.seat_names, self.column("always"), strict=False)):
            seat, value, letters = self.stable(player, always)
            counts.append((value, letters))
            seat["hand"], seat["value"], seat["letters"], seat["rank"] = self.hand(player), value, letters, 0
            if always & _LASTING:
                seat["goal"] = self.goal(player)
            seat["knows"] = knows[player] if self.player in (None, player) else {}
            seats[name] = seat
        best_first = sorted(counts, reverse=True)
        ranks = self.column("rank") if over else [1 + best_first.index(each) for each in counts]
        for seat, rank in zip(seats.values(), ranks, strict=False):
            seat["rank"] = rank
        return seats

    def goal(self, player: int) -> int:
        """The unicorns that a player needs, with what continuous effects add."""
        return int(plain(goal_of)(self.records[0], self.rules, player))

    def hand(self, player: int) -> list[str | None]:
        """A hand; for another player first the known cards, because the order would tell when the others came."""
        if self.player is None:
            return [*self.cards(_HAND + player)]
        numbers = self.zones[_HAND + player]
        if self.player != player:
            numbers = sorted(numbers, key=lambda number: (self.shown(number) is None, number))
        return [self.shown(number) for number in numbers]

    def knowledge(self) -> list[dict[str, list[str]]]:
        """The cards that each player knows in other hands, in the order of their numbers, and in the deck."""
        knows: list[dict[str, list[str]]] = [{} for _ in self.seat_names]
        known = self.known
        for player, name in enumerate(self.seat_names):
            own = 1 << player  # who holds a card knows it
            seen = [number for number in self.zones[_HAND + player] if known[number] != own]
            if seen:
                self.share(knows, name, sorted(seen), but=player)
        self.share(knows, "deck", [number for number in self.pile if known[number]])
        return knows

    def share(self, knows: list[dict[str, list[str]]], zone: str, numbers: list[int], but: int | None = None) -> None:
        """Add cards of a zone to the knowledge of each player who knows them."""
        others = (1 << len(knows)) - 1 - (0 if but is None else 1 << but)
        for number in numbers:
            knowing = self.known[number] & others
            while knowing:
                player = (knowing & -knowing).bit_length() - 1
                knows[player].setdefault(zone, []).append(self.names[number])
                knowing &= knowing - 1

    def stable(self, player: int, always: int) -> tuple[dict[str, Any], int, int]:
        """The cards of a stable, all and by kind, the number of unicorns that count, and the letters in their names."""
        stable = self.cards(_STABLE + player)
        seat: dict[str, Any] = {"stable": stable, "unicorns": [], "upgrades": [], "downgrades": []}
        value = letters = 0
        for number, name in zip(self.zones[_STABLE + player], stable, strict=True):
            part = self.parts[number]
            if part:
                seat[part].append(name)
            value += self.values[number]
            letters += self.letters[number]
        if always & _PANDAS and not self.pandas_win:
            value = letters = 0
        return seat, value, letters

    def targets(self) -> list[str]:
        """What effects of the current link have chosen and not yet acted on: cards, and players."""
        found = []
        for entry in self.records["pool"][0][: self.column("pool_count")].tolist() if self.column("pool_count") else ():
            each = dict(zip(_ENTRY, entry, strict=True))
            row = self.rules.rows[each["row"]]
            if each["late"] or each["progress"] > Progress.SET:
                continue
            words = []
            if each["target"] != NONE:
                holder = plain(stable_of)(self.records[0], each["target"])
                words.append(self.names[each["target"]] + (f" of {self.seat_names[holder]}" if holder >= 0 else ""))
            moves = row.op in (Op.MOVE, Op.GIVE)
            if each["player"] != NONE and (moves or plain(chooses_player)(row)):
                words.append(f"to {self.seat_names[each['player']]}" if moves else self.seat_names[each["player"]])
            found += [" ".join(words)] if words else []
        return found

    def stolen(self) -> dict[str, Any]:
        cards = self.column("stolen")[: len(self.names)]
        if cards.count(NONE) == len(cards):
            return {}
        homes = self.column("home")
        return {
            self.names[thief]: {"card": self.names[card], "to": self.seat_names[homes[thief]]}
            for thief, card in enumerate(cards)
            if card != NONE
        }


def _counted(cards: list[str]) -> str:
    counts = {name: cards.count(name) for name in cards}
    return ", ".join(f"{count} {name}" if count > 1 else str(name) for name, count in counts.items())
