"""Enemies of the first act compared with the original game: HP, first moves, and how often each move follows."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest

from cardwright.core.compiling.jit import COMPILED
from cardwright.spire import Battle, battle, standard

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes minutes uncompiled")

ENEMIES = 5  # of one kind fight side by side, to see many moves in few battles
BATTLES = 120
TURNS = 12
TOLERANCE = 4.5  # standard deviations; seeds are fixed, so the result is always the same


@dataclass(frozen=True)
class Move:
    """A move an enemy rolls for: its share in percent, how often in a row, and the shares of what replaces it."""

    share: float
    most: int
    instead: dict[str, float]


# HP range below an ascension level, the level, and the HP range from that level on.
HP = {
    "Cultist": (48, 54, 7, 50, 56),
    "Jaw Worm": (40, 44, 7, 42, 46),
    "Red Louse": (10, 15, 7, 11, 16),
    "Green Louse": (11, 17, 7, 12, 18),
    "Acid Slime S": (8, 12, 7, 9, 13),
    "Spike Slime S": (10, 14, 7, 11, 15),
    "Acid Slime M": (28, 32, 7, 29, 34),
    "Spike Slime M": (28, 32, 7, 29, 34),
    "Acid Slime L": (65, 69, 7, 68, 72),
    "Spike Slime L": (64, 70, 7, 67, 73),
    "Gremlin Nob": (82, 86, 8, 85, 90),
    "Lagavulin": (109, 111, 8, 112, 115),
    "Sentry": (38, 42, 8, 39, 45),
}

# Enemies that follow a pattern: the moves they begin with and those they repeat.
PATTERNS = {
    ("Cultist", 0): (["Incantation"], ["Dark Strike"]),
    ("Cultist", 20): (["Incantation"], ["Dark Strike"]),
    ("Spike Slime S", 0): ([], ["Tackle"]),
    ("Spike Slime S", 20): ([], ["Tackle"]),
    ("Acid Slime S", 20): ([], ["Lick", "Tackle"]),
    ("Gremlin Nob", 20): (["Bellow"], ["Skull Bash", "Rush", "Rush"]),
    ("Lagavulin", 0): (["Sleep", "Sleep", "Sleep"], ["Attack", "Attack", "Siphon Soul"]),
    ("Lagavulin", 20): (["Sleep", "Sleep", "Sleep"], ["Attack", "Attack", "Siphon Soul"]),
}

_LOUSE = {
    0: lambda other: {other: Move(25, 2, {"Bite": 100}), "Bite": Move(75, 2, {other: 100})},
    20: lambda other: {other: Move(25, 1, {"Bite": 100}), "Bite": Move(75, 2, {other: 100})},
}
_ACID = {
    "Corrosive Spit": Move(30, 2, {"Tackle": 50, "Lick": 50}),
    "Tackle": Move(40, 1, {"Corrosive Spit": 40, "Lick": 60}),
    "Lick": Move(30, 2, {"Corrosive Spit": 40, "Tackle": 60}),
}
_SPIKE = {
    0: {"Flame Tackle": Move(30, 2, {"Lick": 100}), "Lick": Move(70, 2, {"Flame Tackle": 100})},
    20: {"Flame Tackle": Move(30, 2, {"Lick": 100}), "Lick": Move(70, 1, {"Flame Tackle": 100})},
}
_WORM = {
    "Chomp": Move(25, 1, {"Bellow": 56.25, "Thrash": 43.75}),
    "Thrash": Move(30, 2, {"Chomp": 35.7, "Bellow": 64.3}),
    "Bellow": Move(45, 1, {"Chomp": 41.6, "Thrash": 58.4}),
}

# Enemies that roll: the moves they begin with and those they roll for.
ROLLS = {
    ("Jaw Worm", 0): (["Chomp"], _WORM),
    ("Jaw Worm", 20): (["Chomp"], _WORM),
    ("Red Louse", 0): ([], _LOUSE[0]("Grow")),
    ("Red Louse", 20): ([], _LOUSE[20]("Grow")),
    ("Green Louse", 0): ([], _LOUSE[0]("Spit Web")),
    ("Green Louse", 20): ([], _LOUSE[20]("Spit Web")),
    ("Acid Slime S", 0): ([], {"Tackle": Move(50, 1, {"Lick": 100}), "Lick": Move(50, 1, {"Tackle": 100})}),
    ("Acid Slime M", 0): ([], _ACID),
    ("Acid Slime M", 20): (
        [],
        {
            "Corrosive Spit": Move(40, 2, {"Tackle": 50, "Lick": 50}),
            "Tackle": Move(40, 2, {"Corrosive Spit": 50, "Lick": 50}),
            "Lick": Move(20, 1, {"Corrosive Spit": 40, "Tackle": 60}),
        },
    ),
    ("Acid Slime L", 0): ([], _ACID),
    ("Acid Slime L", 20): (
        [],
        {
            "Corrosive Spit": Move(40, 2, {"Tackle": 60, "Lick": 40}),
            "Tackle": Move(30, 2, {"Corrosive Spit": 60, "Lick": 40}),
            "Lick": Move(30, 1, {"Corrosive Spit": 40, "Tackle": 60}),
        },
    ),
    ("Spike Slime M", 0): ([], _SPIKE[0]),
    ("Spike Slime M", 20): ([], _SPIKE[20]),
    ("Spike Slime L", 0): ([], _SPIKE[0]),
    ("Spike Slime L", 20): ([], _SPIKE[20]),
    ("Gremlin Nob", 0): (["Bellow"], {"Skull Bash": Move(33, 99, {}), "Rush": Move(67, 2, {"Skull Bash": 100})}),
}


def side_by_side(enemy: str, ascension: int) -> Battle:
    """Return a battle in which the player only watches."""
    return battle(
        enemies=[enemy] * ENEMIES, hand=[], hand_size=0, player={"hp": 9999, "max_hp": 9999}, ascension=ascension
    )


def intended_moves(enemy: str, ascension: int) -> list[tuple[int, list[str]]]:
    """Return the position and the intended moves, turn by turn, of each enemy in battles where turns just end."""
    game = side_by_side(enemy, ascension)
    seen: list[tuple[int, list[str]]] = []
    for seed in range(BATTLES):
        state = game.new(seed)
        moves: list[list[str]] = [[] for _ in range(ENEMIES)]
        for _ in range(TURNS):
            for position, move in enumerate(state.records["agents"]["move"][0, 1 : ENEMIES + 1]):
                moves[position].append(game.move_names[move])
            state.play("end turn")
        seen += enumerate(moves)
    return seen


def probabilities(rolled: dict[str, Move], last: list[str]) -> dict[str, float]:
    """Return the probability of each move after the last two."""
    likely: Counter[str] = Counter()
    for name, move in rolled.items():
        if move.most <= len(last) and last[-move.most :] == [name] * move.most:
            for other, percent in move.instead.items():
                likely[other] += move.share / 100 * percent / 100
        else:
            likely[name] += move.share / 100
    return likely


@pytest.mark.parametrize("enemy", HP)
def test_every_hp_in_the_range_occurs_and_no_other(enemy: str) -> None:
    low, high, level, low_above, high_above = HP[enemy]
    for ascension, least, most in ((level - 1, low, high), (level, low_above, high_above), (20, low_above, high_above)):
        game = side_by_side(enemy, ascension)
        seen = {int(hp) for seed in range(BATTLES) for hp in game.new(seed).records["agents"]["hp"][0, 1 : ENEMIES + 1]}
        assert seen == set(range(least, most + 1)), f"at ascension {ascension}"


@pytest.mark.parametrize(("enemy", "ascension"), PATTERNS)
def test_an_enemy_follows_its_pattern(enemy: str, ascension: int) -> None:
    opening, loop = PATTERNS[enemy, ascension]
    pattern = (opening + loop * TURNS)[:TURNS]
    assert all(moves == pattern for _, moves in intended_moves(enemy, ascension))


@pytest.mark.parametrize("ascension", [0, 20])
def test_sentries_alternate(ascension: int) -> None:
    for position, moves in intended_moves("Sentry", ascension):
        first = ["Beam", "Bolt"] if position % 2 else ["Bolt", "Beam"]
        assert moves == first * (TURNS // 2)


@pytest.mark.parametrize(("enemy", "ascension"), ROLLS)
def test_an_enemy_rolls_each_move_as_often_as_it_should(enemy: str, ascension: int) -> None:
    opening, rolled = ROLLS[enemy, ascension]
    followed: dict[tuple[str, ...], Counter[str]] = {}
    for _, moves in intended_moves(enemy, ascension):
        assert moves[: len(opening)] == opening
        for turn in range(len(opening), TURNS):
            followed.setdefault(tuple(moves[max(0, turn - 2) : turn]), Counter())[moves[turn]] += 1
    for last, counted in followed.items():
        expected = probabilities(rolled, list(last))
        assert set(counted) <= set(expected), f"after {last}"
        for move, probability in expected.items():
            total = counted.total()
            spread = (total * probability * (1 - probability)) ** 0.5
            assert abs(counted[move] - total * probability) <= TOLERANCE * spread, (
                f"{move} after {last}: {counted} of {expected}"
            )


def test_all_enemies_are_checked() -> None:
    checked = {enemy for enemy, _ in (*PATTERNS, *ROLLS)} | {"Sentry"}
    assert set(standard().enemies) == set(HP) == checked
