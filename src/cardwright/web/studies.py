"""Long work for pages: each study is a command of its own, in a process that can be stopped as with Ctrl-C.

A study's results are the files of its command, in a folder of the workspace, so it can be continued from a page or from
the command line, whoever began it. Next to them, study.json keeps the form it was started with.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Literal

import pydantic

from cardwright.core import data, files
from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.showing import progress
from cardwright.core.working.jobs import cores

from . import run_list
from .study_forms import AnyForm, Form, command_line
from .workspace import Workspace

FILE = "study.json"
MOST_WAITING = 50
MOST_KEPT = 100  # jobs that have ended, which pages still list
MOST_LINES = 100  # of what a command says
LONGEST_LINE = 2000
LONGEST_OUTPUT = 200_000  # characters of what it prints
SECONDS_TO_STOP = 5.0  # when the server ends
SECONDS_BETWEEN_NEWS = 0.1
STOPPED = 130  # the exit code of a command that Ctrl-C ended
WIDTH = "100"  # of the tables that commands print

State = Literal["waiting", "running", "stopping", "finished", "stopped", "failed"]
ENDED = ("finished", "stopped", "failed")


class SavedStudy(pydantic.BaseModel):
    """The contents of study.json: the form a study was started with, and how it ended."""

    model_config = pydantic.ConfigDict(extra="forbid")

    format: Literal["cardwright study 1"] = "cardwright study 1"
    form: AnyForm
    state: Literal["finished", "stopped", "failed"] = "stopped"  # while it runs too, in case the server is killed


def saved_study(folder: Path) -> SavedStudy | None:
    """Return what study.json in a folder says; None if the run came from the command line."""
    if not (folder / FILE).is_file():
        return None
    document = data.read(folder / FILE)
    return data.validate(SavedStudy, document.value, document)


class Job:
    """One run of a command."""

    def __init__(self, form: Form, arguments: list[str]):
        self.id = secrets.token_hex(8)
        self.form = form
        self.arguments = arguments
        self.state: State = "waiting"
        self.bars: dict[int, dict[str, Any]] = {}
        self.lines: deque[str] = deque(maxlen=MOST_LINES)
        self.says = ""  # the last line, until there is progress
        self.output = ""
        self.error = ""
        self.created = time.time()
        self.began: float | None = None
        self.ended: float | None = None
        self.process: asyncio.subprocess.Process | None = None
        self._firsts: dict[int, tuple[float, int]] = {}  # when each bar first told how far it was, and how far

    @property
    def folder(self) -> str:
        """The folder of the run."""
        return self.form.folder

    def seconds_left(self) -> float | None:
        """Return how long it will take at the pace of each bar so far; None if that cannot be told."""
        left = [self._seconds_left(number) for number in self.bars] if self.state == "running" else []
        return sum(known) if (known := [each for each in left if each is not None]) and known == left else None

    def _seconds_left(self, number: int) -> float | None:
        done, total = self.bars[number]["done"], self.bars[number]["total"]
        if total is None or number not in self._firsts:
            return None
        begun, before = self._firsts[number]
        if done == total:
            return 0.0
        return float((total - done) * (time.monotonic() - begun) / (done - before)) if done > before else None

    def to_data(self) -> dict[str, Any]:
        """Return what pages show of it, but for what it printed."""
        return {
            "id": self.id,
            "kind": self.form.kind,
            "folder": self.folder,
            "command": command_line(self.arguments),
            "state": self.state,
            "bars": [self.bars[key] for key in sorted(self.bars)],
            "seconds_left": self.seconds_left(),
            "says": self.says,
            "error": self.error,
            "created": self.created,
            "began": self.began,
            "ended": self.ended,
        }

    def hear(self, line: str) -> None:
        """Take in a line of the error stream: progress, or words for people."""
        with contextlib.suppress(ValueError, TypeError, KeyError):
            found = json.loads(line)["progress"]
            self.bars[int(found["bar"])] = {key: found[key] for key in ("what", "done", "total")}
            self.says = "" if found["done"] else self.says
            if found["done"]:  # a study that is resumed begins with what was done before
                self._firsts.setdefault(int(found["bar"]), (time.monotonic(), int(found["done"])))
            return
        if line.strip():
            self.says = line.strip()[:LONGEST_LINE]
            self.lines.append(self.says)

    def end(self, code: int) -> None:
        """Note how the command ended."""
        self.ended = time.time()
        killed = self.state == "stopping" and code != 0
        self.state = "finished" if code == 0 else "stopped" if code == STOPPED or killed else "failed"
        if self.state == "failed":
            said = self.lines[-1] if self.lines else f"the command ended with code {code}"
            self.error = said.removeprefix("cardwright: ")


class Studies:
    """The jobs of a server: some run, others wait for their turn."""

    def __init__(self, workspace: Workspace, games: Mapping[str, str] | None = None, at_once: int | None = None):
        self._workspace = workspace
        self._games = games or {}  # Python games by their families
        self._free = asyncio.Semaphore(at_once or cores())
        self._jobs: dict[str, Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._news = asyncio.Event()

    def all(self) -> list[Job]:
        """Return all jobs, the newest first."""
        return sorted(self._jobs.values(), key=lambda each: -each.created)

    def find(self, name: str) -> Job:
        """Return a job by its id."""
        if name not in self._jobs:
            raise CardwrightError("there is no such job")
        return self._jobs[name]

    def at_work(self, folder: str) -> Job | None:
        """Return the job that works in a folder, or waits to."""
        return next((each for each in self.all() if each.folder == folder and each.state not in ENDED), None)

    def command(self, form: Form, resume: bool = False) -> list[str]:
        """Return the command of a form, without its program."""
        return form.arguments(resume, self._games)

    def check_folder(self, form: Form, resume: bool = False) -> None:
        """Refuse a folder where a study is at work, or a new one in a folder that has anything in it."""
        home = self._workspace.own_path(form.folder)
        if self.at_work(form.folder):
            raise BadData(f"a study is at work in {form.folder}; stop it, or choose another folder")
        if form.resumes and not resume and home.is_dir() and any(home.iterdir()):
            raise BadData(f"{form.folder} is not empty; resume the study there, or choose another folder")
        if form.resumes and resume:
            _check_kind(form, home)

    def start(self, form: Form, resume: bool = False) -> Job:
        """Begin a study, as soon as there is room; the form has been checked."""
        home = self._workspace.path(form.folder)
        self.check_folder(form, resume)
        if sum(each.state == "waiting" for each in self._jobs.values()) >= MOST_WAITING:
            raise BadData(f"{MOST_WAITING} studies are waiting already; stop some")
        job = Job(form, self.command(form, resume))
        if form.resumes:
            files.make_folder(home, private=form.private)
            _save(job, home)
        self._jobs[job.id] = job
        self._forget_old()
        task = asyncio.create_task(self._run(job, home))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._tell()
        return job

    def stop(self, job: Job) -> None:
        """Stop a job as Ctrl-C does; if it is stopping already, kill it. Its files are valid either way."""
        if job.state == "waiting":
            job.state, job.ended = "stopped", time.time()
        elif job.process is not None and job.state in ("running", "stopping"):
            _interrupt(job.process, kill=job.state == "stopping")
            job.state = "stopping"
        self._tell()

    async def changes(self) -> AsyncIterator[None]:
        """Yield once at the beginning, and then whenever something has changed."""
        while True:
            news = self._news
            yield
            await news.wait()
            await asyncio.sleep(SECONDS_BETWEEN_NEWS)

    async def close(self) -> None:
        """Stop all jobs; what they did stays in their folders, to be resumed."""
        for job in self._jobs.values():
            if job.state not in ENDED:
                self.stop(job)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=SECONDS_TO_STOP)
        for job in self._jobs.values():
            if job.state == "stopping":
                self.stop(job)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=SECONDS_TO_STOP)

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _forget_old(self) -> None:
        ended = [each for each in self.all() if each.state in ENDED]
        for each in ended[MOST_KEPT:]:
            del self._jobs[each.id]

    async def _run(self, job: Job, home: Path) -> None:
        async with self._free:
            if job.state == "waiting":
                await self._work(job)
        if job.form.resumes:
            _save(job, home)
            _clear(job, home)
        self._tell()

    async def _work(self, job: Job) -> None:
        job.state, job.began = "running", time.time()
        self._tell()
        try:
            job.process = await _started(job.arguments, self._workspace.folder)
        except OSError as error:
            job.lines.append(f"the command cannot be started: {error.strerror}")
            job.end(1)
            return
        assert job.process.stdout is not None
        assert job.process.stderr is not None
        await asyncio.gather(self._read_lines(job, job.process.stderr), _read_output(job, job.process.stdout))
        job.end(await job.process.wait())

    async def _read_lines(self, job: Job, stream: asyncio.StreamReader) -> None:
        rest = b""
        while chunk := await stream.read(1 << 16):
            *lines, rest = (rest + chunk).split(b"\n")
            rest = rest[:LONGEST_LINE]
            for line in lines:
                job.hear(line.decode(errors="replace"))
            self._tell()
        job.hear(rest.decode(errors="replace"))


def _check_kind(form: Form, home: Path) -> None:
    """Refuse to resume a study where there is none, or one of another kind."""
    saved = saved_study(home)
    found = saved.form.kind if saved else run_list.kind_of(home)
    if found is None:
        raise BadData(f"{form.folder} holds no study to resume; start a new one")
    if found != form.kind:
        raise BadData(f"{form.folder} holds a study of another kind ({found}); choose its own form")


async def _read_output(job: Job, stream: asyncio.StreamReader) -> None:
    while chunk := await stream.read(1 << 16):
        job.output = (job.output + chunk.decode(errors="replace"))[-LONGEST_OUTPUT:]


async def _started(arguments: list[str], folder: Path) -> asyncio.subprocess.Process:
    """Start a command in a group of processes of its own, which a signal reaches as a whole."""
    environment = {
        **os.environ,
        progress.LINES: progress.JSON,
        "PYTHONSAFEPATH": "1",  # a file random.py in the folder must not be imported
        "COLUMNS": WIDTH,
    }
    group: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cardwright", *arguments),
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **group,
    )


def _interrupt(process: asyncio.subprocess.Process, kill: bool) -> None:
    """Send Ctrl-C to a command and its processes, or kill them."""
    with contextlib.suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill() if kill else process.send_signal(signal.CTRL_BREAK_EVENT)
        else:
            os.killpg(process.pid, signal.SIGKILL if kill else signal.SIGINT)


def _save(job: Job, home: Path) -> None:
    """Keep the form of a study, and how it ended."""
    state = job.state if job.state in ENDED else "stopped"
    saved = SavedStudy.model_validate({"form": job.form.model_dump(), "state": state})
    with contextlib.suppress(CardwrightError):  # somebody may have removed the folder meanwhile
        files.write(home / FILE, saved.model_dump_json(indent=1) + "\n", private=job.form.private)


def _clear(job: Job, home: Path) -> None:
    """Remove the folder of a study that failed before it wrote anything."""
    with contextlib.suppress(OSError, CardwrightError):
        if job.state == "failed" and [each.name for each in home.iterdir()] == [FILE]:
            files.discard(home, re.compile(re.escape(FILE)))
