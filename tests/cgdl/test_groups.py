"""Groups of cards: sets, runs and poker hands that players lay on tables (language 3)."""

from __future__ import annotations

import itertools
import random

import pytest

from cardwright import cgdl
from cardwright.cgdl.engine.compiler import compile_game
from cardwright.cgdl.engine.deadwood import deadwood_of
from cardwright.cgdl.language.checks import problems
from cardwright.cgdl.language.decks import USUAL
from cardwright.cgdl.language.parser import read
from cardwright.core.interpreted import plain

HEAD = 'language 3 game "Test" players 2 tables 2 '
END = " winning { score = 1 }"
LAY = 'stage "lay" { lay set of 3 or more in T0 lay run of 3 or more in T0 lay off on melds in T0 done }'


def start(text: str, head: str = HEAD, **given):
    """Return a new game with rules that run as plain Python."""
    return cgdl.game(cgdl.parse(head + text + END), **given).new(1, logged=True)


def legal(state) -> list[str]:
    return [str(action) for action in state.legal()]


def bits(cards: str) -> int:
    return sum(1 << USUAL.find(card) for card in cards.split())


def rules_with(switches: str = ""):
    ranking = "ranking { number 11 = 10 number 12 = 10 number 13 = 10 }"
    return compile_game(read(f"{HEAD} {switches} stage {{ mandatory if deadwood > 9 then next }} {ranking} {END}"))[0]


# Deadwood.


def groups_in(cards: list[int], runs: str) -> list[int]:
    """Return every set and run of three or more cards, as sets of bits."""
    found = []
    for number in range(13):
        alike = [card for card in cards if card % 13 == number]
        found += [sum(1 << card for card in some) for k in (3, 4) for some in itertools.combinations(alike, k)]
    order = {"ace_low": [*range(13)], "ace_high": [*range(1, 13), 0], "both": [*range(13), 0]}[runs]
    for suit in range(4):
        row = [13 * suit + number for number in order]
        for first in range(len(row)):
            for last in range(first + 3, len(row) + 1):
                if set(row[first:last]) <= set(cards) and last - first <= 13:
                    found.append(sum(1 << card for card in row[first:last]))
    return found


def least_deadwood(hand: int, groups: list[int]) -> int:
    """Return the least deadwood by trying all arrangements."""
    values = sum(min(10, card % 13 + 1) for card in range(52) if hand >> card & 1)
    fitting = [group for group in groups if group & ~hand == 0]
    return min([values, *(least_deadwood(hand ^ group, fitting[k:]) for k, group in enumerate(fitting))])


@pytest.mark.parametrize("runs", ["ace_low", "ace_high", "both"])
def test_deadwood_is_the_least_of_all_arrangements(runs):
    rng, rules = random.Random(3), rules_with(f"with runs = {runs}")
    crowded = [card for card in range(52) if card % 13 in (0, 1, 2, 10, 11, 12)]  # many sets and runs
    for _ in range(40):
        hand = rng.sample(crowded, rng.randint(7, 11))
        cards = sum(1 << card for card in hand)
        assert plain(deadwood_of)(rules, cards) == least_deadwood(cards, groups_in(hand, runs))


@pytest.mark.parametrize(
    ("hand", "deadwood"),
    [
        ("", 0),
        ("Kc Qd", 20),
        ("7c 7d 7h 8h 9h", 14),  # the set and 8, 9, or the run and two sevens
        ("7c 7d 7h 7s 8h 9h", 0),  # three sevens and the run
        ("Ac 2c 3c Kc", 10),
        ("Ac Kc Qc", 21),  # the ace is low
    ],
)
def test_deadwood_of_some_hands(hand, deadwood):
    assert plain(deadwood_of)(rules_with(), bits(hand)) == deadwood


# Laying groups card by card.


def test_a_set_is_chosen_card_by_card_until_the_player_stops():
    state = start(LAY, P1={"hand": ["7c", "7d", "7h", "7s", "2c"]}, P2={"hand": ["Kc"]})
    assert legal(state) == ["lay set with 7 of clubs", "lay set with 7 of diamonds", "done"]
    state.play("lay set with 7 of clubs")
    assert legal(state) == ["lay set with 7 of diamonds", "lay set with 7 of hearts"]
    state.play("lay set with 7 of diamonds")
    state.play("lay set with 7 of hearts")
    assert legal(state) == ["lay set with 7 of spades", "show no more"]
    assert state.narrate(1) == []  # the others are told when the set is complete
    state.play("show no more")
    melds = state.view()["melds"]
    assert [(meld["of"], meld["in"], [str(card) for card in meld["cards"]]) for meld in melds] == [
        ("P1", "T0", ["7 of clubs", "7 of diamonds", "7 of hearts"])
    ]
    assert "P1 lays the 7 of clubs, the 7 of diamonds and the 7 of hearts on T0" in state.narrate(1)


def test_a_run_is_chosen_from_its_lowest_card():
    state = start(LAY, P1={"hand": ["4h", "5h", "6h", "7h", "8d"]}, P2={"hand": ["Kc"]})
    assert legal(state) == ["lay run with 4 of hearts", "lay run with 5 of hearts", "done"]
    state.play("lay run with 4 of hearts")
    assert legal(state) == ["lay run with 7 of hearts", "show no more"]  # the others had to follow
    state.play("lay run with 7 of hearts")
    assert len(state.view()["melds"][0]["cards"]) == 4


@pytest.mark.parametrize(
    ("runs", "hand", "possible"),
    [
        ("ace_low", ["Ac", "2c", "3c"], True),
        ("ace_low", ["Qc", "Kc", "Ac"], False),
        ("ace_high", ["Ac", "2c", "3c"], False),
        ("ace_high", ["Qc", "Kc", "Ac"], True),
        ("both", ["Ac", "2c", "3c"], True),
        ("both", ["Qc", "Kc", "Ac"], True),
        ("both", ["Kc", "Ac", "2c"], False),
        ("both", ["2c", "3c", "4d"], False),
    ],
)
def test_where_the_ace_stands_in_a_run(runs, hand, possible):
    rules = "stage { lay run of 3 in T0 put 1 in T1 any face up }"
    state = start(rules, HEAD + f"with runs = {runs} ", P1={"hand": hand}, P2={"hand": ["Kd"]})
    assert any(words.startswith("lay run") for words in legal(state)) == possible


def test_cards_are_laid_off_on_sets_and_at_both_ends_of_runs():
    melds = [{"of": "P2", "cards": ["9c", "9d", "9h"]}, {"of": "P1", "cards": ["5s", "6s", "7s", "8s"]}]
    state = start(LAY, P1={"hand": ["9s", "4s", "3s", "Kd"]}, P2={"hand": ["Kc"]}, melds=melds)
    assert legal(state) == ["lay off 4 of spades", "lay off 9 of spades", "done"]
    state.play("lay off 9 of spades")  # it fits both
    assert legal(state) == ["lay off on meld 1", "lay off on meld 2"]
    state.play("lay off on meld 2")
    assert [str(card) for card in state.view()["melds"][1]["cards"]] == [f"{n} of spades" for n in (5, 6, 7, 8, 9)]


@pytest.mark.parametrize(
    ("whose", "offered"),
    [("melds", ["4 of spades", "9 of spades"]), ("own melds", ["4 of spades"]), ("melds of others", ["9 of spades"])],
)
def test_whose_groups_cards_can_be_laid_off_on(whose, offered):
    rules = f"stage {{ lay off on {whose} in T0 lay set of 4 in T0 lay run of 9 in T0 put 1 in T1 any face up }}"
    melds = [{"of": "P2", "cards": ["9c", "9d", "9h"]}, {"of": "P1", "cards": ["5s", "6s", "7s"]}]
    state = start(rules, P1={"hand": ["9s", "4s", "Kd"]}, P2={"hand": ["Kc"]}, melds=melds)
    assert [words for words in legal(state) if "lay off" in words] == [f"lay off {card}" for card in offered]


def test_lay_all_leaves_the_least_deadwood():
    rules = "stage { mandatory if leader then lay all in T0, score deadwood put 1 in T1 any face up }"
    hand = ["7c", "7d", "7h", "7s", "8h", "9h", "2d"]
    state = start(rules, P1={"hand": hand}, P2={"hand": ["Kc"]})
    view = state.view()
    assert [[str(card) for card in meld["cards"]] for meld in view["melds"]] == [
        ["7 of clubs", "7 of diamonds", "7 of spades"],
        ["7 of hearts", "8 of hearts", "9 of hearts"],
    ]
    assert view["P1"]["score"] == 2


def test_what_a_player_has_laid_is_counted_wherever_it_lies():
    rules = f'{LAY} stage "count" {{ mandatory score melded }}'
    melds = [{"of": "P2", "cards": ["9c", "9d", "9h"]}]
    state = start(rules, P1={"hand": ["9s", "Kd"]}, P2={"hand": ["Kc"]}, melds=melds)
    state.play("lay off 9 of spades")
    assert [state.view()[name]["score"] for name in ("P1", "P2")] == [9, 27]


def test_gathered_groups_are_forgotten():
    melds = [{"of": "P2", "cards": ["9c", "9d", "9h"]}]
    state = start(f'{LAY} stage "end" {{ com gather mandatory score melded }}', P1={"hand": ["Kd"]}, melds=melds)
    assert state.view()["melds"] == []
    assert state.view()["P2"]["score"] == 0


# Checks.


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("mandatory ^lay set of 3 in T0", "'lay set' cannot be mandatory: the hand may have no such cards"),
        ("score 1, ^lay run of 3 in T0", "'lay run' must come first in a rule without 'show' or 'draw'"),
        ("^lay run of 1 or more in T0", "a run has at least 2 cards"),
        ("lay set of ^14 in T0", "cards of a group: 1 to 13 are allowed, not 14"),
        ("^beat T0", "nobody lays a group in T0 that could be beaten"),
        ("^lay off on melds in T1 lay set of 3 in T0", "nobody lays a group in T1 that could be added to"),
        (
            "lay set of 1 in T0 beat T0 ^lay off on melds in T0",
            "T0 keeps only its last group, because of 'beat T0': nobody can lay off",
        ),
        (
            "lay set of 3 in T0 ^take 1 from T0 face up",
            "T0 is a table for groups: cards come there by 'lay', 'lay off' and 'beat' only, and leave it all "
            "together, by 'com move' or 'capture'",
        ),
        ("once score ^melded", "'melded' is always 0: nobody lays a group, as in 'lay set of 3 or more in T0'"),
        ("lay set of 3 in ^T7", "there is no T7: the tables are T0 to T1"),
    ],
)
def test_problems_with_groups(rules, sentence):
    text = f"{HEAD}stage {{ {rules} done }}{END}"
    found = problems(read(text.replace("^", "")))
    assert (1, text.index("^") + 1, sentence) in [(*problem.at, problem.sentence) for problem in found]


def test_groups_belong_to_language_3():
    text = 'language 2 game "x" players 2 tables 1 stage { lay set of 3 in T0 done } winning { token = 0 alive = 0 }'
    assert [str(problem) for problem in problems(read(text))] == [
        "line 1, column 48: 'lay' belongs to language 3, but this file is marked 'language 2'"
    ]


def test_a_group_in_the_start_must_be_one():
    with pytest.raises(Exception, match="are no group of this game"):
        start(LAY, P1={"hand": ["Kd"]}, melds=[{"of": "P1", "cards": ["2c", "4c", "5c"]}])


@pytest.mark.parametrize("owner", ["P1", "P3"])
def test_a_side_has_one_set_of_a_number_in_the_start_if_the_game_says_so(owner):
    first, second = ["8c", "8d", "2c"], ["8h", "8s", "8c"]
    sets = [{"of": "P1", "cards": first}, {"of": "P2", "cards": second}]
    assert len(cgdl.game("canasta", melds=sets).new(1).view()["melds"]) == 2
    with pytest.raises(Exception, match=f"the side of {owner} has two sets of number 8; in this game they are one"):
        cgdl.game("canasta", melds=[*sets, {"of": owner, "cards": ["8d", "8h", "2s"]}])
