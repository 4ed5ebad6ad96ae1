"""Parameters of a config: free, fixed and tied numbers, and errors for unknown ones."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from cardwright.balance import Study, paths, sweeps
from cardwright.balance.parameters import Space
from cardwright.core.errors import BadData, CardwrightError

RULES = {
    "cards": {
        "Bash": {"cost": 2, "effect": {"do": [{"attack": 8}, {"apply": "Vulnerable", "amount": 2}]}},
        "Whirlwind": {"cost": "X", "effect": {"times": "X", "do": [{"attack": 5}]}},
        "Anger": {"cost": 0, "effect": [{"do": [{"attack": 6}]}, {"do": [{"duplicate": "discard"}]}]},
        "J.A.X.": {"cost": 0, "effect": {"do": [{"lose_hp": 3}]}},
        "Twice": {"effect": [{"do": [{"attack": 1}]}, {"do": [{"attack": 2}]}]},
    },
    "list": [{"name": "Ogre", "attack": 7}, {"name": "Imp", "attack": 1}],
    "start": {"player": {"hp": 70}, "deck": "ironclad", "enemies": ["Jaw Worm", {"name": "Cultist"}]},
}
SYNONYMS = {"damage": "attack"}


def space(specs):
    return Space.read(specs, RULES, SYNONYMS)


def test_a_path_need_not_spell_out_how_an_effect_is_nested():
    assert paths.find(RULES, "cards.Bash.damage", SYNONYMS) == {
        "cards.Bash.damage": ("cards", "Bash", "effect", "do", 0, "attack")
    }
    assert paths.find(RULES, "cards.Anger.attack")["cards.Anger.attack"][-1] == "attack"
    assert paths.find(RULES, 'cards."J.A.X.".lose_hp') == {
        'cards."J.A.X.".lose_hp': ("cards", "J.A.X.", "effect", "do", 0, "lose_hp")
    }


def test_an_ambiguous_path_is_refused():
    with pytest.raises(BadData, match=r"it could be effect\.0\.do\.0\.attack, effect\.1\.do\.0\.attack"):
        paths.find(RULES, "cards.Twice.attack")


def test_a_star_names_all_entries_that_have_such_a_number():
    assert list(paths.find(RULES, "cards.*.cost")) == ["cards.Bash.cost", "cards.Anger.cost", 'cards."J.A.X.".cost']
    assert list(paths.find(RULES, "list.*.attack")) == ["list.Ogre.attack", "list.Imp.attack"]
    with pytest.raises(BadData, match="no entry has such a number"):
        paths.find(RULES, "cards.*.speed")


def test_later_lines_override_and_a_bare_number_fixes():
    found = space({"cards.*.cost": [0, 3], "cards.Anger.cost": 1, "cards.Bash.cost": [1, 2]})
    assert [each.label for each in found.variables] == ['cards."J.A.X.".cost', "cards.Bash.cost"]
    assert found.settings((0, 1)) == {'cards."J.A.X.".cost': 0, "cards.Bash.cost": 2, "cards.Anger.cost": 1}


def test_numbers_can_follow_others():
    found = space({
        "list.Ogre.attack": [1, 10],
        "list.Imp.attack": {"same as": "list.Ogre.attack", "times": 2, "plus": -1},
        "cards.Bash.cost": {"same as": "cards.Anger.cost", "plus": 1},
    })  # fmt: skip
    assert found.settings((4,)) == {"list.Ogre.attack": 5, "list.Imp.attack": 9, "cards.Bash.cost": 1}
    with pytest.raises(BadData, match="not tied itself"):
        space({
            "list.Ogre.attack": [1, 2],
            "list.Imp.attack": {"same as": "list.Ogre.attack"},
            "cards.Bash.cost": {"same as": "list.Imp.attack"},
        })  # fmt: skip


def test_a_shared_number_has_one_value_for_all_matches():
    found = space({"list.*.attack": {"bounds": [1, 4], "shared": True}})
    assert len(found.variables) == 1
    assert set(found.values((2,)).values()) == {3}
    assert len(found.values((2,))) == 2


def test_change_counts_shared_tied_and_fixed_numbers_too():
    shared = space({"list.*.attack": {"bounds": [1, 7], "shared": True}})
    assert shared.change((6,)) == pytest.approx((0 + 1) / 2)  # Ogre stays at 7, Imp moves by its whole range
    tied = space({"list.Ogre.attack": [5, 9], "list.Imp.attack": {"same as": "list.Ogre.attack", "times": 2}})
    assert tied.change((2,)) == pytest.approx((0 + 13 / 17) / 2)  # Imp could be 18 and was 1
    fixed = space({"list.Ogre.attack": [5, 9], "list.Imp.attack": 3, "cards.Bash.cost": 2})
    assert fixed.change((2,)) == pytest.approx(1 / 2)  # the cost of Bash is unchanged
    word = space({"list.Ogre.attack": [5, 9], "cards.Whirlwind.cost": 3})
    assert word.change((4,)) == pytest.approx((0.5 + 1) / 2)  # it was not a number


def test_steps_and_lists_of_values():
    found = space({"list.Ogre.attack": {"bounds": [0.5, 2], "step": 0.5}, "list.Imp.attack": {"values": [9, 1, 3]}})
    assert found.variables[0].grid == (0.5, 1.0, 1.5, 2.0)
    assert found.variables[1].grid == (1, 3, 9)


def test_a_missing_number_can_be_given_a_start_value():
    found = space(
        {"cards.Whirlwind.cost": {"values": [0, 1, 2], "from": 2}, "start.player.block": {"bounds": [0, 9], "from": 0}}
    )
    assert found.start == (2, 0)
    assert found.values((0, 5)) == {("cards", "Whirlwind", "cost"): 0, ("start", "player", "block"): 5}
    found = space({"start.enemies.Cultist.hp": {"bounds": [1, 99], "from": 50}})
    values = found.values((9,))
    assert paths.changed(RULES, values)["start"]["enemies"] == ["Jaw Worm", {"name": "Cultist", "hp": 10}]


@pytest.mark.parametrize(
    ("specs", "message"),
    [
        ({}, "must map paths to bounds"),
        ({"cards.Bsh.cost": [0, 3]}, "unknown part of a path 'Bsh'; did you mean 'Bash'"),
        ({"cards.Bash.cost": [3, 0]}, "the lower bound comes first"),
        ({"cards.Bash.cost": {"bounds": [1, 2, 3]}}, "bounds are two numbers, the lower first"),
        ({"cards.Bash.cost": [1]}, "bounds are two numbers, the lower first"),
        ({"cards.Bash.cost": "cheap"}, "expected a number"),
        ({"cards.Bash.cost": {"bounds": [0, 1], "values": [3]}}, "either bounds"),
        ({"cards.Bash.cost": {"bonds": [0, 1]}}, "unknown key 'bonds'"),
        ({"cards.Whirlwind.cost": [0, 3]}, "is 'X', not a number"),
        ({"cards.Bash.cost": 2}, "0 parameters are free"),
        ({"cards..cost": [0, 1]}, "is not a path"),
        ({"start.gold": [3, 12]}, "unknown part of a path 'gold'.*give a start value with 'from'"),
        ({"start.deck.Bash": {"bounds": [0, 5], "from": 1}}, "start.deck is 'ironclad', which cannot contain 'Bash'"),
        (
            {"start.enemies.0.hp": {"bounds": [1, 5], "from": 3}},
            "start.enemies.0 is 'Jaw Worm', which cannot contain 'hp'",
        ),
        ({"cards.Bash.cost": {"same as": "cards.*.cost"}, "list.Imp.attack": [1, 2]}, "exactly one number"),
    ],
)
def test_bad_parameters_are_refused_in_one_sentence(specs, message):
    with pytest.raises(CardwrightError, match=message):
        space(specs)


@given(st.data())
def test_values_stay_within_bounds_and_change_is_not_negative(data):
    low = data.draw(st.integers(-5, 5))
    high = low + data.draw(st.integers(1, 20))
    found = space({"list.*.attack": [low, high]})
    genome = tuple(data.draw(st.integers(0, size - 1)) for size in found.sizes)
    assert all(low <= value <= high for value in found.values(genome).values())
    assert found.change(genome) >= 0
    assert all(0 <= index < size for index, size in zip(found.start, found.sizes, strict=True))


def test_changed_copies_only_the_containers_on_the_way():
    changed = paths.changed(RULES, {("cards", "Bash", "effect", "do", 0, "attack"): 9})
    assert changed["cards"]["Bash"]["effect"]["do"][0] == {"attack": 9}
    assert RULES["cards"]["Bash"]["effect"]["do"][0] == {"attack": 8}
    assert changed["cards"]["Anger"] is RULES["cards"]["Anger"]


def test_samples_cover_the_whole_space():
    found = space({"list.*.attack": [1, 3]})
    rng = np.random.default_rng(1)
    assert len({found.sample(rng) for _ in range(200)}) == found.count == 9


def test_a_misspelt_path_of_a_sweep_gets_a_suggestion():
    study = Study(
        {"play": {"tournament": {"cards": "table-2", "size": 2}}, "parameters": {"cards.*.attack": [1, 9]},
         "objectives": ["entropy"]}
    )  # fmt: skip
    name = study.space.variables[0].label.split(".")[1]
    with pytest.raises(BadData, match=rf"atack is not free in the config; did you mean cards\.{name}\.attack\?"):
        sweeps._axis(study, f"cards.{name}.atack")
