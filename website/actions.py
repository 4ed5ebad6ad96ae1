"""The reference of the actions of Spire cards, from the classes that define them."""

from __future__ import annotations

import inspect

from cardwright.spire.notation.effects import ACTIONS

_TOP = """\
# Actions of Spire cards

    cardwright spire cards Bash "True Grit"

These are the actions of an effect, as [cards.md](../cards.md#actions) explains them. In Python each is a class of
[`cardwright.spire`](python/spire.md).
"""


def page() -> str:
    """Return the page."""
    rows = (
        f"| `{kind.example}` | `{kind.__name__}` | {' '.join((inspect.getdoc(kind) or '').split())} |\n"
        for kind in ACTIONS.values()
    )
    return f"{_TOP}\n| action | class | what it does |\n| --- | --- | --- |\n{''.join(rows)}"
