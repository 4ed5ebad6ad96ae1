"""How a turn goes and what resources there are, in sentences made from the content of a battle."""

from __future__ import annotations

from collections.abc import Iterator

from .notation.content import Content
from .notation.own_rules import GAME_LOOP, Resource

_PHASES = {
    "block": "you lose your block",
    "energy": "you get your energy",
    "turn start": "your turn starts",
    "draw": "you draw your cards",
    "play": "you play cards until you end your turn",
    "turn end": "your turn ends",
    "discard": "your hand is discarded",
    "enemies": "the enemies act",
    "round end": "the round ends",
}


def turn_text(content: Content, discarded: str = "your hand is discarded") -> str:
    """Return what happens in a turn, and in which order if it is not the usual one.

    >>> turn_text(Content(loop=["draw", "play", "enemies"])).split(". ")[2]
    'In each turn, in this order, you draw your cards, you play cards until you end your turn, and the enemies act.'
    """
    loop = content.loop or GAME_LOOP
    until = "your next turn" if loop == GAME_LOOP else "you lose it" if "block" in loop else "it is used up"
    return f"Block absorbs damage until {until}. Enemies show what they intend. {_order(loop, discarded)}"


def _order(loop: tuple[str, ...], discarded: str) -> str:
    if loop == GAME_LOOP:
        return f"When you end your turn, {discarded} and the enemies act."
    words = {**_PHASES, "discard": discarded}
    *phases, last = [words.get(word, f"{word} happens") for word in loop]
    return f"In each turn, in this order, {', '.join(phases)}, and {last}." if phases else f"In each turn {last}."


def resource_sentences(content: Content) -> Iterator[str]:
    """Yield a sentence for each resource besides energy.

    >>> list(resource_sentences(Content(resources={"Heat": {"each_turn": 2, "most": 9}})))
    ['Besides energy there is Heat: you begin with 0, get 2 each turn and keep what is left, at most 9.']
    """
    times = (content.loop or GAME_LOOP).count("energy")
    for resource in content.resources.values():
        yield f"Besides energy there is {resource.name}: you begin with {resource.start}{_later(resource, times)}."


def _later(resource: Resource, times: int) -> str:
    """Return what becomes of a resource in a loop that brings energy some times."""
    often = f" {times} times" if times > 1 else ""
    gets = f", get {resource.each_turn}{often} each turn" if resource.each_turn and times else ""
    when = "you get the next energy" if times > 1 else "the next turn begins"
    keeps = "keep what is left" if resource.kept or not times else f"lose what is left when {when}"
    return f"{gets} and {keeps}, at most {resource.most}"
