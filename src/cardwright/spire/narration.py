"""The event log of a battle in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardwright.core.event_log import LoggedEvent

from .engine.log_events import ORDINAL_SHIFT, LogEvent
from .engine.opcodes import Input
from .engine.state import NOTHING, UNTIL_PLAYED, Manner, Outcome, Pile

if TYPE_CHECKING:
    from .views import BattleViews

_PLACES = {
    Pile.HAND: "the hand",
    Pile.DRAW: "the draw pile",
    Pile.DISCARD: "the discard pile",
    Pile.EXHAUST: "the exhaust pile",
    Pile.TOP_OF_DRAW: "the top of the draw pile",
    Pile.BOTTOM_OF_DRAW: "the bottom of the draw pile",
}
_ENDINGS = {
    Outcome.ESCAPED: "player escapes from the battle",
    Outcome.WON: "player wins the battle",
    Outcome.LOST: "player loses the battle",
    Outcome.DRAWN: "the battle is drawn",
}


def event_text(battle: BattleViews, event: LoggedEvent) -> str:
    """Return an event as a short sentence, empty for what other sentences say already."""
    return _TEXTS[LogEvent(event.kind)](battle, *event.operands)


def agent_name(battle: BattleViews, code: int) -> str:
    """Return the name of an agent from what `who_is` returned for it.

    >>> from cardwright import spire
    >>> game = spire.battle(enemies=["Red Louse", "Red Louse"])
    >>> agent_name(game, 0), agent_name(game, 1), agent_name(game, 2 << ORDINAL_SHIFT | 1)
    ('player', 'Red Louse', 'Red Louse 2')
    """
    number, kind = code >> ORDINAL_SHIFT, code & ((1 << ORDINAL_SHIFT) - 1)
    name = "player" if kind == 0 else battle.enemy_names[kind - 1]
    return f"{name} {number}" if number else name


def _turn_began(battle: BattleViews, turn: int) -> str:
    return f"turn {turn} begins"


def _played(battle: BattleViews, card: int, kind: int, manner: int, by: int) -> str:
    name = battle.card_names[kind]
    if manner & Manner.REPLAY:
        return f"player plays {name} once more"
    if not manner & Manner.RANDOM_TARGET:
        return f"player plays {name}"
    return f"{name} is played" if by == NOTHING else f"{battle.card_names[by]} plays {name}"


def _moved(battle: BattleViews, card: int, kind: int, was: int, to: int) -> str:
    name = battle.card_names[kind]
    if was == to or to in (Pile.LIMBO, Pile.OFFERED):
        return ""
    if to == Pile.GONE:
        return f"{name} takes effect"
    if was == Pile.GONE:
        return f"a new {name} goes to {_PLACES[Pile(to)]}"
    if was == Pile.DRAW and to == Pile.HAND:
        return f"player draws {name}"
    if to == Pile.EXHAUST:
        return f"{name} is exhausted"
    if to == Pile.DISCARD:
        return f"{name} is discarded"
    return f"{name} goes to {_PLACES[Pile(to)]}"


def _shuffled(battle: BattleViews, count: int) -> str:
    cards = "card" if count == 1 else "cards"
    return f"the discard pile of {count} {cards} is shuffled into the draw pile"


def _upgraded(battle: BattleViews, card: int, kind: int, was: int) -> str:
    return f"{battle.card_names[was]} becomes {battle.card_names[kind]}"


def _cost_changed(battle: BattleViews, card: int, kind: int, change: int, turn_cost: int) -> str:
    name = battle.card_names[kind]
    if turn_cost <= UNTIL_PLAYED:
        return f"{name} costs {UNTIL_PLAYED - turn_cost} until it is played"
    if turn_cost != NOTHING:
        return f"{name} costs {turn_cost} this turn"
    base = battle.content.cards[name].cost
    return f"{name} costs {max(0, base + change)}" if change and isinstance(base, int) else ""


def _bonus_changed(battle: BattleViews, card: int, kind: int, bonus: int) -> str:
    return f"{battle.card_names[kind]} has a bonus of {bonus}" if bonus else ""


def _energy_changed(battle: BattleViews, change: int, energy: int) -> str:
    if not change:
        return ""
    return f"player's energy goes {'up' if change > 0 else 'down'} to {energy}"


def _resource_changed(battle: BattleViews, resource: int, change: int, left: int) -> str:
    name = battle.resource_names[resource]
    return f"player {'gains' if change > 0 else 'loses'} {abs(change)} {name} (now {left})" if change else ""


def _broadcast(battle: BattleViews, slot: int, who: int, event: int, inputs: int, value: int) -> str:
    whom = f" for {agent_name(battle, who)}" if inputs & Input.TARGET else ""
    return f"{battle.event_names[event]} happens{whom}{f' (amount {value})' if inputs & Input.AMOUNT else ''}"


def _relic_acted(battle: BattleViews, relic: int) -> str:
    return f"{battle.relic_names[relic]} acts"


def _relic_counted(battle: BattleViews, relic: int, counter: int) -> str:
    return f"the counter of {battle.relic_names[relic]} is {counter}"


def _potion_used(battle: BattleViews, potion: int, slot: int) -> str:
    return f"player uses {battle.potion_names[potion]}"


def _potion_gained(battle: BattleViews, potion: int, slot: int) -> str:
    return f"player gets {battle.potion_names[potion]}"


def _saved(battle: BattleViews, slot: int, who: int, hp: int) -> str:
    return f"{agent_name(battle, who)} does not die ({hp} HP left)"


def _hp_set(battle: BattleViews, slot: int, who: int, before: int, hp: int) -> str:
    return f"the HP of {agent_name(battle, who)} become {hp}" if hp != before else ""


def _damaged(battle: BattleViews, slot: int, who: int, stopped: int, lost: int, left: int, pc: int) -> str:
    name, whence = agent_name(battle, who), _whence(battle, pc)
    if lost and stopped:
        return f"{name} blocks {stopped} and loses {lost} HP{whence} ({left} left)"
    if lost:
        return f"{name} loses {lost} HP{whence} ({left} left)"
    return f"{name} blocks {stopped}{whence}" if stopped else f"{name} takes no damage{whence}"


def _whence(battle: BattleViews, pc: int) -> str:
    """Return whose effect an instruction is, unless that is clear."""
    cause = battle.cause(pc)
    return f" from {cause}" if cause else ""


def _healed(battle: BattleViews, slot: int, who: int, gained: int, hp: int, pc: int) -> str:
    return f"{agent_name(battle, who)} regains {gained} HP{_whence(battle, pc)} (now {hp})"


def _max_hp_changed(battle: BattleViews, slot: int, who: int, change: int, max_hp: int, hp: int) -> str:
    verb = "gains" if change >= 0 else "loses"
    return f"{agent_name(battle, who)} {verb} {abs(change)} max HP (now {hp}/{max_hp})"


def _block_gained(battle: BattleViews, slot: int, who: int, gained: int, block: int, pc: int) -> str:
    return f"{agent_name(battle, who)} gains {gained} block{_whence(battle, pc)}"


def _block_lost(battle: BattleViews, slot: int, who: int, lost: int, left: int) -> str:
    return f"{agent_name(battle, who)} loses {lost} block"


def _status_changed(battle: BattleViews, slot: int, who: int, status: int, before: int, stacks: int) -> str:
    if stacks == before:
        return ""
    verb = "gains" if stacks > before else "loses"
    return f"{agent_name(battle, who)} {verb} {abs(stacks - before)} {battle.status_names[status]} (now {stacks})"


def _status_ended(battle: BattleViews, slot: int, who: int, status: int) -> str:
    return f"{agent_name(battle, who)} has no {battle.status_names[status]} any more"


def _stopped(battle: BattleViews, slot: int, who: int, status: int) -> str:
    return f"{agent_name(battle, who)} stops {battle.status_names[status]}"


def _died(battle: BattleViews, slot: int, who: int) -> str:
    return f"{agent_name(battle, who)} dies"


def _left(battle: BattleViews, slot: int, who: int, gold: int) -> str:
    return f"{agent_name(battle, who)} leaves the battle{f' with {gold} gold' if gold else ''}"


def _gold_changed(battle: BattleViews, change: int, gold: int) -> str:
    return f"player {'gains' if change > 0 else 'loses'} {abs(change)} gold (now {gold})" if change else ""


def _stolen(battle: BattleViews, slot: int, who: int, taken: int, left: int) -> str:
    return f"{agent_name(battle, who)} steals {taken} gold ({left} left)"


def _appeared(battle: BattleViews, slot: int, who: int, hp: int) -> str:
    return f"{agent_name(battle, who)} appears with {hp} HP"


def _intended(battle: BattleViews, slot: int, who: int, move: int, roll: int) -> str:
    return f"{agent_name(battle, who)} intends {battle.move_names[move]}"


def _acted(battle: BattleViews, slot: int, who: int, move: int) -> str:
    return f"{agent_name(battle, who)} uses {battle.move_names[move]}"


def _ended(battle: BattleViews, outcome: int) -> str:
    return _ENDINGS[Outcome(outcome)]


_TEXTS: dict[LogEvent, Callable[..., str]] = {each: globals()[f"_{each.name.lower()}"] for each in LogEvent}
