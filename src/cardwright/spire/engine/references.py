"""What effects refer to outside of their own targets: the other one in an event, and the card that it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from cardwright.core.errors import BadData

from ..notation import effects as fx
from ..notation.actions import Broadcast
from ..notation.card_actions import Bonus, Play
from ..notation.own_actions import NewAction, Use, expanded
from ..notation.own_rules import NewEvent
from ..notation.player_actions import Host
from ..notation.statuses import Rule
from ..notation.targets import All, Choose, Random, Self, StatusOf, Target, aims_at_agents

What = Literal["agent", "card", "cause", "own card", "event card", "spent"]

_TARGETS: frozenset[What] = frozenset(["agent", "card"])

_WORDS: dict[What, re.Pattern[str]] = {
    "agent": re.compile(r"\btarget\.\w+"), "card": re.compile(r"\bcost\b"), "cause": re.compile(r"\bby_self\b"),
    "own card": re.compile(r"\bbonus\b"), "spent": re.compile(r"\bX\b"),
}  # fmt: skip
_MISSING: dict[What, str] = {
    "agent": "{!r} needs a target: write it in the 'do' of an effect with 'to: an enemy', or the like",
    "card": "{!r} needs a card: write it in the 'do' of an effect with 'to: a card in hand', or the like",
    "cause": "{!r} needs an event that somebody causes, such as attacked, hp lost, debuffed or one of the content",
    "own card": "{!r} needs an event about a card, such as card played",
    "event card": "{!r} needs an event about a card, such as card played, and the rule of a status",
    "spent": "{!r} needs a card that costs X",
}
_CAUSED = {
    "card played",
    "attack damage",
    "damage",
    "attacked",
    "wounded",
    "hp lost",
    "healing",
    "debuff",
    "debuffed",
    "block broken",
    "dying",
}
_BETWEEN_TWO = _CAUSED - {"card played"}
_WITHOUT_CARD = {
    "turn start", "after draw", "turn end", "round end", "died", "faded", "shuffled", "healing", "debuff", "debuffed",
    "block lost", "turn energy", "turn draws", "intent chosen", "status gained", "status lost", "battle start",
    "victory", "hand empty", "block broken", "appeared", "potion used", "dying", "potency", "potion gained",
    "gold gained",
}  # fmt: skip


class Reference(NamedTuple):
    """Something in an effect that refers to what surrounds the effect."""

    what: What
    words: str
    needed: bool = False  # whether it means nothing without
    replaces: bool = False  # whether it is a target, which takes the place of what surrounds the effect


def references(effect: fx.Effect, kind: fx.Kind, actions: Mapping[str, NewAction]) -> Iterator[Reference]:
    """Yield what an effect refers to outside of its own targets."""
    yield from _walk([effect], kind, actions, frozenset())


def told_to(rule: Rule, events: Mapping[str, NewEvent]) -> set[What]:
    """Return what an event tells a rule about: the other one in it, its card, and who has caused it."""
    name = str(rule.modify or rule.before or rule.after)
    gains = rule.modify == "status gained"  # who gives the stacks is known before they are there
    told: set[What] = {"spent"}  # X is the stacks there
    if name in events or name in _CAUSED or gains:
        told.add("cause")
    if name in _BETWEEN_TWO or gains or rule.role == "anyone" or (name in events and "target" in events[name].inputs):
        told.add("agent")
    whole_hand = name == "hand discarded" and rule.modify is None
    if "card" in events[name].inputs if name in events else name not in _WITHOUT_CARD and not whole_hand:
        told |= {"card", "own card", "event card"}
    return told


def in_formulas(formulas: Iterable[Any], known: frozenset[str] = frozenset()) -> Iterator[Reference]:
    """Yield what formulas refer to, except for what is `known`."""
    for formula in formulas:
        for what, pattern in _WORDS.items():
            if isinstance(formula, str) and what not in known:
                yield from (Reference(what, found[0], True) for found in pattern.finditer(formula))


def missing(found: Iterable[Reference], known: Iterable[What]) -> Iterator[BadData]:
    """Yield an error for each reference to something that is not there."""
    for reference in found:
        if reference.needed and reference.what not in known:
            yield BadData(_MISSING[reference.what].format(reference.words))


def refuse_later_words(formulas: Iterable[Any]) -> None:
    """Raise an error if what a card costs or whether it can be played depends on what only its effect knows."""
    for formula in formulas:
        found = re.search(r"\b(X|stacks|amount|dealt|killed|affected)\b", formula) if isinstance(formula, str) else None
        if found:
            raise BadData(f"{found[0]!r} is known only while a card acts, so no price and no 'playable' depends on it")


def kept(found: Iterable[Reference]) -> set[What]:
    """Return what an effect still refers to after it has aimed at something else of the kind."""
    replaced: set[What] = set()
    needed: set[What] = set()
    for each in found:
        if each.replaces:
            replaced.add(each.what)
        elif each.what in replaced:
            needed.add(each.what)
    return needed


def _walk(
    parts: Iterable[fx.Effect], kind: fx.Kind, actions: Mapping[str, NewAction], known: frozenset[str]
) -> Iterator[Reference]:
    """Yield references to what is not `known`: "agent" and "card" are aimed at, "own" is whoever acts."""
    for part in parts:
        if isinstance(part, Use):
            yield from _walk(expanded(part, actions), kind, actions, known)
        elif isinstance(part, fx.Group):
            yield from in_formulas((part.when, part.times), known)
            inside = _inside(part.to, known)
            yield from (Reference(what, "to", replaces=True) for what in _TARGETS & (inside - known))
            found = [*_walk(part.do, kind, actions, inside)]
            yield from found
            if part.times is not None or _several(part.to):  # what comes first is also meant after what comes last
                yield from {each for each in found if not each.replaces}
        elif isinstance(part, fx.Action):
            amounts = (name for name, slot in part.form.slots.items() if slot in ("amount", "number"))
            yield from in_formulas((getattr(part, name) for name in amounts), known)
            yield from _of_action(part, kind, known)


def _of_action(action: fx.Action, kind: fx.Kind, known: frozenset[str]) -> Iterator[Reference]:
    hits = isinstance(action, fx.OnAgent) and action.hits and kind not in ("card", "potion")
    if "agent" not in known and (isinstance(action, Host) or (hits and "own" not in known)):
        yield Reference("agent", action.key(), hits)
    if isinstance(action, Play) and action.play == "card again":
        yield Reference("event card", "card again", True)
    if "card" not in known and isinstance(action, Bonus):
        yield Reference("own card", action.key(), True)
    if "card" not in known and isinstance(action, Host | Broadcast):
        yield Reference("card", action.key())


def _several(target: Target | None) -> bool:
    return isinstance(target, All) or (isinstance(target, Choose | Random) and target.count > 1)


def _inside(target: Target | None, known: frozenset[str]) -> frozenset[str]:
    """Return what is known inside of a target."""
    if isinstance(target, StatusOf):
        return _inside(target.of, known)
    if target is None:
        return known
    if not aims_at_agents(target):
        return known | {"card"}
    return known | {"own"} if target == Self(own="agent") else known - {"own"} | {"agent"}
