"""New games: at random from the grammar, by mutation of one game, by crossing two.

Grammar-guided genetic programming's operators: what is grown anew, mutated or exchanged is a part of a derivation, so
that every result is a text of the language. Results that make no sense (see `check`) are repaired or tried again.

>>> from cardwright import cgdl
>>> cgdl.random_game(seed=1) == cgdl.random_game(seed=1)
True
>>> uno = cgdl.load("uno")
>>> cgdl.mutated(uno, seed=1) == uno
False
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator

from lark import Token, Tree

from cardwright.core.errors import CardwrightError

from . import tree
from .builder import build
from .check import problems
from .derive import Grower, edits, has_list
from .limits import LIMITS
from .parser import derivation
from .printer import text

SHALLOWEST, DEEPEST = 16, 26  # the depths of random games, drawn evenly
REPAIRS = 300  # of a random game, before another one is grown
TRIES = 1000
KEPT = {"game", "setting", "version", "title", "player_count", "table_count"}  # what mutation leaves alone
REPAIRED = {"part", "rule", "com", "rank", "antecedent", "action"}  # what is grown anew where it makes no sense


def random_game(
    seed: int, players: int = 3, tables: int | None = None, language: int = 1, even: bool = False
) -> tree.Game:
    """A game at random from the grammar, that makes sense; without `tables`, it has none, one or two.

    With `even`, it is the same for all seats: no player is named in it.
    """
    for value, role in ((players, "player_count"), (tables or 0, "table_count"), (language, "version")):
        limit = LIMITS[role]
        if not limit.lowest <= value <= limit.highest:
            raise CardwrightError(f"{limit.what}: {limit.lowest} to {limit.highest} are allowed, not {value}")
    rng = random.Random(f"random game {seed}")
    for _ in range(TRIES):
        count = rng.randrange(3) if tables is None else tables
        grower = Grower(rng, language, players, count, f"Random game {seed}", even)
        grown = grower.grow("game", rng.randint(SHALLOWEST, DEEPEST))
        game = _repaired(grown, grower)
        if game is not None:
            return game
    raise CardwrightError(f"no game that makes sense was found from seed {seed}")


def _supply(grown: Tree, grower: Grower) -> None:
    """Let the first stage deal cards, and give tokens if a rule has to do with tokens."""
    first = next(node for node in grown.iter_subtrees_topdown() if node.data == "stage")
    used, there = ({node.data for node in root.iter_subtrees()} for root in (grown, first))
    wanted = ["deal", "give"] if used & {"pile", "bet"} else ["deal"]
    for kind in wanted:
        if kind not in there:
            com = Tree("com", [Token("COM", "com"), grower.grow(kind, SHALLOWEST)])
            first.children.insert(first.children.index("{") + 1, com)


def _repaired(grown: Tree, grower: Grower) -> tree.Game | None:
    """The game, after the parts that make no sense have been grown anew; None if that leads nowhere."""
    for _ in range(REPAIRS):
        _supply(grown, grower)
        _number(grown)
        game = build(grown)
        wrong = problems(game)
        if not wrong:
            return game
        around = [node for node in _path(grown, wrong[0].at.column) if node.data in REPAIRED]
        if not around:
            return None
        part = around.pop()
        while around and grower.rng.random() < 0.3:  # seldom, what is wrong lies further out
            part = around.pop()
        part.children = grower.grow(part.data, SHALLOWEST).children
    return None


def _number(grown: Tree) -> None:
    """Give every word its number as a column, so that problems say where they are."""
    for column, token in enumerate(_words(grown), 1):
        token.line, token.column = 1, column


def _words(node: Tree) -> Iterator[Token]:
    return node.scan_values(lambda each: isinstance(each, Token))


def _path(node: Tree, column: int) -> list[Tree]:
    """The nodes around a word, from the outside to the inside; none if it is not here."""
    for child in node.children:
        inner = [] if isinstance(child, Token) else _path(child, column)
        if inner or (isinstance(child, Token) and child.column == column):
            return [node, *inner]
    return []


def mutated(game: tree.Game, seed: int, sensible: bool = True, even: bool = False) -> tree.Game:
    """The game with one change at random: a part grown anew, or something put in a list or cut from it.

    With `sensible=False`, the first change is kept even if the game makes no sense any more; with `even`, no player
    is named in what is new.
    """
    rng = random.Random(f"mutation {seed}")
    grower = Grower(rng, game.version, game.players, game.tables, even=even)
    return _changed(game, lambda parsed: _mutate(parsed, grower), sensible)


def crossed(mother: tree.Game, father: tree.Game, seed: int, sensible: bool = True) -> tree.Game:
    """The mother with one part replaced by a part of the same kind from the father.

    >>> from cardwright import cgdl
    >>> child = crossed(cgdl.load("uno"), cgdl.load("golf"), seed=2)
    >>> child.name, child == cgdl.load("uno")
    ('UNO', False)
    """
    rng = random.Random(f"crossing {seed}")
    gifts: dict[str, list[Tree]] = {}
    for node in _changeable(_derivation(father)):
        gifts.setdefault(node.data, []).append(node)
    return _changed(mother, lambda parsed: _graft(parsed, gifts, rng), sensible)


def _changed(game: tree.Game, change: Callable[[Tree], None], sensible: bool) -> tree.Game:
    """The first of many changes, each made to the game as it is, that gives another game."""
    before = _derivation(game)
    for _ in range(TRIES):
        after = _copied(before)
        change(after)
        result = build(after)
        if result != game and not (sensible and problems(result)):
            return result
    raise CardwrightError(f"no change of {game.name!r} was found that makes sense")


@functools.lru_cache(maxsize=256)  # parents are used again and again, and copied before they are changed
def _derivation(game: tree.Game) -> Tree:
    return derivation(text(game))


def _copied(node: Tree) -> Tree:
    return Tree(node.data, [_copied(child) if isinstance(child, Tree) else child for child in node.children])


def _changeable(parsed: Tree) -> list[Tree]:
    return [node for node in parsed.iter_subtrees_topdown() if node.data not in KEPT]


def _mutate(parsed: Tree, grower: Grower) -> None:
    """Grow a part anew, or put something in a list, or cut something from one."""
    rng = grower.rng
    if rng.random() < 0.5:
        node = rng.choice(_changeable(parsed))
        node.children = grower.grow(node.data, SHALLOWEST).children
        return
    longer = rng.random() < 0.5
    node = rng.choice([parsed, *(node for node in _changeable(parsed) if has_list(node.data))])
    lists = [edit for edit in edits(node) if edit.longer == longer]
    if lists:
        edit = rng.choice(lists)
        new = [grower.part(symbol, node.data, SHALLOWEST) for symbol in edit.new]
        node.children[edit.start : edit.stop] = new


def _graft(parsed: Tree, gifts: dict[str, list[Tree]], rng: random.Random) -> None:
    places = [node for node in _changeable(parsed) if node.data in gifts]
    if places:
        node = rng.choice(places)
        node.children = _copied(rng.choice(gifts[node.data])).children
