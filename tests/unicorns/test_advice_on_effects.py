"""The agent `rules` asks for whom an effect is good: whether it uses it, whom it chooses, and which card."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from cardwright import unicorns
from cardwright.agents import decide, make
from cardwright.core.state import State
from cardwright.unicorns import tools
from cardwright.unicorns.content import LASTING, MODIFIERS, AlwaysWord, Card, Effect
from cardwright.unicorns.worth import effect_worth, is_burden


@unicorns.effect("lose your hand", harms=True)
def lose_the_hand(s, rules, you, card, other):
    return tools.draw(s, rules, other, 0)


@unicorns.effect("draw two cards")
def draw_two(s, rules, you, card, other):
    return tools.draw(s, rules, you, 2)


def entering(effects: Any, **start: Any) -> State:
    """A position in which the effects of a card that has just entered the stable of P1 ask for a decision."""
    cards = {"base": "second-print", "cards": {"New Unicorn": {"type": "magical", "enter": effects}}}
    usual = {
        "P1": {"hand": ["New Unicorn", "Narwhal", "Basic Unicorn"], "stable": ["Baby Unicorn", "Rhinocorn"]},
        "P2": {"hand": ["Good Deal", "Basic Unicorn"], "stable": ["Americorn", "Puppicorn", "Yay"]},
        "P3": {"hand": ["Basic Unicorn"], "stable": ["Baby Unicorn"]},
        "discard": ["Majestic Flying Unicorn", "Angel Unicorn"],
        "deck": ["Basic Unicorn"] * 6,
    }
    state = unicorns.game(3, cards=cards, **{**usual, **start}).new(1, logged=True)
    return state.play("play New Unicorn").play("into P1")


def advised(state: State, agent: str = "rules") -> str:
    number = decide(make(agent), state, 1)
    return next(str(action) for action in state.legal() if action.id == number)


@pytest.mark.parametrize(
    ("effects", "answer"),
    [
        ({"destroy": "unicorn"}, "yes"),
        ({"sacrifice": "unicorn"}, "no"),
        ({"sacrifice": "this"}, "no"),
        ({"sacrifice": "all unicorn"}, "no"),
        ({"sacrifice": "all upgrade"}, "no"),
        ({"steal": "unicorn"}, "yes"),
        ({"steal": "unicorn", "until": "end of turn"}, "yes"),
        ({"return": "card"}, "yes"),
        ({"move": "upgrade"}, "yes"),
        ({"give": "unicorn"}, "no"),
        ({"bring": "unicorn", "from": "discard"}, "yes"),
        ({"bring": "basic", "from": "hand"}, "yes"),
        ({"bring": "baby", "from": "nursery"}, "yes"),
        ({"take": "unicorn"}, "yes"),
        ({"search": "card"}, "yes"),
        ({"discard": 1}, "no"),
        ({"discard": 1, "by": "chosen"}, "yes"),
        ({"draw": 1}, "yes"),
        ({"draw": 1, "by": "chosen"}, "yes"),
        ({"look": 2}, "yes"),
        ({"pull": 1}, "yes"),
        ({"pick": 1}, "yes"),
        ({"shrink": "unicorn"}, "yes"),
        ({"shuffle": ["hand"]}, "no"),
        ({"shuffle": ["discard"]}, "yes"),
        ([{"shuffle": ["hand"]}, {"draw": 5}], "yes"),
        ({"turn": "again"}, "yes"),
        ({"turn": "skip"}, "no"),
        ({"extra draws": 1}, "yes"),
        ({"plays": 2}, "yes"),
        ({"reveal": "unicorn"}, "yes"),
        ({"reveal": "downgrade", "into": "stable"}, "no"),
        ({"use": "draw two"}, "yes"),
        ({"use": "lose the hand"}, "no"),
        ({"use": "lose the hand", "by": "chosen"}, "yes"),
        ({"either": [{"discard": 2}, {"sacrifice": "unicorn"}]}, "no"),
        ({"either": [{"discard": 2}, {"draw": 1}]}, "yes"),
    ],
    ids=str,
)
def test_it_uses_what_does_good_and_nothing_else(effects, answer):
    assert advised(entering({"may": effects})) == answer


def test_the_cases_above_name_every_verb():
    listed = test_it_uses_what_does_good_and_nothing_else.pytestmark[0].args[1]
    effects = [each for case in listed for each in (case[0] if isinstance(case[0], list) else [case[0]])]
    verbs = {Effect.model_validate(each).verb for each in effects}
    apart = {"swap", "follow"}  # these have tests of their own, or no choice
    assert verbs | apart == set(MODIFIERS)


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        ({"may": {"discard": 1}, "if done": {"bring": "baby", "from": "nursery"}}, "yes"),
        ({"may": {"discard": 2}, "if done": {"draw": 1}}, "no"),
        ({"may": {"sacrifice": "unicorn"}, "if done": {"destroy": "unicorn"}}, "yes"),
        ({"may": {"draw": 1}, "then": {"draw": 2, "by": "others"}}, "no"),
    ],
    ids=str,
)
def test_it_counts_what_follows(program, answer):
    assert advised(entering(program)) == answer


@pytest.mark.parametrize(("held", "answer"), [(["Basic Unicorn"] * 4, "yes"), ([], "no")])
def test_it_swaps_hands_for_a_larger_one(held, answer):
    assert advised(entering({"may": {"swap": "hands"}}, P2={"hand": held, "stable": []})) == answer


@pytest.mark.parametrize(
    ("effect", "stables", "answer"),
    [
        ({"return": "upgrade or downgrade"}, {"P1": ["Yay"], "P2": ["Slowdown"]}, "no"),
        ({"return": "upgrade or downgrade"}, {"P1": ["Slowdown"], "P2": []}, "yes"),
        ({"destroy": "upgrade or downgrade"}, {"P1": [], "P2": ["Slowdown"]}, "no"),
        ({"steal": "upgrade or downgrade"}, {"P1": [], "P2": ["Slowdown"]}, "no"),
        ({"move": "upgrade or downgrade"}, {"P1": ["Yay"], "P2": ["Slowdown"]}, "no"),
        ({"move": "upgrade or downgrade"}, {"P1": ["Slowdown"], "P2": []}, "yes"),
        ({"sacrifice": "upgrade or downgrade"}, {"P1": ["Yay", "Slowdown"], "P2": []}, "yes"),
        ({"give": "downgrade"}, {"P1": ["Slowdown"], "P2": []}, "yes"),
    ],
    ids=str,
)
def test_it_looks_for_a_target_that_suits_it(effect, stables, answer):
    start: dict[str, Any] = {seat: {"stable": cards} for seat, cards in stables.items()}
    start["P1"]["hand"] = ["New Unicorn"]
    assert advised(entering({"may": effect}, P3={}, **start)) == answer


@pytest.mark.parametrize(
    ("effect", "whom"),
    [
        ({"discard": 1, "by": "chosen"}, "player P2"),
        ({"draw": 1, "by": "chosen"}, "player P1"),
        ({"shrink": "unicorn"}, "player P3"),
        ({"pick": 1}, "player P2"),
        ({"pull": 1}, "player P2"),
        ({"swap": "hands"}, "player P2"),
        ({"use": "lose the hand", "by": "chosen"}, "player P2"),
        ({"use": "draw two", "by": "chosen"}, "player P1"),
    ],
    ids=str,
)
def test_it_chooses_itself_for_good_and_an_opponent_for_harm(effect, whom):
    assert advised(entering(effect)) == whom


def test_the_switch_of_the_thesis_turns_all_this_off():
    switches = {"advice_ignores_harm": True}
    assert advised(entering({"may": {"discard": 1}}, switches=switches)) == "yes"
    assert advised(entering({"shrink": "unicorn"}, switches=switches)) == "player P1"


@pytest.mark.parametrize(
    ("effect", "stables", "choice"),
    [
        ({"steal": "card"}, {"P2": ["Slowdown", "Basic Unicorn"]}, "steal Basic Unicorn of P2"),
        ({"give": "card"}, {"P1": ["Yay", "Slowdown"]}, "give Slowdown"),
        ({"move": "card"}, {"P1": ["Yay", "Slowdown"], "P2": ["Pandamonium"]}, "move Slowdown of P1"),
        ({"bring": "card", "from": "discard"}, {}, "bring Basic Unicorn"),
        ({"either": [{"discard": 1}, {"draw": 1}]}, {}, "variant draw"),
        ({"either": [{"draw": 1}, {"extra draws": 3}]}, {}, "variant extra draws"),
        ({"either": [{"draw": 3}, {"move": "upgrade"}]}, {"P2": ["Yay"]}, "variant move"),
        ({"either": [{"draw": 3}, {"move": "upgrade"}]}, {"P1": ["Yay"]}, "variant draw"),
        ({"either": [{"draw": 3}, {"destroy": "unicorn"}]}, {"P2": ["Americorn"]}, "variant destroy"),
        ({"either": [{"steal": "unicorn"}, {"turn": "again"}]}, {"P2": ["Americorn"]}, "variant steal"),
    ],
    ids=str,
)
def test_it_chooses_cards_and_variants_that_do_it_good(effect, stables, choice):
    start: dict[str, Any] = {seat: {"stable": cards} for seat, cards in stables.items()}
    start["P1"] = {**start.get("P1", {}), "hand": ["New Unicorn", "Narwhal"]}
    discard = ["Slowdown", "Basic Unicorn"] if "bring" in effect else []
    assert advised(entering(effect, discard=discard, **{"P2": {}, "P3": {}, **start})) == choice


@pytest.mark.parametrize(("cards", "choice"), [(5, "variant swap"), (1, "variant draw")])
def test_it_swaps_hands_with_a_player_who_has_more_cards(cards, choice):
    swap = {"either": [{"draw": 2}, {"swap": "hands"}]}
    own, hand = ["New Unicorn", "Narwhal"], ["Rhinocorn", "Americorn", "Yay", "Re-Target", "Slowdown"]
    state = entering(swap, P1={"hand": own}, P2={"hand": hand[:cards]}, P3={})
    assert advised(state) == choice


@pytest.mark.parametrize(
    ("effect", "answer"),
    [
        ({"sacrifice": "unicorn"}, "no"),
        ({"sacrifice": "card"}, "yes"),  # Slowdown, a Downgrade
        ({"discard": 2}, "no"),
        ({"give": "unicorn"}, "no"),
        ({"destroy": "unicorn"}, "yes"),
        ({"discard": 1, "by": "chosen"}, "yes"),
    ],
    ids=str,
)
def test_look_ahead_sees_what_an_effect_will_cost_when_it_is_asked_whether_to_use_it(effect, answer):
    own = {"hand": ["New Unicorn", "Basic Unicorn", "Narwhal"], "stable": ["Baby Unicorn", "Slowdown"]}
    assert advised(entering({"may": effect}, P1=own), "lookahead:1") == answer


def test_it_gives_a_good_card_to_the_weakest_opponent():
    state = entering({"give": "unicorn"}).play("give Baby Unicorn")
    assert advised(state) == "to P3"


def test_it_does_not_play_a_magic_card_that_only_harms_it():
    cards = {"base": "second-print", "cards": {"Bad Deal": {"type": "magic", "tier": "F", "play": {"discard": 2}}}}
    state = unicorns.game(3, cards=cards, P1={"hand": ["Bad Deal", "Yay", "Neigh"]}).new(1, logged=True)
    assert advised(state) == "play Yay"
    alone = unicorns.game(3, cards=cards, P1={"hand": ["Bad Deal", "Neigh", "Neigh"]}).new(1, logged=True)
    assert advised(alone) == "draw"


def test_it_does_not_play_a_magic_card_of_which_only_the_harmful_variant_is_possible():
    play = {"either": [{"move": "upgrade"}, {"discard": 1}]}
    cards = {"base": "second-print", "cards": {"Odd Deal": {"type": "magic", "tier": "F", "play": play}}}
    start = {"P1": {"hand": ["Odd Deal", "Neigh", "Neigh"]}, "P3": {}}
    alone = unicorns.game(3, cards=cards, P2={"stable": ["Narwhal"]}, **start).new(1, logged=True)
    assert advised(alone) == "draw"
    state = unicorns.game(3, cards=cards, P2={"stable": ["Yay"]}, **start).new(1, logged=True)
    assert advised(state) == "play Odd Deal"


@pytest.mark.parametrize(
    ("card", "burden"),
    [
        ({"type": "basic"}, False),
        ({"type": "upgrade", "begin": {"discard": 1}}, True),
        ({"type": "upgrade", "begin": {"may": {"discard": 1}}}, False),
        ({"type": "downgrade", "begin": {"draw": 1}}, False),
        ({"type": "downgrade"}, True),
        ({"type": "magical", "enter": {"sacrifice": "all unicorn"}}, True),
        ({"type": "upgrade", "always": [{"add": 1, "to": "goal"}]}, True),
        ({"type": "downgrade", "always": [{"shield": "unicorn", "from": ["stolen"]}]}, False),
    ],
    ids=str,
)
def test_a_card_is_a_burden_by_what_it_does_rather_than_by_its_type(card, burden):
    assert is_burden(Card.model_validate(card)) == burden


GOOD_LASTING: list[Any] = [
    "cards cannot be neighed",
    "basics only here",
    "unicorns indestructible",
    *({"shield": kind, "from": ["stolen", "destroyed"]} for kind in ("card", "unicorn", "upgrade")),
    {"shield": "unicorn or downgrade", "from": ["sacrificed"]},
    {"keep out": "downgrade"},
    {"keep out": "downgrade or magic"},
    *({"add": 1, "to": number} for number in ("draws", "plays", "hand limit")),
    {"add": -1, "to": "goal"},
]
BAD_LASTING: list[Any] = [
    "no instants",
    "no upgrades",
    "pandas",
    "no triggers",
    "open hand",
    {"shield": "downgrade", "from": ["sacrificed", "moved"]},
    *({"keep out": kind} for kind in ("card", "unicorn", "basic", "upgrade", "upgrade or downgrade")),
    *({"cannot play": kind} for kind in ("card", "unicorn", "magic", "upgrade", "downgrade", "instant")),
    *({"add": -1, "to": number} for number in ("draws", "plays", "hand limit")),
    {"add": 1, "to": "goal"},
]
NEUTRAL_LASTING: list[Any] = [
    {"shield": "magic", "from": ["stolen"]},
    {"keep out": "instant"},
    {"cannot play": "baby"},
    {"use": "something in Python"},
]


def test_the_lists_above_name_every_continuous_effect():
    listed = [*GOOD_LASTING, *BAD_LASTING, *NEUTRAL_LASTING]
    found = [Card.model_validate({"type": "upgrade", "always": [each]}).always[0] for each in listed]
    assert {each.verb for each in found} == set(LASTING)
    assert {each.word for each in found} - {None} == set(get_args(AlwaysWord))


@pytest.mark.parametrize("kind", ["upgrade", "downgrade"])
@pytest.mark.parametrize(
    ("always", "target"),
    [*((each, "into P1") for each in GOOD_LASTING), *((each, "into P2") for each in BAD_LASTING)],
    ids=str,
)
def test_a_card_goes_where_its_continuous_effect_does_it_good(kind, always, target):
    cards = {"base": "second-print", "cards": {"Odd One": {"type": kind, "always": [always]}}}
    start = {"P1": {"hand": ["Odd One"], "stable": ["Baby Unicorn"]}, "P2": {"stable": ["Americorn", "Puppicorn"]}}
    assert advised(unicorns.game(2, cards=cards, **start).new(1, logged=True).play("play Odd One")) == target


@pytest.mark.parametrize("always", NEUTRAL_LASTING, ids=str)
def test_the_type_decides_where_a_continuous_effect_does_neither_good_nor_harm(always):
    assert not is_burden(Card.model_validate({"type": "upgrade", "always": [always]}))
    assert is_burden(Card.model_validate({"type": "downgrade", "always": [always]}))


def test_of_the_base_deck_just_the_downgrades_are_burdens():
    for name, card in unicorns.game(3).cards.items():
        if card.type not in ("magic", "instant"):
            assert is_burden(card) == (card.type == "downgrade"), name


@pytest.mark.parametrize(
    ("effect", "worth"),
    [
        ({"discard": 2}, -2),
        ({"discard": 2, "by": "each"}, 0),
        ({"discard": 2, "by": "others"}, 2),
        ({"discard": 2, "by": "chosen"}, 2),
        ({"draw": 2, "by": "others"}, -2),
        ({"draw": 2, "by": "chosen"}, 2),
        ({"draw": {"each": "upgrade", "most": 9}}, 2),
        ({"sacrifice": "unicorn", "by": "others"}, 4),
        ({"return": "card", "by": "others"}, 1),
    ],
    ids=str,
)
def test_who_carries_an_effect_out_decides_for_whom_it_is_good(effect, worth):
    assert effect_worth(Effect.model_validate(effect), "magic") == worth
