"""Charts in views: spots and the links between them, such as a map, which pages draw as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple


class Spot(NamedTuple):
    """A spot of a chart. What an action is called, apart from its kind, is the name of the spot that it leads to."""

    name: str
    row: int  # from below
    kind: str  # a key of `Presentation.symbols`
    column: float
    label: str = ""  # what is written beside it


class Symbol(NamedTuple):
    """How a kind of spot is drawn: a disc with paths of SVG on a field of 24 by 24, as strokes and filled."""

    name: str
    colour: str
    strokes: str = ""
    filled: str = ""
    size: float = 1.0


class Chart(str):
    """A chart drawn in letters, as agents and terminals read it, with all that a page needs to draw it as a picture.

    >>> chart = Chart("A-B", [Spot("A", 0, "start", 0), Spot("B", 0, "end", 1)], [("A", "B")], here="A")
    >>> chart == "A-B", chart.drawn()["links"], chart.drawn()["here"]
    (True, [['A', 'B']], 'A')
    """

    __slots__ = ("here", "links", "spots")
    spots: tuple[Spot, ...]
    links: tuple[tuple[str, str], ...]  # names of spots, each with one that it leads to
    here: str | None  # where the player is

    def __new__(  # noqa: D102
        cls, text: str, spots: Iterable[Spot], links: Iterable[tuple[str, str]], here: str | None = None
    ) -> Chart:
        result = super().__new__(cls, text)
        result.spots, result.links, result.here = tuple(spots), tuple(links), here
        return result

    def __reduce__(self) -> tuple[Any, ...]:
        return Chart, (str(self), self.spots, self.links, self.here)

    def drawn(self) -> dict[str, Any]:
        """Return what a page draws, as plain data."""
        return {
            "spots": [each._asdict() for each in self.spots],
            "links": list(map(list, self.links)),
            "here": self.here,
        }


def with_charts_drawn(value: Any) -> Any:
    """Return plain data for a page, in which charts are what it draws.

    >>> with_charts_drawn({"map": Chart("A", [Spot("A", 0, "start", 0)], []), "hp": [3]})["map"]["spots"][0]["name"]
    'A'
    """
    if isinstance(value, Mapping):
        return {key: with_charts_drawn(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [with_charts_drawn(each) for each in value]
    return value.drawn() if isinstance(value, Chart) else value
