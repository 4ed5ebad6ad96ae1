"""Tree search takes a win that is certain."""

from __future__ import annotations

from certain_wins import certain_win, wins_at_once


def test_mcts_wins_at_once_where_that_is_certain():
    """A search that only counts visits does so in about two of three of these positions."""
    assert sum(wins_at_once("mcts:200", certain_win(seed), seed) for seed in range(100)) >= 99
