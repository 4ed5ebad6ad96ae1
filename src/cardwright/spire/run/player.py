# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What happens to the player: gold, HP, cards, relics and potions come and go."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .log_events import RunEvent
from .relic_effects import RelicEffect, add_effects, spend_charge
from .stack import push_program
from .state import MAX_DECK, MAX_RELICS, NONE, Outcome
from .tables import Tier, Type, card, names, relic

ASCENDERS_BANE, PARASITE = card("Ascender's Bane"), card("Parasite")
FAIRY = names().potions.index("Fairy in a Bottle")
LIZARD_TAIL, SACRED_BARK, MARK_OF_THE_BLOOM = relic("Lizard Tail"), relic("Sacred Bark"), relic("Mark of the Bloom")
CIRCLET = relic("Circlet")


@inner
def set_hp(s, hp, max_hp):
    """Give the player so many HP."""
    log_event(RunEvent.HP_CHANGED, EVERYBODY, s.hp, hp, s.max_hp, max_hp)
    s.hp = hp
    s.max_hp = max_hp


@inner
def heal(s, amount):
    """Heal the player, unless a relic forbids it."""
    if not s.owned[MARK_OF_THE_BLOOM]:
        set_hp(s, min(int(s.max_hp), int(s.hp) + amount), int(s.max_hp))


@inner
def gain_max_hp(s, amount):
    """Raise the max HP, and heal as much."""
    more = 0 if s.owned[MARK_OF_THE_BLOOM] else amount
    set_hp(s, int(s.hp) + more, int(s.max_hp) + amount)


@inner
def lose_max_hp(s, amount):
    """Lower the max HP, but not below 1."""
    left = max(1, int(s.max_hp) - amount)
    set_hp(s, min(int(s.hp), left), left)


@inner
def revive(s):
    """Save the player from death with a Fairy in a Bottle or the Lizard Tail, and return whether that worked."""
    if s.owned[MARK_OF_THE_BLOOM]:
        return False
    for k in range(s.potion_slots):
        if s.potions[k] == FAIRY:
            s.potions[k] = NONE
            set_hp(s, max(1, int(s.max_hp) * (60 if s.owned[SACRED_BARK] else 30) // 100), int(s.max_hp))
            return True
    if s.owned[LIZARD_TAIL] and s.charge[LIZARD_TAIL] > 0:
        s.charge[LIZARD_TAIL] = 0
        set_hp(s, max(1, int(s.max_hp) // 2), int(s.max_hp))
        return True
    return False


@inner
def lose_hp(s, amount):
    """Let the player lose HP outside of a battle."""
    amount -= int(s.does[RelicEffect.LESS_HP_LOST])
    if amount <= 0:
        return
    set_hp(s, max(0, int(s.hp) - amount), int(s.max_hp))
    if s.hp == 0 and not revive(s):
        s.outcome = Outcome.DEATH


@inner
def gain_gold(s, amount):
    """Give gold, unless a relic forbids it."""
    if s.does[RelicEffect.NO_GOLD] or amount <= 0:
        return
    s.gold += amount
    log_event(RunEvent.GOLD_CHANGED, EVERYBODY, amount, s.gold)
    if s.does[RelicEffect.GOLD_HEAL]:
        heal(s, int(s.does[RelicEffect.GOLD_HEAL]))


@inner
def pay(s, amount):
    """Take gold, at most all there is."""
    amount = min(amount, int(s.gold))
    s.gold -= amount
    log_event(RunEvent.GOLD_CHANGED, EVERYBODY, -amount, s.gold)


@inner
def egg_upgrades(s, t, c):
    """Return whether an egg upgrades a card that is found."""
    kind = t.card_type[c]
    return t.card_upgrades[c] > 0 and (
        (kind == Type.ATTACK and s.does[RelicEffect.UPGRADE_ATTACKS] > 0)
        or (kind == Type.SKILL and s.does[RelicEffect.UPGRADE_SKILLS] > 0)
        or (kind == Type.POWER and s.does[RelicEffect.UPGRADE_POWERS] > 0)
    )


@inner
def obtain_card(s, t, c, up):
    """Add a card to the deck."""
    if t.card_type[c] == Type.CURSE:
        if s.does[RelicEffect.NEGATE_CURSE] and spend_charge(s, t, RelicEffect.NEGATE_CURSE):
            return
        if s.does[RelicEffect.CURSE_MAX_HP]:
            gain_max_hp(s, int(s.does[RelicEffect.CURSE_MAX_HP]))
    gain_gold(s, int(s.does[RelicEffect.CARD_GOLD]))
    if s.deck_size == MAX_DECK:
        return
    k = int(s.deck_size)
    s.deck_card[k] = c
    s.deck_up[k] = 1 if up == 0 and egg_upgrades(s, t, c) else up
    s.deck_bottled[k] = 0
    s.deck_size += 1
    log_event(RunEvent.CARD_GAINED, EVERYBODY, c, s.deck_up[k])


@inner
def remove_card(s, k):
    """Take the card at a position out of the deck."""
    log_event(RunEvent.CARD_LOST, EVERYBODY, s.deck_card[k], s.deck_up[k])
    if s.deck_card[k] == PARASITE:
        lose_max_hp(s, 3)
    s.deck_size -= 1
    for j in range(k, int(s.deck_size)):
        s.deck_card[j] = s.deck_card[j + 1]
        s.deck_up[j] = s.deck_up[j + 1]
        s.deck_bottled[j] = s.deck_bottled[j + 1]


@inner
def removable(s, t, k):
    """Return whether the card at a position can be removed or transformed."""
    return t.card_fixed[s.deck_card[k]] == 0 and s.deck_bottled[k] == 0


@inner
def upgradable(s, t, k):
    """Return whether the card at a position can be upgraded."""
    return s.deck_up[k] < t.card_upgrades[s.deck_card[k]]


@inner
def upgrade_card(s, k):
    """Upgrade the card at a position."""
    s.deck_up[k] += 1
    log_event(RunEvent.CARD_UPGRADED, EVERYBODY, s.deck_card[k], s.deck_up[k])


@inner
def obtain_relic(s, t, r):
    """Give a relic to the player; what it does when it is picked up comes next."""
    if t.relic_tier[r] == Tier.SPECIAL and s.owned[r]:
        r = CIRCLET
    if s.relic_count < MAX_RELICS:
        s.relic_list[s.relic_count] = r
        s.relic_count += 1
    s.owned[r] += 1
    add_effects(s, t, r, 1)
    log_event(RunEvent.RELIC_GAINED, EVERYBODY, r)
    s.charge[r] = t.relic_charge[r]
    if t.relic_pc[r] != NONE:
        push_program(s, t.relic_pc[r])


@inner
def lose_relic(s, t, r):
    """Take a relic from the player; one that is not owned is not missed."""
    if s.owned[r] == 0:
        return
    s.owned[r] -= 1
    add_effects(s, t, r, -1)
    log_event(RunEvent.RELIC_LOST, EVERYBODY, r)
    s.relic_count -= 1
    k = 0
    while s.relic_list[k] != r:
        k += 1
    for j in range(k, int(s.relic_count)):
        s.relic_list[j] = s.relic_list[j + 1]


@inner
def free_slot(s):
    """Return an empty potion slot, or NONE."""
    if not s.does[RelicEffect.NO_POTIONS]:
        for k in range(s.potion_slots):
            if s.potions[k] == NONE:
                return k
    return NONE


@inner
def obtain_potion(s, potion):
    """Put a potion into the first empty slot; without one it is lost."""
    k = free_slot(s)
    if k != NONE:
        s.potions[k] = potion
        log_event(RunEvent.POTION_GAINED, EVERYBODY, potion)
