"""Who leads, and how often the lead changes."""

from __future__ import annotations

import numpy as np

from cardwright import cgdl
from cardwright.generate.games import Subject
from cardwright.generate.games.drama import course, lead_changes


def test_a_small_lead_does_not_count() -> None:
    assert lead_changes(np.array([[0.5, 0.4], [0.4, 0.5], [0.5, 0.4]])) == 0


def test_each_change_of_a_clear_lead_counts() -> None:
    assert lead_changes(np.array([[0.9, 0.1], [0.1, 0.9], [0.5, 0.5], [0.9, 0.1]])) == 2


def test_the_first_lead_is_not_a_change() -> None:
    assert lead_changes(np.array([[0.5, 0.5], [0.1, 0.9]])) == 0


def test_the_course_of_a_game_is_reproducible() -> None:
    one, other = (course(Subject(cgdl.load("uno"), seed=5), "random", 6) for _ in range(2))
    assert np.array_equal(one.behind, other.behind)
    assert np.array_equal(one.changes, other.changes)
    assert ((one.behind >= 0) & (one.behind <= 1)).all()


def test_an_immediate_winner_was_never_behind() -> None:
    text = 'language 1 game "G" players 2 tables 0 stage { com deal 1 to all players once win win } '
    described = cgdl.parse(text + "ranking { } winning { token = 0 alive = 0 }")
    found = course(Subject(described, seed=1), "random", 8)
    assert found.behind.sum() == 0
    assert found.changes.sum() == 0
