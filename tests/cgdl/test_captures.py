"""Captures of language 3: cards on a table that a card from the hand takes, by number or as a sum."""

from __future__ import annotations

import pytest

from cardwright import cgdl
from cardwright.core.state import State

HEAD = 'language 3 game "Test" players 2 tables 2 '
END = " winning { score = 1 }"
MIDDLE = ["4c", "3d", "7h", "Ks"]


def start(rules: str, **given) -> State:
    """Return a position in a stage with these rules, which run as plain Python."""
    text = f"{HEAD} stage {{ com deal 1 to T1 }} {rules}{END}"
    return cgdl.game(cgdl.parse(text), stage=1, **given).new(1, logged=True)


def legal(state: State) -> list[str]:
    return [str(action) for action in state.legal()]


HANDS = {"P1": {"hand": ["7s", "Kc", "5h"]}, "P2": {"hand": ["2c", "2d"]}}


@pytest.mark.parametrize(
    ("by", "first", "then"),
    [
        ("number", ["king of clubs", "7 of spades"], []),
        ("sum", ["7 of spades"], []),
        ("number or sum", ["king of clubs", "7 of spades"], ["4 of clubs", "3 of diamonds", "7 of hearts"]),
        ("number before sum", ["king of clubs", "7 of spades"], []),
    ],
)
def test_a_card_captures_by_number_or_as_a_sum(by, first, then):
    state = start(f"stage {{ capture {by} from T0, done put any in T1 face up, done }}", T0=MIDDLE, **HANDS)
    captures = [each for each in legal(state) if each.startswith("capture")]
    assert captures == [f"capture {card}" for card in first]
    state.play("capture 7 of spades")
    assert [each.removeprefix("capture ") for each in legal(state) if each.startswith("capture")] == then


def test_a_player_who_has_begun_a_capture_chooses_the_other_cards_of_the_sum():
    state = start("stage { capture sum from T0, done }", T0=["4c", "3d", "5d", "Ah", "2h"], **HANDS)
    state.play("capture 7 of spades")
    assert legal(state) == [
        "capture 4 of clubs",
        "capture 3 of diamonds",
        "capture 5 of diamonds",
        "capture ace of hearts",
        "capture 2 of hearts",
    ]
    state.play("capture 3 of diamonds")
    assert set(state.view()["P1"]["stack"]) == {"7 of spades", "4 of clubs", "3 of diamonds"}


def test_who_captured_last_takes_the_rest():
    last = "stage { mandatory if captured last then capture T0 }"
    state = start(
        f"stage {{ capture number from T0, done otherwise done }} {last}", T0=["7h", "Kd"], P1={"hand": ["7s"]}
    )
    assert len(state.view()["P1"]["stack"]) == 3
    assert state.view()["T0"] == []


def test_nobody_has_captured_last_before_the_first_capture():
    state = start(
        "stage { mandatory if captured last then score 1 } stage { mandatory if not captured last then score 5 }"
    )
    assert [state.view()[name]["score"] for name in ("P1", "P2")] == [5, 5]


def test_the_best_card_counts_by_the_ranking():
    text = "stage { mandatory score best suit hearts in SX } ranking { number 7 = 21 number 6 = 18 }"
    state = start(text, P1={"stack": ["6h", "7h", "7s"]}, P2={"stack": ["7c"]})
    assert [state.view()[name]["score"] for name in ("P1", "P2")] == [21, 0]


def test_a_capture_is_told():
    state = start("stage { capture sum from T0, done otherwise done }", T0=["4c", "3d"], P1={"hand": ["7s"]})
    told = "P1 captures the 4 of clubs and the 3 of diamonds from T0 with the 7 of spades"
    assert told in state.narrate(1)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("put 1 in T1 any face up, capture sum from T0", "must come first"),
        ("mandatory capture sum from T0", "cannot be mandatory"),
        ("if show same suit T1 then capture sum from T0", "must come first"),
        ("put any in T0 capturing nothing face up", "no rule captures from T0"),
    ],
)
def test_problems_are_explained(rules, expected):
    with pytest.raises(cgdl.BadGame) as error:
        start(f"stage {{ {rules} done }}")
    assert expected in "; ".join(map(str, error.value.problems))


def test_older_languages_have_no_captures():
    with pytest.raises(cgdl.BadGame) as error:
        cgdl.parse(
            'language 2 game "x" players 2 tables 1 stage { capture sum from T0, done } winning { token = 0 alive = 0 }'
        )
    assert "'capture' belongs to language 3" in str(error.value)
