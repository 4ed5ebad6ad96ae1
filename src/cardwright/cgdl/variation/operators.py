"""New games: random ones from the grammar, mutations of one game, crossovers of two.

These are the operators of grammar-guided genetic programming: they grow, mutate or exchange parts of a derivation, and
every result is a text of the language. Results that are not valid (see `language.checks`) are repaired or tried again.

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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeGuard

from lark import Token, Tree

from cardwright.core.errors import CardwrightError

from ..language import tree
from ..language.builder import build
from ..language.checks import problems
from ..language.decks import pack_of
from ..language.limits import LIMITS
from ..language.parser import derivation
from ..language.printer import text
from ..language.switches import fault
from .grower import RANKING, Grower, edits, has_list

SHALLOWEST, DEEPEST = 16, 26  # the depth of a random game is uniform between these
MAX_REPAIRS = 300  # of a random game, before a new one is grown
MAX_TRIES = 1000
FIXED = {  # never mutated
    "game", "setting", "language", "title", "player_count", "table_count", "partners_3", "team_3", "when_3",
}  # fmt: skip
DECK = {"deck_3", "named_cards_3", "jokers_3", "first_meld_3", "layout_3"}  # never mutated, nor anything in them
REPAIRABLE = {"part", "rule", "com", "rank", "antecedent", "action"}  # regrown where they are not valid
REPAIR_OUTSIDE = 0.3  # the probability of repairing the part around a problem instead of the part itself
REGROW = 0.5  # the probability that a mutation regrows a part instead of editing a list
INSERT = 0.5  # the probability that an edit of a list inserts instead of cuts


def random_game(
    seed: int,
    players: int = 3,
    tables: int | None = None,
    language: int = 1,
    symmetric: bool = False,
    switches: Mapping[str, str | int] | None = None,
) -> tree.Game:
    """Return a valid random game from the grammar, with these switches; without `tables`, it has none, one or two.

    With `symmetric`, it names no player, and the rules are the same for all seats.

    >>> random_game(1, switches={"axioms": "paper"}).switch("passing")
    'both'
    """
    settings = _settings(switches or {})
    for value, role in ((players, "player_count"), (tables or 0, "table_count"), (language, "language")):
        limit = LIMITS[role]
        if not limit.lowest_in(language) <= value <= limit.highest_in(language):
            raise CardwrightError(
                f"{limit.what}: {limit.lowest_in(language)} to {limit.highest_in(language)} are allowed, not {value}"
            )
    rng = random.Random(f"random game {seed}")
    for _ in range(MAX_TRIES):
        count = rng.randrange(3) if tables is None else tables
        grower = Grower(rng, language, players, count, f"Random game {seed}", symmetric)
        grown = grower.grow("game", rng.randint(SHALLOWEST, DEEPEST))
        game = _repaired(grown, grower, settings)
        if game is not None:
            return game
    raise CardwrightError(f"no valid game was found from seed {seed}")


def _settings(switches: Mapping[str, str | int]) -> tuple[tree.Setting, ...]:
    for name, value in switches.items():
        if wrong := fault(name, value):
            raise CardwrightError(wrong)
    return tuple(tree.Setting(name, value) for name, value in switches.items())


def _supply(grown: Tree[Token], grower: Grower) -> None:
    """Let the first stage deal cards, and give tokens if a rule uses tokens."""
    first = next(node for node in grown.iter_subtrees_topdown() if node.data == "stage")
    used, present = ({node.data for node in root.iter_subtrees()} for root in (grown, first))
    wanted = ["deal", "give"] if used & {"pile", "bet", "bet_2"} else ["deal"]
    for kind in wanted:
        if kind not in present:
            com: Tree[Token] = Tree("com", [Token("COM", "com"), grower.grow(kind, SHALLOWEST)])
            first.children.insert(first.children.index(Token("LBRACE", "{")) + 1, com)


def _repaired(grown: Tree[Token], grower: Grower, settings: tuple[tree.Setting, ...]) -> tree.Game | None:
    """Return the game after regrowing its invalid parts; None if that does not succeed."""
    for _ in range(MAX_REPAIRS):
        _supply(grown, grower)
        _number_words(grown)
        game = replace(build(grown), switches=settings)
        wrong = problems(game)
        if not wrong:
            return game
        for problem in wrong if grower.language == 3 else wrong[:1]:  # games of language 3 are large
            path = _path(grown, problem.at.column)
            around = [node for node in path if node.data in REPAIRABLE]
            if path and not around:
                return None
            if around:  # else it was in a part that has been regrown
                _regrow(around, grower)
    return None


def _regrow(around: list[Tree[Token]], grower: Grower) -> None:
    """Regrow the innermost of some parts, or one around it."""
    part = around.pop()
    while around and grower.rng.random() < REPAIR_OUTSIDE:
        part = around.pop()
    part.children = grower.grow(part.data, SHALLOWEST).children


def _number_words(grown: Tree[Token]) -> None:
    """Set the column of every word to its number, to find the words that problems refer to."""
    for column, token in enumerate(_words(grown), 1):
        token.line, token.column = 1, column


def _words(node: Tree[Token]) -> Iterator[Token]:
    return node.scan_values(lambda each: isinstance(each, Token))


def _path(node: Tree[Token], column: int) -> list[Tree[Token]]:
    """Return the nodes around a word, from the outermost to the innermost; empty if the word is elsewhere."""
    for child in node.children:
        inner = [] if isinstance(child, Token) else _path(child, column)
        if inner or (isinstance(child, Token) and child.column == column):
            return [node, *inner]
    return []


def mutated(game: tree.Game, seed: int, valid: bool = True, symmetric: bool = False, edit: bool = True) -> tree.Game:
    """Return the game with one random change: a regrown part, or an item inserted into a list or cut from it.

    With `valid=False`, the first change is kept even if the game is no longer valid. With `symmetric`, the new part
    names no player. With `edit=False`, a part is always regrown, the usual mutation of genetic programming.
    """
    rng = random.Random(f"mutation {seed}")
    grower = Grower(
        rng,
        game.language,
        game.players,
        game.tables,
        symmetric=symmetric,
        words=game.words,
        partners=bool(game.partners),
        pack=pack_of(game),
        layouts=game.layout_names,
    )
    return _changed(game, lambda parsed: _mutate(parsed, grower, edit), valid)


def crossed(mother: tree.Game, father: tree.Game, seed: int, valid: bool = True) -> tree.Game:
    """Return the mother with one part replaced by a part of the same kind from the father.

    >>> from cardwright import cgdl
    >>> child = crossed(cgdl.load("uno"), cgdl.load("golf"), seed=2)
    >>> child.name, child == cgdl.load("uno")
    ('UNO', False)
    """
    rng = random.Random(f"crossing {seed}")
    donors: dict[str, list[Tree[Token]]] = {}
    for node in _changeable(_derivation(_without_words(father))):
        donors.setdefault(node.data, []).append(node)
    return _changed(mother, lambda parsed: _graft(parsed, donors, rng), valid)


def _changed(game: tree.Game, change: Callable[[Tree[Token]], None], valid: bool) -> tree.Game:
    """Return the first result of `change` that is a different game, and a valid one if `valid` is set.

    Names of zones stay, and rules that do not change keep their words.
    """
    worded, game = game, _without_words(game)
    before = _derivation(game)
    for _ in range(MAX_TRIES):
        after = _copied(before)
        change(after)
        result = build(after)
        if result != game and not (valid and problems(result)):
            return _with_words(result, worded)
    raise CardwrightError(f"no valid change of {game.name!r} was found")


def _without_words(game: tree.Game) -> tree.Game:
    """Return a game without words for players, and without its version and source: a change has no part in them."""
    bare = _with_rules(game, lambda stage, rule: replace(rule, say=""))
    return replace(bare, version="", source="", names=())


def _with_words(game: tree.Game, source: tree.Game) -> tree.Game:
    """Return a game with the names of another, and with its words for the rules that both have in the same stage."""
    words = {(stage.name, replace(rule, say="")): rule.say for stage in source.written_stages() for rule in stage.rules}
    worded = _with_rules(game, lambda stage, rule: replace(rule, say=words.get((stage.name, rule), "")))
    return replace(worded, names=source.names)


def _with_rules(game: tree.Game, change: Callable[[tree.Stage, tree.Rule], tree.Rule]) -> tree.Game:
    """Return a game with another rule in place of each."""

    def changed(part: tree.Part) -> tree.Part:
        if isinstance(part, tree.Stage):
            return replace(part, rules=tuple(change(part, rule) for rule in part.rules))
        return replace(part, stages=tuple(map(changed, part.stages)))

    return replace(game, stages=tuple(map(changed, game.stages)))


@functools.lru_cache(maxsize=256)  # parents are used often, and copied before they are changed
def _derivation(game: tree.Game) -> Tree[Token]:
    """Return the derivation of a game, with its ranking even if that is empty, so that ranks can be inserted."""
    parsed = derivation(text(game))
    if not game.ranking:
        words = Token("RANKING", "ranking"), Token("LBRACE", "{"), Token("RBRACE", "}")
        parsed.children.insert(-1, Tree(RANKING, list(words)))
    return parsed


def _copied(node: Tree[Token]) -> Tree[Token]:
    return Tree(node.data, [_copied(child) if isinstance(child, Tree) else child for child in node.children])


def _changeable(parsed: Tree[Token]) -> list[Tree[Token]]:
    cards = {id(node) for part in parsed.children if _is_deck(part) for node in part.iter_subtrees()}
    return [node for node in parsed.iter_subtrees_topdown() if node.data not in FIXED and id(node) not in cards]


def _is_deck(part: Tree[Token] | Token) -> TypeGuard[Tree[Token]]:
    """Return whether a part of a derivation describes the deck: a change of the rules has no part in it."""
    return isinstance(part, Tree) and part.data in DECK


def _mutate(parsed: Tree[Token], grower: Grower, edit: bool) -> None:
    """Regrow a part, or with `edit` possibly insert an item into a list, or cut one from it."""
    rng = grower.rng
    if rng.random() < REGROW or not edit:
        node = rng.choice(_changeable(parsed))
        node.children = grower.grow(node.data, SHALLOWEST).children
        return
    insert = rng.random() < INSERT
    node = rng.choice([parsed, *(node for node in _changeable(parsed) if has_list(node.data, grower.language))])
    fitting = [each for each in edits(node, grower.language) if each.inserts == insert]
    if fitting:
        chosen = rng.choice(fitting)
        new = [grower.part(symbol, node.data, SHALLOWEST) for symbol in chosen.new]
        node.children[chosen.start : chosen.stop] = new


def _graft(parsed: Tree[Token], donors: dict[str, list[Tree[Token]]], rng: random.Random) -> None:
    targets = [node for node in _changeable(parsed) if node.data in donors]
    if targets:
        node = rng.choice(targets)
        node.children = _copied(rng.choice(donors[node.data])).children
