"""Every card has the cost, type, rarity and keywords of the original game, base and upgraded."""

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
    """Return the cost printed on the card, before anything in a battle changes it."""
    return "" if card.unplayable else str(card.cost).removesuffix(" - hurt")


@pytest.mark.parametrize("figures", FIGURES, ids=lambda row: row["name"])
def test_a_card_matches_the_original(figures: dict[str, str]) -> None:
    card = standard().card(figures["name"])
    assert (card.type, card.rarity, cost(card)) == (figures["type"], figures["rarity"], figures["cost"])
    assert keywords(card) == figures["keywords"].split()


@pytest.mark.parametrize("figures", FIGURES, ids=lambda row: f"{row['name']}+")
def test_an_upgraded_card_matches_the_original(figures: dict[str, str]) -> None:
    better = standard().card(figures["name"]).upgraded()
    if better is None:
        assert figures["type"] in ("curse", "status")
        return
    assert (better.type, better.rarity, cost(better)) == (figures["type"], figures["rarity"], figures["cost upgraded"])
    assert keywords(better) == figures["keywords upgraded"].split()


def test_all_red_cards_are_compared() -> None:
    known = {figures["name"] for figures in FIGURES}
    assert {card.name for card in standard().own_cards() if card.color == "red"} <= known


def test_the_starter_deck() -> None:
    deck = standard().deck("ironclad")
    assert {name: deck.count(name) for name in deck} == {"Strike": 5, "Defend": 4, "Bash": 1}
