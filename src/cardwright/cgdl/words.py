"""What cards and choices are called.

>>> card_name(0), card_name(51)
('ace of clubs', 'king of spades')
>>> find_card("10h") == find_card("10 of hearts")
True
"""

from __future__ import annotations

import re

from cardwright.core.errors import unknown

from . import tree
from .engine.poker import RANKS
from .engine.state import CARDS, Need
from .printer import consequent_text

COURT = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
NUMBERS = tuple(COURT.get(number, str(number)) for number in range(1, RANKS + 1))
SHORT = re.compile(r"(10|[2-9AJQK])([CDHS])", re.IGNORECASE)
FIRST_LETTERS = {"a": "ace", "j": "jack", "q": "queen", "k": "king"}


def card_name(card: int) -> str:
    """The name of a card, by its place in the deck."""
    return f"{NUMBERS[card % RANKS]} of {tree.SUITS[card // RANKS]}"


_CARDS = {card_name(card): card for card in range(CARDS)}
_BY_NUMBER = {
    f"{number} of {suit}": card_name(RANKS * tree.SUITS.index(suit) + number - 1)
    for number in COURT
    for suit in tree.SUITS
}


def full_name(words: str) -> str:
    """The name of the card that somebody means by `Kd` or `13 of diamonds`; other words as they are.

    >>> full_name("Kd"), full_name("1 of clubs"), full_name("done")
    ('king of diamonds', 'ace of clubs', 'done')
    """
    short = SHORT.fullmatch(words.strip())
    if short:
        number = short[1].casefold()
        suit = next(suit for suit in tree.SUITS if suit[0] == short[2].casefold())
        return f"{FIRST_LETTERS.get(number, number)} of {suit}"
    return _BY_NUMBER.get(words.strip().casefold(), words)


def find_card(words: str) -> int:
    """The place in the deck of the card with this name."""
    name = full_name(words).strip().casefold()
    if name not in _CARDS:
        raise unknown("card", words, _CARDS)
    return _CARDS[name]


def phrase(rule: tree.Rule, step: int, need: Need) -> tuple[str, str]:
    """What is done with a rule, as a kind and a name; without a name where that is a card, player or number chosen.

    >>> from cardwright import cgdl
    >>> rules = cgdl.load("uno").stages[1].rules
    >>> phrase(rules[0], -1, Need.CARD), phrase(rules[2], 0, Need.NOTHING)
    (('play', ''), ('draw', ''))
    """
    if step < 0:
        return ("play" if tree.PlayIt() in rule.consequents else "show"), ""
    if isinstance(rule.antecedent, tree.Draw) and need == Need.NOTHING:
        return "draw", ""
    consequent = rule.consequents[step]
    match consequent:
        case tree.Bet():
            return "bet", ""
        case tree.Ask():
            return ("ask for" if need == Need.NUMBER else "ask"), ""
        case tree.Take() if need == Need.PLAYER:
            return "take from", ""
        case tree.Put() | tree.PutPlay():
            return ("give to" if need == Need.PLAYER else "put"), ""
    kind, _, name = consequent_text(consequent).partition(" ")
    return kind, name


def tail(rule: tree.Rule) -> str:
    """What a rule does beyond what is chosen first, as text."""
    rest = rule.consequents[0 if isinstance(rule.antecedent, tree.Draw | tree.Show) else 1 :]
    return ", ".join(consequent_text(each) for each in rest if each != tree.PlayIt())


def tails(stage: tree.Stage, needs: list[Need]) -> list[str]:
    """For each rule of a stage what must be said besides its first words, to tell it from others with the same.

    `needs` are what is chosen first with each rule.
    """
    firsts = [
        phrase(rule, -1 if isinstance(rule.antecedent, tree.Show) else 0, need)
        for rule, need in zip(stage.rules, needs, strict=True)
    ]
    alike = [{tail(rule) for rule, other in zip(stage.rules, firsts, strict=True) if other == own} for own in firsts]
    return [tail(rule) if len(each) > 1 else "" for rule, each in zip(stage.rules, alike, strict=True)]
