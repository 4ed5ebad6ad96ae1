"""Colours for descriptions of card games, by the TextMate grammar that editors use."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any

from cardwright.core.showing.text import escape_html

GRAMMAR = Path(__file__).parents[1] / "editors/vscode/syntaxes/cgdl.tmLanguage.json"
_CLASSES = {  # the classes of Pygments, which the theme colours
    "comment": "c1", "string": "s", "variable": "nv", "constant.numeric": "mi", "constant.language": "no",
    "storage": "kd", "keyword.operator": "o", "keyword.control": "k", "keyword.other": "n", "support": "nf",
    "punctuation": "p",
}  # fmt: skip


def fence(source: str, _language: str, _class: str, options: dict[str, Any], *_: Any, **__: Any) -> str:
    """Return a block of a page as HTML; superfences calls this."""
    title = f'<span class="filename">{escape_html(options["title"])}</span>' if "title" in options else ""
    return f'<div class="language-cgdl highlight">{title}<pre><code>{coloured(source)}</code></pre></div>'


def takes_title(_language: str, inputs: dict[str, str], options: dict[str, Any], *_: Any) -> bool:
    """Let a block have a title, as other blocks can."""
    options.update(inputs)
    return set(inputs) <= {"title"}


def coloured(source: str) -> str:
    """Return a description as HTML, each word in the class of its scope.

    >>> coloured("deal 5 HA")
    '<span class="nf">deal</span> <span class="mi">5</span> <span class="nv">HA</span>'
    """
    pattern, classes = _grammar()
    parts, end = [], 0
    for found in pattern.finditer(source):
        parts.append(escape_html(source[end : found.start()]))
        word = escape_html(found[0])
        parts.append(f'<span class="{classes[found.lastgroup or ""]}">{word}</span>')
        end = found.end()
    return "".join(parts) + escape_html(source[end:])


@functools.cache
def _grammar() -> tuple[re.Pattern[str], dict[str, str]]:
    """Return one pattern for all scopes, and the class of each of its groups."""
    rules = json.loads(GRAMMAR.read_text(encoding="utf-8"))["patterns"]
    groups = {f"g{k}": class_of(rule["name"]) for k, rule in enumerate(rules)}
    return re.compile("|".join(f"(?P<g{k}>{rule['match']})" for k, rule in enumerate(rules))), groups


def class_of(scope: str) -> str:
    """Return the class of a scope of the grammar."""
    return next(name for begin, name in _CLASSES.items() if scope.startswith(begin))
