"""Targets within targets, composed at random: a battle does what a plain recursive reading of the effect does."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from cardwright import spire
from cardwright.core.state import State

ENEMIES = ("Cultist", "Red Louse", "Jaw Worm")
CARDS = ("Strike", "Defend", "Bash")
AGENTS = ("an enemy", "all enemies", "self")
THINGS = ("a card in hand", "every card in hand", "this card")


def drawn(random: Random, depth: int, agent: bool = False) -> dict[str, Any]:
    """Return an effect of nested targets and repetitions, with actions that leave a trace on whatever they hit."""
    if depth == 0 or random.random() < 0.25:
        actions = [{"bonus": random.randint(1, 9)}, *([{"apply": f"{random.randint(1, 9)} Weak"}] if agent else ())]
        return random.choice(actions)
    made: dict[str, Any] = {}
    if random.random() < 0.8:
        made["to"] = random.choice((*AGENTS, *THINGS))
        agent = agent or made["to"] in AGENTS
    if random.random() < 0.2:
        made["times"] = 2
    made["do"] = [drawn(random, depth - 1, agent) for _ in range(random.randint(1, 3))]
    return made


class Reading:
    """What an effect does, by going through it from top to bottom."""

    def __init__(self, random: Random):
        self.random = random
        self.choices: list[str] = []
        self.weak: Counter[str] = Counter()
        self.bonus: Counter[str] = Counter()

    def do(self, effect: dict[str, Any], agent: str = "", card: str = "Nest") -> None:
        """Carry out an effect whose target and card are these."""
        if "apply" in effect:
            self.weak[agent] += int(effect["apply"].split()[0])
        elif "bonus" in effect:
            self.bonus[card] += effect["bonus"]
        else:
            for _ in range(effect.get("times", 1)):
                for target in self.targets(effect.get("to")):
                    aimed = {"agent": agent, "card": card} | target
                    for part in effect["do"]:
                        self.do(part, **aimed)

    def targets(self, to: str | None) -> list[dict[str, str]]:
        """Return each target in turn, as what it replaces."""
        match to:
            case None:
                return [{}]
            case "self" | "this card":
                return [{"agent": "player"} if to == "self" else {"card": "Nest"}]
            case "all enemies":
                return [{"agent": each} for each in ENEMIES]
            case "every card in hand":
                return [{"card": each} for each in CARDS]
        kind, names = ("agent", ENEMIES) if to == "an enemy" else ("card", CARDS)
        self.choices.append(self.random.choice(names))
        return [{kind: self.choices[-1]}]


@pytest.mark.parametrize("seed", range(40))
def test_nested_targets_do_what_they_say(seed):
    random = Random(seed)
    effect = drawn(random, 4)
    reading = Reading(random)
    reading.do(effect)
    nest = spire.Card(name="Nest", type="skill", cost=0, effect=effect)
    enemies = [{"name": name, "hp": 40} for name in ENEMIES]
    state = spire.battle(hand=["Nest", *CARDS], enemies=enemies, content=[nest]).new(seed=1, logged=True)
    state.play("play Nest")
    for name in reading.choices:
        state.play(next(each for each in state.legal() if each.name == name))
    view = state.view()
    agents = {"player": view["player"], **{each["name"]: each for each in view["enemies"]}}
    weak = {name: each["statuses"]["Weak"] for name, each in agents.items() if "Weak" in each["statuses"]}
    cards = [each for each in (*view["hand"], *view["discard"]) if isinstance(each, dict)]
    assert (weak, {each["name"]: each["bonus"] for each in cards}) == (dict(reading.weak), dict(reading.bonus))


def choosing(effect: dict[str, Any], *choices: str, enemies: tuple[str, ...] = ENEMIES[:1]) -> State:
    """Play a card with this effect, whose hand holds one Strike besides, and make these choices."""
    card = spire.Card(name="Nest", type="skill", cost=0, effect=effect)
    alive = [{"name": name, "hp": 40} for name in enemies]
    state = spire.battle(hand=["Nest", "Strike"], enemies=alive, content=[card]).new(seed=1, logged=True)
    for choice in ("play Nest", *choices):
        state.play(choice)
    return state


@pytest.mark.parametrize("outer", ["a card in hand", "every card in hand"])
def test_a_card_that_has_left_is_no_longer_aimed_at(outer):
    inner = {"to": "a random card in hand", "do": "exhaust"}
    view = choosing({"to": outer, "do": [inner, {"do": "discard"}, {"block": 3}]}).view()
    assert (view["exhaust"], view["discard"]) == (["Strike"], ["Nest"])
    assert view["player"]["block"] == 3


def test_a_card_that_the_effect_itself_moves_stays_its_target():
    inner = {"to": "a random card in hand", "do": "exhaust"}
    view = choosing({"to": "a card in hand", "do": [{"do": "discard"}, inner, {"do": "exhaust"}]}).view()
    assert (view["exhaust"], view["discard"]) == (["Strike"], ["Nest"])


def test_several_enemies_of_choice_are_different():
    effect = {"to": "2 enemies", "damage": 1}
    lone = choosing(effect)
    assert lone.view()["enemies"][0]["hp"] == 39
    state = choosing(effect, "target Red Louse", enemies=ENEMIES)
    assert [str(each) for each in state.legal()] == ["target Cultist", "target Jaw Worm"]
    view = state.play("target Jaw Worm").view()
    assert [each["hp"] for each in view["enemies"]] == [40, 39, 39]


@pytest.mark.parametrize("also", [{}, {"to": "every card in hand", "do": {"cost": 1}}])
def test_several_cards_of_choice_are_different(also):
    effect = {"to": "3 cards in hand", "do": [{"bonus": 1}, *([also] if also else [])]}
    card = spire.Card(name="Nest", type="skill", cost=0, effect=effect)
    state = spire.battle(hand=["Nest", *CARDS[:2]], enemies=["Cultist"], content=[card]).new(seed=1, logged=True)
    view = state.play("play Nest").play("card Defend").view()
    assert {each["name"]: each["bonus"] for each in view["hand"]} == {"Strike": 1, "Defend": 1}


def test_a_replay_chooses_different_enemies_as_well():
    card = spire.Card(name="Nest", type="attack", cost=0, effect={"to": "2 enemies", "attack": 1})
    enemies = [{"name": name, "hp": 40, "statuses": {}} for name in ENEMIES[:2]]
    game = spire.battle(hand=["Nest"], enemies=enemies, content=[card], player={"statuses": {"Double Tap": 1}})
    state = game.new(seed=1, logged=True).play("play Nest").play("target Red Louse").play("target Red Louse")
    assert [each["hp"] for each in state.view()["enemies"]] == [38, 38]
