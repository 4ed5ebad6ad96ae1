"""The parser that is kept in the cache reads as the one that was made."""

from __future__ import annotations

from importlib import resources

import lark
import pytest

from cardwright.cgdl.language import tables
from cardwright.cgdl.language.parser import derivation, grammar

UNO = resources.files("cardwright.cgdl").joinpath("games/uno.cgdl")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """Keep parsers in an empty folder."""

    def subfolder(name):
        (tmp_path / name).mkdir(exist_ok=True)
        return tmp_path / name

    monkeypatch.setattr(tables, "subfolder", subfolder)
    grammar.cache_clear()
    yield tmp_path
    grammar.cache_clear()


class Maker:
    """Makes small parsers, and counts them."""

    def __init__(self):
        self.times = 0

    def __call__(self):
        self.times += 1
        return lark.Lark('start: "a"+', parser="lalr")


def test_a_parser_is_made_once():
    make = Maker()
    first, second = tables.kept(make, "a"), tables.kept(make, "a")
    assert make.times == 1
    assert first.parse("aa") == second.parse("aa")


def test_each_grammar_has_a_parser_of_its_own():
    make = Maker()
    for source in ("a", "b", "a"):
        tables.kept(make, source)
    assert make.times == 2


@pytest.mark.parametrize("content", [b"", b"\x80\x04.", b"cposix\nnothing\n.", b"\x80\x04}q\x00."])
def test_a_damaged_file_is_made_again(cache, content):
    make = Maker()
    tables.kept(make, "a")
    next(cache.glob(f"*/{tables.FILE}")).write_bytes(content)
    assert tables.kept(make, "a").parse("aa").data == "start"
    tables.kept(make, "a")
    assert make.times == 2


def test_a_parser_that_cannot_be_kept_works(cache):
    make = Maker()
    tables.kept(make, "a")
    file = next(cache.glob(f"*/{tables.FILE}"))
    file.unlink()
    file.mkdir()
    assert tables.kept(make, "a").parse("aa").data == "start"


def test_the_grammar_that_was_kept_derives_the_same_trees(monkeypatch):
    text = UNO.read_text(encoding="utf-8")
    made = derivation(text)
    grammar.cache_clear()
    monkeypatch.setattr(tables, "_write", None)
    assert derivation(text) == made
