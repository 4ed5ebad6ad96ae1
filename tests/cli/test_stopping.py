"""Ctrl-C: one line on the error stream, and exit code 130."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest
from patience import PATIENCE

from cardwright import arena, autobattler, balance
from cardwright.cli.main import run
from cardwright.generate import cards


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_a_search_with_a_folder_says_how_to_resume(balance_config, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(balance, "tune", interrupted)
    assert run(["balance", balance_config, "--out", str(tmp_path / "report")]) == 130
    assert capsys.readouterr().err == "stopped; the same command with --resume continues\n"


def test_a_search_without_a_folder_says_that_nothing_is_kept(balance_config, monkeypatch, capsys) -> None:
    monkeypatch.setattr(balance, "tune", interrupted)
    assert run(["balance", balance_config]) == 130
    assert capsys.readouterr().err == "stopped; nothing is kept without --out FOLDER\n"


def test_a_search_for_cards_says_how_to_resume(tmp_path, monkeypatch, capsys) -> None:
    """A search that a key press ends keeps what it found, so the command reports it, too."""

    search_cards = cards.search_cards

    def stopped_early(*arguments: object, **options: object) -> cards.Search:
        search = search_cards(*arguments, **options)
        search.interrupted = True
        return search

    monkeypatch.setattr(cards, "search_cards", stopped_early)
    assert run(["generate", "cards", "autobattler", "--evaluations", "1", "--out", str(tmp_path / "found")]) == 130
    output = capsys.readouterr()
    assert output.err.endswith("stopped; the same command with --resume continues\n")
    assert (tmp_path / "found" / "archive.json").exists()


def test_other_commands_report_that_they_stopped(monkeypatch, capsys) -> None:
    monkeypatch.setattr(autobattler, "tournament", interrupted)
    monkeypatch.setattr(arena, "run", interrupted)
    for command in (["autobattler", "tournament", "table-2"], ["autobattler", "draft"]):
        assert run(command) == 130
        assert capsys.readouterr().err == "stopped\n"


@pytest.fixture(autouse=True)
def _usual_ctrl_c():
    """Tests that run as a shell's background job would ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_signal_stops_a_long_computation(balance_config, tmp_path) -> None:
    """A metric that sleeps stands in for long work; it touches a file once it runs."""
    (tmp_path / "slow.py").write_text(
        "import pathlib, time\n\ndef slow(metagame):\n    pathlib.Path('begun').touch()\n    time.sleep(60)\n"
    )
    with open(balance_config, "a") as study:
        study.write("objectives: ['slow.py:slow']\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "cardwright", "balance", "look", "config.yaml", "--jobs", "1"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background job ignores it
    )
    while not (tmp_path / "begun").exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130, errors
    assert errors.splitlines()[-1] == "stopped"


@pytest.mark.parametrize("lost", ["raise ImportError('interrupted')", "pass"])
def test_a_lost_interrupt_still_stops_the_command(tmp_path, monkeypatch, capsys, lost) -> None:
    """Extension modules turn the interrupt into an ImportError, and some code swallows it."""
    (tmp_path / "swallowing_module.py").write_text(
        "import signal, time\ntry:\n    signal.raise_signal(signal.SIGINT)\n"
        f"except KeyboardInterrupt:\n    {lost}\ntime.sleep(60)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))

    def work(*_: object, **__: object) -> None:
        import swallowing_module  # noqa: F401

    monkeypatch.setattr(autobattler, "tournament", work)
    monkeypatch.setattr("cardwright.cli.stopping.SECONDS_TO_ARRIVE", 0.1)
    assert run(["autobattler", "tournament", "table-2"]) == 130
    assert capsys.readouterr().err == "stopped\n"
    sys.modules.pop("swallowing_module", None)


def test_ctrl_c_while_the_program_is_imported_prints_nothing() -> None:
    code = (
        "import runpy, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'cardwright.cli.main': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Finder())\n"
        "runpy.run_module('cardwright', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(("presses", "raised"), [(1, arena.Interrupted), (2, KeyboardInterrupt)])
def test_the_first_ctrl_c_says_how_to_stop_at_once(kuhn_game, capsys, presses, raised) -> None:
    left = iter([signal.SIGINT] * presses)

    def press(*_: object) -> None:
        for each in left:
            signal.raise_signal(each)

    with pytest.raises(raised):
        arena.run(kuhn_game, "2*first", games=1000, seed=1, jobs=1, progress=press)
    assert capsys.readouterr().err.count("finishing what is running; press Ctrl-C again to stop at once\n") == 1


BUSY_WORKER = """
import sys, time
from cardwright.cli import main
from cardwright.core.working.pool import ProcessPool

def stop(arguments):
    pool = ProcessPool(1)
    pool.submit(abs, 1).result()
    pool.submit(time.sleep, 100_000)
    time.sleep(0.5)  # until the worker is asleep
    raise KeyboardInterrupt

if __name__ == "__main__":
    main.run = stop
    main.main()
"""


def test_ctrl_c_does_not_wait_for_busy_workers(tmp_path) -> None:
    script = tmp_path / "busy.py"
    script.write_text(BUSY_WORKER)
    ended = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stderr) == (130, "stopped\n")
