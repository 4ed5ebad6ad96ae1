"""Pots and other players in plain English: what players and the dealer do with them, and what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.log_events import LogEvent
from ..language import tree
from .words import Words, count, listed, player

if TYPE_CHECKING:
    from .phrases import Phrases

THEM = "the player you have chosen"


def player_action(consequent: Any, phrases: Phrases) -> str:
    """Return what a consequent does with a pot or another player, as what follows "you may"; empty for others."""
    match consequent:
        case tree.SharePot():
            return "share the pot (at the end of the stage, all bets are divided equally among those who share it)"
        case tree.Reopen():
            return "let all others who have left the stage act again"
        case tree.ForgetOwn():
            return "take back what you have said before"
        case tree.LookAt(hand):
            return f"look at {phrases.hand(hand.who)}"
        case tree.PutAll(hand, table):
            return f"put {phrases.hand(hand.who)} face up on {phrases.words.table(table.which)}"
        case tree.PutHighest(amount, hand, face):
            cards = "your highest card" if amount == 1 else f"your {amount} highest cards"
            return phrases.put(cards, hand, face)
        case tree.ChosenTakes(amount):
            return f"let {THEM} take {count(amount, 'card')} from the deck"
        case tree.ChosenOut():
            return f"put {THEM} out of the game"
    return ""


def dealer_action(com: Any, words: Words) -> tuple[str, str]:
    """Return the verb and the rest of what the dealer does."""
    match com:
        case tree.DealUntil(table, total):
            return "deals", f"cards to {words.table(table.which)} until their sum is at least {total}"
        case tree.ShownStarts(which):
            hand = f"the {which} hand, as far as everybody knows it,"
            return "lets", f"the player with {hand} start the stages from now on"
    return "lets", "players who have dropped out join in again"


def player_event(kind: LogEvent, operands: tuple[int, ...], cards: str, words: Words) -> str:
    """Return what has happened, with the cards that were seen in words."""
    match kind, operands:
        case LogEvent.LOOKED, (who, whom):
            return f"{player(who)} looks at the hand of {player(whom)}"
        case (LogEvent.SEEN, (_, whom, _)) | (LogEvent.HELD, (whom, _)):
            return f"{player(whom)} holds {cards or 'no cards'}"
        case LogEvent.SHARED, (who, tokens, 1):
            return f"{player(who)} takes the pot of {words.tokens(tokens)}"
        case LogEvent.SHARED, (who, tokens, _):
            return f"{player(who)} gets {words.tokens(tokens)} of the pot"
        case LogEvent.REOPENED, (who, others):
            return f"{player(who)} lets {listed(_players(others))} act again"
    back = _players(operands[0])
    return f"{listed(back)} {'is' if len(back) == 1 else 'are'} in the game again"


def _players(bits: int) -> list[str]:
    return [player(seat) for seat in range(bits.bit_length()) if bits >> seat & 1]
