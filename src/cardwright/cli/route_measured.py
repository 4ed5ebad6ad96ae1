"""`cardwright route --agent`: plan a path by risks that an agent measures."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .stopping import stoppable

if TYPE_CHECKING:
    from cardwright.route import RouteMap
    from cardwright.route.measured import Forecast, Plan, Position

SHOWN_CONTENTS = 3
GOALS = ("beat", "reach")


@dataclass(frozen=True)
class Measured:
    """The options of a plan by measured risk."""

    agent: str | None
    deck: str | None
    hp: int | None
    max_hp: int | None
    gold: int | None
    relics: list[str] | None
    potions: list[str] | None
    visited: str | None
    boss: str | None
    goal: str
    map_only: bool
    fixed_deck: bool
    plays: int
    play_seed: int
    jobs: int | None
    cache: Path | None

    def given(self) -> list[str]:
        """Return the options that are of no use without an agent."""
        words = {"--deck": self.deck, "--hp": self.hp, "--max-hp": self.max_hp, "--gold": self.gold,
                 "--relic": self.relics, "--potion": self.potions, "--visited": self.visited, "--boss": self.boss,
                 "--map-only": self.map_only or None, "--fixed-deck": self.fixed_deck or None}  # fmt: skip
        return [name for name, value in words.items() if value is not None]


def check(options: Measured, others: Mapping[str, Any]) -> None:
    """Raise an error for options that do not go together; `others` are those of paths by fixed weights, if given."""
    from cardwright.core.errors import BadData

    if options.agent is None:
        if given := options.given():
            raise BadData(f"{', '.join(given)}: rooms are measured by an agent; name one, as in --agent rules")
        return
    if wrong := [name for name, value in others.items() if value]:
        raise BadData(f"{', '.join(wrong)}: these are for fixed weights; leave them out, or leave out --agent")
    if options.goal not in GOALS:
        raise BadData(f"--goal must be {' or '.join(GOALS)}, not {options.goal[:40]!r}")


def position_of(options: Measured, ascension: int) -> Position:
    """Return what the player has."""
    from cardwright.route.measured import Position

    start: dict[str, Any] = {
        "deck": None if options.deck is None else _read_deck(options.deck),
        "hp": options.hp,
        "max_hp": options.max_hp,
        "gold": options.gold,
        "relics": options.relics,
        "potions": options.potions,
        "ascension": ascension,
    }
    return Position(start, str(options.agent))


def _read_deck(deck: str) -> Any:
    """Return the deck in a file, as a list or table of cards or under the key `deck`; else the name of a deck."""
    from cardwright.core import data

    if not Path(deck).suffix and not Path(deck).exists():
        return deck
    found = data.read(deck).value
    return found["deck"] if isinstance(found, dict) and "deck" in found else found


def measured_plan(
    options: Measured, route_map: RouteMap, seed: str | None, act: int, ascension: int, path: list[str] | None
) -> Plan:
    """Measure the rooms of a map and plan a path; a bar shows how far it is."""
    from cardwright.core.compiling import jit
    from cardwright.core.errors import BadData
    from cardwright.core.showing.progress import bar
    from cardwright.route.measured import Outlook, measure, plan, visited
    from cardwright.route.measured.plan import check_judged

    if act != 1:
        raise BadData(f"only rooms of act 1 can be played, not those of act {act}")
    position = position_of(options, ascension)
    forecast = _forecast(options, position, seed)
    rooms = [name.strip() for name in options.visited.split(",")] if options.visited else []
    if rooms[:1] != [route_map.start]:  # which is not worth naming
        rooms.insert(0, route_map.start)
    route_map.check_path(rooms)
    start = rooms[-1]
    if path is not None:
        check_judged(route_map, start, path)
    forecast = forecast.after(visited(map(route_map.room, rooms), forecast))
    jit.watch_compiling()
    with stoppable("the same command goes on where it stopped"), bar("rooms") as move:
        risks = measure(
            position, forecast.contents(route_map), plays=options.plays, seed=options.play_seed,
            grows=not options.fixed_deck, jobs=options.jobs, cache=options.cache, progress=move,
        )  # fmt: skip
        outlook = Outlook(position, forecast, risks, not options.fixed_deck)
        return plan(route_map, outlook, start=start, path=path, goal="beat" if options.goal == "beat" else "reach")


def _forecast(options: Measured, position: Position, seed: str | None) -> Forecast:
    from cardwright.core.errors import BadData
    from cardwright.route.measured import known, possible

    if seed is None:
        return possible(position, options.boss)
    exact = known(position, seed)
    boss, buff = next(iter(exact.bosses)), next(iter(exact.buffs))
    if options.boss not in (None, boss):
        raise BadData(f"the boss of this seed is {boss}, not {str(options.boss)[:40]}")
    return possible(position, boss, buff) if options.map_only else exact


def print_plan(plan: Plan, as_json: bool) -> None:
    """Print a plan: the path with its chances, and the risk of every room."""
    if as_json:
        print(json.dumps(plan.to_data()))
        return
    from .tables import print_table

    rows = [
        (
            step.name,
            step.kind,
            f"{step.hp:.0f}",
            _percent(step.death),
            _percent(step.alive),
            _advice(step.rest_below, plan.max_hp),
        )
        for step in plan.steps
    ]
    headers = ("room", "kind", "HP before", "death", "alive after", "")
    print_table(headers, rows, "The path", title_justify="left")
    risks = [
        (
            risk.name,
            _contents(risk.holds),
            risk.hp_lost.text(1),
            " ".join(map(str, risk.quantiles)),
            f"{_percent(risk.death.value)} ({_percent(risk.death.low)} to {_percent(risk.death.high)})",
        )
        for risk in plan.rooms
    ]
    title = f"All rooms, entered with {plan.hp} HP"
    print_table(("room", "holds", "HP lost", "10/50/90 %", "death"), risks, title, title_justify="left")
    for what, chance in (("Reaches the boss", plan.reaches), ("Beats the boss", plan.beats)):
        print(f"{what}: {_percent(chance.value)} ({_percent(chance.low)} to {_percent(chance.high)})")
    print(f"Beats the boss, if each room is chosen with the HP that are left: {_percent(plan.adaptive)}")


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"


def _advice(rest_below: int | None, max_hp: int) -> str:
    if rest_below is None:
        return ""
    if rest_below > max_hp:
        return "rest"
    return "smith" if rest_below <= 1 else f"rest below {rest_below} HP, else smith"


def _contents(holds: Mapping[str, float]) -> str:
    """Return what a room can hold, the likeliest first."""
    if len(holds) == 1:
        return next(iter(holds))
    shown = [f"{name} {100 * chance:.0f} %" for name, chance in list(holds.items())[:SHOWN_CONTENTS]]
    return ", ".join(shown + ["..."] * (len(holds) > SHOWN_CONTENTS))
