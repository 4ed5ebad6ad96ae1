"""Cards that are grown after the existing ones: sound, readable, and different only where they should be."""

from __future__ import annotations

import json
import random
import re

import pytest
from card_growth import SEEDS, check_is_sound, grown
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright import spire
from cardwright.core.errors import BadData, CardwrightError
from cardwright.generate.cards.alike import alike
from cardwright.spire.making import SpireMaker
from cardwright.spire.making.formula_variation import varied_formula
from cardwright.spire.making.sense import is_senseless
from cardwright.spire.making.variation import joined
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


@settings(max_examples=30)
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


@pytest.mark.parametrize(
    "effect",
    [
        {"do": [{"move": "hand"}], "to": {"choose": "hand", "count": 3}},
        {"do": [{"do": [{"attack": 34}], "to": {"choose": "enemies"}}], "to": {"choose": "enemies"}},
        {"do": [{"apply": "Barricade", "amount": -2}], "to": "self"},
        {"do": [{"block": 5}, {"heal": "dealt"}]},
        {"do": [{"lose_hp": 2}, {"do": [{"block": 9}], "when": "killed"}]},  # one's own HP kill no enemy
        {"do": [{"cost": 0, "lasts": "battle"}], "to": {"offer": 3}},  # the card goes nowhere
        {"do": [{"move": "exhaust"}], "to": {"offer": 3}},
        {"do": [{"play": "card and exhaust it"}, {"move": "exhaust"}], "to": {"choose": "hand"}},
        {"do": [{"move": "discard"}, {"cost": 0, "lasts": "turn"}], "to": {"choose": "hand"}},
        {"do": [{"upgrade": "card"}], "to": {"all": "draw"}, "times": 3},
        {"do": [{"shuffle": "discard"}], "times": 2},
        {"do": [{"draw": "stacks"}], "times": "stacks"},
    ],
)
def test_what_cannot_mean_anything_is_not_grown(effect):
    assert is_senseless(effect, {"Strength"})


def test_the_cards_of_the_game_make_sense():
    below_zero = {name for name, status in spire.standard().statuses.items() if status.debuff_if_lost}
    idle = [
        card.name
        for card in spire.standard().cards.values()
        if card.effect is not None
        and is_senseless(card.model_dump(mode="json", exclude_unset=True)["effect"], below_zero)
    ]
    assert idle == []


def test_a_condition_about_a_target_that_is_not_there_is_refused():
    rule = {"after": "turn end", "when": "target.attacking", "do": {"block": 3}}
    card = {
        "cards": {"X": {"type": "power", "effect": {"to": "self", "apply": "1 Y"}}},
        "statuses": {"Y": {"rules": [rule]}},
    }
    with pytest.raises(BadData, match="needs a target"):
        MAKER.check(card)
    with pytest.raises(BadData, match="needs a target"):
        MAKER.check({"cards": {"X": {"type": "power", "effect": {"when": "target.attacking", "energy": 1}}}})


def card_of(effect, statuses=None, **fields):
    made = {"cards": {"X": {"type": "skill", "cost": 1, "effect": effect, **fields}}}
    return {**made, "statuses": statuses} if statuses else made


TO_SELF = {"do": [{"apply": "Y", "amount": 1}], "to": "self"}
ENEMY = {"choose": "enemies"}


def of_status(rule, **fields):
    """Return a power that gives a new status with one rule."""
    return card_of(TO_SELF, {"Y": {"rules": [rule], **fields}}, type="power")


@pytest.mark.parametrize(
    ("card", "why"),
    [
        (card_of({"block": 37}), "not usual for its cost"),
        (card_of({"do": [{"block": 9}, {"draw": 2}, {"apply": "Strength", "amount": 2}], "to": "self"}), "not usual"),
        (card_of({"energy": 1}), "do not go together"),
        (card_of({"do": [{"block": 8}, {"energy": 1}]}, cost=0), "do not go together"),
        (card_of({"do": [{"attack": 6}], "to": ENEMY}), "do not go together"),  # a skill
        (card_of({"block": 8}, innate=True, exhaust=True), "do not go together"),
        (card_of({"do": [{"block": 8}, {"bonus": 5}]}), "idle"),
        (card_of({"do": [{"block": "Combust"}]}), "as no card does"),
        (card_of({"do": [{"apply": "Slow", "amount": 2}], "to": "self"}), "as no card does"),
        (card_of({"do": [{"apply": "Corruption", "amount": "Strength"}], "to": "self"}, cost=3), "make no difference"),
        (card_of({"do": [{"move": "discard"}], "to": {"random": "hand"}}), "nothing for the player"),
        (
            of_status({"after": "attacked", "role": "target", "when": "by_self", "do": {"block": "stacks"}}),
            "Y makes no",
        ),
        (
            of_status({"after": "turn start", "do": {"block": "stacks"}}, decay={"by": "all", "at": "turn end"}),
            "Y makes",
        ),
        (of_status({"modify": "attack damage", "times": 0.5}), "Y makes no sense"),
        (of_status({"after": "died", "do": {"block": "stacks"}}), "Y makes no sense"),
        (card_of({"do": [{"apply": "Dark Embrace", "amount": "Dark_Embrace"}], "to": "self"}), "as no card does"),
        (card_of({"do": [{"attack": "12 + upgrades"}], "to": ENEMY}, type="attack"), "that it does not have"),
        (of_status({"after": "block gained", "do": {"block": "stacks"}}), "Y makes no sense"),
        (of_status({"after": "hp lost", "do": {"do": [{"damage": "stacks"}], "to": {"all": "enemies"}}}), "Y makes no"),
        (of_status({"after": "turn end", "when": "amount > 2", "do": {"block": "stacks"}}), "Y makes no sense"),
        (of_status({"after": "turn end", "do": {"energy": "stacks"}}), "Y makes no sense"),
        (of_status({"modify": "debuff", "when": "target.attacking", "set": 0}), "Y makes no sense"),
        (
            of_status(
                {"after": "turn end", "do": {"block": "stacks"}, "spend": 1}, decay={"by": "all", "at": "turn end"}
            ),
            "Y makes no sense",
        ),
        (of_status({"after": "card played", "do": {"do": [{"block": "stacks"}, {"block": "stacks"}]}}), "idle"),
        (
            of_status({"after": "card played", "do": {"do": [{"apply": "No Block", "amount": "stacks"}]}}),
            "Y makes no sense",
        ),
        (card_of({"do": [{"cost": 0, "most": True}], "to": {"all": "draw"}}), "do not go together"),
        (
            of_status({}, rules=[{"modify": "attack damage", "add": each} for each in ("2 * stacks", "stacks")]),
            "Y makes no sense",
        ),
        (card_of({"do": [{"apply": "Intangible", "amount": "Strength"}], "to": "self"}, cost=3), "not usual"),
        (card_of({"do": [{"upgrade": "card"}], "to": {"all": "draw"}}, cost=0), "not usual"),
    ],
)
def test_what_no_designer_would_print_is_not_grown(card, why):
    assert why in MAKER._taste.objection(card)


@pytest.mark.parametrize(
    "more", [{"lose_hp": 2}, {"do": [{"apply": "Vulnerable", "amount": 1}], "to": {"all": "enemies"}}]
)
def test_a_large_number_needs_the_price_that_known_cards_pay_for_it(more):
    """Panic Button gains 30 block for nothing, but is exhausted, and gives no block for two turns."""
    free = card_of({"do": [{"block": 30}, more]}, cost=0, exhaust=True)
    assert "not usual" in MAKER._taste.objection(free)
    price = {"do": [{"apply": "No Block", "amount": 2}], "to": "self"}
    known = card_of({"do": [{"block": 30}, price]}, cost=0, exhaust=True)
    assert "not usual" not in MAKER._taste.objection(known)


def test_nearly_all_cards_of_the_game_are_to_the_taste():
    cards = [each for each in MAKER.known() if "+" not in MAKER.name(each)]
    odd = [
        MAKER.name(each)
        for each in cards
        if MAKER._taste.objection(each) and next(iter(each["cards"].values())).get("effect")
    ]
    assert len(odd) <= len(cards) / 3


def test_a_known_card_with_another_keyword_or_number_is_not_grown():
    strike = {"do": [{"attack": "6 + 2 * named.Strike"}], "to": ENEMY}
    assert MAKER.kin(card_of(strike, type="attack", cost=2, exhaust=True)) in MAKER._kin
    assert MAKER.kin(card_of({"do": [{"attack": 3}, {"block": 2}], "to": ENEMY}, type="attack")) not in MAKER._kin


def test_a_choice_of_one_effect_is_another_card_than_both():
    parts = [{"block": 9}, {"do": [{"attack": 9}], "to": ENEMY}]
    both, choice = (card_of({"do": parts, **more}, type="attack") for more in ({}, {"one_of": True}))
    assert MAKER.kin(both) in MAKER._kin  # as Iron Wave
    assert MAKER.kin(choice) not in MAKER._kin
    assert MAKER.likeness(both).shape != MAKER.likeness(choice).shape
    assert MAKER.likeness(choice) == MAKER.likeness(card_of({"do": parts[::-1], "one_of": True}, type="attack"))


def test_cards_share_an_idea_whatever_the_numbers():
    first, second = (card_of({"do": [{"block": n}, {"draw": "hand.attack // " + str(n)}]}) for n in (5, 7))
    assert MAKER.ideas(first) & MAKER.ideas(second)
    assert not MAKER.ideas(card_of({"do": [{"block": 5}, {"draw": 1}]}))


def test_neighbours_share_the_choice_of_an_enemy():
    parts = [{"do": [{"attack": 6}], "to": ENEMY}, {"do": [{"apply": "Weak", "amount": 1}], "to": ENEMY}, {"block": 3}]
    hit = {"do": [{"attack": 6}, {"apply": "Weak", "amount": 1}], "to": ENEMY}
    assert joined({"do": parts}) == {"do": [hit, {"block": 3}]}


def test_a_card_is_tried_without_each_of_its_parts():
    effect = {"do": [{"block": 5}, TO_SELF]}
    lesser = MAKER.lesser(card_of(effect, {"Y": {"rules": [{"after": "turn end", "do": {"draw": 1}}]}}))
    assert [each["cards"]["X"]["effect"] for each in lesser] == [{"do": [TO_SELF]}, {"do": [{"block": 5}]}, effect]
    assert lesser[-1]["statuses"] == {"Y": {}}


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
    assert not alike(like(effect), like(effect, cost=2))


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


def test_a_status_without_a_text_is_explained_by_its_rules():
    poise = {"rules": [{"after": "block gained", "do": {"to": "a random enemy", "damage": "stacks"}}]}
    stance = {"type": "power", "cost": 1, "effect": {"apply": "2 Poise"}}
    card = {"cards": {"Stance": stance}, "statuses": {"Poise": poise}}
    assert MAKER.terms(card)["Poise"].startswith("Poise: Whenever you gain block: deal damage to a random enemy")


def test_the_text_of_a_status_that_enemies_get_names_its_owner():
    rot = {"debuff": True, "rules": [{"after": "turn start", "do": {"lose_hp": "stacks"}}]}
    effect = {"choose_one": [{"to": "an enemy", "apply": "2 Rot"}, {"to": "self", "apply": "1 Rot"}]}
    card = {"cards": {"Path": {"type": "skill", "cost": 1, "effect": effect}}, "statuses": {"Rot": rot}}
    assert MAKER.terms(card)["Rot"].startswith("Rot: At the start of the owner's turn: the owner loses HP")


@pytest.mark.parametrize("seed", range(20))
def test_a_varied_formula_is_about_one_pile_and_real_multiples(seed):
    rng = random.Random(seed)
    pile, same = re.fullmatch(r"(\w+) == (\w+)\.\w+", varied_formula("hand == hand.attack", [], rng, 0.9)).groups()
    assert pile == same
    assert int(varied_formula("2 * hp <= max_hp", [], rng, 0.9)[0]) >= 2


def test_a_new_card_that_goes_nowhere_is_a_mistake():
    effect = {"to": "one of 3 random attacks", "cost": "0 this turn"}
    with pytest.raises(BadData, match="goes nowhere: write 'move: to hand'"):
        MAKER.check({"cards": {"X": {"type": "skill", "effect": effect}}})
    MAKER.check({"cards": {"X": {"type": "skill", "effect": {**effect, "move": "to hand"}}}})
