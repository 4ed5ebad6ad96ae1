"""The numbers of a game as plain data, each under the words that stand around it in the file.

`com deal 7 to all players` in the stage "deal" is 7 under stages, deal, "deal to all players"; cards are named by their
numbers, so those are no numbers of this kind.

>>> from cardwright import cgdl
>>> numbers(cgdl.load("blackjack"))["stages"]
{'deal': {'deal to all players': 2, 'give to all players': 99}, 'draw': {'take from D face up': 1}, \
'compare': {'sum HX >': 21}}
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from cardwright.core.errors import BadData, unknown

from . import tree
from .printer import antecedent_text, com_text, combination_text, consequent_text
from .switches import SWITCHES

STAGES, RANKING, WINNING, WITH = "stages", "ranking", "winning", "switches"
SECTIONS = (STAGES, RANKING, WINNING, WITH)
REPEAT = "repeat"  # how often the stages of a repeat are played, under the first of them

Words = tuple[str, ...]
Visit = Callable[[Words, int], int]


def numbers(game: tree.Game) -> dict[str, Any]:
    """All numbers of a game; words that would come twice are counted: "check bets", "check bets 2".

    >>> from cardwright import cgdl
    >>> numbers(cgdl.load("whist"))["stages"]["trick"]
    {'repeat': 13, 'put in T0 any face up': 1}
    >>> numbers(cgdl.load("blackjack"))["ranking"]
    {'number 13': 10, 'number 12': 10, 'number 11': 10, 'number 1': 1, 'number 1 or': 10}
    """
    found: dict[str, Any] = {section: {} for section in SECTIONS}

    def note(place: Words, number: int) -> int:
        *homes, name = place
        entry = found
        for home in homes:
            entry = entry.setdefault(home, {})
        entry[name] = number
        return number

    _visited(game, note)
    return {section: entries for section, entries in found.items() if entries}


def with_numbers(game: tree.Game, changes: Mapping[str, Any]) -> tree.Game:
    """The game with other numbers, given as `numbers` gives them; whether it still makes sense is not looked at.

    >>> from cardwright import cgdl
    >>> with_numbers(cgdl.load("uno"), {"stages": {"deal": {"deal to T0": 2}}}).stages[0].com[1]
    Deal(amount=2, to=Table(which=0))
    """
    left = dict(_flat(changes))
    known: list[Words] = []

    def change(place: Words, number: int) -> int:
        known.append(place)
        new = left.pop(place, number)
        if isinstance(new, bool) or not isinstance(new, int):
            raise BadData(f"{'.'.join(place)} is a whole number, not {str(new)[:40]!r}")
        return new

    changed = _visited(game, change)
    for place in left:
        raise unknown("number of this game", ".".join(place), map(".".join, known))
    return changed


def _flat(node: Any, place: Words = ()) -> list[tuple[Words, Any]]:
    if isinstance(node, Mapping):
        return [each for name, below in node.items() for each in _flat(below, (*place, str(name)))]
    return [(place, node)]


class _Names:
    """Gives every thing its own name: the second of the same name is counted, and so on."""

    def __init__(self) -> None:
        self.given: set[str] = set()

    def __call__(self, wanted: str) -> str:
        name, count = wanted, 1
        while name in self.given:
            count += 1
            name = f"{wanted} {count}"
        self.given.add(name)
        return name


def _visited(game: tree.Game, visit: Visit) -> tree.Game:
    """The game with what `visit` gives for each of its numbers, in the order of the file."""
    given = [
        _but(each, value=visit((WITH, each.name), int(each.value))) if _counts(each.name) else each
        for each in game.switches
    ]
    silent = [name for name in SWITCHES if _counts(name) and name not in {each.name for each in game.switches}]
    said = {name: visit((WITH, name), int(SWITCHES[name].default)) for name in silent}
    new = [tree.Setting(name, value) for name, value in said.items() if value != SWITCHES[name].default]
    return _but(
        game,
        switches=(*given, *new),
        stages=_parts(game, visit),
        ranking=tuple(_but(rank, scores=_scores(rank, visit)) for rank in game.ranking),
        winning=_but(
            game.winning,
            token=visit((WINNING, "token"), game.winning.token),
            alive=visit((WINNING, "alive"), game.winning.alive),
        ),
    )


def _but(node: Any, **changes: Any) -> Any:
    return dataclasses.replace(node, **changes)


def _counts(switch: str) -> bool:
    return not SWITCHES[switch].values


def _scores(rank: tree.Rank, visit: Visit) -> tuple[int, ...]:
    name = combination_text(rank.what)
    return tuple(
        visit((RANKING, label), score) for label, score in zip((name, f"{name} or"), rank.scores, strict=False)
    )


def _parts(game: tree.Game, visit: Visit) -> tuple[tree.Stage | tree.Repeat, ...]:
    names = _Names()
    written = 0  # a stage without a name is called by its place in the file; that in play depends on other numbers
    parts: list[tree.Stage | tree.Repeat] = []
    for part in game.stages:
        stages = tree.stages(part)
        called = [names(stage.name or f"stage {written + k}") for k, stage in enumerate(stages)]
        written += len(stages)
        if isinstance(part, tree.Repeat):
            times = visit((STAGES, called[0], REPEAT), part.times)
            inside = tuple(_stage(stage, name, visit) for stage, name in zip(stages, called, strict=True))
            parts.append(_but(part, times=times, stages=inside))
        else:
            parts.append(_stage(part, called[0], visit))
    return tuple(parts)


def _stage(stage: tree.Stage, name: str, visit: Visit) -> tree.Stage:
    names = _Names()

    def amount(node: Any, text: str, field: str) -> Any:
        number = getattr(node, field)
        words = text.split(" ")
        words.remove(str(number))
        return _but(node, **{field: visit((STAGES, name, names(" ".join(words))), number)})

    def counted(node: Any) -> Any:
        match node:
            case tree.Deal() | tree.Give():
                return amount(node, com_text(node).removeprefix("com "), "amount")
            case tree.CompareSums(right=int()):
                return amount(node, antecedent_text(node), "right")
            case tree.Take() | tree.Put():
                return amount(node, consequent_text(node), "amount")
            case tree.Gain(tokens=int()):
                return amount(node, consequent_text(node), "tokens")
        return node

    return _but(
        stage,
        com=tuple(map(counted, stage.com)),
        rules=tuple(
            _but(rule, antecedent=counted(rule.antecedent), consequents=tuple(map(counted, rule.consequents)))
            for rule in stage.rules
        ),
    )
