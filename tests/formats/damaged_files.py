"""Reads damaged files of every format through the commands and functions that read them.

They must answer with a result, or with a sentence that names the file, and exit code 2. Any other exception is a
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
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import damage
import samples
from samples import Sample

from cardwright import balance, report, training, unicorns
from cardwright.agents import Past, make
from cardwright.agents.llm.prompt import load_prompt
from cardwright.agents.value import read_value
from cardwright.arena import actions
from cardwright.arena.league import _begin
from cardwright.arena.log import Log, checksum
from cardwright.arena.plan import make_plan
from cardwright.autobattler.cards import CardSet
from cardwright.autobattler.files import read_matches
from cardwright.balance.optimisers import check as check_optimiser
from cardwright.cli.main import run
from cardwright.core import data, registry
from cardwright.core.errors import LONGEST_MESSAGE, CardwrightError
from cardwright.generate.cards import load_search
from cardwright.generate.games import checkpoint


class Case(NamedTuple):
    """A format: the name of a file, valid files, and a function that reads one of them."""

    file: str
    samples: Callable[[], list[Sample]]
    read: Callable[[Path], object]  # returns an exit code if it runs a command


@dataclass
class Report:
    """What became of the files of one format."""

    read: int = 0
    refused: int = 0
    slowest: float = 0.0
    failures: list[str] = field(default_factory=list)


def command(*words: str) -> Callable[[Path], int]:
    """Return a function that runs a command on a file."""
    return lambda file: run([str(file) if word == "FILE" else word for word in words])


def read_config(file: Path) -> None:
    """Read a config without playing, which can take as long as the config says."""
    study = balance.Study.read(file)
    with study.document.error_context():
        check_optimiser(*study.optimiser)
        assert study.space.count >= 1


def resume_search(file: Path) -> int:
    """Resume a search whose checkpoint is the damaged file."""
    folder = file.parent
    (folder / "config.yaml").write_text(data.to_yaml(samples.TUNED))
    return run(
        ["balance", str(folder / "config.yaml"), "--out", str(folder), "--resume", "--budget", "3", "--jobs", "1"]
    )


def read_weights_file(file: Path) -> None:
    """Give the agent `rules` weights from a file."""
    make(f"rules:{file}").weights_for(_unicorns())


def resume_training(file: Path) -> None:
    """Resume an evolution that was already at its end, so that nothing is played."""
    training.evolve("spire:jaw-worm", samples.TRAINED, jobs=1, folder=file.parent, resume=True)


def read_policy(file: Path) -> None:
    """Give the agent `policy` a network from a file."""
    make(f"policy:{file}").weights_for(_kuhn())


def read_policy_with(file: Path) -> None:
    """Read a network in which a single file is damaged, although the archive is valid."""
    whole, _, _ = samples.networks()
    network = file.with_suffix(".npz")
    with zipfile.ZipFile(io.BytesIO(whole.content)) as old, zipfile.ZipFile(network, "w") as new:
        for name in old.namelist():
            new.writestr(name, file.read_bytes() if name == file.name else old.read(name))
    read_policy(network)


def read_start(file: Path) -> None:
    """Start the game of a scenario."""
    registry.game(str(file)).new(seed=1, logged=True)


def read_deck(file: Path) -> None:
    """Start a game with a deck, and describe its cards."""
    game = unicorns.game(2, cards=file)
    game.new(seed=1, logged=True)
    for name in game.card_names:
        game.face(name)


def read_log(file: Path) -> None:
    """Read the games of a log whose checksum fits, as if somebody had made it on purpose."""
    _, _, head = samples.logs()
    content = file.read_bytes()
    file.with_suffix(".json").write_text(json.dumps({**head.value, "checksums": [checksum(content)]}))
    Log(file).begin(_logged_plan(), resume=True)


def read_log_columns(file: Path) -> None:
    """Read a log with these columns, if Polars can write them."""
    import polars

    log = file.with_suffix(".parquet")
    try:
        polars.DataFrame(json.loads(file.read_bytes()), strict=False).write_parquet(log)
    except (polars.exceptions.PolarsError, polars.exceptions.PanicException, TypeError, ValueError, OverflowError):
        raise CardwrightError(f"{file.name}: no columns") from None
    read_log(log)


def read_log_head(file: Path) -> None:
    """Read a log whose description is damaged."""
    log, _, _ = samples.logs()
    file.with_suffix(".parquet").write_bytes(log.content)
    Log(file.with_suffix(".parquet")).begin(_logged_plan(), resume=True)


def read_action_log(file: Path) -> None:
    """Report on decisions whose checksum fits, as if somebody had made them on purpose."""
    _, head, games, games_head = samples.action_logs()
    file.with_name("games.parquet").write_bytes(games.content)
    file.with_name("games.json").write_bytes(games_head.content)
    about = {**head.value, "checksum": actions.checksum(file)}
    file.with_suffix(".json").write_text(json.dumps(about))
    report.report(file.parent).to_dict()


def read_action_head(file: Path) -> None:
    """Report on a run whose action log has a damaged description."""
    decisions, _, games, games_head = samples.action_logs()
    file.with_name("games.parquet").write_bytes(games.content)
    file.with_name("games.json").write_bytes(games_head.content)
    file.with_suffix(".parquet").write_bytes(decisions.content)
    report.load(file.parent)


def read_league(file: Path) -> None:
    """Resume a league whose description is damaged."""
    _begin(file.parent, _kuhn(), None, resume=True)


def read_prompt(file: Path) -> None:
    """Fill a prompt with a position."""
    prompt = load_prompt("plain", str(file))
    prompt.messages(_kuhn().new(seed=1, logged=True), Past(0), 1)
    prompt.repair_message("it is empty", 2)


@functools.cache
def _unicorns() -> Any:
    return unicorns.game(3)


def _kuhn() -> Any:
    import kuhn

    return kuhn.family.game({})


def _logged_plan() -> Any:
    return make_plan(_kuhn(), samples.LOGGED["seats"], samples.LOGGED_GAMES, samples.LOGGED["seed"])


CASES = {
    "spire content": Case("content.yaml", samples.spire_content, command("spire", "check", "FILE")),
    "scenario": Case("scenario.yaml", samples.scenario_files, command("scenario", "FILE")),
    "saved game": Case("saved.json", samples.saved_games, command("replay", "FILE", "--list")),
    "replay": Case("replay.json", samples.replays, command("replay", "FILE", "--list")),
    "prompt": Case("prompt.yaml", samples.prompts, read_prompt),
    "balance config": Case("config.yaml", samples.balance_configs, read_config),
    "search": Case("search.json", samples.searches, resume_search),
    "cost table": Case("costs.yaml", samples.cost_tables, command("route", "example", "--measures", "FILE")),
    "map": Case("map.txt", samples.maps, command("route", "FILE")),
    "evolution": Case(checkpoint.FILE, samples.evolutions, lambda file: checkpoint.load(file.parent)),
    "card set": Case("cards.yaml", samples.card_sets, CardSet.read),
    "matches": Case("matches.jsonl", samples.matches, lambda file: list(read_matches(file))),
    "draft start": Case("draft.yaml", samples.drafts, read_start),
    "card game start": Case("start.yaml", samples.card_game_starts, read_start),
    "unicorn deck": Case("deck.yaml", samples.unicorn_decks, read_deck),
    "log": Case("games.parquet", lambda: samples.logs()[:1], read_log),
    "log columns": Case("games.columns", lambda: samples.logs()[1:2], read_log_columns),
    "weights": Case("weights.yaml", samples.weights, read_weights_file),
    "training": Case("training.json", samples.trainings, resume_training),
    "log head": Case("games.json", lambda: samples.logs()[2:], read_log_head),
    "action log": Case("actions.parquet", lambda: samples.action_logs()[:1], read_action_log),
    "action log head": Case("actions.json", lambda: samples.action_logs()[1:2], read_action_head),
    "card search": Case("search.json", samples.card_searches, lambda file: load_search(file.parent)),
    "network": Case("network.npz", lambda: samples.networks()[:1], read_policy),
    "network header": Case("header.json", lambda: samples.networks()[1:2], read_policy_with),
    "network array": Case("policy.npy", lambda: samples.networks()[2:], read_policy_with),
    "league": Case("league.json", samples.leagues, read_league),
    "value": Case("value.yaml", samples.values, lambda file: list(read_value(file).for_game(_kuhn()))),
}


def fuzz(name: str, count: int, seed: int, folder: Path, progress: Callable[[int], None] = lambda done: None) -> Report:
    """Read `count` damaged files of a format; a failure is a sentence with the file that shows it."""
    case, report = CASES[name], Report()
    valid = case.samples()
    for number in range(count):
        random = Random(f"{name} {seed} {number}")
        sample = random.choice(valid)
        file = folder / case.file
        content = damage.damaged(sample.content, sample.value, random, sample.is_json)
        file.write_bytes(content)
        before = time.perf_counter()
        failure = judge(case, file, report)
        report.slowest = max(report.slowest, time.perf_counter() - before)
        if failure:
            kept = folder / f"{name.replace(' ', '-')}-{seed}-{number}{file.suffix}"
            kept.write_bytes(content)
            report.failures.append(f"{kept}: {failure}")
        progress(number + 1)
    return report


def judge(case: Case, file: Path, report: Report) -> str:
    """Read a file and return what is wrong with the answer."""
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.chdir(file.parent):
            code = case.read(file)
    except CardwrightError as error:
        code = 2
        err.write(str(error))
    except BaseException as error:  # what we are looking for; some libraries raise no mere Exception
        if isinstance(error, KeyboardInterrupt):
            raise
        where = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {error} ({os.path.basename(where.filename)}, line {where.lineno})"
    if code != 2:
        report.read += 1
        return ""
    report.refused += 1
    sentences = err.getvalue().splitlines()
    clear = sentences and all(len(each) <= LONGEST_MESSAGE + 20 and f"{file.stem}." in each for each in sentences)
    return "" if clear else f"not sentences that name the file: {sentences!r}"
