"""A search in a folder: `evolution.json` with everything needed to resume, and a file and a page for every game."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from cardwright.core import data, files
from cardwright.core.errors import BadData, CardwrightError

from .archive import Archive, Nursery
from .evolution import Evolution, Settings
from .individual import Individual
from .page import report
from .stages import STAGES

FILE = "evolution.json"
FORMAT = "cardwright evolution 1"

Text = Annotated[str, Field(max_length=65_536)]
Count = Annotated[int, Field(ge=0, le=2**53)]
STAGE_NAMES = [kind.name for kind in STAGES]


class _Strict(data.Data):
    """Data whose types must match exactly."""

    model_config = ConfigDict(strict=True)


class SavedVerdict(_Strict):
    """The verdict of one stage."""

    passed: bool
    figure: Annotated[list[float | None], Field(min_length=3, max_length=3)]
    merit: Annotated[float, Field(ge=0, le=1)]


class SavedTally(_Strict):
    """How plays ended."""

    wins: Annotated[list[Count], Field(max_length=6)]
    draws: Count
    crashes: Count
    turns: float | None


class SavedIndividual(_Strict):
    """A game and its judgement."""

    number: Count
    origin: Annotated[str, Field(max_length=200)]
    text: Text
    judgement: Annotated[dict[str, SavedVerdict], Field(min_length=1, max_length=100)]
    tallies: Annotated[dict[str, SavedTally], Field(max_length=10)]

    def individual(self, passed: bool) -> Individual:
        """Return the individual of the search, which passed all stages or failed the last one it came to."""
        stages = list(self.judgement)
        verdicts = [verdict.passed for verdict in self.judgement.values()]
        if stages != (STAGE_NAMES if passed else STAGE_NAMES[: len(stages)]):
            which = "all" if passed else "or the first"
            raise BadData(f"judgement: the stages must be {', '.join(STAGE_NAMES)}, {which} of them")
        if verdicts != [True] * (len(verdicts) - 1) + [passed]:
            raise BadData(f"judgement: {'every stage' if passed else 'every stage but the last'} must have been passed")
        found = Individual.from_data(self.model_dump())
        files.file_name(found.file_name)
        if passed and not math.isfinite(found.judgement.length + found.judgement.skill):
            raise BadData("judgement: the figures of length, foresight and search must be numbers")
        for tally in found.tallies.values():
            if len(tally.wins) != found.game.players or tally.games == 0:
                raise BadData("tallies: the wins of every player are needed, of at least one play")
        return found


class SavedSettings(_Strict):
    """The settings of a search."""

    seed: Annotated[int, Field(ge=-(2**64), lt=2**64)]
    players: Annotated[list[int], Field(max_length=10)]
    language: int
    parents: Annotated[list[Text], Field(max_length=1000)]
    thresholds: dict[str, float]

    def settings(self) -> Settings:
        """Return the settings of the search."""
        return Settings(self.seed, tuple(self.players), self.language, tuple(self.parents), self.thresholds)


class Saved(_Strict):
    """The contents of `evolution.json`."""

    format: Literal["cardwright evolution 1"]
    settings: SavedSettings
    evaluations: Count
    passed: Count
    failures: dict[str, Count]
    archive: Annotated[list[SavedIndividual], Field(max_length=1000)]
    nursery: Annotated[list[SavedIndividual], Field(max_length=10_000)]


def begin(folder: Path, settings: Settings, resume: bool) -> Evolution:
    """Return a new search for a folder, or with `resume` the one that it holds."""
    files.make_folder(folder)
    if not (folder / FILE).exists():
        return Evolution(settings)
    if not resume:
        raise BadData(f"{folder} already holds a search; continue it with --resume or choose another folder")
    return load(folder, settings)


def load(folder: Path, settings: Settings | None = None) -> Evolution:
    """Return the search in a folder; with `settings`, it must have been started with the same ones."""
    document = data.read(folder / FILE, data.LARGEST_CHECKPOINT)
    saved = data.validate(Saved, document.value, document)
    with document.error_context("settings"):
        found = saved.settings.settings()
    if settings is not None and found != settings:
        names = [name for name, value in settings.to_data().items() if found.to_data()[name] != value]
        raise BadData(f"{folder / FILE}: this search was started with other settings: {', '.join(names)}")
    archive = Archive(_individuals(document, "archive", saved.archive))
    nursery = Nursery(_individuals(document, "nursery", saved.nursery))
    return Evolution(found, archive, nursery, saved.evaluations, saved.passed, Counter(saved.failures))


def _individuals(document: data.Document, key: str, saved: list[SavedIndividual]) -> Iterator[Individual]:
    for index, each in enumerate(saved):
        try:
            individual = each.individual(passed=key == "archive")
        except CardwrightError as error:
            raise BadData(f"{document.name}: {key}.{index}: {error}") from None
        yield individual


def save(folder: Path, evolution: Evolution, before: Iterable[Individual] = ()) -> None:
    """Write new games with their pages and everything needed to resume; delete games of `before` that were replaced."""
    games = {each.file_name: each for each in evolution.archive.games()}
    for name, each in games.items():
        if not (folder / f"{name}.md").exists():
            files.write(folder / f"{name}.cgdl", each.text)
            files.write(folder / f"{name}.md", report(each))
    data.write_checkpoint(folder / FILE, _to_data(evolution))
    for name in {each.file_name for each in before} - set(games):
        for suffix in (".cgdl", ".md"):
            files.remove(folder / f"{name}{suffix}")


def _to_data(evolution: Evolution) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "settings": evolution.settings.to_data(),
        "evaluations": evolution.evaluations,
        "passed": evolution.passed,
        "failures": dict(evolution.failures),
        "archive": [each.to_data() for each in evolution.archive.games()],
        "nursery": [each.to_data() for each in evolution.nursery.games()],
    }
