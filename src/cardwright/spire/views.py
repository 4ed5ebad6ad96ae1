# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""A battle as data and as text."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardwright.core.compiling.jit import kernel
from cardwright.core.event_log import LoggedEvent
from cardwright.core.game import Game
from cardwright.core.interpreted import plain
from cardwright.core.presentation import Action, CardName, Face
from cardwright.core.record import copied
from cardwright.core.showing.choices import mentioned
from cardwright.core.state import State

from .enemy_text import intent_text
from .engine.agenda_entries import clear_scratch
from .engine.enemies import intent_damage, intent_hits
from .engine.entry_writer import Origin
from .engine.log_events import LogEvent
from .engine.opcodes import Op
from .engine.piles import cost_of, price_of
from .engine.start import EMPTY, HIDDEN, ROOMS
from .engine.state import MAX_AGENTS, NOTHING, PLAYER, UNTIL_PLAYED, Act, Pile, Prompt, Sight
from .narration import event_text
from .notation.content import Content

_CHOSEN = {Prompt.AGENT: "a target", Prompt.CARD: "a card", Prompt.STATUS: "a status", Prompt.OPTION: "one"}
_PILES = ("hand", "draw", "discard", "exhaust")  # in the order of the record
_USUAL = (0, 0, NOTHING)  # bonus, change of the cost, and cost for this turn, of a card like others of its name


@kernel
def _intents(states, rules, out):
    """Write the damage of each hit that an agent intends (below 0 for none) and the number of hits."""
    s = states[0]
    for i in range(1, s.agent_count):
        out[i, 0] = intent_damage(s, rules[0], i)
        out[i, 1] = intent_hits(s, rules[0], i) if out[i, 0] >= 0 else 0
    clear_scratch(s)


class BattleViews(Game):
    """How battles are shown: the part of `Battle` that turns a position into data and text."""

    score_words = "which count the share of HP left after a win (at most 1) and -0.5 or less for a loss"
    content: Content
    card_names: list[str]
    status_names: list[str]
    enemy_names: list[str]
    moves: list[tuple[str, str]]  # the enemy and the name of each move
    move_names: list[str]
    resource_names: list[str]
    relic_names: list[str]
    potion_names: list[str]
    option_names: list[str]  # of the effects that the player can choose, one of several
    event_names: list[str]  # of the events that the content defines
    has_gold: bool  # whether anything in the battle takes or gives gold
    move_effects: list[list[dict[str, Any]]]  # what each move does besides attacking
    event_type = LogEvent
    _origins: list[Origin]  # whose code is where
    _names: dict[tuple[int, int], CardName]  # the names of cards in views, made once
    _told_intents: dict[tuple[int, int, int], str]

    def view(self, state: State) -> dict[str, Any]:
        """Return the position in the words of scenario files.

        Piles are listed from the top, enemies from the left; dead enemies have 0 HP.
        """
        records = state.records  # whole columns of an array are read much faster than the fields of a record
        columns = records["agents"][0][: records["agent_count"][0]]
        agents = self._agents(columns)
        if self.has_gold:
            agents[PLAYER]["gold"] = int(records["gold"][0])
            for agent, stolen in zip(agents[1:], columns["gold"][1:].tolist(), strict=True):
                agent |= {"gold": stolen} if stolen else {}
        intents = np.empty((MAX_AGENTS, 2), np.int32)
        state.run(_intents, records, self.rules, intents)
        moves = zip(columns["kind"].tolist(), columns["move"].tolist(), intents.tolist(), strict=False)
        unseen = {"name": HIDDEN, "effects": [], "words": "Intent hidden"}
        hidden = unseen if records["sight"][0] & Sight.NO_INTENTS else None
        enemies = [
            {
                "name": self.enemy_names[kind],
                **agent,
                "intent": hidden or self._intent(move, *intent) if agent["hp"] > 0 else None,
            }
            for agent, (kind, move, intent) in list(zip(agents, moves, strict=True))[1:]
        ]
        return {
            "turn": int(records["turn"][0]),
            "energy": int(records["energy"][0]),
            **self._resources(records),
            **self._carried(records),
            "player": agents[PLAYER],
            "enemies": enemies,
            **self._piles(records),
            **self._offered(records),
        }

    def seen(self, state: State, player: int) -> dict[str, Any]:
        """Return the view without the order of the draw pile, except for known cards on top and at the bottom."""
        view = self.view(state)
        known = int(state.record.known_top)
        rest = view["draw"][known:]
        hidden = len(rest) - min(len(rest), int(state.record.known_bottom))
        view["draw"] = [*view["draw"][:known], *sorted(rest[:hidden], key=_sorting_key), *rest[hidden:]]
        return view

    def _resources(self, records: Any) -> dict[str, Any]:
        """Return what the player has besides energy, nothing if the battle has no such resources."""
        left = dict(zip(self.resource_names, records["resources"][0].tolist(), strict=False))
        return {"resources": left} if left else {}

    def _carried(self, records: Any) -> dict[str, Any]:
        """Return the relics, with what they have counted, the potions slot by slot, and where the battle is."""
        found: dict[str, Any] = {}
        held = zip(records["relics"][0].tolist(), records["counters"][0].tolist(), strict=True)
        if records["relic_count"][0]:
            found["relics"] = [self._relic(kind, counter) for kind, counter in list(held)[: records["relic_count"][0]]]
        if records["potion_slots"][0]:
            slots = records["potions"][0][: records["potion_slots"][0]].tolist()
            found["potions"] = [EMPTY if kind == NOTHING else self.potion_names[kind] for kind in slots]
        if records["room"][0]:
            found["room"] = ROOMS[records["room"][0]]
        return found

    def _relic(self, kind: int, counter: int) -> Any:
        """Return the name of a relic or, if it counts, its name and its counter."""
        name = self.relic_names[kind]
        return name if self.content.relics[name].counter is None else {"name": name, "counter": counter}

    def _offered(self, records: Any) -> dict[str, Any]:
        """Return the new cards that the player can choose from, nothing if none are offered."""
        columns = records["cards"][0][: records["card_count"][0]]
        if records["prompt"][0] != Prompt.CARD or not (columns["pile"] == Pile.OFFERED).any():
            return {}
        indices = np.flatnonzero(columns["pile"] == Pile.OFFERED).tolist()
        return {"offered": [self._name(int(columns["kind"][index]), index) for index in indices]}

    def _agents(self, agents: Any) -> list[dict[str, Any]]:
        """Return HP, block and statuses of the agents."""
        rows = zip(*(agents[name].tolist() for name in ("hp", "max_hp", "block", "active")), strict=True)
        stacks = agents["stacks"]
        return [
            {"hp": hp, "max_hp": max_hp, "block": block, "statuses": self._statuses(active, stacks[i])}
            for i, (hp, max_hp, block, active) in enumerate(rows)
        ]

    def _statuses(self, active: int, stacks: Any) -> dict[str, int]:
        found = {}
        while active:
            status = (active & -active).bit_length() - 1
            found[self.status_names[status]] = int(stacks[status])
            active &= active - 1
        return found

    def _intent(self, move: int, damage: int, hits: int) -> dict[str, Any] | None:
        """Return an enemy's intent: the name of the move, the damage and number of its hits, its effects, and words."""
        if move == NOTHING:
            return None
        name, effects, told = self.move_names[move], self.move_effects[move], self._intent_words(move, damage, hits)
        if damage < 0:
            return {"name": name, "effects": effects, "words": told}
        return {"name": name, "damage": damage, "hits": hits, "effects": effects, "words": told}

    def _intent_words(self, move: int, damage: int, hits: int) -> str:
        """Return what an enemy intends as a sentence, which is made once."""
        key = move, damage, hits
        if key not in self._told_intents:
            enemy, name = self.moves[move]
            does, ascension = self.content.enemy(enemy).moves[name], int(self.start.get("ascension", 0))
            self._told_intents[key] = intent_text(name, does, ascension, damage, hits)
        return self._told_intents[key]

    def _piles(self, records: Any) -> dict[str, list[Any]]:
        columns = records["cards"][0][: records["card_count"][0]]
        changes = zip(*(columns[name].tolist() for name in ("bonus", "cost_change", "turn_cost")), strict=True)
        cards = [
            self._name(kind, index) if change == _USUAL else self._card(self._name(kind, index), *change)
            for index, (kind, change) in enumerate(zip(columns["kind"].tolist(), changes, strict=True))
        ]
        piles = zip(_PILES, records["piles"][0], records["counts"][0].tolist(), strict=True)
        return {
            pile: [cards[index] for index in (indices[:count] if pile == "hand" else indices[:count][::-1]).tolist()]
            for pile, indices, count in piles
        }

    def _name(self, kind: int, index: int) -> CardName:
        name = self._names.get((kind, index))
        if name is None:
            name = self._names[kind, index] = CardName(self.card_names[kind], index)
        return name

    def _card(self, name: CardName, bonus: int, cost_change: int, turn_cost: int) -> Any:
        """Return the name of a card or, if it differs from others of that name, its name and the differences."""
        special: dict[str, Any] = {"name": name}
        if bonus:
            special["bonus"] = bonus
        base = self.content.cards[name].cost
        if turn_cost != NOTHING and base != "X":
            special["cost"] = turn_cost if turn_cost >= 0 else UNTIL_PLAYED - turn_cost
        elif isinstance(base, int) and cost_change:
            special["cost"] = max(0, base + cost_change)
        return special if len(special) > 1 else name

    def text(self, state: State) -> str:
        """Return the position as the player sees it, the draw pile in alphabetical order."""
        seen = self.view(state)
        player = seen["player"]
        lines = [
            f"Turn {seen['turn']}   Energy {seen['energy']}{_numbers(seen.get('resources', {}))}",
            f"  You: HP {player['hp']}/{player['max_hp']}   Block {player['block']}{_gold(player)}{_statuses(player)}",
            *carried_lines(seen),
        ]
        names = [each["name"] for each in seen["enemies"]]
        for i, enemy in enumerate(seen["enemies"]):
            number = f" {names[: i + 1].count(enemy['name'])}" if names.count(enemy["name"]) > 1 else ""
            gone = "gone" if state.record.agents[i + 1].left else "dead"
            lines.append(_enemy_line(f"{enemy['name']}{number}", enemy, gone))
        lines.append(f"Hand: {', '.join(self._in_hand(state, card) for card in seen['hand']) or 'empty'}")
        for pile in ("draw", "discard", "exhaust"):
            cards = sorted(map(_card_text, seen[pile]))
            lines.append(f"{pile.capitalize()} pile ({len(cards)}): {counted(cards) or 'empty'}")
        if "offered" in seen:
            lines.append(f"Offered: {', '.join(seen['offered'])}")
        present = {name for agent in (player, *seen["enemies"]) for name in agent["statuses"]}
        lines += [f"  {self.content.statuses[name].describe(self.content)}" for name in sorted(present)]
        relics = [each if isinstance(each, str) else each["name"] for each in seen.get("relics", ())]
        lines += [f"  {self.content.relics[name].describe(self.content)}" for name in relics]
        potions = [each for each in dict.fromkeys(seen.get("potions", ())) if each != EMPTY]
        lines += [f"  {self.content.potions[name].describe(self.content)}" for name in potions]
        return "\n".join([*lines, *self._question(state)])

    def _question(self, state: State) -> list[str]:
        """Return what the player chooses for, if it is not simply what to play."""
        record = state.record
        if record.prompt not in _CHOSEN or state.over:
            return []
        entry = record.agenda[record.agenda_first]
        asks, card = int(entry.pc) - 1, int(entry.card)
        if record.prompt == Prompt.OPTION:  # the choices say what it does
            return [f"Choose one for {self.cause(asks) or self.card_names[int(record.cards[card].kind)]}"]
        option = self._chosen_option(asks)
        if described := self._described(self.cause(asks)):
            asking = described
        elif card >= 0:
            name = self.card_names[int(record.cards[card].kind)]
            asking = f"{name}: {self.content.cards[name].describe(self.content) if option is None else option}"
        else:
            return []
        return [f"Choose {_CHOSEN[Prompt(int(record.prompt))]} for {asking}"]

    def _chosen_option(self, instruction: int) -> str | None:
        """Return which of several effects an instruction belongs to, in words; None if it is in no such choice."""
        origin, code = self.origin(instruction), self.rules["code"][0]
        for asks in range(instruction - 1, origin.start - 1 if origin else -1, -1):
            if code["op"][asks] == Op.CHOOSE_OPTION and instruction < code["b"][asks]:
                starts = code["b"][asks + 1 : asks + 1 + code["a"][asks]]
                chosen = int(np.searchsorted(starts, instruction, side="right")) - 1
                return f"{self.option_names[int(code['c'][asks]) + chosen]}."
        return None

    def _described(self, name: str) -> str:
        """Return a status, a relic or a potion and what it does, empty for anything else."""
        for section in (self.content.statuses, self.content.relics, self.content.potions):
            if name in section:
                return section[name].describe(self.content)
        return ""

    def describe(self, state: State, action: Action) -> str:
        """Return an action with the text of its card and what the card costs now."""
        if action.kind in ("status", "potion"):
            return f"{action.kind} {self._described(action.name)}"
        face = self.face(action.name.partition(", ")[0]) if action.kind in ("play", "card") else None
        if face is None:
            return str(action)
        if state.record.prompt == Prompt.CARD and state.record.cards[action.id - Act.CARD].pile == Pile.OFFERED:
            return f"{action} ({face.cost}): {face.text}"
        in_hand = action.id < Act.AGENT
        index = int(state.record.piles[Pile.HAND, action.id - Act.HAND]) if in_hand else action.id - Act.CARD
        return f"{action} ({self._price(state, index)}): {face.text}"

    def refusal(self, state: State, words: str) -> str:
        """Return why a card cannot be played now."""
        hand = self.view(state).get("hand", ())
        names = [each["name"] if isinstance(each, dict) else each for each in hand]
        held = mentioned(words, names)
        if not held:
            known = mentioned(words, self.content.cards)
            named = words.split()[0] == "play" or words.lower() in map(str.lower, known)
            return f"{min(known, key=len)} is not in your hand" if known and named else ""
        if not any(action.kind == "end turn" for action in state.legal()):
            return ""
        card, energy = next(each for each in names if each == held[0]), int(state.record.energy)
        cost = self._price(state, card.number)
        if cost == "-":
            return f"{card} cannot be played"
        short = cost.isdecimal() and int(cost) > energy
        return f"{card} costs {cost}, and you have {energy} energy" if short else f"{card} cannot be played now"

    def _price(self, state: State, index: int) -> str:
        """Return what a card costs now, in words."""
        record = copied(state.records)[0]  # formulas leave traces in it
        name = self.card_names[int(record.cards[index].kind)]
        card, rules = self.content.cards[name], self.rules[0]
        if card.unplayable:
            return "-"
        energy = "X" if card.cost == "X" else str(plain(cost_of)(record, rules, index))
        others = (
            f"{plain(price_of)(record, rules, index, self.resource_names.index(resource))} {resource}"
            for resource in card.pay
        )
        return " and ".join([energy, *others])

    def _in_hand(self, state: State, card: Any) -> str:
        """Return a card in hand, with its cost where that is not the printed one."""
        name = card["name"] if isinstance(card, dict) else card
        now = self._price(state, name.number)
        differs = now not in ("-", self.content.cards[name].price)
        return _card_text({"name": name, **(card if isinstance(card, dict) else {}), "cost": now} if differs else card)

    def face(self, card: str) -> Face | None:
        """Return a card's type, cost and text, or None if there is no such card."""
        if card in self.content.relics:
            relic = self.content.relics[card]
            return Face(f"{relic.tier} relic", "", relic.says(self.content))
        if card in self.content.potions:
            potion = self.content.potions[card]
            return Face(f"{potion.rarity} potion", "", potion.says(self.content))
        if card not in self.content.cards:
            return None
        found = self.content.cards[card]
        return Face(found.type, "-" if found.unplayable else found.price, found.describe(self.content))

    def cause(self, instruction: int) -> str:
        """Return the status or the card in hand whose effect an instruction belongs to; empty for cards and moves.

        What a card or a move does is clear: other events say that it is played.
        """
        origin = self.origin(instruction)
        return origin.name if origin and origin.moment else ""

    def origin(self, instruction: int) -> Origin | None:
        """Return whose code an instruction belongs to; None for that of the rules themselves."""
        return next((each for each in reversed(self._origins) if each.start <= instruction), None)

    def event_text(self, event: LoggedEvent, player: int | None) -> str:
        """Return an event of the log as a sentence; the player notices everything that is reported."""
        return event_text(self, event)


def _enemy_line(name: str, enemy: dict[str, Any], gone: str) -> str:
    if enemy["hp"] <= 0:
        return f"  {name}: {gone}"
    intends = enemy["intent"]["words"] if enemy["intent"] else "Intends nothing"
    points = f"HP {enemy['hp']}/{enemy['max_hp']}   Block {enemy['block']}"
    return f"  {name}: {points}{_gold(enemy)}   {intends}{_statuses(enemy)}"


def _gold(agent: dict[str, Any]) -> str:
    return f"   Gold {agent['gold']}" if "gold" in agent else ""


def carried_lines(seen: dict[str, Any]) -> list[str]:
    """Return a line for the relics and one for the potions, if there are any."""
    lines = []
    if "relics" in seen:
        names = [each if isinstance(each, str) else f"{each['name']} ({each['counter']})" for each in seen["relics"]]
        lines.append(f"  Relics: {', '.join(names)}")
    if "potions" in seen:
        lines.append(f"  Potions: {', '.join(seen['potions'])}")
    return lines


def _statuses(agent: dict[str, Any]) -> str:
    return _numbers(agent["statuses"])


def _numbers(values: dict[str, int]) -> str:
    return "".join(f"   {name} {number}" for name, number in values.items())


def _sorting_key(card: Any) -> tuple[str, int]:
    name = card["name"] if isinstance(card, dict) else card
    return _card_text(card), name.number


def _card_text(card: Any) -> str:
    if isinstance(card, str):
        return card
    extra = [f"{key} {card[key]}" for key in ("cost", "bonus") if key in card]
    return f"{card['name']} ({', '.join(extra)})"


def counted(cards: list[str]) -> str:
    """Return a list of names in which equal ones are counted.

    >>> counted(["Bash", "Strike", "Strike"])
    'Bash, 2 Strike'
    """
    counts = {name: cards.count(name) for name in cards}
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in counts.items())
