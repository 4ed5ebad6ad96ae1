"""What learners get of a battle: observations, rows and the action space."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
import random_battles
from hypothesis import given, settings
from hypothesis import strategies as st

import cardwright
from cardwright import spire
from cardwright.agents import make, play_game
from cardwright.core.random import as_seed, derive
from cardwright.core.record import copied
from cardwright.core.state import State
from cardwright.spire.engine.start import Start
from cardwright.spire.engine.state import Pile
from cardwright.spire.facade import Battle
from cardwright.testing import check

seeds = st.integers(0, 2**32)


def seen(state: State) -> dict[str, float]:
    """Return the features that are not 0, by name."""
    features = zip(state.game.features, state.observe().tolist(), strict=True)
    return {name: value for name, value in features if value}


def rows(state: State) -> list[dict[str, Any]]:
    """Return the rows with names instead of numbers where there are any, without what is 0."""
    fields = state.game.token_fields
    return [
        {
            field.name: field.values[number] if field.values else number
            for field, number in zip(fields, row, strict=True)
            if number or field.values
        }
        for row in state.tokens().tolist()
    ]


def legal_words(state: State) -> set[str]:
    return {state.game.action_space[index] for index in np.flatnonzero(state.mask())}


def position(hand: list[Any], enemies: list[Any] | None = None, **more: Any) -> State:
    return spire.family.game({"hand": hand, "enemies": enemies or ["Cultist"], **more}).new(seed=1)


def squashed(number: float, half: float) -> Any:
    return pytest.approx(number / (abs(number) + half))


@pytest.fixture
def battle() -> State:
    enemies = [
        {"name": "Jaw Worm", "hp": 30, "max_hp": 40, "block": 6, "statuses": {"Strength": 3}, "intent": "Chomp"},
        {"name": "Cultist", "hp": 0, "max_hp": 50},
        {"name": "Cultist", "hp": 50, "max_hp": 50, "statuses": {"Weak": 1}, "intent": "Incantation"},
    ]
    return position(
        ["Strike", "Strike", {"name": "Bash", "cost": 1}, {"name": "Rampage", "bonus": 10}, "Wound"],
        enemies,
        draw=["Defend", "Defend", "Strike"],
        discard=["Anger"],
        exhaust=["Defend"],
        player={"hp": 20, "max_hp": 80, "block": 5, "statuses": {"Vulnerable": 2, "Strength": -1}},
        energy=2,
        turn=4,
    )


def test_the_numbers_of_a_position(battle):
    found = seen(battle)
    assert found.pop("turn") == squashed(4, 10)
    assert found.pop("HP") == squashed(20, 50)
    assert found.pop("share of HP") == 0.25
    assert found.pop("block") == squashed(5, 10)
    assert found.pop("energy") == squashed(2, 3)
    assert found.pop("damage to come") == squashed(21, 10)  # (11 + 3) * 1.5, because the player is vulnerable
    assert found.pop("damage to come beyond block") == squashed(16, 10)
    assert found.pop("asked to play a card") == 1
    assert {name: value for name, value in found.items() if not name.startswith("enemy")} == {
        "hand: Strike": 2 / 4,
        "hand: Bash": 1 / 4,
        "hand: Rampage": 1 / 4,
        "hand: Wound": 1 / 4,
        "draw pile: Defend": 2 / 8,
        "draw pile: Strike": 1 / 8,
        "discard pile: Anger": 1 / 8,
        "exhaust pile: Defend": 1 / 8,
        "cost: Strike": 1 / 4,
        "cost: Bash": 1 / 4,
        "cost: Rampage": 1 / 4,
        "bonus: Rampage": 0.5,
        "player has Vulnerable": squashed(2, 5),
        "player has Strength": squashed(-1, 5),
    }


def test_enemies_show_what_they_are_and_intend(battle):
    assert {name: value for name, value in seen(battle).items() if name.startswith("enemy")} == {
        "enemy 1: alive": 1,
        "enemy 1: HP": squashed(30, 50),
        "enemy 1: share of HP": 0.75,
        "enemy 1: block": squashed(6, 10),
        "enemy 1: damage of a hit": squashed(21, 10),
        "enemy 1: hits": squashed(1, 2),
        "enemy 1 is Jaw Worm": 1,
        "enemy 1 intends Chomp (Jaw Worm)": 1,
        "enemy 1 has Strength": squashed(3, 5),
        "enemy 3: alive": 1,
        "enemy 3: HP": 0.5,
        "enemy 3: share of HP": 1,
        "enemy 3 is Cultist": 1,
        "enemy 3 intends Incantation (Cultist)": 1,
        "enemy 3 has Weak": squashed(1, 5),
    }


def test_the_rows_of_a_position(battle):
    found = rows(battle)
    things = [(row["what"], row["name"], row["place"]) for row in found]
    assert [each for each in things if each[0] != "card"] == [
        ("player", "player", "player"),
        ("status", "Vulnerable", "player"),
        ("status", "Strength", "player"),
        ("enemy", "Jaw Worm", "enemy 1"),
        ("status", "Strength", "enemy 1"),
        ("enemy", "Cultist", "enemy 3"),
        ("status", "Weak", "enemy 3"),
    ]
    assert sorted(name for what, name, place in things if (what, place) == ("card", "draw pile")) == [
        "Defend",
        "Defend",
        "Strike",
    ]
    worm = {"what": "enemy", "name": "Jaw Worm", "place": "enemy 1", "hp": 30, "max hp": 40, "block": 6}
    assert found[3] == {**worm, "intent": "Chomp (Jaw Worm)", "damage": 21, "hits": 1}
    assert found[2] == {**found[2], "amount": 50 - 1}
    rampage = next(row for row in found if row["name"] == "Rampage")
    shown = {"what": "card", "name": "Rampage", "place": "hand", "intent": "nothing"}
    assert rampage == {**shown, "amount": 50 + 10, "cost": 1, "legal": 1}
    assert {row["name"] for row in found if row.get("legal")} == {"Strike", "Bash", "Rampage"}


def test_the_cheapest_card_of_a_kind_says_what_it_costs():
    state = position(["Bash", {"name": "Bash", "cost": 0}, {"name": "Strike", "cost": 9}], energy=1)
    found = seen(state)
    assert found["hand: Bash"] == 2 / 4
    assert "cost: Bash" not in found
    assert found["cost: Strike"] == 1
    assert legal_words(state) == {"end turn", "play Bash"}


def test_statuses_that_change_costs_are_seen_in_them():
    assert "cost: Defend" not in seen(position(["Defend"], player={"statuses": {"Corruption": 1}}))
    assert seen(position(["Defend"]))["cost: Defend"] == 1 / 4


def test_a_pending_choice_names_the_card_that_asks():
    state = position(["Headbutt", "Strike"], draw=["Strike"], discard=["Clash", "Anger"]).play("Headbutt")
    found = seen(state)
    assert found["asked for a card"] == found["effect of: Headbutt"] == 1
    assert "asked to play a card" not in found
    assert "may choose nothing" not in found
    assert legal_words(state) == {"card Clash", "card Anger"}
    assert {row["name"] for row in rows(state) if row.get("legal")} == {"Clash", "Anger"}
    assert [row["name"] for row in rows(state) if row["place"] == "in play"] == ["Headbutt"]
    state.play("card Clash")
    assert seen(state)["known on top: Clash"] == 1
    assert [row["name"] for row in rows(state) if row.get("depth")] == ["Clash"]


def test_a_target_is_chosen_by_its_place():
    state = position(["Strike"], ["Cultist", "Cultist", "Jaw Worm"]).play("Strike")
    assert seen(state)["asked for a target"] == seen(state)["effect of: Strike"] == 1
    assert legal_words(state) == {f"target enemy {slot}" for slot in (1, 2, 3)}
    assert [row["place"] for row in rows(state) if row.get("legal")] == ["enemy 1", "enemy 2", "enemy 3"]
    index = state.game.action_space.index("target enemy 2")
    hp = [each["hp"] for each in state.view()["enemies"]]
    state.play(state.action_at(index))
    assert [each["hp"] for each in state.view()["enemies"]] == [hp[0], hp[1] - 6, hp[2]]


def test_choosing_nothing_has_an_index_of_its_own():
    card = {"type": "skill", "cost": 0, "effect": {"to": {"choose": "hand", "optional": True}, "move": "exhaust"}}
    state = position(["Purge", "Strike", "Strike"], content={"cards": {"Purge": card}}).play("Purge")
    assert seen(state)["may choose nothing"] == 1
    assert legal_words(state) == {"card Strike", "skip"}


def test_the_words_of_the_action_space_are_those_of_the_actions():
    state = cardwright.game("spire:jaw-worm").new(seed=1)
    assert legal_words(state) == {str(action) for action in state.legal()}


def test_there_are_as_many_enemies_as_the_rules_allow():
    def slots(*enemies: str) -> int:
        return sum(name.endswith(": alive") for name in position(["Strike"], list(enemies)).game.features)

    assert [slots("Cultist"), slots("Cultist", "Jaw Worm"), slots("Acid Slime L")] == [1, 2, 5]


def test_battles_that_share_rules_share_every_meaning():
    fights = {"worm": ["Jaw Worm"], "louses": ["Red Louse", "Green Louse"], "sentries": ["Sentry"] * 3}
    starts = {name: Start(deck="ironclad", enemies=enemies) for name, enemies in fights.items()}
    battles = Battle.several(starts, spire.standard(), {})
    assert len({tuple(each.features) for each in battles}) == 1
    assert len({tuple(each.action_space) for each in battles}) == 1
    assert len({str(each.token_fields) for each in battles}) == 1
    for game, enemies in zip(battles, fights.values(), strict=True):
        found = seen(game.new(seed=3))
        assert [name.split(" is ")[1] for name in found if " is " in name] == enemies


def test_names_are_unique():
    for name in ("jaw-worm", "sentries", "toolbox"):
        game = cardwright.game(f"spire:{name}")
        assert len(set(game.features)) == len(game.features)
        assert len(set(game.action_space)) == len(game.action_space)


def test_a_number_that_announced_hits_show_is_known():
    drum = {"times": "roll", "do": [{"attack": 3}]}
    enemy = {"hp": [20, 20], "roll": [2, 5], "moves": {"Drum": {"do": drum}}, "plan": [{"loop": ["Drum"]}]}
    state = position(["Strike"], ["Drummer"], content={"enemies": {"Drummer": enemy}})
    copies = [state.copy(hidden_from=0, seed=seed) for seed in range(10)]
    assert all(copy.observe().tolist() == state.observe().tolist() for copy in copies)


# Any battle


@st.composite
def positions(draw) -> State:
    """Draw a battle with any cards and enemies after some actions."""
    state = spire.family.game(random_battles.ordinary(Random(draw(seeds)))).new(draw(seeds))
    random = Random(draw(seeds))
    for _ in range(draw(st.integers(0, 40))):
        if not state.over:
            state.play(random.choice(state.legal()))
    return state


@given(positions())
@settings(max_examples=20)
def test_announced_damage_is_what_the_view_shows(state):
    found = seen(state)
    for slot, enemy in enumerate(state.view()["enemies"], start=1):
        intent = enemy["intent"] or {}
        damage = found.get(f"enemy {slot}: damage of a hit", 0)
        assert damage == squashed(intent.get("damage", 0), 10)
        if damage:
            assert found.get(f"enemy {slot}: hits", 0) == squashed(intent["hits"], 2)
        assert (f"enemy {slot}: alive" in found) == (enemy["hp"] > 0)


@given(positions(), st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_what_looks_the_same_is_observed_the_same(state, random):
    other = State(state.game, state.seed, copied(state.records))
    unknown = int(other.record.counts[Pile.DRAW] - other.record.known_top)
    bottom = min(unknown, int(other.record.known_bottom))
    order = other.record.piles[Pile.DRAW, bottom:unknown].tolist()
    random.shuffle(order)
    other.record.piles[Pile.DRAW, bottom:unknown] = order
    for stream in range(3):
        other.record.rng[stream] = derive(as_seed(random.getrandbits(32)), np.uint64(stream), np.uint64(0))
    for agent in other.record.agents[1 : other.record.agent_count]:
        agent.roll += 0 if agent.roll_shown else 1
    assert other.observe().tolist() == state.observe().tolist()
    assert other.tokens().tolist() == state.tokens().tolist()
    assert other.mask().tolist() == state.mask().tolist()


@given(positions())
@settings(max_examples=20)
def test_the_mask_is_what_the_rows_call_legal(state):
    named = {row["name"] for row in rows(state) if row.get("legal") and row["what"] == "card"}
    words = {words.split(" ", 1)[1] for words in legal_words(state) if words.startswith(("play ", "card "))}
    assert named == words


@given(positions())
@settings(max_examples=10)
def test_compiled_observations_equal_uncompiled_ones(state):
    plain = state.copy(logged=True)
    assert plain.observe().tolist() == state.observe().tolist()
    assert plain.tokens().tolist() == state.tokens().tolist()
    assert plain.mask().tolist() == state.mask().tolist()


@pytest.mark.parametrize("name", ["jaw-worm", "toolbox"])
def test_battles_keep_the_contract(name):
    assert check(cardwright.game(f"spire:{name}"), games=10).positions > 50


def choosing(**more: Any) -> dict[str, Any]:
    """Return a start with cards that ask for a status and that aim at several at random."""
    cards = {
        "Cleanse": {"type": "skill", "cost": 0, "effect": {"remove": "up to 1 debuff of self"}},
        "Deepen": {"type": "skill", "cost": 0, "effect": {"to": "a debuff of an enemy", "stack": "amount"}},
        "Scatter": {"type": "attack", "effect": {"to": "2 random enemies", "attack": 5, "apply": "1 Vulnerable"}},
    }
    player = {"statuses": {"Weak": 2, "Frail": 2, "Strength": 1}}
    return {"player": player, "enemies": ["Cultist", "Jaw Worm"], "content": {"cards": cards}, **more}


def test_a_learner_sees_which_statuses_it_can_choose():
    state = spire.family.game(choosing(hand=["Cleanse"])).new(seed=1).play("play Cleanse")
    assert legal_words(state) == {"status Weak", "status Frail", "skip"}
    found = seen(state)
    expected = {"asked for a status of player", "may choose Weak", "may choose Frail", "may choose nothing"}
    assert {name for name in found if name.startswith(("asked", "may"))} == expected
    assert found["effect of: Cleanse"] == 1
    assert {row["name"] for row in rows(state) if row.get("legal")} == {"Weak", "Frail"}


def test_a_battle_without_such_cards_has_no_actions_and_features_for_them():
    game = cardwright.game("spire:jaw-worm")
    assert not any(each.startswith("status ") for each in game.action_space)
    assert not any("status of" in each or each == "may choose Weak" for each in game.features)


def test_a_battle_with_choices_of_statuses_keeps_the_contract_and_every_agent_plays_it():
    game = spire.family.game(choosing(deck={"Cleanse": 3, "Deepen": 3, "Scatter": 3, "Strike": 3}))
    check(game, games=20, seed=1)
    for agent in ("first", "random", "rules"):
        state = play_game(game, [make(agent)], seed=2, agent_seed=2)
        assert state.over
