"""Tuning the auto battler: a tournament of all lineups for each setting of the cards' numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import pydantic
from pydantic import BaseModel, ConfigDict, Field

from cardwright import autobattler
from cardwright.autobattler import Card, CardSet
from cardwright.autobattler.lineups import Lineups, all_lineups, chosen_lineups, read_lineups
from cardwright.autobattler.tournament import DEFAULT_SIZE
from cardwright.core import data
from cardwright.core.errors import BadData
from cardwright.core.working.jobs import checked_jobs, cores
from cardwright.core.working.workers import Workers, jobs_for

from . import paths
from .metagame import Metagame
from .subject import Values


class TournamentPlan(BaseModel):
    """Tournaments as a config describes them: the cards, the size of lineups, and how lineups meet."""

    model_config = ConfigDict(extra="forbid", strict=True)

    cards: str | list[Any] | dict[str, Any]  # the name of a built-in set, a file, or the cards themselves
    mechanics: dict[str, Any] | None = None  # of cards that are given here
    size: Annotated[int, Field(ge=1, le=7)] | None = None  # of all lineups; 3 if it is left out
    lineups: str | list[Any] | None = None  # chosen lineups in place of all: a file, or a list
    profile: str | dict[str, bool] = "corrected"
    group: Annotated[int, Field(ge=2)] | None = None
    folds: Annotated[int, Field(ge=1)] = 1
    count: Literal["multiplicity", "once"] = "multiplicity"
    matrix: bool = False  # whether a custom metric needs the payoffs of each lineup against each other


class Tournaments:
    """Cards, and how their tournaments are played.

    >>> subject = Tournaments(autobattler.sample("table-2"), TournamentPlan(cards="table-2"))
    >>> subject.rules["cards"]["Vanilla"]["attack"]
    7
    """

    synonyms: Mapping[str, str] = {}

    def __init__(self, cards: CardSet, plan: TournamentPlan, lineups: list[list[str]] | None = None):
        if lineups is not None:
            cards, _ = chosen_lineups(lineups, cards)
        self.plan = plan
        self.cards = cards
        self.lineups = lineups
        self.title = f"tournaments of {len(cards.cards)} cards"
        self.rules = {"cards": {card.name: _numbers(card) for card in cards.cards}}
        self.noisy = self.plan.group is not None  # the draw also decides who is side a, even in one group of all

    @classmethod
    def read(cls, plan: data.Document, folder: Path) -> Tournaments:
        """Read the part of a config under `tournament`; file names are relative to the config."""
        checked = data.validate(TournamentPlan, plan.value, plan)
        if checked.lineups is not None and checked.size is not None:
            raise BadData(
                f"{plan.at(('size',))}: size: chosen lineups have their own sizes; give either size or lineups"
            )
        cards = read_cards(plan, folder)
        with plan.error_context("lineups"):
            return cls(cards, checked, _read_lineups(plan, folder))

    def play(
        self, settings: Sequence[Values], seed: int, jobs: int | None = None, matrix: bool = False
    ) -> list[Metagame]:
        """Play a tournament for each setting, one per worker; a single one uses all threads of this machine."""
        if len(settings) == 1 or checked_jobs(jobs) == 1:
            return [self._play(values, seed, min(jobs or cores(), cores()), matrix) for values in settings]
        with Workers(min(jobs_for(jobs), len(settings)), threads=True) as workers:
            return workers.run(self._play, [(values, seed, 1, matrix) for values in settings]) or []

    def _play(self, values: Values, seed: int, threads: int, matrix: bool) -> Metagame:
        plan, cards = self.plan, self.with_values(values)
        matrix = matrix or plan.matrix
        group, folds = (None, 1) if matrix else (plan.group, plan.folds)  # a matrix needs all pairs
        result = autobattler.tournament(
            cards, size=plan.size, profile=plan.profile, group=group, folds=folds,
            seed=seed, threads=threads, matrix=matrix, lineups=self.lineups,
        )  # fmt: skip
        return Metagame(
            names=cards.names,
            rates=result.card_win_rates(count=plan.count),
            lineups=result.win_rates,
            matrix=result.matrix,
            lineup_names=[", ".join(result.lineup_names(k)) for k in range(len(result.lineups))] if matrix else (),
            ties=float(result.ties),
            length=float(result.phases),
            intensity=result.intensity,
            games=int(result.matches),
            details=result,
        )

    def with_values(self, values: Values) -> CardSet:
        """Return the cards with other numbers."""
        if not values:
            return self.cards
        numbers = paths.changed(self.rules, values)["cards"]
        try:
            return CardSet(tuple(Card(name, **its) for name, its in numbers.items()), self.cards.mechanics)
        except pydantic.ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = (first["loc"] or ("cards",))[-1]
            raise BadData(f"the cards do not allow such values: {where}: {first['msg']}") from None

    def check(self, values: Values) -> None:
        """Raise BadData for numbers that no card can have."""
        self.with_values(values)

    def fingerprint(self) -> str:
        """Return the cards with their mechanics, and the chosen lineups, as text."""
        return f"{self.cards.to_json()}{json.dumps(self.lineups)}"

    def without(self, name: str) -> Tournaments | None:
        """Return the same tournaments without a card, or None if that leaves no match."""
        cards = CardSet(tuple(card for card in self.cards.cards if card.name != name), self.cards.mechanics)
        if self.lineups is None:
            return Tournaments(cards, self.plan)
        rest = [lineup for lineup in self.lineups if name not in lineup]
        return Tournaments(cards, self.plan, rest) if len(rest) > 1 else None

    def lineup_count(self) -> int:
        """Return the number of lineups in a tournament."""
        if self.lineups is not None:
            return len(self.lineups)
        return len(all_lineups(len(self.cards.cards), DEFAULT_SIZE if self.plan.size is None else self.plan.size))

    def payoffs(
        self, group: int | None = None, folds: int = 1, seed: int = 0, threads: int | None = None
    ) -> tuple[np.ndarray, int]:
        """Return the payoff of each lineup, in a full tournament or in groups, and the number of matches."""
        plan = self.plan
        result = autobattler.tournament(
            self.cards, size=plan.size, profile=plan.profile, group=group, folds=folds, seed=seed, threads=threads,
            lineups=self.lineups,
        )  # fmt: skip
        return result.payoff, result.matches

    def write(self, values: Values, path: Path) -> None:
        """Write the cards to a file that `CardSet.read` can read."""
        self.with_values(values).write(path)


def _numbers(card: Card) -> dict[str, Any]:
    return {"attack": card.attack, "health": card.health, "mechanics": dict(card.mechanics), "price": card.price}


def _read_lineups(plan: data.Document, folder: Path) -> list[list[str]] | None:
    """Return the chosen lineups of a plan, from a file or from the plan itself; None for all lineups."""
    source = plan.value.get("lineups")
    if isinstance(source, str):
        return read_lineups(folder / source)
    return None if source is None else data.validate(Lineups, source, plan.part("lineups"))


def read_cards(plan: data.Document, folder: Path) -> CardSet:
    """Return the cards of a plan: a built-in set, a file, or the cards given in the plan, with mechanics beside them.

    >>> read_cards(data.Document({"cards": [{"name": "Ogre", "attack": 7, "health": 9}]}), Path()).names
    ['Ogre']
    """
    source, own = plan.value["cards"], plan.value.get("mechanics")
    if own is not None and not isinstance(source, list):
        raise BadData(f"{plan.at(('mechanics',))}: mechanics stand beside a list of cards; a card set has its own")
    if isinstance(source, str):
        if source in autobattler.sample_names():
            return autobattler.sample(source)
        return CardSet.read(folder / source)
    if isinstance(source, Mapping):
        return data.validate(CardSet, source, plan.part("cards"))
    return data.validate(CardSet, {"cards": source, "mechanics": own or {}}, plan)
