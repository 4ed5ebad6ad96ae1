"""Starting the server: the folder, the address, and the browser."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import uvicorn

from cardwright.core import files, user_code
from cardwright.core.compiling.cache import cache
from cardwright.core.errors import CardwrightError, reason

from .app import create_app
from .catalogue import warm_up
from .settings import Settings, is_loopback, new_token

SECONDS_TO_CLOSE = 2
WAITING = 128  # connections that nobody has taken up yet


def serve(
    folder: Path, host: str, port: int, *, games: Sequence[str] = (), agents: Sequence[str] = (), browser: bool = True
) -> None:
    """Serve the workbench of a folder until Ctrl-C."""
    games, agents = [_absolute(each) for each in games], [_absolute(each) for each in agents]
    folder = files.make_folder(folder).resolve()
    listener = _listening(host, port)
    token = "" if is_loopback(host) else new_token()
    settings = Settings(folder, host, listener.getsockname()[1], token, tuple(games), tuple(agents))
    app = create_app(settings)
    os.chdir(folder)  # names of files are relative to it, as in commands
    files.confine(folder, cache().folder, *(Path(each.rpartition(".py:")[0]).parent for each in (*games, *agents)))
    user_code.confine(*map(_home, (*games, *agents)))
    print(f"Cardwright works in {folder}\n{settings.address}  (Ctrl-C to stop)", file=sys.stderr, flush=True)
    if browser:
        threading.Thread(target=webbrowser.open, args=(settings.address,), daemon=True).start()
        threading.Thread(target=warm_up, daemon=True).start()  # while the browser opens
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=SECONDS_TO_CLOSE,
        server_header=False,
        ws_max_size=1 << 20,
        ws_per_message_deflate=False,  # a page's memory and time for it are worth more than bytes on a local network
    )
    uvicorn.Server(config).run(sockets=[listener])


def _absolute(code: str) -> str:
    """Return the name of Python code with the full path of its file."""
    path, colon, name = code.rpartition(".py:")
    return f"{os.path.abspath(path)}{colon}{name}" if colon else code


def _home(code: str) -> str:
    """Return the file or module of Python code.

    >>> _home("my_game.py:family:start"), _home("my_module:Mine")
    ('my_game.py', 'my_module')
    """
    path, colon, _ = code.partition(".py:")
    return f"{path}.py" if colon else code.partition(":")[0]


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; a port that is taken is an error in one sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(WAITING)  # before the address is printed, so that whoever reads it can connect
    except (OSError, OverflowError) as error:
        listener.close()
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise CardwrightError(f"cannot listen on {host}, port {port}: {why}") from None
    return listener
