"""Checking a file of content: every mistake in it, each with its line."""

from __future__ import annotations

import contextlib
import copy
import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardwright.core import data
from cardwright.core.data import Document
from cardwright.core.errors import BadData, CardwrightError, unknown
from cardwright.core.parsing import Location

from ..engine.mistakes import check_loop, check_rules, mistakes_in
from .content import Content, standard

MOST_MISTAKES = 100
_SECTIONS = ("actions", "cards", "statuses", "enemies", "relics", "potions")
_RULES = ("events", "resources")  # what entries refer to
_NAMED = (*_SECTIONS, *_RULES, "defaults", "loop", "decks")
_HARMLESS: dict[str | int, str] = {"type": "skill", "to": "an enemy"}  # in place of what cannot be read
_HARMLESS_EFFECT = {"block": 1}
_HARMLESS_RULE = {"after": "turn end", "do": _HARMLESS_EFFECT}
MOST_ROUNDS = 3  # in which parts of a spoilt entry are left out


def mistakes(path: str | Path) -> list[str]:
    """Return a sentence for each mistake in a file, up to `MOST_MISTAKES` of them."""
    return data.read_and_check(path, document_mistakes)[1]


def document_mistakes(document: Document) -> list[str]:
    """Return a sentence for each mistake in the text of a file.

    Those in how its entries are written come first, then those in what they mean.
    """
    if document.value is None:
        return []
    return list(itertools.islice(_mistakes(document), MOST_MISTAKES))


def _mistakes(document: Document) -> Iterator[str]:
    wrong = data.wrong_parts(Content, document, depth=3)
    for says in wrong.values():
        yield str(BadData(says()))
    spoilt = {str(location[1]) for location in wrong if len(location) > 1}
    if any(not location or (len(location) == 1 and location[0] in _NAMED) for location in wrong):
        return  # entries that others may name cannot be read
    wrong_loop = any(location[0] == "loop" for location in wrong)
    part = data.validate(Content, _without(document.value, {*spoilt, *(["loop"] if wrong_loop else [])}))
    content = standard().with_more(part)
    try:
        check_rules(content)
    except CardwrightError as error:
        entry = tuple(str(error).partition(": ")[0].split(".", 1))
        yield f"{document.at(entry)}: {error}"
        return  # every entry would have the same mistake
    yield from _wrong_loop(document, content)
    yield from _wrong_phases(document, part)
    yield from _wrong_meanings(document, part, content, spoilt)
    yield from _hidden_mistakes(document, list(wrong), content, spoilt)
    yield from _wrong_decks(document, content, spoilt)


def _wrong_loop(document: Document, content: Content) -> Iterator[str]:
    """Yield what is wrong with the loop of a turn."""
    try:
        check_loop(content)
    except CardwrightError as error:
        yield f"{document.at(('loop',))}: loop: {error}"


def _wrong_phases(document: Document, part: Content) -> Iterator[str]:
    """Yield rules that ask for the amount or the card of an event that only happens as a phase, without either."""
    dumped = part.model_dump(mode="json", exclude_unset=True)
    if any(_values_of(dumped, "host")):
        return  # a Python function can broadcast anything
    phases = {*(part.loop or ())} & {*part.events} - {*_values_of(dumped, "broadcast")}
    statuses = [("statuses", name, "rules", status.rules) for name, status in part.statuses.items()]
    cards = [("cards", card.name, "in_hand", card.in_hand) for card in part.own_cards()]
    for section, name, key, rules in (*statuses, *cards):
        for index, rule in enumerate(rules):
            event = rule.modify or rule.before or rule.after
            asks = "amount" if rule.modify else "card" if rule.types else None
            if asks and event in phases:
                says = f"the event {event!r} happens only as a phase, which has no {asks}"
                yield f"{document.at((section, name, key, index))}: {section}.{name}: {says}"


def _values_of(value: Any, wanted: str) -> Iterator[str]:
    """Yield the texts that stand under a key anywhere in plain data."""
    for key, each in value.items() if isinstance(value, Mapping) else enumerate(value):
        if key == wanted and isinstance(each, str):
            yield each
        elif isinstance(each, Mapping | list):
            yield from _values_of(each, wanted)


def _wrong_meanings(document: Document, part: Content, content: Content, spoilt: set[str]) -> Iterator[str]:
    """Yield the mistakes that compiling the other entries finds, except unknown names of spoilt entries."""
    own = {f"{section}.{name}" for section in _SECTIONS for name in getattr(part, section)}
    reported = set()
    for section in _SECTIONS:
        for name in getattr(part, section):
            written = name if name in document.value[section] else name.removesuffix("+")
            for each in mistakes_in(content, section, name):
                entry, _, message = each.partition(": ")
                others = entry in own and entry != f"{section}.{name}"  # it has its own turn
                known = (section, written, message) in reported  # an upgrade mostly has the same mistakes as its card
                if others or known or any(repr(each) in message for each in spoilt):
                    continue
                reported.add((section, written, message))
                at = document.at(_location(document, (section, written), message))
                yield f"{at}: {each}"


def _hidden_mistakes(document: Document, wrong: list[Location], content: Content, spoilt: set[str]) -> Iterator[str]:
    """Yield the mistakes of spoilt entries that show once their `wrong` parts are left out."""
    for section, name in dict.fromkeys((str(each[0]), each[1]) for each in wrong if len(each) > 2):
        entries = document.value[section]
        if not isinstance(entries, Mapping) or name not in entries:
            continue
        entry = copy.deepcopy(entries[name])
        mended = replace(document, value={section: {name: entry}})
        known = {each for each in wrong if each[:2] == (section, name)}
        left: Iterable[Location] = known
        for _ in range(MOST_ROUNDS):
            for location in left:
                _leave_out(entry, location[2:])
            left = found = data.wrong_parts(Content, mended, depth=3)
            for location, says in found.items():
                if not any(each[: len(location)] == location for each in known):  # else because a part was left out
                    yield str(BadData(says()))
            known = {*known, *found}
            if not found or any(len(location) < 3 for location in found):
                break
        if not found and section in _SECTIONS:
            whole = content.with_more(data.validate(Content, mended.value))
            for each in mistakes_in(whole, section, str(name)):
                message = each.partition(": ")[2]
                if message.startswith("unknown ") and not any(repr(other) in message for other in spoilt):
                    yield f"{document.at(_location(document, (section, str(name)), message))}: {each}"


def _leave_out(entry: Any, location: Location) -> None:
    """Take a part out of an entry, or put a harmless one in its place: in lists, others must keep their numbers."""
    *above, key = location
    with contextlib.suppress(LookupError, TypeError):  # what is missing, or in a part that was left out before
        part = functools.reduce(lambda whole, each: whole[each], above, entry)
        if isinstance(part, list) and isinstance(key, int):
            part[key] = _harmless_item(entry, above)
        elif key in _HARMLESS:
            part[key] = _HARMLESS[key]
        else:
            del part[key]


def _harmless_item(entry: Any, above: list[str | int]) -> Any:
    """Return what can stand in a list of an entry: a rule, a plan with a move that exists, or else an effect."""
    if above[-1:] == ["plan"]:
        return {"loop": list(entry["moves"])[:1]}
    return copy.deepcopy(_HARMLESS_RULE if above[-1:] in (["rules"], ["in_hand"]) else _HARMLESS_EFFECT)


def _wrong_decks(document: Document, content: Content, spoilt: set[str]) -> Iterator[str]:
    """Yield a mistake for each card of a deck that does not exist."""
    decks: Mapping[str, Any] = document.value.get("decks") or {}
    for name, deck in decks.items():
        if str(name) in spoilt:
            continue
        for key, card in deck.items() if isinstance(deck, Mapping) else enumerate(deck):
            listed = key if isinstance(deck, Mapping) else card
            if listed not in spoilt and listed not in content.cards:
                yield f"{document.at(('decks', name, key))}: decks.{name}: {unknown('card', listed, content.cards)}"


def _location(document: Document, entry: tuple[str, ...], message: str) -> Location:
    """Return where in an entry a mistake is: where the word that the message quotes first stands once, or the entry.

    A key is more likely meant than a text with the word in it.
    """
    quoted = re.search(r"'([^']+)'", message)
    section, name = entry
    found = list(_locations(document.value[section][name], quoted[1], entry)) if quoted else []
    for likely in ([each for each in found if quoted and each[-1] == quoted[1]], found):
        if len(likely) == 1:
            return likely[0]
    return entry


def _locations(value: Any, word: str, location: Location) -> Iterator[Location]:
    """Yield the locations of keys that equal a word and of texts that contain it."""
    if isinstance(value, Mapping | list):
        for key, each in value.items() if isinstance(value, Mapping) else enumerate(value):
            if key == word:
                yield (*location, key)
            yield from _locations(each, word, (*location, key))
    elif isinstance(value, str) and word in value:
        yield location


def _without(value: Mapping[str, Any], spoilt: set[str]) -> dict[str, Any]:
    """Return content without its spoilt entries, and without decks, which can name them."""
    wanted = {*_SECTIONS, *_RULES, "defaults", "loop"} - (spoilt & {"loop"})
    kept = {key: each for key, each in value.items() if key in wanted}
    for section in (*_SECTIONS, *_RULES):
        if isinstance(kept.get(section), Mapping):
            kept[section] = {name: each for name, each in kept[section].items() if str(name) not in spoilt}
    return kept
