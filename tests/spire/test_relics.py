"""Relics and potions: the table of facts, user-made ones, and what players, logs and files see of them.

What each does is in relics.yaml and potions.yaml of tests/scenarios/spire and tests/scenarios/spire_runs.
"""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardwright import spire
from cardwright.core import data
from cardwright.core.errors import CardwrightError
from cardwright.core.interpreted import plain
from cardwright.core.saved_games import load_state
from cardwright.scenarios import load_file
from cardwright.scenarios.script import Expect
from cardwright.spire.engine.rules import OpenRules, Rules
from cardwright.spire.engine.verbs import advise
from cardwright.spire.notation.checking import mistakes

HERE = Path(__file__).parent
SCENARIOS = HERE.parent / "scenarios"
OUTSIDE_ONLY = 47  # relics that only matter between battles
PICKED_UP_LATER = ("Black Blood", "Necronomicon")  # which recorded runs of act 2 do, but no scenario of act 1 can
BREW = spire.Potion(name="Brew", effect={"block": "3 (7)"})
BELL = spire.Relic(
    name="Bell",
    counter="battle",
    rules=[{"after": "card played", "types": "attack", "every": 2, "do": {"to": "all enemies", "damage": 1}}],
)


def facts() -> tuple[list[list[str]], list[list[str]]]:
    """Return the rows about relics and about potions."""
    text = (HERE / "data" / "carried.txt").read_text(encoding="utf-8")
    parts = [part.splitlines() for part in text.split("\n\n")]
    relics, potions = ([line.split("; ") for line in part if line and line[0] != "#"] for part in parts)
    return relics, potions


def with_scenario(key: str, folder: str = "spire") -> set[str]:
    """Return the relics or potions that a scenario of battles or of runs starts with, or expects to be owned."""
    files = [file for each in ("relics", "potions", "rooms") if (file := SCENARIOS / folder / f"{each}.yaml").exists()]
    found: list[Any] = []
    for scenario in (scenario for file in files for scenario in load_file(file)):
        expected = [each.position for each in scenario.steps if isinstance(each, Expect)]
        start = scenario.start.get("run", scenario.start)
        found += [each for part in (start, *expected) for each in part.get(key, ()) if not isinstance(part[key], dict)]
    return {each["name"] if isinstance(each, dict) else each for each in found}


def test_all_relics_of_the_facts_are_there_and_each_has_a_scenario_wherever_it_acts() -> None:
    relics, _ = facts()
    content, in_battles, in_runs = spire.standard(), with_scenario("relics"), with_scenario("relics", "spire_runs")
    assert [row[0] for row in relics if row[0] not in content.relics] == []
    for name, tier, whose, where, *kept in relics:
        relic = content.relics[name]
        assert (relic.tier, relic.color == "red") == (tier, whose == "ironclad"), name
        assert (relic.counter == "kept") >= bool(kept) or "bottle" in str(relic.outside), name
        assert bool(relic.outside) == (where in ("outside", "both")), name
        assert (name in in_battles) == (where in ("battles", "both")), name
        assert name in in_runs or where == "battles" or name in PICKED_UP_LATER, name
    outside = [name for name, _, _, where, *_ in relics if where == "outside"]
    assert len(outside) == OUTSIDE_ONLY
    assert all(not content.relics[name].rules for name in outside)


def test_all_potions_of_the_facts_are_there_with_their_amounts_and_a_scenario() -> None:
    _, potions = facts()
    content, scenarios = spire.standard(), with_scenario("potions")
    for name, rarity, whose, outside, amount, strong in potions:
        potion = content.potions[name]
        assert (potion.rarity, potion.color == "red") == (rarity, whose == "ironclad")
        assert potion.outside == (outside == "yes"), name
        assert (potion.strong is not None) == (amount != strong), name
        if amount not in ("-", "1"):
            assert amount in potion.says(), name
            assert strong in potion.stronger().says(), name
        assert name in scenarios


def test_every_relic_and_potion_has_a_text_and_reads_back() -> None:
    content = spire.standard()
    for each in (*content.relics.values(), *content.potions.values()):
        text = each.says(content)
        assert text.endswith("."), each.name
        assert "{" not in text, each.name
        assert "None" not in text, each.name
    words = content.to_words()
    again = spire.from_dict({key: words[key] for key in ("relics", "potions")})
    assert (again.relics, again.potions) == (content.relics, content.potions)


def test_a_battle_without_relics_and_potions_has_the_usual_rules() -> None:
    assert spire.battle().rules.dtype == Rules
    assert spire.battle(relics=["Vajra"]).rules.dtype == OpenRules
    assert spire.battle(potions=["Fire Potion"]).rules.dtype == OpenRules
    assert "relics" not in spire.battle().new(seed=1, logged=True).view()


def test_a_relic_and_a_potion_of_ones_own() -> None:
    game = spire.battle(
        deck=["Strike"] * 5, enemies=["Cultist"], relics=["Bell"], potions=["Brew"], content=[BELL, BREW]
    )
    state = game.new(seed=1, logged=True)
    before = state.view()["enemies"][0]["hp"]
    state.play("play Strike")
    assert state.view()["relics"] == [{"name": "Bell", "counter": 1}]
    state.play("play Strike").play("potion Brew")
    view = state.view()
    assert before - view["enemies"][0]["hp"] == 13
    assert (view["relics"], view["potions"]) == ([{"name": "Bell", "counter": 0}], ["empty"] * 3)
    assert view["player"]["block"] == 3
    assert BELL.says() == "Every 2nd time you play an attack: deal 1 damage to all enemies."
    assert game.face("Bell") is not None
    assert game.glossary()["Brew"] == "Gain 3 block."


def test_the_log_names_relics_and_potions() -> None:
    game = spire.battle(relics=["Orichalcum", "Vajra"], potions=["Block Potion"])
    state = game.new(seed=1, logged=True)
    told = [game.event_text(event, None) for event in state.events]
    assert told.index("Vajra acts") < told.index("player gains 1 Strength (now 1)")
    state.play("potion Block Potion")
    told = [game.event_text(event, None) for event in state.events]
    assert told[-2:] == ["player uses Block Potion", "player gains 12 block from Block Potion"]
    state.play("end turn").play("end turn")
    assert "player gains 6 block from Orichalcum" in [game.event_text(event, None) for event in state.events]


def test_views_are_starts_and_games_are_saved_with_relics_and_potions(tmp_path: Path) -> None:
    game = spire.battle(
        deck=["Strike"] * 10, relics=["Nunchaku", "Runic Dome"], potions=["Fire Potion", None, "Elixir"]
    )
    state = game.new(seed=2, logged=True).play("play Strike")
    view = state.view()
    again = spire.family.game({key: each for key, each in view.items() if key != "offered"}).new(seed=3, logged=True)
    assert {key: again.view()[key] for key in ("relics", "potions")} == {
        "relics": [{"name": "Nunchaku", "counter": 1}, "Runic Dome"],
        "potions": ["Fire Potion", "empty", "Elixir"],
    }
    state.save(tmp_path / "game.json")
    assert load_state(tmp_path / "game.json", logged=True).view() == view


@pytest.mark.parametrize("strong", [False, True])
def test_a_chosen_card_comes_to_the_hand_and_the_others_are_gone(strong: bool) -> None:
    game = spire.battle(hand=["Defend"], potions=["Skill Potion"], relics=["Sacred Bark"] if strong else [])
    state = game.new(seed=4, logged=True).play("potion Skill Potion")
    offered = state.view()["offered"]
    assert len({*offered}) == 3
    assert {game.content.cards[name].type for name in offered} == {"skill"}
    state.play(f"card {offered[1]}")
    copies = [each for each in state.view()["hand"] if each != "Defend"]
    assert copies == [{"name": offered[1], "cost": 0}] * (2 if strong else 1) or offered[1] in copies
    assert "offered" not in state.view()


def test_hidden_intents_are_drawn_anew_for_searches() -> None:
    game = spire.battle(deck=["Strike"] * 5, enemies=["Spike Slime M"], relics=["Runic Dome"])
    state = game.new(seed=1, logged=True)
    copies = [state.copy(hidden_from=0, seed=seed, logged=True) for seed in range(20)]
    assert len({int(copy.record.agents[1].move) for copy in copies}) == 2
    assert state.view()["enemies"][0]["intent"] == {
        "name": "hidden",
        "effects": [],
        "words": "Intent hidden",
    }
    assert not any("intends" in game.event_text(event, None) for event in state.events)
    intents = [index for index, name in enumerate(game.features) if "intends" in name or "damage" in name]
    assert not state.observe()[intents].any()


def test_a_hidden_intent_that_replaced_another_move_is_drawn_anew() -> None:
    state = spire.battle(deck=["Strike"], enemies=["Red Slaver"], relics=["Runic Dome"]).new(seed=1)
    agent = state.record.agents[1]
    stab = int(agent.move)
    scrape, entangle = stab + 1, stab + 2
    agent.last_move = agent.earlier_move = scrape  # twice in a row, so that Stab takes its place
    copies = [state.copy(hidden_from=0, seed=seed) for seed in range(20)]
    assert {int(copy.record.agents[1].move) for copy in copies} == {stab, entangle}


def test_the_order_of_the_draw_pile_stays_for_whoever_sees_it() -> None:
    deck = ["Strike"] * 8 + ["Defend"] * 8
    for relics, changed in ((["Frozen Eye"], False), (["Vajra"], True)):
        state = spire.battle(deck=deck, relics=relics).new(seed=1, logged=True)
        copies = [state.copy(hidden_from=0, seed=seed, logged=True).view()["draw"] for seed in range(5)]
        assert any(copy != state.view()["draw"] for copy in copies) == changed
        assert (state.seen(0)["draw"] != state.view()["draw"]) == changed


def test_the_rule_based_player_saves_potions_for_when_they_are_needed() -> None:
    start: dict[str, Any] = {"hand": ["Strike"], "enemies": [{"name": "Jaw Worm", "hp": 40}]}
    assert advised(**start, potions=["Fire Potion"], player={"hp": 12, "max_hp": 80}) == "potion Fire Potion"
    assert advised(**start, potions=["Fire Potion"], player={"hp": 80}) == "play Strike"
    assert advised(**start, potions=["Smoke Bomb"], player={"hp": 3, "max_hp": 80}) == "potion Smoke Bomb"
    assert advised(**start, potions=["Smoke Bomb"], player={"hp": 60, "max_hp": 80}) == "play Strike"


def advised(**start: Any) -> str:
    """Return what the rule-based player does first."""
    game = spire.battle(**start)
    state = game.new(seed=1, logged=True)
    actions = np.array([action.id for action in state.legal()])
    chosen = plain(advise)(state.record, game.rules[0], np.array(game.weights), 0, actions, len(actions))
    return str(state.find(int(chosen)))


def test_the_page_on_relics_is_right(tmp_path: Path) -> None:
    page = (HERE.parents[1] / "docs" / "relics.md").read_text(encoding="utf-8")
    (tmp_path / "example.yaml").write_text(page.split("```yaml\n")[1].split("```")[0])
    assert mistakes(tmp_path / "example.yaml") == []
    assert "Every 3rd time you play an attack: deal 2 damage to all enemies." in page
    assert doctest.testfile(str(HERE.parents[1] / "docs" / "relics.md"), module_relative=False).failed == 0


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ({"relics": ["Vajara"]}, "unknown relic 'Vajara'; did you mean 'Vajra'"),
        ({"relics": ["Vajra", "Vajra"]}, "Vajra is there twice"),
        ({"relics": [{"name": "Vajra", "counter": 2}]}, "Vajra has no counter"),
        ({"relics": [{"name": "Nunchaku", "counter": -1}]}, "greater than or equal to 0"),
        ({"potions": ["Fire"]}, "unknown potion 'Fire'"),
        ({"potions": ["Fire Potion"] * 6}, "at most 5"),
        ({"potions": ["Fire Potion"] * 3, "potion_slots": 2}, "3 potions do not fit into 2 slots"),
        ({"room": "cellar"}, "room"),
        ({"deck": [{"name": "Bash", "bottled": True}]}, "1 bottled cards need"),
    ],
)
def test_mistakes_in_starts_are_named(start: dict[str, Any], says: str) -> None:
    with pytest.raises(CardwrightError, match=says):
        spire.family.game({"deck": ["Strike"], "enemies": ["Cultist"], **start})


def test_mistakes_in_files_are_named_with_their_lines(tmp_path: Path) -> None:
    content = {
        "relics": {
            "One": {"rules": [{"after": "card played", "every": 3, "do": {"block": 1}}]},
            "Two": {"tier": "epic"},
            "Three": {"rules": [{"after": "battle start", "do": {"to": "self", "apply": "1 Strenght"}}]},
            "Four": {"outside": {"pickup": {"gems": 3}}},
        },
        "potions": {"Five": {"rarity": "common"}, "Six": {"effect": {"damage": 3}}},
        "statuses": {"Seven": {"rules": [{"after": "card played", "every": 3, "do": {"block": 1}}]}},
    }
    (tmp_path / "wrong.yaml").write_text(data.to_yaml(content))
    found = "\n".join(mistakes(tmp_path / "wrong.yaml"))
    for says in (
        "a rule with 'every' or 'spend' needs a counter",
        "unknown tier of relics 'epic'",
        "unknown effect 'gems'",
        "a potion has either an effect or 'keeps'",
        "only a relic has rules with 'every'",
    ):
        assert says in found
    sound = {"relics": {"Three": content["relics"]["Three"]}, "potions": {"Six": content["potions"]["Six"]}}
    (tmp_path / "wrong.yaml").write_text(data.to_yaml(sound))
    found = "\n".join(mistakes(tmp_path / "wrong.yaml"))
    assert "unknown status 'Strenght'" in found
    assert "'damage' needs a target" in found
