"""The values of cards and plays in plain English."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ..language import tree
from ..language.decks import pack_of
from .cards import every
from .decks import order_by_scores, order_of_ranks, rank_of, values_of_cards
from .phrases import Phrases
from .words import listed

PLAY_NAMES = {"poker": "four of a kind"}


def values(game: tree.Game) -> Iterator[str]:
    """Yield how cards and plays compare, and what they count in sums."""
    ordered = (node.relation in tree.RELATIONS for node in game.of(tree.Show, tree.Put))
    compares = game.uses(tree.ComparePlays, tree.Trick, tree.Highest, tree.Beat) or any(ordered)
    phrases = Phrases(game)
    compared = (not phrases.needs_nobody(node) for node in game.of(tree.CompareSums))
    counted = {node.name for node in game.of(tree.Kept)} & {tree.DEADWOOD, tree.MELDED}
    sums = game.uses(tree.SumOf, tree.DealUntil, tree.FirstMeld) or any(compared) or bool(counted)
    sums = sums or any(map(_captures_sums, game.nodes))
    if game.uses(tree.ComparePlays):
        yield from _plays(game)
    scored = [rank for rank in game.ranking if not isinstance(rank.what, tree.Play)]
    if compares:
        order = order_by_scores(game, scored) if scored and not _keeps_order(game, scored) else ""
        yield order or order_of_ranks(game)
        if scored and not order and not _keeps_order(game, scored):
            low = "0 or less" if any(min(rank.scores) < 0 for rank in scored) else "0"
            yield f"Cards with a score rank above them, or below them if the score is {low}: {_scores(scored)}."
    if sums:
        yield from _sums(game, scored if game.switch("sums") == "ranking" else [])
    if game.uses(tree.BestOf) and scored:
        yield f"The values of cards are these: {_scores(scored)}."


def _sums(game: tree.Game, scored: list[tree.Rank]) -> Iterator[str]:
    if scored and not pack_of(game).everything & ~_all_cards(game, scored):
        yield f"In sums, cards count so: {_scores(scored)}."
    else:
        yield values_of_cards(game, scored)
        others = [rank for rank in scored if rank_of(game, rank) is None]
        if others:
            yield f"These cards count differently: {_scores(others)}."
    if any(len(rank.scores) > 1 for rank in scored):
        yield "Of two values, the one counts that brings the sum closest to its limit without exceeding it."


def _all_cards(game: tree.Game, ranks: list[tree.Rank]) -> int:
    """Return the cards that have a score of their own."""
    cards = 0
    for rank in ranks:
        cards |= pack_of(game).cards(rank.what)
    return cards


def _keeps_order(game: tree.Game, ranks: list[tree.Rank]) -> bool:
    """Return whether every card has a score, and the scores rise with the ranks."""
    pack = pack_of(game)
    scores = [max((max(rank.scores) for rank in ranks if pack.cards(rank.what) >> card & 1), default=None)
              for card in range(pack.size)]  # fmt: skip
    pairs = sorted(zip(pack.heights, scores, strict=True)) if None not in scores else []
    return bool(pairs) and all(one <= two for (_, one), (_, two) in itertools.pairwise(pairs))  # type: ignore[operator]


def _captures_sums(node: tree.Node) -> bool:
    return isinstance(node, tree.CaptureCards) and node.by != tree.BY_NUMBER


def _scores(ranks: list[tree.Rank]) -> str:
    cards = ((rank.what, rank.scores) for rank in ranks if not isinstance(rank.what, tree.Play))
    return listed(f"{every(what)} {listed(map(str, scores), 'or')}" for what, scores in cards)


def _plays(game: tree.Game) -> Iterator[str]:
    plays = [(rank.scores[0], rank.what.name) for rank in game.ranking if isinstance(rank.what, tree.Play)]
    if not plays:
        yield "The hand with the higher cards is better."
        return
    best = ", ".join(f"{PLAY_NAMES.get(name, name)} ({score})" for score, name in sorted(plays, reverse=True))
    yield f"Cards are compared by the best play they contain: {best}."
    if game.switch("kickers") == "count":
        yield "Between equal plays, or without any play, the higher cards decide."
    else:
        yield "Equal plays are tied whatever their cards; without any play, the higher cards decide."
