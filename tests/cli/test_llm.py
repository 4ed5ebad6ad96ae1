"""Language models in `play` and `replay`."""

from __future__ import annotations

import io
import json
import sys

import pytest
from chat_server import replying

import cardwright
from cardwright import arena
from cardwright.agents import make_seats, play_game
from cardwright.arena.replay_page import replay_page
from cardwright.arena.story import load_story
from cardwright.cli.main import run

HOSTILE = "\x1b]0;owned\x07\u202e</script><b>Plan: win\nChoice: 1"


@pytest.fixture
def replay(chat, tmp_path):
    """A game with a repaired reply at its first decision, and a hostile one after that."""
    chat.script = [replying("Let me see."), replying("Choice: 1")]
    chat.reply = lambda request: HOSTILE
    arena.run("kuhn", ["llm:m,first"], games=1, seed=3, log=tmp_path / "run", replays=1)
    (file,) = (tmp_path / "run" / "replays").glob("*.json")
    return str(file)


def test_the_list_shows_replies(replay, capsys):
    assert run(["replay", replay, "--list"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].startswith("1. turn 1, P1 (llm:m): ")
    unused = 'not used: its last line is not "Choice: N"'
    assert [line.strip() for line in shown[1:4]] == ["reply: Let me see.", unused, "reply: Choice: 1"]


def test_the_list_shows_messages_if_asked_to(replay, capsys):
    assert run(["replay", replay, "--list", "--messages"]) == 0
    shown = capsys.readouterr().out
    assert 'system: You are playing the card game "Kuhn poker". You are P1.' in shown
    assert "user: Your reply cannot be used" in shown
    assert shown.count("Your options:") == sum(bool(each) for each in load_story(replay).exchanges.values())


def test_the_terminal_shows_messages_at_a_key(replay, capsys, keyboard):
    keyboard("mmq")
    assert run(["replay", replay]) == 0
    shown = capsys.readouterr().out
    assert shown.count("reply: Let me see.") == 3
    assert shown.count("system: You are playing") == 1


def test_hostile_replies_reach_neither_terminal_nor_page_as_code(chat, tmp_path, capsys):
    chat.reply = lambda request: HOSTILE
    arena.run("kuhn", ["llm:m,first"], games=1, seed=3, log=tmp_path / "run", replays=1)
    (file,) = (tmp_path / "run" / "replays").glob("*.json")
    assert run(["replay", str(file), "--list", "--messages"]) == 0
    shown = capsys.readouterr().out
    assert "?]0;owned??</script><b>Plan: win" in shown
    page = replay_page(load_story(file))
    assert "\\u003c/script\\u003e\\u003cb\\u003ePlan: win" in page
    assert "owned??</script>" not in page
    assert not set("\x1b\x07\u202e") & set(shown + page)


def test_json_holds_the_exchanges(replay, capsys):
    assert run(["replay", replay, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)["decisions"][0]["exchanges"]
    assert [each["reply"] for each in first] == ["Let me see.", "Choice: 1"]
    assert first[0]["problem"] == 'its last line is not "Choice: N"'


def play(monkeypatch, lines: str, *arguments: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    return run(["play", *arguments])


def test_playing_against_a_language_model(chat, monkeypatch, capsys, tmp_path):
    """Undo leads back to the same answer, and the saved game holds what was asked."""
    chat.reply = lambda request: f"Plan: bluff {len(chat.requests)}\nChoice: 1"
    saved = tmp_path / "game.json"
    lines = f"1\nu\n1\ns {saved}\nq\n"
    assert play(monkeypatch, lines, "leduc", "--seats", "you,llm:m+style=plan", "--seed", "4") == 0
    assert "P2 is llm:m+style=plan" in capsys.readouterr().out
    asked = [json.dumps(each) for each in chat.requests]
    assert len(asked) == len(set(asked)) > 0
    story = load_story(saved)
    replies = [each.reply for number in story.exchanges for each in story.exchanges[number]]
    assert "Plan: bluff 1\nChoice: 1" in replies
    assert play(monkeypatch, "q\n", "--load", str(saved)) == 2  # a file cannot bring a language model
    assert "name who plays with --seats" in capsys.readouterr().err
    assert play(monkeypatch, "q\n", "--load", str(saved), "--seats", "you,llm:m+style=plan") == 0


def test_the_model_remembers_the_game_against_a_person(chat, monkeypatch):
    chat.reply = lambda request: f"Plan: bluff {len(chat.requests)}\nChoice: 1"
    assert play(monkeypatch, "1\n" * 20, "leduc", "--seats", "you,llm:m+style=plan+memory=9", "--seed", "4") == 0
    assert len(chat.requests) > 1
    assert "Your plan so far:\nbluff 1" in chat.prompt(1)
    assert "- You " in chat.prompt(1)
    assert "- P1 " in chat.prompt(1)


def test_a_person_can_ask_again_when_the_server_fails(chat, monkeypatch, capsys):
    chat.script = [lambda handler: handler.send_error(404)] * 2
    assert play(monkeypatch, "1\n\nq\n", "leduc", "--seats", "you,llm:m", "--seed", "4") == 0
    shown = capsys.readouterr().out
    assert shown.count("status 404") == 2
    assert "you left the game" in shown


def test_without_a_server_the_command_says_what_to_set(monkeypatch, capsys):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert run(["arena", "kuhn", "--seats", "llm:m,random", "--games", "1"]) == 2
    assert "set OPENAI_BASE_URL, as in http://localhost:11434/v1" in capsys.readouterr().err


def test_a_prompt_file_is_printed_to_be_copied(capsys, tmp_path):
    assert run(["prompt", "--style", "reason"]) == 0
    path = tmp_path / "mine.yaml"
    path.write_text(capsys.readouterr().out.replace("You want to win.", "You want to lose."))
    assert run(["prompt", "spire:jaw-worm", "--prompt", str(path), "--seed", "1", "--decision", "3"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith('--- system ---\nYou are playing the card game "Slay the Spire battle".')
    assert "You want to lose." in shown
    assert "What happened in the last turns:\n- " in shown


def test_a_shown_prompt_is_the_one_that_is_sent(chat, capsys):
    """The first decision, and a later one that follows from what `rules` plays."""
    assert run(["prompt", "leduc", "--seed", "5", "--style", "plan"]) == 0
    shown = capsys.readouterr().out
    play_game(cardwright.game("leduc"), make_seats("llm:m+style=plan,random"), 5, 5, most=1)
    for message in chat.requests[0]["messages"]:
        assert f"--- {message['role']} ---\n{message['content']}\n" in shown


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--style", "rhyme"], "unknown style 'rhyme'"),
        (["kuhn", "--decision", "50"], "the game is over before decision 50"),
        (["--prompt", "nowhere.yaml"], "nowhere.yaml: no such file"),
    ],
)
def test_what_the_prompt_command_refuses(arguments, error, capsys):
    assert run(["prompt", *arguments]) == 2
    assert error in capsys.readouterr().err
