"""Tournaments: who plays whom, what is counted, and independently measured figures."""

from __future__ import annotations

import importlib.util
import itertools
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from cardwright.autobattler import Card, match, sample, tournament
from cardwright.core.errors import BadData, CardwrightError

TRIO = [Card("Rock", 1, 6), Card("Bomb", 2, 2, {"explode_on_death": 2}), Card("Berserk", 0, 4, {"grow_on_damage": 2})]


def lineup(indices: np.ndarray) -> list[Card]:
    return [TRIO[index] for index in indices]


def test_all_pairs_play_once_and_the_first_is_side_a() -> None:
    result = tournament(TRIO, size=2, matrix=True)
    assert result.matrix is not None
    assert result.lineups.tolist() == [list(pair) for pair in itertools.product(range(3), repeat=2)]
    played = [
        match(lineup(result.lineups[i]), lineup(result.lineups[j])) for i, j in itertools.combinations(range(9), 2)
    ]
    assert [result.matrix[i, j] for i, j in itertools.combinations(range(9), 2)] == [each.result for each in played]
    assert (result.matrix == -result.matrix.T).all()
    assert result.matches == 36
    assert result.ties == pytest.approx(sum(each.result == 0 for each in played) / 36)
    assert result.phases == pytest.approx(sum(each.phases for each in played) / 36)


def test_payoff_is_the_mean_counting_a_tie_against_itself() -> None:
    result = tournament(TRIO, size=2, matrix=True)
    assert result.matrix is not None
    assert result.payoff == pytest.approx(result.matrix.sum(axis=1) / 9)
    assert result.win_rates == pytest.approx(result.payoff / 2 + 0.5)
    assert result.payoff.sum() == pytest.approx(0)


def test_cards_are_counted_by_multiplicity_or_once() -> None:
    result = tournament(TRIO, size=2)
    for card in range(3):
        copies = [list(row).count(card) for row in result.lineups]
        often = [rate for rate, times in zip(result.win_rates, copies, strict=True) for _ in range(times)]
        once = [rate for rate, times in zip(result.win_rates, copies, strict=True) if times]
        assert result.card_win_rates()[card] == pytest.approx(np.mean(often))
        assert result.card_win_rates("once")[card] == pytest.approx(np.mean(once))
    assert result.std() == pytest.approx(np.std(result.card_win_rates()))
    with pytest.raises(BadData, match="multiplicity"):
        result.card_win_rates("twice")  # type: ignore[arg-type]


def test_the_second_player_never_wins_in_the_reference() -> None:
    result = tournament(TRIO, size=2, profile="reference", matrix=True)
    assert result.matrix is not None
    assert (result.matrix[np.triu_indices(9)] >= 0).all()


@pytest.mark.parametrize("group", [2, 4, 10, 27, 100])
def test_lineups_meet_only_within_their_group(group: int) -> None:
    result = tournament(TRIO, group=group, folds=3, seed=4)
    sizes = [min(group, 27 - start) for start in range(0, 27, group)]
    assert result.matches == 3 * sum(size * (size - 1) // 2 for size in sizes)


def test_one_group_of_all_equals_the_full_tournament_when_sides_are_symmetric() -> None:
    plain = [Card("Ant", 1, 2), Card("Bee", 2, 1), Card("Cat", 3, 4)]
    assert tournament(plain, group=27, seed=9).payoff == pytest.approx(tournament(plain).payoff)


def test_the_seed_draws_the_groups_and_threads_do_not_matter() -> None:
    cards = sample("table-2")
    one = tournament(cards, group=32, folds=2, seed=1, threads=1)
    assert (one.payoff == tournament(cards, group=32, folds=2, seed=1, threads=3).payoff).all()
    assert (one.payoff != tournament(cards, group=32, folds=2, seed=2, threads=3).payoff).any()


def test_threads_share_a_large_tournament() -> None:
    cards, reports = sample("tables-2-and-3"), []
    alone = tournament(cards, threads=1, matrix=True)
    both = tournament(cards, threads=2, matrix=True, progress=lambda *each: reports.append(each))
    assert (alone.payoff == both.payoff).all()
    assert (alone.matrix == both.matrix).all()
    assert reports == sorted(reports)
    assert reports[-1] == (both.matches, both.matches)


class Enough(Exception):
    """Raised by a progress callback to stop a tournament."""


@pytest.mark.parametrize("threads", [1, 3])
def test_a_long_tournament_reports_progress_and_can_be_stopped(threads: int) -> None:
    """The tournament has 31,000 million matches."""

    def stop(done: int, total: int) -> None:
        assert 0 <= done < total / 1000
        if done:
            raise Enough

    with pytest.raises(Enough):
        tournament(sample("table-1"), size=5, threads=threads, progress=stop, device="cpu")


def test_folds_in_batches_have_the_same_result_in_less_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def peak(folds: int) -> tuple[int, np.ndarray]:
        tracemalloc.start()
        payoff = tournament(TRIO, group=4, folds=folds, seed=7, threads=2).payoff
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most, payoff

    peak(1)  # compiles
    at_once, expected = peak(3000)
    monkeypatch.setattr(sys.modules["cardwright.autobattler.tournament"], "ORDERS_IN_MEMORY", 27 * 70)
    in_batches, payoff = peak(3000)
    assert (payoff == expected).all()
    assert in_batches < at_once / 5


GPU = """
from cardwright import autobattler
from cardwright.autobattler import fight, gpu
from cardwright.core.errors import RunawayRules
fight.MAX_EFFECTS, gpu.THREADS, gpu.TILE, gpu.PAIRS_PER_LAUNCH = 500, 4, 2, 20
plain, reports = autobattler.Card("Plain", 2, 3), []
cards = [plain, autobattler.Card("Bomb", 1, 2, {"explode_on_death": 2})]
here, there = (
    autobattler.tournament(cards, 3, device=device, progress=lambda done, total: reports.append(done), threads=1)
    for device in ("cpu", "gpu")
)
assert (here.payoff == there.payoff).all() and (here.ties, here.phases) == (there.ties, there.phases)
assert reports[-1] == 28 and len(set(reports)) > 3, reports
itch = {"itch": {"rules": [{"when": "touched", "do": "damage", "amount": 0}]}}
cards = autobattler.CardSet([plain, autobattler.Card("Itch", 1, 9, ["itch"])], itch)
try:
    autobattler.tournament(cards, 2, device="gpu")
except RunawayRules:
    print("stopped")
"""


@pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed")
def test_a_gpu_reports_progress_and_stops_endless_rules() -> None:
    simulated = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", GPU], env=simulated, capture_output=True, text=True)
    assert done.stdout == "stopped\n", done.stderr


def test_more_folds_approach_the_full_tournament() -> None:
    cards = sample("tables-2-and-3")
    whole = tournament(cards).payoff
    errors = [np.abs(tournament(cards, group=32, folds=folds).payoff - whole).mean() for folds in (1, 16)]
    assert errors[1] < errors[0] / 2


def test_four_cards_that_always_kill_each_other_are_flagged() -> None:
    result = tournament(sample("vanilla"))
    assert result.std() == 0
    assert result.all_ties
    assert result.ties == 1


# Standard deviations of the cards' win rates as measured by an independent program, with groups of 256.
REFERENCE = {"table-1-initial": (0.0723, 0.0015), "table-1": (0.0625, 0.0020), "table-2": (0.0704, 0.0065),
             "tables-2-and-3": (0.0573, 0.0015)}  # fmt: skip
SECOND_PLAYER = {"table-1-initial": 0.1450, "table-1": 0.1234, "table-2": 0.1396, "tables-2-and-3": 0.1167}
CORRECTED = {"table-1-initial": 0.1436, "table-1": 0.1233}
SWAP_AT_START = {"table-2": 0.1441, "tables-2-and-3": 0.1237}
SEEDS = range(6)


def mean_std(cards: str, profile: object, changes: dict[str, int] | None = None) -> float:
    return float(np.mean([
        tournament(sample(cards).replace(changes or {}), profile=profile, group=256, seed=seed).std() for seed in SEEDS
    ]))  # fmt: skip


@pytest.mark.parametrize("cards", REFERENCE)
def test_the_reference_profile_matches_the_measured_figures(cards: str) -> None:
    figure, deviation = REFERENCE[cards]
    assert mean_std(cards, "reference") == pytest.approx(figure, abs=deviation)
    assert mean_std(cards, "experiments") == pytest.approx(figure, abs=deviation)


@pytest.mark.parametrize("cards", SECOND_PLAYER)
def test_counting_wins_of_the_second_player_doubles_the_spread(cards: str) -> None:
    profile = {"survivalist_swaps": False, "threshold_hits_fighter": False}
    assert mean_std(cards, profile) == pytest.approx(SECOND_PLAYER[cards], abs=0.0010)


@pytest.mark.parametrize("cards", CORRECTED)
def test_all_corrections_together_match_the_measured_figures(cards: str) -> None:
    assert mean_std(cards, "corrected") == pytest.approx(CORRECTED[cards], abs=0.0020)


@pytest.mark.parametrize("cards", SWAP_AT_START)
def test_all_corrections_when_the_survivalist_starts_exchanged(cards: str) -> None:
    exchanged = {"Survivalist.attack": 1, "Survivalist.health": 9}
    assert mean_std(cards, "corrected", exchanged) == pytest.approx(SWAP_AT_START[cards], abs=0.0020)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"size": 0}, "1 to 7"), ({"size": 8}, "1 to 7"), ({"group": 1}, "at least 2"), ({"folds": 0}, "1 to 100,000"),
        ({"group": 9, "matrix": True}, "full tournament"), ({"profile": "strict"}, "unknown profile"),
        ({"profile": {"survivalist_swap": True}}, "did you mean"), ({"profile": {"survivalist_swaps": 1}}, "true"),
    ],
)  # fmt: skip
def test_bad_arguments_are_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(BadData.__base__, match=words):
        tournament(TRIO, **arguments)  # type: ignore[arg-type]


def test_a_tournament_without_a_matrix_cannot_write_one(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="matrix=True"):
        tournament(TRIO, size=1).write_matrix(tmp_path / "payoffs.csv")
    assert not list(tmp_path.iterdir())


def test_too_many_lineups_are_refused() -> None:
    with pytest.raises(BadData, match="lineups of 7"):
        tournament([Card(str(k), 1, 1) for k in range(12)], size=7)


CHOSEN = [["Rock", "Bomb"], ["Berserk"], ["Rock", "Rock", "Rock"]]


def test_chosen_lineups_play_each_other_in_their_order() -> None:
    result = tournament(TRIO, lineups=CHOSEN, matrix=True)
    assert result.matrix is not None
    by_name = {card.name: card for card in TRIO}
    sides = [[by_name[name] for name in each] for each in CHOSEN]
    for i, j in itertools.combinations(range(3), 2):
        assert result.matrix[i, j] == match(sides[i], sides[j]).result
    assert [result.lineup_names(k) for k in range(3)] == CHOSEN
    assert result.to_dict()["lineups"] == [[0, 1], [2], [0, 0, 0]]


def test_all_lineups_as_a_list_are_the_full_tournament() -> None:
    full = tournament(TRIO, size=2)
    names = [full.lineup_names(k) for k in range(9)]
    chosen = tournament(TRIO, lineups=names)
    assert chosen.payoff.tolist() == full.payoff.tolist()
    assert chosen.std() == full.std()


def test_cards_in_no_chosen_lineup_are_left_out() -> None:
    result = tournament(TRIO, lineups=["Berserk", "Rock, Rock"])
    assert result.cards.names == ["Rock", "Berserk"]
    assert len(result.card_win_rates()) == 2


@pytest.mark.parametrize(
    ("lineups", "words"),
    [
        ([], "at least one"), ([[]], "1 to 7 cards, not 0"), ([["Rock"] * 8], "1 to 7 cards, not 8"),
        ([["Rok"]], "did you mean"), ("Rock", "list of lineups"), ([[3]], "list of names"),
        ([["Rock", ""]], "at least 1"),
    ],
)  # fmt: skip
def test_chosen_lineups_are_checked(lineups: list[list[str]], words: str) -> None:
    with pytest.raises(CardwrightError, match=words):
        tournament(TRIO, lineups=lineups)


def test_a_size_makes_no_sense_with_chosen_lineups() -> None:
    with pytest.raises(BadData, match="either size or lineups"):
        tournament(TRIO, size=2, lineups=CHOSEN)


def test_intensity_is_the_number_of_deaths_in_a_phase() -> None:
    """Ant and Bee kill each other at once; a wall that nobody can hurt dies never."""
    assert tournament([Card("Ant", 1, 1), Card("Bee", 2, 1)], size=1).intensity == 2
    assert tournament([Card("Wall", 0, 9), Card("Fence", 0, 9)], size=1).intensity == 0
    duel = tournament([Card("Ant", 1, 1), Card("Bear", 1, 3)], lineups=["Ant, Ant", "Bear"])
    assert (duel.deaths, duel.phases, duel.intensity) == (2, 2, 1)


def test_intensity_counts_lineups_of_any_length_in_groups() -> None:
    lineups = [["Rock", "Bomb"], ["Berserk"], ["Rock", "Rock", "Rock"], ["Bomb"], ["Bomb", "Rock"]]
    result = tournament(TRIO, lineups=lineups, group=5, seed=2)
    assert 0 < result.deaths <= np.mean([len(each) for each in lineups]) * 2
    assert tournament(TRIO, lineups=lineups, group=5, seed=2, threads=1).deaths == result.deaths
