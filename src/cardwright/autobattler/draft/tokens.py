# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What a player sees of a draft as rows of integers, for networks that read sets: players, and cards."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.features import seat_name
from cardwright.core.game import TokenField

from .lineups import card_at

RESULTS = ("none", "won", "lost")
MOST = 100  # lives, points, gold and prices are cut there


class Column(IntEnum):
    """The columns; those that say nothing about a thing are 0."""

    CARD = 0  # 0 for a player, then the cards
    OWNER = 1  # players from the observer, from 1, then the shop; never 0, because a row of zeroes is padding
    PLACE = 2  # of a card in a lineup, from 1
    PRICE = 3
    LIVES = 4
    POINTS = 5
    GOLD = 6
    RESULT = 7  # of the last battle: 0 for a tie or none, won, lost
    SHOPPING = 8


def token_fields(players: int, places: int, cards: Sequence[str]) -> list[TokenField]:
    """Return the columns that `tokenise` writes."""
    return [
        TokenField("card", 1 + len(cards), ["none", *cards]),
        TokenField("owner", players + 2, ["nobody", *map(seat_name, range(players)), "shop"]),
        TokenField("place", places + 1),
        *(TokenField(name, MOST + 1) for name in ("price", "lives", "points", "gold")),
        TokenField("result", len(RESULTS), RESULTS),
        TokenField("shopping", 2),
    ]


def max_tokens(players: int, rules: np.ndarray) -> int:
    """Return the most rows that `tokenise` writes."""
    return players * (1 + int(rules["lineup"][0])) + int(rules["offers"][0])


@inner
def tokenise(s, rules, player, out):
    """Write a row for each player and each card of a lineup, and for each offer the player sees; return their number.

    The others have the lineups of their last battles.
    """
    n = 0
    for k in range(s.count):
        seat = (player + k) % int(s.count)
        row = out[n]
        row[:] = 0
        row[Column.OWNER] = k + 1
        row[Column.LIVES] = min(MOST, int(s.players[seat].lives))
        row[Column.POINTS] = min(MOST, int(s.players[seat].points))
        row[Column.GOLD] = min(MOST, int(s.players[seat].gold)) if k == 0 else 0
        row[Column.RESULT] = s.players[seat].result % len(RESULTS)
        row[Column.SHOPPING] = seat == s.who
        n += 1
        lineup = int(s.players[seat].shown if k else s.players[seat].lineup)
        for place in range(rules.lineup):
            if card_at(lineup, place):
                n = _write_card(rules, card_at(lineup, place), k + 1, place + 1, out, n)
    if player == s.who:
        for slot in range(s.shop.size):
            if s.shop[slot]:
                n = _write_card(rules, int(s.shop[slot]), s.count + 1, 0, out, n)
    return n


@inner
def _write_card(rules, card, owner, place, out, n):
    row = out[n]
    row[:] = 0
    row[Column.CARD] = card
    row[Column.OWNER] = owner
    row[Column.PLACE] = place
    row[Column.PRICE] = min(MOST, int(rules.price[card]))
    return n + 1
