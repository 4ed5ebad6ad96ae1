"""A Matplotlib figure that notebooks show by themselves, without pyplot."""

from __future__ import annotations

from matplotlib import figure

from .pictures import render


class Figure(figure.Figure):
    """A figure that shows itself as SVG; text from files cannot control what it draws."""

    def _repr_svg_(self) -> str:
        return render(self, "svg").decode()
