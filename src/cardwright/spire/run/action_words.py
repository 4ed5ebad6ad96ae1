"""The actions of a run in words."""

from __future__ import annotations

from cardwright.spire.engine.state import NOTHING
from cardwright.spire.facade import Battle
from cardwright.spire.maps.generation import Room

from .actions import BOSS_ROOM, STRIDE, RunLabel
from .rooms import Rest
from .state import Key, Select
from .tables import names

ROOM_WORDS = {
    Room.SHOP: "shop",
    Room.REST: "rest",
    Room.ELITE: "elite",
    Room.EVENT: "event",
    Room.MONSTER: "enemy",
    Room.TREASURE: "treasure",
}
_DECK_WORDS = {
    RunLabel.REMOVE: "remove",
    RunLabel.UPGRADE: "upgrade",
    RunLabel.TRANSFORM: "transform",
    RunLabel.TRANSFORM_UPGRADE: "transform and upgrade",
    RunLabel.DUPLICATE: "copy",
    RunLabel.BOTTLE: "bottle",
    RunLabel.BONFIRE: "offer",
    RunLabel.OBTAIN: "take",
}
_PLAIN = {
    RunLabel.PROCEED: "proceed",
    RunLabel.BUY_REMOVAL: "buy removal",
    RunLabel.LEAVE_SHOP: "leave",
    RunLabel.SKIP: "skip",
}


def action_words(kind: int, subject: int, battle: Battle) -> tuple[str, str] | None:
    """Return the kind and the name of an action outside of battles, None for one of a battle."""
    if kind < RunLabel.NEOW:
        return None
    label = RunLabel(kind)
    if label in _DECK_WORDS:
        return _DECK_WORDS[label], battle.card_names[subject % STRIDE] + " (bottled)" * (subject // STRIDE)
    if label in _PLAIN:
        return _PLAIN[label], ""
    if label in (RunLabel.RELIC, RunLabel.BOSS_RELIC):
        return "take", battle.relic_names[subject]
    if label is RunLabel.NEOW:
        return "choose", neow_words(subject % 32, subject // 32 - 1)
    if label is RunLabel.GO:
        return "go", room_words(subject % 8, subject // 8 % 32, subject // 256)
    if label is RunLabel.REST:
        return Rest(subject).name.lower(), ""
    if label is RunLabel.CHEST:
        return ("leave" if subject else "open"), "chest"
    return _others(label, subject, battle)


def _others(label: RunLabel, subject: int, battle: Battle) -> tuple[str, str]:
    reward = f" (reward {subject // STRIDE + 1})" if subject >= STRIDE else ""
    return {
        RunLabel.GOLD: lambda: ("take", f"{subject} gold"),
        RunLabel.KEY: lambda: ("take", f"{Key(subject).name.lower()} key"),
        RunLabel.POTION: lambda: ("take", battle.potion_names[subject]),
        RunLabel.CARD: lambda: ("take", battle.card_names[subject % STRIDE] + reward),
        RunLabel.BOWL: lambda: ("take", "max HP" + (f" (reward {subject + 1})" if subject else "")),
        RunLabel.BUY_CARD: lambda: ("buy", battle.card_names[subject]),
        RunLabel.BUY_RELIC: lambda: ("buy", battle.relic_names[subject]),
        RunLabel.BUY_POTION: lambda: ("buy", battle.potion_names[subject]),
        RunLabel.EVENT: lambda: ("choose", names().options[subject]),
        RunLabel.DRINK: lambda: ("potion", battle.potion_names[subject]),
        RunLabel.DISCARD: lambda: ("discard", battle.potion_names[subject]),
        RunLabel.TURN: lambda: ("turn", f"card {subject + 1}"),
    }[label]()


def deck_verb(select: Select) -> str:
    """Return what is done to cards that are chosen from the deck.

    >>> deck_verb(Select.BONFIRE)
    'offer'
    """
    return _DECK_WORDS[RunLabel[select.name]]


def neow_words(bonus: int, drawback: int) -> str:
    """Return one of Neow's options in words."""
    text = names().bonuses[bonus].replace("_", " ")
    return text if drawback == NOTHING else f"{text} ({names().drawbacks[drawback].replace('_', ' ')})"


def room_words(place: int, row: int, kind: int) -> str:
    """Return the name of a room as the routes of maps have it, and what it is.

    >>> room_words(1, 2, Room.SHOP)
    '3B shop'
    """
    if kind == BOSS_ROOM:
        return "boss"
    return f"{row + 1}{chr(ord('A') + place)} {ROOM_WORDS[Room(kind)]}"
