"""Rules as text: the dealer's commands, conditions and what rules do.

>>> from cardwright import cgdl
>>> print(rule_text(cgdl.load("texas").stages[2].rules[0]))
mandatory if tokens KX1 < KA1 then out
"""

from __future__ import annotations

from typing import Any

from . import tree
from .card_printer import combination_text, selection_text, tokens_text, zone_text, zones_text


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
        tests = [antecedent_text(rule.antecedent), *map(signed_test_text, rule.also)]
        words.append(f"if {' and '.join(tests)} then")
    words.append(", ".join(map(consequent_text, rule.consequents)))
    return " ".join(words)


def antecedent_text(antecedent: tree.Antecedent) -> str:
    """Return the condition of a rule as text; empty if it always holds."""
    if isinstance(antecedent, tree.Condition):
        return " or ".join(" and ".join(map(signed_test_text, tests)) for tests in antecedent.alternatives)
    match antecedent:
        case tree.Always():
            return ""
        case tree.CompareTokens(left, relation, right):
            return f"tokens {tokens_text(left)} {relation} {tokens_text(right)}"
        case tree.ComparePlays(left, relation, right):
            return f"play {zones_text(left)} {relation} {zones_text(right)}"
        case tree.CompareSums(left, relation, right):
            return f"sum {zones_text(left)} {relation} {right if isinstance(right, int) else zones_text(right)}"
        case tree.Have(parts):
            return f"have {' + '.join(map(combination_text, parts)) or 'nothing'}"
        case tree.Draw():
            return "draw"
        case tree.Found(cards, zones):
            return f"found {selection_text(cards)} in {zones_text(zones)}"
        case tree.ComparePoints(left, relation, right):
            return f"points {zone_text(left)} {relation} {right if isinstance(right, int) else zone_text(right)}"
    return f"show {antecedent.relation} {zone_text(antecedent.table)}"


def signed_test_text(test: tree.Test) -> str:
    """Return a test of a condition as text, with `not` in front if it is negated."""
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
            return (
                f"cards {zones_text(zones)}"
                if cards is None
                else f"count {selection_text(cards)} in {zones_text(zones)}"
            )
        case tree.BestOf(cards, zones):
            return f"best {selection_text(cards)} in {zones_text(zones)}"
        case tree.SumOf(zones):
            return f"sum {zones_text(zones)}"
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
    words = [f"move {selection_text(move.cards)}{above} from {zones_text(move.sources)} to {zone_text(move.to)}"]
    return " ".join([*words, *move.fits, *([move.empty] if move.empty else [])])


def _group_text(consequent: tree.Groups) -> str:
    match consequent:
        case tree.Lay(kind, least, or_more, table, required, natural, top):
            size = "" if kind == tree.POKER_HAND else f" of {least}{' or more' if or_more else ''}"
            size += " without jokers" if natural else ""
            parts = [*([_top(top)] if top else []), *([selection_text(required)] if required else [])]
            containing = f" with {' and '.join(parts)}" if parts else ""
            return f"lay {kind}{size}{containing} in {zone_text(table)}"
        case tree.LayAll(table):
            return f"lay all in {zone_text(table)}"
        case tree.LayOff(whose, table, top):
            return f"lay off {f'{_top(top)} ' if top else ''}on {whose} in {zone_text(table)}"
    return f"beat {zone_text(consequent.table)}"


def _top(table: tree.Table) -> str:
    return f"top of {zone_text(table)}"


def effect_text(effect: tree.Effect) -> str:
    """Return an effect of cards as text."""
    tests = [f"{selection_text(effect.cards)} in {zone_text(effect.table)}", *map(signed_test_text, effect.tests)]
    return f"{' and '.join(tests)} then {', '.join(map(consequent_text, effect.consequents))}"
