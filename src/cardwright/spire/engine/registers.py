"""What a battle needs, with an index for each: cards, statuses, events and other names, and formulas."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from cardwright.core.errors import BadData, CardwrightError, unknown

from ..hosts import registered
from ..notation import effects as fx
from ..notation.actions import GainMaxHP, Heal
from ..notation.cards import Card
from ..notation.content import Content
from ..notation.formulas import Names, Terms, translate
from ..notation.own_rules import CHANGES, INPUTS
from ..notation.vocabulary import DESTINATIONS, EVENTS, formula_word
from . import rules as table
from .opcodes import TermOp
from .rules import FIRST_OWN_EVENT, NONE, Keyword
from .state import MAX_RESOURCES, MAX_STATUSES

Amount = tuple[int, int]


class Register:
    """Names and their indices, assigned in the order of first use."""

    def __init__(self, what: str, capacity: int):
        self.what = what
        self.capacity = capacity
        self.names: list[Any] = []
        self.indices: dict[Any, int] = {}

    def __call__(self, name: str | tuple[str, str]) -> int:
        """Return the index of a name; a new name gets the next one."""
        if name not in self.indices:
            if len(self.names) >= self.capacity:
                raise BadData(f"a battle holds at most {self.capacity} {self.what}; {name!r} is one too many")
            self.indices[name] = len(self.names)
            self.names.append(name)
        return self.indices[name]


class Registers:
    """Assigns an index to everything that a battle needs, and translates its formulas."""

    def __init__(self, content: Content, ascension: int = 0):
        self.content = content
        self.cards = Register("kinds of cards", table.MAX_CARD_KINDS)
        self.statuses = Register("statuses", MAX_STATUSES)
        self.enemies = Register("kinds of enemies", table.MAX_ENEMY_KINDS)
        self.relics = Register("kinds of relics", table.MAX_RELIC_KINDS)
        self.potions = Register("kinds of potions", table.MAX_POTION_KINDS)
        self.move_names = Register("names of moves", table.MAX_MOVES)
        self.groups = Register("groups of cards by name", table.MAX_GROUPS)
        self.hosts = Register("Python functions", 64)
        self.resources = Register("resources besides energy", MAX_RESOURCES)
        self.own_events = Register("events of the content", table.MAX_OWN_EVENTS)
        self.formulas: dict[str, int] = {}
        self.terms: list[Terms] = []
        self._names = Names(
            ascension, self._known_status, self.move_names, self.groups, self._words_of_content, self._known_resource
        )
        self.writing = ""  # the section and name of the entry that is being compiled
        self.mistakes: list[str] | None = None  # where all of them are wanted, and not only the first

    @contextlib.contextmanager
    def noting(self) -> Iterator[None]:
        """Note a mistake made inside and go on after it, if all mistakes are wanted."""
        try:
            yield
        except CardwrightError as error:
            if self.mistakes is None:
                raise
            self.mistakes.append(f"{self.writing}: {error}")

    # Entries of the battle

    def card(self, name: str) -> int:
        """Return the index of a card, and make it part of the battle."""
        self.content.card(name)
        return self.cards(name)

    def status(self, name: str) -> int:
        """Return the index of a status, and make it part of the battle; the name of a relic means its counter."""
        if name in self.content.relics and name not in self.content.statuses:
            return MAX_STATUSES + self.relic(name)
        self.content.status(name)
        return self.statuses(name)

    def relic(self, name: str) -> int:
        """Return the index of a relic, and make it part of the battle."""
        self.content.relic(name)
        return self.relics(name)

    def potion(self, name: str) -> int:
        """Return the index of a potion, and make it part of the battle."""
        self.content.potion(name)
        return self.potions(name)

    def name_of(self, status: int) -> str:
        """Return the name of what rules call a status: a status or a relic."""
        return str(self.statuses.names[status] if status < MAX_STATUSES else self.relics.names[status - MAX_STATUSES])

    def enemy(self, name: str) -> int:
        """Return the index of a kind of enemy, and make it part of the battle."""
        self.content.enemy(name)
        return self.enemies(name)

    def move(self, name: str) -> int:
        """Return the index of the name of a move."""
        return self.move_names(name)

    def host(self, name: str) -> int:
        """Return the index of a Python function, and make the entries that it uses part of the battle."""
        for used in registered[name].uses if name in registered else ():
            if used not in self.content.statuses and used not in self.content.cards:
                raise unknown("status or card", used, [*self.content.statuses, *self.content.cards])
            (self.status if used in self.content.statuses else self.card)(used)
        return self.hosts(name)

    def resource(self, name: str) -> int:
        """Return the index of a resource, and make it part of the battle."""
        self.content.resource(name)
        return self.resources(name)

    def event(self, name: str) -> int:
        """Return the number of an event: of the game, of the content, or of a resource that is gained or spent."""
        if name in EVENTS:
            return EVENTS[name]
        own = {*self.content.events, *(f"{each} {verb}" for each in self.content.resources for verb in CHANGES)}
        if name not in own:
            raise unknown("event", name, [*EVENTS, *sorted(own)])
        return FIRST_OWN_EVENT + self.own_events(name)

    def broadcast(self, name: str, amount: bool) -> tuple[int, int]:
        """Return the number of an event that is broadcast, with an amount or without, and its inputs as bits."""
        if name not in self.content.events:
            raise unknown("event of the content", name, self.content.events)
        inputs = self.content.events[name].inputs
        if amount != ("amount" in inputs):
            raise BadData(f"the event {name!r} {'takes no' if amount else 'needs an'} amount")
        return self.event(name), sum(INPUTS[each] for each in inputs)

    def pile(self, name: str) -> int:
        """Return the index of a pile that a card can go to."""
        return DESTINATIONS[name]

    def add_offers(self, color: str | None) -> int:
        """Make every card that an effect can offer part of the battle; return the keyword that these have."""
        for card in self.content.cards.values():
            if in_pool(card, color or "red"):
                self.card(card.name)
        return Keyword.POOL if color is None else Keyword.COLORLESS

    def add_potions(self) -> None:
        """Make every potion that an effect can bring part of the battle."""
        for potion in self.content.potions.values():
            self.potion(potion.name)

    def _known_status(self, name: str) -> int:
        if name in self.content.statuses:
            return self.statuses(name)
        word = formula_word(name)
        relic = next((each for each in self.content.relics if formula_word(each) == word), None)
        if relic is None:
            raise KeyError(name)
        return self.status(relic)

    def _known_resource(self, name: str) -> int | None:
        return self.resource(name) if name in self.content.resources else None

    def _words_of_content(self) -> list[str]:
        return [*self.content.statuses, *self.content.relics, *self.content.resources]

    # Formulas

    def formula(self, text: str, *, chance: bool = True) -> int:
        """Return the index of a formula; without `chance`, a formula that draws random numbers is an error."""
        with self.noting():
            return self._formula(text, chance)
        return self._formula("0", chance)

    def _formula(self, text: str, chance: bool) -> int:
        if text not in self.formulas:
            terms = translate(text, self._names)
            if len(self.terms) >= table.MAX_FORMULAS:
                raise BadData(f"a battle holds at most {table.MAX_FORMULAS} formulas")
            self.formulas[text] = len(self.terms)
            self.terms.append(terms)
        if not chance and any(op is TermOp.RANDOM for op, _, _ in self.terms[self.formulas[text]]):
            raise BadData(f"the formula {text!r} must not draw a random number here")
        return self.formulas[text]

    def amount(self, value: int | str, *, chance: bool = True) -> Amount:
        """Return an amount as the index of a formula and a number; for a plain number, the index is NONE."""
        if isinstance(value, int):
            return NONE, value
        index = self.formula(value, chance=chance)
        terms = self.terms[index]
        return (NONE, terms[0][1]) if len(terms) == 1 and terms[0][0] is TermOp.NUMBER else (index, 0)

    def condition(self, value: int | str | None) -> int:
        """Return the index of the formula of a condition, NONE if there is no condition."""
        return NONE if value is None else self.formula(str(value), chance=False)


def in_pool(card: Card, color: str = "red") -> bool:
    """Return whether an effect can add the card at random; one that heals would make a battle pay for itself."""
    rarities = ("common", "uncommon", "rare")
    return card.color == color and card.rarity in rarities and not card.name.endswith("+") and not _heals(card.effect)


def _heals(effect: fx.Effect | None) -> bool:
    if isinstance(effect, fx.Group):
        return any(_heals(part) for part in effect.do)
    return isinstance(effect, Heal | GainMaxHP)
