"""`cardwright replay`: step through a recorded game in the terminal, or write it as a web page."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardwright.core.showing.choices import amount_kind, brief, choices, shortened
from cardwright.core.showing.narration import joined
from cardwright.core.showing.text import wrapped

from .keys import pressed_keys
from .options import GameOptions, load_games, target
from .tables import table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardwright.arena.story import Story
    from cardwright.core.showing.terminal import Console

HELP = """\
  right, n, space    next decision            Home    first decision
  left, p            previous decision        End     end of the game
  PgDn, PgUp         ten forward, ten back    Enter   summary on and off
  down, up           the rest of a long position
  m                  messages of language models on and off
  h                  this help                q, Esc  leave"""

# Decisions to move by, for each key as terminals send it.
STEPS = {
    **dict.fromkeys(("\x1b[C", "\x1bOC", "n", " "), 1),
    **dict.fromkeys(("\x1b[D", "\x1bOD", "p", "\x7f"), -1),
    "\x1b[6~": 10,
    "\x1b[5~": -10,
    **dict.fromkeys(("\x1b[H", "\x1bOH", "\x1b[1~"), -sys.maxsize),
    **dict.fromkeys(("\x1b[F", "\x1bOF", "\x1b[4~"), sys.maxsize),
}
SCROLLS = {**dict.fromkeys(("\x1b[B", "\x1bOB"), 1), **dict.fromkeys(("\x1b[A", "\x1bOA"), -1)}  # by half a screen


def command(
    file: Annotated[Path, typer.Argument(help="A game saved by `cardwright play` or a replay of `cardwright arena`.")],
    html: Annotated[
        Path | None, typer.Option(help="Write a web page, which needs no server, to this file.", callback=target)
    ] = None,
    as_list: Annotated[bool, typer.Option("--list", help="Print each decision and what happened then.")] = False,
    messages: Annotated[bool, typer.Option("--messages", help="Show what language models were asked.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print all decisions and positions as JSON.")] = False,
    python_games: GameOptions = None,
) -> None:
    """Step through a recorded game: who decided what, and what happened then.

    All cards are shown, here and in the web page, including those that were hidden from players. The left and right
    arrows move between decisions, and Enter shows a summary. Replies of language models are shown with their decisions;
    the key m or --messages adds what they were asked.

    Example: cardwright replay runs/replays/1-random-000000.json --html game.html
    """
    from cardwright.arena.story import load_story
    from cardwright.core import files
    from cardwright.core.compiling import jit
    from cardwright.core.showing.terminal import Console

    jit.watch_compiling()
    load_games(python_games)
    story = load_story(file)
    if html is not None:
        from cardwright.arena.replay_page import replay_page

        files.write(html, replay_page(story), private=bool(story.exchanges))
        print(f"wrote {html}", file=sys.stderr)
    if as_json:
        print(json.dumps(story.to_dict()))
    elif as_list or (html is None and not sys.stdin.isatty()):
        _print_list(story, messages)
    elif html is None:
        Viewer(story, Console(), messages).watch()


def _print_list(story: Story, messages: bool) -> None:
    for number in range(len(story.decisions)):
        print(story.line(number))
        for line in _exchanges(story, number, messages):
            print(f"     {line}")
        for event in story.events(number):
            print(f"     {event}")
    print(story.result())


def _exchanges(story: Story, number: int, messages: bool) -> Iterator[str]:
    """Yield the replies of a language model to a decision, each after the messages it was sent, if these are wanted.

    A repair repeats the messages before it, so only its own are shown.
    """
    shown = 0
    for exchange in story.exchanges.get(number, ()):
        for message in exchange.messages[shown:] if messages else ():
            yield from _lines(message.get("role", ""), message.get("content", ""))
        shown = len(exchange.messages) + 1  # the reply comes back as a message of its own
        yield from _lines("reply", exchange.reply)
        if exchange.problem:
            yield f"not used: {exchange.problem}"


def _lines(role: str, text: str) -> Iterator[str]:
    """Yield a message in lines, the first of which says whose it is."""
    first, *others = text.splitlines() or [""]
    yield f"{role}: {first}"
    yield from (f"  {line}" for line in others)


class Viewer:
    """Shows a recorded game in a terminal, one position at a time."""

    def __init__(self, story: Story, console: Console, messages: bool = False):
        self.story = story
        self.console = console
        self.messages = messages
        self.now = 0
        self.scrolled = 0  # half screens that a long position is scrolled down
        self.in_summary = False

    def watch(self) -> None:
        """Show the positions that the keys ask for, until the person leaves."""
        with pressed_keys() as keys:
            self._show()
            all(map(self._press, keys))

    def _press(self, key: str) -> bool:
        """Do what a key asks for; return False to leave."""
        if key in ("q", "\x1b", "\x03", "\x04"):
            return False
        if key == "h":
            self._print(HELP)
        elif key == "m":
            self.messages = not self.messages
            self._show()
        elif key in ("\r", "\n"):
            self.in_summary = not self.in_summary
            self._show()
        elif key in STEPS:
            self.now = max(0, min(len(self.story.decisions), self.now + STEPS[key]))
            self.scrolled, self.in_summary = 0, False
            self._show()
        elif key in SCROLLS:
            self.scrolled = max(0, self.scrolled + SCROLLS[key])
            self._show()
        return True

    def _show(self) -> None:
        """Draw what the keys have asked for: in place if the terminal can, and no higher than it is."""
        in_place = self.console.is_terminal and not self.console.is_dumb_terminal
        if in_place:
            self.console.clear()
        else:
            self.console.print("")
            self.console.rule(characters="-")
        if self.in_summary:
            self._show_summary()
            return
        lines = self._lines(self.console.height - 1 if in_place else sys.maxsize)
        for text, style in lines:
            self.console.print(text, style=style)

    def _lines(self, height: int) -> list[tuple[str, str]]:
        """Return a decision and its position in lines with their styles, folded to a height.

        What was hidden from the player comes last, so that it is left out first.
        """
        told = [(line, "") for line in self._position()]
        if self.now == len(self.story.decisions):
            told += [("", ""), (f"The end: {self.story.result()}", "")]
        else:
            told += [(f"Choices: {', '.join(self._choices())}", ""), ("", "")]
            told += [(line, "") for line in _exchanges(self.story, self.now, self.messages)]
            told += [(self.story.line(self.now), "bold")]
            told += [(f"     {event}", "") for event in joined(self.story.events(self.now))]
        told += [(line, "") for line in self._hidden()]
        for most in (None, 2, 1):
            lines = [(part, style) for line, style in told for part in wrapped(line, self.console.width, most)]
            if len(lines) <= height:
                return lines
        self.scrolled = min(self.scrolled, math.ceil(2 * (len(lines) - height + 1) / height))
        lines = lines[self.scrolled * height // 2 :]
        left = len(lines) - height + 1
        more = [(f"     ... {left} more line{'s' if left > 1 else ''}: press down", "")] if left > 1 else []
        return [*lines[: height - len(more)], *more]

    def _choices(self) -> list[str]:
        """Return the choices of a position in a few words, long runs of amounts shortened."""
        options = choices(self.story.states[self.now])
        named = {brief(words): amount_kind(alike[0]) for words, alike in options.items()}
        return [each.strip() for each in shortened(list(named), list(named.values()))]

    def _print(self, *lines: str) -> None:
        for line in lines:
            self.console.print(line)

    def _position(self) -> list[str]:
        """Return the position as its player saw it."""
        state = self.story.states[self.now]
        head = f"{self.story.game.title}: {self.story.name}, seed {state.seed}; h for help"
        return [head, *str(state).splitlines()]

    def _hidden(self) -> list[str]:
        """Return what was hidden from the player who decided."""
        from cardwright.core.data import in_words

        hidden = self.story.hidden(self.now)
        lines = [f"  {key.replace('_', ' ')}: {in_words(each)}" for key, each in hidden.items()]
        return ["", f"Hidden from {self.story.players[self.story.states[self.now].decider]}:", *lines] if lines else []

    def _show_summary(self) -> None:
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
            self._print(f"{'>' if number == self.now else ' '} {self.story.line(number)}")
