"""Metrics of small metagames with known values."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as st_numpy

from cardwright import autobattler
from cardwright.balance import METRICS, Metagame, Study, cycles, domination_graph, find_metric, metrics, nash, structure
from cardwright.balance.alpha_rank import alpha_rank
from cardwright.balance.objectives import BEST_IF_ALL_TIE, tie_warning
from cardwright.balance.payoffs import ROCK_PAPER_SCISSORS, of_cards
from cardwright.balance.payoffs import payoffs as payoffs_of
from cardwright.core.errors import BadData, CardwrightError, UnknownName

ORDER = np.array([[0.0, 1, 1], [-1, 0, 1], [-1, -1, 0]])  # the first beats all


def antisymmetric(n, values):
    upper = np.triu(np.array(values, float).reshape(n, n), 1)
    return upper - upper.T


payoffs = st.integers(2, 7).flatmap(
    lambda n: st.lists(st.sampled_from([-1, 0, 1]), min_size=n * n, max_size=n * n).map(lambda v: antisymmetric(n, v))
)
rates = st_numpy.arrays(float, st.integers(1, 8), elements=st.floats(0.01, 1))


@given(rates)
def test_equal_rates_are_best_by_every_metric(values):
    even = np.full_like(values, 0.5)
    assert metrics.standard_deviation(even) == 0 <= metrics.standard_deviation(values)
    assert metrics.per_card_payoff(even) == 0 <= metrics.per_card_payoff(values)
    assert metrics.entropy(values) <= metrics.entropy(even) + 1e-12
    assert metrics.entropy(even) == pytest.approx(math.log(len(even)))


def test_metrics_match_figures_computed_by_hand():
    values = np.array([0.2, 0.5, 0.8])
    assert metrics.standard_deviation(values) == pytest.approx(math.sqrt(0.06))
    assert metrics.per_card_payoff(values) == pytest.approx((0.36 + 0 + 0.36) / 3)
    shares = values / 1.5
    assert metrics.entropy(values) == pytest.approx(-sum(share * math.log(share) for share in shares))


def test_distances_to_a_target():
    metagame = Metagame(["a", "b", "c"], [0.2, 0.5, 0.8], lineups=np.array([0.5, 0.5]))
    assert metrics.wasserstein(metagame, [0.2, 0.5, 0.8]) == 0
    assert metrics.wasserstein(metagame, [0.3, 0.6, 0.9]) == pytest.approx(0.1)
    assert metrics.wasserstein(metagame, [0.5], of="lineups") == 0
    assert metrics.wasserstein(metagame, {"c": 0.2, "b": 0.5, "a": 0.8}) == pytest.approx(0.4)
    assert metrics.kullback_leibler(metagame, [0.2, 0.5, 0.8]) == pytest.approx(0)
    assert metrics.kullback_leibler(metagame, {"a": 0.8, "b": 0.5, "c": 0.2}) > 0.1
    for target, message in ((["x"], "list of rates"), ({"a": 1}, "rate for each of"), ([[1]], "list of rates")):
        with pytest.raises(BadData, match=message):
            metrics.wasserstein(metagame, target)
    with pytest.raises(BadData, match="2 rates, but there are 3"):
        metrics.kullback_leibler(metagame, [0.5, 0.5])


def test_entropy_of_gains_is_refused():
    with pytest.raises(BadData, match="at least 0"):
        metrics.entropy(np.array([-1.0, 2.0]))


def test_rock_paper_scissors_is_one_cycle():
    assert structure.triangles(ROCK_PAPER_SCISSORS) == structure.cyclic_share(ROCK_PAPER_SCISSORS) == 1
    assert structure.unbeaten(ROCK_PAPER_SCISSORS) == 0
    assert nash.nash_average(ROCK_PAPER_SCISSORS) == pytest.approx([1 / 3] * 3)
    assert alpha_rank(ROCK_PAPER_SCISSORS) == pytest.approx([1 / 3] * 3)
    assert nash.nash_support(ROCK_PAPER_SCISSORS) == 3


def test_a_strategy_that_beats_all_is_the_only_one_played():
    assert structure.triangles(ORDER) == structure.cyclic_share(ORDER) == 0
    assert structure.unbeaten(ORDER) == nash.nash_support(ORDER) == 1
    assert nash.nash_average(ORDER) == pytest.approx([1, 0, 0])
    assert alpha_rank(ORDER) == pytest.approx([1, 0, 0], abs=1e-12)
    assert nash.nash_entropy(ORDER) == pytest.approx(0)


def test_a_dominated_fourth_strategy_is_never_played():
    game = np.zeros((4, 4))
    game[:3, :3] = ROCK_PAPER_SCISSORS
    game[:3, 3], game[3, :3] = 1, -1
    assert nash.nash_average(game) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-9)
    assert alpha_rank(game) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-9)


def test_copies_of_a_strategy_split_its_share():
    copied = ROCK_PAPER_SCISSORS[np.ix_([0, 1, 2, 2], [0, 1, 2, 2])]
    assert nash.nash_average(copied) == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6])


def test_weighted_rock_paper_scissors():
    """Rock wins twice as much, so the equilibrium plays more paper."""
    game = np.array([[0.0, -0.5, 1.0], [0.5, 0, -0.5], [-1.0, 0.5, 0]])
    assert nash.nash_average(game) == pytest.approx([0.25, 0.5, 0.25])


def test_nash_average_respects_binding_inequalities():
    """Three strategies tie; a fourth is never played, but would be if the first were played too often.

    The fourth wins 1 against the first and loses 1/2 to the second. The equilibrium of largest entropy is therefore not
    a third each, but t, 2t and 1 - 3t with 4 t^3 = (1 - 3t)^3, where the fourth gains exactly nothing.
    """
    game = antisymmetric(4, [0, 0, 0, -1, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0])
    t = 1 / (3 + 4 ** (1 / 3))
    assert nash.nash_support(game) == 3
    assert nash.nash_average(game) == pytest.approx([t, 2 * t, 1 - 3 * t, 0], abs=1e-6)


@given(payoffs)
def test_ties_maximise_exactly_the_metrics_that_say_so(game):
    ties = np.zeros_like(game)
    for metric in BEST_IF_ALL_TIE:
        assert metric(game) <= metric(ties) + 1e-9
        assert "always ties" in " ".join(METRICS[metric.__name__].about.split())
    others = {each.function for each in METRICS.values() if each.needs_matrix} - set(BEST_IF_ALL_TIE)
    worst = {structure.triangles: 0, structure.cyclic_share: 0, structure.unbeaten: len(ties)}
    assert {metric: metric(ties) for metric in others} == worst


@given(payoffs)
def test_a_nash_average_cannot_be_beaten_and_alpha_rank_is_a_distribution(game):
    shares = nash.nash_average(game)
    assert shares.sum() == pytest.approx(1)
    assert shares.min() >= -1e-12
    assert (game @ shares).max() <= 1e-5
    rank = alpha_rank(game)
    assert rank.sum() == pytest.approx(1)
    assert rank.min() >= 0
    assert 0 <= structure.cyclic_share(game) <= 1


def test_alpha_rank_with_two_strategies_is_known_in_closed_form():
    """The shares of two strategies are in the ratio of their fixation probabilities, exp((m - 1) u)."""
    advantage, size = 0.01, 50
    game = np.array([[0, advantage], [-advantage, 0]])
    first, second = alpha_rank(game, alpha=1.0, population=size)
    u = advantage * size / (size - 1)
    assert first / second == pytest.approx(math.exp((size - 1) * u))


def test_the_domination_graph_has_an_edge_for_every_win():
    graph = structure.domination_graph(ORDER, ["best", "middle", "worst"])
    assert set(graph.edges) == {("best", "middle"), ("best", "worst"), ("middle", "worst")}
    assert domination_graph(ORDER / 4).edges[0, 1]["by"] == 0.25


def test_cycles_start_at_the_strongest():
    assert cycles(ORDER) == cycles(np.zeros((3, 3))) == []
    game = np.zeros((7, 7))  # one beats all; then a cycle of four without a triangle; below it two that tie
    game[0, 1:] = 1
    for winner, loser in ((1, 2), (2, 3), (3, 4), (4, 1)):
        game[winner, loser] = 1
    game[1:5, 5:] = 1
    game = np.triu(game - game.T) - np.triu(game - game.T).T
    (cycle,) = cycles(game, list("abcdefg"))
    assert sorted(cycle.members) == list("bcde")
    assert str(cycle) == "b > c > d > e > b"


@given(payoffs)
def test_each_strategy_of_a_cycle_beats_the_next(game):
    found = cycles(game)
    assert sum(len(each.members) for each in found) == round(structure.cyclic_share(game) * len(game))
    strength = game.sum(axis=1)
    for each in found:
        cycle = [int(name) for name in each.shortest]
        assert all(game[winner, loser] > 0 for winner, loser in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
        assert cycle[0] == int(each.members[0])
        assert strength[cycle[0]] == max(strength[int(name)] for name in each.members)
        assert set(each.shortest) <= set(each.members)


def test_payoffs_of_cards_are_means_over_their_lineups():
    cards = autobattler.sample("table-2")
    result = autobattler.tournament(cards, size=2, matrix=True)
    found = of_cards(result.matrix, result.lineups)
    assert found == pytest.approx(-found.T, abs=0)
    assert found.mean(axis=1) == pytest.approx(2 * result.card_win_rates() - 1)
    first, second = (np.flatnonzero((result.lineups == card).any(axis=1)) for card in (0, 1))
    copies = [(result.lineups == card).sum(axis=1) for card in (0, 1)]
    by_hand = sum(int(copies[0][a] * copies[1][b]) * int(result.matrix[a, b]) for a in first for b in second)
    assert found[0, 1] == pytest.approx(by_hand / (copies[0].sum() * copies[1].sum()))


def test_a_metagame_has_payoffs_of_cards_and_of_lineups():
    pairs, singles = (Study({"play": {"tournament": {"cards": "table-2", "size": size}}}) for size in (2, 1))
    found = payoffs_of(pairs.look(matrix=True))
    assert {kind: len(matrix) for kind, (matrix, _) in found.items()} == {"cards": 5, "lineups": 25}
    assert list(payoffs_of(singles.look(matrix=True))) == ["cards"]
    assert payoffs_of(pairs.look()) == {}


def test_a_warning_appears_if_ties_would_win_and_are_not_limited():
    ties = [{"metric": "tie_share", "at_most": 0.1}]
    for objective, constraints, warned in (
        ("nash_entropy", [], True),
        ("nash_entropy", ties, False),
        ("nash_entropy", [{"metric": "tie_share", "at_least": 0.1}], True),
        ({"metric": "nash_support", "goal": 3.0}, [], False),
        ("cyclic_share", [], False),
    ):
        config = {"play": {"tournament": {"cards": "table-2"}}, "objectives": [objective], "constraints": constraints}
        study = Study(config)
        warning = tie_warning(study.objectives, study.limits)
        assert (warning is not None) == warned
        assert not warned or "nash entropy" in warning


def test_bad_payoff_matrices_are_refused():
    for bad, message in ((np.ones((2, 3)), "square"), (np.ones((2, 2)), "antisymmetric")):
        with pytest.raises(BadData, match=message):
            nash.nash_average(bad)


def test_every_metric_says_what_is_healthy():
    assert all("Healthy" in each.about or "says little" in each.about for each in METRICS.values())


def test_metrics_are_found_by_name_and_in_modules():
    assert find_metric("tie share") is METRICS["tie_share"]
    assert find_metric("math:fsum").function is math.fsum
    with pytest.raises(UnknownName, match="did you mean 'entropy'"):
        find_metric("entropi")
    with pytest.raises(UnknownName, match="unknown function in math"):
        find_metric("math:fsumm")
    with pytest.raises(CardwrightError, match="returned nan"):
        METRICS["length"](Metagame(["a"], [0.5], length=math.nan))
