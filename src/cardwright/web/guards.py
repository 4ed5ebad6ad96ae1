"""Who may ask: requests from other sites and other machines are refused, and so are bodies that are too large.

A page of another site can make a browser send requests to this machine. It cannot forge the headers Host and Origin,
so both are checked, for web sockets too. On an address that other machines reach, a token is needed as well; a person
who plays by a link needs none, but reaches only that seat (see tables.py).
"""

from __future__ import annotations

import asyncio
import hmac
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .pages import refusal
from .settings import Settings, is_loopback

LARGEST_BODY = 4 * 1024 * 1024
COOKIE = "cardwright-token"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
OPEN = ("/static/", "/viewer/", "/seat/", "/ws/seats/")  # what a player with a link needs; nothing secret
REFUSED = 4403  # the close code of a refused web socket


class Guard:
    """Middleware that refuses what must not reach the workbench."""

    def __init__(self, app: ASGIApp, settings: Settings):
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self._answer(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": REFUSED, "reason": "refused"})
        else:
            await refusal(scope, receive, _with_headers(send))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; one that a server which stops no longer waits for is refused."""
        begun = False

        async def sender(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, _limited(receive), sender)
        except asyncio.CancelledError:
            if scope["type"] == "http" and not begun:
                await refusal(Headers(scope=scope), {"error": "the server was stopped"}, 503)(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if not self._is_own(headers.get("host", "")):
            return refusal(headers, {"error": "this server is not known by that name"}, 403)
        if _is_foreign(scope, headers):
            return refusal(headers, {"error": "requests from other sites are refused"}, 403)
        if int(headers.get("content-length") or 0) > LARGEST_BODY:
            sentence = f"the request is too large; at most {LARGEST_BODY:,} bytes are read"
            return refusal(headers, {"error": sentence}, 413)
        return self._token_refusal(scope, headers)

    def _is_own(self, host: str) -> bool:
        """Return whether a Host header names this server: any name that a token protects, else only this machine."""
        if self.settings.token:
            return bool(host)
        try:
            found = urlsplit(f"//{host}")
            return is_loopback(found.hostname or "") and found.port in (None, self.settings.port)
        except ValueError:  # no port, or no address
            return False

    def _token_refusal(self, scope: Scope, headers: Headers) -> Response | None:
        token = self.settings.token
        if not token or scope["path"].startswith(OPEN):
            return None
        given = parse_qs(scope["query_string"].decode(errors="replace")).get("token", [""])[0]
        if given and hmac.compare_digest(given.encode(), token.encode()) and scope["type"] == "http":
            answer = RedirectResponse(scope["path"], 303)  # without the token, which must not stay in the address bar
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict")
            return answer
        if hmac.compare_digest(_cookie(headers).encode(), token.encode()):
            return None
        return refusal(headers, {"error": "open the address that 'cardwright web' printed; it holds the token"}, 401)


def _is_foreign(scope: Scope, headers: Headers) -> bool:
    """Return whether a page of another site made a browser send this request."""
    origin = headers.get("origin")
    if origin is None:
        fetched = headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != "navigate"
        return fetched or scope["type"] == "websocket"
    found = urlsplit(origin)
    return found.netloc != headers.get("host") or found.scheme not in ("http", "https")


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _with_headers(send: Send) -> Send:
    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sender


def _limited(receive: Receive) -> Receive:
    """Return a receiver that gives up on a body which turns out to be too large."""
    size = 0

    async def receiver() -> Message:
        nonlocal size
        message: dict[str, Any] = dict(await receive())
        size += len(message.get("body") or b"")
        if size > LARGEST_BODY:
            return {"type": "http.disconnect"}
        return message

    return receiver
