"""How long a study still takes, and in which order studies run."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys

import pytest
from study_jobs import (
    arena,
)

from cardwright.core.errors import CardwrightError
from cardwright.web import studies
from cardwright.web.studies import Studies
from cardwright.web.study_forms import ArenaForm
from cardwright.web.workspace import Workspace


def test_the_time_left_follows_from_the_pace(monkeypatch):
    job = studies.Job(ArenaForm(**arena("runs/x")), [])
    job.state = "running"
    now = 100.0
    monkeypatch.setattr(studies.time, "monotonic", lambda: now)
    for later, done, left in [(0, 0, None), (1, 50, None), (10, 100, 20.0), (15, 200, 0.0)]:
        now = 101.0 + later - 1
        job.hear(json.dumps({"progress": {"bar": 0, "what": "games", "done": done, "total": 200}}))
        assert job.to_data()["seconds_left"] == (None if left is None else pytest.approx(left * 0.9 if left else 0))


def test_each_series_has_its_own_pace(monkeypatch):
    job = studies.Job(ArenaForm(**arena("runs/x")), [])
    job.state = "running"
    for now, bar, done in [(0, 0, 50), (1, 0, 100), (1, 1, 10), (11, 1, 20)]:
        monkeypatch.setattr(studies.time, "monotonic", lambda now=now: float(now))
        job.hear(json.dumps({"progress": {"bar": bar, "what": "games", "done": done, "total": 100}}))
    assert job.seconds_left() == pytest.approx(80)  # of the slow series


@pytest.fixture
def sleepers(tmp_path, monkeypatch):
    """Studies of which one runs at a time; their commands only wait."""

    async def started(arguments, folder):
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", "import time; time.sleep(600)"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # shells let background jobs ignore it
        )

    monkeypatch.setattr(studies, "_started", started)
    return lambda: Studies(Workspace(tmp_path), at_once=1)


def test_studies_wait_for_their_turn(sleepers, monkeypatch):
    monkeypatch.setattr(studies, "MOST_WAITING", 2)

    async def check():
        queue = sleepers()
        first = queue.start(ArenaForm(**arena("runs/a")))
        await until(lambda: first.process)
        second, third = queue.start(ArenaForm(**arena("runs/b"))), queue.start(ArenaForm(**arena("runs/c")))
        assert (first.state, second.state, third.state) == ("running", "waiting", "waiting")
        with pytest.raises(CardwrightError, match="2 studies are waiting already"):
            queue.start(ArenaForm(**arena("runs/d")))
        queue.stop(second)
        assert second.state == "stopped"
        queue.stop(first)
        await until(lambda: first.state == "stopped" and third.process)
        assert (second.process, third.state) == (None, "running")
        await queue.close()
        assert third.state == "stopped"

    asyncio.run(check())


async def until(wanted):
    while not wanted():
        await asyncio.sleep(0.01)
