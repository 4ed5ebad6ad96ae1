"""Compiling agents: once, shared by all who wait, and to the end."""

from __future__ import annotations

import asyncio

import pytest

import cardwright
from cardwright.web import thinking
from cardwright.web.compiling import Compiler


class SlowWorkers:
    """Workers that compile until they are told to be done."""

    def __init__(self):
        self.compiled = 0
        self.done = asyncio.Event()

    async def run(self, task, *arguments, seconds=0.0):
        if task is thinking.must_compile:
            return self.compiled == 0
        await self.done.wait()
        self.compiled += 1
        return True


@pytest.fixture(scope="module")
def position():
    return thinking.Position.of(cardwright.game("cgdl:uno").new(seed=1, logged=True))


def test_compiling_is_shared_and_goes_on_when_nobody_waits(position):
    async def check():
        workers = SlowWorkers()
        compiler = Compiler(workers)
        assert await compiler.is_needed(position, "mcts:1")
        waiting = [asyncio.create_task(compiler.compile(position, "mcts:1")) for _ in range(3)]
        await asyncio.sleep(0)
        for each in waiting[:2]:
            each.cancel()  # these players have gone
        assert await compiler.is_needed(position, "mcts:1")
        workers.done.set()
        await waiting[2]
        assert workers.compiled == 1
        assert not await compiler.is_needed(position, "mcts:1")

    asyncio.run(check())


def test_games_of_a_family_with_other_code_are_compiled_too():
    battle, run = (thinking.Position.of(cardwright.game(f"spire:{start}").new(seed=1)) for start in ("louses", "run"))

    async def check():
        workers = SlowWorkers()
        compiler = Compiler(workers)
        workers.done.set()
        await compiler.compile(battle, "mcts:1")
        workers.compiled = 0
        assert not await compiler.is_needed(battle, "mcts:1")
        assert await compiler.is_needed(run, "mcts:1")

    asyncio.run(check())


def test_a_server_that_stops_stops_compiling(position):
    async def check():
        workers = SlowWorkers()
        compiler = Compiler(workers)
        waiting = asyncio.create_task(compiler.compile(position, "mcts:1"))
        await asyncio.sleep(0)
        await compiler.close()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert workers.compiled == 0

    asyncio.run(check())
