"""Decks of random cards, to find combinations that nobody would think of."""

from __future__ import annotations

from random import Random
from typing import Any

from cardwright.unicorns.content import KINDS

ALWAYS = (
    "cards cannot be neighed", "no instants", "no upgrades", "basics only here", "unicorns indestructible", "pandas",
    "no triggers", "open hand",
)  # fmt: skip
MANY = ("each", "others")
STABLE_TYPES = ("basic", "magical", "upgrade", "downgrade")


def invented(random: Random) -> dict[str, Any]:
    """The start of a game with a deck of random cards, for 2 to 6 players."""
    cards: dict[str, Any] = {"Baby": {"type": "baby", "copies": random.randint(8, 12)}}
    for number in range(random.randint(12, 20)):
        cards[f"{random.choice(['Odd', 'Narwhal'])} {number}"] = card(random)
    cards["Neigh"] = {"type": "instant", "copies": 6}
    cards["Plain"] = {"type": "basic", "copies": 30}
    return {
        "players": random.randint(2, 6),
        "rules": random.choice(["official", "thesis"]),
        "cards": {"cards": cards},
    }


def card(random: Random) -> dict[str, Any]:
    kind = random.choice((*STABLE_TYPES, "magic", "instant"))
    made: dict[str, Any] = {"type": kind, "copies": random.randint(1, 4), "tier": random.choice(["S", "A+", "F"])}
    if kind == "instant":
        return {**made, "play": program(random), "stops": random.random() < 0.5}
    if kind == "magic":
        return {**made, "play": program(random), "needs": random.randint(0, 2)}
    for hook in ("enter", "begin", "end", "dies"):
        if random.random() < 0.4:
            made[hook] = program(random)
    if made["copies"] == 1 and random.random() < 0.15:
        made["begin any"] = program(random)
    extras = {
        "value": random.randint(0, 3),
        "instead": "hand",
        "needs basic": True,
        "immune": [random.choice(["destroyed", "sacrificed", "magic", "neigh"])],
        "always": [random.choice(ALWAYS)],
        "saves": {
            "whom": random.choice(["itself", "another unicorn"]),
            "from": random.sample(["destroyed", "sacrificed"], random.randint(1, 2)),
            "by": random.choice(["discarding", "sacrificing itself"]),
        },
        "traffic": {"of": which(random), "do": plain(random)},
        "crowd": {"over": random.randint(3, 8), "do": {"sacrifice": "unicorn"}},
    }
    return {**made, **{key: value for key, value in extras.items() if random.random() < 0.12}}


def which(random: Random) -> str:
    return random.choice(KINDS) if random.random() < 0.7 else " or ".join(random.sample(KINDS, 2))


def program(random: Random, depth: int = 2) -> Any:
    effects = [effect(random) for _ in range(random.randint(1, 3))]
    optional = random.random() < 0.4 and not any(each.get("by") in MANY for each in effects)
    made: dict[str, Any] = {"may" if optional else "do": effects}
    if depth and "either" not in effects[0]:
        for after in ("then", "if done"):
            if random.random() < 0.3:
                made[after] = program(random, depth - 1)
        if "return" in effects[0] and random.random() < 0.5:
            made["then"] = {"discard": 1, "by": "holder"}
    return made


def effect(random: Random) -> dict[str, Any]:
    if random.random() < 0.1:
        variants = [plain(random) for _ in range(random.randint(2, 4))]
        return {"either": [{key: value for key, value in each.items() if key != "by"} for each in variants]}
    return plain(random)


def plain(random: Random) -> dict[str, Any]:
    amount = random.randint(1, 3)
    made: dict[str, Any] = random.choice(
        [
            {"destroy": which(random)},
            {"sacrifice": random.choice([which(random), "this", f"all {which(random)}"])},
            {"steal": which(random), **random.choice([{}, {"from": "there"}, {"until": "end of turn"}])},
            {"return": which(random)},
            {"move": which(random)},
            {"give": which(random)},
            {"bring": which(random), "from": random.choice(["discard", "hand", "nursery"])},
            {"take": which(random)},
            {"search": which(random), "named": "Narwhal", "keep order": random.random() < 0.5},
            {"discard": amount, "kind": which(random)},
            {"discard": amount, "by": "chosen"},
            {"draw": amount},
            {"draw": amount, "by": "chosen"},
            {"look": amount},
            {"pull": amount},
            {"pick": 1},
            {"swap": "hands"},
            {"shrink": "unicorn"},
            {"shuffle": random.sample(["hand", "discard"], random.randint(1, 2))},
            {"turn": random.choice(["again", "skip"])},
            {"extra draws": amount},
            {"plays": amount},
            {"follow": "turn"},
        ]
    )
    many = any(verb in made for verb in ("sacrifice", "return", "discard", "draw"))
    if many and "by" not in made and random.random() < 0.2 and "this" not in made.values():
        made["by"] = random.choice(MANY)
    return made
