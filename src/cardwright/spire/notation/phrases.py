"""Phrases of content: piles, card types, targets, and what statuses and enemies say in a line.

Each has a reader, which returns the structured form that programs use, and a writer, which turns that back.
docs/cards.md describes them for designers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from cardwright.core.errors import unknown

from .vocabulary import PILES, TYPES

LONGEST_PHRASE = 400

# Piles

PILE = f"(?:the )?(?:(?:top|bottom) of (?:the )?)?(?:{'|'.join(PILES)})(?: pile)?"  # as a regular expression


def _without_the(text: str) -> str:
    return re.sub(r"\bthe ", "", text)


def read_pile(text: str) -> str:
    """Return the structured name of a pile.

    >>> read_pile("the top of the draw pile")
    'top of draw'
    """
    return _without_the(text).removesuffix(" pile")


def write_pile(pile: str) -> str:
    """Return the name of a pile as a phrase.

    >>> write_pile("draw"), write_pile("hand")
    ('the draw pile', 'hand')
    """
    ends = {f"{end} of draw": f"the {end} of the draw pile" for end in ("top", "bottom")}
    return {"hand": "hand", **ends}.get(pile, f"the {pile} pile")


def pile_text(pile: str) -> str:
    """Return the name of a pile as it follows "the" in the text of a card."""
    return write_pile(pile).removeprefix("the ")


def with_article(words: str) -> str:
    """Return words after the indefinite article that fits them.

    >>> with_article("attack"), with_article("skill")
    ('an attack', 'a skill')
    """
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


# Card types


def _nouns(noun: str) -> tuple[str, str]:
    return noun, f"{noun}es" if noun.endswith("s") else f"{noun}s"


_CARDS: dict[tuple[str, ...], tuple[str, str]] = {  # the singular and the plural noun for some types of cards
    (): _nouns("card"),
    **{(each,): _nouns(each) for each in TYPES},
    **{tuple(other for other in TYPES if other != each): _nouns(f"non-{each}") for each in TYPES},
}
_TYPES_OF = {noun: types for types, nouns in _CARDS.items() for noun in nouns}


def read_types(value: Any) -> Any:
    """Return a list of card types.

    >>> read_types("attack, skill or power")
    ['attack', 'skill', 'power']
    >>> read_types("non-attack")
    ['skill', 'power', 'status', 'curse']
    """
    if not isinstance(value, str):
        return value
    nouns = re.split(r", | or ", value)
    for noun in nouns:
        if noun not in _TYPES_OF:
            raise ValueError(str(unknown("card type", noun, _TYPES_OF)))
    return [each for noun in nouns for each in _TYPES_OF[noun]]


def write_types(types: Iterable[str], plural: bool = False) -> str:
    """Return card types as a designer writes them.

    >>> write_types(["attack", "power"]), write_types([], plural=True)
    ('attack or power', 'cards')
    """
    listed = tuple(types)
    if listed in _CARDS:
        return _CARDS[listed][plural]
    *others, last = (_CARDS[each,][plural] for each in listed)
    return f"{', '.join(others)} or {last}"


# Targets

_AGENTS = {"enemies": ("enemy", "enemies"), "allies": ("ally", "allies"), "agents": ("character", "characters")}
_SET_OF = {noun: which for which, nouns in _AGENTS.items() for noun in nouns}
_TARGET = re.compile(rf"(a random|every|all|up to \d+|\d+ random|\d+|an?) (.+?)(?: in ({'|'.join(PILES)})(?: pile)?)?")
_STATUS = re.compile(r"(an?|a random|up to 1) (status|buff|debuff)(?: of (.+))?")
_OFFER = re.compile(r"(up to )?one of (\d+) random (colorless )?(.+)")
_COSTLY = " that costs energy"
_FIXED = {"self": {"own": "agent"}, "this card": {"own": "card"}, "top card of draw pile": {"top": "draw"}}
TARGETS = (
    "self", "an enemy", "all enemies", "a random enemy", "this card", "a card in hand", "2 cards in hand",
    "up to 2 cards in hand", "every attack or power in hand", "a random card in the discard pile",
    "2 random cards in hand", "a random card in hand that costs energy", "one of 3 random attacks",
    "the top card of the draw pile", "a card in the exhaust pile other than Exhume", "a status of an enemy",
    "a random debuff of self",
)  # fmt: skip
TARGET_HELP = f"a target is a phrase such as {', '.join(repr(each) for each in TARGETS)}"


def read_target(text: str) -> dict[str, Any]:
    """Return a target in structured form.

    >>> read_target("an enemy"), read_target("all enemies")
    ({'choose': 'enemies'}, {'all': 'enemies'})
    >>> read_target("up to 2 skills in hand")
    {'choose': 'hand', 'count': 2, 'optional': True, 'types': ['skill']}
    >>> read_target("a random card in the discard pile other than Strike")
    {'random': 'discard', 'other_than': 'Strike'}
    >>> read_target("2 random enemies"), read_target("a debuff of self")
    ({'random': 'enemies', 'count': 2}, {'status': 'debuff', 'of': 'self'})
    """
    if status := _STATUS.fullmatch(text):
        return _read_status(*status.groups())
    if offer := _OFFER.fullmatch(text):
        return _read_offer(*offer.groups())
    phrase, _, other = text.partition(" other than ")
    costly = phrase.endswith(_COSTLY)
    phrase = phrase.removesuffix(_COSTLY)
    phrase = _without_the(phrase)
    if phrase in _FIXED and not other:
        return dict(_FIXED[phrase])
    found = _TARGET.fullmatch(phrase)
    if found is None:
        raise ValueError(TARGET_HELP)
    how, nouns, pile = found.groups()
    if nouns in _SET_OF and pile is None and not other and not costly:
        return _read_quantity(how, _SET_OF[nouns])
    for noun in re.split(r", | or ", nouns):
        if noun not in _TYPES_OF:
            raise ValueError(f"in the target {text!r}: {unknown('word', noun, [*_SET_OF, *_TYPES_OF])}")
    if pile is None:
        raise ValueError(f"{text!r} names no pile: write '{text} in hand', in the draw, discard or exhaust pile")
    filters = {"types": read_types(nouns), "costly": costly, "other_than": other}
    return _read_quantity(how, pile) | {key: value for key, value in filters.items() if value}


def _read_offer(optional: str | None, count: str, colorless: str | None, nouns: str) -> dict[str, Any]:
    read = {"offer": int(count), "types": read_types(nouns), "colorless": bool(colorless), "optional": bool(optional)}
    return {key: value for key, value in read.items() if value}


def _write_offer(target: Mapping[str, Any]) -> str:
    """Return new cards to choose from as a phrase."""
    nouns = write_types(target.get("types", ()), plural=True)
    first = "up to one" if target.get("optional") else "one"
    return f"{first} of {target.get('offer', 3)} random {'colorless ' if target.get('colorless') else ''}{nouns}"


def _read_status(how: str, kind: str, owner: str | None) -> dict[str, Any]:
    read: dict[str, Any] = {"status": "any" if kind == "status" else kind}
    if owner is not None:
        read["of"] = owner
    if how == "a random":
        read["at_random"] = True
    return {**read, "optional": True} if how.startswith("up to") else read


def _read_quantity(how: str, which: str) -> dict[str, Any]:
    if how in ("a", "an"):
        return {"choose": which}
    if how == "a random":
        return {"random": which}
    if how in ("all", "every"):
        return {"all": which}
    if how.endswith(" random"):
        return {"random": which, "count": int(how.removesuffix(" random"))}
    count = {"choose": which, "count": int(how.removeprefix("up to "))}
    return {**count, "optional": True} if how.startswith("up to ") else count


def write_target(target: Any) -> str | None:
    """Return a structured target as a phrase, None if no phrase expresses it.

    >>> write_target({"choose": "hand", "count": 3})
    '3 cards in hand'
    """
    if isinstance(target, str):
        return target
    if "top" in target:
        return "the top card of the draw pile"
    if "status" in target:
        return _write_status(target)
    if "offer" in target:
        return _write_offer(target)
    how = next(key for key in ("choose", "random", "all") if key in target)
    plural = target.get("count", 1) > 1 or (how == "all" and target[how] in _AGENTS)
    if target[how] in _AGENTS:
        nouns = _AGENTS[target[how]][plural]
    else:
        nouns = f"{write_types(target.get('types', ()), plural)} in {write_pile(target[how])}"
    other = _COSTLY if target.get("costly") else ""
    other += f" other than {target['other_than']}" if target.get("other_than") else ""
    text = f"{_write_quantity(how, target, plural, nouns)} {nouns}{other}"
    return text if _means(text, target) else None


def _write_status(target: Mapping[str, Any]) -> str | None:
    """Return one of somebody's statuses as a phrase."""
    owner = target.get("of")
    whose = "" if owner is None else write_target(owner)
    if whose is None or (target.get("at_random") and target.get("optional")):
        return None
    how = "a random" if target.get("at_random") else "up to 1" if target.get("optional") else "a"
    kind = "status" if target["status"] == "any" else target["status"]
    return f"{how} {kind} of {whose}" if whose else f"{how} {kind}"


def _write_quantity(how: str, target: Mapping[str, Any], plural: bool, nouns: str) -> str:
    if how == "random":
        return f"{target['count']} random" if plural else "a random"
    if how == "all":
        return "all" if plural else "every"
    if target.get("optional"):
        return f"up to {target.get('count', 1)}"
    return str(target["count"]) if plural else "an" if nouns[0] in "aeiou" else "a"


def _means(text: str, target: Mapping[str, Any]) -> bool:
    """Whether a phrase is read as this target; names can be such that it is not."""
    defaults: dict[str, Any] = {"count": 1, "optional": False, "types": [], "costly": False, "other_than": None}
    given = {key: list(each) if isinstance(each, tuple) else each for key, each in target.items()}
    try:
        return defaults | read_target(text) == defaults | given
    except ValueError:
        return False


# Statuses and enemies

_DECAY = re.compile(r"(?:(1|all) at )?(round end|turn end|turn start)")
_CHOICE = re.compile(r"(\d+(?:\.\d+)?)(?:, at most (\d) in a row, otherwise (.+))?")
_WEIGHTED = re.compile(r"(?:(\d+(?:\.\d+)?) )?(.+)")


def read_decay(value: Any) -> Any:
    """Return when and by how much a status counts down.

    >>> read_decay("1 at round end"), read_decay("all at turn end")
    ({'at': 'round end', 'by': 1}, {'at': 'turn end', 'by': 'all'})
    """
    if not isinstance(value, str):
        return value
    found = _DECAY.fullmatch(value)
    if found is None:
        raise ValueError("write 1 or all and the moment, round end, turn end or turn start, as in '1 at round end'")
    return {"at": found[2], **({"by": found[1] if found[1] == "all" else 1} if found[1] else {})}


def write_decay(decay: Mapping[str, Any]) -> str:
    """Return what `read_decay` reads.

    >>> write_decay({"at": "turn end", "by": "all"})
    'all at turn end'
    """
    return f"{decay.get('by', 1)} at {decay['at']}"


def read_choice(value: Any) -> Any:
    """Return a move's weight, its limit in a row, and what comes instead.

    >>> read_choice("25, at most 1 in a row, otherwise 60 Bellow or 40 Thrash")
    {'weight': 25.0, 'most': 1, 'otherwise': {'Bellow': 60.0, 'Thrash': 40.0}}
    >>> read_choice("75, at most 2 in a row, otherwise Grow")
    {'weight': 75.0, 'most': 2, 'otherwise': {'Grow': 1.0}}
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        return {"weight": value}
    if not isinstance(value, str):
        return value
    found = _CHOICE.fullmatch(value)
    if found is None:
        raise ValueError("write a weight, or '25, at most 1 in a row, otherwise 60 Bellow or 40 Thrash'")
    weight, most, others = found.groups()
    if most is None:
        return {"weight": float(weight)}
    instead = [_WEIGHTED.fullmatch(each) for each in others.split(" or ")]
    otherwise = {each[2]: float(each[1] or 1) for each in instead if each}
    return {"weight": float(weight), "most": int(most), "otherwise": otherwise}


def write_choice(choice: Mapping[str, Any]) -> Any:
    """Return what `read_choice` reads, or the structured form where only that can express it.

    >>> write_choice({"weight": 25.0, "most": 1, "otherwise": {"Bite": 1.0}})
    '25, at most 1 in a row, otherwise Bite'
    """
    weight, others = choice["weight"], choice.get("otherwise", {}).items()
    if not choice.get("most") and not others:
        return int(weight) if weight == int(weight) else weight
    instead = " or ".join(name if len(others) == 1 and each == 1 else f"{each:g} {name}" for name, each in others)
    text = f"{weight:g}, at most {choice.get('most')} in a row, otherwise {instead}"
    defaults: dict[str, Any] = {"most": 0, "otherwise": {}}
    try:
        return text if defaults | read_choice(text) == defaults | dict(choice) else choice
    except ValueError:
        return choice
