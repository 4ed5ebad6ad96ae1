"""A bound on the length of a game, from its turn limit and its rules."""

from __future__ import annotations

from .engine.group_tables import LONGEST
from .engine.observed import shows_sets
from .engine.state import CARDS, MAX_CARDS, MAX_RULES_PER_TURN
from .language import tree


def max_decisions(game: tree.Game) -> int:
    """Return a number of decisions that no play of a game exceeds.

    >>> from cardwright import cgdl
    >>> max_decisions(cgdl.load("uno"))
    400
    """
    stages = game.played_stages()
    mandatory = max(sum(tree.MANDATORY in rule.modifiers for rule in stage.rules) for stage in stages)
    rules = 1 + (MAX_RULES_PER_TURN if game.switch("rules_per_turn") == "many" else mandatory)
    shown = CARDS if shows_sets(game) else 1
    choices = max((_choices(rule, shown) for stage in stages for rule in stage.rules), default=0)
    return int(game.switch("turn_limit")) * rules * choices


def _choices(rule: tree.Rule, shown: int) -> int:
    """Return the most choices that a player makes with a rule, including the choice of the rule.

    `shown` is the most cards that a player can show at once.
    """
    shows = shown if isinstance(rule.antecedent, tree.Show) else 0
    return 1 + shows + sum(map(_choices_of, rule.consequents))


def _choices_of(consequent: tree.Consequent) -> int:
    match consequent:
        case tree.Take(source=zone):
            return _other_hand(zone)
        case tree.Put(amount, zone):
            return amount + _other_hand(zone)
        case tree.PutPlay(play, zone):
            return tree.SET_SIZES[play.name] + _other_hand(zone)
        case tree.PutCards(zone=zone):
            return 1 + _other_hand(zone)
        case tree.CaptureCards():
            return MAX_CARDS
        case tree.MoveCards():
            return 1
        case tree.Ask() | tree.LayOff():
            return 2
        case tree.Lay() | tree.Beat():
            return LONGEST
        case tree.SwapHands(zone):
            return _other_hand(zone)
        case tree.Bet() | tree.Choose() | tree.ChooseTrump() | tree.ChooseSuit():
            return 1
    return 0


def _other_hand(zone: tree.CardZone) -> int:
    """Return 1 if the player must choose one of the other hands or stacks."""
    return int(zone in (tree.Hand(tree.OTHERS), tree.Stack(tree.OTHERS)))
