"""Judging cards by play: games with a card and the same games without it.

Every figure depends only on the card, the rung and the seed, so it is the same in any process and any order.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from cardwright.agents import MOST_DECISIONS, Compiled, Players, make, seats_of, share_kernel
from cardwright.agents.kernel import Seats
from cardwright.arena.statistics import Estimate, Z
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.making.maker import Card, CardMaker
from cardwright.core.random import seeds_for
from cardwright.core.verbs import OVER

from .alike import Cards
from .figures import DOES_NOTHING, IDLE_PART, LOOPS, NEVER_PLAYABLE, UNKNOWN, Figures
from .use import count_use

LONGEST_TURN = 50  # decisions, as many as `rules` plays in a turn; a first turn that has not ended counts as endless
STRESS_GAMES = 4
PLAYS_ALL = "rules"  # the agent of the stress test: it plays cards as long as it can


@dataclass(frozen=True)
class Rung:
    """How much a card is tried: in every `stride`-th trial, by the first `agents` or all, in so many games of each."""

    games: int
    stride: int = 1
    agents: int | None = 1  # None: all
    partner_games: int = 0  # games of each trial with each partner, for synergy
    use_games: int = 0  # games of each trial in which each play of the card is counted
    parts: bool = False  # whether games without each part of the card say if that part is idle

    def times(self, effort: int) -> Rung:
        """Return a rung with `effort` times as many games."""
        return replace(self, games=effort * self.games, partner_games=effort * self.partner_games)


RUNGS = (  # each costs about as much as the one before: a third of the cards gets further
    Rung(games=16, stride=4),
    Rung(games=12, agents=None),
    Rung(games=40, agents=None, partner_games=12, use_games=3, parts=True),
)


class Cell(NamedTuple):
    """Some games of one trial by one agent: outcomes, last turns, and whether all of them ended by the rules."""

    outcomes: np.ndarray
    turns: np.ndarray
    ended: bool


Gains = dict[tuple[int, int], np.ndarray]  # by trial and agent: what each game gains


class Judge:
    """Judges cards of one game; `rungs` says how thoroughly, from the first glance to the full figures."""

    def __init__(self, maker: CardMaker, seed: int, rungs: Sequence[Rung] = RUNGS):
        self.maker = maker
        self.seed = seed
        self.rungs = [rung.times(maker.effort) for rung in rungs]
        self.agents = [_compiled(each) for each in maker.agents]
        self._known = Cards(maker, maker.known())
        self._games: dict[tuple[str, ...], Sequence[Game]] = {(): maker.games([], [()], range(len(maker.trials)))[0]}
        self._played: dict[tuple[tuple[str, ...], int, int, int], np.ndarray] = {}
        self._tables: dict[tuple[int, int, tuple[float, ...]], Seats] = {}
        share_kernel(self._games[()][0], [*self.agents, make(PLAYS_ALL)])

    def judge(self, card: Card, rung: int = -1) -> Figures:
        """Return the figures of a card on one rung; by default on the last, with everything that can be measured."""
        effort = self.rungs[rung]
        trials = range(0, len(self.maker.trials), effort.stride)
        name = self.maker.name(card)
        pairs = [(name, each) for each in (self.maker.filler, *self.maker.partners)] if effort.partner_games else []
        games, *paired = self.maker.games([card], [(name,), *pairs], trials)
        gains, ended = self._gains(games, trials, self._judges(effort), effort.games)
        figures = self._summary(card, gains, ended)
        if not ended:
            return figures  # rules that do not stop take long, and a few games are enough to know
        if pairs:
            figures = self._with_synergy(figures, paired, trials, effort.partner_games)
        return self._with_flags(card, figures, games, effort)

    def _summary(self, card: Card, gains: Gains, ended: bool) -> Figures:
        agents, trials = self.maker.agents, self.maker.trials
        by_agent, by_deck = defaultdict(list), defaultdict(list)
        for (trial, agent), gain in gains.items():
            by_agent[agents[agent]].append(gain)
            by_deck[trials[trial].deck].append(gain)
        return Figures(
            strength=_stratified(list(gains.values())),
            games=sum(map(len, gains.values())),
            agents={agent: _mean(some) for agent, some in by_agent.items()},
            decks={deck: _mean(some) for deck, some in by_deck.items()},
            complexity=self.maker.complexity(card),
            cost=self.maker.cost(card),
            flags=() if ended else (LOOPS,),
        )

    def _judges(self, effort: Rung) -> range:
        """Return the numbers of the agents of a rung."""
        return range(len(self.agents[: effort.agents]))

    # Games

    def _gains(
        self, games: Sequence[Game], trials: Sequence[int], agents: Sequence[int], count: int
    ) -> tuple[Gains, bool]:
        """Return what games gain over those without any card added, by trial and agent, and whether all ended.

        It stops after the first games that do not end.
        """
        gains: Gains = {}
        for trial, game in zip(trials, games, strict=True):
            for agent in agents:
                cell = self._play(game, agent, count)
                gains[trial, agent] = cell.outcomes - self._known_outcomes((), trial, agent, count)
                if not cell.ended:
                    return gains, False
        return gains, True

    def _known_outcomes(self, added: tuple[str, ...], trial: int, agent: int, count: int) -> np.ndarray:
        """Return the outcomes of games in which only known cards are added; they are played once."""
        key = added, trial, agent, count
        if key not in self._played:
            if added not in self._games:
                self._games[added] = self.maker.games([], [added], range(len(self.maker.trials)))[0]
            self._played[key] = self._play(self._games[added][trial], agent, count).outcomes
        return self._played[key]

    def _play(self, game: Game, agent: int, count: int) -> Cell:
        states = np.zeros(count, game.dtype)
        game_seeds, agent_seeds = (seeds_for(self.seed, use, np.arange(count)) for use in ("game", "agent"))
        _, stops = Players(game, self._seats(game, agent)).play(states, game_seeds, agent_seeds, MOST_DECISIONS)
        ended = (stops == OVER) & (states["fault"] == 0)
        outcomes = np.where(ended, self.maker.outcomes(game, states), 0)
        return Cell(outcomes.astype(np.float64), states["turn"].copy(), bool(ended.all()))

    def _seats(self, game: Game, agent: int) -> Seats:
        """Return a table of one agent, made once for all games with as many seats and the same weights."""
        key = agent, game.players, game.weights
        if key not in self._tables:
            self._tables[key] = seats_of(game, [self.agents[agent]] * game.players)
        return self._tables[key]

    # Synergy

    def _with_synergy(
        self, figures: Figures, paired: Sequence[Sequence[Game]], trials: Sequence[int], count: int
    ) -> Figures:
        """Add what card and partner gain together beyond what each gains alone, the filler taking the other's place.

        All these decks have the same size; a larger one would already make any further card matter less.
        """
        agent, filler = len(self.agents) - 1, self.maker.filler
        best, name = UNKNOWN, ""
        alone = [self._play(game, agent, count).outcomes for game in paired[0]]
        for partner, games in zip(self.maker.partners, paired[1:], strict=True):
            cells = []
            for trial, game, own in zip(trials, games, alone, strict=True):
                both = self._play(game, agent, count).outcomes
                other = self._known_outcomes((filler, partner), trial, agent, count)
                neither = self._known_outcomes((filler, filler), trial, agent, count)
                cells.append(both - own - other + neither)
            found = _stratified(cells)
            if not name or found.value > best.value:
                best, name = found, partner
        return replace(figures, synergy=best, partner=name)

    # Flags

    def _with_flags(self, card: Card, figures: Figures, games: Sequence[Game], effort: Rung) -> Figures:
        flags = dict.fromkeys([*figures.flags, *self._known.flags(card)])
        if effort.use_games:
            if self._never_ends(card):
                flags[LOOPS] = None
            use = count_use(self.maker, card, games, self.agents[-1], self.seed, effort.use_games)
            figures = replace(figures, use=use.rate)
            if not use.available:
                flags[NEVER_PLAYABLE] = None
            elif not use.played:
                flags[self.maker.never_used] = None
            if self._ends_alike(card, self.maker.blank(card), games, effort):
                flags[DOES_NOTHING] = None
            elif effort.parts and any(self._ends_alike(card, each, games, effort) for each in self.maker.lesser(card)):
                flags[IDLE_PART] = None
        return replace(figures, flags=tuple(flags))

    def _never_ends(self, card: Card) -> bool:
        game = self.maker.stress(card)
        if game is None:
            return False
        states = np.zeros(STRESS_GAMES, game.dtype)
        seeds = seeds_for(self.seed, "stress", np.arange(STRESS_GAMES))
        players = Players(game, seats_of(game, [make(PLAYS_ALL)] * game.players))
        _, stops = players.play(states, seeds, seeds, LONGEST_TURN)
        return bool(((states["turn"] <= 1) & (stops != OVER)).any())

    def _ends_alike(self, card: Card, lesser: Card, games: Sequence[Game], effort: Rung) -> bool:
        """Return whether all games end as with a card that does less, on the same turn: few games may be won alike."""
        trials = range(0, len(self.maker.trials), effort.stride)
        for trial, game in zip(trials, games, strict=True):
            ((blank,),) = self.maker.games([lesser], [(self.maker.name(card),)], [trial])
            for agent in self._judges(effort):
                own, other = (self._play(each, agent, effort.use_games) for each in (game, blank))
                if not (np.array_equal(own.outcomes, other.outcomes) and np.array_equal(own.turns, other.turns)):
                    return False
        return True


def _compiled(agent: str) -> Compiled:
    """Return an agent that kernels play for."""
    made = make(agent)
    if not isinstance(made, Compiled):
        raise CardwrightError(
            f"agent {agent!r} cannot judge cards; compiled agents can, such as mcts:20 or lookahead:2"
        )
    return made


def _stratified(cells: Sequence[np.ndarray]) -> Estimate:
    """Return the mean of the means of some cells, with a 95 % interval."""
    value = _mean(cells)
    if any(len(cell) < 2 for cell in cells):
        return Estimate(value, math.nan, math.nan)
    error = math.sqrt(sum(float(np.var(cell, ddof=1)) / len(cell) for cell in cells)) / len(cells)
    return Estimate(value, value - Z * error, value + Z * error)


def _mean(cells: Sequence[np.ndarray]) -> float:
    return float(np.mean([np.mean(cell) for cell in cells]))
