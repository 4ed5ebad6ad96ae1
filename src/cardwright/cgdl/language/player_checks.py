"""Checks of pots, chosen players and cards that are always trumps (language 3)."""

from __future__ import annotations

from collections.abc import Iterator

from . import tree
from .decks import pack_of
from .problem import Problem

OF_CHOSEN = tree.ChosenTakes | tree.ChosenOut


def player_problems(game: tree.Game) -> Iterator[Problem]:
    """Yield every problem with pots, chosen players and cards that are always trumps."""
    if game.language < 3:
        return
    yield from _chosen(game)
    yield from _trumps(game)
    for node in game.of(tree.LookAt, tree.PutHighest, tree.PutAll, tree.Rule, tree.Choose):
        match node:
            case tree.LookAt(tree.Hand(tree.ME)):
                yield Problem(node.at, "players know their own hands; name another hand, as in HC, HL or H0")
            case tree.PutHighest(_, tree.Hand(tree.ME)):
                yield Problem(node.at, "players cannot put cards in their own hand")
            case (
                tree.LookAt(tree.Hand(tree.OTHERS))
                | tree.PutAll(tree.Hand(tree.OTHERS))
                | tree.PutHighest(_, tree.Hand(tree.OTHERS))
            ):
                yield Problem(node.at, "name a single hand, as in HC, HL or H0")
            case tree.Rule() if _reopens_forever(node):
                yield Problem(node.at, "a rule that says 'reopen' could go on forever; mark it 'once' or let it bet")
            case tree.Choose(without=str(word)) if word and word not in game.words:
                yield Problem(node.at, f"nobody calls {word!r}: write 'call {word}'")
            case tree.Choose(having=str(word)) if word and word not in game.words:
                yield Problem(node.at, f"nobody calls, chooses or counts {word!r}")
            case tree.Choose(without=str(word)) if word in game.counters:
                yield Problem(
                    node.at, f"{word!r} is counted, not called: only words that are called can protect a player"
                )


def _reopens_forever(rule: tree.Rule) -> bool:
    reopens = any(isinstance(each, tree.Reopen) for each in rule.consequents)
    bets = any(isinstance(each, tree.Bet | tree.BetAll) for each in rule.consequents)
    return reopens and not bets and not {tree.ONCE, tree.MANDATORY} & set(rule.modifiers)


def _chosen(game: tree.Game) -> Iterator[Problem]:
    """Check that it is clear whom a player has chosen."""
    words = [word for word, kind in game.kinds.items() if kind == tree.OF_PLAYER]
    if len(words) == 1:
        return
    what = f"players choose others as {' and as '.join(words)}" if words else "nobody chooses a player"
    for node in game.nodes:
        if isinstance(node, OF_CHOSEN) or getattr(node, "who", None) == tree.CHOSEN:
            yield Problem(node.at, f"{what}: 'HC' and 'chosen' need one 'choose player as target', with any word")


def _trumps(game: tree.Game) -> Iterator[Problem]:
    deck = game.deck
    if deck is None or not deck.trumps:
        return
    if deck.bowers:
        yield Problem(deck.at, "a deck has either bowers or trumps of its own")
    seen, pack = 0, pack_of(game)
    for entry in deck.trumps:
        cards = pack.selected(entry)
        if not cards & ~seen:
            yield Problem(entry.at, "this entry names no card that is not a trump already")
        seen |= cards
    for node in game.nodes:
        if isinstance(node, tree.Trump | tree.ChooseTrump | tree.IsTrump) or getattr(node, "trump", None):
            yield Problem(node.at, "the deck of this game has trumps of its own; no others can be turned up or named")
