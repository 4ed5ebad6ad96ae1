# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""A match between two lineups, from the first phase to the last. All of it runs inside kernels, on a CPU or a GPU."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .effects import blow, resolve, run
from .log_events import LogEvent
from .state import (
    CARD_BITS,
    CARD_MASK,
    MAX_EFFECTS,
    MAX_PHASES,
    SIDE_SHIFT,
    SLOT_BITS,
    SLOT_MASK,
    Counter,
    Trait,
    Trigger,
)

OPEN = 2  # no result yet


@inner
def fight(tables, a, b, m):
    """Fight lineup `a` against lineup `b` in the record `m`; return 1 if a wins, -1 if b wins, 0 for a tie.

    `tables` are compiled cards (`compiler.compile_tables`). A lineup is an integer with eight bits for each card: its
    index in the set, counted from 1, with the leftmost card in the lowest bits.
    """
    begin(tables, a, b, m)
    result = verdict(m)
    while result == OPEN:
        fight_phase(tables, m)
        result = verdict(m)
    return result


@inner
def scored(result, second_wins):
    """Return the result as the profile scores it: without `second_wins`, a win of side b counts as a tie."""
    return result if result > 0 or second_wins else 0


@inner
def begin(tables, a, b, m):
    """Deploy both lineups, clear the rest of the record, and run the rules for the start of a match."""
    traits = deploy(tables, m, 0, a)
    traits |= deploy(tables, m, 1, b)
    m.waiting = 0
    m.phases = 0
    m.fault = 0
    if traits & Trait.START:
        start_rules(tables, m)


@inner
def start_rules(tables, m):
    """Run the rules for the start of a match: those of side a from the left, then those of side b."""
    m.left = MAX_EFFECTS
    for side in range(2):
        m.fighter[side] = 0
    for side in range(2):
        cards = m.bench[side]
        while cards:
            slot = cards & SLOT_MASK
            if m.cards[slot].traits & Trait.START and m.cards[slot].health > 0:
                run(tables, m, slot, Trigger.START)
                resolve(tables, m)
            cards >>= SLOT_BITS


@inner
def deploy(tables, m, side, lineup):
    """Put the cards of a lineup on the bench of a side, and return their traits taken together."""
    bench = 0
    size = 0
    traits = 0
    while lineup:
        row = tables.cards[lineup & CARD_MASK]
        slot = (side << SIDE_SHIFT) + size + 1
        card = m.cards[slot]
        card.attack = row.attack
        card.health = row.health
        card.kind = lineup & CARD_MASK
        card.traits = row.traits
        traits |= row.traits
        card.armour = row.armour
        card.counts[Counter.AGE] = 0
        card.counts[Counter.HITS] = 0
        bench |= slot << (SLOT_BITS * size)
        size += 1
        lineup >>= CARD_BITS
    m.bench[side] = bench
    m.bench_size[side] = size
    return traits


@inner
def verdict(m):
    """Return the result of the match, or OPEN if it goes on."""
    if m.phases == MAX_PHASES or m.fault:
        return 0
    if m.bench[0] == 0 or m.bench[1] == 0:
        return int(m.bench[0] != 0) - int(m.bench[1] != 0)
    return OPEN if can_attack(m) else 0


@inner
def can_attack(m):
    """Return whether any card has attack left."""
    for side in range(2):
        cards = m.bench[side]
        while cards:
            if m.cards[cards & SLOT_MASK].attack > 0:
                return True
            cards >>= SLOT_BITS
    return False


@inner
def fight_phase(tables, m):
    """Let the leftmost cards fight; survivors go to the right end of their bench."""
    m.phases += 1
    m.left = MAX_EFFECTS
    one = step_forward(m, 0)
    two = step_forward(m, 1)
    log_event(LogEvent.FOUGHT, EVERYBODY, m.cards[one].kind, m.cards[two].kind)
    prepare(tables, m, one)
    prepare(tables, m, two)
    first, second = m.cards[one], m.cards[two]
    if first.health > 0 and second.health > 0:
        attack = first.attack
        blow(tables, m, one, second.attack)
        if m.waiting:
            resolve(tables, m)
        blow(tables, m, two, attack)
        if m.waiting:
            resolve(tables, m)
    step_back(m, 0, one)
    step_back(m, 1, two)


@inner
def step_forward(m, side):
    """Make the leftmost card of a side its fighter, and return its slot."""
    slot = m.bench[side] & SLOT_MASK
    m.bench[side] >>= SLOT_BITS
    m.bench_size[side] -= 1
    m.fighter[side] = slot
    return slot


@inner
def step_back(m, side, slot):
    """Put a surviving fighter at the right end of its bench."""
    if m.cards[slot].health > 0:
        m.bench[side] |= slot << (SLOT_BITS * m.bench_size[side])
        m.bench_size[side] += 1


@inner
def prepare(tables, m, slot):
    """Run a fighter's rules before combat, even if it was just killed."""
    card = m.cards[slot]
    card.counts[Counter.AGE] += 1
    if card.traits & Trait.BEFORE_COMBAT:
        run(tables, m, slot, Trigger.BEFORE_COMBAT)
        if m.waiting:
            resolve(tables, m)
