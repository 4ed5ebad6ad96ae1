"""Positions in which the player on turn can win at once, whatever the others hold and do."""

from __future__ import annotations

from random import Random
from typing import Any

from cardwright import unicorns
from cardwright.agents import make
from cardwright.core.state import State

PLAIN = ["Basic Unicorn", "Narwhal"]  # unicorns that only have to be played to win
OTHER_UNICORNS = ["Rhinocorn", "Zombie Unicorn", "Stabby the Unicorn", "Magical Kittencorn", "Unicorn Phoenix"]
OTHER_CARDS = [
    "Neigh", "Neigh", "Yay", "Good Deal", "Unicorn Poison", "Back Kick", "Glitter Tornado", "Two-For-One",
    "Barbed Wire", "Slowdown", "Rainbow Aura", "Double Dutch", "Unfair Bargain", "Re-Target", "Shake Up",
]  # fmt: skip


def certain_win(seed: int, players: int = 6) -> dict[str, Any]:
    """The start of a position in which P1 is one unicorn short, cannot be Neighed and holds a plain unicorn."""
    random = Random(seed)
    goal = 6 if players >= 6 else 7
    cards = random.sample(OTHER_CARDS, 12)
    hand = [random.choice(PLAIN), *(cards.pop() for _ in range(random.randint(1, 5)))]
    random.shuffle(hand)
    seats: dict[str, Any] = {"P1": {"stable": ["Yay", *["Baby Unicorn"] * (goal - 1)], "hand": hand}}
    unicorns_left = OTHER_UNICORNS.copy()
    random.shuffle(unicorns_left)
    for number in range(2, players + 1):
        stable = ["Basic Unicorn"] * random.randint(0, 3) + [unicorns_left.pop() for _ in range(random.randint(0, 1))]
        seats[f"P{number}"] = {"stable": stable, "hand": random.randint(0, 6)}
    return {"players": players, **seats}


def wins_at_once(agent: str, start: dict[str, Any], seed: int) -> bool:
    """Whether the agent wins with the decisions of this turn that are its own."""
    state: State = unicorns.family.game(start).new(seed)
    player = make(agent)
    for step in range(10):
        if state.over or state.decider != 0:
            break
        number = player.choose(state, seed * 1000 + step)
        state.play(next(action for action in state.legal() if action.id == number))
        if state.view()["turn"] != "P1":
            break
    return bool(state.over and state.record.winner == 0)
