"""What does not matter in a game is left out, and what does is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.generate import Subject
from cardwright.generate.trim import bare, changed, cuts, effects, trimmed

UNO = cgdl.text(cgdl.load("uno"))
BARE = replace(cgdl.load("uno"), switches=(tree.Setting("empty_deck", "ends"),))  # the only switch that is not as usual
IDLE = UNO.replace("then win\n", "then win\n    if sum HX > 500 then win\n").replace(
    "ranking {\n", "ranking {\n    flush = 100\n"
)


def test_idle_parts_are_left_out() -> None:
    assert trimmed(Subject(cgdl.parse(IDLE), seed=1), games=60, least=0.02) == BARE


def test_nothing_that_matters_is_left_out() -> None:
    subject = Subject(cgdl.load("uno"), seed=1)
    assert trimmed(subject, games=60, least=0.02) == BARE


def test_an_idle_rule_changes_no_play() -> None:
    shares = {effect.rule: effect.share for effect in effects(Subject(cgdl.parse(IDLE), seed=1), 60)}
    assert shares["if sum HX > 500 then win"] == 0
    assert shares["if show same suit T0 then playit"] > 0.5


def test_plays_of_the_same_game_do_not_differ() -> None:
    subject = Subject(cgdl.load("uno"), seed=1)
    assert changed(subject, cgdl.load("uno"), 50) == 0


def test_every_part_is_cut_once() -> None:
    game = cgdl.load("whist")
    parts = [part for part, _ in cuts(game)]
    stages = game.written_stages()
    assert sum(isinstance(part, tree.Rule) for part in parts) == sum(len(stage.rules) for stage in stages)
    assert all(smaller != game for _, smaller in cuts(game))


def test_turns_with_nothing_to_decide_do_not_matter() -> None:
    waiting = UNO.replace("com deal 1 to T0\n", "com deal 1 to T0\n    if sum HX > 500 then next\n")
    assert trimmed(Subject(cgdl.parse(waiting), seed=1), games=60, least=0.02) == BARE


def test_a_rule_stands_once_in_a_stage() -> None:
    twice = UNO.replace("    if draw then next\n", "    if draw then next\n" * 2)
    assert twice != UNO
    assert bare(cgdl.parse(twice)) == cgdl.load("uno")


def test_tokens_that_decide_nothing_are_left_out() -> None:
    idle = UNO.replace("com deal 1 to T0\n", "com deal 1 to T0\n    com give 9 to all players\n    bet any\n")
    idle = idle.replace("if draw then next", "if draw then bet any, next")
    assert bare(cgdl.parse(idle)) == cgdl.load("uno")
    of_use = cgdl.parse(idle.replace("token = 0", "token = 1"))
    assert bare(of_use) == of_use


@pytest.mark.parametrize("name", cgdl.games())
def test_in_games_that_people_play_nothing_is_idle(name: str) -> None:
    assert bare(cgdl.load(name)) == cgdl.load(name)
