"""Damaged texts of games; benchmarks/cgdl_texts.py reads a million of them."""

from __future__ import annotations

import broken_texts
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright import cgdl
from cardwright.core.errors import BadData


def test_a_damaged_text_causes_a_clear_error_or_is_a_valid_game():
    report = broken_texts.run(3000, seed=7)
    assert report.violations == []
    assert report.valid > 100
    assert report.refused > 1000
    assert report.growth < 50_000


@settings(max_examples=50)
@given(st.text(max_size=300))
def test_any_text_is_refused_with_a_clear_error(text):
    report = broken_texts.Report()
    broken_texts.judge(text, report)
    assert report.violations == []


@settings(max_examples=50)
@given(st.lists(st.sampled_from(broken_texts.sources()[0].split() + list('{}=<>"#,+')), max_size=60))
def test_keywords_in_any_order_are_refused_with_a_clear_error(words):
    report = broken_texts.Report()
    broken_texts.judge(" ".join(words), report)
    assert report.violations == []


def test_a_binary_file_is_refused(tmp_path):
    file = tmp_path / "x.cgdl"
    file.write_bytes(b"\xff\xfe\x00language")
    with pytest.raises(BadData, match="not a text file"):
        cgdl.load(file)
