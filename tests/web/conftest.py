"""Servers of the workbench for tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("websockets")

from web_server import WebServer

KUHN = Path(__file__).parents[2] / "examples" / "kuhn.py"


@pytest.fixture(scope="module")
def start_server(tmp_path_factory) -> Iterator[Callable[..., WebServer]]:
    """Start servers, each in a new folder unless one is given; they end with the tests of the file."""
    with ExitStack() as stack:

        def start(folder: Path | None = None, **options: Any) -> WebServer:
            server = WebServer(folder or tmp_path_factory.mktemp("work"), **options)
            stack.callback(server.kill)
            return server

        yield start


@pytest.fixture(scope="module")
def uncompiled(start_server) -> WebServer:
    """A server on which searches run as plain Python, so that nobody waits for the compiler."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    try:
        return start_server(games=[f"{KUHN}:family"])
    finally:
        del os.environ["NUMBA_DISABLE_JIT"]


@pytest.fixture(scope="module")
def web_server(start_server) -> WebServer:
    """A server that the tests of a file share; it knows the game in examples/kuhn.py."""
    return start_server(games=[f"{KUHN}:family"])


@pytest.fixture(scope="module")
def server(start_server, tmp_path_factory) -> WebServer:
    """A server for the pages of seats; in its folder lies the described game in examples."""
    folder = tmp_path_factory.mktemp("work")
    shutil.copy(KUHN.parent / "stand_or_draw.cgdl", folder)
    return start_server(folder, games=[f"{KUHN}:family"])


@pytest.fixture
def sit(browser, server) -> Callable[..., Any]:
    """Begin a game and open the page of the first person's seat."""
    from seat_page import SeatPage

    def begin(game: str, **options: Any) -> SeatPage:
        return SeatPage(browser, server.address + server.new_table(game, **options)["link"])

    return begin
