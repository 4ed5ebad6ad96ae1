"""A study: what is played, which numbers may change, and what is wanted; read from a config file.

A config is your own: it may name Python code (a metric of your own, an agent), which is imported. Do not run the config
of a stranger without reading it. The rules it tunes are data as everywhere else, and may come from anyone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, field_validator

from cardwright.core import data, user_code
from cardwright.core.errors import BadData, CardwrightError, unknown
from cardwright.core.jit import PACKAGE, source_hash
from cardwright.core.random import seed_for

from .arenas import Arenas
from .metagame import Metagame
from .objectives import Limit, LimitSpec, Metric, Objective, ObjectiveSpec
from .parameters import Genome, Space
from .search import Evaluation
from .subject import Fingerprinted, Subject, Values
from .tournaments import Tournaments

SUBJECTS: dict[str, Any] = {"tournament": Tournaments, "arena": Arenas}
DEFAULT_OPTIMISER = "nsga2"
GUESSED = ("rates", "ties", "length", "change")
MOST_EVALUATIONS = 10_000_000


def _named(value: Any) -> Any:
    return [{"metric": each} if isinstance(each, str) else each for each in value] if isinstance(value, list) else value


class Config(BaseModel):
    """What a config file may say."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: Annotated[str, Field(max_length=200)] = "Balance"
    play: dict[str, dict[str, Any]]
    parameters: dict[str, Any] = Field(default_factory=dict)
    objectives: Annotated[list[ObjectiveSpec], Field(min_length=1, max_length=8)] = [  # copied by pydantic
        ObjectiveSpec(metric="standard_deviation")
    ]
    constraints: Annotated[list[LimitSpec], Field(max_length=8)] = []
    optimiser: str | dict[str, Any] = DEFAULT_OPTIMISER
    budget: Annotated[int, Field(ge=1, le=MOST_EVALUATIONS)] = 1000
    seed: int = 0
    finalists: Annotated[int, Field(ge=1, le=100)] = 5
    repeats: Annotated[int, Field(ge=2, le=1000)] = 8

    _lists = field_validator("objectives", "constraints", mode="before")(_named)

    @field_validator("play")
    @classmethod
    def _one_way_to_play(cls, value: dict[str, Any]) -> dict[str, Any]:
        if len(value) != 1:
            raise ValueError(f"say one way to play: {', '.join(SUBJECTS)}, or module:Class")
        return value


class Study:
    """A question of balance, ready to be looked at and tuned.

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
        self.subject = self._read_subject()
        self.objectives = self._read_each("objectives", Objective)
        self.limits = self._read_each("constraints", Limit)
        self._space = self._read_space() if self.config.parameters else None

    def _read_subject(self) -> Subject:
        (kind,) = self.config.play
        with self.document.error_context("play", kind):
            found = _subject_kind(kind, self.folder)
            try:
                return found.read(self.document.part("play", kind), self.folder)
            except CardwrightError:
                raise
            except Exception as error:  # of a class of one's own
                if kind in SUBJECTS:
                    raise
                raise CardwrightError(f"{kind} cannot be read: {user_code.failure(error)}") from error

    def _read_each(self, key: str, what: Any) -> list[Any]:
        found = []
        for index, spec in enumerate(getattr(self.config, key)):
            with self.document.error_context(key, index):
                found.append(what.of(spec, self.folder))
        return found

    @classmethod
    def read(cls, path: str | Path) -> Study:
        """Read a config file; files it names are looked for beside it."""
        document = data.read(path)
        if not isinstance(document.value, Mapping):
            raise BadData(f"{path}: a config is a mapping with 'play', 'parameters' and 'objectives'")
        return cls(document.value, Path(path).parent, document)

    @property
    def title(self) -> str:
        """What the study is called."""
        return self.config.title

    @property
    def space(self) -> Space:
        """The settings of the parameters; looking at a game as it is needs none."""
        return self._space or self._read_space()

    def _read_space(self) -> Space:
        specs = self.config.parameters
        document = self.document.part("parameters") if specs else self.document
        return Space.read(specs, self.subject.rules, self.subject.synonyms, document)

    @property
    def optimiser(self) -> tuple[str, dict[str, Any]]:
        """The optimiser's name and options."""
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
        """Whether some metric needs the payoffs of each against each."""
        return any(each.needs_matrix for each in self.metrics)

    @property
    def can_guess(self) -> bool:
        """Whether rates, ties and length are all that the metrics look at."""
        return all(each.of in GUESSED for each in self.metrics)

    def look(self, seed: int = 0, jobs: int | None = None, matrix: bool = False) -> Metagame:
        """What playing shows with the rules as they are."""
        return self.play([None], seed, jobs, matrix=matrix)[0]

    def play(
        self,
        genomes: Sequence[Genome | None],
        seed: int = 0,
        jobs: int | None = None,
        again: int = 0,
        matrix: bool = False,
    ) -> list[Metagame]:
        """What playing shows with some genomes, None for the rules as they are; `again` is another number for luck."""
        settings = [{} if genome is None else self.space.values(genome) for genome in genomes]
        return self.play_values(settings, seed, jobs, again, matrix)

    def play_values(
        self,
        settings: Sequence[Values],
        seed: int = 0,
        jobs: int | None = None,
        again: int = 0,
        matrix: bool = False,
    ) -> list[Metagame]:
        """The same for numbers in places, which need not be a genome's; none for the rules as they are."""
        use = seed_for(seed, "playing again", again) if again else seed_for(seed, "playing")
        played = self.subject.play(settings, use, jobs, matrix or self.needs_matrix)
        return [
            replace(metagame, change=self.space.distance(values)) if values else metagame
            for metagame, values in zip(played, settings, strict=True)
        ]

    def evaluate(self, genomes: Sequence[Genome], seed: int = 0, jobs: int | None = None) -> list[Evaluation]:
        """What some genomes are worth: what a search asks."""
        played = self.play(genomes, seed, jobs)
        return [self.judge(metagame, genome) for metagame, genome in zip(played, genomes, strict=True)]

    def judge(self, metagame: Metagame, genome: Genome) -> Evaluation:
        """What a metagame is worth to this study."""
        values = tuple(each.value(metagame) for each in self.objectives)
        losses = tuple(each.loss(value) for each, value in zip(self.objectives, values, strict=True))
        limits = tuple(each.value(metagame) for each in self.limits)
        violation = sum(each.violation(value) for each, value in zip(self.limits, limits, strict=True))
        figures = (*metagame.rates.tolist(), metagame.ties, metagame.length)
        return Evaluation(genome, values, losses, limits, violation, metagame.change, figures)

    def guess(self, genome: Genome, figures: Sequence[float]) -> Evaluation | None:
        """What a genome would be worth if playing showed these figures: the rates, the tie share and the length.

        Nothing for figures that a metric cannot judge, as those of no game can be.
        """
        *rates, ties, length = figures
        change = self.space.change(genome)
        try:
            return self.judge(Metagame((), np.array(rates), ties=ties, length=length, change=change), genome)
        except CardwrightError:
            return None

    def identity(self, seed: int) -> str:
        """A text that two searches share if they may use each other's evaluations."""
        config = self.config.model_dump(mode="json", exclude={"title", "optimiser", "budget", "finalists", "repeats"})
        own_code = [
            user_code.text_of(each) for each in (type(self.subject), *(metric.function for metric in self.metrics))
        ]
        more = self.subject.fingerprint() if isinstance(self.subject, Fingerprinted) else ""
        parts = [config, self.subject.rules, more, seed, own_code, source_hash(PACKAGE)]
        return hashlib.blake2b(json.dumps(parts, sort_keys=True, default=str).encode(), digest_size=16).hexdigest()


def _subject_kind(kind: str, folder: Path) -> Any:
    if kind in SUBJECTS:
        return SUBJECTS[kind]
    home, colon, name = kind.rpartition(":")
    if not colon:
        raise unknown("way to play", kind, [*SUBJECTS, "my_module:MySubject"])
    module = user_code.load_module(str(folder / home) if home.endswith(".py") else home, "subject", SUBJECTS)
    found = getattr(module, name, None)
    if not callable(getattr(found, "read", None)):
        raise BadData(f"{kind} is not a class with a classmethod 'read(plan, folder)'")
    return found
