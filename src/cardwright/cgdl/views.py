"""A game in progress as data and as text."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from cardwright.core.game import State
from cardwright.core.presentation import CardName

from .engine.event_log import NOBODY, UNSEEN, Event, told
from .engine.state import CARDS, NONE, RING, Ended, Status
from .words import card_name

if TYPE_CHECKING:
    from .facade import CardGame

CARDS_LISTED = 8  # of a table, in the text


class _Reader:
    """Reads a record; for a player, cards it does not know are None."""

    def __init__(self, record: Any, player: int | None):
        self.record = record
        self.known = (1 << CARDS) - 1 if player is None else int(record.knows[player])

    def card(self, card: int) -> CardName | None:
        return CardName(card_name(card), card) if self.known >> card & 1 else None

    def cards(self, bits: int) -> list[CardName | None]:
        """A set of cards, those that are not known last."""
        found = [self.card(card) for card in range(CARDS) if bits >> card & 1]
        return sorted(found, key=lambda card: card is None)

    def table(self, table: int) -> list[CardName | None]:
        found, card = [], int(self.record.top[table])
        while card != NONE:
            found.append(self.card(card))
            card = int(self.record.below[card])
        return found

    def deck(self) -> list[CardName | None]:
        """From the top; what has no order yet in the order of the cards."""
        record = self.record
        left, under, stacked = int(record.left), int(record.under), int(record.stacked)
        places = [int(record.deck[(int(record.first) + k) % RING]) for k in range(left)]
        middle = sorted(places[under : left - stacked])
        return [self.card(card) for card in [*places[left - stacked :][::-1], *middle, *places[:under][::-1]]]


def view(game: CardGame, state: State, player: int | None = None) -> dict[str, Any]:
    """The position in the words of scenario files; for a player, None stands for every card it does not know."""
    record = state.record
    reader = _Reader(record, player)
    seats = {
        game.player_name(each): {
            "hand": reader.cards(int(record.hands[each])),
            "stash": int(record.stash[each]),
            "bet": int(record.bet[each]),
            "status": Status(int(record.status[each])).name.lower(),
        }
        for each in range(game.players)
    }
    return {
        "stage": game.stage_name(int(record.stage)),
        "turn": int(record.turn),
        **seats,
        **{f"T{table}": reader.table(table) for table in range(game.tables)},
        "deck": reader.deck(),
        "removed": reader.cards(int(record.gone)),
        "crashed": bool(record.ended == Ended.CRASHED),
    }


def events(game: CardGame, before: State, after: State) -> list[str]:
    """What happened to cards since a decision, beyond the card that was chosen, for all to hear."""
    notes = [told(code) for code in after.record.events[: after.record.told].tolist()]
    if notes and notes[0][:2] == (Event.SHOWN, before.decider):
        notes = notes[1:]
    if notes and notes[0][:2] in ((Event.LAID, before.decider), (Event.PUT_UNDER, before.decider)):
        notes = notes[1:]
    lines: list[str] = []
    for (event, player, card, place), following in itertools.zip_longest(notes, notes[1:]):
        played = following is not None and following[:3] == (Event.LAID, player, card)
        if event != Event.SHOWN or not played:
            lines.append(_deed(game, event, player, card, place))
    counts = [(line, len(list(alike))) for line, alike in itertools.groupby(lines)]
    return [line.replace("a card", f"{count} cards") if count > 1 else line for line, count in counts]


def _deed(game: CardGame, event: Event, player: int, card: int, place: int) -> str:
    """An event as a sentence."""
    who = "The dealer" if player == NOBODY else game.player_name(player)
    what = "a card" if card == UNSEEN else card_name(card)
    match event:
        case Event.LAID:
            return f"{who} puts {what} on T{place}"
        case Event.DRAWN:
            return f"{who} draws {what}"
        case Event.LIFTED:
            return f"{who} takes {what} from T{place}"
        case Event.HANDED:
            return f"{game.player_name(place)} gets {what} from {who}"
        case Event.PUT_UNDER:
            return f"{who} puts {what} under the deck"
        case Event.SHOWN:
            return f"{who} shows {what}"
        case Event.RESHUFFLED:
            return "the cards on T0 are shuffled into a new deck"
    return f"{game.stage_name(8 * card + place)} begins"


def board(game: CardGame, state: State) -> str:
    """The position as the one who decides sees it; all of it when the game is over."""
    player = None if state.over else state.decider
    seen = view(game, state, player)
    lines = [f"{game.described.name}: {seen['stage']}, turn {seen['turn']}" + (" (crashed)" if seen["crashed"] else "")]
    tokens = any(seen[game.player_name(each)][pile] for each in range(game.players) for pile in ("stash", "bet"))
    for each in range(game.players):
        name = game.player_name(each)
        seat = seen[name]
        words = [_hand(seat["hand"], each == player or player is None)]
        words += [f"{seat['stash']} tokens, bet {seat['bet']}"] if tokens else []
        words += [seat["status"]] if seat["status"] != "playing" else []
        lines.append(f"  {name}{' (you)' if each == player else ''}: {'; '.join(words)}")
    lines += [f"  T{table}: {_pile(seen[f'T{table}'])}" for table in range(game.tables)]
    lines.append(f"  Deck: {len(seen['deck'])} cards")
    return "\n".join(lines)


def _hand(cards: list[CardName | None], all_known: bool) -> str:
    known = ", ".join(card for card in cards if card is not None)
    if all_known:
        return known or "no cards"
    count = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
    return f"{count}, among them {known}" if known else count


def _pile(cards: list[CardName | None]) -> str:
    listed = ", ".join(str(card) for card in cards[:CARDS_LISTED])
    more = len(cards) - CARDS_LISTED
    return f"{listed} and {more} more below" if more > 0 else listed or "empty"
