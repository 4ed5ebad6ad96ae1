"""The event log of drafts: complete, true, and silent about what a player does not see."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from cardwright.autobattler import draft, sample
from cardwright.autobattler.draft.facade import Draft
from cardwright.autobattler.draft.narration import cards_of
from cardwright.autobattler.log_events import LogEvent
from cardwright.core.event_log import LoggedEvent
from cardwright.core.state import State

SETS = ("draft", "table-1")


def games() -> list[Draft]:
    return [draft(cards, players, rounds=4, places=4) for cards in SETS for players in (2, 3, 5)]


def steps(game: Draft, seed: int) -> Iterator[tuple[State | None, State]]:
    """Yield a draft before and after each step; nothing is before the start."""
    rng = random.Random(seed)
    state = game.new(seed, logged=True)
    yield None, state
    while not state.over:
        before = state.copy()
        state.play(rng.choice(state.legal()))
        yield before, state


class Fold:
    """What a view shows, changed by one event after another."""

    def __init__(self, game: Draft, view: dict[str, Any]):
        self.game = game
        self.round, self.shop = view["round"], list(view["shop"])
        names = (game.player_name(seat) for seat in range(game.players))
        self.seats = [{**view[name], "lineup": list(view[name]["lineup"])} for name in names]

    def add(self, event: LoggedEvent) -> None:
        kind, operands = LogEvent(event.kind), event.operands
        match kind, operands:
            case LogEvent.ROUND, (number,):
                self.round = number
            case LogEvent.ENTERED, (who, gold):
                self.seats[who]["gold"] = gold
            case LogEvent.OFFERED, (_, *offers):
                self.shop = [self.name(each) for each in offers if each]
            case LogEvent.BOUGHT, (who, _, card, price):
                self.shop.remove(self.name(card))
                self.seats[who]["lineup"].append(self.name(card))
                self.seats[who]["gold"] -= price
            case LogEvent.SOLD, (who, position, card, price):
                assert self.seats[who]["lineup"].pop(position) == self.name(card)
                self.seats[who]["gold"] += price
            case LogEvent.LED, (who, position, card):
                lineup = self.seats[who]["lineup"]
                lineup.insert(0, lineup.pop(position))
                assert lineup[0] == self.name(card)
            case LogEvent.REROLLED, (who, price):
                self.seats[who]["gold"] -= price
            case LogEvent.LEFT, (who,):
                self.shop, self.seats[who]["gold"] = [], 0
            case LogEvent.LINED_UP, (who, lineup):
                assert [self.name(card) for card in cards_of(lineup)] == self.seats[who]["lineup"]
            case LogEvent.POINT, (who, points):
                self.seats[who]["points"] += 1
                assert self.seats[who]["points"] == points
            case LogEvent.LIFE_LOST, (who, lives):
                self.seats[who]["lives"] -= 1
                assert self.seats[who]["lives"] == lives

    def name(self, card: int) -> str:
        return self.game.cards.names[card - 1]


@pytest.mark.parametrize("game", games(), ids=lambda game: f"{game.players} players, {len(game.cards.cards)} cards")
def test_the_events_of_a_step_lead_from_one_view_to_the_next(game: Draft) -> None:
    for before, after in steps(game, seed=2):
        fold = Fold(game, (before or after).view())
        for event in after.events:
            fold.add(event)
        now = Fold(game, after.view())
        assert Counter(fold.shop) == Counter(now.shop)
        assert (fold.round, fold.seats) == (now.round, now.seats)


@pytest.mark.parametrize("game", games()[3:], ids=lambda game: f"{game.players} players, {len(game.cards.cards)} cards")
def test_battles_are_told_blow_by_blow(game: Draft) -> None:
    """The health lost and left adds up, every death is told, and the side with cards left has won."""
    battles = 0
    for _, after in steps(game, seed=3):
        lineups = {e.operands[0]: cards_of(e.operands[1]) for e in after.events if e.kind == LogEvent.LINED_UP}
        alive: list[Counter[int]] = []
        for event in after.events:
            match LogEvent(event.kind), event.operands:
                case LogEvent.MET, (one, two):
                    alive = [Counter(lineups[one]), Counter(lineups[two])]
                case LogEvent.HURT, (_, _, lost, left):
                    assert lost > 0
                    assert left >= 0
                case LogEvent.DIED, (side, card):
                    assert alive[side][card] > 0
                    alive[side][card] -= 1
                case LogEvent.BATTLE, (_, _, result):
                    battles += 1
                    standing = [side.total() for side in alive]
                    assert result == 0 or (standing[0] > 0) - (standing[1] > 0) == result
    assert battles >= game.players // 2


def test_what_happens_in_a_shop_is_told_to_its_customer_only() -> None:
    game = draft("draft", 2, rounds=2)
    for _, after in steps(game, seed=4):
        for event in after.events:
            for player in range(2):
                text = game.event_text(event, player)
                if event.seen(player):
                    assert text
                else:
                    assert event.kind in range(LogEvent.ENTERED, LogEvent.LEFT)
                    assert text in ("", f"{game.player_name(event.operands[0])} goes shopping")


def test_a_battle_reads_like_this() -> None:
    start = {"P1": {"lineup": ["Bruiser", "Bruiser"]}, "P2": {"lineup": ["Recruit"]}, "rounds": 1}
    state = draft(players=2, **start).new(1, logged=True)
    state.play("end shopping").play("end shopping")
    told = state.narrate(0)
    attack = sample("draft").card("Bruiser").attack
    assert any(f"Recruit loses {min(attack, sample('draft').card('Recruit').health)} health" in line for line in told)
    assert "P1 meets P2" in told or "P2 meets P1" in told
    assert "P1's Bruiser fights P2's Recruit" in told or "P2's Recruit fights P1's Bruiser" in told
    assert {"P1 lines up Bruiser, Bruiser", "P2 lines up Recruit", "P2 loses a life (2 left)"} <= set(told)
    assert "P1 beats P2" in told or "P2 loses to P1" in told
    assert told[-1] == "the game is over"
    results = "P1: 3 lives left, 1 battle won; P2: 2 lives left, no battles won"
    assert state.game.ending(state) == f"P1 wins after 1 round ({results})"


def test_a_battle_tells_what_rules_of_cards_do() -> None:
    start = {"P1": {"lineup": ["Grenade"]}, "P2": {"lineup": ["Bruiser", "Berserker"]}, "rounds": 1}
    state = draft(players=2, **start).new(1, logged=True)
    told = state.play("end shopping").play("end shopping").narrate(0)
    cause = next(
        k
        for k, line in enumerate(told)
        if re.fullmatch("P1's Grenade deals . damage to all enemies on its death", line)
    )
    assert any(line.startswith("P2's Berserker loses") for line in told[cause + 1 :])
    grown = next(k for k, line in enumerate(told) if re.fullmatch("P2's Berserker has . attack now", line))
    assert told[grown + 1].startswith("P2's Berserker loses")


def test_a_choice_says_which_of_equal_cards_it_moves():
    """Leading with either Recruit, or selling it, leaves the others in another order."""
    lineup = ["Recruit", "Bruiser", "Recruit", "Medic"]
    state = draft(places=4, P1={"lineup": lineup, "gold": 0}).new(1)
    shown = [state.game.describe(state, action) for action in state.legal()]
    assert [each for each in shown if each.startswith("lead with")] == [
        "lead with Bruiser: Bruiser, Recruit, Recruit, Medic",
        "lead with Recruit: Recruit, Recruit, Bruiser, Medic",
        "lead with Medic: Medic, Recruit, Bruiser, Recruit",
    ]
    sold = [each for each in shown if each.startswith("sell Recruit")]
    assert [each.partition("gold, ")[2] for each in sold] == [
        "Bruiser, Recruit and Medic stay)",
        "Recruit, Bruiser and Medic stay)",
    ]
    assert not any("stay" in each for each in shown if each.startswith("sell Bruiser"))
