"""Crafted replies of language models: odd values in every part of a sound reply, and texts that are none.

A designer's reply must be read or refused with a reason, and so must a player's. Any other exception is a failure.
`benchmarks/attacks.py` reads all of them, the tests some.
"""

from __future__ import annotations

import contextlib
import copy
import json
import os
import traceback
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from damage import ODD, _at, _locations, _with

from cardwright.agents.llm.reply import read_reply
from cardwright.core.errors import CardwrightError
from cardwright.core.making.maker import CardMaker
from cardwright.generate.cards.proposal import read_proposal

ODD_VALUES = [*ODD, "\ud800", "\udfff x", 2**64, 2.0**63]
ODD_KEYS = ["", " ", "x", "0", "cards", "name", "a" * 300, "\x1b[31m", "\u202e", "__class__", "\n", "\ud800"]
HUGE = "9" * 5000
RAW = [
    *(
        "",
        " ",
        "null",
        "[]",
        "{}",
        "[[]]",
        "[null]",
        "[[[]]]",
        "[{}]",
        "[{}, {}]",
        '"x"',
        "NaN",
        "[NaN]",
        "-Infinity",
        "[1e999]",
    ),
    *(
        "[",
        "]",
        "[{]",
        "\x00",
        "\ufeff[]",
        "[\x01]",
        '["\\ud800"]',
        '{"cards": []}',
        "``````",
        "```json```",
        "```json\n[\n```",
    ),
    *(
        '[{"cards": 128}]',
        '[{"cards": NaN}]',
        '[{"cards": [NaN]}]',
        '[{"cards": {"": NaN}}]',
        '[{"cards": {}, "cards": {}}]',
    ),
    *(f"[{HUGE}]", f"[-{HUGE}.5]", f'[{{"cards": {HUGE}}}]', f'[{{"cards": {{"x": {{"cost": {HUGE}}}}}}}]'),
    *("[" * 5000, "[" * 5000 + "]" * 5000, '{"a":' * 5000 + "1" + "}" * 5000, "[" + "[]," * 60_000 + "[]]"),
    *('[{"cards": ' + "[" * 59 + "]" * 59 + "}]", '[{"cards": ' + '{"a":' * 200 + "1" + "}" * 200 + "}]"),
    *("[{}" + ",{}" * 60 + "]", "[1, 2, 3]", '["a", "b"]', "[true]", "<think>[{}]", "<think>" * 5000, "```" * 20_000),
]  # texts that no sound reply leads to

PLAYER_WORDS = [
    "Choice:",
    "Choice: 1",
    "choice",
    "Plan:",
    "**",
    "`",
    "\n",
    "1",
    "2",
    "99",
    HUGE,
    "-1",
    "\u0662",
    "\u00b2",
]
PLAYER_WORDS += [
    "<think>",
    "</think>",
    "\x00",
    "\ud800",
    "\u2028",
    "\x85",
    "\r",
    " ",
    "#",
    "Choice: 0x1",
    "Choice: 1e9",
    "[1]",
]


def designer_replies(maker: CardMaker, cards: int = 3) -> Iterator[str]:
    """Yield replies with some of the game's cards, of which one part is odd, and texts that are no cards at all."""
    yield from RAW
    known = maker.known()
    for card in known[-1 :: -max(1, len(known) // cards)][:cards]:
        for location in list(_locations([card])):
            yield from (json.dumps(_with(copy.deepcopy([card]), location, odd)) for odd in ODD_VALUES)
            yield from _without(card, location)


def _without(card: Any, location: tuple[Any, ...]) -> Iterator[str]:
    """Yield a reply without a part, with that part nested, and with it under odd keys."""
    if not location:
        return
    *above, key = location
    for new in ([_at([card], location)], {"x": _at([card], location)}):
        yield json.dumps(_with(copy.deepcopy([card]), location, new))
    changed = copy.deepcopy([card])
    del _at(changed, tuple(above))[key]
    yield json.dumps(changed)
    if isinstance(key, str):
        for odd in ODD_KEYS:
            changed = copy.deepcopy([card])
            parent = _at(changed, tuple(above))
            parent[odd] = parent.pop(key)
            yield json.dumps(changed)


def player_replies(count: int, seed: int = 1) -> Iterator[str]:
    """Yield replies of a player: the raw texts, and random sequences of words."""
    yield from RAW
    random = Random(seed)
    for _ in range(count):
        yield "".join(random.choices(PLAYER_WORDS, k=random.randint(1, 12)))


def read_designer(maker: CardMaker, text: str) -> bool:
    """Read a reply and use its cards as a search does; return whether all were refused."""
    for value in _objects(text):
        with contextlib.suppress(CardwrightError):
            maker.check(value)  # as when a search is resumed whose file somebody changed
    try:
        proposal = read_proposal(maker, text)
    except CardwrightError:
        return True
    for refusal in proposal.refused:
        assert refusal.problem
        f"{refusal.written}: {refusal.problem}".encode()
    for card in proposal.cards:
        maker.check(card)
        shown = maker.face(card), dict(maker.terms(card)), maker.text(card), maker.likeness(card), maker.cost(card)
        json.dumps([card, maker.blank(card), shown], ensure_ascii=False).encode()
    return not proposal.cards


def _objects(text: str) -> list[Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return []
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def read_player(text: str) -> bool:
    """Read a reply; return whether it cannot be used."""
    found = read_reply(text, 3)
    assert bool(found.problem) != (1 <= found.choice <= 3)
    f"{found.problem}{found.plan}".encode()
    return bool(found.problem)


def failures(read: Callable[[str], bool], texts: Iterator[str]) -> tuple[int, int, list[str]]:
    """Return how many replies were read and how many of them refused, and the failures."""
    count = refused = 0
    failed = []
    for text in texts:
        count += 1
        try:
            refused += read(text)
        except Exception as error:  # noqa: BLE001 (what we are looking for)
            where = traceback.extract_tb(error.__traceback__)[-1]
            at = f"{os.path.basename(where.filename)}, line {where.lineno}"
            failed.append(f"{text[:100]!r}: {type(error).__name__}: {str(error)[:100]} ({at})")
    return count, refused, failed
