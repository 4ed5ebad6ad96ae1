"""HTTP requests that end by a deadline, whatever the server does.

The time-outs of an HTTP library count from one read to the next, so a server that sends a byte now and then holds a
request for ever: in the status line, in headers, in informational responses, in chunk extensions or in trailers. Here
requests are tasks of an event loop in a thread of its own. A task that is still there at its deadline is cancelled,
which closes its connection.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    import httpx

LARGEST_BODY = 1024 * 1024  # bytes of a server's response; the HTTP library refuses headers over 100 KB
CONNECT_SECONDS = 20.0  # a server that accepts no connection by then is not there

Value = TypeVar("Value")


class TooLarge(Exception):
    """A response whose body is larger than `LARGEST_BODY`."""


class Response(NamedTuple):
    """What a server sent."""

    status: int
    headers: httpx.Headers
    content: bytes


class Connection:
    """Connections to one URL, to which any number of threads can post at once."""

    def __init__(self, url: httpx.URL, headers: dict[str, str]):
        import httpx

        limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
        self._url = url
        self._client = httpx.AsyncClient(headers=headers, limits=limits)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="language model", daemon=True)
        self._thread.start()

    def post(self, content: bytes, seconds: float) -> Response:
        """Post JSON and return the response; raise `TimeoutError` if it is not there in time.

        Other failures are those of httpx, and `TooLarge`.
        """
        return self._run(self._post(content, seconds))

    def close(self) -> None:
        """Close all connections."""
        self._run(self._client.aclose())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, task: Coroutine[Any, Any, Value]) -> Value:
        """Return what a task returns; a caller that is interrupted takes the task with it."""
        future = asyncio.run_coroutine_threadsafe(task, self._loop)
        try:
            return future.result()
        finally:
            future.cancel()

    async def _post(self, content: bytes, seconds: float) -> Response:
        import httpx

        # Half the time at most, so that a server that is not there can be told from one that is slow.
        timeout = httpx.Timeout(None, connect=min(CONNECT_SECONDS, seconds / 2))
        async with (
            asyncio.timeout(seconds),
            self._client.stream("POST", self._url, content=content, timeout=timeout) as response,
        ):
            body = bytearray()
            async for part in response.aiter_raw():
                body += part
                if len(body) > LARGEST_BODY:
                    raise TooLarge
            return Response(response.status_code, response.headers, bytes(body))
