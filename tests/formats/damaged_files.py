"""Reads damaged files of every format through the commands that read them.

A command must answer with a result, or with exit code 2 and a sentence that names the file. Any other exception is a
failure. `CASES` holds the formats; benchmarks/fuzz_formats.py reads many thousands of files.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import os
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import damage

import cardwright
from cardwright import arena, balance
from cardwright.balance.optimisers import check as check_optimiser
from cardwright.cli.main import run
from cardwright.core import data
from cardwright.core.errors import CardwrightError

TESTS = Path(__file__).parent.parent
EXAMPLES = TESTS.parent / "examples"
SPIRE = TESTS.parent / "src/cardwright/spire/data"
TUNED = {"play": {"tournament": {"cards": "table-2", "size": 2}}, "parameters": {"cards.*.attack": [1, 10]}}


class Sample(NamedTuple):
    """A valid file."""

    text: str
    value: Any  # the plain data it holds; None for other texts

    @property
    def is_json(self) -> bool:
        """Whether it is written as JSON."""
        return self.value is not None and self.text[:1] in "{["


class Case(NamedTuple):
    """A format: valid files, and a function that reads one of them."""

    suffix: str
    samples: Callable[[], list[Sample]]
    read: Callable[[Path], int]  # returns an exit code


@dataclass
class Report:
    """What became of the files of one format."""

    read: int = 0
    refused: int = 0
    slowest: float = 0.0
    failures: list[str] = field(default_factory=list)


def _of_data(value: Any, as_json: bool = False) -> Sample:
    return Sample(json.dumps(value) if as_json else data.to_yaml(value), value)


@functools.cache
def spire_content() -> list[Sample]:
    """A few of the standard cards, statuses and enemies at a time."""
    sections: dict[str, list[tuple[str, Any]]] = {}
    for file in sorted(SPIRE.glob("*.yaml")):
        if file.name.startswith(("ironclad", "statuses", "enemies")):  # the others leave out what their folder implies
            for section, entries in data.read(file).value.items():
                sections.setdefault(section, []).extend(entries.items() if isinstance(entries, dict) else [])
    random = Random(1)
    return [
        _of_data({name: dict(random.sample(entries, min(2, len(entries)))) for name, entries in sections.items()})
        for _ in range(20)
    ]


@functools.cache
def scenario_files() -> list[Sample]:
    """Single scenarios of the test suite."""
    samples = []
    for file in sorted((TESTS / "scenarios").rglob("*.yaml")):
        value = data.read(file).value
        for each in value["scenarios"] if isinstance(value, dict) else []:
            samples.append(_of_data({**value, "scenarios": [each]}))
    return samples


@functools.cache
def saved_games() -> list[Sample]:
    """The beginnings of some games."""
    samples = []
    for name in ("kuhn", "spire:jaw-worm", "unicorns:2", "cgdl:uno"):
        state = cardwright.game(name).new(seed=3)
        while not state.over and len(state.history()) < 12:
            state.play(state.legal()[-1])
        samples.append(_of_data(json.loads(state.to_json()), as_json=True))
    return samples


@functools.cache
def replays() -> list[Sample]:
    """Games of the arena."""
    samples = []
    for saved in saved_games():
        players = cardwright.state_from_json(saved.text).game.players
        value = {"format": arena.replays.FORMAT, "scenario": "x", "seats": ["first"] * players, "saved": saved.value}
        samples.append(_of_data(value, as_json=True))
    return samples


@functools.cache
def balance_configs() -> list[Sample]:
    """The examples, and a small tournament with every key."""
    full = {
        **TUNED,
        "title": "Small",
        "objectives": ["standard_deviation", {"metric": "mean_rate", "goal": 0.5}],
        "constraints": [{"metric": "tie_share", "at_most": 0.5}],
        "optimiser": {"name": "nsga2", "population": 4},
        "budget": 4,
        "seed": 1,
    }
    examples = [EXAMPLES / f"balance_{name}.yaml" for name in ("autobattler", "spire", "unicorns")]
    return [_of_data(full), _of_data(TUNED), *(_of_data(data.read(file).value) for file in examples)]


@functools.cache
def cost_tables() -> list[Sample]:
    """Weights of rooms by measure."""
    risk = {"E": 4, "E@10-": 2.5, "*@1-5": 1, "11C": 9, 12: 3}
    return [_of_data({"risk": risk, "fear": {"B": 1, "T": -5}}), _of_data({"risk": risk}, as_json=True)]


@functools.cache
def maps() -> list[Sample]:
    """The example map as text, and a generated one as JSON."""
    from cardwright import route
    from cardwright.spire import maps as spire_maps

    generated = spire_maps.generate("ABC", 1, 0).to_data()
    return [Sample(route.to_text(route.example()), None), _of_data(generated, as_json=True)]


def read_config(file: Path) -> int:
    """Read a config without playing, which can take as long as the config says."""
    study = balance.Study.read(file)
    with study.document.error_context():
        check_optimiser(*study.optimiser)
        assert study.space.count >= 1
    return 0


def resume_search(file: Path) -> int:
    """Resume a search whose checkpoint is the damaged file."""
    folder = file.parent
    (folder / "config.yaml").write_text(data.to_yaml(TUNED))
    return run(
        ["balance", str(folder / "config.yaml"), "--out", str(folder), "--resume", "--budget", "3", "--jobs", "1"]
    )


def command(*words: str) -> Callable[[Path], int]:
    """Return a function that runs a command on a file."""
    return lambda file: run([str(file) if word == "FILE" else word for word in words])


@functools.cache
def searches() -> list[Sample]:
    """The checkpoint of a short search."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        balance.tune(balance.Study(TUNED, folder), budget=3, jobs=1, folder=folder)
        value = json.loads((Path(folder) / "search.json").read_text())
    return [_of_data(value, as_json=True)]


CASES = {
    "spire content": Case("content.yaml", spire_content, command("spire", "check", "FILE")),
    "scenario": Case("scenario.yaml", scenario_files, command("scenario", "FILE")),
    "saved game": Case("saved.json", saved_games, command("replay", "FILE", "--list")),
    "replay": Case("replay.json", replays, command("replay", "FILE", "--list")),
    "balance config": Case("config.yaml", balance_configs, read_config),
    "search": Case("search.json", searches, resume_search),
    "cost table": Case("costs.yaml", cost_tables, command("route", "example", "--measures", "FILE")),
    "map": Case("map.txt", maps, command("route", "FILE")),
}


def fuzz(name: str, count: int, seed: int, folder: Path, progress: Callable[[int], None] = lambda done: None) -> Report:
    """Read `count` damaged files of a format; a failure is a sentence with the file that shows it."""
    case, report = CASES[name], Report()
    samples = case.samples()
    for number in range(count):
        random = Random(f"{name} {seed} {number}")
        sample = random.choice(samples)
        file = folder / case.suffix
        content = damage.damaged(sample.text, sample.value, random, sample.is_json)
        file.write_bytes(content)
        before = time.perf_counter()
        failure = _read(case.read, file, report)
        report.slowest = max(report.slowest, time.perf_counter() - before)
        if failure:
            kept = folder / f"{name.replace(' ', '-')}-{seed}-{number}{file.suffix}"
            kept.write_bytes(content)
            report.failures.append(f"{kept}: {failure}")
        progress(number + 1)
    return report


def _read(read: Callable[[Path], int], file: Path, report: Report) -> str:
    """Read a file and return what is wrong with the answer."""
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.chdir(file.parent):
            code = read(file)
    except CardwrightError as error:
        code = 2
        err.write(str(error))
    except Exception as error:  # noqa: BLE001  any exception is what we are looking for
        where = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {error} ({os.path.basename(where.filename)}, line {where.lineno})"
    if code in (0, 1):
        report.read += 1
        return ""
    report.refused += 1
    return "" if file.name in err.getvalue() else f"no file name in {err.getvalue()!r}"
