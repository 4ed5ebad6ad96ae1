"""One match between two lineups, as people ask for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from cardwright.core import jit
from cardwright.core.errors import BadData, RunawayRules
from cardwright.core.jit import kernel

from .cards import Card
from .compiler import compile_tables, lineup_code
from .fight import OPEN, begin, fight, fight_phase, scored, verdict
from .mechanics import Mechanic
from .mechanics import mechanics as standard_mechanics
from .profiles import Profile, switches
from .state import AGENDA, MAX_LINEUP, MOST_EFFECTS, NUMBER, NUMBER_BITS
from .state import Match as Record

RUNAWAY = (
    f"rules set each other off, with more than {AGENDA} effects waiting at a time or {MOST_EFFECTS:,} in one phase"
)


class Match(NamedTuple):
    """How a match went: 1 if side a won, -1 if side b did, 0 for a tie; and the phases that were fought."""

    result: int
    phases: int


class Standing(NamedTuple):
    """A card in a match: its name and its attack and health now."""

    name: str
    attack: int
    health: int

    def __str__(self) -> str:
        return f"{self.name} {self.attack}/{self.health}"


class Phase(NamedTuple):
    """Both lineups between two phases, from the left."""

    a: tuple[Standing, ...]
    b: tuple[Standing, ...]

    def __str__(self) -> str:
        return " | ".join(", ".join(map(str, side)) or "nobody" for side in self)


def match(
    a: Iterable[Card],
    b: Iterable[Card],
    profile: Profile = "corrected",
    mechanics: Mapping[str, Mechanic] | None = None,
) -> Match:
    """Let two lineups of one to seven cards fight; `mechanics` are those of one's own, if the cards use any.

    >>> match([Card("Plain", 3, 2)], [Card("Grenade", 2, 1, {"explode_on_death": 3})])
    Match(result=0, phases=1)
    """
    chosen = switches(profile)
    one, two = _lineup(a), _lineup(b)
    record = np.zeros(1, Record)
    result = play(*_prepared(one, two, chosen, mechanics), chosen["second_player_wins"], record)
    _check_fault(record)
    return Match(int(result), int(record["phases"][0]))


def watch(
    a: Iterable[Card],
    b: Iterable[Card],
    profile: Profile = "corrected",
    mechanics: Mapping[str, Mechanic] | None = None,
) -> Iterator[Phase]:
    """A match phase by phase: both lineups before the first, and after each.

    >>> for phase in watch([Card("Bear", 2, 3)], [Card("Mouse", 1, 1), Card("Ant", 1, 2)]):
    ...     print(phase)
    Bear 2/3 | Mouse 1/1, Ant 1/2
    Bear 2/2 | Ant 1/2
    Bear 2/1 | nobody
    """
    one, two = _lineup(a), _lineup(b)
    prepared = _prepared(one, two, switches(profile), mechanics)
    record = np.zeros(1, Record)
    numbers = {place + 1: card.name for place, card in enumerate(one)}
    numbers |= {place + 9: card.name for place, card in enumerate(two)}
    going_on = start(*prepared, record)
    yield Phase(*(_standing(record[0], side, numbers) for side in range(2)))
    while going_on:
        going_on = go_on(prepared[0], record)
        _check_fault(record)
        yield Phase(*(_standing(record[0], side, numbers) for side in range(2)))


def _prepared(
    one: list[Card], two: list[Card], chosen: Mapping[str, bool], mechanics: Mapping[str, Mechanic] | None
) -> tuple[np.ndarray, int, int]:
    """The tables of the cards in a match, and both lineups."""
    known = {**standard_mechanics(), **(mechanics or {})}
    for card in (*one, *two):
        _check(card, known)
    jit.compiling("the auto battler")
    places = range(len(one)), range(len(one), len(one) + len(two))
    return compile_tables([*one, *two], known, chosen), lineup_code(places[0]), lineup_code(places[1])


def _check_fault(record: np.ndarray) -> None:
    if record["fault"][0]:
        raise RunawayRules(f"the match was stopped: {RUNAWAY}")


def _standing(record: Any, side: int, names: Mapping[int, str]) -> tuple[Standing, ...]:
    """The cards of a side, from the left."""
    bench = int(record.bench[side])
    numbers = [bench >> (NUMBER_BITS * place) & NUMBER for place in range(int(record.bench_size[side]))]
    return tuple(
        Standing(names[number], int(record.cards[number].attack), int(record.cards[number].health))
        for number in numbers
    )


def _lineup(cards: Iterable[Card]) -> list[Card]:
    lineup = list(cards)
    if not 1 <= len(lineup) <= MAX_LINEUP:
        raise BadData(f"a lineup is 1 to {MAX_LINEUP} cards, not {len(lineup)}")
    if not all(isinstance(card, Card) for card in lineup):
        raise BadData("a lineup is a list of cards")
    return lineup


def _check(card: Card, known: Mapping[str, Mechanic]) -> None:
    try:
        card.check(known)
    except ValueError as error:
        raise BadData(str(error)) from None


@kernel
def play(tables, a, b, second_wins, record):
    """The result of a match, as it counts."""
    return scored(fight(tables[0], a, b, record[0]), second_wins)


@kernel
def start(tables, a, b, record):
    """Take places for a match; whether there is a phase to fight."""
    begin(tables[0], a, b, record[0])
    return verdict(record[0]) == OPEN


@kernel
def go_on(tables, record):
    """Fight one phase; whether there is another one."""
    fight_phase(tables[0], record[0])
    return verdict(record[0]) == OPEN
