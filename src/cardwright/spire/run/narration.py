"""The event log of a run in words."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.core.event_log import LoggedEvent

from . import words
from .log_events import RunEvent
from .state import Place
from .tables import Names, names


def event_text(event: LoggedEvent, listed: Names) -> str:
    """Return an event of a run as a short sentence; what screens offer is shown, not told."""
    if event.kind in _OF_CARDS:
        return _OF_CARDS[event.kind](listed, *event.operands)
    tell = _TEXTS.get(event.kind)
    return tell(*event.operands) if tell else ""


def _entered(place: int, floor: int) -> str:
    room = Place(place).name.lower().replace("_", " ")
    return f"floor {floor}: {'an' if room[0] in 'aeiou' else 'a'} {room} room"


def _met(event: int) -> str:
    return f"player meets {names().events[event]}"


def _hp_changed(before: int, hp: int, max_before: int, max_hp: int) -> str:
    parts = []
    if max_hp != max_before:
        parts.append(f"{'gains' if max_hp > max_before else 'loses'} {abs(max_hp - max_before)} max HP")
    elif hp != before:
        parts.append(f"{'regains' if hp > before else 'loses'} {abs(hp - before)} HP")
    return f"player {parts[0]} (now {hp}/{max_hp})" if parts else ""


def _gold_changed(change: int, gold: int) -> str:
    return f"player {'gains' if change > 0 else 'pays'} {abs(change)} gold (now {gold})" if change else ""


def _card_gained(listed: Names, card: int, upgrades: int) -> str:
    return f"{words.card_name(card, upgrades, listed)} joins the deck"


def _card_lost(listed: Names, card: int, upgrades: int) -> str:
    return f"{words.card_name(card, upgrades, listed)} leaves the deck"


def _card_upgraded(listed: Names, card: int, upgrades: int) -> str:
    return f"{words.card_name(card, upgrades - 1, listed)} becomes {words.card_name(card, upgrades, listed)}"


def _relic_gained(listed: Names, relic: int) -> str:
    return f"player gets {listed.relics[relic]}"


def _relic_lost(listed: Names, relic: int) -> str:
    return f"player loses {listed.relics[relic]}"


def _potion_gained(potion: int) -> str:
    return f"player gets {names().potions[potion]}"


def _boss_seen(encounter: int) -> str:
    return f"the boss of this act is {names().encounters[encounter]}"


_TEXTS: dict[int, Callable[..., str]] = {
    RunEvent.ENTERED: _entered,
    RunEvent.MET: _met,
    RunEvent.HP_CHANGED: _hp_changed,
    RunEvent.GOLD_CHANGED: _gold_changed,
    RunEvent.POTION_GAINED: _potion_gained,
    RunEvent.BOSS_SEEN: _boss_seen,
}
_OF_CARDS: dict[int, Callable[..., str]] = {  # and of relics, which can be a designer's
    RunEvent.CARD_GAINED: _card_gained,
    RunEvent.CARD_LOST: _card_lost,
    RunEvent.CARD_UPGRADED: _card_upgraded,
    RunEvent.RELIC_GAINED: _relic_gained,
    RunEvent.RELIC_LOST: _relic_lost,
}
