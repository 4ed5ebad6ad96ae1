"""What all tests share: the example game, and rules that stay quiet about their first compilation."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("cardwright", deadline=None)  # the first example may have to wait for the compiler
settings.load_profile("cardwright")

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))


@pytest.fixture(scope="session")
def kuhn_game():
    import kuhn

    return kuhn.family.game({})


@pytest.fixture(scope="session", autouse=True)
def _registered():
    import kuhn

    from cardwright.core import registry

    registry.register(kuhn.family)
