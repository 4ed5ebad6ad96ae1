"""The rules in plain English."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright import cgdl
from cardwright.cgdl.language.parser import read
from cardwright.cgdl.language.switches import SWITCHES


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
                 "If you have a card of the same suit as the top card of T0, you may play it on T0.",
                 "You may draw a card and end your turn.", "Mandatory: if you have no cards, you win the game.",
                 "You may draw a card only if you have no card to play.", "from an empty deck, the game ends",
                 "If the game ends without a winner, it is a draw."]),
        ("texas", ["Mandatory: if your bet is less than the highest bet of the others, you drop out of the game.",
                   "You may raise your bet to exactly the highest bet of the others.",
                   "Mandatory: bet any number of tokens.",
                   "with T0 is better than every other hand with T0, you take the bets of all other players",
                   "straight flush (900), poker (800), full house (700)", "Once per stage, you may leave this stage.",
                   "you get a point for each token in your stash"]),
        ("blackjack", ["if the sum of your hand is more than 21, you drop out of the game",
                       "more than that of one of the other hands", "every king 10", "every ace 1 or 10",
                       "take a card face up from the deck"]),
        ("whist", ["Stages 2 and 3 are played in turn, 13 times:", "the first card of T0",
                   "If you can do none of the above, you may put a card of your choice on T0",
                   "the highest heart, or of the highest card of the suit led if there is no heart, wins the trick"]),
        ("old_maid", ["removes the queen of clubs from the deck", "take a random card from another player's hand",
                      "put two cards of the same number on T0"]),
        ("go_fish", ["Once per stage, you may ask another player for all cards of a number you hold", "gain a token",
                     "Once per stage, if you have no cards, you may take a card from the deck."]),
        ("golf", ["take the top card of T0, put a card of your choice on T0 and leave this stage"]),
        ("war", ["For 2 players (P1 and P2)", "if your hand is better than the other hand, you gain a token"]),
    ],
)  # fmt: skip
def test_the_rules_of_known_games(name, sentences):
    text = rules(name)
    for sentence in sentences:
        assert sentence in text


@pytest.mark.parametrize(
    ("name", "old", "new", "sentence"),
    [
        ("texas", "other_bets = highest", "other_bets = sum", "less than the sum of the other bets"),
        ("texas", "other_hands = all", "bets = added", "add exactly the highest bet of the others to your bet"),
        ("texas", "out_hands = ignored", "out_hands = counted", "every other hand (including players who are out)"),
        ("texas", "out_hands = ignored", "kickers = ignored", "Equal plays are tied whatever their cards"),
        (
            "uno",
            "rules_per_turn = one",
            "rules_per_turn = many",
            "keep choosing things you may do",
        ),
        ("uno", "empty_deck = ends", "empty_deck = reshuffles", "all cards of T0 except the top one are shuffled"),
        ("uno", "mandatory = each_rule", "mandatory = first_turn", "your first turn in a stage"),
        ("uno", "rules_per_turn = one", "passing = both", "wait for your next turn or leave the stage"),
        ("uno", "drawing = when_stuck", "compare_with = any", "of the same suit as a card of T0"),
        ("uno", "drawing = when_stuck", "showing = set", "you may play any number of them on T0"),
        ("uno", "rules_per_turn = one", "rules_per_turn = each", "A mandatory rule takes the whole turn"),
        ("uno", "rules_per_turn = one", "axioms = paper", "wait for your next turn or leave the stage"),
        ("uno", "drawing = when_stuck", "counting = actions", "100 actions (rules that players play"),
        ("texas", "out_hands = ignored", "ties = first", "of several the first one, counted from P1"),
    ],
)
def test_switches_change_the_rules(name, old, new, sentence):
    assert sentence in rules(name, (old, new))
    assert sentence not in rules(name)


@settings(max_examples=60)
@given(seed=st.integers(0, 2**64 - 1), language=st.sampled_from([1, 2]), data=st.data())
def test_every_game_can_be_explained(seed, language, data):
    """Every rule has a line, no line is too long and no word is missing, whatever the game and switches."""
    game = cgdl.random_game(seed, tables=2, language=language)
    names = data.draw(st.sets(st.sampled_from([name for name in SWITCHES if SWITCHES[name].values]), max_size=3))
    settings = [f"with {name} = {data.draw(st.sampled_from(SWITCHES[name].values))}" for name in sorted(names)]
    game = read(cgdl.text(game).replace("tables 2\n", "tables 2\n" + "\n".join(settings) + "\n"))
    lines = cgdl.english(game).splitlines()
    assert max(map(len, lines)) <= 80
    assert "None" not in " ".join(lines)
    assert sum(line.startswith("   - ") for line in lines) == sum(len(stage.rules) for stage in game.written_stages())
