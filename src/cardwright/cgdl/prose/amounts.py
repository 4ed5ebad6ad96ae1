"""Amounts and tests of language 3 in plain English, addressed to the current player."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..language import tree
from ..language.card_names import words
from .captures import best_cards, capture_action, capture_test
from .cards import held_cards, plural_cards, selection, with_article
from .groups import group_action, naturally
from .layouts import move_action
from .players import THEM, player_action
from .words import AMOUNTS, count, listed

if TYPE_CHECKING:
    from .phrases import Phrases

OPPOSITES = {"<": ">=", "<=": ">", "=": "is not", ">=": "<", ">": "<="}
SIDES = {tree.ME: "your", tree.US: "your side's", tree.OTHERS: "every other player's"}
YOU = "you"
NEXT_PLAYER = "the next player"
SUBJECTS: dict[type, tuple[str, str]] = {
    tree.NextMisses: (NEXT_PLAYER, "misses a turn"),
    tree.TurnAround: ("play", "turns around"),
    tree.MoveHands: ("everybody", "gives the whole hand to the next player"),
}
SOMEBODY = {
    "your side's": "a side's", "your": "a player's", "you have": "a player has", "you hold": "a player holds",
    "you start": "a player starts", "you put": "a player put",
}  # fmt: skip


def of_somebody(condition: str) -> str:
    """Return a condition about the reader as one about any player.

    >>> of_somebody("your score is at least 100")
    "a player's score is at least 100"
    """
    return ", or ".join(map(_of_one, condition.split(", or ")))


def of_them(condition: str) -> str:
    """Return a condition about the reader as one about a player who has been named.

    >>> of_them("you have no cards and your score is at least 100")
    'they have no cards and their score is at least 100'
    """
    return re.sub(r"\byou(r?)\b", lambda match: "their" if match[1] else "they", condition)


def _of_one(condition: str) -> str:
    """Return tests that the reader must meet together as tests of one other player."""
    words = "|".join(map(re.escape, SOMEBODY))
    found = re.sub(rf"\b(?:{words})(?=\W)", lambda match: SOMEBODY[match[0]], condition)
    mentions = itertools.count()
    return re.sub(r"\ba (player|side)\b", lambda match: f"that {match[1]}" if next(mentions) else match[0], found)


def _is_plural(measure: tree.Measure) -> bool:
    return isinstance(measure, tree.Kept) and measure.name.endswith("s")


def _with_each_other(compare: tree.Compare) -> bool:
    """Return whether a comparison is made with each of the other players."""
    parts = (part for side in (compare.left, compare.right) if isinstance(side, tree.Node) for part in tree.walk(side))
    return any(tree.OTHERS in (getattr(part, "who", None), getattr(part, "whose", None)) for part in parts)


class AmountPhrases:
    """The phrases of one game for amounts, tests, and what players do with them."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases

    def condition(self, alternatives: tuple[tuple[tree.Test, ...], ...]) -> str:
        """Return a condition with several tests, as what follows "if"."""
        return ", or ".join(" and ".join(map(self.test, tests)) for tests in alternatives)

    def test(self, test: tree.Test) -> str:
        """Return one test."""
        what = test.what
        match what:
            case tree.Compare():
                return self._comparison(what, test.negated)
            case tree.Called(word, others):
                who, has = ("another player", "has") if others else ("you", "have")
                if test.negated:
                    who, has = ("no other player", "has") if others else ("you", "have not")
                chosen = self.phrases.game.uses_choice(word)
                return f"{who} {has} chosen {with_article(word)}" if chosen else f'{who} {has} said "{words(word)}"'
            case tree.Leader():
                return "you do not start the stage" if test.negated else "you start the stage"
            case tree.Chosen(word):
                return f"{'no other' if test.negated else 'another'} player has chosen you as {words(word)}"
            case tree.Last(table):
                not_ = "not " if test.negated else ""
                return f"you have {not_}put the last card on {self.phrases.words.table(table.which)}"
            case tree.Taken():
                return f"you have {'not taken' if test.negated else 'taken'} a card in this turn"
            case tree.Alone():
                return f"{'not ' if test.negated else ''}every other player is done with the stage"
            case tree.OthersOut():
                return (
                    "another player is still in the game" if test.negated else "every other player is out of the game"
                )
            case tree.Highest(table):
                not_ = "not " if test.negated else ""
                return f"you have {not_}put the highest card on {self.phrases.words.table(table.which)}"
            case tree.OnTop(cards, table):
                top = self.phrases.words.top_card(table.which)
                is_ = "is not" if test.negated else "is"
                if isinstance(cards, str):
                    return f"{top} {is_} of the {cards} as the card below it"
                return f"{top} {is_} {selection(cards)}"
            case tree.IsTrump(suit):
                return f"{words(suit)} {'are not' if test.negated else 'are'} trumps"
            case tree.Caught():
                return f"you {'did not get' if test.negated else 'got'} a card of the number you asked for"
        found = capture_test(what, test.negated)
        if found:
            return found
        holds = self.phrases.condition(what)
        return self._denied(what, holds) if test.negated else holds

    def _denied(self, what: Any, holds: str) -> str:
        match what:
            case tree.Have(()):
                return "you have cards"
            case tree.Have():
                return holds.replace("you hold", "you do not hold", 1)
            case tree.Found(cards=tree.Selection(tree.Card(), ())):
                return holds.replace(" lies in ", " does not lie in ", 1)
            case tree.Found() | tree.Show():
                return re.sub(r"^(you have )?an? ", r"\1no ", holds)
        return f"it is not true that {holds}"

    def _comparison(self, compare: tree.Compare, negated: bool) -> str:
        if negated and self.phrases.game.players > 2 and _with_each_other(compare):
            return f"it is not true that {self._comparison(compare, False)}"  # for one of the others, not for each
        relation = OPPOSITES[compare.relation] if negated else compare.relation
        than = str(compare.right) if isinstance(compare.right, int) else self.measure(compare.right)
        match compare.left:
            case tree.CardCount(zones, None) if (relation, compare.right) == ("=", 0):
                return "you have no cards" if zones == (tree.Hand(tree.ME),) else f"{self._where(zones)} is empty"
            case tree.CardCount((tree.Hand(tree.ME),), None) if relation == "=" and isinstance(compare.right, int):
                return f"you have {count(compare.right, 'card')}"
            case tree.CardCount(zones, None) if (relation, compare.right) == (">", 0):
                return (
                    "you have cards" if zones == (tree.Hand(tree.ME),) else f"there are cards in {self._where(zones)}"
                )
            case tree.Kept(tree.TRICKS, tree.ME) if (relation, compare.right) == ("=", 0):
                return "you have won no trick"
            case tree.Kept(tree.TRICKS, tree.ME) if (relation, compare.right) == (">", 0):
                return "you have won a trick"
            case tree.Kept(word, tree.ME | tree.US as whose) if compare.right == 0 and relation in ("=", ">"):
                if tree.Call(word) in self.phrases.game.nodes:
                    return self._has_said(words(word), whose, relation == ">")
        verb = AMOUNTS.get(relation, relation)
        if _is_plural(compare.left):
            verb = {"equals": "equal"}.get(verb, verb.replace("is", "are", 1))
        return f"{self.measure(compare.left)} {verb} {than}"

    def _has_said(self, word: str, whose: int, said: bool) -> str:
        """Return whether a player, or one of the partners, has said a word."""
        if whose == tree.ME:
            return f'you have{"" if said else " not"} said "{word}"'
        return f'{"you or your partner has" if said else "neither you nor your partner has"} said "{word}"'

    def _where(self, zones: tuple[tree.CardZone | tree.InLayout, ...], all_others: bool = False) -> str:
        places = listed("the deck" if isinstance(zone, tree.Deck) else self.phrases.zones((zone,)) for zone in zones)
        return re.sub(r"\bevery other (\w+)", r"all other \1s", places) if all_others else places

    def measure(self, measure: tree.Measure, all_others: bool = False) -> str:
        """Return what is counted; `all_others` if the numbers of the other players are added up."""
        match measure:
            case tree.CardCount(zones, cards):
                what = "cards" if cards is None else plural_cards(cards)
                return f"the number of {what} in {self._where(zones, all_others)}"
            case tree.BestOf(zones=zones):
                return best_cards(measure, self._where(zones, all_others))
            case tree.SumOf(zones):
                return f"the sum of {self._where(zones, all_others)}"
            case tree.PointsOf(stack):
                return f"the worth of the cards in {self.phrases.stack(stack.who)}"
            case tree.TokensOf(pile):
                return self.phrases.tokens(pile)
            case tree.GroupsOf():
                return f"the number of {self._groups(measure)}"
        whose = "the" if measure.name in self.phrases.game.common else self._whose(measure.whose, all_others)
        if measure.name == tree.MELDED:
            return f"the worth of {whose} cards on the table"
        return f"{whose} {words(measure.name)}"

    def _groups(self, groups: tree.GroupsOf) -> str:
        """Return which groups of cards are counted."""
        jokers = naturally(self.phrases.game) if groups.natural else ""
        return f"{self._whose(groups.whose, False)} groups of at least {count(groups.size, 'card')}{jokers}"

    def _whose(self, whose: int, all_others: bool) -> str:
        if whose == tree.OTHERS and self.phrases.game.players == 2:
            return "the other player's"
        return "the other players'" if whose == tree.OTHERS and all_others else SIDES[whose]

    def starters(self, measure: tree.Measure) -> str:
        """Return what is counted for the player who starts."""
        return self.measure(measure).replace("your", "the starting player's", 1)

    # What players do.

    def score(self, amount: tree.Amount) -> str:
        """Return how much a player scores, as what follows "you may"."""
        number = amount.number
        verb = "score"
        if number is not None and number < 0:
            verb, number = "lose", -number
        if amount.each is None:
            return f"{verb} {count(number or 0, 'point')}"
        cards = isinstance(amount.each, tree.CardCount | tree.GroupsOf) and amount.over is None
        if cards or (isinstance(amount.each, tree.Kept) and amount.each.name == tree.TRICKS):
            points = "a point" if number in (None, 1) else f"{number} points"
            return f"{verb} {points} for {self._each(amount.each)}{self._above(amount)}"
        what = self._excess(amount)
        return f"{verb} {what}" if number in (None, 1) else f"{verb} {number} times {what}"

    def _each(self, measure: tree.Measure) -> str:
        match measure:
            case tree.CardCount(zones, cards):
                what = "card" if cards is None else held_cards(cards)
                return f"each {what} in {self._where(zones)}"
            case tree.GroupsOf():
                return f"each of {self._groups(measure)}"
        return f"each of {self.measure(measure, all_others=True)}"

    def _above(self, amount: tree.Amount) -> str:
        return f" above {self.measure(amount.over, all_others=True)}" if amount.over is not None else ""

    def _excess(self, amount: tree.Amount) -> str:
        if amount.each is None:
            return str(amount.number)
        one = self.measure(amount.each, all_others=True)
        if amount.over is None:
            return one
        exceeds = "exceed" if _is_plural(amount.each) else "exceeds"
        return f"the number by which {one} {exceeds} {self.measure(amount.over, all_others=True)}"

    def effect(self, rule: tree.Rule) -> str:
        """Return what happens when a card has an effect on the player who puts it, and on others."""
        done = [self._subject(each, rule) for each in rule.consequents]
        groups = groupby(done, lambda each: each[0])
        return " and ".join(f"{subject} {' and '.join(what for _, what in group)}" for subject, group in groups)

    def afterwards(self, consequents: Sequence[tree.Consequent], rule: tree.Rule) -> str:
        """Return what follows from a choice, as what follows "then"; empty if nothing does."""
        done = [
            (YOU, f"choose your {words(each.word)}") if isinstance(each, tree.Choose) else self._subject(each, rule)
            for each in consequents
        ]
        clauses = []
        for subject, group in groupby(done, lambda each: each[0]):
            whats = listed(what for _, what in group)
            clauses.append(whats if subject == YOU else f"{subject} {whats}")
        return listed(clauses) if clauses else ""

    def _subject(self, consequent: tree.Consequent, rule: tree.Rule) -> tuple[str, str]:
        """Return who does something, and what."""
        match consequent:
            case tree.NextTakes(amount):
                return NEXT_PLAYER, f"takes {count(amount, 'card')} from the deck"
            case tree.ChosenTakes(amount):
                return THEM, f"takes {count(amount, 'card')} from the deck"
            case tree.ChosenOut():
                return THEM, "drops out of the game"
        return SUBJECTS.get(type(consequent)) or (YOU, self.phrases.action(consequent, rule))

    def _named(self, kind: str) -> str:
        """Return what a player names who chooses a suit or a number of cards."""
        if kind == tree.OF_SUIT:
            return "a suit"
        return "a rank of the deck" if self.phrases.game.deck else "a number from ace to king"

    def action(self, consequent: Any) -> str:
        """Return what a consequent of language 3 does, as what follows "you may"; empty for others."""
        match consequent:
            case tree.Score(amount):
                return self.score(amount)
            case tree.Add(amount, word) if amount.each is None:
                number = amount.number or 0
                return (
                    f"add {number} to your {words(word)}" if number >= 0 else f"take {-number} off your {words(word)}"
                )
            case tree.Add(word=word) if consequent.resets:
                return f"set your {words(word)} back to 0"
            case tree.Add(amount, word):
                number = 1 if amount.number is None else amount.number
                times = "" if abs(number) == 1 else f"{abs(number)} times "
                what = f"{times}{self._excess(amount)}"
                return f"take {what} off your {words(word)}" if number < 0 else f"add {what} to your {words(word)}"
            case tree.Choose(word=word, without=str(without)) if without:
                return f'choose another player who has not said "{words(without)}" as your {words(word)}'
            case tree.Choose(word=word, having=str(having), number=number) if having:
                return f"choose another player whose {words(having)} is {number} as your {words(word)}"
            case tree.Choose(word=word, kind=tree.OF_PLAYER):
                return f"choose another player as your {words(word)}"
            case tree.Choose(word=word, kind=tree.OF_CARD | tree.OF_SUIT as kind):
                return f"name {self._named(kind)} as your {words(word)}"
            case tree.Choose(lowest, highest, word, kind):
                to = highest if isinstance(highest, int) else self.measure(highest)
                higher = f", higher than every {words(word)} so far," if kind else ""
                return f"choose a number from {lowest} to {to}{higher} as your {words(word)}"
            case tree.ChooseTrump():
                turned_up = self.phrases.game.uses(tree.Trump)
                return f"name the trump suit{' (another one, if a suit is trumps already)' if turned_up else ''}"
            case tree.Call(word):
                return f'say "{words(word)}"'
            case tree.Capture(table):
                table_words = self.phrases.words
                where = f"under your {table_words.stack} (in random order)"
                return f"put all cards of {table_words.table(table.which)} {where}"
            case tree.ChooseSuit(table):
                return f"name the suit that {self.phrases.words.top_card(table.which)} counts as"
            case tree.NextTakes(amount):
                return f"let the next player take {count(amount, 'card')} from the deck"
            case tree.NextMisses():
                return "let the next player miss a turn"
            case tree.TurnAround():
                return "turn the direction of play around"
            case tree.SwapHands(hand):
                whom = "another player" if hand.who == tree.OTHERS else self.phrases.whom(hand.who)
                return f"swap hands with {whom}"
            case tree.TakeAll(table):
                return f"take all cards of {self.phrases.words.table(table.which)}"
            case tree.TakeTo(amount):
                return f"take cards from the deck until you have {amount}"
            case tree.Reveal(table):
                return f"turn up the cards of {self.phrases.words.table(table.which)}"
            case tree.MoveHands():
                return "let everybody give the whole hand to the next player"
            case tree.Lay() | tree.LayAll() | tree.LayOff() | tree.Beat():
                return group_action(consequent, self.phrases)
            case tree.Stop():
                return "end the stage for everybody"
            case tree.Again():
                return "take another turn"
        named, game = self.phrases.words, self.phrases.game
        own = capture_action(consequent, named) or move_action(consequent, named, game)
        return own or player_action(consequent, self.phrases)
