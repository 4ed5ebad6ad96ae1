"""The event logs of the example games: they tell everything that happens, and no card to a player who cannot see it."""

from __future__ import annotations

import ast
import itertools
from pathlib import Path

import kuhn
import leduc
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = (kuhn.family.game({}), leduc.family.game({}))


def courses(game, seed):
    """Yield every course of a game from one deal: the states, each after a step, the first after dealing."""
    waiting = [[game.new(seed, logged=True)]]
    while waiting:
        states = waiting.pop()
        if states[-1].over:
            yield states
            continue
        waiting += [[*states, states[-1].copy().play(action)] for action in states[-1].legal()]


def folded(game, states):
    """Return the hands and the chips that the events of a course lead to."""
    hands, chips, public = {}, [1, 1], None
    for event in itertools.chain.from_iterable(state.events for state in states):
        name = type(game).event_type(event.kind).name
        match name, event.operands:
            case "HAS", (who, card):
                assert hands.setdefault(who, card) == card
            case "PUBLIC", (card,):
                public = card
            case "ACTED", (who, what):
                chips[who] += game.action_names[what] in ("bet", "call")
            case "ACTED", (who, _, paid):
                chips[who] += paid
    return hands, chips, public


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.family)
def test_the_events_tell_the_whole_game(game):
    for states in courses(game, seed=3):
        record = states[-1].record
        hands, chips, public = folded(game, states)
        assert hands == {player: record.card[player] for player in range(2)}
        assert chips == list(record.bet)
        if game.family == "leduc":
            assert public == (record.card[leduc.PUBLIC] if record.betting == 2 else None)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.family)
def test_no_text_names_a_card_that_a_player_does_not_see(game):
    names = kuhn.CARDS
    for states in courses(game, seed=4):
        for state in states:
            for player in range(2):
                seen = [name for name in names if name in str(game.seen(state, player))]
                told = [name for name in names if name in " ".join(state.narrate(player))]
                assert set(told) <= set(seen)


def test_a_hand_of_kuhn_poker_reads_like_this():
    state = kuhn.family.game({"hands": {"P1": "King", "P2": "Jack"}}).new(1, logged=True)
    assert (state.narrate(0), state.narrate(1)) == (["P1 has the King"], ["P2 has the Jack"])
    assert state.play("bet").narrate(1) == ["P1 bets"]
    assert state.play("call").narrate(0) == ["P2 calls", "P1 has the King", "P2 has the Jack"]


def test_a_hand_of_leduc_reads_like_this():
    state = leduc.family.game({"hands": {"P1": "King", "P2": "Jack"}, "public": "Queen"}).new(1, logged=True)
    assert state.play("bet").narrate(1) == ["P1 bets (2 chips)"]
    assert state.play("call").narrate(1) == ["P2 calls (2 chips)", "the public card is the Queen"]
    assert state.play("bet").play("fold").narrate(1) == ["P2 folds", "P1 wins 3 chips"]


def test_kuhn_has_at_most_a_hundred_lines_of_code():
    text = (EXAMPLES / "kuhn.py").read_text()
    tree = ast.parse(text)
    documented = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
    docstrings = [node.body[0] for node in documented if ast.get_docstring(node)]
    skipped = {line for each in docstrings for line in range(each.lineno, (each.end_lineno or 0) + 1)}
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]  # one line each, however wrapped
    skipped |= {line for each in imports for line in range(each.lineno + 1, (each.end_lineno or 0) + 1)}
    lines = [line.strip() for number, line in enumerate(text.splitlines(), 1) if number not in skipped]
    assert len([line for line in lines if line and not line.startswith("#")]) <= 100
