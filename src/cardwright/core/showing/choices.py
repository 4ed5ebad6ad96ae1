"""The choices of a position as numbered lines, for people and for language models."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..presentation import Action

if TYPE_CHECKING:
    from ..state import State

MAX_LISTED_AMOUNTS = 12  # of a longer run of amounts only the first and last are listed


def choices(state: State) -> dict[str, list[Action]]:
    """Return the legal actions by their descriptions; equal actions, such as playing either of two Strikes, are one."""
    found: dict[str, list[Action]] = {}
    for action in state.legal():
        found.setdefault(state.game.describe(state, action), []).append(action)
    return found


def mentioned(words: str, names: Iterable[str]) -> list[str]:
    """Return the names that somebody means by some words: those of which each word begins with one of them, in order.

    >>> mentioned("buy turt", ["Turtle", "Sea Turtle", "Medic"]), mentioned("play bash", ["Bash", "Strike"])
    (['Turtle', 'Sea Turtle'], ['Bash'])
    """
    wanted = words.casefold().split()
    tails = [wanted[start:] for start in range(len(wanted))]
    return list(dict.fromkeys(name for name in names if any(_begins_words(name, tail) for tail in tails)))


def _begins_words(name: str, words: list[str]) -> bool:
    left = iter(name.casefold().split())
    return all(any(own.startswith(word) for own in left) for word in words)


def brief(description: str) -> str:
    """Return the beginning of a description that says what is done, without costs, texts and what follows.

    >>> brief("play Bash (2): Deal 8 damage."), brief("take a card from the deck, then put it on T0")
    ('play Bash', 'take a card from the deck')
    """
    return re.split(r" \(|: |, then ", description, maxsplit=1)[0]


def numbered(options: dict[str, list[Action]], numbers: Sequence[int | str] = ()) -> list[str]:
    """Return choices as lines, with their numbers in front, usually from 1; long runs of amounts are shortened.

    >>> strikes = [Action(0, "play", "Strike"), Action(1, "play", "Strike")]
    >>> numbered({"play Strike": strikes, "pass": [Action(2, "pass", "")]})
    ['  1  play Strike (x2)', '  2  pass']
    """
    lines = [
        f"{number:>3}  {line}" + (f" (x{len(alike)})" if len(alike) > 1 else "")
        for number, (line, alike) in zip(numbers or itertools.count(1), options.items(), strict=False)
    ]
    return list(shortened(lines, [amount_kind(alike[0]) for alike in options.values()]))


def menu_numbers(actions: Iterable[Action]) -> list[str]:
    """Return the number that a person types for each choice: where some are amounts, these, and none for the others.

    >>> fold, call, bets = Action(0, "fold", ""), Action(1, "call", "2"), [Action(k, "bet", str(k)) for k in (3, 4)]
    >>> menu_numbers([fold, call, *bets]), menu_numbers([fold, Action(1, "check", "")])
    (['', '2', '3', '4'], ['1', '2'])
    """
    listed = list(actions)
    if any(map(amount_kind, listed)):
        return [each.name if amount_kind(each) else "" for each in listed]
    return [str(number) for number in range(1, len(listed) + 1)]


def amount_kind(action: Action) -> str:
    """Return the kind of an action that is about an amount, such as a bet; empty for others."""
    return action.kind if action.name.isdecimal() else ""


def shortened(lines: list[str], kinds: list[str]) -> Iterator[str]:
    """Yield the lines, but of a long run of amounts (lines with a kind) only the first two and the last.

    >>> list(shortened([f"bet {n}" for n in range(1, 100)] + ["done"], ["bet"] * 99 + [""]))
    ['bet 1', 'bet 2', '     ...', 'bet 99', 'done']
    """
    for kind, run in itertools.groupby(zip(lines, kinds, strict=True), key=lambda each: each[1]):
        alike = [line for line, _ in run]
        yield from alike if not kind or len(alike) <= MAX_LISTED_AMOUNTS else [*alike[:2], "     ...", alike[-1]]
