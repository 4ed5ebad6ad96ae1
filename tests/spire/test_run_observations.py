"""What learners get of a run: observations, rows and the action space."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cardwright.core.random import as_seed
from cardwright.core.record import copied
from cardwright.core.state import State
from cardwright.spire.run.facade import game

SHOP = {"room": "shop", "gold": 100, "deck": {"Strike": 3, "Bash+": 1}, "relics": ["Burning Blood"]}
START_OF_A_RUN = {"seed": "HELLO"}


def seen(state: State) -> dict[str, float]:
    """Return the features that are not 0, by name."""
    return {name: value for name, value in zip(state.game.features, state.observe(0).tolist(), strict=True) if value}


def rows(state: State) -> list[dict[str, Any]]:
    """Return the rows with names instead of numbers where there are any, without what is 0."""
    return [
        {
            field.name: field.values[number] if field.values else number
            for field, number in zip(state.game.token_fields, row, strict=True)
            if number or field.name in ("what", "name", "place")
        }
        for row in state.tokens(0).tolist()
    ]


def legal_words(state: State) -> set[str]:
    return {state.game.action_space[index] for index in np.flatnonzero(state.mask())}


def position(**start: Any) -> State:
    return game(**start).new(1, logged=True)


def test_the_numbers_of_a_run():
    state = position(**SHOP, seed="HELLO", ascension=10, hp=20, keys=["ruby"], potions=["Fire Potion"])
    found = seen(state)
    assert found["run: ascension"] == found["run: gold"] == 0.5
    assert found["run: share of HP"] == pytest.approx(20 / 80)
    assert (found["deck: Strike"], found["deck: Bash+"], found["holds: Fire Potion"]) == (3 / 8, 1 / 8, 1 / 4)
    assert found["owns: Burning Blood"] == found["key: ruby"] == found["screen: shop"] == found["place: shop"] == 1
    assert found[f"boss: {state.view()['boss']}"] == 1
    for good in state.view()["shop"]["relics"]:
        assert found[f"shown: {good['name']}"] == 1 / 4
        assert found[f"price: {good['name']}"] == pytest.approx(good["price"] / (good["price"] + 100))


def test_the_map_has_every_room_and_path():
    state = position(**START_OF_A_RUN)
    run, found = state.record.run, seen(state)
    rooms = [(y, x) for y, x in np.argwhere(run.links)]
    kinds = {"shop", "rest", "elite", "event", "enemy", "treasure"}
    told = {name.partition(": ") for name in found if name.startswith("row ")}
    assert {where for where, _, what in told if what in kinds} == {f"row {y + 1} column {x + 1}" for y, x in rooms}
    paths = sum(bin(run.links[y, x]).count("1") for y, x in rooms if y < 14)
    assert sum(what.startswith("path") for _, _, what in told) == paths


def test_going_is_numbered_by_columns():
    state = position(hp=50)
    columns = [x + 1 for x in range(7) if state.record.run.links[0, x]]
    assert legal_words(state) == {f"go to column {column}" for column in columns}
    assert [row["column"] for row in rows(state) if row["what"] == "room" and row.get("legal")] == columns
    state.play(state.action_at(state.game.action_space.index(f"go to column {columns[0]}")))
    assert f"row 1 column {columns[0]}: player" in seen(state)


def test_in_a_battle_the_observation_is_that_of_the_battle_behind_that_of_the_run():
    state = position(room={"fight": "Jaw Worm"}, hp=50, relics=["Pen Nib"])
    inner = state.game._inner(state)
    assert state.observe(0)[-len(inner.game.features) :].tolist() == inner.observe(0).tolist()
    assert state.tokens(0)[-len(inner.tokens(0)) :, : len(inner.game.token_fields)].tolist() == inner.tokens(0).tolist()
    assert legal_words(state) == legal_words(inner)
    assert state.game.action_space[: len(inner.game.action_space)] == inner.game.action_space
    state.play("play Strike")
    assert seen(state)["charges: Pen Nib"] == pytest.approx(1 / 6)


def test_rewards_are_named_and_told_apart_by_their_row():
    state = position(room={"fight": "Cultist"}, hp=50, deck={"Bludgeon+": 5}, relics=["Prayer Wheel"])
    state.play("play Bludgeon+").play("end turn").play("play Bludgeon+")
    shown = state.view()["rewards"]
    assert len(shown["cards"]) == len(shown["cards 2"]) == 3
    found = seen(state)
    assert all(f"shown: {card}" in found for card in shown["cards"])
    assert all(f"card reward 2: {card}" in found for card in shown["cards 2"])
    words = {"proceed", "take gold 1", *(f"take {card}" for card in shown["cards"])}
    assert legal_words(state) >= words | {f"take {card} (reward 2)" for card in shown["cards 2"]}
    places = [row["place"] for row in rows(state) if row["what"] == "card" and row.get("legal")]
    assert places == 3 * ["offered"] + 3 * ["card reward 2"]


def test_a_card_in_a_bottle_is_another_choice():
    deck = [{"name": "Strike", "bottled": True}, "Strike", "Defend"]
    state = position(room="rest", deck=deck, hp=30).play("smith")
    assert {str(action) for action in state.legal()} == {"upgrade Strike (bottled)", "upgrade Strike", "upgrade Defend"}
    assert legal_words(state) == {"choose Strike (bottled)", "choose Strike", "choose Defend"}
    assert seen(state)["bottled: Strike"] == seen(state)["choose a card to: upgrade"] == 1
    state.play(state.action_at(state.game.action_space.index("choose Strike (bottled)")))
    assert state.view()["deck"] == ["Strike+", "Strike", "Defend"]


def test_of_two_equal_goods_the_cheaper_one_is_bought():
    state = position(**SHOP, potions=[])
    run = state.record.run
    run.shop_potion[:] = run.shop_potion[0]
    run.shop_potion_price[:] = 40, 30, 50
    name = state.view()["shop"]["potions"][0]["name"]
    bought = [str(action) for action in state.legal()].count(f"buy {name}")
    state.play(f"buy {name}")
    assert (bought, state.view()["player"]["gold"]) == (1, 70)
    assert [row["gold"] for row in rows(state) if row["what"] == "potion" and row["place"] == "shop"] == [40, 50]


def test_known_cards_of_match_and_keep_are_twins():
    state = position(room={"event": "Match and Keep"}, hp=40).play("choose play")
    run = state.record.run
    run.table[0] = run.table[5] = run.table[3]
    state.play("turn card 1").play("turn card 2").play("turn card 6")
    found = seen(state)
    assert found["table card 1: twin of the turned card"] == found["table card 6: turned"] == 1
    assert "table card 4: twin seen" not in found
    shown = [row["column"] for row in rows(state) if row["place"] == "table"]
    assert shown == [1, 2, 6]


def test_an_event_says_what_it_wants_and_who_guards():
    state = position(room={"event": "We Meet Again"}, gold=120, potions=["Fire Potion"], deck=["Anger", "Strike"])
    found = seen(state)
    assert found["shown: Fire Potion"] == found["shown: Anger"] == 1 / 4
    assert {row["name"] for row in rows(state) if row["place"] == "wanted"} == {"Fire Potion", "Anger"}
    guard = position(room={"event": "Dead Adventurer"}, hp=40)
    assert seen(guard)[f"guard: {guard.view()['event']['guard']}"] == 1


HIDDEN_IN = ("shop", "treasure", {"event": "Match and Keep"}, {"event": "Dead Adventurer"}, {"fight": "3 Sentries"})


@pytest.mark.parametrize("room", HIDDEN_IN)
def test_what_looks_the_same_is_observed_the_same(room):
    state = position(room=room, hp=40, deck=["Bash", *5 * ["Strike"], *5 * ["Defend"]])
    if room == {"event": "Match and Keep"}:
        state.play("choose play").play("turn card 3")
    other = State(state.game, state.seed, copied(state.records), logged=True)
    _change_what_is_hidden(other.record, Random(4))
    assert other.seen(0) == state.seen(0)
    assert other.observe(0).tolist() == state.observe(0).tolist()
    assert other.tokens(0).tolist() == state.tokens(0).tolist()
    assert other.mask().tolist() == state.mask().tolist()


def _change_what_is_hidden(record: Any, random: Random) -> None:
    """Change the seed, what is drawn next, what lies in the chest and face down, and the order of the draw pile."""
    run, battle = record.run, record.battle
    run.seed = as_seed(random.getrandbits(32))
    run.words[:] = random.getrandbits(32)
    record.rng[:] = random.getrandbits(32)
    for listed in (run.pool, run.encounters, run.elites):
        listed[:] = listed[..., ::-1].copy()
    run.bosses[1:] = run.bosses[:0:-1].copy()
    run.chest_tier, run.chest_gold = 2 - run.chest_tier, 1 - run.chest_gold
    run.memo[:3] = run.memo[2::-1].copy()
    face_down = [k for k in range(len(run.table)) if not run.table_seen >> k & 1]
    run.table[face_down] = run.table[face_down[::-1]]
    unknown = int(battle.counts[1])
    battle.piles[1, :unknown] = battle.piles[1, :unknown][::-1].copy()


@pytest.mark.parametrize("ascension", [0, 20])
def test_random_runs_stay_within_what_is_declared(ascension):
    run, random = game(ascension=ascension), Random(2)
    state = run.new(3, logged=True)
    for decision in range(10_000):
        if decision % 4 == 0 or state.over:
            _check_ranges(state)
        if state.over:
            break
        state.play(random.choice(state.legal()))


def _check_ranges(state: State) -> None:
    assert np.abs(state.observe(0)).max() <= 1
    tokens = state.tokens(0)
    assert tokens.any(axis=1).all()
    assert len(tokens) <= state.game.max_tokens
    for field, column in zip(state.game.token_fields, tokens.T, strict=True):
        assert 0 <= column.min() <= column.max() < field.size, field.name
    if not state.over:
        words = {str(state.action_at(index)) for index in np.flatnonzero(state.mask())}
        assert words == {str(action) for action in state.legal()}


def test_the_page_says_how_large_it_all_is():
    page = " ".join((Path(__file__).parents[2] / "docs" / "observations.md").read_text(encoding="utf-8").split())
    run = game()
    sizes = f"{len(run.features):,} features, {len(run.action_space):,} actions"
    assert f"There are {sizes}, and at most {run.max_tokens} rows of {len(run.token_fields)} columns" in page


def test_names_are_distinct_and_the_same_at_every_ascension():
    easy, hard = game(), game(ascension=20)
    for names in (easy.features, easy.action_space):
        assert len(set(names)) == len(names)
    assert (easy.features, easy.action_space) == (hard.features, hard.action_space)
    assert easy.token_fields == hard.token_fields


def test_cards_of_the_same_name_that_differ_in_cost_are_told_apart():
    state = position(room={"fight": "Cultist"}, hp=50, deck={"Defend": 9}, relics=["Snecko Eye"])
    costs = {"play Defend": 0, "play Defend, variant 3": 1, "play Defend, variant 4": 3}
    for k, cost in enumerate((1, 0, 3, 0, 3, 3, 3)):
        state.record.battle.cards[state.record.battle.piles[0, k]].cost_change = cost - 1
    assert {str(action) for action in state.legal()} == {*costs, "end turn"}
    assert [state.describe(action)[len(str(action)) + 2] for action in state.legal()[:2]] == ["1", "0"]
    assert legal_words(state) == {"play Defend", "end turn", *(f"card {k} of the hand" for k in (1, 3, 5, 6, 7))}
    for words, cost in costs.items():
        assert state.copy().play(words).view()["energy"] == 3 - cost
