"""Names from files are drawn as they are: no control characters, no formulas."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from cardwright.core.showing.pictures import render

NAME = "$\\frac{$ \x1b[31m\u202e"  # as a formula, it cannot be drawn at all


@pytest.fixture
def figure() -> Figure:
    figure = Figure()
    axes = figure.add_subplot()
    axes.plot([0, 1], label=f"{NAME} and {NAME}")
    axes.set_title(NAME * 2)
    axes.set_yticks([0, 1], [NAME * 2, "plain"])
    axes.annotate(NAME * 2, (0, 0))
    axes.legend()
    return figure


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_name_is_not_read_as_a_formula(figure, kind):
    assert render(figure, kind) == render(figure, kind)


def test_a_name_has_no_control_characters(figure):
    picture = render(figure, "svg").decode()
    assert "[31m" in picture
    assert not any(character in picture for character in "\x1b\u202e")


def test_an_axis_keeps_its_powers_of_ten(figure):
    figure.axes[0].set_xscale("log")
    for _ in range(2):
        render(figure, "png")
        assert "$\\mathdefault{10^{0}}$" in [label.get_text() for label in figure.axes[0].get_xticklabels()]
