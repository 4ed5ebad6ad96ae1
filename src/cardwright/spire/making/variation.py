"""Small changes to a card, and cards made of parts of two. A card is given as its fields and its statuses."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from cardwright.core.making.grower import varied_number

from ..notation.vocabulary import KEYWORDS
from .counts import GROUP, parts
from .formula_variation import varied_formula
from .grower import Grower
from .likeness import repeats

Split = tuple[dict[str, Any], dict[str, Any]]
Spot = tuple[Any, Any]  # a mapping or list, and the key of a value in it

MOST_PARTS = 4


def varied(card: Split, grower: Grower, rng: random.Random) -> Split:
    """Return a card with one change."""
    fields, statuses = copy.deepcopy(card)
    changes: list[Callable[[dict[str, Any], dict[str, Any], Grower, random.Random], None]] = [
        _change_number, _change_number, _change_cost, _change_keyword, _add_part, _drop_part, _replace_part,
        _change_target, _change_word,
    ]  # fmt: skip
    if statuses:
        changes += [_change_rule, _change_rule, _change_status]
    rng.choice(changes)(fields, statuses, grower, rng)
    return fields, statuses


def crossed(first: Split, second: Split, rng: random.Random) -> Split:
    """Return the first card with some parts of the effect of the second in place of its own."""
    (fields, statuses), (other, more) = copy.deepcopy(first), copy.deepcopy(second)
    own, others = list(parts(fields["effect"])), list(parts(other["effect"]))
    kept = own[: rng.randint(0 if len(others) > 1 else 1, len(own))] or own[:1]
    for part in others[rng.randint(0, len(others) - 1) :]:
        if len(kept) < MOST_PARTS and not repeats({GROUP: [*kept, part]}):
            kept.append(part)
    fields["effect"] = {GROUP: kept}
    if rng.random() < 0.5:
        fields["cost"] = other["cost"]
    used = str(fields["effect"])
    return fields, {name: each for name, each in {**statuses, **more}.items() if name in used}


def joined(effect: dict[str, Any]) -> dict[str, Any]:
    """Return an effect in which neighbours that are aimed at one chosen enemy each share the choice."""
    kept: list[dict[str, Any]] = []
    for part in parts(effect):
        before = kept[-1] if kept else {}
        if part.keys() == before.keys() == {GROUP, "to"} and part["to"] == before["to"] == _CHOSEN:
            kept[-1] = {GROUP: [*before[GROUP], *part[GROUP]], "to": _CHOSEN}
        else:
            kept.append(dict(part))
    return kept[0] if len(kept) == 1 else {GROUP: kept}


_CHOSEN = {"choose": "enemies"}


def _change_number(fields: dict[str, Any], statuses: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    spots = [spot for spot in _spots([fields["effect"], statuses]) if _is_number(spot[0][spot[1]])]
    if spots:
        where, key = rng.choice(spots)
        where[key] = varied_number(where[key], rng, 0.5) if key != "times" else max(2, where[key] + rng.choice((-1, 1)))


def _change_word(fields: dict[str, Any], statuses: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    """Change a formula, or the status that is applied."""
    spots = [spot for spot in _spots([fields["effect"], statuses]) if isinstance(spot[0][spot[1]], str)]
    texts = [(where, key) for where, key in spots if key in ("apply", "clear", "when", "times", "amount", *_AMOUNTS)]
    if not texts:
        return
    where, key = rng.choice(texts)
    if key in ("apply", "clear"):
        where[key] = rng.choice(grower.statuses) if where[key] not in statuses else where[key]
    else:
        where[key] = varied_formula(where[key], grower.statuses, rng, 0.7)


def _change_cost(fields: dict[str, Any], statuses: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    cost = fields["cost"]
    fields["cost"] = max(0, cost + rng.choice((-1, 1))) if isinstance(cost, int) else rng.randint(0, 3)


def _change_keyword(fields: dict[str, Any], statuses: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    word = rng.choice([each for each in KEYWORDS if each != "unplayable"])
    fields[word] = not fields.get(word, False)


def _add_part(fields: dict[str, Any], statuses: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    own = list(parts(fields["effect"]))
    own.insert(rng.randint(0, len(own)), _grown(fields, grower, rng))
    fields["effect"] = {GROUP: own[:MOST_PARTS]}


def _drop_part(fields: dict[str, Any], statuses: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    own = list(parts(fields["effect"]))
    if len(own) > 1:
        del own[rng.randrange(len(own))]
    fields["effect"] = own[0] if len(own) == 1 else {GROUP: own}
    for name in [each for each in statuses if each not in str(fields["effect"])]:
        del statuses[name]


def _replace_part(fields: dict[str, Any], statuses: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    own = list(parts(fields["effect"]))
    own[rng.randrange(len(own))] = _grown(fields, grower, rng)
    fields["effect"] = own[0] if len(own) == 1 else {GROUP: own}
    for name in [each for each in statuses if each not in str(fields["effect"])]:
        del statuses[name]


def _change_target(fields: dict[str, Any], statuses: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    groups = [where for where, key in _spots(fields) if key == "to"]
    if groups:
        rng.choice(groups)["to"] = json.loads(grower.counts.targets[fields["type"]].draw(rng)) or "self"


def _change_rule(fields: dict[str, Any], statuses: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    status = statuses[rng.choice(sorted(statuses))]
    rules = status.get("rules") or [{}]
    rules[rng.randrange(len(rules))] = grower.rule(rng)
    status["rules"] = rules


def _change_status(fields: dict[str, Any], statuses: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    name = rng.choice(sorted(statuses))
    statuses[name] = grower.status(bool(statuses[name].get("debuff")), rng)


def _grown(fields: dict[str, Any], grower: Grower, rng: random.Random) -> dict[str, Any]:
    return grower.part(fields["type"], fields["cost"] if isinstance(fields["cost"], int) else 1, rng)


_AMOUNTS = ("attack", "damage", "block", "lose_hp", "heal", "draw", "energy", "count", "add", "set", "cap")


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _spots(value: Any) -> Iterator[Spot]:
    """Yield where the values of nested data stand."""
    if isinstance(value, dict | list):
        for key, each in list(value.items() if isinstance(value, dict) else enumerate(value)):
            yield value, key
            yield from _spots(each)
