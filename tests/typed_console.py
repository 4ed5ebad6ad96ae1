"""A terminal for tests: the lines are typed in advance, and input ends after the last."""

from __future__ import annotations

import io

from rich.console import Console


class TypedConsole(Console):
    """A console that reads `lines`; its output is in `file`."""

    def __init__(self, *lines):
        super().__init__(file=io.StringIO(), width=200, highlight=False)
        self.lines = list(lines)

    def input(self, *prompt, **options):
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)
