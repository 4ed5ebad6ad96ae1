"""What a card does, in sentences made from its data; "you" are the owner of the stable it is in."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from .content import Card, Condition, Count, Effect, Lasting, Program, shown
from .plugins import find_continuous, find_effect

_KINDS = {
    "card": ("card", "cards"),
    "unicorn": ("Unicorn", "Unicorns"),
    "baby": ("baby", "babies"),
    "basic": ("Basic Unicorn", "Basic Unicorns"),
    "magical": ("Magical Unicorn", "Magical Unicorns"),
    "magic": ("Magic card", "Magic cards"),
    "upgrade": ("Upgrade", "Upgrades"),
    "downgrade": ("Downgrade", "Downgrades"),
    "instant": ("Instant", "Instants"),
}
_NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_ALWAYS = {
    "cards cannot be neighed": "Cards you play cannot be Neighed.",
    "no instants": "You cannot play Instants.",
    "no upgrades": "You cannot play Upgrades.",
    "basics only here": "Basic Unicorns cannot enter any stable but yours.",
    "unicorns indestructible": "Your Unicorns cannot be destroyed.",
    "pandas": "Your Unicorns are pandas: effects on Unicorns do not affect them, and they do not count.",
    "no triggers": "Triggered effects of your Unicorns do not work.",
    "open hand": "Everybody can see your hand.",
}
_ADDED = {
    "draws": "In your draw phase, you draw {number} card{s} {change}.",
    "plays": "You can play {number} card{s} {change} in your turn.",
    "hand limit": "You can keep {number} card{s} {change} at the end of your turn.",
    "goal": "You need {number} Unicorn{s} {change} to win.",
}
_WHERE = {
    "your stable": "in your stable",
    "other stables": "in other stables",
    "all stables": "in all stables",
    "your hand": "in your hand",
    "the discard pile": "in the discard pile",
}
_IMMUNE = {
    "destroyed": "destroyed",
    "sacrificed": "sacrificed",
    "magic": "destroyed by Magic cards",
    "neigh": "Neighed",
}
_PILES = {"discard": "the discard pile", "hand": "your hand", "nursery": "the nursery"}
_UNTIL = {"leaving": " until this card leaves your stable", "end of turn": " until the end of the turn"}
_MOMENTS = {
    "enter": "When it enters",
    "begin": "At the beginning of your turn",
    "begin_any": "At the beginning of each turn",
    "end": "At the end of your turn",
    "dies": "When it is sacrificed or destroyed",
}
_PEOPLE = {
    "each": "each player",
    "others": "each other player",
    "chosen": "choose a player, who",
    "holder": "that player",
}


def card_text(card: Card) -> str:
    """Return the text of a card.

    >>> card_text(Card.model_validate({"type": "magical", "dies": {"may": {"destroy": "unicorn"}}, "instead": "hand"}))
    'When it is sacrificed or destroyed, you may destroy a Unicorn. If it would be sacrificed or destroyed, it returns to your hand instead.'
    >>> card_text(Card.model_validate({"type": "upgrade", "traffic": {"of": "upgrade", "do": {"draw": 1}}}))
    'Each time an Upgrade enters or leaves your stable, draw a card.'
    """  # noqa: E501
    return " ".join([*_conditions(card), *_constants(card), *_happenings(card), *_rescues(card)])


def _conditions(card: Card) -> list[str]:
    """Return when it can be played, where it can be, and what it counts."""
    said = ["Goes to the nursery instead of the discard pile or a hand."] if card.type == "baby" else []
    if card.needs:
        said.append(f"Needs {_counted('card', card.needs).replace('a card', 'another card')} in hand.")
    if card.needs_basic:
        said.append("Enters only a stable with a Basic Unicorn.")
    if card.value != 1 and card.type in ("basic", "magical"):
        said.append(f"Counts as {_NUMBERS[card.value]} Unicorns.")
    return said


def _constants(card: Card) -> list[str]:
    immune = [f"Cannot be {' or '.join(_IMMUNE[word] for word in card.immune)}."] if card.immune else []
    return [*map(_lasting, card.always), *immune]


def lasting_text(card: Card) -> str:
    """Return the continuous effects of a card that take operands.

    >>> lasting_text(Card.model_validate({"type": "upgrade", "always": [{"add": 1, "to": "draws"}]}))
    'In your draw phase, you draw one card more.'
    """
    return " ".join(_lasting(each) for each in card.always if not each.word)


def _lasting(lasting: Lasting) -> str:
    if lasting.word:
        return _ALWAYS[lasting.word]
    if lasting.use:
        return find_continuous(lasting.use).says
    if lasting.shield:
        dangers = " or ".join(dict.fromkeys(lasting.source or ()))
        return f"Your {_many(lasting.shield)} cannot be {dangers}."
    if lasting.keep_out:
        words = _many(lasting.keep_out)
        return f"{words[0].upper()}{words[1:]} cannot enter your stable."
    if lasting.cannot_play:
        return f"You cannot play {_many(lasting.cannot_play)}."
    number = lasting.add or 0
    count = _NUMBERS[abs(number)] if abs(number) != 1 else "one"
    change = "more" if number > 0 else "less" if lasting.to == "goal" else "fewer"
    return _ADDED[lasting.to or ""].format(number=count, s="s" * (abs(number) != 1), change=change)


def _happenings(card: Card) -> list[str]:
    said = []
    if card.type == "instant":
        stopped = ": that card goes to the discard pile." if card.stops else "; it does not stop that card."
        said.append(f"Play it when another player plays a card{stopped}")
    if card.play:
        words = program_text(card.play)
        said.append(f"When it takes effect, {words}." if card.type == "instant" else f"{words[0].upper()}{words[1:]}.")
    for hook, moment in _MOMENTS.items():
        program = getattr(card, hook)
        if program:
            said.append(f"{moment}, {program_text(program)}.")
    if card.traffic:
        said.append(f"Each time {_one(card.traffic.of)} enters or leaves your stable, {_joined(card.traffic.do)}.")
    if card.crowd:
        said.append(f"While you have more than {_NUMBERS[card.crowd.over]} Unicorns, {_joined(card.crowd.do)}.")
    return said


def _rescues(card: Card) -> list[str]:
    said = []
    if card.saves:
        whose = "it" if card.saves.whom == "itself" else "another of your Unicorns"
        what = "discard a card" if card.saves.by == "discarding" else "sacrifice this card"
        said.append(f"When {whose} would be {' or '.join(sorted(card.saves.source))}, you may {what} instead.")
    if card.instead:
        said.append("If it would be sacrificed or destroyed, it returns to your hand instead.")
    return said


def program_text(program: Program) -> str:
    """Return what a program does, without the moment at which it does so."""
    allowed = "you may " if program.may else "you can " if program.effects[0].plays else ""
    words = _condition(program.when) + allowed + _joined(program.effects)
    if program.if_done:
        whoever = "if anybody does" if any(effect.by for effect in program.effects) else "if you do"
        words += f"; {whoever}, {program_text(program.if_done)}"
    if program.then:
        words += f"; then {program_text(program.then)}"
    return words


def _condition(condition: Condition | None) -> str:
    if condition is None:
        return ""
    least = condition.at_most is None
    number = (condition.at_least if least else condition.at_most) or 0
    cards = _counted(condition.count, number).replace("a ", "one ", 1).replace("an ", "one ", 1)
    verb = "is" if number == 1 else "are"
    return f"if there {verb} at {'least' if least else 'most'} {cards} {_WHERE[condition.where]}, "


def _joined(effects: Sequence[Effect]) -> str:
    """Return effects in one sentence; after one with a subject of its own, "you" says whose turn it is again."""
    if len(effects) > 1 and all(effect == effects[0] for effect in effects) and effects[0].destroy:
        return f"destroy {_counted(effects[0].destroy, len(effects))}"
    words = effect_text(effects[0])
    for before, effect in itertools.pairwise(effects):
        who = "you " if (before.by or before.follow) and not effect.by else ""
        words += f" and {who}{effect_text(effect)}"
    return words


def effect_text(effect: Effect) -> str:
    """Return what an effect does, as a demand."""
    if effect.either:
        return " or ".join(map(effect_text, effect.either))
    if effect.by:
        return f"{_PEOPLE[effect.by]} {_by_others(effect)}"
    return _own(effect)


def variant_words(variants: Sequence[Effect]) -> list[str]:
    """Return what the variants of an effect are called: their verbs, or their texts if verbs are not enough.

    >>> variant_words([Effect(draw=1), Effect(draw=2), Effect(destroy="upgrade")])
    ['draw a card', 'draw two cards', 'destroy']
    """
    verbs = [_verb_words(each) for each in variants]
    pairs = zip(variants, verbs, strict=True)
    return [effect_text(each) if verbs.count(verb) > 1 else verb for each, verb in pairs]


def _verb_words(effect: Effect) -> str:
    """Return the verb of an effect as people read it."""
    return {None: shown(effect.verb), "again": "another turn", "skip": "skip"}[effect.turn]


def _by_others(effect: Effect) -> str:
    """Return what other players do with their cards."""
    if effect.sacrifice:
        return f"sacrifices {_which(effect.sacrifice, 'their ')}{_at_random(effect)}"
    if effect.return_:
        return f"returns {_one(effect.return_)} in their own stable to their hand{_at_random(effect)}"
    if effect.use:
        return f"does this: {find_effect(effect.use).says}"
    if effect.discard:
        return f"discards {_numbered(effect.kind or 'card', effect.discard)}{_at_random(effect)}"
    return f"draws {_numbered('card', effect.draw or 0)}"


def _at_random(effect: Effect) -> str:
    return " at random" if effect.at_random else ""


def _numbered(kinds: str, number: int | Count) -> str:
    """Return a number of cards of some kinds, which may depend on the position."""
    if isinstance(number, int):
        return _counted(kinds, number)
    most = f", up to {_NUMBERS[number.most] if number.most < len(_NUMBERS) else number.most}" * (number.most < 20)
    return f"{_one(kinds)} for each {_single(number.each)} {_WHERE[number.where]}{most}"


def _own(effect: Effect) -> str:
    verb = effect.verb
    what = getattr(effect, verb)
    if verb in _PLAIN:
        return _PLAIN[verb].format(_one(what)) + _at_random(effect)
    if verb in _AMOUNTS:
        return _AMOUNTS[verb].format(_numbered(effect.kind or "card", what)) + _at_random(effect)
    if verb == "sacrifice":
        return f"sacrifice {_which(what, 'your ')}{_at_random(effect)}"
    if verb == "steal":
        there, until = " from that stable" if effect.source else "", _UNTIL.get(effect.until or "", "")
        return f"steal {_one(what)}{_at_random(effect)}{there}{until}"
    if verb == "bring":
        return f"bring {_one(what)}{_at_random(effect)} from {_PILES[effect.source or '']} into your stable"
    if verb == "reveal":
        where = "enters your stable" if effect.into == "stable" else "goes to your hand"
        return f"reveal the top card of the deck: {_one(what)} {where}, any other card goes to the discard pile"
    if verb == "use":
        return find_effect(what).says
    if verb == "search":
        named = f" with '{effect.named}' in its name" if effect.named else ""
        return f"search the deck for {_one(what)}{named} and take it into your hand"
    if verb == "shuffle":
        return f"shuffle {' and '.join(_PILES[pile] for pile in sorted(what, reverse=True))} into the deck"
    if verb == "turn":
        return "take another turn" if what == "again" else "end your turn"
    return _OTHER[verb]


_PLAIN = {
    "destroy": "destroy {}",
    "return_": "return {} in any stable to its owner's hand",
    "move": "move {} from one stable to another",
    "give": "give {} from your stable to another player",
    "take": "take {} from the discard pile into your hand",
}
_AMOUNTS = {
    "discard": "discard {}",
    "draw": "draw {}",
    "look": "look at {} on top of the deck",
    "pull": "take {} at random from another player's hand",
    "extra_draws": "draw {} more than usual this turn",
    "plays": "play up to {} this turn",
}
_OTHER = {
    "pick": "look at a player's hand and take a card from it",
    "swap": "swap hands with another player",
    "shrink": "choose a stable: babies replace all its Unicorns, without triggering effects",
    "follow": "it moves into the stable of the player on turn",
}


def _single(kinds: str) -> str:
    return " or ".join(_KINDS[word][0] for word in kinds.split(" or "))


def _many(kinds: str) -> str:
    return " and ".join(_KINDS[word][1] for word in kinds.split(" or "))


def _one(kinds: str) -> str:
    words = _single(kinds)
    return f"{'an' if words[0] in 'UAEIO' and not words.startswith('Unicorn') else 'a'} {words}"


def _which(kinds: str, whose: str) -> str:
    """Return which cards are sacrificed: this one, all of a kind, or one."""
    if kinds == "this":
        return "this card"
    if not kinds.startswith("all "):
        return _one(kinds)
    return f"all {whose}{' and '.join(_KINDS[word][1] for word in kinds.removeprefix('all ').split(' or '))}"


def _counted(kinds: str, count: int) -> str:
    if count == 1:
        return _one(kinds)
    words = " or ".join(_KINDS[word][1] for word in kinds.split(" or "))
    return f"{_NUMBERS[count] if count < len(_NUMBERS) else count} {words}"
