"""`cardwright route --interactive`: ask for rooms to start from, as the program of the paper does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.route import Planner, RouteMap

BEGINNING, EXIT = "@", "exit"
LEAVING = (EXIT, "q", "quit")


def ask(question: str, meaningful: Collection[str] = ()) -> str | None:
    """Return the answer to a question; None if there is none, or if it asks to leave and is not `meaningful`.

    A room, for example, can be called Q.
    """
    from cardwright.core.showing.terminal import Console

    console = Console(soft_wrap=True)
    try:
        answer = console.input(question, markup=False).strip()
    except EOFError:
        console.print()
        return None
    if not sys.stdin.isatty():  # a terminal has shown the answer already
        console.print(answer)
    return None if answer.lower() in LEAVING and answer.upper() not in meaningful else answer


def ask_for_map(read: Callable[[str], RouteMap]) -> RouteMap | None:
    """Return the map in a file that the user names; None at the end."""
    from cardwright.core.errors import CardwrightError

    while (answer := ask("Map file, `example`, or `exit`: ")) is not None:
        try:
            return read(answer)
        except CardwrightError as error:
            print(error)
    return None


def ask_for_starts(planner: Planner, objective: str) -> None:
    """Print the best path from each room that the user names, until "exit" or "q"."""
    from cardwright.core.errors import CardwrightError

    extreme = "Lowest" if planner.lowest else "Highest"
    question = f"{extreme} {objective} from which room? (`{BEGINNING}` for the beginning, `{EXIT}` to stop) "
    while (answer := ask(question, {*planner.map.graph})) is not None:
        try:
            best = planner.best(None if answer == BEGINNING else answer.upper())
        except CardwrightError as error:
            print(error)
            continue
        print("  ".join(f"{room} {total:g}" for room, total in zip(best.path, best.totals, strict=True)))
        print(f"Total {objective}: {best.total:g}")
