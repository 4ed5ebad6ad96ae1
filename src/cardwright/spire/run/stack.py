# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The stack of a run: screens that wait for a decision, above programs that go on when the screens are closed."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .state import Frame


@inner
def push(s, frame):
    """Open a screen."""
    s.frames[s.depth] = frame
    s.depth += 1


@inner
def push_program(s, pc):
    """Begin a program, which runs until it ends or opens a screen."""
    s.pcs[s.depth] = pc
    push(s, Frame.PROGRAM)


@inner
def pop(s):
    """Close the screen, or end the program, on top."""
    s.depth -= 1


@inner
def top(s):
    """Return what is on top, a `Frame`."""
    return int(s.frames[s.depth - 1])
