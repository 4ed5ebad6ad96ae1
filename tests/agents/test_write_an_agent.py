"""docs/write_an_agent.md: its code is a file of agents, and its commands run."""

from __future__ import annotations

import json
import re
import runpy
import shlex
from pathlib import Path

import numpy as np
import pytest
from climb_game import Climb

from cardwright.agents import make, make_seats, play_game, play_games
from cardwright.agents.compiled import share_kernel
from cardwright.cli.main import run

PAGE = (Path(__file__).parents[2] / "docs" / "write_an_agent.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
(SCRIPT,) = (block for block in BLOCKS if block.startswith("from my_agents"))
COMMANDS = re.findall(r"^    cardwright (.*)$", PAGE, re.MULTILINE)


@pytest.fixture(autouse=True)
def _in_folder(tmp_path_factory, monkeypatch):
    """A folder with the file that the page builds; the same one for all tests, to compile it once."""
    folder = tmp_path_factory.getbasetemp() / "my agents"
    folder.mkdir(exist_ok=True)
    (folder / "my_agents.py").write_text("\n\n".join(block for block in BLOCKS if block != SCRIPT))
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(folder)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run(command, capsys):
    assert run([*shlex.split(command), "--json"]) == 0
    first, other = json.loads(capsys.readouterr().out)["series"]
    assert first["games"] == other["games"] == 20


def test_the_script_runs(capsys):
    Path("script.py").write_text(SCRIPT)
    runpy.run_path("script.py", run_name="__main__")
    assert "chancy 10%" in (shown := capsys.readouterr().out)
    assert "chancy 50%" in shown


@pytest.mark.parametrize("name", ["Last", "Greedy", "Greedy:draws=3", "Patient"])
def test_the_agents_play(name):
    game, seats = Climb(), make_seats(f"my_agents.py:{name},random,mcts:5")
    share_kernel(game, make_seats("my_agents.py:Greedy,my_agents.py:Patient,mcts:5"))  # to compile one for all
    assert make(f"my_agents.py:{name}").compiled == (name != "Last")
    seeds = np.arange(5, dtype=np.uint64)
    played = play_games(game, seats, seeds, seeds)
    assert played.finished.all()
    assert play_game(game, seats, 3, 3).record.tobytes() == played.states[3].tobytes()


def test_the_page_names_the_parameters_of_kernels():
    from cardwright.agents import dispatch

    table = PAGE[PAGE.index("| parameter") : PAGE.index("`s` is the real position")]
    assert tuple(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == dispatch.parameters(dispatch.think)
    assert f"({', '.join(dispatch.parameters(dispatch.pick))})" in PAGE.replace("\n", " ")
