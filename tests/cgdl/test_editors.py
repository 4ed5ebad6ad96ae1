"""The TextMate grammar of the language, which editors colour games with."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright import cgdl
from cardwright.cgdl.language.parser import keywords

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "editors/vscode"


def read(name: str) -> dict:
    return json.loads((EXTENSION / name).read_text(encoding="utf-8"))


GRAMMAR = read("syntaxes/cgdl.tmLanguage.json")
RULES = [(each["name"], re.compile(each["match"])) for each in GRAMMAR["patterns"]]


def tokens(line: str) -> Iterator[tuple[str, str]]:
    """Yield scopes and texts as editors do: the leftmost match, and of several the first in the grammar."""
    position = 0
    while found := [each for each in ((rule.search(line, position), scope) for scope, rule in RULES) if each[0]]:
        match, scope = min(found, key=lambda each: each[0].start())
        start = match.start()
        if line[position:start].strip():
            yield "", line[position:start]
        yield scope, match[0]
        position = match.end()
    if line[position:].strip():
        yield "", line[position:]


GAMES = {name: cgdl.source(name) for name in cgdl.games()} | {
    path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").rglob("*.cgdl"))
}


@pytest.mark.parametrize("name", GAMES)
def test_every_part_of_the_shipped_games_is_coloured(name):
    for number, line in enumerate(GAMES[name].splitlines(), 1):
        assert [text for scope, text in tokens(line) if not scope] == [], f"line {number}"


def test_every_word_of_the_language_is_one_token():
    for word in keywords():
        [(scope, text)] = tokens(word)
        assert scope.endswith(".cgdl")
        assert text == word


def test_the_grammar_names_only_words_of_the_language():
    named = {word for _, rule in RULES for word in re.findall(r"(?<=[:|])[a-z]+(?=[|)])", rule.pattern)}
    assert len(named) > 50
    assert named <= set(keywords())


def test_a_line_is_coloured_by_meaning():
    line = 'once if play H0 >= T1 then put 1 in T1 any face up, next say "Play a 7" # done'
    assert [scope.removesuffix(".cgdl") for scope, text in tokens(line) if text not in ("in", "any", "face", "up")] == [
        "keyword.control.rule", "keyword.control.rule", "support.function.action", "variable.language.zone",
        "keyword.operator.relation", "variable.language.zone", "keyword.control.rule", "support.function.action",
        "constant.numeric.integer", "variable.language.zone", "punctuation.separator", "keyword.control.flow",
        "keyword.control.rule", "string.quoted.double", "comment.line.number-sign",
    ]  # fmt: skip


def test_the_extension_names_files_that_are_there():
    contributed = read("package.json")["contributes"]
    [language], [grammar] = contributed["languages"], contributed["grammars"]
    assert read(language["configuration"])["comments"] == {"lineComment": "#"}
    assert read(grammar["path"])["scopeName"] == grammar["scopeName"] == "source.cgdl"
    assert language["extensions"] == [".cgdl"]
