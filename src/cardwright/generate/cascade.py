"""The cascade: stages in order, cheap ones first; a game that fails one is not shown to the next."""

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

from .stages import SEARCH, STAGES, Fair, FairSkilled, Stage, Used
from .subject import RANDOM, Subject
from .trim import bare, trimmed
from .verdict import Judgement, Verdict

EFFORT = 2  # how many times as many games are played before a game is accepted


class Examined(NamedTuple):
    """A game as it would be accepted, what was said of it, and if it passed how its last plays ended, by agent."""

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
        for place, value in (changes or {}).items():
            self._change(place, value)
        self.changes = dict(changes or {})

    def _change(self, place: str, value: float) -> None:
        name, _, threshold = place.partition(".")
        if name not in self.stages:
            raise unknown("stage", name, self.stages)
        fields = [field.name for field in dataclasses.fields(Stage)]
        if threshold not in fields:
            raise unknown(f"threshold of {name}", threshold, fields)
        if math.isnan(value) or (threshold == "games" and not (value == int(value) and 1 <= value <= 1_000_000)):
            raise BadData(f"{place}: {value} is not allowed; games are from 1 to 1,000,000, thresholds are numbers")
        changed: Any = {threshold: int(value) if threshold == "games" else float(value)}
        self.stages[name] = replace(self.stages[name], **changed)

    def judge(self, subject: Subject, effort: int = 1, before: str | None = None) -> Judgement:
        """The verdicts up to the first stage that the game does not pass, or only of those `before` a stage."""
        verdicts: dict[str, Verdict] = {}
        for name, stage in self.stages.items():
            if name == before:
                break
            verdicts[name] = stage.judge(subject, effort)
            if not verdicts[name].passed:
                break
        return Judgement(verdicts)

    def examine(self, game: tree.Game, seed: int, known: Sequence[Counter[str]] = ()) -> Examined:
        """Judge a game as it would be accepted: without what does not matter in it, and twice.

        A game that passes everything is read from its text and judged again, from other seeds and with more games, for
        among many games some pass by luck; the figures of that second time are what counts.
        """
        subject = Subject(bare(game), seed_for(seed, "first look"))
        judgement = self.judge(subject, before=Used.name)
        if not judgement.passed:
            return Examined(subject.described, judgement, {})
        used = self.stages[Used.name]
        shorter = Subject(trimmed(subject, used.games, used.least), subject.seed, known)
        judgement = self.judge(shorter)
        if not judgement.passed:
            return Examined(shorter.described, judgement, {})
        again = Subject(cgdl.parse(cgdl.text(shorter.described)), seed_for(seed, "second look"), known)
        judgement = self.judge(again, EFFORT)
        return Examined(again.described, judgement, self._tallies(again) if judgement.passed else {})

    def _tallies(self, subject: Subject) -> dict[str, Tally]:
        """How the plays ended by which the seats were judged."""
        judged = {RANDOM: self.stages[Fair.name], SEARCH: self.stages[FairSkilled.name]}
        plays = {agent: subject.plays_of_all(agent, EFFORT * stage.games) for agent, stage in judged.items()}
        return {agent: tally(columns, subject.players) for agent, columns in plays.items()}
