"""`cardwright web`: the workbench in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .options import GameOptions


def command(
    folder: Annotated[Path, typer.Option(help="Folder with your files; it is made if needed.")] = Path(),
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 finds a free one.")] = 8765,
    host: Annotated[str, typer.Option(help="Address to listen on; other machines reach 0.0.0.0.")] = "127.0.0.1",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    agents: Annotated[
        list[str] | None,
        typer.Option("--agent", help="Python agent that may play, as in my_agent.py:Mine; repeatable."),
    ] = None,
    python_games: GameOptions = None,
) -> None:
    """Open the workbench in a browser: play, watch, make and study card games.

    The server works in one folder and reads and writes nothing else. Only this machine reaches it, unless you name
    another address with --host; then the address that it prints holds a token, which is a password.

    Example: cardwright web --folder my_work
    """
    from cardwright.core.errors import CardwrightError
    from cardwright.web.importing import importing

    try:
        with importing():
            from cardwright.web.server import serve
    except ImportError as error:
        raise CardwrightError(
            f"the browser needs more packages ({error.name}): pip install 'cardwright[web]'"
        ) from None
    serve(folder, host, port, games=python_games or (), agents=agents or (), browser=browser)
