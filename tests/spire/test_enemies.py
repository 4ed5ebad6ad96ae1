"""Enemies of the first act compared with the original game: HP, first moves, and how often each move follows."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cardwright.core.compiling.jit import COMPILED
from cardwright.spire import Battle, battle, standard

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes minutes uncompiled")

with (Path(__file__).parent / "data" / "monsters.csv").open(encoding="utf-8") as file:
    MONSTERS = list(csv.DictReader(file))
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
    ("Mad Gremlin", 0): ([], ["Scratch"]),
    ("Sneaky Gremlin", 0): ([], ["Puncture"]),
    ("Fat Gremlin", 0): ([], ["Smash"]),
    ("Shield Gremlin", 0): ([], ["Protect"]),
    ("Gremlin Wizard", 0): (
        ["Charging", "Charging", "Ultimate Blast"],
        ["Charging", "Charging", "Charging", "Ultimate Blast"],
    ),
    ("Gremlin Wizard", 20): (["Charging", "Charging"], ["Ultimate Blast"]),
    ("Slime Boss", 0): ([], ["Goop Spray", "Preparing", "Slam"]),
    ("The Guardian", 0): ([], ["Charging Up", "Fierce Bash", "Vent Steam", "Whirlwind"]),
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
    ("Blue Slaver", 0): ([], {"Stab": Move(60, 2, {"Rake": 100}), "Rake": Move(40, 2, {"Stab": 100})}),
    ("Blue Slaver", 20): ([], {"Stab": Move(60, 2, {"Rake": 100}), "Rake": Move(40, 1, {"Stab": 100})}),
    ("Fungi Beast", 0): ([], {"Bite": Move(60, 2, {"Grow": 100}), "Grow": Move(40, 1, {"Bite": 100})}),
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


def compare(counted: Counter[Any], expected: dict[Any, float], last: tuple[str, ...]) -> None:
    """Compare how often something followed the last moves with how likely each is."""
    assert set(counted) <= set(expected), f"after {last}"
    for move, probability in expected.items():
        total = counted.total()
        spread = (total * probability * (1 - probability)) ** 0.5
        assert abs(counted[move] - total * probability) <= TOLERANCE * spread, (
            f"{move} after {last}: {counted} of {expected}"
        )


@pytest.mark.parametrize("figures", MONSTERS, ids=lambda row: row["name"])
def test_every_hp_in_the_range_occurs_and_no_other(figures: dict[str, str]) -> None:
    enemy, level = figures["name"], int(figures["hp level"])
    low, high, low_above, high_above = (
        int(figures[key]) for key in ("least hp", "most hp", "least hp above", "most hp above")
    )
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
        compare(counted, probabilities(rolled, list(last)), last)


@pytest.mark.parametrize(("ascension", "most"), [(0, 2), (20, 1)])
def test_the_red_slaver_entangles_once_and_rolls_otherwise_after_that(ascension: int, most: int) -> None:
    scrape = Move(75, most, {"Stab": 100})
    before = {"Entangle": Move(25, 99, {}), "Scrape": scrape}
    after = {"Stab": Move(45, 2, {"Scrape": 100}), "Scrape": Move(55, most, {"Stab": 100})}
    counted: dict[tuple[bool, tuple[str, ...]], Counter[str]] = {}
    for _, moves in intended_moves("Red Slaver", ascension):
        assert moves[0] == "Stab"
        assert moves.count("Entangle") <= 1
        for turn in range(1, TURNS):
            key = ("Entangle" in moves[:turn], tuple(moves[max(0, turn - 2) : turn]))
            counted.setdefault(key, Counter())[moves[turn]] += 1
    for (used, last), followed in counted.items():
        compare(followed, probabilities(after if used else before, list(last)), last)


@pytest.mark.parametrize("thief", ["Looter", "Mugger"])
def test_thieves_steal_twice_or_three_times_and_escape(thief: str) -> None:
    game = battle(enemies=[thief], hand=[], hand_size=0, player={"hp": 9999, "max_hp": 9999, "gold": 999})
    ways = Counter[tuple[str, ...]]()
    for seed in range(BATTLES):
        state, moves = game.new(seed), []
        while not state.over:
            moves.append(game.move_names[int(state.record.agents[1].move)])
            state.play("end turn")
        ways[tuple(moves)] += 1
        assert (state.record.gold, bool(state.record.agents[1].left)) == (999 - 15 * (len(moves) - 2), True)
    short, long = ("Mug", "Mug", "Smoke Bomb", "Escape"), ("Mug", "Mug", "Lunge", "Smoke Bomb", "Escape")
    compare(ways, {short: 0.5, long: 0.5}, ())


def test_hexaghost_follows_its_pattern() -> None:
    """Only one of them, whose Divider the player survives."""
    game = battle(enemies=["Hexaghost"], hand=[], hand_size=0, player={"hp": 9999, "max_hp": 9999})
    state, moves = game.new(1), []
    for _ in range(16):
        moves.append(game.move_names[int(state.record.agents[1].move)])
        state.play("end turn")
    cycle = ["Sear", "Tackle", "Sear", "Inflame", "Tackle", "Sear", "Inferno"]
    assert moves == ["Activate", "Divider", *cycle, *cycle]


def test_all_enemies_are_checked() -> None:
    apart = {"Sentry", "Red Slaver", "Looter", "Mugger", "Hexaghost"}
    checked = {enemy for enemy, _ in (*PATTERNS, *ROLLS)} | apart
    assert set(standard().enemies) == {row["name"] for row in MONSTERS} == checked
