"""The cascade: stages in order, cheap ones first; a game that fails a stage skips the rest."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.cgdl.tally import Tally, tally
from cardwright.core.errors import BadData, unknown
from cardwright.core.random import seed_for

from .simplify import simplified
from .stage import Stage
from .stages import STAGES, Fair, FairSkilled, Used
from .subject import RANDOM, SEARCH, Subject
from .trim import stripped, trimmed
from .verdict import Judgement, Verdict

EFFORT = 2  # how many times as many games are played before a game is accepted


class Examined(NamedTuple):
    """A game in its final form, its judgement, and, if it passed, how its last plays ended, by agent."""

    game: tree.Game
    judgement: Judgement
    tallies: dict[str, Tally]


class Cascade:
    """The stages with their thresholds; `Cascade({"fair.most": 0.1})` changes some.

    >>> Cascade({"fair.most": 0.1}).stages["fair"].most
    0.1
    """

    def __init__(self, changes: Mapping[str, float] | None = None):
        self.stages: dict[str, Stage] = {kind.name: kind() for kind in STAGES}
        for path, value in (changes or {}).items():
            self._change(path, value)
        self.changes = dict(changes or {})

    def _change(self, path: str, value: float) -> None:
        name, _, threshold = path.partition(".")
        if name not in self.stages:
            raise unknown("stage", name, self.stages)
        fields = [field.name for field in dataclasses.fields(Stage)]
        if threshold not in fields:
            raise unknown(f"threshold of {name}", threshold, fields)
        if threshold == "games" and not (float(value).is_integer() and 1 <= value <= 1_000_000):
            raise BadData(f"{path}: an integer from 1 to 1,000,000 is allowed, not {value}")
        if math.isnan(value):
            raise BadData(f"{path}: a number is allowed, not {value}")
        changed: Any = {threshold: int(value) if threshold == "games" else float(value)}
        self.stages[name] = replace(self.stages[name], **changed)

    def judge(self, subject: Subject, effort: int = 1, before: str | None = None) -> Judgement:
        """Return the verdicts up to the first stage that fails, or only those `before` a stage."""
        verdicts: dict[str, Verdict] = {}
        for name, stage in self.stages.items():
            if name == before:
                break
            verdicts[name] = stage.judge(subject, effort)
            if not verdicts[name].passed:
                break
        return Judgement(verdicts)

    def examine(self, game: tree.Game, seed: int, known: Sequence[Counter[str]] = ()) -> Examined:
        """Judge a game in its final form: without the parts that do not matter, and twice.

        Among many games some pass by luck. A game that passes everything is therefore read back from its text and
        judged again, with other seeds and more games. Only the figures of the second judgement count.
        """
        subject = Subject(stripped(simplified(game)), seed_for(seed, "first look"))
        judgement = self.judge(subject, before=Used.name)
        if not judgement.passed:
            return Examined(subject.described, judgement, {})
        used = self.stages[Used.name]
        shorter = Subject(simplified(trimmed(subject, used.games, used.least)), subject.seed, known)
        judgement = self.judge(shorter)
        if not judgement.passed:
            return Examined(shorter.described, judgement, {})
        again = Subject(cgdl.parse(cgdl.text(shorter.described)), seed_for(seed, "second look"), known)
        judgement = self.judge(again, EFFORT)
        return Examined(again.described, judgement, self._tallies(again) if judgement.passed else {})

    def _tallies(self, subject: Subject) -> dict[str, Tally]:
        """Return how the plays ended that the seats were judged by."""
        judged = {RANDOM: self.stages[Fair.name], SEARCH: self.stages[FairSkilled.name]}
        plays = {agent: subject.self_plays(agent, EFFORT * stage.games) for agent, stage in judged.items()}
        return {agent: tally(columns, subject.players) for agent, columns in plays.items()}
