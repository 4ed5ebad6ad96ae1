"""Profiles of the rules: named sets of switches, each of which departs from the official rules in one point."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources
from typing import Any, Literal

from pydantic import Field

from cardwright.core import data
from cardwright.core.data import Data
from cardwright.core.errors import BadData, unknown


class Change(Data):
    """A named departure from the rules."""

    about: str
    cards: dict[str, dict[str, Any]] = Field(default_factory=dict)


class Profiles(Data):
    """The switches, and which of them each profile turns on."""

    switches: dict[str, Change]
    profiles: dict[str, list[str] | Literal["all"]]


@functools.cache
def profiles() -> Profiles:
    """Return all switches and profiles."""
    document = data.parse(
        resources.files(__package__).joinpath("data", "rules.yaml").read_text(encoding="utf-8"), "rules.yaml"
    )
    return data.validate(Profiles, document.value, document)


def switches(rules: str = "official", changes: Mapping[str, Any] | None = None) -> frozenset[str]:
    """Return the names of the switches that are on.

    >>> sorted(switches("official", {"pandas_win": True}))
    ['pandas_win']
    >>> "pandas_win" in switches("thesis", {"pandas_win": False})
    False
    """
    known = profiles()
    if rules not in known.profiles:
        raise unknown("profile of the rules", rules, known.profiles)
    chosen = known.profiles[rules]
    on = set(known.switches if chosen == "all" else chosen)
    for name, value in (changes or {}).items():
        if name not in known.switches:
            raise unknown("switch", name, known.switches)
        if not isinstance(value, bool):
            raise BadData(f"the switch {name!r} must be true or false, not {str(value)[:40]!r}")
        (on.add if value else on.discard)(name)
    return frozenset(on)
