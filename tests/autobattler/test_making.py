"""Cards for lineups that are grown after the existing ones: sound, readable, and judged by battles."""

from __future__ import annotations

import json
import random

import pytest
from card_growth import SEEDS, check_is_sound, grown
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright import autobattler
from cardwright.autobattler.making import AutobattlerMaker
from cardwright.autobattler.making.rule_text import rules_text
from cardwright.autobattler.mechanics import Rule
from cardwright.core.errors import BadData, CardwrightError
from cardwright.generate.cards.alike import Cards, alike
from cardwright.generate.cards.trials import Judge, Rung

MAKER = AutobattlerMaker()
SMALL = (Rung(games=2, stride=6), Rung(games=2, stride=8, agents=2, partner_games=2, use_games=2))


def card(name="Test", attack=2, health=3, price=2, mechanics=None, **own):
    fields = {"name": name, "attack": attack, "health": health, "price": price}
    return {"cards": [{**fields, "mechanics": mechanics or {}}], **({"mechanics": own} if own else {})}


def check_is_whole(card):
    check_is_sound(MAKER, card)
    (fields,) = card["cards"]
    assert MAKER.text(card).endswith(".") or not fields.get("mechanics")
    assert "{p}" not in MAKER.text(card)
    assert all(name in MAKER.face(card).text and text.endswith(".") for name, text in MAKER.terms(card).items())


@settings(max_examples=35)
@given(SEEDS, st.sampled_from([0, 3]))
def test_grown_cards_are_whole(seed, steps):
    check_is_whole(grown(MAKER, seed, steps))


@settings(max_examples=25)
@given(SEEDS)
def test_a_varied_card_differs(seed):
    rng = random.Random(seed)
    first = MAKER.grow(rng)
    second = MAKER.vary(first, rng)
    one, other = ({**card, "cards": [{**card["cards"][0], "name": ""}]} for card in (first, second))
    assert one != other


def test_some_cards_have_rules_that_no_mechanic_has():
    built_in = [(rule.when, rule.do, rule.to) for each in autobattler.mechanics().values() for rule in each.rules]
    new = [
        rule
        for seed in range(60)
        for mechanic in grown(MAKER, seed).get("mechanics", {}).values()
        for rule in mechanic["rules"]
        if (rule["when"], rule["do"], rule.get("to", "self")) not in built_in
    ]
    assert len(new) >= 5


def test_what_does_nothing_is_not_grown():
    with pytest.raises(BadData, match="shares nothing"):
        MAKER._check_sense(card(attack=0))
    for seed in range(40):
        assert "100 %" not in MAKER.text(grown(MAKER, seed))


@pytest.mark.parametrize(
    ("condition", "words"), [("hits > 1", "more than 1 time:"), ("age >= 3", "at least 3 combats:")]
)
def test_conditions_count_in_the_singular_and_the_plural(condition, words):
    assert words in rules_text([Rule(when="death", condition=condition, do="kill", to="enemies")])


def test_a_card_with_a_mistake_is_refused():
    with pytest.raises(BadData, match="mechanic"):
        MAKER.check(card(mechanics={"flying": 2}))


@pytest.mark.parametrize("name", [name for name, each in autobattler.mechanics().items() if each.rules])
def test_every_built_in_mechanic_has_a_text_from_its_rules(name):
    assert rules_text(autobattler.mechanics()[name].rules).endswith(".")


# Likeness


def test_a_new_mechanic_with_the_rules_of_a_known_one_is_the_same():
    blast = {"parameter": "amount", "rules": [{"when": "death", "do": "damage", "to": "enemies", "amount": "p"}]}
    fixed = {"rules": [{"when": "death", "do": "damage", "to": "enemies", "amount": 3}]}
    known = MAKER.likeness(card(mechanics={"explode_on_death": 3}))
    assert MAKER.likeness(card(mechanics={"Bang": 3}, Bang=blast)) == known
    assert MAKER.likeness(card(mechanics={"Bang": None}, Bang=fixed)) == known


def test_orders_and_ways_to_write_a_condition_are_ignored():
    first, second = {"heal_on_death": 3, "grow_on_damage": 2}, {"grow_on_damage": 2, "heal_on_death": 3}
    assert MAKER.likeness(card(mechanics=first)) == MAKER.likeness(card(mechanics=second))

    def late(condition):
        return {"rules": [{"when": "hurt", "if": condition, "do": "heal", "to": "allies", "amount": 1}]}

    strict, other = (
        MAKER.likeness(card(mechanics={"Late": None}, Late=late(each))) for each in ("age > 2", "age >= 3")
    )
    assert strict == other


def test_another_price_makes_another_card():
    assert not alike(MAKER.likeness(card(price=2)), MAKER.likeness(card(price=3)))


def test_known_cards_differ_from_each_other():
    known = Cards(MAKER, MAKER.known())
    assert [MAKER.name(each) for each in MAKER.known() if known.like(each)] == []


# Names and files


def test_a_taken_name_gets_a_number_in_all_places():
    first = next(each for seed in range(100) if (each := grown(MAKER, seed)).get("mechanics"))
    (old,) = first["mechanics"]
    second = MAKER.renamed(first, {old, MAKER.name(first)})
    assert list(second["mechanics"]) == [f"{old} II"]
    assert f"{old} II" in second["cards"][0]["mechanics"]
    MAKER.check(second)
    assert MAKER.renamed(first, {"Other"}) is first


def test_cards_and_figures_make_a_card_set(tmp_path):
    cards = [grown(MAKER, seed, steps=1) for seed in range(20)]
    taken: set[str] = set()
    for index, each in enumerate(cards):
        cards[index] = MAKER.renamed(each, taken)
        taken |= {MAKER.name(cards[index]), *cards[index].get("mechanics", {})}
    path = tmp_path / "archive.json"
    path.write_text(json.dumps(MAKER.content(cards, {MAKER.name(cards[0]): {"strength": 1.5}})))
    assert len(autobattler.CardSet.read(path).cards) == 20
    assert [MAKER.likeness(each) for each in MAKER.read(path)] == [MAKER.likeness(each) for each in cards]
    state = autobattler.draft(autobattler.CardSet.read(path)).new(1)
    assert state.legal()


def test_a_card_that_somebody_wrote_gets_a_text_and_a_free_name():
    thorns = {
        "text": "It is harmless.",
        "rules": [{"when": "hurt", "do": "damage", "to": "enemy fighter", "amount": 2}],
    }
    made = MAKER.from_data(card("Recruit", mechanics={"Thorns": None}, Thorns=thorns))
    assert MAKER.name(made) == "Recruit II"
    assert MAKER.text(made) == "Thorns. Thorns: Whenever it is hurt: 2 damage to the enemy fighter."
    assert set(MAKER.schema()["properties"]) == {"cards", "mechanics"}
    with pytest.raises(CardwrightError, match="section"):
        MAKER.from_data({**card(), "figures": {}})


# Judging


@pytest.fixture(scope="module")
def judge():
    return Judge(MAKER, 3, SMALL)


def test_an_added_card_takes_the_place_of_a_plain_one():
    games = MAKER.games([card("Giant")], [(), ("Giant",), ("Giant", "Medic")], [0])
    lineups = [game.new(1).view()["P1"]["lineup"][2:] for (game,) in games]
    assert lineups == [["Recruit", "Recruit"], ["Giant", "Recruit"], ["Giant", "Medic"]]
    assert games[1][0].new(1).view()["shop"][3:] == ["Giant", "Recruit"]


def test_a_battle_of_a_trial_can_be_made_again_from_its_start():
    ((game,),) = MAKER.games([card("Giant")], [("Giant",)], [1])
    again = autobattler.family.game(game.start)
    assert again.setup.tobytes() == game.setup.tobytes()
    assert again.rules.tobytes() == game.rules.tobytes()


def test_strong_cards_are_stronger_than_weak_ones(judge):
    weak, strong = (judge.judge(card(name, *body), 0) for name, body in (("Weak", (0, 1)), ("Giant", (9, 30))))
    assert weak.strength.value <= 0 < strong.strength.value


def test_nobody_can_sell_a_bad_card_for_a_better_one():
    ((game,),) = MAKER.games([card("Weak", 0, 1, price=7)], [("Weak",)], [0])
    state = game.new(1).play("buy Bruiser").play("sell Weak")
    assert {action.kind for action in state.legal()} == {"sell", "lead with", "end shopping"}


FEEDBACK = {"rules": [{"when": "healed", "do": "heal", "to": "self", "amount": 1}]}
PLANTED = {
    "duplicate of Recruit": card("Not Recruit"),
    "does nothing": card("Idle", attack=0, health=1),
    "loops": card("Feedback", mechanics={"Feedback": None, "rampage": 3}, Feedback={
        "rules": [{"when": "before combat", "do": "heal", "to": "self", "amount": 1}, *FEEDBACK["rules"]]
    }),
}  # fmt: skip


@pytest.mark.parametrize("flag", PLANTED)
def test_planted_defects_are_flagged(judge, flag):
    assert flag in judge.judge(PLANTED[flag]).flags


def test_the_same_card_has_the_same_figures_in_any_order(judge):
    again = Judge(MAKER, 3, SMALL)
    again.judge(PLANTED["does nothing"], 0)
    assert again.judge(card("Giant", 9, 30)) == judge.judge(card("Giant", 9, 30))
