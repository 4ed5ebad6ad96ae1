# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Advice outside of battles: the choices of a simple rule-based player. `plan.Weight` explains the weights."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.spire.maps.generation import ROWS

from .actions import DISCARD, DRINK, FIRST_ACTIONS
from .flow import PROCEED, TAKE_BOWL, TAKE_CARD, TAKE_KEY, TAKE_POTION
from .plan import REST_HEALS, Weight, onward, plan_ahead, planned
from .rooms import SHOP_LEAVE, SHOP_REMOVAL, Rest, price
from .state import NONE, REWARD_CARDS, SHOP_CARDS, SHOP_RELICS, Frame, Key, Select
from .tables import BOSSES_OF_AN_ACT

HURT = 0.5  # the share of HP below which the player is careful in events and drinks what heals
USUAL_DECK = 15
THIRST = 50.0  # what a potion outside of battles is worth to one who wants to drink it
LIFT_GAIN, DIG_GAIN, TOKE_GAIN = 1.0, 2.0, 1.0  # what other options of rest sites bring, in upgrades


@inner
def advise_screen(s, rules, weights, frame, actions, n):
    """Return the action that is worth most on the screen on top."""
    plans = frame == Frame.MAP or frame == Frame.REST
    if plans:
        plan_ahead(s, weights)
    best = actions[0]
    most = -1000.0
    for k in range(n):
        if actions[k] >= DISCARD:
            value = -100.0
        elif actions[k] >= DRINK:
            value = _thirst(s.run, rules.run, int(actions[k]) - DRINK)
        else:
            value = _value(s, rules.run, weights, frame, int(actions[k]) - FIRST_ACTIONS[frame])
        if value > most:
            best, most = actions[k], value
    if plans:
        s.plan[:] = 0.0
    return best


@inner
def _thirst(run, t, slot):
    """Return what drinking a potion is worth; some are good at any time, others for those who are hurt."""
    return THIRST if t.potion_now[run.potions[slot]] or run.hp < HURT * run.max_hp else -100.0


@inner
def _value(s, t, weights, frame, a):
    """Return what an action is worth; only the order of the values matters."""
    run = s.run
    if frame == Frame.NEOW:
        drawback = t.drawback_rating[run.drawback] if a == 2 else t.drawback_rating[4] if a == 3 else 0.0
        return t.bonus_rating[run.neow[a]] + drawback
    if frame == Frame.MAP:
        return planned(s, int(run.y) + 1, a, run.hp / run.max_hp) if run.y < ROWS - 1 else 0.0
    if frame == Frame.REWARD:
        return _reward_value(run, t, weights, a)
    if frame == Frame.SELECT:
        return _select_value(run, t, weights, a)
    if frame == Frame.SHOP:
        return _shop_value(run, t, weights, a)
    if frame == Frame.REST:
        return _rest_value(s, weights, a)
    if frame == Frame.EVENT:
        hurt = 1 if run.hp < HURT * run.max_hp else 0
        return t.option_rating[t.event_first[run.event, run.stage] + a, hurt]
    if frame == Frame.MATCH:
        return _match_value(run, a)
    return -float(a)


@inner
def _card_value(run, t, weights, card, upgrades):
    """Return the rating of a card for this deck and the boss of this act."""
    value = t.card_rating[card] + weights[Weight.UPGRADED] * min(1, upgrades)
    for k in range(BOSSES_OF_AN_ACT):
        if run.act == 1 and t.boss[0, k] == run.bosses[0]:
            value += t.boss_rating[k, card]
    for k in range(run.deck_size):
        if run.deck_card[k] == card:
            value -= weights[Weight.COPY]
    return value


@inner
def _reward_value(run, t, weights, a):
    """Take everything but keys in place of relics; of cards, only good ones."""
    if a < TAKE_KEY:
        return 100.0
    if a < TAKE_POTION:
        return 99.0 if run.reward_key == Key.EMERALD else -1.0
    if a < TAKE_CARD:
        return 98.0
    if a < TAKE_BOWL:
        r, k = (a - TAKE_CARD) // REWARD_CARDS, (a - TAKE_CARD) % REWARD_CARDS
        return _card_value(run, t, weights, int(run.reward_card[r, k]), int(run.reward_up[r, k]))
    return _picky(run, weights) + 0.1 if a < PROCEED else _picky(run, weights)


@inner
def _picky(run, weights):
    """Return the rating from which on a card makes the deck better."""
    return weights[Weight.PICKY] + weights[Weight.CROWD] * (run.deck_size - USUAL_DECK)


@inner
def _select_value(run, t, weights, k):
    """Give bad cards away; upgrade, copy and bottle good ones."""
    if run.select == Select.OBTAIN:
        return _card_value(run, t, weights, int(run.library[k]), int(run.library_up[k]))
    card = run.deck_card[k]
    if run.select == Select.UPGRADE:
        return t.upgrade_rating[card]
    rating = t.card_rating[card] + weights[Weight.UPGRADED] * min(1, run.deck_up[k])
    return rating if run.select == Select.DUPLICATE or run.select == Select.BOTTLE else -rating


@inner
def _shop_value(run, t, weights, a):
    """Buy what adds most for its price."""
    if a == SHOP_LEAVE:
        return 0.0
    if a < SHOP_CARDS:
        gain = _card_value(run, t, weights, int(run.shop_card[a]), int(run.shop_up[a])) - _picky(run, weights)
    elif a < SHOP_CARDS + SHOP_RELICS:
        gain = t.relic_rating[run.shop_relic[a - SHOP_CARDS]]
    else:
        gain = weights[Weight.REMOVAL] if a == SHOP_REMOVAL else weights[Weight.POTION]
    return gain / max(1, price(run, a)) if gain >= weights[Weight.DEAR] else -1.0


@inner
def _rest_value(s, weights, a):
    """Compare the ways onward: with more HP, or with a better card or relic."""
    y, x, share = int(s.run.y), int(s.run.x), s.run.hp / s.run.max_hp
    if a == Rest.REST:
        return onward(s, weights, y, x, min(1.0, share + REST_HEALS))
    if a == Rest.LEAVE or a == Rest.RECALL:
        return -100.0
    gain = LIFT_GAIN if a == Rest.LIFT else DIG_GAIN if a == Rest.DIG else TOKE_GAIN if a == Rest.TOKE else 1.0
    return onward(s, weights, y, x, share) + gain * weights[Weight.SMITH_GAIN]


@inner
def _match_value(run, k):
    """Turn the twin of the card that was turned if its place is known, else a card that nobody has seen."""
    seen = run.table_seen >> k & 1
    if run.table_turned != NONE and seen and run.table[k] == run.table[run.table_turned]:
        return 2.0
    return 0.0 if seen else 1.0
