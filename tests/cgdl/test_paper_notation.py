"""The notation of "A Card Game Description Language": its tables as printed, and bad input."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.cli.main import run

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
DEALT = "STAGE 0\ncom_deal, ALL PLAYERS, 7\ncom_deal, T0, 1\ncom_give, ALL PLAYERS, 9\nSTAGE 1\n"
FULL = """
(a) Blackjack
P = 3, T = 0
STAGE 0  com_deal, ALL PLAYERS, 2
         com_give, ALL PLAYERS, 99
STAGE 1  mandatory_unconditional_bet, lambda, lambda
STAGE 2  unconditional_pifr, D * 1, up
         unconditional_done
STAGE 3  mandatory_sum, HX > 21 - out
         mandatory_sum, HX > HA - gain, KA1
RANKING
[13, 10] [12, 10] [11, 10] [1, 1 and 10]
WINNING CONDITIONS
1, 0
(b) Poker
STAGE 0  com_deal, ALL PLAYERS, 5
STAGE 1  unconditional_done
RANKING: Straight flush (900), Poker (800), Three of a kind (400), 2 of diamonds (7)
WINNING CONDITIONS: 0, 3
"""


def read(text, **switches):
    return cgdl.read_paper(text, "Mine", switches, "mine.txt").games


def rule(text):
    (game,) = read(DEALT + text)
    return game.stages[1].rules[-1]


def printed(number):
    return cgdl.read_paper((EXAMPLES / f"cgdl_table_{number}.txt").read_text(encoding="utf-8"), "?")


@pytest.mark.parametrize(("table", "index", "name"), [(3, 0, "texas"), (4, 0, "blackjack"), (4, 1, "uno")])
def test_the_tables_are_read_as_printed(table, index, name):
    ours, theirs = cgdl.load(name), printed(table).games[index]
    assert [(stage.com, stage.rules) for stage in theirs.stages] == [(stage.com, stage.rules) for stage in ours.stages]
    assert (theirs.players, theirs.tables, theirs.winning) == (ours.players, ours.tables, ours.winning)


def test_tables_with_bars_are_read_like_those_with_tabs():
    text = (EXAMPLES / "cgdl_table_4.txt").read_text(encoding="utf-8")
    barred = "\n".join(f"|{line}|".replace("\t", "|") if "\t" in line else line for line in text.splitlines())
    assert cgdl.read_paper(barred, "?").games == printed(4).games


def test_names_are_those_of_the_tables():
    assert [game.name for game in (*printed(3).games, *printed(4).games)] == ["Texas hold'em poker", "Blackjack", "UNO"]
    assert [stage.name for stage in printed(3).games[0].stages][:4] == ["pre-flop", "first bet", "check bets", "flop"]


def test_what_the_columns_cut_off_is_remarked_on():
    assert printed(3).remarks == ("text, line 10: 'K' is read as KA1",)
    assert printed(4).remarks == ("text, line 9: 'KA' is read as KA1",)


def test_ranking_and_winning_conditions_are_read():
    blackjack, poker = read(FULL)
    known = cgdl.load("blackjack")
    assert (blackjack.ranking, blackjack.winning, blackjack.tables) == (known.ranking, known.winning, 0)
    assert [str(rank.scores[0]) for rank in poker.ranking] == ["900", "800", "400", "7"]
    assert poker.ranking[-1].what == tree.Card(2, "diamonds")
    assert poker.winning == tree.Winning(0, 3)


@pytest.mark.parametrize(
    ("paper", "ours"),
    [  # the examples of Tables 1 and 2
        ("once_tokens, K01, ≥, K11 - done", "once if tokens K01 >= K11 then done"),
        ("play, H0 + T0, <, H1 + T0 - next", "if play H0 + T0 < H1 + T0 then next"),
        ("sum, H0, =, H1 _ done", "if sum H0 = H1 then done"),
        ("have, 2 of diamonds - win", "if have 2 of diamonds then win"),
        ("have, full house + hearts - win", "if have full house + suit hearts then win"),
        ("draw - done", "if draw then done"),
        ("show, card with same suit, T0 - playit done", "if show same suit T0 then playit, done"),
        ("show, >, T0 - playit done", "if show > T0 then playit, done"),
        ("unconditional_pifr, D * 2, down done", "take 2 from D face down, done"),
        ("lambda_puin, T0 * 1, >, up done", "put 1 in T0 > face up, done"),
        ("λ_puin, D*3, λ, down", "put 3 in D any face down"),
        ("unconditional_bet, >, K01 done", "bet > K01, done"),
        ("unconditional_gain, K21 done", "gain K21, done"),
        ("MANDATORY_have, $\\lambda$ - out", "mandatory if have nothing then out"),
        ("once_unconditional_end", "once end"),
    ],
)
def test_each_kind_of_rule_is_read(paper, ours):
    assert rule(paper) == cgdl.parse(
        'language 1 game "x" players 3 tables 1 stage { com deal 7 to all players com give 9 to all players }'
        f" stage {{ {ours} }} winning {{ token = 0 alive = 0 }}"
    ).stages[1].rules[0]  # fmt: skip


def test_commands_name_players_and_tables():
    (game,) = read("STAGE 0 deal, player 1, 4 give, players 0 and 1, 100 deal, T1, 4\nSTAGE 1 unconditional_done")
    deal, give, table = game.stages[0].com
    assert (deal.to, give.to, table.to, game.tables) == ((1,), (0, 1), tree.Table(1), 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: this text has no stages; a stage begins with STAGE and its number"),
        ("draw - next", "line 1, column 1: 'draw - next' belongs to no stage; begin one with STAGE 0"),
        ("STAGE 1 unconditional_done", "line 1, column 1: STAGE 0 is missing; stages are numbered 0, 1, 2 and so on"),
        ("STAGE 0 draw _ next\nSTAGE 0 draw _ next", "line 2, column 1: STAGE 0 is described twice"),
        (f"{DEALT}shuffle", "line 6, column 1: 'shuffle' does not fit here; expected com, mandatory, once or an ante"),
        (f"{DEALT}once shuffle", "line 6, column 6: 'shuffle' does not fit here; expected an antecedent (uncondition"),
        (f"{DEALT}draw", "line 6, column 1: the text ends too soon; expected a consequent (pifr, puin, bet, gain, pl"),
        (f"{DEALT}tokens, KX1, !, KA1", "line 6, column 14: '!' is not a sign of this notation"),
        (f"{DEALT}tokens, KX2, <, KA1", "line 6, column 9: 'KX2' does not fit here; expected a location of tokens (KX"),
        (f"{DEALT}tokens, KX1, KA1", "line 6, column 14: 'KA1' does not fit here; expected a restriction (<, <=, =, "),
        (f"{DEALT}show, >, H0 playit", "line 6, column 10: 'H0' does not fit here; expected a table (T0, T1, ...)"),
        (f"{DEALT}unconditional_pifr, D, up", "'up' does not fit here; expected * and a number of cards, as in D * 2"),
        (f"{DEALT}unconditional_pifr, D*1, left", "line 6, column 26: 'left' does not fit here; expected up or down"),
        (f"{DEALT}have, sevens - win", "expected a card such as '2 of diamonds', a number, a suit or a play (one pair"),
        (f"{DEALT}unconditional_take 1", "line 6, column 15: 'take' does not fit here; expected a consequent (pifr,"),
        ("STAGE 0 com_deal, nobody, 2", "line 1, column 19: 'nobody' does not fit here; expected ALL PLAYERS, play"),
        ("STAGE 0 com_deal, ALL PLAYERS, 40", "line 1, column 9: the deck has too few cards: 120 needed, 52 left"),
        (
            f"{DEALT}draw - next\nWINNING CONDITIONS\n1",
            "line 8, column 1: the text ends too soon; expected the points f",
        ),
        (f"{DEALT}draw - next\nRANKING\n[flush, high]", "line 8, column 9: 'high' does not fit here; expected a score"),
        (f"{DEALT}draw - next\nT = 0", "there is no T0: the game has no tables"),
        (f"{DEALT}draw - next\nWINNING CONDITIONS\n1, -1", "line 8, column 4: numbers cannot be negative in this nota"),
        ("STAGE 0 com_deal, ALL PLAYERS, -2", "line 1, column 32: numbers cannot be negative in this notation"),
        (f"{DEALT}sum, HX, >, \u22125 - out", "line 6, column 13: numbers cannot be negative in this notation"),
        (f"{DEALT}draw - next\nRANKING\n[flush, 600", "line 8, column 9: the text ends too soon; expected ']', which"),
        (f"{DEALT}draw - next\nRANKING\nflush (600 straight (5)", "line 8, column 12: 'straight' does not fit here;"),
        (f"{DEALT}draw - next\nP = 1", "mine.txt, line 7, column 1: "),
        (f"{DEALT}draw - next\nP = -3", "mine.txt, line 7, column 1: the numbers of players and tables are written as"),
        (f"P = 3\n(a) {'x' * 200}\n{DEALT}draw - next", "mine.txt, line 2, column 1: a name can have at most"),
        ("STAGE 0 com_deal, ALL PLAYERS, 12345678901", "column 32: a number can have at most 9 digits, not 11"),
        ("STAGE 12345678901 draw - next", "a number can have at most 9 digits, not 11"),
    ],
)
def test_bad_input_is_refused_with_its_line_and_what_is_allowed(text, message):
    with pytest.raises(cgdl.BadGame, match=re.escape(message)) as error:
        read(text)
    assert str(error.value).startswith("mine.txt, line ")
    assert "\n" not in str(error.value)


def test_switches_are_added_to_every_game():
    assert all(game.switch("rules_per_turn") == "many" for game in read(FULL, axioms="paper"))
    with pytest.raises(cgdl.BadGame, match="axioms can be usual or paper, not old"):
        read(FULL, axioms="old")


def test_the_command_writes_games_that_can_be_played(tmp_path, capsys):
    table = str(EXAMPLES / "cgdl_table_4.txt")
    assert run(["cgdl", "convert", table, "--with", "mandatory=each_rule", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"2 games written to {tmp_path}\n"
    assert cgdl.load(tmp_path / "UNO.cgdl").switch("mandatory") == "each_rule"
    assert cgdl.load(tmp_path / "Blackjack.cgdl").stages[3] == printed(4).games[0].stages[3]


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("axioms", "--with 'axioms': expected NAME=VALUE, as in axioms=paper"),
        ("pasing=next", "--with 'pasing=next': unknown switch 'pasing'; did you mean 'passing'"),
        ("axioms=foo", "--with 'axioms=foo': axioms can be usual or paper, not foo"),
    ],
)
def test_the_command_refuses_bad_switches_and_writes_nothing(tmp_path, capsys, option, message):
    folder = tmp_path / "games"
    assert run(["cgdl", "convert", str(EXAMPLES / "cgdl_table_4.txt"), "--with", option, "--out", str(folder)]) == 2
    assert message in capsys.readouterr().err
    assert not folder.exists()


def test_a_title_must_be_a_file_name_only_if_a_file_is_written(tmp_path, capsys):
    table = tmp_path / "table.txt"
    table.write_text("(a) War/Peace\nSTAGE 0 com_deal, ALL PLAYERS, 2\nSTAGE 1 unconditional_done\n")
    assert run(["cgdl", "convert", str(table)]) == 0
    assert 'game "War/Peace"' in capsys.readouterr().out
    assert run(["cgdl", "convert", str(table), "--out", str(tmp_path / "games")]) == 2
    assert "'War/Peace' cannot be the name of a file" in capsys.readouterr().err
    assert not (tmp_path / "games").exists()


PIECES = (
    "", "K", "9", "-1", " -2", ",", "\t", "\n", "(", "[", "]", ")", "STAGE 1", "STAGE 2 (", "λ", "é", "|", "P = 4",
    "T=1", "(c) Third\n", "RANKING", "[flush, 3]", "WINNING CONDITIONS\n2, 1", "99999999999", "com_deal, T0, 1 ", "and",
    "mandatory_", "once_", "pifr, D * 2, up ", "puin, T0*1, λ, down", "have, lambda - win", "\\", "\x00", "= ",
    "\u2212",
)  # fmt: skip


def test_every_damaged_text_says_the_same_when_it_is_converted_or_is_refused_in_one_sentence():
    texts = [(EXAMPLES / f"cgdl_table_{number}.txt").read_text(encoding="utf-8") for number in (3, 4)]
    rng, converted = random.Random(1), 0
    for _ in range(1500):
        text = rng.choice([*texts, FULL, DEALT + "draw - next"])
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice(PIECES) + text[at + rng.randint(0, 4) :]
        games, refused = read_or_refuse(text)
        assert not refused or (refused.startswith("mine.txt, line ") and "\n" not in refused)
        assert all(cgdl.parse(cgdl.text(game)) == game for game in games)
        converted += bool(games)
    assert converted > 50


def read_or_refuse(text: str) -> tuple[tuple[tree.Game, ...], str]:
    """Return the games of a text, or the message that refuses it."""
    try:
        return read(text), ""
    except cgdl.BadGame as error:
        return (), str(error)
