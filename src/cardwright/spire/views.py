"""A battle as data and as text."""

from __future__ import annotations

from typing import Any

from cardwright.core.game import Game, State
from cardwright.core.jit import kernel
from cardwright.core.presentation import Action, CardName, Face

from .content import Content
from .enemies import intent_damage, intent_hits
from .state import NOTHING, PLAYER, Phase, Pile
from .verbs import ordinal


@kernel
def _intent(states, rules, i):
    """Return the damage of each hit an enemy intends (below 0 for none), the number of hits, and its ordinal."""
    s = states[0]
    hits = intent_hits(s, rules[0], i) if s.agents[i].move >= 0 else 0
    return intent_damage(s, rules[0], i), hits, ordinal(s, i)


class BattleViews(Game):
    """How battles are shown: the part of `Battle` that turns a position into data and text."""

    content: Content
    card_names: list[str]
    status_names: list[str]
    enemy_names: list[str]
    move_names: list[str]

    def view(self, state: State) -> dict[str, Any]:
        """Return the position in the words of scenario files.

        Piles are listed from the top, enemies from the left; dead enemies have 0 HP.
        """
        record = state.record
        piles = (Pile.HAND, Pile.DRAW, Pile.DISCARD, Pile.EXHAUST)
        return {
            "turn": int(record.turn),
            "energy": int(record.energy),
            "player": self._agent(record.agents[PLAYER]),
            "enemies": [self._enemy(record.agents[i]) for i in range(1, record.agent_count)],
            **{pile.name.lower(): self._pile(record, pile) for pile in piles},
        }

    def seen(self, state: State, player: int) -> dict[str, Any]:
        """Return the view without the order of the draw pile, except for known cards on top."""
        view = self.view(state)
        known = int(state.record.known_top)
        view["draw"] = [*view["draw"][:known], *sorted(view["draw"][known:], key=_sorting_key)]
        return view

    def _agent(self, agent: Any) -> dict[str, Any]:
        stacks = {name: int(agent.stacks[k]) for k, name in enumerate(self.status_names) if agent.stacks[k]}
        return {"hp": int(agent.hp), "max_hp": int(agent.max_hp), "block": int(agent.block), "statuses": stacks}

    def _enemy(self, agent: Any) -> dict[str, Any]:
        intent = self.move_names[agent.move] if agent.move != NOTHING and agent.hp > 0 else None
        return {"name": self.enemy_names[agent.kind], **self._agent(agent), "intent": intent}

    def _pile(self, record: Any, pile: Pile) -> list[Any]:
        indices = record.piles[pile, : record.counts[pile]].tolist()
        cards = [self._card(record.cards[index], index) for index in indices]
        return cards if pile is Pile.HAND else cards[::-1]

    def _card(self, card: Any, index: int) -> Any:
        """Return the name of a card or, if it differs from others of that name, its name and the differences."""
        name = CardName(self.card_names[card.kind], index)
        special: dict[str, Any] = {"name": name}
        if card.bonus:
            special["bonus"] = int(card.bonus)
        base = self.content.cards[name].cost
        if isinstance(base, int) and (card.cost_change or card.turn_cost >= 0):
            special["cost"] = int(card.turn_cost) if card.turn_cost >= 0 else max(0, base + int(card.cost_change))
        return special if len(special) > 1 else name

    def text(self, state: State) -> str:
        """Return the position as the player sees it, the draw pile in alphabetical order."""
        twin = state.copy()
        seen = self.view(twin)
        player = seen["player"]
        lines = [
            f"Turn {seen['turn']}   Energy {seen['energy']}",
            f"  You: HP {player['hp']}/{player['max_hp']}   Block {player['block']}{_statuses(player)}",
        ]
        lines += [self._enemy_line(twin, i, enemy) for i, enemy in enumerate(seen["enemies"], start=1)]
        lines.append(f"Hand: {', '.join(map(_card_text, seen['hand'])) or 'empty'}")
        for pile in ("draw", "discard", "exhaust"):
            cards = sorted(map(_card_text, seen[pile]))
            lines.append(f"{pile.capitalize()} pile ({len(cards)}): {_counted(cards) or 'empty'}")
        present = {name for agent in (player, *seen["enemies"]) for name in agent["statuses"]}
        lines += [f"  {self.content.statuses[name].describe()}" for name in sorted(present)]
        return "\n".join(lines)

    def _enemy_line(self, state: State, i: int, enemy: dict[str, Any]) -> str:
        damage, hits, number = _intent(state.records, self.rules, i)
        name = f"{enemy['name']} {number}" if number else enemy["name"]
        if enemy["hp"] <= 0:
            return f"  {name}: dead"
        intent = enemy["intent"] or "nothing"
        if damage >= 0:
            intent += f" for {damage}" + (f" x {hits}" if hits > 1 else "")
        points = f"HP {enemy['hp']}/{enemy['max_hp']}   Block {enemy['block']}"
        return f"  {name}: {points}   Intends {intent}{_statuses(enemy)}"

    def describe(self, state: State, action: Action) -> str:
        """Return an action with the cost and text of its card."""
        face = self.face(action.name) if action.kind in ("play", "card") else None
        return f"{action} ({face.cost}): {face.text}" if face else str(action)

    def face(self, card: str) -> Face | None:
        """Return a card's type, cost and text, or None if there is no such card."""
        if card not in self.content.cards:
            return None
        found = self.content.cards[card]
        return Face(found.type, "-" if found.unplayable else str(found.cost), found.describe())

    def events(self, before: State, after: State) -> list[str]:
        """Return the moves the enemies made after the player's turn ended: those they intended."""
        enemies = before.view()["enemies"]
        if after.turn == before.turn:  # no turn has passed, unless an enemy killed the player during its own
            enemies = enemies[: after.record.acting] if after.over and after.record.phase >= Phase.ENEMY_ACTS else []
        return [f"{enemy['name']}: {enemy['intent']}" for enemy in enemies if enemy["intent"]]


def _statuses(agent: dict[str, Any]) -> str:
    return "".join(f"   {name} {stacks}" for name, stacks in agent["statuses"].items())


def _sorting_key(card: Any) -> tuple[str, int]:
    name = card["name"] if isinstance(card, dict) else card
    return _card_text(card), name.number


def _card_text(card: Any) -> str:
    if isinstance(card, str):
        return card
    extra = [f"{key} {card[key]}" for key in ("cost", "bonus") if key in card]
    return f"{card['name']} ({', '.join(extra)})"


def _counted(cards: list[str]) -> str:
    counts = {name: cards.count(name) for name in cards}
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in counts.items())
