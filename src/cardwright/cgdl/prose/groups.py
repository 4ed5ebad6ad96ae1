"""Groups of cards in plain English: sets, runs and poker hands, addressed to the current player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..language import tree
from .cards import held, plural, plural_cards
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
        case tree.Lay():
            return f"lay {_laid(consequent, phrases)} on {table}"
        case tree.LayAll():
            return (
                f"lay your sets and runs of three or more cards on {table} (so that the cards that are left count as "
                "little as possible)"
            )
        case tree.LayOff(whose, _, top):
            where = f"of another player on {table}" if whose == tree.MELDS_OF_OTHERS else f"on {table}"
            what = "a card" if top is None else phrases.words.top_card(top.which)
            kinds = _kinds_laid(phrases.game)
            if whose == tree.OWN_MELDS and phrases.game.partners:
                return f"add {what} to a {kinds} of your side {where}"
            return f"add {what} to {'your own' if whose == tree.OWN_MELDS else 'a'} {kinds} {where}"
    return f"beat the last cards on {table} with higher ones of the same kind and number"


def _laid(lay: tree.Lay, phrases: Phrases) -> str:
    """Return what cards are laid, and which of them must be among them."""
    required = [] if lay.required is None else [_required(lay.required)]
    if required and lay.kind == tree.SET and lay.least == 1 and not lay.or_more:
        return required[0]
    what = f"a set of {_size(lay.least, lay.or_more)}" if lay.top else _group(lay.kind, lay.least, lay.or_more)
    among = [*([phrases.words.top_card(lay.top.which)] if lay.top else []), *required]
    natural = naturally(phrases.game) if lay.natural else ""
    comma = "," if natural and among else ""
    return f"{what}{comma}{natural}{comma}{f' with {listed(among)}' if among else ''}"


def _required(cards: tree.Selection) -> str:
    """Return what card a group must contain.

    >>> _required(tree.Selection(None, (tree.Number(1), tree.Number(2))))
    'a card other than aces or 2s'
    """
    if cards.cards is not None:
        return held(cards.cards)
    return f"a card other than {listed(map(plural, cards.without), 'or')}" if cards.without else "any card"


def naturally(game: tree.Game) -> str:
    """Return that cards which stand for others are not among some cards.

    >>> from cardwright import cgdl
    >>> naturally(cgdl.load("canasta"))
    ' without jokers or 2s'
    """
    jokers = game.jokers.cards if game.jokers else ()
    return f" without {listed(map(plural_cards, jokers), 'or')}" if jokers else " without jokers"


def _kinds_laid(game: tree.Game) -> str:
    """Return what kinds of groups cards are added to."""
    laid = {node.kind for node in game.of(tree.Lay)}
    return "set or run" if tree.RUN in laid or game.uses(tree.LayAll) else "set"


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
    return f"a {kind} of {_size(least, or_more)}"


def _size(least: int, or_more: bool) -> str:
    return f"{least} or more cards" if or_more else count(least, "card")


def group_sentences(game: tree.Game) -> list[str]:
    """Return what groups of cards are, in a game that has them.

    >>> from cardwright import cgdl
    >>> group_sentences(cgdl.load("uno"))
    []
    """
    kept = {node.name for node in game.of(tree.Kept)}
    arranges = tree.DEADWOOD in kept or game.uses(tree.LayAll)
    kinds = {node.kind for node in game.of(tree.Lay)} | ({tree.SET, tree.RUN} if arranges else set())
    sets = [node for node in game.of(tree.Lay) if node.kind == tree.SET]
    spelt_out = bool(sets) and not arranges and all(node.least == 1 or not (node.or_more or node.top) for node in sets)
    named = [kind for kind in (tree.SET, tree.RUN) if kind in kinds and not (kind == tree.SET and spelt_out)]
    sentences = [f"{_upper(listed(f'a {kind} consists of {MEANINGS[kind]}' for kind in named))}."] if named else []
    if game.jokers:
        sentences.append(_jokers(game.jokers, "sets and runs" if tree.RUN in kinds else "sets"))
    if game.switch("melds") == "one_per_number" and sets:
        sentences.append(_one_per_number(game, sets))
    if game.first_meld:
        sentences.append(_first_meld(game.first_meld, bool(game.partners)))
    if tree.POKER_HAND in kinds:
        sentences.append(f"A hand of five cards is {MEANINGS[tree.POKER_HAND]}; each of these beats those before it.")
    if tree.RUN in kinds and not game.deck:
        sentences.append(ACES[str(game.switch("runs"))])
    if tree.DEADWOOD in kept:
        sentences.append(
            "Your deadwood is the sum of the cards outside your sets and runs of three or more, arranged so that it is "
            "as small as possible."
        )
    if game.uses(tree.Beat) and game.switch("suits") == "ranked":
        sentences.append(f"Of the same number, the higher suit is better: {listed(_suits(game))}, from the lowest.")
    return sentences


def _one_per_number(game: tree.Game, sets: list[tree.Lay]) -> str:
    """Return that a side has one set of each number, which other sets join."""
    who = "Partners" if game.partners else "You"
    joins = "; a set with the top card of another pile joins it" if any(node.top for node in sets) else ""
    return f"{who} lay only one set of each number, to which further cards are added{joins}."


def _first_meld(first: tree.FirstMeld, partners: bool) -> str:
    """Return what the first sets must count.

    >>> _first_meld(tree.FirstMeld((tree.Minimum(50, 500), tree.Minimum(90))), False).partition(". ")[0]
    'The sets that you lay in the turn of your first one count at least 50 in all with a score below 500 and 90 above'
    """
    who = "partners lay in the turn of their" if partners else "you lay in the turn of your"
    *limited, last = first.minimums
    begin = f"The sets that {who} first one count at least"
    rest = "Until they do, nothing but laying is allowed, and mandatory rules wait."
    if not limited:
        return f"{begin} {last.amount} in all. {rest}"
    low, *others = limited
    amounts = [f"{low.amount} in all with a score below {low.below or 0:,}"]
    amounts += [f"{each.amount} below {each.below or 0:,}" for each in others]
    return f"{begin} {listed([*amounts, f'{last.amount} above'])}. {rest}"


def _jokers(jokers: tree.Jokers, groups: str) -> str:
    """Return what stands for other cards.

    >>> _jokers(tree.Jokers((tree.Selection(tree.Number(2)),), most=3, fewer=True), "sets and runs")
    'In sets and runs, 2s stand for any other cards, but at most 3 in a group, and fewer than other cards.'
    """
    limits = [f"at most {jokers.most} in a group"] * (jokers.most is not None) + [
        "fewer than other cards"
    ] * jokers.fewer
    but = f", but {', and '.join(limits)}" if limits else ""
    return f"In {groups}, {listed(map(plural_cards, jokers.cards))} stand for any other cards{but}."


def _upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _suits(game: tree.Game) -> tuple[str, ...]:
    return (game.deck.suits if game.deck else ()) or tree.SUITS
