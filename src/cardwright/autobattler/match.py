# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""One match between two lineups: its result, or the match phase by phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from cardwright.core.compiling import jit
from cardwright.core.compiling.jit import kernel
from cardwright.core.errors import BadData, RunawayRules
from cardwright.core.event_log import LoggedEvent, listening
from cardwright.core.interpreted import plain

from .cards import Card
from .compiler import compile_tables, lineup_code
from .fight import OPEN, begin, fight, fight_phase, scored, verdict
from .mechanics import Mechanic
from .mechanics import mechanics as standard_mechanics
from .narration import fighting_words
from .profiles import Profile, switches
from .state import AGENDA, MAX_EFFECTS, MAX_LINEUP, SIDE_SHIFT, SLOT_BITS, SLOT_MASK
from .state import Match as Record

RUNAWAY = (
    f"rules trigger each other without end (limits: {AGENDA} effects waiting at once, {MAX_EFFECTS:,} in one phase)"
)


class Match(NamedTuple):
    """The outcome of a match: its result (1 if side a won, -1 if side b won, 0 for a tie) and the phases fought."""

    result: int
    phases: int


class Standing(NamedTuple):
    """A card in a match: its name and its current attack and health."""

    name: str
    attack: int
    health: int

    def __str__(self) -> str:
        return f"{self.name} {self.attack}/{self.health}"


class Phase(NamedTuple):
    """Both lineups between two phases, from the left, and what happened since the phase before, blow by blow."""

    a: tuple[Standing, ...]
    b: tuple[Standing, ...]
    events: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " | ".join(", ".join(map(str, side)) or "nobody" for side in (self.a, self.b))


def match(
    a: Iterable[Card],
    b: Iterable[Card],
    profile: Profile = "corrected",
    mechanics: Mapping[str, Mechanic] | None = None,
) -> Match:
    """Play a match between two lineups of one to seven cards; `mechanics` holds the custom ones the cards use.

    >>> match([Card("Plain", 3, 2)], [Card("Grenade", 2, 1, {"explode_on_death": 3})])
    Match(result=0, phases=1)
    """
    chosen = switches(profile)
    one, two = _lineup(a), _lineup(b)
    record = np.zeros(1, Record)
    result = play(*_prepare(one, two, chosen, mechanics), chosen["second_player_wins"], record)
    _check_fault(record)
    return Match(int(result), int(record["phases"][0]))


def watch(
    a: Iterable[Card],
    b: Iterable[Card],
    profile: Profile = "corrected",
    mechanics: Mapping[str, Mechanic] | None = None,
) -> Iterator[Phase]:
    """Yield a match phase by phase: both lineups before the first phase and after each, and the blows between.

    The rules run as plain Python, which needs no compiling and reports what happens.

    >>> for phase in watch([Card("Bear", 2, 3)], [Card("Mouse", 1, 1), Card("Ant", 1, 2)]):
    ...     print(phase)
    Bear 2/3 | Mouse 1/1, Ant 1/2
    Bear 2/2 | Ant 1/2
    Bear 2/1 | nobody
    >>> print("; ".join(phase.events))
    a's Bear fights b's Ant; a's Bear loses 1 health (1 left); b's Ant loses 2 health (0 left); b's Ant dies
    """
    one, two = _lineup(a), _lineup(b)
    tables, code_a, code_b = _prepare(one, two, switches(profile), mechanics)
    record = np.zeros(1, Record)
    names = {
        (side << SIDE_SHIFT) + slot: card.name
        for side, lineup in enumerate((one, two))
        for slot, card in enumerate(lineup, start=1)
    }
    cards = [card.name for card in (*one, *two)]
    with listening() as events:
        more = plain(start)(tables, code_a, code_b, record)
    yield _phase(record[0], names, cards, events)
    while more:
        with listening() as events:
            more = plain(next_phase)(tables, record)
        _check_fault(record)
        yield _phase(record[0], names, cards, events)


def result_of(last: Phase, profile: Profile = "corrected") -> int:
    """Return the result of a match from its last phase, as the profile scores it."""
    return int(plain(scored)(bool(last.a) - bool(last.b), switches(profile)["second_player_wins"]))


def _phase(record: Any, names: Mapping[int, str], cards: Sequence[str], events: Sequence[LoggedEvent]) -> Phase:
    told = tuple(fighting_words(each, lambda card: cards[card - 1], ("a", "b")) for each in events)
    return Phase(_standing(record, 0, names), _standing(record, 1, names), told)


def _prepare(
    one: list[Card], two: list[Card], chosen: Mapping[str, bool], mechanics: Mapping[str, Mechanic] | None
) -> tuple[np.ndarray, int, int]:
    """Return the tables of the cards in a match, and both lineups packed."""
    known = {**standard_mechanics(), **(mechanics or {})}
    for card in (*one, *two):
        _check(card, known)
    jit.compiling("the auto battler")
    code_a, code_b = lineup_code(range(len(one))), lineup_code(range(len(one), len(one) + len(two)))
    return compile_tables([*one, *two], known, chosen), code_a, code_b


def _check_fault(record: np.ndarray) -> None:
    if record["fault"][0]:
        raise RunawayRules(f"the match was stopped: {RUNAWAY}")


def _standing(record: Any, side: int, names: Mapping[int, str]) -> tuple[Standing, ...]:
    """Return the cards of a side, from the left."""
    bench = int(record.bench[side])
    slots = [bench >> (SLOT_BITS * position) & SLOT_MASK for position in range(int(record.bench_size[side]))]
    return tuple(
        Standing(names[slot], int(record.cards[slot].attack), int(record.cards[slot].health)) for slot in slots
    )


def _lineup(cards: Iterable[Card]) -> list[Card]:
    lineup = list(cards)
    if not 1 <= len(lineup) <= MAX_LINEUP:
        raise BadData(f"a lineup has 1 to {MAX_LINEUP} cards, not {len(lineup)}")
    if not all(isinstance(card, Card) for card in lineup):
        raise BadData("a lineup must be a list of cards")
    return lineup


def _check(card: Card, known: Mapping[str, Mechanic]) -> None:
    try:
        card.check(known)
    except ValueError as error:
        raise BadData(str(error)) from None


@kernel
def play(tables, a, b, second_wins, record):
    """Play a match and return its result as the profile scores it."""
    return scored(fight(tables[0], a, b, record[0]), second_wins)


@kernel
def start(tables, a, b, record):
    """Set up a match and return whether there is a phase to fight."""
    begin(tables[0], a, b, record[0])
    return verdict(record[0]) == OPEN


@kernel
def next_phase(tables, record):
    """Fight one phase and return whether there is another."""
    fight_phase(tables[0], record[0])
    return verdict(record[0]) == OPEN
