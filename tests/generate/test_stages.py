"""Each stage of the cascade refuses a game made to fail it, and passes a sound one."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.core.errors import BadData, UnknownName
from cardwright.generate.games import STAGES, Cascade, Judgement, Subject, Verdict, shape
from cardwright.generate.games.cascade import EFFORT

FRAME = """language 1 game "Test" players 2 tables 1
stage {{ com deal 5 to all players {more} {rules} }}
ranking {{ }} winning {{ token = 0 alive = {alive} }}"""
FIRST_MAY_WIN = "once done win"
LUCK = "once put 1 in D any face down once next once done mandatory if play HX > HA then win"


def game(rules: str, more: str = "", alive: int = 0) -> tree.Game:
    return cgdl.parse(FRAME.format(rules=rules, more=more, alive=alive))


def verdict(stage: str, described: tree.Game, **thresholds: float) -> Verdict:
    cascade = Cascade({f"{stage}.{name}": value for name, value in thresholds.items()})
    return cascade.stages[stage].judge(Subject(described, seed=3, known=[shape(cgdl.load("uno"))]))


FAILING = {
    "ends": game("put 1 in D any face down, take 1 from D face down if have nothing then done"),
    "sound": game("mandatory take 7 from T0 face up, done", more="com deal 1 to T0"),
    "choices": game("mandatory if play HX > HA then win"),
    "decided": game("once next once done", alive=1),
    "length": game("once next once done"),
    "fair": game("win"),
    "new": cgdl.load("uno"),
    "used": game("if show same suit T0 then playit if draw then next if have nothing then win "
                 "if have straight flush then win", more="com deal 1 to T0"),
    "foresight": game(LUCK),
    "search": game(LUCK),
    "fair_ahead": game(FIRST_MAY_WIN),
    "fair_skilled": game(FIRST_MAY_WIN),
    "sound_skilled": game("mandatory take 7 from T0 face up, done", more="com deal 1 to T0"),
    "decided_skilled": game("once next once done", alive=1),
    "drama": game(FIRST_MAY_WIN),
    "leads": game(FIRST_MAY_WIN),
}  # fmt: skip


@pytest.mark.parametrize("stage", FAILING)
def test_a_stage_refuses_a_game_made_to_fail_it(stage: str) -> None:
    assert not verdict(stage, FAILING[stage]).passed


@pytest.mark.parametrize("stage", [kind.name for kind in STAGES])
def test_a_stage_passes_a_game_that_people_play(stage: str) -> None:
    known = {
        "new": "golf",
        "foresight": "golf",
        "search": "ninety_nine",
        "fair_skilled": "ninety_nine",
    }  # UNO needs little skill
    assert verdict(stage, cgdl.load(known.get(stage, "uno"))).passed


def test_look_ahead_finds_an_immediate_win() -> None:
    assert verdict("foresight", game("once next once done once next if draw then win")).passed


def test_an_invalid_game_is_refused() -> None:
    broken = replace(cgdl.load("uno"), tables=0)
    found = verdict("reads", broken)
    assert not found.passed
    assert math.isnan(found.figure.value)
    assert found.merit == 0


def test_a_game_that_names_a_player_is_refused() -> None:
    uneven = cgdl.parse(cgdl.text(cgdl.load("uno")).replace("to all players", "to player 0 and 1"))
    assert not verdict("reads", uneven).passed


def test_a_game_with_too_many_rules_is_refused() -> None:
    assert not verdict("reads", cgdl.load("uno"), most=3).passed
    assert verdict("reads", cgdl.load("uno"), most=4).passed


def test_every_stage_has_a_game_that_fails_it() -> None:
    assert {*FAILING, "reads"} == {kind.name for kind in STAGES}


def test_the_cascade_stops_at_the_first_failure() -> None:
    judgement = Cascade().judge(Subject(FAILING["fair"], seed=1))
    assert judgement.failed in ("choices", "length", "fair")
    assert list(judgement.verdicts)[-1] == judgement.failed


def test_a_clear_case_needs_few_games() -> None:
    subject = Subject(FAILING["fair"], seed=1)
    stage = Cascade({"fair.games": 4000}).stages["fair"]
    stage.judge(subject)
    assert len(next(iter(subject._series.values()))["game"]) == 500


def test_a_near_miss_has_more_merit() -> None:
    near, far = (verdict("choices", FAILING["choices"], least=least) for least in (1, 4))
    assert 1 > near.merit > far.merit >= 0


def test_the_second_judgement_uses_other_seeds() -> None:
    relaxed = {f"{kind.name}.{end}": value for kind in STAGES for end, value in (("least", -9e9), ("most", 9e9))}
    small = {f"{kind.name}.games": 8 for kind in STAGES}
    cascade = Cascade({**relaxed, **small})
    described, second, tallies = cascade.examine(cgdl.load("uno"), seed=1)
    first = cascade.judge(Subject(described, seed=1))
    assert second.passed
    assert {tally.games for tally in tallies.values()} == {EFFORT * 8}
    assert second.verdicts["length"].figure != first.verdicts["length"].figure


def test_thresholds_are_checked() -> None:
    with pytest.raises(UnknownName, match="stage 'fare'"):
        Cascade({"fare.most": 0.1})
    with pytest.raises(UnknownName, match="threshold of fair"):
        Cascade({"fair.mots": 0.1})
    with pytest.raises(BadData, match=r"fair\.games"):
        Cascade({"fair.games": 0})


def test_a_judgement_survives_saving() -> None:
    judgement = Cascade().judge(Subject(FAILING["sound"], seed=1))
    assert Judgement.from_data(judgement.to_data()) == judgement
