"""What a game uses up: cards to deal, tokens to bet; and whether its stages can end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from . import tree
from .problem import Problem

TOKEN_USES: dict[type[tree.Node], str] = {
    tree.Bet: "bet", tree.BetAll: "bet", tree.Gain: "gain", tree.CompareTokens: "compare",
}  # fmt: skip
ENDINGS = tree.Done | tree.Out | tree.Win | tree.End


def supply_problems(game: tree.Game) -> Iterator[Problem]:
    """Yield a problem where the deck has too few cards, and where tokens are used before any exist."""
    yield from _cards(game)
    yield from _tokens(game)


def _cards(game: tree.Game) -> Iterator[Problem]:
    """Check that a deck to which no card returns has enough cards for every deal."""
    consequents = [each for stage in game.written_stages() for rule in stage.rules for each in rule.consequents]
    returning = any(
        isinstance(each, tree.Put | tree.PutPlay | tree.PutCards) and each.zone == tree.Deck() for each in consequents
    )
    if returning or game.switch("empty_deck") == "reshuffles":
        return
    left, gone = tree.DECK_SIZE, set[tuple[int, str]]()
    for part in game.stages:
        for com in [com for stage in part.stages for com in stage.com]:
            removed = _cards_removed(com) - gone
            needed = len(removed) + part.times * dealt(com, game.players)
            if needed > left:
                yield Problem(com.at, f"the deck has too few cards: {needed} needed, {left} left")
                return
            gone |= removed
            left -= needed


def dealt(com: tree.Com, players: int) -> int:
    """Return how many cards a com rule deals."""
    if not isinstance(com, tree.Deal):
        return 0
    if isinstance(com.to, tree.Table):
        return com.amount
    receivers = len(com.to) if isinstance(com.to, tuple) else players
    return com.amount * receivers


def _cards_removed(com: tree.Com) -> set[tuple[int, str]]:
    """Return the cards that a com rule takes out of the game, unless they are out or dealt already."""
    if not isinstance(com, tree.Remove):
        return set()
    number, suit = getattr(com.cards, "number", None), getattr(com.cards, "suit", None)
    numbers = range(tree.LOWEST_NUMBER, tree.HIGHEST_NUMBER + 1) if number is None else [number]
    return set(product(numbers, tree.SUITS if suit is None else [suit]))


def _tokens(game: tree.Game) -> Iterator[Problem]:
    """Check that tokens have been given before a rule uses them."""
    for part in game.stages:
        if any(_makes_tokens(stage) for stage in part.stages):
            return
        rules = [rule for stage in part.stages for rule in stage.rules]
        for each in [each for rule in rules for each in (rule.antecedent, *rule.consequents)]:
            if type(each) in TOKEN_USES:
                verb = TOKEN_USES[type(each)]
                yield Problem(each.at, f"there are no tokens to {verb}: no 'com give' comes before this rule")


def _makes_tokens(stage: tree.Stage) -> bool:
    gained = (each.tokens for rule in stage.rules for each in rule.consequents if isinstance(each, tree.Gain))
    return any(isinstance(com, tree.Give | tree.Trick) for com in stage.com) or any(
        isinstance(tokens, int) for tokens in gained
    )


def never_ends(stage: tree.Stage, game: tree.Game) -> bool:
    """Return whether some rule can be repeated forever while no rule leads out of the stage."""
    leaves = any(isinstance(each, ENDINGS) for rule in stage.rules for each in rule.consequents)
    if leaves or game.switch("passing") in ("done", "both"):
        return False
    repeatable = (rule for rule in stage.rules if not {tree.MANDATORY, tree.ONCE} & set(rule.modifiers))
    return any(isinstance(rule.antecedent, tree.Always) and not _uses_up(rule, game) for rule in repeatable)


def _uses_up(rule: tree.Rule, game: tree.Game) -> bool:
    """Return whether repeating the rule must end at some time: the deck, the hand or the stash runs out."""
    deck = hand = stack = 0
    bets = gains = False
    for each in rule.consequents:
        match each:
            case tree.Take(source=tree.Deck()):
                deck -= each.amount
                hand += each.amount
            case tree.Turn(source=tree.Deck()):
                deck -= each.amount
            case tree.Turn():
                stack -= each.amount
            case tree.Take():
                hand += each.amount
            case tree.Put(zone=tree.Deck()):
                deck += each.amount
                hand -= each.amount
            case tree.Put():
                hand -= each.amount
            case tree.PutCards(zone=tree.Deck()):
                deck += 1
                hand -= 1
            case tree.PutPlay() | tree.PutCards() | tree.Ask():
                hand -= 1
            case tree.Bet() | tree.BetAll():
                bets = True
            case tree.Gain():
                gains = True
    return hand < 0 or stack < 0 or (deck < 0 and game.switch("empty_deck") != "reshuffles") or (bets and not gains)
