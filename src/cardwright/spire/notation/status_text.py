"""What a status does, in sentences made from its rules; "you" is whoever has it."""

from __future__ import annotations

import re
from collections.abc import Collection

from .entries import Decay, Rule, Status
from .formula_words import condition, constant, lost_amount, phrase
from .own_rules import CHANGES
from .phrases import write_types
from .text import effect_text

_MOMENTS = {  # by event: as the source, as the target, and whoever is concerned
    "card played": ("Whenever you play {cards}", "Whenever {cards} is played", "Whenever anyone plays {cards}"),
    "card drawn": ("Whenever you draw {cards}",) * 3,
    "card exhausted": ("Whenever {cards} is exhausted",) * 3,
    "card discarded": ("Whenever {cards} is discarded",) * 3,
    "attacked": ("Whenever you attack", "Whenever you are attacked", "Whenever anyone is attacked"),
    "wounded": ("Whenever your attack takes HP", "Whenever an attack takes HP from you",
                "Whenever an attack takes HP from anyone"),
    "hp lost": ("Whenever you make anyone lose HP", "Whenever you lose HP", "Whenever anyone loses HP"),
    "block gained": ("Whenever you gain block", "Whenever you gain block", "Whenever anyone gains block"),
    "turn start": ("At the start of your turn",) * 3,
    "after draw": ("At the start of your turn, after drawing",) * 3,
    "turn end": ("At the end of your turn",) * 3,
    "round end": ("At the end of each round",) * 3,
    "died": ("When you die", "When you die", "Whenever anyone dies"),
    "faded": ("When this ends",) * 3,
    "shuffled": ("Whenever you shuffle your draw pile",) * 3,
    "debuffed": ("Whenever you apply a debuff", "Whenever you gain a debuff", "Whenever anyone gains a debuff"),
    "card created": ("Whenever a new card appears",) * 3,
    "card added": ("Whenever {cards} comes to your hand other than by drawing",) * 3,
    "card moved": ("Whenever an effect moves {cards} to a pile",) * 3,
    "intent chosen": ("Whenever you choose your next move", "Whenever you choose your next move",
                      "Whenever an enemy chooses its next move"),
    "status gained": ("Whenever you gain {status}", "Whenever you gain {status}", "Whenever anyone gains {status}"),
    "status lost": ("Whenever you lose {status}", "Whenever you lose {status}", "Whenever anyone loses {status}"),
    "energy gained": ("Whenever an effect gives you energy",) * 3,
    "healing": ("Whenever you heal anyone", "Whenever you regain HP", "Whenever anyone regains HP"),
    "hand discarded": ("Whenever your hand is discarded",) * 3,
}  # fmt: skip
_VALUES = {  # by value: as the source, and as the target
    "attack damage": ("The damage of your attacks", "The damage you take from attacks"),
    "damage": ("The damage you deal", "The damage you take"),
    "card block": ("The block from your cards", "The block you gain from cards"),
    "cost": ("The cost of {cards}",) * 2,
    "turn energy": ("The energy you get each turn",) * 2,
    "turn draws": ("The number of cards you draw each turn",) * 2,
    "block lost": ("The block you lose at the start of your turn",) * 2,
    "energy gained": ("The energy that effects give you",) * 2,
    "healing": ("The HP you restore", "The HP you regain"),
    "status gained": ("The number of stacks you give of {status}", "The number of stacks you gain of {status}"),
}
_SWITCHES = {  # values that are yes or no: what is said of 0 and of 1
    "playable": ("You cannot play {cards}", "You can always play {cards}"),
    "exhausts": ("{Cards} you play are not exhausted", "{Cards} you play are exhausted"),
    "draws": ("You cannot draw cards", "You can draw cards"),
    "debuff": ("Debuffs have no effect on you", "Debuffs have their effect on you"),
    "hand discarded": ("At the end of your turn you keep {cards}", "At the end of your turn you discard {cards}"),
}
_ROLES = ("source", "target", "anyone")
_FADES = {"round end": "at the end of each round", "turn end": "at the end of your turn",
          "turn start": "at the start of your turn"}  # fmt: skip


def status_text(status: Status, single: Collection[str] = ()) -> str:
    """Return what a status does; `single` are statuses that nobody has more than once.

    >>> from cardwright.spire import standard
    >>> status_text(standard().status("Rage"))
    'Whenever you play an attack: gain block equal to its stacks. Ends at the end of your turn.'
    >>> status_text(standard().status("Weak"))
    'The damage of your attacks is 25% lower. Loses 1 at the end of each round.'
    """
    sentences = [_rule_text(rule, single) for rule in status.rules]
    if status.decay is not None:
        sentences.append(_decay_text(status.decay))
    return " ".join(sentences).replace("the stacks", "its stacks")


def _decay_text(decay: Decay) -> str:
    return f"{'Ends' if decay.by == 'all' else 'Loses 1'} {_FADES[decay.at]}."


def _rule_text(rule: Rule, single: Collection[str]) -> str:
    when = None if rule.when is None or constant(rule.when) else condition(rule.when)
    if rule.modify is not None:
        change = _change_text(rule)
        return f"If {when}: {_lower(change)}" if when is not None else change
    event = str(rule.before or rule.after)
    moment = _moment(event, rule)
    if rule.before == "card played":
        moment = f"{moment}, before it acts"
    elif rule.before is not None:
        moment = re.sub("^(Whenever|When|On) ", "Before ", moment)
    if when is not None:
        moment = f"{moment}, if {when}"
    done = _lower(effect_text(rule.do, single=single)) if rule.do is not None else ""
    return f"{moment}: {done}{_spending(rule, bool(done))}"


def _moment(event: str, rule: Rule) -> str:
    which = _ROLES.index(rule.role)
    if event in _MOMENTS:
        return _MOMENTS[event][which].format(cards=_one_card(rule), status=rule.status or "a status")
    name, _, change = event.rpartition(" ")
    if change in CHANGES:
        return f"Whenever {'an effect gives you' if change == 'gained' else 'a card costs you'} {name}"
    about = f" about {_one_card(rule)}" if rule.types else ""
    return ("On your {}{}", "When {}{} happens to you", "On any {}{}")[which].format(event, about)


def _spending(rule: Rule, more: bool) -> str:
    if not rule.spend:
        return ""
    words = "this ends." if rule.spend == "all" else f"this loses {rule.spend}."
    return f" Then {words}" if more else words


def _change_text(rule: Rule) -> str:
    value = str(rule.modify)
    words = {"cards": _cards(rule), "Cards": _cards(rule).capitalize(), "status": rule.status or "any status"}
    if value in _SWITCHES:
        return f"{_SWITCHES[value][rule.set not in (0, '0')].format(**words)}."
    event = f"{value} about {_one_card(rule)}" if rule.types else value
    own = (f"The amount of your {event}", f"The amount of {event} that happens to you")
    subject = _VALUES.get(value, own)[rule.role == "target"].format(**words)
    if rule.add is not None:
        lost = lost_amount(rule.add)
        return f"{subject} goes {'up' if lost is None else 'down'} by {phrase(rule.add if lost is None else lost)}."
    if rule.times is not None:
        return f"{subject} is {_factor(rule.times, rule.per_stack)}."
    if rule.set is not None:
        return f"{subject} is {phrase(rule.set)}."
    return f"{subject} is at most {phrase(rule.cap or 0)}."


def _factor(times: float, per_stack: float) -> str:
    change = round(100 * (times - 1))
    words = f"{abs(change)}% {'higher' if change > 0 else 'lower'}" if change else ""
    if not per_stack:
        return words or "unchanged"
    each = f"{abs(round(100 * per_stack))}% {'higher' if per_stack > 0 else 'lower'} for each stack"
    return f"{words} and {each}" if words else each


def _one_card(rule: Rule) -> str:
    if not rule.types:
        return "a card"
    words = write_types(rule.types)
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _cards(rule: Rule) -> str:
    return write_types(rule.types, plural=True) if rule.types else "cards"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
