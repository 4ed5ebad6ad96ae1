"""What is said of bad input: one clear sentence."""

from __future__ import annotations

import pytest

from cardwright.core.errors import CardwrightError


def complaint(call, *arguments, **named) -> str:
    with pytest.raises(CardwrightError) as error:
        call(*arguments, **named)
    check_sentence(error.value)
    return str(error.value)


def check_sentence(error: CardwrightError) -> None:
    assert str(error).isprintable()
    assert len(str(error)) < 2_100
