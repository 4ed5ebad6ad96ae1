"""Groups of cards in plain English: sets, runs and poker hands, addressed to the current player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..language import tree
from .cards import held, plural_cards
from .words import count, listed

if TYPE_CHECKING:
    from .phrases import Phrases

MEANINGS = {
    tree.SET: "cards of the same number",
    tree.RUN: "cards of one suit in a row",
    tree.POKER_HAND: "a straight, a flush, a full house, four of a kind with a fifth card, or a straight flush",
}
ACES = {
    "ace_low": "In a run, the ace stands below the 2.",
    "ace_high": "In a run, the ace stands above the king.",
    "both": "In a run, the ace stands below the 2 or above the king, but not between them.",
}
VERBS = {tree.Lay: "lay", tree.Beat: "lay", tree.LayOff: "lay off"}


def group_action(consequent: tree.Groups, phrases: Phrases) -> str:
    """Return what a consequent that lays cards does, as what follows "you may"."""
    table = phrases.words.table(consequent.table.which)
    match consequent:
        case tree.Lay(kind, least, or_more, _, required):
            what = _group(kind, least, or_more)
            if required is not None and required.cards is not None:
                single = kind == tree.SET and least == 1 and not or_more
                what = held(required.cards) if single else f"{what} with {held(required.cards)}"
            return f"lay {what} on {table}"
        case tree.LayAll():
            return (
                f"lay your sets and runs of three or more cards on {table} (so that the cards that are left count as "
                "little as possible)"
            )
        case tree.LayOff(whose):
            where = f"of another player on {table}" if whose == tree.MELDS_OF_OTHERS else f"on {table}"
            return f"add a card to {'your own' if whose == tree.OWN_MELDS else 'a'} set or run {where}"
    return f"beat the last cards on {table} with higher ones of the same kind and number"


def _group(kind: str, least: int, or_more: bool) -> str:
    """Return a group.

    >>> _group(tree.SET, 3, True), _group(tree.RUN, 4, False), _group(tree.SET, 1, True)
    ('a set of 3 or more cards', 'a run of 4 cards', 'one or more cards of the same number')
    >>> _group(tree.SET, 2, False), _group(tree.SET, 1, False)
    ('2 cards of the same number', 'a card')
    """
    if kind == tree.POKER_HAND:
        return "a hand of five cards"
    if kind == tree.SET and (least == 1 or not or_more):
        cards = "one or more cards" if or_more else count(least, "card")
        return cards if cards == "a card" else f"{cards} of the same number"
    return f"a {kind} of {f'{least} or more cards' if or_more else count(least, 'card')}"


def group_sentences(game: tree.Game) -> list[str]:
    """Return what groups of cards are, in a game that has them.

    >>> from cardwright import cgdl
    >>> group_sentences(cgdl.load("uno"))
    []
    """
    nodes = game.nodes
    kept = {node.name for node in nodes if isinstance(node, tree.Kept)}
    arranges = tree.DEADWOOD in kept or any(isinstance(node, tree.LayAll) for node in nodes)
    kinds = {node.kind for node in nodes if isinstance(node, tree.Lay)} | ({tree.SET, tree.RUN} if arranges else set())
    sets = [node for node in nodes if isinstance(node, tree.Lay) and node.kind == tree.SET]
    spelt_out = bool(sets) and not arranges and all(node.least == 1 or not node.or_more for node in sets)
    named = [kind for kind in (tree.SET, tree.RUN) if kind in kinds and not (kind == tree.SET and spelt_out)]
    sentences = [f"{_upper(listed(f'a {kind} consists of {MEANINGS[kind]}' for kind in named))}."] if named else []
    if game.jokers:
        sentences.append(_jokers(game.jokers))
    if tree.POKER_HAND in kinds:
        sentences.append(f"A hand of five cards is {MEANINGS[tree.POKER_HAND]}; each of these beats those before it.")
    if tree.RUN in kinds and not game.deck:
        sentences.append(ACES[str(game.switch("runs"))])
    if tree.DEADWOOD in kept:
        sentences.append(
            "Your deadwood is the sum of the cards outside your sets and runs of three or more, arranged so that it is "
            "as small as possible."
        )
    if any(isinstance(node, tree.Beat) for node in nodes) and game.switch("suits") == "ranked":
        sentences.append(f"Of the same number, the higher suit is better: {listed(_suits(game))}, from the lowest.")
    return sentences


def _jokers(jokers: tree.Jokers) -> str:
    """Return what stands for other cards.

    >>> _jokers(tree.Jokers((tree.Selection(tree.Number(2)),), most=3, fewer=True))
    'In sets and runs, 2s stand for any other cards, but at most 3 in a group, and fewer than other cards.'
    """
    limits = [f"at most {jokers.most} in a group"] * (jokers.most is not None) + [
        "fewer than other cards"
    ] * jokers.fewer
    but = f", but {', and '.join(limits)}" if limits else ""
    return f"In sets and runs, {listed(map(plural_cards, jokers.cards))} stand for any other cards{but}."


def _upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _suits(game: tree.Game) -> tuple[str, ...]:
    return (game.deck.suits if game.deck else ()) or tree.SUITS
