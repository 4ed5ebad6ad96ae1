"""Which stages and rules are valid, when rules can be played, and what is said of those that fail."""

from __future__ import annotations

import pytest

from cardwright import cgdl
from cardwright.cgdl.trial import warnings
from cardwright.core.state import State

DEAL = "stage { com deal 2 to T0 } "


def text(stages: str, players: int = 2, token: int = 1) -> str:
    return f'language 2 game "x" players {players} tables 2 {stages} winning {{ token = {token} alive = 0 }}'


def start(stages: str, players: int = 2, seed: int = 1, **given) -> State:
    return cgdl.game(cgdl.parse(text(stages, players)), **given).new(seed, logged=True)


@pytest.mark.parametrize(
    ("rule", "left_on_t0", "then_on_t1"),
    [
        ("once if found any in T0 then take 1 from T0 face up, put 1 in T1 any face up", 0, 2),
        ("once take 1 from D face down, put 1 in T1 any face up", 2, 2),
        ("once turn 1 from D to T1, take 1 from T1 face up", 2, 0),
    ],
)
def test_a_rule_can_use_cards_that_it_moves_itself(rule, left_on_t0, then_on_t1):
    view = start(f"{DEAL} stage {{ {rule} }}").view()
    assert (len(view["T0"]), len(view["T1"])) == (left_on_t0, then_on_t1)


def test_a_shown_card_can_be_taken_back_with_the_one_below_it():
    state = start("stage { if show same number T0 then playit, take 2 from T0 face up, done }", stage=0, T0=["7h"],
                  P1={"hand": ["7s"]}, P2={"hand": ["2s"]})  # fmt: skip
    assert len(state.view()["P1"]["hand"]) == 2


def test_a_card_can_be_put_on_an_empty_table_and_taken_back():
    state = start("stage { once put 1 in T0 any face up, take 1 from T0 face up done }", stage=0,
                  P1={"hand": ["7s"]}, P2={"hand": ["2s"]})  # fmt: skip
    assert [str(action) for action in state.legal()] == ["put 7 of spades", "done"]
    view = state.play("put 7 of spades").view()
    assert (list(map(str, view["P1"]["hand"])), view["T0"]) == (["7 of spades"], [])


def test_a_rule_that_needs_more_cards_than_it_leaves_is_not_offered():
    rule = "once put 1 in T0 any face up, put 1 in T1 any face up"
    state = start(f"stage {{ com deal 1 to all players }} stage {{ {rule} }}")
    assert len(state.view()["P1"]["hand"]) == 1
    assert not state.view()["crashed"]


@pytest.mark.parametrize(
    "rule",
    [
        "take 1 from T0 face up",
        "take 1 from T0 face up, put 1 in D any face down",
        "take 1 from SX face down",
        "take 1 from SX face down, put 1 in D any face down",
    ],
)
def test_a_stage_ends_when_a_table_or_a_stack_has_run_out(rule):
    state = start(f"stage {{ com deal 4 to T0 com deal 4 to all stacks }} stage {{ {rule} }}")
    assert state.over
    assert not state.view()["crashed"]


@pytest.mark.parametrize(
    "rule",
    ["if found any in T0 then next", "if have nothing then lead, next", "take 1 from HL face down", "next"],
)
def test_a_stage_that_cannot_end_is_refused(rule):
    with pytest.raises(cgdl.BadGame, match="can never end"):
        cgdl.parse(text(f"{DEAL} stage {{ {rule} }}"))


def test_long_games_that_are_never_won_are_noticed():
    exchange = "take 1 from T0 face up, put 1 in T0 any face up, done"
    stages = f"with turn_limit = 900 stage {{ com deal 1 to T0 }} repeat 60 {{ stage {{ {exchange} }} }}"
    assert warnings(cgdl.parse(text(stages, players=6, token=0))) == ["nobody won: all 9 random plays were drawn"]


def test_a_play_that_is_given_up_is_noticed():
    head = 'language 3 game "x" players 2 tables 0 with turn_limit = 10000 '
    never = f"{head} repeat until x = 1 {{ stage {{ add 2 to x, done }} }} winning {{ score = 1 }} "
    given_up = "nobody won: a random play was given up after 3,000 turns; perhaps it can never be decided"
    assert given_up in warnings(cgdl.parse(never))


def test_a_crash_names_its_rule():
    state = start("stage { mandatory take 9 from HA face up }")
    reason = "P1 could not carry out this rule: mandatory take 9 from HA face up"
    assert state.game.ending(state) == f"the game crashed, because {reason}"
    assert reason in warnings(state.game.described)[0]


def test_a_crash_in_an_endless_turn_is_told_as_such():
    head = 'language 3 game "x" players 2 tables 0 with rules_per_turn = many '
    endless = f'{head} stage "p" {{ add 1 to x  if x > 10000 then done }} winning {{ score = 1 }}'
    state = cgdl.game(cgdl.parse(endless)).new(1, logged=True)
    assert state.game.ending(state) == "the game crashed, because P1 played more than 200 rules in one turn"


def test_a_card_of_the_dealer_wins_no_trick():
    trick = "stage { put 1 in T0 any face up, done } stage { com trick T0 to stack }"
    cards = {"T0": ["8h"], "P1": {"hand": ["3h"]}, "P2": {"hand": ["5h"]}}
    state = start(trick, stage=0, **cards)
    assert sorted(map(str, state.view()["P2"]["stack"])) == ["3 of hearts", "5 of hearts", "8 of hearts"]


def test_a_trick_in_which_nobody_follows_the_dealers_suit_stays_and_is_told():
    trick = "stage { put 1 in T0 any face up, done } stage { com trick T0 to stack }"
    state = start(trick, stage=0, T0=["8h"], P1={"hand": ["3c"]}, P2={"hand": ["5c"]})
    assert len(state.view()["T0"]) == 3
    assert "nobody takes the trick" in state.narrate(0)


def test_such_a_trick_moves_where_tricks_go_to_a_table():
    trick = "stage { put 1 in T0 any face up, done } stage { com trick T0 to T1 }"
    state = start(trick, stage=0, T0=["8h"], P1={"hand": ["3c"]}, P2={"hand": ["5c"]})
    assert (len(state.view()["T0"]), len(state.view()["T1"])) == (0, 3)
    assert "nobody takes the trick, which moves from T0 to T1" in state.narrate(0)


def test_the_clause_of_a_trump_suit_does_not_run_into_the_next():
    trump = "stage { com trump T0 com give 7 to all players done }"
    once, twice = (cgdl.english(cgdl.parse(text(f"{DEAL} {times * trump}"))).split() for times in (1, 2))
    assert "the suit of the top card of T0 trumps and gives 7 tokens" in " ".join(once)
    assert "trumps (unless there is a trump suit already) and gives 7 tokens" in " ".join(twice)


def test_drawing_is_explained_where_cards_can_also_be_put_without_a_comparison():
    wild = "stage { if show same suit T0 then playit, done put number 8 in T0 face up, done if draw then next }"
    assert "no card that matches a table as a rule demands" in " ".join(cgdl.english(cgdl.parse(text(wild))).split())


def test_what_follows_the_end_of_a_rule_is_named():
    with pytest.raises(cgdl.BadGame, match="nothing can follow 'done' in a rule"):
        cgdl.parse(text("stage { done, put 1 in T0 any face up }"))


def test_a_warning_names_cards_that_are_removed_after_a_deal():
    late = warnings(cgdl.parse(text("stage { com deal 9 to all players\ncom remove suit spades }\nstage { win }")))
    assert late == [
        "line 2: 'com remove suit spades' comes after a deal, so cards that have been dealt stay in the game; "
        "remove them first"
    ]
    early = "stage { com remove suit spades com deal 9 to all players win }"
    assert warnings(cgdl.parse(text(early))) == []


def test_a_warning_says_how_a_game_with_one_loser_gets_winners():
    loser = "stage { com give 1 to player 0 and 1 }"
    assert "with ties = shared" in warnings(cgdl.parse(text(loser, players=3)))[0]


@pytest.mark.parametrize("empty", ["", " \n", "# only a comment\n"])
def test_an_empty_text_is_refused_as_such(empty):
    with pytest.raises(cgdl.BadGame, match="line 1, column 1: the text is empty; a game begins with 'language 3'"):
        cgdl.parse(empty)


def test_what_the_dealer_does_is_listed_without_running_on():
    deal = "com remove number 8 com remove number 9 com deal 3 to all players com deal 1 to T0 com trump T0 done"
    english = " ".join(cgdl.english(cgdl.parse(text(f"stage {{ {deal} }}"))).split())
    assert "removes every 8 and every 9 from the deck, deals 3 cards to each player and a card to T0, and" in english


def test_choices_of_several_cards_say_which_one_is_chosen():
    state = cgdl.game(
        cgdl.parse(text("stage { com deal 4 to all players } stage { put 2 in T0 any face up, done }"))
    ).new(1)
    told = [state.game.describe(state, action) for action in state.legal()]
    assert all(each.endswith("on T0 (1 of 2)") for each in told)


@pytest.mark.parametrize(
    ("stages", "expected"),
    [
        (
            "stage { done\notherwise out }",
            "line 2: 'otherwise out' can never be played, because 'done' above it always can",
        ),
        (
            "stage { put any in T0 face up done say 'p' }".replace("'", '"'),
            "line 1: 'done' is a rule of its own; write a comma before it to do both, or begin a new line",
        ),
        (
            "stage { put any in T0 face up\nmandatory win }",
            "line 2: 'mandatory win' is carried out at the beginning of every turn and ends it, so",
        ),
        ("stage { if show same suit T0 then playit\ndone win }", "nothing is ever put on T0, so no card can be shown"),
        ("stage { if points SX > 0 then done\ndone win }", "no card has points, so these are always 0"),
    ],
)
def test_check_warns_of_what_can_never_be_used(stages, expected):
    assert any(expected in each for each in warnings(cgdl.parse(text(stages))))


HANDS = "stage { com deal 2 to all players } "


def three(rules: str) -> str:
    return f'language 3 game "x" players 2 tables 2 {HANDS} stage {{ {rules} }} winning {{ score = 1 }}'


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ('call knock, done say "pass"\ncall gin, done say "pass"', "'pass' for 'call knock' and 'call gin'"),
        ('next say "pass"\nif cards HX = 2 then done say "pass"', "'pass' for 'next' and 'done'"),
    ],
)
def test_check_warns_of_choices_that_are_told_alike(rules, told):
    assert f"players are told {told} alike; 'say' can give them different words" in warnings(cgdl.parse(three(rules)))


@pytest.mark.parametrize(
    "rules",
    [
        'done say "pass"\ndone say "pass"',
        'put 1 in T0 any face up, done say "play"\nput 1 in T1 any face up, done say "play"',
        'if cards HX < 2 then next say "pass"\nif cards HX > 1 then done say "pass"',
    ],
)
def test_the_same_word_is_left_alone_where_the_choices_differ_or_do_not_matter(rules):
    assert not [each for each in warnings(cgdl.parse(three(rules))) if "alike" in each]
