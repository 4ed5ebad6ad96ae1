"""Decks are data: a custom deck needs no code."""

from __future__ import annotations

import sys

import pytest
import unicorn_fuzz

from cardwright import scenarios, unicorns
from cardwright.core.errors import BadData, CardwrightError
from cardwright.unicorns.deck import GROUP

DECK = """
about: a small custom deck
base: second-print
cards:
  Librarian Unicorn:
    type: magical
    text: "When it enters, each player discards; then you may take a Magic card from the discard pile."
    enter: {do: {discard: 1, by: each}, then: {may: {take: magic}}}
    instead: hand
  Twin Lasso:
    {type: upgrade, copies: 2, begin: {may: {steal: unicorn, until: end of turn}}}
  Neigh: {type: instant, copies: 4}
  Nanny Cam: {type: downgrade, copies: 0}
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """An installed package with a deck, as `pip install` leaves it."""
    (tmp_path / "librarians.yaml").write_text(DECK)
    (tmp_path / "librarians.py").write_text("from pathlib import Path\nDECK = Path(__file__).with_suffix('.yaml')\n")
    info = tmp_path / "librarians-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: librarians\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\nlibrarians = librarians:DECK\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "librarians"
    sys.modules.pop("librarians", None)


def test_a_deck_from_an_entry_point_is_found_and_played(installed):
    assert installed in unicorns.decks()
    game = unicorns.game(players=4, cards=installed)
    assert int(game.rules[0].card_count) == 127 + 1 + 2 - 10 - 1
    names = {
        name for seat in game.new(seed=2).view().values() if isinstance(seat, dict) for name in seat.get("hand", ())
    }
    assert names <= set(game.card_names)


def test_cards_of_such_a_deck_work(installed):
    start = {
        "players": 2,
        "cards": installed,
        "P1": {"hand": ["Librarian Unicorn", "Yay"]},
        "P2": {"hand": ["Good Deal"]},
        "deck": ["Narwhal", "Narwhal Torpedo"],
    }
    state = unicorns.family.game(start).new(seed=1)
    for choice in ("play Librarian Unicorn", "into P1", "yes"):
        state.play(choice)
    view = state.view()
    assert view["P1"]["stable"] == ["Librarian Unicorn"]
    assert view["P1"]["hand"] == ["Good Deal"]
    assert view["discard"] == ["Yay"]


def test_random_games_with_such_a_deck_are_sound(installed):
    report = unicorn_fuzz.Report()
    table = unicorn_fuzz.Table({"players": 5, "cards": installed})
    for seed in range(30):
        table.play(report, seed)
    assert report.violations == []


def test_a_deck_can_be_given_as_data():
    cards = {"Baby": {"type": "baby", "copies": 4}, "Plain": {"type": "basic", "copies": 30}}
    state = unicorns.game(players=2, cards={"cards": cards}).new(seed=1)
    while not state.over:
        state.play(state.legal()[0])
    assert state.winners


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ({"type": "unicorn"}, "type: input should be 'baby'"),
        ({"type": "magic"}, "a Magic card needs 'play'"),
        ({"type": "basic", "enter": {"fly": 1}}, "unknown key 'fly'"),
        ({"type": "basic", "enter": {"draw": 1, "destroy": "card"}}, "an effect has exactly one of the verbs"),
        ({"type": "basic", "enter": {"look": 1, "by": "each"}}, "'look' does not allow 'by'"),
        ({"type": "basic", "enter": {"destroy": "horse"}}, "a kind of card is one of card, unicorn"),
        ({"type": "basic", "enter": {"bring": "unicorn"}}, "'bring' needs 'from'"),
        ({"type": "basic", "enter": {"do": {"draw": 1}, "may": {"draw": 1}}}, "either 'do' or 'may'"),
        ({"type": "basic", "copies": 500}, "copies: input should be less than or equal to 160"),
        ({"type": "basic", "enter": {"may": {"discard": 1, "by": "each"}}}, "'by: each' needs 'do'"),
        ({"type": "basic", "enter": {"discard": 1, "by": "holder"}}, "'by: holder' must follow the return of a card"),
        (
            {"type": "basic", "enter": {"do": {"either": [{"draw": 1}, {"draw": 2}]}, "then": {"draw": 1}}},
            "nothing can follow 'either'",
        ),
        ({"type": "instant", "enter": {"draw": 1}}, "a card of type instant is never in a stable"),
    ],
)
def test_bad_cards_are_refused_in_one_sentence(card, message):
    with pytest.raises(CardwrightError, match=message):
        unicorns.game(cards={"base": "second-print", "cards": {"Odd One": card}})


@pytest.mark.parametrize("deck", [{"Neigh": -1}, {}, {"base": "second-print"}])
def test_a_deck_without_cards_is_refused(deck):
    with pytest.raises(CardwrightError, match="a deck is a mapping with"):
        unicorns.game(players=2, cards=deck)


def test_a_deck_that_is_too_small_or_too_large_is_refused():
    few = {"Baby": {"type": "baby", "copies": 2}, "Plain": {"type": "basic", "copies": 8}}
    with pytest.raises(CardwrightError, match="3 players need 3 babies; there are 2"):
        unicorns.game(players=3, cards={"cards": few})
    with pytest.raises(CardwrightError, match="there are 0; a deck adds its cards to those of the game with 'base: "):
        unicorns.game(players=2, cards={"cards": {"Plain": {"type": "basic", "copies": 20}}})
    with pytest.raises(CardwrightError, match="there are 8 cards to deal at random, not 10"):
        unicorns.game(players=2, cards={"cards": few})
    with pytest.raises(CardwrightError, match="a box has at most 160 cards"):
        unicorns.game(cards={"base": "second-print", "cards": {"More": {"type": "basic", "copies": 40}}})


PARTY = "base: second-print\ncards:\n  Party Unicorn: {type: magical, enter: {draw: 2}, tier: S}\n"


def test_a_deck_can_be_in_a_file(tmp_path):
    (tmp_path / "party.yaml").write_text(PARTY)
    for deck in (tmp_path / "party.yaml", str(tmp_path / "party.yaml")):
        game = unicorns.game(3, cards=deck, P1={"hand": ["Party Unicorn"]})
        assert game.cards["Party Unicorn"].tier == "S"
        assert game.start["cards"]["base"] == "second-print"  # saved games need no other file


def test_a_scenario_file_can_name_the_file_of_a_deck(tmp_path):
    (tmp_path / "party.yaml").write_text(PARTY)
    (tmp_path / "scenario.yaml").write_text(
        "game: unicorns\nname: A party\nstart: {cards: party.yaml, P1: {hand: [Party Unicorn]}}\n"
        "steps:\n  - P1: {play: Party Unicorn, into: P1}\n  - expect: {P1: {stable: [Party Unicorn]}}\n"
    )
    (scenario,) = scenarios.load_file(tmp_path / "scenario.yaml")
    assert scenario.run().passed


def test_errors_in_the_file_of_a_deck_name_it_and_the_line(tmp_path):
    path = tmp_path / "party.yaml"
    path.write_text("cards:\n  Party Unicorn:\n    type: magical\n    tier: Z\n")
    with pytest.raises(BadData, match=r"party.yaml, line 4: .*tier"):
        unicorns.game(3, cards=path)
    with pytest.raises(BadData, match=r"nowhere\.yaml"):
        unicorns.game(3, cards=tmp_path / "nowhere.yaml")
    path.write_text("cards:\n  Party Unicorn: {type: magical, copies: 40}\n")
    with pytest.raises(BadData, match=r"party\.yaml: 3 players need 3 babies"):
        unicorns.game(3, cards=path)


def test_a_list_is_an_order_but_not_a_deck():
    with pytest.raises(BadData, match=r"a mapping with 'cards'.*'deck' sets the order"):
        unicorns.game(3, cards=["Neigh"])
    assert unicorns.game(3, deck=["Neigh"]).start["deck"] == ["Neigh"]


def test_a_new_card_can_state_its_tier():
    cards = {
        "Best": {"type": "basic", "tier": "S"},
        "Usual": {"type": "basic"},
        "Yay": {"type": "upgrade", "tier": "F"},
    }
    game = unicorns.game(3, cards={"base": "second-print", "cards": cards})
    weights = {each.name: each.value for each in game.weight_table() if each.group == "worth"}
    assert (weights["Best"], weights["Usual"], weights["Yay"], weights["Neigh"]) == (0, 4, 7, 1)


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ({"type": "basic", "play": {"draw": 1}}, "only a Magic card or an Instant"),
        ({"type": "magic", "play": {"draw": 1}, "stops": False}, "only an Instant"),
        ({"type": "magic", "play": {"may": {"draw": 1, "by": "others"}}}, "cannot be optional"),
        ({"type": "magic", "play": {"do": {"draw": 1, "by": "each"}, "if possible": True}}, "cannot be optional"),
        ({"type": "magic", "play": {"either": [{"draw": 1, "by": "each"}, {"draw": 2}]}}, "several players"),
        ({"type": "instant", "end": {"draw": 1}}, "never in a stable"),
        ({"type": "magic", "play": {"pull": 21}}, "pull"),
    ],
)
def test_effects_that_make_no_sense_are_refused(card, message):
    with pytest.raises(BadData, match=message):
        unicorns.game(3, cards={"base": "second-print", "cards": {"Odd": card}})
