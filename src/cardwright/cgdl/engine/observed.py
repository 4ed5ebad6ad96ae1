"""What observations of a game contain: only what its text can bring about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..language import tree
from .codes import Observed
from .state import Need

USUAL_TOKENS = 10  # in games that deal none out
_KINDS: dict[Observed, set[type[tree.Node]]] = {  # what a text must contain one of
    Observed.STACKS: {tree.Stack, tree.Stacks, tree.Capture, tree.CaptureCards},
    Observed.REMOVED: {tree.Remove},
    Observed.FIRST_CARDS: {tree.Trick},
    Observed.TOKENS: {tree.Give, tree.Gain, tree.Trick, tree.Bet, tree.BetAll, tree.CompareTokens},
    Observed.TRUMP: {tree.Trump, tree.ChooseTrump},
    Observed.STARTER: {tree.Lead, tree.Trick, tree.NextStarts, tree.ShownStarts},
    Observed.REPEATS: {tree.Repeat, tree.Until, tree.ForEach},
    Observed.ASKED: {tree.Ask},
}


def set_observed(record: Any, game: tree.Game) -> None:
    """Write what observations contain, and the sizes of what they contain, into the tables of a game."""
    stages = game.played_stages()
    deciding = [index for index, stage in enumerate(stages) if stage.rules]
    for slot, index in enumerate(deciding):
        record["stages"][index]["slot"] = slot
    record["slots"] = len(deciding)
    record["most_rules"] = max((len(stage.rules) for stage in stages), default=0)
    record["once"] = sum(1 << k for k in once_rules(stages))
    given = [node.amount for node in game.of(tree.Give)]
    record["token_scale"] = max(given, default=USUAL_TOKENS) or USUAL_TOKENS
    record["observed"] = sum(set(_observed(game)))


def _observed(game: tree.Game) -> Iterator[Observed]:
    for observed, kinds in _KINDS.items():
        if game.uses(*kinds):
            yield observed
    nodes = game.nodes
    if any(map(_reveals_hands, nodes)):
        yield Observed.KNOWN_HANDS
    if game.uses(tree.TurnOver) or any(isinstance(getattr(node, "zone", None), tree.Deck) for node in nodes):
        yield Observed.UNDER_DECK
    if game.switch("compare_with") == "first":
        yield Observed.FIRST_CARDS
    if any(map(_names_seats, nodes)):
        yield Observed.SEATS
    sets = shows_sets(game)
    later = [node for node in game.of(tree.Rule) if _decides_later(node, sets)]
    if later:
        yield Observed.CHOICES
    if any(isinstance(rule.antecedent, tree.Show) for rule in later):
        yield Observed.SHOWN


def once_rules(stages: Iterable[tree.Stage]) -> list[int]:
    """Return the indices that `once` rules have in their stages.

    >>> from cardwright import cgdl
    >>> once_rules(cgdl.load("old_maid").written_stages())
    [1]
    """
    return sorted({k for stage in stages for k, rule in enumerate(stage.rules) if tree.ONCE in rule.modifiers})


def _reveals_hands(node: tree.Node) -> bool:
    """Return whether other players learn, or can know, a card that is in a hand afterwards."""
    match node:
        case tree.Take(source=source, face=face):
            return face == tree.UP or not isinstance(source, tree.Deck)
        case tree.Put(zone=zone) | tree.PutPlay(zone=zone) | tree.PutCards(zone=zone):
            return isinstance(zone, tree.Hand)
        case tree.MoveCards(to=to):
            return isinstance(to, tree.Hand)
        case tree.Rule(antecedent=tree.Show(), consequents=consequents):
            return consequents[0] != tree.PlayIt()
    return isinstance(
        node, tree.Ask | tree.SwapHands | tree.MoveHands | tree.TakeAll | tree.DealCards | tree.LookAt | tree.PutHighest
    )


def _names_seats(node: tree.Node) -> bool:
    """Return whether a part of a game treats one player differently from the others."""
    match node:
        case tree.Hand(who) | tree.Stack(who) | tree.Tokens(who):
            return who >= 0
        case tree.Choose(kind=tree.OF_PLAYER):
            return True
        case tree.Deal(to=to) | tree.Give(to=to) | tree.DealCards(to=to):
            return isinstance(to, tuple | int)
    return False


def shows_sets(game: tree.Game) -> bool:
    """Return whether players of a game can show several cards at once."""
    return game.switch("showing") == "set" and game.uses(tree.Show)


def stops_at_will(game: tree.Game) -> bool:
    """Return whether players of a game choose cards one by one and stop when they like."""
    return shows_sets(game) or any(node.or_more for node in game.of(tree.Lay))


def _decides_later(rule: tree.Rule, sets: bool) -> bool:
    """Return whether a player can have to decide while a rule is being played; with `sets`, several cards are shown."""
    if sets and isinstance(rule.antecedent, tree.Show):
        return True
    first = 0 if tree.MANDATORY in rule.modifiers else 1
    return len(list(choices_of(rule))) > first or any(many_cards(each) for each in rule.consequents)


def many_cards(consequent: tree.Consequent) -> bool:
    """Return whether the player chooses several cards for a consequent, one by one."""
    if isinstance(consequent, tree.PutPlay | tree.Lay | tree.Beat | tree.CaptureCards):
        return True
    return isinstance(consequent, tree.Put) and consequent.amount > 1


def choices_of(rule: tree.Rule) -> Iterator[tuple[int, Need]]:
    """Yield the choices made with a rule in their order, each with the step it belongs to; -1 is showing a card.

    >>> from cardwright import cgdl
    >>> [need.name for rule in cgdl.load("uno").stages[1].rules for _, need in choices_of(rule)]
    ['CARD', 'CARD', 'NOTHING']
    """
    needs = [(step, need) for step, each in enumerate(rule.consequents) for need in _needs(each)]
    if isinstance(rule.antecedent, tree.Show):
        yield -1, Need.CARD
    elif tree.MANDATORY not in rule.modifiers:
        begins = bool(needs) and needs[0][0] == 0 and not isinstance(rule.antecedent, tree.Draw)
        if not begins:  # with a choice of its own: the player decides only whether to play the rule
            yield 0, Need.NOTHING
    yield from needs


def _needs(consequent: tree.Consequent) -> Iterator[Need]:
    """Yield what is chosen for a consequent, in this order."""
    match consequent:
        case tree.Bet():
            yield Need.AMOUNT
        case tree.Ask() | tree.Choose() | tree.ChooseTrump() | tree.ChooseSuit():
            yield Need.NUMBER
        case tree.CaptureCards():
            yield Need.CARD
        case tree.MoveCards(to=to):
            yield Need.CARD
            if isinstance(to, tree.InLayout):
                yield Need.NUMBER
        case tree.Lay() | tree.Beat():
            yield Need.CARD
        case tree.LayOff(top=None):
            yield from (Need.CARD, Need.NUMBER)
        case tree.LayOff():
            yield Need.NUMBER
    others = (tree.Hand(tree.OTHERS), tree.Stack(tree.OTHERS))
    match consequent:
        case tree.Ask(zone) | tree.Take(source=zone) | tree.SwapHands(zone):
            if zone in others:
                yield Need.PLAYER
        case tree.Put(zone=zone) | tree.PutPlay(zone=zone) | tree.PutCards(zone=zone):
            if zone in others:
                yield Need.PLAYER
            yield Need.CARD
