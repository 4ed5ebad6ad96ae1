"""Damaged texts of games: each must lead to a clear error or a valid game."""

from __future__ import annotations

import random
import re
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.cgdl.engine.compiler import compile_game
from cardwright.core.errors import LONGEST_MESSAGE

CLEAR = re.compile(r"damaged, line \d+, column \d+: [^\n]+")
CHUNK = 1000


@dataclass
class Report:
    """The outcomes of reading the texts."""

    texts: int = 0
    valid: int = 0
    refused: int = 0
    slowest: float = 0.0  # CPU seconds
    growth: int = 0  # KiB of memory since the first tenth
    violations: list[dict[str, str]] = field(default_factory=list)


def sources() -> list[str]:
    """Return the games that come with Cardwright, and some random ones of both languages."""
    random_games = (cgdl.text(cgdl.random_game(seed, tables=2, language=1 + seed % 2)) for seed in range(20))
    return [*(cgdl.source(name) for name in cgdl.games()), *random_games]


def damaged(rng: random.Random, texts: list[str]) -> str:
    """Return one of the texts with one to four kinds of damage."""
    text = rng.choice(texts)
    for _ in range(rng.randint(1, 4)):
        text = rng.choice(DAMAGES)(rng, text, texts)
    return text


def _flip(rng: random.Random, text: str, texts: list[str]) -> str:
    """Flip a bit."""
    content = bytearray(text.encode("latin-1", "replace"))
    if content:
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return content.decode("latin-1")


def _overwrite(rng: random.Random, text: str, texts: list[str]) -> str:
    """Overwrite a character."""
    index = rng.randrange(len(text) + 1)
    return text[:index] + rng.choice('\x00\t\n "#{}=<>,+-0129DHKTX\u00e9\u2028\U0001f0a1') + text[index + 1 :]


def _lines(change: Callable[[random.Random, list[str]], None]) -> Callable[[random.Random, str, list[str]], str]:
    def damage(rng: random.Random, text: str, texts: list[str]) -> str:
        lines = text.split("\n")
        change(rng, lines)
        return "\n".join(lines)

    return damage


def _drop(rng: random.Random, parts: list[str]) -> None:
    del parts[rng.randrange(len(parts))]


def _double(rng: random.Random, parts: list[str]) -> None:
    parts.insert(rng.randrange(len(parts)), rng.choice(parts))


def _swap(rng: random.Random, parts: list[str]) -> None:
    one, two = rng.randrange(len(parts)), rng.randrange(len(parts))
    parts[one], parts[two] = parts[two], parts[one]


def _words(change: Callable[[random.Random, list[str]], None]) -> Callable[[random.Random, str, list[str]], str]:
    def damage(rng: random.Random, text: str, texts: list[str]) -> str:
        words = text.split(" ")
        change(rng, words)
        return " ".join(words)

    return damage


def _number(rng: random.Random, text: str, texts: list[str]) -> str:
    """Replace a number."""
    matches = list(re.finditer(r"[0-9]+", text))
    if not matches:
        return text
    match = rng.choice(matches)
    number = rng.choice(["-1", "0", "1", "2", "7", "13", "14", "53", "99999", "9" * 400])
    return text[: match.start()] + number + text[match.end() :]


def _truncate(rng: random.Random, text: str, texts: list[str]) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _splice(rng: random.Random, text: str, texts: list[str]) -> str:
    """Join the beginning of one text and the end of another."""
    other = rng.choice(texts)
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


DAMAGES = [
    _flip, _flip, _overwrite, _lines(_drop), _lines(_drop), _lines(_double), _lines(_swap), _words(_drop),
    _words(_double), _words(_swap), _number, _truncate, _splice,
]  # fmt: skip


def _sound(text: str, game: tree.Game) -> bool:
    """Return whether a game reads back after printing and formatting, can be explained, and compiles."""
    same = cgdl.parse(cgdl.text(game)) == game == cgdl.parse(cgdl.formatted(text))
    return same and len(cgdl.english(game)) > 0 and len(compile_game(game)) == 1


def judge(text: str, report: Report) -> None:
    """Read one text, and add to the report what went wrong."""
    began = time.process_time()
    try:
        game = cgdl.parse(text, "damaged")
    except cgdl.BadGame as error:
        report.refused += 1
        message = str(error)
        if not CLEAR.match(message) or len(message) > LONGEST_MESSAGE + 4:
            report.violations.append({"text": text, "wrong": f"unclear: {message[:200]}"})
    except Exception as error:  # noqa: BLE001 - no text is allowed to cause this
        report.violations.append({"text": text, "wrong": repr(error)[:200]})
    else:
        report.valid += 1
        if report.valid % 20 == 1 and not _sound(text, game):
            report.violations.append({"text": text, "wrong": "does not read back"})
    report.slowest = max(report.slowest, time.process_time() - began)
    report.texts += 1


def run(count: int, seed: int, progress: Callable[[int], None] = lambda done: None) -> Report:
    """Damage and read this many texts."""
    rng = random.Random(f"texts {seed}")
    texts = sources()
    report = Report()
    memory = 0
    for done in range(count):
        judge(damaged(rng, texts), report)
        if done == count // 10:
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        if done % CHUNK == 0:
            progress(done)
    report.growth = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    return report
