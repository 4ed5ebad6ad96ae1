"""Cards judged by play: the figures are what a comparison by hand gives, and defects are found."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cardwright import spire
from cardwright.agents import make, play_games
from cardwright.arena.statistics import mean_difference
from cardwright.core.making.maker import Likeness
from cardwright.core.random import seeds_for
from cardwright.generate.cards.alike import alike
from cardwright.generate.cards.figures import Figures
from cardwright.generate.cards.known import Known
from cardwright.generate.cards.trials import Judge, Rung

MAKER = spire.family.card_maker()
SMALL = (Rung(games=3, stride=6), Rung(games=2, stride=6, agents=2, partner_games=2, use_games=3))
SEED = 5


def card(name, kind="attack", cost=1, **fields):
    return {"cards": {name: {"type": kind, "cost": cost, **fields}}}


HEAVY = card("Heavy", effect={"to": "an enemy", "attack": 20})
PLANTED = {
    "loops": card("Perpetuum", "skill", 0, effect={"draw": 2, "energy": 2}),
    "duplicate of Strike+": card("Not Strike", effect={"to": "an enemy", "attack": 9}),
    "never playable": card("Stone", "skill", unplayable=True, effect={"block": 5}),
    "does nothing": card("Idle", "skill"),
}


@pytest.fixture(scope="module")
def judge():
    return Judge(MAKER, SEED, SMALL)


def test_strength_is_the_mean_gain_on_the_same_seeds(judge):
    """As anybody can compute it with the arena's means: each game with the card against the same game without."""
    trials = [0, 6]
    (with_card,) = MAKER.games([HEAVY], [("Heavy",)], trials)
    (without,) = MAKER.games([], [()], trials)
    seeds, agent_seeds = (seeds_for(SEED, use, np.arange(3)) for use in ("game", "agent"))
    gains = []
    for pair in zip(with_card, without, strict=True):
        hp = [game.measure(play_games(game, [make("random")], seeds, agent_seeds).states)["hp_left"] for game in pair]
        gains.append(mean_difference(np.maximum(hp[0], 0), np.maximum(hp[1], 0)).value)
    figures = judge.judge(HEAVY, 0)
    assert figures.strength.value == pytest.approx(np.mean(gains))
    assert list(figures.decks.values()) == pytest.approx(gains)
    assert figures.games == 6
    assert figures.strength.low < figures.strength.value < figures.strength.high


def test_the_same_card_has_the_same_figures_in_any_order(judge):
    again = Judge(MAKER, SEED, SMALL)
    again.judge(PLANTED["does nothing"], 0)
    assert again.judge(HEAVY, 0) == judge.judge(HEAVY, 0)


def test_full_figures(judge):
    figures = judge.judge(HEAVY)
    assert figures.partner in MAKER.partners
    assert 0 < figures.use.value <= 1
    assert not math.isnan(figures.synergy.value)
    assert set(figures.agents) == set(MAKER.agents)
    assert figures.flags == ()
    assert Figures.from_data(figures.to_data()).to_data() == figures.to_data()


@pytest.mark.parametrize("flag", PLANTED)
def test_planted_defects_are_flagged(judge, flag):
    assert flag in judge.judge(PLANTED[flag]).flags


def test_a_card_that_is_better_than_all_others_in_every_deck_is_flagged(judge):
    usual = {name: judge.judge(card(name, effect={"to": "an enemy", "attack": 6}), 0) for name in ("A", "B")}
    known = Known([usual])
    best = known.ranked(judge.judge(card("Nuke", cost=0, effect={"to": "all enemies", "attack": 60}), 0))
    assert best.flags == ("always best",)
    assert best.rank == 1
    assert known.ranked(usual["A"]).flags == ("duplicate of Strike",)
    assert known.fit(usual["A"], 0) == 1 > known.fit(best, 0)


def test_numbers_within_the_tolerance_are_alike():
    assert alike(Likeness("a", (9.0, 2.0)), Likeness("a", (10.0, 2.0)))
    assert not alike(Likeness("a", (9.0, 2.0)), Likeness("a", (10.0, 3.0)))
    assert not alike(Likeness("a", (9.0,)), Likeness("b", (9.0,)))
