"""Checks beyond the grammar: tables and players exist, numbers are within limits, cards and tokens suffice, stages end.

>>> from cardwright.cgdl.language.parser import read
>>> game = read('language 1 game "x" players 3 tables 0 stage { put 1 in T1 any face up } '
...             'ranking { } winning { token = 1 alive = 0 }')
>>> for problem in problems(game):
...     print(problem)
line 1, column 57: there is no T1: the game has no tables
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from . import limits, tree
from .checks3 import problems_3
from .deck_checks import deck_problems
from .decks import pack_of
from .extensions import extensions
from .group_checks import group_problems
from .limits import LIMITS, Limit
from .player_checks import player_problems
from .problem import Problem
from .supply import never_ends, supply_problems
from .switches import fault
from .table_checks import table_problems


def problems(game: tree.Game) -> list[Problem]:
    """Return every problem of a game, in the order of the text; a valid game has none."""
    found = [*_game(game), *supply_problems(game), *extensions(game), *problems_3(game), *deck_problems(game)]
    found += [*group_problems(game), *player_problems(game), *table_problems(game)]
    for node in game.nodes:
        found += _numbers(node, game.language)
        check = _CHECKS.get(type(node))
        if check:
            found += check(node, game)
    return sorted(set(found))


# Numbers: for each class, its fields and the grammar rules that limit them.

_LIMITED: dict[type[tree.Node], tuple[tuple[str, str], ...]] = {
    tree.Game: (("language", "language"), ("players", "player_count"), ("tables", "table_count")),
    tree.Repeat: (("times", "times"),),
    tree.Winning: (("token", "points"), ("alive", "points"), ("score", "points")),
    tree.Captured: (("points", "points"),),
    tree.Deal: (("amount", "amount"),),
    tree.DealTables: (("amount", "amount"),),
    tree.Give: (("amount", "chips"),),
    tree.Take: (("amount", "amount"),),
    tree.Put: (("amount", "amount"),),
    tree.Turn: (("amount", "amount"),),
    tree.Trick: (("given", "reward"),),
    tree.Gain: (("tokens", "chips"),),
    tree.ComparePoints: (("right", "points"),),
    tree.CompareSums: (("right", "total"),),
    tree.Card: (("number", "card_number"),),
    tree.Number: (("number", "card_number"),),
    tree.Rank: (("scores", "score"),),
    tree.Amount: (("number", "total"),),
    tree.Compare: (("right", "total"),),
    tree.Choose: (("lowest", "total"), ("highest", "total"), ("number", "total")),
    tree.NextTakes: (("amount", "amount"),),
    tree.ChosenTakes: (("amount", "amount"),),
    tree.PutHighest: (("amount", "amount"),),
    tree.Exactly: (("amount", "amount"),),
    tree.Jokers: (("most", "group_size"),),
    tree.Minimum: (("amount", "total"), ("below", "total")),
    tree.DealUntil: (("total", "total"),),
    tree.Bet: (("chips", "chips"),),
    tree.TakeTo: (("amount", "amount"),),
    tree.Lay: (("least", "group_size"),),
    tree.AddForAll: (("amount", "total"), ("most", "total")),
}


def _numbers(node: tree.Node, language: int) -> Iterator[Problem]:
    for name, role in _LIMITED.get(type(node), ()):
        limit = LIMITS[role]
        lowest, highest = limit.lowest_in(language), limit.highest_in(language)
        value = getattr(node, name)
        for number in value if isinstance(value, tuple) else (value,):
            if isinstance(number, int) and not lowest <= number <= highest:
                at = number.at if isinstance(number, tree.Located) else node.at
                allowed = f"{limit.what}: {lowest:,} to {highest:,} are allowed, not {number}"
                yield Problem(at, allowed + _hint(number, limit))


def _hint(number: int, limit: Limit) -> str:
    """Return how a negative number can be made valid."""
    possible = limit.negative and -limit.highest <= number < limit.lowest
    return "; negative numbers need 'language 2'" if possible else ""


def _too_many(node: tree.Node, what: str, count: int, most: int) -> Iterator[Problem]:
    if count > most:
        yield Problem(node.at, f"{count} {what}; at most {most} are allowed")


# The game as a whole.


def _game(game: tree.Game) -> Iterator[Problem]:
    yield from _title(game)
    if not game.name.strip():
        yield Problem(game.at, "a game needs a name")
    for what, note in (("version", game.version), ("source", game.source)):
        if len(note) > limits.MAX_NOTE or not note.isprintable():
            yield Problem(game.at, f"a {what} can have at most {limits.MAX_NOTE} characters, all of them printable")
    yield from _too_many(game, "stages", len(game.written_stages()), limits.MAX_STAGES)
    if game.language < 3:
        played = sum(part.times * len(part.stages) if isinstance(part, tree.Repeat) else 1 for part in game.stages)
        yield from _too_many(game, "stages to play", played, limits.MAX_STAGES_PLAYED)
    yield from _twice(game.names, lambda each: each.what, "this has a name already")
    tables = tuple(each for each in game.names if isinstance(each.what, tree.Table))
    yield from _twice(tables, lambda each: each.text.casefold(), "another table has this name")
    yield from _twice(game.switches, lambda each: each.name, "this switch is set twice")
    yield from _twice(game.ranking, lambda each: each.what, "this is ranked twice")
    yield from _twice(game.winning.captured, lambda each: each.cards, "these captured cards have points twice")
    for rank in [each for each in game.ranking if len(each.scores) > 1][1:]:
        yield Problem(rank.at, "only one entry of a ranking can have two scores")


def _twice(nodes: tuple[Any, ...], key: Callable[[Any], Any], complaint: str) -> Iterator[Problem]:
    seen = set()
    for node in nodes:
        if key(node) in seen:
            yield Problem(node.at, complaint)
        seen.add(key(node))


def _title(node: tree.Game | tree.Stage) -> Iterator[Problem]:
    yield from _words(node, node.name)


def _words(node: tree.Node, words: str) -> Iterator[Problem]:
    if len(words) > limits.MAX_TITLE or not words.isprintable():
        yield Problem(node.at, f"a name can have at most {limits.MAX_TITLE} characters, all of them printable")


def _name(node: tree.Name, game: tree.Game) -> Iterator[Problem]:
    yield from _words(node, node.text)
    if not node.text.strip():
        yield Problem(node.at, "a name needs at least one letter")


def _setting(node: tree.Setting, game: tree.Game) -> Iterator[Problem]:
    wrong = fault(node.name, node.value)
    if wrong:
        yield Problem(node.at, wrong)
    elif (node.name, node.value) == ("empty_deck", "reshuffles") and not game.tables:
        yield Problem(node.at, "cards are reshuffled from T0, but the game has no tables")


def _stage(node: tree.Stage, game: tree.Game) -> Iterator[Problem]:
    yield from _title(node)
    yield from _too_many(node, "com rules in a stage", len(node.com), limits.MAX_COMS)
    yield from _too_many(node, "rules in a stage", len(node.rules), limits.MAX_RULES)
    if not node.com and not node.rules:
        yield Problem(node.at, "this stage has no rules")
    if never_ends(node, game):
        yield Problem(
            node.at, "this stage can never end: a rule can be repeated forever, and no rule says done, out, win or end"
        )


def _rank(node: tree.Rank, game: tree.Game) -> Iterator[Problem]:
    if isinstance(node.what, tree.Play) and min(node.scores) < 0 and game.language > 1:
        yield Problem(node.at, "only cards can have negative scores")
    if len(node.scores) > 1:
        if not isinstance(node.what, tree.Card | tree.Number | tree.Kind):
            yield Problem(node.at, "only cards and numbers can have two scores")
        elif len(set(node.scores)) == 1:
            yield Problem(node.at, "the two scores are equal")


# Zones.


def _table(node: tree.Table, game: tree.Game) -> Iterator[Problem]:
    if node.which >= game.tables:
        allowed = f"the tables are {_range('T', game.tables)}" if game.tables else "the game has no tables"
        yield Problem(node.at, f"there is no T{node.which}: {allowed}")


def _hand(node: tree.Hand, game: tree.Game) -> Iterator[Problem]:
    if node.who >= game.players:
        yield Problem(node.at, f"there is no H{node.who}: the hands are HX, HA and {_range('H', game.players)}")


def _stack(node: tree.Stack, game: tree.Game) -> Iterator[Problem]:
    if node.who >= game.players:
        yield Problem(node.at, f"there is no S{node.who}: the stacks are SX, SA and {_range('S', game.players)}")


def _tokens(node: tree.Tokens, game: tree.Game) -> Iterator[Problem]:
    if node.who >= game.players:
        yield Problem(node.at, f"there is no player {node.who}: the players are {_range('', game.players)}")


def _seats(node: tree.Deal | tree.Give | tree.DealCards, game: tree.Game) -> Iterator[Problem]:
    seats = node.to if isinstance(node.to, tuple) else (node.to,) if isinstance(node.to, int) else ()
    for seat in seats:
        if not 0 <= seat < game.players:
            yield Problem(node.at, f"there is no player {seat}: the players are {_range('', game.players)}")
    if len(set(seats)) < len(seats):
        yield Problem(node.at, "a player is named twice")


def _trick(node: tree.Trick, game: tree.Game) -> Iterator[Problem]:
    if node.table == node.to:
        yield Problem(node.at, "a trick must go to a different table")


def _range(letter: str, count: int) -> str:
    return f"{letter}0" if count == 1 else f"{letter}0 to {letter}{count - 1}"


# Rules.


def _rule(node: tree.Rule, game: tree.Game) -> Iterator[Problem]:
    yield from _too_many(node, "consequents", len(node.consequents), limits.MAX_CONSEQUENTS)
    yield from _words(node, node.say)
    if node.say and not node.say.strip():
        yield Problem(node.at, "the word after 'say' needs at least one letter")
    if node.say.strip().isdecimal():
        yield Problem(node.at, f"players cannot type {node.say!r}: numbers choose from the menu; find another word")
    if len(node.modifiers) > 1 and node.modifiers != (tree.ONCE, tree.OTHERWISE):
        yield Problem(node.at, "the only modifiers that can be combined are 'once otherwise'")
    for consequent, following in zip(node.consequents, node.consequents[1:], strict=False):
        last = isinstance(consequent, tree.Next | tree.Done | tree.Win | tree.End | tree.Stop | tree.Again)
        if last or (isinstance(consequent, tree.Out) and not isinstance(following, tree.End)):
            yield Problem(consequent.at, "nothing can follow this: it ends the turn")
    for index, consequent in enumerate(node.consequents):
        if isinstance(consequent, tree.PlayIt) and (index or not isinstance(node.antecedent, tree.Show)):
            yield Problem(consequent.at, "'playit' must come first, in a rule with 'show'")


def _comparison(node: Any, game: tree.Game) -> Iterator[Problem]:
    if node.left == node.right:
        yield Problem(node.at, "both sides of this comparison are the same")
    for side in (node.left, node.right):
        if isinstance(side, tuple):
            yield from _too_many(node, "zones on one side", len(side), limits.MAX_ZONES)
            if len(set(side)) < len(side):
                yield Problem(node.at, "a zone is named twice on one side")


def _have(node: tree.Have, game: tree.Game) -> Iterator[Problem]:
    yield from _too_many(node, "parts of a combination", len(node.parts), limits.MAX_PARTS)
    if len(set(node.parts)) < len(node.parts):
        yield Problem(node.at, "a part of this combination is named twice")


def _found(node: tree.Found, game: tree.Game) -> Iterator[Problem]:
    yield from _too_many(node, "zones", len(node.zones), limits.MAX_ZONES)
    if len(set(node.zones)) < len(node.zones):
        yield Problem(node.at, "a zone is named twice")


def _selection(node: tree.Selection, game: tree.Game) -> Iterator[Problem]:
    yield from _too_many(node, "exceptions", len(node.without), limits.MAX_PARTS)
    wrong_numbers = (problem for part in tree.walk(node) for problem in _numbers(part, game.language))
    if node.without and not any(wrong_numbers) and not pack_of(game).selected(node):
        yield Problem(node.at, "the exceptions leave no card")


def _turn(node: tree.Turn, game: tree.Game) -> Iterator[Problem]:
    if isinstance(node.source, tree.Stack) and node.source.who == tree.OTHERS:
        yield Problem(node.at, "cards are turned up from one stack; name it, as in SX, SL or S0")


def _take(node: tree.Take, game: tree.Game) -> Iterator[Problem]:
    if node.source == tree.Hand(tree.ME):
        yield Problem(node.at, "players cannot take cards from their own hand")


def _put(node: tree.Put | tree.PutPlay | tree.PutCards, game: tree.Game) -> Iterator[Problem]:
    if node.zone == tree.Hand(tree.ME):
        yield Problem(node.at, "players cannot put cards in their own hand")
    if isinstance(node.zone, tree.Table) and node.face == tree.DOWN and game.language < 3:
        yield Problem(node.at, "cards on a table lie face up; only in language 3 they can lie face down")
    if isinstance(node.zone, tree.Deck) and node.face == tree.UP:
        yield Problem(node.at, "cards in the deck lie face down")
    if not isinstance(node.zone, tree.Table) and getattr(node, "relation", tree.ANY) != tree.ANY:
        yield Problem(node.at, "cards can be compared only with a table; for the deck and for hands write 'any'")


def _ask(node: tree.Ask, game: tree.Game) -> Iterator[Problem]:
    if node.hand.who == tree.ME:
        yield Problem(node.at, "players cannot ask their own hand")


def _gain(node: tree.Gain, game: tree.Game) -> Iterator[Problem]:
    if node.tokens == tree.Tokens(tree.ME, tree.STASH):
        yield Problem(node.at, "KX0 already belongs to the player")


_CHECKS: dict[type[tree.Node], Callable[[Any, tree.Game], Iterator[Problem]]] = {
    tree.Name: _name, tree.Setting: _setting, tree.Stage: _stage, tree.Rank: _rank,
    tree.Table: _table, tree.Hand: _hand, tree.Stack: _stack, tree.Tokens: _tokens,
    tree.Deal: _seats, tree.Give: _seats, tree.DealCards: _seats, tree.Trick: _trick,
    tree.Rule: _rule, tree.CompareTokens: _comparison, tree.ComparePlays: _comparison, tree.CompareSums: _comparison,
    tree.ComparePoints: _comparison, tree.Compare: _comparison, tree.Found: _found, tree.Selection: _selection,
    tree.Have: _have, tree.Take: _take, tree.Put: _put, tree.PutPlay: _put, tree.PutCards: _put, tree.Turn: _turn,
    tree.Ask: _ask, tree.Gain: _gain,
}  # fmt: skip
