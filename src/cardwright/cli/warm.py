"""`cardwright warm`: compile the rules of games ahead, so that nothing has to be waited for later."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Annotated

import typer

from cardwright.core.showing.progress import bar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardwright.agents import Agent


def command(
    families: Annotated[list[str] | None, typer.Argument(help="Families of games, as in spire (default: all).")] = None,
    agents: Annotated[
        list[str] | None, typer.Option(help="Agent to compile; repeatable (default: lookahead and mcts).")
    ] = None,
    actions: Annotated[
        bool, typer.Option("--actions", help="Compile the log of decisions too (arena --actions).")
    ] = False,
    jobs: Annotated[int | None, typer.Option(min=1, help="Number of processes (default: one per CPU).")] = None,
) -> None:
    """Compile what playing needs, once on this machine.

    Without this command, games are compiled when they are first played. The agents first, random and rules are
    always compiled. Maps, drafts, tournaments, papers and training have kernels of their own, which are still
    compiled when they are first used.

    Example: cardwright warm spire unicorns
    """
    from concurrent.futures import as_completed

    from cardwright.agents import make
    from cardwright.core import registry
    from cardwright.core.compiling.cache import cache
    from cardwright.core.compiling.jit import COMPILED
    from cardwright.core.errors import CardwrightError, unknown
    from cardwright.core.working.pool import ProcessPool, result_of

    wanted = list(dict.fromkeys(families or registry.names()))
    for name in wanted:
        if not registry.is_installed(name):
            raise unknown("game", name, registry.names())
    thinkers = tuple(make(each) for each in agents or ())
    if not COMPILED:
        raise CardwrightError("the compiler is switched off by NUMBA_DISABLE_JIT")
    if not cache().kept:
        raise CardwrightError("compiled code cannot be kept, so compiling ahead is of no use")
    begun = time.monotonic()
    with ProcessPool(min(jobs or os.cpu_count() or 1, len(wanted))) as pool, bar("compiling") as move:
        move(0, len(wanted), ", ".join(wanted))
        futures = {pool.submit(compile_family, name, thinkers, actions): name for name in wanted}
        for done, future in enumerate(as_completed(futures), 1):
            result_of(future)
            move(done, len(wanted))
    print(f"{', '.join(wanted)} compiled in {time.monotonic() - begun:.0f} s; the machine code is in {cache().folder}")
    logs = "" if actions else "logs of decisions (--actions), "
    print(f"Compiled when first used: other agents (--agents), {logs}maps, drafts, tournaments, papers, training")


def compile_family(name: str, agents: Sequence[Agent], actions: bool = False) -> None:
    """Compile what the games of a family need; they share one record type, so one of them is enough."""
    from cardwright.agents.warm import warm
    from cardwright.core import registry

    game = registry.game(name)
    warm(game, agents)
    if actions:
        import numpy as np

        from cardwright.arena.plan import make_plan
        from cardwright.arena.run import play_with_one_kernel

        plan = make_plan(game, f"{game.players}*random", games=1, seed=0)
        play_with_one_kernel(plan, 0, np.arange(1), actions=True)  # without a game there is nothing to log
