"""An evolution in progress and its result: the optimiser, the opponents of the next generation, and the figures so far.

The state follows from the settings and the fitness of all individuals so far, so a checkpoint holds nothing else.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cardwright.agents import Agent, Rules, make, make_seats
from cardwright.agents.weights import rounded, text_of
from cardwright.core.errors import CardwrightError, counted
from cardwright.core.game import Game
from cardwright.core.random import seed_for
from cardwright.core.showing import html

from .genes import Genes, make_genes
from .judge import Judge, Verdict
from .optimisers import make_optimiser
from .population import read_individuals
from .settings import Settings

LAST, LEAGUE = "last", "league"


class Generation(NamedTuple):
    """The figures of a generation."""

    best: float  # fitness
    mean: float
    worst: float
    wins: float  # the share of games that the best individual won


def figures(verdict: Verdict) -> Generation:
    """Return the figures of a generation."""
    fitness, wins = verdict
    best = int(np.argmax(fitness))
    return Generation(float(fitness.max()), float(fitness.mean()), float(fitness.min()), float(wins[best]))


class Trained:
    """An evolution, as far as it has come."""

    def __init__(self, game: Game, settings: Settings):
        self.game = game
        self.settings = settings
        self.start = [each for source in settings.start for each in read_individuals(source, game)]
        self.genes: Genes = make_genes(game, settings.genes, settings.fixed, self.start[0] if self.start else ())
        begin = self.start or ([game.weights] if settings.method == "cma" else [])
        self.optimiser = make_optimiser(len(self.genes), [self.genes.genome(each) for each in begin], settings)
        self.judge = Judge(game, settings.games, settings.copies, settings.fitness)
        self.verdicts: list[Verdict] = []
        self.last: list[np.ndarray] = []  # the weights of the last generation, the best first
        self.league: list[np.ndarray] = [np.array(game.weights)]  # the champions of all generations
        self.interrupted = False  # whether Ctrl-C ended it
        self.opponents()  # to refuse a wrong text at once

    def individuals(self) -> list[np.ndarray]:
        """Return the weights of the next generation."""
        return [self.genes.weights(genome) for genome in self.optimiser.ask()]

    def opponents(self) -> list[Agent]:
        """Return who plays in the other seats against the next generation."""
        seats = self._opponent_texts
        named = {text: iter(self._group(text, seats.count(text))) for text in (LAST, LEAGUE) if text in seats}
        agents = [next(named[text]) if text in named else make(text).at(self.game) for text in seats]
        for agent in agents:
            if not agent.compiled:
                raise CardwrightError(f"opponents: {agent.name} runs in Python; only compiled agents are fast enough")
            agent.check_game(self.game)
        return agents

    def seed(self) -> int:
        """Return the seed of the games of the next generation, the same for all individuals."""
        return seed_for(self.settings.seed, "games", len(self.verdicts))

    def add(self, verdict: Verdict) -> None:
        """Learn how the next generation did."""
        individuals = self.individuals()
        order = np.argsort(-verdict.fitness, kind="stable")
        self.last = [individuals[index] for index in order]
        self.optimiser.tell(verdict.fitness)
        self.verdicts.append(verdict)
        self.league.append(self.genes.weights(self.optimiser.champion()))

    @property
    def history(self) -> list[Generation]:
        """The figures of all generations."""
        return [figures(verdict) for verdict in self.verdicts]

    @property
    def ended(self) -> bool:
        """Whether it has had all its generations, or its mean fitness has not grown for too long."""
        patience, means = self.settings.patience, [each.mean for each in self.history]
        stuck = 0 < patience < len(means) and max(means[-patience:]) <= max(means[:-patience])
        return len(means) >= self.settings.generations or stuck

    @property
    def weights(self) -> tuple[float, ...]:
        """The weights of the champion, as a file keeps them."""
        return rounded(self.league[-1].tolist())

    def named_weights(self) -> dict[str, float]:
        """Return the weights of the champion by name, those of cards with their group."""
        table = self.game.weight_table()
        names = [f"{each.group}: {each.name}" if each.group else each.name for each in table]
        return dict(zip(names, self.weights, strict=True))

    def _repr_html_(self) -> str:
        return html.show(self)

    def file_text(self) -> str:
        """Return the champion as a weights file."""
        given, usual = self.settings, Settings(self.settings.seed)
        other = {name: value for name, value in given.identity().items() if value != usual.identity()[name]}
        made: dict[str, Any] = {
            "by": f"cardwright evolve {self.game.family}:{self.game.name}",
            "seed": given.seed,
            "opponents": given.opponents,
            "population": given.population,
            "generations": len(self.verdicts),
            "games": given.games,
            "method": given.method,
            **{name: _note(value) for name, value in other.items()},
        }
        if self.verdicts:
            made["best fitness of the last generation"] = round(self.history[-1].best, 6)
        return text_of(self.game, self.weights, made)

    @functools.cached_property
    def _opponent_texts(self) -> list[str]:
        """The text of each opponent; a single agent takes all seats."""
        texts: list[str] = []
        for part in self.settings.opponents.split(","):
            times, star, text = part.rpartition("*")
            if text.strip() not in (LAST, LEAGUE):
                make(text)  # to refuse a wrong text, even if nobody else plays
            texts += [text.strip()] * len(make_seats(f"{times}*first" if star else "first"))
        rivals = self.judge.rivals
        if rivals and len(texts) == 1:
            texts *= rivals
        if rivals and len(texts) != rivals:
            given = self.settings.opponents[:80]
            raise CardwrightError(
                f"opponents: {self.game.name} has {counted(rivals, 'seat')} for them; {given!r} fills {len(texts)}"
            )
        return texts[:rivals]

    def _group(self, which: str, count: int) -> Sequence[Agent]:
        """Return the best of the last generation, or some past champions; the rules themselves in the first one."""
        if which == LAST:
            rows = list(itertools.islice(itertools.cycle(self.last or self.league), count))
        else:
            rng = np.random.default_rng(seed_for(self.settings.seed, "league", len(self.verdicts)))
            picks = rng.choice(len(self.league), count, replace=len(self.league) < count)
            rows = [self.league[pick] for pick in picks]
        return [Rules(tuple(row.tolist())) for row in rows]


def _note(value: Any) -> Any:
    """Return a setting as a note in a file."""
    if isinstance(value, dict):
        return ", ".join(f"{key}={number:g}" for key, number in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
