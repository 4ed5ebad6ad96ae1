"""Cards that are grown after the existing ones: sound, readable, and different only where they should be."""

from __future__ import annotations

import json
import random

import pytest
from card_growth import SEEDS, check_is_sound, grown
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright import spire
from cardwright.core.errors import BadData, CardwrightError
from cardwright.spire.making import SpireMaker
from cardwright.spire.notation.status_text import status_text

MAKER = SpireMaker()

STRIKE = {"cards": {"Jab": {"type": "attack", "cost": 1, "effect": {"to": "an enemy", "attack": 6}}}}


def check_is_whole(card):
    check_is_sound(MAKER, card)
    assert MAKER.face(card).text
    assert all(text.strip().endswith(".") for text in MAKER.terms(card).values())
    content = spire.from_dict(card)
    assert spire.from_dict(content.to_dict()).to_dict() == content.to_dict()
    assert spire.from_dict(content.to_words()).to_dict()["cards"].keys() == card["cards"].keys()
    assert not set(card["cards"]) & set(spire.standard().cards)


@settings(max_examples=100)
@given(SEEDS, st.sampled_from([0, 3]))
def test_grown_cards_are_whole(seed, steps):
    check_is_whole(grown(MAKER, seed, steps))


def test_some_cards_bring_new_statuses():
    cards = [grown(MAKER, seed) for seed in range(60)]
    new = [card for card in cards if card.get("statuses")]
    assert 5 <= len(new) <= 40
    for card in new:
        (name,) = card["statuses"]
        assert name in MAKER.face(card).text


def test_every_attack_attacks_and_every_power_gives_a_status():
    for seed in range(40):
        ((fields),) = grown(MAKER, seed)["cards"].values()
        assert {"attack": "attack", "power": "apply"}.get(fields["type"], "") in json.dumps(fields["effect"])


def test_numbers_grow_with_the_cost():
    """Damage is drawn after existing cards of about the same cost."""
    rng = random.Random(1)
    cheap, dear = (
        sum(n for n in (MAKER.grower.amount("attack", "attack", cost, rng) for _ in range(300)) if isinstance(n, int))
        for cost in (0, 3)
    )
    assert dear > cheap


def test_a_game_without_maker_says_so(kuhn_game):
    from cardwright.core import registry

    with pytest.raises(CardwrightError, match="has no card maker"):
        registry.family("kuhn").card_maker()


def test_a_card_with_a_mistake_is_refused():
    with pytest.raises(BadData, match="needs a target"):
        MAKER.check({"cards": {"Jab": {"type": "attack", "effect": {"attack": 6}}}})


# Likeness


def like(effect, **fields):
    return MAKER.likeness({"cards": {"X": {"type": "attack", "cost": 1, "effect": effect, **fields}}})


def test_names_and_orders_that_make_no_difference_are_ignored():
    attack, block = {"to": "an enemy", "attack": 6}, {"block": 5}
    assert like([attack, block]) == like([block, attack])
    assert like({"block": 5}) == like({"to": "self", "block": 5})
    assert like(attack, text="Something else.") == like(attack)


def test_orders_that_make_a_difference_count():
    attack, weaken = {"to": "all enemies", "attack": 6}, {"to": "all enemies", "apply": "2 Vulnerable"}
    assert like([attack, weaken]) != like([weaken, attack])


def test_another_cost_makes_another_card():
    effect = {"to": "an enemy", "attack": 6}
    assert like(effect).shape != like(effect, cost=2).shape


def test_names_of_new_statuses_are_ignored():
    def bringing(name):
        rule = {"after": "turn end", "do": {"block": "stacks"}}
        effect = {"to": "self", "apply": f"2 {name}"}
        return {
            "cards": {"X": {"type": "power", "effect": effect}},
            "statuses": {name: {"rules": [rule]}},
        }

    assert MAKER.likeness(bringing("Bark")) == MAKER.likeness(bringing("Stone Skin"))


# Names and texts


def test_a_taken_name_gets_a_number():
    card = MAKER.renamed(STRIKE, {"Jab", "Jab II"})
    assert MAKER.name(card) == "Jab III"
    assert MAKER.renamed(STRIKE, {"Other"}) is STRIKE


def test_a_renamed_status_is_renamed_everywhere():
    card = next(card for seed in range(100) if (card := grown(MAKER, seed)).get("statuses"))
    (old,) = card["statuses"]
    renamed = MAKER.renamed(card, {old})
    (new,) = renamed["statuses"]
    MAKER.check(renamed)
    assert new in MAKER.face(renamed).text
    assert old in new


@pytest.mark.parametrize("name", list(spire.standard().statuses))
def test_every_existing_status_has_a_text_from_its_rules(name):
    status = spire.standard().status(name)
    assert status_text(status).endswith(".") or not status.rules


# Trials


def test_cards_are_added_to_every_deck():
    games = MAKER.games([STRIKE], [(), ("Jab",), ("Jab", "Rage")], range(len(MAKER.trials)))
    for without, alone, pair in zip(*games, strict=True):
        deck = sum(without.setup["counts"][0])
        assert sum(alone.setup["counts"][0]) == deck + 2
        assert sum(pair.setup["counts"][0]) == deck + 4


def test_a_battle_of_a_trial_can_be_made_again_from_its_start():
    ((game,),) = MAKER.games([STRIKE], [("Jab",)], [1])
    again = spire.family.game(game.start)
    assert sorted(again.card_names)[0] in game.card_names
    assert again.setup["counts"].tolist() == game.setup["counts"].tolist()


def test_a_file_of_cards_is_read_with_the_statuses_that_each_needs(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(
        "cards:\n"
        "  Shell: {type: power, effect: {to: self, apply: 2 Bark}}\n"
        "  Poke: {type: attack, effect: {to: an enemy, attack: 3 (5)}}\n"
        "  Rubble: {type: status, unplayable: true}\n"
        "statuses:\n  Bark: {text: Some., rules: [{after: turn end, do: {block: stacks}}]}\n"
    )
    shell, poke = MAKER.read(path)
    assert list(shell["statuses"]) == ["Bark"]
    assert not poke.get("statuses")
    for card in (shell, poke):
        MAKER.check(card)


def test_content_with_figures_loads(tmp_path):
    path = tmp_path / "archive.json"
    path.write_text(json.dumps(MAKER.content([STRIKE], {"Jab": {"strength": 1.5}})))
    assert spire.load(path).card("Jab").cost == 1
    from cardwright.spire.notation.checking import mistakes

    assert mistakes(path) == []
