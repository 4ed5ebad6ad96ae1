"""Decks of a game's own: their cards and names, equal cards, cards without a suit, and what follows from them."""

from __future__ import annotations

import random

import pytest

from cardwright import cgdl
from cardwright.cgdl.language.checks import problems
from cardwright.cgdl.language.decks import pack_of
from cardwright.cgdl.language.formatter import formatted
from cardwright.cgdl.language.parser import read
from cardwright.core.state import State

COLOURS = "deck { suits red, blue 1 of each 0 2 of each 1 to 2, draw_two 3 of wild } cards power = draw_two, wild "
PLAY = 'stage "deal" { com deal 3 to all players com deal 1 to T0 } stage "play" { put 1 in T0 any face up } '


def text(rules: str = PLAY, deck: str = COLOURS) -> str:
    return f'language 3 game "Test" players 2 tables 1 {deck} {rules} winning {{ score = 1 }}'


def start(rules: str = PLAY, deck: str = COLOURS, **given) -> State:
    """Return a new game with rules that run as plain Python."""
    return cgdl.game(cgdl.parse(text(rules, deck)), **given).new(1, logged=True)


def found(rules: str = PLAY, deck: str = COLOURS) -> list[str]:
    return [str(problem).partition(": ")[2] for problem in problems(read(text(rules, deck)))]


def test_a_deck_lists_its_cards_suit_by_suit_with_equal_ones_beside_each_other():
    pack = pack_of(cgdl.parse(text()))
    assert pack.names[:7] == ["red 0", "red 1", "red 1", "red 2", "red 2", "red draw two", "red draw two"]
    assert pack.names[14:] == ["wild", "wild", "wild"]
    assert (pack.size, len(pack.faces)) == (17, 9)


def test_ranks_that_are_listed_again_add_copies():
    assert pack_of(cgdl.parse(text(deck="deck { 1 of each 0 to 2 1 of each 1 to 2 }"))).size == 4 * 5


def test_players_can_write_cards_in_several_ways():
    pack = pack_of(cgdl.parse(text()))
    assert {pack.known(words) for words in ("red 2", "2 of red", "r2", "R2", "2r")} == {3}
    assert {pack.known(words) for words in ("blue draw two", "draw two of blue", "bd")} == {12}
    assert pack.known("Wild") == 14
    assert pack.known("green 2") is None


def test_a_french_deck_without_low_cards_keeps_the_usual_names():
    pack = pack_of(cgdl.parse(text(deck="deck { 1 of each 9, 10, jack, queen, king, ace }")))
    assert (pack.size, pack.find("Qs"), pack.find("Q♠")) == (24, 21, 21)
    assert pack.names[23] == "ace of spades"
    assert pack.values[20:] == [11, 12, 13, 1]


def test_a_jack_keeps_its_letter_beside_jokers_without_a_suit():
    pack = pack_of(cgdl.load("canasta"))
    jack, joker = pack.find("jack of clubs"), pack.find("joker")
    assert (pack.shorts[jack], pack.shorts[joker]) == ("J♣", "JO")
    assert (pack.known("Jc"), pack.known("jo"), pack.known("J")) == (jack, joker, None)


def test_ranks_with_suits_have_as_many_letters_as_tell_them_apart():
    pack = pack_of(cgdl.parse(text(deck="deck { 1 of each jack, joker 1 of jester }")))
    assert (pack.shorts[0], pack.shorts[1], pack.shorts[8]) == ("JA♣", "JO♣", "JE")


def test_the_text_of_a_game_with_its_own_deck_reads_back_as_the_same_game():
    game = cgdl.parse(text("stage { put power except draw_two of red in T0 face up, done }"))
    assert cgdl.parse(cgdl.text(game)) == game
    assert cgdl.parse(formatted(cgdl.text(game))) == game
    assert "    2 of each 1 to 2, draw_two\n" in cgdl.text(game)


def test_equal_cards_are_one_choice():
    state = start(P1={"hand": ["r1", "r1", "b1", "wild", "wild"]}, stage="play", T0=["r0"])
    assert [str(action) for action in state.legal()] == ["put red 1", "put blue 1", "put wild"]
    state.play("put red 1")
    assert state.view()["P1"]["hand"] == ["red 1", "blue 1", "wild", "wild"]


def test_no_more_equal_cards_can_be_placed_than_there_are():
    with pytest.raises(Exception, match="there are only 2 'red 1'"):
        start(P1={"hand": ["r1", "r1", "r1"]}, stage="play")
    with pytest.raises(Exception, match="there is only one 'red 0'"):
        start(P1={"hand": ["r0", "r0"]}, stage="play")


def test_who_plays_one_of_two_equal_cards_plays_the_one_that_others_know():
    rules = 'stage "play" { put 1 in T0 any face up, next take 1 from T0 face up, next }'
    state = start(rules, P1={"hand": ["r1"]}, P2={"hand": ["r0", "b0"]}, T0=["r1"], stage="play")
    state.play("take 1 from T0 face up")
    state.play("put red 0")
    assert state.game.seen(state, 1)["P1"]["hand"] == ["red 1", None]
    state.play("put red 1")
    assert state.game.seen(state, 1)["P1"]["hand"] == [None]


def test_cards_without_a_suit_have_no_suit_in_common_with_others():
    rules = 'stage "play" { if show same suit T0 then playit, done if show same number T0 then playit, done }'
    state = start(rules, P1={"hand": ["r1", "wild"]}, P2={"hand": ["b0"]}, T0=["wild"], stage="play")
    assert [str(action) for action in state.legal()] == []
    assert state.view()["T0"] == ["wild", "wild"]  # of the same number, so it was played at once


def test_later_ranks_are_higher_and_the_first_of_equal_cards_takes_the_trick():
    rules = (
        'repeat 2 { stage "play" { put 1 in T0 any face up, done } stage "take" { com trick T0 to stack for 0 } } '
        'stage "end" { done }'
    )
    deck = "deck { 2 of each 9, jack, queen, king, 10, ace }"
    state = start(rules, deck, P1={"hand": ["Ks", "10d"]}, P2={"hand": ["10s", "10d"]}, stage="play")
    state.play("put king of spades")
    state.play("put 10 of spades")
    assert (state.view()["P1"]["tricks"], state.view()["P2"]["tricks"]) == (0, 2)  # P2 led the 10 of diamonds


def test_words_for_ranks_and_kinds_work_with_the_usual_deck():
    state = start(
        'stage "play" { put honour in T0 face up, done put queen of spades in T0 face up, done }',
        "cards honour = ace, king, number 10 ",
        P1={"hand": ["Ah", "10h", "9h", "Qs", "Qh"]},
        P2={"hand": []},
        stage="play",
    )
    assert [str(action) for action in state.legal()] == ["put ace of hearts", "put 10 of hearts", "put queen of spades"]


def test_sums_and_captured_points_follow_the_deck():
    state = start(
        'stage "play" { mandatory score sum HX }',
        P1={"hand": ["r2", "b1", "wild"]},
        P2={"hand": []},
        stage="play",
    )
    assert state.view()["P1"]["score"] == 3


def test_features_and_actions_have_one_place_for_equal_cards():
    state = start(P1={"hand": ["r1", "r1", "wild"]}, stage="play", T0=["r0"])
    game = state.game
    features = dict(zip(game.features, state.observe(0).tolist(), strict=True))
    assert features["own hand: red 1"] == 1
    assert features["own hand: wild"] == pytest.approx(1 / 3)
    assert sum(name.startswith("own hand") for name in game.features) == 9
    assert [name for name in game.action_space if name.startswith("put")][:3] == ["put red 0", "put red 1", "put red 2"]


def test_hiding_keeps_the_number_of_equal_cards():
    state = start()
    every = sorted(state.game.pack.names)
    for seed in range(20):
        view = state.copy(hidden_from=0, seed=seed).view()
        cards = [*view["P1"]["hand"], *view["P2"]["hand"], *view["T0"], *view["deck"]]
        assert sorted(map(str, cards)) == every
        assert view["P1"]["hand"] == state.view()["P1"]["hand"]


def test_worlds_that_a_player_cannot_tell_apart_look_the_same():
    rules = (
        'stage "deal" { com deal 4 to all players com deal 1 to T0 } '
        'stage "play" { put 1 in T0 any face up, next take 1 from T0 face up, next take 1 from HA face down, next '
        "mandatory if cards HX > 9 then done }"
    )
    rng = random.Random(1)
    state = start(rules)
    while not state.over and state.turn < 25:
        for player in range(2):
            seen = state.observe(player).tolist(), state.tokens(player).tolist(), state.seen(player)
            for seed in range(3):
                other = state.copy(hidden_from=player, seed=seed)
                assert (other.observe(player).tolist(), other.tokens(player).tolist(), other.seen(player)) == seen
        state.play(rng.choice(state.legal()))


@pytest.mark.parametrize(
    ("deck", "problem"),
    [
        ("deck { suits red, red 1 of each 1 to 5 }", "a suit is named twice"),
        ("deck { 1 of each 5 to 2 }", "the first number must be lower than the second"),
        ("deck { 0 of each 1 to 9 }", "cards of a kind: 1 to 60 are allowed, not 0"),
        ("deck { 1 of each 1 to 999999999 }", "number of a rank: 0 to 99 are allowed, not 999999999"),
        ("deck { 1 of each 1 to 8, deal }", "'deal' is a word of the language; choose another name"),
        ("deck { 1 of each 1 to 9 } cards nine = number 9 cards nine = number 8", "'nine' names other cards already"),
        ("deck { 1 of each 1 to 9 } cards nines = number 19", "this deck has no cards '19'; did you mean '9'?"),
        ("deck { 1 of each 1 to 9 } cards low = suit hart", "this deck has no suit 'hart'; did you mean 'hearts'?"),
        ("deck { suits red 1 of each 1 to 9 2 of wild } cards x = wild of red", "there is no wild of red in this deck"),
        ("deck { 2 of each 1 to 3 } cards one_card = two_cards cards two_cards = number 2",
         "'two_cards' must be named before 'one_card', which contains it"),
    ],
)  # fmt: skip
def test_problems_with_decks_are_explained(deck: str, problem: str):
    assert problem in found(deck=deck)


def test_rules_cannot_name_cards_that_are_not_in_the_deck():
    assert found("stage { put court in T0 face up, done }") == [
        "this deck has no cards 'court': it has 0, 1, 2, draw_two, wild, power"
    ]
    assert found("stage { put red in T0 face up, done }") == ["write 'suit red' for cards of a suit"]
    assert found("stage { if have straight then done }") == [
        "pairs, straights and other plays need the usual deck of 52 cards"
    ]
    assert found("stage { com deal 9 to all players }") == ["the deck has too few cards: 18 needed, 17 left"]


def test_decks_belong_to_language_3():
    game = read(text().replace("language 3", "language 2"))
    complaints = [str(problem).partition(": ")[2] for problem in problems(game)]
    assert "'deck' belongs to language 3, but this file is marked 'language 2'" in complaints


def test_variants_of_a_game_with_its_own_deck_are_valid_and_keep_the_deck():
    game = cgdl.parse(text())
    for seed in range(10):
        changed = cgdl.mutated(game, seed)
        assert (changed.deck, changed.named) == (game.deck, game.named)
        assert cgdl.parse(cgdl.text(changed)) == changed


def test_the_rules_in_english_say_what_is_in_the_deck():
    said = " ".join(cgdl.english(cgdl.parse(text())).split())
    assert (
        "with a deck of 17 cards. In each of the suits red and blue there are a 0 and two cards each of 1 to 2 and"
        in said
    )
    assert "Besides these, there are three wilds, which have no suit. Powers are draw twos and wilds." in said


def test_a_player_is_told_the_names_of_cards():
    state = start(P1={"hand": ["r1", "wild"]}, P2={"hand": ["b0"]}, T0=["r0"], stage="play")
    assert "P1 (you): r1 wild" in str(state)
    state.play("put red 1")
    assert "P1 puts the red 1 on T0" in state.game.event_texts(state.events, 1)
