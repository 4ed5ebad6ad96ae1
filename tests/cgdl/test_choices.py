"""What players read of their choices, of what others do, and of the end: as a card player would say it."""

from __future__ import annotations

import pytest

from cardwright import cgdl
from cardwright.core.state import State

BETS = {f"P{seat}": {"hand": hand, "stash": 9, "bet": bet} for seat, hand, bet in (
    (1, ["Ac", "Kd"], 1), (2, ["7c", "7d"], 3), (3, ["2c", "3d"], 1))}  # fmt: skip
PILES = {"P1": {"hand": ["Ac", "9c"]}, "T0": [], "T4": ["Ad"], "T12": ["Ah", "3c"], "T13": ["4c"]}


def started(game: str, **start) -> State:
    return cgdl.game(game, **start).new(seed=1, logged=True)


def described(state: State) -> list[str]:
    return [state.game.describe(state, action) for action in state.legal()]


@pytest.mark.parametrize(
    ("game", "start", "choices"),
    [
        ("holdem", {"stage": "flop betting", "T0": ["4h", "5h", "9s"], **BETS},
         ["call 2 (3 in all)", "raise 3 (4 in all)"]),
        ("euchre", {"stage": "order up", "T1": ["9h"]}, ["order up", "pass"]),
        ("cheat", {"stage": "doubt", "T0": ["9h"], "T1": []},
         ["doubt, then turn up the cards of the claim", "believe"]),
        ("faro", {"stage": "bets"}, ["bet on ace, then choose your stake"]),
        ("four_colours", {"stage": "play", "T0": ["red 5"], "P1": {"hand": ["wild four", "blue 1"]}},
         ["suit red: the card counts as red, then the next player takes 4 cards from the deck and misses a turn"]),
        ("spite_and_malice", {"stage": "play", **PILES},
         ["put ace of clubs on a building pile", "move ace of diamonds from one of your side piles to a building pile",
          "move ace of hearts from your payoff pile to a building pile"]),
        ("regents_seal", {"stage": "round", "P1": {"hand": ["monk", "herald"]}},
         ["play herald, then choose your target"]),
        ("klondike", {"stage": "play", "T7": ["Ac"], "T11": ["2c"]},
         ["move 2 of clubs to the foundation of its suit, then score a point"]),
    ],
)  # fmt: skip
def test_a_choice_says_what_the_player_does(game, start, choices):
    state = started(game, **start)
    assert set(choices) <= set(described(state)), described(state)


@pytest.mark.parametrize(
    ("game", "start", "action", "told"),
    [
        ("euchre", {"stage": "order up", "T1": ["9h"]}, "call maker", "P1 orders up"),
        ("faro", {"stage": "bets"}, "mark 3", "P1 bets on 3"),
        (
            "durak",
            {"stage": "bout", "T0": ["9h"], "P1": {"hand": ["9c", "2c"]}, "P2": {"hand": ["3d", "4d"]}},
            "stop",
            "P1 ends the attack",
        ),
    ],
)
def test_what_players_do_is_told_in_the_words_of_the_game(game, start, action, told):
    state = started(game, **start)
    state.play(action)
    assert told in state.narrate(1), state.narrate(1)
