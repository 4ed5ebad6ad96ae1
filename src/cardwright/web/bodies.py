"""JSON that pages send: read as the standard has it, and refused in one sentence."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Coroutine
from typing import Any, NoReturn

import pydantic
from fastapi import Request
from fastapi.routing import APIRoute
from starlette.responses import Response

from cardwright.core.errors import BadData

MOST_DIGITS = 100  # of an integer
BODY = "the body of the request"


class Body(pydantic.BaseModel):
    """The base of what pages send: unknown keys are refused, and no value is taken for one of another type."""

    model_config = pydantic.ConfigDict(extra="forbid", strict=True)


def read_json(text: str | bytes, what: str = BODY) -> Any:
    """Return what a text says.

    >>> read_json('{"seed": NaN}')
    Traceback (most recent call last):
    ...
    cardwright.core.errors.BadData: the body of the request has a number that is not finite: NaN
    """

    def constant(word: str) -> NoReturn:
        raise BadData(f"{what} has a number that is not finite: {word[:20]}")

    def integer(digits: str) -> int:
        if len(digits) > MOST_DIGITS:
            raise BadData(f"{what} has an integer of {len(digits):,} digits; at most {MOST_DIGITS} are read")
        return int(digits)

    def number(digits: str) -> float:
        found = float(digits)
        return found if math.isfinite(found) else constant(digits)

    try:
        return json.loads(text, parse_constant=constant, parse_int=integer, parse_float=number)
    except RecursionError:
        raise BadData(f"{what} is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise BadData(f"{what} is not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except UnicodeDecodeError:
        raise BadData(f"{what} is not a text in UTF-8") from None


class _Request(Request):
    async def json(self) -> Any:
        return read_json(await self.body())


class Route(APIRoute):
    """A route that reads bodies with `read_json`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        answer = super().get_route_handler()

        async def handler(request: Request) -> Response:
            return await answer(_Request(request.scope, request.receive))

        return handler
