"""The numbers of a game as plain data, each named by the words around it in the file.

`com deal 7 to all players` in the stage "deal" is the number 7 under stages, deal, "deal to all players". The numbers
of cards, players and tables are names, not amounts, and are left out.

>>> from cardwright import cgdl
>>> numbers(cgdl.load("blackjack"))["stages"]
{'deal': {'deal to all players': 2, 'give to all players': 99}, 'draw': {'take from D face up': 1}, \
'compare': {'sum HX >': 21}}
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from cardwright.core.errors import BadData, unknown

from . import tree
from .printer import antecedent_text, cards_text, com_text, combination_text, consequent_text
from .switches import SWITCHES

STAGES, RANKING, WINNING, WITH = "stages", "ranking", "winning", "switches"
SECTIONS = (STAGES, RANKING, WINNING, WITH)
REPEAT = "repeat"  # the name of a repeat count, under the first stage inside the repeat

Path = tuple[str, ...]
Visit = Callable[[Path, int], int]
AnyNode = TypeVar("AnyNode", bound=tree.Node)


def numbers(game: tree.Game) -> dict[str, Any]:
    """Return all numbers of a game; repeated names are numbered: "check bets", "check bets 2".

    >>> from cardwright import cgdl
    >>> numbers(cgdl.load("whist"))["stages"]["trick"]
    {'repeat': 13, 'put in T0 any face up': 1}
    >>> numbers(cgdl.load("blackjack"))["ranking"]
    {'number 13': 10, 'number 12': 10, 'number 11': 10, 'number 1': 1, 'number 1 or': 10}
    """
    found: dict[str, Any] = {section: {} for section in SECTIONS}

    def note(path: Path, number: int) -> int:
        *parents, name = path
        entry = found
        for parent in parents:
            entry = entry.setdefault(parent, {})
        entry[name] = number
        return number

    _visited(game, note)
    return {section: entries for section, entries in found.items() if entries}


def with_numbers(game: tree.Game, changes: Mapping[str, Any]) -> tree.Game:
    """Return the game with other numbers, in the form of `numbers`; the result is not checked.

    >>> from cardwright import cgdl
    >>> with_numbers(cgdl.load("uno"), {"stages": {"deal": {"deal to T0": 2}}}).stages[0].com[1]
    Deal(amount=2, to=Table(which=0))
    """
    left = dict(_flat(changes))
    known: list[Path] = []

    def change(path: Path, number: int) -> int:
        known.append(path)
        new = left.pop(path, number)
        if isinstance(new, bool) or not isinstance(new, int):
            raise BadData(f"{'.'.join(path)} must be an integer, not {str(new)[:40]!r}")
        return new

    changed = _visited(game, change)
    for path in left:
        raise unknown("number of this game", ".".join(path), map(".".join, known))
    return changed


def _flat(node: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    if isinstance(node, Mapping):
        return [each for name, below in node.items() for each in _flat(below, (*path, str(name)))]
    return [(path, node)]


class _Names:
    """Makes names unique: the second use of a name gets the suffix 2, the third 3, and so on."""

    def __init__(self) -> None:
        self.used: set[str] = set()

    def __call__(self, wanted: str) -> str:
        name, count = wanted, 1
        while name in self.used:
            count += 1
            name = f"{wanted} {count}"
        self.used.add(name)
        return name


def _visited(game: tree.Game, visit: Visit) -> tree.Game:
    """Return the game with each of its numbers replaced by what `visit` returns, in the order of the file."""
    given = [
        _replaced(each, value=visit((WITH, each.name), int(each.value))) if _is_number(each.name) else each
        for each in game.switches
    ]
    absent = [name for name in SWITCHES if _is_number(name) and name not in {each.name for each in game.switches}]
    visited = {name: visit((WITH, name), int(SWITCHES[name].default)) for name in absent}
    new = [tree.Setting(name, value) for name, value in visited.items() if value != SWITCHES[name].default]
    return _replaced(
        game,
        switches=(*given, *new),
        stages=_parts(game, visit),
        ranking=tuple(_replaced(rank, scores=_scores(rank, visit)) for rank in game.ranking),
        winning=_replaced(
            game.winning,
            token=visit((WINNING, "token"), game.winning.token),
            alive=visit((WINNING, "alive"), game.winning.alive),
            captured=tuple(
                _replaced(each, points=visit((WINNING, f"captured {cards_text(each.cards)}"), each.points))
                for each in game.winning.captured
            ),
        ),
    )


def _replaced(node: AnyNode, **changes: Any) -> AnyNode:
    return dataclasses.replace(node, **changes)


def _is_number(switch: str) -> bool:
    return not SWITCHES[switch].values


def _scores(rank: tree.Rank, visit: Visit) -> tuple[int, ...]:
    name = combination_text(rank.what)
    return tuple(
        visit((RANKING, label), score) for label, score in zip((name, f"{name} or"), rank.scores, strict=False)
    )


def _parts(game: tree.Game, visit: Visit) -> tuple[tree.Stage | tree.Repeat, ...]:
    names = _Names()
    written = 0  # an unnamed stage is named by its position in the file: that in play depends on repeat counts
    parts: list[tree.Stage | tree.Repeat] = []
    for part in game.stages:
        titles = [names(stage.name or f"stage {written + k}") for k, stage in enumerate(part.stages)]
        written += len(part.stages)
        if isinstance(part, tree.Repeat):
            times = visit((STAGES, titles[0], REPEAT), part.times)
            inside = tuple(_stage(stage, title, visit) for stage, title in zip(part.stages, titles, strict=True))
            parts.append(_replaced(part, times=times, stages=inside))
        else:
            parts.append(_stage(part, titles[0], visit))
    return tuple(parts)


def _stage(stage: tree.Stage, title: str, visit: Visit) -> tree.Stage:
    names = _Names()

    def amount(node: AnyNode, text: str, field: str) -> AnyNode:
        number = getattr(node, field)
        words = text.split(" ")
        words.remove(str(number))
        return _replaced(node, **{field: visit((STAGES, title, names(" ".join(words))), number)})

    def counted(node: Any) -> Any:
        match node:
            case tree.Deal() | tree.Give():
                return amount(node, com_text(node).removeprefix("com "), "amount")
            case tree.Trick(given=int()):
                return amount(node, com_text(node).removeprefix("com "), "given")
            case tree.CompareSums(right=int()) | tree.ComparePoints(right=int()):
                return amount(node, antecedent_text(node), "right")
            case tree.Take() | tree.Put() | tree.Turn():
                return amount(node, consequent_text(node), "amount")
            case tree.Gain(tokens=int()):
                return amount(node, consequent_text(node), "tokens")
        return node

    return _replaced(
        stage,
        com=tuple(map(counted, stage.com)),
        rules=tuple(
            _replaced(rule, antecedent=counted(rule.antecedent), consequents=tuple(map(counted, rule.consequents)))
            for rule in stage.rules
        ),
    )
