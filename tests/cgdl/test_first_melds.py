"""What the first melds of a side must count, and the top card of a pile that is laid with cards of the hand."""

from __future__ import annotations

import random

import pytest

from cardwright import cgdl
from cardwright.cgdl.language.checks import problems
from cardwright.cgdl.language.parser import read

HEAD = 'language 3 game "Test" players 2 tables 2 '
JOKERS = "jokers number 2, king of spades at most 3 fewer than others "
SWITCHES = "with rules_per_turn = many with melds = one_per_number "
RANKING = "ranking { number 2 = 20 king of spades = 50 number 13 = 10 number 5 = 5 number 6 = 7 } "
END = "winning { score = 1 }"
LAY = "lay set of 3 or more in T1 lay off on own melds in T1 "
TOP = (  # the top card is laid first
    "if not called pile then lay set of 3 with top of T0 in T1, call pile "
    "if called pile then lay set of 3 or more in T1 if called pile then lay off on own melds in T1 "
)


def game(rules: str = LAY, first: str = "", head: str = HEAD + JOKERS, switches: str = SWITCHES) -> str:
    return f'{head}{first and f"first meld {first} "}{switches}stage "lay" {{ {rules} done }} {RANKING}{END}'


def start(text: str, **given):
    """Return a new game with rules that run as plain Python."""
    return cgdl.game(cgdl.parse(text), **given).new(1, logged=True)


def laying(state) -> list[str]:
    """Return the ways to lay a card, or to stop."""
    return [words for words in map(str, state.legal()) if words.startswith(("lay", "show no more"))]


def melded(state) -> int:
    rules, cards = state.game.rules[0], sum(int(each) for each in state.record.groups)
    return sum(int(rules["sum_values"][card]) for card in range(52) if cards >> card & 1)


def position(state) -> tuple:
    record = state.record
    return int(record.hands[0]), tuple(map(int, record.groups)), int(record.open_group), int(record.fitting)


def most(state, known: dict) -> int:
    """Return the most that can be laid in this turn, by trying everything."""
    key = position(state)
    if key not in known:
        after = [most(state.copy().play(words), known) for words in laying(state)]
        known[key] = max([melded(state) if int(state.record.open_group) < 0 else 0, *after])
    return known[key]


def hand_of(rng: random.Random) -> list[str]:
    pool = [f"{number} of {suit}" for number in (5, 6, 12, 13) for suit in ("clubs", "diamonds", "hearts")]
    jokers = ["2 of clubs", "2 of diamonds", "king of spades"]
    cards = [*rng.sample(pool, rng.randint(4, 6)), *rng.sample(jokers, rng.randint(0, 3))]
    return [card.replace("12", "queen").replace("13", "king") for card in cards]


@pytest.mark.parametrize("rules", [LAY, TOP])
@pytest.mark.parametrize("seed", range(20))
def test_cards_are_offered_if_and_only_if_the_minimum_can_still_be_reached(seed, rules):
    rng = random.Random(seed)
    given = {"P1": {"hand": hand_of(rng)}, "P2": {"hand": ["4c"]}, "T0": [f"{rng.choice('56Q')}s"]}
    free = start(game(rules), **given)
    known: dict = {}
    goals = [goal for goal in (15, 25, 30, 40, 45, 50, 60, 80, 100, 120) if goal <= most(free, known)]
    if not goals:
        return
    goal = rng.choice(goals)
    bound = start(game(rules, str(goal)), **given)
    while melded(bound) < goal or int(bound.record.open_group) >= 0:
        fitting = [words for words in laying(free) if most(free.copy().play(words), known) >= goal]
        if position(bound) == position(free):
            assert laying(bound) == fitting
            assert ("done" in map(str, bound.legal())) == (melded(bound) == 0)
            words = rng.choice(fitting)
            bound.play(words)
        else:  # what is the only choice is played at once
            [words] = fitting
        free.play(words)
    while position(free) != position(bound):
        [words] = [words for words in laying(free) if most(free.copy().play(words), known) >= goal]
        free.play(words)
    assert list(map(str, bound.legal())) == list(map(str, free.legal()))


def test_nobody_is_stuck_below_the_minimum():
    """A rule that lays the rest of the first melds has a condition that no longer holds: any rule can be played."""
    rules = "if cards HX > 5 then lay set of 3 or more in T1 lay off on own melds in T1 put 1 in T0 any face up"
    hand = ["5c", "5d", "5h", "6c", "6d", "6h", "4d"]
    state = start(game(rules, "30"), P1={"hand": hand}, P2={"hand": ["4c"]})
    state.play("lay set with 5 of clubs")
    assert "put 6 of clubs" in map(str, state.legal())


# The top card of a pile.


def test_a_set_with_the_top_card_has_jokers_only_if_the_rule_allows_them():
    given = {"T0": ["6s"], "P1": {"hand": ["6c", "2c", "2d"]}, "P2": {"hand": ["4c"]}}
    assert laying(start(game("lay set of 3 without jokers with top of T0 in T1"), **given)) == []
    state = start(game("lay set of 3 with top of T0 and number 2 in T1"), **given)
    state.play(laying(state)[0])
    state.play("lay set with top and 2 of diamonds")
    [meld] = state.view()["melds"]
    assert sorted(map(str, meld["cards"])) == ["2 of diamonds", "6 of clubs", "6 of spades"]
    assert state.view()["T0"] == []
    assert "P1 lays the 6 of clubs, the 2 of diamonds and the 6 of spades on T1" in state.narrate(1)


def test_a_joker_on_top_of_a_pile_begins_no_set():
    given = {"T0": ["2s"], "P1": {"hand": ["2c", "2d", "6c"]}, "P2": {"hand": ["4c"]}}
    assert laying(start(game("lay set of 3 with top of T0 in T1"), **given)) == []


def test_the_top_card_is_added_to_a_group_of_the_players_choice():
    melds = [{"of": "P1", "cards": ["6c", "6d", "6h"]}, {"of": "P1", "cards": ["5c", "5d", "5h"]}]
    given = {"T0": ["2s", "6s"], "P1": {"hand": ["4h"]}, "P2": {"hand": ["4c"]}, "melds": melds}
    state = start(game(f"{LAY} lay off top of T0 on own melds in T1"), **given)
    assert laying(state) == ["lay off top on meld 1", "lay off top on meld 2"]
    state.play("lay off top on meld 2")
    assert laying(state) == ["lay off top on meld 1"]
    assert "P1 adds the 2 of spades to the 5 of clubs, the 5 of diamonds and the 5 of hearts" in state.narrate(1)


# Texts and checks.


@pytest.mark.parametrize(
    "rule",
    [
        "lay set of 3 or more without jokers in T1",
        "lay set of 3 with top of T0 in T1",
        "lay set of 3 with top of T0 and number 2 in T1",
        "lay set of 4 or more without jokers with top of T0 and any except number 6 in T1",
        "lay set of 3 in T1 lay off top of T0 on melds of others in T1",
    ],
)
def test_rules_for_the_top_card_read_back(rule):
    parsed = cgdl.parse(game(rule))
    assert cgdl.parse(cgdl.text(parsed)) == parsed
    assert rule.split(" lay off")[0] in cgdl.text(parsed)


@pytest.mark.parametrize("first", ["50", "15 below 0, 50 below 1500, 120"])
def test_minimums_read_back(first):
    parsed = cgdl.parse(game(first=first))
    assert cgdl.parse(cgdl.text(parsed)) == parsed
    assert f"first meld {first}\n" in cgdl.formatted(cgdl.text(parsed))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (game(first="^0"), "the first melds must count at least 1"),
        (
            game(first="50 below 100, ^90 below 200"),
            "what holds from 200 on? Write a number without 'below' at the end",
        ),
        (game(first="^50, 90"), "write a score, as in '50 below 1500': only the last number holds for all others"),
        (game(first="50 below 100, ^60 below 100, 90"), "the scores must rise, and 100 is not above 100"),
        (game(first="50 below ^99999, 90"), "number: -10,000 to 10,000 are allowed, not 99999"),
        (
            game(first="50", switches="").replace("first", "^first"),
            "'first meld' needs 'with melds = one_per_number' and 'with rules_per_turn = many'",
        ),
        (
            game(first="50", head=HEAD + "jokers number 2 ").replace("first", "^first"),
            "'first meld' needs jokers that are 'fewer than others'",
        ),
        (
            game("lay set of 3 or more in T1", "50").replace("first", "^first"),
            "'first meld' needs the rules 'lay set of 3 or more' and 'lay off on own melds'",
        ),
        (
            game(f"{LAY} lay set of 3 in T0", "50").replace("first", "^first"),
            "'first meld' needs all melds on one table",
        ),
        (game(f"{LAY} ^lay run of 3 in T1", "50"), "'first meld' is for sets only, not for 'lay run'"),
        (game(f"{LAY} ^lay set of 5 in T1", "50"), "'first meld' needs sets of 4 or fewer cards"),
        (
            game(f"{LAY} ^lay off on melds in T1", "50"),
            "'first meld' needs 'lay off on own melds': a side begins with its own",
        ),
        (
            game(first="50").replace("king of spades = 50", "^king of spades = -50"),
            "'first meld' needs cards that count 0 or more",
        ),
        (
            game("^lay run of 3 with top of T0 in T1"),
            "only a set is laid with the top card of a table: write 'lay set'",
        ),
        (game("^lay set of 1 with top of T0 in T1"), "a set with the top card of a table has at least 2 cards"),
        (
            game("^lay set of 3 without jokers in T1", head=HEAD),
            "there are no jokers: leave out 'without jokers', or write 'jokers number 2'",
        ),
        (
            game("lay set of 3 in T1 ^lay set of 3 with top of T1 in T1"),
            "T1 is a table for groups: cards come there by 'lay', 'lay off' and 'beat' only, and leave it all "
            "together, by 'com move' or 'capture'",
        ),
        (
            game("lay set of 3 in T1 ^beat T1", head=HEAD),
            "'beat' cannot be used with melds = one_per_number",
        ),
        (
            game("lay run of 3 in T1", switches="^with melds = one_per_number "),
            "nobody lays a set, as in 'lay set of 3 or more in T0'",
        ),
    ],
)
def test_problems_with_first_melds_and_top_cards(text, sentence):
    found = problems(read(text.replace("^", "")))
    assert (1, text.index("^") + 1, sentence) in [(*problem.at, problem.sentence) for problem in found]


def test_first_melds_belong_to_language_3():
    text = game(first="50").replace("language 3", "language 2")
    assert "'first meld' belongs to language 3" in " ".join(map(str, problems(read(text))))


def test_the_position_names_the_minimum_until_it_is_reached():
    hand = ["5c", "5d", "5h", "6c", "6d", "6h", "4d", "4h"]
    state = start(game(first="30"), P1={"hand": hand}, P2={"hand": ["4c"]})
    assert "your first melds must count at least 30" in str(state)
    state.play("lay set with 5 of clubs")  # the set of sixes is the only choice then
    assert melded(state) == 36
    assert "first melds" not in str(state)


def test_positions_show_melds_by_side_and_once():
    melds = [{"of": "P3", "cards": ["Kc", "Kd", "Ks"]}]
    text = str(cgdl.game("canasta", stage="play", melds=melds, P1={"hand": ["4h", "5h"], "score": 1100}).new(1))
    assert "your partner is P3, and your side's score is 1100" in text
    assert "Meld 1 (P1 and P3): K♣ K♦ K♠" in text
    assert "Melds: " not in text


def test_players_are_told_that_the_first_melds_come_first():
    start = {"T0": ["Kh", "9c"], "P1": {"hand": ["Kc", "Ks", "3d", "Ad", "Ac", "2h", "5c"]}}
    state = cgdl.game("canasta", stage="play", **start).new(1)
    assert state.game.refusal(state, "discard 5c") == ""
    state.play(state.legal()[1])
    for words in ("discard 5c", "lay 3d"):
        told = state.game.refusal(state, words)
        assert told == "your first melds must count at least 50 before you do anything else"
    assert state.game.refusal(state, "lay 6c") == "you do not hold the 6 of clubs"
    assert "Until they do, nothing but laying is allowed" in " ".join(state.game.how_to_play().split())


def test_mandatory_rules_wait_for_the_first_melds():
    rules = "mandatory if called pile then score 10 " + TOP
    given = {"T0": ["6s"], "P1": {"hand": ["6c", "6d", "5c", "5d", "5h", "4d"]}, "P2": {"hand": ["4c"]}}
    state = start(game(rules, "30", switches=f"{SWITCHES}with mandatory = each_rule "), **given)
    state.play(laying(state)[0])
    assert melded(state) == 36
    told = " ".join(state.narrate(None))
    assert told.index("lays the 5 of clubs") < told.index("10 points")
