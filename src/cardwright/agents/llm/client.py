"""The chat protocol of OpenAI, as spoken by llama.cpp, vLLM, Ollama and hosted models.

The base URL and the key come from the environment. The key is sent to that server only. The key, a password and the
query of the URL appear in no message, name or file, and are removed from whatever the server says.
"""

from __future__ import annotations

import atexit
import base64
import email.utils
import json
import os
import threading
import time
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pydantic

from cardwright.agents.reader import Halted
from cardwright.core.errors import CardwrightError

from .cache import Completion, Tokens
from .connection import LARGEST_BODY, Connection, Response, TooLarge
from .reply import LONGEST_REPLY
from .settings import Settings

if TYPE_CHECKING:
    import httpx

URL, KEY = "OPENAI_BASE_URL", "OPENAI_API_KEY"
USUAL_URL = "https://api.openai.com/v1"
LONGEST_WAIT = 300.0  # seconds; a server that asks for more is given up
RETRIED = (408, 429)  # besides 500 and above
SHORTEST_SECRET = 8  # characters; local servers take words such as "none" for a key, which may occur in replies
CHARACTERS_PER_TOKEN = 4  # to estimate tokens where a server does not count them


class _Failed(Exception):
    """A failure that may pass."""

    def __init__(self, why: str, wait: float | None = None, limited: bool = False, reached: bool = True):
        super().__init__(why)
        self.wait = wait  # how many seconds the server asks to wait
        self.limited = limited  # whether the server gets too many requests, so that all games have to wait
        self.reached = reached  # whether a server was there at all


class _Message(pydantic.BaseModel):
    content: str | None = None


class _Choice(pydantic.BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Usage(pydantic.BaseModel):
    prompt_tokens: Tokens
    completion_tokens: Tokens


class _Response(pydantic.BaseModel):
    choices: list[_Choice] = pydantic.Field(min_length=1)
    usage: _Usage | None = None


@dataclass
class Gate:
    """Spaces out the requests to a server: all games share its limits."""

    now: Callable[[], float] = time.monotonic
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _next: float = 0.0  # when the next request is due
    _closed: float = 0.0  # until when the server wants no requests

    def delay(self, per_minute: int) -> float:
        """Return the seconds to wait before the next request at this rate per minute; a rate of 0 is unlimited."""
        with self._lock:
            now = self.now()
            due = max(now, self._next)
            self._next = due + 60 / per_minute if per_minute else self._next
            return due - now if per_minute else 0.0

    def close(self, seconds: float) -> None:
        """Let no request pass for a while."""
        with self._lock:
            self._closed = max(self._closed, self.now() + seconds)

    def closed_for(self) -> float:
        """Return how long no request may pass."""
        return max(0.0, self._closed - self.now())


@dataclass
class Server:
    """A server at a base URL, with the limits it sets; any number of threads can ask it at once."""

    http: Connection
    shown: str  # its URL for messages and files
    secrets: tuple[str, ...] = ()  # what nobody may read
    gate: Gate = field(default_factory=Gate)
    wait: Callable[[threading.Event, float], object] = threading.Event.wait
    reached: bool = False  # whether it has ever responded
    limit_name: str = "max_tokens"  # newer models of OpenAI call it max_completion_tokens

    def ask(self, request: dict[str, Any], settings: Settings, halt: threading.Event) -> Completion:
        """Return the reply to a request; failures that may pass are retried, others raise a `CardwrightError`.

        Once `halt` is set nothing more is sent, but a reply on its way is waited for, because it is paid for.
        """
        attempt = 0
        while True:
            self._pause(self.gate.delay(settings.rate), halt)
            while seconds := self.gate.closed_for():
                self._pause(seconds, halt)
            try:
                return self._send(request, settings.timeout)
            except _Failed as failure:
                hopeless = not (self.reached or failure.reached) or (failure.wait or 0) > LONGEST_WAIT
                if hopeless or attempt == settings.retries:
                    raise self._given_up(failure, attempt + 1) from None
                seconds = min(2.0**attempt, LONGEST_WAIT) if failure.wait is None else failure.wait
                if failure.limited:
                    self.gate.close(seconds)
                else:
                    self._pause(seconds, halt)
            attempt += 1

    def _given_up(self, failure: _Failed, attempts: int) -> CardwrightError:
        times = "" if attempts == 1 else f", {attempts} times in a row"
        return CardwrightError(f"the language model at {self.shown} cannot be used: {failure}{times}")

    def _pause(self, seconds: float, halt: threading.Event) -> None:
        if seconds > 0:
            self.wait(halt, seconds)
        if halt.is_set():
            raise Halted

    def _send(self, request: dict[str, Any], timeout: float) -> Completion:
        body = {self.limit_name if name == "max_tokens" else name: value for name, value in request.items()}
        response = self._post(json.dumps(body).encode(), timeout)
        self.reached = True
        if response.status == 200:
            return self._completion(response.content, body)
        if response.status == 400 and "max_tokens" in body and b"max_completion_tokens" in response.content:
            self.limit_name = "max_completion_tokens"
            return self._send(request, timeout)
        raise self._refusal(response)

    def _post(self, body: bytes, timeout: float) -> Response:
        import httpx

        try:
            return self.http.post(body, timeout)
        except TimeoutError:
            raise _Failed(f"no whole reply within {timeout:g} s") from None
        except TooLarge:
            raise _Failed(f"its response is longer than {LARGEST_BODY:,} bytes") from None
        except httpx.TransportError as error:
            why = self._without_secrets(str(error)) or "the connection failed"
            raise _Failed(why, reached=not isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)) from None

    def _completion(self, content: bytes, body: dict[str, Any]) -> Completion:
        try:
            response = _Response.model_validate_json(content)
        except pydantic.ValidationError:
            raise _Failed("its response is not one of a chat model") from None
        first = response.choices[0]
        text = self._without_secrets(first.message.content or "")[:LONGEST_REPLY]
        asked = sum(len(each["content"]) for each in body["messages"])
        usage = response.usage or _Usage(
            prompt_tokens=asked // CHARACTERS_PER_TOKEN + 1, completion_tokens=len(text) // CHARACTERS_PER_TOKEN + 1
        )
        cut = first.finish_reason == "length" or len(text) == LONGEST_REPLY
        return Completion(text=text, cut=cut, tokens_in=usage.prompt_tokens, tokens_out=usage.completion_tokens)

    def _refusal(self, response: Response) -> Exception:
        """Return the error that a status means, with what the server says about it."""
        status = response.status
        said = " ".join(self._without_secrets(response.content.decode(errors="replace")).split())[:200]
        wait = _retry_after(response.headers.get("retry-after"))
        limited = status == 429 or wait is not None
        failure = _Failed(f"status {status}" + (f" ({said})" if said else ""), wait, limited)
        return failure if status in RETRIED or status >= 500 else self._given_up(failure, 1)

    def _without_secrets(self, text: str) -> str:
        for secret in self.secrets:
            text = text.replace(secret, "[key]")
        return text


def _retry_after(header: str | None) -> float | None:
    """Return how many seconds a header asks to wait: it holds seconds, or a date.

    >>> _retry_after("20"), _retry_after("Wed, 21 Oct 2015 07:28:00 GMT"), _retry_after("soon")
    (20.0, 0.0, None)
    """
    if header is None:
        return None
    try:
        return min(max(0.0, float(header)), 1e6)
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def server() -> Server:
    """Return the server that the environment names."""
    url, key = os.environ.get(URL, "").strip(), os.environ.get(KEY, "").strip()
    if not url and not key:
        raise CardwrightError(
            f"no language model can be asked: set {URL}, as in http://localhost:11434/v1, and {KEY} if it needs a key"
        )
    with _guard:
        if (url, key) not in _servers:
            _servers[url, key] = _connect(url or USUAL_URL, key)
        return _servers[url, key]


_servers: dict[tuple[str, str], Server] = {}
_guard = threading.Lock()


def disconnect() -> None:
    """Close all connections."""
    for each in _servers.values():
        each.http.close()
    _servers.clear()


atexit.register(disconnect)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_servers.clear)  # the threads of its connections do not survive a fork


def _connect(url: str, key: str) -> Server:
    try:
        import httpx
    except ImportError:
        raise CardwrightError("language models need the library httpx: pip install 'cardwright[llm]'") from None
    if not key.isascii() or not key.isprintable() or " " in key:
        raise CardwrightError(f"{KEY} holds no key: a key has no spaces and no special characters")
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        parsed = httpx.URL("")
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise CardwrightError(f"{URL} is not the address of a server, which looks like http://localhost:11434/v1")
    if parsed.userinfo and key:
        raise CardwrightError(
            f"{URL} has a user name or a password, and {KEY} is set; a request sends only one of them"
        )
    path, question, query = parsed.raw_path.partition(b"?")
    path = path.rstrip(b"/")
    shown = httpx.URL(scheme=parsed.scheme, host=parsed.host, port=parsed.port, raw_path=path or b"/")
    target = parsed.copy_with(raw_path=path + b"/chat/completions" + question + query, fragment=None)
    headers = {"Accept-Encoding": "identity", "Content-Type": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    try:
        connection = Connection(target, headers)
    except (OSError, ValueError, httpx.InvalidURL) as error:  # of proxies and certificates, which the environment names
        raise CardwrightError(f"the environment does not allow connections: {str(error)[:200]}") from None
    return Server(connection, str(shown).rstrip("/"), _secrets(parsed, key))


def _secrets(url: httpx.URL, key: str) -> tuple[str, ...]:
    """Return what must not be shown, longest first: key, password and values of the query, in all their forms."""
    basic = base64.b64encode(f"{url.username}:{url.password}".encode()).decode()
    pairs = [each.partition("=")[::2] for each in url.query.decode().split("&")]
    values = [value for name, value in pairs if "version" not in name]  # errors of servers name the version
    sent = [key, url.password, url.userinfo.decode(), basic, *values, *map(urllib.parse.unquote_plus, values)]
    return tuple(sorted({each for each in sent if len(each) >= SHORTEST_SECRET}, key=len, reverse=True))
