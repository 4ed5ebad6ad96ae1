"""Parts of a game that do not matter are left out, and others are kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.generate.games import Subject
from cardwright.generate.games.trim import changed_share, cuts, effects, stripped, trimmed

UNO = cgdl.text(cgdl.load("uno"))
TRIMMED_UNO = replace(  # with only those switches that have not the default value
    cgdl.load("uno"), switches=(tree.Setting("mandatory", "each_rule"), tree.Setting("empty_deck", "ends"))
)
IDLE = UNO.replace("then win\n", "then win\n    if sum HX > 500 then win\n").replace(
    "ranking {\n", "ranking {\n    flush = 100\n"
)


def test_idle_parts_are_left_out() -> None:
    assert trimmed(Subject(cgdl.parse(IDLE), seed=1), games=60, least=0.02) == TRIMMED_UNO


def test_parts_that_matter_are_kept() -> None:
    subject = Subject(cgdl.load("uno"), seed=1)
    assert trimmed(subject, games=60, least=0.02) == TRIMMED_UNO


def test_an_idle_rule_changes_no_play() -> None:
    shares = {effect.rule: effect.share for effect in effects(Subject(cgdl.parse(IDLE), seed=1), 60)}
    assert shares["if sum HX > 500 then win"] == 0
    assert shares["if show same suit T0 then playit"] > 0.5


def test_an_unchanged_game_changes_no_play() -> None:
    subject = Subject(cgdl.load("uno"), seed=1)
    assert changed_share(subject, cgdl.load("uno"), 50) == 0


def test_every_part_is_cut_once() -> None:
    game = cgdl.load("whist")
    parts = [part for part, _ in cuts(game)]
    stages = game.written_stages()
    assert sum(isinstance(part, tree.Rule) for part in parts) == sum(len(stage.rules) for stage in stages)
    assert all(smaller != game for _, smaller in cuts(game))


def test_turns_without_a_decision_do_not_matter() -> None:
    waiting = UNO.replace("com deal 1 to T0\n", "com deal 1 to T0\n    if sum HX > 500 then next\n")
    assert trimmed(Subject(cgdl.parse(waiting), seed=1), games=60, least=0.02) == TRIMMED_UNO


def test_a_repeated_rule_is_left_out() -> None:
    twice = UNO.replace("    if draw then next\n", "    if draw then next\n" * 2)
    assert twice != UNO
    assert stripped(cgdl.parse(twice)) == cgdl.load("uno")


def test_tokens_that_decide_nothing_are_left_out() -> None:
    idle = UNO.replace("com deal 1 to T0\n", "com deal 1 to T0\n    com give 9 to all players\n    bet any\n")
    idle = idle.replace("if draw then next", "if draw then bet any, next")
    assert stripped(cgdl.parse(idle)) == cgdl.load("uno")
    useful = cgdl.parse(idle.replace("token = 0", "token = 1"))
    assert stripped(useful) == useful


@pytest.mark.parametrize("name", cgdl.games())
def test_games_that_people_play_have_no_idle_parts(name: str) -> None:
    assert stripped(cgdl.load(name)) == cgdl.load(name)


def test_points_for_captured_cards_can_be_cut():
    hearts = cgdl.load("hearts")
    kept = [smaller.winning.captured for part, smaller in cuts(hearts) if isinstance(part, tree.Captured)]
    assert kept == [hearts.winning.captured[1:], hearts.winning.captured[:1]]
