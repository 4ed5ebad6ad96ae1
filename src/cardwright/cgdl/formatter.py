"""A file laid out in the usual way, its comments kept."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from lark import Token, Tree

from . import tree
from .builder import build
from .parser import derivation
from .printer import BLANK, lines, setting_text

COMMENT_COLUMN = 34  # where a comment beside something begins, if there is room

WHOLE_LINES = {"setting", "com", "rule", "rank"}  # rules of the grammar that make up a line
LINE_STARTS = {
    "LANGUAGE", "GAME", "PLAYERS", "TABLES", "STAGE", "REPEAT", "RANKING", "WINNING", "TOKEN", "ALIVE", "RBRACE",
}  # fmt: skip


def formatted(text: str, name: str = "game") -> str:
    """The text of a game, laid out in the usual way.

    >>> print(formatted('language 1 game "x" players 2 tables 0 stage { win } # at once\\nranking { } '
    ...                 'winning { token = 0 alive = 0 }'), end="")
    language 1
    game "x"
    players 2
    tables 0
    <BLANKLINE>
    stage {
        win
    }                                 # at once
    <BLANKLINE>
    ranking {
    }
    <BLANKLINE>
    winning {
        token = 0
        alive = 0
    }
    """
    parsed = derivation(text, name)
    return _laid_out(parsed, text, build(parsed))


def rewritten(text: str, game: tree.Game) -> str:
    """A game that is described by the text but for its numbers and switches, with the comments of the text.

    >>> from dataclasses import replace
    >>> from cardwright import cgdl
    >>> war = cgdl.source("war")
    >>> rewritten(war, replace(cgdl.parse(war), players=3)).splitlines()[4:6]
    ['players 3', 'tables 1                          # T0: the cards that have been played']
    """
    return _laid_out(derivation(text), text, game)


def _laid_out(parsed: Tree, text: str, game: tree.Game) -> str:
    """The lines of a game, each with the comments that stood beside or above it; switches may be new."""
    known = {each.name for each in build(parsed).switches}
    new = {setting_text(each) for each in game.switches if each.name not in known}
    comments = deque(_comments(text))
    ends = deque([*_line_ends(parsed), 0])
    result = []
    for line in lines(game):
        end = 0 if line == BLANK or line.text in new else ends.popleft()
        while comments and comments[0][0] < end:
            result.append(str(line._replace(text=comments.popleft()[1])))
        if comments and comments[0][0] == end != ends[0]:
            result.append(f"{line!s:<{COMMENT_COLUMN - 2}}  {comments.popleft()[1]}")
        else:
            result.append(str(line))
    result += [comment for _, comment in comments]
    return "".join(f"{line}\n" for line in result)


def _comments(text: str) -> Iterator[tuple[int, str]]:
    """The comments of a text with the numbers of their lines; a # in quotes begins none."""
    for number, line in enumerate(text.split("\n"), 1):
        for match in re.finditer(r'"[^"]*"|#.*', line):
            if match[0][0] == "#":
                yield number, re.sub(r"^#(?=[^ #])", "# ", match[0].strip())


def _line_ends(parsed: Tree) -> Iterator[int]:
    """For each line as it will be laid out, the line of the text that its last word stood on."""
    last = 0
    for word, begins in _words(parsed):
        if begins and last:
            yield last
        last = word.line or 0
    yield last


def _words(node: Tree, within: bool = False) -> Iterator[tuple[Token, bool]]:
    """Every word of a derivation, and whether a line begins with it; `within` a line none does."""
    for child in node.children:
        if isinstance(child, Token):
            yield child, not within and child.type in LINE_STARTS
            continue
        whole = child.data in WHOLE_LINES
        for place, (word, begins) in enumerate(_words(child, within or whole)):
            yield word, begins or (whole and place == 0)
