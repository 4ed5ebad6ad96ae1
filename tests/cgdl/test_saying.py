"""Language 3: auctions, numbers and suits that players say, and counters of the dealer."""

from __future__ import annotations

import pytest

from cardwright import cgdl
from cardwright.core.state import State

HEAD = 'language 3 game "Test" players 2 tables 2 '
END = " winning { score = 1 }"


def start(text: str, seed: int = 1, head: str = HEAD, **given) -> State:
    """Return a new game with rules that run as plain Python."""
    return cgdl.game(cgdl.parse(head + text + END), **given).new(seed, logged=True)


def said(state: State) -> list[dict]:
    return [state.view()[f"P{seat + 1}"]["said"] for seat in range(state.game.players)]


def legal(state: State) -> list[str]:
    return [str(action) for action in state.legal()]


AUCTION = "stage { mandatory if alone and called bid then done choose higher 3 to 6 as bid, next done }"


def test_a_bid_is_higher_than_every_bid_so_far():
    state = start(AUCTION)
    state.play("bid 4")
    assert legal(state) == ["bid 5", "bid 6", "done"]
    state.play("bid 6")
    assert state.over  # P1 could only pass, and P2 was left alone
    assert said(state) == [{"bid": 4}, {"bid": 6}]


def test_players_name_suits_and_numbers_of_cards():
    state = start("stage { choose suit as hue, done } stage { choose number as rank, done }")
    assert legal(state) == ["hue clubs", "hue diamonds", "hue hearts", "hue spades"]
    state.play("hue hearts")
    assert state.narrate(1) == ["P1 chooses hearts as the hue"]
    state.play("hue clubs")
    state.play("rank king")
    assert state.narrate(0) == ["P1 chooses king as the rank"]
    assert said(state)[0] == {"hue": "hearts", "rank": "king"}


def test_a_position_can_start_with_what_was_named():
    text = "stage { choose suit as hue, done } stage { mandatory if hue = 2 then score 1 }"
    assert start(text, stage=1, P1={"said": {"hue": "hearts"}}).view()["P1"]["score"] == 1


def test_the_dealer_counts_for_everybody_and_says_nothing():
    counts = "repeat 5 { stage { com count round to 4 com add -2 to size } }"
    state = start(f"{counts} stage {{ score 1, done score 2, done }}")
    assert said(state) == [{"round": 1, "size": -10}] * 2
    assert not [text for text in state.narrate(0) if "round" in text or "size" in text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("stage { score 1, choose higher 1 to 5 as bid, done }", "'choose higher' must come first"),
        ("stage { mandatory choose higher 1 to 5 as bid }", "'choose higher' cannot be mandatory"),
        ("stage { com count round to 1 mandatory score 1 }", "a count must go to 2 or more"),
        ("stage { com add 1 to bid choose 1 to 5 as bid, done }", "nothing can be added to it"),
    ],
)
def test_problems_are_explained(text, expected):
    with pytest.raises(cgdl.BadGame) as error:
        cgdl.parse(HEAD + text + END)
    assert expected in str(error.value)


STEALING = """
stage "deal" { com deal 4 to all players }
stage "swap" { put 1 in HL any face down, done say "pass on" }
stage "take" { take 1 from HL face down, done say "steal"  call no, done say "refuse" }
"""


def test_a_card_that_is_taken_is_not_told_in_the_word_for_giving_one():
    state = start(STEALING, head=HEAD.replace("players 2", "players 3"))
    state.play(state.legal()[0])
    assert state.narrate(0)[0].startswith("P1 passes on the ")
    state.play(state.legal()[0])
    state.play(state.legal()[0])
    state.play("take 1 from HL face down")
    assert [text for text in state.narrate(2) if "card" in text] == ["P1 gets a card from P2"]
    state.play("take 1 from HL face down")
    assert state.narrate(1)[0].startswith("P2 gets the ")
    assert state.narrate(1)[0].endswith(" from P3")


def test_cards_that_are_asked_for_are_not_told_in_the_word_for_giving_one():
    text = 'stage { put 1 in HL any face down, done say "pass" } stage { ask HL, done }'
    state = start(text, stage=1, P1={"hand": ["7h", "3c"]}, P2={"hand": ["7s", "9d"]})
    state.play("ask for 7")
    assert state.narrate(0)[:2] == ["P1 asks P2 for every 7", "P1 gets the 7 of spades from P2"]


def test_rules_in_english():
    rules = cgdl.english(cgdl.load("auction_whist"))
    assert "higher than every bid so far, as your bid" in " ".join(rules.split())
    assert "you have chosen a bid" in " ".join(rules.split())


def test_a_player_chooses_another_one_who_bears_the_consequences():
    head = 'language 3 game "Test" players 3 tables 0 '
    text = "stage { if leader then choose player as target, stop } stage { mandatory if chosen target then score 7 }"
    state = start(text, head=head)
    assert legal(state) == ["target P2", "target P3"]
    assert state.game.describe(state, state.legal()[0]) == "target P2, then end the stage for everybody"
    assert "target P3" in state.game.action_space
    state.play("target P3")
    assert state.narrate(1)[0] == "P1 chooses P3 as the target"
    assert [state.view()[seat]["score"] for seat in ("P1", "P2", "P3")] == [0, 0, 7]
    assert said(state)[0] == {"target": "P3"}
    with pytest.raises(cgdl.BadGame, match="write 'choose player as bid'"):
        cgdl.parse(HEAD + "stage { choose 1 to 3 as bid, done } stage { mandatory if chosen bid then win }" + END)
