"""The action space of a described game: a number and words for each choice that its text can offer.

Choices that mean the same share their numbers, also between stages: playing the 7 of diamonds on T0 is one action,
whichever rule allows it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cardwright.core.features import seat_name

from .engine.compiler3 import choosable
from .engine.observed import choices_of, stops_at_will
from .engine.state import DONE, ENOUGH, MAX_AMOUNTS, MAX_GROUPS, NEXT, Need
from .language import tree
from .language.card_names import PLAYERS, words
from .language.card_printer import zone_text
from .language.decks import Pack, pack_of
from .language.rule_printer import consequent_text
from .prose.actions import action_words
from .prose.words import Words

GROUPS = tuple(f"meld {number}" for number in range(1, MAX_GROUPS + 1))
PASSES = {NEXT: "pass: next", DONE: "pass: done", ENOUGH: "show no more"}


class Meaning(NamedTuple):
    """What a choice does; equal meanings share their numbers."""

    need: Need
    what: str
    rest: str  # of the rule, after this choice
    copy: int = 0  # the index of a rule that can be offered together with another that means the same


class Choices(NamedTuple):
    """A part of the action space: all that can be chosen in one way."""

    first: int
    size: int
    words: str  # without the card, player, number or amount
    spoken: tuple[str, ...] = ()  # the names of what is chosen, if players choose what to say


class ActionSpace:
    """The parts of the action space of a game, each with its number of actions."""

    def __init__(self, game: tree.Game):
        self.players = game.players
        self.pack = pack_of(game)
        self.tables = table_names(game)
        self.size = 0
        self.parts: dict[Meaning, Choices] = {}
        self.starts: dict[tuple[int, int, int, Need], int] = {}
        self.passes = [NEXT, DONE] if game.switch("passing") in ("next", "both") else [DONE]
        if stops_at_will(game):
            self.passes.append(ENOUGH)
        top = game.switch("compare_with") != "any"
        for stage, each in enumerate(game.played_stages()):
            for k, rule in enumerate(each.rules):
                copy = k if _clashes(each.rules, k, top, self.pack) else 0
                for step, need in choices_of(rule):
                    self.starts[stage, k, step, need] = self._place(rule, step, need, copy)
                    copy = 0  # only the first choice of a rule is offered together with others

    def _place(self, rule: tree.Rule, step: int, need: Need, copy: int) -> int:
        meaning = _meaning(rule, step, need)._replace(copy=copy)
        if meaning not in self.parts:
            spoken = spoken_choices(rule.consequents[step], need, self.pack, self.tables) if step >= 0 else ()
            if spoken == PLAYERS:
                spoken = spoken[: self.players]
            size = len(spoken) or self._count(rule, step, need)
            self.parts[meaning] = Choices(self.size, size, " ".join(action_words(rule, step, need)).strip(), spoken)
            self.size += size
        return self.parts[meaning].first

    def _count(self, rule: tree.Rule, step: int, need: Need) -> int:
        """Return how many choices there can be."""
        if need == Need.AMOUNT:
            bet = rule.consequents[step]
            return 1 if isinstance(bet, tree.Bet) and bet.relation == "=" else MAX_AMOUNTS
        cards, numbers = len(self.pack.faces), len(self.pack.ranks)
        return {Need.NOTHING: 1, Need.CARD: cards, Need.PLAYER: self.players - 1, Need.NUMBER: numbers}[need]

    def write(self, record: Any) -> None:
        """Write where the parts begin into the tables of the game."""
        for (stage, rule, step, need), first in self.starts.items():
            record["starts"][stage, rule, step + 1, need] = first
        record["pass_place"] = self.size - self.passes[0]

    def words(self) -> list[str]:
        """Return the words of all actions; longer ones where short ones have two meanings."""
        short = [(part.words, meaning.need) for meaning, part in self.parts.items()]
        result = []
        for meaning, part in self.parts.items():
            context = [meaning.what, meaning.rest] if short.count((part.words, meaning.need)) > 1 else []
            more = "".join(f", {each}" for each in context if each) + f" (rule {meaning.copy + 1})" * (meaning.copy > 0)
            result += [
                f"{part.words} {each}".strip() + more for each in part.spoken or self._subjects(meaning.need, part.size)
            ]
        return [*result, *(PASSES[choice] for choice in self.passes)]

    def _subjects(self, need: Need, size: int) -> list[str]:
        """Return the names of what is chosen."""
        match need:
            case Need.CARD:
                return [self.pack.name(card) for card in self.pack.faces]
            case Need.NUMBER:
                return list(map(words, self.pack.ranks))
            case Need.PLAYER:
                return [seat_name(k) for k in range(1, size + 1)]
            case Need.AMOUNT:
                return ["the least", *(f"the least and {k} steps more" for k in range(1, size))]
        return [""]


def table_names(game: tree.Game) -> tuple[str, ...]:
    """Return what players call the tables of a game."""
    named = Words(game)
    return tuple(named.table(which).removeprefix("the ") for which in range(game.tables))


def spoken_choices(
    consequent: tree.Consequent, need: Need, pack: Pack, tables: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the names of what a player can choose to say, of groups of cards or of tables; empty for other choices."""
    match consequent:
        case tree.LayOff() if need == Need.NUMBER:
            return GROUPS
        case tree.Choose():
            return pack.spoken(consequent.kind) or tuple(map(str, choosable(consequent)))
        case tree.ChooseTrump() | tree.ChooseSuit():
            return tuple(map(words, pack.suits))
        case tree.MoveCards() if need == Need.NUMBER:
            return tables
    return ()


def _meaning(rule: tree.Rule, step: int, need: Need) -> Meaning:
    """Return what a choice does, whatever its condition."""
    draws = isinstance(rule.antecedent, tree.Draw) and need == Need.NOTHING
    consequents = rule.consequents
    if isinstance(rule.antecedent, tree.Show) and step < 0:
        table = zone_text(rule.antecedent.table)
        if consequents[0] == tree.PlayIt():
            return Meaning(need, f"in {table}", _texts(consequents[1:]))
        return Meaning(need, f"beside {table}", _texts(consequents))
    if draws:
        return Meaning(need, "", _texts(consequents))
    return Meaning(need, _what(consequents[step], need), _texts(consequents[step + 1 :]))


def _what(consequent: tree.Consequent, need: Need) -> str:
    """Describe a consequent in few words, for a single card; its rule says which cards are allowed."""
    match consequent:
        case tree.Put(amount=1, zone=zone, face=face) | tree.PutCards(zone=zone, face=face) if need == Need.CARD:
            return f"in {zone_text(zone)}" + ("" if isinstance(zone, tree.Table) else f" face {face}")
    return consequent_text(consequent)


def _texts(consequents: tuple[tree.Consequent, ...]) -> str:
    return ", ".join(map(consequent_text, consequents))


def _clashes(rules: tuple[tree.Rule, ...], k: int, one_card: bool, pack: Pack) -> bool:
    """Return whether an earlier rule begins with the same choice and can be offered together with a rule.

    `one_card` says that shown cards are compared with one card of the table only.
    """
    if {tree.MANDATORY, tree.OTHERWISE} & set(rules[k].modifiers):  # never offered with earlier ones
        return False
    earlier = [each for each in rules[:k] if tree.MANDATORY not in each.modifiers and _first(each) == _first(rules[k])]
    return not all(one_card and _exclude(each, rules[k], pack) for each in earlier)


def _first(rule: tree.Rule) -> Meaning:
    step, need = next(choices_of(rule))
    return _meaning(rule, step, need)


def _exclude(one: tree.Rule, other: tree.Rule, pack: Pack) -> bool:
    """Return whether two rules never allow the same card.

    Without equal cards, no other card has the suit and the number of one.
    """
    both = (one.antecedent, other.antecedent)
    relations = {each.relation for each in both if isinstance(each, tree.Show)}
    puts = [each for each in (one.consequents[0], other.consequents[0]) if isinstance(each, tree.PutCards)]
    if len(puts) == len(both):
        relations |= {each.relation for each in puts}
        if not pack.selected(puts[0].cards) & pack.selected(puts[1].cards):
            return True
    return relations == {tree.SAME_SUIT, tree.SAME_NUMBER} and len(pack.faces) == pack.size
