"""From a game back to text, in one fixed layout: the text reads back as the same tree.

>>> from cardwright import cgdl
>>> print(rule_text(cgdl.load("texas").stages[2].rules[0]))
mandatory if tokens KX1 < KA1 then out
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from . import tree

INDENT = "    "
LETTERS = {
    tree.ME: "X", tree.OTHERS: "A", tree.LEFT: "L", tree.RIGHT: "R", tree.OPPOSITE: "O",
    tree.STARTER: "B", tree.CHOSEN: "C",
}  # fmt: skip


class Line(NamedTuple):
    """A line of the text and its depth of indentation."""

    depth: int
    text: str

    def __str__(self) -> str:
        return f"{INDENT * self.depth}{self.text}".rstrip()


BLANK = Line(0, "")


def text(game: tree.Game) -> str:
    """Return the game as text.

    >>> from cardwright import cgdl
    >>> uno = cgdl.load("uno")
    >>> cgdl.parse(text(uno)) == uno
    True
    """
    return "".join(f"{line}\n" for line in lines(game))


def lines(game: tree.Game) -> Iterator[Line]:
    """Yield the lines of the text."""
    yield Line(0, f"language {game.language}")
    yield Line(0, f'game "{game.name}"')
    if game.version:
        yield Line(0, f'version "{game.version}"')
    if game.source:
        yield Line(0, f'source "{game.source}"')
    yield Line(0, f"players {game.players}")
    if game.partners:
        yield Line(0, f"partners {', '.join(' and '.join(map(str, team)) for team in game.partners)}")
    yield Line(0, f"tables {game.tables}")
    if game.deck:
        yield from _deck(game.deck)
    for kind in game.named:
        yield Line(0, f"cards {kind.name} = {', '.join(map(selection_text, kind.cards))}")
    if game.jokers:
        yield Line(0, jokers_text(game.jokers))
    for layout in game.layouts:
        yield Line(0, layout_text(layout))
    for name in game.names:
        yield Line(0, f'name {_named(name.what)} "{name.text}"')
    if game.switches:
        yield BLANK
    for setting in game.switches:
        yield Line(0, setting_text(setting))
    yield BLANK
    if game.effects:
        yield Line(0, "when {")
        for effect in game.effects:
            yield Line(1, effect_text(effect))
        yield Line(0, "}")
        yield BLANK
    for part in game.stages:
        yield from _part(part, 0)
    yield BLANK
    if game.ranking:
        yield Line(0, "ranking {")
        for rank in game.ranking:
            yield Line(1, f"{combination_text(rank.what)} = {' or '.join(map(str, rank.scores))}")
        yield Line(0, "}")
        yield BLANK
    yield Line(0, "winning {")
    if game.winning.score is None:
        yield Line(1, f"token = {game.winning.token}")
        yield Line(1, f"alive = {game.winning.alive}")
    else:
        yield Line(1, f"score = {game.winning.score}")
    for captured in game.winning.captured:
        yield Line(1, f"captured {cards_text(captured.cards)} = {captured.points}")
    yield Line(0, "}")


def _deck(deck: tree.OwnDeck) -> Iterator[Line]:
    yield Line(0, "deck {")
    if deck.suits:
        yield Line(1, f"suits {', '.join(deck.suits)}")
    for copies in deck.copies:
        each = "each " if copies.each else ""
        yield Line(1, f"{copies.amount} of {each}{', '.join(map(_ranks, copies.ranks))}")
    if deck.bowers:
        yield Line(1, f"bowers {deck.bowers}")
    if deck.trumps:
        yield Line(1, f"trumps {', '.join(map(selection_text, deck.trumps))}")
    yield Line(0, "}")


def _ranks(ranks: tree.Ranks) -> str:
    return str(ranks.first) if ranks.last is None else f"{ranks.first} to {ranks.last}"


def _named(what: tree.Table | str) -> str:
    return zone_text(what) if isinstance(what, tree.Table) else what


def effect_text(effect: tree.Effect) -> str:
    """Return an effect of cards as text."""
    tests = [f"{selection_text(effect.cards)} in {zone_text(effect.table)}", *map(_test_text, effect.tests)]
    return f"{' and '.join(tests)} then {', '.join(map(consequent_text, effect.consequents))}"


def setting_text(setting: tree.Setting) -> str:
    """Return a switch as text."""
    return f"with {setting.name} = {setting.value}"


def _part(part: tree.Part, depth: int) -> Iterator[Line]:
    if isinstance(part, tree.Stage):
        yield from _stage(part, depth)
        return
    times = _times(part)
    yield Line(depth, f"repeat {times} {{")
    for inside in part.stages:
        yield from _part(inside, depth + 1)
    yield Line(depth, "}")


def _times(part: tree.Repeat | tree.Until | tree.ForEach) -> str:
    if isinstance(part, tree.ForEach):
        return f"for each {part.layout}"
    return str(part.times) if isinstance(part, tree.Repeat) else f"until {antecedent_text(part.condition)}"


def layout_text(layout: tree.Layout) -> str:
    """Return a group of tables as text."""
    words = [f"layout {layout.name} = {zone_text(layout.first)} to {zone_text(layout.last)}"]
    words += ["by suit"] * layout.by_suit + ["for each player"] * layout.own
    return " ".join(words)


def jokers_text(jokers: tree.Jokers) -> str:
    """Return the cards that stand for others, and how many of them a group can have, as text."""
    most = "" if jokers.most is None else f" at most {jokers.most}"
    return f"jokers {', '.join(map(selection_text, jokers.cards))}{most}{' fewer than others' if jokers.fewer else ''}"


def _stage(stage: tree.Stage, depth: int) -> Iterator[Line]:
    words = ["stage", f'"{stage.name}"' if stage.name else "", "by partners" if stage.by_partners else ""]
    words += ["together" if stage.together else "", "{"]
    yield Line(depth, " ".join(filter(None, words)))
    for com in stage.com:
        yield Line(depth + 1, com_text(com))
    for number, (step, rules) in enumerate(groupby(stage.rules, lambda rule: rule.step)):
        if step:
            yield Line(depth + 1, "then {" if number else "first {")
        for rule in rules:
            yield Line(depth + 1 + (step > 0), rule_text(rule) + (f' say "{rule.say}"' if rule.say else ""))
        if step:
            yield Line(depth + 1, "}")
    yield Line(depth, "}")


def com_text(com: tree.Com) -> str:
    """Return a com rule as text."""
    match com:
        case tree.Deal():
            return f"com deal {com.amount} to {_receivers(com.to)}"
        case tree.Give():
            return f"com give {com.amount} to {_receivers(com.to)}"
        case tree.Remove():
            return f"com remove {combination_text(com.cards)}"
        case tree.Trump():
            return f"com trump {zone_text(com.table)}"
        case tree.Gather():
            return "com gather"
        case tree.DealCount():
            return f"com deal {measure_text(com.amount)} to all players"
        case tree.Move():
            return f"com move {zone_text(com.table)} to {zone_text(com.to)}"
        case tree.DealTables(amount, place, face):
            return f"com deal {amount} to {zone_text(place)} face {face}"
        case tree.AddForAll(amount, word, most):
            return f"com add {amount} to {word}" if most is None else f"com count {word} to {most}"
        case tree.MoveHands():
            return "com move hands"
        case tree.Reveal(table):
            return f"com reveal {zone_text(table)}"
        case tree.Forget():
            return "com forget"
        case tree.NextStarts():
            return "com next starts"
        case tree.ShownStarts(which):
            return f"com {which} shown starts"
        case tree.DealUntil(table, total):
            return f"com deal to {zone_text(table)} until sum {total}"
        case tree.AllReturn():
            return "com all return"
        case tree.DealCards(cards, who):
            return (
                f"com deal {combination_text(cards)} to {f'player {who}' if isinstance(who, int) else zone_text(who)}"
            )
    to = "stack" if isinstance(com.to, tree.Stacks) else zone_text(com.to)
    trump = f" trump {com.trump}" if com.trump else ""
    reward = "" if com.given is None else f" for {com.given}"
    return f"com trick {zone_text(com.table)} to {to}{trump}{reward}"


def _receivers(to: tuple[int, ...] | tree.Table | tree.Stacks | None) -> str:
    if isinstance(to, tree.Table):
        return zone_text(to)
    if isinstance(to, tree.Stacks):
        return "all stacks"
    return "all players" if to is None else f"player {' and '.join(map(str, to))}"


def rule_text(rule: tree.Rule) -> str:
    """Return a rule as text, without the word that players have for it."""
    words = [*rule.modifiers]
    if not isinstance(rule.antecedent, tree.Always):
        tests = [antecedent_text(rule.antecedent), *map(_test_text, rule.also)]
        words.append(f"if {' and '.join(tests)} then")
    words.append(", ".join(map(consequent_text, rule.consequents)))
    return " ".join(words)


def antecedent_text(antecedent: tree.Antecedent) -> str:
    """Return the condition of a rule as text; empty if it always holds."""
    if isinstance(antecedent, tree.Condition):
        return " or ".join(" and ".join(map(_test_text, tests)) for tests in antecedent.alternatives)
    match antecedent:
        case tree.Always():
            return ""
        case tree.CompareTokens(left, relation, right):
            return f"tokens {tokens_text(left)} {relation} {tokens_text(right)}"
        case tree.ComparePlays(left, relation, right):
            return f"play {_zones(left)} {relation} {_zones(right)}"
        case tree.CompareSums(left, relation, right):
            return f"sum {_zones(left)} {relation} {right if isinstance(right, int) else _zones(right)}"
        case tree.Have(parts):
            return f"have {' + '.join(map(combination_text, parts)) or 'nothing'}"
        case tree.Draw():
            return "draw"
        case tree.Found(cards, zones):
            return f"found {selection_text(cards)} in {_zones(zones)}"
        case tree.ComparePoints(left, relation, right):
            return f"points {zone_text(left)} {relation} {right if isinstance(right, int) else zone_text(right)}"
    return f"show {antecedent.relation} {zone_text(antecedent.table)}"


def _test_text(test: tree.Test) -> str:
    return f"{'not ' if test.negated else ''}{test_text(test.what)}"


def test_text(what: Any) -> str:
    """Return a test of a condition as text, without `not`."""
    match what:
        case tree.Compare(left, relation, right):
            return f"{measure_text(left)} {relation} {right if isinstance(right, int) else measure_text(right)}"
        case tree.Called(word, others):
            return f"{'others ' if others else ''}called {word}"
        case tree.Leader():
            return "leader"
        case tree.Highest(table):
            return f"highest in {zone_text(table)}"
        case tree.OnTop(cards, table):
            return f"found {cards if isinstance(cards, str) else selection_text(cards)} on {zone_text(table)}"
        case tree.IsTrump(suit):
            return f"trump {suit}"
        case tree.CapturedLast():
            return "captured last"
        case tree.Caught():
            return "caught"
        case tree.Alone():
            return "alone"
        case tree.Chosen(word):
            return f"chosen {word}"
        case tree.Last(table):
            return f"last on {zone_text(table)}"
        case tree.Taken():
            return "taken"
        case tree.OthersOut():
            return "others out"
    return antecedent_text(what)


def measure_text(measure: tree.Measure) -> str:
    """Return something that is counted as text."""
    match measure:
        case tree.CardCount(zones, cards):
            return f"cards {_zones(zones)}" if cards is None else f"count {selection_text(cards)} in {_zones(zones)}"
        case tree.BestOf(cards, zones):
            return f"best {selection_text(cards)} in {_zones(zones)}"
        case tree.SumOf(zones):
            return f"sum {_zones(zones)}"
        case tree.PointsOf(stack):
            return f"points {zone_text(stack)}"
        case tree.TokensOf(pile):
            return f"tokens {tokens_text(pile)}"
        case tree.GroupsOf(size, natural, whose):
            own = "our " if whose == tree.US else ""
            return f"{own}groups of {size}{' without jokers' if natural else ''}"
        case tree.Kept(name, tree.US):
            return f"our {name}"
        case tree.Kept(name, tree.OTHERS):
            return f"{name} of others"
    return measure.name


def amount_text(amount: tree.Amount) -> str:
    """Return an amount as text."""
    if amount.each is None:
        return str(amount.number)
    per = "" if amount.number is None else f"{amount.number} per "
    over = "" if amount.over is None else f" over {measure_text(amount.over)}"
    return f"{per}{measure_text(amount.each)}{over}"


def consequent_text(consequent: tree.Consequent) -> str:
    """Return a consequent as text."""
    match consequent:
        case tree.Take(amount, source, face):
            return f"take {amount} from {zone_text(source)} face {face}"
        case tree.Put(amount, zone, relation, face):
            return f"put {amount} in {zone_text(zone)} {relation} face {face}"
        case tree.PutPlay(play, zone, face):
            return f"put {play.name} in {zone_text(zone)} face {face}"
        case tree.PutCards(cards, zone, face, relation):
            same = "" if relation == tree.ANY else f" {relation}"
            return f"put {selection_text(cards)} in {zone_text(zone)}{same} face {face}"
        case tree.PutHighest(amount, hand, face):
            return f"put {amount} highest in {zone_text(hand)} face {face}"
        case tree.Turn(amount, source, table):
            return f"turn {amount} from {zone_text(source)} to {zone_text(table)}"
        case tree.Ask(hand):
            return f"ask {zone_text(hand)}"
        case tree.Bet(_, tokens, int(chips)):
            return f"bet {chips}" if tokens is None else f"bet {chips} over {tokens_text(tokens)}"
        case tree.Bet(relation, tokens):
            return f"bet {relation}" if tokens is None else f"bet {relation} {tokens_text(tokens)}"
        case tree.BetAll():
            return "bet all"
        case tree.Gain(tokens):
            return f"gain {tokens_text(tokens)}"
        case tree.Score(amount):
            return f"score {amount_text(amount)}"
        case tree.Add(amount, word):
            return f"add {amount_text(amount)} to {word}"
        case tree.Choose(word=word, without=str(without)) if without:
            return f"choose player except {without} as {word}"
        case tree.Choose(word=word, having=str(having), number=number) if having:
            return f"choose player with {having} = {number} as {word}"
        case tree.Choose(word=word, kind=tree.OF_CARD | tree.OF_PLAYER | tree.OF_SUIT as kind):
            return f"choose {kind} as {word}"
        case tree.Choose(lowest, highest, word, kind):
            higher = f"{kind} " if kind else ""
            to = highest if isinstance(highest, int) else measure_text(highest)
            return f"choose {higher}{lowest} to {to} as {word}"
        case tree.ChooseTrump():
            return "choose trump"
        case tree.Call(word):
            return f"call {word}"
        case tree.Capture(table):
            return f"capture {zone_text(table)}"
        case tree.CaptureCards(by, table):
            return f"capture {by} from {zone_text(table)}"
        case tree.MoveCards():
            return _move(consequent)
        case tree.RevealTop(place):
            return f"reveal top of {zone_text(place)}"
        case tree.TurnOver(table):
            return f"turn over {zone_text(table)}"
        case tree.ChooseSuit(table):
            return f"choose suit of {zone_text(table)}"
        case tree.NextTakes(amount):
            return f"next takes {amount} from D"
        case tree.NextMisses():
            return "next misses"
        case tree.TurnAround():
            return "turn around"
        case tree.SwapHands(hand):
            return f"swap hands with {zone_text(hand)}"
        case tree.MoveHands():
            return "move hands"
        case tree.SharePot():
            return "share pot"
        case tree.ForgetOwn():
            return "forget"
        case tree.LookAt(hand):
            return f"look at {zone_text(hand)}"
        case tree.PutAll(hand, table):
            return f"put all from {zone_text(hand)} in {zone_text(table)}"
        case tree.ChosenTakes(amount):
            return f"chosen takes {amount} from D"
        case tree.ChosenOut():
            return "chosen out"
        case tree.TakeAll(table):
            return f"take all from {zone_text(table)}"
        case tree.TakeTo(amount):
            return f"take to {amount} from D"
        case tree.Reveal(table):
            return f"reveal {zone_text(table)}"
        case tree.Lay() | tree.LayAll() | tree.LayOff() | tree.Beat():
            return _group_text(consequent)
    return type(consequent).__name__.lower()


def _move(move: tree.MoveCards) -> str:
    above = " and above" if move.above else ""
    words = [f"move {selection_text(move.cards)}{above} from {_zones(move.sources)} to {zone_text(move.to)}"]
    return " ".join([*words, *move.fits, *([move.empty] if move.empty else [])])


def _group_text(consequent: tree.Groups) -> str:
    match consequent:
        case tree.Lay(kind, least, or_more, table, required):
            size = "" if kind == tree.POKER_HAND else f" of {least}{' or more' if or_more else ''}"
            containing = "" if required is None else f" with {selection_text(required)}"
            return f"lay {kind}{size}{containing} in {zone_text(table)}"
        case tree.LayAll(table):
            return f"lay all in {zone_text(table)}"
        case tree.LayOff(whose, table):
            return f"lay off on {whose} in {zone_text(table)}"
    return f"beat {zone_text(consequent.table)}"


def combination_text(combination: tree.Combination) -> str:
    """Return cards or a play as text."""
    match combination:
        case tree.Card(number, suit):
            return f"{number} of {suit}"
        case tree.Number(number):
            return f"number {number}"
        case tree.Suit(suit):
            return f"suit {suit}"
        case tree.Kind(name) if name.isdecimal():
            return f"number {name}"
    return combination.name


def cards_text(cards: tree.Cards | tree.CalledCards | None) -> str:
    """Return cards as text, None as `any`."""
    if isinstance(cards, tree.CalledCards):
        return f"{cards.kind} {cards.word}"
    return tree.ANY if cards is None else combination_text(cards)


def selection_text(selection: tree.Selection) -> str:
    """Return a selection of cards as text."""
    return " except ".join([cards_text(selection.cards), *map(cards_text, selection.without)])


def zone_text(zone: tree.CardZone | tree.InLayout | tree.Exactly) -> str:
    """Return a zone of cards as text."""
    match zone:
        case tree.Table(which):
            return f"T{which}"
        case tree.Hand(who):
            return f"H{LETTERS.get(who, who)}"
        case tree.Stack(who):
            return f"S{LETTERS.get(who, who)}"
        case tree.InLayout(name, this):
            return f"this {name}" if this else name
        case tree.Exactly(amount, part):
            return f"{amount} of {zone_text(part)}"
    return "D"


def tokens_text(tokens: tree.Tokens | int) -> str:
    """Return a pile of tokens, or a number of tokens, as text."""
    return str(tokens) if isinstance(tokens, int) else f"K{LETTERS.get(tokens.who, tokens.who)}{tokens.pile}"


def _zones(zones: Iterable[tree.CardZone | tree.InLayout | tree.Exactly]) -> str:
    return " + ".join(map(zone_text, zones))
