"""Worker processes: they ignore Ctrl-C and end with their parent, and one that dies is reported in one sentence."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import current_process, get_context, parent_process
from types import ModuleType
from typing import Any, TypeVar

from ..errors import CardwrightError

ADVICE = "guard a script with \"if __name__ == '__main__':\", and use jobs=1 for agents defined in a notebook"

MOST_PROCESSES: int | None = 61 if sys.platform == "win32" else None  # that one can wait for on Windows

Result = TypeVar("Result")

_hiding = threading.Lock()  # of the script; two threads that start processes must not restore what the other hid


class ProcessPool(ProcessPoolExecutor):
    """Up to `jobs` fresh Python processes; a terminal's Ctrl-C reaches only the process that owns the pool.

    They import the running script only with `needs_script`: one without a guard would start processes of its own.
    """

    def __init__(self, jobs: int):
        if getattr(current_process(), "_inheriting", False):  # this process imports the script that started it
            os._exit(1)  # in silence: the parent says what is wrong, and Python would print a traceback per process
        super().__init__(min(jobs, MOST_PROCESSES or jobs), get_context("spawn"), prepare_worker)
        self.needs_script = False

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        """Schedule a call; a process that this starts inherits that Ctrl-C is ignored."""
        script = contextlib.nullcontext() if self.needs_script else script_hidden()
        with ctrl_c_ignored(), _death_reported(), script:
            return super().submit(fn, *args, **kwargs)


def prepare_worker() -> None:
    """Let this process, which another one has started, ignore Ctrl-C and end with that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent is gone, even if that was killed: nobody would read the results."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def result_of(future: Future[Result]) -> Result:
    """Wait for a call and return its result; a `CardwrightError` if its process died."""
    with _death_reported():
        return future.result()


@contextlib.contextmanager
def _death_reported() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool:
        raise CardwrightError(f"a worker process ended unexpectedly; {ADVICE}") from None


@contextlib.contextmanager
def script_hidden() -> Iterator[None]:
    """Let processes that this block starts know of no script to import."""
    with _hiding:
        script = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = script


def in_main_thread() -> bool:
    """Whether this thread is the one that can set signal handlers."""
    return threading.current_thread() is threading.main_thread()


@contextlib.contextmanager
def ctrl_c_ignored() -> Iterator[None]:
    """Ignore Ctrl-C in this block; processes that it starts inherit that."""
    if not in_main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
