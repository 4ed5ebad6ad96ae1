"""Progress bars on terminals, in notebooks and as lines for programs, and what an interrupted notebook keeps."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
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


def lines_of(capsys) -> list[dict]:
    return [json.loads(each)["progress"] for each in capsys.readouterr().err.splitlines()]


def test_a_program_that_asks_for_lines_gets_json(monkeypatch, capsys):
    monkeypatch.setenv(progress.LINES, progress.JSON)
    monkeypatch.setattr(progress, "_watch_reader", lambda: None)  # of the tests' own error stream
    with progress.bar("playing") as move:
        move(3, 10, "rules")
    assert lines_of(capsys) == [
        {"bar": 0, "what": "playing", "done": 0, "total": None},
        {"bar": 0, "what": "playing rules", "done": 3, "total": 10},
    ]


def test_lines_are_limited_in_number_and_end_with_the_last_state(monkeypatch, capsys):
    monkeypatch.setenv(progress.LINES, progress.JSON)
    monkeypatch.setattr(progress, "_watch_reader", lambda: None)  # of the tests' own error stream
    monkeypatch.setattr(progress, "REDRAW_SECONDS", 3600)
    with progress.bars() as move:
        for done in range(1000):
            move(0, "first", done, 1000)
            move(1, "second", done, None)
    found = [(each["bar"], each["done"]) for each in lines_of(capsys)]
    assert (found[0], sorted(found[1:])) == ((0, 0), [(0, 999), (1, 999)])


@pytest.mark.parametrize("pause", [0.1, 600])
def test_work_whose_reader_is_gone_stops_as_with_ctrl_c(pause):
    code = f"""
import sys, time
from cardwright.core.showing import progress
try:
    with progress.bar("working") as move:
        for done in range(100):
            move(done, 100)
            time.sleep({pause})
except KeyboardInterrupt:
    print("stopped, and can still write", file=sys.stderr)
    print("stopped")
"""
    environment = {**os.environ, progress.LINES: progress.JSON}
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        process.stderr.readline()
        process.stderr.close()
        assert process.stdout.read() == "stopped\n"
    assert process.returncode == 0
