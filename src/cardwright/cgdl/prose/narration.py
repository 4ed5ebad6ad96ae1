"""What happened, in words: the events that the rules report, as a player notices them."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.core.event_log import LoggedEvent

from ..engine.log_events import LogEvent
from ..engine.state import CARDS, NONE, Ended
from ..language import tree
from ..language.card_names import NUMBERS, card_name
from .phrases import count, listed, player

PILES = ("stash", "bet")
SILENT = (LogEvent.TURN, LogEvent.PLAYED)


def event_words(event: LoggedEvent, viewer: int | None, stage_name: Callable[[int], str]) -> str:
    """Return an event as a player notices it, None for somebody who sees everything; "" if there is nothing to say.

    >>> event = LoggedEvent(LogEvent.DRAWN, 0b1, (0, 19))
    >>> event_words(event, 0, str), event_words(event, 1, str)
    ('P1 draws the 7 of diamonds', 'P1 draws a card')
    """
    kind, operands = LogEvent(event.kind), event.operands
    if kind in SILENT:
        return ""
    if kind == LogEvent.STAGE:
        return f"{stage_name(operands[0])} begins"
    seen = event.seen(viewer)
    for words in (_cards, _tokens, _players):
        text = words(kind, operands, seen)
        if text:
            return text
    return _end(kind, operands)


def the(card: int) -> str:
    """Return a card as a phrase.

    >>> the(19)
    'the 7 of diamonds'
    """
    return f"the {card_name(card)}"


def _who(number: int) -> str:
    return "the dealer" if number == NONE else player(number)


def _set(cards: int) -> list[int]:
    return [card for card in range(CARDS) if cards >> card & 1]


def _cards(kind: LogEvent, operands: tuple[int, ...], seen: bool) -> str:
    match kind, operands:
        case LogEvent.DEALT, (who, cards):
            return f"{_who(who)} is dealt {listed(map(the, _set(cards))) if seen else count(len(_set(cards)), 'card')}"
        case LogEvent.REMOVED, (cards,):
            verb = "leaves" if len(_set(cards)) == 1 else "leave"
            return f"{listed(map(the, _set(cards)))} {verb} the game" if cards else ""
        case LogEvent.RESHUFFLED, _:
            return "the cards on T0 are shuffled into a new deck"
        case LogEvent.TRICK, (who, table, to):
            taken = f"{_who(who)} takes the trick" if who != NONE else "nobody takes the trick"
            return taken if to == NONE or who != NONE else f"{taken}, which moves from T{table} to T{to}"
        case LogEvent.TRUMP, (suit,):
            return f"{tree.SUITS[suit]} are trumps"
        case LogEvent.ASKED, (who, number, whom):
            return f"{_who(who)} asks {_who(whom)} for every {NUMBERS[number]}"
    return _moved(kind, operands, seen) if LogEvent.DRAWN <= kind <= LogEvent.SHOWN else ""


def _moved(kind: LogEvent, operands: tuple[int, ...], seen: bool) -> str:
    """Return the text of an event about one card."""
    who, card = _who(operands[0]), the(operands[1]) if seen else "a card"
    target = operands[2] if len(operands) > 2 else NONE
    match kind:
        case LogEvent.DRAWN:
            return f"{who} draws {card}"
        case LogEvent.LAID:
            return f"{who} puts {card} on T{target}"
        case LogEvent.TURNED:
            whence = "the deck" if operands[3] == NONE else f"the stack of {_who(operands[3])}"
            return f"{who} turns up {card} from {whence} on T{target}"
        case LogEvent.LIFTED:
            return f"{who} takes {card} from T{target}"
        case LogEvent.HANDED:
            return f"{_who(target)} gets {card} from {who}"
        case LogEvent.PUT_UNDER:
            return f"{who} puts {card} under the deck"
        case LogEvent.STACKED:
            return f"{who} puts {card} under the stack of {_who(target)}"
        case LogEvent.UNSTACKED:
            return f"{who} takes {card} from the stack of {_who(target)}"
    return "" if target else f"{who} shows {card}"  # who plays a card does not have to show it first


def _tokens(kind: LogEvent, operands: tuple[int, ...], seen: bool) -> str:
    match kind, operands:
        case LogEvent.GIVEN, (who, amount):
            return f"{_who(who)} gains {count(amount, 'token')}"
        case LogEvent.BET, (who, amount):
            return f"{_who(who)} bets {count(amount, 'token')}"
        case LogEvent.GAINED, (who, amount, whom, pile):
            whose = "back from the" if who == whom else f"from {_who(whom)}'s"
            return f"{_who(who)} takes {count(amount, 'token')} {whose} {PILES[pile]}" if amount else ""
    return ""


def _players(kind: LogEvent, operands: tuple[int, ...], seen: bool) -> str:
    verbs = {
        LogEvent.LEADS: "leads from now on",
        LogEvent.NEXT: "ends the turn",
        LogEvent.DONE: "is done with the stage",
        LogEvent.OUT: "is out of the game",
    }
    alone = kind not in (LogEvent.NEXT, LogEvent.DONE) or operands[1] == 0  # else the rule has done more than that
    return f"{_who(operands[0])} {verbs[kind]}" if kind in verbs and alone else ""


def _end(kind: LogEvent, operands: tuple[int, ...]) -> str:
    match kind, operands:
        case LogEvent.POINTS, (who, points):
            return f"{_who(who)} has {points} point{'' if points == 1 else 's'}"
        case LogEvent.ENDED, (Ended.WON, winner, _):
            return f"{_who(winner)} wins the game"
        case LogEvent.ENDED, (Ended.DRAWN, _, _):
            return "the game is a draw"
        case LogEvent.ENDED, _:
            return "the game crashes"
    return ""
