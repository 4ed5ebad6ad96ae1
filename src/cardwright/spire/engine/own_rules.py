# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Whether content goes beyond the usual rules: events, resources or a loop of its own, rules for rarer events,
targets and loops within others of their kind, effects of which one is chosen, or rarer actions such as theft.

Battles that do not are compiled as if nothing of this existed, so that they are as fast as without it.
"""

from __future__ import annotations

from typing import Any

from cardwright.core.compiling.jit import inner, settle, switchboard
from cardwright.core.verbs import record_key

from .rules import OpenRules


def _find(name: str, rules: Any) -> Any:
    return _yes if _marked(rules) else _no


def _marked(rules: Any) -> bool:
    return bool(record_key(rules) == record_key(OpenRules))


@switchboard(_find)
def is_open(rules):
    """Return whether these rules have anything of this; known when a kernel is compiled."""


settle(is_open, _marked)


@inner
def _yes(rules):
    return True


@inner
def _no(rules):
    return False
