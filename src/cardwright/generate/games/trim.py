"""Which parts of a game matter: parts without which plays do not change can be left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from cardwright.cgdl import tree
from cardwright.cgdl.language.checks import problems
from cardwright.cgdl.language.rule_printer import effect_text, rule_text

from .subject import Subject

LISTS: dict[type[tree.Node], tuple[str, ...]] = {  # the lists of each node that parts can be cut from
    tree.Game: ("switches", "effects", "stages", "ranking"),
    tree.Repeat: ("stages",),
    tree.Until: ("stages",),
    tree.ForEach: ("stages",),
    tree.Stage: ("com", "rules"),
    tree.Rule: ("consequents",),
    tree.Winning: ("captured",),
}
NEVER_EMPTY = ("stages", "consequents")


class Effect(NamedTuple):
    """A rule or a line of `when`, the share of random plays that change without it, and its line in the text."""

    rule: str
    share: float
    line: int


def effects(subject: Subject, games: int) -> list[Effect]:
    """Return the effect of each rule and each line of `when`; one that the game is not valid without has 1."""
    return [
        Effect(_text(part), changed_share(subject, smaller, games), part.at.line)
        for part, smaller in cuts(subject.described)
        if isinstance(part, tree.Rule | tree.Effect)
    ]


def _text(part: tree.Rule | tree.Effect) -> str:
    return rule_text(part) if isinstance(part, tree.Rule) else f"when {effect_text(part)}"


def changed_share(subject: Subject, other: tree.Game, games: int) -> float:
    """Return the share of random plays that change under the rules of another game; 1 if that game is not valid.

    Turns without a decision are not counted as a change.
    """
    if problems(other):
        return 1.0
    before, after = subject.random_plays(games), Subject(other, subject.seed).random_plays(games)
    compared = (name for name in before if name != "turns")
    return float(np.mean(np.any([before[name] != after[name] for name in compared], axis=0)))


def trimmed(subject: Subject, games: int, least: float) -> tree.Game:
    """Return the game without unimportant parts, which together change less than a share `least` of the plays."""
    game = subject.described
    smaller = list(cuts(game))
    index = 0
    while index < len(smaller):
        if changed_share(subject, smaller[index][1], games) < least:
            game = smaller[index][1]
            smaller = list(cuts(game))
        else:
            index += 1
    return game


def stripped(game: tree.Game) -> tree.Game:
    """Return the game without parts that cannot matter: repeated rules of a stage, and tokens that decide nothing.

    The game is unchanged if it would not be valid without them.
    """
    compared = any(isinstance(each, tree.CompareTokens) for each in tree.walk(game))
    idle: tuple[type, ...] = () if compared or game.winning.token else (tree.Give, tree.Bet, tree.BetAll, tree.Gain)
    less = replace(game, stages=_without(game.stages, idle))
    return game if not less.stages or problems(less) else less


def _without(parts: tuple[Any, ...], idle: tuple[type, ...]) -> tuple[Any, ...]:
    """Return the stages without com rules and consequents of these kinds, repeated rules, and emptied parts."""
    left = []
    for part in parts:
        if isinstance(part, tree.Repeat | tree.Until | tree.ForEach):
            smaller: Any = replace(part, stages=_without(part.stages, idle))
        else:
            com = tuple(each for each in part.com if not isinstance(each, idle))
            smaller = replace(part, com=com, rules=tuple(_rules_without(part.rules, idle)))
        if any(getattr(smaller, name) for name in LISTS[type(smaller)]):
            left.append(smaller)
    return tuple(left)


def _rules_without(rules: tuple[tree.Rule, ...], idle: tuple[type, ...]) -> Iterator[tree.Rule]:
    seen = set()
    for rule in rules:
        smaller = replace(rule, consequents=tuple(each for each in rule.consequents if not isinstance(each, idle)))
        if smaller.consequents and (smaller not in seen or tree.ONCE in rule.modifiers):
            seen.add(smaller)
            yield smaller


def cuts(node: Any) -> Iterator[tuple[tree.Node, Any]]:
    """Yield every way to leave one part out: the part, and what remains.

    >>> from cardwright import cgdl
    >>> uno = cgdl.load("uno")
    >>> [len(smaller.stages) for part, smaller in cuts(uno) if isinstance(part, tree.Stage)]
    [1, 1]
    """
    for name in LISTS.get(type(node), ()):
        parts = getattr(node, name)
        for index, part in enumerate(parts):
            before, after = parts[:index], parts[index + 1 :]
            if len(parts) > 1 or name not in NEVER_EMPTY:
                yield part, replace(node, **{name: (*before, *after)})
            for inner, smaller in cuts(part):
                yield inner, replace(node, **{name: (*before, smaller, *after)})
    if isinstance(node, tree.Game):
        yield from ((part, replace(node, winning=smaller)) for part, smaller in cuts(node.winning))
