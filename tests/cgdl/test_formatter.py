"""Printing and formatting: printed games read back, comments are kept, and formatting twice changes nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright import cgdl
from cardwright.cgdl.language.parser import derivation

SEEDS = st.integers(0, 2**64 - 1)


@settings(max_examples=60)
@given(seed=SEEDS, language=st.sampled_from([1, 2]), players=st.integers(2, 6), tables=st.integers(0, 8))
def test_random_games_read_back_after_printing(seed, language, players, tables):
    game = cgdl.random_game(seed, players, tables, language)
    printed = cgdl.text(game)
    assert cgdl.parse(printed) == game
    assert cgdl.formatted(printed) == printed


def words(text: str) -> list[str]:
    return [str(token) for token in derivation(text).scan_values(lambda each: True)]


@settings(max_examples=60)
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
