"""What tests of commands share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def config(tmp_path: Path) -> str:
    """The file of a small question of balance."""
    path = tmp_path / "config.yaml"
    path.write_text('play: {tournament: {cards: table-2, size: 2}}\nparameters: {"cards.*.attack": [1, 10]}\n')
    return str(path)
