"""Work on a Ray cluster of two nodes: the same results as at home, whatever happens to the processes there."""

from __future__ import annotations

import importlib.util
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, NamedTuple

import polars
import pytest
from patience import PATIENCE

from cardwright import arena, balance, cgdl, training, working_on
from cardwright.arena.workers import STOPPING
from cardwright.cli.main import run
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.working import cluster as clusters
from cardwright.core.working.jobs import MOST_JOBS
from cardwright.core.working.workers import Workers, jobs_for
from cardwright.generate.cards import Rung
from cardwright.generate.cards import Settings as CardSettings
from cardwright.generate.cards.search import judged
from cardwright.generate.games import STAGES, Settings, evolution, evolve
from cardwright.spire import family as spire

TESTS = Path(__file__).parent.parent
MODULES = (TESTS / "arena", TESTS / "training", TESTS.parent / "examples")  # what the tests send to the cluster
OF_RAY = {"RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S": "60", "RAY_USAGE_STATS_ENABLED": "0"}
GIVEN_UP = "Ray gave up starting, as it does where the machine is slow"
NO_SERVER = ("Starting Ray client server failed", "ZombieProcess")  # what Ray says if the server did not start
ATTEMPTS = 2
HEAD = ("--head", "--include-dashboard=false", "--disable-usage-stats")

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None or sys.platform == "win32",
    reason="needs Ray (pip install 'cardwright[ray]') on Linux or macOS",
)
needs_grpc = pytest.mark.skipif(
    importlib.util.find_spec("grpc") is None, reason="Ray's client needs gRPC (pip install 'cardwright[ray]')"
)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def start_node(environment: dict[str, str], *words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--num-cpus=1", *words]
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, env=environment, start_new_session=True, **silent)


def wait_for(port: int, node: subprocess.Popen[bytes]) -> None:
    """Wait until a node listens, for as long as it lives: how long Ray takes depends on the machine."""
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if node.poll() is not None:
                pytest.skip(GIVEN_UP)
            time.sleep(0.1)
        else:
            return


@pytest.fixture(autouse=True)
def _modules(monkeypatch):
    for folder in MODULES:
        monkeypatch.syspath_prepend(folder)


class Nodes(NamedTuple):
    """A cluster of two nodes with a process each, which play uncompiled."""

    port: int
    client_port: int  # for programs outside of the cluster
    processes: list[subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    """The cluster of these tests."""
    modules = os.pathsep.join(map(str, MODULES))
    os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    environment = {**os.environ, **OF_RAY, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": modules}
    port, client_port = free_port(), free_port()
    own = (f"--port={port}", f"--ray-client-server-port={client_port}")
    started = [start_node(environment, *HEAD, *own)]
    try:
        wait_for(port, started[0])
        started.append(start_node(environment, f"--address=127.0.0.1:{port}"))
        wait_for(client_port, started[0])
        yield Nodes(port, client_port, started)
    finally:
        for node in reversed(started):
            node.terminate()
        for node in started:
            node.wait()
        for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN"):
            del os.environ[name]


@pytest.fixture(scope="module")
def place(nodes) -> Iterator[str]:
    """The cluster, connected once for all tests, so that its processes import the package only once."""
    with clusters.Cluster(f"127.0.0.1:{nodes.port}") as cluster:
        while cluster.ray.cluster_resources()["CPU"] < 2:
            assert all(node.poll() is None for node in nodes.processes)
            time.sleep(0.1)
        yield "ray"


def columns(result: arena.Result) -> list[dict[str, list[float]]]:
    return [{name: column.tolist() for name, column in series.columns.items()} for series in result.series]


def decisions(folder: Path) -> polars.DataFrame:
    return polars.read_parquet(folder / "actions.parquet")


def played_from_outside(nodes: Nodes, game: Game) -> arena.Result:
    """Play on the cluster as a client; each attempt starts a server of Ray, which can fail on a slow machine."""
    for _ in range(ATTEMPTS):
        try:
            return arena.run(game, "2*random", games=30, seed=3, on=f"ray://127.0.0.1:{nodes.client_port}")
        except CardwrightError as error:
            if not any(each in str(error) for each in NO_SERVER):
                raise
    pytest.skip(f"Ray gave up the server for this client {ATTEMPTS} times, as it does where the machine is slow")


@needs_ray
@needs_grpc
def test_a_program_outside_of_the_cluster_gets_the_same(nodes, kuhn_game):
    here = arena.run(kuhn_game, "2*random", games=30, seed=3, jobs=1)
    there = played_from_outside(nodes, kuhn_game)
    assert columns(there) == columns(here)


@needs_ray
def test_the_arena_plays_the_same_games_and_logs_them(place, kuhn_game, tmp_path):
    series = ["random,mcts:5", ["arena_agents:Moody", "random"]]
    options = {"games": 40, "seed": 1, "replays": 2, "actions": True}
    here = arena.run(kuhn_game, series, log=tmp_path / "here", jobs=1, **options)
    there = arena.run(kuhn_game, series, log=tmp_path / "there", on=place, **options)
    assert columns(here) == columns(there)
    assert decisions(tmp_path / "here").equals(decisions(tmp_path / "there"))
    names = [sorted(each.name for each in (tmp_path / where).rglob("*.json")) for where in ("here", "there")]
    assert len(names[0]) > 4
    assert names[0] == names[1]


@needs_ray
def test_a_run_that_was_stopped_goes_on_there(place, kuhn_game, tmp_path):
    presses = iter([signal.SIGINT])

    def stop(*_: object) -> None:
        for each in presses:
            signal.raise_signal(each)

    options = {"games": 3000, "seed": 4}
    with pytest.raises(arena.Interrupted) as stopped:
        arena.run(kuhn_game, "2*random", log=tmp_path, on=place, progress=stop, **options)
    assert 0 < len(stopped.value.result.frame()) < 3000
    there = arena.run(kuhn_game, "2*random", log=tmp_path, on=place, resume=True, **options)
    assert columns(there) == columns(arena.run(kuhn_game, "2*random", jobs=1, **options))


@needs_ray
def test_other_long_jobs_find_the_same(place, monkeypatch):
    from peak_game import family

    monkeypatch.setattr(evolution, "GENERATION", 2)
    brief = training.Settings(seed=1, population=6, generations=2, games=6)
    few = {f"{kind.name}.games": 8.0 for kind in STAGES}
    games = Settings(seed=5, players=(2,), parents=(cgdl.text(cgdl.load("uno")),), thresholds=few)
    short = {"repeats": 2, "finalists": 1}
    tournament = {"play": {"tournament": {"cards": "vanilla", "size": 2}}, "parameters": {"cards.*.attack": [1, 9]}}
    battles = {"play": {"arena": {"scenarios": "spire:jaw-worm", "games": 2, "seats": "first"}}}
    battles["parameters"] = {"start.player.max_hp": {"bounds": [10, 90], "step": 40, "from": 50}}
    rungs = CardSettings("spire", 3, rungs=(Rung(games=1, stride=24),))
    cards = [(rungs, card, 0) for card in spire.card_maker().known()[:2]]

    def results(**options: object) -> list[object]:
        trained = training.evolve(family.game({"players": 3}, "three"), brief, **options)
        tuned = balance.tune(balance.Study({**tournament, **short}), budget=6, optimiser="random", seed=1, **options)
        fought = balance.tune(balance.Study({**battles, **short}), budget=3, optimiser="random", seed=1, **options)
        found = evolve(games, evaluations=2, **options)
        with Workers(jobs_for(None)) as workers:
            figures = workers.run(judged, cards)
        return [trained.history, tuned.to_dict(), fought.to_dict(), found.to_data(), figures]

    here = results(jobs=1)
    with working_on(place):
        assert repr(results()) == repr(here)


@needs_ray
def test_a_group_error_and_a_paper_are_the_same(place):
    from cardwright.balance.sweeps import group_error
    from cardwright.papers.cgdl import reproduce

    study = balance.Study({"play": {"tournament": {"cards": "vanilla", "size": 2}}})
    here = group_error(study, [4], repeats=3), reproduce(plays=2, seed=1)
    with working_on(place):
        assert (group_error(study, [4], repeats=3), reproduce(plays=2, seed=1)) == here


@needs_ray
def test_what_a_cluster_cannot_do_is_said_in_one_sentence(place, kuhn_game, monkeypatch):
    def play(*seats: object, **options: object) -> arena.Result:
        return arena.run(kuhn_game, [list(seats)], games=4, seed=1, **options)

    monkeypatch.setattr(clusters, "RETRIES", 0)
    with working_on(place):
        with pytest.raises(CardwrightError, match="a GPU plays on this machine"):
            play("random", "random", device="gpu")
        with pytest.raises(CardwrightError, match="language models are asked from this machine"):
            play("random", "llm:some-model")
        with pytest.raises(CardwrightError, match="Confused"):
            play("random", "arena_agents:Confused")
        with pytest.raises(CardwrightError, match="ended its process on the cluster 1 times"):
            play("random", "arena_agents:Fatal")
        monkeypatch.setattr(clusters, "fingerprint", lambda: "another")
        with pytest.raises(CardwrightError, match="has another version of Cardwright"):
            play("random", "random")


@needs_ray
def test_killed_processes_and_a_lost_machine_change_nothing(place, nodes, kuhn_game, tmp_path):
    from arena_agents import Traced

    seats, killed = [[Traced(str(tmp_path)), "random"]], set()
    machine = nodes.processes[1].pid

    def kill(*_: object) -> None:
        found = {int(each.name) for each in tmp_path.iterdir()} - killed
        if len(killed) < 2:
            for process in found:
                os.kill(process, signal.SIGKILL)
                killed.add(process)
        elif machine not in killed:
            os.killpg(machine, signal.SIGKILL)  # all its processes
            killed.add(machine)

    there = arena.run(kuhn_game, seats, games=60, seed=2, on=place, progress=kill)
    assert machine in killed
    assert os.getpid() not in killed
    assert columns(there) == columns(arena.run(kuhn_game, seats, games=60, seed=2, jobs=1))


@needs_ray
def test_messages_of_ray_do_not_mix_with_results(capsys):
    """Ray reports a lost node on the standard output, in front of the JSON that a command prints."""
    from ray._private import worker

    usual = worker.print_to_stdstream
    with clusters.messages_on_stderr():
        worker.print_to_stdstream({"lines": ["a node is lost"], "pid": "raylet", "is_err": False}, ignore_prefix=False)
    assert worker.print_to_stdstream is usual
    output = capsys.readouterr()
    assert output.out == ""
    assert "a node is lost" in output.err


@needs_ray
@pytest.mark.parametrize(
    ("place", "complaint"),
    [
        ("nowhere", "'nowhere' is not a Ray cluster; allowed are ray, auto, ray://host:port or host:port"),
        ("ray://", "is not a Ray cluster"),
        ("two..dots:6379", "is not a Ray cluster"),
        ("127.0.0.1:1", "there is no Ray cluster at"),  # nothing listens there
        pytest.param("ray://127.0.0.1:1", "there is no Ray cluster at", marks=needs_grpc),
    ],
)
def test_a_bad_address_is_refused_at_once(place, complaint, refused):
    refused(["arena", "kuhn", "--seats", "2*random", "--on", place], complaint)


@needs_ray
@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"220 mail\r\n", None], ids=str)
@pytest.mark.parametrize("client", ["", pytest.param("ray://", marks=needs_grpc)])
def test_another_service_is_recognised_at_once(answer, client, monkeypatch, refused):
    monkeypatch.setattr(clusters, "SECONDS_TO_ANSWER", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            line, _ = server.accept()
            with line:
                line.recv(1000)
                if answer is None:
                    ended.wait(10)  # says nothing
                else:
                    line.sendall(answer)

        ended, thread = threading.Event(), threading.Thread(target=serve)
        thread.start()
        place = f"{client}127.0.0.1:{server.getsockname()[1]}"
        refused(["arena", "kuhn", "--seats", "2*random", "--on", place], "there is no Ray cluster at")
        ended.set()
        thread.join()


def test_a_missing_library_is_named(monkeypatch, refused):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    refused(["arena", "kuhn", "--seats", "2*random", "--on", "ray"], "pip install 'cardwright[ray]'")


def descendants(process: int) -> set[int]:
    found = {process}
    for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
        found |= descendants(int(child))
    return found


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@needs_ray
@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_ctrl_c_keeps_the_log_and_leaves_no_process(tmp_path):
    words = ["arena", "spire:jaw-worm", "--seats", "random", "--games", "2000", "--seed", "1", "--log", str(tmp_path)]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "cardwright", *words, "--on", "ray"]
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        started: set[int] = set()
        while not any(each.stat().st_size > 3000 for each in tmp_path.glob("*.parquet")):
            if process.poll() is not None:
                _, errors = process.communicate()
                assert "timed out during startup" in errors
                pytest.skip(GIVEN_UP)
            time.sleep(0.2)
        started = descendants(process.pid)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        output, errors = process.communicate()
    finally:
        process.kill()
    assert process.returncode == 130
    assert "games per series" in output
    assert errors == f"{STOPPING}\n"
    assert len(started) > 3
    for _ in range(PATIENCE * 10):
        if not any(map(is_running, started)):
            break
        time.sleep(0.1)
    assert not [each for each in started if is_running(each)]
    logged = polars.read_parquet(tmp_path / "games.parquet")
    alone = arena.run("spire:jaw-worm", "random", games=len(logged), seed=1).frame()
    assert 0 < len(logged) < 2000
    assert alone.filter(alone["game"].is_in(logged["game"].implode())).equals(logged)


class ConnectedRay:
    """A stand-in for Ray in a program that has connected to a large cluster."""

    calls: ClassVar[list[str]] = []
    is_initialized = staticmethod(lambda: True)
    cluster_resources = staticmethod(lambda: {"CPU": 64_000.0})
    remote = staticmethod(lambda **_: lambda function: function)
    init = shutdown = staticmethod(lambda *_, **__: ConnectedRay.calls.append("?"))


def test_a_connection_of_the_program_itself_is_used_and_kept(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: True)
    monkeypatch.setattr(importlib, "import_module", lambda name: ConnectedRay)
    with working_on("ray"):
        assert Workers(jobs_for(None)).jobs == MOST_JOBS
        assert Workers(1000).chunk_seconds == 4, "no more than 250 tasks a second"
    with pytest.raises(CardwrightError, match="already connected to a Ray cluster; on='ray' works there"):
        working_on("auto").__enter__()
    assert ConnectedRay.calls == []


class SlowRay(ConnectedRay):
    """A stand-in for Ray on a machine that is too slow for it."""

    is_initialized = staticmethod(lambda: False)
    shutdown = staticmethod(lambda: None)

    @staticmethod
    def init(*_, **__):
        raise Exception("The current node timed out during startup.")  # as Ray does


def test_a_cluster_that_does_not_start_is_reported_in_one_sentence(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: True)
    monkeypatch.setattr(importlib, "import_module", lambda name: SlowRay)
    with pytest.raises(CardwrightError, match="Ray cannot be used at 'ray': The current node timed out during startup"):
        working_on("ray").__enter__()


def test_a_help_text_explains_the_option(capsys):
    assert run(["arena", "--help"]) == 0
    assert "ray://host:port" in capsys.readouterr().out
