"""A choice in plain English: what a player does by taking it, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..engine.state import DONE, NEXT, Need
from ..language import tree
from ..language.decks import pack_of
from .captures import capture_choice
from .cards import PLAYS, selection
from .groups import naturally
from .layouts import move_choice
from .phrases import CARDS, Phrases, of_player
from .players import THEM
from .words import count, listed

BY_ITSELF = (tree.PlayIt, tree.Reopen, tree.RevealTop)  # what follows without anybody saying it
IN_A_WORD = (tree.Call, tree.Add, tree.Lead)  # what the game's own word for a rule stands for as well
ENDS = (tree.Next, tree.Done, tree.Stop, tree.Again)
PASSING = {NEXT: "next: pass, and wait for your next turn", DONE: "done: pass, and leave this stage"}


class Chosen(NamedTuple):
    """What a player chooses with a rule, and how far the rule has come."""

    step: int  # the consequent that the choice is for, -1 for a card to be shown
    need: Need
    subject: str  # the card, amount, player or number, in words
    seat: int  # of the player who chooses
    partner: int | None  # the other player chosen before
    number: str  # the number asked for before, in words
    left: int  # cards of this consequent that are still to be put, 0 before the first
    bet: int  # of the player, so far
    highest: int  # bet of the other players, so far
    using: str = ""  # the card with which the player captures others


class ChoiceTexts:
    """The choices of a game in words. Each begins with the words that also name it in scenario files, if it can."""

    def __init__(self, game: tree.Game) -> None:
        self.game = game
        self.phrases = Phrases(game)

    def text(self, stage: tree.Stage, rule: tree.Rule, chosen: Chosen) -> str:
        """Return what a choice does, and what the same rule does afterwards."""
        now, then = self._parts(stage, rule, chosen)
        untold = BY_ITSELF + (IN_A_WORD if rule.say else ())
        then = [each for each in self._without_end(stage, rule, then) if not isinstance(each, untold)]
        rest = self.phrases.amounts.afterwards(then, rule)
        if chosen.need == Need.PLAYER:
            rest = rest.replace(THEM, chosen.subject)
        return f"{now}, then {rest}" if rest else now

    def _parts(self, stage: tree.Stage, rule: tree.Rule, chosen: Chosen) -> tuple[str, Sequence[tree.Consequent]]:
        """Return what is done now, in words, and the consequents that follow."""
        said = rule.say if chosen.step <= 0 else ""  # the word is for the first thing that the rule does
        if chosen.step < 0:
            return (f"{said} {chosen.subject}" if said else self._shown(rule, chosen.subject)), rule.consequents
        if isinstance(rule.antecedent, tree.Draw) and chosen.need == Need.NOTHING:
            return f"{said}: draw a card" if said else "draw a card", rule.consequents
        now, then = rule.consequents[chosen.step], rule.consequents[chosen.step + 1 :]
        if said:
            return self._said(said, now, rule, chosen), then
        if isinstance(now, tree.Next) and self.bets_in(stage) and chosen.step == 0:
            return ("check" if chosen.bet >= chosen.highest else "wait") + ": end your turn", then
        return self._done_now(now, rule, chosen), then

    def _said(self, said: str, now: tree.Consequent, rule: tree.Rule, chosen: Chosen) -> str:
        """Return what is done now in the game's own word."""
        match now:
            case tree.Bet():
                return f"{said} {chosen.subject}{_in_all(chosen)}"
            case tree.Put() | tree.PutPlay() | tree.PutCards() if chosen.need == Need.PLAYER:
                return f"{said} to {chosen.subject} {count(_amount(now), 'card')}"
            case tree.Put() | tree.PutPlay() | tree.PutCards():
                zone = self._seated(now.zone, chosen)
                owner = zone.who if isinstance(zone, tree.Hand | tree.Stack) else tree.ME
                whom = f" to {of_player(owner)}" if owner != tree.ME else ""
                return f"{said} {chosen.subject}{whom}{_which(now, chosen.left)}"
            case tree.Choose() | tree.ChooseTrump() | tree.ChooseSuit() | tree.MoveCards() | tree.CaptureCards():
                return f"{said} {chosen.subject}"
            case tree.Lay(natural=True):
                return f"{said} {chosen.subject}{naturally(self.game)}"
            case tree.Lay() | tree.Beat() | tree.LayOff():
                return f"{said} {chosen.subject}"
            case tree.Next() | tree.Done() | tree.Stop() | tree.Again() | tree.Call() | tree.Out():
                return said
        return f"{said}: {self._done_now(now, rule, chosen)}"

    def bets_in(self, stage: tree.Stage) -> bool:
        """Return whether players can match each other's bets in a stage."""
        total = self.game.switch("bets") == "total"
        return total and any(_matches(each) for rule in stage.rules for each in rule.consequents)

    def _shown(self, rule: tree.Rule, card: str) -> str:
        if tree.PlayIt() in rule.consequents and isinstance(rule.antecedent, tree.Show):
            return f"play {card} on {self.phrases.words.table(rule.antecedent.table.which)}"
        return f"show {card}"

    def _done_now(self, now: tree.Consequent, rule: tree.Rule, chosen: Chosen) -> str:
        match now:
            case tree.Bet() if _matches(now) and self.game.switch("bets") == "total" and chosen.bet < chosen.highest:
                after = int(chosen.subject) + chosen.bet
                called = after == chosen.highest
                return f"call {chosen.subject}" if called else f"raise to {after} ({chosen.subject} more)"
            case tree.Bet():
                return f"bet {chosen.subject}{_in_all(chosen)}"
            case tree.Ask() if chosen.need == Need.NUMBER:
                return f"ask for {chosen.subject}"
            case tree.Ask() if chosen.need == Need.PLAYER:
                return f"ask {chosen.subject} for every {chosen.number}"
            case tree.Choose(word=word):
                return f"{word} {chosen.subject}"
            case tree.ChooseTrump():
                return f"trump {chosen.subject}: make {chosen.subject} trumps"
            case tree.ChooseSuit():
                return f"suit {chosen.subject}: the card counts as {chosen.subject}"
            case tree.Lay(kind, top=top):
                beside = f" and {self.phrases.words.top_card(top.which)}" if top else ""
                beside += naturally(self.game) if now.natural else ""
                return f"lay {kind} with {chosen.subject}{beside} on {self.phrases.words.table(now.table.which)}"
            case tree.Beat():
                return f"beat with {chosen.subject} the last cards on {self.phrases.words.table(now.table.which)}"
            case tree.LayOff() if chosen.need == Need.CARD:
                return f"lay off {chosen.subject} on {self.phrases.words.table(now.table.which)}"
            case tree.LayOff(top=tree.Table(which)):
                return f"lay off {self.phrases.words.top_card(which)} on {chosen.subject}"
            case tree.LayOff():
                return f"lay off on {chosen.subject}"
            case tree.SwapHands() if chosen.need == Need.PLAYER:
                return f"swap with {chosen.subject}: exchange your whole hands"
            case tree.MoveCards():
                return move_choice(now, chosen.subject, chosen.using, self.phrases.words, self.game)
            case tree.CaptureCards():
                return capture_choice(chosen.subject, chosen.using)
            case tree.Take() if chosen.need == Need.PLAYER:
                return f"take from {chosen.subject} {count(now.amount, 'random card')}"
            case tree.Put() | tree.PutPlay() | tree.PutCards() if chosen.need == Need.PLAYER:
                return f"give to {chosen.subject} {count(_amount(now), 'card')}"
            case tree.Put() | tree.PutPlay() | tree.PutCards():
                zone = self._seated(now.zone, chosen)
                return f"{self.phrases.put(chosen.subject, zone, now.face)}{_which(now, chosen.left)}"
        if isinstance(now, tree.Next) and self.game.switch("rules_per_turn") == "many":
            return "next: end your turn and stay in this stage"
        kind = {tree.Next: "next: ", tree.Done: "done: "}.get(type(now), "")
        return f"{kind}{self.phrases.action(now, rule)}"

    def _seated(self, zone: tree.CardZone, chosen: Chosen) -> tree.CardZone:
        """Return a zone with its owner by number, where that is not the player who chooses."""
        if not isinstance(zone, tree.Hand | tree.Stack) or zone.who == tree.ME:
            return zone
        opposite = chosen.seat + self.game.players // 2
        seats = {
            tree.LEFT: chosen.seat + 1, tree.RIGHT: chosen.seat - 1, tree.OPPOSITE: opposite,
            tree.OTHERS: chosen.partner,
        }  # fmt: skip
        who = seats.get(zone.who, zone.who)
        return zone if who is None else replace(zone, who=who % self.game.players)

    def _without_end(
        self, stage: tree.Stage, rule: tree.Rule, then: Sequence[tree.Consequent]
    ) -> Sequence[tree.Consequent]:
        """Return consequents without the end of the turn or stage that every choice leads to, or that a word says."""
        if rule.say and then and isinstance(then[-1], ENDS):
            return then[:-1]
        if not then or not isinstance(then[-1], tree.Next | tree.Done):
            return then
        optional = [each for each in stage.rules if tree.MANDATORY not in each.modifiers]
        ends = {type(each.consequents[-1]) for each in optional}
        one_rule = isinstance(then[-1], tree.Next) and self.game.switch("rules_per_turn") != "many"
        passing = self.game.switch("passing") != "never"
        return then[:-1] if one_rule or (len(ends) == 1 and not passing) else then

    def fitting(self, card: int, rules: Sequence[tree.Rule]) -> str:
        """Return why a card that somebody holds cannot be played with these rules; empty if they do not say."""
        wanted, pack = [], pack_of(self.game)
        for rule in rules:
            first = rule.consequents[0]
            if isinstance(rule.antecedent, tree.Show):
                relation, table = rule.antecedent.relation, rule.antecedent.table
                wanted.append(f"a card {CARDS[relation]} {self.phrases.compared(table)}")
            elif isinstance(first, tree.PutCards):
                if first.relation == tree.ANY and pack.selected(first.cards) >> card & 1:
                    return ""  # the card is no reason
                there = first.zone if isinstance(first.zone, tree.Table) and first.relation != tree.ANY else None
                same = f" {CARDS[first.relation]} {self.phrases.compared(there)}" if there else ""
                wanted.append(selection(first.cards) + same)
            elif isinstance(first, tree.Lay | tree.LayOff | tree.Beat):
                return ""  # what fits a group is not said in a few words
        wanted = list(dict.fromkeys(wanted))
        return f"the {pack.name(card)} does not fit now; what does is {listed(wanted, 'or')}" if wanted else ""

    def condition_of(self, word: str, stage: tree.Stage) -> str:
        """Return when the rules of a stage that a word names can be played; empty if it names none."""
        named = [rule for rule in stage.rules if rule.say and word.casefold() == rule.say.casefold()]
        if not named:
            return ""
        conditions = dict.fromkeys(map(self.phrases.rule_condition, named))
        if not all(conditions):
            return f"you cannot {named[0].say} now"
        return f"you can {named[0].say} only if {listed(list(conditions), 'or')}"

    def leaving(self, text: str, stage: tree.Stage, after: tree.Stage | None, applies: Callable[[int], bool]) -> str:
        """Return the text of leaving a stage, with what the next stage does then: some rules throw players out.

        `applies` says whether the condition of a rule of that stage, by its index, holds now.
        """
        if self.bets_in(stage):
            text = text.replace("done: leave this stage", "stand: bet no more in this stage")
        for number, rule in enumerate(after.rules if after else ()):
            condition = self.phrases.rule_condition(rule)
            if tree.MANDATORY not in rule.modifiers or tree.Out() not in rule.consequents or not condition:
                continue
            if applies(number):
                return f"fold: {condition}, so you drop out of the game"
            return f"{text} (you drop out of the game if {condition} then)"
        return text


def _matches(consequent: tree.Consequent) -> bool:
    """Return whether a bet is compared with those of the others."""
    return isinstance(consequent, tree.Bet) and consequent.tokens == tree.Tokens(tree.OTHERS, tree.BET)


def _in_all(chosen: Chosen) -> str:
    return f" ({int(chosen.subject) + chosen.bet} in all)" if chosen.bet else ""


def _amount(now: tree.Put | tree.PutPlay | tree.PutCards) -> int:
    if isinstance(now, tree.Put):
        return now.amount
    return tree.SET_SIZES[now.play.name] if isinstance(now, tree.PutPlay) else 1


def _which(now: tree.Put | tree.PutPlay | tree.PutCards, left: int) -> str:
    """Return which of several cards is put."""
    amount = _amount(now)
    play = f", {PLAYS[now.play.name]}" if isinstance(now, tree.PutPlay) else ""
    return f" ({amount - left + 1 if left else 1} of {amount}{play})" if amount > 1 else ""
