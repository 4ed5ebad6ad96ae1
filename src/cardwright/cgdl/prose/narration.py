"""What happened, in words: the events that the rules report, as a player notices them."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.core.event_log import LoggedEvent

from ..engine.events import Event
from ..engine.state import CARDS, NONE, Ended
from ..language import tree
from ..language.card_names import NUMBERS, card_name
from .phrases import count, listed, player

PILES = ("stash", "bet")
SILENT = (Event.TURN,)


def event_words(event: LoggedEvent, viewer: int | None, stage_name: Callable[[int], str]) -> str:
    """Return an event as a player notices it, None for somebody who sees everything; "" if there is nothing to say.

    >>> event = LoggedEvent(Event.DRAWN, 0b1, (0, 19))
    >>> event_words(event, 0, str), event_words(event, 1, str)
    ('P1 draws the 7 of diamonds', 'P1 draws a card')
    """
    kind, operands = Event(event.kind), event.operands
    if kind in SILENT:
        return ""
    if kind == Event.STAGE:
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


def _cards(kind: Event, operands: tuple[int, ...], seen: bool) -> str:
    match kind, operands:
        case Event.DEALT, (who, cards):
            return f"{_who(who)} is dealt {listed(map(the, _set(cards))) if seen else count(len(_set(cards)), 'card')}"
        case Event.REMOVED, (cards,):
            verb = "leaves" if len(_set(cards)) == 1 else "leave"
            return f"{listed(map(the, _set(cards)))} {verb} the game" if cards else ""
        case Event.RESHUFFLED, _:
            return "the cards on T0 are shuffled into a new deck"
        case Event.TRICK, (who, table, to):
            taken = f"{_who(who)} takes the trick" if who != NONE else "nobody takes the trick"
            return taken if to == NONE or who != NONE else f"{taken}, which moves from T{table} to T{to}"
        case Event.TRUMP, (suit,):
            return f"{tree.SUITS[suit]} are trumps"
        case Event.ASKED, (who, number, whom):
            return f"{_who(who)} asks {_who(whom)} for every {NUMBERS[number]}"
    return _moved(kind, operands, seen) if Event.DRAWN <= kind <= Event.SHOWN else ""


def _moved(kind: Event, operands: tuple[int, ...], seen: bool) -> str:
    """Return the text of an event about one card."""
    who, card = _who(operands[0]), the(operands[1]) if seen else "a card"
    target = operands[2] if len(operands) > 2 else NONE
    match kind:
        case Event.DRAWN:
            return f"{who} draws {card}"
        case Event.LAID:
            return f"{who} puts {card} on T{target}"
        case Event.TURNED:
            whence = "the deck" if operands[3] == NONE else f"the stack of {_who(operands[3])}"
            return f"{who} turns up {card} from {whence} on T{target}"
        case Event.LIFTED:
            return f"{who} takes {card} from T{target}"
        case Event.HANDED:
            return f"{_who(target)} gets {card} from {who}"
        case Event.PUT_UNDER:
            return f"{who} puts {card} under the deck"
        case Event.STACKED:
            return f"{who} puts {card} under the stack of {_who(target)}"
        case Event.UNSTACKED:
            return f"{who} takes {card} from the stack of {_who(target)}"
    return "" if target else f"{who} shows {card}"  # who plays a card does not have to show it first


def _tokens(kind: Event, operands: tuple[int, ...], seen: bool) -> str:
    match kind, operands:
        case Event.GIVEN, (who, amount):
            return f"{_who(who)} gains {count(amount, 'token')}"
        case Event.BET, (who, amount):
            return f"{_who(who)} bets {count(amount, 'token')}"
        case Event.GAINED, (who, amount, whom, pile):
            whose = "back from the" if who == whom else f"from {_who(whom)}'s"
            return f"{_who(who)} takes {count(amount, 'token')} {whose} {PILES[pile]}" if amount else ""
    return ""


def _players(kind: Event, operands: tuple[int, ...], seen: bool) -> str:
    verbs = {
        Event.LEADS: "leads from now on",
        Event.NEXT: "ends the turn",
        Event.DONE: "is done with the stage",
        Event.OUT: "is out of the game",
    }
    alone = kind not in (Event.NEXT, Event.DONE) or operands[1] == 0  # else the rule has done more than that
    return f"{_who(operands[0])} {verbs[kind]}" if kind in verbs and alone else ""


def _end(kind: Event, operands: tuple[int, ...]) -> str:
    match kind, operands:
        case Event.POINTS, (who, points):
            return f"{_who(who)} has {points} point{'' if points == 1 else 's'}"
        case Event.ENDED, (Ended.WON, winner, _):
            return f"{_who(winner)} wins the game"
        case Event.ENDED, (Ended.DRAWN, _, _):
            return "the game is a draw"
        case Event.ENDED, _:
            return "the game crashes"
    return ""
