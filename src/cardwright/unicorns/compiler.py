"""Compiles cards given as data into the tables that kernels read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from cardwright.core.errors import BadData

from .card_text import variant_words
from .chain.together import may_lack_cards
from .content import HOOKS, IN_STABLES, Card, Count, Effect, Lasting, Program
from .plugins import Plugin, find_continuous, find_effect, rules_type
from .rules import (
    MAX_LASTING,
    MAX_ROWS,
    MAX_SPECIAL,
    MAX_WORDS,
    NOTHING,
    Added,
    Always,
    By,
    Demand,
    Kind,
    Lasts,
    Op,
    Rules,
    Shuffled,
    Switch,
    Trait,
    Where,
    Whose,
)
from .state import MAX_CARDS
from .worth import effect_worth, harms_chosen, is_burden, program_worth

_KINDS = {
    "card": Kind.ANY,
    "unicorn": Kind.UNICORN,
    "baby": Kind.BABY,
    "basic": Kind.BASIC,
    "magical": Kind.MAGICAL,
    "magic": Kind.MAGIC,
    "upgrade": Kind.UPGRADE,
    "downgrade": Kind.DOWNGRADE,
    "instant": Kind.INSTANT,
    "this": Kind.STABLE,
}
_ALWAYS = {
    "cards cannot be neighed": Always.UNNEIGHABLE,
    "no instants": Always.NO_INSTANTS,
    "no upgrades": Always.NO_UPGRADES,
    "basics only here": Always.BASICS_ONLY_HERE,
    "unicorns indestructible": Always.INDESTRUCTIBLE,
    "pandas": Always.PANDAS,
    "no triggers": Always.NO_TRIGGERS,
    "open hand": Always.OPEN_HAND,
}
_IMMUNE = {
    "destroyed": Trait.INDESTRUCTIBLE,
    "sacrificed": Trait.UNSACRIFICEABLE,
    "magic": Trait.MAGIC_PROOF,
    "neigh": Trait.UNNEIGHABLE,
}
_BY = {None: By.OWNER, "each": By.EACH, "others": By.OTHERS, "chosen": By.CHOSEN, "holder": By.HOLDER}
_SOURCES = {"discard": Whose.DISCARD, "hand": Whose.HAND, "nursery": Whose.NURSERY}
OPS = {
    "destroy": Op.DESTROY,
    "sacrifice": Op.SACRIFICE,
    "steal": Op.STEAL,
    "return_": Op.RETURN,
    "move": Op.MOVE,
    "give": Op.GIVE,
    "bring": Op.BRING,
    "take": Op.TAKE,
    "search": Op.SEARCH,
    "discard": Op.DISCARD,
    "draw": Op.DRAW,
    "look": Op.LOOK,
    "pull": Op.PULL,
    "pick": Op.PICK,
    "swap": Op.SWAP,
    "shrink": Op.SHRINK,
    "shuffle": Op.SHUFFLE,
    "extra_draws": Op.EXTRA,
    "plays": Op.PLAYS,
    "follow": Op.FOLLOW,
    "reveal": Op.REVEAL,
    "use": Op.USE,
    "either": Op.EITHER,
}
_DANGERS = {
    "destroyed": (Op.DESTROY,),
    "sacrificed": (Op.SACRIFICE,),
    "stolen": (Op.STEAL,),
    "returned": (Op.RETURN,),
    "moved": (Op.MOVE, Op.GIVE),
}
_WHOSE = {"destroy": Whose.OTHERS, "steal": Whose.OTHERS, "give": Whose.OWN, "sacrifice": Whose.OWN}


class Compiler:
    """Turns cards into tables, and knows which numbers belong to which card name.

    `rules` holds the tables, `names` the card names by index, `numbers` the numbers of all copies of each card, and
    `variants` the words for variants of effects, by row.
    """

    def __init__(self, cards: Mapping[str, Card], switches: frozenset[str]):
        self.rules = np.zeros(1, Rules)
        self.record = self.rules[0]
        self.names = list(cards)
        self.record.name_count = len(self.names)
        self.words: list[str] = []
        self.numbers: dict[str, list[int]] = {}
        self.variants: dict[int, str] = {}
        self.effects: list[Plugin] = []  # the functions in Python that cards use
        self.continuous: list[Plugin] = []
        self.record.demands = MAX_ROWS
        self.record.switches = sum(Switch[name.upper()] for name in switches if name.upper() in Switch.__members__)
        for effect in ({"discard": 1}, {"sacrifice": "this"}):  # the order of `FixedRow`
            self._rows([Effect.model_validate(effect)], "upgrade")
        self._add_row().op = Op.GIVE_BACK
        for index, (name, card) in enumerate(cards.items()):
            self._card(index, name, card)
        self._mark_words()
        self._add_functions(self._is_open(cards.values()))

    def _card(self, index: int, name: str, card: Card) -> None:
        """Fill the table entries of all copies of a card."""
        count = int(self.record.card_count)
        if count + card.copies > MAX_CARDS:
            raise BadData(f"{name}: a box has at most {MAX_CARDS} cards")
        self.numbers[name] = list(range(count, count + card.copies))
        if not card.copies:
            return
        line = self.record.cards[count]
        line.kind = _KINDS[card.type]
        line.name = index
        line.value = card.value if line.kind & Kind.UNICORN else 0
        self.record.top_value = max(self.record.top_value, line.value)
        line.letters = sum(not letter.isspace() for letter in name)
        line.needs = card.needs
        line.trait = _traits(card)
        line.always = _always(card)
        line.burden = card.type in IN_STABLES and is_burden(card)
        for hook in (*HOOKS, "play"):
            line[hook] = self._program(getattr(card, hook), card.type)
        line.traffic = line.crowd = NOTHING
        if card.traffic:
            line.traffic = self._rows(card.traffic.do, card.type)
            line.traffic_kinds = _kinds(card.traffic.of)
        if card.crowd:
            line.crowd = self._rows(card.crowd.do, card.type)
            line.crowd_over = card.crowd.over
        self._lasting(line, card)
        self.record.card_count += card.copies
        self.record.cards[count + 1 : count + card.copies] = line
        for copy in self.numbers[name]:
            self._list_specials(copy, line)

    def _list_specials(self, copy: int, line: np.record) -> None:
        """List the few cards that kernels must find wherever they are."""
        if line.trait & (Trait.RETURNS_WHEN_LEAVING | Trait.RETURNS_AT_END):
            self._list("thieves", "thief_count", copy, "steal temporarily")
        if line.begin_any != NOTHING:
            self._list("wanderers", "wanderer_count", copy, "act in every turn")

    def _list(self, field: str, count_field: str, copy: int, feature: str) -> None:
        count = int(self.record[count_field])
        if count == MAX_SPECIAL:
            raise BadData(f"at most {MAX_SPECIAL} cards of a box can {feature}")
        self.record[field][count] = copy
        self.record[count_field] = count + 1

    def _program(self, program: Program | None, card_type: str) -> int:
        """Add a program of a card of this type and return the index of its first row."""
        if program is None:
            return NOTHING
        first = self._rows(program.effects, card_type)
        row = self.record.rows[first]
        row.worth = program_worth(program, card_type)
        row.may = program.may is not None
        row.if_possible = program.if_possible
        if program.when:
            row.when, row.when_in = _kinds(program.when.count), _where(program.when.where)
            row.when_low, row.when_high = program.when.at_least or 0, MAX_CARDS
            if program.when.at_most is not None:
                row.when_high = program.when.at_most
        row.then = self._program(program.then, card_type)
        row.if_done = self._program(program.if_done, card_type)
        return first

    def _rows(self, effects: list[Effect], card_type: str) -> int:
        """Add the rows of effects of a card that happen together, and return the index of the first."""
        rows = [self._add_row() for _ in effects]
        first = int(self.record.row_count) - len(rows)
        for row, effect in zip(rows, effects, strict=True):
            self._row(row, effect, card_type)
        rows[0].group = len(rows)
        return first

    def _add_row(self) -> np.record:
        if self.record.row_count == MAX_ROWS:
            raise BadData(f"the cards of a box have at most {MAX_ROWS} effects in all")
        row: np.record = self.record.rows[self.record.row_count]
        self.record.row_count += 1
        row.then = row.if_done = NOTHING
        row.variants = NOTHING
        row.group = 1
        row.amount = 1
        return row

    def _row(self, row: np.record, effect: Effect, card_type: str) -> None:
        verb = effect.verb
        row.worth, row.harms = effect_worth(effect, card_type), harms_chosen(effect)
        operand = getattr(effect, verb)
        row.by = _BY[effect.by]
        row.random = effect.at_random
        row.shuffles = not effect.keep_order
        row.kinds = Kind.ANY
        row.whose = _WHOSE.get(verb, Whose.ANY)
        if verb == "turn":
            row.op = Op.AGAIN if operand == "again" else Op.SKIP
            return
        row.op = OPS[verb]
        if verb == "either":
            for index, (variant, words) in enumerate(zip(operand, variant_words(operand), strict=True)):
                row.variants[index] = self._rows([variant], card_type)
                self.variants[int(row.variants[index])] = words
        elif verb == "shuffle":
            row.amount = sum(Shuffled[pile.upper()] for pile in set(operand))
        elif verb == "use":
            row.call = _index(self.effects, find_effect(operand))
        elif isinstance(operand, Count):
            row.amount, row.each, row.each_in = operand.most, _kinds(operand.each), _where(operand.where)
            row.kinds = _kinds(effect.kind or "card")
        elif isinstance(operand, int):
            row.amount = operand
            row.kinds = _kinds(effect.kind or "card")
        else:
            row.kinds = _kinds(operand if verb not in ("swap", "follow") else "card")
        self._set_whose(row, effect, verb, operand)

    def _set_whose(self, row: np.record, effect: Effect, verb: str, operand: object) -> None:
        """Set where the effect finds the cards it can choose, and the word their names must have."""
        if operand == "this" or verb == "follow":
            row.whose = Whose.THIS
        elif isinstance(operand, str) and operand.startswith("all "):
            row.whose = Whose.ALL
        elif verb == "bring" and effect.source:
            row.whose = _SOURCES[effect.source]
        elif verb == "take":
            row.whose = Whose.DISCARD
        elif effect.source == "there":
            row.whose = Whose.THERE
        elif verb == "return_" and effect.by:
            row.whose = Whose.OWN
        elif verb == "reveal":
            row.whose = Whose.OWN if effect.into == "stable" else Whose.HAND
        if effect.named:
            row.word = 1 << self._word(effect.named)

    def _lasting(self, line: np.record, card: Card) -> None:
        """Add the continuous effects of a card that take operands."""
        line.lasting = self.record.lasting_count
        for each in card.always:
            if each.verb == "word":
                continue
            if self.record.lasting_count == MAX_LASTING:
                raise BadData(f"the cards of a box have at most {MAX_LASTING} continuous effects with operands")
            self._set_lasting(self.record.lasting[self.record.lasting_count], each)
            self.record.lasting_count += 1
            line.lasting_count += 1

    def _set_lasting(self, entry: np.record, lasting: Lasting) -> None:
        entry.what = Lasts[lasting.verb.upper()]
        entry.kinds = _kinds(lasting.shield or lasting.keep_out or lasting.cannot_play or "card")
        entry.amount = lasting.add or 1
        if lasting.use:
            entry.call = _index(self.continuous, find_continuous(lasting.use))
        if lasting.to:
            entry.bits = 1 << Added[lasting.to.replace(" ", "_").upper()]
        for danger in dict.fromkeys(lasting.source or ()):
            entry.bits |= sum(1 << op for op in _DANGERS[danger])

    def _add_functions(self, is_open: bool) -> None:
        """Give the rules the type for what the cards need, and the rows that functions in Python can demand."""
        if self.effects:
            self.record.demands = self.record.row_count
            for demand in Demand:
                row = self._add_row()
                row.op, row.kinds = Op[demand.name], Kind.STABLE
        made = np.zeros(1, rules_type(tuple(self.effects), tuple(self.continuous), is_open))
        for name in Rules.names or ():
            made[name] = self.rules[name]
        self.rules, self.record = made, made[0]

    def _is_open(self, cards: Iterable[Card]) -> bool:
        """Whether cards have something for which kernels must look at the table: lasting.py and chain/together.py."""
        rows = self.record.rows
        lasting = self.record.lasting_count > 0
        return bool(lasting or rows["each"].any() or rows["when"].any() or any(map(may_lack_cards, cards)))

    def _word(self, word: str) -> int:
        """Return the index of a word that effects ask for."""
        if word.casefold() not in self.words:
            if len(self.words) == MAX_WORDS:
                raise BadData(f"effects can ask for at most {MAX_WORDS} different words in names")
            self.words.append(word.casefold())
        return self.words.index(word.casefold())

    def _mark_words(self) -> None:
        """Mark which of these words each card has in its name."""
        for name, copies in self.numbers.items():
            own = name.casefold().split()
            bits = sum(1 << index for index, word in enumerate(self.words) if word in own)
            for copy in copies:
                self.record.cards[copy].words = bits


def _index(plugins: list[Plugin], plugin: Plugin) -> int:
    """Return the index of a function among those that cards use, where it is added if it is new."""
    if plugin not in plugins:
        plugins.append(plugin)
    return plugins.index(plugin)


def _where(words: str) -> Where:
    return Where[words.replace(" ", "_").upper()]


def _kinds(text: str) -> int:
    kinds = 0
    for word in text.removeprefix("all ").split(" or "):
        kinds |= _KINDS[word]
    return kinds


def _traits(card: Card) -> int:
    traits = 0
    for word in card.immune:
        traits |= _IMMUNE[word]
    if card.needs_basic:
        traits |= Trait.NEEDS_BASIC
    if not card.stops:
        traits |= Trait.SPARES
    if card.instead:
        traits |= Trait.TO_HAND
    if card.saves:
        traits |= Trait.SAVES_ITSELF if card.saves.whom == "itself" else Trait.SAVES_OTHERS
        traits |= Trait.SAVES_BY_DISCARDING if card.saves.by == "discarding" else 0
        traits |= Trait.SAVES_FROM_DESTROY if "destroyed" in card.saves.source else 0
        traits |= Trait.SAVES_FROM_SACRIFICE if "sacrificed" in card.saves.source else 0
    for effect in _all_effects(card):
        if effect.until:
            leaving = effect.until == "leaving"
            traits |= Trait.RETURNS_WHEN_LEAVING if leaving else Trait.RETURNS_AT_END
    return traits


def _all_effects(card: Card) -> list[Effect]:
    found: list[Effect] = []
    programs = [card.enter, card.begin, card.begin_any, card.end, card.play, card.dies]
    while programs:
        program = programs.pop()
        if program is not None:
            found += [part for effect in program.effects for part in (effect, *(effect.either or ()))]
            programs += [program.then, program.if_done]
    return found


def _always(card: Card) -> int:
    always = 0
    for each in card.always:
        always |= _ALWAYS[each.word] if each.word else Always.LASTING
        if each.cannot_play and _kinds(each.cannot_play) & Kind.INSTANT:
            always |= Always.NO_INSTANTS
    for present, bit in (
        (card.traffic, Always.TRAFFIC),
        (card.crowd, Always.CROWD),
        (card.saves, Always.SAVES),
        ("magic" in card.immune, Always.MAGIC_PROOF),
    ):
        if present:
            always |= bit
    return always
