"""Decks of more than 63 cards, and what their games count."""

from __future__ import annotations

import random

import pytest

from cardwright import cgdl
from cardwright.cgdl.engine.compiler import compile_game
from cardwright.cgdl.engine.rules import Rules3, Rules3Wide
from cardwright.cgdl.engine.state import State3, State3Wide
from cardwright.cgdl.engine.wide import in_numbers
from cardwright.cgdl.language.checks import problems
from cardwright.cgdl.language.decks import pack_of
from cardwright.cgdl.language.parser import read
from cardwright.core.interpreted import plain
from cardwright.core.verbs import action_index

DEAL = 'stage "deal" { com deal 3 to all players com deal 1 to T0 } '


def text(cards: int, rules: str = 'stage "play" { put 1 in T0 any face up }') -> str:
    deck = f"deck {{ {cards - 40} of wild 10 of each 1 }}"
    return f'language 3 game "Test" players 2 tables 1 {deck} {DEAL} {rules} winning {{ score = 1 }}'


@pytest.mark.parametrize(("cards", "state", "rules"), [(63, State3, Rules3), (64, State3Wide, Rules3Wide)])
def test_only_games_with_large_decks_have_large_records(cards, state, rules):
    game = cgdl.game(cgdl.parse(text(cards)))
    assert (game.dtype, game.rules.dtype) == (state, rules)


def test_a_deck_has_162_cards_at_most():
    deck = "deck { 60 of wild 60 of wind 43 of water }"
    rules = f'language 3 game "Test" players 2 tables 1 {deck} {DEAL} winning {{ score = 1 }}'
    assert "a deck of 163 cards; at most 162 are allowed" in str(problems(read(rules))[0])


def test_the_tables_of_a_large_deck_have_its_cards():
    game = cgdl.load("four_colours")
    pack, rules = pack_of(game), in_numbers(compile_game(game))[0]
    assert rules["all_cards"] == (1 << 108) - 1
    assert rules["suit_cards"][3] == pack.of_suit(3)
    assert [int(cards) for cards in rules["equal"][:108]] == [pack.equal(card) for card in range(108)]
    assert rules["triggers"]["cards"][4] == pack.of_rank(pack.ranks.index("wild_four"))


@pytest.mark.parametrize("name", ["four_colours", "canasta", "ten_rungs", "spite_and_malice", "twelve_up"])
def test_players_of_a_large_deck_see_and_do_nothing_that_they_cannot(name):
    """Play as plain Python: hidden copies look the same, and each action has an index of its own."""
    rng = random.Random(1)
    state = cgdl.game(name).new(1, logged=True)
    for _ in range(12):
        player = state.decider
        other = state.copy(hidden_from=player, seed=rng.getrandbits(32))
        assert other.seen(player) == state.seen(player)
        assert list(map(str, other.legal())) == list(map(str, state.legal()))
        find = plain(action_index)
        indices = [find(state.record, state.game.rules[0], action.id) for action in state.legal()]
        assert len(set(indices)) == len(indices)
        assert max(indices) < len(state.game.action_space)
        state.play(rng.choice(state.legal()))


def test_a_card_equal_to_the_top_one_is_played_by_its_suit_or_by_its_number():
    start = {"stage": "play", "T0": ["red 5"], "P1": {"hand": ["red 5", "blue 1"]}, "P2": {"hand": ["blue 2"]}}
    state = cgdl.game("four_colours", **start).new(1, logged=True)
    indices = [plain(action_index)(state.record, state.game.rules[0], action.id) for action in state.legal()]
    assert list(map(str, state.legal())) == ["put red 5", "put red 5"]
    assert len(set(indices)) == 2


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ("stage { if groups of 7 > 0 then done }", "'groups' is always 0: nobody lays a group"),
        ("stage { if our groups of 7 > 0 then done lay set of 3 or more in T0 }", "partners"),
    ],
)
def test_groups_are_counted_where_players_lay_them(rules, problem):
    assert any(problem in str(each) for each in problems(read(text(64, rules))))


def test_a_count_of_groups_reads_as_a_sentence():
    rules = "stage { lay set of 3 or more in T0 if groups of 4 > 0 then score 300 per groups of 7, done }"
    game = read(text(64, rules))
    assert read(cgdl.text(game)) == game
    words = " ".join(cgdl.english(game).split())
    assert "score 300 points for each of your groups of at least 7 cards" in words
