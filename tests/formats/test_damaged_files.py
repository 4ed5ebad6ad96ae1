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
    report = damaged_files.Report()
    file = tmp_path / case.file
    for sample in case.samples()[:5]:
        file.write_bytes(sample.content.encode() if isinstance(sample.content, str) else sample.content)
        assert damaged_files.judge(case, file, report) == ""
    assert report.refused == 0
