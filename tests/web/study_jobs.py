"""Studies that a test starts on a server, and what pages are told about them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from patience import PATIENCE
from web_server import WebServer

from cardwright.report.run import load

KUHN = Path(__file__).parents[2] / "examples" / "kuhn.py"
ENDLESS = 1_000_000  # games, which take hours in plain Python
CODE = "import pathlib\npathlib.Path(__file__).with_suffix('.ran').touch()\n"


def study_server(start_server) -> Iterator[WebServer]:
    """Start a server whose studies run as plain Python and so begin at once; programs of others lie in its folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        started = start_server(games=[f"{KUHN}:family"])
        for name in ("random", "cardwright", "numpy", "planted"):
            (started.folder / f"{name}.py").write_text(CODE)
        yield started
    assert not list(started.folder.rglob("*.ran"))


def arena(folder: str, **fields) -> dict:
    """The form of an arena with few games."""
    return {
        "kind": "arena",
        "game": "kuhn",
        "seats": ["random,random"],
        "games": 40,
        "seed": 1,
        "folder": folder,
        **fields,
    }


def start(server, form: dict, resume: bool = False) -> dict:
    answer = server.post("/api/studies", {"form": form, "resume": resume})
    assert answer.status_code == 201, answer.text
    return answer.json()


def messages(server, job: dict) -> Iterator[dict]:
    """What a page is told about a job, from now on."""
    with server.socket("/ws/jobs") as socket:
        while True:
            told = json.loads(socket.recv(timeout=PATIENCE))
            yield next(each for each in told["jobs"] if each["id"] == job["id"])


def when(server, job: dict, wanted) -> dict:
    """Wait until a job is as wanted."""
    return next(each for each in messages(server, job) if wanted(each))


def ended(job: dict) -> bool:
    return job["ended"] is not None


def at_work(job: dict) -> bool:
    assert not ended(job), job
    return sum(bar["done"] for bar in job["bars"]) > 0


def begin_and_stop(server, form: dict, resume: bool = False) -> dict:
    job = start(server, form, resume)
    when(server, job, at_work)
    assert server.post(f"/api/jobs/{job['id']}/stop", None).json()["state"] == "stopping"
    return when(server, job, ended)


def command(server, line: str) -> None:
    """Run a command in the folder of the server, as a person does."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    program = [sys.executable, "-P", "-m", "cardwright", *line.split()]
    subprocess.run(program, cwd=server.folder, env=environment, check=True, capture_output=True)


def played(server, folder: str):
    return load(server.folder / folder).games.sort("series", "game")
