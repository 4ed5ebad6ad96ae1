"""The conformance kit finds every fault that it looks for, and nothing in games that keep the contract."""

from __future__ import annotations

import enum
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import cardwright
from cardwright.cli.main import run
from cardwright.core import inner, registry
from cardwright.testing import ContractBroken, check, register_invariant

HERE = Path(__file__).parent
KUHN = HERE.parents[1] / "examples" / "kuhn.py"

TOLD_APART = "has noticed the same events in two positions, but"

SENTENCES = {
    "none": "",
    "reset leaves residue": "`reset` leaves something of an earlier game",
    "no legal action": "the decider has no legal action",
    "action out of range": "a legal action is not between 0 and `max_actions` - 1",
    "action twice": "`legal` lists the same action twice",
    "reading writes": "reading a position changes it",
    "viewing writes": "reading a position changes it",
    "score out of range": "a score is not between -1 and 1",
    "copies differ": "a copy of the position evolves differently",
    "seeds differ": "draws from outside the record",
    "hiding leaks": "`hide` leaks",
    "hiding forgets": "`hide` changes what P1 knows, as `seen` shows: hands.P1 is ",
    "hiding changes the decider": "`hide` changes who decides",
    "observation leaks": f"P2 {TOLD_APART} `observe` tells them apart: Queen is ",
    "observation too long": "`observe` does not write one number",
    "observation not finite": "not a number from -1 to 1",
    "observation no number": "not a number from -1 to 1: 'own bet' is nan",
    "observation without a size": "`observe` does not write one number",
    "observation not scaled": "not a number from -1 to 1",
    "seen leaks": f"P2 {TOLD_APART} `seen` tells them apart: hands.P1 is ",
    "nothing seen": "needs a method `seen`",
    "ambiguous words": "labels are ambiguous",
    "too long": "takes more decisions than it declares",
    "never ends": "or never ends",
    "fault": "the rules stop",
    "player out of range": "a player who does not take part",
    "declares no chance": "declares no chance",
    "declares nothing hidden": "declares no hidden information",
    "none in bids": "",
    "no event log": "the rules log no events",
    "a secret is known": f"P2 {TOLD_APART} `seen` tells them apart: bids[0] is ",
    "a secret is copied": f"P2 {TOLD_APART} `hide` tells them apart: bids[0] is ",
    "a bonus is copied": f"P2 {TOLD_APART} `hide` tells them apart: 4 decisions later, points[0] is ",
    "an event is missing": "or the rules do not log what the player may know",
    "a bid is told and forgotten": "`hide` forgets what P2 was told: after 'P1 bids 3', P2 knows that bids[0] is 3",
    "a bid can be worked out": "P2 could work out that bids[0] is 3, and `hide` does not keep it",
    "a token like padding": "`tokenise` writes a row of zeroes",
    "none in swap": "",
    "the last card is kept": f"P2 {TOLD_APART} `hide` tells them apart: ",
    "the next card is kept": f"P1 {TOLD_APART} `hide` tells them apart: hands.P2 ",
    "a hand is told and forgotten": "P1 knows that hands.P2 is Three, but many hidden copies contradict it",
    "seen shows a hand": f"P2 {TOLD_APART} `seen` tells them apart: hands.P1 is ",
    "a label tells": f"P2 {TOLD_APART} `label` tells them apart: label[0] is ",
    "a label is shared": "two actions that do different things have one label, called ",
    "the actions of legal tell": f"{TOLD_APART} `legal` tells them apart: legal is ['keep'",
    "the order of legal tells": f"P1 {TOLD_APART} `legal` tells them apart: legal[0] is ",
}


@pytest.fixture(scope="module")
def planted(tmp_path_factory) -> dict[str, str]:
    """What the kit finds in each faulty game, as plain Python: compiling them all would take minutes."""
    command = [sys.executable, str(HERE / "planted.py"), str(HERE.parents[1]), str(tmp_path_factory.mktemp("planted"))]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("fault", SENTENCES)
def test_each_planted_fault_is_found(planted, fault):
    found = planted.pop(fault)
    assert SENTENCES[fault] in found
    assert bool(found) == bool(SENTENCES[fault])
    assert "\n" not in found


def test_the_example_keeps_the_contract_compiled(kuhn_game):
    report = check(kuhn_game, games=300)
    assert (report.games, report.longest, report.skipped) == (300, 3, "")
    assert report.hidden_copies == report.decisions


def own_copy(tmp_path: Path, old: str, new: str) -> str:
    text = KUHN.read_text()
    assert old in text
    path = tmp_path / "own_kuhn.py"
    path.write_text(text.replace(old, new, 1).replace('"kuhn"', '"own_kuhn"'))
    return f"{path}:family"


@pytest.fixture(autouse=True)
def _forget_own_games():
    yield
    registry._registered.pop("own_kuhn", None)


def test_compiled_rules_that_differ_from_plain_python_are_found(tmp_path):
    """An int8 beyond 127 wraps around in NumPy; compiled, it is computed with 64 bits."""
    game = cardwright.game(own_copy(tmp_path, "    s.turn += 1\n", "    s.turn += 1 + (s.bet[0] * 100 + 100 > 150)\n"))
    with pytest.raises(ContractBroken, match="compiled rules differ") as error:
        check(game, games=5)
    assert re.search(
        r"after `apply` of `\w+`, turn is 3 compiled and 2 in plain Python; .* \(seed \d+, step 1\)", str(error.value)
    )


class Chips(enum.IntEnum):
    """What can be wrong with the chips."""

    FINE = 0
    TOO_MANY = 1


@inner
def _few_chips(s, rules, scratch):
    return Chips.TOO_MANY.value if s.bet[0] + s.bet[1] > 3 else Chips.FINE.value


def test_a_games_own_invariant_joins_the_checks(tmp_path):
    game = cardwright.game(own_copy(tmp_path, "class Kuhn", "class Kuhn"))
    register_invariant(game.dtype, _few_chips, Chips)
    with pytest.raises(ContractBroken, match="its own invariant is broken: too many"):
        check(game, games=50, uncompiled=False)


def test_the_command_prints_a_table_or_json(capsys):
    assert run(["check", f"{KUHN}:family", "--games", "20", "--no-uncompiled"]) == 0
    out = capsys.readouterr().out
    assert "the contract is kept" in out
    assert re.search("hidden copies against what events told +│ equal", out)
    assert run(["check", f"{KUHN}:family", "--games", "20", "--no-uncompiled", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["kept"]
    assert answer["properties"]["max_decisions"] == 3


def test_the_command_says_what_is_broken_and_exits_with_1(tmp_path, capsys):
    game = own_copy(tmp_path, "    max_decisions = 3\n", "    max_decisions = 2\n")
    assert run(["check", game, "--games", "20", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["kept"] is False
    assert "takes more decisions than it declares" in answer["why"]
    assert run(["check", "nothing"]) == 2
