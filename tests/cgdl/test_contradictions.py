"""Conditions that can never hold, of which `cardwright cgdl check` warns."""

from __future__ import annotations

import pytest

from cardwright import cgdl
from cardwright.cgdl.language.contradictions import contradictions
from cardwright.cgdl.trial import warnings

HEAD = 'language 3 game "Test" players 2 tables 1 '
END = " winning { score = 1 }"
GIVE = "stage { com give 3 to all players }\n"


def found(condition: str, before: str = GIVE, after: str = END) -> list[str]:
    return list(contradictions(cgdl.parse(f"{HEAD}{before}stage {{ if {condition} then win\nscore 1, done }}{after}")))


@pytest.mark.parametrize(
    ("condition", "reason"),
    [
        ("cards HX < 0", "'cards HX' is from 0 to 52"),
        ("cards HX + T0 > 52", "'cards HX + T0' is from 0 to 52"),
        ("count suit hearts in SX = 14", "'count suit hearts in SX' is from 0 to 13"),
        ("not cards HX >= 0", "'cards HX' is from 0 to 52"),
        ("tokens KX0 < 0", "'tokens KX0' is never below 0"),
        ("tricks <= -1", "'tricks' is never below 0"),
        ("sum HX < 0", "'sum HX' is never below 0"),
    ],
)
def test_what_is_counted_has_limits(condition, reason):
    assert found(condition) == [f"line 2: {condition!r} never holds: {reason}"]


def test_a_deck_of_its_own_has_other_limits():
    deck = "deck { suits red, blue 2 of each 1 to 9 }\n"
    assert found("cards HX > 35", deck) == []
    assert found("cards HX > 36", deck) == ["line 2: 'cards HX > 36' never holds: 'cards HX' is from 0 to 36"]


@pytest.mark.parametrize(
    "condition",
    ["cards HX > 5 and cards HX <= 5", "score = 1 and score > 1", "leader and not leader", "score = 2 and score = 3"],
)
def test_tests_that_contradict_each_other(condition):
    assert found(condition) == [f"line 2: {condition!r} never holds: the tests contradict each other"]


@pytest.mark.parametrize(
    "condition",
    [
        "cards HX = 0", "cards HX <= 52", "cards HX > 2 and cards HX < 4", "score < 0", "score > 1 or score < 1",
        "cards HX > 1 and cards T0 < 1", "not score = 3 and score < 4", "sum HX < HA",
        "cards HA < 0",  # where nobody else is left, a comparison with the others holds
    ],
)  # fmt: skip
def test_what_can_hold_is_left_alone(condition):
    assert found(condition) == []


NO_SCORES = "stage { com deal 2 to all players }\nrepeat until %s { stage { put 1 in T0 any face up } }\n" + END


def test_a_score_that_no_rule_changes_ends_no_repeat():
    game = cgdl.parse(HEAD + "with turn_limit = 10000 " + NO_SCORES % "score >= 1")
    never, nobody = warnings(game)[:2]
    assert never == "line 3: no rule scores, so everybody ends with 0, and no rule wins the game"
    assert nobody == "line 2: 'score >= 1' never holds: 'score' is always 0, because no rule scores"
    assert list(contradictions(cgdl.parse(HEAD + NO_SCORES % "score <= 0"))) == []


@pytest.mark.parametrize(
    ("rule", "winning"),
    [("score 1, done", "score = 1"), ("win", "score = 1"), ("done", "score = 1 captured any = 1")],
)
def test_a_game_with_points_or_a_rule_that_wins_can_be_won(rule, winning):
    game = cgdl.parse(f"{HEAD}stage {{ {rule} }} winning {{ {winning} }}")
    assert not [each for each in warnings(game) if "no rule scores" in each]


def test_sums_can_be_negative_where_scores_are():
    assert found("sum HX < 0", after=" ranking { number 2 = -2 }" + END) == []


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("stage { done }\nrepeat until score > 3 and score < 2 { stage { done } }", 2),
        ("stage { put 1 in T0 any face up\nif draw and tricks < 0 then next }", 2),
        ("when {\nnumber 8 in T0 and cards HX < 0 then next misses }\nstage { put 1 in T0 any face up }", 2),
    ],
)
def test_conditions_are_looked_at_wherever_they_stand(rules, line):
    assert any(each.startswith(f"line {line}: ") for each in warnings(cgdl.parse(f"{HEAD}{rules}{END}")))


def test_sums_of_the_first_languages_too():
    rules = "stage { if sum HX < 0 then win } ranking { } winning { token = 1 alive = 0 }"
    game = cgdl.parse(f'language 1 game "x" players 2 tables 0 {rules}')
    assert list(contradictions(game)) == ["line 1: 'sum HX < 0' never holds: 'sum HX' is never below 0"]
