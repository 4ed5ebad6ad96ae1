"""A battle as data and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.core.game import State
from cardwright.core.jit import kernel
from cardwright.core.presentation import CardName

from .enemies import intent_damage, intent_hits
from .state import NOTHING, PLAYER, Pile
from .verbs import ordinal

if TYPE_CHECKING:
    from .facade import Battle


@kernel
def _intent(states, rules, i):
    """The damage of each hit an enemy is about to deal (below 0 for none), the number of hits, and its ordinal."""
    s = states[0]
    hits = intent_hits(s, rules[0], i) if s.agents[i].move >= 0 else 0
    return intent_damage(s, rules[0], i), hits, ordinal(s, i)


def view(game: Battle, state: State) -> dict[str, Any]:
    """The position in the words of scenario files: piles from the top, enemies from the left, the dead with 0 HP."""
    record = state.record
    piles = {
        pile.name.lower(): _pile(game, record, pile) for pile in (Pile.HAND, Pile.DRAW, Pile.DISCARD, Pile.EXHAUST)
    }
    return {
        "turn": int(record.turn),
        "energy": int(record.energy),
        "player": _agent(game, record.agents[PLAYER]),
        "enemies": [_enemy(game, record.agents[i]) for i in range(1, record.agent_count)],
        **piles,
    }


def _agent(game: Battle, agent: Any) -> dict[str, Any]:
    stacks = {name: int(agent.stacks[number]) for number, name in enumerate(game.status_names) if agent.stacks[number]}
    return {"hp": int(agent.hp), "max_hp": int(agent.max_hp), "block": int(agent.block), "statuses": stacks}


def _enemy(game: Battle, agent: Any) -> dict[str, Any]:
    intent = game.move_names[agent.move] if agent.move != NOTHING and agent.hp > 0 else None
    return {"name": game.enemy_names[agent.kind], **_agent(game, agent), "intent": intent}


def _pile(game: Battle, record: Any, pile: Pile) -> list[Any]:
    numbers = record.piles[pile, : record.counts[pile]].tolist()
    cards = [_card(game, record.cards[number], number) for number in numbers]
    return cards if pile is Pile.HAND else cards[::-1]


def _card(game: Battle, card: Any, number: int) -> Any:
    name = CardName(game.card_names[card.kind], number)
    special: dict[str, Any] = {"name": name}
    if card.bonus:
        special["bonus"] = int(card.bonus)
    base = game.content.cards[name].cost
    if isinstance(base, int) and (card.cost_change or card.turn_cost >= 0):
        special["cost"] = int(card.turn_cost) if card.turn_cost >= 0 else max(0, base + int(card.cost_change))
    return special if len(special) > 1 else name


def board(game: Battle, state: State) -> str:
    """The position as a player sees it."""
    twin = state.copy()
    seen = view(game, twin)
    player = seen["player"]
    lines = [
        f"Turn {seen['turn']}   Energy {seen['energy']}",
        f"  You: HP {player['hp']}/{player['max_hp']}   Block {player['block']}{_statuses(player)}",
    ]
    for i, enemy in enumerate(seen["enemies"], start=1):
        damage, hits, number = _intent(twin.records, game.rules, i)
        name = f"{enemy['name']} {number}" if number else enemy["name"]
        if enemy["hp"] <= 0:
            lines.append(f"  {name}: dead")
            continue
        intent = enemy["intent"] or "nothing"
        if damage >= 0:
            intent += f" for {damage}" + (f" x {hits}" if hits > 1 else "")
        points = f"HP {enemy['hp']}/{enemy['max_hp']}   Block {enemy['block']}"
        lines.append(f"  {name}: {points}   Intends {intent}{_statuses(enemy)}")
    lines.append(f"Hand: {', '.join(map(_words, seen['hand'])) or 'empty'}")
    for pile in ("draw", "discard", "exhaust"):
        cards = sorted(map(_words, seen[pile]))
        lines.append(f"{pile.capitalize()} pile ({len(cards)}): {_counted(cards) or 'empty'}")
    present = {name for agent in (player, *seen["enemies"]) for name in agent["statuses"]}
    lines += [f"  {game.content.statuses[name].describe()}" for name in sorted(present)]
    return "\n".join(lines)


def _statuses(agent: dict[str, Any]) -> str:
    return "".join(f"   {name} {stacks}" for name, stacks in agent["statuses"].items())


def _words(card: Any) -> str:
    if isinstance(card, str):
        return card
    extra = [f"{key} {card[key]}" for key in ("cost", "bonus") if key in card]
    return f"{card['name']} ({', '.join(extra)})"


def _counted(cards: list[str]) -> str:
    counts = {name: cards.count(name) for name in cards}
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in counts.items())
