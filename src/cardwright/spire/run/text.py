"""A run as the player reads it, line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardwright.core import data
from cardwright.spire.maps.act_map import HERE
from cardwright.spire.maps.looks import LOOKS, START
from cardwright.spire.views import carried_lines, counted

_ROOMS = "  ".join(f"{letter} {each.name}" for letter, each in LOOKS.items() if letter != START)
LEGEND = f"{_ROOMS}\n{HERE} you"
FLOORS_AHEAD = 5  # that a short text shows


def head(seen: Mapping[str, Any], seed: str = "") -> str:
    """Return where the player is, with the seed of the run if it has one of its own.

    >>> head({"act": 1, "floor": 0, "place": "Neow", "boss": "Hexaghost"})
    'Act 1, floor 0: Neow   Boss: Hexaghost'
    """
    where = f"Act {seen['act']}, floor {seen['floor']}: {seen['place']}   Boss: {seen['boss']}"
    return f"{where}   Seed: {seed}" if seed else where


def next_floors(drawing: str, row: int) -> str:
    """Return the part of a map that the player comes to next, which leaves room for the rest on a small screen.

    >>> print(next_floors("  3  N\\n     |\\n  2  E\\n     |\\n  1  @", 0))
      3  N
         |
      2  E
         |
      1  @
    """
    rows = drawing.split("\n")  # a row of rooms, then a row of links, the top first
    below = len(rows) - 2 * max(0, row)
    above = max(0, below - 2 * FLOORS_AHEAD - 1)
    return "\n".join([*(["     (more shows the floors above)"] if above else []), *rows[above:below]])


def lines(seen: Mapping[str, Any], drawing: str, seed: str = "") -> list[str]:
    """Return a position outside of battles, with a drawing of the map if there is one."""
    player = seen["player"]
    keys = f"   Keys: {', '.join(seen['keys'])}" if "keys" in seen else ""
    return [
        head(seen, seed),
        *([drawing, LEGEND] if drawing else []),
        f"  You: HP {player['hp']}/{player['max_hp']}   Gold {player['gold']}{keys}",
        *carried_lines(dict(seen)),
        f"  Deck ({len(seen['deck'])}): {counted(sorted(seen['deck']))}",
        *_screen(seen),
    ]


def _screen(seen: Mapping[str, Any]) -> list[str]:
    """Return what the screen shows."""
    if "shop" in seen:
        return ["The shop sells:", *(f"  {kind.capitalize()}: {_goods(of)}" for kind, of in seen["shop"].items() if of)]
    if "rewards" in seen:
        return ["Rewards:", *(f"  {kind.capitalize()}: {data.in_words(of)}" for kind, of in seen["rewards"].items())]
    if "event" in seen:
        told = ", ".join(f"{key} {value}" for key, value in seen["event"].items() if key != "name")
        return [f"Event: {seen['event']['name']}" + (f" ({told})" if told else "")]
    shown = ("chest", "offered", "choose", "table", "tries")
    return [f"{key.capitalize()}: {data.in_words(seen[key])}" for key in shown if key in seen]


def _goods(goods: Sequence[Mapping[str, Any]] | int) -> str:
    """Return what a shop sells with its prices, or a price."""
    if isinstance(goods, int):
        return f"{goods} gold"
    return ", ".join(f"{good['name']} ({good['price']})" for good in goods)
