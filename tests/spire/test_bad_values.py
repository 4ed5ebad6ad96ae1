"""Any value in place of a good one works or is refused with one clear sentence."""

from __future__ import annotations

from random import Random
from typing import Any

import pydantic
import random_battles
from complaints import check_sentence
from hypothesis import example, given
from hypothesis import strategies as st

from cardwright import spire
from cardwright.core.errors import BadData, CardwrightError
from cardwright.spire.engine.start import Start
from cardwright.spire.notation import effects

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["self", "X", "hand", "enemies", "Strike", "Strength", "Jaw Worm", "all", -1, 0, 10_000, 2**70]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text(max_size=5) | st.sampled_from(["do", "to", "attack", "name", "when", "cost"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


anything = (
    plain | st.builds(object) | st.binary(max_size=3) | st.tuples(st.integers()) | st.sets(st.integers(), max_size=2)
)


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to all parts of a value."""
    found = [here]
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        found += paths(child, (*here, key))
    return found


def replaced(value: Any, path: tuple[Any, ...], by: Any) -> Any:
    """Return a value in which the part at a path is replaced."""
    if not path:
        return by
    if isinstance(value, dict):
        return {key: replaced(each, path[1:], by) if key == path[0] else each for key, each in value.items()}
    return [replaced(each, path[1:], by) if key == path[0] else each for key, each in enumerate(value)]


@given(st.dictionaries(st.sampled_from([*Start.model_fields, "odd"]), anything, max_size=4))
def test_any_value_as_a_start_works_or_is_refused(start):
    try:
        spire.battle(**start)
    except CardwrightError as error:
        check_sentence(error)


@given(st.integers(0, 10_000), st.data())
def test_a_good_start_with_one_bad_value_works_or_is_refused(seed, data):
    start = random_battles.invented(Random(seed))
    path = data.draw(st.sampled_from(paths(start)))
    changed = replaced(start, path, data.draw(plain))
    try:
        spire.family.game(changed)
    except CardwrightError as error:
        check_sentence(error)


MODELS = {"cards": spire.Card, "statuses": spire.Status, "enemies": spire.Enemy}


@given(st.integers(0, 10_000), st.sampled_from(sorted(MODELS)), st.data())
def test_models_accept_good_values_and_refuse_others(seed, part, data):
    name, value = next(iter(random_battles.invented(Random(seed))["content"][part].items()))
    value = {"name": name, **value}
    path = data.draw(st.sampled_from(paths(value)[1:]))
    changed = replaced(value, path, data.draw(anything))
    try:
        MODELS[part](**changed)
    except pydantic.ValidationError:
        return


@given(st.sampled_from(sorted(effects.ACTIONS)), st.lists(anything, max_size=3))
@example("attack", [6, 7, 8])
def test_actions_accept_good_values_and_refuse_others(action, values):
    try:
        made = effects.ACTIONS[action](*values)
    except (pydantic.ValidationError, TypeError):  # TypeError: too many arguments
        return
    assert isinstance(made, effects.Effect)


@given(plain)
def test_any_value_as_content_works_or_is_refused(value):
    try:
        assert isinstance(spire.from_dict(value), spire.Content)
    except BadData as error:
        check_sentence(error)


@given(st.text(max_size=12) | st.text(alphabet="hp XA1+-*/%<>=!()[]{},.:'\"\\&|~^@#_\n\0", max_size=30))
@example("1and 2")
@example("'\\d'")
@example("0777")
def test_any_text_as_a_formula_works_or_is_refused(text):
    card = {"type": "skill", "cost": text, "effect": {"block": text}}
    try:
        spire.family.game({"deck": ["Odd"], "enemies": ["Cultist"], "content": {"cards": {"Odd": card}}})
    except CardwrightError as error:
        check_sentence(error)


def test_content_reads_back():
    for seed in range(20):
        content = spire.from_dict(random_battles.invented(Random(seed))["content"])
        assert spire.from_dict(content.to_dict()) == content
