"""The maker of cards for battles."""

from __future__ import annotations

import functools
import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cardwright.core import data
from cardwright.core.errors import BadData, CardwrightError, unknown
from cardwright.core.game import Game
from cardwright.core.making.grower import first_sound, free_name, invented_name, read_settings
from cardwright.core.making.maker import Card, CardMaker, Likeness
from cardwright.core.presentation import Face

from ..engine.mistakes import compile_one
from ..engine.start import CardStart, Start
from ..engine.state import PLAYER, Outcome
from ..facade import Battle
from ..notation.cards import Card as Model
from ..notation.content import Content, from_dict, load, schema, standard
from ..notation.status_text import status_text
from ..notation.statuses import Status
from .counts import GROUP, TYPES, parts
from .grower import NEW_RULE, Grower
from .likeness import ideas, kin, likeness, rules_of
from .taste import Taste
from .variation import crossed, joined, varied

GIVING_UP = 0.05  # the chance to give up crossing two cards at each try
LONGEST_TEXT = 60  # words
SECTIONS = ("cards", "statuses")  # of a part of content that is a card


class SpireMaker(CardMaker):
    """Grows cards and statuses after those of some content; the default is the standard content."""

    unit = "HP"
    judged = "attacks, skills and powers are judged"
    judges = ("mcts:20",)

    def __init__(self, base: Content | None = None):
        super().__init__(read_settings("cardwright.spire"))
        self.base = base or standard()
        self.grower = Grower(self.base)
        self._taste = Taste(self.base, self.grower)

    # Making

    def grow(self, rng: random.Random) -> Card:
        """Return a new card; some bring a new status."""
        return self._sound(lambda: self._grown(rng))

    def vary(self, card: Card, rng: random.Random) -> Card:
        """Return a card that differs from this one in one respect, under a new name."""
        return self._sound_or_new(lambda: self._named(*varied(self._split(card), self.grower, rng), rng), rng)

    def cross(self, first: Card, second: Card, rng: random.Random) -> Card:
        """Return a card with parts of the effects of two; if they do not go together, the first with one change."""

        def make() -> Card:
            if rng.random() < GIVING_UP:
                return self._named(*varied(self._split(first), self.grower, rng), rng)
            return self._named(*crossed(self._split(first), self._split(second), rng), rng)

        return self._sound_or_new(make, rng)

    def _grown(self, rng: random.Random) -> Card:
        card = self.grower.card(rng)
        if rng.random() >= NEW_RULE[card["type"]]:
            return self._named(card, {}, rng)
        for_enemies = card["type"] != "power" and rng.random() < 0.5
        status = self.grower.status(for_enemies, rng)
        card["effect"] = self.grower.with_status(card["effect"], _PLACEHOLDER, for_enemies, card["type"], rng)
        return self._named(card, {_PLACEHOLDER: status}, rng)

    def _named(self, card: dict[str, Any], statuses: Mapping[str, Any], rng: random.Random) -> Card:
        """Return a part of content with invented names and the texts of its statuses."""
        words, taken = self.settings["names"], {*self.base.cards, *self.base.statuses}
        names: dict[str, str] = {}
        for old in statuses:
            names[old] = invented_name(words["status"], taken | set(names.values()), rng)
        name = invented_name(words[card["type"]], taken, rng)
        card = {**card, "effect": joined(card["effect"])}
        made = {"cards": {name: _other_than(card, name)}, "statuses": dict(statuses)}
        made = _with_names(made, names)
        return self._with_texts(made) if statuses else {"cards": made["cards"]}

    def _with_texts(self, card: Card) -> Card:
        """Return the card with a text for each of its statuses; if one cannot be read, the card is not sound anyway."""
        statuses = {}
        for name, status in card["statuses"].items():
            bare = {key: each for key, each in status.items() if key != "text"}
            try:
                read = data.validate(Status, {"name": name, **bare})
                statuses[name] = {**bare, "text": status_text(read, on_enemies=read.debuff)}
            except CardwrightError:
                return card
        return {**card, "statuses": statuses}

    def _sound_or_new(self, make: Callable[[], Card], rng: random.Random) -> Card:
        """Return a sound card of this make; if there are hardly any, a new one."""
        try:
            return self._sound(make)
        except CardwrightError:
            return self.grow(rng)

    def _sound(self, make: Callable[[], Card]) -> Card:
        return first_sound(make, self._check_sense)

    def _check_sense(self, card: Card) -> None:
        """Raise `BadData` unless the card can be played and is also worth a try."""
        objection = self._taste.objection(card)
        if objection:
            raise BadData(objection)
        self.check(card)
        if self.complexity(card) > LONGEST_TEXT:
            raise BadData("its text is too long")
        if any(rules_of(each) in self._known_rules for each in self._statuses(card)) or self.kin(card) in self._kin:
            raise BadData("the game has such a card or status")

    @staticmethod
    def _split(card: Card) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the fields of the card and its statuses, for changes."""
        (fields,) = card["cards"].values()
        return dict(fields), dict(card.get("statuses", {}))

    # Knowing

    def check(self, card: Card) -> None:
        """Read and compile the card and its statuses."""
        cards = card.get("cards")
        if not isinstance(cards, Mapping) or len(cards) != 1:
            raise BadData("a part of content with exactly one card is needed")
        content = self.base.with_more(from_dict(card))
        for section in ("cards", "statuses"):
            for name in card.get(section, {}):
                compile_one(content, section, name)

    def name(self, card: Card) -> str:
        """Return the name of the card."""
        return str(next(iter(card["cards"])))

    def renamed(self, card: Card, taken: set[str]) -> Card:
        """Return the card under names that are free."""
        old = [*card["cards"], *card.get("statuses", {})]
        names = {name: free_name(name, taken) for name in old}
        if all(old == new for old, new in names.items()):
            return card
        own = self.name(card)
        if own in self.base.statuses and own not in card.get("statuses", {}):  # its effect means the known status
            card = {**card, "cards": {names.pop(own): card["cards"][own]}}
        made = _with_names(card, names)
        return self._with_texts(made) if "statuses" in made else made

    def face(self, card: Card) -> Face:
        """Return the type, the cost and the text of the card."""
        model = self._model(card)
        text = model.describe(self._around(card))
        return Face(kind=model.type, cost="" if model.unplayable else model.price, text=text)

    def terms(self, card: Card) -> Mapping[str, str]:
        """Return the texts of the statuses that the card brings along."""
        around = self._around(card)
        return {each.name: f"{each.name}: {each.says(around)}" for each in self._statuses(card)}

    def _around(self, card: Card) -> Content:
        """Return the content of the game with the card and its statuses, which tells who can have them."""
        model = self._model(card)
        statuses = {**self.base.statuses, **{each.name: each for each in self._statuses(card)}}
        return self.base.model_copy(update={"cards": {**self.base.cards, model.name: model}, "statuses": statuses})

    def cost(self, card: Card) -> int:
        """Return the energy it costs; X and formulas count as 2."""
        cost = self._model(card).cost
        return cost if isinstance(cost, int) else 2

    def likeness(self, card: Card) -> Likeness:
        """Return what the card and its statuses do."""
        return likeness(self._model(card), self._statuses(card))

    def kin(self, card: Card) -> str:
        """Return what the card does, whatever its numbers, cost, type, keywords and conditions."""
        effect = _fields(self._model(card)).get("effect")
        return kin(effect, card.get("statuses", {})) if effect else ""

    def ideas(self, card: Card) -> frozenset[str]:
        """Return the parts of the card that make it memorable."""
        fields = _fields(self._model(card))
        return frozenset(ideas(fields, card.get("statuses", {})) if fields.get("effect") else ())

    def lesser(self, card: Card) -> Sequence[Card]:
        """Return the card without each of its parts, and with each of its statuses without rules."""
        (name,), fields = card["cards"], _fields(self._model(card))
        own, statuses = parts(fields.get("effect") or {}), card.get("statuses", {})
        effects = [{GROUP: [*own[:k], *own[k + 1 :]]} for k in range(len(own))] if len(own) > 1 else []
        without = [{**card, "cards": {name: {**fields, "effect": effect}}} for effect in effects]
        blank = {key: {each: status[each] for each in status if each != "rules"} for key, status in statuses.items()}
        return [*without, *({**card, "statuses": {**statuses, key: each}} for key, each in blank.items())]

    def brings(self, card: Card) -> Mapping[str, str]:
        """Return what the statuses that the card brings along do."""
        return {status.name: rules_of(status) for status in self._statuses(card)}

    def known(self) -> Sequence[Card]:
        """Return the cards that people play, and their upgrades."""
        cards = [card for card in self.base.cards.values() if card.type in TYPES]
        return [{"cards": {card.name: _fields(card)}} for card in cards]

    def blank(self, card: Card) -> Card:
        """Return a card of the same type, cost and keywords that does nothing."""
        (name,), (fields,) = card["cards"], card["cards"].values()
        kept = {key: value for key, value in fields.items() if key not in ("effect", "when", "upgrade")}
        return {"cards": {name: kept}}

    @staticmethod
    def _statuses(card: Card) -> list[Status]:
        return list(from_dict({"statuses": card.get("statuses", {})}).statuses.values())

    @functools.cached_property
    def _known_rules(self) -> set[str]:
        """What existing statuses do; one that does the same under another name is no new rule."""
        return {rules_of(status) for status in self.base.statuses.values()}

    @functools.cached_property
    def _kin(self) -> set[str]:
        """What existing cards do, whatever their numbers."""
        return {self.kin(card) for card in self.known()}

    def _model(self, card: Card) -> Model:
        (name,), (fields,) = card["cards"], card["cards"].values()
        return data.validate(Model, {"name": name, **fields})

    # Playing

    def games(
        self, cards: Sequence[Card], added: Sequence[Sequence[str]], trials: Sequence[int]
    ) -> Sequence[Sequence[Game]]:
        """Return battles of decks against fights, with two of each added card; their content is compiled once."""
        starts = {
            f"{'+'.join([self.trials[trial].deck, *more])} against {self.trials[trial].fight}": self._start(trial, more)
            for more in added
            for trial in trials
        }
        own = self.content(cards, {})
        battles = Battle.several(starts, self._with(own), own)
        return [battles[first : first + len(trials)] for first in range(0, len(battles), len(trials))]

    def _start(self, trial: int, more: Sequence[str]) -> Start:
        start = self._starts[trial]
        assert isinstance(start.deck, list)
        new = [CardStart(name=name) for name in more for _ in range(self.settings["copies"])]
        return start.model_copy(update={"deck": [*start.deck, *new]})

    @functools.cached_property
    def _starts(self) -> list[Start]:
        """The starts of the trials without more cards."""
        decks, fights = self.settings["decks"], self.settings["fights"]
        return [data.validate(Start, {"deck": decks[each.deck], "enemies": fights[each.fight]}) for each in self.trials]

    def stress(self, card: Card) -> Game:
        """Return a battle with five of the card, against an enemy that outlasts any turn."""
        stress = self.settings["stress"]
        own = self.content([card], {})
        deck = {**stress["deck"], self.name(card): stress["copies"]}
        start = data.validate(Start, {"deck": deck, "enemies": stress["enemies"]})
        return Battle.several({"stress": start}, self._with(own), own)[0]

    def outcomes(self, game: Game, states: np.ndarray) -> np.ndarray:
        """Return the player's HP at the end; a battle that is not won counts as lost."""
        return np.where(states["outcome"] == Outcome.WON, states["agents"]["hp"][:, PLAYER], 0)

    def _with(self, own: Mapping[str, Any]) -> Content:
        return self.base.with_more(from_dict(own)) if own else self.base

    # Files

    def content(self, cards: Sequence[Card], figures: Mapping[str, Any]) -> dict[str, Any]:
        """Return the cards and their statuses as content."""
        made: dict[str, Any] = {}
        for card in cards:
            for section, entries in card.items():
                made.setdefault(section, {}).update(entries)
        return {**made, "figures": dict(figures)} if figures else made

    def in_words(self, cards: Sequence[Card]) -> dict[str, Any]:
        """Return the cards and their statuses as designers write them."""
        return from_dict(self.content(cards, {})).to_words()

    def schema(self) -> dict[str, Any]:
        """Return the schema of content that has one card and the statuses it brings along."""
        whole = schema()
        entries = {section: whole["properties"][section] for section in SECTIONS}
        entries["cards"] = {**entries["cards"], "minProperties": 1, "maxProperties": 1}
        required = {"type": "object", "properties": entries, "required": ["cards"], "additionalProperties": False}
        return {**required, "$defs": _reachable(required, whole["$defs"])}

    def from_data(self, value: Mapping[str, Any]) -> Card:
        """Return a part of content with one card, of a type that people play, and the statuses it brings along."""
        for key in value:
            if key not in SECTIONS:
                raise unknown("section of a card", key, SECTIONS)
        card = {section: value[section] for section in SECTIONS if value.get(section)}
        if not all(isinstance(each, Mapping) for each in card.values()):
            raise BadData(f"{' and '.join(SECTIONS)} are objects: names, each with its fields")
        self.check(card)
        if self._model(card).type not in TYPES:
            raise BadData(f"the type of a card is one of {', '.join(TYPES)}")
        renamed = self.renamed(card, {*self.base.cards, *self.base.statuses})
        return self._with_texts(renamed) if "statuses" in renamed else renamed

    def read(self, path: str | Path) -> list[Card]:
        """Return the playable cards of a content file, each with the file's statuses."""
        content = load(path)
        statuses = content.to_dict().get("statuses", {})
        return [
            {"cards": {card.name: _fields(card)}, **({"statuses": _needed(card, statuses)} if statuses else {})}
            for card in content.own_cards()
            if card.type in TYPES
        ]

    def left_out(self, path: str | Path) -> list[str]:
        """Return the names of a file's curses and status cards."""
        return [card.name for card in load(path).own_cards() if card.type not in TYPES]


_PLACEHOLDER = "New Status"


def _reachable(schema: Any, definitions: Mapping[str, Any]) -> dict[str, Any]:
    """Return the definitions that a schema refers to, and those that these refer to."""
    found: dict[str, Any] = {}
    waiting = [schema]
    while waiting:
        for name in re.findall(r'"#/\$defs/(\w+)"', json.dumps(waiting.pop())):
            if name not in found:
                found[name] = definitions[name]
                waiting.append(definitions[name])
    return found


def _fields(card: Model) -> dict[str, Any]:
    fields: dict[str, Any] = card.model_dump(mode="json", exclude_unset=True)
    return {key: each for key, each in fields.items() if key not in ("name", "upgrade")}


def _needed(card: Model, statuses: Mapping[str, Any]) -> dict[str, Any]:
    """Return the statuses of a file that a card names, and those that these name."""
    needed: dict[str, Any] = {}
    waiting = [str(_fields(card))]
    while waiting:
        text = waiting.pop()
        for name, status in statuses.items():
            if name not in needed and (name in text or name.replace(" ", "_") in text):
                needed[name] = status
                waiting.append(str(status))
    return needed


def _with_names(value: Any, names: Mapping[str, str]) -> Any:
    """Return data in which entries have other names, as keys, as values and inside formulas."""
    if isinstance(value, Mapping):
        return {_new_name(key, names): _with_names(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [_with_names(each, names) for each in value]
    return _new_name(value, names) if isinstance(value, str) else value


def _other_than(value: Any, name: str) -> Any:
    """Return data in which an exception of a target, which known cards make for themselves, is for this card."""
    if isinstance(value, Mapping):
        return {key: name if key == "other_than" else _other_than(each, name) for key, each in value.items()}
    return [_other_than(each, name) for each in value] if isinstance(value, list) else value


def _new_name(text: str, names: Mapping[str, str]) -> str:
    if text in names:
        return names[text]
    for old, new in names.items():  # in a formula, a blank is written as an underscore
        text = re.sub(rf"\b{re.escape(old.replace(' ', '_'))}\b", new.replace(" ", "_"), text)
    return text
