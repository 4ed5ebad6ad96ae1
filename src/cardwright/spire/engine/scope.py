"""What surrounds a part of an effect while it is compiled, and what a target inside it would overwrite."""

from __future__ import annotations

from dataclasses import dataclass

from cardwright.core.errors import BadData

from ..notation import effects as fx
from ..notation.card_actions import Move
from ..notation.targets import All, Choose, Random, Self, StatusOf, Target, aims_at_agents


@dataclass(frozen=True)
class Scope:
    """What surrounds the part of an effect that is being compiled."""

    kind: fx.Kind
    agent: bool = False  # whether `to` aims at an agent
    own: bool = False  # whether that agent is the one who acts
    card: bool = False  # whether `to` aims at a card
    status: bool = False  # whether `to` aims at a status
    timed: bool = False  # inside a counting loop
    each: bool = False  # inside a loop over targets
    keeps_agent: bool = False  # whether a target inside must leave the one around it as it is
    keeps_card: bool = False  # likewise for cards

    def with_(self, **changes: bool) -> Scope:
        """Return a copy of the scope with some fields changed."""
        return Scope(**{**self.__dict__, **changes})


def overwrites(group: fx.Group, scope: Scope) -> bool:
    """Return whether a group would overwrite a loop, a choice or a target around it."""
    marks = isinstance(group.to, StatusOf) or visits_each(group.to) or chosen_in_turn(group.to)
    loops = (scope.timed and times_of(group) is not None) or (marks and (scope.each or scope.status))
    return loops or _aims_again(group.to, scope)


def stays_put(group: fx.Group) -> str:
    """Return the pile into which a group moves cards of this same pile; empty if it does not."""
    moved = [each.move for each in group.do if isinstance(each, Move)]
    pile = getattr(group.to, "choose", None) or getattr(group.to, "all", None) or getattr(group.to, "random", None)
    return pile if pile in moved else ""


def visits_each(target: Target | None) -> bool:
    """Return whether an effect visits several targets in a loop."""
    return isinstance(target, All) or (isinstance(target, Random) and target.count > 1)


def chosen_in_turn(target: Target | None) -> bool:
    """Return whether the player chooses several targets one after the other."""
    return isinstance(target, Choose) and target.count > 1


def inside(target: Target) -> dict[str, bool]:
    """Return what changes in the scope of what is aimed at a target."""
    several = {"each": True} if visits_each(target) or chosen_in_turn(target) else {}
    if aims_at_agents(target):
        return {"agent": True, "own": False, "status": False, "keeps_agent": True, **several}
    return {"card": True, "status": False, "keeps_card": True, **several}


def _aims_again(target: Target | None, scope: Scope) -> bool:
    """Return whether a target would replace one of its kind that the effect around it still needs."""
    if target is None or isinstance(target, StatusOf) or target == Self(own="agent"):
        return False
    return scope.keeps_agent if aims_at_agents(target) else scope.keeps_card


def times_of(group: fx.Group) -> int | str | None:
    """Return how often a group is done, None for once; a choice of several is made one by one."""
    if not isinstance(group.to, Choose) or not chosen_in_turn(group.to):
        return group.times
    if group.times is not None:
        raise BadData("a group has either 'times' or a choice with a 'count', not both")
    return group.to.count
