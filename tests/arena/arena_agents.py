"""Agents in Python for the tests of the arena."""

from __future__ import annotations

import os
import time


class Last:
    """Takes the last legal action."""

    def choose(self, state):
        return state.legal()[-1]


class Moody:
    """Decides by its own seed."""

    def choose(self, state):
        options = state.legal()
        return options[state.seed % len(options)]


class Slow(Moody):
    """The same, after some thought."""

    def choose(self, state):
        time.sleep(0.005)
        return super().choose(state)


class Confused:
    """Plays what is not there."""

    def choose(self, state):
        return 17


class Fatal:
    """Takes its process with it."""

    def choose(self, state):
        os._exit(3)
