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
    ("name", "sentence"),
    [
        ("scopa", "Each player also has a pile, face up."),  # all cards in it are captured
        ("briscola", "Each player also has a pile, face up."),
        ("pai_gow", "Each player also has a low hand, face down."),
        ("hearts", "Each player also has a pile, face down, but everybody remembers the cards won; cards come from "
                   "the top and go under the lowest."),
    ],
)  # fmt: skip
def test_how_cards_lie_in_stacks(name, sentence):
    assert sentence in rules(name)


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        ("uno", ["deals 7 cards to each player and a card to the pile",
                 "You may play on the pile a card of the same suit as its top card.",
                 "You may draw a card and end your turn.", "Mandatory: if you have no cards, you win the game.",
                 "You may draw a card only if you have no card to play.", "from an empty deck, the game ends",
                 "If the game ends without a winner, it is a draw."]),
        ("texas", ["Mandatory: if your bet is less than the highest bet of the others, you drop out of the game.",
                   "You may raise your bet to exactly the highest bet of the others.",
                   "Mandatory: bet any number of chips.",
                   "with the board is better than every other hand with the board, you take the bets",
                   "straight flush (900), four of a kind (800), full house (700)",
                   "Once per stage, you may leave this stage.",
                   "you get a point for each chip in your stash"]),
        ("holdem", ["Take the pot (mandatory): if every other player is out of the game, you take the bets",
                    "5. Flop betting As in stage 3.", "6. Turn The dealer deals a card to the board."]),
        ("omaha", ["if the best play of 2 cards of your hand with 3 cards of the board is at least as good as that of "
                   "2 cards of every other hand with 3 cards of the board, you share the pot"]),
        ("canasta", ["The sets that partners lay in the turn of their first one count at least 15 in all with a score "
                     "below 0, 50 below 1,500, 90 below 3,000 and 120 above.",
                     "Partners lay only one set of each number, to which further cards are added",
                     "lay a set of 3 cards, without jokers or 2s, with the top card of the discard pile on the melds",
                     "lay a set of 3 cards with the top card of the discard pile and a wild on the melds",
                     "add the top card of the discard pile to a set of your side on the melds and take all cards",
                     "lay a set of 3 or more cards with a card other than stoppers on the melds"]),
        ("rummy_with_jokers", ["In sets and runs, jokers stand for any other cards, but at most 1 in a group."]),
        ("president", ["if your place equals 4, you choose another player whose place is 1 as your partner and give "
                       "your 2 highest cards to the player you have chosen."]),
        ("blackjack", ["if the sum of your hand is more than 21, you drop out of the game",
                       "more than that of one of the other hands", "an ace 1 or 10, a jack 10, a queen 10",
                       "take a card face up from the deck"]),
        ("whist", ["Stages 2 and 3 are played in turn, 13 times:",
                   "You may play on the trick a card of the same suit as its first card and",
                   "If you can do none of the above, you may play a card of your choice on the trick",
                   "the highest heart, or of the highest card of the suit led if there is no heart, wins the trick"]),
        ("old_maid", ["removes the queen of clubs from the deck", "take a random card from another player's hand",
                      "put two cards of the same number on the pile of pairs"]),
        ("go_fish", ["Once per stage, you may ask another player for all cards of a number you hold", "gain a book",
                     "Once per stage, if you have no cards, you may take a card from the deck."]),
        ("golf", ["take the top card of the pile, put a card of your choice on the pile and leave this stage"]),
        ("war", ["For 2 players (P1 and P2)", "if your hand is better than the other hand, you gain a point",
                 "to the 2. The player with the most points wins"]),
        ("briscola", ["and makes the suit of the trump card trumps.", "you may take the trump card and leave",
                      "Cards rank, from the highest: ace, 3, king, queen, jack, 10,"]),
        ("cheat", ["cancels what was said before, moves the rank on by one (from 1 to 13, then from 1 again)",
                   "a card other than cards of the rank lies in the claim"]),
        ("crazy_eights_with_powers", ["play on the pile a card of the same suit as its top card (except 8s)",
                                      "an ace 1, an 8 50, a jack 10, a queen 10 and a king 10."]),
        ("durak", ["Stages 2 to 5 are played in turn again and again, until at the end the deck is empty and the trump "
                   "card is empty and a player has no cards:", "Attack: if you start the stage",
                   "you may put on the attack a card that beats its top card"]),
        ("euchre", ["Name: you may name the trump suit (another one, if a suit is trumps already), say \"maker\"",
                    "if neither you nor your partner has said \"maker\" and your side's tricks are at least 3"]),
        ("faro", ["name a number from ace to king as your mark"]),
        ("pai_gow", ["you lose your stake and take your stake off your profit"]),
        ("five_trails", ["In sums, a card counts its number, and a stake 0."]),
        ("twelve_up", ["4 building piles, 4 side piles for each player and a stock pile for each player",
                       "deals 29 cards face down to P1's stock pile, a card"]),
        ("ten_rungs", ["In the only suit, step, there are 8 cards each of 1 to 12."]),
        ("sixty_six", ["until at the end the sum of a player's pile is at least that player's need, or a player has"]),
    ],
)  # fmt: skip
def test_the_rules_of_known_games(name, sentences):
    text = rules(name)
    for sentence in sentences:
        assert sentence in text


def test_a_negated_comparison_with_the_others_is_not_one_with_all_of_them():
    """`not` says that one of the others has as much, not that everybody has."""
    text = 'stage "count" { mandatory if not sum HX < sum HA then score 7 } winning { score = 1 }'
    said = [
        cgdl.game(cgdl.parse(f'language 3 game "Sums" players {players} tables 0 {text}')).how_to_play()
        for players in (2, 3)
    ]
    assert "if the sum of your hand is at least the sum of the other hand, you score" in " ".join(said[0].split())
    three = "if it is not true that the sum of your hand is less than the sum of every other hand, you score"
    assert three in " ".join(said[1].split())


def test_a_comma_ends_the_list_of_what_is_dealt():
    given = rules("uno", ("com deal 1 to T0", "com deal 1 to T0\n    com give 10 to all players"))
    assert "deals 7 cards to each player and a card to the pile, and gives 10 tokens to each player." in given


def test_the_only_thing_to_do_is_a_duty():
    assert "Pass: you must put 3 cards of your choice under the pile" in rules("hearts")
    assert "Pass: you may put 3 cards" in rules("hearts", ('say "pass"', 'say "pass"\n    done'))


def test_rules_tell_nothing_that_players_do_not_need():
    text = rules("holdem")
    assert not any(words in text for words in ("burned", "900 ", "In sums", "Poker"))


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
        (
            "uno",
            "empty_deck = ends",
            "empty_deck = reshuffles",
            "all cards of the pile except the top one are shuffled",
        ),
        ("uno", "mandatory = each_rule", "mandatory = first_turn", "your first turn in a stage"),
        ("uno", "rules_per_turn = one", "passing = both", "wait for your next turn or leave the stage"),
        ("uno", "drawing = when_stuck", "compare_with = any", "of the same suit as one of its cards"),
        ("uno", "drawing = when_stuck", "showing = set", "You may play on the pile one or more cards of the same suit"),
        ("uno", "rules_per_turn = one", "rules_per_turn = each", "A mandatory rule takes the whole turn"),
        ("uno", "rules_per_turn = one", "axioms = paper", "wait for your next turn or leave the stage"),
        ("uno", "drawing = when_stuck", "counting = actions", "100 actions (rules that players play"),
        ("texas", "out_hands = ignored", "ties = first", "of several the first one, counted from P1"),
    ],
)
def test_switches_change_the_rules(name, old, new, sentence):
    assert sentence in rules(name, (old, new))
    assert sentence not in rules(name)


@settings(max_examples=20)
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


@pytest.mark.parametrize(
    ("name", "leader"),
    [
        ("whist", "starting with the winner of the last trick (P1 before the first trick) and going"),
        ("spades", "the winner of the last trick (P1 before the first trick, in later deals the next player)"),
        ("canasta", "starting with P1 (in later deals with the next player) and going"),
        ("golf", "starting with P1 and going"),
    ],
)
def test_the_rules_say_who_starts_each_deal(name, leader):
    assert leader in " ".join(cgdl.english(cgdl.load(name)).split())
