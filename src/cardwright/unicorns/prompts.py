# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Asking a player: the question is in the record, and the game stops until it is answered."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .state import Act


@inner
def ask(s, who, prompt, n):
    """Ask a player; the `n` options have been written already."""
    s.who = who
    s.prompt = prompt
    s.option_count = n


@inner
def ask_yes_no(s, who, prompt):
    """Ask a player a question that is answered with yes or no."""
    s.options[0] = Act.YES
    s.options[1] = Act.NO
    ask(s, who, prompt, 2)
