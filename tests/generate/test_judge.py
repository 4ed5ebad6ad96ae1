"""Judging a game by play: planted faults are found, and a sound game has none of them."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from cardwright import cgdl
from cardwright.arena.statistics import Estimate
from cardwright.cli.main import run
from cardwright.core.errors import CardwrightError
from cardwright.generate.games import Review, Subject, judge
from cardwright.generate.games.judge import MOST_PLAYOUTS
from cardwright.generate.games.outcomes import chance_of_equals, gain, won
from cardwright.generate.games.trim import effects

HEAD = 'language 2 game "x" players 2 tables 1 '
NO_POINTS = " winning { token = 0 alive = 0 }"
TOKENS = " winning { token = 1 alive = 0 }"
DEAL = 'stage "deal" { com deal 3 to all players } '
PUT = 'stage "put" { put 1 in T0 any face up, done } '

ENDLESS = f"""{HEAD} with turn_limit = 30
stage {{ com deal 1 to all players
take 1 from D face down, put 1 in D any face down
mandatory if have nothing then win }}
{NO_POINTS}"""
DRAWN = HEAD + DEAL + PUT + NO_POINTS
UNFAIR = HEAD + DEAL + PUT + "stage { com give 1 to player 0 }" + TOKENS
FORCED = HEAD + 'stage { com deal 1 to all players } stage "win" { mandatory if sum HX > HA then win }' + NO_POINTS
LUCK = f"""{HEAD} {DEAL}
stage {{ put 3 in T0 any face up, done }}
stage {{ com deal 1 to all players mandatory if play HX > HA then win }}
{NO_POINTS}"""
HIGHEST = f"""{HEAD} {DEAL}
stage {{ put 2 in T0 any face up, done }}
stage {{ mandatory if play HX > HA then win
mandatory if have poker then win }}
{NO_POINTS}"""
SEVENS = """language 3 game "Sevens" players 2 tables 1
when { number 7 in T0 then next takes 1 from D }
stage { com deal 3 to all players }
stage { put 1 in T0 any face up
mandatory if have nothing then win }
winning { token = 0 alive = 0 }"""
CRASH = HEAD + DEAL + PUT + "stage { mandatory put 9 in T0 any face up }" + NO_POINTS


def judged(text: str, games: int = 40) -> Review:
    return judge(cgdl.parse(text), games=games, seed=1, jobs=1)


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        (ENDLESS, "100 % of 40 plays of random players were stopped at the limit of 30 turns."),
        (ENDLESS, "No play came to an end."),
        (DRAWN, "Nobody ever wins: all of 40 plays of random players were drawn."),
        (UNFAIR, "The seats are not equal among random players: P1 100 % of plays won, P2 0 %."),
        (FORCED, "Players never decide anything."),
        (LUCK, "Whether skill matters is not clear from so few plays: give more with --games."),
        (HIGHEST, "No random play changes without the rule in line 4: mandatory if have poker then win"),
        (CRASH, "100 % of 40 plays of random players crashed: the game crashed, because P1 could not carry out this "
                "rule: mandatory put 9 in T0 any face up."),
    ],
)  # fmt: skip
def test_a_planted_fault_is_found(text, warning):
    assert warning in judged(text).warnings()


def test_plays_of_a_patience_that_are_all_lost_tell_nothing_about_skill():
    review = judged(DRAWN)
    lost = [each._replace(sides=(Estimate(0.0, 0.0, 0.1),)) for each in review.plays]
    warnings = replace(review, sides=review.sides[:1], plays=lost).warnings()
    assert "Nobody ever wins: whether choices and skill matter cannot be told from these plays." in warnings
    assert not [each for each in warnings if each.startswith(("Skill", "Whether", "Choices"))]


def test_the_effect_of_a_line_of_when_is_told():
    game = cgdl.parse(SEVENS)
    found = {each.rule: each for each in effects(Subject(game, seed=1), 40)}
    seven = found["when number 7 in T0 then next takes 1 from D"]
    assert 0 < seven.share < 1
    assert seven.line == 2


def test_much_luck_is_told_from_few_plays():
    (warning,) = [each for each in judged(LUCK, games=3000).warnings() if "kill" in each]
    assert warning == "Skill hardly matters: no agent wins clearly more than a weaker one."


def test_a_game_of_skill_has_no_warnings_of_the_kind():
    review = judged(HIGHEST, games=200)
    assert review.ladder[-1].gain.low > 0.3
    assert not [each for each in review.warnings() if each.startswith(("Skill", "The seats", "Nobody", "Choices"))]
    assert review.choices is not None
    assert review.choices.worth.low > 0
    assert review.drama is not None
    assert 0 <= review.drama.behind.low <= review.drama.behind.high <= 1
    assert 0 <= review.drama.decided.value <= 1


def test_a_card_that_stays_in_the_deck_or_in_hands_is_named():
    review = judged(HEAD + DEAL + "stage { once put any except 7 of hearts in T0 face up }" + NO_POINTS, games=20)
    assert "Cards that are never laid from a hand: the 7 of hearts." in review.warnings()


def test_the_same_seed_makes_the_same_judgement_with_any_number_of_threads():
    one, other = (judge(cgdl.parse(HIGHEST), games=20, seed=3, jobs=jobs) for jobs in (1, 3))
    assert one.to_dict() == other.to_dict()


def test_partners_are_one_side():
    sides = Subject(cgdl.load("spades")).sides
    assert sides == ((0, 2), (1, 3))
    plays = {f"win_{seat + 1}": np.array([seat % 2 == 0] * 50) for seat in range(4)} | {"drawn": np.zeros(50)}
    assert won(plays, sides).sum(axis=1).tolist() == [50, 0]
    assert chance_of_equals(plays, sides) < 1e-9
    assert gain([plays, plays], sides).value == 0


def test_a_game_for_one_player_has_one_side():
    assert won({"win": np.array([1, 0])}, [(0,)]).tolist() == [[True, False]]


def test_a_long_game_is_searched_with_fewer_playouts():
    from cardwright.generate.games.judge import _Judging

    short, long = (_Judging(Subject(cgdl.parse(HIGHEST), seed=1), 20) for _ in range(2))
    short.__dict__["_decisions"], long.__dict__["_decisions"] = 4.0, 600.0
    assert short._ladder()[-1] == f"mcts:{MOST_PLAYOUTS}+look=1"
    assert long._ladder()[-1] == "mcts:50+look=1+cap=60"


@pytest.mark.parametrize(
    "given",
    [{"games": 0}, {"games": 19}, {"games": 10**7}, {"games": 20.5}, {"games": True}, {"games": "many"},
     {"games": None}, {"games": math.nan}, {"seed": 1.5}, {"seed": "x"}, {"jobs": 0}, {"jobs": -3}],
)  # fmt: skip
def test_bad_settings_are_refused_in_one_sentence(given):
    with pytest.raises(CardwrightError) as error:
        judge(cgdl.parse(DRAWN), **{"games": 20, "seed": 1, **given})
    assert len(str(error.value).splitlines()) == 1


# The command.


def test_the_command_prints_tables_and_data_and_writes_a_page(tmp_path, capsys):
    file, page = tmp_path / "mine.cgdl", tmp_path / "mine.html"
    file.write_text(UNFAIR.replace('"x"', '"<b>Mine</b>"'))
    judging = ["cgdl", "judge", str(file), "--games", "20", "--seed", "1"]
    assert run([*judging, "--output", str(page)]) == 0
    shown = capsys.readouterr().out
    for words in ("Endings and length", "Seats", "Skill", "Choices and leads", "Rules", "warning: The seats are not"):
        assert words in shown
    written = page.read_text()
    assert "<h2>Rules in English</h2>" in written
    assert "&lt;b&gt;Mine" in written
    assert "<b>Mine" not in written
    assert run([*judging, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["plays"][0]["sides"][0][0] == 1.0
    assert data["warnings"]
    assert data["ladder"][0]["agent"] == "lookahead:1"


@pytest.mark.parametrize(
    "arguments",
    [["missing.cgdl"], ["umo"], ["uno", "--games", "3"], ["uno", "--seed", "x"], ["uno", "--jobs", "0"],
     ["uno", "--games", "20", "--output", "no/such/folder/x.html"], ["uno", "--games", "20", "--output", "."]],
)  # fmt: skip
def test_bad_input_is_refused_and_nothing_is_written(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["cgdl", "judge", *arguments]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not list(tmp_path.iterdir())
