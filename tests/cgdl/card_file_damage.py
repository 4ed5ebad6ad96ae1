"""Damaged files of described games, searches and auto battlers: each must be read, or refused in one sentence."""

from __future__ import annotations

import copy
import json
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from cardwright import autobattler, cgdl
from cardwright.autobattler.cards import CardSet
from cardwright.autobattler.files import read_matches
from cardwright.core import registry
from cardwright.core.errors import LONGEST_MESSAGE, CardwrightError
from cardwright.generate import STAGES
from cardwright.generate.checkpoint import FILE, FORMAT, load

ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**31, -(2**63), 10**40, 0.5, -1e308, "", "x", "../x", "/etc/x", "a\x1b[2J", "\u202e",
    "9" * 400, [], {}, [[]], [None], [["x"]], {"x": []}, {"": {}}, [1, [2, [3]]], "P1", "P9", "wait", "1:1:1",
)  # fmt: skip


@dataclass(frozen=True)
class Format:
    """A kind of file: its name, valid contents to damage, and how a file is read."""

    name: str
    suffix: str
    sources: Callable[[], list[Any]]
    read: Callable[[Path], object]


@dataclass
class Report:
    """The outcomes of reading the files."""

    files: int = 0
    valid: int = 0
    refused: int = 0
    violations: list[dict[str, str]] = field(default_factory=list)


# The formats.


def searches() -> list[Any]:
    """Return the contents of `evolution.json` files."""
    verdict = {"passed": True, "figure": [9.0, 8.0, 10.0], "merit": 0.5}
    passed = {kind.name: verdict for kind in STAGES}
    failed = {STAGES[0].name: verdict, STAGES[1].name: {**verdict, "passed": False, "figure": [0.5, None, None]}}
    tallies = {"random": {"wins": [3, 4, 5], "draws": 1, "crashes": 0, "turns": 9.5}}
    text = cgdl.text(cgdl.load("uno"))
    thresholds = {"fair.most": 0.1}
    return [
        {
            "format": FORMAT,
            "settings": {"seed": 1, "players": [2, 3], "language": 2, "parents": [text], "thresholds": thresholds},
            "evaluations": 192,
            "passed": 1,
            "failures": {STAGES[1].name: 191},
            "archive": [{"number": 7, "origin": "random", "text": text, "judgement": passed, "tallies": tallies}],
            "nursery": [{"number": 8, "origin": "mutation of 7", "text": text, "judgement": failed, "tallies": {}}],
        }
    ]  # fmt: skip


def card_sets() -> list[Any]:
    """Return the contents of files with card sets."""
    own = {
        "cards": [
            {"name": "Fire", "attack": 2, "health": 3, "mechanics": {"burn": 2, "survivalist": None}, "price": 2},
            {"name": "Plain", "attack": 1, "health": 1, "mechanics": ["survivalist"]},
            {"name": "Water", "attack": 0, "health": 9, "mechanics": "survivalist"},
        ],
        "mechanics": {
            "burn": {
                "text": "{p} damage", "parameter": "damage",
                "rules": [{"when": "death", "if": "age > 1", "do": "damage", "to": "enemies", "amount": "p"}],
            }
        },
    }  # fmt: skip
    return [own, *(autobattler.sample(name).to_dict() for name in autobattler.sample_names())]


def matches() -> list[Any]:
    """Return the contents of lines of match files."""
    card = {"attack": 2, "health": 3, "mechanic": "explode_on_death", "parameter": 2}
    other = {"name": "Plain", "attack": 1, "health": 4, "mechanics": {"survivalist": None}}
    return [{"a": [card, other], "b": [other], "reference": 1, "corrected": -1, "phases_corrected": 3}]


def drafts() -> list[Any]:
    """Return scenarios whose starts are those of drafts."""
    player = {"lineup": ["Fire"], "lives": 2, "points": 1, "gold": 5}
    start = {**card_sets()[0], "players": 2, "rounds": 3, "round": 2, "shop": ["Plain", "Water"], "P1": player}
    return [{"game": "autobattler", "start": start}, {"game": "autobattler", "start": {"profile": {"x": True}}}]


def starts() -> list[Any]:
    """Return scenarios whose starts are those of described games."""
    hand = {"hand": ["7h", "8h"], "stack": ["2c"], "stash": 3, "bet": 1, "status": "playing"}
    hearts = {
        "game": "hearts",
        "stage": "trick",
        "player": "P2",
        "turn": 3,
        "P1": hand,
        "T0": ["5c"],
        "deck": {"top": []},
    }
    text = {"text": cgdl.source("german_whist"), "switches": {"passing": "next"}, "players": 2, "trump": "clubs"}
    return [{"game": "cgdl", "start": start} for start in (hearts, text, {"game": "uno", "players": 4, "deck": ["2c"]})]


def _search(path: Path) -> object:
    return load(path.parent)


def _start(path: Path) -> object:
    return registry.game(str(path)).new(seed=1, logged=True)


FORMATS = (
    Format("evolution", FILE, searches, _search),
    Format("card set", "cards.yaml", card_sets, CardSet.read),
    Format("matches", "matches.jsonl", matches, lambda path: list(read_matches(path))),
    Format("draft start", "draft.yaml", drafts, _start),
    Format("card game start", "start.yaml", starts, _start),
)


# The damage.


def damaged(rng: random.Random, kind: Format) -> bytes:
    """Return the contents of a file with one to three kinds of damage to its values, and sometimes to its bytes."""
    value = copy.deepcopy(rng.choice(kind.sources()))
    for _ in range(rng.randint(1, 3)):
        places = list(_places(value))
        parent, key = rng.choice(places) if places else (None, None)
        if parent is None:
            value = rng.choice(ODD_VALUES)
        else:
            _damage(rng, parent, key)
    content = _written(value, kind.suffix)
    return _scrambled(rng, content) if rng.random() < 0.2 else content


def _written(value: Any, suffix: str) -> bytes:
    as_yaml = suffix.endswith(".yaml")
    return (yaml.safe_dump(value, allow_unicode=True) if as_yaml else json.dumps(value)).encode(errors="replace")


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every list and mapping inside a value with each of its keys."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in list(children):
        yield value, key
        yield from _places(child)


def _damage(rng: random.Random, parent: Any, key: Any) -> None:
    odd = copy.deepcopy(rng.choice(ODD_VALUES))
    match rng.randrange(5):
        case 0:
            del parent[key]
        case 1 if isinstance(parent, list):
            parent.append(copy.deepcopy(parent[key]))
        case 2 if isinstance(parent, dict):
            parent[str(odd)[:80]] = parent.pop(key)
        case 3:
            parent[key] = [parent[key]]
        case _:
            parent[key] = odd


def _scrambled(rng: random.Random, content: bytes) -> bytes:
    """Flip a bit, cut the end off, or repeat a part."""
    at = rng.randrange(len(content) + 1)
    match rng.randrange(3):
        case 0 if at < len(content):
            return content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]
        case 1:
            return content[:at]
    return content[:at] + content[at // 2 :]


def judge(kind: Format, path: Path, report: Report) -> None:
    """Read one file, and add to the report what went wrong."""
    report.files += 1
    try:
        kind.read(path)
    except CardwrightError as error:
        report.refused += 1
        message = str(error)
        clear = "\n" not in message and len(message) <= LONGEST_MESSAGE + 4 and path.name in message
        if not clear:
            report.violations.append({"format": kind.name, "wrong": f"unclear: {message[:300]}"})
    except Exception as error:  # noqa: BLE001 - no file is allowed to cause this
        report.violations.append(
            {"format": kind.name, "wrong": repr(error)[:300], "file": path.read_text("utf-8", "replace")}
        )
    else:
        report.valid += 1


def run(kind: Format, count: int, seed: int) -> Report:
    """Damage and read this many files of a format."""
    rng = random.Random(f"{kind.name} {seed}")
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / kind.suffix
        for _ in range(count):
            path.write_bytes(damaged(rng, kind))
            judge(kind, path, report)
    return report
