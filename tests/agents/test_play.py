"""Whole games: the same seeds make the same game, in a kernel or a loop, compiled or not."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from climb_game import HELP, LEAP, STEP, Climb

from cardwright.agents import Agent, First, Random, make, make_seats, play_game, play_games
from cardwright.core.errors import CardwrightError, IllegalAction

KUHN_SEATS = ["random,first", "mcts:30,random", "lookahead:2,mcts:20+c=1.5+cap=1"]
CLIMB_SEATS = ["random,rules,first", "mcts:20,lookahead:2,random", "rules:3+2+1,mcts:15+cap=3,mcts:25"]


def seeds(n: int, first: int = 0) -> np.ndarray:
    return np.arange(first, first + n, dtype=np.uint64)


def fingerprints(kuhn_game, n: int) -> list[int]:
    """A number for each set of games, equal only if all their ends are."""
    games = [(kuhn_game, each) for each in KUHN_SEATS] + [(Climb(top=6), each) for each in CLIMB_SEATS]
    played = [play_games(game, make_seats(each), seeds(n), seeds(n, 50)) for game, each in games]
    return [zlib.crc32(each.states.tobytes() + each.decisions.tobytes()) for each in played]


@pytest.mark.parametrize("text", CLIMB_SEATS)
@pytest.mark.parametrize("help", [False, True], ids=["kernel", "with Python in the rules"])
def test_the_loop_plays_the_games_of_the_kernel(text, help):
    game = Climb(help=help)
    played = play_games(game, make_seats(text), seeds(30), seeds(30, 1000))
    for index in range(30):
        state = play_game(game, make_seats(text), index, 1000 + index)
        assert state.records.tobytes() == played.states[index].tobytes()
        assert len(state.history()) == played.decisions[index]
    assert played.finished.all()


@pytest.mark.parametrize("text", KUHN_SEATS)
def test_the_loop_plays_the_games_of_the_kernel_at_cards(text, kuhn_game):
    played = play_games(kuhn_game, make_seats(text), seeds(50), seeds(50, 1000))
    ends = [play_game(kuhn_game, make_seats(text), index, 1000 + index).record.tobytes() for index in range(50)]
    assert ends == [each.tobytes() for each in played.states]


def test_a_logged_game_is_the_same(kuhn_game):
    for seats in (["random", "random"], ["random", "mcts:20"]):
        plain, compiled = (play_game(kuhn_game, list(map(make, seats)), 3, 4, logged=each) for each in (True, False))
        assert plain.logged
        assert plain == compiled


def test_uncompiled_games_are_the_same(kuhn_game):
    here = Path(__file__).parent
    program = (
        f"import sys; sys.path[:0] = [{str(here)!r}, {str(here.parents[1] / 'examples')!r}]\n"
        "import kuhn, test_play\n"
        "print(test_play.fingerprints(kuhn.family.game({}), 3))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == str(fingerprints(kuhn_game, 3)), done.stderr


def test_threads_do_not_disturb_each_other():
    game, text = Climb(), "mcts:30,lookahead:2,random"
    parts = [seeds(40, first) for first in range(0, 160, 40)]
    with ThreadPoolExecutor(2) as pool:
        played = list(pool.map(lambda part: play_games(game, make_seats(text), part, part), parts))
    whole = play_games(game, make_seats(text), seeds(160), seeds(160))
    assert b"".join(each.states.tobytes() for each in played) == whole.states.tobytes()


def test_an_agent_has_its_own_randomness():
    game = Climb()
    one = play_games(game, [Random()] * 3, seeds(50), seeds(50))
    other = play_games(game, [Random()] * 3, seeds(50), seeds(50, 50))
    assert one.states.tobytes() != other.states.tobytes()
    starts = [game.new(seed).decider for seed in range(50)]
    assert len(set(starts)) == 3, "the game's own generator is used by the game alone"
    choices = {First(): 1, Random(): 2}
    for agent, expected in choices.items():
        assert len({agent.choose(game.new(seed=1), seed) for seed in range(20)}) == expected


def test_the_same_position_and_seed_make_the_same_choice_whatever_the_generator_holds():
    for text in ("random", "rules:1+1+0", "lookahead:2", "mcts:30"):
        for seed in range(10):
            state, other = Climb().new(seed), Climb().new(seed)
            other.record.rng[0] ^= np.uint64(12345)
            assert make(text).choose(state, seed=5) == make(text).choose(other, seed=5)


def test_choosing_leaves_the_position_as_it_is():
    state = Climb().new(seed=3)
    before = state.check()
    for text in ("random", "rules", "lookahead:2", "mcts:30"):
        make(text).choose(state)
    assert state.check() == before


def test_a_game_without_end_is_stopped_and_reported():
    game = Climb(players=1, top=0)
    played = play_games(game, [Random()], seeds(3), seeds(3), most=50)
    assert played.decisions.tolist() == [50, 50, 50]
    assert not played.finished.any()
    state = play_game(game, [Random()], 0, 0, most=50)
    assert not state.over
    assert state.records[0] == played.states[0]


@pytest.mark.parametrize("help", [False, True])
def test_a_game_with_a_fault_is_stopped_and_reported(help):
    game = Climb(help=help, fault_at=4)
    played = play_games(game, [First()] * 3, seeds(2), seeds(2))
    assert not played.finished.any()
    assert (played.states["fault"] != 0).all()
    assert play_game(game, [First()] * 3, 1, 1).records[0] == played.states[1]


@pytest.mark.parametrize("text", ["random", "2*random", "4*random"])
def test_the_number_of_seats_must_fit(text):
    with pytest.raises(CardwrightError, match=r"climb seats 3 agents; \d were given: random"):
        play_games(Climb(), make_seats(text), seeds(1), seeds(1))
    with pytest.raises(CardwrightError, match="seats 3 agents"):
        play_game(Climb(), make_seats(text), 1, 1)


def test_every_game_needs_two_seeds():
    with pytest.raises(CardwrightError, match="one game seed and one agent seed"):
        play_games(Climb(), [First()] * 3, seeds(2), seeds(3))


def test_rules_where_a_game_has_no_heuristics(kuhn_game):
    with pytest.raises(CardwrightError, match="Kuhn poker has no heuristics"):
        play_games(kuhn_game, make_seats("2*rules"), seeds(1), seeds(1))
    with pytest.raises(CardwrightError, match="takes 3 weights in Climb, not 2"):
        play_games(Climb(), make_seats("2*rules,rules:1+2"), seeds(1), seeds(1))


def test_rules_follow_their_weights():
    state = Climb(help=True).new(seed=1)
    assert str(state.legal()[make("rules").choose(state)]) == "leap"
    assert str(state.legal()[make("rules:1+0+2").choose(state)]) == "help"


class Curious:
    """Takes what it is shown, and plays on with it as it likes."""

    def __init__(self) -> None:
        self.shown: list = []

    def choose(self, state):
        self.shown.append(state.copy())
        action = state.legal()[state.seed % 2]
        state.play(action)
        return action


class Peeping(Agent):
    sees_everything = True

    def choose(self, state):
        height = state.record.height[0]
        return LEAP if state.copy().play("leap").record.height[0] > height + 1 else STEP


def test_an_agent_in_python_sees_only_what_it_is_allowed_to(kuhn_game):
    seen = set()
    for agent_seed in range(20):
        agent = Curious()
        play_game(kuhn_game, [agent, First()], 7, agent_seed)
        state = agent.shown[0]
        assert state.seed != 7
        assert state.history() == []
        seen.add((int(state.record.card[0]), int(state.record.card[1])))
    real = kuhn_game.new(7).record.card
    assert {own for own, _ in seen} == {int(real[0])}
    assert len(seen) == 2


def test_an_agent_in_python_plays_the_same_game_again():
    ends = {play_game(Climb(), [Curious(), Random(), Curious()], 3, 4).check() for _ in range(3)}
    played = play_games(Climb(), [Curious(), Random(), Curious()], seeds(1, 3), seeds(1, 4))
    assert ends == {zlib.crc32(played.states.tobytes())}


def test_an_agent_can_ask_to_see_everything():
    state = play_game(Climb(players=1, top=50), [Peeping()], 1, 1)
    assert state.score(0) == 1
    chance = play_game(Climb(players=1, top=50), [make("rules")], 1, 1)
    assert len(state.history()) < len(chance.history()), "a player who knows the dice needs fewer leaps"


def test_an_illegal_choice_names_the_agent():
    class Wild:
        def choose(self, state):
            return HELP

    with pytest.raises(IllegalAction, match=r"Wild: '2' cannot be played now; legal: step, leap"):
        play_game(Climb(), [Wild(), Wild(), Wild()], 1, 1)


def test_objects_without_choose_are_refused(kuhn_game):
    with pytest.raises(CardwrightError, match="an object with a method 'choose'"):
        play_game(kuhn_game, ["random", First()], 1, 1)
    with pytest.raises(CardwrightError, match=r"pass Curious\(\)"):
        play_game(kuhn_game, [Curious, First()], 1, 1)


def test_every_decision_is_reported():
    reported = []

    def note(state, legal, action):
        reported.append((state.check(), len(legal), action.id))

    game = Climb(help=True)
    end = play_game(game, make_seats("3*random"), 5, 6, on_decision=note)
    state = game.new(5)
    for check, options, number in reported:
        assert (state.check(), len(state.legal())) == (check, options)
        state.play(number)
    assert state == end


def test_an_error_in_an_agent_says_where_it_happened(kuhn_game):
    class Broken:
        def choose(self, state):
            return {}["nothing"]

    with pytest.raises(CardwrightError) as error:
        play_game(kuhn_game, [Broken(), make("random")], seed=7, agent_seed=7)
    sentence = str(error.value)
    line = Broken.choose.__code__.co_firstlineno + 1
    assert sentence.startswith(f"{__file__}, line {line}, in choose: KeyError: 'nothing' (agent ")
    assert sentence.endswith(f"Broken, game {kuhn_game.name}, seed 7, decision 1)")
