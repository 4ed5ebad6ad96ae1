"""Python functions in effects: what they can do to a battle, and how their errors are told."""

from __future__ import annotations

import pytest

from cardwright import scenarios, spire
from cardwright.core import data
from cardwright.core.errors import BadData, CardwrightError

ENEMY = {"name": "Cultist", "hp": 40, "intent": "Dark Strike"}


@spire.host_action
def ring(state, call):
    call.broadcast("Gong", 3)


@pytest.mark.parametrize("effect", [{"host": "ring"}, {"broadcast": "3 Gong"}])
@pytest.mark.parametrize(("to", "hit"), [("an enemy", "enemy"), ("self", "player"), (None, "player")])
def test_a_python_function_broadcasts_for_whom_the_data_form_does(effect, to, hit):
    made = spire.from_dict(
        {
            "events": {"Gong": {"inputs": ["amount", "target"]}},
            "cards": {"Bell": {"type": "skill", "effect": {**effect, **({"to": to} if to else {})}}},
            "statuses": {
                "Ear": {"rules": [{"after": "Gong", "role": "target", "do": {"to": "self", "block": "amount"}}]}
            },
        }
    )
    enemy = {**ENEMY, "statuses": {"Ear": 1}}
    game = spire.battle(hand=["Bell"], enemies=[enemy], content=made, player={"statuses": {"Ear": 1}})
    view = game.new(seed=1, logged=True).play("play Bell").view()
    assert (view["player"]["block"], view["enemies"][0]["block"]) == ((3, 0) if hit == "player" else (0, 3))


@spire.host_action(uses=["Weak", "Burn"])
def tempest(state, call):
    """Change the battle in every way there is."""
    for enemy in call.enemies:
        call.attack(3, to=enemy)
        call.damage(1, to=enemy)
    call.apply("Weak", 2)
    call.block(4)
    call.lose_hp(2)
    call.heal(1)
    call.energy(1)
    call.draw(1)
    call.move(next(card for card in call.cards("hand") if call.name(card) == "Defend"), "discard")
    call.add("Burn", "exhaust")
    return call.number + 5


@spire.host_action
def bad_aim(state, call):
    call.attack(3, to=9)


def asking(function: str) -> spire.Battle:
    effect = spire.Host(function).And(spire.Block("amount")).To(spire.Choose("enemies"))
    card = spire.Card(name="Storm", type="skill", cost=1, effect=effect)
    return spire.battle(hand=["Storm", "Defend"], draw=["Strike"], enemies=[ENEMY], content=[card])


def test_a_python_function_changes_the_battle_and_the_log_tells_it():
    state = asking("tempest").new(seed=1, logged=True).play("play Storm")
    told = [state.game.event_text(event, None) for event in state.events]
    assert [each for each in told if each and "energy goes down" not in each] == [
        "player plays Storm",
        "Cultist loses 3 HP (37 left)",
        "Cultist loses 1 HP (36 left)",
        "Cultist gains 2 Weak (now 2)",
        "player gains 4 block",
        "player loses 2 HP (78 left)",
        "player regains 1 HP (now 79)",
        "player's energy goes up to 3",
        "player draws Strike",
        "Defend is discarded",
        "a new Burn goes to the exhaust pile",
        "Cultist gains 6 block",
        "Storm is discarded",
    ]
    compiled = asking("tempest").new(seed=1).play("play Storm")
    assert compiled.records.tobytes() == state.records.tobytes()


def test_a_python_function_that_names_nobody_is_told_so():
    with pytest.raises(BadData, match="there is no agent 9; there are 0 to 1"):
        asking("bad_aim").new(seed=1).play("play Storm")


@spire.host_action
def divide(state, call):
    return 1 // 0


kept_calls = []


@spire.host_action
def keep_call(state, call):
    kept_calls.append(call)


def test_a_scenario_names_a_python_function_that_fails(tmp_path):
    path = tmp_path / "division.yaml"
    steps = [{"play": "Split"}]
    start = {"content": {"cards": {"Split": {"type": "skill", "effect": {"host": "divide"}}}}, "hand": ["Split"]}
    start["enemies"] = ["Cultist"]
    path.write_text(data.to_yaml({"game": "spire", "name": "Splitting", "start": start, "steps": steps}))
    (scenario,) = scenarios.load_file(path)
    report = str(scenario.run())
    assert "Splitting: FAILED" in report
    assert "the Python function 'divide' raised ZeroDivisionError: integer division or modulo by zero" in report


def test_a_call_that_is_kept_changes_nothing_later():
    asking("keep_call").new(seed=1).play("play Storm")
    with pytest.raises(BadData, match="this call is over"):
        kept_calls.pop().block(5)


def test_an_unknown_status_in_uses_is_refused():
    spire.host_action(uses=["Wekk"])(bad_aim)
    try:
        with pytest.raises(CardwrightError, match="unknown status or card 'Wekk'"):
            asking("bad_aim")
    finally:
        spire.host_action(bad_aim)
