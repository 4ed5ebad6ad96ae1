"""Content as designers write it: the words that reading turns into effects, cards, statuses and enemies.

    >>> from cardwright.spire import Apply, Attack, Choose
    >>> write_effect(Attack(8).And(Apply("Vulnerable", 2)).To(Choose("enemies")))
    {'to': 'an enemy', 'attack': 8, 'apply': '2 Vulnerable'}

What cannot be said in words is written in structured form, so everything that is written can be read back.
"""

from __future__ import annotations

from typing import Any

from .cards import TARGET_KEYS, Card
from .effects import ACTIONS, CHOOSE_ONE, GROUP_KEYS, WORDS, Action, Effect, Group
from .enemies import Enemy, EnemyMove, Plan
from .numbers import NoPair, pair, read_number, write_amount, write_range
from .own_actions import NewAction, Use
from .own_rules import NewEvent, Resource
from .phrases import write_choice, write_decay, write_target, write_types
from .relics import Potion, Relic
from .statuses import Rule, Status
from .targets import Target
from .vocabulary import is_own

Entry = tuple[str, Any]


def _dump(part: Any) -> Any:
    return part.model_dump(mode="json", exclude_unset=True)


# Effects


def write_effect(effect: Effect, full: bool = False) -> Any:
    """Return an effect in words; with `full`, defaults are written out."""
    if isinstance(effect, Action):
        return _write_action(effect, full)
    if isinstance(effect, Use):
        return effect.use if effect.given is None else {effect.use: _given(effect)}
    assert isinstance(effect, Group)
    if effect.one_of:
        return {CHOOSE_ONE: [write_effect(part, full) for part in effect.do]}
    entry = _entry(effect, full)
    if entry and entry[0] in WORDS:
        return {entry[0]: entry[1]}
    head = _write_head(effect)
    body = _write_body(effect, full)
    plain = not head and (len(effect.do) == 1 or "do" in body)
    return [write_effect(part, full) for part in effect.do] if plain else {**head, **body}


def _given(use: Use) -> Any:
    if isinstance(use.given, dict):
        return {name: write_amount(each) for name, each in use.given.items()}
    return None if use.given is None else write_amount(use.given)


def _write_head(group: Group) -> dict[str, Any]:
    head: dict[str, Any] = {}
    for key in GROUP_KEYS:
        value = getattr(group, key)
        if value is not None:
            head[key] = _target(value) if key == "to" else write_amount(value)
    return head


def _target(target: Target) -> Any:
    dumped = _dump(target)
    return write_target(dumped) or dumped


def _write_body(group: Group, full: bool) -> dict[str, Any]:
    """The parts of a group by their keys, in order; a list under `do` where keys would come twice."""
    entries = [_entry(part, full) or ("do", write_effect(part, full)) for part in group.do]
    runs: list[tuple[str, list[Any]]] = []
    for key, value in entries:
        if runs and runs[-1][0] == key:
            runs[-1][1].append(value)
        else:
            runs.append((key, [value]))
    keys = [key for key, _ in runs]
    if len(set(keys)) < len(keys) or any(len(values) > 1 and not _listable(key) for key, values in runs):
        return {"do": [write_effect(part, full) for part in group.do]}
    return {key: _joined(key, values) for key, values in runs}


def _listable(key: str) -> bool:
    """Whether a list under a key is several values, and not one value that is a list of types."""
    return key not in ACTIONS or ACTIONS[key].form.slots[key] != "types"


def _joined(key: str, values: list[Any]) -> Any:
    """The values that come one after the other under one key, as one."""
    if len(values) == 1:
        return values if key == "do" and isinstance(values[0], list) else values[0]
    if is_own(key):
        return values
    together = {name: amount for value in values if isinstance(value, dict) for name, amount in value.items()}
    return together if key != "do" and len(together) == len(values) else values


def _entry(part: Effect, full: bool) -> Entry | None:
    """The key and value that say a part within a mapping, None if it needs a mapping of its own."""
    if isinstance(part, Action):
        written = _write_action(part, full)
        return next(iter(written.items())) if isinstance(written, dict) and len(written) == 1 else None
    if isinstance(part, Use):
        return None if part.given is None else (part.use, _given(part))
    assert isinstance(part, Group)
    if part.one_of or len(part.do) != 1 or part.when is not None or not isinstance(part.do[0], Action):
        return None
    only, inner = part.do[0], _write_action(part.do[0], full)
    if isinstance(inner, str):
        target = None if part.times is not None or part.to is None else _target(part.to)
        return (inner, target) if isinstance(target, str) else None
    if part.times is None or part.to is not None or len(inner) != 1 or only.form.slots[only.key()] != "amount":
        return None
    amount, times = inner[only.key()], write_amount(part.times)
    readable = "," not in str(times) and [read_number(str(each)) for each in (amount, times)] == [amount, times]
    return (only.key(), f"{amount}, {times} times") if readable else None


def _write_action(action: Action, full: bool) -> Any:
    """A word, or a mapping: of one key where a sentence, a number or a name says it all."""
    key, form = action.key(), action.form
    given = action.model_dump(mode="json", exclude_unset=not full)
    fields = {name: value for name, value in given.items() if value is not None and value is not False}
    word = next((word for word, meaning in WORDS.items() if meaning == fields), None)
    if word is not None:
        return word
    if list(fields) == [key] and form.slots[key] == "amount":
        return {key: write_amount(fields[key])}
    if form.counted and isinstance(fields.get(form.counted), str) and set(fields) == {key, form.counted}:
        return {key: {fields[key]: write_amount(fields[form.counted])}}
    sentence = form.write(fields)
    return given if sentence is None else {key: sentence}


# Cards

_CARD_FIELDS = (
    "type", "rarity", "color", "cost", "pay", "innate", "unplayable", "ethereal", "retain", "exhaust", "playable",
    "effect", "when", "in_hand", "text", "upgrades", "upgrades_to",
)  # fmt: skip


def write_card(card: Card) -> dict[str, Any]:
    """Return a card in words, its name apart: with pairs for an upgrade, and `upgrade` for what no pair can express.

    >>> from cardwright.spire import standard
    >>> write_card(standard().card("Bash"))["effect"]
    {'to': 'an enemy', 'attack': '8 (10)', 'apply': '2 (3) Vulnerable'}
    """
    written = {key: _card_field(card, key) for key in _CARD_FIELDS if key in card.model_fields_set}
    better = card.upgraded()
    if card.upgrade is None or better is None:
        return written
    apart: dict[str, Any] = {}
    paired = False
    for key in _CARD_FIELDS:
        if key in card.upgrade and getattr(card, key) != getattr(better, key):
            try:
                written[key] = _paired(card, better, key)
                paired = True
            except NoPair:
                apart[key] = _card_field(better, key)
    ordered = {key: written[key] for key in _CARD_FIELDS if key in written}
    return {**ordered, "upgrade": apart} if apart or not paired else ordered


def _paired(card: Card, better: Card, key: str) -> Any:
    try:
        return pair(_card_field(card, key), _card_field(better, key), TARGET_KEYS, key)
    except NoPair:
        return pair(_card_field(card, key, full=True), _card_field(better, key, full=True), TARGET_KEYS, key)


def _card_field(card: Card, key: str, full: bool = False) -> Any:
    value = getattr(card, key)
    if isinstance(value, Effect):
        return write_effect(value, full)
    if key == "when":
        return {moment: write_effect(effect, full) for moment, effect in value.items()}
    return [_write_rule(rule) for rule in value] if key == "in_hand" else value


# Rules


def write_event(event: NewEvent) -> dict[str, Any]:
    """Return an event in words, its name apart."""
    written = _named_apart(event)
    return {**written, "inputs": ", ".join(event.inputs) or []} if "inputs" in written else written


def write_resource(resource: Resource) -> dict[str, Any]:
    """Return a resource in words, its name apart."""
    return _named_apart(resource)


def write_new_action(action: NewAction) -> dict[str, Any]:
    """Return an action that content defines in words, its name apart."""
    return {**_named_apart(action), "do": write_effect(action.do)}


def _named_apart(entry: Any) -> dict[str, Any]:
    return {key: value for key, value in _dump(entry).items() if key != "name"}


# Statuses and enemies

_STATUS_FIELDS = ("text", "debuff", "debuff_if_lost", "stacking", "decay", "grace", "lasting", "rules")


def write_status(status: Status) -> dict[str, Any]:
    """Return a status in words, its name apart."""
    dumped: dict[str, Any] = _dump(status)
    written = {key: dumped[key] for key in _STATUS_FIELDS if key in dumped}
    if status.decay is not None:
        written["decay"] = write_decay(written["decay"])
    if "rules" in written:
        written["rules"] = [_write_rule(rule) for rule in status.rules]
    return written


def _write_rule(rule: Rule) -> dict[str, Any]:
    written: dict[str, Any] = _dump(rule)
    if rule.types:
        written["types"] = write_types(rule.types)
    if rule.do is not None:
        del written["do"]
        written["do"] = write_effect(rule.do)  # last, being the longest
    return written


def write_relic(relic: Relic) -> dict[str, Any]:
    """Return a relic in words, its name apart."""
    written = _named_apart(relic)
    return {**written, "rules": [_write_rule(rule) for rule in relic.rules]} if relic.rules else written


def write_potion(potion: Potion) -> dict[str, Any]:
    """Return a potion in words, its name apart, with pairs for doubled potency.

    >>> from cardwright.spire import standard
    >>> write_potion(standard().potion("Fire Potion"))["effect"]
    {'to': 'an enemy', 'damage': '20 (40)'}
    """
    base, strong = (_potion_fields(each) for each in (potion, potion.stronger()))
    try:
        return {key: pair(each, strong[key], TARGET_KEYS, key) for key, each in base.items()}
    except NoPair:
        return {**base, "strong": {key: each for key, each in strong.items() if base[key] != each}}


def _potion_fields(potion: Potion) -> dict[str, Any]:
    written = {key: each for key, each in _named_apart(potion).items() if key != "strong"}
    return {**written, "effect": write_effect(potion.effect)} if potion.effect is not None else written


def write_enemy(enemy: Enemy) -> dict[str, Any]:
    """Return an enemy in words, its name apart."""
    written: dict[str, Any] = {"hp": write_range(enemy.hp)}
    if enemy.rank != "monster":
        written["rank"] = enemy.rank
    if enemy.roll is not None:
        written["roll"] = write_range(enemy.roll)
    if enemy.start is not None:
        written["start"] = write_effect(enemy.start)
    written["moves"] = {name: _write_move(move) for name, move in enemy.moves.items()}
    plans = [_write_plan(plan) for plan in enemy.plan]
    return {**written, "plan": plans[0] if len(plans) == 1 else plans}


def _write_move(move: EnemyMove) -> Any:
    effect = {} if move.do is None else write_effect(move.do)
    if move.then is None:
        return effect
    return {**effect, "then": move.then} if isinstance(effect, dict) else {"do": effect, "then": move.then}


def _write_plan(plan: Plan) -> dict[str, Any]:
    written: dict[str, Any] = _dump(plan)
    for key in ("opening", "loop"):
        if len(written.get(key, ())) == 1:
            written[key] = written[key][0]
    if plan.weights:
        written["weights"] = {name: write_choice(_dump(choice)) for name, choice in plan.weights.items()}
    return written
