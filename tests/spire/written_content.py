"""Content as designers write it, read and compared: what tests of the notation share."""

from __future__ import annotations

from cardwright import spire
from cardwright.core import data

PARTS = ("cards", "statuses", "enemies", "events", "resources", "actions")

BASH = """
cards:
  Bash:
    type: attack
    rarity: basic
    color: red
    cost: 2
    effect:
      to: an enemy
      attack: 8 (10)
      apply: 2 (3) Vulnerable
"""


def content(text: str) -> spire.Content:
    document = data.parse(text, "mine.yaml")
    return data.validate(spire.Content, document.value, document)


def same(mine: spire.Content, other: spire.Content) -> None:
    """All entries are equal; an upgrade by what it makes, since there is more than one way to write it."""
    for part in PARTS:
        left, right = getattr(mine, part), getattr(other, part)
        assert list(left) == list(right)
        for name in left:
            ours, theirs = ({**each[name].model_dump(), "upgrade": None} for each in (left, right))
            assert ours == theirs, name
