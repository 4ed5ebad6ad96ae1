"""What cannot mean anything in a card that is grown, although the game could play it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ..notation.effects import ACTIONS, OnAgent, OnCard
from ..notation.vocabulary import AGENT_SETS, KEYWORDS
from .counts import GROUP, aimed, is_own, parts
from .idle import is_idle
from .strength import prices

Effect = Mapping[str, Any]

_ABOUT = {"agent": re.compile(r"\btarget\."), "card": re.compile(r"\bcost\b")}  # in formulas
_DONE_TO = {"agent": OnAgent, "card": OnCard}


def is_senseless(effect: Effect, below_zero: Collection[str]) -> bool:
    """Return whether a part of an effect is idle: it aims in vain, moves nothing, or takes what nobody has.

    `below_zero` holds the statuses that one can lose without having them, such as Strength.
    """
    groups = list(_groups(effect))
    aims = any(_aims_in_vain(each) or _moves_nothing(each) or is_idle(each) for each in groups)
    return aims or _takes_nothing(effect, below_zero) or _asks_too_early(effect) or _counts_in_vain(effect)


def is_senseless_card(card: Mapping[str, Any]) -> bool:
    """Return whether the parts of a card do not go together: its type, its cost, its keywords and its effect."""
    words = [word for word in KEYWORDS if card.get(word)]
    attacks = any("attack" in each for each in _actions(card["effect"]))
    odd = any(_is_odd(each, target) for each, target in aimed(card["effect"]))
    return len(words) > 1 or attacks != (card["type"] == "attack") or odd or _gives_back_its_cost(card)


def _is_odd(action: Effect, target: Any) -> bool:
    """Return whether a card does to a card what is idle: it moves itself, changes a lost card, or makes one dearer."""
    key = next(iter(action))
    lost = isinstance(target, Mapping) and "exhaust" in target.values() and key != "move"
    itself = target == "this card" and key in ("move", "discard", "exhaust")
    dearer = key == "cost" and (action["cost"] != 0 or action.get("most"))  # "at most 0" says no more than 0
    return bool(lost or itself or action.get("play") == "card again" or dearer)


def is_worthless(effect: Effect, debuffs: Collection[str]) -> bool:
    """Return whether an effect does nothing for the player, or takes a number from the player for no reason.

    `debuffs` holds the statuses that are bad for whoever has them.
    """
    found = [worth(each, target, debuffs) for each, target in aimed(effect)]
    negative = any(_negative(each.get("amount", 1)) and is_own(target) for each, target in aimed(effect))
    return negative or max(found) <= 0


def worth(action: Effect, target: Any, debuffs: Collection[str]) -> int:
    """Return 1 for an action that helps whoever takes it, -1 for one that does not."""
    key = next(iter(action))
    if key == "apply":
        bad = (action["apply"] in debuffs) != _negative(action.get("amount", 1))
        return 1 if bad != is_own(target) else -1
    if key in ("attack", "damage", "lose_hp"):
        return -1 if target == "self" or (target is None and key == "lose_hp") else 1
    if key in ("block", "heal", "max_hp"):
        return 1 if is_own(target) else -1
    if key == "move":
        return 1 if action["move"] == "hand" else -1
    return -1 if key in ("add", "clear", "discard", "exhaust") else 1


def _gives_back_its_cost(card: Mapping[str, Any]) -> bool:
    """Return whether a card gives as much energy as it costs or less, or more without another price."""
    given = [each["energy"] for each in parts(card["effect"]) if "energy" in each]
    cost = card["cost"]
    if not given or not isinstance(given[0], int) or not isinstance(cost, int):
        return False
    return 0 < cost >= given[0] or not prices(card)


def _groups(effect: Effect) -> Iterator[Effect]:
    if GROUP in effect:
        yield effect
        for part in effect[GROUP]:
            yield from _groups(part)


def _actions(effect: Effect) -> Iterator[Effect]:
    for part in effect.get(GROUP, ()):
        yield from _actions(part)
    if GROUP not in effect:
        yield effect


def _kind(target: Any) -> str | None:
    """Return whether a target is an agent or a card; None without a target, and for a status."""
    if target is None or (isinstance(target, Mapping) and "status" in target):
        return None
    named = target if isinstance(target, str) else str(next(iter(target.values())))
    return "agent" if named == "self" or named in AGENT_SETS else "card"


def _aims_in_vain(group: Effect) -> bool:
    """Return whether nothing is done to what a group aims at, and nothing depends on it."""
    kind = _kind(group.get("to"))
    return kind is not None and not any(_uses(part, kind) for part in group[GROUP])


def _uses(part: Effect, kind: str) -> bool:
    formulas = [each for key, each in part.items() if key != "to" and isinstance(each, str)]
    if any(map(_ABOUT[kind].search, formulas)):
        return True
    if GROUP not in part:
        return issubclass(ACTIONS[next(iter(part))], _DONE_TO[kind])
    return _kind(part.get("to")) != kind and any(_uses(each, kind) for each in part[GROUP])


def _moves_nothing(group: Effect) -> bool:
    """Return whether cards are put into the pile they are in."""
    target = group.get("to")
    pile = next(iter(target.values())) if isinstance(target, Mapping) else None
    return any(part.get("move") == pile is not None for part in group[GROUP])


def _takes_nothing(effect: Effect, below_zero: Collection[str]) -> bool:
    """Return whether stacks are taken of a status that neither the effect gives nor anybody can owe."""
    applied = [(each["apply"], each.get("amount", 1)) for each in _actions(effect) if "apply" in each]
    given = {name for name, amount in applied if not _negative(amount)}
    return any(_negative(amount) and name not in given and name not in below_zero for name, amount in applied)


def _asks_too_early(effect: Effect) -> bool:
    """Return whether the first thing that depends on damage dealt comes before any damage to others."""
    asked = re.search(r"\b(dealt|killed)\b", str(effect))
    if asked is None:
        return False
    hits = (each for each, target in aimed(effect) if worth(each, target, ()) > 0)
    first = next((str(each) for each in hits if {"attack", "damage", "lose_hp"} & set(each)), None)
    return first is None or str(effect).index(first) > asked.start()


def _counts_in_vain(effect: Effect) -> bool:
    """Return whether the counter of a card grows that does not read it, or is read without ever growing."""
    grows = any("bonus" in each for each in _actions(effect))
    reads = re.search(
        r"\bbonus\b", " ".join(each for part in _actions(effect) for each in part.values() if isinstance(each, str))
    )
    others = any(
        _kind(each.get("to")) == "card" and each.get("to") != "this card" and "bonus" in str(each[GROUP])
        for each in _groups(effect)
    )
    return grows != (reads is not None) or others


def _negative(amount: int | str) -> bool:
    return str(amount).startswith("-")
