"""Views of a game in progress: as data, as text, and as what happened."""

from __future__ import annotations

import functools
from typing import Any

from cardwright.core.event_log import LoggedEvent
from cardwright.core.game import Game
from cardwright.core.presentation import CardName
from cardwright.core.state import State

from .engine.log_events import LogEvent
from .engine.state import CARDS, MAX_TABLES, NONE, RING, Ended, Status
from .language import tree
from .language.card_names import card_name, short_name
from .prose.ending import amount, points_of
from .prose.english import uses_bets
from .prose.narration import event_words

CARDS_LISTED = 8  # of a table, in the text


_NAMES = [CardName(card_name(card), card) for card in range(CARDS)]
_STATUSES = {int(status): status.name.lower() for status in Status}


class _Reader:
    """Reads a record; for a player, cards in zones that the player does not know are None.

    It reads whole columns as lists: that is much faster than field by field.
    """

    def __init__(self, records: Any, player: int | None):
        self.records = records
        self.known = (1 << CARDS) - 1 if player is None else int(records["knows"][0, player])
        self.top, self.below = self.column("top"), self.column("below")

    def column(self, name: str) -> Any:
        return self.records[name][0].tolist()

    def cards(self, bits: int) -> list[CardName | None]:
        """Return a set of cards, unknown ones last."""
        known, unknown = bits & self.known, bits & ~self.known
        found: list[CardName | None] = []
        while known:
            found.append(_NAMES[(known & -known).bit_length() - 1])
            known &= known - 1
        return found + [None] * unknown.bit_count()

    def table(self, table: int) -> list[CardName | None]:
        cards, below, card = [], self.below, self.top[table]
        while card != NONE:
            cards.append(card)
            card = below[card]
        return self.listed(cards)

    def listed(self, cards: list[int]) -> list[CardName | None]:
        """Return cards in their order."""
        known = self.known
        return [_NAMES[card] if known >> card & 1 else None for card in cards]

    def deck(self) -> list[CardName | None]:
        """Return the deck from the top; cards that have no order yet are sorted."""
        size, bottom, top, start = map(self.column, ("deck_size", "ordered_bottom", "ordered_top", "deck_start"))
        ring, start = self.column("deck"), start % RING
        cards = (ring + ring)[start : start + size]
        middle = sorted(cards[bottom : size - top])
        return self.listed([*cards[size - top :][::-1], *middle, *cards[:bottom][::-1]])


class CardGameViews(Game):
    """A card game as data and as text; `CardGame` adds its actions."""

    event_type = LogEvent
    described: tree.Game
    stages: tuple[tree.Stage, ...]  # in the order of the file

    def stage_name(self, played: int) -> str:
        """Return the name of a stage by its index in the order of play; unnamed stages are called "stage 0" etc."""
        played = min(played, len(self._stage_names) - 1)
        return self._stage_names[played]

    @functools.cached_property
    def _stage_names(self) -> list[str]:
        order = self.rules["order"][0, : int(self.rules["stages_played"][0])].tolist()
        return [self.stages[stage].name or f"stage {played}" for played, stage in enumerate(order)]

    @functools.cached_property
    def _uses_stacks(self) -> bool:
        return self.described.uses_stacks

    @functools.cached_property
    def _uses_trump(self) -> bool:
        return self.described.uses(tree.Trump)

    def view(self, state: State) -> dict[str, Any]:
        """Return the position in the words of scenario files; piles are listed from the top."""
        return self._view(state, None)

    def seen(self, state: State, player: int) -> dict[str, Any]:
        """Return the view of one player, with None for every card that the player does not know."""
        return self._view(state, player)

    def _view(self, state: State, player: int | None) -> dict[str, Any]:
        reader = _Reader(state.records, player)
        hands, stashes, bets, statuses = map(reader.column, ("hands", "stash", "bet", "status"))
        stacks = self._uses_stacks
        seats = {
            self.player_name(each): {
                "hand": reader.cards(hands[each]),
                **({"stack": reader.table(MAX_TABLES + each)} if stacks else {}),
                "stash": stashes[each],
                "bet": bets[each],
                "status": _STATUSES[statuses[each]],
            }
            for each in range(self.players)
        }
        return {
            "stage": self.stage_name(reader.column("stage")),
            "turn": reader.column("turn"),
            **({"trump": _trump(state.record)} if self._uses_trump else {}),
            **seats,
            **{f"T{table}": reader.table(table) for table in range(self.described.tables)},
            "deck": reader.deck(),
            "removed": reader.cards(reader.column("removed")),
            "crashed": reader.column("ended") == Ended.CRASHED,
        }

    def text(self, state: State) -> str:
        """Return the position as the deciding player sees it; all of it when the game is over."""
        player = None if state.over else state.decider
        seen = self._view(state, player)
        crashed = " (crashed)" if seen["crashed"] else ""
        lines = [f"{self.described.name}: {seen['stage']}, turn {seen['turn']}{crashed}"]
        bets = uses_bets(self.described)
        tokens = any(seen[self.player_name(each)][pile] for each in range(self.players) for pile in ("stash", "bet"))
        for each in range(self.players):
            name = self.player_name(each)
            seat = seen[name]
            words = [_hand_text(seat["hand"], each == player or player is None)]
            words += [f"stack: {_pile_text(seat['stack'])}"] if seat.get("stack") else []
            words += [_count(seat["stash"], "token") + (f", bet {seat['bet']}" if bets else "")] if tokens else []
            words += [amount(points_of(self.described, state.record, each))] if self._has_known_points(seat) else []
            words += [seat["status"]] if seat["status"] != "playing" else []
            lines.append(f"  {name}{' (you)' if each == player else ''}: {'; '.join(words)}")
        lines += [f"  T{table}: {_pile_text(seen[f'T{table}'])}" for table in range(self.described.tables)]
        lines.append(f"  Deck: {_count(len(seen['deck']), 'card')}")
        return "\n".join(lines)

    def _has_known_points(self, seat: dict[str, Any]) -> bool:
        """Return whether points are shown: those for captured cards, if all these cards are known."""
        return bool(self.described.winning.captured) and None not in seat.get("stack", ())

    def event_text(self, event: LoggedEvent, player: int | None) -> str:
        """Return an event as a player notices it; empty if there is nothing to say."""
        return event_words(event, player, self.stage_name)


def _trump(record: Any) -> str | None:
    return None if record.trump == NONE else tree.SUITS[int(record.trump)]


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _hand_text(cards: list[CardName | None], all_known: bool) -> str:
    known = _short(cards)
    if all_known:
        return known or "no cards"
    count = _count(len(cards), "card")
    return f"{count}, among them {known}" if known else count


def _pile_text(cards: list[CardName | None]) -> str:
    if cards and None in cards:
        known = _short(cards)
        return f"{len(cards)} cards{f', among them {known}' if known else ''}"
    listed = _short(cards[:CARDS_LISTED])
    more = len(cards) - CARDS_LISTED
    return f"{listed} and {more} more below" if more > 0 else listed or "empty"


def _short(cards: list[CardName | None]) -> str:
    """Return the cards that are known, with the symbols of their suits."""
    return " ".join(short_name(card.number) for card in cards if card is not None)
