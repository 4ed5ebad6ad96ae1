"""From a game's syntax tree to the tables that the kernels read; no game needs new machine code."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..language import tree
from ..language.decks import Pack, pack_of
from .antecedents import RELATIONS, set_antecedent
from .codes import (
    NO_PILE,
    CompareWith,
    Counting,
    DealerOp,
    EmptyDeck,
    MandatoryTest,
    Op,
    Passing,
    Relation,
    RulesPerTurn,
    Zone,
)
from .compiler3 import More, alternatives_of, needs_tests
from .credits import credits_of
from .observed import set_observed
from .order import places
from .packs import set_pack
from .poker import HIGHEST_CARD, KEY, PLAYS
from .rules import MAX_DECISIVE, Draft3Wide, Rules, Rules3, Rules3Wide
from .state import MAX_CARDS, MAX_PLAYERS, NONE, UNSAID, Need, State, State3, State3Wide
from .wide import in_words

PLAIN = {
    tree.Lead: Op.LEAD, tree.Next: Op.NEXT, tree.Done: Op.DONE, tree.Out: Op.OUT, tree.Win: Op.WIN, tree.End: Op.END,
}  # fmt: skip
NO_LIMIT = 1 << 30
ABOVE_SCORES = 1 << 15  # more than any score of a card


def compile_game(game: tree.Game) -> np.ndarray:
    """Return the rules of a checked game, as an array of one record.

    >>> from cardwright import cgdl
    >>> int(compile_game(cgdl.load("uno"))[0].players)
    3
    """
    pack = pack_of(game)
    large = pack.size > MAX_CARDS
    rules = np.zeros(1, Draft3Wide if large else Rules3 if game.language == 3 else Rules)
    record = rules[0]
    record["players"], record["tables"] = game.players, game.tables
    _set_switches(record, game)
    _rank_cards(record, game, pack)
    _set_points(record, game.winning, pack)
    stages = game.written_stages()
    row_type = rules.dtype["rules"].base
    indices = {id(stage): index for index, stage in enumerate(stages)}
    limit = _highest_sum(game)
    more = None
    if game.language == 3:
        more = More(record, game, limit, pack)
        set_pack(record, pack)
    order = more.order(indices) if more else [indices[id(stage)] for stage in places(game)]
    record["order"][: len(order)] = order
    record["order"][len(order)] = next(stage for stage in reversed(order) if stage >= 0)
    record["stages_played"] = len(order)
    _set_heuristics(record, game, more.lasts if more else {stage: place for place, stage in enumerate(order)})
    for index, stage in enumerate(stages):
        for k, com in enumerate(stage.com):
            _set_command(record["coms"][index, k], com, more, pack)
        for k, rule in enumerate(stage.rules):
            record["rules"][index, k] = _rule(rule, limit, more, pack, row_type)
        record["stages"][index] = (*_stage(stage), NONE, stage.by_partners)
        if more:
            more.set_steps(index, stage)
    if more:
        more.set_effects([_rule(effect.rule, limit, more, pack, row_type) for effect in game.effects])
    set_observed(record, game)
    return in_words(rules, Rules3Wide) if large else rules


def whole_deck(game: tree.Game) -> np.ndarray:
    """Return the position before the first stage of a game, as an array of one record."""
    counters = tuple(game.words.index(word) for word in game.counters)
    return _whole_deck(game.language == 3, counters, pack_of(game).size)


def state_type(language_3: bool, cards: int) -> np.dtype[Any]:
    """Return the type of the record of a game with so many cards."""
    return State3Wide if cards > MAX_CARDS else State3 if language_3 else State


@functools.cache
def _whole_deck(language_3: bool, counters: tuple[int, ...], cards: int) -> np.ndarray:
    setup = np.zeros(1, state_type(language_3, cards))
    record = setup[0]
    if language_3:
        record["words"], record["opener"], record["named_card"] = UNSAID, NONE, NONE
        for field in ("hidden_word", "using", "last_catcher", "open_group", "fitting"):
            record[field] = NONE
        record["words"][:, list(counters)] = 0
    record["deck"][:cards] = np.arange(cards)
    record["deck_size"] = cards
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


def _set_command(row: Any, com: tree.Com, more: More | None, pack: Pack) -> None:
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
            row["op"], row["cards"] = DealerOp.REMOVE, pack.cards(cards)
        case tree.Trick(table, to, trump):
            row["op"], row["table"], row["amount"] = DealerOp.TRICK, table.which, com.reward
            row["to"] = to.which if isinstance(to, tree.Table) else NONE
            row["trump"] = NONE if trump is None else pack.suits.index(trump)
        case tree.Trump(table):
            row["op"], row["table"] = DealerOp.TRUMP, table.which
        case tree.Gather():
            row["op"] = DealerOp.GATHER
        case tree.DealCount(measure) if more:
            row["op"], row["amount"] = DealerOp.DEAL_COUNT, more.amount(tree.Amount(None, measure))
        case tree.Move(table, to):
            row["op"], row["table"], row["to"] = DealerOp.MOVE, table.which, to.which
        case _ if more:
            more.set_command(row, com)


def _seats(seats: Any) -> int:
    return (1 << MAX_PLAYERS) - 1 if seats is None else sum(1 << seat for seat in seats)


# Rules.


def _rule(rule: tree.Rule, limit: int, more: More | None, pack: Pack, row_type: np.dtype[Any]) -> Any:
    row = np.zeros((), row_type)
    row["mandatory"] = tree.MANDATORY in rule.modifiers
    row["count"] = len(rule.consequents)
    if more and needs_tests(rule.antecedent):
        row["first_test"], row["test_count"] = more.tests(alternatives_of(rule.antecedent))
    else:
        set_antecedent(row, rule.antecedent, limit, pack, more.layouts if more else ())
    if rule.also and more:
        row["first_test"], row["test_count"] = more.tests((rule.also,))
    table = rule.antecedent.table.which if isinstance(rule.antecedent, tree.Show) else 0
    for k, consequent in enumerate(rule.consequents):
        if not (more and more.set_consequent(row["consequents"][k], consequent)):
            _set_consequent(row["consequents"][k], consequent, table, pack)
    row["consequents"]["credit"][: len(rule.consequents)] = list(credits_of(rule))
    ops = row["consequents"]["op"][: len(rule.consequents)]
    row["can_fail"] = any(map(_can_fail, rule.consequents, ops)) or row["consequents"][0]["need"] != Need.NOTHING
    if isinstance(rule.antecedent, tree.Show):
        row["need"] = Need.CARD
    elif not isinstance(rule.antecedent, tree.Draw):
        row["need"] = row["consequents"][0]["need"]
    return row


def _can_fail(consequent: tree.Consequent, op: int) -> bool:
    return op <= Op.LAST_THAT_CAN_FAIL or (isinstance(consequent, tree.Choose) and consequent.kind == tree.OF_PLAYER)


def _set_consequent(row: Any, consequent: tree.Consequent, shown_table: int, pack: Pack) -> None:
    row["cards"] = pack.everything
    match consequent:
        case tree.Take(amount, source, face):
            row["op"], row["amount"], row["face_up"] = Op.TAKE, amount, face == tree.UP
            _set_zone(row, source, Need.NOTHING)
        case tree.Put(amount, zone, relation, face):
            row["op"], row["amount"], row["face_up"] = Op.PUT, amount, face == tree.UP
            row["relation"] = RELATIONS[relation]
            _set_zone(row, zone, Need.CARD)
        case tree.PutPlay(play, zone, face):
            row["op"], row["amount"], row["face_up"] = Op.PUT_PLAY, tree.SET_SIZES[play.name], face == tree.UP
            row["relation"] = Relation.ANY
            _set_zone(row, zone, Need.CARD)
        case tree.PutCards(cards, zone, face, relation):
            row["op"], row["amount"], row["face_up"] = Op.PUT, 1, face == tree.UP
            row["relation"], row["cards"] = RELATIONS[relation], pack.selected(cards)
            _set_zone(row, zone, Need.CARD)
        case tree.Turn(amount, source, table):
            row["op"], row["amount"], row["table"] = Op.TURN, amount, table.which
            _set_zone(row, source, Need.NOTHING)
        case tree.Ask(hand):
            row["op"], row["zone"], row["which"], row["need"] = Op.ASK, Zone.HAND, hand.who, Need.NUMBER
        case tree.Bet(relation, tokens, chips):
            row["op"], row["relation"], row["need"] = Op.BET, RELATIONS[relation], Need.AMOUNT
            row["amount"] = chips or 0
            if tokens is not None:
                row["which"], row["pile"] = tokens.who, tokens.pile
            elif chips is not None:
                row["pile"] = NO_PILE
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


def _set_points(record: Any, winning: tree.Winning, pack: Pack) -> None:
    """Set the points for tokens, for not being out, and for captured cards."""
    record["token_points"], record["alive_points"] = winning.token, winning.alive
    record["captured_points"][: pack.size] = captured_points(winning, pack)
    record["counts_captured"] = record["captured_points"].any()


def _rank_cards(record: Any, game: tree.Game, pack: Pack) -> None:
    """Set the worth of plays and cards: the rank of a card goes before that of its number, and that before its suit."""
    record["play_points"][1:] = np.eye(PLAYS, dtype=np.int64)
    scores: list[tuple[int, ...]] = [()] * pack.size
    ranks_of_cards = [rank for rank in game.ranking if not isinstance(rank.what, tree.Play)]
    for rank in sorted(ranks_of_cards, key=lambda rank: _precedence(rank.what)):
        cards = pack.cards(rank.what)
        scores = [rank.scores if cards >> card & 1 else old for card, old in enumerate(scores)]
    for rank in game.ranking:
        if isinstance(rank.what, tree.Play):
            record["play_points"][0, tree.PLAYS.index(rank.what.name)] = max(rank.scores)
    record["has_plays"] = record["play_points"][0].any()
    record["scored"] = sum(1 << card for card in range(pack.size) if scores[card])
    ranks = np.array(pack.heights)
    points = np.array([max(each, default=0) for each in scores])
    has_points = np.array([bool(each) for each in scores])
    if game.language == 3:
        record["ranked_scores"][: pack.size] = points
    record["card_worth"][: pack.size] = np.where(has_points, points << KEY | ranks, ranks << HIGHEST_CARD)
    _set_sums(record, scores, game.switch("sums") == "ranking", pack)
    worth = np.where(has_points, points << KEY, ranks << HIGHEST_CARD)
    for card, height in pack.trumps.items():
        worth[card] = ABOVE_SCORES + height << KEY
    record["related"][:, : pack.size] = _related(worth, pack)


def captured_points(winning: tree.Winning, pack: Pack) -> list[int]:
    """Return the points for each captured card; the most specific entry counts."""
    points = [0] * pack.size
    for each in sorted(winning.captured, key=lambda each: -1 if each.cards is None else _precedence(each.cards)):
        cards = pack.everything if each.cards is None else pack.cards(each.cards)
        points = [each.points if cards >> card & 1 else old for card, old in enumerate(points)]
    return points


def _precedence(cards: tree.Combination) -> int:
    """Return how specific an entry is: a card counts before its number or kind, and that before its suit."""
    return {tree.Suit: 0, tree.Number: 1, tree.Kind: 1, tree.Card: 2}[type(cards)]


def _set_sums(record: Any, scores: list[tuple[int, ...]], by_ranking: bool, pack: Pack) -> None:
    known = scores if by_ranking else [()] * pack.size
    record["sum_values"][: pack.size] = [min(each, default=pack.values[card]) for card, each in enumerate(known)]
    for card, each in enumerate(known):
        if len(each) > 1:
            record["two_valued"] |= 1 << card
            record["extra_value"] = max(each) - min(each)


def _related(worth: np.ndarray, pack: Pack) -> np.ndarray:
    """Return, for each relation and card, the cards in this relation to it, as bits; having no suit is no relation."""
    one, other = worth[None, :], worth[:, None]
    suits, numbers = np.array(pack.followed_suits), np.array(pack.rank_of)
    same_suit = (suits[None, :] == suits[:, None]) & (suits >= 0)
    same_number = numbers[None, :] == numbers[:, None]
    by_worth = [one < other, one <= other, one == other, one >= other, one > other]
    truth = np.stack([*by_worth, same_suit, same_number, np.ones(same_suit.shape, bool)])
    packed = np.packbits(truth, axis=2, bitorder="little")
    rows = packed.tobytes()
    width = packed.shape[2]
    sets = [int.from_bytes(rows[at : at + width], "little") for at in range(0, len(rows), width)]
    return np.array(sets, np.int64 if pack.size <= MAX_CARDS else object).reshape(truth.shape[:2])


def _highest_sum(game: tree.Game) -> int:
    """Return the highest number that a sum is compared with, which also limits the sums of compared hands."""
    sums = (each.right for each in game.of(tree.CompareSums))
    return max((right for right in sums if isinstance(right, int)), default=NO_LIMIT)


# What the heuristic evaluation uses.


def _set_heuristics(record: Any, game: tree.Game, lasts: dict[int, int]) -> None:
    rules = [(at, k, rule) for at, stage in enumerate(game.written_stages()) for k, rule in enumerate(stage.rules)]
    decisive = [(_value(rule, game), at, k, lasts[at]) for at, k, rule in rules if _value(rule, game)]
    decisive = decisive[-MAX_DECISIVE:]
    record["decisive_count"] = len(decisive)
    record["decisive"][: len(decisive)] = decisive
    record["shedding"] = game.uses(tree.Beat) or any(
        rule.antecedent == tree.Have(()) and _value(rule, game) > 0 for _, _, rule in rules
    )


def _value(rule: tree.Rule, game: tree.Game) -> int:
    """Return whether it is good (1) or bad (-1) for a player that the condition of a rule holds; 0 if unclear."""
    decisive = (
        tree.CompareTokens | tree.ComparePlays | tree.CompareSums | tree.ComparePoints | tree.Have | tree.Condition
    )
    if not isinstance(rule.antecedent, decisive):
        return 0
    if any(isinstance(each, tree.Win) for each in rule.consequents):
        return 1
    if game.winning.token and any(isinstance(each, tree.Gain) for each in rule.consequents):
        return 1 if game.winning.token > 0 else -1
    return -any(isinstance(each, tree.Out) for each in rule.consequents)


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
    "ties": ("first_wins_ties", {"draw": 0, "first": 1, "shared": 0}),
    "counting": ("counting", {each.name.lower(): each for each in Counting}),
}


def _set_switches(record: Any, game: tree.Game) -> None:
    for name, (field, codes) in _SWITCHES.items():
        record[field] = codes[str(game.switch(name))]
    record["turn_limit"] = game.switch("turn_limit")
