"""The event log of battles: it says everything that happens, nothing false, and nothing the player cannot know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from random_battles import ordinary

import cardwright
from cardwright import spire
from cardwright.core.event_log import LoggedEvent
from cardwright.core.state import State
from cardwright.spire.engine.log_events import LogEvent
from cardwright.spire.engine.state import NOTHING, Pile

DECISIONS = 25
_ZONES = {Pile.HAND: "hand", Pile.DRAW: "draw", Pile.DISCARD: "discard", Pile.EXHAUST: "exhaust"}


class Folded:
    """A position as the events since an earlier one tell it."""

    def __init__(self, state: State):
        view, cards = state.view(), state.record.cards
        self.game = state.game
        self.numbers = {key: view[key] for key in ("turn", "energy")}
        self.agents = [view["player"], *view["enemies"]]
        self.zones = {zone: {_number(card) for card in view[zone]} for zone in _ZONES.values()}
        self.cards = {
            j: [self.game.card_names[card.kind], int(card.bonus), int(card.cost_change), int(card.turn_cost)]
            for j, card in enumerate(cards[: state.record.card_count])
        }

    def fold(self, event: LoggedEvent) -> None:
        getattr(self, LogEvent(event.kind).name.lower())(*event.operands)

    def turn_began(self, turn: int) -> None:
        self.numbers["turn"] = turn

    def played(self, card: int, kind: int, manner: int, by: int) -> None:
        assert self.cards[card][0] == self.game.card_names[kind]
        self.zones["hand"].discard(card)

    def moved(self, card: int, kind: int, was: int, to: int) -> None:
        if was in (Pile.GONE, Pile.OFFERED):
            self.cards[card] = [self.game.card_names[kind], 0, 0, NOTHING]
        elif was in _ZONES:
            self.zones[_ZONES[Pile(was)]].remove(card)
        assert self.cards[card][0] == self.game.card_names[kind]
        to = Pile.DRAW if to in (Pile.TOP_OF_DRAW, Pile.BOTTOM_OF_DRAW) else to
        if to in _ZONES:
            self.zones[_ZONES[Pile(to)]].add(card)

    def shuffled(self, count: int) -> None:
        assert len(self.zones["discard"]) == count
        self.zones["draw"] |= self.zones["discard"]
        self.zones["discard"] = set()

    def upgraded(self, card: int, kind: int, was: int) -> None:
        assert self.cards[card][0] == self.game.card_names[was]
        self.cards[card][0] = self.game.card_names[kind]

    def cost_changed(self, card: int, kind: int, change: int, turn_cost: int) -> None:
        self.cards[card][2:] = [change, turn_cost]

    def bonus_changed(self, card: int, kind: int, bonus: int) -> None:
        self.cards[card][1] = bonus

    def energy_changed(self, change: int, energy: int) -> None:
        assert self.numbers["energy"] + change == energy
        self.numbers["energy"] = energy

    def damaged(self, slot: int, who: int, stopped: int, lost: int, left: int, pc: int) -> None:
        self.agents[slot]["block"] -= stopped
        assert self.agents[slot]["hp"] - lost == left
        self.agents[slot]["hp"] = left

    def healed(self, slot: int, who: int, gained: int, hp: int, pc: int) -> None:
        assert self.agents[slot]["hp"] + gained == hp
        self.agents[slot]["hp"] = hp

    def max_hp_changed(self, slot: int, who: int, change: int, max_hp: int, hp: int) -> None:
        assert self.agents[slot]["max_hp"] + change == max_hp
        self.agents[slot].update(max_hp=max_hp, hp=hp)

    def block_gained(self, slot: int, who: int, gained: int, block: int, pc: int) -> None:
        assert self.agents[slot]["block"] + gained == block
        self.agents[slot]["block"] = block

    def block_lost(self, slot: int, who: int, lost: int, left: int) -> None:
        assert self.agents[slot]["block"] - lost == left
        self.agents[slot]["block"] = left

    def status_changed(self, slot: int, who: int, status: int, before: int, stacks: int) -> None:
        name = self.game.status_names[status]
        assert self.agents[slot]["statuses"].get(name, 0) == before
        self.agents[slot]["statuses"][name] = stacks

    def status_ended(self, slot: int, who: int, status: int) -> None:
        del self.agents[slot]["statuses"][self.game.status_names[status]]

    def stopped(self, slot: int, who: int, status: int) -> None:
        pass

    def died(self, slot: int, who: int) -> None:
        self.agents[slot].update(hp=0, block=0, statuses={})
        if slot:
            self.agents[slot].pop("gold", None)

    def left(self, slot: int, who: int, gold: int) -> None:
        self.agents[slot].update(hp=0, block=0, statuses={})
        assert self.agents[slot].get("gold", 0) == gold

    def gold_changed(self, change: int, gold: int) -> None:
        assert self.agents[0]["gold"] + change == gold
        self.agents[0]["gold"] = gold

    def stolen(self, slot: int, who: int, taken: int, left: int) -> None:
        self.agents[slot]["gold"] = self.agents[slot].get("gold", 0) + taken
        self.gold_changed(-taken, left)

    def appeared(self, slot: int, who: int, hp: int) -> None:
        name = self.game.enemy_names[(who & 255) - 1]
        self.agents[slot:] = [
            {"name": name, "hp": hp, "max_hp": hp, "block": 0, "statuses": {}, "intent": None},
            *self.agents[slot + 1 :],
        ]

    def intended(self, slot: int, who: int, move: int, roll: int) -> None:
        self.agents[slot]["intent"] = {"name": self.game.move_names[move]}

    def acted(self, slot: int, who: int, move: int) -> None:
        assert self.agents[slot]["intent"]["name"] == self.game.move_names[move]
        self.agents[slot]["intent"] = None

    def ended(self, outcome: int) -> None:
        pass

    def told(self) -> dict[str, Any]:
        """Return what the log tells about the position: numbers, agents with intents, and where each card is."""
        zones = {zone: {j: self.cards[j] for j in cards} for zone, cards in self.zones.items()}
        for agent in self.agents[1:]:
            intent = agent["intent"]
            agent["intent"] = intent["name"] if intent and agent["hp"] > 0 else None
        return {**self.numbers, "agents": self.agents, **zones}


def _number(card: Any) -> int:
    return (card["name"] if isinstance(card, dict) else card).number


def check(state: State, action: Any) -> None:
    """Play an action and compare the position after it with what its events tell."""
    folded = Folded(state)
    state.play(action)
    for event in state.events:
        folded.fold(event)
        state.game.event_text(event, 0)
    assert folded.told() == Folded(state).told()


@pytest.mark.parametrize("seed", range(12))
def test_the_events_of_a_step_tell_all_of_it(seed: int) -> None:
    random = Random(seed)
    game = cardwright.game("spire:toolbox") if seed % 2 else spire.family.game(ordinary(random))
    state = game.new(seed, logged=True)
    for _ in range(DECISIONS):
        if state.over:
            return
        check(state, random.choice(state.legal()))


def played(action: str, **start: Any) -> list[str]:
    start = {"enemies": [{"name": "Jaw Worm", "hp": 40, "intent": "Chomp"}], "energy": 9, **start}
    return spire.family.game(start).new(1, logged=True).play(action).narrate(0)


def test_a_log_says_what_a_card_does() -> None:
    assert played("play Havoc", hand=["Havoc"], draw=["Bash", "Strike"]) == [
        "player plays Havoc",
        "player's energy goes down to 8",
        "Havoc is discarded",
        "Havoc plays Bash",
        "Jaw Worm loses 8 HP (32 left)",
        "Jaw Worm gains 2 Vulnerable (now 2)",
        "Bash is exhausted",
    ]


def test_a_log_says_which_debuff_is_stopped() -> None:
    told = played("play Bash", hand=["Bash"], enemies=[{"name": "Sentry", "hp": 40, "statuses": {"Artifact": 1}}])
    assert told[3:5] == ["Sentry has no Artifact any more", "Sentry stops Vulnerable"]


def test_a_log_says_what_enemies_do() -> None:
    told = played("end turn", hand=["Defend"], player={"hp": 20, "block": 4})
    assert told[:3] == ["Defend is discarded", "Jaw Worm uses Chomp", "player blocks 4 and loses 7 HP (13 left)"]
    assert "turn 2 begins" in told


def test_a_log_says_that_a_battle_is_over() -> None:
    told = played("play Strike", hand=["Strike"], enemies=[{"name": "Cultist", "hp": 6}])
    assert told[2:4] == ["Cultist loses 6 HP (0 left)", "Cultist dies"]
    assert told[-1] == "player wins the battle"


def test_a_log_does_not_say_where_a_card_lies_in_the_draw_pile() -> None:
    start = {
        "hand": ["Wild Strike", "Reckless Charge"],
        "draw": ["Strike", "Bash", "Anger", "Defend"],
        "enemies": ["Cultist"],
    }
    state = spire.family.game(start).new(1, logged=True)
    for action in ("play Wild Strike", "play Reckless Charge"):
        told = {tuple(state.copy(hidden_from=0, seed=seed).play(action).narrate(0)) for seed in range(20)}
        assert len(told) == 1
        state.play(action)
