"""Card games as people use them: by name, from files, from the middle, with names for everything."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

import cardwright
from cardwright import arena, cgdl, scenarios
from cardwright.cgdl.tally import tally
from cardwright.core.errors import BadData, CardwrightError, UnknownName
from cardwright.core.showing.choices import choices

HANDS = (["Ac", "Ad"], ["Kc", "Kd"], ["2c", "7d"])
CUSTOM = """
language 1 game "Mine" players 2 tables 1
stage { com deal 2 to all players com deal 1 to T0 }
stage { if show > T0 then playit, win done }
ranking { } winning { token = 0 alive = 1 }
"""


@pytest.fixture
def custom_file(tmp_path):
    file = tmp_path / "mine.cgdl"
    file.write_text(CUSTOM)
    return file


def test_a_game_is_loaded_by_its_name_or_from_a_file(custom_file):
    assert cardwright.game("cgdl:uno").players == 3
    mine = cardwright.game(custom_file)
    assert (mine.name, mine.players, mine.title) == ("mine", 2, "Mine")
    assert cgdl.game(custom_file).described == mine.described == cgdl.game(cgdl.parse(CUSTOM)).described


def test_a_scenario_file_names_the_file_of_a_game_beside_it(custom_file, tmp_path):
    path = tmp_path / "scenario.yaml"
    path.write_text("game: cgdl\nstart: {game: mine.cgdl, players: 3}\n")
    (scenario,) = scenarios.load_file(path)
    for game in (scenario.game(), cardwright.game(str(path))):
        assert (game.title, game.players) == ("Mine", 3)
    custom_file.unlink()
    assert cardwright.state_from_json(game.new(seed=1).to_json()).game.title == "Mine"


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("{game: other.cgdl}", r"other\.cgdl: no such file"),
        ("{game: bad.cgdl}", r"bad\.cgdl, line 1, column 16"),
        ("{game: folder.cgdl}", "folder"),
        ("{game: mine.cgdl, text: ''}", "either 'game'"),
        ("{game: [mine.cgdl]}", "game"),
    ],
)
def test_a_scenario_file_that_names_no_valid_game_is_refused(start, message, custom_file, tmp_path):
    (tmp_path / "bad.cgdl").write_text("language 1 game")
    (tmp_path / "folder.cgdl").mkdir()
    (tmp_path / "scenario.yaml").write_text(f"game: cgdl\nstart: {start}\n")
    (scenario,) = scenarios.load_file(tmp_path / "scenario.yaml")
    with pytest.raises(BadData, match=rf"scenario\.yaml, line 2: .*{message}"):
        scenario.game()


def test_a_saved_game_does_not_need_the_file_it_came_from(custom_file):
    state = cardwright.game(custom_file).new(seed=1)
    custom_file.unlink()
    assert cardwright.state_from_json(state.to_json()) == state


def test_a_start_changes_players_and_switches():
    assert cardwright.game("cgdl:texas", players=6).players == 6
    assert cgdl.game("uno", switches={"turn_limit": 7}).described.switch("turn_limit") == 7


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({}, "needs either 'game'"),
        ({"game": "uno", "text": CUSTOM}, "needs either 'game'"),
        ({"game": "umo"}, "did you mean 'uno'"),
        ({"game": "/etc/passwd.cgdl"}, "unknown game"),
        ({"text": "language 3"}, "text, line 1"),
        ({"game": "uno", "players": 9}, "2 to 6"),
        ({"game": "uno", "players": "many"}, "players"),
        ({"game": "uno", "switches": {"pasing": "next"}}, "did you mean 'passing'"),
        ({"game": "uno", "P1": {"hand": ["5x"]}}, "unknown card '5x'"),
        ({"game": "uno", "P1": {"hand": ["5h", "5 of hearts"]}}, "only one '5 of hearts'"),
        ({"game": "uno", "P1": {"hand": ["5h"]}, "T0": ["5h"]}, "only one '5 of hearts'"),
        ({"game": "uno", "P1": {"hand": ["5h"]}, "deck": ["5h"]}, "only one '5 of hearts'"),
        ({"game": "uno", "P4": {"hand": ["5h"]}}, "unknown player 'P4'"),
        ({"game": "uno", "T3": ["5h"]}, "unknown table 'T3'"),
        ({"game": "uno", "stage": "ply"}, "did you mean 'play'"),
        ({"game": "uno", "stage": 7}, "0 to 1"),
        ({"game": "uno", "player": "P9"}, "unknown player 'P9'"),
        ({"game": "uno", "P1": {"stash": -1}}, "P1.stash"),
        ({"game": "uno", "P1": {"status": "asleep"}}, "P1.status"),
        ({"game": "uno", "hands": []}, "unknown key 'hands'"),
        ({"game": "uno", "turn": 1.5}, "turn"),
    ],
)
def test_a_bad_start_is_refused_in_one_sentence(start, message):
    with pytest.raises(CardwrightError, match=message):
        cgdl.family.game(start)


def test_a_file_without_a_valid_game_is_refused(tmp_path):
    (tmp_path / "bad.cgdl").write_text("language 1 game")
    with pytest.raises(BadData, match=r"bad\.cgdl.*line 1, column 16"):
        cardwright.game(tmp_path / "bad.cgdl")
    with pytest.raises(BadData, match="no such file"):
        cardwright.game(tmp_path / "missing.cgdl")
    with pytest.raises(UnknownName, match="did you mean 'texas'"):
        cardwright.game("cgdl:texsa")


def test_the_text_shows_what_the_deciding_player_sees():
    state = cgdl.game(
        "blackjack",
        stage="draw",
        P1={"hand": ["10c", "9d"], "stash": 89, "bet": 10},
        P2={"hand": ["Kc", "5d"], "stash": 80, "bet": 19},
        deck={"top": ["3h"]},
    ).new(seed=1)
    assert "P1 (you): 10♣ 9♦; 89 chips, bet 10" in str(state)
    state.play("take 1 from D face up")
    assert "P1: 3 cards, among them 3♥; 89 chips" in str(state)
    assert "P2 (you): K♣ 5♦; 80 chips, bet 19" in str(state)
    assert "Deck: 47 cards" in str(state)


def described(state):
    return [state.game.describe(state, action) for action in state.legal()]


def test_a_description_includes_what_the_rule_does_next():
    state = cgdl.game("golf").new(seed=1, logged=True)
    assert described(state)[0] == "take a card from the deck, then put a card of your choice on the pile"


def test_a_description_says_how_many_cards_go_where():
    state = cgdl.game("hearts").new(seed=3, logged=True)
    assert described(state)[0] == "pass 5 of clubs to P2 (1 of 3)"
    assert described(state.play("put 5 of clubs"))[0] == "pass 9 of clubs to P2 (2 of 3)"


def test_a_description_says_what_leaving_a_stage_means():
    bets = {f"P{seat}": {"hand": [f"{seat + 1}c"], "stash": 90, "bet": bet} for seat, bet in ((1, 5), (2, 9), (3, 9))}
    state = cgdl.game("texas", stage="second bet", **bets).new(seed=1, logged=True)
    *_, stay, leave = described(state)
    assert stay == "wait: end your turn"
    fold = "your bet is less than the highest bet of the others, so you drop out of the game"
    assert leave == f"fold: {fold}"
    *_, leave = described(state.play("bet 4"))
    assert "fold" not in leave


def test_choices_are_in_plain_english_in_every_game():
    for name in cgdl.games():
        rng, state = random.Random(1), cgdl.game(name).new(seed=1, logged=True)
        for _ in range(40):
            if state.over:
                break
            for text, actions in choices(state).items():
                assert not re.search(r"\b(face down|playit|D|[HSK][XA][01]?)\b", text), text
                assert len(set(map(str, actions))) == 1
            state.play(rng.choice(state.legal()))


def test_bets_are_shown_only_where_players_bet():
    tokens = {"P1": {"hand": ["2c", "3d", "2d"], "stash": 3}, "P2": {"hand": ["4c"]}, "P3": {"hand": ["5c"]}}
    assert "bet" not in str(cgdl.game("go_fish", stage="round", **tokens).new(seed=1, logged=True))


def test_points_for_captured_cards_are_shown_as_the_game_goes_on():
    hands = {f"P{seat}": {"hand": [f"{seat}c", f"{seat}d"]} for seat in (3, 4)}
    state = cgdl.game("hearts", stage="trick", P1={"hand": ["Ah", "Kh"], "stack": ["Qs", "2h"]},
                      P2={"hand": ["9c", "8c"]}, **hands).new(seed=1, logged=True)  # fmt: skip
    assert "; -14 points" in str(state)


def test_stages_without_choices_say_nothing_about_who_is_done():
    state = cgdl.game("hearts").new(seed=3, logged=True)
    told = []
    while "first trick begins" not in told:
        told += state.play(state.legal()[0]).narrate()
    assert not [line for line in told if "is done with the stage" in line]


def test_others_do_not_learn_which_card_goes_face_down():
    text = (
        'language 1 game "x" players 2 tables 1 stage { put 1 in D any face down, done put 1 in T0 any face up, done } '
    )
    game = cgdl.game(cgdl.parse(text + "ranking { } winning { token = 0 alive = 1 }"), P1={"hand": ["5h", "6h"]})
    state = game.new(seed=1, logged=True)
    down, up = (state.copy().play(action) for action in (state.legal()[0], state.legal()[-1]))
    assert "6 of hearts" not in " ".join(down.narrate(1))
    assert "5 of hearts" in " ".join(down.narrate(0))
    assert "6 of hearts" in " ".join(up.narrate(1))


def test_only_cards_have_a_face():
    game = cgdl.game("uno")
    assert game.face("queen of hearts") == ("hearts", "queen", "", "♥")
    assert game.face("10 of spades") == ("spades", "10", "", "♠")
    assert game.face("P1") is None


@pytest.mark.parametrize("stash", [2, 127, 128, 129, 255, 256, 257, 10_000])
def test_bets_are_offered_from_one_token_to_the_whole_stash(stash):
    state = cgdl.game("blackjack", stage="bet", P1={"stash": stash}, P2={"stash": 5}, P3={"stash": 5}).new(seed=1)
    amounts = [int(action.name) for action in state.legal()]
    assert (amounts[0], amounts[-1]) == (1, stash)
    assert len(amounts) == stash if stash <= 128 else 64 <= len(amounts) <= 128
    assert len(set(np.diff(amounts[:-1]))) <= 1
    state.play(f"bet {amounts[-2]}")
    assert state.view()["P1"] == {**state.view()["P1"], "stash": stash - amounts[-2], "bet": amounts[-2]}


def test_random_plays_of_the_papers_games_never_crash():
    for name in ("texas", "blackjack", "uno"):
        game = cgdl.game(name)
        series = arena.run(game, ["3*random"], games=1000, seed=1).series[0]
        counted = tally(series.columns, game.players)
        assert counted.games == 1000
        assert counted.crashes == 0
        assert all(200 < wins < 450 for wins in counted.wins)


def test_uno_results_match_the_paper():
    game = cgdl.game("uno")
    counted = tally(arena.run(game, ["3*random"], games=10_000, seed=1).series[0].columns, 3)
    for wins, printed in zip(counted.wins, (319, 285, 294), strict=True):
        assert abs(wins / 10 - printed) < 40  # per thousand; the paper played one thousand
    assert abs(counted.draws / 10 - 102) < 30


def test_the_head_of_a_position_names_partners():
    state = cgdl.game("spades").new(1)
    assert str(state).splitlines()[0].endswith("; your partner is P3, and your side's score is 0")
    assert "partner" not in str(cgdl.game("hearts").new(1)).splitlines()[0]


def test_a_trick_is_shown_in_the_order_of_play_with_who_played_each_card():
    state = cgdl.game("whist").new(1)
    for choice in ("put 2 of clubs", "play 3 of clubs", "play 7 of clubs"):
        state = state.play(choice)
    assert "  Trick: 2♣ (P1), 3♣ (P2), 7♣ (P3)" in str(state).splitlines()
