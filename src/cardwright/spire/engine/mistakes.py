"""The mistakes that only compiling finds, entry by entry."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.core.errors import BadData

from ..notation.content import Content
from .compiler import Compiler

_ADDERS: dict[str, Callable[[Compiler, str], int]] = {
    "cards": Compiler.card,
    "statuses": Compiler.status,
    "enemies": Compiler.enemy,
    "relics": Compiler.relic,
    "potions": Compiler.potion,
    "actions": Compiler.action,
}


def compile_one(content: Content, section: str, name: str) -> None:
    """Compile an entry by itself, in the usual loop."""
    for mistake in mistakes_in(content, section, name):
        raise BadData(mistake)


def mistakes_in(content: Content, section: str, name: str) -> list[str]:
    """Compile an entry by itself, in the usual loop, and return all mistakes: each begins with its section and name."""
    compiler = Compiler(content.model_copy(update={"loop": None}))
    compiler.mistakes = []
    compiler.writing = f"{section}.{name}"
    with compiler.noting():
        _ADDERS[section](compiler, name)
        compiler.finish()
    return list(dict.fromkeys(compiler.mistakes))


def check_rules(content: Content) -> None:
    """Check the resources and events by themselves; an error begins with the section and the name."""
    Compiler(content)


def check_loop(content: Content) -> None:
    """Compile the loop of a turn by itself."""
    Compiler(content).finish()
