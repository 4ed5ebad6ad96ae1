"""The weights of the rule-based player: what each is for, its usual value, and its range."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from enum import IntEnum
from importlib import resources
from typing import Any

from cardwright.core import data
from cardwright.core.game import Weight


class Use(IntEnum):
    """The weights of a card: one for each use that is made of it."""

    WORTH = 0  # stealing, taking, bringing, searching for it, saving it: the smallest first
    PLAY = 1  # playing it: the largest first
    RESCUE = 2  # the same while an opponent lacks a single unicorn
    NEIGH = 3  # stopping it: up to a limit
    DISCARD = 4  # the largest first
    SACRIFICE = 5  # the largest first
    DESTROY = 6  # destroying or returning it, in the stable of another player: the smallest first
    EFFECT = 7  # using its optional effects: if above 0


class Manner(IntEnum):
    """The weights that belong to no card, counted from the end; "unicorns" are those in a stable."""

    NEIGH_LIMIT = 1  # the worst card worth a Neigh
    PROTECT_LIMIT = 2  # the worst card of your own worth a Neigh on a Neigh
    NEIGH_WINNER = 3  # how much worse it can be if it lets its owner win
    NEIGH_LEADER = 4  # how much worse it can be for each unicorn of its owner
    NEIGH_ATTACK = 5  # how much worse it can be if it is played into your stable
    DRAW = 6  # drawing instead of playing a card
    FINISH = 7  # playing a unicorn that wins
    RACE = 8  # playing a unicorn, for each one you have
    LEADER = 9  # taking cards away, for each unicorn of their owner
    STOP = 10  # taking away a unicorn of an opponent who lacks only one
    KEEP_UPGRADES = 11  # sacrificing something else
    MOVE = 12  # moving cards where they do you good rather than any
    HANDS = 13  # turning against players with many cards in hand
    RATHER_DESTROY = 14  # destroying rather than the other variant of an effect


USES = len(Use)
BEST, WORST = 0.0, 10.0  # the range of the weights of cards; all are far below LARGE
_LIKE = {Use.PLAY: Use.WORTH, Use.RESCUE: Use.PLAY, Use.NEIGH: Use.WORTH, Use.DISCARD: Use.WORTH,
         Use.SACRIFICE: Use.WORTH, Use.DESTROY: Use.WORTH}  # fmt: skip
_MANNERS = {  # from, to, usually; the limits of Neighs are usually those of the tier list
    Manner.NEIGH_LIMIT: (BEST, WORST, None),
    Manner.PROTECT_LIMIT: (BEST, WORST, None),
    Manner.NEIGH_WINNER: (0.0, WORST, 0.0),
    Manner.NEIGH_LEADER: (-1.0, 1.0, 0.0),
    Manner.NEIGH_ATTACK: (0.0, WORST, 0.0),
    Manner.DRAW: (-1.0, WORST, -1.0),
    Manner.FINISH: (0.0, 2 * WORST, 0.0),
    Manner.RACE: (-2.0, 2.0, 0.0),
    Manner.LEADER: (-2.0, 2.0, 0.0),
    Manner.STOP: (0.0, WORST, 0.0),
    Manner.KEEP_UPGRADES: (0.0, 2 * WORST, 2 * WORST),
    Manner.MOVE: (0.0, 1.0, 0.0),
    Manner.HANDS: (0.0, 2.0, 0.0),
    Manner.RATHER_DESTROY: (-1.0, 1.0, 0.0),
}


@functools.cache
def _tiers() -> dict[str, Any]:
    text = (resources.files(__package__) / "data" / "tiers.yaml").read_text(encoding="utf-8")
    tiers: dict[str, Any] = data.parse(text, "tiers.yaml").value
    return tiers


def weight_table(own_tiers: Mapping[str, str | None], types: Mapping[str, str] | None = None) -> list[Weight]:
    """Return all weights: those of cards by their own tiers or else the tier list, then the manners.

    `types` are those of the cards by name. In a file without a card that is new, the cards of its type stand in for it.

    >>> table = weight_table({"Yay": None, "Basic Unicorn": None, "A custom card": None, "A good one": "S"})
    >>> [weight.value for weight in table if weight.group == "worth"]
    [0.0, 7.0, 4.0, 0.0]
    """
    known = _tiers()
    tier_of = {name: tier for tier, cards in known["cards"].items() for name in cards}
    table = []
    for name, own in own_tiers.items():
        value = float(known["tiers"][own or tier_of.get(name, known["other"])])
        typical: tuple[str, ...] = ()
        if types and name not in tier_of:
            typical = tuple(each for each in tier_of if types.get(each) == types[name])
        for use in Use:
            table.append(_weight_of_card(name, use, value)._replace(typical=typical))
    limit = float(known["tiers"][known["neigh"]])
    for manner in reversed(Manner):
        low, high, usually = _MANNERS[manner]
        table.append(Weight(_words(manner), limit if usually is None else usually, low, high, "manners"))
    return table


def _weight_of_card(name: str, use: Use, value: float) -> Weight:
    if use == Use.EFFECT:
        return Weight(name, 1.0, -1.0, 1.0, _words(use))
    return Weight(name, value, BEST, WORST, _words(use), _words(_LIKE[use]) if use in _LIKE else "")


def _words(member: IntEnum) -> str:
    return member.name.lower().replace("_", " ")
