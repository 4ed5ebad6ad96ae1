"""Tuning the auto battler: a tournament of all lineups for each setting of the cards' numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import pydantic
from pydantic import BaseModel, ConfigDict, Field

from cardwright import autobattler
from cardwright.autobattler import Card, CardSet
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
    size: Annotated[int, Field(ge=1, le=7)] = 3
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

    def __init__(self, cards: CardSet, plan: TournamentPlan):
        self.plan = plan
        self.cards = cards
        self.title = f"tournaments of {len(cards.cards)} cards"
        self.rules = {"cards": {card.name: _numbers(card) for card in cards.cards}}
        self.noisy = self.plan.group is not None  # the draw also decides who is side a, even in one group of all

    @classmethod
    def read(cls, plan: data.Document, folder: Path) -> Tournaments:
        """Read the part of a config under `tournament`; file names are relative to the config."""
        checked = data.validate(TournamentPlan, plan.value, plan)
        return cls(read_cards(plan, folder), checked)

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
        result = autobattler.tournament(
            cards, size=plan.size, profile=plan.profile, group=plan.group, folds=plan.folds,
            seed=seed, threads=threads, matrix=matrix,
        )  # fmt: skip
        return Metagame(
            names=cards.names,
            rates=result.card_win_rates(count=plan.count),
            lineups=result.win_rates,
            matrix=result.matrix,
            lineup_names=[", ".join(result.lineup_names(k)) for k in range(len(result.lineups))] if matrix else (),
            ties=float(result.ties),
            length=float(result.phases),
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
        """Return the cards and their mechanics as text."""
        return self.cards.to_json()

    def without(self, name: str) -> Tournaments:
        """Return the same tournaments without a card."""
        cards = CardSet(tuple(card for card in self.cards.cards if card.name != name), self.cards.mechanics)
        return Tournaments(cards, self.plan)

    def payoffs(
        self, group: int | None = None, folds: int = 1, seed: int = 0, threads: int | None = None
    ) -> tuple[np.ndarray, int]:
        """Return the payoff of each lineup, in a full tournament or in groups, and the number of matches."""
        plan = self.plan
        result = autobattler.tournament(
            self.cards, size=plan.size, profile=plan.profile, group=group, folds=folds, seed=seed, threads=threads
        )
        return result.payoff, result.matches

    def write(self, values: Values, path: Path) -> None:
        """Write the cards to a file that `CardSet.read` can read."""
        self.with_values(values).write(path)


def _numbers(card: Card) -> dict[str, Any]:
    return {"attack": card.attack, "health": card.health, "mechanics": dict(card.mechanics), "price": card.price}


def read_cards(plan: data.Document, folder: Path) -> CardSet:
    """Return the cards of a plan: a built-in set, a file, or the cards given in the plan.

    >>> read_cards(data.Document({"cards": [{"name": "Ogre", "attack": 7, "health": 9}]}), Path()).names
    ['Ogre']
    """
    source = plan.value["cards"]
    if isinstance(source, str):
        if source in autobattler.sample_names():
            return autobattler.sample(source)
        return CardSet.read(folder / source)
    if isinstance(source, Mapping):
        return data.validate(CardSet, source, plan.part("cards"))
    return data.validate(CardSet, {"cards": source}, plan)
