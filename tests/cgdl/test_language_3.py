"""Language 3: repeats in repeats, conditions with several tests, steps of a turn, words, partners."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.cgdl.tally import Tally, tally
from cardwright.core.state import State

HEAD = 'language 3 game "Test" players 2 tables 2 '
END = " winning { score = 1 }"
PARTNERS = 'language 3 game "Test" players 4 partners 0 and 2, 1 and 3 tables 0 '


def start(text: str, seed: int = 1, head: str = HEAD, **given) -> State:
    """Return a new game with rules that run as plain Python."""
    return cgdl.game(cgdl.parse(head + text + END), **given).new(seed, logged=True)


def scores(state: State) -> list[int]:
    return [state.view()[f"P{seat + 1}"]["score"] for seat in range(state.game.players)]


def played(state: State, seed: int = 0) -> State:
    """Return the game after random play."""
    rng = random.Random(seed)
    while not state.over:
        state.play(rng.choice(state.legal()))
    return state


def test_a_repeat_in_a_repeat_is_played_so_often():
    assert scores(start("repeat 3 { stage { mandatory score 100 } repeat 5 { stage { mandatory score 1 } } }")) == [
        315,
        315,
    ]


def test_repeat_until_stops_as_soon_as_a_player_meets_the_condition():
    state = start("repeat until score >= 5 { stage { mandatory if leader then score 2 } }")
    assert scores(state) == [6, 0]


def test_a_repeat_starts_again_from_nought_inside_another():
    state = start(
        "repeat 2 { repeat 3 { stage { mandatory score 1 } } repeat until score >= 4 { stage { mandatory score 1 } } }"
    )
    assert scores(state) == [8, 8]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("have nothing and cards D = 52", True),
        ("have nothing and cards D < 52", False),
        ("cards D = 1 or have nothing", True),
        ("cards D = 1 or have nothing and cards D = 2 or cards D = 3", False),
        ("not have nothing", False),
        ("not cards T0 > 0 and not found any in T1", True),
        ("cards HX = cards HA", True),
        ("cards HX + T0 < cards D", True),
        ("count suit hearts in HX >= 1", False),
        ("tricks of others = 0", True),
        ("sum HX < sum HA", False),
        ("leader and not leader", False),
    ],
)
def test_conditions(condition, holds):
    assert (
        scores(start(f"stage {{ mandatory if leader and cards D > 0 and score = 0 or {condition} then score 1 }}"))[1]
        == holds
    )


def test_amounts_are_multiplied_and_subtracted_and_never_negative():
    rules = (
        "stage { com deal 3 to T0 com deal 1 to T1 mandatory score 10 per cards T0, score 2 per cards T0 over cards T1"
    )
    assert scores(start(f"{rules}, score cards T1 over cards T0, score -5 }}")) == [29, 29]


def test_what_the_others_have_is_added_up_in_an_amount():
    state = start("stage { com deal 2 to all players mandatory score cards HA }", head=PARTNERS)
    assert scores(state) == [6, 6, 6, 6]


def test_gathered_cards_are_dealt_again_and_words_are_forgotten_but_not_counters():
    state = start(
        "repeat 2 { stage { com gather com deal 20 to all players mandatory if others called mark then score 50 } "
        "stage { mandatory call mark, add 3 to bags } } stage { com gather }"
    )
    view = state.view()
    assert len(view["deck"]) == 52
    assert [view[name]["said"] for name in ("P1", "P2")] == [{"bags": 6}, {"bags": 6}]
    assert scores(state) == [0, 0]


def test_the_player_who_starts_changes_from_deal_to_deal():
    state = start("repeat 3 { stage { com gather mandatory if leader then score 1 } }")
    assert scores(state) == [2, 1]


def test_gathering_leaves_nothing_to_know():
    deals = "com deal 5 to all players com gather com deal 2 to all players"
    state = start(f"stage {{ {deals} }} stage {{ put 1 in T0 any face up, done }}")
    mine, theirs = (int(state.record.knows[seat]).bit_count() for seat in range(2))
    assert (mine, theirs) == (2, 2)


def test_a_turn_has_steps():
    steps = "first { take 1 from D face down } then { put 1 in T0 any face up, next }"
    state = start(f"stage {{ com deal 2 to all players }} stage {{ {steps} }}")
    assert state.decider == 0
    assert len(state.view()["P1"]["hand"]) == 3  # the first step had one choice only, and was taken
    state.play(state.legal()[0])
    assert state.decider == 1


def test_a_step_in_which_nothing_can_be_played_is_skipped():
    steps = "first { take 1 from T1 face up } then { put 1 in T0 any face up, next }"
    state = start(f"stage {{ com deal 1 to all players }} stage {{ {steps} }}")
    assert state.over
    assert len(state.view()["T0"]) == 2


def test_stop_ends_the_stage_for_everybody():
    assert scores(start("stage { mandatory score 1 mandatory stop } stage { mandatory score 10 }")) == [11, 10]


def test_again_gives_another_turn():
    state = start("stage { once score 1, again score 5, done }")
    state.play(state.legal()[0])
    assert state.decider == 1  # P1's second turn had only one choice left
    assert scores(state) == [6, 0]


def test_a_number_is_chosen_and_heard_by_all():
    state = start(
        "stage { choose 2 to 4 as bid, done } stage { mandatory if bid > bid of others then score 1 per bid }"
    )
    assert [str(action) for action in state.legal()] == ["bid 2", "bid 3", "bid 4"]
    state.play("bid 4")
    assert state.narrate(1) == ["P1 chooses 4 as the bid"]
    state.play("bid 3")
    assert scores(state) == [4, 0]


def test_a_rule_can_have_a_word_for_choosing_a_number():
    state = cgdl.game("spades").new(3, logged=True)
    assert state.game.describe(state, state.legal()[2]) == "bid 2"
    assert state.game.refusal(state, "bid 14") == "you can bid 0 to 13 now"
    state.play("bid 2")
    assert state.narrate(1) == ["P1 bids 2"]


def test_a_card_for_the_player_opposite_is_offered_by_seat():
    head = 'language 3 game "Test" players 4 tables 0 '
    state = start("stage { com deal 2 to all players } stage { put 1 in HO any face down, done }", head=head)
    assert [state.game.describe(state, each).rpartition(" to ")[2] for each in state.legal()] == ["P3", "P3"]


def test_the_highest_number_can_be_counted():
    state = start("stage { com deal 2 to all players } stage { choose 0 to cards HX as bid, done }")
    assert [str(action) for action in state.legal()] == ["bid 0", "bid 1", "bid 2"]


def test_a_player_names_the_trump_suit():
    state = start("stage { if leader then choose trump, stop }")
    assert [str(action) for action in state.legal()] == [f"trump {suit}" for suit in tree.SUITS]
    state.play("trump hearts")
    assert state.view()["trump"] == "hearts"
    assert "hearts are trumps" in str(state).splitlines()[0]


def test_partners_share_scores_and_win_together():
    state = start(
        "stage { mandatory if leader then score 3 } stage by partners { mandatory score 10 per our score }",
        head=PARTNERS,
    )
    assert scores(state) == [33, 0, 0, 0]
    assert [state.score(seat) for seat in range(4)] == [1, -1, 1, -1]
    assert state.game.ending(state) == "P1 and P3 win with 33 points (P2 and P4 0)"


@pytest.mark.parametrize(
    ("winning", "ending"),
    [
        ("token = 1 alive = 0", "P2 and P4 win with 7 tokens (P1 and P3 6)"),
        ("score = 0 captured suit hearts = 2", "P1 and P3 win with 8 points (P2 and P4 6)"),
        ("token = 1 alive = 0 captured suit hearts = 3", "P1 and P3 win with 18 points (P2 and P4 16)"),
    ],
)
def test_partners_add_all_their_points(winning, ending):
    text = PARTNERS.replace("tables 0", "tables 1") + "stage { done } winning { " + winning + " }"
    hands = {"P1": ["Ah", "2h"], "P2": ["3h", "4h", "5h"], "P3": ["6h", "7h"], "P4": []}
    tokens = {"P1": 5, "P2": 2, "P3": 1, "P4": 5}
    seats = {name: {"stack": hands[name], "stash": tokens[name]} for name in hands}
    game = cgdl.game(cgdl.parse(text), **seats)
    state = played(game.new(1, logged=True))
    assert game.ending(state) == ending
    assert "The partners with the most points together win" in " ".join(cgdl.english(game.described).split())


@pytest.mark.parametrize("consequents", ["score 10000 per x", "add 10000 per x to x"])
def test_a_score_or_counter_that_grows_beyond_all_bounds_crashes_the_game(consequents):
    state = played(
        start(f"stage {{ mandatory add 1 to x }} repeat 60 {{ stage {{ mandatory add 10000 to x, {consequents} }} }}")
    )
    assert "a score or counter reached 1,000,000,000" in state.game.ending(state)


def test_a_stage_can_deal_a_counted_number_of_cards():
    state = start(
        "stage { mandatory add 3 to size } stage { com deal size to all players put 1 in T0 any face up, done }"
    )
    assert len(state.view()["P2"]["hand"]) == 3


def test_equal_cards_have_no_highest_among_them():
    rules = "stage { mandatory put 1 in T0 any face up } stage { mandatory if highest in T0 then capture T0 }"
    higher = start(f"stage {{ done }} {rules}", stage=1, P1={"hand": ["7h"]}, P2={"hand": ["9s"]})
    equal = start(f"stage {{ done }} {rules}", stage=1, P1={"hand": ["7h"]}, P2={"hand": ["7s"]})
    assert len(higher.view()["P2"]["stack"]) == 2
    assert len(equal.view()["T0"]) == 2


# Texts.


@pytest.mark.parametrize("name", [name for name in cgdl.games() if cgdl.load(name).language == 3])
def test_games_of_language_3_read_back_and_change(name):
    game = cgdl.load(name)
    for seed in range(3):
        changed = cgdl.mutated(game, seed)
        assert cgdl.parse(cgdl.text(changed)) == changed
    assert "you" in cgdl.english(game)


@pytest.mark.parametrize("name", ["uno", "texas"])
def test_a_game_of_an_older_language_is_the_same_game_in_language_3(name):
    old = cgdl.load(name)
    new = replace(old, language=3)
    for seed in range(1):
        one, two = (played(cgdl.game(each).new(seed, logged=True), seed) for each in (old, new))
        assert one.record.turn == two.record.turn
        assert one.view()["P1"]["hand"] == two.view()["P1"]["hand"]
        assert one.game.ending(one) == two.game.ending(two)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("repeat until score > 1 { stage { com deal 1 to T0 } }", "no player has a turn in it"),
        ("stage { com deal seven to all players done }", "write the number 7 in digits"),
        ("stage { mandatory if bid = 1 then win }", "nobody calls, chooses or counts 'bid'"),
        ("stage { call knock, done } stage { mandatory if called nock then win }", "the words are knock"),
        ("stage { call deal, done }", "'deal' is a word of the language"),
        ("stage { mandatory call knock mandatory add 1 to knock }", "nothing can be added to it"),
        ("stage { mandatory add 1 to bags mandatory if called bags then win }", "'bags' is counted, not called"),
        ("stage { choose 5 to 2 as bid, done }", "must be lower than the second"),
        ("stage { choose 0 to 99 as bid, done }", "numbers to choose from"),
        ("stage { mandatory if our score > 1 then win }", "'our' needs partners"),
        ("stage by partners { mandatory score 1 }", "'by partners' needs partners"),
        ("stage { mandatory score 10001 }", "number: -10,000 to 10,000 are allowed, not 10001"),
        ("stage { mandatory add 1 to nxt2 }", "expected a word of small letters and underscores"),
        ("stage { first { mandatory score 1 } }", "cannot belong to a step"),
        ("stage { first { score 1, done } score 2, done }", "must be mandatory"),
        ("stage { if draw or have nothing then done }", "'draw' draws a card"),
        ("stage { mandatory if cards HX = cards HX then win }", "both sides of this comparison are the same"),
        ("stage { stop, score 1 }", "nothing can follow 'stop' in a rule"),
        ("repeat 2 { repeat 2 { repeat 2 { repeat 2 { repeat 2 { stage { done } } } } } }", "at most 4 are allowed"),
        ("stage { com move T0 to T0 mandatory score 1 }", "different table"),
    ],
)
def test_problems_are_explained(text, expected):
    with pytest.raises(cgdl.BadGame) as error:
        cgdl.parse(HEAD + text + END)
    assert expected in "; ".join(map(str, error.value.problems))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("repeat 2 { repeat 2 { stage { done } } }", "'a repeat in a repeat' belongs to language 3"),
        ("stage { if not have nothing then done }", "'not' belongs to language 3"),
        ("stage { if have nothing and have one pair then done }", "'and' belongs to language 3"),
        ("stage { com gather done }", "'com gather' belongs to language 3"),
        ("with ties = shared stage { done }", "'ties = shared' belongs to language 3"),
    ],
)
def test_older_languages_do_not_have_the_extensions(text, expected):
    with pytest.raises(cgdl.BadGame) as error:
        cgdl.parse(f'language 2 game "x" players 2 tables 2 {text} winning {{ token = 0 alive = 0 }}')
    assert expected in str(error.value)


# Winners.

LOSER = "with ties = shared stage { mandatory if cards HX = 0 then score 1 }"
THREE = 'language 3 game "Test" players 3 tables 1 '


def test_players_with_the_most_points_can_win_together_so_that_a_game_has_one_loser():
    state = start(LOSER, head=THREE, P2={"hand": ["Qs"]})
    assert [state.score(seat) for seat in range(3)] == [1, -1, 1]
    assert state.game.ending(state) == "P1 and P3 win with 1 point each (P2 0)"
    assert "P1 and P3 win the game" in state.narrate(0)
    assert "several with the same score win together" in " ".join(state.game.how_to_play().split())


def test_a_win_that_all_players_share_is_a_draw():
    state = start(LOSER, head=THREE)
    assert [state.score(seat) for seat in range(3)] == [0, 0, 0]
    assert state.game.ending(state) == "nobody wins: P1, P2 and P3 have 1 point each"


def test_a_single_winner_is_named_alone_where_wins_can_be_shared():
    state = start(LOSER, head=THREE, P2={"hand": ["Qs"]}, P3={"hand": ["2s"]})
    assert state.game.ending(state) == "P1 wins with 1 point (P2 0, P3 0)"


def test_plays_with_several_winners_are_counted_once():
    columns = {"win_1": [1, 1], "win_2": [1, 0], "win_3": [0, 0], "drawn": [0, 0], "crashed": [0, 0], "turns": [3, 3]}
    counted = tally({name: np.array(column) for name, column in columns.items()}, players=3)
    assert (counted.games, counted.wins) == (2, (2, 1, 0))
    assert Tally.from_dict(counted.to_dict()) == counted


@pytest.mark.parametrize(
    ("effect", "hint"),
    [
        ("number 7 in T0 then next takes 2 from D next misses", "write a comma before 'next' to do both"),
        ("number 7 in T0 then turn around call knock", "write a comma before 'call' to do both"),
        ("number queen in T0 then next misses", "write 'queen' alone for the cards of this name"),
        ("seven in T0 then next misses", "write 'number 7' for the cards of a number"),
        ("7 in T0 then next misses", "write 'number 7' for the cards of a number, or '7 of hearts' for one of them"),
    ],
)
def test_hints_for_effects_of_cards(effect, hint):
    text = f"""language 3 game "x" players 2 tables 1 when {{ {effect} }}
    stage {{ put 1 in T0 any face up }} winning {{ token = 0 alive = 0 }}"""
    with pytest.raises(cgdl.BadGame, match=hint):
        cgdl.parse(text)
