"""An evolution in a folder: what is needed to resume it, its champion, its figures and their plot."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from cardwright.core import data, files
from cardwright.core.errors import BadData

from .judge import Verdict
from .settings import MOST_INDIVIDUALS
from .trained import Generation, Trained, figures

FILE, CHAMPION, TABLE, PLOT = "training.json", "champion.yaml", "generations.csv", "fitness.png"
POPULATION = "population.json"  # the last one, to start from
FORMAT = "cardwright training 1"

LARGEST_FITNESS = 2.0**100  # by rank, among 100 players
Fitness = Annotated[float, Field(ge=-LARGEST_FITNESS, le=LARGEST_FITNESS, allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class _Saved(data.Data):
    format: Literal["cardwright training 1"]
    game: Annotated[str, Field(max_length=200)]
    settings: dict[str, Any]
    code: Annotated[str, Field(max_length=200)]  # a checksum of the game and of the weights to begin with
    fitness: list[Annotated[list[Fitness], Field(max_length=MOST_INDIVIDUALS)]]
    wins: list[Annotated[list[Share], Field(max_length=MOST_INDIVIDUALS)]]


def begin(folder: Path, trained: Trained, resume: bool) -> None:
    """Make the folder, and with `resume` bring the evolution to where the one in the folder stopped."""
    files.make_folder(folder)
    if not (folder / FILE).exists():
        return
    if not resume:
        raise BadData(f"{folder} already holds an evolution; continue it with --resume or choose another folder")
    document, saved = _read(folder)
    _check_same(document, saved, trained)
    for number, (fitness, wins) in enumerate(zip(saved.fitness, saved.wins, strict=True)):
        if not len(fitness) == len(wins) == trained.settings.population:
            where, population = document.at(("fitness", number)), trained.settings.population
            raise BadData(f"{where}: generation {number + 1} does not have {population} individuals")
        trained.add(Verdict(np.array(fitness), np.array(wins)))


def read_history(folder: Path) -> tuple[list[Generation], int, str]:
    """Return the figures of all generations of an evolution, the size of its population and its kind of fitness."""
    document, saved = _read(folder)
    sizes = [[len(each) for each in column] for column in (saved.fitness, saved.wins)]
    if sizes[0] != sizes[1] or not sizes[0] or len(set(sizes[0])) > 1 or 0 in sizes[0]:
        raise BadData(f"{document.name}: all generations need a fitness and a share of wins for each individual")
    verdicts = [Verdict(*map(np.array, each)) for each in zip(saved.fitness, saved.wins, strict=True)]
    return [figures(each) for each in verdicts], len(saved.fitness[0]), str(saved.settings.get("fitness") or "")


def title_of(folder: Path) -> str:
    """Return the game of the evolution in a folder."""
    if not (folder / FILE).exists():
        raise BadData(f"{folder} holds no evolution")
    return _read(folder)[1].game


def settings_of(folder: Path) -> dict[str, Any]:
    """Return the settings of the evolution in a folder, as its file has them."""
    return _read(folder)[1].settings


def _read(folder: Path) -> tuple[data.Document, _Saved]:
    document = data.read(folder / FILE, data.LARGEST_CHECKPOINT)
    saved = data.validate(_Saved, document.value, document)
    return document, saved


def _check_same(document: data.Document, saved: _Saved, trained: Trained) -> None:
    settings = _plain_settings(trained)
    other = [name for name, value in settings.items() if saved.settings.get(name) != value]
    if other:
        raise BadData(f"{document.name}: this evolution was started with other settings: {', '.join(other)}")
    if saved.game != _title(trained) or saved.code != _code(trained):
        raise BadData(f"{document.name}: this evolution was started with another game, other rules or other weights")
    found = len(saved.fitness)
    if found != len(saved.wins):
        raise BadData(f"{document.name}: {found} generations have a fitness, but {len(saved.wins)} have wins")
    if found > trained.settings.generations:
        raise BadData(f"{document.name}: {found} generations; ask for at least as many")


def save(folder: Path, trained: Trained) -> None:
    """Write everything; the figures and the champion first, so that a resumed evolution never lacks them."""
    files.write(folder / CHAMPION, trained.file_text())
    lines = ["generation,best,mean,worst,wins"]
    lines += [f"{number},{','.join(map(repr, each))}" for number, each in enumerate(trained.history, start=1)]
    files.write(folder / TABLE, "\n".join(lines) + "\n")
    content = {
        "format": FORMAT,
        "game": _title(trained),
        "settings": _plain_settings(trained),
        "code": _code(trained),
        "fitness": [each.fitness.tolist() for each in trained.verdicts],
        "wins": [each.wins.tolist() for each in trained.verdicts],
    }
    data.write_checkpoint(folder / FILE, content)


def _title(trained: Trained) -> str:
    return f"{trained.game.family}:{trained.game.name}"


def _plain_settings(trained: Trained) -> dict[str, Any]:
    settings: dict[str, Any] = json.loads(json.dumps(trained.settings.identity()))
    return settings


def _code(trained: Trained) -> str:
    game = trained.game
    weights = repr((game.weight_table(), trained.start)).encode()
    return hashlib.blake2b(game.rules.tobytes() + game.setup.tobytes() + weights, digest_size=12).hexdigest()
