"""One match between two lineups, as people ask for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core import jit
from ..core.errors import BadData, RunawayRules
from ..core.jit import kernel
from .cards import Card, CardSet
from .compiler import compile_tables, lineup_code
from .fight import fight
from .profiles import Profile, switches
from .state import AGENDA, MAX_LINEUP
from .state import Match as Record

RUNAWAY = f"more than {AGENDA} effects were waiting to happen at the same time"


class Match(NamedTuple):
    """How a match went: 1 if side a won, -1 if side b did, 0 for a tie; and the phases that were fought."""

    result: int
    phases: int


def match(
    a: Iterable[Card], b: Iterable[Card], profile: Profile = "corrected", mechanics: Mapping[str, Any] | None = None
) -> Match:
    """Let two lineups of one to seven cards fight; `mechanics` are those of one's own, if the cards use any.

    >>> match([Card("Plain", 3, 2)], [Card("Grenade", 2, 1, {"explode_on_death": 3})])
    Match(result=0, phases=1)
    """
    sides = [list(a), list(b)]
    for side in sides:
        check_lineup(side)
    chosen = switches(profile)
    cards = _as_set([*sides[0], *sides[1]], mechanics or {})
    tables = compile_tables(cards, chosen)
    one, two = lineup_code(range(len(sides[0]))), lineup_code(range(len(sides[0]), len(cards.cards)))
    jit.compiling("the auto battler")
    result, phases, fault = play(tables, np.zeros(1, Record), one, two)
    if fault:
        raise RunawayRules(f"the match was stopped: {RUNAWAY}")
    return Match(scored(int(result), chosen), int(phases))


def check_lineup(side: Sequence[Any]) -> None:
    """Refuse what is no lineup."""
    if not 1 <= len(side) <= MAX_LINEUP:
        raise BadData(f"a lineup is 1 to {MAX_LINEUP} cards, not {len(side)}")
    if not all(isinstance(card, Card) for card in side):
        raise BadData("a lineup is a list of cards")


def scored(result: int, chosen: Mapping[str, bool]) -> int:
    """The result as a profile counts it."""
    return result if result > 0 or chosen["second_player_wins"] else 0


def _as_set(cards: list[Card], mechanics: Mapping[str, Any]) -> CardSet:
    """The cards of a match as a set: a card may be there more than once, so here they are named by their places."""
    renamed = [Card(str(place), card.attack, card.health, card.mechanics) for place, card in enumerate(cards)]
    return CardSet(tuple(renamed), dict(mechanics))


@kernel
def play(tables, scratch, a, b):
    """The result of a match, its phases, and whether the rules could not go on."""
    result = fight(tables[0], a, b, scratch[0])
    return result, scratch[0].phases, scratch[0].fault
