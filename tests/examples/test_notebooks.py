"""The notebooks in examples/ run from top to bottom, at a small size."""

from __future__ import annotations

from pathlib import Path

import pytest
from running_notebooks import run_notebook

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SMALL = {
    "balance_a_set": {"BUDGET": 20, "SIZE": 2},
    "compare_agents": {"AGENTS": ["first", "random", "rules"], "GAMES": 20},
    "design_a_card": {"GAMES": 1, "EVERY": 12},
}
SHOWN = {  # words that a reader finds among the outputs
    "balance_a_set": ["Five cards for a first set", "best at cards.Ogre.attack", "before", "Ogre"],
    "compare_agents": ["Differences between series", "win rate %", "Row did better than column", "decides"],
    "design_a_card": ["Deal damage equal to your block.", "strength", "Pommel Strike", "Jaw Worm"],
}


def read(name):
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed: pip install 'cardwright[test]'")
    return nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)


def test_every_notebook_is_tested():
    assert {path.stem for path in EXAMPLES.glob("*.ipynb")} == set(SMALL) == set(SHOWN)


@pytest.mark.parametrize("name", SMALL)
def test_a_notebook_is_saved_without_outputs_and_with_its_sizes_first(name):
    first, *others = [cell for cell in read(name).cells if cell.cell_type == "code"]
    assert first.metadata["tags"] == ["parameters"]
    assert all(f"{key} = " in first.source for key in SMALL[name])
    assert not any(cell.outputs or cell.execution_count for cell in (first, *others))


@pytest.mark.parametrize("name", SMALL)
def test_a_notebook_runs_at_a_small_size(name):
    notebook = read(name)
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    first.source += "".join(f"\n{key} = {value!r}" for key, value in SMALL[name].items())
    done = run_notebook(notebook, EXAMPLES)
    outputs = [output for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]
    shown = "\n".join(str(each.get("data", each.get("text", ""))) for each in outputs)
    assert all(words in shown for words in SHOWN[name])
    assert not any(each.get("name") == "stderr" for each in outputs if "Compiling" not in each.get("text", ""))
