"""What the consequents of a rule can count on: the cards that those before them have moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..language import tree
from ..language.supply import cards_moved

HAND = tree.Hand(tree.ME)


def credits_of(rule: tree.Rule) -> Iterator[int]:
    """Yield for each consequent how many cards more there will be to take or put than before the rule.

    >>> from cardwright.cgdl.language.parser import read
    >>> game = read('language 1 game "x" players 2 tables 1 stage { take 1 from D face down, put 1 in T0 any face up } '
    ...             'winning { token = 0 alive = 0 }')
    >>> list(credits_of(game.stages[0].rules[0]))
    [0, 1]
    """
    cards: Counter[tree.CardZone] = Counter()
    if isinstance(rule.antecedent, tree.Draw):
        cards.update({HAND: 1, tree.Deck(): -1})
    for consequent in rule.consequents:
        match consequent:
            case tree.Take(source=zone) | tree.Turn(source=zone):
                yield cards[zone]
            case tree.Put(relation=tree.ANY) | tree.PutCards(cards=tree.Selection(None, ())):
                yield cards[HAND]
            case _:
                yield 0
        cards.update(cards_moved(consequent))
        if isinstance(consequent, tree.PlayIt) and isinstance(rule.antecedent, tree.Show):
            cards.update({HAND: -1, rule.antecedent.table: 1})
