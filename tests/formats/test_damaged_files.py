"""Damaged files of every format are read or refused in one sentence; benchmarks/fuzz_formats.py reads many more."""

from __future__ import annotations

import damaged_files
import pytest

FILES = 15


@pytest.mark.parametrize("name", damaged_files.CASES)
def test_damaged_files_are_read_or_refused(name, tmp_path) -> None:
    report = damaged_files.fuzz(name, FILES, seed=1, folder=tmp_path)
    assert report.failures == []
    assert report.read + report.refused == FILES
    assert report.refused > 0


@pytest.mark.parametrize("name", damaged_files.CASES)
def test_the_files_were_valid_before(name, tmp_path) -> None:
    case = damaged_files.CASES[name]
    file = tmp_path / case.suffix
    file.write_text(case.samples()[0].text)
    report = damaged_files.Report()
    assert damaged_files._read(case.read, file, report) == ""
    assert report.read == 1
