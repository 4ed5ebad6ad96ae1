"""The example games, held to what is known about them: sizes of their trees, and their exact values."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import zlib
from math import prod
from pathlib import Path

import kuhn
import leduc
import numpy as np
import pytest
from equilibrium import SequenceForm

from cardwright.agents import Played, make_seats, play_games
from cardwright.core import BadData, array_verbs

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = {"kuhn": kuhn.family.game({}), "leduc": leduc.family.game({})}


def kuhn_deals():
    for first, second in itertools.permutations(kuhn.CARDS, 2):
        yield 1 / 6, kuhn.family.game({"hands": {"P1": first, "P2": second}}).new(0)


def leduc_deals():
    for ranks in itertools.product(leduc.RANKS, repeat=3):
        ways = prod(2 - ranks[:index].count(rank) for index, rank in enumerate(ranks))
        if ways:
            start = {"hands": {"P1": ranks[0], "P2": ranks[1]}, "public": ranks[2]}
            yield ways / (6 * 5 * 4), leduc.family.game(start).new(0)


@pytest.fixture(scope="module")
def kuhn_tree():
    return SequenceForm(kuhn_deals())


@pytest.fixture(scope="module")
def leduc_tree():
    return SequenceForm(leduc_deals())


def test_kuhn_has_four_decisions_and_five_ends_a_deal(kuhn_tree):
    assert (kuhn_tree.decisions, kuhn_tree.ends) == (6 * 4, 6 * 5)
    assert sum(map(len, kuhn_tree.parents)) == 3 * 4, "each player holds one of three cards at two decisions"


def test_leduc_has_36_decisions_and_49_ends_a_deal(leduc_tree):
    """A round has six decisions, four folds and five ways into the next round or to the showdown."""
    deals = 3**3 - 3  # nobody sees three cards of one rank
    assert leduc_tree.decisions == deals * (6 + 5 * 6)
    assert leduc_tree.ends == deals * (4 + 5 * (4 + 5))
    assert sum(map(len, leduc_tree.parents)) == 3 * 6 + 3 * 3 * 5 * 6, "288, as the literature counts them"


def test_the_first_player_loses_a_chip_in_18_games_of_kuhn(kuhn_tree):
    """H. W. Kuhn, "A simplified two-person poker", 1950."""
    assert 2 * kuhn_tree.value() == pytest.approx(-1 / 18)


def test_the_first_player_loses_a_chip_in_twelve_games_of_leduc(leduc_tree):
    """The value that solvers such as OpenSpiel's agree on."""
    assert leduc.MAX_BET * leduc_tree.value() == pytest.approx(-0.085606424, abs=1e-7)


def play(seats: str, name: str, games: int) -> tuple[Played, np.ndarray]:
    """Return games between these agents, and the scores of both players."""
    seeds = np.arange(games, dtype=np.uint64)
    played = play_games(GAMES[name], make_seats(seats), seeds, seeds)
    scores = np.zeros((games, 2))
    array_verbs.score_all(played.states, scores)
    return played, scores


@pytest.mark.parametrize("name", GAMES)
def test_the_longest_and_the_dearest_game_are_as_declared(name):
    played, scores = play("2*random", name, games=2000)
    assert played.decisions.max() == GAMES[name].max_decisions
    assert np.abs(scores).max() == 1
    assert (scores[:, 0] == -scores[:, 1]).all()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("seats", "player"), [("mcts:200,random", 0), ("random,mcts:200", 1)])
def test_tree_search_wins_chips_from_random_players(name, seats, player):
    _, scores = play(seats, name, games=4000)
    own = scores[:, player]
    assert own.mean() > 3 * own.std() / len(own) ** 0.5


def test_leduc_measures_chips():
    game = leduc.family.game({"hands": {"P1": "Jack", "P2": "King"}, "public": "Queen"})
    state = game.new(1).play("bet").play("call").play("check").play("bet").play("call")
    assert game.measure(state.records)["P1_chips"].tolist() == [-7]
    assert state.score(0) == -7 / 13


@pytest.mark.parametrize("player", [0, 1])
def test_leduc_is_observed_as_it_is_seen(player):
    game = leduc.family.game({"hands": {"P1": "Jack", "P2": "King"}, "public": "Queen"})
    state = game.new(1)
    out = np.full(len(game.features), np.nan)

    def observed() -> list[float]:
        assert array_verbs.observe(state.records, 0, game.rules, player, out) == len(game.features)
        return out.tolist()

    own = [[1, 0, 0], [0, 0, 1]][player]
    assert observed() == [*own, 0, 0, 0, 1 / 13, 1 / 13, 0]
    state.play("bet")
    bets = [3 / 13, 1 / 13] if player == 0 else [1 / 13, 3 / 13]
    assert observed() == [*own, 0, 0, 0, *bets, 0.5]
    state.play("call")
    assert observed() == [*own, 0, 1, 0, 3 / 13, 3 / 13, 0]


def test_rows_of_leduc_are_the_cards_that_a_player_sees():
    game = leduc.family.game({"hands": {"P1": "Jack", "P2": "King"}, "public": "Queen"})
    jack, queen, king = 1, 2, 3
    own, other, public = range(3)
    state = game.new(1)
    assert state.tokens(1).tolist() == [[king, own]]
    state.play("bet").play("call")
    assert state.tokens(0).tolist() == [[jack, own], [queen, public]]
    state.play("check").play("check")
    assert state.tokens(1).tolist() == [[jack, other], [king, own], [queen, public]]
    assert GAMES["kuhn"].action_space == ("pass or fold", "bet or call")


@pytest.mark.parametrize(
    ("family", "start", "message"),
    [
        (kuhn.family, {"hands": {"P1": "King"}}, "'hands' must be two different cards"),
        (kuhn.family, {"hands": {"P1": "King", "P2": "King"}}, "'hands' must be two different cards"),
        (leduc.family, {"hands": {"P1": "King", "P2": "King"}, "public": "King"}, "three Kings; there are two of each"),
        (leduc.family, {"hands": {"P3": "King"}}, "'P1' or 'P2', not 'P3'"),
        (leduc.family, {"public": "Ace"}, "public: input should be 'Jack', 'Queen' or 'King', not 'Ace'"),
        (leduc.family, {"flop": "King"}, "unknown key 'flop'"),
    ],
)
def test_impossible_starts_are_refused(family, start, message):
    with pytest.raises(BadData, match=message):
        family.game(start)


def fingerprints(name: str) -> list[int]:
    """Checksums of some games, with all they are made of: decisions, hidden copies, observations."""
    result = []
    for seats in ("2*random", "mcts:20,lookahead:2"):
        played, _ = play(seats, name, games=5)
        for index in range(5):
            out = np.zeros(len(GAMES[name].features))
            array_verbs.observe(played.states, index, GAMES[name].rules, 1, out)
            result.append(zlib.crc32(played.states[index].tobytes() + out.tobytes()))
    return result


@pytest.mark.parametrize("name", GAMES)
def test_uncompiled_games_are_the_same(name):
    code = f"import test_example_games\nprint(test_example_games.fingerprints({name!r}))"
    paths = [str(EXAMPLES), str(Path(__file__).parent)]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\nsys.path += {paths!r}\n{code}"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == str(fingerprints(name)), done.stderr
