"""What holds in every game, with any players and any rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import unicorn_fuzz
import unicorn_traces
from hypothesis import given, settings
from hypothesis import strategies as st

import cardwright
from cardwright import arena, unicorns
from cardwright.agents import make_seats, play_games
from cardwright.core.record import LARGEST
from cardwright.unicorns.state import State as Record

HERE = Path(__file__).parent
EXPANSION = HERE.parents[1] / "examples" / "unicorn_expansion.yaml"
GAMES = 1_500  # benchmarks/unicorns_fuzz.py plays many more

SWITCHES = sorted(unicorns.profiles().switches)
RARE = {  # switches with rare effects, and how many games it takes to see one
    "tie_to_earlier_seat": 6_000,
    "blinded_pandas": 6_000,
    "llamacorn_needs_a_card": 6_000,
    "puppicorn_moves_in_place": 1_000,
}
OF_AGENTS = {"advice_weakest_opponent", "advice_plain_sacrifice", "advice_ignores_harm"}


@pytest.fixture(scope="module", autouse=True)
def fuzzing():
    """Games with bounds checking, played while the other tests run; compiling takes most of the time.

    The expansion has all usual cards. Its kernels do everything that those without it do, and random cards need the
    same ones, so they are compiled only once.
    """
    command = [sys.executable, str(HERE / "unicorn_fuzz.py"), "--games", str(GAMES), "--deck", str(EXPANSION)]
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


def ends(start: dict, games: int = 150) -> np.ndarray:
    """The final positions of random games."""
    game = unicorns.family.game(start)
    seeds = np.arange(games, dtype=np.uint64)
    played = play_games(game, make_seats(f"{game.players}*random"), seeds, seeds)
    assert played.finished.all()
    return played.states


@settings(max_examples=10)
@given(
    players=st.integers(2, 8),
    rules=st.sampled_from(["official", "thesis"]),
    switches=st.dictionaries(st.sampled_from(SWITCHES), st.booleans(), max_size=5),
    seeds=st.lists(st.integers(0, 2**64 - 1), min_size=4, max_size=4),
)
def test_random_games_are_sound_with_any_rules(players, rules, switches, seeds):
    report = unicorn_fuzz.Report()
    table = unicorn_fuzz.Table({"players": players, "rules": rules, "switches": switches})
    for seed in seeds:
        table.play(report, seed)
    assert report.violations == []


@pytest.fixture(scope="module")
def official():
    return ends({})


@pytest.mark.parametrize("switch", [switch for switch in SWITCHES if switch not in OF_AGENTS])
def test_each_switch_alone_changes_some_game(switch, official):
    games = RARE.get(switch, len(official))
    before = official if games == len(official) else ends({}, games)
    changed = ends({"switches": {switch: True}}, games)
    assert any(one.tobytes() != other.tobytes() for one, other in zip(before, changed, strict=True))


def test_the_thesis_has_126_cards():
    assert int(unicorns.game(rules="thesis").rules[0].card_count) == 126
    assert int(unicorns.game().rules[0].card_count) == 127


def test_a_record_is_small():
    assert Record.itemsize <= LARGEST


def test_scores_follow_the_ranking(official):
    game = unicorns.game()
    for state in official:
        ranks, values = state["rank"][:6].tolist(), state["value"][:6].tolist()
        letters = state["letters"][:6].tolist()
        if state["winner"] < 0:
            assert ranks == [6] * 6
            continue
        best = max(zip(values, letters, strict=True))
        assert (values[state["winner"]], letters[state["winner"]]) == best
        assert ranks[state["winner"]] == 1
    assert game.measure(official)["unicorns"].tolist() == official["value"].max(axis=1).tolist()


def test_the_seats_set_the_number_of_players():
    result = arena.run("unicorns", ["3*random"], games=20, seed=1, jobs=1)
    assert len(result.series[0].agents) == 3
    with pytest.raises(cardwright.CardwrightError, match="6 seats"):
        arena.run("unicorns:6", ["3*random"], games=20, seed=1)


def test_a_saved_game_continues_unchanged():
    state = unicorns.game(players=4, rules="thesis", switches={"always_play": False}).new(seed=5)
    for step in range(40):
        options = state.legal()
        state.play(options[step % len(options)])
    again = cardwright.state_from_json(state.to_json())
    assert again == state
    assert [str(each) for each in again.legal()] == [str(each) for each in state.legal()]


def test_compiled_and_uncompiled_games_are_equal():
    command = [sys.executable, "-W", "error", str(HERE / "unicorn_traces.py")]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout) == unicorn_traces.all_traces()


def test_random_games_are_sound_with_bounds_checking(fuzzing):
    output, errors = fuzzing.communicate()
    assert output, errors
    reports = json.loads(output)
    assert sum(report["games"] for report in reports.values()) == GAMES
    assert sum(report["hidden_copies"] for report in reports.values()) > 10_000
    for rules, report in reports.items():
        assert report["violations"] == [], rules
