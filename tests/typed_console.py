"""A terminal for tests, and games played at it: the lines are typed in advance, and input ends after the last."""

from __future__ import annotations

import io

from rich.console import Console

from cardwright.cli.play_session import Session


class TypedConsole(Console):
    """A console that reads `lines`; its output is in `file`."""

    def __init__(self, *lines):
        super().__init__(file=io.StringIO(), width=200, highlight=False)
        self.lines = list(lines)

    def input(self, *prompt, **options):
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def played(game, *lines, seats=None, seed=7, width=200):
    """Return the session and what it showed, of a game that is not compiled."""
    console = TypedConsole(*lines)
    console.width = width
    session = Session(game.new(seed, logged=True), seats or [None] * game.players, console)
    session.play()
    return session, console.file.getvalue()
