"""Every long call shows a bar if `progress` is True, and the bar ends full."""

from __future__ import annotations

import contextlib
import types
from dataclasses import replace

import pytest

import cardwright
from cardwright import arena, autobattler, balance, training
from cardwright.balance import sweeps
from cardwright.core.showing import progress
from cardwright.generate import cards, games
from cardwright.generate.cards import search as cards_search
from cardwright.generate.games import search as games_search
from cardwright.training import fit

STUDY = {"play": {"tournament": {"cards": "vanilla", "size": 1}}, "parameters": {"cards.*.attack": [1, 9]}}


def study():
    return balance.Study(STUDY)


CALLS = {
    "arena.run": lambda game: arena.run(game, ["random,random", "first,first"], games=20, seed=1, progress=True),
    "arena.league": lambda game: arena.league(game, ["random", "first"], games=5, seed=1, progress=True),
    "tournament": lambda game: autobattler.tournament(autobattler.sample("vanilla"), size=1, progress=True),
    "tune": lambda game: balance.tune(study(), budget=5, seed=1, optimiser="random", progress=True),
    "sweep": lambda game: sweeps.sweep(study(), f"{study().space.variables[0].label}=1:3", progress=True),
    "influence": lambda game: sweeps.influence(study(), samples=2, progress=True),
    "suspects": lambda game: sweeps.suspects(study(), progress=True),
    "group_error": lambda game: sweeps.group_error(study(), [2], repeats=1, progress=True),
    "fit": lambda game: fit.fit(cardwright.game("spire:jaw-worm"), ["random", "rules"], games=20, progress=True),
    "training.evolve": lambda game: training.evolve(
        "spire:jaw-worm", training.Settings(seed=1, population=4, generations=1, games=1), progress=True
    ),
}


@pytest.fixture
def moves(monkeypatch):
    found = []

    @contextlib.contextmanager
    def recorded():
        yield lambda *moved: found.append(moved)

    monkeypatch.setattr(progress, "bars", recorded)
    return found


@pytest.mark.parametrize("call", CALLS)
def test_true_shows_a_bar_that_ends_full(call, kuhn_game, moves):
    CALLS[call](kuhn_game)
    *_, done, total = moves[-1]
    assert done == total > 0


def test_a_search_for_games_moves_its_bar(monkeypatch, moves):
    made = types.SimpleNamespace(judgement=types.SimpleNamespace(passed=True))
    monkeypatch.setattr(games_search, "_evaluated", lambda *_: [made] * 10)
    monkeypatch.setattr(games.Archive, "add", lambda *_: True)
    games.evolve(games.Settings(seed=1), evaluations=20, progress=True)
    assert [moved[2:] for moved in moves] == [(0, None), (10, 20), (20, 20)]


def test_a_search_for_cards_moves_its_bar(monkeypatch, moves):
    def generation(search, recipes, *_):
        search.evaluations += len(recipes)
        return True

    figures = cards.Figures(arena.Estimate(1, 0, 2), 2, {"random": 1.0}, {"starter": 1.0})
    known = cards.Known([{"Strike": figures, "Bash": replace(figures, cost=2)}])
    monkeypatch.setattr(cards_search, "judge_known", lambda *_: known)
    monkeypatch.setattr(cards_search, "_generation", generation)
    cards.search_cards(cards.Settings("spire", 1, batch=4), 8, progress=True)
    assert [moved[1:] for moved in moves] == [("cards", 0, None), ("cards (0 kept)", 4, 8), ("cards (0 kept)", 8, 8)]
