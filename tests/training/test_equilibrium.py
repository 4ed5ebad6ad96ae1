"""Exploitability: 0 in a known equilibrium, exact on all deals, and enclosed by sampled deals."""

from __future__ import annotations

import itertools
from math import prod
from pathlib import Path

import kuhn
import leduc
import numpy as np
import pytest

from cardwright.agents.game_tree import END, grow
from cardwright.agents.regret import Solver, Strategy
from cardwright.core.compiling.jit import COMPILED
from cardwright.core.errors import CardwrightError
from cardwright.training.equilibrium import Deals, approach, compare, measure, sample

KUHN = kuhn.family.game({})
LEDUC = leduc.family.game({})


def kuhn_deals():
    hands = itertools.permutations(kuhn.CARDS, 2)
    states = [kuhn.family.game({"hands": {"P1": one, "P2": two}}).new(0) for one, two in hands]
    return Deals(np.concatenate([each.records for each in states]), np.ones(6, np.int64))


def leduc_deals():
    records, counts = [], []
    for ranks in itertools.product(leduc.RANKS, repeat=3):
        ways = prod(2 - ranks[:index].count(rank) for index, rank in enumerate(ranks))
        if ways:
            start = {"hands": {"P1": ranks[0], "P2": ranks[1]}, "public": ranks[2]}
            records.append(leduc.family.game(start).new(0).records)
            counts.append(ways)
    return Deals(np.concatenate(records), np.array(counts))


def exactly(game, deals, strategy):
    found = compare(game, strategy, deals, deals)
    assert found.at_least == found.at_most
    return found


NOTHING = Strategy(*(np.zeros(0, kind) for kind in (np.uint64, np.int64, np.int64, np.int64, np.float64)))


def kuhn_strategy(chance_to_bet):
    """Return a strategy by hand and history."""
    deals = kuhn_deals()
    tree, _ = grow(KUHN, deals.records)
    deal = np.cumsum(tree.parent < 0) - 1
    keys, chances = [], []
    for node in np.flatnonzero(tree.who != END):
        if tree.key[node] not in keys:
            hand = kuhn.CARDS[deals.records[deal[node]].card[tree.who[node]]]
            steps, at = [], node
            while tree.parent[at] >= 0:
                steps.insert(0, int(tree.choice[at]))
                at = tree.parent[at]
            bet = chance_to_bet[hand, tuple(steps)]
            keys.append(tree.key[node])
            chances += [1 - bet, bet]
    sets = len(keys)
    return Strategy(
        np.array(keys), 2 * np.arange(sets), np.full(sets, 2), np.zeros(2 * sets, np.int64), np.array(chances)
    )


P, B = kuhn.PASS, kuhn.BET


def test_an_equilibrium_cannot_be_exploited():
    """The one in which the first player never bets a jack."""
    bets = {("Jack", ()): 0, ("Queen", ()): 0, ("King", ()): 0}
    bets |= {("Jack", (P,)): 1 / 3, ("Queen", (P,)): 0, ("King", (P,)): 1}
    bets |= {("Jack", (B,)): 0, ("Queen", (B,)): 1 / 3, ("King", (B,)): 1}
    bets |= {("Jack", (P, B)): 0, ("Queen", (P, B)): 1 / 3, ("King", (P, B)): 1}
    found = exactly(KUHN, kuhn_deals(), kuhn_strategy(bets))
    assert 2 * found.value.value == pytest.approx(-1 / 18)
    assert found.at_most.value == pytest.approx(0, abs=1e-12)
    assert found.remembered
    bets["Queen", ()] = 1  # the second player can now call with a king only
    assert exactly(KUHN, kuhn_deals(), kuhn_strategy(bets)).at_most.value > 0.02


def test_what_a_best_response_gains_from_players_who_act_at_random():
    """The figures that OpenSpiel's exploitability gives for uniform strategies: 0.458333 and 2.373611 chips."""
    assert 2 * exactly(KUHN, kuhn_deals(), NOTHING).at_most.value == pytest.approx(0.4583333)
    assert 13 * exactly(LEDUC, leduc_deals(), NOTHING).at_most.value == pytest.approx(2.3736111)


@pytest.mark.skipif(not COMPILED, reason="takes minutes uncompiled")
@pytest.mark.parametrize(
    ("game", "deals", "chips", "value", "iterations", "largest"),
    [(KUHN, kuhn_deals, 2, -1 / 18, 50_000, 0.01), (LEDUC, leduc_deals, 13, -0.085606424, 100_000, 0.06)],
    ids=["kuhn", "leduc"],
)
def test_training_approaches_the_equilibrium(game, deals, chips, value, iterations, largest):
    solver = Solver(game, seed=3)
    solver.train(iterations // 50)
    before = chips * exactly(game, deals(), solver.strategy()).at_most.value
    solver.train(iterations - iterations // 50)
    found = exactly(game, deals(), solver.strategy())
    after = chips * found.at_most.value
    assert 0 <= after < largest < before
    assert abs(chips * found.value.value - value) <= 2 * after  # nobody can gain more than that
    assert found.remembered


def test_sampled_deals_enclose_the_exploitability():
    exact = exactly(KUHN, kuhn_deals(), NOTHING)
    found = measure(KUHN, NOTHING, deals=1000, seed=2)
    assert found.at_least.low <= exact.at_most.value <= found.at_most.high
    assert found.value.low <= exact.value.value <= found.value.high


def test_equal_deals_are_counted_together():
    deals = sample(KUHN, 300, 1, "test")
    assert len(deals.records) == len(deals.counts) == 6
    assert deals.counts.sum() == 300


def test_deals_that_draw_later_are_not_counted_together(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "agents"))
    from climb_game import Climb

    deals = sample(Climb(players=2, top=2), 20, 1, "test")
    assert deals.counts.tolist() == [1] * 20


def test_a_tree_has_every_position_once():
    tree, random = grow(KUHN, kuhn_deals().records)
    assert not random
    assert np.count_nonzero(tree.who != END) == 6 * 4
    assert np.count_nonzero(tree.who == END) == 6 * 5
    assert np.all(tree.parent[tree.parent >= 0] < np.flatnonzero(tree.parent >= 0))
    with pytest.raises(CardwrightError, match="more than 20 positions"):
        grow(KUHN, kuhn_deals().records, most=20)


def test_steps_of_training():
    steps = list(approach(KUHN, 100, deals=50))
    assert [each.iterations for each in steps] == [1, 10, 100]
    assert steps[-1].information_sets == 12
    for wrong in ({"iterations": 0}, {"iterations": 10, "deals": 1}):
        with pytest.raises(CardwrightError, match="must be from"):
            list(approach(KUHN, **wrong))
