"""Custom mechanics of any kind: matches stay consistent and end."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from random_rules import play

from cardwright.autobattler import Card, CardSet, Mechanic, Rule, match, tournament, watch
from cardwright.autobattler.state import MAX_ATTACK
from cardwright.core.errors import BadData, RunawayRules

PLAIN = Card("Plain", 1, 50)


def mechanic(*rules: dict[str, object], **more: str) -> Mechanic:
    return Mechanic.model_validate({"rules": rules, **more})


ENDLESS = {
    "seesaw": mechanic({"when": "hurt", "do": "heal", "amount": 5}, {"when": "healed", "do": "damage", "amount": 1}),
    "itch": mechanic({"when": "touched", "do": "damage", "amount": 0}),
    "panic": mechanic({"when": "hurt", "do": "damage", "to": "allies", "amount": 1}),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_rules_that_trigger_each_other_without_end_are_stopped(name: str) -> None:
    crowd = [Card("Crowd", 1, 1000, [name])] * 7
    with pytest.raises(RunawayRules, match="trigger each other"):
        match(crowd, crowd, mechanics=ENDLESS)
    with pytest.raises(RunawayRules, match="trigger each other"):
        list(watch(crowd, crowd, mechanics=ENDLESS))


def test_a_tournament_with_endless_rules_is_stopped_at_its_first_match() -> None:
    """Playing all of its 1,300 million matches would take hours."""
    cards = CardSet([Card(str(number), 1, 1000, ["itch"]) for number in range(15)], ENDLESS)
    with pytest.raises(RunawayRules, match="trigger each other"):
        tournament(cards, size=4, device="cpu")


@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_any_rules_leave_every_match_consistent(dice: random.Random) -> None:
    play(dice)


@pytest.mark.parametrize("switch", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_any_rules_play_the_same_uncompiled_and_with_bounds_checking(switch: str) -> None:
    """Uncompiled, matches that are stopped would take too long, so they are left out."""
    played = {seed: play(random.Random(seed)) for seed in range(120)}
    seeds = [seed for seed in played if switch == "NUMBA_BOUNDSCHECK" or (seed < 40 and played[seed] != "stopped")]
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("random_rules.py")), *map(str, seeds)],
        env={**os.environ, switch: "1"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [played[seed] for seed in seeds]


def test_a_swap_does_not_revive_a_dead_fighter() -> None:
    own = {
        "snipe": mechanic({"when": "before combat", "do": "kill", "to": "enemy fighter"}),
        "dodge": mechanic({"when": "before combat", "do": "swap"}),
    }
    assert match([Card("Sniper", 1, 1, ["snipe"])], [Card("Dodger", 9, 1, ["dodge"])], mechanics=own) == (1, 1)


def test_attack_is_capped() -> None:
    own = {"train": mechanic(*[{"when": "before combat", "do": "strengthen", "amount": 100}] * 8)}
    a, b = [Card("Athlete", 1, 1000, ["train"])], [Card("Wall", 0, 1, {"ignore_first_damage": 10, "wall": 10})]
    own["wall"] = mechanic({"when": "damage", "do": "ignore", "amount": "p"}, parameter="more armour")
    assert max(card.attack for phase in watch(a, b, mechanics=own) for card in phase.a) == MAX_ATTACK


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ({"when": "death", "do": "share"}, "a rule on death cannot share"),
        ({"when": "heal", "do": "ignore"}, "a rule on heal cannot ignore"),
        ({"when": "damage", "do": "heal"}, "a rule on damage cannot heal"),
        ({"when": "death", "do": "heal", "if": "mood > 3"}, "match"),
        ({"when": "death", "do": "damage", "to": "enemies", "amount": -1}, "at least 0"),
        ({"when": "damage", "do": "ignore", "amount": -1}, "at least 0"),
        ({"when": "death", "do": "swap"}, "the card is dead"),
        ({"when": "death", "do": "copy attack", "to": "enemies"}, "the card is dead"),
        ({"when": "death", "do": "heal", "amount": 3}, "the card is dead"),
        ({"when": "damage", "if": "age > 2", "do": "ignore", "amount": 1}, "cannot have an if"),
        ({"when": "heal", "if": "age > 2", "do": "share", "amount": 1}, "cannot have an if"),
        ({"when": "damage", "do": "ignore", "amount": "age"}, "a number or p"),
        ({"when": "damage", "do": "share", "amount": "hits"}, "a number or p"),
        ({"when": "damage", "do": "share", "amount": 11}, "in tenths: 0 to 10"),
        ({"when": "heal", "do": "share", "amount": -5}, "at least 0"),
        ({"when": "hurt", "do": "kill", "amount": 2}, "no amount"),
        ({"when": "hurt", "do": "swap", "to": "enemy fighter"}, "the card itself"),
        ({"when": "hurt", "do": "copy attack", "to": "allies"}, "the card itself"),
    ],
)
def test_meaningless_rules_are_refused_in_one_sentence(rule: dict[str, object], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        Rule.model_validate(rule)


@pytest.mark.parametrize(
    "rules",
    [
        {"rules": [{"when": "hurt", "do": "strengthen", "amount": "p"}]},
        {"rules": [{"when": "hurt", "if": "age<p", "do": "strengthen", "amount": 1}]},
        {"text": "Does {p}.", "rules": []},
    ],
)
def test_a_mechanic_that_uses_p_has_a_parameter(rules: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="name its parameter"):
        Mechanic.model_validate(rules)
    Mechanic.model_validate({**rules, "parameter": "strength"})


def test_a_card_shares_damage_only_once() -> None:
    own = {"ward": mechanic({"when": "damage", "do": "share", "amount": 6})}
    assert match([Card("Warden", 1, 50, ["ward"]), PLAIN], [PLAIN], mechanics=own).result == 1
    with pytest.raises(BadData, match="'Warden' shares damage twice"):
        match([Card("Warden", 1, 50, {"ward": None, "pain_splitter": 6})], [PLAIN], mechanics=own)
