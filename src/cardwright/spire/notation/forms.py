"""Forms: the sentences in which actions are written, such as `add: 2 Wound to hand`."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .numbers import read_amount, read_number, write_amount
from .phrases import PILE, read_pile, read_types, write_pile, write_types


@dataclass(frozen=True)
class _Kind:
    """How one kind of field is found in a sentence, read and written."""

    pattern: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str


_KINDS = {
    "amount": _Kind(".+?", lambda text: read_amount(read_number(text)), lambda value: str(write_amount(value))),
    "number": _Kind(r"-?\d+", int),
    "name": _Kind(".+?"),
    "word": _Kind(r"\w+"),
    "pile": _Kind(PILE, read_pile, write_pile),
    "types": _Kind(".+?", lambda text: read_types(re.sub("^an? ", "", text)), write_types),
    "flag": _Kind("", lambda text: True),  # the name of the field itself, where it is true
}
_SLOT = re.compile(r"\{(\w+):(\w+)\}")


@dataclass(frozen=True)
class Form:
    """The sentence in which an action is written: slots for its fields, and in brackets the optional parts.

    >>> form = Form("[{count:number} ]{add:name}[ to {place:pile}]")
    >>> form.read("2 Wound to hand")
    {'count': 2, 'add': 'Wound', 'place': 'hand'}
    >>> form.write({"add": "Dazed", "place": "draw"})
    'Dazed to the draw pile'

    A formula cannot share a sentence with a name. Such an action takes a mapping instead, as in
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
        """The pieces of the template, each with whether it is optional."""
        pieces = re.split(r"\[(.*?)\]", self.template)
        return [(piece, bool(index % 2)) for index, piece in enumerate(pieces) if piece]

    @functools.cached_property
    def _pattern(self) -> re.Pattern[str]:
        patterns = [f"(?:{_regex(piece)})?" if optional else _regex(piece) for piece, optional in self._pieces]
        return re.compile("".join(patterns))

    def read(self, sentence: str) -> dict[str, Any] | None:
        """Return the fields of a sentence, None if it has another form."""
        found = self._pattern.fullmatch(sentence)
        if found is None:
            return None
        given = {name: text for name, text in found.groupdict().items() if text is not None}
        return {name: _KINDS[self.slots[name]].read(text) for name, text in given.items()}

    def write(self, fields: Mapping[str, Any]) -> str | None:
        """Return the sentence for these fields, None if no sentence expresses them."""
        given = {name: value for name, value in fields.items() if value is not None and value is not False}
        needed = [
            piece
            for piece, optional in self._pieces
            if not optional or any(name in given for name, _ in _SLOT.findall(piece))
        ]
        text = "".join(_SLOT.sub(lambda slot: _written(slot[1], slot[2], given), piece) for piece in needed)
        return text if self.read(text) == given else None


def _regex(piece: str) -> str:
    texts = _SLOT.split(piece)  # text, name, kind, text, name, kind, text
    regex = re.escape(texts[0])
    for name, kind, text in zip(texts[1::3], texts[2::3], texts[3::3], strict=True):
        regex += f"(?P<{name}>{name if kind == 'flag' else _KINDS[kind].pattern}){re.escape(text)}"
    return regex


def _written(name: str, kind: str, given: Mapping[str, Any]) -> str:
    return name if kind == "flag" else _KINDS[kind].write(given[name])
