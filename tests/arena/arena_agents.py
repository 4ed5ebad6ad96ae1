"""Agents in Python for tests of the arena."""

from __future__ import annotations

import os
import time
from pathlib import Path

from cardwright.agents import make


class Last:
    """Takes the last legal action."""

    def choose(self, state):
        return state.legal()[-1]


class Moody:
    """Decides by the seed of the state it sees."""

    def choose(self, state):
        options = state.legal()
        return options[state.seed % len(options)]


class Slow(Moody):
    """Decides like Moody, but slowly; in no hurry at all if a test needs time to stop the run."""

    def choose(self, state):
        time.sleep(float(os.environ.get("SLOW_AGENT", "0.005")))
        return super().choose(state)


class Confused:
    """Takes an action that does not exist."""

    def choose(self, state):
        return 17


class Fatal:
    """Kills its process."""

    def choose(self, state):
        os._exit(3)


class Traced(Moody):
    """Decides like Moody, slowly, and leaves the number of its process in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def choose(self, state):
        Path(self.folder, str(os.getpid())).touch()
        time.sleep(0.01)
        return super().choose(state)


class Guessing:
    """Decides by what it guesses to be hidden, and by what another agent would do."""

    def choose(self, state):
        guess = state.copy(hidden_from=state.decider)
        other = make("random").choose(state.copy())
        options = state.legal()
        return options[(guess.check() + other) % len(options)]


class Cheating(Guessing):
    """Decides like Guessing, from the real position."""

    sees_everything = True
