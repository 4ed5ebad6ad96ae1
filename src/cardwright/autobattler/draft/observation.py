# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What a player sees of a draft as numbers from -1 to 1, and the action space of learners.

Players are counted from the observer: itself, then the others in the order of their seats from there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.features import seat_name

from ..state import CARD_BITS, CARD_MASK
from .lineups import card_at
from .state import MAX_STEPS, Act

GENERAL = ("round", "gold", "shopping", "steps left", "moves left")
OF_PLAYERS = ("lives", "points", "result of the last battle", "is shopping")
_ONE = np.float32(1)
_QUARTER = np.float32(1 / 4)


def feature_names(players: int, places: int, cards: Sequence[str]) -> list[str]:
    """Return what each number means that `observe` writes."""
    names = [*GENERAL, *(f"shop: {card}" for card in cards)]
    names += [f"place {place + 1}: {card}" for place in range(places) for card in cards]
    for k in range(players):
        names += [f"{seat_name(k)}: {part}" for part in OF_PLAYERS]
        if k:
            names += [f"{seat_name(k)} in front: {card}" for card in cards]
            names += [f"{seat_name(k)} lineup: {card}" for card in cards]
    return names


@inner
def observe(s, rules, player, out):
    """Write what a player sees, in the order of `feature_names`, and return how many numbers that are.

    The others have the lineups of their last battles. What happens in a shop is seen only by the player in it.
    """
    kinds = int(rules.kinds)
    places = len(GENERAL) + kinds
    others = places + int(rules.lineup) * kinds
    size = others + s.count * len(OF_PLAYERS) + (s.count - 1) * 2 * kinds
    out[:size] = 0
    _write_general(s, rules, player, out)
    if player == s.who:
        _write_shop(s, out, len(GENERAL))
    lineup = int(s.players[player].lineup)
    for place in range(rules.lineup):
        if card_at(lineup, place):
            out[places + place * kinds + card_at(lineup, place) - 1] = 1
    n = others
    for k in range(s.count):
        seat = (player + k) % int(s.count)
        _write_player(s, rules, seat, out, n)
        n += len(OF_PLAYERS)
        if k:
            _write_lineup(int(s.players[seat].shown), out, n, kinds)
            n += 2 * kinds
    return size


@inner
def _share(part, whole):
    """Return a share of something that is usually the most there is; never above 1."""
    return min(_ONE, np.float32(part) / np.float32(max(1, whole)))


@inner
def _write_general(s, rules, player, out):
    most = rules.gold + rules.growth * (rules.rounds - 1)
    out[0] = _share(s.turn, rules.rounds)
    out[1] = _share(s.players[player].gold, most)
    if player == s.who:
        out[2] = 1
        out[3] = _share(MAX_STEPS - s.steps, MAX_STEPS)
        out[4] = _share(s.moves, rules.lineup)


@inner
def _write_shop(s, out, first):
    for slot in range(s.shop.size):
        if s.shop[slot]:
            place = first + int(s.shop[slot]) - 1
            out[place] = min(_ONE, out[place] + _QUARTER)


@inner
def _write_player(s, rules, seat, out, first):
    player = s.players[seat]
    out[first] = _share(player.lives, rules.lives)
    out[first + 1] = _share(player.points, rules.rounds)
    out[first + 2] = player.result
    out[first + 3] = seat == s.who


@inner
def _write_lineup(lineup, out, first, kinds):
    """Write the card in front and the number of cards of each kind."""
    if lineup:
        out[first + (lineup & CARD_MASK) - 1] = 1
    while lineup:
        place = first + kinds + (lineup & CARD_MASK) - 1
        out[place] = min(_ONE, out[place] + _QUARTER)
        lineup >>= CARD_BITS


def action_names(cards: Sequence[str]) -> list[str]:
    """Return what each index means that `action_index` returns."""
    return [*(f"{verb} {card}" for verb in ("buy", "sell", "lead with") for card in cards), "reroll", "end shopping"]


@inner
def action_index(s, rules, action):
    """Return the index of an action in the action space, in which cards of the same name are the same."""
    lineup, kinds = int(s.players[s.who].lineup), int(rules.kinds)
    if action < Act.SELL:
        return int(s.shop[action - Act.BUY]) - 1
    if action < Act.LEAD:
        return kinds + card_at(lineup, action - Act.SELL) - 1
    if action < Act.REROLL:
        return 2 * kinds + card_at(lineup, action - Act.LEAD) - 1
    return 3 * kinds + (0 if action == Act.REROLL else 1)
