"""How commands handle Ctrl-C."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS_TO_ARRIVE = 1.0


class Stopped(Exception):
    """A person stopped a command; the arguments say what to do next.

    This is not a KeyboardInterrupt, which the command-line library would turn into an exit code without a message.
    """


@contextmanager
def stoppable(*advice: str) -> Iterator[None]:
    """Turn Ctrl-C in this block into a `Stopped` with this advice."""
    try:
        yield
    except KeyboardInterrupt:
        _arrived.set()
        raise Stopped(*advice) from None


_arrived = threading.Event()  # the last Ctrl-C has reached the program; it need not be repeated


@contextmanager
def insistent_ctrl_c() -> Iterator[Callable[[], bool]]:
    """Repeat Ctrl-C until it has ended this block; yield a function that says whether it was pressed.

    A KeyboardInterrupt can get lost, above all during imports: Python only prints one in a destructor, some libraries
    swallow it, and an extension module that is interrupted raises an ImportError instead.
    """
    usual = signal.default_int_handler
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not usual:
        yield lambda: False
        return
    pressed = threading.Event()
    report = sys.unraisablehook

    def notice(number: int, frame: FrameType | None) -> None:
        if not pressed.is_set():
            pressed.set()
            threading.Thread(target=_repeat, daemon=True).start()
        usual(number, frame)

    _arrived.clear()
    sys.unraisablehook = lambda lost: None if isinstance(lost.exc_value, KeyboardInterrupt) else report(lost)
    signal.signal(signal.SIGINT, notice)
    try:
        yield pressed.is_set
    finally:
        _arrived.set()
        signal.signal(signal.SIGINT, usual)
        sys.unraisablehook = report


def _repeat() -> None:
    while not _arrived.wait(SECONDS_TO_ARRIVE):
        if sys.platform == "win32":
            signal.raise_signal(signal.SIGINT)
        else:  # this wakes the main thread even if it waits for something
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
