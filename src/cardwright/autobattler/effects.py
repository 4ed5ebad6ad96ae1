# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What happens to cards in a match: blows, heals, deaths, and the rules that these trigger.

Effects resolve depth first: whatever an effect triggers goes on top of the agenda and resolves before the entries below
it. An explosion that kills a card resolves that card's death before it reaches the next card.

Slots are masked in some places (`slot &= SLOT_MASK`) although they are always small: the mask tells the compiler that
they are not negative, which saves a fifth of the time.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .log_events import LogEvent
from .state import (
    AGENDA,
    MAX_ATTACK,
    SIDE_SHIFT,
    SLOT_BITS,
    SLOT_MASK,
    Counter,
    Effect,
    Target,
    Task,
    Trait,
    Trigger,
)

SPECIAL_BLOW = Trait.HURT | Trait.TOUCHED | Trait.ARMOUR | Trait.SPLITS
SPECIAL_HEAL = Trait.HEALED | Trait.TOUCHED | Trait.DONATES
ONES, HIGH_BITS = 0x11111111, 0x88888888  # a packed list of ones, and the highest bit of every slot in a list
# An entry of the agenda is one integer: three bits for its Task, 32 for its targets, the rest for its amount.
TASK_BITS, TARGETS_BITS = 3, 32
TASK_MASK = (1 << TASK_BITS) - 1
TARGETS_MASK = (1 << TARGETS_BITS) - 1
AMOUNT_SHIFT = TASK_BITS + TARGETS_BITS


@inner
def blow(tables, m, slot, damage):
    """Deal damage to a card; its consequences go on the agenda."""
    card = m.cards[slot]
    if card.health <= 0:
        return
    if card.traits & SPECIAL_BLOW:
        special_blow(tables, m, slot, damage)
    elif damage > 0:
        wound(tables, m, slot, damage)


@inner
def wound(tables, m, slot, damage):
    """Take health from a card, and kill it if none is left."""
    card = m.cards[slot]
    card.counts[Counter.HITS] += 1
    log_event(
        LogEvent.HURT, EVERYBODY, slot >> SIDE_SHIFT, card.kind, min(damage, card.health), max(0, card.health - damage)
    )
    if card.health > damage:
        card.health -= damage
    else:
        die(tables, m, slot)


@inner
def special_blow(tables, m, slot, damage):
    """Deal damage to a card that ignores it, shares it or has rules about it."""
    slot &= SLOT_MASK
    card = m.cards[slot]
    if card.traits & Trait.TOUCHED:
        push(m, Task.TOUCH, slot)
    if card.armour > 0:
        log_event(LogEvent.IGNORED, EVERYBODY, slot >> SIDE_SHIFT, card.kind)
        card.armour -= 1
        return
    if damage > 0 and card.traits & Trait.SPLITS and without(m.bench[slot >> SIDE_SHIFT], slot):
        kept = share(damage, tables.cards[card.kind].pain_kept)
        log_event(LogEvent.PASSED_ON, EVERYBODY, slot >> SIDE_SHIFT, card.kind, damage - kept, 0)
        push(m, Task.SHARE_DAMAGE, slot, damage - kept)
        damage = kept
    if damage > 0:
        if card.traits & Trait.HURT:
            run(tables, m, slot, Trigger.HURT)
        wound(tables, m, slot, damage)


@inner
def share(amount, percent):
    """Return what a card keeps of an amount, rounded up where needed to leave an even rest."""
    kept = amount * percent // 100
    return kept + ((amount - kept) & 1)


@inner
def mend(tables, m, slot, amount):
    """Heal a card; its consequences go on the agenda."""
    slot &= SLOT_MASK
    card = m.cards[slot]
    if card.health <= 0:
        return
    row = tables.cards[card.kind]
    if card.traits & SPECIAL_HEAL:
        if card.traits & Trait.TOUCHED:
            push(m, Task.TOUCH, slot)
        if amount > 0 and card.traits & Trait.DONATES and m.bench[slot >> SIDE_SHIFT]:
            kept = share(amount, row.heal_kept)
            log_event(LogEvent.PASSED_ON, EVERYBODY, slot >> SIDE_SHIFT, card.kind, amount - kept, 1)
            push(m, Task.SHARE_HEAL, slot, amount - kept)
            amount = kept
        if amount > 0 and card.traits & Trait.HEALED:
            run(tables, m, slot, Trigger.HEALED)
    if amount > 0:
        card.counts[Counter.HITS] += 1
        most = max(row.health, card.health) if card.traits & Trait.EXCEEDS else row.health
        before = int(card.health)
        card.health = min(most, card.health + amount)
        if card.health > before:  # at full health there is nothing to tell
            log_event(LogEvent.HEALED, EVERYBODY, slot >> SIDE_SHIFT, card.kind, card.health - before, card.health)


@inner
def die(tables, m, slot):
    """Kill a card; it stays on its bench until its death has resolved."""
    slot &= SLOT_MASK
    card = m.cards[slot]
    log_event(LogEvent.DIED, EVERYBODY, slot >> SIDE_SHIFT, card.kind)
    card.health = 0
    if card.traits & Trait.DEATH:
        if m.fighter[slot >> SIDE_SHIFT] != slot:
            push(m, Task.BURY, slot)
        run(tables, m, slot, Trigger.DEATH)
    elif m.fighter[slot >> SIDE_SHIFT] != slot:
        bury(m, slot)


@inner
def bury(m, slot):
    """Take a dead card off its bench."""
    side = slot >> SIDE_SHIFT
    m.bench[side] = without(m.bench[side], slot)
    m.bench_size[side] -= 1


@inner
def without(slots, slot):
    """Return a list of slots without `slot`, or unchanged if it is not in the list."""
    rest = slots ^ (slot * ONES)  # the four bits at its position are now 0
    found = (rest - ONES) & ~rest & HIGH_BITS  # the lowest bit set here is the highest of those four
    if not found:
        return slots
    before = ((found & -found) >> (SLOT_BITS - 1)) - 1
    return (slots & before) | ((slots >> SLOT_BITS) & ~before)


@inner
def run(tables, m, slot, trigger):
    """Run the rules of a card for a trigger."""
    slot &= SLOT_MASK
    card = m.cards[slot]
    row = tables.cards[card.kind]
    for k in range(row.first[trigger & 7], row.first[(trigger & 7) + 1]):
        rule = row.rules[k]
        count = card.counts[rule.counter]
        if count < rule.low or count > rule.high:
            continue
        effect = rule.effect
        if effect == Effect.SWAP:
            if card.attack > card.health > 0:
                card.attack, card.health = card.health, card.attack
                log_event(LogEvent.CHANGED, EVERYBODY, slot >> SIDE_SHIFT, card.kind, card.attack, card.health)
        elif effect == Effect.COPY_ATTACK:
            copy_attack(m, card, (slot >> SIDE_SHIFT) ^ 1)
            log_event(LogEvent.STRENGTHENED, EVERYBODY, slot >> SIDE_SHIFT, card.kind, card.attack)
        else:
            amount = rule.amount + card.counts[rule.plus]
            targets = aim(m, slot, rule.target)
            if effect == Effect.STRENGTHEN:
                strengthen(m, targets, amount)
            elif targets:
                side = slot >> SIDE_SHIFT
                log_event(LogEvent.CAUSED, EVERYBODY, side, card.kind, effect, amount, trigger, rule.target)
                push(m, effect, targets, amount)


@inner
def aim(m, slot, target):
    """Return the slots a rule affects, as a list."""
    if target == Target.SELF:
        return slot
    own = slot >> SIDE_SHIFT
    enemy = own ^ 1
    if target == Target.ENEMY_FIGHTER:
        return m.fighter[enemy]
    if target == Target.ENEMY_BENCH:
        return m.bench[enemy]
    if target == Target.ENEMIES:
        return m.bench[enemy] | m.fighter[enemy] << (SLOT_BITS * m.bench_size[enemy])
    if target == Target.ALLIES:
        return without(m.bench[own], slot)
    return m.bench[own] >> (SLOT_BITS * max(0, m.bench_size[own] - 1))


@inner
def strengthen(m, targets, amount):
    """Add to the attack of cards, dead or alive."""
    while targets:
        slot = targets & SLOT_MASK
        card = m.cards[slot]
        card.attack = min(MAX_ATTACK, max(-MAX_ATTACK, card.attack + amount))
        log_event(LogEvent.STRENGTHENED, EVERYBODY, slot >> SIDE_SHIFT, card.kind, card.attack)
        targets >>= SLOT_BITS


@inner
def copy_attack(m, card, enemy):
    """Copy the attack of an enemy: in the first combat the fighter, then the bench from the left, and so on in turn."""
    index = ((max(1, card.counts[Counter.AGE]) - 1) & 255) % (1 + (m.bench_size[enemy] & 7))
    chosen = m.fighter[enemy] if index == 0 else (m.bench[enemy] >> (SLOT_BITS * (index - 1))) & SLOT_MASK
    card.attack = m.cards[chosen].attack


@inner
def push(m, task, targets, amount=0):
    """Put an entry on top of the agenda; if the agenda is full, stop the match."""
    if m.waiting < AGENDA:
        m.agenda[m.waiting] = int(task) | int(targets) << TASK_BITS | int(amount) << AMOUNT_SHIFT
        m.waiting += 1
    else:
        m.left = 0


@inner
def resolve(tables, m):
    """Resolve the agenda from the top until it is empty."""
    while m.waiting:
        m.left -= 1
        if m.left < 0:
            m.fault = 1
            m.waiting = 0
            return
        entry = m.agenda[m.waiting - 1]
        task = entry & TASK_MASK
        targets = (entry >> TASK_BITS) & TARGETS_MASK
        amount = entry >> AMOUNT_SHIFT
        slot = targets & SLOT_MASK
        later = targets >> SLOT_BITS
        if later:
            m.agenda[m.waiting - 1] = task | later << TASK_BITS | amount << AMOUNT_SHIFT
        else:
            m.waiting -= 1
        if task == Task.DAMAGE:
            blow(tables, m, slot, amount)
        elif task == Task.HEAL:
            mend(tables, m, slot, amount)
        elif task == Task.BURY:
            bury(m, slot)
        elif task == Task.KILL:
            if m.cards[slot].health > 0:
                die(tables, m, slot)
        elif task == Task.TOUCH:
            if m.cards[slot].health > 0:
                run(tables, m, slot, Trigger.TOUCHED)
        else:
            side = slot >> SIDE_SHIFT
            others = without(m.bench[side], slot)
            if others:
                passed_on = Task.DAMAGE if task == Task.SHARE_DAMAGE else Task.HEAL
                push(m, passed_on, others, amount // max(1, m.bench_size[side]))
