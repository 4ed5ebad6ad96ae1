"""A designer's own cards and relics in runs: they are numbered after those of the game, and found like them.

Cards of a common, uncommon or rare rarity come up in rewards and shops, curses of the rarity curse among curses, and
relics of a tier in its pool. All others are only where the start of a run puts them.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardwright.core.errors import BadData
from cardwright.spire.notation.cards import Card
from cardwright.spire.notation.content import Content, standard
from cardwright.spire.notation.relics import Relic

from .state import RELIC_KINDS
from .tables import CARD_GROUPS, CARDS, Names, Tier, names, source

FOUND = ("common", "uncommon", "rare")
OWN_CARDS, OWN_RELICS = CARDS - len(names().cards), RELIC_KINDS - len(names().relics)


def names_with(content: Content, cards: Iterable[str] = (), relics: Iterable[str] = ()) -> Names:
    """Return the names in runs with this content that begin with these cards and relics."""
    listed, first_cards, first_relics = names(), set(cards), set(relics)
    own_cards = [
        card
        for card in content.own_cards()
        if card.name not in standard().cards and card.type != "status"
        if card.name in first_cards or _group(card) != "special"
    ]
    own_relics = [
        name
        for name, relic in content.relics.items()
        if name not in standard().relics and (name in first_relics or pool_tier(relic) != Tier.SPECIAL)
    ]
    for what, own, most in (("cards", own_cards, OWN_CARDS), ("relics", own_relics, OWN_RELICS)):
        if len(own) > most:
            raise BadData(f"a run takes up to {most} {what} of your own, not {len(own)}")
    for card in own_cards:
        if card.upgrades_to is not None:
            raise BadData(f"{card.name} becomes {card.upgrades_to}; in runs, an upgrade keeps the name of its card")
    return listed._replace(
        cards=(*listed.cards, *(card.name for card in own_cards)), relics=(*listed.relics, *own_relics)
    )


def cards_by_group(content: Content, listed: Names) -> dict[str, list[str]]:
    """Return the cards of each group, those of the game first, and `colorless order`."""
    cards = source("cards")
    groups = {group: [*cards[group]] for group in (*CARD_GROUPS, "colorless order")}
    for name in listed.cards[len(names().cards) :]:
        groups[_group(content.card(name))].append(name)
    return groups


def own_relics(listed: Names) -> tuple[str, ...]:
    """Return the relics that are not the game's."""
    return listed.relics[len(names().relics) :]


def pool_tier(relic: Relic) -> Tier:
    """Return the pool in which a relic is found, SPECIAL for none."""
    return Tier[relic.tier.upper()] if relic.tier.upper() in Tier.__members__ else Tier.SPECIAL


def _group(card: Card) -> str:
    if card.type == "curse":
        return "curse" if card.rarity == "curse" else "special"
    return card.rarity if card.rarity in FOUND else "special"
