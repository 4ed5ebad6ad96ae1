"""Card sets as files and as values."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from random_matches import cards as any_card

import cardwright
from cardwright.autobattler import Card, CardSet, Mechanic, Rule, mechanics, sample, sample_names
from cardwright.balance.tournaments import read_cards
from cardwright.core import data
from cardwright.core.errors import BadData, CardwrightError, UnknownName

GRENADE = Card("Grenade", 2, 1, {"explode_on_death": 3})
FILE = """\
cards:
  - {name: Grenade, attack: 2, health: 1, mechanics: {explode_on_death: 3}}
  - {name: Turtle, attack: 1, health: 4, mechanics: [survivalist], price: 5}
"""


@pytest.mark.parametrize("suffix", ["yaml", "json"])
@given(drawn=st.lists(any_card(), min_size=1, max_size=5))
def test_a_set_reads_back_as_it_was_written(drawn: list[Card], suffix: str, tmp_path_factory) -> None:
    cards = CardSet([Card(f"Card {k}", c.attack, c.health, c.mechanics, k) for k, c in enumerate(drawn)])
    path = tmp_path_factory.mktemp("sets") / f"cards.{suffix}"
    cards.write(path)
    assert CardSet.read(path) == cards


def test_custom_mechanics_are_written_too(tmp_path: Path) -> None:
    rules = [Rule.model_validate({"when": "hurt", "if": "age > 2", "do": "strengthen", "amount": "p"})]
    cards = CardSet([Card("Grump", 1, 5, {"grumble": 2})], {"grumble": Mechanic(parameter="grudge", rules=rules)})
    cards.write(tmp_path / "cards.yaml")
    assert CardSet.read(tmp_path / "cards.yaml") == cards


def test_a_number_is_found_and_replaced_by_its_path() -> None:
    cards = CardSet([GRENADE, Card("St. John", 1, 1)])
    changed = cards.replace({"Grenade.explode_on_death": 5, "Grenade.price": 7, "St. John.health": 2})
    assert [changed.get(path) for path in ("Grenade.explode_on_death", "Grenade.price", "St. John.health")] == [5, 7, 2]
    assert cards.get("Grenade.explode_on_death") == 3
    assert changed.parameters() == {**cards.parameters(), "Grenade.explode_on_death": 5, "Grenade.price": 7,
                                    "St. John.health": 2}  # fmt: skip


@pytest.mark.parametrize("changes", [{"Grenade.explode_on_death": 11}, {"Grenade.health": 0}, {"Grenade.attack": -1}])
def test_numbers_out_of_bounds_are_refused(changes: dict[str, int]) -> None:
    with pytest.raises(BadData):
        CardSet([GRENADE]).replace(changes)


def test_an_unknown_path_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownName, match=r"Grenade\.attack"):
        CardSet([GRENADE]).get("Grenade.atack")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("attack: 2", "attack: two"), "line 2"),
        (("attack: 2", "atack: 2"), "attack"),
        (("explode_on_death: 3", "explode: 3"), "unknown mechanic 'explode'"),
        (("explode_on_death: 3", "explode_on_death: 0"), "greater than or equal to 1"),
        (("Turtle", "Grenade"), "two cards"),
        (("cards:", "card:"), "card"),
        (("health: 1", "health: 0"), "line 2"),
        (("name: Turtle", 'name: "Tur\\etle"'), "control characters"),
        (("[survivalist]", "{survivalist: 3}"), "no parameter"),
    ],
)
def test_a_bad_file_is_one_sentence_that_names_the_line(change: tuple[str, str], words: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(FILE.replace(*change))
    with pytest.raises(CardwrightError, match=words) as error:
        CardSet.read(path)
    assert str(error.value).startswith(str(path))


def test_a_built_in_mechanic_cannot_be_redefined() -> None:
    with pytest.raises(ValidationError, match="built-in mechanic"):
        CardSet([GRENADE], {"explode_on_death": Mechanic(rules=[])})


@pytest.mark.parametrize("name", ["attack", "health", "price", "wild.growth"])
def test_a_mechanic_cannot_have_the_name_of_a_number_or_a_path(name: str) -> None:
    with pytest.raises(ValidationError, match="cannot be called"):
        CardSet([Card("Odd", 1, 1, {name: 3})], {name: Mechanic(parameter="strength", rules=[])})


def test_every_mechanic_has_a_text_and_every_built_in_set_can_be_read() -> None:
    assert len(mechanics()) == 13
    assert all(mechanic.text for mechanic in mechanics().values())
    assert all(("{p}" in mechanic.text) == (mechanic.parameter is not None) for mechanic in mechanics().values())
    assert [len(sample(name).cards) for name in sample_names()] == [8, 12, 12, 5, 10, 4]
    with pytest.raises(UnknownName, match="table-2"):
        sample("table-7")


@pytest.mark.parametrize("listed", ["[[survivalist]]", "[survivalist, [x]]", "[{survivalist: 1}]", "[1]", "[null]"])
def test_a_list_of_mechanics_contains_only_names(tmp_path: Path, listed: str) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(f"cards:\n  - {{name: Plain, attack: 1, health: 1, mechanics: {listed}}}\n")
    with pytest.raises(BadData, match=r"cards.yaml, line 2: .*mechanics: a list of mechanics contains only names"):
        CardSet.read(path)


def test_a_draft_starts_with_a_card_set_from_a_file(tmp_path):
    cards = sample("table-2")
    (tmp_path / "cards.yaml").write_text(data.to_yaml(cards.to_dict()))
    (tmp_path / "draft.yaml").write_text("game: autobattler\nstart: {cards: cards.yaml, players: 2}\n")
    assert cardwright.game(tmp_path / "draft.yaml").cards.names == cards.names


def test_mechanics_stand_beside_the_cards_of_a_balance_config(tmp_path):
    ogre = {"name": "Ogre", "attack": 7, "health": 9, "mechanics": ["Thick Skin"]}
    own = {"Thick Skin": mechanics()["vanilla"].model_dump(by_alias=True, exclude_defaults=True)}
    plan = {"cards": [ogre], "mechanics": own}
    assert read_cards(data.Document(plan), tmp_path).cards[0].mechanics == {"Thick Skin": None}
    with pytest.raises(BadData, match="mechanics stand beside a list of cards"):
        read_cards(data.Document({"cards": "table-2", "mechanics": own}), tmp_path)
