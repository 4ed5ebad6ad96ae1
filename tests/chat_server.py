"""A server on loopback that speaks the chat protocol of language models, well or badly."""

from __future__ import annotations

import contextlib
import itertools
import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-loopback-secret"

Behaviour = Callable[[BaseHTTPRequestHandler], None]

CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
DRIPS = {
    "status": (b"HTTP/1.1 200 ", b"x"),
    "headers": (b"HTTP/1.1 200 OK\r\n", b"X-More: 1\r\n"),
    "a header": (b"HTTP/1.1 200 OK\r\nX-More: ", b"x"),
    "informational": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "body": (b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", b" "),
    "chunks": (CHUNKED, b"1\r\n \r\n"),
    "chunk extensions": (CHUNKED + b"1;", b"x"),
    "trailers": (CHUNKED + b"1\r\n{\r\n0\r\n", b"X-More: 1\r\n"),
}  # what a response begins with, and what follows for ever


def completion(text: str | None, **more: Any) -> dict[str, Any]:
    """Return a response of the protocol."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    return {"object": "chat.completion", "choices": [choice], "usage": usage, **more}


def replying(text: str | None, **more: Any) -> Behaviour:
    """Reply with a text."""
    return sending(json.dumps(completion(text, **more)).encode())


def sending(body: bytes, status: int = 200, **headers: str) -> Behaviour:
    """Send a body as it is."""

    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return send


def cutting(handler: BaseHTTPRequestHandler) -> None:
    """Promise a response and close the connection in the middle of it."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [')
    handler.close_connection = True


def endless(handler: BaseHTTPRequestHandler) -> None:
    """Send a response that never ends, until the other side has enough."""
    handler.send_response(200)
    handler.end_headers()
    handler.close_connection = True
    while True:
        handler.wfile.write(b'{"choices": "' + b"x" * 65536)


class ChatServer:
    """Answers requests by the behaviours in `script`, one after the other, and then by `reply`."""

    def __init__(self) -> None:
        self.script: list[Behaviour] = []
        self.reply: Callable[[dict[str, Any]], str | Behaviour] = lambda request: "Choice: 1"
        self.path = "/v1/chat/completions"
        self.paths: list[str] = []
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.closing = threading.Event()
        self.left = threading.Semaphore(0)  # responses without an end that the other side has left
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"

    def silent(self, handler: BaseHTTPRequestHandler) -> None:
        """Say nothing until the server is closed."""
        self.closing.wait()
        handler.close_connection = True

    def dripping(self, part: str, size: int = 1, pause: float = 0.02) -> Behaviour:
        """Send a part of a response that never ends, byte by byte, until the other side has enough."""
        begin, more = DRIPS[part]

        def drip(handler: BaseHTTPRequestHandler) -> None:
            handler.close_connection = True
            handler.connection.sendall(begin)
            drops = itertools.cycle([more * size] if size > 1 else [more[at : at + 1] for at in range(len(more))])
            try:
                while not self.closing.wait(pause):
                    handler.connection.sendall(next(drops))
            except OSError:
                self.left.release()

        return drip

    def prompt(self, number: int = -1) -> str:
        """Return all texts of a request."""
        return "\n".join(message["content"] for message in self.requests[number]["messages"])

    def __enter__(self) -> ChatServer:
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()

    def _behaviour(self, path: str, headers: dict[str, str], request: dict[str, Any]) -> Behaviour:
        if path.partition("?")[0] != self.path:
            return sending(b"{}", 404)
        with self._lock:
            self.paths.append(path)
            self.requests.append(request)
            self.headers.append(headers)
            if self.script:
                return self.script.pop(0)
        found = self.reply(request)
        return replying(found) if isinstance(found, str) else found

    def _handler(server) -> type[BaseHTTPRequestHandler]:  # noqa: N805
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                behaviour = server._behaviour(self.path, dict(self.headers), request)
                with contextlib.suppress(OSError):
                    behaviour(self)

            def log_message(self, *_: object) -> None:
                pass

        return Handler
