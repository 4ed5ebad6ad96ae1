# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What a player sees of a draft, in a few numbers, for values that are fitted to games."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from ..state import MAX_LINEUP
from .lineups import card_at
from .state import MAX_SHOP


def summary_names(players: int) -> list[str]:
    """Return the names of the features that `summarise` writes in a game of some players."""
    names = ["round"]
    for k in range(players):
        whose = f"opponent {k}" if k else "own"
        names += [f"{whose} {what}" for what in ("gold", "lives", "points")]
        names += [f"{whose} card {position + 1}" for position in range(MAX_LINEUP)]
    return names + [f"offer {slot + 1}" for slot in range(MAX_SHOP)]


@inner
def summarise(s, rules, player, out):
    """Write the features that `summary_names` names, cards as numbers.

    The others have gold 0 and the lineup of their last battles. The shop is empty unless the player is shopping.
    """
    out[0] = s.turn
    n = 1
    for k in range(s.count):
        other = s.players[(player + k) % s.count]
        lineup = int(other.lineup if k == 0 else other.shown)
        out[n] = other.gold if k == 0 else 0
        out[n + 1] = other.lives
        out[n + 2] = other.points
        for position in range(MAX_LINEUP):
            out[n + 3 + position] = card_at(lineup, position)
        n += 3 + MAX_LINEUP
    for slot in range(s.shop.size):
        out[n + slot] = s.shop[slot] if player == s.who else 0
    return n + s.shop.size
