"""A terminal for tests: somebody has typed some lines already, and leaves after the last."""

from __future__ import annotations

import io

from rich.console import Console


class TypedConsole(Console):
    """What is printed is in `file`."""

    def __init__(self, *lines):
        super().__init__(file=io.StringIO(), width=200, highlight=False)
        self.lines = list(lines)

    def input(self, *prompt, **options):
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)
