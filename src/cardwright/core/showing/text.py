"""Text that is safe to show: names and notes from files reach terminals, web pages and plots only through here.

A control character can move a terminal's cursor or change its title, and a bidirectional override shows a line in
another order than it has. Both can forge what a person reads.
"""

from __future__ import annotations

import html
import re
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence

_JOINERS = "\u200c\u200d"  # invisible parts of emoji and of some scripts
_SUSPECT = re.compile(r"[^\n\t -~]")  # nearly all text is ASCII, which needs no second look


def printable(text: str) -> str:
    """Return a text with every character that prints nothing replaced by "?", and every odd space by a plain one.

    Line ends and tabs stay.

    >>> printable("a\\x1b[31m red \\u202eelif\\u00a0name\\n")
    'a?[31m red ?elif name\\n'
    """
    return _SUSPECT.sub(lambda match: _shown(match[0]), text)


def _shown(character: str) -> str:
    if character.isprintable() or character in _JOINERS:
        return character
    return " " if unicodedata.category(character) == "Zs" else "?"


def one_line(text: str) -> str:
    """Return a text as one line of printable characters.

    >>> one_line("no card\\n\\tof this name\\x07")
    'no card of this name?'
    """
    return printable(" ".join(text.split()))


def escape_html(text: object) -> str:
    """Return a text for a web page: printable, and without meaning as HTML.

    >>> escape_html("<b>\\u202e")
    '&lt;b&gt;?'
    """
    return html.escape(printable(str(text)))


def longest_word(texts: Iterable[str]) -> int:
    """Return the length of the longest word, which a column of a table needs to break no word.

    >>> longest_word(["win rate %", "50.0 [40.0,60.0]"])
    11
    """
    return max((len(word) for text in texts for word in text.split()), default=0)


def name_parts(name: str, width: int) -> list[str]:
    """Return a name in parts that fit a width: cut at ":", "/" and "+", then at "=", "_", "." and "-" if necessary.

    A part without such signs stays whole.

    >>> name_parts("mcts:200", 12), name_parts("my_agents.py:Careful+depth=3", 13)
    (['mcts:200'], ['my_agents.py:', 'Careful', '+depth=3'])
    """
    parts = [name]
    for cut in (r"(?<=[:/])|(?=\+)", r"(?<=[=_.-])"):
        parts = [part for each in parts for part in (re.split(cut, each) if len(each) > width else [each]) if part]
    return parts


def fold(text: str, width: int) -> str:
    """Return a text in lines of a width; names are cut as `name_parts` does.

    >>> fold("__main__:Careful, random", 12).splitlines()
    ['__main__:', 'Careful,', 'random']
    """
    lines = [""]
    for word in text.split():
        glue = " "
        for part in name_parts(word, width):
            if lines[-1] and len(lines[-1] + glue + part) > width:
                lines.append("")
            lines[-1] += f"{glue if lines[-1] else ''}{part}"
            glue = ""
    return "\n".join(lines)


def group_columns(widths: Sequence[int], names: int, width: int, gap: int = 1) -> list[list[int]]:
    """Return the columns of a table in groups that fit `width`; each group is shown behind the first `names` columns.

    >>> group_columns([6, 5, 2], names=1, width=12)
    [[1], [2]]
    """
    groups: list[list[int]] = [[]]
    for index in range(names, len(widths)):
        shown = (*range(names), *groups[-1], index)
        if groups[-1] and sum(widths[each] + gap for each in shown) - gap > width:
            groups.append([])
        groups[-1].append(index)
    return groups


def share_width(narrowest: Sequence[int], widest: Sequence[int], width: int) -> list[int]:
    """Return a width for each column: at least its narrowest. Wide columns share the rest of `width`.

    >>> share_width([4, 4], [18, 6], 16)
    [10, 6]
    """
    widths = list(narrowest)
    needs = [wanted - least for wanted, least in zip(widest, narrowest, strict=True)]
    left = width - sum(widths)
    for done, index in enumerate(sorted(range(len(widths)), key=needs.__getitem__)):
        more = max(0, min(needs[index], left // (len(widths) - done)))
        widths[index] += more
        left -= more
    return widths


INDENT = " " * 5
FOLDED = " ... (more)"


def wrapped(line: str, width: int, most: int | None = None) -> list[str]:
    """Return a line in parts that fit a width, the later ones indented; after `most` parts the rest is left out.

    >>> wrapped("Draw pile: Bash, Strike, Strike", 25), wrapped("Draw pile: Bash, Strike, Strike", 25, most=1)
    (['Draw pile: Bash, Strike,', '     Strike'], ['Draw pile: Bas ... (more)'])
    """
    parts = textwrap.wrap(line, width, subsequent_indent=INDENT, break_on_hyphens=False) or [""]
    if most is not None and len(parts) > most:
        parts[most - 1 :] = [parts[most - 1][: width - len(FOLDED)].rstrip(" ,") + FOLDED]
    return parts
