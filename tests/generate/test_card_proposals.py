"""Cards that a language model wrote: sound ones are read, others are refused with a reason, and nothing is believed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright import spire
from cardwright.core.errors import BadData
from cardwright.generate.cards.proposal import LONGEST_REPLY, MOST_CARDS, read_proposal

MAKER = spire.family.card_maker()
SLASH = {"cards": {"Slash": {"type": "attack", "cost": 1, "effect": {"to": "an enemy", "attack": 7}}}}
OATH = {
    "cards": {"Oath": {"type": "power", "cost": 1, "effect": {"to": "self", "apply": "1 Vow"}}},
    "statuses": {"Vow": {"rules": [{"after": "turn start", "do": {"draw": 1}}]}},
}


@pytest.mark.parametrize(
    "reply",
    [
        json.dumps([SLASH, OATH]),
        f"```json\n{json.dumps([SLASH, OATH], indent=1)}\n```",
        f"<think>[1] no, [2]</think>\nHere they are:\n```\n{json.dumps([SLASH, OATH])}\n```\nEnjoy!",
    ],
)
def test_sound_cards_are_read(reply):
    proposal = read_proposal(MAKER, reply)
    assert [MAKER.name(card) for card in proposal.cards] == ["Slash", "Oath"]
    assert proposal.cards[0] == SLASH
    assert proposal.cards[1]["statuses"]["Vow"]["text"], "a new rule has a text"
    assert not proposal.refused


def card(name="Odd", **fields):
    return {"cards": {name: {"type": "skill", "cost": 1, "effect": {"block": 5}, **fields}}}


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        (card(effect={"blok": 5}), "did you mean 'block'?"),
        (card(effect={"to": "an enemy", "apply": "2 Zeal"}), "unknown status 'Zeal'"),
        (card(type="curse"), "the type of a card is one of attack, skill, power"),
        (card(name="x" * 41), "a name has 1 to 40 characters"),
        (card(name="\x1b[2J"), "a name must not contain control characters"),
        (card(name=" "), "a name has 1 to 40 characters"),
        ({**card(), "enemies": {"Boss": {"hp": 1}}}, "unknown section of a card 'enemies'"),
        ({"cards": {**card("A")["cards"], **card("B")["cards"]}}, "exactly one card"),
        ({"cards": {"A": 3}}, "cards.A"),
        ({"cards": []}, "exactly one card"),
        ({"cards": [1]}, "are objects"),
        (card(effect={"block": "9**9**9"}), "has no meaning here"),
        (card(effect=[{"block": 5}] * 200), "most"),
        ("Slash", "a card is an object"),
        (None, "a card is an object"),
    ],
)
def test_a_bad_card_is_refused_and_spoils_no_other(written, problem):
    proposal = read_proposal(MAKER, json.dumps([written, SLASH]))
    assert proposal.cards == (SLASH,)
    (refused,) = proposal.refused
    assert problem in refused.problem
    assert refused.problem.isprintable()


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("", "it is empty"),
        ("I cannot do that.", "it is not JSON"),
        ("{}", "it is not a list of cards"),
        ("[]", "it has 0 cards"),
        (json.dumps([1] * (MOST_CARDS + 1)), f"1 to {MOST_CARDS} are read"),
        ("[" * 100_000, "it is not JSON"),
        ('[{"cards": {}, "cards": {}}]', "the key 'cards' stands twice"),
        ("[1" + "0" * 5000 + "]", "it is not JSON"),
        ("x" * (LONGEST_REPLY + 1), "it is longer than"),
        ("```json\n[", "it is not JSON"),
    ],
)
def test_a_reply_without_a_list_of_cards_is_refused_as_a_whole(reply, problem):
    with pytest.raises(BadData, match=problem):
        read_proposal(MAKER, reply)


def test_names_that_exist_are_not_taken():
    strike, strength = card("Strike"), {**card("Mine"), "statuses": {"Strength": OATH["statuses"]["Vow"]}}
    first, second = read_proposal(MAKER, json.dumps([strike, strength])).cards
    assert MAKER.name(first) not in MAKER.base.cards
    assert not set(second["statuses"]) & set(MAKER.base.statuses)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=8,
)


@given(values, st.sampled_from(["type", "cost", "effect", "playable", "when", "exhaust", "text"]))
def test_any_value_in_any_field_is_read_or_refused(value, field):
    proposal = read_proposal(MAKER, json.dumps([card(**{field: value})]))
    assert len(proposal.cards) + len(proposal.refused) == 1


def test_the_schema_describes_what_is_read():
    schema = MAKER.schema()
    assert set(schema["properties"]) == {"cards", "statuses"}
    assert "Enemy" not in schema["$defs"]
    text = json.dumps(schema)
    assert all(f'"#/$defs/{name}"' in text for name in schema["$defs"])


def test_a_new_name_leaves_the_known_status_alone_that_had_the_old_one():
    """The card Evolve applies the status Evolve, which keeps its name when the card gets another one."""
    (known,) = (each for each in MAKER.known() if MAKER.name(each) == "Evolve")
    (found,) = read_proposal(MAKER, json.dumps([known])).cards
    assert MAKER.name(found) != "Evolve"
    MAKER.check(found)
