"""Random cards and matches. Run as a program, it prints results, to compare compiled and uncompiled runs."""

from __future__ import annotations

import random
import sys

from hypothesis import strategies as st

from cardwright import autobattler
from cardwright.autobattler import Card


def draw_card(dice: random.Random) -> Card:
    """Return a random card with up to three mechanics."""
    chosen = dice.sample(list(autobattler.mechanics()), dice.choice([0, 1, 1, 1, 2, 3]))
    return Card("card", dice.randint(0, 8), dice.randint(1, 10), {name: _parameter(name, dice) for name in chosen})


def _parameter(name: str, dice: random.Random) -> int | None:
    return dice.randint(1, 10) if autobattler.mechanics()[name].parameter else None


def draw_lineup(dice: random.Random) -> list[Card]:
    return [draw_card(dice) for _ in range(dice.randint(1, 7))]


def results(seed: int, count: int) -> list[tuple[int, int]]:
    dice = random.Random(seed)
    return [tuple(autobattler.match(draw_lineup(dice), draw_lineup(dice))) for _ in range(count)]


@st.composite
def cards(draw: st.DrawFn, names: tuple[str, ...] | None = None, most: int = 3, largest: int = 12) -> Card:
    """A hypothesis strategy for cards with up to `most` mechanics from `names`."""
    chosen = draw(st.lists(st.sampled_from(names or tuple(autobattler.mechanics())), max_size=most, unique=True))
    parameters = {
        name: draw(st.integers(1, 10)) if autobattler.mechanics()[name].parameter else None for name in chosen
    }
    return Card("card", draw(st.integers(0, largest)), draw(st.integers(1, largest)), parameters)


def lineups(names: tuple[str, ...] | None = None, most: int = 3, largest: int = 12) -> st.SearchStrategy[list[Card]]:
    return st.lists(cards(names, most, largest), min_size=1, max_size=7)


if __name__ == "__main__":
    for result, phases in results(int(sys.argv[1]), int(sys.argv[2])):
        print(result, phases)
