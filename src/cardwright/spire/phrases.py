"""Phrases of content: piles, card types and targets, and the sentences in which actions are written.

Each has a reader, which returns the structured form that programs use, and a writer, which turns that back.
docs/cards.md describes the notation for designers; effects.py joins the phrases to effects.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardwright.core.errors import unknown

from .figures import read_amount, read_number, write_amount

LONGEST_PHRASE = 400
_TYPES = ("attack", "skill", "power", "status", "curse")
_CARD_NOUNS: dict[str, tuple[str, ...]] = {
    "card": (), "cards": (),
    **{noun: (each,) for each in _TYPES for noun in (each, f"{each}es" if each.endswith("s") else f"{each}s")},
    **{f"non-{noun}": tuple(other for other in _TYPES if other != each)
       for each in _TYPES for noun in (each, f"{each}es" if each.endswith("s") else f"{each}s")},
}  # fmt: skip
_AGENT_NOUNS = {
    "enemy": "enemies", "enemies": "enemies", "ally": "allies", "allies": "allies",
    "character": "agents", "characters": "agents",
}  # fmt: skip
_TARGET = re.compile(r"(a random|every|all|up to \d+|\d+|an?) (.+?)(?: in (hand|draw|discard|exhaust)(?: pile)?)?")
_FIXED = {"self": {"own": "agent"}, "this card": {"own": "card"}, "top card of draw pile": {"top": "draw"}}
TARGETS = (
    "self", "an enemy", "all enemies", "a random enemy", "this card", "a card in hand", "2 cards in hand",
    "up to 2 cards in hand", "every attack or power in hand", "a random card in the discard pile",
    "the top card of the draw pile", "a card in the exhaust pile other than Exhume",
)  # fmt: skip

TARGET_HELP = f"a target is a phrase such as {', '.join(repr(each) for each in TARGETS)}"


def _without_the(text: str) -> str:
    return re.sub(r"\bthe ", "", text)


def read_pile(text: str) -> str:
    """Return the structured name of a pile.

    >>> read_pile("the top of the draw pile")
    'top of draw'
    """
    return _without_the(text).removesuffix(" pile")


def write_pile(pile: str) -> str:
    """Return the name of a pile as it is read in a sentence.

    >>> write_pile("draw"), write_pile("hand")
    ('the draw pile', 'hand')
    """
    return {"hand": "hand", "top of draw": "the top of the draw pile"}.get(pile, f"the {pile} pile")


def pile_text(pile: str) -> str:
    """Return the name of a pile as texts of cards have it, after "the"."""
    return write_pile(pile).removeprefix("the ")


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
        if noun not in _CARD_NOUNS:
            raise ValueError(str(unknown("card type", noun, _CARD_NOUNS)))
    return [each for noun in nouns for each in _CARD_NOUNS[noun]]


def write_types(types: Iterable[str], many: bool = False) -> str:
    """Return card types as a designer writes them.

    >>> write_types(["attack", "power"]), write_types([], many=True)
    ('attack or power', 'cards')
    """
    listed = tuple(types)
    nouns = [noun for noun, meaning in _CARD_NOUNS.items() if meaning == listed][:2]
    if not nouns:
        nouns = [_joined([_nouns_of(each)[many] for each in listed])] * 2
    return nouns[many]


def _nouns_of(card_type: str) -> list[str]:
    return [noun for noun, meaning in _CARD_NOUNS.items() if meaning == (card_type,)]


def _joined(names: Sequence[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def read_target(text: str) -> dict[str, Any]:
    """Return a target in structured form.

    >>> read_target("an enemy"), read_target("all enemies")
    ({'choose': 'enemies'}, {'all': 'enemies'})
    >>> read_target("up to 2 skills in hand")
    {'choose': 'hand', 'count': 2, 'optional': True, 'types': ['skill']}
    >>> read_target("a random card in the discard pile other than Strike")
    {'random': 'discard', 'other_than': 'Strike'}
    """
    phrase, _, other = text.partition(" other than ")
    phrase = _without_the(phrase)
    if phrase in _FIXED and not other:
        return dict(_FIXED[phrase])
    found = _TARGET.fullmatch(phrase)
    if found is None:
        raise ValueError(TARGET_HELP)
    how, nouns, pile = found.groups()
    if nouns in _AGENT_NOUNS and pile is None and not other:
        return _aimed(how, _AGENT_NOUNS[nouns])
    target = _filtered(text, nouns)
    if pile is None:
        raise ValueError(f"{text!r} names no pile: write '{text} in hand', in the draw, discard or exhaust pile")
    return {**_aimed(how, pile), **target, **({"other_than": other} if other else {})}


def _aimed(how: str, which: str) -> dict[str, Any]:
    if how in ("a", "an"):
        return {"choose": which}
    if how == "a random":
        return {"random": which}
    if how in ("all", "every"):
        return {"all": which}
    count = {"count": int(how.removeprefix("up to "))}
    return {"choose": which, **count, **({"optional": True} if how.startswith("up to ") else {})}


def _filtered(text: str, nouns: str) -> dict[str, Any]:
    for noun in re.split(r", | or ", nouns):
        if noun not in _CARD_NOUNS:
            raise ValueError(f"in the target {text!r}: {unknown('word', noun, [*_AGENT_NOUNS, *_CARD_NOUNS])}")
    types = read_types(nouns)
    return {"types": types} if types else {}


def write_target(target: Any) -> str | None:
    """Return a structured target as a phrase, or None where no phrase expresses it.

    >>> write_target({"choose": "hand", "count": 3})
    '3 cards in hand'
    """
    if isinstance(target, str):
        return target
    if "top" in target:
        return "the top card of the draw pile"
    how = next(key for key in ("choose", "random", "all") if key in target)
    which, count, optional = target[how], target.get("count", 1), target.get("optional", False)
    many = (how == "all" and which in _AGENT_NOUNS.values()) or count > 1
    if which in _AGENT_NOUNS.values() or which == "agents":
        nouns = [noun for noun, meaning in _AGENT_NOUNS.items() if meaning == which][many]
    else:
        nouns = f"{write_types(target.get('types', ()), many)} in {write_pile(which)}"
    number = f"up to {count}" if optional else str(count) if count > 1 else "an" if nouns[0] in "aeiou" else "a"
    quantity = {"choose": number, "random": "a random", "all": "all" if many else "every"}[how]
    other = f" other than {target['other_than']}" if target.get("other_than") else ""
    text = f"{quantity} {nouns}{other}"
    return text if _same_target(text, target) else None


def _same_target(text: str, target: Mapping[str, Any]) -> bool:
    defaults: dict[str, Any] = {"count": 1, "optional": False, "types": [], "other_than": None}
    given = {key: list(each) if isinstance(each, tuple) else each for key, each in target.items()}
    try:
        return defaults | read_target(text) == defaults | given
    except ValueError:
        return False


# Actions


@dataclass(frozen=True)
class _Field:
    """How one kind of field is found in a sentence, read and written."""

    pattern: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str


_FIELDS = {
    "amount": _Field(".+?", lambda text: read_amount(read_number(text)), lambda value: str(write_amount(value))),
    "number": _Field(r"-?\d+", int),
    "name": _Field(".+?"),
    "word": _Field(r"\w+"),
    "pile": _Field(r"(?:the )?(?:top of (?:the )?)?(?:hand|draw|discard|exhaust)(?: pile)?", read_pile, write_pile),
    "types": _Field(r".+?", lambda text: read_types(re.sub("^an? ", "", text)), write_types),
    "flag": _Field("", lambda text: True, lambda value: ""),
}
_SLOT = re.compile(r"\{(\w+):(\w+)\}")


@dataclass(frozen=True)
class Form:
    """The sentence in which an action is written: slots for its fields, and in brackets what may be left out.

    >>> form = Form("[{count:number} ]{add:name}[ to {place:pile}]")
    >>> form.read("2 Wound to hand")
    {'count': 2, 'add': 'Wound', 'place': 'hand'}
    >>> form.write({"add": "Dazed", "place": "draw"})
    'Dazed to the draw pile'

    A name and an amount that is a formula cannot share a sentence; such an action takes a mapping instead, as in
    `apply: {Strength: stacks}`.
    """

    template: str

    @functools.cached_property
    def slots(self) -> dict[str, str]:
        """The fields of the sentence and the kind of each."""
        return dict(_SLOT.findall(self.template))

    @functools.cached_property
    def counted(self) -> str | None:
        """The field that must be a number in the sentence, None if there is none."""
        return next((name for name, kind in self.slots.items() if kind == "number"), None)

    @functools.cached_property
    def _pieces(self) -> list[tuple[str, bool]]:
        pieces = re.split(r"\[(.*?)\]", self.template)
        return [(piece, bool(index % 2)) for index, piece in enumerate(pieces) if piece]

    @functools.cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(
            "".join(f"(?:{self._regex(piece)})?" if may else self._regex(piece) for piece, may in self._pieces)
        )

    @staticmethod
    def _regex(piece: str) -> str:
        texts = _SLOT.split(piece)  # text, name, kind, text, name, kind, text
        regex = re.escape(texts[0])
        for name, kind, text in zip(texts[1::3], texts[2::3], texts[3::3], strict=True):
            regex += f"(?P<{name}>{name if kind == 'flag' else _FIELDS[kind].pattern}){re.escape(text)}"
        return regex

    def read(self, sentence: str) -> dict[str, Any] | None:
        """Return the fields that a sentence gives, None if it has another form."""
        found = self._pattern.fullmatch(sentence)
        if found is None:
            return None
        return {
            name: _FIELDS[self.slots[name]].read(text) for name, text in found.groupdict().items() if text is not None
        }

    def write(self, fields: Mapping[str, Any]) -> str | None:
        """Return the sentence for these fields, None if they do not fit into one."""
        given = {name: value for name, value in fields.items() if value is not None and value is not False}
        text = ""
        for piece, may_be_left_out in self._pieces:
            names = [name for name, _ in _SLOT.findall(piece)]
            if may_be_left_out and not set(names) & set(given):
                continue
            text += _SLOT.sub(
                lambda slot: slot[1] if slot[2] == "flag" else _FIELDS[slot[2]].write(given[slot[1]]), piece
            )
        return text if self.read(text) == given else None


def formula_text(value: int | str) -> str:
    """Return an amount in words.

    >>> formula_text("6 + 2 * named.Strike"), formula_text("target.Vulnerable > 0")
    ('6 + 2 * cards with Strike in the name', "target's Vulnerable > 0")
    """
    words = re.sub(r"\bnamed\.(\w+)", r"cards with \1 in the name", str(value))
    words = re.sub(r"\b(\w+)\.(attack|skill|power|status|curse)\b", r"\2s in \1", words)
    words = re.sub(r"\btarget\.(\w+)", r"target's \1", words)
    return words.replace("_", " ").replace("==", "=")


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
    """Return a move's weight, how often in a row it may come, and what comes instead.

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
