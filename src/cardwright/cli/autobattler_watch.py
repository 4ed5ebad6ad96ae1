"""`cardwright autobattler watch`: a match between two lineups, blow by blow."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from .keys import pressed_keys
from .options import AsJson

if TYPE_CHECKING:
    from cardwright.autobattler import Card, CardSet
    from cardwright.autobattler.match import Phase, Standing
    from cardwright.core.showing.terminal import Console

Profile = Annotated[str, typer.Option(help="Rules to play by: corrected, reference, experiments or paper.")]
RESULTS = {1: "a wins", 0: "tie", -1: "b wins"}
NEXT, REST, LEAVE = " \r\nn", "a", "q\x1b\x03\x04"  # keys


def command(
    file: Annotated[str, typer.Argument(help="Card set: a YAML or JSON file, or the name of a built-in set.")],
    a: Annotated[str | None, typer.Argument(help="Lineup of side a: card names separated by commas.")] = None,
    b: Annotated[str | None, typer.Argument(help="Lineup of side b.")] = None,
    size: Annotated[int, typer.Option(help="Cards in a random lineup, 1 to 7.", min=1, max=7)] = 3,
    seed: Annotated[int | None, typer.Option(help="Seed of random lineups (default: random).")] = None,
    at_once: Annotated[bool, typer.Option("--all", help="Print the whole match at once.")] = False,
    profile: Profile = "corrected",
    as_json: AsJson = False,
) -> None:
    """Watch a match blow by blow: what happens in each phase, and the cards alive then, with attack and health.

    A lineup that is not named is drawn at random. In a terminal, the match waits for a key after each phase: Enter
    shows the next phase, a the rest, and q leaves.

    Example: cardwright autobattler watch table-1 "Rampage, Time Bomb" "Grow On Damage, Threshold"

    Example: cardwright autobattler watch table-1 --seed 7 --all
    """
    from cardwright.autobattler import watch
    from cardwright.autobattler.match import result_of
    from cardwright.core.showing.terminal import Console

    cards = read_set(file)
    one, two = _lineups(cards, (a, b), size, seed)
    phases = list(watch(one, two, profile, cards.mechanics))
    result = result_of(phases[-1], profile)
    if as_json:
        print(json.dumps({"result": result, "phases": len(phases) - 1, "lineups": phases}))
        return
    console = Console()
    with pressed_keys() if not at_once and sys.stdin.isatty() else nullcontext() as keys:
        stayed = _show(console, phases, keys)
    if stayed:
        console.print(f"{RESULTS[result]} after {len(phases) - 1} phase{'s' * (len(phases) != 2)}")


def read_set(file: str) -> CardSet:
    """Return the card set in a file, or a built-in one by name."""
    from cardwright.autobattler import CardSet, sample

    if "." not in file and not os.path.exists(file):
        return sample(file)
    return CardSet.read(file)


def _lineups(cards: CardSet, named: Sequence[str | None], size: int, seed: int | None) -> list[list[Card]]:
    """Return the lineups that are named, and random ones for those that are not."""
    import numpy as np

    from cardwright.core.errors import CardwrightError, meant
    from cardwright.core.random import fresh_seed

    if seed is not None and None not in named:
        raise CardwrightError("--seed draws the lineups that are not named, and both are named")
    if seed is not None and seed < 0:
        raise CardwrightError(f"a seed is 0 or more, not {seed}")
    rng = np.random.default_rng(fresh_seed() if seed is None else seed)
    return [
        [cards.card(meant("card", name.strip(), cards.names)) for name in side.split(",")]
        if side is not None
        else [cards.card(cards.names[index]) for index in rng.integers(len(cards.names), size=size)]
        for side in named
    ]


def _show(console: Console, phases: Sequence[Phase], keys: Iterator[str] | None) -> bool:
    """Print phases, one at a time if there are `keys` to wait for; return whether the person stayed to the end."""
    for number, phase in enumerate(phases):
        if number or phase.events:
            console.print(f"Phase {number}" if number else "Before the first phase", style="bold")
        for line in (*(f"  {event}" for event in phase.events), *_drawn(phase, console.width), ""):
            console.print(line, soft_wrap=True)
        if keys is not None and number < len(phases) - 1:
            key = next((key for key in keys if key in NEXT + REST + LEAVE), LEAVE[0])
            if key in LEAVE:
                return False
            if key == REST:
                keys = None
    return True


def _drawn(phase: Phase, width: int) -> Iterator[str]:
    """Yield both lineups as rows of boxes, from the left; the leftmost card of each side fights next."""
    for name, side in zip("ab", (phase.a, phase.b), strict=True):
        rows = list(_rows(side, width - 3))
        for number, row in enumerate(rows):
            lines = [" ".join(parts) for parts in zip(*map(_box, row), strict=True)]
            heads = [" ", " " if number else name, " ", " "]
            yield from (f"{head}  {line}" for head, line in zip(heads, lines, strict=True))
        if not rows:
            yield f"{name}  nobody is left"


def _rows(side: Sequence[Standing], width: int) -> Iterator[list[Standing]]:
    """Yield the cards of a side in rows whose boxes fit a width."""
    row: list[Standing] = []
    for card in side:
        if row and sum(len(_box(each)[0]) + 1 for each in (*row, card)) - 1 > width:
            yield row
            row = []
        row.append(card)
    if row:
        yield row


def _box(card: Standing) -> tuple[str, str, str, str]:
    """Return a card as four lines.

    >>> from cardwright.autobattler.match import Standing
    >>> print("\\n".join(_box(Standing("Bear", 2, 3))))
    ┌──────┐
    │ Bear │
    │ 2/3  │
    └──────┘
    """
    figures = f"{card.attack}/{card.health}"
    width = max(len(card.name), len(figures))
    line = "─" * (width + 2)
    return f"┌{line}┐", f"│ {card.name:<{width}} │", f"│ {figures:^{width}} │", f"└{line}┘"
