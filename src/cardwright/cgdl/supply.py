"""What a game uses up: cards to deal, tokens to bet, and whether a stage ever comes to its end."""

from __future__ import annotations

from collections.abc import Iterator

from . import tree
from .problem import Problem

ENDINGS = tree.Done | tree.Out | tree.Win | tree.End


def supply_problems(game: tree.Game) -> Iterator[Problem]:
    """Cards that are not enough, and bets before there are tokens."""
    yield from _cards(game)
    yield from _tokens(game)


def _cards(game: tree.Game) -> Iterator[Problem]:
    """A deck to which no card returns must have enough of them for all that is dealt."""
    consequents = [each for stage in game.written_stages() for rule in stage.rules for each in rule.consequents]
    returning = any(isinstance(each, tree.Put | tree.PutPlay) and each.place == tree.Deck() for each in consequents)
    if returning or game.switch("empty_deck") == "reshuffles":
        return
    left = tree.DECK_SIZE
    for part in game.stages:
        for com in [com for stage in tree.stages(part) for com in stage.com]:
            times = part.times if isinstance(part, tree.Repeat) else 1
            needed = removed(com) if isinstance(com, tree.Remove) else times * dealt(com, game.players)
            if needed > left:
                yield Problem(com.at, f"the deck has not enough cards: {needed} are needed, {left} are left")
                return
            left -= needed


def dealt(com: tree.Com, players: int) -> int:
    """How many cards a com rule deals."""
    if not isinstance(com, tree.Deal):
        return 0
    receivers = 1 if isinstance(com.to, tree.Table) else players if com.to is None else len(com.to)
    return com.amount * receivers


def removed(com: tree.Remove) -> int:
    """How many cards leave the game, at most."""
    return 1 if isinstance(com.cards, tree.Card) else 4 if isinstance(com.cards, tree.Number) else 13


def _tokens(game: tree.Game) -> Iterator[Problem]:
    """Tokens must have been given before a rule has to do with them."""
    there = False
    for part in game.stages:
        stages = tree.stages(part)
        there = there or any(_makes_tokens(stage) for stage in stages)
        if there:
            return
        for each in [each for stage in stages for rule in stage.rules for each in (rule.antecedent, *rule.consequents)]:
            if isinstance(each, tree.Bet | tree.Gain | tree.CompareTokens):
                verb = {tree.Bet: "bet", tree.Gain: "gain", tree.CompareTokens: "compare"}[type(each)]
                yield Problem(each.at, f"there are no tokens to {verb}: no 'com give' comes before")


def _makes_tokens(stage: tree.Stage) -> bool:
    gained = (each.tokens for rule in stage.rules for each in rule.consequents if isinstance(each, tree.Gain))
    return any(isinstance(com, tree.Give | tree.Trick) for com in stage.com) or any(
        isinstance(tokens, int) for tokens in gained
    )


def never_ends(stage: tree.Stage, game: tree.Game) -> bool:
    """Whether some rule can be played for ever, and none leads out of the stage."""
    leaves = any(isinstance(each, ENDINGS) for rule in stage.rules for each in rule.consequents)
    if leaves or game.switch("passing") in ("done", "both"):
        return False
    lasting = (rule for rule in stage.rules if not {tree.MANDATORY, tree.ONCE} & set(rule.modifiers))
    return any(isinstance(rule.antecedent, tree.Always) and not _uses_up(rule, game) for rule in lasting)


def _uses_up(rule: tree.Rule, game: tree.Game) -> bool:
    """Whether playing the rule again and again must come to an end: the deck, the hand or the stash runs out."""
    deck = hand = 0
    bets = gains = False
    for each in rule.consequents:
        match each:
            case tree.Take(source=tree.Deck()):
                deck -= each.amount
                hand += each.amount
            case tree.Take():
                hand += each.amount
            case tree.Put(place=tree.Deck()):
                deck += each.amount
                hand -= each.amount
            case tree.Put():
                hand -= each.amount
            case tree.PutPlay() | tree.Ask():
                hand -= 1
            case tree.Bet():
                bets = True
            case tree.Gain():
                gains = True
    return hand < 0 or (deck < 0 and game.switch("empty_deck") != "reshuffles") or (bets and not gains)
