"""What a status does, in sentences made from its rules."""

from __future__ import annotations

import re
from collections.abc import Collection

from .formula_words import condition, constant, lost_amount, phrase
from .own_rules import CHANGES
from .owners import of_owner
from .phrases import with_article, write_types
from .statuses import Decay, Rule, Status
from .text import AMOUNT, effect_text

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
    "debuffed": ("Whenever you apply {debuff}", "Whenever you gain {debuff}", "Whenever anyone gains {debuff}"),
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
    "battle start": ("At the start of the battle",) * 3,
    "victory": ("When you win the battle",) * 3,
    "hand empty": ("Whenever your hand is empty",) * 3,
    "block broken": ("Whenever you break the block of anyone", "Whenever your block is broken",
                     "Whenever anyone's block is broken"),
    "appeared": ("Whenever an enemy appears",) * 3,
    "potion used": ("Whenever you use a potion",) * 3,
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
    "wounded": ("The HP that your attacks take", "The HP that attacks take from you"),
    "hp lost": ("The HP you make anyone lose", "The HP you lose"),
    "x value": ("The value of X",) * 2,
    "dying": ("The HP of whoever you would kill", "The HP you keep when you would die"),
    "potency": ("The potency of your potions",) * 2,
    "gold gained": ("The gold that you gain in battles",) * 2,
    "status gained": ("The number of stacks you give of {status}", "The number of stacks you gain of {status}"),
}
_SWITCHES = {  # values that are yes or no: what is said of 0 and of 1
    "playable": ("You cannot play {cards}", "You can always play {cards}"),
    "exhausts": ("{Cards} you play are not exhausted", "{Cards} you play are exhausted"),
    "draws": ("You cannot draw cards", "You can draw cards"),
    "debuff": ("{Debuffs} no effect on you", "{Debuffs} their effect on you"),
    "potion gained": ("You cannot get potions", "You can get potions"),
    "hand discarded": ("At the end of your turn you keep {hand}", "At the end of your turn you discard {hand}"),
}
_AMOUNTS = {  # what the amount of an event is, and a value before a rule changes it
    "card played": "the energy spent on it",
    "attacked": "the damage",
    **dict.fromkeys(("wounded", "hp lost"), "the HP lost"),
    "block gained": "the block gained",
    "healing": "the HP regained",
    "energy gained": "the energy gained",
    **dict.fromkeys(("debuffed", "status gained", "status lost"), "the number of stacks"),
    "hand discarded": "the number of cards discarded",
    **dict.fromkeys(("attack damage", "damage"), "the damage"),
    "card block": "the block",
    "cost": "the cost",
}
_LIMIT = re.compile(r"((?:once|as often|for each|if|\d+ times)\b[^:.;]*): ")  # what stands before an effect
_BETWEEN_TWO = {"hp lost", "debuffed", "healing", "block broken", "appeared", "status gained", "status lost"}
_ROLES = ("source", "target", "anyone")
_FADES = {"round end": "at the end of the round", "turn end": "at the end of your turn",
          "turn start": "at the start of your turn"}  # fmt: skip


def status_text(status: Status, single: Collection[str] = (), on_enemies: bool = False) -> str:
    """Return what a status does; `single` are statuses that nobody has more than once.

    "You" is the player, who has the status; where enemies can have it, whoever has it is "the owner".

    >>> from cardwright.spire import standard
    >>> status_text(standard().status("Rage"))
    "Whenever you play an attack: gain block equal to this status's stacks. Ends at the end of your turn."
    >>> status_text(standard().status("Weak"))
    'The damage of your attacks is 25% lower. Loses 1 stack at the end of the round.'
    >>> status_text(standard().status("Metallicize"), on_enemies=True)
    "At the end of the owner's turn: the owner gains block equal to this status's stacks."
    """
    sentences = [rule_text(rule, single) for rule in status.rules]
    if status.decay is not None:
        sentences.append(_decay_text(status.decay))
    text = re.sub(r"\bthe stacks\b(?! it had)", "this status's stacks", " ".join(sentences))
    text = text.replace("this card", "that card")
    return (of_owner(text) if on_enemies else text) or "Does nothing by itself."


def _decay_text(decay: Decay) -> str:
    return f"{'Ends' if decay.by == 'all' else 'Loses 1 stack'} {_FADES[decay.at]}."


def rule_text(rule: Rule, single: Collection[str] = ()) -> str:
    """Return what a rule does, for a status or a card in hand."""
    amount = _AMOUNTS.get(str(rule.modify or rule.before or rule.after), AMOUNT)
    when = None if rule.when is None or constant(rule.when) else condition(rule.when).replace(AMOUNT, amount)
    if rule.modify is not None:
        change = _change_text(rule)
        unsaid = when is None or (rule.modify in _SWITCHES and rule.when == "amount > 0")  # if it would happen at all
        return f"{change if unsaid else f'If {when}: {_lower(change)}'}{_spending(rule, more=True)}"
    event = str(rule.before or rule.after)
    moment = _moment(event, rule)
    if rule.before == "card played":
        moment = f"{moment}, before it acts"
    elif rule.before is not None:
        moment = re.sub("^(Whenever|When|On) ", "Before ", moment)
    if when is not None:
        moment = f"{moment}, if {when}"
    done = (
        _lower(effect_text(rule.do, single=single, amount=amount, other=_other(event, rule)))
        if rule.do is not None
        else ""
    )
    limit = _LIMIT.match(done)
    if limit and ". " not in done:
        moment, done = f"{moment}, {limit[1]}", _lower(done[limit.end() :])
    return f"{moment}: {done}{_spending(rule, bool(done))}"


def _moment(event: str, rule: Rule) -> str:
    which = _ROLES.index(rule.role)
    if event in _MOMENTS:
        words = {"cards": _one_card(rule), "status": rule.status or "a status", "debuff": rule.status or "a debuff"}
        return _MOMENTS[event][which].format(**words)
    name, _, change = event.rpartition(" ")
    if change in CHANGES:
        return f"Whenever {'an effect gives you' if change == 'gained' else 'a card costs you'} {name}"
    about = f" about {_one_card(rule)}" if rule.types else ""
    return ("On your {}{}", "When {}{} happens to you", "On any {}{}")[which].format(event, about)


def _other(event: str, rule: Rule) -> str | None:
    """Return the words for the other character of an event; None for an event with one character."""
    if event in ("attacked", "wounded"):
        return "the attacker" if rule.role == "target" else "that character"
    if event not in _BETWEEN_TWO:
        return None
    return "whoever caused it" if rule.role == "target" else "that character"


def _spending(rule: Rule, more: bool) -> str:
    if not rule.spend:
        return ""
    words = "this ends." if rule.spend == "all" else f"this loses {rule.spend} stack{'' if rule.spend == 1 else 's'}."
    return f" Then {words}" if more else words


def _change_text(rule: Rule) -> str:
    value = str(rule.modify)
    words = {
        "cards": _cards(rule),
        "Cards": _cards(rule).capitalize(),
        "hand": _cards(rule) if rule.types or rule.named else "your hand",
        "status": rule.status or "any status",
        "Debuffs": "Debuffs have" if rule.status is None else f"{rule.status} has",
    }
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
    words = write_types(rule.types)
    if rule.named is not None:
        words += f" with {rule.named} in its name"
    return with_article(words)


def _cards(rule: Rule) -> str:
    named = "" if rule.named is None else f" with {rule.named} in their name"
    return f"{write_types(rule.types, plural=True)}{named}"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
