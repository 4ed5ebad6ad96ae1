"""Rules of runs that the script of the recordings does not reach."""

from __future__ import annotations

import numpy as np
import pytest

from cardwright.core.interpreted import plain
from cardwright.spire.run import flow, potions, programs, recording, rooms, shops, words
from cardwright.spire.run.notation import Reader
from cardwright.spire.run.opcodes import Amount, Op
from cardwright.spire.run.player import obtain_card, obtain_relic, remove_card
from cardwright.spire.run.relics import draw_relic
from cardwright.spire.run.stack import push_program
from cardwright.spire.run.state import NONE, SOLD, Frame, Outcome, Place
from cardwright.spire.run.streams import Stream
from cardwright.spire.run.tables import Tier, card, event, names, relic, tables

T = tables()


@pytest.fixture
def s():
    """A run of seed 1 that stands before its first room, with 1,000 gold."""
    record = recording.new_run(1)[0]
    record.depth = 1
    record.gold = 1000
    return record


def give(s, name):
    plain(obtain_relic)(s, T, relic(name))
    plain(programs.settle)(s, T)


def do(s, action):
    assert plain(flow.allowed)(s, T, action)
    plain(flow.act)(s, T, action)


def meet(s, name, stage=0):
    """Begin an event."""
    s.event, s.stage, s.visits, s.place = event(name), stage, 0, Place.EVENT
    s.memo[:] = 0
    s.frames[s.depth] = Frame.EVENT
    s.depth += 1
    if T.event_enter[s.event] != NONE:
        plain(push_program)(s, T.event_enter[s.event])
        plain(programs.settle)(s, T)


def option(s, label):
    first = T.event_first[s.event][s.stage]
    listed = names().options[first : first + T.event_count[s.event][s.stage]]
    do(s, listed.index(label))


def open_shop(s):
    s.place = Place.SHOP
    plain(rooms.open_room)(s, T)


def test_omamori_negates_two_curses(s):
    give(s, "Omamori")
    give(s, "Darkstone Periapt")
    for _ in range(3):
        plain(obtain_card)(s, T, card("Pain"), 0)
    assert (words.deck(s).count("Pain"), s.max_hp) == (1, 86)


def test_a_removed_parasite_takes_max_hp_along(s):
    plain(obtain_card)(s, T, card("Parasite"), 0)
    plain(remove_card)(s, s.deck_size - 1)
    assert (s.max_hp, s.deck_size) == (77, 10)


def test_ectoplasm_forbids_gold_and_the_bloody_idol_heals(s):
    s.hp = 10
    give(s, "Bloody Idol")
    give(s, "Old Coin")
    assert (s.gold, s.hp) == (1300, 15)
    give(s, "Ectoplasm")
    meet(s, "The Nest")
    option(s, "take gold")
    assert (s.gold, s.hp) == (1300, 15)


def test_what_is_bought_is_sold_and_ends_the_maw_bank(s):
    give(s, "Maw Bank")
    open_shop(s)
    price = int(s.shop_card_price[0])
    do(s, 0)
    assert (s.gold, s.shop_card_price[0], s.charge[relic("Maw Bank")]) == (1000 - price, SOLD, 0)
    assert words.deck(s)[-1] == names().cards[s.shop_card[0]]
    assert not plain(flow.allowed)(s, T, 0)


def test_the_courier_replaces_what_is_bought(s):
    give(s, "The Courier")
    open_shop(s)
    left = s.pool_left.sum()
    for good in (0, 5, 7, 10):
        do(s, good)
        assert plain(rooms.price)(s, good) > 0
    assert s.pool_left.sum() < left
    do(s, rooms.SHOP_REMOVAL)
    assert words.frame(s) == Frame.SELECT


def test_a_membership_card_halves_the_prices_that_are_left(s):
    open_shop(s)
    s.shop_relic[2], s.shop_relic_price[2] = relic("Membership Card"), 100
    before = int(s.shop_card_price[1])
    do(s, 9)
    assert (s.shop_card_price[1], s.shop_removal) == ((before + 1) // 2, 38)


@pytest.mark.parametrize(
    ("owned", "price"),
    [([], 125), (["The Courier"], 100), (["Membership Card"], 63), (["The Courier", "Membership Card"], 63),
     (["Smiling Mask", "Membership Card"], 50)],
)  # fmt: skip
def test_the_removal_of_a_card_has_its_price(s, owned, price):
    s.removals = 2
    for name in owned:
        give(s, name)
    plain(shops.price_removal)(s, T)
    assert s.shop_removal == price


def test_entropic_brew_draws_a_potion_by_rarity_for_each_slot(s):
    s.potions[:2] = names().potions.index("Entropic Brew"), names().potions.index("Fire Potion")
    drawn = int(s.draws[Stream.POTION])
    plain(potions.drink)(s, T, 0)
    assert s.potions[: s.potion_slots].min() >= 0
    assert names().potions[s.potions[1]] == "Fire Potion"
    assert s.draws[Stream.POTION] - drawn >= 2 * s.potion_slots  # a rarity and a potion each, for full slots too
    give(s, "Sozu")
    s.potions[0], drawn = names().potions.index("Entropic Brew"), int(s.draws[Stream.POTION])
    plain(potions.drink)(s, T, 0)
    assert (s.potions[0], s.draws[Stream.POTION]) == (NONE, drawn)


def test_an_empty_pool_is_replaced_by_the_front_of_the_next_one(s):
    s.pool_left[Tier.SHOP] = 0
    first = int(s.pool[Tier.UNCOMMON, s.pool_first[Tier.UNCOMMON]])
    assert plain(draw_relic)(s, T, Tier.SHOP, True) == first


def test_wing_boots_lead_to_any_room_three_times(s):
    give(s, "Wing Boots")
    s.x, s.y = np.argwhere(s.links[0])[0][0], 0
    elsewhere = next(x for x in range(7) if s.links[1, x] and not s.links[0, s.x] >> x & 1)
    do(s, elsewhere)
    assert (s.x, s.charge[relic("Wing Boots")]) == (elsewhere, 2)


def test_a_pair_of_match_and_keep_is_added_to_the_deck(s):
    meet(s, "Match and Keep")
    option(s, "play")
    first = 0
    second = next(k for k in range(1, 12) if s.table[k] == s.table[first])
    do(s, first)
    assert not plain(flow.allowed)(s, T, first)
    do(s, second)
    assert words.deck(s)[-1] == names().cards[s.table[first]]
    other = next(k for k in range(1, 12) if k != second)
    unlike = next(k for k in range(1, 12) if s.table[k] != s.table[other] and k != second)
    for _ in range(4):
        do(s, other)
        do(s, unlike)
    assert (words.frame(s), s.deck_size) == (Frame.MAP, 11)


@pytest.mark.parametrize("name", names().events)
def test_an_event_has_a_way_out_for_a_player_who_has_nothing(s, name):
    s.gold = s.deck_size = 0
    meet(s, name)
    assert any(plain(flow.allowed)(s, T, action) for action in range(flow.ACTION_COUNTS[s.frames[s.depth - 1]]))


def test_the_colosseum_rewards_only_its_second_fight(s):
    meet(s, "The Colosseum")
    option(s, "fight")
    drawn = s.draws.copy()
    do(s, 0)
    assert (words.frame(s), s.stage) == (Frame.EVENT, 1)
    assert (s.draws - drawn).sum() > 0
    option(s, "fight on")
    do(s, 0)
    shown = words.rewards(s)
    assert (shown["gold"], len(shown["relics"])) == ([100], 2)


def test_three_searches_find_everything_or_a_fight(s):
    meet(s, "Dead Adventurer")
    searches = 0
    while words.frame(s) == Frame.EVENT:
        option(s, "search")
        searches += 1
    assert (words.frame(s) == Frame.FIGHT) or searches == 3


def test_death_ends_a_run_unless_something_saves_the_player(s):
    s.hp = 5
    s.potions[0] = names().potions.index("Fairy in a Bottle")
    give(s, "Lizard Tail")
    for hp in (24, 40, 0):
        s.hp = min(5, s.hp)
        meet(s, "World of Goop")
        option(s, "gather gold")
        assert s.hp == hp
    assert s.outcome == Outcome.DEATH


def test_the_sapphire_key_replaces_the_relic_of_a_chest(s):
    s.place = Place.TREASURE
    plain(rooms.open_room)(s, T)
    do(s, flow.OPEN)
    do(s, flow.TAKE_KEY)
    assert "relics" not in words.rewards(s)
    do(s, flow.PROCEED)
    plain(rooms.open_room)(s, T)
    do(s, flow.OPEN)
    assert not plain(flow.allowed)(s, T, flow.TAKE_KEY)


def test_a_boss_relic_for_the_starter_relic(s):
    s.frames[1], s.depth = Frame.NEOW, 2
    first = int(s.pool[4, 0])
    do(s, 3)
    assert (s.owned[relic("Burning Blood")], s.owned[first]) == (0, 1)


def test_steps_are_read():
    reader = Reader({"c": ["Strike"], "t": ["common"], "y": ["attack"], "r": ["A b", "C"], "e": []})
    step = reader.step("damage 12.5/18% round")
    assert (step.word, step.kind, step.low, step.high, step.since) == (Op.DAMAGE, Amount.ROUND, 125, 180, 15)
    step = reader.step("memo_misc 20-50/35-75")
    assert (step.low, step.low_to, step.high, step.high_to) == (20, 50, 35, 75)
    assert reader.step("reward_gold 50/25@13").since == 13
    step = reader.step("replace_relic A b / C")
    assert (step.what, step.other) == (0, 1)
    assert (reader.step("card Strike").low, reader.step("card 5/3 Strike").high) == (1, 3)
    assert (reader.step("upgrade_random 2").what, reader.step("upgrade_random 2 attack").what) == (NONE, 0)
