"""Enemies and their moves in words, made from data, with the numbers of one battle."""

from __future__ import annotations

import ast
import re
from typing import Any

from .notation.actions import Attack, Roll
from .notation.effects import Effect, Group, read_effect
from .notation.enemies import Enemy, EnemyMove, Range
from .notation.formula_words import constant
from .notation.text import effect_text

_PLAYER = (  # an enemy's text is about "it", and the only enemy of an enemy is the player
    (r"\byour\b", "its"),
    (r"\byou have (?!played|lost HP)", "it has "),
    (r"\byou (do not intend|intend)", lambda found: f"it {'does not intend' if 'not' in found[1] else 'intends'}"),
    (r"^All enemies (\w+)", r"You \1"),
    (r"\b(?:all enemies|a random enemy)\b", "you"),
    (r"\bthe player's\b", "your"),
    (r"\bthe player (has|intends)\b", lambda found: f"you {'have' if found[1] == 'has' else 'intend'}"),
)


def enemy_text(enemy: Enemy, ascension: int) -> str:
    """Return the HP of an enemy, what it begins with, and what its moves do.

    >>> from cardwright import spire
    >>> enemy_text(spire.standard().enemies["Sentry"], ascension=0)
    '38 to 42 HP. At the start: Gain 1 Artifact. Bolt: Add 2 Dazed to the discard pile. Beam: Deal 9 damage.'
    """
    start = [f"At the start: {_effect_text(enemy.start, ascension)}"] if enemy.start is not None else []
    roll = [f"Its roll is {_range(enemy.roll, ascension)}."] if enemy.roll is not None else []
    moves = [f"{name}: {move_text(move, ascension)}" for name, move in enemy.moves.items()]
    return " ".join([f"{_range(enemy.hp, ascension)} HP.", *roll, *start, *moves])


def _range(ends: Range, ascension: int) -> str:
    low, high = (known(each, ascension) for each in ends)
    return str(low) if low == high else f"{low} to {high}"


def move_text(move: EnemyMove, ascension: int) -> str:
    """Return what a move does."""
    return "Does nothing." if move.do is None else _effect_text(move.do, ascension)


def intent_text(name: str, move: EnemyMove, ascension: int, damage: int, hits: int) -> str:
    """Return what an enemy intends: the move, the damage of each hit (below 0 for none), and what else it does.

    >>> from cardwright import spire
    >>> worm = spire.standard().enemies["Jaw Worm"]
    >>> intent_text("Chomp", worm.moves["Chomp"], 0, damage=11, hits=1)
    'Intends Chomp for 11'
    >>> intent_text("Thrash", worm.moves["Thrash"], 0, damage=7, hits=2)
    'Intends Thrash for 7 x 2 (gain 5 block)'
    """
    attack = "" if damage < 0 else f" for {damage}" if hits <= 1 else f" for {damage} x {hits}"
    rest = None if move.do is None else _besides_attacks(move.do)
    return f"Intends {name}{attack}{f' ({_in_brackets(_effect_text(rest, ascension))})' if rest is not None else ''}"


def _besides_attacks(effect: Effect) -> Effect | None:
    """Return what else an effect does that the player notices, None if there is nothing else."""
    if not isinstance(effect, Group):
        return None if isinstance(effect, Attack | Roll) else effect
    parts = tuple(part for part in map(_besides_attacks, effect.do) if part is not None)
    return effect.model_copy(update={"do": parts}) if parts else None


def _in_brackets(text: str) -> str:
    """Return sentences as parts of another sentence."""
    return "; ".join(sentence[:1].lower() + sentence[1:] for sentence in text.removesuffix(".").split(". "))


def _effect_text(effect: Effect, ascension: int) -> str:
    """Return an effect of an enemy; the only enemy of an enemy is the player."""
    plain = _with_numbers(effect.model_dump(mode="json", exclude_unset=True), ascension)
    sentences = effect_text(read_effect(plain)).split(". ")
    for pattern, words in _PLAYER:
        sentences = [re.sub(pattern, words, sentence) for sentence in sentences]
    return ". ".join(sentences)


def _with_numbers(value: Any, ascension: int) -> Any:
    if isinstance(value, dict):
        return {key: _with_numbers(each, ascension) for key, each in value.items()}
    if isinstance(value, list):
        return [_with_numbers(each, ascension) for each in value]
    return known(value, ascension) if isinstance(value, str) and "ascension" in value else value


def known(amount: int | str, ascension: int) -> int | str:
    """Return an amount as a number, or as a formula in which what depends on the ascension only is a number.

    >>> known("38 + 2 * (ascension >= 8)", 9), known("random(3 + (ascension >= 7), turn)", 9)
    (40, 'random(4, turn)')
    """
    written = _Folding(ascension).visit(ast.parse(str(amount), mode="eval"))
    found = written.body
    return found.value if isinstance(found, ast.Constant) and isinstance(found.value, int) else ast.unparse(written)


class _Folding(ast.NodeTransformer):
    """Works out the parts of a formula that depend on the ascension only."""

    def __init__(self, ascension: int):
        self.ascension = ascension

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(self.ascension) if node.id == "ascension" else node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        node = super().generic_visit(node)
        number = constant(ast.unparse(node)) if isinstance(node, ast.expr) else None
        return node if number is None else ast.Constant(number)
