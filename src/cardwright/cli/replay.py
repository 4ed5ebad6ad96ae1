"""`cardwright replay`: a game that was played, decision by decision, in the terminal or as a page for a browser."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .tables import table

if TYPE_CHECKING:
    from rich.console import Console

    from cardwright.arena.story import Story

HELP = """\
  right, n, space    one decision on          Home    the first
  left, p            one back                 End     the last
  PgDn, PgUp         ten on, ten back         Enter   the summary, and back
  h                  this                     q, Esc  leave"""

# What terminals send for the keys that have no letter.
STEPS = {
    **dict.fromkeys(("\x1b[C", "\x1bOC", "n", " "), 1),
    **dict.fromkeys(("\x1b[D", "\x1bOD", "p", "\x7f"), -1),
    "\x1b[6~": 10,
    "\x1b[5~": -10,
    **dict.fromkeys(("\x1b[H", "\x1bOH", "\x1b[1~"), -sys.maxsize),
    **dict.fromkeys(("\x1b[F", "\x1bOF", "\x1b[4~"), sys.maxsize),
}


def command(
    file: Annotated[Path, typer.Argument(help="A game saved by `cardwright play`, or a replay of `cardwright arena`.")],
    html: Annotated[
        Path | None, typer.Option(help="Write a page for a browser to this file; it needs no server.")
    ] = None,
    as_list: Annotated[bool, typer.Option("--list", help="Print a line for each decision.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print all decisions and positions as JSON.")] = False,
) -> None:
    """Step through a game that was played: who decided what, and what came of it.

    All cards are shown, also those that were hidden from the players. In the page, left and right move between
    decisions and Enter shows a summary.

    Example: cardwright replay runs/replays/1-random-000000.json --html game.html
    """
    from rich.console import Console

    from cardwright.arena.story import load_story
    from cardwright.core import data, jit

    jit.watch_compiling()
    story = load_story(file)
    if html is not None:
        from cardwright.web.replay import replay_page

        data.write(html, replay_page(story))
        print(f"wrote {html}", file=sys.stderr)
    if as_json:
        print(json.dumps(story.to_dict()))
    elif as_list or (html is None and not sys.stdin.isatty()):
        _print_list(story)
    elif html is None:
        Viewing(story, Console(highlight=False)).watch()


def _print_list(story: Story) -> None:
    for number in range(len(story.decisions)):
        print(story.line(number))
        for change in story.changes(number):
            print(f"     {change}")
    print(story.result())


class Viewing:
    """Somebody watching a game at a terminal."""

    def __init__(self, story: Story, console: Console):
        self.story = story
        self.console = console
        self.now = 0
        self.summing_up = False

    def watch(self) -> None:
        """Show one position after the other, as the keys say."""
        last = len(self.story.decisions)
        self._say(f"{self.story.game.title}: {self.story.name}, seed {self.story.states[0].seed}; h for help")
        self._show()
        while True:
            try:
                key = typer.getchar()
            except (EOFError, KeyboardInterrupt):
                return
            if key in ("q", "\x1b", "\x03", "\x04"):
                return
            if key == "h":
                self._say(HELP)
            elif key in ("\r", "\n"):
                self.summing_up = not self.summing_up
                self._show()
            elif key in STEPS:
                self.now = max(0, min(last, self.now + STEPS[key]))
                self.summing_up = False
                self._show()

    def _say(self, *lines: str) -> None:
        for line in lines:
            self.console.print(line, markup=False)

    def _show(self) -> None:
        self._say("")
        self.console.rule(characters="-")
        if self.summing_up:
            self._sum_up()
        elif self.now == len(self.story.decisions):
            self._say(str(self.story.states[-1]), "", f"The end: {self.story.result()}")
        else:
            options = dict.fromkeys(map(str, self.story.decisions[self.now].options))
            self._say(str(self.story.states[self.now]), f"Choices: {', '.join(options)}", "")
            self.console.print(self.story.line(self.now), style="bold", markup=False)
            self._say(*(f"     {change}" for change in self.story.changes(self.now)))

    def _sum_up(self) -> None:
        rows = [
            (
                each["name"],
                each["agent"] or "",
                str(each["decisions"]),
                "" if each["score"] is None else f"{each['score']:.3g}",
                "won" if each["won"] else "",
            )
            for each in self.story.summary()
        ]
        self.console.print(table(("player", "agent", "decisions", "score", ""), rows, self.story.result()))
        first = max(0, min(self.now - 10, len(self.story.decisions) - 20))
        for number in range(first, min(first + 20, len(self.story.decisions))):
            self._say(f"{'>' if number == self.now else ' '} {self.story.line(number)}")
