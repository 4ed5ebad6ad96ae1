"""Starts of battles drawn at random: decks of standard cards, and randomly composed rules."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from cardwright.spire import encounters, standard
from cardwright.spire.engine.references import in_formulas, told_to
from cardwright.spire.notation.formula_words import constant
from cardwright.spire.notation.own_rules import PHASES, NewEvent
from cardwright.spire.notation.statuses import Rule
from cardwright.spire.notation.vocabulary import HAPPENINGS, PRECEDED, VALUES
from cardwright.spire.notation.vocabulary import HOOKS as HOOK_WORDS

TYPES = ("attack", "skill", "power", "status", "curse")
PILES = ("hand", "draw", "discard", "exhaust")
DESTINATIONS = (*PILES, "top of draw", "bottom of draw")
AGENTS = ("enemies", "agents", "allies")
OWN_EVENTS = {
    "Boom": NewEvent(name="Boom", inputs=("amount", "target", "card")),
    "Hush": NewEvent(name="Hush", inputs=()),
}
EVENTS = {
    "modify": (*VALUES, "Boom", "Heat gained"),
    "before": (*PRECEDED, *OWN_EVENTS),
    "after": (*HAPPENINGS, *OWN_EVENTS, "Heat gained", "Heat spent"),
}
HOOKS = tuple(HOOK_WORDS)
CARDS = tuple(f"Card {n}" for n in range(5))
STATUSES = tuple(f"Status {n}" for n in range(4))
ENEMIES = tuple(f"Enemy {n}" for n in range(3))
MOVES = ("One", "Two", "Three")
UNAIMED = (
    "block",
    "heal",
    "lose_hp",
    "max_hp",
    "energy",
    "draw",
    "add",
    "add_random",
    "bonus",
    "spawn",
    "intend",
    "again",
    "broadcast",
    "gain",
    "use",
    "gold",
    "roll",
    "shuffle",
    "steal",
    "drop_to_hp",
    "random_potions",
)
ON_AGENTS = ("attack", "damage", "apply", "clear", "leave")
ON_CARDS = ("move", "upgrade", "duplicate", "cost", "play")
ON_STATUSES = ("remove", "stack")
CARD, MOVE = (
    frozenset(["card", "own card"]),
    frozenset(["agent"]),
)  # what effects of cards and of moves know without a target
WORDS = (
    "X", "stacks", "amount", "dealt", "killed", "affected", "bonus", "cost", "energy", "turn", "played", "hurt",
    "enemies", "allies", "by_self", "replayed", "position", "ascension", "hp", "max_hp", "block", "attacking",
    "target.hp", "target.position", "player.block", "target.attacking", "hand", "draw", "discard", "exhaust",
    "hand.attack",
    "discard.curse", "Heat", "named.Card", "named.Strike", "last.One", "Strength", "target.Status_0", "player.Status_1",
)  # fmt: skip


def ordinary(random: Random) -> dict[str, Any]:
    """Return a start with any standard cards against an encounter, or against any standard enemies."""
    content = standard()
    max_hp = random.randint(1, 120)
    cards = [card.name for card in content.own_cards()]
    drawn = random.choices(cards, k=random.randint(1, 40))
    met = encounters.enemies(random.choice(encounters.names()), random)
    return {
        "deck": [(random.random() < 0.4 and content.card(name).upgraded_name) or name for name in drawn],
        "enemies": met if random.random() < 0.7 else random.choices(sorted(content.enemies), k=random.randint(1, 5)),
        "player": {"hp": random.randint(1, max_hp), "max_hp": max_hp, "gold": random.choice([0, 20, 999])},
        "ascension": random.randint(0, 20),
    }


def carrying(random: Random) -> dict[str, Any]:
    """Return such a start with five relics and three potions."""
    content = standard()
    relics = random.sample(sorted(content.relics), 5)
    counts = {name: content.relics[name].counter is not None for name in relics}
    return {
        **ordinary(random),
        "relics": [{"name": name, "counter": random.randint(0, 9)} if counts[name] else name for name in relics],
        "potions": random.choices(sorted(content.potions), k=3),
        "potion_slots": random.randint(3, 5),
        "room": random.choice([None, "monster", "elite", "boss"]),
    }


def invented(random: Random) -> dict[str, Any]:
    """Return a start with cards, statuses and enemies composed at random."""
    statuses = {name: status(random) for name in STATUSES}
    start: dict[str, Any] = {
        "enemies": random.choices((*ENEMIES, *ENEMIES, "Jaw Worm", "Acid Slime L"), k=random.randint(1, 5)),
        "player": {"max_hp": random.choice([1, 30, 500]), "statuses": stacks(random, statuses)},
        "max_energy": random.choice([0, 3, 3, 30]),
        "hand_size": random.randint(0, 10),
        "content": {
            "cards": {name: card(random) for name in CARDS},
            "statuses": statuses,
            "enemies": {name: enemy(random) for name in ENEMIES},
            "events": {name: {"inputs": list(event.inputs)} for name, event in OWN_EVENTS.items()},
            "resources": {"Heat": {"each_turn": random.randint(0, 3), "kept": random.random() < 0.5, "most": 9}},
            "actions": {"Zap": {"takes": ["power"], "do": {"do": [{"block": "power + 1"}, {"gain": "Heat"}]}}},
        },
    }
    if random.random() < 0.3:
        start["content"]["loop"] = [*random.choices((*PHASES, "Hush"), k=random.randint(0, 9)), "play", "enemies"]
    if random.random() < 0.5:
        start["deck"] = pile(random, 1, 40)
    else:
        start |= {name: pile(random, 0, 10) for name in PILES}
        start["enemies"][0] = {
            "name": start["enemies"][0],
            "statuses": stacks(random, statuses),
            "block": random.randint(0, 50),
        }
    return start


def pile(random: Random, least: int, most: int) -> list[Any]:
    names = random.choices(
        (*CARDS, *CARDS, "Strike", "Burn", "Pain", "Sentinel", "Armaments"), k=random.randint(least, most)
    )
    return [{"name": name, "bonus": random.randint(-9, 9)} if random.random() < 0.2 else name for name in names]


def stacks(random: Random, statuses: dict[str, Any]) -> dict[str, int]:
    drawn = {name: random.choice([-2, 1, 1, 3, 999]) for name in statuses if random.random() < 0.5}
    return {name: 1 if statuses[name]["stacking"] == "keep" else amount for name, amount in drawn.items()}


def price(random: Random) -> str:
    """Return a formula without what is known only while a card acts."""
    return re.sub(r"\b(X|stacks|amount|dealt|killed|affected)\b", "turn", formula(random, CARD, randomness=False))


def card(random: Random) -> dict[str, Any]:
    kind, cost = random.choice(TYPES), random.choice([0, 0, 1, 2, "X", price(random)])
    made: dict[str, Any] = {
        "type": kind,
        "cost": cost,
        "effect": effect(random, 3, "card", CARD | {"spent"} if cost == "X" else CARD),
        "color": "red",
        "rarity": random.choice(["common", "special"]),
    }
    if random.random() < 0.2:
        made["pay"] = {"Heat": random.choice([1, 2, price(random)])}
    made |= {key: True for key in ("exhaust", "ethereal", "innate", "retain", "unplayable") if random.random() < 0.15}
    if random.random() < 0.2:
        made["playable"] = price(random)
    if random.random() < 0.4:
        made["when"] = {random.choice(HOOKS): effect(random, 1, "card", CARD)}
    if random.random() < 0.2:
        made["in_hand"] = [rule_in_hand(random) for _ in range(random.randint(1, 2))]
    if random.random() < 0.4:
        made["upgrade"] = {"cost": random.randint(0, 2), "effect": effect(random, 1, "card", CARD)}
    return made


def status(random: Random) -> dict[str, Any]:
    made: dict[str, Any] = {
        "debuff": random.random() < 0.3,
        "debuff_if_lost": random.random() < 0.3,
        "stacking": random.choice(["add", "keep", "set", "max"]),
        "grace": random.random() < 0.3,
        "rules": [rule(random) for _ in range(random.randint(0, 3))],
    }
    if random.random() < 0.4:
        at = random.choice(["round end", "turn end", "turn start"])
        made["decay"] = {"at": at, "by": random.choice([1, "all"])}
    return made


def rule_in_hand(random: Random) -> dict[str, Any]:
    """Return a rule of a card, which has no stacks."""
    made = rule(random, in_hand=True) | {"spend": 0, "per_stack": 0}
    if made.get("after") == "faded":
        made["after"] = "turn end"
    found: dict[str, Any] = json.loads(re.sub(r"\bstacks\b", "turn", json.dumps(made)))
    return found


def rule(random: Random, in_hand: bool = False) -> dict[str, Any]:
    stage = random.choice(["modify", "before", "after", "after"])
    event = random.choice(EVENTS[stage])
    made: dict[str, Any] = {
        stage: event,
        "role": random.choice(["source", "target", "anyone"]),
        "order": random.randint(-5, 5),
        "spend": random.choice([0, 0, 1, "all"]),
    }
    if event == "Hush":
        made["role"] = random.choice(["source", "anyone"])
    elif random.random() < 0.3:
        made["types"] = random.sample(TYPES, random.randint(1, 3))
    if event in ("status gained", "status lost"):
        made |= {"status": random.choice((*STATUSES, "Strength")), "spend": 0}
    elif event in ("debuff", "debuffed") and random.random() < 0.5:
        made["status"] = random.choice((*STATUSES, "Vulnerable"))
    elif random.random() < 0.05 and event != "Hush":
        made["named"] = random.choice(("Card", "Strike"))
    known = frozenset(told_to(Rule.model_construct(**{stage: event, "role": made["role"]}), OWN_EVENTS))
    known -= {"own card"} if in_hand else set()  # `play: card again` is for statuses
    if random.random() < 0.3:
        made["when"] = formula(random, known, randomness=False)
    if stage == "modify":
        if event in ("attack damage", "cost", "playable"):
            made["spend"] = 0
        change = random.choice(["add", "times", "set", "cap"])
        made[change] = random.choice([0, 0.5, 2, 100]) if change == "times" else amount(random, known, randomness=False)
        made["per_stack"] = random.choice([0, -100, 0.5])
    else:
        made |= {"do": effect(random, 2, "rule", known), "front": random.random() < 0.3}
    return made


def enemy(random: Random) -> dict[str, Any]:
    moves = random.sample(MOVES, random.randint(1, 3))
    low = random.randint(1, 60)
    made: dict[str, Any] = {
        "hp": random.choice([[low, low + 5], [low, f"{low} + turn"], [low, f"{low} - turn"], ["turn - 9", low]]),
        "moves": {name: {"do": effect(random, 2, "move", MOVE, randomness=False)} for name in moves},
        "plan": [{"when": formula(random, MOVE, randomness=False), **plan(random, moves)}, plan(random, moves)],
    }
    if random.random() < 0.3:
        made["moves"][moves[0]]["then"] = random.choice(moves)
    if random.random() < 0.3:
        made["roll"] = sorted((random.randint(-5, 5), random.randint(0, 9)))
        made["moves"][moves[0]]["do"] = {"attack": "roll"}  # the only use that counts as showing it
    if random.random() < 0.4:
        made["start"] = effect(random, 2, "move", MOVE)
    return made


def plan(random: Random, moves: list[str]) -> dict[str, Any]:
    opening = random.choices(moves, k=random.randint(0, 2))
    if random.random() < 0.5:
        return {"opening": opening, "loop": random.choices(moves, k=random.randint(1, 3))}
    limited = {"weight": 2.5, "most": random.randint(0, 2), "otherwise": {random.choice(moves): 1}}
    return {"opening": opening, "weights": {name: random.choice([1, 0.25, limited]) for name in moves}}


def amount(random: Random, known: frozenset[str], randomness: bool = True) -> int | str:
    drawn = random.random()
    if drawn < 0.45:
        return random.randint(-2, 9)
    return random.choice([-9999, 9999, 999]) if drawn < 0.5 else formula(random, known, randomness)


def formula(random: Random, known: frozenset[str], randomness: bool = True, depth: int = 2) -> str:
    if depth == 0 or random.random() < 0.4:
        return word(random, known) if random.random() < 0.7 else str(random.randint(0, 9))
    a, b = formula(random, known, randomness, depth - 1), formula(random, known, randomness, depth - 1)
    if random.random() < 0.2:
        return f"(not {a})"
    if random.random() < 0.3:
        return f"{random.choice(['min', 'max', *['random'] * randomness])}({a}, {b})"
    operator = random.choice(["+", "-", "*", "//", "%", "<", ">=", "==", "!=", "and", "or"])
    return f"({a} {operator} {word(random, known) if operator in ('//', '%') else b})"  # a constant 0 is refused


def word(random: Random, known: frozenset[str]) -> str:
    """Return a word of formulas; one that means nothing here only now and then, because it must be refused."""
    drawn = random.choice(WORDS)
    return drawn if random.random() < 0.002 or not any(in_formulas([drawn], known)) else "turn"


def effect(random: Random, depth: int, kind: str, known: frozenset[str], randomness: bool = True) -> dict[str, Any]:
    """Return an effect; now and then one that lacks its target, which must be refused.

    `known` is what it can refer to: the "agent" and the "card" it is aimed at, and "own" where that is whoever acts.
    """
    if depth and random.random() < 0.6:
        return group(random, depth, kind, known, randomness)
    actions = [*UNAIMED]
    actions += ON_AGENTS if known & {"aimed", "own"} or random.random() < 0.01 else ()
    actions += ON_CARDS if "about card" in known or random.random() < 0.01 else ()
    actions += ("attack", "damage") if "agent" in known and kind != "card" else ()
    name = random.choice(actions)
    lacking = "own card" not in known and (name == "again" or (name == "bonus" and "about card" not in known))
    return action(random, "block" if lacking else name, known, randomness)


def group(random: Random, depth: int, kind: str, known: frozenset[str], randomness: bool) -> dict[str, Any]:
    made: dict[str, Any] = {}
    parts = range(random.randint(1, 3))
    inside = known
    if random.random() < 0.1:
        made["to"] = status_target(random)
        inside = known if made["to"]["of"] == "self" else known | {"agent"}
        made["do"] = [action(random, random.choice(ON_STATUSES), inside, randomness) for _ in parts]
        return made
    if random.random() < 0.1:
        made["do"] = [effect(random, depth - 1, kind, inside, randomness) for _ in range(random.randint(2, 3))]
        return {**made, "one_of": True}
    if random.random() < 0.8:
        made["to"] = target(random)
        at_cards = _aims_at_cards(made["to"])
        added = {"card", "about card"} if at_cards else {"own"} if made["to"] == "self" else {"agent", "aimed"}
        inside = (known if at_cards or made["to"] == "self" else known - {"own"}) | added
    if random.random() < 0.3 and not {"choose", "offer"} & {*made.get("to", ())}:
        times = random.choice([0, 2, 3, "X", formula(random, known, randomness)])
        made["times"] = "turn" if times == "X" and "spent" not in known else times
    if random.random() < 0.3:
        made["when"] = formula(random, known, randomness)
    made["do"] = [effect(random, depth - 1, kind, inside, randomness) for _ in parts]
    if "offer" in made.get("to", ()):
        made["do"].insert(0, {"move": random.choice(["hand", "discard"])})  # else it would go nowhere
    return made


def _aims_at_cards(aim: Any) -> bool:
    return aim == "this card" or (isinstance(aim, dict) and ("offer" in aim or next(iter(aim.values())) in PILES))


def target(random: Random) -> Any:
    how = random.choice(["self", "this card", "top", "offer", "choose", "choose", "all", "all", "random", "random"])
    if how in ("self", "this card"):
        return how
    if how == "top":
        return {"top": "draw"}
    if how == "offer":
        types = random.sample(TYPES, random.randint(0, 2))
        flags = {flag: random.random() < 0.4 for flag in ("colorless", "optional")}
        return {"offer": random.randint(1, 4), "types": types, **flags}
    made: dict[str, Any] = {how: random.choice((*AGENTS, *PILES))}
    if how == "choose":
        made |= {"count": random.choice([1, 1, 2, 10]), "optional": random.random() < 0.3}
    if how == "random":
        made["count"] = random.choice([1, 1, 2, 10])
    if made[how] in PILES and random.random() < 0.3:
        made |= {"types": random.sample(TYPES, random.randint(1, 3)), "other_than": random.choice(CARDS)}
        made["costly"] = random.random() < 0.5
    return made


COUNTED = {"attack", "damage", "lose_hp", "heal", "block", "draw", "add", "duplicate", "cost", "use"}
MOST = {"apply": 999, "add": 120, "duplicate": 120}


def status_target(random: Random) -> dict[str, Any]:
    made: dict[str, Any] = {"status": random.choice(["any", "buff", "debuff"])}
    made["of"] = random.choice(["self", {random.choice(["choose", "random", "all"]): random.choice(AGENTS)}])
    return made | {random.choice(["at_random", "optional"]): random.random() < 0.3}


def action(random: Random, name: str, known: frozenset[str], randomness: bool) -> dict[str, Any]:
    number = amount(random, known, randomness)
    if name in COUNTED and (constant(number) or 0) < 0:
        number = "0 - turn"  # below 0 in play; a number that always is would be refused
    if name in MOST and abs(constant(number) or 0) > MOST[name]:
        number = MOST[name]  # a larger one would be refused
    match name:
        case "apply":
            return {"apply": random.choice((*STATUSES, "Strength", "Vulnerable")), "amount": number}
        case "clear":
            return {"clear": random.choice(STATUSES)}
        case "intend":
            return {"intend": random.choice(MOVES)}
        case "spawn":
            return {"spawn": random.choice(ENEMIES), "hp": random.choice([None, number])}
        case "leave":
            return {"leave": "battle"}
        case "add":
            return {"add": random.choice((*CARDS, "Wound")), "place": random.choice(DESTINATIONS), "count": number}
        case "add_random":
            return {
                "add_random": random.sample(TYPES, 2),
                "place": random.choice(DESTINATIONS),
                "free": random.random() < 0.5,
                **{flag: random.random() < 0.2 for flag in ("costless", "colorless", "upgraded")},
            }
        case "move":
            return {"move": random.choice(DESTINATIONS)}
        case "upgrade":
            return {"upgrade": "card"}
        case "duplicate":
            return {"duplicate": random.choice(DESTINATIONS), "count": number}
        case "cost":
            flags = {flag: random.random() < 0.3 for flag in ("most", "played")}
            return {"cost": number, "lasts": random.choice(["turn", "battle"]), **flags}
        case "shuffle":
            return {"shuffle": "discard"}
        case "play":
            return {"play": random.choice(["card", "card and exhaust it"])}
        case "remove":
            return {"remove": "status"}
        case "again":
            return {"play": "card again"}
        case "broadcast":
            return random.choice([{"broadcast": "Boom", "amount": number}, {"broadcast": "Hush"}])
        case "gain":
            return {"gain": "Heat", "amount": number}
        case "use":
            return {"use": "Zap", "given": number}
        case "block":
            return {"block": number, "plain": random.random() < 0.3}
    return {name: number}
