"""The decisions of games: retraced from seeds and actions, they are what a game that is played one by one shows."""

from __future__ import annotations

import numpy as np
import pytest

import cardwright
from cardwright import spire
from cardwright.agents import make_seats, play_game, play_games
from cardwright.agents import play as play_module
from cardwright.arena.decisions import MARGIN, NOBODY, retrace
from cardwright.core import array_verbs
from cardwright.core.errors import CardwrightError

GAMES = {"kuhn": 20, "leduc": 10, "spire:jaw-worm": 3, "autobattler": 1, "cgdl:uno": 2, "unicorns:2": 1}


@spire.host_action
def count_to_three(state, entry):
    return 3


def watched(game, seats, seed):
    """Play a game in Python and return what was seen at each decision."""
    rows = []

    def note(state, legal, action):
        labels = np.zeros(game.max_actions, np.int64)
        numbers = np.zeros(game.max_actions, np.int64)
        n = array_verbs.options(state.records, 0, game.rules, numbers, labels)
        taken = labels[numbers[:n].tolist().index(action.id)]
        rows.append((state.turn, state.decider, int(taken), n, sorted(set(labels[:n].tolist())), leader(state)))

    play_game(game, seats, seed, seed, note)
    return rows


def leader(state):
    values = [array_verbs.evaluate(state.records, 0, state.game.rules, player) for player in range(state.game.players)]
    best, second = sorted(values)[-1], sorted([-2.0, *values])[-2]
    return values.index(best) if best - second > MARGIN else NOBODY


def retraced(game, seats, seeds):
    played = play_games(game, seats, seeds, seeds, actions=True)
    return retrace(game, seeds, played.decisions, played.actions, numbers=seeds + 100)


def rows_of(found, number):
    """Return the rows of a game as `watched` does."""
    starts = np.concatenate([[0], found.ends[:-1]]).astype(int)
    rows = []
    for row in np.flatnonzero(found.game == number):
        available = found.available[starts[row] : found.ends[row]].tolist()
        leads = int(found.leader[row]) if len(found.leader) else None
        columns = found.turn, found.player, found.taken, found.options
        rows.append((*(int(column[row]) for column in columns), available, leads))
    return rows


@pytest.mark.parametrize("name", GAMES)
def test_retraced_games_are_the_games_that_were_played(name):
    game = cardwright.game(name)
    seats = make_seats(f"{game.players}*random")
    seeds = np.arange(GAMES[name], dtype=np.uint64)
    found = retraced(game, seats, seeds)
    for seed in seeds.tolist():
        expected = watched(game, seats, seed)
        rows = rows_of(found, seed + 100)
        if not len(found.leader):
            rows = [(*row[:-1], seen[-1]) for row, seen in zip(rows, expected, strict=True)]
        assert rows == expected
        assert found.decision[found.game == seed + 100].tolist() == list(range(len(expected)))
    estimated = name in ("autobattler", "cgdl:uno", "unicorns:2")
    assert len(found.leader) == (len(found.taken) if estimated else 0)


def test_a_game_that_asks_python_is_retraced_like_the_others():
    content = {
        "cards": {"Ask": {"type": "skill", "cost": 1, "effect": [{"host": "count_to_three"}, {"block": "amount"}]}}
    }
    start = {"deck": ["Strike"] * 4 + ["Ask"] * 2, "enemies": ["Jaw Worm"], "content": content}
    game = spire.family.game(start)
    seats = make_seats("random")
    found = retraced(game, seats, np.arange(3, dtype=np.uint64))
    assert {game.words(label)[1]: counts for label, counts in found.tally().items()}["Ask"][1] > 0
    for seed in range(3):
        assert [row[:-1] for row in rows_of(found, seed + 100)] == [row[:-1] for row in watched(game, seats, seed)]


def test_long_games_are_played_again_for_their_actions(monkeypatch):
    game, seats, seeds = cardwright.game("leduc"), make_seats("2*random"), np.arange(20, dtype=np.uint64)
    whole = play_games(game, seats, seeds, seeds, actions=True)
    monkeypatch.setattr(play_module, "USUAL_DECISIONS", 3)
    again = play_games(game, seats, seeds, seeds, actions=True)
    assert (whole.decisions > 3).any()
    assert (whole.decisions <= 3).any()
    assert again.actions.tolist() == whole.actions.tolist()


def test_small_batches_make_the_same_rows(monkeypatch):
    game, seats, seeds = cardwright.game("leduc"), make_seats("2*random"), np.arange(9, dtype=np.uint64)
    whole = retraced(game, seats, seeds)
    monkeypatch.setattr("cardwright.arena.decisions.MOST_LABELS", 40)
    parts = retraced(game, seats, seeds)
    for name, column in vars(whole).items():
        np.testing.assert_array_equal(column, getattr(parts, name))


def test_the_tally_counts_what_was_possible_and_what_was_done(kuhn_game):
    found = retraced(kuhn_game, make_seats("2*first"), np.arange(5, dtype=np.uint64))
    names = {kuhn_game.words(label)[0]: counts for label, counts in found.tally().items()}
    assert names == {"pass": (10, 10), "bet": (10, 0)}  # both players pass in all five games


def test_statuses_are_those_of_the_player_and_of_living_enemies():
    start = {"deck": ["Bash"] * 5, "enemies": ["Jaw Worm"], "player": {"statuses": {"Strength": 2}}}
    game = spire.family.game(start)
    state = game.new(1)
    first = state.legal()[0]
    found = retrace(game, np.array([1], np.uint64), np.array([2]), np.array([first.id, 0], np.int32))
    names = [
        [{name for bit, name in enumerate(game.status_names) if int(mask) >> bit & 1} for mask in row]
        for row in found.statuses
    ]
    assert names == [[{"Strength"}, set()], [{"Strength"}, {"Vulnerable"}]]


def test_no_games_have_no_decisions(kuhn_game):
    nothing = np.zeros(0, np.int64)
    found = retrace(kuhn_game, nothing.astype(np.uint64), nothing, nothing)
    assert all(len(column) == 0 for column in vars(found).values())


def test_actions_of_other_games_are_refused(kuhn_game):
    with pytest.raises(CardwrightError, match="not the actions"):
        retrace(kuhn_game, np.zeros(1, np.uint64), np.array([2]), np.array([1]))
