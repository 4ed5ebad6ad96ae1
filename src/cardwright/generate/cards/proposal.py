"""Cards that somebody else wrote, a language model above all: read from text, checked, and refused with a reason."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from cardwright.agents.llm.reply import without_thoughts
from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.making.maker import Card, CardMaker
from cardwright.core.parsing import parse_json

LONGEST_REPLY = 200_000  # characters that are read
LONGEST_CARD = 4000  # characters of a card as JSON
LONGEST_NAME = 40
MOST_CARDS = 50  # of one reply
_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL | re.IGNORECASE)


class Refusal(NamedTuple):
    """A card that cannot be used, as it was written, and the reason."""

    written: str
    problem: str


class Proposal(NamedTuple):
    """What a reply holds: sound cards, and those that were refused."""

    cards: tuple[Card, ...]
    refused: tuple[Refusal, ...]


def read_proposal(maker: CardMaker, text: str) -> Proposal:
    """Return the cards in a reply: a JSON list of cards, alone or in a block of code.

    A reply that holds no such list raises `BadData`. A card with a mistake is refused and spoils no other.
    """
    cards, refused = [], []
    for written in _listed(text):
        try:
            cards.append(_read_card(maker, written))
        except CardwrightError as error:
            refused.append(Refusal(written[:LONGEST_CARD], str(error)))
    return Proposal(tuple(cards), tuple(refused))


def _listed(text: str) -> list[str]:
    """Return the entries of the JSON list in a reply, each as JSON."""
    if len(text) > LONGEST_REPLY:
        raise BadData(f"it is longer than {LONGEST_REPLY:,} characters")
    text = without_thoughts(text).strip()
    if not text:
        raise BadData("it is empty")
    fenced = _FENCE.findall(text)
    try:
        found = json.loads(fenced[-1] if fenced else text, object_pairs_hook=_without_repeats)
        entries = [json.dumps(each) for each in found] if isinstance(found, list) else []
    except json.JSONDecodeError as error:
        raise BadData(f"it is not JSON: {error.msg} in line {error.lineno}") from None
    except (RecursionError, ValueError) as error:
        raise BadData(f"it is not JSON: {str(error)[:100] or 'nested too deeply'}") from None
    if not isinstance(found, list):
        raise BadData("it is not a list of cards")
    if not 1 <= len(found) <= MOST_CARDS:
        raise BadData(f"it has {len(found):,} cards; 1 to {MOST_CARDS} are read")
    return entries


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; of two entries with the same key, JSON would keep one and say nothing."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"the key {next(_repeated(pairs))[:40]!r} stands twice in one object")
    return found


def _repeated(pairs: list[tuple[str, Any]]) -> Iterator[str]:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            yield key
        seen.add(key)


def _read_card(maker: CardMaker, written: str) -> Card:
    if len(written) > LONGEST_CARD:
        raise BadData(f"a card is at most {LONGEST_CARD:,} characters long as JSON")
    value = parse_json(written, "card")  # refuses numbers and characters that no file can hold
    if not isinstance(value, dict):
        raise BadData(f"a card is an object, not {written[:40]}")
    card = maker.from_data(value)
    name = maker.name(card)
    if not name.isprintable() or not 0 < len(name.strip()) <= LONGEST_NAME:
        raise BadData(f"a name has 1 to {LONGEST_NAME} characters that can be printed")
    return card
