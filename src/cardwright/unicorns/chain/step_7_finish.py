# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Step 7 of a link: targets work again, and only the effects of the next link remain."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.record import copy_record

from ..state import Step


@inner
def finish_link(s):
    """End the current link."""
    kept = 0
    for k in range(s.pool_count):
        if s.pool[k].late:
            if kept != k:
                copy_record(s.pool[kept], s.pool[k])
            kept += 1
    s.pool_count = kept
    s.mark[:] = 0
    s.step = Step.NONE
