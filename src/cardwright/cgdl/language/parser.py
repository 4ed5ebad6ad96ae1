"""From text to a game, or to one sentence that names the location of an error and what was expected there."""

from __future__ import annotations

import difflib
import functools
import re
from importlib import resources
from pathlib import Path

import lark
from lark.lexer import PatternRE, PatternStr, TerminalDef

from cardwright.core.errors import BadData

from . import tree
from .builder import build
from .hints import hint, hint_in_context
from .problem import BadGame, Problem
from .tables import kept

LARGEST_TEXT = 64 * 1024
ENDINGS = ("next", "done", "win", "end", "stop", "again")  # the last words of rules
LONGEST_WORD = 40  # of those that messages name
NEW_LINE, END = "\n", "$END"

KINDS = {
    "INT": "a number",
    "STRING": 'a name in quotes, as in "first bet"',
    "WORD": "a word of small letters and underscores",
    "HAND": "a hand (HX, HA, H0, H1, ...)",
    "STACK": "a stack (SX, SA, S0, S1, ...)",
    "TABLE": "a table (T0, T1, ...)",
    "PILE": "a pile of tokens (KX0, KX1, KA1, K00, ...)",
    END: "the end of the file",
}


@functools.cache
def grammar() -> lark.Lark:
    """Return the parser built from the grammar file; it keeps every token, and a parse is a complete derivation."""
    text = resources.files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    options = {"parser": "lalr", "start": "game", "keep_all_tokens": True, "maybe_placeholders": False}
    make = functools.partial(lark.Lark, text, **options, edit_terminals=_whole_words)
    return kept(make, text, Path(__file__).read_text(encoding="utf-8"))


def _whole_words(terminal: TerminalDef) -> None:
    """Let a keyword match whole words only: `nextdone` is not `next done`."""
    pattern = terminal.pattern
    if isinstance(pattern, PatternStr) and pattern.value.isalpha():
        terminal.pattern = PatternRE(rf"{pattern.value}\b", raw=pattern.value)
    elif terminal.name in KINDS and terminal.name != "STRING":
        terminal.pattern = PatternRE(rf"(?:{pattern.to_regexp()})(?![A-Za-z0-9_])")


def derivation(text: str, name: str = "game") -> lark.Tree[lark.Token]:
    """Return the derivation tree of a text."""
    if len(text) > LARGEST_TEXT:
        raise BadData(f"{name}: the text has {len(text):,} characters; at most {LARGEST_TEXT:,} are allowed")
    if not re.sub(r"#.*", "", text).strip():
        raise BadGame(name, [Problem(tree.Location(1, 1), "the text is empty; a game begins with 'language 3'")])
    try:
        return grammar().parse(text)
    except lark.UnexpectedInput as error:
        raise BadGame(name, [Problem(_location(text, error), _complaint(text, error))]) from None


def read(text: str, name: str = "game") -> tree.Game:
    """Return the game that a text describes, before any checks."""
    return build(derivation(text, name))


def _location(text: str, error: lark.UnexpectedInput) -> tree.Location:
    if _at_end(error):
        return tree.Location(text.count(NEW_LINE) + 1, len(text) - text.rfind(NEW_LINE))
    return tree.Location(error.line, error.column)


def _at_end(error: lark.UnexpectedInput) -> bool:
    return isinstance(error, lark.UnexpectedToken) and error.token.type == END


def _complaint(text: str, error: lark.UnexpectedInput) -> str:
    """Describe what was found and what was expected."""
    position = error.pos_in_stream or 0
    found = "" if _at_end(error) else _found(text, position)
    accepted = error.interactive_parser.accepts()
    expected, words = _in_words(accepted)
    before = re.search(r"(\w+|\W)$", text[:position].rstrip()[-LONGEST_WORD:])
    if found == "," and before and before[1] in ENDINGS:
        return f"nothing can follow {before[1]!r} in a rule: it ends the turn"
    hinted = hint_in_context(text, position, accepted) or hint(found, before[1] if before else "", accepted)
    if hinted:
        return hinted
    near = difflib.get_close_matches(found.lower(), words, n=1, cutoff=0.6)
    if near and near[0] != found:
        return f"{found!r} is not known here; did you mean {near[0]!r}?"
    what = f"{found!r} does not fit here" if found else "the text ends too soon"
    return f"{what}; expected {expected}"


def _found(text: str, position: int) -> str:
    """Return the word or sign at a position."""
    match = re.compile(r"[A-Za-z0-9_]{1,40}|\"[^\"\n]{0,40}\"?|[<>!]=|&&|\|\||.", re.DOTALL).match(text, position)
    return match[0] if match else ""


def _in_words(terminals: set[str]) -> tuple[str, list[str]]:
    """Return a readable list of terminals, and those among them that are keywords."""
    words = sorted(keyword(each) for each in terminals if each not in KINDS)
    kinds = sorted(KINDS[each] for each in terminals if each in KINDS)
    every = [*kinds, *(repr(word) for word in words)]
    return (" or ".join(every) if len(every) < 3 else ", ".join(every[:-1]) + f" or {every[-1]}"), words


@functools.cache
def keywords() -> list[str]:
    """Return the words of the language, in alphabetical order.

    >>> {"deal", "mandatory", "stage"} <= set(keywords())
    True
    """
    found = (
        keyword(each.name) for each in grammar().terminals if each.name not in (*KINDS, *grammar().lexer_conf.ignore)
    )
    return sorted(word for word in found if word.isalpha())


def keyword(terminal: str) -> str:
    """Return the word or sign of a terminal."""
    pattern = grammar().get_terminal(terminal).pattern
    return pattern.value if isinstance(pattern, PatternStr) else str(pattern.raw)
