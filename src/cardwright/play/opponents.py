"""Agents that play against a person: they decide at once, while what needs compiling is compiled in the background."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.process import BaseProcess

    from cardwright.agents import Agent
    from cardwright.core.game import Game
    from cardwright.core.state import State

GETTING_READY = "is getting ready, which takes up to a minute the first time ..."


class Opponents:
    """The agents at a table.

    A game with a person runs as plain Python and needs no compiler. Quick agents decide in the same way; agents that
    search wait until another process has compiled their kernels.
    """

    def __init__(self, game: Game, seats: Sequence[Agent | None]):
        self.game = game
        for agent in seats:
            if agent is not None:
                agent.check_game(game)  # a misfit is refused before the game begins
        slow = [each.at(game) for each in seats if each and _needs_compiler(each)]
        self._compiler = None if are_compiled(game, slow) else _start_compiler(game, [each.name for each in slow])

    def decide(self, agent: Agent, state: State, seed: int) -> int:
        """Return the number of the action that an agent takes."""
        from cardwright.agents import decide

        if not _needs_compiler(agent):
            return decide(agent, state, seed)
        if self._compiler is not None:
            if self._compiler.is_alive():
                who = self.game.player_name(state.decider)
                print(f"{who} {GETTING_READY}", file=sys.stderr, flush=True)
            self._compiler.join()
        return decide(agent, state.copy(logged=False), seed)

    def leave(self) -> None:
        """Stop compiling."""
        if self._compiler is not None:
            self._compiler.kill()
            self._compiler.join()


def _needs_compiler(agent: Agent) -> bool:
    return not getattr(agent, "quick", False)


def are_compiled(game: Game, agents: Sequence[Agent]) -> bool:
    """Return whether the kernel that plays for these agents is there, so that nobody has to wait for it."""
    from cardwright.agents import Players, seats_of

    return not agents or Players(game, seats_of(game, agents)).are_compiled()


def _start_compiler(game: Game, agents: Sequence[str]) -> BaseProcess | None:
    """Start to compile a game of this package in another process, if both processes share a cache folder."""
    from multiprocessing import get_context

    from cardwright.core import registry
    from cardwright.core.compiling.cache import cache
    from cardwright.core.compiling.jit import COMPILED
    from cardwright.core.working.pool import ctrl_c_ignored

    if not agents or not COMPILED or not cache().kept or not registry.is_installed(game.family):
        return None
    compiler = get_context("spawn").Process(target=_compile, args=(game.family, agents), daemon=True)
    with ctrl_c_ignored():  # the terminal's Ctrl-C is for the person's game
        compiler.start()
    return compiler


def _compile(family: str, agents: Sequence[str]) -> None:
    from cardwright.agents import make
    from cardwright.agents.warm import warm
    from cardwright.core import registry
    from cardwright.core.working.pool import prepare_worker

    prepare_worker()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):  # the terminal shows the game
        os.dup2(nowhere, stream)
    warm(registry.game(family), [make(each) for each in agents])
