"""Advice for runs, and the fitted value of positions: what a sensible player would choose, and what a file says."""

from __future__ import annotations

import numpy as np
import pytest

import cardwright
from cardwright.agents import make
from cardwright.agents.value import read_value
from cardwright.core.interpreted import plain
from cardwright.core.state import State
from cardwright.spire.engine import verbs as battle_verbs
from cardwright.spire.maps.generation import COLUMNS, ROWS, Room
from cardwright.spire.run import verbs
from cardwright.spire.run.facade import game
from cardwright.spire.run.plan import Weight
from cardwright.spire.run.rules import VALUE
from cardwright.spire.run.tables import source

STARTER = {"Strike": 5, "Defend": 4, "Bash": 1}


def advice(state: State, verbs=verbs, **changed: float) -> str:
    """Return what the rule-based player would do, by the weights of the game or with some of them changed."""
    legal, weights = state.legal(), np.array(state.game.weights)
    for name, value in changed.items():
        weights[Weight[name]] = value
    actions = np.array([action.id for action in legal])
    best = plain(verbs.advise)(state.record, state.game.rules[0], weights, 0, actions, len(legal))
    return next(str(action) for action in legal if action.id == best)


def fork(left: Room, right: Room, **start) -> State:
    """Return a run that is about to choose between two rooms; later, there are only events and a rest site."""
    state = game(room="map", floor=6, **start).new(1, logged=True)
    run = state.record.run
    run.kind[:], run.links[:] = Room.EVENT, 0
    run.kind[ROWS - 1, :] = Room.REST
    for y in range(ROWS):
        for x in (0, 1):
            run.links[y, x] = 1 << x
    run.x, run.links[run.y, 0] = 0, 0b11
    run.kind[run.y + 1, 0], run.kind[run.y + 1, 1] = left, right
    return state


@pytest.mark.parametrize(("hp", "choice"), [(25, "rest"), (80, "smith")])
def test_the_wounded_rest_and_the_healthy_smith(hp: int, choice: str) -> None:
    assert advice(game(room="rest", hp=hp, max_hp=80).new(1, logged=True)) == choice


@pytest.mark.parametrize(("hp", "room"), [(20, "rest"), (80, "elite")])
def test_the_healthy_fight_elites_that_are_worth_it(hp: int, room: str) -> None:
    state = fork(Room.ELITE, Room.REST, hp=hp, max_hp=80)
    assert advice(state, ELITE_GAIN=0.8, ELITE_LOSS=0.4).endswith(room)


def test_a_path_is_chosen_for_what_comes_later() -> None:
    state = fork(Room.MONSTER, Room.MONSTER, hp=30, max_hp=80)
    y = int(state.record.run.y)
    state.record.run.kind[y + 2, 0], state.record.run.kind[y + 2, 1] = Room.ELITE, Room.REST
    assert advice(state) == f"go {y + 2}B enemy"
    state.record.run.kind[y + 2, 0], state.record.run.kind[y + 2, 1] = Room.REST, Room.ELITE
    assert advice(state) == f"go {y + 2}A enemy"


def test_asking_for_advice_changes_nothing() -> None:
    state = fork(Room.SHOP, Room.TREASURE)
    before = state.records.tobytes()
    advice(state)
    assert state.records.tobytes() == before
    assert state.record.plan.shape[1] == COLUMNS


def test_a_deck_gets_good_cards_until_there_are_enough() -> None:
    def chosen(deck) -> str:
        state = game(room={"fight": "Cultist"}, hp=80, deck=deck).new(1, logged=True)
        state.record.battle.agents[1].hp = 1
        while state.record.fighting:
            state.play(advice(state))
        run = state.record.run
        run.reward_golds = run.reward_potions = 0
        run.reward_card[0, :3] = [game().battle.card_names.index(name) for name in ("Entrench", "Havoc", "Anger")]
        return advice(state)

    assert chosen(STARTER) == "take Anger"
    assert chosen(STARTER | {"Anger": 25}) == "proceed"


def test_fruit_juice_is_drunk_at_once_and_blood_by_the_wounded() -> None:
    def thirst(potion: str, hp: int) -> str:
        return advice(game(room="map", hp=hp, max_hp=80, potions=[potion]).new(1, logged=True))

    assert thirst("Fruit Juice", 80) == "potion Fruit Juice"
    assert thirst("Blood Potion", 20) == "potion Blood Potion"
    assert thirst("Blood Potion", 80).startswith("go")


def test_potions_are_for_elites_before_they_are_for_other_monsters() -> None:
    def first(enemy: str) -> str:
        start = {"enemies": [enemy], "deck": ["Defend"], "potions": ["Fire Potion"], "player": {"hp": 80}}
        return advice(cardwright.spire.battle(**start).new(1, logged=True), battle_verbs)

    assert first("Gremlin Nob") == "potion Fire Potion"
    assert first("Cultist") != "potion Fire Potion"


def test_the_estimate_is_what_the_file_says() -> None:
    run = game(room={"fight": "Cultist"}, hp=40)
    saved = read_value(VALUE)
    weights = saved.for_game(run)
    assert saved.content.weights["estimate"] == 0
    assert run.rules["value"][0].tolist() == [weights[0], *weights[2:]]
    state, found = run.new(1, logged=True), np.zeros(len(run.summary_names))
    plain(verbs.summarise)(state.record, run.rules[0], 0, found)
    value = 2 / (1 + np.exp(-weights[0] - weights[2:] @ found)) - 1
    assert plain(verbs.evaluate)(state.record, run.rules[0], 0) == pytest.approx(value)


def test_the_weights_of_advice_are_those_of_the_data() -> None:
    names = [each.name for each in game().weight_table()]
    given = source("weights/evolved")["weights"]
    assert names == list(given)
    assert names[min(Weight) :] == [each.name.lower() for each in Weight]
    assert game().weights == tuple(given.values()) == make("rules:evolved").weights_for(game())


def test_a_battle_of_a_run_has_the_pace_of_its_deck() -> None:
    deck = {"Strike": 3, "Twin Strike+": 1, "Bludgeon": 2, "Defend": 4}
    run = game(room={"fight": "Cultist"}, deck=deck).new(1, logged=True)
    battle = cardwright.spire.battle(deck=deck, enemies=["Cultist"]).new(1, logged=True)
    assert run.record.battle.pace == pytest.approx(battle.record.pace)
    assert battle.record.pace > 9
