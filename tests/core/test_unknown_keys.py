"""A key that data may not have is answered with the nearest one it may."""

from __future__ import annotations

import pydantic
import pytest

from cardwright.core import data
from cardwright.core.errors import BadData


class Enemy(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid")
    hp: int = 1


class Route(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid")
    moves: int = 1
    next: Route | None = None


class Start(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid")
    hand: tuple[str, ...] = ()
    enemies: tuple[Enemy, ...] = ()
    routes: dict[str, Route | int] = {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hnad: []", "x.yaml, line 1: hnad: unknown key 'hnad'; did you mean 'hand'? There are: enemies, hand, routes"),
        ("zone: []", "x.yaml, line 1: zone: unknown key 'zone'; there are: enemies, hand, routes"),
        (
            "enemies:\n- hp: 3\n- hpp: 3",
            "x.yaml, line 3: enemies.1.hpp: unknown key 'hpp'; did you mean 'hp'?",
        ),
        ("enemies: [{moves: 3}]", "x.yaml, line 1: enemies.0.moves: unknown key 'moves'; there are: hp"),
        (
            "routes: {a: {next: {hp: 3}}}",
            "x.yaml, line 1: routes.a.Route.next.hp: unknown key 'hp'; there are: moves, next",
        ),
    ],
)
def test_unknown_key(text, message):
    document = data.parse(text, "x.yaml")
    with pytest.raises(BadData) as error:
        data.validate(Start, document.value, document)
    assert str(error.value) == message
