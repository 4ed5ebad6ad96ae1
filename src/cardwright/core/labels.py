# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Labels: what an action means, as one integer.

The kind of action is in the upper bits, from `KIND_SHIFT` up; what the action is about (a card, a player) is below.
Actions of one kind take about the same time, so code that runs many games in parallel groups them by kind.
"""

from __future__ import annotations

from .compiling.jit import inner

KIND_SHIFT = 16
SUBJECTS = 1 << KIND_SHIFT


@inner
def make_label(kind, subject):
    """Return the label of an action of this kind about this subject."""
    return int(kind) << KIND_SHIFT | int(subject)


def split_label(label: int) -> tuple[int, int]:
    """Return the kind and the subject of a label.

    >>> split_label(3 << 16 | 7)
    (3, 7)
    """
    return divmod(label, SUBJECTS)
