"""Words: what cards, statuses and enemies do, made from their data, and a battle as a person reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from . import effects as fx
from .content import Card, Status

_SETS = {"enemies": "enemy", "agents": "character", "allies": "ally"}


def card_text(card: Card) -> str:
    """What a card does, in sentences.

    >>> from cardwright.spire import content
    >>> card_text(content.standard().cards["Bash"])
    'Deal 8 damage. Apply 2 Vulnerable.'
    >>> card_text(content.standard().cards["Whirlwind"])
    'X times: Deal 5 damage to all enemies.'
    """
    if card.text is not None:
        return card.text
    keywords = [word.capitalize() for word in ("innate", "unplayable", "ethereal", "retain") if getattr(card, word)]
    parts = [f"{word}." for word in keywords]
    if card.playable is not None:
        parts.append(f"Only if {formula_text(card.playable)}.")
    if card.effect is not None:
        parts.append(effect_text(card.effect))
    parts += [f"{_moment(moment)}: {effect_text(effect)}" for moment, effect in card.when.items()]
    if card.exhaust:
        parts.append("Exhaust.")
    return " ".join(parts)


def _moment(moment: str) -> str:
    return {
        "turn end": "At the end of the turn in hand",
        "drawn": "When drawn",
        "exhausted": "When exhausted",
        "discarded": "When discarded",
        "other played": "When another card is played",
    }[moment]


def status_text(status: Status) -> str:
    """A status and what it does."""
    return f"{status.name}: {status.text}" if status.text else status.name


def formula_text(value: int | str) -> str:
    """An amount in words."""
    words = re.sub(r"\bnamed\.(\w+)", r"cards with \1 in the name", str(value))
    words = re.sub(r"\b(\w+)\.(attack|skill|power|status|curse)\b", r"\2s in \1", words)
    words = re.sub(r"\btarget\.(\w+)", r"target's \1", words)
    return words.replace("_", " ").replace("==", "=")


def effect_text(effect: Any, target: str = "") -> str:
    """What an effect does, in sentences."""
    if isinstance(effect, fx.Group):
        return _group_text(effect, target)
    return _action_text(effect, target) + "."


def _group_text(group: fx.Group, outer: str) -> str:
    target = outer if group.to is None else _target_text(group.to)
    words = " ".join(effect_text(part, target) for part in group.do)
    if group.times is not None:
        words = f"{formula_text(group.times)} times: {words}"
    if group.when is not None:
        words = f"If {formula_text(group.when)}: {words}"
    return words


def _target_text(target: Any) -> str:
    match target:
        case fx.Self(own="agent"):
            return "yourself"
        case fx.Self():
            return "this card"
        case fx.Top():
            return "the top card of the draw pile"
        case fx.Choose():
            if target.choose in _SETS:
                return "" if target.choose == "enemies" else f"a chosen {_SETS[target.choose]}"
            count = "a card" if target.count == 1 else f"{target.count} cards"
            return f"{count}{_of_types(target.types)} {_from(target.choose)}"
        case fx.Random():
            if target.random in _SETS:
                return f"a random {_SETS[target.random]}"
            return f"a random card{_of_types(target.types)} {_from(target.random)}"
        case _:
            if target.all in _SETS:
                return f"all {target.all}"
            return f"all cards{_of_types(target.types)} {_from(target.all)}"


def _from(pile: str) -> str:
    return "in hand" if pile == "hand" else f"of the {pile} pile"


def _of_types(types: Iterable[str]) -> str:
    names = list(types)
    return f" of type {' or '.join(names)}" if names else ""


def _action_text(effect: Any, target: str) -> str:
    to = f" to {target}" if target and target not in ("yourself", "this card") else ""
    match effect:
        case fx.Attack():
            return f"Deal {formula_text(effect.attack)} damage{to}"
        case fx.Damage():
            return f"{'Take' if target == 'yourself' else 'Deal'} {formula_text(effect.damage)} damage{to}"
        case fx.LoseHP():
            return f"Lose {formula_text(effect.lose_hp)} HP"
        case fx.Heal():
            return f"Heal {formula_text(effect.heal)} HP"
        case fx.GainMaxHP():
            return f"Gain {formula_text(effect.max_hp)} max HP"
        case fx.Block():
            return f"Gain {formula_text(effect.block)} block"
        case fx.Apply():
            return f"{'Gain' if target == 'yourself' else 'Apply'} {formula_text(effect.amount)} {effect.apply}{to}"
        case fx.Clear():
            return f"Lose {effect.clear}"
        case fx.Intend():
            return f"Intend {effect.intend}"
        case fx.Spawn():
            return f"A new {effect.spawn} appears"
        case fx.Leave():
            return "Leave the battle"
        case fx.GainEnergy():
            return f"Gain {formula_text(effect.energy)} energy"
        case fx.Draw():
            return f"Draw {formula_text(effect.draw)}"
        case fx.Host():
            return f"Ask {effect.host}"
        case _:
            return _card_action_text(effect, target or "a card")


def _card_action_text(effect: Any, target: str) -> str:
    match effect:
        case fx.Add():
            return f"Add {formula_text(effect.count)} {effect.add} to the {_place(effect.place)}"
        case fx.AddRandom():
            free = " that costs 0 this turn" if effect.free else ""
            return f"Add a random {' or '.join(effect.add_random)} card{free} to the {_place(effect.place)}"
        case fx.Move(move="exhaust" | "discard"):
            return f"{effect.move.capitalize()} {target}"
        case fx.Move():
            return f"Put {target} {'into' if effect.move == 'hand' else 'on'} the {_place(effect.move)}"
        case fx.Upgrade():
            return f"Upgrade {target} for this battle"
        case fx.Duplicate():
            return f"Add {formula_text(effect.count)} copy of {target} to the {_place(effect.duplicate)}"
        case fx.Cost():
            return f"{target.capitalize()} costs {formula_text(effect.cost)} this {effect.lasts}"
        case fx.Bonus():
            return f"This card's bonus grows by {formula_text(effect.bonus)}"
        case _:
            after = " and exhaust it" if "exhaust" in effect.play else ""
            return "Play the card again" if effect.play == "card again" else f"Play {target}{after}"


def _place(place: str) -> str:
    return {"draw": "draw pile", "top of draw": "top of the draw pile", "hand": "hand"}.get(place, f"{place} pile")
