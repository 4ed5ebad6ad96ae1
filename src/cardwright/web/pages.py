"""The pages: each is a shell with its own script, which asks the API for everything else."""

from __future__ import annotations

import functools
import string
from collections.abc import Mapping
from importlib import resources
from typing import Any

from fastapi import APIRouter
from starlette.responses import HTMLResponse, JSONResponse, Response

from cardwright.core.showing.text import escape_html

router = APIRouter(include_in_schema=False)

PAGES = {  # by address: the title, and the script in static/
    "/": ("Cardwright", "home"),
    "/play": ("Play", "play"),
    "/tables": ("Tables", "tables"),
    "/watch": ("Watch", "watch"),
    "/make": ("Make", "make"),
    "/study": ("Study", "study"),
    "/routes": ("Routes", "routes"),
}
MENU = ("/play", "/watch", "/make", "/study", "/routes")


NOTICES = {  # by the status of a refusal: its heading, and what else may help
    401: (
        "This address needs a key",
        "Whoever started the workbench finds it in the terminal. Were you invited to a game? Then open the link that "
        "you were sent, all of it.",
    ),
    403: ("This address is not answered", ""),
    404: ("There is no such page", "The address may be old, or a part of it may be missing."),
}
OTHERWISE = ("This did not work", "")


@functools.cache
def page(address: str) -> str:
    """Return the HTML of a page."""
    title, script = PAGES[address]
    links = (
        f'<a href="{each}"{" aria-current=page" if each == address else ""}>{escape_html(PAGES[each][0])}</a>'
        for each in MENU
    )
    heading = "Cardwright" if address == "/" else f"{title} · Cardwright"
    return _filled(heading, script, "\n".join(links), home=True)


@functools.cache
def seat_page() -> str:
    """Return the page of a seat, which has no menu: a guest reaches only the seat."""
    return _filled("Table · Cardwright", "seat")


def _filled(title: str, script: str = "", menu: str = "", content: str = "", home: bool = False) -> str:
    """Return the shell of all pages with its parts; a page without a script only shows its content.

    The name at the top leads home only for those who may go there.
    """
    shell = string.Template((resources.files(__package__) / "static" / "page.html").read_text(encoding="utf-8"))
    parts = (
        '<link rel="stylesheet" href="/viewer/board.css">',
        f'<link rel="stylesheet" href="/static/{script}.css">',
        f'<script type="module" src="/static/{script}.js"></script>',
    )
    head = "\n".join(parts) if script else ""
    parts_of_shell = {
        "title": escape_html(title),
        "head": head,
        "name": script or "notice",
        "menu": menu,
        "content": content,
        "home": ' href="/"' if home else "",
    }
    return shell.substitute(parts_of_shell)


def refusal(headers: Mapping[str, str], answer: dict[str, Any], status: int) -> Response:
    """Return what is wrong with a request: as JSON for scripts, and as a page for a person who follows a link."""
    if "text/html" not in headers.get("accept", ""):
        return JSONResponse(answer, status)
    heading, more = NOTICES.get(status, OTHERWISE)
    sentence = f"{answer['error'][:1].upper()}{answer['error'][1:]}."
    first = sentence if sentence.rstrip(".") != heading else ""
    lines = "".join(f"<p>{escape_html(each)}</p>" for each in (first, more) if each)
    is_known = status not in (401, 403)
    back = '<p><a class="button main" href="/">To the first page</a></p>' if is_known else ""
    content = f'<section class="panel notice"><h1>{escape_html(heading)}</h1>{lines}{back}</section>'
    return HTMLResponse(_filled(f"{heading} · Cardwright", content=content, home=is_known), status)


for _address in PAGES:
    router.add_api_route(
        _address,
        functools.partial(lambda each: HTMLResponse(page(each)), _address),
        methods=["GET"],
        response_class=HTMLResponse,
    )


@router.get("/seat/{table}", response_class=HTMLResponse)
def seat(table: str) -> HTMLResponse:
    """Show the page of a seat; its script finds the table in the address and the key behind the #."""
    return HTMLResponse(seat_page())
