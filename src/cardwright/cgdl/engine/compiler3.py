"""What only games of language 3 have in their tables: jumps, tests, amounts, steps and teams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..language import tree
from ..language.decks import Pack
from . import codes
from .antecedents import RELATIONS, set_antecedent, side
from .captures import Catch
from .codes import ByWord, Condition, DealerOp, Jump, Kind, Op, Relation, Zone
from .group_compiler import set_group, set_groups
from .layout_tables import place_of, set_layouts, set_move
from .state import CARDS, NONE, Need

USUAL_SCORE = 10
PLAIN: dict[type[tree.Node], Op] = {
    tree.Stop: Op.STOP, tree.Again: Op.AGAIN,
    tree.SharePot: Op.SHARE_POT, tree.Reopen: Op.REOPEN, tree.ForgetOwn: Op.FORGET_OWN,
    tree.NextMisses: Op.MISS, tree.TurnAround: Op.TURN_AROUND, tree.MoveHands: Op.MOVE_HANDS,
}  # fmt: skip
CHOICES = {tree.HIGHER: (Relation.MORE, Zone.DECK), tree.OF_PLAYER: (Relation.ANY, Zone.HAND)}
CATCHES = {
    tree.BY_NUMBER: Catch.NUMBER,
    tree.BY_SUM: Catch.SUM,
    tree.BY_EITHER: Catch.NUMBER | Catch.SUM,
    tree.NUMBER_FIRST: Catch.NUMBER | Catch.SUM | Catch.NUMBER_FIRST,
}
PLAIN_COMS: dict[type[tree.Node], DealerOp] = {
    tree.MoveHands: DealerOp.MOVE_HANDS, tree.Forget: DealerOp.FORGET, tree.NextStarts: DealerOp.NEXT_STARTS,
    tree.AllReturn: DealerOp.ALL_RETURN,
}  # fmt: skip


class More:
    """Fills the tables of language 3 while the rules of a game are compiled."""

    def __init__(self, record: Any, game: tree.Game, limit: int, pack: Pack):
        self.record, self.game, self.limit, self.pack = record, game, limit, pack
        self.test_count = self.amount_count = self.jump_count = 0
        self.layouts = game.layout_names
        self.move_count = 0
        set_layouts(record, game)
        self.lasts: dict[int, int] = {}  # for each stage the last place from which it can come again
        record["score_points"] = game.winning.score or 0
        record["score_scale"] = max((abs(number) for number in _score_limits(game)), default=USUAL_SCORE) or USUAL_SCORE
        record["word_count"] = len(game.words)
        record["share_ties"] = game.switch("ties") == "shared"
        record["counters"] = sum(1 << game.words.index(word) for word in game.counters)
        record["shows_picked"] = game.uses(tree.CaptureCards, tree.MoveCards)
        for node in game.of(tree.CaptureCards):
            record["catches"][node.table.which] |= CATCHES[node.by]
        record["team"] = np.arange(len(record["team"]))
        set_groups(record, game, pack)
        record["player_word"] = next((game.words.index(word) for word in game.words if _names_player(game, word)), 0)
        record["shares_pots"] = game.uses(tree.SharePot)
        record["trump_cards"] = sum(1 << card for card in pack.trumps)
        for team in game.partners:
            record["team"][list(team)] = min(team)

    # The order of play.

    def order(self, indices: dict[int, int]) -> list[int]:
        """Return the stages and jumps in the order of play."""
        order: list[int] = []
        for part in self.game.stages:
            first = len(order)
            self._place(part, 0, indices, order)
            self.lasts |= {stage: len(order) - 1 for stage in order[first:] if stage >= 0}
        return order

    def _place(self, part: tree.Part, depth: int, indices: dict[int, int], order: list[int]) -> None:
        if isinstance(part, tree.Stage):
            order.append(indices[id(part)])
            return
        target = len(order)
        for inside in part.stages:
            self._place(inside, depth + 1, indices, order)
        order.append(~self.jump_count)
        row = self.record["jumps"][self.jump_count]
        row["depth"], row["target"] = depth, target
        self.jump_count += 1
        self.record["jump_count"] = self.jump_count
        row["place"] = len(order) - 1
        if isinstance(part, tree.Repeat):
            row["kind"], row["times"] = Jump.TIMES, part.times
        elif isinstance(part, tree.ForEach):
            row["kind"], row["layout"] = Jump.EACH, self.layouts.index(part.layout)
            row["times"] = self.record["layouts"][row["layout"]]["tables_each"]
        else:
            row["kind"] = Jump.UNTIL
            row["first_test"], row["test_count"] = self.tests(alternatives_of(part.condition))

    def set_steps(self, index: int, stage: tree.Stage) -> None:
        """Set the rules of each step of a stage."""
        steps = sorted({rule.step for rule in stage.rules} - {0})
        self.record["step_count"][index] = len(steps)
        self.record["together"][index] = stage.together
        for number, step in enumerate(steps):
            self.record["steps"][index, number] = sum(
                1 << k
                for k, rule in enumerate(stage.rules)
                if rule.step == step and tree.MANDATORY not in rule.modifiers
            )

    # Effects of cards.

    def set_effects(self, rows: list[Any]) -> None:
        """Set the effects of cards, which are the last rules of every stage with rules."""
        effects = self.game.effects
        self.record["effect_count"] = len(effects)
        for k, effect in enumerate(effects):
            self.record["triggers"][k] = (self.pack.selected(effect.cards), effect.table.which)
        for index, stage in enumerate(self.game.written_stages()):
            self.record["first_effect"][index] = len(stage.rules)
            for k, row in enumerate(rows if stage.rules else []):
                self.record["rules"][index, len(stage.rules) + k] = row
        self.record["shows_suits"] = self.game.uses(tree.ChooseSuit)
        self.record["shows_turns"] = self.game.uses(tree.TurnAround, tree.NextMisses)

    # Conditions.

    def tests(self, alternatives: tuple[tuple[tree.Test, ...], ...]) -> tuple[int, int]:
        """Add the tests of a condition, and return the row of the first one and their number."""
        first = self.test_count
        for tests in alternatives:
            for number, test in enumerate(tests):
                row = self.record["tests"][self.test_count]
                self.test_count += 1
                self._set_test(row, test.what)
                row["negated"], row["alternative"] = test.negated, number == 0
        self.record["tests"][first]["alternative"] = 0
        return first, self.test_count - first

    def _set_test(self, row: Any, what: Any) -> None:
        match what:
            case tree.Compare(left, relation, right):
                row["condition"], row["relation"] = Condition.COMPARE, RELATIONS[relation]
                row["amount"] = self.amount(tree.Amount(None, left))
                two = tree.Amount(right) if isinstance(right, int) else tree.Amount(None, right)
                row["other_amount"] = self.amount(two)
            case tree.ComparePlays((tree.Exactly() as one, tree.Exactly() as two), relation, (three, four)):
                row["condition"], row["relation"] = Condition.EXACT_PLAYS, RELATIONS[relation]
                row["amount"], row["other_amount"] = self._exactly(one, two), self._exactly(three, four)
            case tree.Called(word, others):
                row["condition"], row["word"] = Condition.SAID, self.game.words.index(word)
                row["who"] = codes.OTHERS if others else codes.ME
            case tree.Leader():
                row["condition"] = Condition.LEADER
            case tree.Highest(table):
                row["condition"], row["table"] = Condition.HIGHEST, table.which
            case tree.OnTop(str(relation), table):
                row["condition"], row["table"], row["by_number"] = Condition.ON_TOP, table.which, 1
                row["relation"] = RELATIONS[relation]
            case tree.OnTop(tree.Selection() as cards, table):
                row["condition"], row["table"] = Condition.ON_TOP, table.which
                row["parts"][0] = self.pack.selected(cards)
                self._set_word(row, cards)
            case tree.IsTrump(suit):
                row["condition"], row["number"] = Condition.TRUMP, self.pack.suits.index(suit)
            case tree.Caught():
                row["condition"] = Condition.CAUGHT
            case tree.CapturedLast():
                row["condition"] = Condition.CAPTURED_LAST
            case tree.Alone():
                row["condition"] = Condition.ALONE
            case tree.Taken():
                row["condition"] = Condition.TAKEN
            case tree.Last(table):
                row["condition"], row["table"] = Condition.LAST, table.which
            case tree.OthersOut():
                row["condition"] = Condition.OTHERS_OUT
            case tree.Chosen(word):
                row["condition"], row["word"] = Condition.CHOSEN, self.game.words.index(word)
            case _:
                set_antecedent(row, what, self.limit, self.pack, self.layouts)
                if isinstance(what, tree.Found):
                    self._set_word(row, what.cards)

    def _set_word(self, row: Any, cards: tree.Selection | None) -> None:
        """Set the word that a selection of cards depends on, if it does."""
        called = cards.called if cards is not None else None
        if cards is None or called is None:
            return
        name = called.kind.upper() if called is cards.cards else f"EXCEPT_{called.kind.upper()}"
        row["by_word"], row["word"] = ByWord[name], self.game.words.index(called.word)

    # Amounts.

    def amount(self, amount: tree.Amount) -> int:
        """Add an amount and return its row."""
        number = self.amount_count
        row = self.record["amounts"][number]
        self.amount_count += 1
        if amount.each is None:
            row["factor"], row["first"]["number"] = 1, amount.number
            return number
        row["factor"] = 1 if amount.number is None else amount.number
        self._set_operand(row["first"], amount.each)
        if amount.over is not None:
            row["has_second"] = 1
            self._set_operand(row["second"], amount.over)
            row["first"]["others"] |= row["second"]["others"]
        return number

    def _exactly(self, *parts: Any) -> int:
        """Add an amount whose two operands are the parts of a play, and return its row."""
        number = self.amount_count
        row = self.record["amounts"][number]
        self.amount_count += 1
        for operand, part in zip((row["first"], row["second"]), parts, strict=True):
            operand["kind"], operand["number"], operand["side"] = Kind.EXACTLY, part.amount, side((part.zone,))
            row["first"]["others"] |= operand["side"]["others"]
        return number

    def _set_operand(self, row: Any, measure: tree.Measure) -> None:
        match measure:
            case tree.CardCount(zones, cards):
                row["kind"], row["side"] = Kind.CARDS, side(zones, self.layouts)
                row["cards"] = self.pack.everything if cards is None else self.pack.selected(cards)
                row["deck"] = tree.Deck() in zones
                self._set_word(row, cards)
            case tree.BestOf(cards, zones):
                row["kind"], row["side"], row["cards"] = Kind.BEST, side(zones, self.layouts), self.pack.selected(cards)
            case tree.SumOf(zones):
                row["kind"], row["side"], row["number"] = Kind.SUM, side(zones, self.layouts), self.limit
            case tree.PointsOf(stack):
                row["kind"], row["side"] = Kind.POINTS, side((stack,))
            case tree.TokensOf(pile):
                row["kind"], row["whose"], row["pile"] = Kind.TOKENS, pile.who, pile.pile
            case tree.GroupsOf(size, natural, whose):
                row["kind"], row["number"], row["pile"], row["whose"] = Kind.GROUPS, size, natural, whose
            case tree.Kept(tree.SCORE, whose):
                row["kind"], row["whose"] = Kind.SCORE, whose
            case tree.Kept(tree.TRICKS, whose):
                row["kind"], row["whose"] = Kind.TRICKS, whose
            case tree.Kept(tree.DEADWOOD | tree.MELDED as name, whose):
                row["kind"], row["whose"] = Kind[name.upper()], whose
            case tree.Kept(name, whose):
                row["kind"], row["whose"], row["word"] = Kind.WORD, whose, self.game.words.index(name)
        row["others"] = row["side"]["others"] or row["whose"] == codes.OTHERS

    # Commands and consequents.

    def set_command(self, row: Any, com: tree.Com) -> None:
        """Set what the dealer does in language 3."""
        match com:
            case tree.AddForAll(amount, word, most):
                row["op"], row["amount"], row["table"] = DealerOp.ADD, amount, self.game.words.index(word)
                row["players"] = NONE if most is None else most
            case tree.DealCards(cards, to):
                row["op"], row["cards"] = DealerOp.DEAL_CARDS, self.pack.cards(cards)
                row["table"], row["to"] = (NONE, to) if isinstance(to, int) else (to.which, NONE)
            case tree.DealTables(amount, to, face):
                row["op"], row["amount"], row["players"] = DealerOp.DEAL_TO_TABLES, amount, face == tree.UP
                row["table"], layout = place_of(to, self.layouts)
                row["to"] = layout - 1
            case tree.Reveal(table):
                row["op"], row["table"] = DealerOp.REVEAL, table.which
            case tree.DealUntil(table, total):
                row["op"], row["table"], row["amount"] = DealerOp.DEAL_UNTIL, table.which, total
                row["cards"] = self.limit
            case tree.ShownStarts(which):
                row["op"], row["amount"] = DealerOp.SHOWN_STARTS, which == tree.BEST
            case _:
                row["op"] = PLAIN_COMS[type(com)]

    def set_consequent(self, row: Any, consequent: tree.Consequent) -> bool:
        """Set a consequent if it belongs to language 3, and return whether it does."""
        match consequent:
            case tree.Score(amount):
                row["op"], row["amount"] = Op.SCORE, self.amount(amount)
            case tree.Add(amount, word):
                row["op"], row["amount"], row["which"] = Op.ADD, self.amount(amount), self.game.words.index(word)
            case tree.Choose(lowest, highest, word, kind, without, having, number):
                named = without or having
                row["pile"] = 1 + self.game.words.index(named) if named else 0
                row["relation"], row["zone"] = CHOICES.get(kind, (Relation.ANY, Zone.DECK))
                row["op"], row["amount"], row["which"] = Op.CHOOSE, lowest, self.game.words.index(word)
                row["cards"], row["need"] = (1 << len(choosable(consequent))) - 1, Need.NUMBER
                row["table"] = NONE if isinstance(highest, int) else self.amount(tree.Amount(None, highest))
                if having:
                    row["relation"], row["table"] = Relation.EQUAL, self.amount(tree.Amount(number))
            case tree.ChooseTrump():
                row["op"], row["cards"], row["need"] = Op.CHOOSE_TRUMP, (1 << len(self.pack.suits)) - 1, Need.NUMBER
                row["table"] = NONE
            case tree.Call(word):
                row["op"], row["which"] = Op.SAY, self.game.words.index(word)
            case tree.Capture(table):
                row["op"], row["table"] = Op.CAPTURE, table.which
            case tree.MoveCards():
                row["op"], row["table"], row["need"] = Op.MOVE_CARDS, self.move_count, Need.CARD
                row["cards"] = self.pack.selected(consequent.cards)
                set_move(self.record["moves"][self.move_count], consequent, self.layouts)
                self.move_count += 1
            case tree.RevealTop(place):
                row["op"] = Op.REVEAL_TOP
                row["table"], row["which"] = place_of(place, self.layouts)
            case tree.TurnOver(table):
                row["op"], row["table"] = Op.TURN_OVER, table.which
            case tree.CaptureCards(by, table):
                row["op"], row["table"], row["amount"], row["need"] = Op.CATCH, table.which, CATCHES[by], Need.CARD
            case tree.ChooseSuit(table):
                row["op"], row["cards"], row["need"] = Op.CHOOSE_SUIT, (1 << len(self.pack.suits)) - 1, Need.NUMBER
                row["which"], row["table"] = table.which, NONE
            case tree.NextTakes(amount):
                row["op"], row["amount"] = Op.NEXT_TAKES, amount
            case tree.TakeAll(table):
                row["op"], row["table"] = Op.TAKE_ALL, table.which
            case tree.Reveal(table):
                row["op"], row["table"] = Op.REVEAL, table.which
            case tree.TakeTo(amount):
                row["op"], row["amount"] = Op.TAKE_TO, amount
            case tree.LookAt(hand):
                row["op"], row["which"] = Op.LOOK_AT, hand.who
            case tree.PutAll(hand, table):
                row["op"], row["which"], row["table"] = Op.PUT_ALL, hand.who, table.which
            case tree.PutHighest(amount, hand, face):
                row["op"], row["which"], row["amount"], row["face_up"] = (
                    Op.PUT_HIGHEST,
                    hand.who,
                    amount,
                    face == tree.UP,
                )
            case tree.ChosenTakes(amount):
                row["op"], row["which"], row["amount"] = Op.CHOSEN_TAKES, codes.CHOSEN, amount
            case tree.ChosenOut():
                row["op"], row["which"] = Op.CHOSEN_OUT, codes.CHOSEN
            case tree.SwapHands(hand):
                row["op"], row["which"] = Op.SWAP, hand.who
                row["need"] = Need.PLAYER if hand.who == tree.OTHERS else Need.NOTHING
            case tree.Lay() | tree.LayAll() | tree.LayOff() | tree.Beat():
                set_group(row, consequent, self.pack)
            case _ if type(consequent) in PLAIN:
                row["op"] = PLAIN[type(consequent)]
            case _:
                return False
        return True


def choosable(choose: tree.Choose) -> range:
    """Return the numbers that a player can ever choose."""
    highest = choose.highest if isinstance(choose.highest, int) else choose.lowest + CARDS
    return range(choose.lowest, highest + 1)


def _names_player(game: tree.Game, word: str) -> bool:
    return game.kinds.get(word) == tree.OF_PLAYER


def _score_limits(game: tree.Game) -> Iterator[int]:
    """Yield the numbers that scores are compared with."""
    for node in game.of(tree.Compare):
        match node:
            case tree.Compare(tree.Kept(tree.SCORE), _, int(number)):
                yield number


def needs_tests(antecedent: tree.Antecedent) -> bool:
    """Return whether only tests of language 3 can stand for an antecedent."""
    called = isinstance(antecedent, tree.Found) and antecedent.cards.called is not None
    return called or isinstance(antecedent, tree.Condition)


def alternatives_of(condition: tree.Antecedent) -> tuple[tuple[tree.Test, ...], ...]:
    """Return any condition as alternatives of tests."""
    if isinstance(condition, tree.Condition):
        return condition.alternatives
    return ((tree.Test(False, condition),),)  # type: ignore[arg-type]
