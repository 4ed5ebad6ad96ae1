"""A key that data may not have is answered with the nearest one it may."""

from __future__ import annotations

import pydantic
import pytest

from cardwright.core import data
from cardwright.core.errors import BadData


class Enemy(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid")
    hp: int = 1


class Start(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid")
    hand: tuple[str, ...] = ()
    enemies: tuple[Enemy, ...] = ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hnad: []", "x.yaml, line 1: hnad: unknown key 'hnad'; did you mean 'hand'?"),
        ("zone: []", "x.yaml, line 1: zone: unknown key 'zone'; there are: enemies, hand"),
        ("enemies:\n- hp: 3\n- hpp: 3", "x.yaml, line 3: enemies.1.hpp: unknown key 'hpp'; did you mean 'hp'?"),
    ],
)
def test_unknown_key(text, message):
    document = data.parse(text, "x.yaml")
    with pytest.raises(BadData) as error:
        data.validate(Start, document.value, document)
    assert str(error.value) == message
