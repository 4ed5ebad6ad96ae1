"""Every card of the game has the cost, type, rarity and keywords of the game, base and upgraded."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from cardwright.spire import Card, standard

KEYWORDS = ("ethereal", "exhaust", "innate", "retain", "unplayable")
with (Path(__file__).parent / "data" / "cards.csv").open(encoding="utf-8") as file:
    FIGURES = list(csv.DictReader(file))


def keywords(card: Card) -> list[str]:
    return [word for word in KEYWORDS if getattr(card, word)]


def cost(card: Card) -> str:
    """The cost as printed on the card: what it costs before anything has happened."""
    return "" if card.unplayable else str(card.cost).removesuffix(" - hurt")


@pytest.mark.parametrize("figures", FIGURES, ids=lambda row: row["name"])
def test_a_card_has_its_figures(figures: dict[str, str]) -> None:
    card = standard().card(figures["name"])
    assert (card.type, card.rarity, cost(card)) == (figures["type"], figures["rarity"], figures["cost"])
    assert keywords(card) == figures["keywords"].split()


@pytest.mark.parametrize("figures", FIGURES, ids=lambda row: f"{row['name']}+")
def test_an_upgraded_card_has_its_figures(figures: dict[str, str]) -> None:
    better = standard().card(figures["name"]).upgraded()
    if better is None:
        assert figures["type"] in ("curse", "status")
        return
    assert (better.type, better.rarity, cost(better)) == (figures["type"], figures["rarity"], figures["cost upgraded"])
    assert keywords(better) == figures["keywords upgraded"].split()


def test_all_red_cards_have_figures() -> None:
    known = {figures["name"] for figures in FIGURES}
    assert {name for name, card in standard().cards.items() if card.color == "red" and not name.endswith("+")} <= known


def test_the_starter_deck() -> None:
    deck = standard().deck("ironclad")
    assert {name: deck.count(name) for name in deck} == {"Strike": 5, "Defend": 4, "Bash": 1}
