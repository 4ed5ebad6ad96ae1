"""From groups of cards in a game's syntax tree to the tables that the kernels read."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..language import tree
from ..language.decks import NO_SUIT, Pack, cards_in
from ..language.group_checks import begins_anywhere
from .codes import ME, OTHERS, Op
from .group_tables import ANYBODY, LONGEST, SUITS_APART, Group, Runs
from .state import MAX_GROUPS, Need

KINDS = {tree.SET: Group.SET, tree.RUN: Group.RUN, tree.POKER_HAND: Group.POKER_HAND}
WHOSE = {tree.ANY_MELDS: ANYBODY, tree.OWN_MELDS: ME, tree.MELDS_OF_OTHERS: OTHERS}
AFTER_FIRST = 2  # cards that a run needs besides its first one
ANY_SCORE = np.iinfo(np.int32).max


def set_groups(record: Any, game: tree.Game, pack: Pack) -> None:
    """Write how groups are made and compared; the ranking of cards is in the tables already."""
    runs = runs_of(game, pack)
    record["runs"], record["suits_ranked"] = runs, game.switch("suits") == "ranked"
    run_next, run_before = record["run_next"], record["run_before"]
    for face in pack.faces:
        equal, following = pack.equal(face), followers(face, runs, pack)
        run_next[cards_in(equal)] = sum(1 << other for other in following)
        for other in following:
            run_before[other] |= equal
    faces = [pack.suit_of[face] for face in pack.faces]
    record["run_starts"] = sum(
        1 << k
        for k, suit in enumerate(faces[:-AFTER_FIRST])
        if suit != NO_SUIT and faces[k : k + AFTER_FIRST + 1] == [suit] * (AFTER_FIRST + 1)
    )
    if game.jokers:
        record["jokers"] = pack.jokers(game.jokers)
        record["most_jokers"] = LONGEST if game.jokers.most is None else min(LONGEST, game.jokers.most)
        record["fewer_jokers"] = game.jokers.fewer
    record["aces"] = 0 if pack.own else pack.of_rank(0)
    worth = record["card_worth"][: pack.size]
    heights = np.searchsorted(np.unique(worth), worth) * SUITS_APART
    record["climb"][: pack.size] = heights + (np.maximum(pack.suit_of, 0) if record["suits_ranked"] else 0)
    record["one_group"] = sum(1 << which for which in {node.table.which for node in game.of(tree.Beat)})
    record["melds_seen"] = MAX_GROUPS if game.uses(tree.LayOff) else 0
    kept = {node.name for node in game.of(tree.Kept)}
    record["counts_deadwood"], record["counts_melded"] = tree.DEADWOOD in kept, tree.MELDED in kept
    record["one_per_number"] = game.switch("melds") == "one_per_number"
    if game.first_meld:
        _set_first_meld(record, game, game.first_meld, pack)


def _set_first_meld(record: Any, game: tree.Game, first: tree.FirstMeld, pack: Pack) -> None:
    """Write what the first melds of a side must count, and which sets it can lay."""
    number = record["minimums"] = len(first.minimums)
    record["minimum"][:number] = [each.amount for each in first.minimums]
    record["minimum_below"][:number] = [ANY_SCORE if each.below is None else each.below for each in first.minimums]
    sets = [node for node in game.of(tree.Lay) if begins_anywhere(node)]
    record["least_of_set"] = max(node.least for node in sets)
    for node in sets:
        record["meldable"] |= pack.everything if node.required is None else pack.selected(node.required)


def runs_of(game: tree.Game, pack: Pack) -> Runs:
    """Return where aces stand in runs; a deck of the game's own has its own order."""
    return Runs.ACE_LOW if pack.own else Runs[str(game.switch("runs")).upper()]


def followers(card: int, runs: Runs, pack: Pack) -> list[int]:
    """Return the cards that can follow a card in a run."""
    suit, rank, top = pack.suit_of[card], pack.rank_of[card], len(pack.ranks) - 1
    following = {rank + 1} if pack.own or rank or runs != Runs.ACE_HIGH else set()
    if not pack.own and rank == top and runs != Runs.ACE_LOW:
        following = {0}
    if suit == NO_SUIT:
        return []
    return cards_in(pack.of_suit(suit) & sum(map(pack.of_rank, following)))


def set_group(row: Any, consequent: tree.Groups, pack: Pack) -> None:
    """Set a consequent that lays cards as a group, or adds one to a group."""
    row["table"] = consequent.table.which
    match consequent:
        case tree.Lay(kind, least, or_more, _, required, natural, top):
            row["op"], row["which"], row["amount"], row["pile"] = Op.LAY, KINDS[kind], least, or_more
            row["cards"] = 0 if required is None else pack.selected(required)
            row["need"], row["zone"], row["relation"] = Need.CARD, natural, _with_top(top)
        case tree.LayAll():
            row["op"] = Op.LAY_ALL
        case tree.LayOff(whose, _, top):
            row["op"], row["which"], row["relation"] = Op.LAY_OFF, WHOSE[whose], _with_top(top)
            row["need"] = Need.NUMBER if top else Need.CARD
        case tree.Beat():
            row["op"], row["need"] = Op.BEAT, Need.CARD


def _with_top(table: tree.Table | None) -> int:
    return 0 if table is None else 1 + table.which
