"""The standard layout of a file, with its comments kept."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from lark import Token, Tree

from . import tree
from .builder import build
from .parser import derivation
from .printer import BLANK, lines, setting_text

COMMENT_COLUMN = 34  # the column of a comment at the end of a line, if there is room

WHOLE_LINES = {
    "partners_3", "naming", "setting", "com", "rule", "rank", "captured_2", "score_points_3", "effect_3",
    "suits_3", "copies_3", "bowers_3", "trumps_3", "named_cards_3", "jokers_3", "first_meld_3",
    "layout_3",
}  # grammar rules that fill a line  # fmt: skip
LINE_STARTS = {
    "LANGUAGE", "GAME", "VERSION", "SOURCE", "PLAYERS", "TABLES", "DECK", "WHEN", "STAGE", "FIRST", "THEN", "REPEAT",
    "RANKING",
    "WINNING", "TOKEN", "ALIVE", "RBRACE",
}  # fmt: skip


def formatted(text: str, name: str = "game") -> str:
    """Return the text of a game in the standard layout.

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
    winning {
        token = 0
        alive = 0
    }
    """
    parsed = derivation(text, name)
    return _laid_out(parsed, text, build(parsed))


def rewritten(text: str, game: tree.Game) -> str:
    """Return the text of a game with the comments of `text`, a text that differs in numbers and switches only.

    >>> from dataclasses import replace
    >>> from cardwright import cgdl
    >>> war = cgdl.source("war").replace("tables 1", "tables 1  # for cards that have been played")
    >>> rewritten(war, replace(cgdl.parse(war), players=3)).splitlines()[5:7]
    ['players 3', 'tables 1                          # for cards that have been played']
    """
    return _laid_out(derivation(text), text, game)


def _laid_out(parsed: Tree[Token], text: str, game: tree.Game) -> str:
    """Return the lines of a game, each with the comments from beside or above it; `game` can have new switches."""
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
    """Yield the comments of a text with their line numbers; a # in quotes does not begin a comment."""
    for number, line in enumerate(text.split("\n"), 1):
        for match in re.finditer(r'"[^"]*"|#.*', line):
            if match[0][0] == "#":
                yield number, re.sub(r"^#(?=[^ #])", "# ", match[0].strip())


def _line_ends(parsed: Tree[Token]) -> Iterator[int]:
    """Yield, for each line of the layout, the line number of its last word in the original text."""
    last = 0
    for word, begins in _words(parsed):
        if begins and last:
            yield last
        last = word.line or 0
    yield last


def _words(node: Tree[Token], within: bool = False) -> Iterator[tuple[Token, bool]]:
    """Yield every word of a derivation and whether a line begins with it; never `within` a line."""
    for child in node.children:
        if isinstance(child, Token):
            yield child, not within and child.type in LINE_STARTS
            continue
        if child.data == "ranking" and not any(isinstance(each, Tree) for each in child.children):
            continue  # the layout leaves out an empty ranking
        whole = child.data in WHOLE_LINES
        for index, (word, begins) in enumerate(_words(child, within or whole)):
            yield word, begins or (whole and index == 0)
