# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What a player sees of a game, in a few numbers, for values that are fitted to games."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .flow import count_unicorns, goal_of
from .rules import Kind
from .state import NONE, Zone

NAMES = (
    "unicorns",
    "unicorns missing",
    "upgrades",
    "downgrades",
    "cards in hand",
    "instants in hand",
    "most unicorns of another",
    "unicorns of the others",
    "upgrades of the others",
    "downgrades of the others",
    "cards in the hands of others",
    "own turn",
    "plays left",
    "cards in the deck",
)


@inner
def summarise(s, rules, player, out):
    """Write the features that `NAMES` names; those of the others are means."""
    out[:14] = 0.0
    others = s.players - 1.0
    for other in range(s.players):
        unicorns, _ = count_unicorns(s, rules, other)
        upgrades, downgrades = _beside_unicorns(s, rules, other)
        if other == player:
            out[0], out[1], out[2], out[3] = unicorns, goal_of(s, rules, other) - unicorns, upgrades, downgrades
            out[4], out[5] = s.count[Zone.HAND + player], s.instants[player]
        else:
            out[6] = max(out[6], unicorns)
            out[7] += unicorns / others
            out[8] += upgrades / others
            out[9] += downgrades / others
            out[10] += s.count[Zone.HAND + other] / others
    if s.active == player:
        out[11], out[12] = 1, s.plays
    out[13] = s.deck_count
    return 14


@inner
def _beside_unicorns(s, rules, player):
    """Return how many upgrades and downgrades are in a player's stable."""
    upgrades, downgrades = 0, 0
    card = s.first[Zone.STABLE + player]
    while card != NONE:
        upgrades += rules.cards[card].kind == Kind.UPGRADE
        downgrades += rules.cards[card].kind == Kind.DOWNGRADE
        card = s.next[card]
    return upgrades, downgrades
