"""The program `cardwright`: runs a command, and reports bad input in one sentence with exit code 2.

All other imports are inside functions, so that Ctrl-C stops the program in one line even while it starts.
"""

from __future__ import annotations

import os
import signal
import sys

STOPPED = 130  # the exit code of a program that Ctrl-C ended
SECONDS_TO_RELEASE = 5.0


def main() -> None:
    """Run the program."""
    if signal.getsignal(signal.SIGINT) in (signal.SIG_DFL, signal.default_int_handler):  # a background job ignores it
        signal.signal(signal.SIGINT, _stop_at_once)
        _import_commands()
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.platform == "win32":  # what one program can send to another there
        signal.signal(signal.SIGBREAK, lambda *_: signal.raise_signal(signal.SIGINT))
    from .streams import prepare_streams

    prepare_streams()
    try:
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = _report_stop()
    if code == STOPPED:
        _leave_at_once()
    sys.exit(code)


def _import_commands() -> None:
    from . import commands  # noqa: F401


def _stop_at_once(*_: object) -> None:
    """Stop while nothing has begun; an exception would get lost in imports, or come out of them as another one."""
    if sys.stderr is not None:
        os.write(sys.stderr.fileno(), b"stopped\n")
    os._exit(STOPPED)


def _leave_at_once() -> None:
    """End the program without waiting for threads and worker processes, which may be compiling for a minute."""
    import atexit
    import contextlib
    import multiprocessing
    import threading

    for child in multiprocessing.active_children():  # the exit functions would wait for them
        child.kill()
    for thread in threading.enumerate():  # those that serve them release what was shared, or Python would complain
        if type(thread).__name__ == "_ExecutorManagerThread":
            thread.join(SECONDS_TO_RELEASE)
    atexit._run_exitfuncs()
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    os._exit(STOPPED)


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code: 0, 1 for lost output, 2 for bad input, 130 for Ctrl-C, or its own."""
    import errno

    from cardwright.core.errors import CardwrightError

    from .commands import Abort, UsageError, program
    from .stopping import Stopped, insistent_ctrl_c
    from .streams import printable_streams

    with printable_streams(), insistent_ctrl_c() as ctrl_c_pressed:
        try:
            result = program(*arguments[:1])(arguments, prog_name="cardwright", standalone_mode=False)
            sys.stdout.flush()
        except UsageError as error:
            return _report_error(error.format_message())  # type: ignore[attr-defined]
        except CardwrightError as error:
            from . import wrong_file

            return _report_error(wrong_file.of_command(arguments) or str(error))
        except (Stopped, Abort) as stopped:
            return _report_stop(*stopped.args)
        except Exception as error:
            if ctrl_c_pressed():
                return _report_stop()
            if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
                return _report_lost_output(error)
            raise
    return result if isinstance(result, int) else 0


def _report_error(message: str) -> int:
    if message:
        print(f"cardwright: {' '.join(message.split())}", file=sys.stderr)
    return 2


def _report_lost_output(error: OSError) -> int:
    with open(os.devnull, "wb") as nowhere:  # Python would try to write again when it ends
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    print(f"cardwright: the output cannot be written: {error.strerror}", file=sys.stderr)
    return 1


def _report_stop(*advice: str) -> int:
    print("; ".join(["stopped", *advice]), file=sys.stderr)
    return STOPPED
