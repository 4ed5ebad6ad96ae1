"""What a game uses up: cards to deal, tokens to bet; and whether its stages can end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from . import tree
from .decks import Pack, pack_of
from .problem import Problem
from .rule_printer import com_text

TOKEN_USES: dict[type[tree.Node], str] = {
    tree.Bet: "bet", tree.BetAll: "bet", tree.Gain: "gain", tree.CompareTokens: "compare",
    tree.SharePot: "share",
}  # fmt: skip
ENDINGS = tree.Done | tree.Out | tree.Win | tree.End | tree.Stop


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
    pack = pack_of(game)
    left, gone = pack.size, 0
    for com, times in _coms(game.stages, 1):
        if isinstance(com, tree.Gather):
            left = pack.size - gone.bit_count()
        removed = _cards_removed(com, pack) & ~gone
        needed = removed.bit_count() + times * dealt(com, game.players, pack)
        if needed > left:
            yield Problem(com.at, f"the deck has too few cards: {needed} needed, {left} left")
            return
        gone |= removed
        left -= needed


def _coms(parts: tuple[tree.Part, ...], times: int) -> Iterator[tuple[tree.Com, int]]:
    """Yield what the dealer does, and how often before the cards are gathered, as far as that is known."""
    for part in parts:
        match part:
            case tree.Stage():
                yield from ((com, times) for com in part.com)
            case tree.Repeat() if not _gathers(part):
                yield from _coms(part.stages, times * part.times)
            case _:
                yield from _coms(part.stages, 1)


def _gathers(part: tree.Part) -> bool:
    return any(isinstance(node, tree.Gather) for node in tree.walk(part))


def dealt(com: tree.Com, players: int, pack: Pack) -> int:
    """Return how many cards a com rule deals."""
    if isinstance(com, tree.DealUntil):
        return 1
    if isinstance(com, tree.DealCards):
        return pack.cards(com.cards).bit_count()
    if isinstance(com, tree.DealTables):
        return com.amount
    if not isinstance(com, tree.Deal):
        return 0
    if isinstance(com.to, tree.Table):
        return com.amount
    receivers = len(com.to) if isinstance(com.to, tuple) else players
    return com.amount * receivers


def _cards_removed(com: tree.Com, pack: Pack) -> int:
    """Return the cards that a com rule takes out of the game, unless they are out or dealt already."""
    return pack.cards(com.cards) if isinstance(com, tree.Remove) else 0


def late_removals(game: tree.Game) -> Iterator[str]:
    """Yield a warning for each com rule that removes cards after some have been dealt, which stay in the game."""
    dealing = False
    for com in (com for stage in game.written_stages() for com in stage.com):
        if isinstance(com, tree.Remove) and dealing:
            what = f"line {com.at.line}: {com_text(com)!r} comes after a deal"
            yield f"{what}, so cards that have been dealt stay in the game; remove them first"
        dealing = (dealing or isinstance(com, tree.Deal | tree.DealCount | tree.DealTables)) and not isinstance(
            com, tree.Gather
        )


def _tokens(game: tree.Game) -> Iterator[Problem]:
    """Check that tokens have been given before a rule uses them."""
    for part in game.stages:
        stages = list(tree.stages_in((part,)))
        if any(map(_makes_tokens, stages)):
            return
        rules = [rule for stage in stages for rule in stage.rules]
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
    repeatable = [rule for rule in stage.rules if not {tree.MANDATORY, tree.ONCE} & set(rule.modifiers)]
    if repeatable and all(map(_changes_nothing, repeatable)):
        return True
    return any(isinstance(rule.antecedent, tree.Always) and not _uses_up(rule, game) for rule in repeatable)


def _changes_nothing(rule: tree.Rule) -> bool:
    """Return whether a rule leaves everything as it is, so that it can be played again if it can be played at all.

    Rules that compare hands or tokens are let pass: the paper has such a rule as an example.
    """
    passing = tree.Draw | tree.CompareTokens | tree.ComparePlays | tree.CompareSums
    idle = all(isinstance(each, tree.Next | tree.Lead) for each in rule.consequents)
    return idle and not isinstance(rule.antecedent, passing)


def _uses_up(rule: tree.Rule, game: tree.Game) -> bool:
    """Return whether repeating the rule must end at some time: the deck, the hand, a table or the stash runs out."""
    cards: Counter[Any] = Counter()
    for each in rule.consequents:
        cards.update(cards_moved(each))
        cards[_HAND] -= isinstance(each, tree.Ask)
    if game.switch("empty_deck") == "reshuffles":
        del cards[tree.Deck()]
    bets = any(isinstance(each, tree.Bet | tree.BetAll) for each in rule.consequents)
    gains = any(isinstance(each, tree.Gain) for each in rule.consequents)
    ends = any(left < 0 and not _of_others(zone) for zone, left in cards.items())
    return ends or (bets and not gains)


_HAND = tree.Hand(tree.ME)


def cards_moved(consequent: tree.Consequent) -> Counter[Any]:
    """Return how many cards a consequent adds to zones, less than 0 where it takes some away.

    >>> cards_moved(tree.Put(2, tree.Table(0), tree.ANY, tree.UP))[tree.Table(0)]
    2
    """
    match consequent:
        case tree.Take(amount, source):
            return Counter({source: -amount, _HAND: amount})
        case tree.Turn(amount, source, table):
            return Counter({source: -amount, table: amount})
        case tree.Put(amount, zone):
            return Counter({zone: amount, _HAND: -amount})
        case tree.PutPlay(play, zone):
            return Counter({zone: tree.SET_SIZES[play.name], _HAND: -tree.SET_SIZES[play.name]})
        case tree.PutHighest(amount, hand):
            return Counter({hand: amount, _HAND: -amount})
        case tree.PutCards(zone=zone):
            return Counter({zone: 1, _HAND: -1})
        case tree.MoveCards(sources=sources, to=to) if to not in sources:
            return Counter(dict.fromkeys(sources, -1))
        case tree.CaptureCards(table=table):
            return Counter({tree.Stack(tree.ME): 2, table: -1, _HAND: -1})
        case tree.Lay(least=least, table=table, top=tree.Table() as top):
            return Counter({table: least, top: -1, _HAND: 1 - least})
        case tree.Lay(least=least, table=table):
            return Counter({table: least, _HAND: -least})
        case tree.LayOff(table=table, top=tree.Table() as top):
            return Counter({table: 1, top: -1})
        case tree.LayOff(table=table) | tree.Beat(table):
            return Counter({table: 1, _HAND: -1})
    return Counter()


def _of_others(zone: tree.CardZone) -> bool:
    """Return whether a hand or stack belongs to another player, who can fill it again."""
    return isinstance(zone, tree.Hand | tree.Stack) and zone.who != tree.ME
