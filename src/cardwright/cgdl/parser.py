"""From text to a game, or to one sentence that says where it went wrong and what was expected there."""

from __future__ import annotations

import difflib
import functools
import re
from importlib import resources

import lark
from lark.lexer import PatternRE, PatternStr, TerminalDef

from cardwright.core.errors import BadData

from . import tree
from .builder import build
from .problem import BadGame, Problem

LARGEST_TEXT = 64 * 1024
EXPECTED_SHOWN = 12
NEW_LINE, END = "\n", "$END"

KINDS = {
    "INT": "a number",
    "STRING": 'a name in quotes, as in "first bet"',
    "WORD": "a word",
    "HAND": "a hand (HX, HA, H0, H1, ...)",
    "TABLE": "a table (T0, T1, ...)",
    "PILE": "a pile of tokens (KX0, KX1, KA1, K00, ...)",
    END: "the end of the file",
}


@functools.cache
def grammar() -> lark.Lark:
    """The parser that the grammar file makes; it keeps every word, so that a parse is a whole derivation."""
    text = resources.files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    return lark.Lark(
        text, parser="lalr", start="game", keep_all_tokens=True, maybe_placeholders=False, edit_terminals=_whole_words
    )


def _whole_words(terminal: TerminalDef) -> None:
    """A keyword ends where the word ends: `nextdone` is not `next done`."""
    pattern = terminal.pattern
    if isinstance(pattern, PatternStr) and pattern.value.isalpha():
        terminal.pattern = PatternRE(rf"{pattern.value}\b", raw=pattern.value)
    elif terminal.name in KINDS and terminal.name != "STRING":
        terminal.pattern = PatternRE(rf"(?:{pattern.to_regexp()})(?![A-Za-z0-9_])")


def derivation(text: str, name: str = "game") -> lark.Tree:
    """The derivation tree of a text."""
    if len(text) > LARGEST_TEXT:
        raise BadData(f"{name}: {len(text):,} characters; a game has at most {LARGEST_TEXT:,}")
    try:
        return grammar().parse(text)
    except lark.UnexpectedInput as error:
        raise BadGame(name, [Problem(_place(text, error), _complaint(text, error))]) from None


def read(text: str, name: str = "game") -> tree.Game:
    """The game that a text describes, not yet checked for sense."""
    return build(derivation(text, name))


def _place(text: str, error: lark.UnexpectedInput) -> tree.Place:
    if _ended(error):
        return tree.Place(text.count(NEW_LINE) + 1, len(text) - text.rfind(NEW_LINE))
    return tree.Place(error.line, error.column)


def _ended(error: lark.UnexpectedInput) -> bool:
    return isinstance(error, lark.UnexpectedToken) and error.token.type == END


def _complaint(text: str, error: lark.UnexpectedInput) -> str:
    """What was found and what was expected, in words."""
    found = "" if _ended(error) else _found(text, error.pos_in_stream or 0)
    accepted = error.interactive_parser.accepts()
    expected, words = _in_words(accepted)
    near = difflib.get_close_matches(found.lower(), words, n=1, cutoff=0.6)
    if near and near[0] != found:
        return f"{found!r} is not known here; did you mean {near[0]!r}?"
    what = f"{found!r} does not fit here" if found else "the text ends too soon"
    return f"{what}; expected {expected}"


def _found(text: str, position: int) -> str:
    """The word or sign that stands at a place."""
    match = re.compile(r"[A-Za-z0-9_]{1,40}|\"[^\"\n]{0,40}\"?|[<>]=|.", re.DOTALL).match(text, position)
    return match[0] if match else ""


def _in_words(terminals: set[str]) -> tuple[str, list[str]]:
    """These terminals as a person would name them, and those among them that are plain words."""
    words = sorted(keyword(each) for each in terminals if each not in KINDS)
    kinds = sorted(KINDS[each] for each in terminals if each in KINDS)
    every = [*kinds, *(repr(word) for word in words)]
    shown = every[:EXPECTED_SHOWN] + (["..."] if len(every) > EXPECTED_SHOWN else [])
    return (" or ".join(shown) if len(shown) < 3 else ", ".join(shown[:-1]) + f" or {shown[-1]}"), words


def keyword(terminal: str) -> str:
    """The word or sign that a terminal stands for."""
    pattern = grammar().get_terminal(terminal).pattern
    return pattern.value if isinstance(pattern, PatternStr) else str(pattern.raw)
