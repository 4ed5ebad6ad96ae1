"""A study from a config file: the games, the numbers to vary, and the objectives.

A config can name Python code (a custom metric, an agent), which is then imported: read a config before you run it. The
rules that it tunes are plain data and are safe to take from anywhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from cardwright.core import data, user_code
from cardwright.core.compiling.jit import PACKAGE, source_hash
from cardwright.core.errors import BadData, CardwrightError, unknown
from cardwright.core.random import seed_for

from .arenas import Arenas
from .evaluation import Evaluation
from .metagame import WIN_RATE, Metagame
from .objectives import Limit, LimitSpec, Metric, Objective, ObjectiveSpec
from .parameters import Genome, Space
from .subject import Fingerprinted, Subject, Values
from .tournaments import Tournaments

SUBJECTS: dict[str, Any] = {"tournament": Tournaments, "arena": Arenas}
DEFAULT_OPTIMISER = "nsga2"
GUESSED = ("rates", "ties", "length", "change")  # the fields of a metagame that a model can predict
MAX_EVALUATIONS = 10_000_000


def _named(value: Any) -> Any:
    return [{"metric": each} if isinstance(each, str) else each for each in value] if isinstance(value, list) else value


class Config(BaseModel):
    """The keys of a config file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: Annotated[str, Field(max_length=200)] = "Balance"
    play: dict[str, dict[str, Any]]
    parameters: dict[str, Any] = Field(default_factory=dict)
    objectives: Annotated[
        list[ObjectiveSpec],
        Field(min_length=1, max_length=8),
        BeforeValidator(_named, json_schema_input_type=list[str | ObjectiveSpec]),
    ] = [ObjectiveSpec(metric="standard_deviation")]  # copied by pydantic
    constraints: Annotated[
        list[LimitSpec], Field(max_length=8), BeforeValidator(_named, json_schema_input_type=list[str | LimitSpec])
    ] = []
    optimiser: str | dict[str, Any] = DEFAULT_OPTIMISER
    budget: Annotated[int, Field(ge=1, le=MAX_EVALUATIONS)] = 1000
    seed: int = 0
    finalists: Annotated[int, Field(ge=1, le=100)] = 5
    repeats: Annotated[int, Field(ge=2, le=1000)] = 8

    @field_validator("play")
    @classmethod
    def _one_way_to_play(cls, value: dict[str, Any]) -> dict[str, Any]:
        if len(value) != 1:
            raise ValueError(f"expected exactly one way to play: {', '.join(SUBJECTS)}, or module:Class")
        return value


class Study:
    """A question of balance, ready to be measured and tuned.

    >>> study = Study({
    ...     "play": {"tournament": {"cards": "table-2", "size": 2}},
    ...     "parameters": {"cards.*.attack": [1, 10]},
    ... })
    >>> len(study.space.variables), study.objectives[0].label
    (5, 'standard deviation')
    """

    def __init__(self, config: Mapping[str, Any], folder: str | Path = ".", document: data.Document | None = None):
        document = document or data.Document(config, "config")
        self.config = data.validate(Config, config, document)
        self.document = document
        self.folder = Path(folder)
        self.subject = read_subject(next(iter(self.config.play)), document, self.folder)
        self.objectives = self._read_each("objectives", Objective)
        self.limits = self._read_each("constraints", Limit)
        self._space = self._read_space() if self.config.parameters else None

    def _read_each(self, key: str, what: Any) -> list[Any]:
        found = []
        for index, spec in enumerate(getattr(self.config, key)):
            with self.document.error_context(key, index):
                found.append(what.of(spec, self.folder))
        return found

    @classmethod
    def read(cls, path: str | Path) -> Study:
        """Read a config file; file names in it are relative to it."""
        document = data.read(path)
        if not isinstance(document.value, Mapping):
            raise BadData(f"{path}: a config must be a mapping with 'play', 'parameters' and 'objectives'")
        return cls(document.value, Path(path).parent, document)

    @property
    def title(self) -> str:
        """The title of the study."""
        return self.config.title

    @property
    def unit(self) -> str:
        """What the rates measure, as far as it is known before anything is played."""
        return str(getattr(self.subject, "unit", WIN_RATE))

    @property
    def space(self) -> Space:
        """The settings of the parameters. Measuring the original rules needs none."""
        return self._space or self._read_space()

    def _read_space(self) -> Space:
        specs = self.config.parameters
        document = self.document.part("parameters") if specs else self.document
        return Space.read(specs, self.subject.rules, self.subject.synonyms, document)

    @property
    def optimiser(self) -> tuple[str, dict[str, Any]]:
        """The name and options of the optimiser."""
        given = self.config.optimiser
        if isinstance(given, str):
            return given, {}
        options = dict(given)
        return str(options.pop("name", DEFAULT_OPTIMISER)), options

    @property
    def metrics(self) -> list[Metric]:
        """The metrics of all objectives and constraints."""
        return [each.metric for each in self.objectives] + [each.metric for each in self.limits]

    @property
    def needs_matrix(self) -> bool:
        """Whether some metric needs the payoff matrix."""
        return any(each.needs_matrix for each in self.metrics)

    @property
    def can_guess(self) -> bool:
        """Whether the metrics use nothing but figures that a model can predict."""
        return all(each.of in GUESSED for each in self.metrics)

    def look(self, seed: int = 0, jobs: int | None = None, matrix: bool = False) -> Metagame:
        """Play the original rules and return what it shows."""
        return self.play([None], seed, jobs, matrix=matrix)[0]

    def play(
        self,
        genomes: Sequence[Genome | None],
        seed: int = 0,
        jobs: int | None = None,
        repeat: int = 0,
        matrix: bool = False,
    ) -> list[Metagame]:
        """Play some genomes, None for the original rules, and return what it shows; see `play_values` for `repeat`."""
        settings = [{} if genome is None else self.space.values(genome) for genome in genomes]
        return self.play_values(settings, seed, jobs, repeat, matrix)

    def play_values(
        self,
        settings: Sequence[Values],
        seed: int = 0,
        jobs: int | None = None,
        repeat: int = 0,
        matrix: bool = False,
    ) -> list[Metagame]:
        """Play some settings, given as numbers at locations, and return what it shows.

        An empty setting is the original rules. Every `repeat` derives other game seeds from `seed`.
        """
        game_seed = seed_for(seed, "playing again", repeat) if repeat else seed_for(seed, "playing")
        played = self.subject.play(settings, game_seed, jobs, matrix or self.needs_matrix)
        return [
            replace(metagame, change=self.space.distance(values)) if values else metagame
            for metagame, values in zip(played, settings, strict=True)
        ]

    def evaluate(self, genomes: Sequence[Genome], seed: int = 0, jobs: int | None = None) -> list[Evaluation]:
        """Play some genomes and return their evaluations; a search calls this."""
        played = self.play(genomes, seed, jobs)
        return [self.judge(metagame, genome) for metagame, genome in zip(played, genomes, strict=True)]

    def judge(self, metagame: Metagame, genome: Genome) -> Evaluation:
        """Return the evaluation of a metagame by the objectives and constraints of this study."""
        values = tuple(each.value(metagame) for each in self.objectives)
        losses = tuple(each.loss(value) for each, value in zip(self.objectives, values, strict=True))
        limits = tuple(each.value(metagame) for each in self.limits)
        violation = sum(each.violation(value) for each, value in zip(self.limits, limits, strict=True))
        figures = (*metagame.rates.tolist(), metagame.ties, metagame.length)
        return Evaluation(genome, values, losses, limits, violation, metagame.change, figures)

    def guess(self, genome: Genome, figures: Sequence[float]) -> Evaluation | None:
        """Return the evaluation a genome would have with these figures: the rates, the tie share and the length.

        Return None for figures that a metric rejects; predicted figures can be impossible.
        """
        *rates, ties, length = figures
        change = self.space.change(genome)
        try:
            return self.judge(Metagame((), np.array(rates), ties=ties, length=length, change=change), genome)
        except CardwrightError:
            return None

    def identity(self, seed: int) -> str:
        """Return a text that is equal for two searches only if they can share evaluations."""
        config = self.config.model_dump(mode="json", exclude={"title", "optimiser", "budget", "finalists", "repeats"})
        own_code = [
            user_code.text_of(each) for each in (type(self.subject), *(metric.function for metric in self.metrics))
        ]
        more = self.subject.fingerprint() if isinstance(self.subject, Fingerprinted) else ""
        parts = [config, self.subject.rules, more, seed, own_code, source_hash(PACKAGE)]
        return hashlib.blake2b(json.dumps(parts, sort_keys=True, default=str).encode(), digest_size=16).hexdigest()


def read_subject(kind: str, document: data.Document, folder: Path) -> Subject:
    """Return what a config plays; `kind` is its key under `play`."""
    with document.error_context("play", kind):
        found = _subject_kind(kind, folder)
        try:
            subject: Subject = found.read(document.part("play", kind), folder)
            return subject
        except CardwrightError:
            raise
        except Exception as error:  # user code can fail in any way
            if kind in SUBJECTS:
                raise
            raise CardwrightError(f"{kind} cannot be read: {user_code.failure(error)}") from error


def _subject_kind(kind: str, folder: Path) -> Any:
    if kind in SUBJECTS:
        return SUBJECTS[kind]
    home, colon, name = kind.rpartition(":")
    if not colon:
        raise unknown("way to play", kind, [*SUBJECTS, "my_module:MySubject"])
    module = user_code.load_module(home, "subject", SUBJECTS, folder)
    found = getattr(module, name, None)
    if not callable(getattr(found, "read", None)):
        raise BadData(f"{kind} must be a class with a classmethod 'read(plan, folder)'")
    return found
