"""The reference of the questions that a search asks about new card games, from the stages that ask them."""

from __future__ import annotations

import math

from cardwright.generate.games import STAGES
from cardwright.generate.games.stage import Stage

_TOP = """\
# Stages for new card games

    cardwright cgdl evolve --threshold fair.most=0.1 --threshold search.games=200 --minutes 10 --out found

A search asks these questions in this order, as [evolution.md](../evolution.md) explains; any of the numbers can be
changed.
"""


def page() -> str:
    """Return the page."""
    rows = "".join(_row(kind()) for kind in STAGES)
    return f"{_TOP}\n| stage | question (figure) | least | most | games |\n| --- | --- | --- | --- | --- |\n{rows}"


def _row(stage: Stage) -> str:
    limits = ("" if math.isinf(each) else f"{each:g}" for each in (stage.least, stage.most))
    return f"| `{stage.name}` | {stage.question} | {' | '.join(limits)} | {stage.games or ''} |\n"
