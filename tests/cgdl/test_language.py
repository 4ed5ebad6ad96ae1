"""Reading games: what the parser accepts, its error messages, and what the checks refuse."""

from __future__ import annotations

import re

import pytest

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.cgdl.engine import rules, state
from cardwright.cgdl.language import limits
from cardwright.cgdl.language.checks import problems
from cardwright.cgdl.language.limits import LIMITS
from cardwright.cgdl.language.parser import LARGEST_TEXT
from cardwright.cgdl.language.switches import SWITCHES
from cardwright.cgdl.variation.grower import productions
from cardwright.core.errors import BadData, CardwrightError

HEAD = 'language 1 game "Test" players 3 tables 2 '
TAIL = " ranking { } winning { token = 1 alive = 0 }"


def game(stages: str, head: str = HEAD, ranking: str = "") -> str:
    end = f"ranking {{ {ranking} }} winning {{ token = 1 alive = 0 }}"
    return f"{head} stage {{ com give 9 to all players }} {stages} {end}"


def rule(text: str, language: int = 1) -> tree.Rule:
    return cgdl.parse(game(f"stage {{ {text} done }}", HEAD.replace("1", str(language), 1))).stages[1].rules[0]


def message(text: str) -> str:
    with pytest.raises(cgdl.BadGame) as error:
        cgdl.parse(text)
    return str(error.value)


# What the language can express.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("next", tree.Always()),
        ("if tokens KX1 < KA1 then next", tree.CompareTokens(
            tree.Tokens(tree.ME, 1), "<", tree.Tokens(tree.OTHERS, 1))),
        ("if tokens K20 >= K01 then next", tree.CompareTokens(tree.Tokens(2, 0), ">=", tree.Tokens(0, 1))),
        ("if play HX + T0 > HA + T0 then next", tree.ComparePlays(
            (tree.Hand(tree.ME), tree.Table(0)), ">", (tree.Hand(tree.OTHERS), tree.Table(0)))),
        ("if sum H0 = H1 then next", tree.CompareSums((tree.Hand(0),), "=", (tree.Hand(1),))),
        ("if sum HX > 21 then next", tree.CompareSums((tree.Hand(tree.ME),), ">", 21)),
        ("if have nothing then next", tree.Have(())),
        ("if have 2 of diamonds + number 7 + suit clubs then next", tree.Have(
            (tree.Card(2, "diamonds"), tree.Number(7), tree.Suit("clubs")))),
        ("if have three of a kind + straight flush then next", tree.Have(
            (tree.Play("three of a kind"), tree.Play("straight flush")))),
        ("if draw then next", tree.Draw()),
        ("if show same suit T0 then playit", tree.Show("same suit", tree.Table(0))),
        ("if show <= T1 then playit", tree.Show("<=", tree.Table(1))),
    ],
)  # fmt: skip
def test_antecedents(text, expected):
    assert rule(text).antecedent == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("take 2 from D face down", tree.Take(2, tree.Deck(), "down")),
        ("take 1 from HA face up", tree.Take(1, tree.Hand(tree.OTHERS), "up")),
        ("put 1 in T0 > face up", tree.Put(1, tree.Table(0), ">", "up")),
        ("put 2 in D any face down", tree.Put(2, tree.Deck(), "any", "down")),
        ("bet any", tree.Bet("any", None)),
        ("bet >= K01", tree.Bet(">=", tree.Tokens(0, 1))),
        ("gain KX1", tree.Gain(tree.Tokens(tree.ME, 1))),
        ("next", tree.Next()), ("done", tree.Done()), ("out", tree.Out()), ("win", tree.Win()), ("end", tree.End()),
    ],
)  # fmt: skip
def test_consequents(text, expected):
    assert rule(text).consequents == (expected,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("put one pair in T0 face up", tree.PutPlay(tree.Play("one pair"), tree.Table(0), "up")),
        ("ask HA", tree.Ask(tree.Hand(tree.OTHERS))),
        ("gain 3", tree.Gain(3)),
        ("put 2 of clubs in T0 face up", tree.PutCards(tree.Selection(tree.Card(2, "clubs")), tree.Table(0), "up")),
        ("put any except suit hearts except number 5 in SL face down", tree.PutCards(
            tree.Selection(None, (tree.Suit("hearts"), tree.Number(5))), tree.Stack(tree.LEFT), "down")),
        ("put 2 in SA any face down", tree.Put(2, tree.Stack(tree.OTHERS), "any", "down")),
        ("take 3 from SX face down", tree.Take(3, tree.Stack(tree.ME), "down")),
        ("turn 1 from S1 to T0", tree.Turn(1, tree.Stack(1), tree.Table(0))),
        ("turn 2 from D to T1", tree.Turn(2, tree.Deck(), tree.Table(1))),
        ("bet all", tree.BetAll()),
        ("lead", tree.Lead()),
        ("put 1 in HR any face down", tree.Put(1, tree.Hand(tree.RIGHT), "any", "down")),
        ("gain KL1", tree.Gain(tree.Tokens(tree.LEFT, tree.BET))),
    ],
)  # fmt: skip
def test_consequents_of_language_2(text, expected):
    assert rule(text, language=2).consequents == (expected,)
    assert "belongs to language 2" in message(game(f"stage {{ {text} done }}"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if found suit hearts in SX + SA then next", tree.Found(
            tree.Selection(tree.Suit("hearts")), (tree.Stack(tree.ME), tree.Stack(tree.OTHERS)))),
        ("if points SX = -26 then next", tree.ComparePoints(tree.Stack(tree.ME), "=", -26)),
        ("if points SX > SA then next", tree.ComparePoints(tree.Stack(tree.ME), ">", tree.Stack(tree.OTHERS))),
        ("if sum SX > HL then next", tree.CompareSums((tree.Stack(tree.ME),), ">", (tree.Hand(tree.LEFT),))),
    ],
)  # fmt: skip
def test_antecedents_of_language_2(text, expected):
    assert rule(text, language=2).antecedent == expected
    assert "belongs to language 2" in message(game(f"stage {{ {text} done }}"))


def test_captured_cards_have_points_in_language_2():
    text = game("stage { done }", HEAD.replace("1", "2", 1)).replace("alive = 0", "alive = 0 captured suit hearts = -1")
    assert cgdl.parse(text).winning == tree.Winning(1, 0, (tree.Captured(tree.Suit("hearts"), -1),))
    assert "'captured' belongs to language 2" in message(text.replace("language 2", "language 1"))
    twice = text.replace("= -1", "= -1 captured suit hearts = 2")
    assert "these captured cards have points twice" in message(twice)


NEGATIVE = (
    'game "x"\nplayers 2\ntables 0\nstage { done }\nranking {\n number 2 = 0\n}\nwinning {\n token = 0\n alive = 0\n}'
)


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "what"),
    [
        (
            "token = 0",
            "token = -1",
            10,
            10,
            "points: 0 to 1,000 are allowed, not -1; negative numbers need 'language 2'",
        ),
        (
            "alive = 0",
            "alive = -2",
            11,
            10,
            "points: 0 to 1,000 are allowed, not -2; negative numbers need 'language 2'",
        ),
        ("number 2 = 0", "number 2 = -2", 7, 13, "score: 0 to 10,000 are allowed, not -2"),
        ("number 2 = 0", "number 99 = 0", 7, 9, "number of a card: 1 to 13 are allowed, not 99"),
        ("players 2", "players 9", 3, 9, "players: 2 to 6 are allowed, not 9"),
        ("tables 0", "tables -1", 4, 8, "tables: 0 to 8 are allowed, not -1"),
        ("token = 0", "token = 2000", 10, 10, "points: 0 to 1,000 are allowed, not 2000"),
    ],
)
def test_a_wrong_number_is_reported_where_it_stands(old, new, line, column, what):
    text = f"language 1\n{NEGATIVE}".replace(old, new)
    with pytest.raises(cgdl.BadGame) as error:
        cgdl.parse(text)
    (problem,) = error.value.problems
    assert problem.at == (line, column)
    assert problem.sentence.startswith(what)


def test_a_missing_name_is_reported_where_it_stands():
    with pytest.raises(cgdl.BadGame) as error:
        cgdl.parse(f"language 1\n{NEGATIVE}".replace('game "x"', 'game " "'))
    assert error.value.problems[0].at.line == 2


@pytest.mark.parametrize("change", [("token = 0", "token = -1"), ("alive = 0", "alive = -2"), ("2 = 0", "2 = -2")])
def test_negative_points_and_scores_are_allowed_in_language_2(change):
    parsed = cgdl.parse(f"language 2\n{NEGATIVE}".replace(*change))
    assert cgdl.parse(cgdl.text(parsed)) == parsed
    assert f" = {change[1].split()[-1]}\n" in cgdl.text(parsed)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("put suit hearts except suit hearts in T0 face up, done", "the exceptions leave no card"),
        ("put number -1 in T0 face up, done", "1 to 13 are allowed, not -1"),
        (f"put any except number {10**40} in T0 face up, done", "1 to 13 are allowed"),
        ("turn 1 from SA to T0, done", "cards are turned up from one stack"),
        ("put 1 in S3 any face down, done", "there is no S3: the stacks are SX, SA and S0 to S2"),
        ("if found any in T0 + T0 then done", "a zone is named twice"),
        ("if points SX > SX then done", "both sides of this comparison are the same"),
        ("lead", "this stage can never end"),
    ],
)
def test_problems_of_language_2(text, problem):
    assert problem in message(game(f"stage {{ {text} }}", HEAD.replace("1", "2", 1)))


@pytest.mark.parametrize(
    "text",
    [
        "repeat 2 { stage { next } stage { done } }",
        "stage { next otherwise done }",
        "stage { com remove number 2 }",
        "stage { com trick T0 to T1 trump spades }",
        "stage { com trick T0 to stack for 0 }",
        "stage { com deal 3 to all stacks }",
        "stage { com trump T0 }",
    ],
)
def test_extensions_are_refused_in_language_1(text):
    assert "belongs to language 2" in message(game(text + " stage { done }"))
    cgdl.parse(game(text.replace("next", "done") + " stage { done }", HEAD.replace("1", "2", 1)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("com deal 2 to all players", tree.Deal(2, None)),
        ("com deal 4 to player 1", tree.Deal(4, (1,))),
        ("com deal 3 to T1", tree.Deal(3, tree.Table(1))),
        ("com give 100 to player 0 and 1", tree.Give(100, (0, 1))),
    ],
)
def test_com_rules(text, expected):
    assert cgdl.parse(game(f"stage {{ {text} }}")).stages[1].com == (expected,)


def test_modifiers():
    text = "mandatory bet any once next done"
    assert [each.modifiers for each in cgdl.parse(game(f"stage {{ {text} }}")).stages[1].rules] == [
        ("mandatory",), ("once",), ()]  # fmt: skip
    assert rule("once otherwise next", language=2).modifiers == ("once", "otherwise")


def test_a_rule_can_have_several_consequents():
    text = "if show same suit T0 then playit, take 1 from D face down, bet any, next"
    assert [type(each).__name__ for each in rule(text).consequents] == ["PlayIt", "Take", "Bet", "Next"]
    assert [type(each).__name__ for each in rule("out, end").consequents] == ["Out", "End"]


def test_white_space_and_comments_do_not_matter():
    loose = game("stage { bet any done }")
    tight = loose.replace(" ", "\n\t # a comment { ] \n")
    assert cgdl.parse(tight) == cgdl.parse(loose)


def test_switches_have_defaults():
    found = cgdl.parse(game("stage { done }", HEAD + "with other_hands = any with turn_limit = 7"))
    assert (found.switch("other_hands"), found.switch("turn_limit")) == ("any", 7)
    assert found.switch("other_bets") == SWITCHES["other_bets"].default


def test_every_switch_is_explained_in_two_sentences():
    for switch in SWITCHES.values():
        assert len(re.findall(r"\.(?= |$)", switch.doc)) == 2, switch.name
        assert switch.default in (switch.values or range(switch.lowest, switch.highest + 1))


# Error messages of the parser.


@pytest.mark.parametrize(
    ("right", "wrong", "found", "expected"),
    [
        ("bet any", "beet any", "beet", "is not known here; did you mean 'bet'?"),
        (
            "bet any",
            "bet some",
            "some",
            "does not fit here; expected a number, '<', '<=', '=', '>', '>=', 'all' or 'any'",
        ),
        ("bet any", "bet", "done", "does not fit here; expected a number, '<', '<=', '=', '>', '>=', 'all' or 'any'"),
        ("players 3", "players many", "many", "does not fit here; expected a number"),
        ('"Test"', "Test", "Test", "does not fit here; expected a name in quotes"),
        ("bet any", "bet any\x01", "\x01", "does not fit here"),
        ("done", "donenext", "donenext", "is not known here; did you mean 'next'?"),
    ],
)
def test_errors_name_the_location_and_what_was_expected(right, wrong, found, expected):
    text = game("stage { bet any done }")
    assert right in text
    broken = text.replace(right, wrong, 1)
    assert message(broken).startswith(f"game, line 1, column {broken.index(found) + 1}: {found!r} {expected}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("stage { deal 1 to all players done }", "column 88: the dealer's rules begin with 'com': write 'com deal'"),
        ("stage { done com give 1 to all players }", "'com', come before all rules of the players"),
        ("stage { com deal 1 to each player }", "write 'all players'"),
        ("stage { fold }", "write 'out', as in"),
        ("stage { if (have nothing) then win }", "conditions have no parentheses"),
        ("stage { take 1 from T0 }", "write 'face up' or 'face down'"),
        ("stage { done give 1 to all players }", "'com give' comes before all rules of the players"),
        (
            "stage { playit, done }",
            "a card must be shown before it is played: write 'if show same suit T0 then playit'",
        ),
        ("stage { lose }", "no rule says who loses: write 'out', or let another player win"),
        ("stage { pass }", "players pass with 'next' or 'done'"),
        ("stage { mandatory when have nothing then win }", "write 'if': 'when' begins the effects of cards"),
        ("stage { mandatory if then win }", "a condition is missing between 'if' and 'then'"),
        ("stage { take one from D face down }", "write the number 1 in digits"),
        ("stage { done else win }", "write 'otherwise', as in"),
        ("stage { discard any in T0 }", "cards are discarded with 'put'"),
        ("stage { done ranking { }", "a '}' is missing before 'ranking', at the end of a stage"),
        ("stage { if have number ace then win }", "write 'number 1', or in language 3 'ace' alone"),
        ("stage { put 1 in T0 same suit face up, done }", "write 'if show same suit T0 then playit'"),
        ("stage { if sum HX == 3 then done }", "write '=' once"),
        ("stage { if tokens KX0 != KA0 then done }", "write 'not' before the comparison, as in"),
        ("stage { if sum HX <> 3 then done }", "write 'not' before a comparison with '=', as in"),
        ("stage { if ! leader then done }", "write 'not'"),
        ("stage { if draw && sum HX = 3 then done }", "write 'and'"),
        ("stage { if draw || sum HX = 3 then done }", "write 'or'"),
        ("stage { win if have nothing }", "write 'if have nothing then win'"),
        (
            "stage { mandatory bet all, done if have nothing\n win }",
            "write 'mandatory if have nothing then bet all, done'",
        ),
        (
            "stage { done } cards high = number 13",
            "'cards' does not fit here: before the first stage come 'tables', 'deck'",
        ),
        (
            "stage { cards high = number 13 done }",
            "'cards' does not fit here: before the first stage come 'tables', 'deck'",
        ),
        ("stage { done } jokers number 1", "'jokers' does not fit here: before the first stage come 'tables'"),
    ],
)
def test_hints_say_what_to_write_instead(text, expected):
    assert expected in message(game(text))


def test_everything_that_is_allowed_is_listed():
    for sign in ("+", "%"):
        assert message(game(f"stage {{ {sign} }}")).endswith("'share', 'stop', 'swap', 'take', 'then', 'turn' or 'win'")


def test_a_rule_that_begins_without_its_condition_is_not_taken_for_a_late_one():
    assert "did you mean 'then'" in message(game("stage { next\nif draw\nthn win }"))
    for broken in ("if draw then next if have nothing", "if draw # next if alone\n"):
        assert "a condition comes before" not in message(game(f"stage {{ {broken} }}"))


def test_a_long_line_with_an_error_is_read():
    """A search that tried every way to split the line would hang."""
    assert "line 1, column 91" in message(game("stage { " + "if { " * 12_000 + "}"))
    assert "line 1, column" in message(game("stage { " + "a" * 60_000 + " % }"))


def test_hints_for_what_comes_before_the_stages():
    assert "write 'each_rule' as one word" in message(game("", HEAD + "with mandatory = each rule"))
    assert "write the number 3 in digits" in message(game("").replace("players 3", "players three"))
    assert "write 'language 3' in the first line" in message(HEAD.removeprefix("language 1 "))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if have king of hearts then win done", "write '13 of hearts'; language 3 also allows 'king of hearts'"),
        ("put number ace in T0 face up, done", "write 'number 1', or in language 3 'ace' alone"),
        ("if found seven in T0 then win done", "write 'number 7' for the cards of a number"),
    ],
)
def test_court_cards_have_numbers_in_languages_1_and_2(text, expected):
    assert expected in message(game(f"stage {{ {text} }}").replace("language 1", "language 2"))


def test_a_suit_alone_is_no_kind_of_cards():
    for language in (1, 2, 3):
        text = game("stage { done }").replace("language 1", f"language {language}")
        assert "write 'suit hearts' for cards of a suit" in message(text.replace("ranking {", "ranking { hearts = 3"))


def test_a_text_that_ends_too_soon_has_its_error_at_the_end():
    assert message('language 1\ngame "x"\nplay').startswith("game, line 3, column 1: 'play' is not known")
    assert message('language 1\ngame "x"\n').startswith("game, line 3, column 1: the text ends too soon")


def test_a_text_that_is_too_long_is_refused():
    with pytest.raises(BadData, match="at most"):
        cgdl.parse("#" * (LARGEST_TEXT + 1))


def test_very_long_numbers_and_lists_are_harmless():
    assert "are allowed" in message(game("stage { done }").replace("players 3", "players " + "9" * 50_000))
    assert "at most" in message(game("stage { " + "done " * 5000 + "}"))
    assert "at most" in message(game("stage { done } " * 2000))


# What the checks refuse.
HEAD_2 = HEAD.replace("language 1", "language 2")
INVALID = [
    (game("stage { put 1 in T2 any face up }"), "there is no T2: the tables are T0 to T1"),
    (game("stage { take 1 from H3 face up, done }"), "there is no H3: the hands are HX, HA and H0 to H2"),
    (game("stage { gain K31, done }"), "there is no player 3"),
    (game("stage { com deal 1 to player 3 }"), "there is no player 3: the players are 0 to 2"),
    (game("stage { com deal 1 to player 1 and 1 }"), "a player is named twice"),
    (game("stage { next }"), "this stage can never end"),
    (game("stage { gain KA1 }"), "this stage can never end"),
    (game("stage { take 1 from T0 face up, put 1 in T0 any face up }"), "this stage can never end"),
    (f"{HEAD} stage {{ bet any }} {TAIL}", "there are no tokens to bet: no 'com give' comes before this rule"),
    (f"{HEAD} stage {{ bet any }} stage {{ com give 1 to all players }} {TAIL}", "there are no tokens to bet"),
    (f"{HEAD} stage {{ if tokens KX1 < KA1 then out }} {TAIL}", "there are no tokens to compare"),
    (game("stage { com deal 17 to all players com deal 2 to T0 }"), "too few cards: 2 needed, 1 left"),
    (
        game("stage { com remove suit clubs com remove number 5 com remove 5 of hearts com deal 37 to T0 }", HEAD_2),
        "too few cards: 37 needed, 36 left",
    ),
    (game("stage { com deal 0 to T0 }"), "cards: 1 to 52 are allowed, not 0"),
    (game("stage { com deal 1 to T0 take 53 from D face up, done }"), "cards: 1 to 52 are allowed, not 53"),
    (game("stage { com give -5 to all players }"), "tokens: 1 to 10,000 are allowed, not -5"),
    (game("stage { done }", HEAD.replace("players 3", "players 1")), "players: 2 to 6 are allowed, not 1"),
    (game("stage { done }", HEAD.replace("tables 2", "tables 99")), "tables: 0 to 8 are allowed, not 99"),
    (game("stage { done }", HEAD.replace("language 1", "language 4")), "language: 1 to 3 are allowed, not 4"),
    (game("stage { if have 14 of clubs then out }"), "number of a card: 1 to 13 are allowed, not 14"),
    (game("stage { if have suit clubs + suit clubs then out }"), "named twice"),
    (game("stage { if tokens KX1 = KX1 then out }"), "both sides of this comparison are the same"),
    (game("stage { if sum HX + HX > 3 then out }"), "a zone is named twice on one side"),
    (game("stage { take 1 from HX face up, done }"), "from their own hand"),
    (game("stage { put 1 in HX any face up }"), "in their own hand"),
    (game("stage { put 1 in T0 any face down }"), "cards on a table lie face up"),
    (game("stage { put 1 in D any face up }"), "cards in the deck lie face down"),
    (game("stage { put 1 in H1 > face up }"), "cards can be compared only with a table"),
    (game("stage { gain KX0, done }"), "already belongs to the player"),
    (game("stage { done }", ranking="flush = 1 flush = 2"), "this is ranked twice"),
    (game("stage { done }", ranking="flush = 1 or 2"), "only cards and numbers can have two scores"),
    (game("stage { done }", ranking="number 1 = 1 or 2 number 2 = 1 or 2"), "only one entry"),
    (game("stage { done }", ranking="number 1 = 3 or 3"), "the two scores are equal"),
    (game("stage { done }", HEAD + "with drawing = never"), "drawing can be when_stuck or always, not never"),
    (game("stage { done }", HEAD + "with turn_limit = 0"), "turn_limit can be 1 to 10,000, not 0"),
    (game("stage { done }", HEAD + "with drawin = always"), "unknown switch 'drawin'; did you mean 'drawing'?"),
    (game("stage { done }", HEAD + "with drawing = always with drawing = always"), "set twice"),
    (game("stage { done }", HEAD.replace("tables 2", "tables 0") + "with empty_deck = reshuffles"), "no tables"),
    (game("stage { done }", HEAD.replace("Test", " ")), "a game needs a name"),
    (game("stage { done }", HEAD.replace("Test", "x" * 41)), "at most 40 characters, all of them printable"),
    (game("stage { if sum H0 + H1 + H2 + T0 + T1 > 3 then out }"), "5 zones on one side; at most 4"),
    (game("stage { gain KX1, gain KX1, gain KX1, gain KX1, out }"), "5 consequents; at most 4"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), INVALID, ids=[expected for _, expected in INVALID])
def test_an_invalid_game_is_refused(text, expected):
    assert expected in message(text)


def test_all_problems_are_found_in_the_order_of_the_text():
    text = game("stage {\n com deal 1 to T5\n }\nstage {\n gain K51, done\n take 99 from D face up, done }")
    with pytest.raises(cgdl.BadGame, match=r"\(and 2 more\)") as error:
        cgdl.parse(text)
    assert [each.at.line for each in error.value.problems] == [2, 5, 6]


@pytest.mark.parametrize(
    "stages",
    [
        "stage { put 1 in T0 any face up }",
        "stage { take 1 from D face up }",
        "stage { bet any }",
        "stage { if draw then next }",
        "stage { once next }",
        "stage { mandatory next }",
        "stage { next done }",
    ],
)
def test_stages_that_can_end_are_valid(stages):
    cgdl.parse(game(stages))


def test_passing_ends_any_stage():
    cgdl.parse(game("stage { next }", HEAD + "with passing = done"))
    assert "never end" in message(game("stage { next }", HEAD + "with passing = next"))


def test_cards_that_return_can_be_dealt_again():
    deal = "stage { com deal 17 to all players }"
    assert "too few cards" in message(game(deal + deal))
    cgdl.parse(game(deal + "stage { put 17 in D any face down }" + deal))
    cgdl.parse(game(deal + deal, HEAD + "with empty_deck = reshuffles"))


def test_trees_made_in_python_are_checked_too():
    uno = cgdl.load("uno")
    wrong = tree.Rule(("once", "mandatory"), tree.Draw(), (tree.PlayIt(), tree.Next(), tree.Done()))
    odd = tree.Game(uno.name, 3, 1, 1, (), (tree.Stage("", (), (wrong,)), tree.Stage("", (), ())), (), uno.winning)
    assert [str(each) for each in problems(odd)] == [
        "'playit' must come first, in a rule with 'show'",
        "nothing can follow this: it ends the turn",
        "the only modifiers that can be combined are 'once otherwise'",
        "this stage has no rules",
    ]


def test_limits_name_rules_of_the_grammar():
    assert set(LIMITS) <= set(productions())


def test_the_tables_have_room_for_every_valid_game():
    assert (LIMITS["player_count"].highest, LIMITS["table_count"].highest) == (state.MAX_PLAYERS, state.MAX_TABLES)
    assert limits.MAX_RULES == state.MAX_RULES
    for name in ("MAX_STAGES", "MAX_STAGES_PLAYED", "MAX_COMS", "MAX_CONSEQUENTS", "MAX_PARTS"):
        assert getattr(limits, name) == getattr(rules, name)


def test_unknown_games_and_files_are_refused():
    with pytest.raises(CardwrightError, match="did you mean 'uno'"):
        cgdl.load("uuno")
    with pytest.raises(BadData, match="no such file"):
        cgdl.load("nowhere.cgdl")
    with pytest.raises(BadData, match=r"^games/uno\.yaml: a file with a game has a name that ends in \.cgdl$"):
        cgdl.load("games/uno.yaml")
