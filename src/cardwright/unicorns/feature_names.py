"""Names for what learners see and do, in the order of observation.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.core.features import seat_name
from cardwright.core.game import TokenField

from .observation import ACTS, GENERAL, KINDS, OF_PLAYERS, VARIANTS
from .rules import Op
from .state import Phase, Prompt

_PILES = (
    "top of the deck", "card being played", "card that asks", "card to save or move",
    "own hand", "discard pile", "nursery", "known in the deck",
)  # fmt: skip
_CHOSEN = (
    "play {}", "choose {} in your hand", "choose {} in another hand", "choose {} in the discard pile",
    "choose {} in the nursery", "choose {} in the deck",
)  # fmt: skip
_ZONES = ("hand", "stable", "discard pile", "nursery", "deck", "being played")


def feature_names(players: int, names: Sequence[str]) -> list[str]:
    """Return the names of all features: a group, a colon, and what the feature is about."""
    return [f"{group}: {name}" for group, parts in _groups(players, names) for name in parts]


def stable(steps: int) -> str:
    """Return what the stable of a player is called."""
    return f"stable of {seat_name(steps)}" if steps else "own stable"


def _groups(players: int, names: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    yield from ((pile, names) for pile in _PILES)
    yield from ((stable(k), names) for k in range(players))
    yield from ((f"known in the hand of {seat_name(k)}", names) for k in range(1, players))
    yield from ((seat_name(k), OF_PLAYERS) for k in range(players))
    yield "game", GENERAL
    yield "phase", [_words(each.name) for each in Phase]
    yield "question", [_words(each.name) for each in Prompt]
    yield "effect", [_words(each.name) for each in Op]


def _words(name: str) -> str:
    return name.lower().replace("_", " ")


def token_fields(players: int, names: Sequence[str], cards: int) -> list[TokenField]:
    """Return the columns of the rows for cards."""
    seats = [seat_name(k) for k in range(players)]
    return [
        TokenField("name", 1 + len(names), ["hidden", *names]),
        TokenField("type", 1 + len(KINDS), ["hidden", *(each.name.lower() for each in KINDS)]),
        TokenField("zone", len(_ZONES), _ZONES),
        TokenField("whose", players, seats),
        TokenField("cards", cards + 1),
    ]


def action_space(players: int, names: Sequence[str]) -> list[str]:
    """Return the words of all actions."""
    stables = ["your stable", *(f"the {stable(k)}" for k in range(1, players))]
    chosen = [*_CHOSEN, *(f"choose {{}} in {each}" for each in stables)]
    words = [each.format(name) for each in chosen for name in names]
    words += [f"into {each}" for each in stables]
    words += [f"to {each}" for each in stables]
    words += ["choose yourself" if k == 0 else f"choose {seat_name(k)}" for k in range(players)]
    return [*words, *ACTS, *(f"variant {k + 1}" for k in range(VARIANTS))]
