"""The rules of a game in plain English, made from its tree: enough to sit down and play."""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

from ..language import tree
from ..language.decks import pack_of
from .amounts import of_somebody
from .cards import every, selection
from .decks import deck_sentences, order_by_scores, order_of_ranks, rank_of, values_of_cards
from .groups import group_sentences
from .layouts import layout_phrases, plural_name
from .phrases import Phrases
from .players import dealer_action
from .words import Words, count, listed, player

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
    "reshuffles": "When the deck is empty, all cards of {T0} except the top one are shuffled to form a new deck.",
}

TIES = {
    "draw": "The player with the most points wins; a tie is a draw.",
    "first": "The player with the most points wins, and of several the first one, counted from P1; without any points, "
    "the game is a draw.",
    "shared": "The player with the most points wins, and several with the most points win together; if all have the "
    "same, the game is a draw.",
}
TIED_SCORES = {
    "draw": "a tie is a draw",
    "first": "of several the first one wins, counted from P1",
    "shared": "several with the same score win together, unless all have the same, which is a draw",
}
WHENCE = {"removes": " from the deck"}  # what follows all that the dealer removes
POINT = "point"  # a token that is called so
PLAY = "play"  # the word of a rule that needs no heading: it is the verb of the sentence
PARTICLE = re.compile(r" (with|on|to|from)$")  # of a verb such as "bet on"
PUTS = tree.Put | tree.PutCards | tree.PutPlay
PLAY_NAMES = {"poker": "four of a kind"}
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
    >>> print("\\n".join(english(cgdl.load("uno")).splitlines()[-11:-5]))
       The dealer deals 7 cards to each player and a card to the pile.
    2. Play
       - You may play on the pile a card of the same suit as its top card.
       - You may play on the pile a card of the same number as its top card.
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
    if game.effects:
        yield from _effects(game)
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
    words = Words(game)
    tokens = uses_tokens(game)
    players = listed(map(player, range(game.players)))
    cards = pack_of(game).size
    equipment = f"a deck of {cards} cards{f' and {words.token}s' if tokens else ''}"
    who = "one player" if game.players == 1 else f"{game.players} players ({players})"
    yield f"For {who}, with {equipment}."
    yield from deck_sentences(game)
    yield from group_sentences(game)
    if game.partners:
        yield f"Partners are {' against '.join(listed(map(player, sorted(team))) for team in game.partners)}."
    if tokens:
        yield f"Each player has a stash of {words.token}s{' and a bet' if uses_bets(game) else ''}."
    if game.tables:
        down = any(isinstance(node, tree.DealTables) and node.face == tree.DOWN for node in game.nodes)
        face = "" if down else " face up,"
        yield f"Cards on the table lie{face} in {_tables(game, words)}."
        if any(isinstance(node, PUTS) and _is_hidden(node) for node in game.nodes):
            yield "Cards that are put face down stay so until they are turned up."
    if game.uses_stacks:
        yield f"Each player also has a {words.stack}, face down; cards come from its top and go under it."


def _tables(game: tree.Game, words: Words) -> str:
    """Return the tables of a game, those of a layout together."""
    in_layouts = {which for layout in game.layouts for which in layout.tables}
    single = [which for which in range(game.tables) if which not in in_layouts]
    piles = [] if words.all_named(single) else ["the pile" if len(single) == 1 else "the piles"]
    return " ".join([*piles, listed([*map(words.table, single), *layout_phrases(game)])])


def _is_hidden(put: tree.Put | tree.PutCards | tree.PutPlay) -> bool:
    return isinstance(put.zone, tree.Table) and put.face == tree.DOWN


def uses_tokens(game: tree.Game) -> bool:
    """Return whether players of a game get tokens."""
    return game.uses(tree.Give, tree.Gain) or any(isinstance(n, tree.Trick) and n.reward for n in game.nodes)


def uses_bets(game: tree.Game) -> bool:
    """Return whether players of a game bet tokens."""
    bets = tree.Bet | tree.BetAll
    return any(isinstance(node, bets) or getattr(node, "pile", None) == tree.BET for node in game.nodes)


# How a stage is played.


def _turns(game: tree.Game) -> Iterator[str]:
    rules = [rule for stage in game.written_stages() for rule in stage.rules]
    if game.players == 1:
        yield from _lone_turns(game, rules)
        return
    leader = "the winner of the last trick (P1 before the first trick)" if game.uses(tree.Trick) else "P1"
    if game.uses(tree.Lead, tree.NextStarts, tree.ShownStarts):
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
    if any(stage.together for stage in game.written_stages()):
        yield "Where everybody chooses at the same time, nobody sees what the others choose before all have chosen."
    if game.uses(tree.Draw) and game.uses(tree.Show) and game.switch("drawing") == "when_stuck":
        yield _drawing(game)
    if game.uses(tree.Draw, tree.Deck, tree.Ask):
        yield EMPTY[str(game.switch("empty_deck"))].format(T0=Words(game).table(0))


def _lone_turns(game: tree.Game, rules: list[tree.Rule]) -> Iterator[str]:
    """Yield how the only player takes turns."""
    yield "The game is played in stages, one after the other. In each stage you take one turn after another."
    if any(tree.MANDATORY in rule.modifiers for rule in rules):
        yield MANDATORY[str(game.switch("mandatory"))]
    yield CHOICES[str(game.switch("rules_per_turn"))]
    yield PASSING[str(game.switch("passing"))]
    yield "If there is nothing you can do, the stage ends."


def _drawing(game: tree.Game) -> str:
    """Return when a card can be drawn: only rules that compare a card with a table stand in the way."""
    stages = [
        stage for stage in game.written_stages() if any(isinstance(rule.antecedent, tree.Draw) for rule in stage.rules)
    ]
    others = any(isinstance(each, PUTS) for stage in stages for rule in stage.rules for each in rule.consequents)
    what = "card that matches a table as a rule demands" if others else "card to play"
    return f"You may draw a card only if you have no {what}."


# The effects of cards.


def _effects(game: tree.Game) -> Iterator[str]:
    phrases = Phrases(game)
    yield "Some cards have an effect when a player puts them on the table:"
    for effect in game.effects:
        table = phrases.words.table(effect.table.which)
        tests = "".join(f" and {phrases.amounts.test(test)}" for test in effect.tests)
        what = selection(effect.cards).replace(" of your choice", "")
        line = f"When you put {what} on {table}{tests}, {phrases.amounts.effect(effect.rule)}."
        yield from _paragraph(line, BULLET, " " * len(BULLET))


# The stages.


def _stages(game: tree.Game) -> Iterator[str]:
    numbers = {id(stage): number for number, stage in enumerate(game.written_stages(), 1)}
    for part in game.stages:
        yield from _part(part, numbers, Phrases(game))


def _part(part: tree.Part, numbers: dict[int, int], phrases: Phrases) -> Iterator[str]:
    if isinstance(part, tree.Stage):
        number = numbers[id(part)]
        by_partners = " (for one of each pair of partners)" if part.by_partners else ""
        together = " (everybody at the same time)" if part.together else ""
        yield f"{number}. {_capitalised(part.name) or f'Stage {number}'}{by_partners}{together}"
        yield from _dealing(part, phrases)
        first = next(k for k, each in enumerate(phrases.game.written_stages(), 1) if each.rules == part.rules)
        if first < number and part.rules:
            yield f"{INDENT}{'Then as' if part.com else 'As'} in stage {first}."
        else:
            yield from _rules(part, phrases)
        return
    inside = [numbers[id(stage)] for stage in tree.stages_in(part.stages)]
    which = f"{inside[0]} {'and' if len(inside) == 2 else 'to'} {inside[-1]}" if len(inside) > 1 else str(inside[0])
    what = f"Stages {which} are played in turn," if len(inside) > 1 else f"Stage {which} is played"
    if isinstance(part, tree.Repeat):
        yield f"{what} {part.times} times:"
    elif isinstance(part, tree.ForEach):
        whose = "of your" if phrases.own_layout(part.layout) else "of the"
        yield f"{what} once for each {whose} {plural_name(part.layout)}:"
    else:
        condition = of_somebody(phrases.condition(part.condition))
        yield from _paragraph(f"{what.rstrip(',')} again and again, until at the end {condition}:")
    for each in part.stages:
        yield from _part(each, numbers, phrases)


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _dealing(stage: tree.Stage, phrases: Phrases) -> list[str]:
    return _paragraph(f"The dealer {_dealer(stage.com, phrases)}.", INDENT, INDENT) if stage.com else []


def _rules(stage: tree.Stage, phrases: Phrases) -> Iterator[str]:
    for number, (step, rules) in enumerate(groupby(stage.rules, lambda rule: rule.step)):
        if step or number:
            yield f"{INDENT}{'At any time:' if not step else 'Then:' if number else 'First:'}"
        alike = list(rules)
        for rule in alike:
            may = "must" if _is_forced(rule, alike if step else stage.rules, phrases.game) else "may"
            yield from _paragraph(_rule(rule, phrases, may), BULLET, " " * len(BULLET))


def _is_forced(rule: tree.Rule, rules: Sequence[tree.Rule], game: tree.Game) -> bool:
    """Return whether a player has nothing else to choose: the only rule of a stage or a step, and no passing."""
    return len(rules) == 1 and not rule.modifiers and game.switch("passing") == "never"


def _rule(rule: tree.Rule, phrases: Phrases, may: str) -> str:
    condition, first, *rest = phrases.rule_condition(rule), *phrases.actions(rule)
    actions = listed([first, *rest])
    name = PARTICLE.sub("", _capitalised(rule.say))
    called = f"{name}: " if name else ""
    if tree.MANDATORY in rule.modifiers:
        called = f"{name} (mandatory): " if name else "Mandatory: "
        return f"{called}if {condition}, you {actions}." if condition else f"{called}{actions}."
    if isinstance(rule.antecedent, tree.Show) and rule.consequents[0] == tree.PlayIt():
        condition, first = phrases.further_conditions(rule), phrases.playing(rule.antecedent)
    if rule.say == PLAY and first.startswith(("play ", "put ")):
        called, first = "", f"play {first.partition(' ')[2]}"
    actions = listed([first, *rest])
    conditions = ["you can do none of the above"] if tree.OTHERWISE in rule.modifiers else []
    conditions += [condition] if condition else []
    start = "once per stage, " if tree.ONCE in rule.modifiers else ""
    start += f"if {' and '.join(conditions)}, " if conditions else ""
    text = f"{start}you {may} {actions}."
    return called + text if called else _capitalised(text)


def _dealer(coms: tuple[tree.Com, ...], phrases: Phrases) -> str:
    """Return what the dealer does; com rules of the same kind share their verb."""
    groups = groupby((_com(com, phrases) for com in coms), lambda each: each[0])
    clauses = [(verb, [what for _, what in group]) for verb, group in groups]
    *most, last = (f"{verb} {listed(whats)}{WHENCE.get(verb, '')}" for verb, whats in clauses)
    comma = "," if any(len(whats) > 1 for _, whats in clauses) else ""
    return f"{', '.join(most)}{comma} and {last}" if most else last


def _com(com: tree.Com, phrases: Phrases) -> tuple[str, str]:
    """Return the verb and the rest of what the dealer does."""
    words = phrases.words
    match com:
        case tree.Deal():
            return "deals", f"{count(com.amount, 'card')} to {_receivers(com.to, words)}"
        case tree.Give():
            return "gives", f"{words.tokens(com.amount)} to {_receivers(com.to, words)}"
        case tree.Remove():
            return "removes", every(com.cards)
        case tree.Trump():
            already = "" if _is_first_trump(com, phrases.game) else " (unless there is a trump suit already)"
            return "makes", f"the suit of {words.top_card(com.table.which)} trumps{already}"
        case tree.DealCount():
            return "deals", f"to each player as many cards as {phrases.amounts.starters(com.amount)}"
        case tree.Gather():
            return "gathers and shuffles", "all cards"
        case tree.Move():
            return "moves", f"all cards from {words.table(com.table.which)} to {words.table(com.to.which)}"
        case tree.MoveHands():
            return "lets", "everybody give the whole hand to the next player"
        case tree.Reveal():
            return "turns up", f"the cards of {words.table(com.table.which)}"
        case tree.DealTables(amount, to, face):
            where = f"the {plural_name(to.name)} in turn" if isinstance(to, tree.InLayout) else words.table(to.which)
            return "deals", f"{count(amount, 'card')}{' face down' if face == tree.DOWN else ''} to {where}"
        case tree.Forget():
            return "cancels", "what was said before"
        case tree.NextStarts():
            return "lets", "the next player start the stages from now on"
        case tree.DealCards(cards, to):
            return "deals", f"{every(cards)} to {player(to) if isinstance(to, int) else words.table(to.which)}"
        case tree.AddForAll(amount, word, None):
            return ("adds", f"{amount} to the {word}") if amount >= 0 else ("takes", f"{-amount} off the {word}")
        case tree.AddForAll(word=word, most=most):
            return "moves", f"the {word} on by one (from 1 to {most}, then from 1 again)"
        case tree.DealUntil() | tree.ShownStarts() | tree.AllReturn():
            return dealer_action(com, words)
    return "moves", _trick(com, phrases)


def _is_first_trump(com: tree.Trump, game: tree.Game) -> bool:
    """Return whether there is no trump suit yet when a card is turned up: it is the first of a game or of a deal."""
    alone = sum(isinstance(node, tree.Trump | tree.ChooseTrump) for node in game.nodes) == 1
    gathered = any(com in stage.com and tree.Gather() in stage.com for stage in game.written_stages())
    once = any(isinstance(part, tree.Stage) and com in part.com for part in game.stages)
    return alone and (gathered or once)


def _trick(com: tree.Trick, phrases: Phrases) -> str:
    words, deck = phrases.words, phrases.game.deck
    turned = phrases.game.uses(tree.Trump, tree.ChooseTrump) or (deck is not None and bool(deck.trumps))
    best = "the highest card of the suit led"
    if com.trump:
        trump = com.trump.removesuffix("s")
    elif turned:
        trump = "trump"
    if com.trump or turned:
        best = f"the highest {trump}, or of {best} if there is no {trump},"
    gained = f" and gains {words.tokens(com.reward)}" if com.reward else ""
    to = f"the winner's {words.stack}" if isinstance(com.to, tree.Stacks) else words.table(com.to.which)
    table = words.table(com.table.which)
    trick = "the trick" if table == "the trick" else f"the trick from {table}"
    return f"{trick} to {to} (the player of {best} wins the trick{gained})"


def _receivers(to: tuple[int, ...] | tree.Table | tree.Stacks | None, words: Words) -> str:
    if isinstance(to, tree.Table):
        return words.table(to.which)
    if isinstance(to, tree.Stacks):
        return f"each {words.stack}"
    return "each player" if to is None else listed(map(player, to))


# The values of cards, and who wins.


def _values(game: tree.Game) -> Iterator[str]:
    ordered = (isinstance(node, tree.Show | tree.Put) and node.relation in tree.RELATIONS for node in game.nodes)
    compares = game.uses(tree.ComparePlays, tree.Trick, tree.Highest, tree.Beat) or any(ordered)
    phrases = Phrases(game)
    compared = (isinstance(node, tree.CompareSums) and not phrases.needs_nobody(node) for node in game.nodes)
    counted = {node.name for node in game.nodes if isinstance(node, tree.Kept)} & {tree.DEADWOOD, tree.MELDED}
    sums = game.uses(tree.SumOf, tree.DealUntil) or any(compared) or bool(counted)
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


def _captured(captured: tree.Captured) -> str:
    return "every card" if captured.cards is None else every(captured.cards)


def _points(game: tree.Game) -> list[tuple[int, str]]:
    """Return the numbers of points and what they are for."""
    words = Words(game)
    where = "stash" if game.switch("points") == "stash" else "stash and your bet"
    score = (game.winning.score or 0) if game.uses(tree.Score) else 0
    return [
        (game.winning.token, f"each {words.token} in your {where}"),
        (game.winning.alive, "still being in the game"),
        (score, "each point of your score"),
        *((each.points, f"{_captured(each)} in your {words.stack}") for each in game.winning.captured),
    ]


def _end(game: tree.Game) -> Iterator[str]:
    if game.players == 1:
        score = " Your score says how far you came." if game.winning.score else ""
        turns = game.switch("turn_limit")
        yield f"If the game ends otherwise, or has not ended after {turns} turns, you have lost it.{score}"
        return
    if game.winning.score and not game.winning.captured and game.uses(tree.Score):
        yield _by_score(game)
        yield _limit(game)
        return
    words = Words(game)
    if not game.winning.captured and not game.winning.alive and game.winning.token == 1 and words.token == POINT:
        yield TIES[str(game.switch("ties"))]
        yield _limit(game)
        return
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
    yield _limit(game)


def _limit(game: tree.Game) -> str:
    counted = COUNTED[str(game.switch("counting"))]
    return f"A game that has not ended after {game.switch('turn_limit')} {counted} is abandoned."


def _by_score(game: tree.Game) -> str:
    """Return who wins by the score alone."""
    best = "highest" if (game.winning.score or 0) > 0 else "lowest"
    who = "partners with the {} score together win" if game.partners else "player with the {} score wins"
    return f"At the end of the game, the {who.format(best)}; {TIED_SCORES[str(game.switch('ties'))]}."
