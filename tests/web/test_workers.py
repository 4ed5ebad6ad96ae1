"""Worker processes: what their time limits count."""

from __future__ import annotations

import asyncio
import sys
from types import ModuleType

from cardwright.web import workers


class SlowStarter:
    """Stands for a process that starts, yields one item, and notes how long the server would wait for each."""

    limits: tuple[float, ...] = ()

    def __init__(self, games):
        self.tasks, self.started = 0, False
        self.messages = [("started", None), ("item", 7), ("end", None)]

    def begin(self, task, arguments):
        self.tasks += 1

    async def next(self, seconds):
        type(self).limits += (seconds,)
        return self.messages.pop(0)


def test_starting_does_not_count_as_work(monkeypatch):
    monkeypatch.setattr(workers, "_Worker", SlowStarter)
    assert asyncio.run(workers.Workers().run(iter, [7], seconds=3)) == 7
    start, *work = SlowStarter.limits
    assert start > 3 >= max(work)


def test_a_worker_answers_again_and_again():
    async def check():
        some = workers.Workers(count=1)
        found = [await some.run(iter, [number]) for number in range(3)]
        some.close()
        return found

    assert asyncio.run(check()) == [0, 1, 2]


def test_a_worker_does_not_run_the_script_that_started_the_server(monkeypatch, tmp_path):
    script = ModuleType("__main__")
    script.__file__ = str(tmp_path / "server.py")
    (tmp_path / "server.py").write_text("raise SystemExit(1)\n")  # as a script without a guard would end a worker
    monkeypatch.setitem(sys.modules, "__main__", script)

    async def check():
        some = workers.Workers(count=1)
        found = await some.run(iter, [7])
        some.close()
        return found

    assert asyncio.run(check()) == 7
