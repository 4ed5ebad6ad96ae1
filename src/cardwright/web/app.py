"""The server: pages, the API behind them, and web sockets for games and work in progress."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from importlib import resources

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from cardwright import __version__
from cardwright.core.errors import CardwrightError
from cardwright.core.showing.text import printable

from . import file_routes, making_routes, pages, route_routes, study_routes, table_routes, watch_routes
from .bench import Bench
from .bodies import BODY
from .guards import Guard
from .pages import refusal
from .settings import Settings
from .workspace import told

MOST_ERRORS = 5  # of a request that are named
UNSERVED = {
    404: "there is no such page",
    405: "this address does not answer such a request",
}
WHOLE = f"{BODY} must be a JSON object"  # what is said about a body of another kind
ROUTERS = (
    pages.router,
    table_routes.router,
    watch_routes.router,
    file_routes.router,
    making_routes.router,
    study_routes.router,
    route_routes.router,
)


def create_app(settings: Settings) -> FastAPI:
    """Return the server of a folder."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.bench = Bench(settings)
        yield
        await app.state.bench.close()

    app = FastAPI(
        title="Cardwright",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_middleware(Guard, settings=settings)
    app.add_exception_handler(CardwrightError, _refused)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(HTTPException, _unserved)
    for router in ROUTERS:
        app.include_router(router)
    # It draws positions, in replay pages too; to ask the module itself for its files would import it.
    viewer = resources.files("cardwright") / "arena" / "data"
    app.mount("/viewer", StaticFiles(directory=str(viewer)), "viewer")
    app.mount("/static", StaticFiles(directory=str(resources.files(__package__) / "static")), "static")
    return app


async def _misread(request: Request, error: Exception) -> JSONResponse:
    """Answer a request of another form than expected; what was sent is not repeated, for it may be anything."""
    assert isinstance(error, RequestValidationError)
    found = error.errors()[:MOST_ERRORS]
    wrong = [f"{'.'.join(map(str, loc))}: {each['msg']}" if (loc := each["loc"][1:]) else WHOLE for each in found]
    where = [printable(str(part)) for part in found[0]["loc"]]
    return JSONResponse({"error": printable("; ".join(wrong)), "where": where}, 422)


async def _unserved(request: Request, error: Exception) -> Response:
    """Answer what no route answers: an unknown address, another method, or a body that cannot be read at all."""
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, CardwrightError):  # a body that cannot be read
        return await _refused(request, error.__cause__)
    sentence = UNSERVED.get(error.status_code, str(error.detail))
    answer = refusal(request.headers, {"error": sentence}, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _refused(request: Request, error: Exception) -> Response:
    """Answer bad input with one sentence."""
    field = getattr(error, "field", "")
    status: int = getattr(error, "status", 400)
    return refusal(request.headers, {"error": told(error), **({"field": field} if field else {})}, status)
