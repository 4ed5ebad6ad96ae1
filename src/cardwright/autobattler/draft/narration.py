"""What happened in a draft, in words: the events that the rules report, as a player notices them."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.core.event_log import LoggedEvent

from ..log_events import LogEvent
from ..narration import FIGHTING, Name, fighting_words
from ..state import CARD_BITS, CARD_MASK


def event_words(
    event: LoggedEvent, viewer: int | None, card: Name, player: Name, sides: Sequence[str] = ("A", "B")
) -> str:
    """Return an event as a player notices it, None for somebody who sees everything; "" if there is nothing to notice.

    `sides` are the names of the players on side 0 and side 1 of the battle.

    >>> words = lambda *event: event_words(LoggedEvent(*event), 0, lambda card: f"Card {card}", lambda p: f"P{p + 1}")
    >>> words(LogEvent.HURT, -1, (0, 5, 3, 2)), words(LogEvent.CAUSED, -1, (1, 7, 0, 4, 4, 0))
    ("A's Card 5 loses 3 health (2 left)", "B's Card 7 deals 4 damage to itself on its death")
    >>> words(LogEvent.ENTERED, 0b10, (1, 7))
    'P2 goes shopping'
    """
    kind = LogEvent(event.kind)
    if kind in FIGHTING:
        return fighting_words(event, card, sides)
    if kind >= LogEvent.MERGED:
        return _around_pool(kind, event.operands, card, player) if event.seen(viewer) else ""
    if kind <= LogEvent.LEFT:
        return _shopping(kind, event.operands, event.seen(viewer), card, player)
    return _around_battles(kind, event.operands, card, player)


def _around_pool(kind: LogEvent, operands: tuple[int, ...], card: Name, player: Name) -> str:
    who = player(operands[0])
    if kind == LogEvent.RELEASED:
        return f"the cards of {who} go back to the pool"
    return f"{who}'s three {card(operands[1])} merge into {card(operands[2])}"


def _shopping(kind: LogEvent, operands: tuple[int, ...], seen: bool, card: Name, player: Name) -> str:
    if kind == LogEvent.ROUND:
        return f"round {operands[0]} begins"
    who = player(operands[0])
    if kind == LogEvent.ENTERED:
        return f"{who} goes shopping with {operands[1]} gold" if seen else f"{who} goes shopping"
    if kind == LogEvent.LEFT:
        return f"{who} ends shopping"
    if not seen:
        return ""
    match kind, operands[1:]:
        case LogEvent.OFFERED, offers:
            return f"the shop offers {', '.join(card(each) for each in offers if each) or 'nothing'}"
        case LogEvent.BOUGHT, (_, what, price):
            return f"{who} buys {card(what)} for {price} gold"
        case LogEvent.SOLD, (_, what, price):
            return f"{who} sells {card(what)} for {price} gold"
        case LogEvent.LED, (_, what):
            return f"{who} moves {card(what)} to the front"
    return f"{who} pays {operands[1]} gold for new offers"


def _around_battles(kind: LogEvent, operands: tuple[int, ...], card: Name, player: Name) -> str:
    match kind, operands:
        case LogEvent.LINED_UP, (who, lineup):
            return f"{player(who)} lines up {', '.join(map(card, cards_of(lineup))) or 'nobody'}"
        case LogEvent.MET, (one, two):
            return f"{player(one)} meets {player(two)}"
        case LogEvent.BATTLE, (one, two, 0):
            return f"{player(one)} and {player(two)} tie"
        case LogEvent.BATTLE, (one, two, result):
            return f"{player(one)} {'beats' if result > 0 else 'loses to'} {player(two)}"
        case LogEvent.POINT, (who, points):
            return f"{player(who)} gains a point ({points} in all)"
        case LogEvent.LIFE_LOST, (who, lives):
            return f"{player(who)} loses a life ({lives} left)" if lives else f"{player(who)} loses the last life"
    return "the game is over"


def cards_of(lineup: int) -> list[int]:
    """Return the cards of a packed lineup, from the left."""
    cards = []
    while lineup:
        cards.append(lineup & CARD_MASK)
        lineup >>= CARD_BITS
    return cards
