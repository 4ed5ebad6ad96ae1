"""Cards and decks as data: the models that check them. docs/unicorns.md explains the words."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources
from importlib.metadata import entry_points
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from cardwright.core import data
from cardwright.core.data import Data, Name
from cardwright.core.errors import BadData, CardwrightError, unknown

from .state import MAX_CARDS

GROUP = "cardwright.unicorns.decks"
STANDARD = "second-print"

KINDS = ("card", "unicorn", "baby", "basic", "magical", "magic", "upgrade", "downgrade", "instant")
IN_STABLES = ("baby", "basic", "magical", "upgrade", "downgrade")
HOOKS = ("enter", "begin", "begin_any", "end", "dies")
BY_MANY = ("each", "others")
FILES = (".yaml", ".yml", ".json")

Type = Literal["baby", "basic", "magical", "magic", "upgrade", "downgrade", "instant"]
AlwaysWord = Literal[
    "cards cannot be neighed", "no instants", "no upgrades", "basics only here", "unicorns indestructible", "pandas",
    "no triggers", "open hand",
]  # fmt: skip
Tier = Literal["S", "A+", "A", "B", "C", "D", "E", "F"]
Amount = Annotated[int, Field(strict=True, ge=1, le=20)]

# The modifiers that each verb of an effect allows.
MODIFIERS: dict[str, tuple[str, ...]] = {
    "destroy": (),
    "sacrifice": ("by",),
    "steal": ("until", "source"),
    "return_": ("by",),
    "move": (),
    "give": (),
    "bring": ("source",),
    "take": (),
    "search": ("named", "keep_order"),
    "discard": ("by", "kind"),
    "draw": ("by",),
    "look": (),
    "pull": (),
    "pick": (),
    "swap": (),
    "shrink": (),
    "shuffle": (),
    "turn": (),
    "extra_draws": (),
    "plays": (),
    "follow": (),
    "either": (),
}


def _kinds(text: Any) -> Any:
    words = text.removeprefix("all ").split(" or ") if isinstance(text, str) else [text]
    for word in words:
        if word not in (*KINDS, "this"):
            raise ValueError(f"a kind of card is one of {', '.join(KINDS)}, or two joined with 'or', not {text!r}")
    return text


Which = Annotated[str, BeforeValidator(_kinds)]


class Effect(Data):
    """One effect: a verb with its operand, and modifiers."""

    destroy: Which | None = None
    sacrifice: Which | None = None
    steal: Which | None = None
    return_: Which | None = Field(None, alias="return")
    move: Which | None = None
    give: Which | None = None
    bring: Which | None = None
    take: Which | None = None
    search: Which | None = None
    discard: Amount | None = None
    draw: Amount | None = None
    look: Amount | None = None
    pull: Amount | None = None
    pick: Literal[1] | None = None
    swap: Literal["hands"] | None = None
    shrink: Literal["unicorn"] | None = None
    shuffle: list[Literal["hand", "discard"]] | None = None
    turn: Literal["again", "skip"] | None = None
    extra_draws: Amount | None = Field(None, alias="extra draws")
    plays: Amount | None = None
    follow: Literal["turn"] | None = None
    either: Annotated[list[Effect], Field(min_length=2, max_length=4)] | None = None

    by: Literal["each", "others", "chosen", "holder"] | None = None
    kind: Which | None = None
    source: Literal["discard", "hand", "nursery", "there"] | None = Field(None, alias="from")
    until: Literal["leaving", "end of turn"] | None = None
    named: Name | None = None
    keep_order: bool = Field(False, alias="keep order")

    @property
    def verb(self) -> str:
        """The verb of the effect."""
        return next(verb for verb in MODIFIERS if getattr(self, verb) is not None)

    @model_validator(mode="after")
    def _one_verb(self) -> Effect:
        verbs = [verb for verb in MODIFIERS if getattr(self, verb) is not None]
        if len(verbs) != 1:
            raise ValueError(f"an effect has exactly one of the verbs {', '.join(map(shown, MODIFIERS))}")
        given = [name for name in ("by", "kind", "source", "until", "named", "keep_order") if getattr(self, name)]
        for name in given:
            if name not in MODIFIERS[verbs[0]]:
                raise ValueError(f"{shown(verbs[0])!r} does not allow {shown(name)!r}")
        if self.bring is not None and self.source not in ("discard", "hand", "nursery"):
            raise ValueError("'bring' needs 'from': discard, hand or nursery")
        if self.steal is not None and self.source not in (None, "there"):
            raise ValueError("'steal' allows only 'from: there', the stable that a card was just given to")
        if self.by in ("chosen", "holder") and self.discard is None and self.draw is None:
            raise ValueError(f"only 'discard' and 'draw' allow 'by: {self.by}'")
        if any(part.either for part in self.either or ()):
            raise ValueError("a variant of 'either' cannot have variants itself")
        if any(part.by in BY_MANY for part in self.either or ()):
            raise ValueError("a variant of 'either' cannot be carried out by several players")
        return self


def shown(field: str) -> str:
    """Return the word that stands for a field of an effect in files and actions."""
    return {"return_": "return", "source": "from"}.get(field, field.replace("_", " "))


def _listed(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


Effects = Annotated[list[Effect], BeforeValidator(_listed), Field(min_length=1, max_length=6)]


class Program(Data):
    """Effects that happen together in one link, and the programs that follow in the next."""

    do: Effects | None = None
    may: Effects | None = None
    then: AnyProgram | None = None
    if_done: AnyProgram | None = Field(None, alias="if done")

    @property
    def effects(self) -> list[Effect]:
        """The effects that happen together."""
        return self.do or self.may or []

    @model_validator(mode="after")
    def _do_or_may(self) -> Program:
        if (self.do is None) == (self.may is None):
            raise ValueError("a program has either 'do' or 'may'")
        for effect in self.may or ():
            if effect.by in BY_MANY:
                raise ValueError(f"'by: {effect.by}' needs 'do'; it cannot be optional with 'may'")
        after = [program for program in (self.then, self.if_done) if program is not None]
        if after and self.effects[0].either:
            raise ValueError("nothing can follow 'either'")
        if any(program.awaits_holder for program in after) and self.effects[0].return_ is None:
            raise ValueError("'by: holder' must follow the return of a card")
        return self

    @property
    def awaits_holder(self) -> bool:
        """Whether it acts on the player whose card was just returned."""
        return any(effect.by == "holder" for effect in self.effects)


def _as_program(value: Any) -> Any:
    if isinstance(value, Mapping) and not {"do", "may"} & set(value):
        return {"do": [value]}
    return {"do": value} if isinstance(value, list) else value


AnyProgram = Annotated[Program, BeforeValidator(_as_program)]


class Saves(Data):
    """How a card saves itself or others."""

    whom: Literal["itself", "another unicorn"]
    source: Annotated[list[Literal["destroyed", "sacrificed"]], Field(min_length=1, alias="from")]
    by: Literal["discarding", "sacrificing itself"]


class Traffic(Data):
    """Effects that happen when cards of some kinds enter or leave the stable."""

    of: Which
    do: Effects


class Crowd(Data):
    """Effects that happen while there are too many unicorns in the stable."""

    over: Amount
    do: Effects


class Card(Data):
    """A card and its effects."""

    type: Type
    copies: Annotated[int, Field(strict=True, ge=0, le=MAX_CARDS)] = 1
    text: Annotated[str, Field(max_length=400)] = ""
    value: Annotated[int, Field(strict=True, ge=0, le=9)] = 1
    needs: Annotated[int, Field(strict=True, ge=0, le=200)] = 0
    needs_basic: bool = Field(False, alias="needs basic")
    immune: list[Literal["destroyed", "sacrificed", "magic", "neigh"]] = Field(default_factory=list)
    instead: Literal["hand"] | None = None
    saves: Saves | None = None
    always: list[AlwaysWord] = Field(default_factory=list)
    enter: AnyProgram | None = None
    begin: AnyProgram | None = None
    begin_any: AnyProgram | None = Field(None, alias="begin any")
    end: AnyProgram | None = None
    play: AnyProgram | None = None
    stops: bool = True
    dies: AnyProgram | None = None
    traffic: Traffic | None = None
    crowd: Crowd | None = None
    tier: Tier | None = None

    @model_validator(mode="after")
    def _fits_its_type(self) -> Card:
        stable = self.type in IN_STABLES
        if self.play is None and self.type == "magic":
            raise ValueError("a Magic card needs 'play'")
        if self.play is not None and self.type not in ("magic", "instant"):
            raise ValueError("only a Magic card or an Instant can have 'play'")
        if not self.stops and self.type != "instant":
            raise ValueError("only an Instant can have 'stops'")
        programs = [getattr(self, hook) for hook in HOOKS]
        if not stable and any((*programs, self.always, self.traffic, self.crowd)):
            raise ValueError(f"a card of type {self.type} is never in a stable and can have no effects there")
        loose = [effect for each in (self.traffic, self.crowd) if each for effect in each.do]
        loose += [effect for program in (*programs, self.play) if program for effect in program.effects]
        if any(part.by == "holder" for effect in loose for part in (effect, *(effect.either or ()))):
            raise ValueError("'by: holder' must follow the return of a card")
        return self


Effect.model_rebuild()
Program.model_rebuild()


class Deck(Data):
    """The cards in a box; with a `base`, they are added to the cards of another deck or replace them."""

    about: str = ""
    base: str | None = None
    cards: dict[Name, Card]
    figures: dict[str, Any] = Field(default_factory=dict)  # what was measured of cards, by name; games ignore it


class Change(Data):
    """A named departure from the rules."""

    about: str
    cards: dict[str, dict[str, Any]] = Field(default_factory=dict)


class Profiles(Data):
    """The switches, and which of them each profile turns on."""

    switches: dict[str, Change]
    profiles: dict[str, list[str] | Literal["all"]]


@functools.cache
def profiles() -> Profiles:
    """Return all switches and profiles."""
    document = data.parse(_folder("rules.yaml").read_text(encoding="utf-8"), "rules.yaml")
    return data.validate(Profiles, document.value, document)


def switches(rules: str = "official", changes: Mapping[str, Any] | None = None) -> frozenset[str]:
    """Return the names of the switches that are on.

    >>> sorted(switches("official", {"pandas_win": True}))
    ['pandas_win']
    >>> "pandas_win" in switches("thesis", {"pandas_win": False})
    False
    """
    known = profiles()
    if rules not in known.profiles:
        raise unknown("profile of the rules", rules, known.profiles)
    chosen = known.profiles[rules]
    on = set(known.switches if chosen == "all" else chosen)
    for name, value in (changes or {}).items():
        if name not in known.switches:
            raise unknown("switch", name, known.switches)
        if not isinstance(value, bool):
            raise BadData(f"the switch {name!r} must be true or false, not {str(value)[:40]!r}")
        (on.add if value else on.discard)(name)
    return frozenset(on)


def decks() -> list[str]:
    """Return the names of all decks: those of this package and those of other installed packages."""
    own = [file.name.removesuffix(".yaml") for file in _folder("decks").iterdir() if file.name.endswith(".yaml")]
    return sorted({*own, *(point.name for point in entry_points(group=GROUP))})


def is_file(deck: Any) -> bool:
    """Return whether a deck is given as the name of a file."""
    return isinstance(deck, Path) or (isinstance(deck, str) and deck.lower().endswith(FILES))


def read_deck(path: str | Path) -> dict[str, Any]:
    """Return the deck in a file as data; errors name the file and the line."""
    document = data.read(path)
    data.validate(Deck, document.value, document)
    return dict(document.value)


def cards_of(deck: str | Mapping[str, Any], on: frozenset[str]) -> dict[str, Card]:
    """Return the cards of a deck, given by name or as data, as the switches that are on change them."""
    return dict(_validated(Deck, {"cards": raw_cards(deck, on)}, "cards").cards)


def raw_cards(deck: str | Mapping[str, Any], on: frozenset[str]) -> dict[str, dict[str, Any]]:
    """Return the same as plain data. Switches change only cards of named decks, not cards given as data."""
    raw = _raw_cards(deck, set())
    own = set() if isinstance(deck, str) else set(deck["cards"])
    for name in sorted(on):
        for card, change in profiles().switches[name].cards.items():
            if card in raw and card not in own:
                raw[card] = {**raw[card], **change}
    return raw


def _raw_cards(deck: str | Mapping[str, Any], seen: set[str]) -> dict[str, Any]:
    """Return the data of each card, with those of the base first."""
    name = deck if isinstance(deck, str) else "cards"
    if name in seen:
        raise BadData(f"the deck {name!r} is its own base")
    raw = _deck_data(deck) if isinstance(deck, str) else deck
    if "cards" not in raw:
        raise BadData("a deck is a mapping with 'cards', such as {base: second-print, cards: {Star: {type: basic}}}")
    checked = _validated(Deck, raw, name)
    base = _raw_cards(checked.base, seen | {name}) if checked.base else {}
    return {**base, **{card: dict(each) for card, each in dict(raw["cards"]).items()}}


def _validated(model: Any, raw: Any, name: str) -> Any:
    return data.validate(model, raw, data.Document(raw, name))


def _deck_data(name: str) -> Any:
    """Return the data of a named deck; an entry point is a mapping, a file, or a function that returns one of them."""
    for point in entry_points(group=GROUP, name=name):
        found = point.load()
        raw = found() if callable(found) else found
        if isinstance(raw, str | Path):
            raw = data.read(raw).value
        if not isinstance(raw, Mapping):
            raise CardwrightError(f"the entry point {name!r} of {GROUP} does not name a deck: a mapping with 'cards'")
        return raw
    if name not in decks():
        raise unknown("deck", name, decks())
    return data.parse((_folder("decks") / f"{name}.yaml").read_text(encoding="utf-8"), name).value


def _folder(*parts: str) -> Traversable:
    return resources.files(__package__).joinpath("data", *parts)
