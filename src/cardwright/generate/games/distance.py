"""How different two games are, by the shapes of their rules without matters of degree.

The distance ignores numbers, the difference between `<` and `<=`, whether cards are seen, what is dealt, and which
cards a player must have. It is 0 for games that differ in nothing else, and 1 for games that share no rule, condition
or consequent.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from cardwright.cgdl import tree
from cardwright.cgdl.language.rule_printer import antecedent_text, com_text, consequent_text, rule_text

_NUMBERS = re.compile(
    r"(?<=K)\d(?=\d)|(?<![KXA\d])\d+|(?<=[HTS])\d"
)  # of cards, tokens, seats and tables, not of piles
_SUITS = re.compile("|".join(tree.SUITS))
_DEGREES = re.compile(rf" face (?:{tree.UP}|{tree.DOWN})|(?<=[<>])=")
_COMBINATION = tree.Have((tree.Suit(tree.SUITS[0]),))

MIN_DISTANCE = 0.5  # between games that count as different


def shape(game: tree.Game) -> Counter[str]:
    """Count the parts of a game: its rules, their conditions, their consequents, and its tricks."""
    parts: Counter[str] = Counter()
    for stage in game.written_stages():
        parts.update(_outline(com_text(com)) for com in stage.com if isinstance(com, tree.Trick))
        for rule in map(_normalised, stage.rules):
            parts[_outline(rule_text(rule))] += 1
            parts[f"if {_outline(antecedent_text(rule.antecedent))}"] += 1
            parts.update(_outline(consequent_text(each)) for each in rule.consequents)
    return parts


def _normalised(rule: tree.Rule) -> tree.Rule:
    """Return the rule with the same combination for every `have`."""
    has_parts = isinstance(rule.antecedent, tree.Have) and rule.antecedent.parts
    return replace(rule, antecedent=_COMBINATION) if has_parts else rule


def distance(one: Counter[str], other: Counter[str]) -> float:
    """Return the share of all parts of two shapes that they do not have in common, from 0 to 1.

    >>> from cardwright import cgdl
    >>> distance(shape(cgdl.load("uno")), shape(cgdl.load("uno")))
    0.0
    >>> distance(shape(cgdl.load("uno")), shape(cgdl.load("texas"))) > 0.9
    True
    """
    together = (one | other).total()
    return 1 - (one & other).total() / together if together else 0.0


def _outline(text: str) -> str:
    """Return a text without its numbers, suits and degrees.

    >>> _outline("if tokens K20 <= KA1 then take 12 from H0 face down")
    'if tokens K#0 < KA1 then take # from H#'
    """
    return _DEGREES.sub("", _SUITS.sub("suit", _NUMBERS.sub("#", text)))
