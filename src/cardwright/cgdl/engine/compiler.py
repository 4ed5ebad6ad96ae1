"""From a game's syntax tree to the tables that the kernels read; no game needs new machine code."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..language import tree
from ..language.selections import WHOLE_DECK, card_set, selected
from . import rules as tables
from .observed import set_observed
from .poker import HIGHEST_CARD, KEY, PLAYS, RANKS
from .rules import (
    CompareWith,
    Condition,
    Counting,
    DealerOp,
    EmptyDeck,
    MandatoryTest,
    Op,
    Passing,
    Relation,
    Rules,
    RulesPerTurn,
    Zone,
)
from .state import CARDS, MAX_PLAYERS, NONE, Need, State

RELATIONS = {
    **dict(zip(tree.RELATIONS, Relation, strict=False)),
    tree.SAME_SUIT: Relation.SAME_SUIT,
    tree.SAME_NUMBER: Relation.SAME_NUMBER,
    tree.ANY: Relation.ANY,
}
SET_SIZES = {"one pair": 2, "three of a kind": 3, "poker": 4}
PLAIN = {
    tree.Lead: Op.LEAD, tree.Next: Op.NEXT, tree.Done: Op.DONE, tree.Out: Op.OUT, tree.Win: Op.WIN, tree.End: Op.END,
}  # fmt: skip
OWNER_BITS = {
    tree.ME: tables.ME_BIT, tree.OTHERS: tables.OTHERS_BIT, tree.LEFT: tables.LEFT_BIT, tree.RIGHT: tables.RIGHT_BIT,
}  # fmt: skip
NO_LIMIT = 1 << 30


def compile_game(game: tree.Game) -> np.ndarray:
    """Return the rules of a checked game, as an array of one record.

    >>> from cardwright import cgdl
    >>> int(compile_game(cgdl.load("uno"))[0].players)
    3
    """
    rules = np.zeros(1, Rules)
    record = rules[0]
    record["players"], record["tables"] = game.players, game.tables
    _set_switches(record, game)
    _rank_cards(record, game)
    _set_points(record, game.winning)
    stages = game.written_stages()
    indices = {id(stage): index for index, stage in enumerate(stages)}
    order = [indices[id(stage)] for stage in game.played_stages()]
    record["order"][: len(order)] = order
    record["stages_played"] = len(order)
    _set_heuristics(record, game, order)
    limit = _highest_sum(game)
    for index, stage in enumerate(stages):
        for k, com in enumerate(stage.com):
            record["coms"][index, k] = _command(com)
        for k, rule in enumerate(stage.rules):
            record["rules"][index, k] = _rule(rule, limit)
        record["stages"][index] = (*_stage(stage), NONE)
    set_observed(record, game)
    return rules


@functools.cache
def whole_deck() -> np.ndarray:
    """Return the position before the first stage of any game, as an array of one record."""
    setup = np.zeros(1, State)
    record = setup[0]
    record["deck"][:CARDS] = np.arange(CARDS)
    record["deck_size"] = CARDS
    record["top"] = record["bottom"] = record["below"] = record["laid_by"] = NONE
    for field in ("rule", "shown", "partner", "asked", "winner", "trump"):
        record[field] = NONE
    setup.flags.writeable = False
    return setup


# Stages.


def _stage(stage: tree.Stage) -> tuple[int, ...]:
    def mask(wanted: Iterable[bool]) -> int:
        return sum(1 << k for k, each in enumerate(wanted) if each)

    mandatory = mask(tree.MANDATORY in rule.modifiers for rule in stage.rules)
    return (
        len(stage.rules),
        len(stage.com),
        mandatory,
        mask(True for _ in stage.rules) & ~mandatory,
        mask(tree.ONCE in rule.modifiers for rule in stage.rules),
        mask(tree.OTHERWISE in rule.modifiers for rule in stage.rules),
        mask(isinstance(rule.antecedent, tree.Show) for rule in stage.rules),
        mask(isinstance(rule.antecedent, tree.Draw) for rule in stage.rules),
    )


def _command(com: tree.Com) -> Any:
    row = np.zeros((), tables.Command)
    row["trump"] = NONE
    match com:
        case tree.Deal(amount, tree.Table(which)):
            row["op"], row["amount"], row["table"] = DealerOp.DEAL_TO_TABLE, amount, which
        case tree.Deal(amount, tree.Stacks()):
            row["op"], row["amount"] = DealerOp.DEAL_TO_STACKS, amount
        case tree.Deal(amount, to):
            row["op"], row["amount"], row["players"] = DealerOp.DEAL_TO_PLAYERS, amount, _seats(to)
        case tree.Give(amount, to):
            row["op"], row["amount"], row["players"] = DealerOp.GIVE, amount, _seats(to)
        case tree.Remove(cards):
            row["op"], row["cards"] = DealerOp.REMOVE, card_set(cards)
        case tree.Trick(table, to, trump):
            row["op"], row["table"], row["amount"] = DealerOp.TRICK, table.which, com.reward
            row["to"] = to.which if isinstance(to, tree.Table) else NONE
            row["trump"] = NONE if trump is None else tree.SUITS.index(trump)
        case tree.Trump(table):
            row["op"], row["table"] = DealerOp.TRUMP, table.which
    return row


def _seats(seats: Any) -> int:
    return (1 << MAX_PLAYERS) - 1 if seats is None else sum(1 << seat for seat in seats)


# Rules.


def _rule(rule: tree.Rule, limit: int) -> Any:
    row = np.zeros((), tables.Rule)
    row["mandatory"] = tree.MANDATORY in rule.modifiers
    row["count"] = len(rule.consequents)
    _set_antecedent(row, rule.antecedent, limit)
    table = rule.antecedent.table.which if isinstance(rule.antecedent, tree.Show) else 0
    for k, consequent in enumerate(rule.consequents):
        _set_consequent(row["consequents"][k], consequent, table)
    row["can_fail"] = any(op <= Op.LAST_THAT_CAN_FAIL for op in row["consequents"]["op"][: len(rule.consequents)])
    if isinstance(rule.antecedent, tree.Show):
        row["need"] = Need.CARD
    elif not isinstance(rule.antecedent, tree.Draw):
        row["need"] = row["consequents"][0]["need"]
    return row


def _set_antecedent(row: Any, antecedent: tree.Antecedent, limit: int) -> None:
    match antecedent:
        case tree.Always():
            row["condition"] = Condition.ALWAYS
        case tree.CompareTokens(left, relation, right):
            row["condition"], row["relation"] = Condition.TOKENS, RELATIONS[relation]
            row["who"], row["pile"] = left.who, left.pile
            row["other_who"], row["other_pile"] = right.who, right.pile
        case tree.ComparePlays(left, relation, right) | tree.CompareSums(left, relation, right):
            row["condition"] = Condition.SUMS if isinstance(antecedent, tree.CompareSums) else Condition.PLAYS
            row["relation"], row["left"], row["limit"] = RELATIONS[relation], _side(left), limit
            if isinstance(right, int):
                row["by_number"], row["number"], row["limit"] = 1, right, right
            else:
                row["right"] = _side(right)
        case tree.Have(parts):
            sets = [card_set(part) for part in parts if not isinstance(part, tree.Play)]
            row["condition"], row["empty"], row["part_count"] = Condition.HAVE, not parts, len(sets)
            row["parts"][: len(sets)] = sets
            row["plays"] = sum(1 << tree.PLAYS.index(part.name) for part in parts if isinstance(part, tree.Play))
        case tree.Draw():
            row["condition"] = Condition.DRAW
        case tree.Found(cards, zones):
            row["condition"], row["left"], row["parts"][0] = Condition.FOUND, _side(zones), selected(cards)
        case tree.ComparePoints(left, relation, right):
            row["condition"], row["relation"], row["left"] = Condition.POINTS, RELATIONS[relation], _side((left,))
            if isinstance(right, int):
                row["by_number"], row["number"] = 1, right
            else:
                row["right"] = _side((right,))
        case tree.Show(relation, table):
            row["condition"], row["relation"], row["table"] = Condition.SHOW, RELATIONS[relation], table.which


def _side(zones: tuple[tree.Hand | tree.Table | tree.Stack, ...]) -> tuple[int, int, int, bool]:
    hands = sum(_owner(zone.who) for zone in zones if isinstance(zone, tree.Hand))
    stacks = sum(_owner(zone.who) for zone in zones if isinstance(zone, tree.Stack))
    on_tables = sum(1 << zone.which for zone in zones if isinstance(zone, tree.Table))
    return hands, stacks, on_tables, bool((hands | stacks) & tables.OTHERS_BIT)


def _owner(who: int) -> int:
    """Return the bit of the owner of a zone."""
    return OWNER_BITS[who] if who < 0 else 1 << who


def _set_consequent(row: Any, consequent: tree.Consequent, shown_table: int) -> None:
    row["cards"] = WHOLE_DECK
    match consequent:
        case tree.Take(amount, source, face):
            row["op"], row["amount"], row["face_up"] = Op.TAKE, amount, face == tree.UP
            _set_zone(row, source, Need.NOTHING)
        case tree.Put(amount, zone, relation, face):
            row["op"], row["amount"], row["face_up"] = Op.PUT, amount, face == tree.UP
            row["relation"] = RELATIONS[relation]
            _set_zone(row, zone, Need.CARD)
        case tree.PutPlay(play, zone, face):
            row["op"], row["amount"], row["face_up"] = Op.PUT_PLAY, SET_SIZES[play.name], face == tree.UP
            row["relation"] = Relation.ANY
            _set_zone(row, zone, Need.CARD)
        case tree.PutCards(cards, zone, face):
            row["op"], row["amount"], row["face_up"] = Op.PUT, 1, face == tree.UP
            row["relation"], row["cards"] = Relation.ANY, selected(cards)
            _set_zone(row, zone, Need.CARD)
        case tree.Turn(amount, source, table):
            row["op"], row["amount"], row["table"] = Op.TURN, amount, table.which
            _set_zone(row, source, Need.NOTHING)
        case tree.Ask(hand):
            row["op"], row["zone"], row["which"], row["need"] = Op.ASK, Zone.HAND, hand.who, Need.NUMBER
        case tree.Bet(relation, tokens):
            row["op"], row["relation"], row["need"] = Op.BET, RELATIONS[relation], Need.AMOUNT
            if tokens is not None:
                row["which"], row["pile"] = tokens.who, tokens.pile
        case tree.BetAll():
            row["op"] = Op.BET_ALL
        case tree.Gain(int(amount)):
            row["op"], row["amount"] = Op.GAIN_NEW, amount
        case tree.Gain(tree.Tokens() as tokens):
            row["op"], row["which"], row["pile"] = Op.GAIN, tokens.who, tokens.pile
        case tree.PlayIt():
            row["op"], row["which"] = Op.PLAYIT, shown_table
        case _:
            row["op"] = PLAIN[type(consequent)]


def _set_zone(row: Any, zone: tree.CardZone, need: Need) -> None:
    """Set the zone that cards go to or come from; of several other hands, the player chooses one first."""
    match zone:
        case tree.Deck():
            row["zone"], row["need"] = Zone.DECK, need
        case tree.Table(which):
            row["zone"], row["which"], row["need"] = Zone.TABLE, which, need
        case tree.Hand(who):
            row["zone"], row["which"] = Zone.HAND, who
            row["need"] = Need.PLAYER if who == tree.OTHERS else need
        case tree.Stack(who):
            row["zone"], row["which"] = Zone.STACK, who
            row["need"] = Need.PLAYER if who == tree.OTHERS else need


# Cards and their ranking.


def _set_points(record: Any, winning: tree.Winning) -> None:
    """Set the points for tokens, for not being out, and for captured cards."""
    record["token_points"], record["alive_points"] = winning.token, winning.alive
    for each in sorted(winning.captured, key=lambda each: -1 if each.cards is None else _precedence(each.cards)):
        cards = WHOLE_DECK if each.cards is None else card_set(each.cards)
        for card in range(CARDS):
            if cards >> card & 1:
                record["captured_points"][card] = each.points
    record["counts_captured"] = record["captured_points"].any()


def _rank_cards(record: Any, game: tree.Game) -> None:
    """Set the worth of plays and cards: the rank of a card goes before that of its number, and that before its suit."""
    record["play_points"][1:] = np.eye(PLAYS, dtype=np.int64)
    scores: list[tuple[int, ...]] = [()] * CARDS
    kinds = (tree.Suit, tree.Number, tree.Card)
    ranks_of_cards = [rank for rank in game.ranking if isinstance(rank.what, kinds)]
    for rank in sorted(ranks_of_cards, key=lambda rank: _precedence(rank.what)):
        cards = card_set(rank.what)
        scores = [rank.scores if cards >> card & 1 else old for card, old in enumerate(scores)]
    for rank in game.ranking:
        if isinstance(rank.what, tree.Play):
            record["play_points"][0, tree.PLAYS.index(rank.what.name)] = max(rank.scores)
    record["has_plays"] = record["play_points"][0].any()
    record["scored"] = sum(1 << card for card in range(CARDS) if scores[card])
    ranks = (np.arange(CARDS) - 1) % RANKS + 1  # the ace is the highest
    points = np.array([max(each, default=0) for each in scores])
    has_points = np.array([bool(each) for each in scores])
    record["card_worth"] = np.where(has_points, points << KEY | ranks, ranks << HIGHEST_CARD)
    _set_sums(record, scores, game.switch("sums") == "ranking")
    record["related"] = _related(np.where(has_points, points << KEY, ranks << HIGHEST_CARD))


def _precedence(cards: tree.Combination) -> int:
    return (tree.Suit, tree.Number, tree.Card).index(type(cards))


def _set_sums(record: Any, scores: list[tuple[int, ...]], by_ranking: bool) -> None:
    numbers = range(1, RANKS + 1)
    for card in range(CARDS):
        known = scores[card] if by_ranking else ()
        record["sum_values"][card] = min(known, default=numbers[card % RANKS])
        if len(known) > 1:
            record["two_valued"] |= 1 << card
            record["extra_value"] = max(known) - min(known)


def _related(worth: np.ndarray) -> np.ndarray:
    """Return, for each relation and card, the cards in this relation to it, as bits."""
    one, other = worth[None, :], worth[:, None]
    cards = np.arange(CARDS)
    suits, numbers = cards // RANKS, cards % RANKS
    truth = np.stack(
        [one < other, one <= other, one == other, one >= other, one > other]
        + [kind[None, :] == kind[:, None] for kind in (suits, numbers)]
        + [np.ones((CARDS, CARDS), bool)]
    )
    related: np.ndarray = (truth * (np.int64(1) << cards)).sum(axis=2)
    return related


def _highest_sum(game: tree.Game) -> int:
    """Return the highest number that a sum is compared with, which also limits the sums of compared hands."""
    antecedents = (rule.antecedent for stage in game.written_stages() for rule in stage.rules)
    sums = (each.right for each in antecedents if isinstance(each, tree.CompareSums))
    return max((right for right in sums if isinstance(right, int)), default=NO_LIMIT)


# What the heuristic evaluation uses.


def _set_heuristics(record: Any, game: tree.Game, order: list[int]) -> None:
    rules = [(at, k, rule) for at, stage in enumerate(game.written_stages()) for k, rule in enumerate(stage.rules)]
    decisive = [(_value(rule, game), at, k, _last(order, at)) for at, k, rule in rules if _value(rule, game)]
    decisive = decisive[-tables.MAX_DECISIVE :]
    record["decisive_count"] = len(decisive)
    record["decisive"][: len(decisive)] = decisive
    record["shedding"] = any(rule.antecedent == tree.Have(()) and _value(rule, game) > 0 for _, _, rule in rules)


def _value(rule: tree.Rule, game: tree.Game) -> int:
    """Return whether it is good (1) or bad (-1) for a player that the condition of a rule holds; 0 if unclear."""
    decisive = tree.CompareTokens | tree.ComparePlays | tree.CompareSums | tree.ComparePoints | tree.Have
    if not isinstance(rule.antecedent, decisive):
        return 0
    if any(isinstance(each, tree.Win) for each in rule.consequents):
        return 1
    if game.winning.token and any(isinstance(each, tree.Gain) for each in rule.consequents):
        return 1 if game.winning.token > 0 else -1
    return -any(isinstance(each, tree.Out) for each in rule.consequents)


def _last(order: list[int], stage: int) -> int:
    return max(time for time, each in enumerate(order) if each == stage)


# Switches: for each, its field in the table and the codes of its values.

_SWITCHES: dict[str, tuple[str, dict[str, int]]] = {
    "other_bets": ("sum_bets", {"highest": 0, "sum": 1}),
    "other_hands": ("any_hand", {"all": 0, "any": 1}),
    "out_hands": ("count_out_hands", {"ignored": 0, "counted": 1}),
    "mandatory": ("mandatory_test", {each.name.lower(): each for each in MandatoryTest}),
    "rules_per_turn": ("rules_per_turn", {each.name.lower(): each for each in RulesPerTurn}),
    "passing": ("passing", {each.name.lower(): each for each in Passing}),
    "drawing": ("draw_always", {"when_stuck": 0, "always": 1}),
    "showing": ("show_sets", {"one": 0, "set": 1}),
    "empty_deck": ("empty_deck", {each.name.lower(): each for each in EmptyDeck}),
    "compare_with": ("compare_with", {each.name.lower(): each for each in CompareWith}),
    "bets": ("bets_added", {"total": 0, "added": 1}),
    "kickers": ("kickers", {"ignored": 0, "count": 1}),
    "points": ("bet_points", {"stash": 0, "stash_and_bet": 1}),
    "ties": ("first_wins_ties", {"draw": 0, "first": 1}),
    "counting": ("counting", {each.name.lower(): each for each in Counting}),
}


def _set_switches(record: Any, game: tree.Game) -> None:
    for name, (field, codes) in _SWITCHES.items():
        record[field] = codes[str(game.switch(name))]
    record["turn_limit"] = game.switch("turn_limit")
