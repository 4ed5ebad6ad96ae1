"""Cards that no play uses: they are never dealt, or never leave a hand while others do."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cardwright.agents import make_seats, play_games
from cardwright.core.random import seeds_for
from cardwright.core.record import copied
from cardwright.core.state import State

from .subject import RANDOM, Subject

PLAYS = 200


class UnusedCards(NamedTuple):
    """Cards that stay in the deck, and cards that stay in the hands of players."""

    never_dealt: list[str]
    never_laid: list[str]


def unused_cards(subject: Subject, plays: int = PLAYS) -> UnusedCards:
    """Return the cards that no random play uses, by where they lie at the end."""
    seeds, agent_seeds = (seeds_for(subject.seed, use, np.arange(plays)) for use in ("game", "agent"))
    seats = make_seats(f"{subject.players}*{RANDOM}")
    states = play_games(subject.game, seats, seeds, agent_seeds).states
    every, in_hands, laid = set[str](), set[str](), set[str]()
    for index in range(plays):
        view = State(subject.game, 0, copied(states[index : index + 1])).view()
        zones = dict(_zones(view))
        every.update(zones.pop("deck", ()))
        zones.pop("removed", None)
        for name, cards in zones.items():
            every.update(cards)
            (in_hands if name.endswith("hand") else laid).update(cards)
    dealt = in_hands | laid
    return UnusedCards(
        sorted(every - dealt) if dealt else [],
        sorted(in_hands - laid) if 2 * len(laid) > len(every) else [],
    )


def _zones(view: dict[str, Any], owner: str = "") -> list[tuple[str, list[str]]]:
    """Return the piles of cards in a view, those of players with the name of their owner."""
    found = []
    for name, content in view.items():
        if isinstance(content, dict):
            found += _zones(content, f"{owner}{name} ")
        elif isinstance(content, list) and all(isinstance(each, str) for each in content):
            found.append((f"{owner}{name}", content))
    return found
