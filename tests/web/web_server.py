"""A server of the workbench in a process of its own, and how tests talk to it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from patience import PATIENCE
from websockets.sync.client import ClientConnection, connect


class WebServer:
    """`cardwright web` for a folder; `kill` and `start` let it go down and come back at the same address."""

    def __init__(
        self, folder: Path, games: Sequence[str] = (), agents: Sequence[str] = (), options: Sequence[str] = ()
    ):
        self.folder = folder
        self._options = [*(f"--game={each}" for each in games), *(f"--agent={each}" for each in agents), *options]
        self.port = 0
        self.address = ""
        self.token = ""
        self.start()

    def start(self) -> None:
        """Start the server and wait until it listens."""
        command = [sys.executable, "-m", "cardwright", "web", "--no-browser", f"--folder={self.folder}"]
        command += [f"--port={self.port}", *self._options]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        printed = []
        for line in self.process.stderr:
            printed.append(line)
            if line.startswith("http://"):
                break
        else:
            raise AssertionError("".join(printed))
        page = httpx.URL(line.split()[0])
        self.port, self.token = page.port, page.params.get("token", "")
        self.address = f"http://127.0.0.1:{self.port}"
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE, trust_env=False)

    def kill(self) -> None:
        """End the server without a warning."""
        self.client.close()
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def get(self, path: str, **options: Any) -> httpx.Response:
        """Ask for something."""
        return self.client.get(path, **options)

    def post(self, path: str, body: Any, **options: Any) -> httpx.Response:
        """Send something."""
        return self.client.post(path, json=body, **options)

    def new_table(self, game: str, **options: Any) -> dict[str, Any]:
        """Begin a game and return its keys."""
        answer = self.post("/api/tables", {"game": game, **options})
        assert answer.status_code == 201, answer.text
        return answer.json()

    @contextmanager
    def socket(self, path: str, origin: str | None = "") -> Iterator[ClientConnection]:
        """Open a web socket, as a page of this server does unless another origin is given."""
        origin = self.address if origin == "" else origin
        with connect(f"ws://127.0.0.1:{self.port}{path}", origin=origin, open_timeout=PATIENCE, proxy=None) as socket:
            yield socket

    @contextmanager
    def seat(self, table: dict[str, Any], players: Sequence[int] | None = None) -> Iterator[Seat]:
        """Sit down at a table, in all seats of people or in some."""
        keys = [key for player, key in table["keys"].items() if players is None or int(player) in players]
        with self.socket(f"/ws/seats/{table['table']}") as socket:
            socket.send(json.dumps({"keys": keys}))
            yield Seat(socket)


class Seat:
    """A page at a table, without a browser."""

    def __init__(self, socket: ClientConnection):
        self.socket = socket
        self.messages: list[dict[str, Any]] = []

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.socket.send(json.dumps(message))

    def next(self, kind: str) -> dict[str, Any]:
        """Wait for a message of a kind."""
        while True:
            message = json.loads(self.socket.recv(timeout=PATIENCE))
            self.messages.append(message)
            if message["type"] == kind:
                return message

    def asked(self) -> dict[str, Any]:
        """Wait for a position in which this seat decides, or the end of the game."""
        while True:
            position = self.next("position")
            if position["options"] or position["over"]:
                return position

    def choose(self, position: dict[str, Any], option: int = 0) -> None:
        """Take one of the choices of a position."""
        action = position["options"][option]["id"]
        self.send(type="choose", player=position["player"], decided=position["decided"], action=action)
