"""Language 3: cards face down on tables, and choices that all players make at the same time."""

from __future__ import annotations

import random

import pytest

from cardwright import cgdl
from cardwright.core.state import State

END = " winning { score = 1 }"
HAND = {"P1": {"hand": ["7h", "9h"]}, "P2": {"hand": ["2c", "3c"]}}


def start(text: str, seed: int = 1, players: int = 2, **given) -> State:
    """Return a new game with rules that run as plain Python."""
    head = f'language 3 game "Test" players {players} tables 2 '
    return cgdl.game(cgdl.parse(head + text + END), **given).new(seed, logged=True)


def names(cards: list) -> list[str | None]:
    return [None if card is None else str(card) for card in cards]


PUT = "stage { done } stage { put 1 in T0 any face down, done } stage { put 1 in T1 any face up, done }"


def test_a_card_face_down_is_known_only_to_its_player():
    state = start(PUT, stage=1, **HAND)
    state.play("put 7 of hearts")
    assert names(state.seen(0)["T0"]) == ["7 of hearts"]
    assert state.seen(1)["T0"] == [None]
    assert state.narrate(1) == ["P1 puts a card on T0"]
    assert "T0: 1 card" in str(state)


def test_hidden_copies_redraw_a_card_face_down_and_keep_who_put_it():
    state = start(PUT, stage=1, **HAND)
    state.play("put 7 of hearts")
    copies = [state.copy(hidden_from=1, seed=seed) for seed in range(30)]
    tops = {str(copy.view()["T0"][0]) for copy in copies}
    assert len(tops) > 10
    for copy in copies:
        card = int(copy.record.top[0])
        assert int(copy.record.laid_by[card]) == 0
        assert int(copy.record.knows[0]) >> card & 1


def test_a_table_is_turned_up():
    text = (
        "stage { done } stage { put 1 in T0 any face down, done } stage { com reveal T0 score 1, done score 2, done }"
    )
    state = start(text, stage=1, **HAND)
    state.play("put 7 of hearts")
    state.play("put 3 of clubs")
    assert state.narrate(1)[2:] == ["the card of P2 is the 3 of clubs", "the card of P1 is the 7 of hearts"]
    assert names(state.seen(0)["T0"]) == ["3 of clubs", "7 of hearts"]


def test_who_takes_a_table_knows_its_cards_and_the_others_those_they_put():
    text = "stage { done } stage { put 1 in T0 any face down, done } stage { take all from T0, done score 2, done }"
    state = start(text, stage=1, **HAND)
    state.play("put 7 of hearts")
    state.play("put 3 of clubs")
    state.play("take all from T0")
    assert names(state.seen(1)["P1"]["hand"]) == ["3 of clubs", None, None]
    assert state.narrate(1) == ["P1 takes both cards of T0", "P1 has the 3 of clubs now"]
    assert state.narrate(0) == ["P1 takes both cards of T0", "P1 has the 3 of clubs and the 7 of hearts now"]


def test_top_cards_taken_from_a_table_stay_unknown():
    text = (
        "stage { done } stage { put 1 in T0 any face down, done } stage { take 1 from T0 face up, done score 2, done }"
    )
    state = start(text, stage=1, players=3, **HAND, P3={"hand": ["Ks", "Qs"]})
    for card in ("7 of hearts", "3 of clubs", "king of spades"):
        state.play(f"put {card}")
    state.play("take 1 from T0 face up")
    assert [state.narrate(seat)[0] for seat in (1, 2)] == [
        "P1 takes a card from T0",
        "P1 takes the king of spades from T0",
    ]


TOGETHER = "stage { done } stage together { put 1 in T0 any face down, done } stage { score 1, done score 2, done }"


def test_cards_put_together_are_turned_up_when_all_have_chosen():
    state = start(TOGETHER, stage=1, **HAND)
    state.play("put 9 of hearts")
    assert state.seen(1)["T0"] == [None]
    state.play("put 2 of clubs")
    assert state.narrate(0)[:3] == [
        "P2 puts a card on T0",
        "the card of P2 is the 2 of clubs",
        "the card of P1 is the 9 of hearts",
    ]
    assert names(state.seen(1)["T0"]) == ["2 of clubs", "9 of hearts"]


def test_a_hidden_choice_comes_from_the_hand_that_was_known():
    state = cgdl.game("goofspiel").new(1, logged=True)
    state.play("put 3 of hearts")
    assert state.seen(1)["P1"]["hand"] == [None] * 12
    bids = set()
    for seed in range(60):
        view = state.copy(hidden_from=1, seed=seed).view()
        bids.add(str(view["T1"][0]))
        assert {str(card).split()[-1] for card in (*view["P1"]["hand"], *view["T1"])} == {"hearts"}
    assert len(bids) == 13
    state.play("put 4 of spades")
    assert len([card for card in state.seen(1)["P1"]["hand"] if card is not None]) == 12


def test_numbers_chosen_together_are_heard_when_all_have_chosen():
    state = start("stage together { choose 1 to 5 as bid, done } stage { score 1, done score 2, done }")
    state.play("bid 4")
    assert state.narrate(1) == ["P1 has chosen"]
    assert state.narrate(0) == ["P1 chooses 4 as the bid"]
    assert state.seen(1)["P1"]["said"] == {}
    assert {state.copy(hidden_from=1, seed=seed).view()["P1"]["said"]["bid"] for seed in range(50)} == {1, 2, 3, 4, 5}
    assert {state.copy(hidden_from=0, seed=seed).view()["P1"]["said"]["bid"] for seed in range(5)} == {4}
    bids = [k for k, name in enumerate(state.game.features) if name.endswith(": bid")]
    assert any(state.observe(0)[k] for k in bids)
    assert not any(state.observe(1)[k] for k in bids)
    state.play("bid 2")
    assert state.narrate(0)[:3] == ["P2 has chosen", "P1 chooses 4 as the bid", "P2 chooses 2 as the bid"]
    assert state.seen(1)["P1"]["said"] == {"bid": 4}


def test_hidden_copies_of_several_players_keep_every_card_once():
    text = "stage { com deal 5 to all players com deal 3 to all stacks } repeat 3 { "
    text += "stage together { put 1 in T0 any face down, done } "
    text += "stage { put 1 in T1 any face down, done } } stage { take all from T1, done score 1, done }"
    rng = random.Random(1)
    state = start(text, players=4)
    while not state.over:
        copy = state.copy(hidden_from=rng.randrange(4), seed=rng.randrange(99))
        view = copy.view()
        cards = [*view["deck"], *view["T0"], *view["T1"]]
        for seat in range(4):
            cards += [*view[f"P{seat + 1}"]["hand"], *view[f"P{seat + 1}"]["stack"]]
        assert len({str(card) for card in cards}) == len(cards) == 52
        state.play(rng.choice(state.legal()))


def test_cards_are_found_by_the_number_or_suit_that_was_called():
    rules = (
        "stage { done } stage { choose number as rank, done } stage { "
        "mandatory if found number rank in HX then score 1 "
        "mandatory if found any except number rank in HX then score 10 "
        "mandatory if count number rank in HX = 2 then score 100 }"
    )
    state = start(rules, stage=1, P1={"hand": ["7h", "7c"]}, P2={"hand": ["7d", "2c"]})
    state.play("rank 7")
    state.play("rank 3")
    assert [state.view()[seat]["score"] for seat in ("P1", "P2")] == [101, 10]


def test_the_dealer_hands_out_given_cards():
    state = start(
        "stage { com deal suit hearts to player 1 com deal 1 of clubs to T0 put 1 in T1 any face up, done done }"
    )
    view = state.view()
    assert len(view["P2"]["hand"]) == 13
    assert names(view["T0"]) == ["ace of clubs"]
    assert None not in state.seen(0)["P2"]["hand"]


def test_words_are_forgotten_and_the_next_player_starts():
    state = start(
        "stage { choose 1 to 2 as bid, done } stage { com forget com next starts score 1, done score 2, done }"
    )
    state.play("bid 1")
    state.play("bid 1")
    assert [state.view()[seat]["said"] for seat in ("P1", "P2")] == [{}, {}]
    assert state.decider == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("stage together { put 1 in T0 any face down, next }", "a stage 'together' has one rule"),
        ("stage together { choose 1 to cards HX as bid, done }", "a stage 'together' has one rule"),
        ("stage { com deal suit hearts to player 2 done }", "there is no player 2"),
        (
            "stage { choose suit as hue, done } stage { put suit hue in T0 face up, done }",
            "'found' and 'count' only",
        ),
        ("stage { mandatory if found number rank in T0 then win }", "nobody calls, chooses or counts 'rank'"),
    ],
)
def test_problems_are_explained(text, expected):
    with pytest.raises(cgdl.BadGame) as error:
        cgdl.parse(f'language 3 game "Test" players 2 tables 2 {text}{END}')
    assert expected in str(error.value)
