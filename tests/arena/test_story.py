"""Recorded games, decision by decision."""

from __future__ import annotations

import json

import kuhn
import pytest

import cardwright
from cardwright import arena
from cardwright.agents import make_saved_seats
from cardwright.arena.story import REDRAWN, Story, load_story
from cardwright.core import saved_games
from cardwright.core.errors import BadData, CardwrightError


@pytest.fixture
def bet():
    return kuhn.family.game({"hands": {"P1": "King", "P2": "Jack"}}).new(1).play("bet").play("call")


def test_a_story_has_lines_events_and_a_result(bet):
    story = Story.of(bet)
    assert [story.line(k) for k in range(2)] == ["1. turn 1, P1: bet", "2. turn 2, P2: call"]
    assert [story.events(k) for k in range(2)] == [["P1 bets"], ["P2 calls", "P1 has the King", "P2 has the Jack"]]
    assert story.result() == "P1 wins, pot 4"
    assert [(each["decisions"], each["score"], each["won"]) for each in story.summary()] == [
        (1, 1, True),
        (1, -1, False),
    ]
    assert list(map(str, story.decisions[1].options)) == ["fold", "call"]


def test_decisions_have_the_words_of_players():
    """The file of the game calls all of these `bet`, and passing a card `put`."""
    state = cardwright.game("cgdl:holdem").new(1).play("bet 5").play("bet 20").play("bet 20")
    assert [str(each) for each in Story.of(state).decisions] == [
        "bet 5",
        "raise 20",
        "call 20",
    ]
    said = Story.of(state).told(1)["said"]
    assert (said["bet 5"], said["bet 6"], said["out"]) == ("call 5", "raise 6", "fold")


def test_a_player_is_told_what_it_saw(bet):
    story = Story.of(bet)
    own, other = story.told(0, 0), story.told(0, 1)
    assert own["choice"] == "bet"
    assert own["options"] == ["pass", "bet"]
    assert own["state"]["hands"] == {"P1": "King", "P2": None}
    assert other["state"]["hands"] == {"P1": None, "P2": "Jack"}
    assert other["events"] == ["P1 bets"]
    assert not other["choice"]
    assert not other["options"]


def test_a_game_in_progress_has_no_result():
    story = Story.of(kuhn.family.game({}).new(1).play("pass"))
    assert story.result() == "the game is not over"
    assert story.summary()[0]["score"] is None


def test_a_story_is_read_from_a_saved_game(bet, tmp_path):
    bet.save(tmp_path / "saved.json")
    story = load_story(tmp_path / "saved.json")
    assert story.states[-1] == bet
    assert story.to_dict()["decisions"] == Story.of(bet).to_dict()["decisions"]


def test_a_story_is_read_from_a_replay_with_its_agents(tmp_path):
    arena.run("spire:jaw-worm", ["random"], games=2, seed=3, log=tmp_path, replays=1)
    (file,) = (tmp_path / "replays").iterdir()
    written = json.loads(file.read_text())
    story = load_story(file)
    assert story.seats == ("random",)
    assert story.name == "spire:jaw-worm"
    document = story.to_dict()
    assert [each["choice"] for each in document["decisions"]] == [each["choice"] for each in written["decisions"]]
    assert document["end"] == written["decisions"][-1]["state"]
    assert [story.states[-1].score(0)] == written["scores"]


def test_redrawn_cards_appear_as_a_decision(bet):
    state = kuhn.family.game({}).new(1).play("pass").copy(hidden_from=1, seed=5).play("bet")
    story = Story.of(state)
    assert [str(each) for each in story.decisions] == ["pass", REDRAWN, "bet"]
    assert story.states[-1] == state


def test_what_enemies_do_is_reported():
    state = cardwright.game("spire:jaw-worm").new(3, logged=True)
    intent = state.view()["enemies"][0]["intent"]["name"]
    assert f"Jaw Worm uses {intent}" in state.play("end turn").narrate(0)


def test_the_enemy_that_kills_the_player_is_the_last_one_reported():
    start = {"player": {"hp": 1}, "enemies": [{"name": "Jaw Worm", "intent": "Chomp"}] * 2, "hand": ["Strike"]}
    from cardwright.spire import family

    state = family.game(start).new(1, logged=True).play("end turn")
    assert state.over
    assert [each for each in state.narrate(0) if "uses" in each] == ["Jaw Worm 1 uses Chomp"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1, 2]", "not a saved game"),
        ('{"format": "cardwright game 7"}', "not a saved game"),
        ('{"format": "cardwright replay 1"}', "saved"),
        ('{"format": "cardwright replay 1", "saved": {}}', "format"),
        ("{", "line 1"),
    ],
)
def test_other_files_are_refused_in_one_sentence(text, message, tmp_path):
    path = tmp_path / "file.json"
    path.write_text(text)
    with pytest.raises(CardwrightError, match=message):
        load_story(path)


def test_a_changed_replay_is_refused(bet, tmp_path):
    saved = json.loads(bet.to_json())
    replay = {"format": "cardwright replay 1", "game": "x", "seats": ["a", "b"], "saved": saved}
    path = tmp_path / "replay.json"
    path.write_text(json.dumps(replay))
    assert load_story(path).seats == ("a", "b")
    path.write_text(json.dumps({**replay, "seats": ["a"]}))
    with pytest.raises(CardwrightError, match="1 seats for 2 players"):
        load_story(path)
    path.write_text(json.dumps({**replay, "saved": {**saved, "history": [1, 0]}}))
    with pytest.raises(CardwrightError, match="replays to another position"):
        load_story(path)


def test_a_saved_game_remembers_who_plays(tmp_path, kuhn_game):
    state = kuhn_game.new(1).play("bet")
    state.save(tmp_path / "saved.json", ["you", "mcts:200"])
    saved = saved_games.load_saved(tmp_path / "saved.json")
    assert saved[:2] == (state, ("you", "mcts:200"))
    assert [each and each.name for each in make_saved_seats(saved.seats, "game.json")] == [None, "mcts:200"]
    assert load_story(tmp_path / "saved.json").line(0) == "1. turn 1, P1 (a person): bet"
    assert saved_games.saved_from_json(state.to_json()).seats == ()


def test_a_saved_game_names_no_code_and_one_agent_for_each_player(kuhn_game):
    state = kuhn_game.new(1)
    with pytest.raises(BadData, match=r"cannot bring the agent 'evil\.py:Agent'"):
        make_saved_seats(["you", "evil.py:Agent"], "game.json")
    with pytest.raises(BadData, match=r"x\.json: 1 seats for 2 players"):
        saved_games.saved_from_json(state.to_json(["you"]), "x.json")
