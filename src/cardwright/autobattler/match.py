"""One match between two lineups, as people ask for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from ..core import jit
from ..core.errors import BadData, RunawayRules
from ..core.jit import kernel
from .cards import Card
from .compiler import compile_tables, lineup_code
from .fight import fight
from .mechanics import Mechanic
from .mechanics import mechanics as standard_mechanics
from .profiles import Profile, switches
from .state import AGENDA, MAX_LINEUP
from .state import Match as Record

RUNAWAY = f"more than {AGENDA} effects were waiting to happen at the same time"


class Match(NamedTuple):
    """How a match went: 1 if side a won, -1 if side b did, 0 for a tie; and the phases that were fought."""

    result: int
    phases: int


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
    one, two = _lineup(a), _lineup(b)
    known = {**standard_mechanics(), **(mechanics or {})}
    for card in (*one, *two):
        _check(card, known)
    chosen = switches(profile)
    tables = compile_tables([*one, *two], known, chosen)
    jit.compiling("the auto battler")
    codes = lineup_code(range(len(one))), lineup_code(range(len(one), len(one) + len(two)))
    result, phases, fault = play(tables, np.zeros(1, Record), *codes)
    if fault:
        raise RunawayRules(f"the match was stopped: {RUNAWAY}")
    return Match(scored(int(result), chosen), int(phases))


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


def scored(result: int, chosen: Mapping[str, bool]) -> int:
    """The result as a profile counts it."""
    return result if result > 0 or chosen["second_player_wins"] else 0


@kernel
def play(tables, scratch, a, b):
    """The result of a match, its phases, and whether the rules could not go on."""
    result = fight(tables[0], a, b, scratch[0])
    return result, scratch[0].phases, scratch[0].fault
