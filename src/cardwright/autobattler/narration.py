"""What happens in a battle, in words: the events that its rules report."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.core.event_log import LoggedEvent

from .log_events import LogEvent
from .mechanics import TARGET_WORDS
from .state import Effect, Target, Trigger

WHEN = {
    Trigger.BEFORE_COMBAT: "before combat",
    Trigger.HURT: "when hurt",
    Trigger.HEALED: "when healed",
    Trigger.TOUCHED: "when hit or healed",
    Trigger.DEATH: "on its death",
    Trigger.START: "at the start",
}
FIGHTING = (*range(LogEvent.FOUGHT, LogEvent.BATTLE), *range(LogEvent.CAUSED, LogEvent.STRENGTHENED + 1))

Name = Callable[[int], str]


def fighting_words(event: LoggedEvent, card: Name, sides: Sequence[str]) -> str:
    """Return an event of a battle as a sentence; `card` names a card, and `sides` are the names of both sides.

    >>> fighting_words(LoggedEvent(LogEvent.HURT, -1, (0, 5, 3, 2)), lambda card: f"Card {card}", ("a", "b"))
    "a's Card 5 loses 3 health (2 left)"
    """
    kind, operands = LogEvent(event.kind), event.operands
    if kind == LogEvent.FOUGHT:
        return f"{sides[0]}'s {card(operands[0])} fights {sides[1]}'s {card(operands[1])}"
    who = f"{sides[operands[0]]}'s {card(operands[1])}"
    match kind, operands[2:]:
        case LogEvent.CAUSED, (effect, amount, trigger, target):
            return f"{who} {_caused(Effect(effect), amount, Target(target))} {WHEN[Trigger(trigger)]}"
        case LogEvent.PASSED_ON, (amount, healing):
            return f"{who} passes {amount} {'of the heal' if healing else 'damage'} on to its bench"
        case LogEvent.STRENGTHENED, (attack,):
            return f"{who} has {attack} attack now"
        case LogEvent.HURT, (damage, left):
            return f"{who} loses {damage} health ({left} left)"
        case LogEvent.HEALED, (amount, health):
            return f"{who} is healed by {amount} ({health} health)"
        case LogEvent.CHANGED, (attack, health):
            return f"{who} is {attack}/{health} now"
    return f"{who} {'ignores a blow' if kind == LogEvent.IGNORED else 'dies'}"


def _caused(effect: Effect, amount: int, target: Target) -> str:
    whom = TARGET_WORDS[target.name.lower().replace("_", " ")]
    if effect == Effect.KILL:
        return f"kills {whom}"
    return f"deals {amount} damage to {whom}" if effect == Effect.DAMAGE else f"heals {whom} by {amount}"
