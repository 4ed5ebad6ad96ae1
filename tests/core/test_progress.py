"""Progress bars on terminals and in notebooks, and what an interrupted notebook keeps."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from notebook_html import HOSTILE, words_of
from running_notebooks import run_cells, text_of

from cardwright.core.showing import progress

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
ON_KUHN = "import os; os.environ['NUMBA_DISABLE_JIT'] = '1'\nfrom cardwright import arena\n"


def test_a_function_of_the_caller_gets_the_reports_as_they_are():
    reports = []
    with progress.shown(lambda *found: reports.append(found), "games", lambda *found: (0, 0)) as report:
        report(3, 10, "words")
    assert reports == [(3, 10, "words")]


@pytest.mark.parametrize("nothing", [None, False])
def test_nobody_is_told_unless_asked_for(nothing):
    with progress.shown(nothing, "games") as report:
        assert report is None


def test_true_shows_a_bar_of_what_the_step_returns(monkeypatch):
    moves = []

    @contextlib.contextmanager
    def recorded():
        yield lambda *found: moves.append(found)

    monkeypatch.setattr(progress, "bars", recorded)
    with progress.shown(True, "games", lambda done, total: (2 * done, total, "played")) as report:
        report(3, 10)
    assert moves == [(0, "games", 0, None), (0, "games played", 6, 10)]


def test_a_notebook_draws_bars_below_the_cell_and_clears_them(monkeypatch):
    display = pytest.importorskip("IPython.display", reason="IPython is not installed")
    drawn = []

    class Handle:
        def update(self, shown):
            drawn.append(shown.data)

    monkeypatch.setattr(display, "display", lambda shown, display_id: Handle())
    monkeypatch.setattr(progress, "in_notebook", lambda: True)
    monkeypatch.setattr(progress, "REDRAW_SECONDS", 0)
    with progress.bar(HOSTILE) as move:
        move(1, 4, "of many")
        assert f"{HOSTILE} of many 1/4" in words_of(drawn[-1])
        assert "width: 25%" in drawn[-1]
        move(1_234_567, 10_000_000)
        assert "1,234,567/10,000,000" in words_of(drawn[-1])
        move(1, None)
        assert "1/" not in words_of(drawn[-1])
    assert drawn[-1] == ""


def test_a_notebook_is_told_from_a_terminal(tmp_path):
    (cell,) = run_cells(tmp_path, "from cardwright.core.showing import progress\nprogress.in_notebook()")
    assert text_of(cell) == "True"
    assert not progress.in_notebook()


def test_interrupting_a_notebook_keeps_the_games_so_far():
    stop = "lambda *_: os.kill(os.getpid(), __import__('signal').SIGINT)"
    play = f"arena.run('kuhn.py:family', ['random,random'], games=2000, seed=1, jobs=1, progress={stop})"
    meet = f"arena.league('kuhn.py:family', ['random', 'first'], games=2000, seed=1, jobs=1, progress={stop})"
    first, kept, second, standings, bar = run_cells(
        EXAMPLES,
        ON_KUHN + play,
        "import sys; result = sys.last_value.result\n0 < result.series[0].games < 2000, result.complete",
        meet,
        "league = sys.last_value.league\nleague.complete, sorted(each.agent for each in league.standings)",
        "arena.run('kuhn.py:family', ['random,random'], games=20, seed=1, progress=True).complete",
        allow_errors=True,
    )
    for cell in (first, second):
        assert cell.outputs[-1]["traceback"][0].startswith("Stopped.")
    assert text_of(kept) == "(True, False)"
    assert text_of(standings) == "(False, ['first', 'random'])"
    assert text_of(bar).splitlines()[-1] == "True"
