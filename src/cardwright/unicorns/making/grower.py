"""Growing effects, programs and cards: every choice is drawn from the counts of existing ones."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardwright.core.making.grower import Choices, varied_number

from ..content import IN_STABLES, MODIFIERS, Card, shown

TYPES = ("magical", "magic", "upgrade", "downgrade", "instant")  # of cards that are grown
HOOKS = ("enter", "begin", "begin any", "end", "dies", "play")  # keys of programs
AFTER = "after"  # the context of programs that follow others
MOST_AMOUNT = 5
NEW_RULE = 0.3  # the chance that something happens at a moment at which it need not be known to happen
MOST_EFFECTS = 2  # in one link
# What can be in each place, and so be chosen there.
_STABLE = ("card", "unicorn", "basic", "magical", "upgrade", "downgrade")
_PILE = ("card", "unicorn", "basic", "magical", "magic", "upgrade", "downgrade", "instant")
_KINDS: dict[str, tuple[str, ...]] = {
    "destroy": ("card", "unicorn", "basic", "magical", "upgrade"),
    "sacrifice": (*_STABLE, "this"),
    "steal": ("unicorn", "basic", "magical", "upgrade"),
    "return": _STABLE,
    "move": ("upgrade", "downgrade", "upgrade or downgrade", "unicorn"),
    "give": _STABLE,
    "bring": ("unicorn", "basic", "magical", "upgrade"),
    "take": _PILE,
    "search": _PILE,
}
_AMOUNTS = ("discard", "draw", "look", "pull", "extra draws", "plays")
_FIXED: dict[str, Any] = {"pick": 1, "swap": "hands", "shrink": "unicorn", "follow": "turn"}
_NOT_GROWN = ("either", "reveal", "use")  # variants are made of others; the rest is for people who write cards
_HARM = ("sacrifice", "discard", "give")  # what an owner of a Downgrade has to do
_ONLY_WHEN = {
    "follow": ("begin any",),
    "plays": ("begin",),
    "extra draws": ("begin",),
    "turn": ("enter", "dies", "play", AFTER),  # an extra turn in every turn would never end
}
_FEATURES: dict[str, tuple[str, ...]] = {
    "magical": ("enter", "begin", "end", "dies", "instead", "saves", "immune", "always", "traffic", "value"),
    "upgrade": ("enter", "begin", "end", "always", "traffic", "dies"),
    "downgrade": ("begin", "end", "always", "traffic", "crowd"),
}
_GOOD = ("cards cannot be neighed", "basics only here", "unicorns indestructible")
_BAD = ("no instants", "no upgrades", "pandas", "no triggers", "open hand")

Program = dict[str, Any]


class Grower:
    """Grows parts of cards after the cards of a deck."""

    def __init__(self, cards: Mapping[str, Card]):
        self.types = Choices()
        self.features: dict[str, Choices] = defaultdict(Choices)  # by type
        self.counts: dict[str, Choices] = defaultdict(Choices)  # by type: how many features
        self.verbs: dict[str, Choices] = defaultdict(Choices)  # by hook
        self.links: dict[str, Choices] = defaultdict(Choices)  # by hook: how many effects happen together
        self.optional: dict[str, Choices] = defaultdict(Choices)  # by hook
        self.next: dict[str, Choices] = defaultdict(Choices)  # by hook: what follows
        self.fields: dict[tuple[str, str], Choices] = defaultdict(Choices)  # by verb and field; "" for none
        self.numbers: dict[str, list[int]] = defaultdict(list)  # by verb
        self.plain: list[dict[str, Any]] = []  # cards as data, for features that are taken over as they are
        for card in cards.values():
            if card.type in TYPES:
                self._learn(card)

    def _learn(self, card: Card) -> None:
        fields = fields_of(card)
        found = [key for key in fields if key in (*HOOKS, *_FEATURES["magical"], "crowd")]
        self.types[card.type] += 1
        self.features[card.type].update(found)
        self.counts[card.type][str(len(found))] += 1
        self.plain.append(fields)
        for hook in HOOKS:
            if hook in fields:
                self._learn_program(fields[hook], hook)

    def _learn_program(self, program: Program, hook: str) -> None:
        effects = program.get("do") or program["may"]
        self.links[hook][str(len(effects))] += 1
        self.optional[hook][str("may" in program)] += 1
        after: list[str] = [key for key in ("then", "if done") if key in program]
        self.next[hook].update(after or [""])
        for effect in effects:
            for part in effect.get("either", [effect]):
                self._learn_effect(part, hook)
        for key in after:
            self._learn_program(program[key], AFTER)

    def _learn_effect(self, effect: Mapping[str, Any], hook: str) -> None:
        verb = verb_of(effect)
        self.verbs[hook][verb] += 1
        if verb in _AMOUNTS and isinstance(effect[verb], int):
            self.numbers[verb].append(effect[verb])
        for field in (verb, *map(shown, MODIFIERS[_field(verb)])):
            self.fields[verb, field][str(effect.get(field, ""))] += 1

    # Effects

    def effect(self, hook: str, kind: str, rng: random.Random) -> dict[str, Any]:
        """Return an effect for a card of some type; that of a Downgrade hurts its owner."""
        harm = kind == "downgrade" and hook != AFTER
        every = [shown(verb) for verb in MODIFIERS if verb not in _NOT_GROWN]
        verbs = _HARM if harm else [verb for verb in every if hook in _ONLY_WHEN.get(verb, (hook,))]
        where = self.verbs[hook] if rng.random() >= NEW_RULE else sum(self.verbs.values(), Choices())
        known = Choices({verb: count for verb, count in where.items() if verb in verbs})
        return self._effect(known.draw(rng, verbs), kind, harm, rng)

    def _effect(self, verb: str, kind: str, harm: bool, rng: random.Random) -> dict[str, Any]:
        if verb in _FIXED:
            return {verb: _FIXED[verb]}
        if verb == "turn":
            return {verb: rng.choice(("again", "skip"))}
        if verb == "shuffle":
            return {verb: rng.choice((["discard"], ["hand", "discard"]))}
        if verb in _AMOUNTS:
            return {verb: self.amount(verb, rng), **self._modifiers(verb, kind, harm, rng)}
        known = self.fields[verb, verb]
        what = known.draw(rng, _KINDS[verb])
        if what == "this" and kind not in IN_STABLES:
            what = "card"
        made = {verb: what, **self._modifiers(verb, kind, harm, rng)}
        if what == "this":
            made.pop("by", None)  # only its owner has this card
        if verb == "bring" and (made.get("from") == "nursery") != (what == "baby"):
            made = {verb: "baby", "from": "nursery"} if rng.random() < 0.3 else {verb: "unicorn", "from": "discard"}
        return made

    def amount(self, verb: str, rng: random.Random) -> int:
        """Return a number of cards."""
        number = varied_number(rng.choice(self.numbers[verb] or [1, 2]), rng, 0.5)
        return min(MOST_AMOUNT, max(2 if verb == "plays" else 1, number))  # one card can be played anyway

    def _modifiers(self, verb: str, kind: str, harm: bool, rng: random.Random) -> dict[str, Any]:
        """Return who acts, on which kind, from where and until when, as far as the verb allows it."""
        allowed = MODIFIERS[_field(verb)]
        made: dict[str, Any] = {}
        if "by" in allowed and not harm:
            who = self.fields[verb, "by"].draw(rng, ("each", "others"))
            made |= {"by": who} if who not in ("", "holder") else {}
        if "kind" in allowed:
            which = self.fields[verb, "kind"].draw(rng, ("unicorn", "magic", "upgrade"))
            made |= {"kind": which} if which else {}
        if verb == "bring":
            made["from"] = self.fields[verb, "from"].draw(rng, ("discard", "hand", "nursery"))
        if "until" in allowed and kind in IN_STABLES:
            until = self.fields[verb, "until"].draw(rng)
            made |= {"until": until} if until else {}
        return made

    # Programs

    def program(self, hook: str, kind: str, rng: random.Random) -> Program:
        """Return what happens on a hook: effects, and perhaps what follows them."""
        made = self._link(hook, kind, rng)
        after = self.next[hook].draw(rng, ("then", "if done"))
        effects = made.get("do") or made["may"]
        pays = kind != "downgrade" and all(map(_is_cost, effects))
        if "either" in effects[0] or not (after or pays):
            return made
        key = "if done" if "may" in made or pays else after
        first = verb_of(effects[0])
        if first == "return" and rng.random() < 0.5:
            return {**made, "then": {"do": [{"discard": self.amount("discard", rng), "by": "holder"}]}}
        if first == "give" and rng.random() < 0.5:
            return {**made, "then": {"do": [{"steal": rng.choice(_KINDS["steal"]), "from": "there"}]}}
        reward = self._link(AFTER, kind, rng)
        while pays and any(map(_is_cost, reward.get("do") or reward["may"])):
            reward = self._link(AFTER, kind, rng)
        return {**made, key: reward}

    def _link(self, hook: str, kind: str, rng: random.Random) -> Program:
        """Return effects that happen together, or two of which one is chosen."""
        count = min(MOST_EFFECTS, int(self.links[hook].draw(rng, "12")))
        effects = list({verb_of(each): each for each in (self.effect(hook, kind, rng) for _ in range(count))}.values())
        many = any(each.get("by") in ("each", "others") for each in effects)
        if len(effects) == 2 and not many and hook != AFTER and rng.random() < 0.3:
            effects = [{"either": effects}]
        optional = not many and kind != "downgrade" and self.optional[hook].draw(rng, ("True", "False")) == "True"
        return {"may" if optional else "do": effects}

    # Cards

    def card(self, rng: random.Random) -> dict[str, Any]:
        """Return the fields of a new card but its text."""
        kind = self.types.draw(rng)
        card: dict[str, Any] = {"type": kind}
        if kind == "magic":
            return {**card, "play": self.program("play", kind, rng), **self._costs(kind, rng)}
        if kind == "instant":
            stops = {} if rng.random() < 0.5 else {"stops": False}
            return {**card, "play": self.program("play", kind, rng), **stops}
        for _ in range(max(1, int(self.counts[kind].draw(rng, "12")))):
            self.add_feature(card, rng)
        return {**card, **self._costs(kind, rng)}

    def _costs(self, kind: str, rng: random.Random) -> dict[str, Any]:
        like = rng.choice([each for each in self.plain if each["type"] == kind])
        return {key: like[key] for key in ("needs", "needs basic") if key in like}

    def add_feature(self, card: dict[str, Any], rng: random.Random) -> None:
        """Give a card for stables one more thing that it does, or replace one."""
        kind = card["type"]
        if kind not in _FEATURES:
            card["play"] = self.program("play", kind, rng)
            return
        some = Choices(_FEATURES[kind]) if rng.random() < NEW_RULE else self.features[kind]
        feature = some.draw(rng, _FEATURES[kind])
        if feature in HOOKS:
            card[feature] = self.program(feature, kind, rng)
        elif feature == "traffic":
            hook = "begin" if kind == "downgrade" else AFTER
            card["traffic"] = {"of": rng.choice(_STABLE[1:]), "do": [self.effect(hook, kind, rng)]}
        elif feature == "crowd":
            card["crowd"] = {"over": rng.randint(3, 6), "do": [self._effect(rng.choice(_HARM[:2]), kind, True, rng)]}
        elif feature == "always":
            card["always"] = [rng.choice(_BAD if kind == "downgrade" else _GOOD)]
        elif feature == "value":
            card["value"] = 2
        elif feature == "saves":
            card["saves"] = self._rescue(rng)
        else:
            card[feature] = rng.choice([each[feature] for each in self.plain if feature in each])

    def _rescue(self, rng: random.Random) -> dict[str, Any]:
        dangers = rng.choice((["destroyed"], ["destroyed", "sacrificed"]))
        if rng.random() < 0.5:
            return {"whom": "itself", "from": dangers, "by": "discarding"}
        by = rng.choice(("discarding", "sacrificing itself"))
        return {"whom": "another unicorn", "from": dangers, "by": by}


def _is_cost(effect: Mapping[str, Any]) -> bool:
    """Return whether an effect only takes something from whoever has it."""
    own = "by" not in effect and "downgrade" not in str(effect)
    return (own and verb_of(effect) in _HARM) or effect == {"turn": "skip"}


def fields_of(card: Card) -> dict[str, Any]:
    """Return a card as plain data, without what belongs to its print: copies, text and tier."""
    fields: dict[str, Any] = card.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return {key: each for key, each in fields.items() if key not in ("copies", "text", "tier")}


def verb_of(effect: Mapping[str, Any]) -> str:
    """Return the verb of an effect."""
    return next(key for key in effect if _field(key) in MODIFIERS)


def _field(word: str) -> str:
    return {"return": "return_"}.get(word, word.replace(" ", "_"))


def programs_of(fields: Mapping[str, Any]) -> Iterator[Program]:
    """Yield the programs of a card, and those that follow them."""
    waiting: Sequence[Any] = [fields[hook] for hook in HOOKS if hook in fields]
    while waiting:
        yield from waiting
        waiting = [each[key] for each in waiting for key in ("then", "if done") if key in each]
