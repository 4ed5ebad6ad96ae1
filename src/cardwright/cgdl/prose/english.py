"""The rules of a game in plain English, made from its tree: enough to sit down and play."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

from ..language import tree
from ..language.decks import pack_of
from .amounts import of_somebody
from .cards import selection
from .dealing import dealer
from .decks import deck_sentences
from .groups import group_sentences
from .layouts import layout_phrases, plural_name
from .phrases import Phrases
from .values import values
from .winning import winning
from .words import Words, listed, player

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

PLAY = "play"  # the word of a rule that needs no heading: it is the verb of the sentence
PARTICLE = re.compile(r" (with|on|to|from)$")  # of a verb such as "bet on"
PUTS = (tree.Put, tree.PutCards, tree.PutPlay)
TAKES = (tree.Take, tree.Turn)


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
    for line in (*values(game), *winning(game)):
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
        down = any(node.face == tree.DOWN for node in game.of(tree.DealTables))
        face = "" if down else " face up,"
        yield f"Cards on the table lie{face} in {_tables(game, words)}."
        if any(map(_is_hidden, game.of(*PUTS))):
            yield "Cards that are put face down stay so until they are turned up."
    if game.uses_stacks:
        stack = words.stack if words.stack.endswith("s") else f"a {words.stack}"
        order = "; cards come from the top and go under the lowest" if any(map(_from_stack, game.of(*TAKES))) else ""
        yield f"Each player also has {stack}, {_face_of_stacks(game)}{order}."


def _tables(game: tree.Game, words: Words) -> str:
    """Return the tables of a game, those of a layout together."""
    in_layouts = {which for layout in game.layouts for which in layout.tables}
    single = [which for which in range(game.tables) if which not in in_layouts]
    piles = [] if words.all_named(single) else ["the pile" if len(single) == 1 else "the piles"]
    return " ".join([*piles, listed([*map(words.table, single), *layout_phrases(game)])])


def _is_hidden(put: tree.Put | tree.PutCards | tree.PutPlay) -> bool:
    return isinstance(put.zone, tree.Table) and put.face == tree.DOWN


def _face_of_stacks(game: tree.Game) -> str:
    """Return how cards lie in stacks: everybody sees those that are won, unless others move there unseen."""
    dealt = any(isinstance(deal.to, tree.Stacks) for deal in game.of(tree.Deal))
    put = any(isinstance(each.zone, tree.Stack) and each.face == tree.DOWN for each in game.of(*PUTS))
    taken = any(_from_stack(each) and each.face == tree.DOWN for each in game.of(tree.Take))
    if not (dealt or put or taken):
        return "face up"
    tricks = any(isinstance(trick.to, tree.Stacks) for trick in game.of(tree.Trick))
    won = tricks or game.uses(tree.Capture, tree.CaptureCards)
    return "face down, but everybody remembers the cards won" if won else "face down"


def _from_stack(taken: tree.Take | tree.Turn) -> bool:
    return isinstance(taken.source, tree.Stack)


def uses_tokens(game: tree.Game) -> bool:
    """Return whether players of a game get tokens."""
    return game.uses(tree.Give, tree.Gain) or any(trick.reward for trick in game.of(tree.Trick))


def uses_bets(game: tree.Game) -> bool:
    """Return whether players of a game bet tokens."""
    return game.uses(tree.Bet, tree.BetAll) or any(getattr(node, "pile", None) == tree.BET for node in game.nodes)


# How a stage is played.


def _turns(game: tree.Game) -> Iterator[str]:
    rules = [rule for stage in game.written_stages() for rule in stage.rules]
    if game.players == 1:
        yield from _lone_turns(game, rules)
        return
    leader = "P1 (in later deals with the next player)" if game.uses(tree.Gather) else "P1"
    if game.uses(tree.Trick):
        later = ", in later deals the next player" if game.uses(tree.Gather) else ""
        leader = f"the winner of the last trick (P1 before the first trick{later})"
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
    return _paragraph(f"The dealer {dealer(stage.com, phrases)}.", INDENT, INDENT) if stage.com else []


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
