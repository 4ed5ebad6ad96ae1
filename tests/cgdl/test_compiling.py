"""From a text to tables in little time: a game is looked through once, and parts that fit its deck are kept."""

from __future__ import annotations

from cardwright import cgdl
from cardwright.cgdl.engine.compiler import compile_game
from cardwright.cgdl.language import parser
from cardwright.cgdl.language.checks import problems
from cardwright.cgdl.language.decks import pack_of
from cardwright.cgdl.language.fitting import fitted
from cardwright.cgdl.language.tree import game as games


def test_checks_and_tables_look_through_a_game_once(monkeypatch):
    walked = []
    walk = games.walk
    monkeypatch.setattr(games, "walk", lambda node: walked.append(node) or walk(node))
    game = parser.read(cgdl.source("spades"))
    assert not problems(game)
    compile_game(game)
    assert walked == [game]


def test_parts_that_fit_the_deck_of_a_game_are_kept():
    game = cgdl.load("spades")
    assert fitted(game, pack_of(game), game.words) is game
    game = cgdl.load("four_colours")
    assert fitted(game, pack_of(game), game.words) is game


def test_sets_of_cards_in_large_decks_are_written_as_bytes():
    rules = compile_game(cgdl.load("twelve_up"))[0]
    pack = pack_of(cgdl.load("twelve_up"))
    assert [int.from_bytes(cards.tobytes(), "little") for cards in rules["equal"][: pack.size]] == [
        pack.equal(card) for card in range(pack.size)
    ]
