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
from .card_printer import cards_text, combination_text
from .rule_printer import com_text, consequent_text, test_text
from .switches import SWITCHES

STAGES, RANKING, WINNING, WITH = "stages", "ranking", "winning", "switches"
SECTIONS = (STAGES, RANKING, WINNING, WITH)
WHEN = "when"  # in place of a stage
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
        effects=_effects(game, visit),
        stages=_parts(game, visit),
        ranking=tuple(_replaced(rank, scores=_scores(rank, visit)) for rank in game.ranking),
        winning=_winning(game.winning, visit),
    )


def _effects(game: tree.Game, visit: Visit) -> tuple[tree.Effect, ...]:
    names = _Names()
    return tuple(
        _replaced(
            effect,
            tests=_tests(effect.tests, WHEN, names, visit),
            consequents=tuple(_counted(each, WHEN, names, visit) for each in effect.consequents),
        )
        for effect in game.effects
    )


def _winning(winning: tree.Winning, visit: Visit) -> tree.Winning:
    if winning.score is None:
        token = visit((WINNING, "token"), winning.token)
        winning = _replaced(winning, token=token, alive=visit((WINNING, "alive"), winning.alive))
    else:
        winning = _replaced(winning, score=visit((WINNING, "score"), winning.score))
    captured = (
        _replaced(each, points=visit((WINNING, f"captured {cards_text(each.cards)}"), each.points))
        for each in winning.captured
    )
    return _replaced(winning, captured=tuple(captured))


def _replaced(node: AnyNode, **changes: Any) -> AnyNode:
    return dataclasses.replace(node, **changes)


def _is_number(switch: str) -> bool:
    return not SWITCHES[switch].values


def _scores(rank: tree.Rank, visit: Visit) -> tuple[int, ...]:
    name = combination_text(rank.what)
    return tuple(
        visit((RANKING, label), score) for label, score in zip((name, f"{name} or"), rank.scores, strict=False)
    )


def _parts(game: tree.Game, visit: Visit) -> tuple[tree.Part, ...]:
    """Visit the stages; an unnamed one is named by its position in the file: that in play depends on repeat counts."""
    names = _Names()
    titles = [names(stage.name or f"stage {k}") for k, stage in enumerate(game.written_stages())]
    return tuple(_part(part, titles, visit) for part in game.stages)


def _part(part: tree.Part, titles: list[str], visit: Visit, depth: int = 0) -> tree.Part:
    """Visit a part whose stages have the next of these titles."""
    if isinstance(part, tree.Stage):
        return _stage(part, titles.pop(0), visit)
    if isinstance(part, tree.Repeat):
        name = REPEAT if depth == 0 else f"{REPEAT} {depth + 1}"
        part = _replaced(part, times=visit((STAGES, titles[0], name), part.times))
    elif isinstance(part, tree.Until):
        part = _replaced(part, condition=_condition(part.condition, titles[0], _Names(), visit))
    return _replaced(part, stages=tuple(_part(inside, titles, visit, depth + 1) for inside in part.stages))


def _stage(stage: tree.Stage, title: str, visit: Visit) -> tree.Stage:
    names = _Names()
    return _replaced(
        stage,
        com=tuple(_counted(com, title, names, visit) for com in stage.com),
        rules=tuple(
            _replaced(
                rule,
                antecedent=_condition(rule.antecedent, title, names, visit),
                also=_tests(rule.also, title, names, visit),
                consequents=tuple(_counted(each, title, names, visit) for each in rule.consequents),
            )
            for rule in stage.rules
        ),
    )


def _condition(condition: Any, title: str, names: _Names, visit: Visit) -> Any:
    if not isinstance(condition, tree.Condition):
        return _counted(condition, title, names, visit)
    alternatives = tuple(_tests(tests, title, names, visit) for tests in condition.alternatives)
    return _replaced(condition, alternatives=alternatives)


def _tests(tests: tuple[tree.Test, ...], title: str, names: _Names, visit: Visit) -> tuple[tree.Test, ...]:
    return tuple(_replaced(test, what=_counted(test.what, title, names, visit)) for test in tests)


def _counted(node: Any, title: str, names: _Names, visit: Visit) -> Any:
    """Visit the number of a com rule, a test or a consequent, if it has one."""

    def named(name: str, field: str) -> Any:
        return _replaced(node, **{field: visit((STAGES, title, names(name)), getattr(node, field))})

    def amount(text: str, field: str) -> Any:
        words = text.split(" ")
        words.remove(str(getattr(node, field)))
        return named(" ".join(words), field)

    match node:
        case tree.Deal() | tree.Give() | tree.AddForAll(most=None) | tree.DealTables():
            return amount(com_text(node).removeprefix("com "), "amount")
        case tree.Trick(given=int()):
            return amount(com_text(node).removeprefix("com "), "given")
        case tree.DealUntil():
            return amount(com_text(node).removeprefix("com "), "total")
        case tree.CompareSums(right=int()) | tree.ComparePoints(right=int()) | tree.Compare(right=int()):
            return named(test_text(node).removesuffix(f" {node.right}"), "right")
        case (
            tree.Take()
            | tree.Put()
            | tree.Turn()
            | tree.NextTakes()
            | tree.TakeTo()
            | tree.ChosenTakes()
            | tree.PutHighest()
        ):
            return amount(consequent_text(node), "amount")
        case tree.Bet(chips=int()):
            return amount(consequent_text(node), "chips")
        case tree.Lay(kind) if kind != tree.POKER_HAND:
            return amount(consequent_text(node), "least")
        case tree.Gain(tokens=int()):
            return amount(consequent_text(node), "tokens")
        case tree.Score() | tree.Add() if node.amount.number is not None:
            words = consequent_text(node).split(" ")
            words.remove(str(node.amount.number))
            number = visit((STAGES, title, names(" ".join(words))), node.amount.number)
            return _replaced(node, amount=_replaced(node.amount, number=number))
        case tree.AddForAll():
            return amount(com_text(node).removeprefix("com "), "most")
        case tree.Choose(lowest, highest, word, kind) if kind in ("", tree.HIGHER):
            low = visit((STAGES, title, names(f"choose {word} from")), lowest)
            high = visit((STAGES, title, names(f"choose {word} to")), highest) if isinstance(highest, int) else highest
            return _replaced(node, lowest=low, highest=high)
    return node
