"""How different two games are: by the shapes of their rules, with all that is a matter of degree left out.

So a game and the same with other numbers are no distance apart, nor are games that differ in `<` and `<=`, in whether
cards are seen, in what is dealt, or in which cards one must have. Two that share no rule, condition or deed are at a
distance of 1.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from cardwright.cgdl import tree
from cardwright.cgdl.printer import antecedent_text, com_text, consequent_text, rule_text

_NUMBERS = re.compile(r"(?<=K)\d(?=\d)|(?<![KXA\d])\d+|(?<=[HT])\d")  # of cards, tokens, seats and tables, not of piles
_SUITS = re.compile("|".join(tree.SUITS))
_DEGREES = re.compile(rf" face (?:{tree.UP}|{tree.DOWN})|(?<=[<>])=")
_COMBINATION = tree.Have((tree.Suit(tree.SUITS[0]),))

APART = 0.5  # how far games are from each other, at least, to count as different


def shape(game: tree.Game) -> Counter[str]:
    """What is in a game and how often: rules, and again their conditions and their deeds, and the taking of tricks."""
    parts: Counter[str] = Counter()
    for stage in game.written_stages():
        parts.update(_outline(com_text(com)) for com in stage.com if isinstance(com, tree.Trick))
        for rule in map(_alike, stage.rules):
            parts[_outline(rule_text(rule))] += 1
            parts[f"if {_outline(antecedent_text(rule.antecedent))}"] += 1
            parts.update(_outline(consequent_text(each)) for each in rule.consequents)
    return parts


def _alike(rule: tree.Rule) -> tree.Rule:
    """The rule, with one combination for all that a player may have to have."""
    wanted = isinstance(rule.antecedent, tree.Have) and rule.antecedent.parts
    return replace(rule, antecedent=_COMBINATION) if wanted else rule


def distance(one: Counter[str], other: Counter[str]) -> float:
    """From 0 to 1: the share of all parts of two shapes that they do not have in common.

    >>> from cardwright import cgdl
    >>> distance(shape(cgdl.load("uno")), shape(cgdl.load("uno")))
    0.0
    >>> distance(shape(cgdl.load("uno")), shape(cgdl.load("texas"))) > 0.9
    True
    """
    together = (one | other).total()
    return 1 - (one & other).total() / together if together else 0.0


def _outline(text: str) -> str:
    """A text without its numbers, suits and degrees.

    >>> _outline("if tokens K20 <= KA1 then take 12 from H0 face down")
    'if tokens K#0 < KA1 then take # from H#'
    """
    return _DEGREES.sub("", _SUITS.sub("suit", _NUMBERS.sub("#", text)))
