"""From a game's syntax tree to the tables that the kernels read; no new machine code, whatever the game."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from . import tree
from .engine import rules as table
from .engine.poker import HIGHEST_CARD, KEY, PLAYS, RANKS, SUIT
from .engine.rules import Act, Com, Compared, Empty, Passing, Relation, Rules, Tested, When, Where
from .engine.state import CARDS, MAX_PLAYERS, NONE, Need, State

RELATIONS = {
    **dict(zip(tree.RELATIONS, Relation, strict=False)),
    tree.SAME_SUIT: Relation.SAME_SUIT,
    tree.SAME_NUMBER: Relation.SAME_NUMBER,
    tree.ANY: Relation.ANY,
}
SET_SIZES = {"one pair": 2, "three of a kind": 3, "poker": 4}
TURN_ENDS = {tree.Next: Act.NEXT, tree.Done: Act.DONE, tree.Out: Act.OUT, tree.Win: Act.WIN, tree.End: Act.END}
NO_LIMIT = 1 << 30


def compile_game(game: tree.Game) -> np.ndarray:
    """The rules of a checked game, as an array of one record.

    >>> from cardwright import cgdl
    >>> int(compile_game(cgdl.load("uno"))[0].players)
    3
    """
    rules = np.zeros(1, Rules)
    record = rules[0]
    record["players"], record["tables"] = game.players, game.tables
    _set_switches(record, game)
    _rank_cards(record, game)
    record["token_points"], record["alive_points"] = game.winning.token, game.winning.alive
    stages = game.written_stages()
    numbers = {id(stage): number for number, stage in enumerate(stages)}
    order = [numbers[id(stage)] for stage in game.played_stages()]
    record["order"][: len(order)] = order
    record["stages_played"] = len(order)
    _set_estimate(record, game, order)
    limit = _highest_sum(game)
    for number, stage in enumerate(stages):
        for place, com in enumerate(stage.com):
            record["coms"][number, place] = _command(com)
        for place, rule in enumerate(stage.rules):
            record["rules"][number, place] = _rule(rule, limit)
        record["stages"][number] = _stage(stage)
    return rules


@functools.cache
def whole_deck() -> np.ndarray:
    """The position before the first stage of any game, as an array of one record."""
    setup = np.zeros(1, State)
    record = setup[0]
    record["deck"][:CARDS] = np.arange(CARDS)
    record["left"] = CARDS
    record["top"] = record["bottom"] = record["below"] = record["by"] = NONE
    for field in ("rule", "shown", "partner", "asked", "winner"):
        record[field] = NONE
    setup.flags.writeable = False
    return setup


# Stages.


def _stage(stage: tree.Stage) -> tuple[int, ...]:
    def those(wanted: Iterable[bool]) -> int:
        return sum(1 << place for place, each in enumerate(wanted) if each)

    mandatory = those(tree.MANDATORY in rule.modifiers for rule in stage.rules)
    return (
        len(stage.rules),
        len(stage.com),
        mandatory,
        those(True for _ in stage.rules) & ~mandatory,
        those(tree.ONCE in rule.modifiers for rule in stage.rules),
        those(tree.OTHERWISE in rule.modifiers for rule in stage.rules),
        those(isinstance(rule.antecedent, tree.Show) for rule in stage.rules),
        those(isinstance(rule.antecedent, tree.Draw) for rule in stage.rules),
    )


def _command(com: tree.Com) -> Any:
    row = np.zeros((), table.Command)
    row["trump"] = NONE
    match com:
        case tree.Deal(amount, tree.Table(which)):
            row["kind"], row["amount"], row["table"] = Com.DEAL_TO_TABLE, amount, which
        case tree.Deal(amount, to):
            row["kind"], row["amount"], row["players"] = Com.DEAL_TO_PLAYERS, amount, _seats(to)
        case tree.Give(amount, to):
            row["kind"], row["amount"], row["players"] = Com.GIVE, amount, _seats(to)
        case tree.Remove(cards):
            row["kind"], row["cards"] = Com.REMOVE, card_set(cards)
        case tree.Trick(on, to, trump):
            row["kind"], row["table"], row["to"] = Com.TRICK, on.which, to.which
            row["trump"] = NONE if trump is None else tree.SUITS.index(trump)
    return row


def _seats(seats: Any) -> int:
    return (1 << MAX_PLAYERS) - 1 if seats is None else sum(1 << seat for seat in seats)


# Rules.


def _rule(rule: tree.Rule, limit: int) -> Any:
    row = np.zeros((), table.Rule)
    row["mandatory"] = tree.MANDATORY in rule.modifiers
    row["count"] = len(rule.consequents)
    _set_antecedent(row, rule.antecedent, limit)
    shown_on = rule.antecedent.table.which if isinstance(rule.antecedent, tree.Show) else 0
    for place, consequent in enumerate(rule.consequents):
        _set_consequent(row["acts"][place], consequent, shown_on)
    row["checked"] = any(act <= Act.BET for act in row["acts"]["kind"][: len(rule.consequents)])
    if isinstance(rule.antecedent, tree.Show):
        row["need"] = Need.CARD
    elif not isinstance(rule.antecedent, tree.Draw):
        row["need"] = row["acts"][0]["need"]
    return row


def _set_antecedent(row: Any, antecedent: tree.Antecedent, limit: int) -> None:
    match antecedent:
        case tree.Always():
            row["when"] = When.ALWAYS
        case tree.CompareTokens(left, relation, right):
            row["when"], row["relation"] = When.TOKENS, RELATIONS[relation]
            row["who"], row["pile"] = left.who, left.pile
            row["other_who"], row["other_pile"] = right.who, right.pile
        case tree.ComparePlays(left, relation, right) | tree.CompareSums(left, relation, right):
            row["when"] = When.SUMS if isinstance(antecedent, tree.CompareSums) else When.PLAYS
            row["relation"], row["left"], row["limit"] = RELATIONS[relation], _side(left), limit
            if isinstance(right, int):
                row["by_number"], row["number"], row["limit"] = 1, right, right
            else:
                row["right"] = _side(right)
        case tree.Have(parts):
            sets = [card_set(part) for part in parts if not isinstance(part, tree.Play)]
            row["when"], row["empty"], row["parts"] = When.HAVE, not parts, len(sets)
            row["part"][: len(sets)] = sets
            row["plays"] = sum(1 << tree.PLAYS.index(part.name) for part in parts if isinstance(part, tree.Play))
        case tree.Draw():
            row["when"] = When.DRAW
        case tree.Show(relation, on):
            row["when"], row["relation"], row["table"] = When.SHOW, RELATIONS[relation], on.which


def _side(places: tuple[tree.Hand | tree.Table, ...]) -> tuple[int, int, bool, bool]:
    hands = [place.who for place in places if isinstance(place, tree.Hand)]
    tables = sum(1 << place.which for place in places if isinstance(place, tree.Table))
    return sum(1 << who for who in hands if who >= 0), tables, tree.ME in hands, tree.OTHERS in hands


def _set_consequent(act: Any, consequent: tree.Consequent, shown_on: int) -> None:
    match consequent:
        case tree.Take(amount, source, face):
            act["kind"], act["amount"], act["up"] = Act.TAKE, amount, face == tree.UP
            _set_place(act, source, Need.NOTHING)
        case tree.Put(amount, place, relation, face):
            act["kind"], act["amount"], act["up"] = Act.PUT, amount, face == tree.UP
            act["relation"] = RELATIONS[relation]
            _set_place(act, place, Need.CARD)
        case tree.PutPlay(play, place, face):
            act["kind"], act["amount"], act["up"] = Act.PUT_PLAY, SET_SIZES[play.name], face == tree.UP
            act["relation"] = Relation.ANY
            _set_place(act, place, Need.CARD)
        case tree.Ask(hand):
            act["kind"], act["where"], act["which"], act["need"] = Act.ASK, Where.HAND, hand.who, Need.NUMBER
        case tree.Bet(relation, tokens):
            act["kind"], act["relation"], act["need"] = Act.BET, RELATIONS[relation], Need.AMOUNT
            if tokens is not None:
                act["which"], act["pile"] = tokens.who, tokens.pile
        case tree.Gain(int(amount)):
            act["kind"], act["amount"] = Act.GAIN_NEW, amount
        case tree.Gain(tree.Tokens() as tokens):
            act["kind"], act["which"], act["pile"] = Act.GAIN, tokens.who, tokens.pile
        case tree.PlayIt():
            act["kind"], act["which"] = Act.PLAYIT, shown_on
        case _:
            act["kind"] = TURN_ENDS[type(consequent)]


def _set_place(act: Any, place: tree.CardPlace, need: Need) -> None:
    """Where cards go or come from; one of the others must be chosen first."""
    match place:
        case tree.Deck():
            act["where"], act["need"] = Where.DECK, need
        case tree.Table(which):
            act["where"], act["which"], act["need"] = Where.TABLE, which, need
        case tree.Hand(who):
            act["where"], act["which"] = Where.HAND, who
            act["need"] = Need.PLAYER if who == tree.OTHERS else need


# Cards and their ranking.


def card_number(number: int, suit: str) -> int:
    """The place of a card in the deck, from 0: suit by suit.

    >>> card_number(1, "clubs"), card_number(13, "spades")
    (0, 51)
    """
    return RANKS * tree.SUITS.index(suit) + number - 1


def card_set(combination: tree.Combination) -> int:
    """The cards that a combination names, as bits."""
    match combination:
        case tree.Card(number, suit):
            return 1 << card_number(number, suit)
        case tree.Number(number):
            return sum(1 << card_number(number, suit) for suit in tree.SUITS)
        case tree.Suit(suit):
            return SUIT << card_number(1, suit)
    raise ValueError(f"{combination} is not a set of cards")


def _rank_cards(record: Any, game: tree.Game) -> None:
    """What plays and cards are worth: a card by itself before its number, that before its suit."""
    record["plays"][1:] = np.eye(PLAYS, dtype=np.int64)
    scores: list[tuple[int, ...]] = [()] * CARDS
    kinds = (tree.Suit, tree.Number, tree.Card)
    for rank in sorted((rank for rank in game.ranking if isinstance(rank.what, kinds)), key=_precedence):
        cards = card_set(rank.what)
        scores = [rank.scores if cards >> card & 1 else old for card, old in enumerate(scores)]
    for rank in game.ranking:
        if isinstance(rank.what, tree.Play):
            record["plays"][0, tree.PLAYS.index(rank.what.name)] = max(rank.scores)
    record["plays_ranked"] = record["plays"][0].any()
    record["scored"] = sum(1 << card for card in range(CARDS) if scores[card])
    ranks = (np.arange(CARDS) - 1) % RANKS + 1  # the ace is the highest
    points = np.array([max(each, default=0) for each in scores])
    has_points = np.array([bool(each) for each in scores])
    record["worth"] = np.where(has_points, points << KEY | ranks, ranks << HIGHEST_CARD)
    _set_sums(record, scores, game.switch("sums") == "ranking")
    record["fits"] = _fits(np.where(has_points, points << KEY, ranks << HIGHEST_CARD))


def _precedence(rank: tree.Rank) -> int:
    return (tree.Suit, tree.Number, tree.Card).index(type(rank.what))


def _set_sums(record: Any, scores: list[tuple[int, ...]], by_ranking: bool) -> None:
    numbers = range(1, RANKS + 1)
    for card in range(CARDS):
        known = scores[card] if by_ranking else ()
        record["counts"][card] = min(known, default=numbers[card % RANKS])
        if len(known) > 1:
            record["double"] |= 1 << card
            record["more"] = max(known) - min(known)


def _fits(worth: np.ndarray) -> np.ndarray:
    """For each relation and card, the cards that compare so with it, as bits."""
    one, other = worth[None, :], worth[:, None]
    cards = np.arange(CARDS)
    suits, numbers = cards // RANKS, cards % RANKS
    truth = np.stack(
        [one < other, one <= other, one == other, one >= other, one > other]
        + [kind[None, :] == kind[:, None] for kind in (suits, numbers)]
        + [np.ones((CARDS, CARDS), bool)]
    )
    return (truth * (np.int64(1) << cards)).sum(axis=2)


def _highest_sum(game: tree.Game) -> int:
    """The highest number that a sum is compared with, which sums of two hands should not pass either."""
    antecedents = (rule.antecedent for stage in game.written_stages() for rule in stage.rules)
    sums = (each.right for each in antecedents if isinstance(each, tree.CompareSums))
    return max((right for right in sums if isinstance(right, int)), default=NO_LIMIT)


# What an estimate of the result goes by.


def _set_estimate(record: Any, game: tree.Game, order: list[int]) -> None:
    rules = [(at, k, rule) for at, stage in enumerate(game.written_stages()) for k, rule in enumerate(stage.rules)]
    decisive = [(_good(rule, game), at, k, _last(order, at)) for at, k, rule in rules if _good(rule, game)]
    decisive = decisive[-table.MOST_DECISIVE :]
    record["deciding"] = len(decisive)
    record["decisive"][: len(decisive)] = decisive
    record["shedding"] = any(rule.antecedent == tree.Have(()) and _good(rule, game) > 0 for _, _, rule in rules)


def _good(rule: tree.Rule, game: tree.Game) -> int:
    """Whether it is good (1) or bad (-1) for a player that the condition of a rule holds; 0 if that is hard to say."""
    if not isinstance(rule.antecedent, tree.CompareTokens | tree.ComparePlays | tree.CompareSums | tree.Have):
        return 0
    wins = tree.Win | tree.Gain if game.winning.token else tree.Win
    if any(isinstance(each, wins) for each in rule.consequents):
        return 1
    return -any(isinstance(each, tree.Out) for each in rule.consequents)


def _last(order: list[int], stage: int) -> int:
    return max(time for time, each in enumerate(order) if each == stage)


# Switches.

_WORDS: dict[str, tuple[str, dict[str, int]]] = {
    "other_bets": ("sum_bets", {"highest": 0, "sum": 1}),
    "other_hands": ("any_hand", {"all": 0, "any": 1}),
    "out_hands": ("out_counts", {"ignored": 0, "counted": 1}),
    "mandatory": ("tested", {each.name.lower(): each for each in Tested}),
    "rules_per_turn": ("many_rules", {"one": 0, "many": 1}),
    "passing": ("passing", {each.name.lower(): each for each in Passing}),
    "drawing": ("draw_always", {"when_stuck": 0, "always": 1}),
    "empty_deck": ("empty_deck", {each.name.lower(): each for each in Empty}),
    "compare_with": ("compared", {each.name.lower(): each for each in Compared}),
    "bets": ("bets_added", {"total": 0, "added": 1}),
    "kickers": ("kickers", {"ignored": 0, "count": 1}),
    "points": ("bet_points", {"stash": 0, "stash_and_bet": 1}),
    "counting": ("count_all", {"turns": 0, "everything": 1}),
}


def _set_switches(record: Any, game: tree.Game) -> None:
    for name, (field, meanings) in _WORDS.items():
        record[field] = meanings[str(game.switch(name))]
    record["turn_limit"] = game.switch("turn_limit")
