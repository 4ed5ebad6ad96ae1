"""The reference of the weights by which the agent `rules` plays, with their ranges."""

from __future__ import annotations

from collections.abc import Iterable

import cardwright
from cardwright.core.game import Weight
from cardwright.unicorns.weights import ABOUT_MANNERS, ABOUT_USES

_TOP = """\
# Weights of `rules`

    cardwright evolve autobattler:draft --generations 5 --seed 1 --out evolved

The agent `rules` plays by these weights; [a file](../arena.md#weights-files) or [evolution](../training.md) can change
them.
"""
GAMES = ("spire:jaw-worm", "spire:run", "autobattler:draft")


def page() -> str:
    """Return the page."""
    return "\n".join([_TOP, *(_section(name) for name in GAMES), _unicorns()])


def _section(name: str) -> str:
    table = cardwright.game(name).weight_table()
    return f"## `{name}`\n\n{_table(('weight', 'usually', 'from', 'to'), map(_cells, table))}\n"


def _cells(weight: Weight) -> tuple[str, ...]:
    return f"`{weight.name}`", f"{weight.value:.3g}", f"{weight.low:.3g}", f"{weight.high:.3g}"


def _unicorns() -> str:
    """Return the section on unicorns, where each card has a weight for each use that is made of it."""
    manners = [each for each in cardwright.game("unicorns").weight_table() if each.group == "manners"]
    uses = ((f"`{use.name.lower()}`", about) for use, about in ABOUT_USES.items())
    rows = ((*_cells(weight), about) for weight, about in zip(reversed(manners), ABOUT_MANNERS.values(), strict=True))
    return f"""## `unicorns`

A card has a weight for each use. Usually they are the card's tier, from 0 to 7, and 1 for its optional effects.

{_table(("use", "decision"), uses)}

The manners belong to no card:

{_table(("manner", "usually", "from", "to", "meaning"), rows)}
"""


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ("---",) * len(head), *rows))
