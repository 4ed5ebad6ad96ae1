"""Checks of captures, layouts and moves, and of games for one player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import limits, tree
from .card_printer import zone_text
from .decks import pack_of
from .parser import keywords
from .problem import Problem
from .rule_printer import consequent_text

CHOSEN_FIRST = tree.CaptureCards | tree.MoveCards


def table_problems(game: tree.Game) -> Iterator[Problem]:
    """Yield every problem with captures, layouts and moves, and with other players where there is only one."""
    if game.language < 3:
        return
    yield from _layouts(game)
    yield from _rounds(game.stages, ())
    captured = {node.table for node in game.of(tree.CaptureCards)}
    known = game.layout_names
    for node in game.nodes:
        match node:
            case tree.Rule():
                yield from _first_choice(node)
            case tree.Effect():
                yield from _first_choice(node.rule)
            case tree.PutCards(relation=tree.CATCHING_NOTHING, zone=tree.Table() as table) if table not in captured:
                where = zone_text(table)
                yield Problem(node.at, f"no rule captures from {where}: write 'capture number or sum from {where}'")
            case tree.InLayout(name) if name not in known:
                yield Problem(node.at, _unknown(name, known))
            case tree.ForEach(layout) if layout not in known:
                yield Problem(node.at, _unknown(layout, known))
            case tree.MoveCards():
                yield from _move(node, game)
            case tree.Hand(who) | tree.Stack(who) | tree.Tokens(who) if game.players == 1 and who < tree.ME:
                yield Problem(node.at, "this game has only one player")
            case tree.Kept(whose=tree.OTHERS) if game.players == 1:
                yield Problem(node.at, "this game has only one player")


def _unknown(name: str, known: tuple[str, ...]) -> str:
    layouts = (
        f": the layouts are {', '.join(known)}" if known else ": write 'layout column = T0 to T7' before the stages"
    )
    return f"there is no layout {name!r}{layouts}"


# Layouts.


def _layouts(game: tree.Game) -> Iterator[Problem]:
    if len(game.layouts) > limits.MAX_LAYOUTS:
        yield Problem(game.at, f"{len(game.layouts)} layouts; at most {limits.MAX_LAYOUTS} are allowed")
    if len(game.of(tree.MoveCards)) > limits.MAX_MOVES:
        yield Problem(game.at, f"at most {limits.MAX_MOVES} rules can move cards")
    suits = len(pack_of(game).suits)
    seen: set[str] = set()
    placed: set[int] = set()
    for layout in game.layouts:
        tables = set(layout.tables)
        if layout.name in keywords():
            yield Problem(layout.at, f"{layout.name!r} is a word of the language; choose another name")
        if layout.name in seen:
            yield Problem(layout.at, f"there is a layout {layout.name!r} already")
        if not tables:
            yield Problem(layout.at, "the first table must come before the last one")
        elif tables & placed:
            yield Problem(layout.at, f"T{min(tables & placed)} is in a layout already")
        if layout.own and layout.size % game.players:
            yield Problem(layout.at, f"{layout.size} tables cannot be divided among {game.players} players")
        elif layout.by_suit and layout.each(game.players) != suits:
            whose = " for each player" if layout.own else ""
            yield Problem(layout.at, f"a layout by suit needs a table for each suit: {suits} tables{whose}")
        seen.add(layout.name)
        placed |= tables


def _rounds(parts: tuple[tree.Part, ...], around: tuple[str, ...]) -> Iterator[Problem]:
    """Check that `this` stands in a round for each table of the layout."""
    for part in parts:
        inside = (*around, part.layout) if isinstance(part, tree.ForEach) else around
        if isinstance(part, tree.ForEach) and part.layout in around:
            yield Problem(part.at, f"this repeat is already in one for each {part.layout}")
        if not isinstance(part, tree.Stage):
            yield from _rounds(part.stages, inside)
            continue
        for node in tree.walk(part):
            if isinstance(node, tree.InLayout) and node.this and node.name not in inside:
                yield Problem(node.at, f"'this {node.name}' needs 'repeat for each {node.name}' around the stage")


# Rules.


def _first_choice(rule: tree.Rule) -> Iterator[Problem]:
    """Check that what can be impossible decides whether a rule can be played."""
    for index, each in enumerate(rule.consequents):
        if isinstance(each, CHOSEN_FIRST):
            yield from _chosen_first(each, index, rule)


def _chosen_first(each: Any, index: int, rule: tree.Rule) -> Iterator[Problem]:
    what = repr(consequent_text(each))
    if index or isinstance(rule.antecedent, tree.Show | tree.Draw):
        yield Problem(each.at, f"{what} must come first in a rule without 'show' or 'draw'")
    elif tree.MANDATORY in rule.modifiers:
        yield Problem(each.at, f"{what} cannot be mandatory: it may be impossible")


def _move(move: tree.MoveCards, game: tree.Game) -> Iterator[Problem]:
    places = (*move.sources, move.to)
    for place in places:
        if isinstance(place, tree.Hand) and place.who != tree.ME:
            yield Problem(place.at, "cards move from and to tables and the player's own hand, HX")
        elif isinstance(place, tree.InLayout) and place.this:
            yield Problem(place.at, f"cards move to any table of a layout; leave out 'this' before {place.name!r}")
    if isinstance(move.to, tree.Hand):
        if move.fits or move.empty or move.to in move.sources:
            yield Problem(move.at, "cards move from tables to the hand, without a condition")
    elif move.to in move.sources and isinstance(move.to, tree.Table):
        yield Problem(move.at, "cards must go to a different table")
    if tree.OTHER_COLOUR in move.fits and pack_of(game).suits != tree.SUITS:
        yield Problem(move.at, "'other colour' needs the suits clubs, diamonds, hearts and spades")
    if move.empty == tree.EMPTY and move.fits:
        yield Problem(move.at, "on an empty table there is no card to compare with; write 'or empty'")
    if len(set(move.sources)) < len(move.sources):
        yield Problem(move.at, "a zone is named twice")
