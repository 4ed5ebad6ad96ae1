"""From a game back to text, in one fixed layout: the text reads back as the same tree."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from . import tree
from .card_printer import cards_text, combination_text, selection_text, zone_text
from .rule_printer import antecedent_text, com_text, effect_text, rule_text

INDENT = "    "


class Line(NamedTuple):
    """A line of the text and its depth of indentation."""

    depth: int
    text: str

    def __str__(self) -> str:
        return f"{INDENT * self.depth}{self.text}".rstrip()


BLANK = Line(0, "")


def text(game: tree.Game) -> str:
    """Return the game as text.

    >>> from cardwright import cgdl
    >>> uno = cgdl.load("uno")
    >>> cgdl.parse(text(uno)) == uno
    True
    """
    return "".join(f"{line}\n" for line in lines(game))


def lines(game: tree.Game) -> Iterator[Line]:
    """Yield the lines of the text."""
    yield from _head(game)
    if game.switches:
        yield BLANK
    for setting in game.switches:
        yield Line(0, setting_text(setting))
    yield BLANK
    if game.effects:
        yield Line(0, "when {")
        for effect in game.effects:
            yield Line(1, effect_text(effect))
        yield Line(0, "}")
        yield BLANK
    for part in game.stages:
        yield from _part(part, 0)
    yield BLANK
    if game.ranking:
        yield Line(0, "ranking {")
        for rank in game.ranking:
            yield Line(1, f"{combination_text(rank.what)} = {' or '.join(map(str, rank.scores))}")
        yield Line(0, "}")
        yield BLANK
    yield from _winning(game.winning)


def _head(game: tree.Game) -> Iterator[Line]:
    """Yield what a game is played with, before its switches and stages."""
    yield Line(0, f"language {game.language}")
    yield Line(0, f'game "{game.name}"')
    if game.version:
        yield Line(0, f'version "{game.version}"')
    if game.source:
        yield Line(0, f'source "{game.source}"')
    yield Line(0, f"players {game.players}")
    if game.partners:
        yield Line(0, f"partners {', '.join(' and '.join(map(str, team)) for team in game.partners)}")
    yield Line(0, f"tables {game.tables}")
    if game.deck:
        yield from _deck(game.deck)
    for kind in game.named:
        yield Line(0, f"cards {kind.name} = {', '.join(map(selection_text, kind.cards))}")
    if game.jokers:
        yield Line(0, jokers_text(game.jokers))
    if game.first_meld:
        yield Line(0, f"first meld {', '.join(map(minimum_text, game.first_meld.minimums))}")
    for layout in game.layouts:
        yield Line(0, layout_text(layout))
    for name in game.names:
        yield Line(0, f'name {_named(name.what)} "{name.text}"')


def _winning(winning: tree.Winning) -> Iterator[Line]:
    yield Line(0, "winning {")
    if winning.score is None:
        yield Line(1, f"token = {winning.token}")
        yield Line(1, f"alive = {winning.alive}")
    else:
        yield Line(1, f"score = {winning.score}")
    for captured in winning.captured:
        yield Line(1, f"captured {cards_text(captured.cards)} = {captured.points}")
    yield Line(0, "}")


def _deck(deck: tree.OwnDeck) -> Iterator[Line]:
    yield Line(0, "deck {")
    if deck.suits:
        yield Line(1, f"suits {', '.join(deck.suits)}")
    for copies in deck.copies:
        each = "each " if copies.each else ""
        yield Line(1, f"{copies.amount} of {each}{', '.join(map(_ranks, copies.ranks))}")
    if deck.bowers:
        yield Line(1, f"bowers {deck.bowers}")
    if deck.trumps:
        yield Line(1, f"trumps {', '.join(map(selection_text, deck.trumps))}")
    yield Line(0, "}")


def _ranks(ranks: tree.Ranks) -> str:
    return str(ranks.first) if ranks.last is None else f"{ranks.first} to {ranks.last}"


def _named(what: tree.Table | str) -> str:
    return zone_text(what) if isinstance(what, tree.Table) else what


def setting_text(setting: tree.Setting) -> str:
    """Return a switch as text."""
    return f"with {setting.name} = {setting.value}"


def _part(part: tree.Part, depth: int) -> Iterator[Line]:
    if isinstance(part, tree.Stage):
        yield from _stage(part, depth)
        return
    times = _times(part)
    yield Line(depth, f"repeat {times} {{")
    for inside in part.stages:
        yield from _part(inside, depth + 1)
    yield Line(depth, "}")


def _times(part: tree.Repeat | tree.Until | tree.ForEach) -> str:
    if isinstance(part, tree.ForEach):
        return f"for each {part.layout}"
    return str(part.times) if isinstance(part, tree.Repeat) else f"until {antecedent_text(part.condition)}"


def layout_text(layout: tree.Layout) -> str:
    """Return a group of tables as text."""
    words = [f"layout {layout.name} = {zone_text(layout.first)} to {zone_text(layout.last)}"]
    words += ["by suit"] * layout.by_suit + ["for each player"] * layout.own
    return " ".join(words)


def jokers_text(jokers: tree.Jokers) -> str:
    """Return the cards that stand for others, and how many of them a group can have, as text."""
    most = "" if jokers.most is None else f" at most {jokers.most}"
    return f"jokers {', '.join(map(selection_text, jokers.cards))}{most}{' fewer than others' if jokers.fewer else ''}"


def minimum_text(minimum: tree.Minimum) -> str:
    """Return what the first melds must count for some scores as text."""
    return str(minimum.amount) if minimum.below is None else f"{minimum.amount} below {minimum.below}"


def _stage(stage: tree.Stage, depth: int) -> Iterator[Line]:
    words = ["stage", f'"{stage.name}"' if stage.name else "", "by partners" if stage.by_partners else ""]
    words += ["together" if stage.together else "", "{"]
    yield Line(depth, " ".join(filter(None, words)))
    for com in stage.com:
        yield Line(depth + 1, com_text(com))
    for number, (step, rules) in enumerate(groupby(stage.rules, lambda rule: rule.step)):
        if step:
            yield Line(depth + 1, "then {" if number else "first {")
        for rule in rules:
            yield Line(depth + 1 + (step > 0), rule_text(rule) + (f' say "{rule.say}"' if rule.say else ""))
        if step:
            yield Line(depth + 1, "}")
    yield Line(depth, "}")
