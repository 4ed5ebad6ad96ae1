"""The rules of a game in plain English, made from its tree: enough to sit down and play."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from ..language import tree
from .phrases import Phrases, count, every, listed, player

WIDTH = 80  # columns of a narrow terminal
INDENT = "   "
BULLET = f"{INDENT}- "

# The effects of switches on a turn.
MANDATORY = {
    "each_turn": "At the start of each of your turns, carry out every mandatory rule that applies and that you have "
    "not carried out before in this stage.",
    "first_turn": "At the start of your first turn in a stage, carry out every mandatory rule that applies.",
    "each_rule": "At the start of each of your turns, and again after each rule you play, carry out every mandatory "
    "rule that applies and that you have not carried out before in this stage.",
}
CHOICES = {
    "one": "On your turn, choose one of the things you may do; you must be able to do it in full.",
    "each": "On your turn, choose one of the things you may do; you must be able to do it in full. A mandatory rule "
    "takes the whole turn.",
    "many": "On your turn, keep choosing things you may do until your turn ends or nothing is possible; you must be "
    "able to do each of them in full.",
}
PASSING = {
    "never": "You cannot pass unless a rule allows it.",
    "next": "You may also pass and wait for your next turn.",
    "done": "You may also pass and leave the stage.",
    "both": "You may also pass, and either wait for your next turn or leave the stage.",
}
EMPTY = {
    "stays": "An empty deck stays empty.",
    "ends": "If a card is needed from an empty deck, the game ends.",
    "reshuffles": "When the deck is empty, all cards of T0 except the top one are shuffled to form a new deck.",
}

TIES = {
    "draw": "The player with the most points wins; a tie is a draw.",
    "first": "The player with the most points wins, and of several the first one, counted from P1; without any points, "
    "the game is a draw.",
}
COUNTED = {
    "turns": "turns",
    "idle": "turns (each player has one in a stage in which only the dealer acts)",
    "everything": "turns, where each drawn card and everything the dealer does count as well,",
    "rules": "rules, counting those of the dealer,",
    "actions": "actions (rules that players play, cards that are dealt, gifts of tokens)",
}


def english(game: tree.Game) -> str:
    """Return the rules of a game in plain English.

    >>> from cardwright import cgdl
    >>> print("\\n".join(english(cgdl.load("uno")).splitlines()[-13:-5]))
       The dealer deals 7 cards to each player and a card to T0.
    2. Play
       - If you have a card of the same suit as the top card of T0, you may play it
         on T0.
       - If you have a card of the same number as the top card of T0, you may play
         it on T0.
       - You may draw a card and end your turn.
       - Mandatory: if you have no cards, you win the game.
    """
    return "\n".join(_document(game)) + "\n"


def _document(game: tree.Game) -> Iterator[str]:
    yield game.name
    yield "=" * len(game.name)
    yield from _paragraph(" ".join(_equipment(game)))
    yield ""
    yield from _paragraph(" ".join(_turns(game)))
    yield ""
    yield from _stages(game)
    yield ""
    for line in (*_values(game), *_end(game)):
        yield from _paragraph(line)
    if game.source or game.version:
        yield ""
        yield from _paragraph(" ".join(_origin(game)))


def _origin(game: tree.Game) -> Iterator[str]:
    if game.source:
        yield f"Source: {game.source}{'.' if game.source[-1].isalnum() else ''}"
    if game.version:
        yield f"Version: {game.version}."


def _paragraph(line: str, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(line, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False)


def _equipment(game: tree.Game) -> Iterator[str]:
    tokens = game.uses(tree.Give, tree.Gain) or any(isinstance(n, tree.Trick) and n.reward for n in tree.walk(game))
    players = listed(map(player, range(game.players)))
    yield f"For {game.players} players ({players}), with a deck of 52 cards{' and tokens' if tokens else ''}."
    if tokens:
        yield f"Each player has a stash of tokens{' and a bet' if uses_bets(game) else ''}."
    if game.tables:
        piles = "pile" if game.tables == 1 else "piles"
        yield f"Cards on the table lie face up, in the {piles} {listed(f'T{which}' for which in range(game.tables))}."
    if game.uses_stacks:
        yield "Each player also has a stack of cards, face down; cards come from its top and go under it."


def uses_bets(game: tree.Game) -> bool:
    """Return whether players of a game bet tokens."""
    bets = tree.Bet | tree.BetAll
    return any(isinstance(node, bets) or getattr(node, "pile", None) == tree.BET for node in tree.walk(game))


# How a stage is played.


def _turns(game: tree.Game) -> Iterator[str]:
    rules = [rule for stage in game.written_stages() for rule in stage.rules]
    leader = "the winner of the last trick (P1 before the first trick)" if game.uses(tree.Trick) else "P1"
    if game.uses(tree.Lead):
        leader += ", unless a rule lets another player start,"
    yield "The game is played in stages, one after the other."
    yield f"In each stage the players take turns, starting with {leader} and going around the table."
    yield "A stage ends when every player has left the stage or dropped out of the game."
    if any(tree.MANDATORY in rule.modifiers for rule in rules):
        yield MANDATORY[str(game.switch("mandatory"))]
    if any(tree.MANDATORY not in rule.modifiers for rule in rules):
        yield CHOICES[str(game.switch("rules_per_turn"))]
        yield PASSING[str(game.switch("passing"))]
    yield "If there is nothing you can do, you leave the stage."
    if game.uses(tree.Draw) and game.uses(tree.Show) and game.switch("drawing") == "when_stuck":
        yield "You may draw a card only if you have no card to play."
    if game.uses(tree.Draw, tree.Deck, tree.Ask):
        yield EMPTY[str(game.switch("empty_deck"))]


# The stages.


def _stages(game: tree.Game) -> Iterator[str]:
    phrases = Phrases(game)
    number = 1
    for part in game.stages:
        if isinstance(part, tree.Repeat):
            numbers = listed(str(number + k) for k in range(len(part.stages)))
            what = f"Stages {numbers} are played in turn," if len(part.stages) > 1 else f"Stage {numbers} is played"
            yield f"{what} {part.times} times:"
        for stage in part.stages:
            yield f"{number}. {_capitalised(stage.name) or f'Stage {number}'}"
            yield from _stage(stage, phrases)
            number += 1


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _stage(stage: tree.Stage, phrases: Phrases) -> Iterator[str]:
    if stage.com:
        yield from _paragraph(
            f"The dealer {listed(_dealer(stage.com, phrases.game.uses(tree.Trump)))}.", INDENT, INDENT
        )
    for rule in stage.rules:
        yield from _paragraph(_rule(rule, phrases), BULLET, " " * len(BULLET))


def _rule(rule: tree.Rule, phrases: Phrases) -> str:
    condition, actions = phrases.condition(rule.antecedent), listed(phrases.actions(rule))
    if tree.MANDATORY in rule.modifiers:
        return f"Mandatory: if {condition}, you {actions}." if condition else f"Mandatory: {actions}."
    conditions = ["you can do none of the above"] if tree.OTHERWISE in rule.modifiers else []
    conditions += [condition] if condition else []
    start = "once per stage, " if tree.ONCE in rule.modifiers else ""
    start += f"if {' and '.join(conditions)}, " if conditions else ""
    return _capitalised(f"{start}you may {actions}.")


def _dealer(coms: tuple[tree.Com, ...], turned: bool) -> Iterator[str]:
    before = ""
    for com in coms:
        verb, what = _com(com, turned)
        yield what if verb == before else f"{verb} {what}"
        before = verb


def _com(com: tree.Com, turned: bool) -> tuple[str, str]:
    """Return the verb and the rest of what the dealer does; `turned` if the trump suit is turned up."""
    match com:
        case tree.Deal():
            return "deals", f"{count(com.amount, 'card')} to {_receivers(com.to)}"
        case tree.Give():
            return "gives", f"{count(com.amount, 'token')} to {_receivers(com.to)}"
        case tree.Remove():
            return "removes", f"{every(com.cards)} from the deck"
        case tree.Trump():
            return (
                "makes",
                f"the suit of the top card of T{com.table.which} trumps, unless there is a trump suit already",
            )
    return "moves", _trick(com, turned)


def _trick(com: tree.Trick, turned: bool) -> str:
    best = "the highest card of the suit led"
    if com.trump:
        trump = com.trump.removesuffix("s")
    elif turned:
        trump = "trump"
    if com.trump or turned:
        best = f"the highest {trump}, or of {best} if there is no {trump},"
    gained = f" and gains {count(com.reward, 'token')}" if com.reward else ""
    to = "the winner's stack" if isinstance(com.to, tree.Stacks) else f"T{com.to.which}"
    return f"the trick from T{com.table.which} to {to} (the player of {best} wins the trick{gained})"


def _receivers(to: tuple[int, ...] | tree.Table | tree.Stacks | None) -> str:
    if isinstance(to, tree.Table):
        return f"T{to.which}"
    if isinstance(to, tree.Stacks):
        return "each stack"
    return "each player" if to is None else listed(map(player, to))


# The values of cards, and who wins.


def _values(game: tree.Game) -> Iterator[str]:
    ordered = (isinstance(node, tree.Show | tree.Put) and node.relation in tree.RELATIONS for node in tree.walk(game))
    compares = game.uses(tree.ComparePlays, tree.Trick) or any(ordered)
    sums = game.uses(tree.CompareSums)
    if game.uses(tree.ComparePlays):
        yield from _plays(game)
    scored = [rank for rank in game.ranking if not isinstance(rank.what, tree.Play)]
    if compares:
        yield "Cards rank from the ace (the highest) through king, queen and jack down to the 2."
        if scored:
            low = "0 or less" if any(min(rank.scores) < 0 for rank in scored) else "0"
            yield f"Cards with a score rank above them, or below them if the score is {low}: {_scores(scored)}."
    if sums:
        yield "In sums, a card counts its number: an ace 1, a jack 11, a queen 12, a king 13."
    if sums and scored and game.switch("sums") == "ranking":
        yield f"These cards count differently: {_scores(scored)}."
        if any(len(rank.scores) > 1 for rank in scored):
            yield "Of two values, the one counts that brings the sum closest to its limit without exceeding it."


def _scores(ranks: list[tree.Rank]) -> str:
    cards = ((rank.what, rank.scores) for rank in ranks if not isinstance(rank.what, tree.Play))
    return listed(f"{every(what)} {listed(map(str, scores), 'or')}" for what, scores in cards)


def _plays(game: tree.Game) -> Iterator[str]:
    plays = [(rank.scores[0], rank.what.name) for rank in game.ranking if isinstance(rank.what, tree.Play)]
    if not plays:
        yield "The hand with the higher cards is better."
        return
    best = ", ".join(f"{name} ({score})" for score, name in sorted(plays, reverse=True))
    yield f"Cards are compared by the best play they contain: {best}. (Poker is four of a kind.)"
    if game.switch("kickers") == "count":
        yield "Between equal plays, or without any play, the higher cards decide."
    else:
        yield "Equal plays are tied whatever their cards; without any play, the higher cards decide."


def _captured(captured: tree.Captured) -> str:
    return "every card" if captured.cards is None else every(captured.cards)


def _points(game: tree.Game) -> list[tuple[int, str]]:
    """Return the numbers of points and what they are for."""
    where = "stash" if game.switch("points") == "stash" else "stash and your bet"
    return [
        (game.winning.token, f"each token in your {where}"),
        (game.winning.alive, "still being in the game"),
        *((each.points, f"{_captured(each)} in your stack") for each in game.winning.captured),
    ]


def _end(game: tree.Game) -> Iterator[str]:
    points = _points(game)
    earned = [f"{count(number, 'point')} for {what}" for number, what in points if number > 0]
    lost = [f"{count(-number, 'point')} for {what}" for number, what in points if number < 0]
    parts = [f"{verb} {listed(each)}" for verb, each in (("get", earned), ("lose", lost)) if each]
    if parts:
        yield f"At the end of the game, you {listed(parts)}. {TIES[str(game.switch('ties'))]}"
    elif game.uses(tree.Win):
        yield "If the game ends without a winner, it is a draw."
    else:
        yield "There are no points and no way to win, so every game is a draw."
    counted = COUNTED[str(game.switch("counting"))]
    yield f"A game that has not ended after {game.switch('turn_limit')} {counted} is abandoned."
