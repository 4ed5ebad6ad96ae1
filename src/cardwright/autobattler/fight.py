"""A match between two lineups, from the first phase to the last. All of it runs inside kernels and on a GPU.

Effects are resolved depth first: what an effect sets off waits on top of the agenda, and is done before what waits
below it. So an explosion that kills a card resolves that card's death before it reaches the next one.

Numbers are masked here and there (`number &= NUMBER`) though they are small already: it tells the compiler that they
are not negative, which saves a fifth of the time.
"""

from __future__ import annotations

from cardwright.core.jit import inner

from .state import (
    AGENDA,
    CARD,
    CARD_BITS,
    MOST_EFFECTS,
    MOST_PHASES,
    NUMBER,
    NUMBER_BITS,
    STRONGEST,
    Counter,
    Effect,
    Target,
    Task,
    Trait,
    Trigger,
)

OPEN = 2  # no result yet
BEFORE_COMBAT, HURT, HEALED, TOUCHED, DEATH = map(int, Trigger)
HAS_BEFORE, HAS_HURT, HAS_HEALED, HAS_TOUCHED, HAS_DEATH, HAS_ARMOUR, SPLITS, DONATES = map(int, Trait)
SPECIAL_BLOW = HAS_HURT | HAS_TOUCHED | HAS_ARMOUR | SPLITS
SPECIAL_HEAL = HAS_HEALED | HAS_TOUCHED | DONATES
DAMAGE, HEAL, KILL, STRENGTHEN, COPY_ATTACK, SWAP = map(int, Effect)
SHARE_DAMAGE, SHARE_HEAL, BURY, TOUCH = (int(task) for task in Task if task > Task.KILL)
SELF, ENEMY_FIGHTER, ENEMY_BENCH, ENEMIES, ALLIES, RIGHTMOST_ALLY = map(int, Target)
AGE, HITS = int(Counter.AGE), int(Counter.HITS)
ONES, HIGHEST = 0x11111111, 0x88888888  # a list of ones, and the highest bits of a list
# An entry of the agenda is one integer: three bits for the task, then its targets, then the amount.
TASK, TASK_BITS = 7, 3
TARGETS_BITS = 32
TARGETS = (1 << TARGETS_BITS) - 1
AMOUNT_AT = TASK_BITS + TARGETS_BITS


@inner
def fight(tables, a, b, m):
    """Let lineup `a` fight lineup `b` in the record `m`: 1 if a wins, -1 if b wins, 0 for a tie; see m.phases."""
    begin(tables, a, b, m)
    result = verdict(m)
    while result == OPEN:
        fight_phase(tables, m)
        result = verdict(m)
    return result


@inner
def scored(result, second_wins):
    """A result as a profile counts it: a win of the second side may be no more than a tie."""
    return result if result > 0 or second_wins else 0


@inner
def begin(tables, a, b, m):
    """Take places for a match."""
    deploy(tables, m, 0, a)
    deploy(tables, m, 1, b)
    m.waiting = 0
    m.phases = 0
    m.fault = 0


@inner
def deploy(tables, m, side, lineup):
    """Put the cards of a lineup on their places."""
    bench = 0
    size = 0
    while lineup:
        row = tables.cards[lineup & CARD]
        number = 8 * side + size + 1
        card = m.cards[number]
        card.attack = row.attack
        card.health = row.health
        card.kind = lineup & CARD
        card.traits = row.traits
        card.armour = row.armour
        card.counts[AGE] = 0
        card.counts[HITS] = 0
        bench |= number << (NUMBER_BITS * size)
        size += 1
        lineup >>= CARD_BITS
    m.bench[side] = bench
    m.bench_size[side] = size


@inner
def verdict(m):
    """The result of the match, or OPEN if another phase is to be fought."""
    if m.phases == MOST_PHASES or m.fault:
        return 0
    if m.bench[0] == 0 or m.bench[1] == 0:
        return int(m.bench[0] != 0) - int(m.bench[1] != 0)
    return OPEN if can_attack(m) else 0


@inner
def can_attack(m):
    """Whether any card has attack left."""
    for side in range(2):
        cards = m.bench[side]
        while cards:
            if m.cards[cards & NUMBER].attack > 0:
                return True
            cards >>= NUMBER_BITS
    return False


@inner
def fight_phase(tables, m):
    """The leftmost cards fight, and go to the right end if they live."""
    m.phases += 1
    m.left = MOST_EFFECTS
    one = step_forward(m, 0)
    two = step_forward(m, 1)
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
    """The leftmost card of a side becomes its fighter."""
    number = m.bench[side] & NUMBER
    m.bench[side] >>= NUMBER_BITS
    m.bench_size[side] -= 1
    m.fighter[side] = number
    return number


@inner
def step_back(m, side, number):
    """A fighter that lives goes to the right end of its lineup."""
    if m.cards[number].health > 0:
        m.bench[side] |= number << (NUMBER_BITS * m.bench_size[side])
        m.bench_size[side] += 1


@inner
def prepare(tables, m, number):
    """What a fighter does before combat, even if it was just killed."""
    card = m.cards[number]
    card.counts[AGE] += 1
    if card.traits & HAS_BEFORE:
        run(tables, m, number, BEFORE_COMBAT)
        if m.waiting:
            resolve(tables, m)


@inner
def blow(tables, m, number, damage):
    """Deal damage to a card; what follows from it waits on the agenda."""
    card = m.cards[number]
    if card.health <= 0:
        return
    if card.traits & SPECIAL_BLOW:
        special_blow(tables, m, number, damage)
    elif damage > 0:
        wound(tables, m, number, damage)


@inner
def wound(tables, m, number, damage):
    """Take health from a card."""
    card = m.cards[number]
    card.counts[HITS] += 1
    if card.health > damage:
        card.health -= damage
    else:
        die(tables, m, number)


@inner
def special_blow(tables, m, number, damage):
    """Deal damage to a card that ignores it, shares it or answers it."""
    number &= NUMBER
    card = m.cards[number]
    if card.traits & HAS_TOUCHED:
        wait(m, TOUCH, number, 0)
    if card.armour > 0:
        card.armour -= 1
        return
    if damage > 0 and card.traits & SPLITS and without(m.bench[number >> 3], number):
        kept = share(damage, tables.cards[card.kind].pain_kept)
        wait(m, SHARE_DAMAGE, number, damage - kept)
        damage = kept
    if damage > 0:
        if card.traits & HAS_HURT:
            run(tables, m, number, HURT)
        wound(tables, m, number, damage)


@inner
def share(amount, tenths):
    """What a card keeps of an amount, such that the rest is even."""
    kept = amount * tenths // 10
    return kept + ((amount - kept) & 1)


@inner
def mend(tables, m, number, amount):
    """Heal a card; what follows from it waits on the agenda."""
    number &= NUMBER
    card = m.cards[number]
    if card.health <= 0:
        return
    row = tables.cards[card.kind]
    if card.traits & SPECIAL_HEAL:
        if card.traits & HAS_TOUCHED:
            wait(m, TOUCH, number, 0)
        if amount > 0 and card.traits & DONATES and m.bench[number >> 3]:
            kept = share(amount, row.heal_kept)
            wait(m, SHARE_HEAL, number, amount - kept)
            amount = kept
        if amount > 0 and card.traits & HAS_HEALED:
            run(tables, m, number, HEALED)
    if amount > 0:
        card.counts[HITS] += 1
        card.health = min(row.health, card.health + amount)


@inner
def die(tables, m, number):
    """Kill a card; it stays on its bench until its death is resolved."""
    number &= NUMBER
    card = m.cards[number]
    card.health = 0
    if card.traits & HAS_DEATH:
        if m.fighter[number >> 3] != number:
            wait(m, BURY, number, 0)
        run(tables, m, number, DEATH)
    elif m.fighter[number >> 3] != number:
        bury(m, number)


@inner
def bury(m, number):
    """Take a dead card off its bench."""
    side = number >> 3
    m.bench[side] = without(m.bench[side], number)
    m.bench_size[side] -= 1


@inner
def without(numbers, number):
    """A list of cards without one of them, or as it is if that one is not in it."""
    rest = numbers ^ (number * ONES)  # now four bits are 0 where it stands
    found = (rest - ONES) & ~rest & HIGHEST  # the lowest bit set here is the highest of those four
    if not found:
        return numbers
    before = ((found & -found) >> (NUMBER_BITS - 1)) - 1
    return (numbers & before) | ((numbers >> NUMBER_BITS) & ~before)


@inner
def run(tables, m, number, trigger):
    """Apply the rules of a card for a trigger."""
    number &= NUMBER
    card = m.cards[number]
    row = tables.cards[card.kind]
    for k in range(row.first[trigger & 7], row.first[(trigger & 7) + 1]):
        rule = row.rules[k]
        count = card.counts[rule.counter]
        if count < rule.low or count > rule.high:
            continue
        effect = rule.effect
        if effect == SWAP:
            if card.attack > card.health > 0:
                card.attack, card.health = card.health, card.attack
        elif effect == COPY_ATTACK:
            copy_attack(m, card, (number >> 3) ^ 1)
        else:
            amount = rule.amount + card.counts[rule.plus]
            targets = aim(m, number, rule.target)
            if effect == STRENGTHEN:
                strengthen(m, targets, amount)
            elif targets:
                wait(m, effect, targets, amount)


@inner
def aim(m, number, target):
    """The cards a rule is about."""
    if target == SELF:
        return number
    own = number >> 3
    enemy = own ^ 1
    if target == ENEMY_FIGHTER:
        return m.fighter[enemy]
    if target == ENEMY_BENCH:
        return m.bench[enemy]
    if target == ENEMIES:
        return m.bench[enemy] | m.fighter[enemy] << (NUMBER_BITS * m.bench_size[enemy])
    if target == ALLIES:
        return without(m.bench[own], number)
    return m.bench[own] >> (NUMBER_BITS * max(0, m.bench_size[own] - 1))


@inner
def strengthen(m, targets, amount):
    """Change the attack of cards, dead or alive."""
    while targets:
        card = m.cards[targets & NUMBER]
        card.attack = min(STRONGEST, max(-STRONGEST, card.attack + amount))
        targets >>= NUMBER_BITS


@inner
def copy_attack(m, card, enemy):
    """Take over the attack of the enemy fighter in the first combat, then of its bench from the left, and again."""
    place = ((max(1, card.counts[AGE]) - 1) & 255) % (1 + (m.bench_size[enemy] & 7))
    chosen = m.fighter[enemy] if place == 0 else (m.bench[enemy] >> (NUMBER_BITS * (place - 1))) & NUMBER
    card.attack = m.cards[chosen].attack


@inner
def wait(m, task, targets, amount):
    """Put something on top of the agenda; where there is no room for it, nothing more is done in this match."""
    if m.waiting < AGENDA:
        m.agenda[m.waiting] = int(task) | int(targets) << TASK_BITS | int(amount) << AMOUNT_AT
        m.waiting += 1
    else:
        m.left = 0


@inner
def resolve(tables, m):
    """Do what waits on the agenda, and all that follows from it."""
    while m.waiting:
        m.left -= 1
        if m.left < 0:
            m.fault = 1
            m.waiting = 0
            return
        entry = m.agenda[m.waiting - 1]
        task = entry & TASK
        targets = (entry >> TASK_BITS) & TARGETS
        amount = entry >> AMOUNT_AT
        number = targets & NUMBER
        later = targets >> NUMBER_BITS
        if later:
            m.agenda[m.waiting - 1] = task | later << TASK_BITS | amount << AMOUNT_AT
        else:
            m.waiting -= 1
        if task == DAMAGE:
            blow(tables, m, number, amount)
        elif task == HEAL:
            mend(tables, m, number, amount)
        elif task == BURY:
            bury(m, number)
        elif task == KILL:
            if m.cards[number].health > 0:
                die(tables, m, number)
        elif task == TOUCH:
            if m.cards[number].health > 0:
                run(tables, m, number, TOUCHED)
        else:
            side = number >> 3
            others = without(m.bench[side], number)
            if others:
                wait(m, DAMAGE if task == SHARE_DAMAGE else HEAL, others, amount // max(1, m.bench_size[side]))
