"""Unicorn cards that are grown after the existing ones: sound, readable, and judged by games."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
from card_growth import SEEDS, check_is_sound, grown
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright import unicorns
from cardwright.core.errors import BadData
from cardwright.generate.cards.alike import Cards
from cardwright.generate.cards.trials import Judge, Rung
from cardwright.unicorns.card_text import card_text
from cardwright.unicorns.deck import STANDARD, cards_of, read_deck
from cardwright.unicorns.making import UnicornsMaker
from cardwright.unicorns.making.grower import HOOKS, Grower, fields_of, programs_of, verb_of
from cardwright.unicorns.making.likeness import likeness

MAKER = UnicornsMaker()
BASE = cards_of(STANDARD, frozenset())
SMALL = (Rung(games=10, stride=4), Rung(games=4, stride=8, agents=2, partner_games=1, use_games=2))


def card(name="Test", kind="magical", **fields):
    return {"cards": {name: {"type": kind, **fields}}}


def check_is_whole(card):
    check_is_sound(MAKER, card)
    ((fields),) = card["cards"].values()
    assert MAKER.face(card).text == fields["text"]
    assert fields["text"].endswith(".")
    assert MAKER.name(card) not in BASE


@settings(max_examples=35)
@given(SEEDS, st.sampled_from([0, 4]))
def test_grown_cards_are_whole(seed, steps):
    check_is_whole(grown(MAKER, seed, steps))


@settings(max_examples=25)
@given(SEEDS)
def test_a_varied_card_differs(seed):
    rng = random.Random(seed)
    first = MAKER.grow(rng)
    (one,), (other,) = first["cards"].values(), MAKER.vary(first, rng)["cards"].values()
    assert one != other


def _rules(fields):
    """The hooks of a card with what it does there first."""
    return {(hook, verb_of((fields[hook].get("do") or fields[hook]["may"])[0])) for hook in HOOKS if hook in fields}


def test_some_cards_have_rules_that_no_card_has():
    known = {rule for each in BASE.values() for rule in _rules(fields_of(each))}
    new = {
        rule for seed in range(80) for fields in grown(MAKER, seed)["cards"].values() for rule in _rules(fields)
    } - known
    assert len(new) >= 5


def test_what_takes_something_from_its_owner_is_followed_by_something():
    for seed in range(150):
        ((fields),) = grown(MAKER, seed)["cards"].values()
        for program in programs_of(fields):
            if program.get("may") in ([{"discard": 1}], [{"sacrifice": "unicorn"}]):
                assert {"then", "if done"} & set(program)


def test_only_its_owner_sacrifices_a_grown_card():
    grower = Grower(BASE)
    made = [grower._effect("sacrifice", "magical", False, random.Random(seed)) for seed in range(400)]
    assert {"sacrifice": "this"} in made
    assert not [each for each in made if each["sacrifice"] == "this" and "by" in each]


@pytest.mark.parametrize(("hook", "what"), [("end", "skip"), ("end", "again"), ("begin", "again")])
def test_turns_are_not_ended_at_their_end_or_repeated_for_ever(hook, what):
    made = card(**{hook: {"do": [{"draw": 1}], "then": {"do": [{"turn": what}]}}})
    with pytest.raises(BadData, match="a turn that ends"):
        MAKER._check_sense(made)


def test_a_card_with_a_mistake_is_refused():
    with pytest.raises(BadData, match="needs 'play'"):
        MAKER.check(card(kind="magic"))


@pytest.mark.parametrize("name", [name for name, each in BASE.items() if each.type != "basic"])
def test_every_existing_card_has_a_text_from_its_data(name):
    assert BASE[name].text == card_text(BASE[name])
    assert BASE[name].text.endswith(".")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Baby Narwhal", "Goes to the nursery instead of the discard pile or a hand."),
        ("Rhinocorn", "At the beginning of your turn, you may destroy a Unicorn and end your turn."),
        ("Tiny Stable", "While you have more than five Unicorns, sacrifice a Unicorn."),
        ("Two-For-One", "Sacrifice a card; then destroy two cards."),
        ("Double Dutch", "At the beginning of your turn, you can play up to two cards this turn."),
    ],
)
def test_texts_read_as_if_printed(name, text):
    assert BASE[name].text == text


def test_a_text_follows_the_numbers_unless_it_is_given():
    more = {"base": STANDARD, "cards": {"Americorn": {"type": "magical", "enter": {"pull": 2}}}}
    assert cards_of(more, frozenset())["Americorn"].text.startswith("When it enters, take two cards at random")
    more["cards"]["Americorn"]["text"] = "Grabs."
    assert cards_of(more, frozenset())["Americorn"].text == "Grabs."


# Likeness


def test_orders_that_make_no_difference_are_ignored():
    one = card(enter={"either": [{"destroy": "upgrade"}, {"sacrifice": "downgrade"}]}, immune=["magic", "neigh"])
    two = card(
        enter={"do": {"either": [{"sacrifice": "downgrade"}, {"destroy": "upgrade"}]}}, immune=["neigh", "magic"]
    )
    assert MAKER.likeness(one) == MAKER.likeness(two)
    kinds = (card("A", "magic", play={"move": each}) for each in ("upgrade or downgrade", "downgrade or upgrade"))
    assert len({MAKER.likeness(each) for each in kinds}) == 1


def test_orders_that_make_a_difference_count():
    one, two = {"draw": 2}, {"discard": 1}
    assert MAKER.likeness(card(enter=[one, two])) != MAKER.likeness(card(enter=[two, one]))


def test_prints_are_ignored():
    plain = card(enter={"draw": 1})
    assert MAKER.likeness(card(enter={"draw": 1}, text="Some.", copies=3, tier="S")) == MAKER.likeness(plain)


def test_duplicates_of_known_cards_are_found():
    known = Cards(MAKER, MAKER.known())
    assert known.like(card("Toxin", "magic", play={"do": [{"destroy": "unicorn"}]})) == "Unicorn Poison"


# Names and files


def test_a_taken_name_gets_a_number():
    assert MAKER.name(MAKER.renamed(card("Odd Unicorn"), {"Odd Unicorn"})) == "Odd Unicorn II"


def test_more_cards_than_a_box_holds_make_a_deck_that_loads(tmp_path):
    cards = []
    for seed in range(60):
        cards.append(MAKER.renamed(grown(MAKER, seed), {MAKER.name(each) for each in cards}))
    path = tmp_path / "archive.json"
    path.write_text(json.dumps(MAKER.content(cards, {MAKER.name(cards[0]): {"strength": 1.5}})))
    game = unicorns.game(players=3, cards=path)
    inside = [name for name in map(MAKER.name, cards) if game.cards[name].copies]
    assert 15 <= len(inside) <= 33
    assert MAKER.read(path) == cards
    assert set(MAKER.schema()["properties"]) == {"cards"}


def test_a_card_that_somebody_wrote_gets_a_text_and_a_free_name():
    made = MAKER.from_data(card("Neigh", "instant", text="Harmless.", copies=9, play={"draw": 1}, stops=False))
    assert MAKER.name(made) == "Neigh II"
    assert MAKER.text(made).endswith("it does not stop that card. When it takes effect, draw a card.")
    assert "copies" not in made["cards"]["Neigh II"]
    with pytest.raises(BadData, match="the type of a card is one of"):
        MAKER.from_data(card(kind="baby"))


# Judging


@pytest.fixture(scope="module")
def judge():
    return Judge(MAKER, 3, SMALL)


def test_only_what_the_first_player_holds_differs():
    """All other cards are the same and come in the same order, so the games differ by the card alone."""
    new = card("Odd Unicorn", enter={"draw": 1})
    states = [game.new(5) for (game,) in MAKER.games([new], [(), ("Odd Unicorn",), ("Odd Unicorn", "Neigh")], [1])]
    views = [state.view() for state in states]
    assert len({str(view["deck"]) for view in views}) == 1
    assert len({str((view["P2"], view["P3"])) for view in views}) == 1
    assert [view["P1"]["hand"].count("Basic Unicorn") for view in views] == [4, 2, 0]
    assert [view["P1"]["hand"].count("Odd Unicorn") for view in views] == [0, 2, 2]


def test_a_game_of_a_trial_can_be_made_again_from_its_start():
    ((game,),) = MAKER.games([card("Odd Unicorn")], [("Odd Unicorn",)], [2])
    again = unicorns.family.game(game.start)
    assert again.setup.tobytes() == game.setup.tobytes()
    assert again.rules.tobytes() == game.rules.tobytes()


def test_a_game_is_worth_100_to_the_first_player_if_won():
    ((game,),) = MAKER.games([], [()], [0])
    states = np.zeros(3, game.dtype)
    states["winner"] = [0, 1, -1]
    assert MAKER.outcomes(game, states).tolist() == [100, 0, 0]


def test_names_and_tiers_do_not_count(judge):
    """A Narwhal is a Basic Unicorn that the tier list of `rules` likes much better; its letters decide a few ties."""
    narwhal = next(each for each in MAKER.known() if MAKER.name(each) == "Narwhal")
    assert abs(judge.judge(narwhal).strength.value) <= 10


PLANTED = {
    "duplicate of Unicorn Poison": card("Toxin", "magic", play={"destroy": "unicorn"}),
    "does nothing": card("Idle", "upgrade"),
    "never playable": card("Stone", "magic", needs=200, play={"draw": 1}),
}


@pytest.mark.parametrize("flag", PLANTED)
def test_planted_defects_are_flagged(judge, flag):
    assert flag in judge.judge(PLANTED[flag]).flags


def test_a_card_that_wins_at_once_is_strong(judge):
    assert judge.judge(card("Herd", value=9), 0).strength.low > 10


def test_the_same_card_has_the_same_figures_in_any_order(judge):
    again = Judge(MAKER, 3, SMALL)
    again.judge(PLANTED["does nothing"], 0)
    assert again.judge(card("Herd", value=9)) == judge.judge(card("Herd", value=9))


def test_continuous_effects_with_operands_can_be_compared():
    deck = read_deck(Path(__file__).parents[2] / "examples" / "unicorn_expansion.yaml")
    assert any(each.always for each in cards_of(deck, frozenset()).values())
    assert len({repr(likeness(card)) for card in cards_of(deck, frozenset()).values()}) > 50
