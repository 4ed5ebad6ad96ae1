"""The API of studies: forms, jobs, runs and what they found."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import functools
import hashlib
from importlib import resources
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import pydantic
from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from starlette.responses import Response

from cardwright.core import files
from cardwright.core.errors import BadData, CardwrightError

from . import run_data, run_list, study_forms
from .bench import Bench, OwnBench
from .bodies import Body, Route
from .studies import Job, SavedStudy, saved_study
from .study_forms import AnyForm, BalanceForm, Form, about, command_line
from .tables import off_loop
from .workspace import told

LARGEST_FILE = 64 * 1024 * 1024  # that a page can open or keep
MOST_COMPARED = 8
SECONDS_TO_READ = 60.0
MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".csv": "text/csv; charset=utf-8",
    ".json": "application/json",
}


class Problem(pydantic.BaseModel):
    """What is wrong with a request."""

    error: str


class NewStudy(Body):
    """A study to begin, or to continue where its folder stopped."""

    form: AnyForm
    resume: bool = False


RunName = Annotated[str, Query(min_length=1, max_length=400)]
router = APIRouter(route_class=Route, responses={400: {"description": "Bad input", "model": Problem}})


@router.get("/api/studies/kinds")
def list_kinds() -> list[dict[str, Any]]:
    """List the kinds of studies, each with the fields of its form."""
    return [_kind(form) for form in study_forms.FORMS]


@functools.cache
def _kind(form: type[Form]) -> dict[str, Any]:
    return {**study_forms.describe(form), "makers": study_forms.makers()}


@router.get("/api/studies/configs")
async def list_configs(bench: OwnBench) -> list[str]:
    """List the files of the folder that look like configs of balance studies."""
    return await asyncio.to_thread(run_list.configs, bench.workspace)


class Command(pydantic.BaseModel):
    """The command of a form, to copy; without one, what is wrong, and with which field."""

    command: str = ""
    problem: str = ""
    field: str = ""


@router.post("/api/studies/command")
async def show_command(bench: OwnBench, study: NewStudy) -> Command:
    """Return the command of a form, checked as if it were to start."""
    try:
        await _check(bench, study)
    except CardwrightError as error:
        return Command(problem=told(error), field=getattr(error, "field", ""))
    return Command(command=command_line(bench.studies.command(study.form, study.resume)))


@router.post("/api/studies", status_code=201)
async def start_study(bench: OwnBench, study: NewStudy) -> dict[str, Any]:
    """Begin or continue a study."""
    await _check(bench, study)
    return bench.studies.start(study.form, study.resume).to_data()


async def _check(bench: Bench, study: NewStudy) -> None:
    """Refuse a form that cannot be started."""
    form = study.form
    await off_loop(study_forms.checked, form, bench.workspace, bench.catalogue)
    with about("folder"):
        bench.studies.check_folder(form, study.resume)
    if isinstance(form, BalanceForm):
        config = str(bench.workspace.path(form.config))
        with about("config"):
            await bench.checkers.run(run_data.check_config, config, seconds=SECONDS_TO_READ)


@router.get("/api/jobs")
async def list_jobs(bench: OwnBench) -> list[dict[str, Any]]:
    """List the jobs of this server, the newest first."""
    return [each.to_data() for each in bench.studies.all()]


@router.get("/api/jobs/{job}")
async def show_job(bench: OwnBench, job: str) -> dict[str, Any]:
    """Return a job with what its command has said and printed."""
    found = bench.studies.find(job)
    return {**found.to_data(), "lines": list(found.lines), "output": found.output}


@router.post("/api/jobs/{job}/stop")
async def stop_job(bench: OwnBench, job: str) -> dict[str, Any]:
    """Stop a job as Ctrl-C does; asked again, kill it."""
    found = bench.studies.find(job)
    bench.studies.stop(found)
    return found.to_data()


@router.get("/api/runs")
async def list_runs(bench: OwnBench) -> list[dict[str, Any]]:
    """List the runs of the folder, those changed last first, whoever started them."""
    latest: dict[str, Job] = {}
    for job in bench.studies.all():
        if job.form.resumes:
            latest.setdefault(job.folder, job)
    found = await asyncio.to_thread(run_list.runs, bench.workspace)
    for each in found:
        saved = _saved(bench.workspace.path(each["name"]), each["name"])
        each["state"] = latest[each["name"]].state if each["name"] in latest else saved.state if saved else ""
        each["kind"] = each["kind"] or (saved.form.kind if saved else "")
    return found


@router.get("/api/run")
async def show_run(bench: OwnBench, name: RunName) -> dict[str, Any]:
    """Return what a run is, its files, the command that started it if a page did, and the form that continues it."""
    folder = run_list.run_folder(bench.workspace, name)
    saved = _saved(folder, name)
    kind = run_list.kind_of(folder) or (saved.form.kind if saved else "")
    return {
        "name": name,
        "kind": kind,
        "state": saved.state if saved else "",
        "goal": saved.form.goal if saved else None,
        "saved": saved is not None,
        "form": saved.form.model_dump() if saved else {"kind": kind, "folder": name},
        "command": command_line(bench.studies.command(saved.form)) if saved else "",
        "files": await asyncio.to_thread(run_list.run_files, folder),
    }


@router.get("/api/run/found")
async def show_found(bench: OwnBench, name: RunName) -> dict[str, Any]:
    """Return what a run has found so far: facts, tables, plots and estimates, or why there is nothing yet."""
    folder = run_list.run_folder(bench.workspace, name)
    if not run_list.kind_of(folder):
        return {"problem": "this run has not written anything yet"}
    try:
        found: dict[str, Any] = await bench.workers.run(run_data.read, str(folder), seconds=SECONDS_TO_READ)
    except CardwrightError:
        if bench.studies.at_work(name):  # and will write what is missing
            return {"problem": "what this run finds is shown here once it is saved"}
        raise
    return found


def _saved(folder: Path, name: str) -> SavedStudy | None:
    """Return what a page kept of a study, whose folder may have been moved since; None if there is nothing sound."""
    with contextlib.suppress(CardwrightError):
        saved = saved_study(folder)
        if saved is not None:
            saved.form.folder = name
            saved.form.arguments()
            return saved
    return None


@router.get("/api/run/compare")
async def compare_runs(
    bench: OwnBench,
    name: Annotated[list[str], Query(min_length=2, max_length=MOST_COMPARED)],
    baseline: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> dict[str, Any]:
    """Return the estimates of several runs by what they measure, and how each differs from the baseline."""
    folders = {each: str(run_list.run_folder(bench.workspace, each)) for each in name}
    if len(folders) < 2:
        raise BadData("name at least two different runs")
    found: dict[str, Any] = await bench.workers.run(run_data.compare, folders, baseline, seconds=SECONDS_TO_READ)
    for run in found["runs"]:
        run["state"] = _state_now(bench, run["name"], run["done"])
    return found


def _state_now(bench: Bench, name: str, done: int | None) -> dict[str, Any]:
    """Return how far a run is: its state, "" if nobody knows, and how far it was meant to go."""
    saved = _saved(bench.workspace.path(name), name)
    job = bench.studies.at_work(name)
    goal = saved.form.goal if saved else None
    whole = goal is not None and done is not None and done >= goal
    return {"is": "running" if job else "finished" if whole else saved.state if saved else "", "goal": goal}


@router.get("/api/run/games.csv", response_class=Response)
async def keep_games(bench: OwnBench, name: RunName) -> Response:
    """Return all games of an arena run as CSV."""
    folder = run_list.run_folder(bench.workspace, name)
    text = await bench.workers.run(run_data.games_csv, str(folder), seconds=SECONDS_TO_READ)
    return Response(text, media_type=MEDIA[".csv"], headers=_kept(f"{folder.name}.csv"))


@router.get("/api/run/file", response_class=Response)
async def open_file(
    bench: OwnBench, name: RunName, file: Annotated[str, Query(min_length=1, max_length=400)], keep: bool = False
) -> Response:
    """Return a file of a run: pictures and pages to be shown, unless they are to be kept, and others to be kept."""
    folder = run_list.run_folder(bench.workspace, name)
    path = bench.workspace.path(f"{name}/{file}")
    if not path.is_relative_to(folder) or path.suffix not in run_list.SHOWN_KINDS:
        raise BadData(f"{file[:80]!r} is not a file of this run")
    content = await asyncio.to_thread(files.read_bytes, path, LARGEST_FILE)
    shown = path.suffix in (".html", ".svg", ".png") and not keep
    headers = {"Content-Security-Policy": _sandbox(), **({} if shown else _kept(path.name))}
    return Response(content, media_type=MEDIA.get(path.suffix, "application/octet-stream"), headers=headers)


def _kept(name: str) -> dict[str, str]:
    return {"Content-Disposition": f"attachment; filename*=utf-8''{quote(name)}"}


@functools.cache
def _sandbox() -> str:
    """Return the policy of pages that a run wrote: a place of their own, no requests, and no script but the archive's.

    Anybody may have put a page into the folder, so it must not speak for the workbench.
    """
    script = (resources.files("cardwright.generate.cards") / "data" / "archive.js").read_bytes()
    digest = base64.b64encode(hashlib.sha256(script).digest()).decode()
    return (
        f"sandbox allow-scripts; default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


@router.websocket("/ws/jobs")
async def watch_jobs(socket: WebSocket, bench: OwnBench) -> None:
    """Send all jobs whenever one of them has changed."""
    await socket.accept()
    sending = asyncio.create_task(_send_jobs(socket, bench))
    try:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await socket.receive()
    finally:
        sending.cancel()


async def _send_jobs(socket: WebSocket, bench: Bench) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        async for _ in bench.studies.changes():
            await socket.send_json({"type": "jobs", "jobs": [each.to_data() for each in bench.studies.all()]})
