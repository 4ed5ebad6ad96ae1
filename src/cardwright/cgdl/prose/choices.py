"""A choice in plain English: what a player does by taking it, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..engine.state import DONE, NEXT, Need
from ..language import tree
from .phrases import PLAYS, Phrases, count, listed, put_phrase

OF_A_NUMBER = {"one pair": 2, "three of a kind": 3, "poker": 4}  # cards of the plays that can be put
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


class ChoiceTexts:
    """The choices of a game in words. Each begins with the words that also name it in scenario files, if it can."""

    def __init__(self, game: tree.Game) -> None:
        self.game = game
        self.phrases = Phrases(game)

    def text(self, stage: tree.Stage, rule: tree.Rule, chosen: Chosen) -> str:
        """Return what a choice does, and what the same rule does afterwards."""
        now, then = self._parts(rule, chosen)
        rest = [self.phrases.action(each, rule) for each in self._without_end(stage, then) if each != tree.PlayIt()]
        return f"{now}, then {listed(rest)}" if rest else now

    def _parts(self, rule: tree.Rule, chosen: Chosen) -> tuple[str, Sequence[tree.Consequent]]:
        """Return what is done now, in words, and the consequents that follow."""
        if chosen.step < 0:
            return self._shown(rule, chosen.subject), rule.consequents
        if isinstance(rule.antecedent, tree.Draw) and chosen.need == Need.NOTHING:
            return "draw a card", rule.consequents
        now = rule.consequents[chosen.step]
        return self._done_now(now, rule, chosen), rule.consequents[chosen.step + 1 :]

    def _shown(self, rule: tree.Rule, card: str) -> str:
        if tree.PlayIt() in rule.consequents and isinstance(rule.antecedent, tree.Show):
            return f"play {card} on T{rule.antecedent.table.which}"
        return f"show {card}"

    def _done_now(self, now: tree.Consequent, rule: tree.Rule, chosen: Chosen) -> str:
        match now:
            case tree.Bet():
                return f"bet {chosen.subject}{f' ({int(chosen.subject) + chosen.bet} in all)' if chosen.bet else ''}"
            case tree.Ask() if chosen.need == Need.NUMBER:
                return f"ask for {chosen.subject}"
            case tree.Ask() if chosen.need == Need.PLAYER:
                return f"ask {chosen.subject} for every {chosen.number}"
            case tree.Take() if chosen.need == Need.PLAYER:
                return f"take from {chosen.subject} {count(now.amount, 'random card')}"
            case tree.Put() | tree.PutPlay() | tree.PutCards() if chosen.need == Need.PLAYER:
                return f"give to {chosen.subject} {count(_amount(now), 'card')}"
            case tree.Put() | tree.PutPlay() | tree.PutCards():
                zone = self._seated(now.zone, chosen)
                return f"{put_phrase(chosen.subject, zone)}{_which(now, chosen.left)}"
        if isinstance(now, tree.Next) and self.game.switch("rules_per_turn") == "many":
            return "next: end your turn and stay in this stage"
        kind = {tree.Next: "next: ", tree.Done: "done: "}.get(type(now), "")
        return f"{kind}{self.phrases.action(now, rule)}"

    def _seated(self, zone: tree.CardZone, chosen: Chosen) -> tree.CardZone:
        """Return a zone with its owner by number, where that is not the player who chooses."""
        if not isinstance(zone, tree.Hand | tree.Stack) or zone.who == tree.ME:
            return zone
        seats = {tree.LEFT: chosen.seat + 1, tree.RIGHT: chosen.seat - 1, tree.OTHERS: chosen.partner}
        who = seats.get(zone.who, zone.who)
        return zone if who is None else replace(zone, who=who % self.game.players)

    def _without_end(self, stage: tree.Stage, then: Sequence[tree.Consequent]) -> Sequence[tree.Consequent]:
        """Return consequents without the end of the turn or the stage where every choice leads to it."""
        if not then or not isinstance(then[-1], tree.Next | tree.Done):
            return then
        optional = [each for each in stage.rules if tree.MANDATORY not in each.modifiers]
        ends = {type(each.consequents[-1]) for each in optional}
        one_rule = isinstance(then[-1], tree.Next) and self.game.switch("rules_per_turn") != "many"
        passing = self.game.switch("passing") != "never"
        return then[:-1] if one_rule or (len(ends) == 1 and not passing) else then

    def leaving(self, after: tree.Stage | None, applies: Callable[[int], bool]) -> str:
        """Return what the next stage does to a player who leaves this one: some rules throw players out.

        `applies` says whether the condition of a rule of that stage, by its index, holds now.
        """
        for number, rule in enumerate(after.rules if after else ()):
            condition = self.phrases.condition(rule.antecedent)
            if tree.MANDATORY not in rule.modifiers or tree.Out() not in rule.consequents or not condition:
                continue
            if applies(number):
                return f", and fold: {condition}, so you drop out of the game"
            return f" (you drop out of the game if {condition} then)"
        return ""


def _amount(now: tree.Put | tree.PutPlay | tree.PutCards) -> int:
    if isinstance(now, tree.Put):
        return now.amount
    return OF_A_NUMBER[now.play.name] if isinstance(now, tree.PutPlay) else 1


def _which(now: tree.Put | tree.PutPlay | tree.PutCards, left: int) -> str:
    """Return which of several cards is put."""
    amount = _amount(now)
    play = f", {PLAYS[now.play.name]}" if isinstance(now, tree.PutPlay) else ""
    return f" ({amount - left + 1 if left else 1} of {amount}{play})" if amount > 1 else ""
