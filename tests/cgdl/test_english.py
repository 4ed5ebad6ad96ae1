"""The rules in plain English."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright import cgdl
from cardwright.cgdl.parser import read
from cardwright.cgdl.switches import SWITCHES


def rules(name: str, *changes: tuple[str, str]) -> str:
    text = cgdl.source(name)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return " ".join(cgdl.english(cgdl.parse(text)).split())


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        ("uno", ["deals 7 cards to each player and a card to T0",
                 "May: if you have a card of the same suit as the top card of T0, play it on T0.",
                 "May: draw a card and end your turn.", "Must: if you have no cards, win the game.",
                 "You may draw a card only when you have none to play.", "from an empty deck, the game ends",
                 "If the game ends and nobody has won, it is a draw."]),
        ("texas", ["Must: if your bet is less than the highest bet of the others, be out of the game.",
                   "May: bet tokens so that your bet becomes exactly the highest bet of the others.",
                   "if your hand with T0 is better than every other hand with T0, take the bets of all the others",
                   "straight flush (900), poker (800), full house (700)", "May once: be done with this stage."]),
        ("blackjack", ["if the sum of your hand is more than 21, be out of the game",
                       "more than that of one of the other hands", "every king 10", "every ace 1 or 10",
                       "take a card from the deck for all to see"]),
        ("whist", ["Stages 2 and 3, in turn, are played 13 times:", "Otherwise may: put a card of your choice on T0",
                   "the first card of T0", "the highest of hearts in it or else the highest card of the suit"]),
        ("old_maid", ["removes the queen of clubs from the deck", "take a card at random from another player's hand",
                      "put two cards of one number on T0"]),
        ("go_fish", ["ask another player for all cards of a number that you hold", "gain a token"]),
        ("golf", ["take the top card of T0, put a card of your choice on T0 and be done with this stage"]),
        ("war", ["For 2 players, P1 and P2", "if your hand is better than the other hand, gain a token"]),
    ],
)  # fmt: skip
def test_what_is_said_of_a_game(name, sentences):
    text = rules(name)
    for sentence in sentences:
        assert sentence in text


@pytest.mark.parametrize(
    ("name", "old", "new", "sentence"),
    [
        ("texas", "other_bets = highest", "other_bets = sum", "less than the bets of the others together"),
        ("texas", "other_hands = all", "bets = added", "bet exactly the highest bet of the others in addition"),
        ("texas", "out_hands = ignored", "out_hands = counted", "every other hand (also of players who are out)"),
        ("texas", "out_hands = ignored", "kickers = ignored", "Equal plays are equal whatever their cards"),
        ("uno", "rules_per_turn = one", "rules_per_turn = many", "again and again, until the turn ends"),
        ("uno", "empty_deck = ends", "empty_deck = reshuffles", "all cards of T0 but the top one are shuffled"),
        ("uno", "mandatory = each_turn", "mandatory = first_turn", "your first turn in a stage"),
        ("uno", "rules_per_turn = one", "passing = both", "wait for your next turn, or be done with the stage"),
        ("uno", "drawing = when_stuck", "compare_with = any", "of the same suit as a card of T0"),
    ],
)
def test_switches_change_what_is_said(name, old, new, sentence):
    assert sentence in rules(name, (old, new))
    assert sentence not in rules(name)


@settings(max_examples=60)
@given(seed=st.integers(0, 2**64 - 1), language=st.sampled_from([1, 2]), data=st.data())
def test_every_game_can_be_explained(seed, language, data):
    """A line for every rule, no line too long, no words missing, whatever game and switches, sensible or not."""
    game = cgdl.random_game(seed, tables=2, language=language)
    names = data.draw(st.sets(st.sampled_from([name for name in SWITCHES if SWITCHES[name].values]), max_size=3))
    settings = [f"with {name} = {data.draw(st.sampled_from(SWITCHES[name].values))}" for name in sorted(names)]
    game = read(cgdl.text(game).replace("tables 2\n", "tables 2\n" + "\n".join(settings) + "\n"))
    lines = cgdl.english(game).splitlines()
    assert max(map(len, lines)) <= 96
    assert "None" not in " ".join(lines)
    kinds = ("May", "Must", "Otherwise")
    written = sum(len(stage.rules) for stage in game.written_stages())
    assert sum(line.strip().startswith(kinds) and ": " in line for line in lines) >= written
