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

    WORTH = 0
    PLAY = 1
    RESCUE = 2
    NEIGH = 3
    DISCARD = 4
    SACRIFICE = 5
    DESTROY = 6
    EFFECT = 7


class Manner(IntEnum):
    """The weights that belong to no card, counted from the end."""

    NEIGH_LIMIT = 1
    PROTECT_LIMIT = 2
    NEIGH_WINNER = 3
    NEIGH_LEADER = 4
    NEIGH_ATTACK = 5
    DRAW = 6
    FINISH = 7
    RACE = 8
    LEADER = 9
    STOP = 10
    KEEP_UPGRADES = 11
    MOVE = 12
    HANDS = 13
    RATHER_DESTROY = 14


ABOUT_USES: Mapping[Use, str] = {
    Use.WORTH: "stealing, taking, bringing, searching for, saving: the smallest first",
    Use.PLAY: "playing: the largest first",
    Use.RESCUE: "playing while an opponent lacks a single unicorn",
    Use.NEIGH: "stopping a card, or protecting it, up to a limit",
    Use.DISCARD: "discarding: the largest first",
    Use.SACRIFICE: "sacrificing, giving away: the largest first",
    Use.DESTROY: "destroying and returning cards of others: the smallest first",
    Use.EFFECT: "using the card's optional effects: if above 0",
}
ABOUT_MANNERS: Mapping[Manner, str] = {  # "unicorns" are those in a stable
    Manner.NEIGH_LIMIT: "the worst card worth a Neigh",
    Manner.PROTECT_LIMIT: "the worst card of its own worth a Neigh on a Neigh",
    Manner.NEIGH_WINNER: "how much worse the card can be if it lets its owner win",
    Manner.NEIGH_LEADER: "how much worse for each unicorn of its owner",
    Manner.NEIGH_ATTACK: "how much worse if it is played into the agent's own stable",
    Manner.DRAW: "the weight of drawing instead of playing",
    Manner.FINISH: "what a unicorn that wins is worth when playing",
    Manner.RACE: "what a unicorn is worth when playing, for each one the agent has",
    Manner.LEADER: "what taking a card away is worth, for each unicorn of its owner",
    Manner.STOP: "what taking away a unicorn of an opponent who lacks only one is worth",
    Manner.KEEP_UPGRADES: "how strongly it prefers to sacrifice something else than an Upgrade",
    Manner.MOVE: "how strongly it prefers to move cards to where they help it",
    Manner.HANDS: "how strongly it prefers to take from large hands, for each card",
    Manner.RATHER_DESTROY: "the weight of destroying against the other variant of an effect",
}
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
