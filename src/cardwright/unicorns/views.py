"""How a game is shown: positions as data and as text, and actions as words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.core.event_log import LoggedEvent
from cardwright.core.game import Game, State
from cardwright.core.presentation import Action, CardName

from .content import Card
from .happenings import Happening, Teller
from .rules import Always, Kind, Switch
from .state import NONE, Phase, Prompt, Zone

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
_PARTS = {"unicorns": Kind.UNICORN, "upgrades": Kind.UPGRADE, "downgrades": Kind.DOWNGRADE}


class UnicornsViews(Game):
    """The part of the facade that shows positions and actions."""

    event_type = Happening

    card_names: list[str]  # by the index that the rules use
    cards: Mapping[str, Card]  # by name

    def view(self, state: State) -> dict[str, Any]:
        """Return the position in the words of scenario files."""
        return self._view(state, None)

    def seen(self, state: State, player: int) -> dict[str, Any]:
        """Return the position as a player sees it, with None for every hidden card."""
        return self._view(state, player)

    def _view(self, state: State, player: int | None) -> dict[str, Any]:
        reader, record = _Reader(self, state, player), state.record
        return {
            "players": self.players,
            "goal": int(record.goal),
            "round": int(record.turn),
            "order": [self.player_name(each) for each in record.order[: self.players].tolist()],
            "turn": self.player_name(int(record.active)),
            "phase": "beginning" if record.phase == Phase.DRAW and record.chain else _PHASES[Phase(int(record.phase))],
            "plays": int(record.plays),
            **reader.seats(state.over),
            "stack": [reader.name(number) for number in record.stack[: record.stack_count].tolist()],
            "asks": self._asking(state),
            "deck": reader.deck(),
            "discard": reader.cards(Zone.DISCARD)[::-1],
            "nursery": reader.cards(Zone.NURSERY),
            "stolen": reader.stolen(),
        }

    def _asking(self, state: State) -> CardName | None:
        """Return the card that asks for the current decision, if there is one."""
        record = state.record
        if state.over or record.prompt in (Prompt.NONE, Prompt.PLAY, Prompt.HAND_LIMIT):
            return None
        reader = _Reader(self, state, None)
        if record.prompt in (Prompt.INTO, Prompt.REACT):
            return reader.name(record.stack[record.stack_count - 1])
        return reader.name(record.saver if record.prompt == Prompt.SAVE else record.pool[record.cursor].card)

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
            lines.append(f"{name}{you}: {seat['value']} unicorns, {held} card{'s' * (held != 1)} in hand")
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
        if seen["asks"] and not seen["stack"]:
            lines.append(f"{seen['asks']}: {self.cards[seen['asks']].text}")
        return "\n".join(lines)

    def describe(self, state: State, action: Action) -> str:
        """Return an action with the text of its card, or with what it answers."""
        record = state.record
        if action.kind in ("yes", "no") and record.prompt == Prompt.SAVE:
            reader = _Reader(self, state, None)
            saved, saver = reader.name(record.pool[record.cursor].target), reader.name(record.saver)
            return f"{action}: {'save' if action.kind == 'yes' else 'do not save'} {saved} with {saver}"
        if action.kind in ("yes", "no"):
            return f"{action}: {'use' if action.kind == 'yes' else 'do not use'} {self._asking(state)}"
        if action.kind == "play":
            return f"{action}: {self.cards[action.name].text}".removesuffix(": ")
        return str(action)

    def public_text(self, state: State, action: Action, player: int) -> str:
        """Return what another player learns of an action: nothing of a reaction, and not which card is picked."""
        if state.record.prompt == Prompt.REACT:
            return ""
        if action.kind == "pick":
            known = state.record.known[action.id] >> player & 1
            return str(action) if known else "pick a card"
        return str(action)

    def event_text(self, event: LoggedEvent, player: int | None) -> str:
        """Return an event of the log as a player notices it."""
        return Teller(self.card_names, self.player_name).text(event, player)


class _Reader:
    """Reads a record, by way of plain lists, which are faster; for a player, hidden cards are None."""

    def __init__(self, game: UnicornsViews, state: State, player: int | None):
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
        """A card of a hand or of the deck, None if it is hidden."""
        return self.name(number) if self.player is None or self.known[number] >> self.player & 1 else None

    def numbers(self, zone: int) -> list[int]:
        found, number = [], self.first[zone]
        while number != NONE:
            found.append(number)
            number = self.next[number]
        return found

    def cards(self, zone: int) -> list[CardName]:
        return [self.name(number) for number in self.numbers(zone)]

    def deck(self) -> list[CardName | None]:
        return [self.shown(number) for number in self.pile]

    def seats(self, over: bool) -> dict[str, dict[str, Any]]:
        """Each player's cards and standing, by the player's name."""
        players = range(self.game.players)
        counts = [self.count(player) for player in players]
        return {
            self.game.player_name(player): {
                **self.stable(player),
                "hand": self.hand(player),
                "value": counts[player][0],
                "letters": counts[player][1],
                "place": int(self.record.rank[player]) if over else 1 + sum(each > counts[player] for each in counts),
                "knows": self.knows(player) if self.player in (None, player) else {},
            }
            for player in players
        }

    def hand(self, player: int) -> list[CardName | None]:
        """A hand; for another player first the known cards, because the order would tell when the others came."""
        numbers = self.numbers(Zone.HAND + player)
        if self.player not in (None, player):
            numbers.sort(key=lambda number: (self.shown(number) is None, number))
        return [self.shown(number) for number in numbers]

    def knows(self, player: int) -> dict[str, list[CardName]]:
        """The cards that a player knows in other hands, in the order of their numbers, and in the deck."""
        zones = {
            self.game.player_name(other): sorted(self.numbers(Zone.HAND + other))
            for other in range(self.game.players)
            if other != player
        }
        found = {
            whose: [self.name(number) for number in numbers if self.known[number] >> player & 1]
            for whose, numbers in {**zones, "deck": self.pile}.items()
        }
        return {whose: cards for whose, cards in found.items() if cards}

    def count(self, player: int) -> tuple[int, int]:
        """The number of unicorns that count, and the letters in their names."""
        if self.record.always[player] & Always.PANDAS and not self.game.rules[0].switches & Switch.PANDAS_WIN:
            return 0, 0
        unicorns = [number for number in self.numbers(Zone.STABLE + player) if self.kinds[number] & Kind.UNICORN]
        return sum(self.values[number] for number in unicorns), sum(self.letters[number] for number in unicorns)

    def stable(self, player: int) -> dict[str, Any]:
        numbers = self.numbers(Zone.STABLE + player)
        parts = {
            part: [self.name(number) for number in numbers if self.kinds[number] & kinds]
            for part, kinds in _PARTS.items()
        }
        return {"stable": [self.name(number) for number in numbers], **parts}

    def stolen(self) -> dict[str, Any]:
        return {
            self.name(thief): {"card": self.name(card), "to": self.game.player_name(int(self.record.home[thief]))}
            for thief, card in enumerate(self.record.stolen[: len(self.names)].tolist())
            if card != NONE
        }


def _counted(cards: list[str]) -> str:
    counts = {name: cards.count(name) for name in cards}
    return ", ".join(f"{count} {name}" if count > 1 else str(name) for name, count in counts.items())
