"""Printing and formatting: printed games read back, comments are kept, and formatting twice changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright import cgdl
from cardwright.cgdl.language.parser import derivation

SEEDS = st.integers(0, 2**64 - 1)


@settings(max_examples=20)
@given(seed=SEEDS, language=st.sampled_from([1, 2]), players=st.integers(2, 6), tables=st.integers(0, 8))
def test_random_games_read_back_after_printing(seed, language, players, tables):
    game = cgdl.random_game(seed, players, tables, language)
    printed = cgdl.text(game)
    assert cgdl.parse(printed) == game
    assert cgdl.formatted(printed) == printed


def words(text: str) -> list[str]:
    return [str(token) for token in derivation(text).scan_values(lambda each: True)]


@settings(max_examples=20)
@given(name=st.sampled_from(cgdl.games()), seed=st.randoms(use_true_random=False))
def test_formatting_loses_no_word_and_no_comment(name, seed):
    """Words can be on separate lines, with a comment after any of them."""
    source = words(cgdl.source(name))
    comments = [f"# note {number}" for number in range(len(source))]
    messy = ""
    kept = []
    for word, comment in zip(source, comments, strict=True):
        messy += f"{word} "
        if seed.random() < 0.2:
            messy += f"{comment}\n"
            kept.append(comment)
        elif seed.random() < 0.3:
            messy += "\n\n"
    tidy = cgdl.formatted(messy)
    assert words(tidy) == source
    assert [line[line.index("# note") :] for line in tidy.splitlines() if "# note" in line] == kept
    assert cgdl.formatted(tidy) == tidy


def test_a_hash_in_a_name_is_not_a_comment():
    text = cgdl.source("uno").replace('"UNO"', '"UNO #1"')
    assert cgdl.formatted(text) == text


def test_many_comments_are_harmless():
    text = "#\n" * 16_000 + cgdl.source("texas") + "#\n" * 8_000
    assert cgdl.formatted(text) == text


def test_comments_stay_in_place():
    text = cgdl.source("texas")
    squeezed = text.replace("    ", " ").replace("\n\n", "\n")
    assert cgdl.formatted(squeezed) == text


NOTED = """language 1
game "x"
version "1.2"                     # of the rules
source "Hoyle, 1750"
players 2
tables 0

stage {
    win
}

winning {
    token = 0
    alive = 0
}
"""


def test_a_file_can_say_its_version_and_source_and_leave_out_the_ranking():
    game = cgdl.parse(NOTED)
    assert (game.language, game.version, game.source, game.ranking) == (1, "1.2", "Hoyle, 1750", ())
    assert cgdl.parse(cgdl.text(game)) == game
    assert cgdl.formatted(NOTED) == NOTED
    assert cgdl.english(game).endswith("Source: Hoyle, 1750. Version: 1.2.\n")


def test_an_empty_ranking_is_left_out_and_its_comments_stay():
    written = NOTED.replace("winning", "ranking { # none\n}\nwinning")
    assert cgdl.parse(written) == cgdl.parse(NOTED)
    assert cgdl.formatted(written) == NOTED.replace("winning", "# none\nwinning")


@pytest.mark.parametrize("note", ["version", "source"])
def test_long_notes_are_refused(note):
    text = NOTED.replace("1.2", "1" * 201) if note == "version" else NOTED.replace("Hoyle", "H" * 201)
    with pytest.raises(cgdl.BadGame, match=f"a {note} can have at most 200 characters"):
        cgdl.parse(text)


def test_a_changed_game_does_not_claim_a_source():
    uno = cgdl.load("uno")
    assert uno.source
    assert (cgdl.mutated(uno, 1).source, cgdl.crossed(uno, cgdl.load("golf"), 2).source) == ("", "")
