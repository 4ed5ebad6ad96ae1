"""Playing unicorns in the terminal: the number of players, and that nothing hidden is shown."""

from __future__ import annotations

import re

import numpy as np
import pytest
from typed_console import TypedConsole

import cardwright
from cardwright import unicorns
from cardwright.agents import Agent, Past, make
from cardwright.cli.main import run
from cardwright.cli.play_session import Session
from cardwright.core import registry
from cardwright.core.showing.narration import noticed


def positions(players, games, rules="official"):
    game = unicorns.game(players, rules)
    for seed in range(games):
        rng = np.random.default_rng(seed)
        state = game.new(seed)
        for _ in range(int(rng.integers(1, 90))):
            if state.over:
                break
            legal = state.legal()
            state.play(legal[rng.integers(len(legal))])
        if not state.over:
            yield state


def sight(state, player):
    """What a player sees, with hands sorted because their order does not matter."""
    seen = state.game.seen(state, player)
    for name in seen["order"]:
        seen[name]["hand"].sort(key=str)
        seen[name]["knows"] = {whose: sorted(cards) for whose, cards in seen[name]["knows"].items()}
    return seen


@pytest.mark.parametrize("players", [2, 6])
def test_positions_that_a_player_cannot_tell_apart_look_the_same(players):
    compared = 0
    for state in positions(players, 40):
        for player in range(players):
            twin = state.copy(hidden_from=player, seed=11)
            assert sight(state, player) == sight(twin, player)
            compared += twin.view() != state.view()
    assert compared > 30  # the copies do differ


def test_hidden_cards_are_none_and_your_own_are_not():
    state = unicorns.family.game({"players": 2, "P1": {"hand": ["Yay"]}, "P2": {"hand": ["Slowdown", "Neigh"]}}).new(1)
    seen = state.game.seen(state, 0)
    assert seen["P1"]["hand"] == ["Yay"]
    assert seen["P2"]["hand"] == [None, None]
    assert set(seen["deck"]) == {None}


def output(state, seats, *lines):
    console = TypedConsole(*lines)
    Session(state, seats, console).play()
    return console.file.getvalue()


def test_a_neigh_is_shown_when_it_is_played_and_not_when_it_is_kept():
    start = {
        "players": 3,
        "P1": {"hand": ["Yay"]},
        "P2": {"hand": ["Neigh"]},
        "P3": {"hand": ["Neigh", "Slowdown"]},
        "deck": ["Basic Unicorn"] * 6,
    }
    state = unicorns.family.game(start).new(1)
    out = output(state, [None, make("rules"), make("first")], "play Yay", "into P1", "1")
    assert "P2 plays Neigh" in out or "P3 plays Neigh" in out
    assert "Neigh takes effect\n     Yay is stopped" in out
    quiet = output(
        unicorns.family.game({**start, "P1": {"hand": ["Basic Unicorn"]}}).new(1),
        [None, make("rules"), make("rules")],
        "1",
        "into P1",
    )
    assert "Neigh" not in quiet.partition("You: into P1")[2].partition("Turn")[0]


def test_the_name_of_a_card_that_another_player_draws_is_not_shown():
    start = {
        "players": 2,
        "P1": {"hand": ["Yay"]},
        "P2": {"hand": ["Narwhal"]},
        "deck": ["Rhinocorn", "Slowdown", "Neigh"],
    }
    out = output(unicorns.family.game(start).new(1), [None, make("random")], "draw")
    assert "You draw Rhinocorn" in out
    assert re.search(r"^ *P2 draws (a card|2 cards)$", out, re.MULTILINE)


class Drawer(Agent):
    """Draws whenever it can, and never reacts."""

    quick = True

    def choose(self, state):
        return next(each.id for each in state.legal() if str(each) in ("draw", "pass"))


def undecided(hand):
    """A position in which P1 draws, and P2 must draw twice in a row or can play the cards of its hand."""
    start = {"players": 2, "P1": {"hand": ["Narwhal"]}, "P2": {"hand": hand}}
    return unicorns.family.game({**start, "deck": ["Yay", "Neigh", "Neigh", "Yay"]})


def test_the_news_does_not_tell_whether_another_player_had_a_choice():
    forced, free = (output(undecided(hand).new(1), [None, Drawer()], "draw") for hand in (["Neigh"], ["Slowdown"]))
    assert "P2 draws 2 cards\n" in forced
    assert forced == free


def test_memories_do_not_tell_whether_another_player_had_a_choice():
    memories = []
    for hand in (["Neigh"], ["Slowdown"]):
        state, past = undecided(hand).new(1, logged=True), Past(0)
        while state.turn < 3:
            state.play(Drawer().choose(state))
            past.notice(noticed(state, 0))
        past.begin(state.turn)
        memories.append(past.recent(1))
    assert memories[0] == memories[1]
    assert "P2 draws 2 cards" in memories[0]


@pytest.mark.parametrize("players", [2, 5, 8])
def test_the_number_of_players_can_be_chosen(players):
    assert registry.game("unicorns", players).players == players
    assert cardwright.game("unicorns:thesis", players).players == players


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["unicorns", "--players", "9"], "unicorns cannot be played by 9 players"),
        (["spire:jaw-worm", "--players", "2"], "spire:jaw-worm is played by 1, not by 2\n"),
        (["kuhn", "--players", "3"], "kuhn is played by 2, not by 3\n"),
        (["unicorns", "--players", "3", "--seats", "you,random"], "needs 3 seats"),
    ],
)
def test_a_wrong_number_of_players_is_refused_in_one_sentence(arguments, message, capsys):
    assert run(["play", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
