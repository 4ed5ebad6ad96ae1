"""The rules of a battle in a few sentences, made from its start and from the cards that it can contain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .loop_text import resource_sentences, turn_text
from .notation.cards import Card
from .notation.own_rules import GAME_LOOP

if TYPE_CHECKING:
    from .facade import Battle


def how_to_play(battle: Battle) -> str:
    """Return the rules in force.

    >>> from cardwright import spire
    >>> text = how_to_play(spire.battle(hand_size=7, max_energy=1))
    >>> text.split(". ")[1]
    'Each turn you draw 7 cards and get 1 energy; a card costs the energy in brackets'
    """
    return " ".join(_sentences(battle, [battle.content.cards[name] for name in battle.card_names]))


def _sentences(battle: Battle, cards: Sequence[Card]) -> Iterator[str]:
    start = battle.setup[0]
    yield "Reduce the HP of every enemy to 0 before yours are gone."
    drawn = _count(int(start["hand_size"]), "card", "cards")
    energy = _count(int(start["max_energy"]), "energy", "energy")
    first = _count(int(start["energy"]), "energy", "energy")
    more = "" if first == energy or start["begun"] else f" ({first} in the first turn)"
    loop = battle.content.loop or GAME_LOOP
    draws, gets = (f"draw {drawn}", loop.count("draw")), (f"get {energy}{more}", loop.count("energy"))
    each_turn = " and ".join(f"{words}{_often(times)}" for words, times in (draws, gets) if times)
    yield f"{f'Each turn you {each_turn}; a' if each_turn else 'A'} card costs the energy in brackets."
    if "energy" not in loop:
        yield f"You {'have' if start['begun'] else 'begin with'} {first}, and no turn brings more."
    yield from resource_sentences(battle.content)
    yield turn_text(battle.content, f"your hand is discarded{_exceptions(cards)}")
    away = []
    if any(card.type == "power" for card in cards):
        away.append("powers stay in effect instead")
    if any(card.exhaust for card in cards):
        away.append("cards that exhaust are out of the battle")
    yield f"Played cards are discarded too{''.join(f'; {each}' for each in away)}."
    yield "When the draw pile is empty, the discard pile is shuffled to become the new draw pile."


def _exceptions(cards: Sequence[Card]) -> str:
    """Return which cards in hand are not discarded, if there can be any."""
    kept = "retained cards, which stay" if any(card.retain for card in cards) else ""
    lost = "ethereal cards, which are exhausted" if any(card.ethereal for card in cards) else ""
    listed = " and ".join(filter(None, (kept, lost)))
    return f" (except {listed})" if listed else ""


def _often(times: int) -> str:
    return f" {times} times" if times > 1 else ""


def _count(number: int, one: str, several: str) -> str:
    return f"{number or 'no'} {one if number == 1 else several}"
