# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What a player sees of a game, in a few numbers, for values that are fitted to games."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import count, lowest
from .heuristics import lead
from .hooks import card_count, height_of
from .state import Status

NAMES = (
    "turn",
    "stage",
    "own turn",
    "cards in hand",
    "fewest cards of another",
    "lead in cards",
    "tokens",
    "most tokens of another",
    "lead in tokens",
    "bet",
    "out",
    "others who are out",
    "mean number of cards in hand",
    "highest number in hand",
    "cards in the deck",
)


@inner
def summarise(s, rules, player, out):
    """Write the features that `NAMES` names; an ace counts 14."""
    fewest, most, gone = card_count(s, rules), 0, 0
    for other in range(rules.players):
        if other != player:
            fewest = min(fewest, count(s.hands[other]))
            most = max(most, int(s.stash[other]))
            gone += s.status[other] == Status.OUT
    held, total, highest = 0, 0, 0
    left = s.hands[player]
    while left:
        number = height_of(s, rules, lowest(left))
        held += 1
        total += number
        highest = max(highest, number)
        left &= left - 1
    out[0], out[1], out[2] = s.turn, s.stage, s.player == player
    out[3], out[4], out[5] = held, fewest, lead(held, fewest)
    out[6], out[7], out[8] = s.stash[player], most, lead(int(s.stash[player]), most)
    out[9], out[10], out[11] = s.bet[player], s.status[player] == Status.OUT, gone
    out[12], out[13], out[14] = total / max(1, held), highest, s.deck_size
    return 15
