"""Custom metrics: failures are one sentence, and their output stays out of the result."""

from __future__ import annotations

import json

import pytest

from cardwright.balance import Study
from cardwright.cli.main import run
from cardwright.core.errors import CardwrightError

METRICS = """
print("imported")

def key(metagame): return {}["x"]
def lines(metagame): raise RuntimeError("boom\\nsecond line")
def zero(metagame): return 1 / 0
def word(metagame): return "x"
def leaves(metagame): raise SystemExit(3)
def nothing(): return 1
class Thing:
    def __call__(self, metagame): return 0.3
def talks(metagame):
    print("hello")
    return 0.5
"""


@pytest.fixture
def look(tmp_path, capsys):
    """Run `balance look` with a metric from a file with this text."""

    def look(metric, text=METRICS, home="own.py"):
        (tmp_path / "own.py").write_text(text)
        config = tmp_path / "config.yaml"
        config.write_text(
            f"play: {{tournament: {{cards: table-2, size: 1}}}}\n"
            f"parameters: {{cards.*.attack: [1, 9]}}\nobjectives: ['{home}:{metric}']\n"
        )
        return run(["balance", "look", str(config), "--json"]), capsys.readouterr()

    return look


@pytest.mark.parametrize(
    ("metric", "words"),
    [
        ("key", "metric own.py:key failed: KeyError: 'x'"),
        ("lines", "metric own.py:lines failed: RuntimeError: boom second line"),
        ("zero", "metric own.py:zero failed: ZeroDivisionError: division by zero"),
        ("word", "metric own.py:word failed: ValueError: could not convert"),
        ("leaves", "metric own.py:leaves failed: SystemExit: 3"),
        ("nothing", "the metric own.py:nothing takes no arguments; it must take a metagame"),
        ("Thing", "the metric own.py:Thing takes no arguments"),
    ],
)
def test_a_metric_that_fails_is_named(metric, words, look):
    code, out = look(metric)
    assert code == 2
    assert not out.out
    printed = [line for line in out.err.splitlines() if not line.startswith("compiling")]
    assert len(printed) == 2
    assert printed[0] == "imported"
    assert words in printed[1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 / 0", "own.py cannot be loaded: ZeroDivisionError: division by zero"),
        ("raise SystemExit", "own.py cannot be loaded: SystemExit"),
        ("import nowhere", "own.py cannot be loaded: ModuleNotFoundError: No module named 'nowhere'"),
        ("def f(:", "own.py cannot be loaded: SyntaxError"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_named(text, words, look):
    code, out = look("f", text)
    assert code == 2
    assert words in out.err
    assert out.err.count("\n") == 1


def test_a_module_that_cannot_be_imported_is_named(look, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "failing_metrics.py").write_text("{}['x']")
    code, out = look("f", home="failing_metrics")
    assert code == 2
    assert "failing_metrics cannot be imported: KeyError: 'x'" in out.err


def test_the_output_of_a_metric_is_not_in_the_json(look):
    code, out = look("talks")
    assert code == 0
    assert json.loads(out.out)["metrics"]["own.py:talks"] == 0.5
    assert "hello" in out.err
    assert "imported" in out.err


OWN = {
    "play": {"tournament": {"cards": "table-2", "size": 1}},
    "parameters": {"cards.*.attack": [1, 9]},
    "objectives": ["own.py:value"],
}


def test_an_edited_metric_is_read_again(tmp_path):
    found = []
    for text in ("return 1", "return 2", "return 2", "return 1 / 0", "retrun 3", "return 3"):  # all in one second
        (tmp_path / "own.py").write_text(f"def value(metagame): {text}\n")
        try:
            study = Study(OWN, folder=tmp_path)
            found.append(study.objectives[0].value(study.look()))
        except CardwrightError as error:
            found.append(str(error))
    assert found[:3] == [1, 2, 2]
    assert "ZeroDivisionError" in found[3]
    assert "SyntaxError" in found[4]
    assert found[5] == 3
    assert not list(tmp_path.glob("**/*.pyc"))


def test_an_unedited_metric_keeps_its_state(tmp_path):
    (tmp_path / "own.py").write_text("calls = []\ndef value(metagame):\n    calls.append(1)\n    return len(calls)\n")
    assert [Study(OWN, folder=tmp_path).objectives[0].value(None) for _ in range(3)] == [1, 2, 3]


def test_an_edited_metric_makes_another_search(tmp_path):
    own, config = tmp_path / "own.py", OWN
    identities = []
    for value in (1, 1, 2):
        own.write_text(f"def value(metagame): return {value}\n")
        identities.append(Study(config, folder=tmp_path).identity(seed=1))
    assert identities[0] == identities[1] != identities[2]


def test_a_failing_custom_subject_is_one_sentence(tmp_path):
    (tmp_path / "own.py").write_text(
        "class Bad:\n    @classmethod\n    def read(cls, plan, folder):\n        return 1 / plan.value['n']\n"
    )
    (tmp_path / "config.yaml").write_text("play:\n  own.py:Bad: {n: 0}\n")
    with pytest.raises(CardwrightError, match=r"config.yaml, line 2: own.py:Bad cannot be read: ZeroDivisionError"):
        Study.read(tmp_path / "config.yaml")
