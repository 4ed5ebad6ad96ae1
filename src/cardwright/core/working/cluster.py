"""A Ray cluster, on which tasks run in the processes of any number of machines.

One task of Ray is one chunk of work. What the task calls is pickled once, put into the cluster's store, and read once
by each process. Ray runs a task again when the process or the machine that it ran on is lost.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import importlib.util
import logging
import os
import pickle
import re
import socket
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from .. import user_code  # noqa: F401  # lets the processes of a cluster import a user's files by name
from ..errors import BadData, CardwrightError
from .jobs import MOST_JOBS, cores
from .pool import ctrl_c_ignored
from .workers import unpickled

PACKAGE = Path(__file__).resolve().parents[2]
CLIENT_PORT = 10001  # of a cluster's head, for programs on other machines
SECONDS_TO_ANSWER = 5.0
HTTP2_SETTINGS = b"\0\0\0\4"  # how a frame of settings begins: three bytes of length and its type
HTTP2_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + HTTP2_SETTINGS + b"\0\0\0\0\0"
RETRIES = 5  # of a task whose process or machine was lost
TOKEN = Path.home() / ".ray" / "auth_token"  # which Ray makes for a cluster on this machine
TOKEN_ADVICE = "its token: copy the file ~/.ray/auth_token from there, or set RAY_AUTH_TOKEN"
ADDRESSES = "ray, auto, ray://host:port or host:port"


class Cluster:
    """A connection to a Ray cluster, for the duration of a `with` statement; a cluster that it started ends with it."""

    def __init__(self, address: str):
        if importlib.util.find_spec("ray") is None:
            raise CardwrightError("Ray is not installed; run pip install 'cardwright[ray]'")
        _check_address(address)
        _set_environment(address)
        self.ray = ray = importlib.import_module("ray")
        self.own = not ray.is_initialized()
        if address != "ray" and not self.own:
            raise CardwrightError("this program is already connected to a Ray cluster; on='ray' works there")
        self._streams = contextlib.ExitStack()
        try:
            if self.own:
                self._streams.enter_context(messages_on_stderr())
                self._connect(address)
            self.cpus = min(max(1, int(ray.cluster_resources().get("CPU", 1))), MOST_JOBS)
            self._call = ray.remote(max_retries=RETRIES)(call)
        except BaseException:
            self.close()
            raise

    def _connect(self, address: str) -> None:
        quiet = {"logging_level": logging.CRITICAL, "log_to_driver": False}
        try:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", "Ray Client connection timed out")  # the error says so
                if address == "ray":
                    self.ray.init("local", num_cpus=cores(), include_dashboard=False, **quiet)
                else:
                    self.ray.init(address, **quiet)
        except Exception as error:  # noqa: BLE001  # what Ray raises where a node takes too long to start
            if "authentication" in f"{error} {error.__cause__}".lower():
                raise CardwrightError(f"the Ray cluster at {address[:80]!r} asks for {TOKEN_ADVICE}") from None
            if address == "auto":
                raise CardwrightError("this machine belongs to no Ray cluster; start one with ray start") from None
            raise CardwrightError(f"Ray cannot be used at {address[:80]!r}: {_lines(error)[-1]}") from None

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Disconnect; a cluster that was started here ends, with all its processes."""
        if self.own:
            with ctrl_c_ignored(), self._streams:
                self.ray.shutdown()

    def pool(self) -> ClusterPool:
        """Return an executor whose tasks run on the cluster."""
        return ClusterPool(self.ray, self._call)


@contextlib.contextmanager
def messages_on_stderr() -> Iterator[None]:
    """Let Ray print its messages, as about a lost node, to the standard error stream; results go to the other one."""
    from ray._private import worker

    usual = getattr(worker, "print_to_stdstream", None)  # private, so it may not be there
    if usual is None:
        yield
        return
    worker.print_to_stdstream = lambda message, *args, **options: usual({**message, "is_err": True}, *args, **options)
    try:
        yield
    finally:
        worker.print_to_stdstream = usual


class ClusterPool(Executor):
    """Runs each call as a task of Ray."""

    def __init__(self, ray: Any, remote: Any):
        self._ray = ray
        self._remote = remote
        self._sent: tuple[Callable[..., Any] | None, Any] = (None, None)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Schedule a call."""
        if self._sent[0] is not fn:
            self._sent = fn, self._ray.put(self._pickled(fn))
        answer: Future[Any] = Future()
        answer.set_running_or_notify_cancel()
        reference = self._remote.remote(fingerprint(), self._sent[1], *args, **kwargs)
        reference.future().add_done_callback(functools.partial(self._pass_on, answer))
        return answer

    def _pickled(self, task: Callable[..., Any]) -> bytes:
        """Pickle a task, with classes and functions of a notebook or script by value."""
        try:
            pickled: bytes = self._ray.cloudpickle.dumps(task)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise CardwrightError(f"the game or an agent cannot be sent to a cluster: {error}") from None
        return pickled

    def _pass_on(self, answer: Future[Any], found: Future[Any]) -> None:
        error = found.exception()
        if error is None:
            answer.set_result(found.result())
            return
        errors = self._ray.exceptions
        if isinstance(error, errors.RayTaskError):
            answer.set_exception(error.cause)
        elif isinstance(error, errors.WorkerCrashedError | errors.NodeDiedError | errors.OutOfMemoryError):
            answer.set_exception(
                CardwrightError(f"a task ended its process on the cluster {RETRIES + 1} times in a row")
            )
        else:
            answer.set_exception(CardwrightError(f"the Ray cluster failed: {_lines(error)[0]}"))


def call(version: str, pickled: bytes, *args: Any, **kwargs: Any) -> Any:
    """Work in a process of the cluster."""
    if version != fingerprint():
        raise CardwrightError(f"{socket.gethostname()} has another version of Cardwright; install this one there too")
    try:
        task = unpickled(pickled)
    except (AttributeError, ImportError) as error:
        where = f"{socket.gethostname()} cannot import the game or an agent"
        raise CardwrightError(f"{where}: {error}; files must have the same path on every machine") from None
    return task(*args, **kwargs)


def _lines(error: BaseException) -> list[str]:
    """Return what an error says; Ray adds paragraphs of advice to some."""
    return str(error).strip().splitlines() or ["unknown reason"]


@functools.cache
def fingerprint() -> str:
    """Return a hash of this package, code and data; results are the same only where it is the same."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(each for each in PACKAGE.rglob("*") if each.is_file() and "__pycache__" not in each.parts):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _set_environment(address: str) -> None:
    """Set what Ray reads when it is imported, unless the user has."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # else it reports to its makers
    tokens = ("RAY_AUTH_TOKEN" in os.environ, "RAY_AUTH_TOKEN_PATH" in os.environ, TOKEN.exists())
    if address != "ray" and any(tokens):  # Ray does the same where it starts a cluster, but not where it joins one
        os.environ.setdefault("RAY_AUTH_MODE", "token")


def _check_address(address: str) -> None:
    """Raise an error for an address that is none, or where no cluster answers; Ray itself would wait for minutes."""
    if address in ("ray", "auto"):
        return
    found = re.fullmatch(r"(ray://)?([\w.-]+|\[[0-9a-fA-F:]+\])(?::(\d{1,5}))?", address)
    not_a_cluster = BadData(f"{address[:80]!r} is not a Ray cluster; allowed are {ADDRESSES}")
    if not found or not (found[1] or found[3]):
        raise not_a_cluster
    if found[1] and importlib.util.find_spec("grpc") is None:
        raise CardwrightError("connecting to a cluster by ray:// takes pip install 'cardwright[ray]'")
    try:
        port = int(found[3] or CLIENT_PORT)
        with contextlib.closing(socket.create_connection((found[2].strip("[]"), port), SECONDS_TO_ANSWER)) as line:
            if os.environ.get("RAY_USE_TLS", "0") == "0":
                _check_service(line)
    except UnicodeError:  # no machine can have this name
        raise not_a_cluster from None
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CardwrightError(f"there is no Ray cluster at {address[:80]!r}: {reason.lower()}") from None


def _check_service(line: socket.socket) -> None:
    """Raise an `OSError` unless HTTP/2 is spoken there, as by Ray: such a service begins with its settings."""
    line.sendall(HTTP2_GREETING)
    begin = b""
    while len(begin) < len(HTTP2_SETTINGS):
        part = line.recv(len(HTTP2_SETTINGS) - len(begin))
        if not part:
            break
        begin += part
    if begin[3:] != HTTP2_SETTINGS[3:]:
        raise OSError("another service answers")
