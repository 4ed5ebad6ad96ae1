"""A hypothesis strategy for small maps of any shape."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from cardwright import route


@st.composite
def route_maps(draw, floors=4, width=3):
    """Draw a map in which every room has a way to the boss."""
    rows = [["0"]]
    for floor in range(1, draw(st.integers(1, floors)) + 1):
        rows.append([f"{floor}{letter}" for letter in "ABCDE"[: draw(st.integers(1, width))]])
    rows.append([str(len(rows))])
    kinds = {name: draw(st.sampled_from(["N", "U", "M", "R", "T", "E", "EX"])) for row in rows for name in row}
    kinds["0"], kinds[rows[-1][0]] = "ST", "B"
    lines = ["Floors", str(len(rows) - 1), "Encounters"]
    lines += [" ".join(f"{name}-{kinds[name]}" for name in row) for row in rows]
    lines.append("Links")
    for row, above in pairwise(rows):
        for name in row:
            targets = draw(st.lists(st.sampled_from(above), min_size=1, unique=True))
            lines.append(",".join([name, *targets]))
    return route.from_text("\n".join(lines))
