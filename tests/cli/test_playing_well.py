"""What helps a person in the terminal: short names, looking things up, hints, line editing, and a way back."""

from __future__ import annotations

import re

import pytest
from typed_console import TypedConsole

import cardwright
from cardwright import cgdl, spire
from cardwright.agents import make
from cardwright.cli.main import run
from cardwright.cli.play import _agents
from cardwright.cli.play_choices import match_choice
from cardwright.cli.play_session import Session
from cardwright.core.compiling.jit import COMPILED
from cardwright.core.errors import CardwrightError

SENTRIES = {"hand": ["Strike", "Bash"], "energy": 3, "enemies": ["Sentry", "Sentry", "Cultist"]}


def played(game, *lines, seats=None, seed=7, width=200):
    """Return the session and what it showed, of a game that is not compiled."""
    console = TypedConsole(*lines)
    console.width = width
    session = Session(game.new(seed, logged=True), seats or [None] * game.players, console)
    session.play()
    return session, console.file.getvalue()


# Opponents.


@pytest.mark.parametrize(
    ("game", "level", "agent"),
    [
        ("unicorns", None, "rules"),
        ("autobattler", None, "rules"),
        ("cgdl:hearts", None, "mcts:200"),
        ("unicorns", "easy", "random"),
        ("cgdl:uno", "easy", "mcts:10"),
        ("cgdl:uno", "hard", "mcts:1000ms"),
    ],
)
def test_opponents_play_as_well_as_the_level_says(game, level, agent):
    first, *others = _agents(cardwright.game(game), None, level)
    assert first is None
    assert {each.name for each in others} == {agent}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cgdl:uno", "--level", "hrad"], "unknown level 'hrad'; did you mean 'hard'?"),
        (["cgdl:uno", "--level", "hard", "--seats", "you,2*random"], "but not both"),
        (["spire:jaw-worm", "--level", "hard"], "nobody plays against you in jaw-worm"),
    ],
)
def test_a_level_that_makes_no_sense_is_refused(arguments, message, capsys):
    assert run(["play", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


# What people write.


@pytest.mark.parametrize("line", ["3c", "3♣", "put 3c", "PUT 3C", "3 of clubs", "put 3 of c", "3 clubs"])
def test_cards_of_an_ordinary_deck_have_short_names(line):
    state = cgdl.game("hearts", stage="pass", P1={"hand": ["3c", "3d", "Qs", "Ks"]}).new(1, logged=True)
    assert match_choice(line, state.legal(), state.game.resolve_name).name == "3 of clubs"


@pytest.mark.parametrize("line", ["strike 2", "play strike, sentry 2", "strike,2", "STRIKE, sentry 2"])
def test_a_line_can_hold_several_choices(line):
    session, shown = played(spire.battle(**SENTRIES), line)
    assert [str(each) for each in session.actions] == ["play Strike", "target Sentry 2"]
    assert "You: play Strike, target Sentry 2\n" in shown


def test_an_undo_takes_back_a_whole_line():
    session, _ = played(spire.battle(**SENTRIES), "strike 2", "u")
    assert session.actions == []


def test_a_line_whose_end_fits_no_choice_is_taken_as_far_as_it_goes():
    session, shown = played(spire.battle(**SENTRIES), "strike, dragon")
    assert [str(each) for each in session.actions] == ["play Strike"]
    assert "'dragon' is not one of the choices" in shown


def test_equal_words_for_different_choices_are_asked_back():
    game = spire.battle(hand=["Bash", {"name": "Bash", "cost": 0}], energy=3)
    session, shown = played(game, "bash", "2")
    assert "'bash' could be: 1 play Bash, 2 play Bash" in shown
    assert len(session.actions) == 1


def test_looking_up_a_card_never_takes_a_choice():
    game = spire.battle(hand=["True Grit+", "Bash", "Strike"], energy=3)
    session, shown = played(game, "true", "card bash", "bash")
    assert "Choose a card for True Grit+: Gain 9 block. Exhaust a card in hand.\n" in shown
    assert "Bash (attack, 2): Deal 8 damage. Apply 2 Vulnerable.\n" in shown
    assert [str(each) for each in session.actions] == ["play True Grit+", "card Bash"]


# Looking things up.


OWN = {
    "statuses": {"Smoulder": {"rules": [{"after": "turn end", "do": {"lose_hp": "stacks"}}]}},
    "cards": {"Kindle": {"type": "skill", "cost": 1, "effect": {"to": "an enemy", "apply": "2 Smoulder"}}},
}


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("card bolt", r"Bolt: Add 2 Dazed to the discard pile\. \(a move of Sentry\)"),
        ("card sentry", r"Sentry: 38 to 42 HP\. .* Beam: Deal 9 damage\."),
        ("card vuln", "Vulnerable: Takes 50% more damage"),
        ("card kindle", r"Kindle \(skill, 1\): Apply 2 Smoulder\."),
        ("card smoulder", "Smoulder: .+"),
    ],
)
def test_everything_in_a_battle_can_be_looked_up(line, text):
    game = spire.battle(**SENTRIES, content=spire.from_dict(OWN))
    assert re.search(text, played(game, line)[1])


def test_the_card_to_answer_is_shown_with_its_text():
    neigh = {"P1": {"hand": ["Reset Button"]}, "P2": {"hand": ["Neigh"]}, "players": 2, "turn": "P1", "phase": "action"}
    state = cardwright.unicorns.game(**neigh).new(1, logged=True).play("play Reset Button")
    assert "being played: Reset Button by P1\n    Reset Button: " in str(state)


def test_a_choice_of_a_stable_says_what_for():
    start = {"P1": {"hand": ["Stabby the Unicorn"]}, "players": 2, "turn": "P1", "phase": "action"}
    state = cardwright.unicorns.game(**start).new(1, logged=True).play("play Stabby the Unicorn")
    described = [state.game.describe(state, action) for action in state.legal()]
    assert described[0] == "into P1: Stabby the Unicorn enters your stable"
    assert described[1] == "into P2: Stabby the Unicorn enters the stable of P2"


# Hints.


@pytest.mark.skipif(not COMPILED, reason="a search takes long without the compiler")
def test_a_hint_has_a_value_for_each_choice(kuhn_game):
    _, shown = played(kuhn_game, "hint", seats=[None, make("first")])
    rows = re.findall(r"^ +([12])  (pass|bet) +(-?[0-9.]+) +([0-9,]+)$", shown, re.MULTILINE)
    assert {(number, words) for number, words, *_ in rows} == {("1", "pass"), ("2", "bet")}
    assert "value: the mean result of the playouts" in shown


@pytest.mark.skipif(not COMPILED, reason="a search takes long without the compiler")
def test_after_the_end_the_worst_decision_is_shown_and_can_be_undone(kuhn_game):
    import kuhn

    game = kuhn.family.game({"hands": {"P1": "Jack", "P2": "King"}})
    _, shown = played(game, "pass", "bet", "call", "why", "u", "fold", seats=[None, None])
    assert re.search(r"Decision 3, turn \d:\nhands: P1 Jack, P2 \?", shown)
    assert re.search(r"You chose call \(value -[0-9.]+\); fold was better", shown)
    assert shown.count("The game is over.") == 2


# The terminal.


def test_long_piles_are_folded_until_they_are_asked_for():
    from cardwright.spire import standard

    deck = {name: 1 for name in list(standard().cards)[:40]}
    game = spire.battle(deck=deck, enemies=["Cultist"])
    _, shown = played(game, "more", width=80)
    piles = re.findall(r"^Draw pile .*\n(?:     .*\n)*", shown, re.MULTILINE)
    assert piles[0].count("\n") == 2
    assert piles[0].endswith("... (more)\n")
    assert piles[1].count("\n") > 2


def test_there_is_nothing_to_resume_before_the_first_game(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run(["play", "--resume"]) == 2
    assert "no game to go on with" in capsys.readouterr().err


@pytest.mark.skipif(not COMPILED, reason="Numba is switched off")
def test_nobody_waits_for_a_compiler_that_has_nothing_to_do(kuhn_game, monkeypatch):
    from cardwright.cli import opponents

    started = []
    monkeypatch.setattr(opponents, "_start_compiler", lambda game, agents: started.append(agents))
    agent = make("mcts:20")
    agent.choose(kuhn_game.new(1))  # compiled now
    opponents.Opponents(kuhn_game, [None, agent])
    assert not started


def test_levels_are_for_opponents_only():
    with pytest.raises(CardwrightError, match="nobody plays against you"):
        _agents(spire.battle(), None, "easy")
