"""The rules of a game in plain English, made from its tree: enough to sit down and play."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from . import tree
from .phrases import Phrases, count, every, listed, player

WIDTH = 96
INDENT = "   "

KINDS = {
    (): "May",
    (tree.MANDATORY,): "Must",
    (tree.ONCE,): "May once",
    (tree.OTHERWISE,): "Otherwise may",
    (tree.ONCE, tree.OTHERWISE): "Otherwise may once",
}

# What the switches mean for a turn.
MANDATORY = {
    "each_turn": "At the start of your turn do what you must, where it applies; each Must once a stage.",
    "first_turn": "At the start of your first turn in a stage do what you must, where it applies.",
    "each_rule": "Whenever it applies on your turn, at once do what you must; each Must once a stage.",
}
CHOICES = {
    "one": "On your turn choose one thing that you may do, and can do in full.",
    "many": "On your turn choose something that you may do, and can do in full, again and again, until the turn ends.",
}
PASSING = {
    "never": "You cannot pass where no rule lets you.",
    "next": "You may also do nothing and wait for your next turn.",
    "done": "You may also do nothing and be done with the stage.",
    "both": "You may also do nothing and wait for your next turn, or be done with the stage.",
}
EMPTY = {
    "stays": "An empty deck stays empty.",
    "ends": "When cards should come from an empty deck, the game ends.",
    "reshuffles": "When the deck is empty, all cards of T0 but the top one are shuffled and become the deck.",
}


def english(game: tree.Game) -> str:
    """The rules of a game in plain English.

    >>> from cardwright import cgdl
    >>> print("\\n".join(english(cgdl.load("uno")).splitlines()[-9:-3]))
       The dealer deals 7 cards to each player and a card to T0.
    2. Play
       May: if you have a card of the same suit as the top card of T0, play it on T0.
       May: if you have a card of the same number as the top card of T0, play it on T0.
       May: draw a card and end your turn.
       Must: if you have no cards, win the game.
    """
    return "\n".join(_document(game)) + "\n"


def _document(game: tree.Game) -> Iterator[str]:
    yield game.name
    yield "=" * len(game.name)
    yield from _paragraph(" ".join(_needed(game)))
    yield ""
    yield from _paragraph(" ".join(_turns(game)))
    yield ""
    yield from _stages(game)
    yield ""
    for line in (*_values(game), *_end(game)):
        yield from _paragraph(line)


def _paragraph(line: str, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(line, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False)


def _uses(game: tree.Game, *kinds: type[tree.Node]) -> bool:
    return any(isinstance(node, kinds) for node in tree.walk(game))


def _needed(game: tree.Game) -> Iterator[str]:
    who = listed(map(player, range(game.players)))
    tokens = _uses(game, tree.Give, tree.Gain, tree.Trick)
    yield f"For {game.players} players, {who}, with a deck of 52 cards{' and tokens' if tokens else ''}."
    if tokens:
        yield "Every player has a stash of tokens" + (", and may have some of them as a bet." if _bets(game) else ".")
    if game.tables:
        yield f"On the table cards lie face up at {listed(f'T{which}' for which in range(game.tables))}."


def _bets(game: tree.Game) -> bool:
    return any(isinstance(node, tree.Bet) or getattr(node, "pile", None) == tree.BET for node in tree.walk(game))


# How a stage is played.


def _turns(game: tree.Game) -> Iterator[str]:
    rules = [rule for stage in game.written_stages() for rule in stage.rules]
    leader = "first who took the last trick (or else P1)" if _uses(game, tree.Trick) else "P1 first"
    yield "The game is played in stages, one after the other."
    yield f"In a stage the players take turns, {leader}, then round the table, until all are done or out of the game."
    if any(tree.MANDATORY in rule.modifiers for rule in rules):
        yield MANDATORY[str(game.switch("mandatory"))]
    if any(tree.MANDATORY not in rule.modifiers for rule in rules):
        yield CHOICES[str(game.switch("rules_per_turn"))]
        yield PASSING[str(game.switch("passing"))]
    yield "If there is nothing you can do, you are done with the stage."
    if any(tree.OTHERWISE in rule.modifiers for rule in rules):
        yield '"Otherwise" means: if you can do nothing that stands above it in the stage.'
    if _uses(game, tree.Draw) and _uses(game, tree.Show) and game.switch("drawing") == "when_stuck":
        yield "You may draw a card only when you have none to play."
    if _uses(game, tree.Draw, tree.Deck, tree.Ask):
        yield EMPTY[str(game.switch("empty_deck"))]


# The stages.


def _stages(game: tree.Game) -> Iterator[str]:
    phrases = Phrases(game)
    number = 1
    for part in game.stages:
        if isinstance(part, tree.Repeat):
            which = listed(str(number + place) for place in range(len(part.stages)))
            what = f"Stages {which}, in turn, are" if len(part.stages) > 1 else f"Stage {which} is"
            yield f"{what} played {part.times} times:"
        for stage in tree.stages(part):
            name = stage.name[:1].upper() + stage.name[1:]
            yield f"{number}. {name or f'Stage {number}'}"
            yield from _stage(stage, phrases)
            number += 1


def _stage(stage: tree.Stage, phrases: Phrases) -> Iterator[str]:
    if stage.com:
        yield from _paragraph(f"The dealer {listed(_dealer(stage.com))}.", INDENT, INDENT)
    for rule in stage.rules:
        condition = phrases.condition(rule.antecedent)
        when = f"if {condition}, " if condition else ""
        sentence = f"{KINDS[rule.modifiers]}: {when}{listed(phrases.actions(rule))}."
        yield from _paragraph(sentence, INDENT, INDENT * 2)


def _dealer(coms: tuple[tree.Com, ...]) -> Iterator[str]:
    before = ""
    for com in coms:
        verb, what = _com(com)
        yield what if verb == before else f"{verb} {what}"
        before = verb


def _com(com: tree.Com) -> tuple[str, str]:
    match com:
        case tree.Deal():
            return "deals", f"{count(com.amount, 'card')} to {_receivers(com.to)}"
        case tree.Give():
            return "gives", f"{count(com.amount, 'token')} to {_receivers(com.to)}"
        case tree.Remove():
            return "removes", f"{every(com.cards)} from the deck"
    best = f"the highest of {com.trump} in it or else " if com.trump else ""
    return "moves", (
        f"the trick in T{com.table.which} to T{com.to.which} (it is taken by who played {best}the highest card of the "
        "suit that was led; that player gains a token)"
    )


def _receivers(to: tuple[int, ...] | tree.Table | None) -> str:
    if isinstance(to, tree.Table):
        return f"T{to.which}"
    return "each player" if to is None else listed(map(player, to))


# What cards are worth, and who wins.


def _values(game: tree.Game) -> Iterator[str]:
    ordered = (isinstance(node, tree.Show | tree.Put) and node.relation in tree.RELATIONS for node in tree.walk(game))
    compares = _uses(game, tree.ComparePlays, tree.Trick) or any(ordered)
    sums = _uses(game, tree.CompareSums)
    if _uses(game, tree.ComparePlays):
        yield from _plays(game)
    scored = [rank for rank in game.ranking if not isinstance(rank.what, tree.Play)]
    if compares:
        yield "Cards rank from the ace, the highest, by the king, queen and jack down to the 2."
        if scored:
            yield f"Above them rank cards with a score of their own (below them those with 0): {_scores(scored)}."
    if sums:
        yield "In sums a card counts its number: an ace 1, a jack 11, a queen 12, a king 13."
    if sums and scored and game.switch("sums") == "ranking":
        yield f"But these count otherwise: {_scores(scored)}."
        if any(len(rank.scores) > 1 for rank in scored):
            yield "Of two such values the one counts that brings the sum nearest to its limit without passing it."


def _scores(ranks: list[tree.Rank]) -> str:
    cards = ((rank.what, rank.scores) for rank in ranks if not isinstance(rank.what, tree.Play))
    return listed(f"{every(what)} {listed(map(str, scores), 'or')}" for what, scores in cards)


def _plays(game: tree.Game) -> Iterator[str]:
    plays = [(rank.scores[0], rank.what.name) for rank in game.ranking if isinstance(rank.what, tree.Play)]
    if not plays:
        yield "The hand with the higher cards is better."
        return
    best = ", ".join(f"{name} ({score})" for score, name in sorted(plays, reverse=True))
    yield f"Of cards that are compared, the best play counts: {best}. (Poker is four of a kind.)"
    if game.switch("kickers") == "count":
        yield "The higher cards decide between equal plays, and where there is no play."
    else:
        yield "Equal plays are equal whatever their cards; where there is no play, the higher cards decide."


def _end(game: tree.Game) -> Iterator[str]:
    worth = []
    if game.winning.token:
        where = "stash" if game.switch("points") == "stash" else "stash or bet"
        worth.append(f"each token in your {where} is worth {count(game.winning.token, 'point')}")
    if game.winning.alive:
        worth.append(f"not being out of the game is worth {count(game.winning.alive, 'point')}")
    if worth:
        yield f"At the end {listed(worth)}. The most points win; if two have the most, it is a draw."
    elif _uses(game, tree.Win):
        yield "If the game ends and nobody has won, it is a draw."
    else:
        yield "There are no points and no way to win, so every game is a draw."
    yield f"A game that has not ended after {game.switch('turn_limit')} turns is broken off."
