"""Agents that search are compiled once on a machine, in a worker, which goes on when nobody waits for it any more."""

from __future__ import annotations

import asyncio
import contextlib

from . import thinking
from .workers import Workers

MOST_SECONDS = 600.0


class Compiler:
    """Knows which agents are compiled for which games, and compiles the others."""

    def __init__(self, workers: Workers):
        self._workers = workers
        self._compiled: set[tuple[int, str]] = set()  # kinds of positions and agents
        self._running: dict[tuple[int, str], asyncio.Task[None]] = {}

    async def is_needed(self, position: thinking.Position, agent: str) -> bool:
        """Return whether an agent must be compiled before it can decide in a position."""
        key = (position.kind, agent)
        if key in self._compiled or key in self._running:
            return key in self._running
        needed = bool(await self._workers.run(thinking.must_compile, position, agent))
        if not needed:
            self._compiled.add(key)
        return needed

    async def compile(self, position: thinking.Position, agent: str) -> None:
        """Wait until an agent is compiled; several that wait for the same share the work."""
        key = (position.kind, agent)
        if key not in self._running:
            self._running[key] = asyncio.create_task(self._compile(key, position, agent))
        await asyncio.shield(self._running[key])

    async def _compile(self, key: tuple[int, str], position: thinking.Position, agent: str) -> None:
        try:
            await self._workers.run(thinking.compiled, position, agent, seconds=MOST_SECONDS)
            self._compiled.add(key)
        finally:
            del self._running[key]

    async def close(self) -> None:
        """Stop compiling."""
        for task in list(self._running.values()):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
