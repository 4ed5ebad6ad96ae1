"""The event log tells everything that happens, nothing else, and to each player only what that player can know."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from test_equal_cards import CROWDED

from cardwright import unicorns
from cardwright.core.event_log import LoggedEvent
from cardwright.core.state import State
from cardwright.unicorns.log_events import LogEvent
from cardwright.unicorns.rules import Op
from cardwright.unicorns.state import Zone

MOVEMENTS = frozenset(
    (*(each for each in LogEvent if each <= Op.PICK), LogEvent.SHRINK, LogEvent.PLAY, LogEvent.STOP,
     LogEvent.RESOLVE, LogEvent.ENTER)
)  # fmt: skip
STARTS: list[dict[str, Any]] = [
    {"players": 3},
    {"players": 4, "rules": "thesis"},
    {"players": 3, "cards": CROWDED},
]


def zones(state: State) -> dict[int, Counter[str]]:
    """The names of the cards in every zone, without the box."""
    names = [state.game.card_names[line.name] for line in state.game.rules[0].cards]
    found: dict[int, Counter[str]] = {}
    for card in range(int(state.game.rules[0].card_count)):
        found.setdefault(int(state.record.zone[card]), Counter())[names[card]] += 1
    return {zone: cards for zone, cards in found.items() if cards and zone != Zone.BOX}


def fold(before: dict[int, Counter[str]], events: tuple[LoggedEvent, ...], names: list[str]) -> dict[int, Counter[str]]:
    """The zones after the events, each of which must be possible."""
    now = {zone: cards.copy() for zone, cards in before.items()}
    for event in events:
        if event.kind in MOVEMENTS:
            name, source, target = event.operands
            assert now.get(source, Counter())[names[name]] > 0, (LogEvent(event.kind), names[name], source)
            now[source][names[name]] -= 1
            now.setdefault(target, Counter())[names[name]] += 1
        elif event.kind == LogEvent.SWAP:
            one, other = event.operands
            now[one], now[other] = now.get(other, Counter()), now.get(one, Counter())
        elif event.kind == LogEvent.SHUFFLE_IN:
            now.setdefault(Zone.DECK, Counter()).update(now.pop(event.operands[0], Counter()))
    return {zone: +cards for zone, cards in now.items() if +cards}


def steps(start: dict[str, Any], seed: int, most: int) -> Any:
    """The positions before and after each decision of a random logged game."""
    state, rng = unicorns.family.game(start).new(seed, logged=True), np.random.default_rng(seed)
    for _ in range(most):
        if state.over:
            return
        before, legal = zones(state), state.legal()
        state.play(legal[rng.integers(len(legal))])
        yield before, state


@pytest.mark.parametrize("start", STARTS)
def test_the_events_of_a_step_turn_the_position_before_it_into_the_one_after(start):
    moved = 0
    for seed in (1, 2):
        for before, state in steps(start, seed, most=150):
            assert fold(before, state.events, state.game.card_names) == zones(state)
            moved += sum(event.kind in MOVEMENTS for event in state.events)
    assert moved > 100


@pytest.mark.parametrize("start", STARTS)
def test_nobody_reads_the_name_of_a_card_that_they_cannot_know(start):
    hidden = 0
    for _, state in steps(start, 3, most=120):
        for event in state.events:
            for player in range(state.game.players):
                if not event.seen(player):
                    text = state.game.event_text(event, player)
                    assert bool(text) == (event.kind not in (LogEvent.SEE, LogEvent.KEEP)), (
                        "nobody notices what others see"
                    )
                    assert not any(name in text for name in state.game.card_names)
                    hidden += 1
    assert hidden > 50


def told(player: int, choices: list[str], **start: Any) -> list[str]:
    """The whole log as a player reads it, when nobody reacts."""
    state, texts = unicorns.family.game({"players": 3, **start}).new(1, logged=True), []
    for choice in choices:
        while state.view()["stack"] and "pass" in map(str, state.legal()) and choice != "pass":
            texts += state.play("pass").narrate(player)
        if choice in map(str, state.legal()):
            texts += state.play(choice).narrate(player)
    while state.view()["stack"]:
        texts += state.play("pass").narrate(player)
    return texts


DECK = {"deck": ["Basic Unicorn", "Basic Unicorn", "Basic Unicorn", "Basic Unicorn", "Basic Unicorn"]}


@pytest.mark.parametrize(
    ("hand", "choices"),
    [
        ("Unicorn Poison", ["play Unicorn Poison", "destroy Narwhal of P2"]),
        ("Rhinocorn", ["play Rhinocorn", "into P1"]),
        ("Back Kick", ["play Back Kick", "return Narwhal of P2"]),
    ],
)
@pytest.mark.parametrize("player", [0, 1])
def test_the_log_does_not_tell_whether_a_third_player_holds_an_instant(hand, choices, player):
    logs = [
        told(player, choices, P1={"hand": [hand]}, P2={"stable": ["Narwhal"]}, P3={"hand": [card]}, **DECK)
        for card in ("Neigh", "Yay")
    ]
    assert logs[0] == logs[1]
    assert f"P1 plays {hand}" in logs[0]


def test_the_log_does_not_tell_which_card_was_pulled():
    pulled = ["play Americorn", "into P1", "player P2"]
    logs = {
        player: [
            told(player, pulled, P1={"hand": ["Americorn"]}, P2={"hand": [card]}, **DECK) for card in ("Yay", "Neigh")
        ]
        for player in (0, 2)
    }
    assert logs[2][0] == logs[2][1]
    assert "P1 takes a card from the hand of P2" in logs[2][0]
    assert "P1 takes Yay from the hand of P2" in logs[0][0]


def test_a_neighed_card_never_touches_the_deck():
    start = {"players": 2, "P1": {"hand": ["Narwhal"]}, "P2": {"hand": ["Neigh"]}, **DECK}
    state = unicorns.family.game(start).new(1, logged=True)
    state.play("play Narwhal").play("into P1").play("play Neigh")
    assert state.narrate(0)[:3] == ["P2 plays Neigh", "Neigh takes effect", "Narwhal is stopped"]


def test_stories_of_cards_that_leave_a_stable():
    start = {
        "players": 3,
        "P1": {"hand": ["Unicorn Poison"]},
        "P2": {"stable": ["Narwhal", "Black Knight Unicorn", "Greedy Flying Unicorn", "Baby Unicorn"]},
        **DECK,
    }
    game = unicorns.family.game(start)
    saved = game.new(1, logged=True).play("play Unicorn Poison").play("destroy Narwhal of P2").play("yes")
    assert saved.narrate()[:2] == ["P2 saves Narwhal with Black Knight Unicorn", "P2 sacrifices Black Knight Unicorn"]
    flown = game.new(1, logged=True).play("play Unicorn Poison").play("destroy Greedy Flying Unicorn of P2").play("no")
    assert flown.narrate()[0] == "P2's Greedy Flying Unicorn is destroyed and returns to the hand"
    baby = game.new(1, logged=True).play("play Unicorn Poison").play("destroy Baby Unicorn of P2").play("no")
    assert baby.narrate()[0] == "P2's Baby Unicorn is destroyed and goes to the nursery"


def test_the_log_ends_with_the_winner():
    start = {"players": 2, "P1": {"stable": ["Yay", *["Baby Unicorn"] * 6], "hand": ["Narwhal"]}, **DECK}
    state = unicorns.family.game(start).new(1, logged=True).play("play Narwhal").play("into P1")
    assert state.narrate(1)[-2:] == ["Narwhal enters the stable of P1", "P1 wins"]


def test_what_is_chosen_is_public_before_it_happens():
    start = {
        "players": 3,
        "P1": {"hand": ["Two-For-One"], "stable": ["Baby Unicorn", "Yay"]},
        "P2": {"stable": ["Narwhal", "Rhinocorn", "Black Knight Unicorn"]},
        **DECK,
    }
    state = unicorns.family.game(start).new(1, logged=True).play("play Two-For-One").play("sacrifice Baby Unicorn")
    assert "P1 chooses Baby Unicorn of P1 for Two-For-One" in state.narrate(2)
    state.play("destroy Narwhal of P2")
    assert state.narrate(2) == ["P1 chooses Narwhal of P2 for Two-For-One"]
    assert state.seen(2)["targets"] == state.copy(hidden_from=2).view()["targets"] == ["Narwhal of P2"]
    assert "chosen so far: Narwhal of P2" in str(state)
    state.play("destroy Rhinocorn of P2")
    assert state.view()["targets"] == ["Narwhal of P2", "Rhinocorn of P2"]
    assert state.play("no").play("no").view()["targets"] == []


def test_the_log_tells_a_chosen_player_a_variant_and_where_a_card_goes():
    chosen = {"P1": {"hand": ["Unicorn Shrinkray"]}, "P2": {"stable": ["Narwhal"]}}
    assert "P1 chooses P2 for Unicorn Shrinkray" in told(2, ["play Unicorn Shrinkray", "player P2"], **chosen, **DECK)
    variant = {"P1": {"hand": ["Targeted Destruction"], "stable": ["Slowdown"]}, "P2": {"stable": ["Yay"]}}
    texts = told(2, ["play Targeted Destruction", "variant destroy"], **variant, **DECK)
    assert 'P1 chooses "destroy" for Targeted Destruction' in texts
    moved = {"P1": {"hand": ["Re-Target"], "stable": ["Slowdown"]}, "P2": {"stable": ["Yay"]}}
    texts = told(2, ["play Re-Target", "move Yay of P2", "to P3"], **moved, **DECK)
    told_of_it = ["P1 chooses Yay of P2 for Re-Target", "P1 chooses P3 for Re-Target", "Yay moves from P2 to P3"]
    assert [text for text in texts if "Yay" in text or "P3 for" in text] == told_of_it


def test_chance_is_told_from_a_choice():
    cards = {"Storm": {"type": "magic", "play": {"destroy": "card", "at random": True}}}
    start = {
        "P1": {"hand": ["Storm"]},
        "P2": {"stable": ["Narwhal"]},
        "cards": {"base": "second-print", "cards": cards},
    }
    assert "chance chooses Narwhal of P2 for Storm" in told(2, ["play Storm"], **start, **DECK)
