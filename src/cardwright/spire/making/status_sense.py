"""What cannot mean anything in a new status: rules that never act, or that serve the wrong side."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from .counts import aimed, is_own
from .sense import worth

Rule = Mapping[str, Any]

# What happens to the player only, and values that only the player has.
_OF_PLAYER = {
    "card played", "card drawn", "card exhausted", "card discarded", "shuffled", "after draw", "card created",
    "card added", "card moved", "energy gained", "hand discarded", "cost", "playable", "exhausts", "draws",
    "card block", "turn energy", "turn draws",
}  # fmt: skip
# After the player's turn and before the next one: a status that ends with the turn misses these.
_BETWEEN_TURNS = {"turn start", "after draw", "round end", "block lost", "turn energy", "turn draws"}
_TOO_LATE = {"died", "faded"}  # the owner, or the status, is gone
_ATTACKS = {"attack damage", "attacked", "wounded"}
_CAUSED = {"attacked", "wounded", "card played"}  # nobody attacks himself, and every card is played by its owner
_WITH_AMOUNT = {
    "card played", "attacked", "wounded", "hp lost", "block gained", "healing", "energy gained", "debuffed",
    "status gained", "status lost", "hand discarded", "attack damage", "damage", "card block", "cost", "debuff",
    "exhausts",
}  # fmt: skip
_BETWEEN_TWO = {"attacked", "wounded", "hp lost", "debuffed", "healing", "block broken", "attack damage", "damage"}
_AT_THE_END = {"turn end", "round end", "hand discarded"}  # of the turn, when energy and prices mean nothing
_CAUSES = {  # by event: what makes it happen
    "block gained": {"block"}, "card drawn": {"draw"}, "card exhausted": {"exhaust"}, "card discarded": {"discard"},
    "healing": {"heal"}, "energy gained": {"energy"}, "status gained": {"apply"}, "shuffled": {"shuffle"},
    "card played": {"play"}, "card created": {"add", "add_random", "duplicate"},
    "card added": {"add", "add_random", "duplicate"}, "card moved": {"hand", "draw", "top of draw", "bottom of draw"},
}  # fmt: skip
_MORE_IS_BETTER = {"card block", "draws", "turn energy", "turn draws", "energy gained", "healing"}
_LESS_IS_BETTER = {"cost", "debuff", "block lost"}


def is_senseless_status(status: Mapping[str, Any], stacks: Any, debuffs: Collection[str]) -> bool:
    """Return whether a new status, applied with so many stacks, never acts, serves the wrong side or counts nothing.

    `debuffs` holds the statuses that are bad for whoever has them.
    """
    rules = status.get("rules", ())
    on_enemies = bool(status.get("debuff"))
    if any(_never_acts(rule, status, on_enemies) or _is_circular(rule, debuffs) for rule in rules):
        return True
    if counts_nothing(status, stacks) or _changes_twice(rules):
        return True
    if not on_enemies and any(_debuffs_owner(rule, debuffs) for rule in rules):
        return True
    if on_enemies:
        return any(1 in _signs(rule, debuffs) for rule in rules)
    return max((good_for_owner(rule, debuffs) for rule in rules), default=0) < 0


def _changes_twice(rules: Collection[Rule]) -> bool:
    """Return whether two rules change the same number on the same occasions, which one rule could."""
    keys = ("modify", "role", "types", "when")
    changed = [str([rule.get(key) for key in keys]) for rule in rules if "modify" in rule]
    return len(changed) > len(set(changed))


def _debuffs_owner(rule: Rule, debuffs: Collection[str]) -> bool:
    """Return whether a rule gives a debuff to whoever has the status, a price that no status of the game has."""
    done = aimed(rule.get("do", {}))
    return any(
        each.get("apply") in debuffs and is_own(target) and worth(each, target, debuffs) < 0 for each, target in done
    )


def _never_acts(rule: Rule, status: Mapping[str, Any], on_enemies: bool) -> bool:
    event, role = _event(rule), str(rule.get("role", "source"))
    if event in _TOO_LATE:
        return True
    if _asks_in_vain(rule, event, role) or _comes_too_late(rule, status, event):
        return True
    if event in _OF_PLAYER:
        return on_enemies != (role == "anyone")
    if on_enemies:
        return False
    ends = str(status.get("decay", ""))
    return (
        "turn end" in ends and "all" in ends and (event in _BETWEEN_TURNS or (event in _ATTACKS and role == "target"))
    )


def _asks_in_vain(rule: Rule, event: str, role: str) -> bool:
    """Return whether a rule asks for what its event does not have, or what always or never holds."""
    condition, said = str(rule.get("when", "")), str(rule)
    if "replayed" in said or ("by_self" in said and event in _CAUSED):
        return True
    if "amount" in condition + _formulas_of(rule) and event not in _WITH_AMOUNT:
        return True
    if condition == "amount > 0" and event != "card played":
        return True
    return "target." in said and not (event in _BETWEEN_TWO and role == "source")


def _formulas_of(rule: Rule) -> str:
    """Return the texts of a rule's effect in which formulas can stand, joined."""
    return " ".join(str(value) for each, _ in aimed(rule.get("do", {})) for value in each.values())


def _comes_too_late(rule: Rule, status: Mapping[str, Any], event: str) -> bool:
    """Return whether the turn is over for what a rule does, or the status ends anyway when the rule spends stacks."""
    done = {next(iter(each)) for each, _ in aimed(rule["do"])} if "do" in rule else set()
    ends = str(status.get("decay", ""))
    spent = bool(rule.get("spend")) and "all" in ends and event in ends
    return (
        spent or (event in _AT_THE_END and bool(done & {"energy", "cost"})) or (event == "turn end" and "draw" in done)
    )


def _is_circular(rule: Rule, debuffs: Collection[str]) -> bool:
    """Return whether what a rule does is what it waits for, so that it would go on and on."""
    if "do" not in rule or rule.get("types"):
        return False
    event, role = _event(rule), rule.get("role", "source")
    for each, target in aimed(rule["do"]):
        key = str(each.get("move")) if "move" in each else next(iter(each))
        if event == "debuffed":
            again = key == "apply" and each["apply"] in debuffs
        elif event in ("hp lost", "attacked", "wounded"):
            harms = key == "attack" or (event == "hp lost" and key in ("damage", "lose_hp"))
            again = harms and (role != "target" or worth(each, target, debuffs) < 0)
        else:
            again = key in _CAUSES.get(event, ())
        if again:
            return True
    return False


def counts_nothing(status: Mapping[str, Any], stacks: Any) -> bool:
    """Return whether it makes no difference how many stacks there are, although there are several."""
    counts = "stacks" in str(status.get("rules")) or "per_stack" in str(status.get("rules"))
    ends = "decay" in status or "spend" in str(status.get("rules"))
    return not counts and not ends and stacks != 1


def _event(rule: Rule) -> str:
    return str(rule.get("modify") or rule.get("after") or rule.get("before"))


def good_for_owner(rule: Rule, debuffs: Collection[str]) -> int:
    """Return 1 for a rule that is good for whoever has the status, -1 for a bad one and 0 where that depends."""
    signs = _signs(rule, debuffs)
    return 1 if signs == {1} else -1 if signs == {-1} else 0


def _signs(rule: Rule, debuffs: Collection[str]) -> set[int]:
    """Return 1 if a part of a rule is good for whoever has the status, -1 if one is bad, or both."""
    if "modify" not in rule:
        return {worth(each, target, debuffs) for each, target in aimed(rule["do"])}
    value, change = rule["modify"], _direction(rule)
    if value in ("attack damage", "damage"):
        return {change if rule.get("role", "source") == "source" else -change}
    return {change if value in _MORE_IS_BETTER else -change if value in _LESS_IS_BETTER else 0}


def _direction(rule: Rule) -> int:
    """Return 1 if a rule raises its value, -1 if it lowers it, 0 if that depends."""
    if "times" in rule:
        factor = rule["times"] if rule["times"] != 1 else 1 + float(rule.get("per_stack", 0))
        return (factor > 1) - (factor < 1)
    if "add" in rule:
        return -1 if str(rule["add"]).startswith("-") else 1
    return -1 if "cap" in rule or rule.get("set") == 0 else 0
