"""How a game's numbers are shown to people: actions, card names, card faces and the keys of a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .chart import Symbol
from .showing import html


class Action(NamedTuple):
    """A legal action: its number, what kind of action it is, and what it is about.

    >>> str(Action(3, "play", "Strike"))
    'play Strike'
    """

    id: int
    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}".strip()


class CardName(str):
    """The name of a card in a view, with the number of the physical card, so that viewers can follow it.

    >>> CardName("Strike", 3) == CardName("Strike", 4) == "Strike"
    True
    """

    __slots__ = ("number",)
    number: int

    def __new__(cls, name: str, number: int) -> CardName:  # noqa: D102
        result = super().__new__(cls, name)
        result.number = number
        return result

    def __reduce__(self) -> tuple[Any, ...]:
        return CardName, (str(self), self.number)


class Face(NamedTuple):
    """What is printed on a card besides its name."""

    kind: str = ""
    cost: str = ""
    text: str = ""
    pip: str = ""  # the sign of the suit of a playing card, such as ♥; its cost is then the rank


class PrintedCard(NamedTuple):
    """A card as it is printed; a notebook draws it.

    >>> print(PrintedCard("Strike", Face("attack", "1", "Deal 6 damage.")))
    Strike (attack, 1): Deal 6 damage.
    """

    name: str
    face: Face
    terms: tuple[str, ...] = ()  # what its words mean, where the card explains them

    def __str__(self) -> str:
        notes = ", ".join(part for part in (self.face.kind, self.face.cost) if part)
        text = " ".join(part for part in (self.face.text, *self.terms) if part)
        return f"{self.name}{f' ({notes})' if notes else ''}{f': {text}' if text else ''}"

    def _repr_html_(self) -> str:
        return html.notebook(html.card(self.name, self.face, self.terms))


class Row(NamedTuple):
    """Zones that lie side by side, such as the columns of a patience."""

    zones: tuple[str, ...]
    spread: bool = True  # whether all cards of a zone are of interest, or only the one on top
    player: int | None = None  # whose they are


class Presentation(NamedTuple):
    """What viewers and scenario files need to know about the keys of `Game.view`."""

    unordered: tuple[str, ...] = ()  # zones whose order does not matter
    piles: tuple[str, ...] = ()  # zones that viewers draw as a closed pile
    extra_names: tuple[str, ...] = ()  # names of choices that never appear in a view
    counters: tuple[str, ...] = ()  # numbers that a view leaves out where they are 0
    playing: tuple[str, ...] = ("play",)  # kinds of actions that put a card to use
    redundant: tuple[str, ...] = ()  # keys that repeat what other keys show; viewers skip them
    labels: Mapping[str, str] = {}  # what players call a key, where that is another word
    sources: Mapping[str, tuple[str, ...]] = {}  # by kind of action: zones with the card it names
    rows: tuple[Row, ...] = ()
    symbols: Mapping[str, Symbol] = {}  # by kind: how the spots of charts are drawn

    def drawn(self) -> dict[str, Any]:
        """Return what a page needs to draw a position, as plain data.

        >>> Presentation(piles=("deck",), rows=(Row(("T0", "T1")),)).drawn()["rows"]
        [{'zones': ['T0', 'T1'], 'spread': True, 'player': None}]
        """
        rows = [{**row._asdict(), "zones": list(row.zones)} for row in self.rows]
        symbols = {kind: symbol._asdict() for kind, symbol in self.symbols.items()}
        return {"piles": list(self.piles), "labels": dict(self.labels), "rows": rows, "symbols": symbols}
