"""From a game back to text, in one fixed layout: the text reads back as the same tree.

>>> from cardwright import cgdl
>>> print(rule_text(cgdl.load("texas").stages[2].rules[0]))
mandatory if tokens KX1 < KA1 then out
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from . import tree

INDENT = "    "
LETTERS = {tree.ME: "X", tree.OTHERS: "A", tree.LEFT: "L", tree.RIGHT: "R"}


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
    yield Line(0, f"language {game.language}")
    yield Line(0, f'game "{game.name}"')
    if game.version:
        yield Line(0, f'version "{game.version}"')
    if game.source:
        yield Line(0, f'source "{game.source}"')
    yield Line(0, f"players {game.players}")
    yield Line(0, f"tables {game.tables}")
    if game.switches:
        yield BLANK
    for setting in game.switches:
        yield Line(0, setting_text(setting))
    yield BLANK
    for part in game.stages:
        yield from _part(part)
    yield BLANK
    if game.ranking:
        yield Line(0, "ranking {")
        for rank in game.ranking:
            yield Line(1, f"{combination_text(rank.what)} = {' or '.join(map(str, rank.scores))}")
        yield Line(0, "}")
        yield BLANK
    yield Line(0, "winning {")
    yield Line(1, f"token = {game.winning.token}")
    yield Line(1, f"alive = {game.winning.alive}")
    for captured in game.winning.captured:
        yield Line(1, f"captured {cards_text(captured.cards)} = {captured.points}")
    yield Line(0, "}")


def setting_text(setting: tree.Setting) -> str:
    """Return a switch as text."""
    return f"with {setting.name} = {setting.value}"


def _part(part: tree.Stage | tree.Repeat) -> Iterator[Line]:
    if isinstance(part, tree.Stage):
        yield from _stage(part, 0)
        return
    yield Line(0, f"repeat {part.times} {{")
    for stage in part.stages:
        yield from _stage(stage, 1)
    yield Line(0, "}")


def _stage(stage: tree.Stage, depth: int) -> Iterator[Line]:
    yield Line(depth, f'stage "{stage.name}" {{' if stage.name else "stage {")
    for com in stage.com:
        yield Line(depth + 1, com_text(com))
    for rule in stage.rules:
        yield Line(depth + 1, rule_text(rule))
    yield Line(depth, "}")


def com_text(com: tree.Com) -> str:
    """Return a com rule as text."""
    match com:
        case tree.Deal():
            return f"com deal {com.amount} to {_receivers(com.to)}"
        case tree.Give():
            return f"com give {com.amount} to {_receivers(com.to)}"
        case tree.Remove():
            return f"com remove {combination_text(com.cards)}"
        case tree.Trump():
            return f"com trump {zone_text(com.table)}"
    to = "stack" if isinstance(com.to, tree.Stacks) else zone_text(com.to)
    trump = f" trump {com.trump}" if com.trump else ""
    reward = "" if com.given is None else f" for {com.given}"
    return f"com trick {zone_text(com.table)} to {to}{trump}{reward}"


def _receivers(to: tuple[int, ...] | tree.Table | tree.Stacks | None) -> str:
    if isinstance(to, tree.Table):
        return zone_text(to)
    if isinstance(to, tree.Stacks):
        return "all stacks"
    return "all players" if to is None else f"player {' and '.join(map(str, to))}"


def rule_text(rule: tree.Rule) -> str:
    """Return a rule as text."""
    words = [*rule.modifiers]
    if not isinstance(rule.antecedent, tree.Always):
        words.append(f"if {antecedent_text(rule.antecedent)} then")
    words.append(", ".join(map(consequent_text, rule.consequents)))
    return " ".join(words)


def antecedent_text(antecedent: tree.Antecedent) -> str:
    """Return the condition of a rule as text; empty if it always holds."""
    match antecedent:
        case tree.Always():
            return ""
        case tree.CompareTokens(left, relation, right):
            return f"tokens {tokens_text(left)} {relation} {tokens_text(right)}"
        case tree.ComparePlays(left, relation, right):
            return f"play {_zones(left)} {relation} {_zones(right)}"
        case tree.CompareSums(left, relation, right):
            return f"sum {_zones(left)} {relation} {right if isinstance(right, int) else _zones(right)}"
        case tree.Have(parts):
            return f"have {' + '.join(map(combination_text, parts)) or 'nothing'}"
        case tree.Draw():
            return "draw"
        case tree.Found(cards, zones):
            return f"found {selection_text(cards)} in {_zones(zones)}"
        case tree.ComparePoints(left, relation, right):
            return f"points {zone_text(left)} {relation} {right if isinstance(right, int) else zone_text(right)}"
    return f"show {antecedent.relation} {zone_text(antecedent.table)}"


def consequent_text(consequent: tree.Consequent) -> str:
    """Return a consequent as text."""
    match consequent:
        case tree.Take(amount, source, face):
            return f"take {amount} from {zone_text(source)} face {face}"
        case tree.Put(amount, zone, relation, face):
            return f"put {amount} in {zone_text(zone)} {relation} face {face}"
        case tree.PutPlay(play, zone, face):
            return f"put {play.name} in {zone_text(zone)} face {face}"
        case tree.PutCards(cards, zone, face):
            return f"put {selection_text(cards)} in {zone_text(zone)} face {face}"
        case tree.Turn(amount, source, table):
            return f"turn {amount} from {zone_text(source)} to {zone_text(table)}"
        case tree.Ask(hand):
            return f"ask {zone_text(hand)}"
        case tree.Bet(relation, tokens):
            return f"bet {relation}" if tokens is None else f"bet {relation} {tokens_text(tokens)}"
        case tree.BetAll():
            return "bet all"
        case tree.Gain(tokens):
            return f"gain {tokens_text(tokens)}"
    return type(consequent).__name__.lower()


def combination_text(combination: tree.Combination) -> str:
    """Return cards or a play as text."""
    match combination:
        case tree.Card(number, suit):
            return f"{number} of {suit}"
        case tree.Number(number):
            return f"number {number}"
        case tree.Suit(suit):
            return f"suit {suit}"
    return combination.name


def cards_text(cards: tree.Card | tree.Number | tree.Suit | None) -> str:
    """Return cards as text, None as `any`."""
    return tree.ANY if cards is None else combination_text(cards)


def selection_text(selection: tree.Selection) -> str:
    """Return a selection of cards as text."""
    return " except ".join([cards_text(selection.cards), *map(combination_text, selection.without)])


def zone_text(zone: tree.CardZone) -> str:
    """Return a zone of cards as text."""
    match zone:
        case tree.Table(which):
            return f"T{which}"
        case tree.Hand(who):
            return f"H{LETTERS.get(who, who)}"
        case tree.Stack(who):
            return f"S{LETTERS.get(who, who)}"
    return "D"


def tokens_text(tokens: tree.Tokens | int) -> str:
    """Return a pile of tokens, or a number of tokens, as text."""
    return str(tokens) if isinstance(tokens, int) else f"K{LETTERS.get(tokens.who, tokens.who)}{tokens.pile}"


def _zones(zones: Iterable[tree.Hand | tree.Table | tree.Stack]) -> str:
    return " + ".join(map(zone_text, zones))
