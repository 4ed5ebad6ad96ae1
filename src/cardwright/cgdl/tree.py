"""The syntax tree of a game: what a `.cgdl` file says, as small frozen values.

`STAGES : RANKING : WINNING CONDITIONS`, as in "A Card Game Description Language" (Font, Mahlmann, Manrique and
Togelius, 2013), with one class for each antecedent of its Table 1 and each consequent of its Table 2. Classes marked
"language 2" are extensions; docs/cgdl.md says what each means.

>>> from cardwright import cgdl
>>> uno = cgdl.load("uno")
>>> uno.stages[1].rules[2]
Rule(modifiers=(), antecedent=Draw(), consequents=(Next(),))
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .switches import SWITCHES

SUITS = ("clubs", "diamonds", "hearts", "spades")
LOWEST_NUMBER, HIGHEST_NUMBER, DECK_SIZE = 1, 13, 52
RELATIONS = ("<", "<=", "=", ">=", ">")
ANY, SAME_SUIT, SAME_NUMBER = "any", "same suit", "same number"
UP, DOWN = "up", "down"
MANDATORY, ONCE, OTHERWISE = "mandatory", "once", "otherwise"
PLAYS = ("one pair", "two pairs", "three of a kind", "straight", "flush", "full house", "poker", "straight flush")

ME, OTHERS = -1, -2  # who a location belongs to, where it is not the number of a player: X and A in the paper
STASH, BET = 0, 1  # the two piles of tokens of a player


class Place(NamedTuple):
    """Where something stands in a file, counted from 1."""

    line: int
    column: int


@dataclass(frozen=True)
class Node:
    """A part of a game; where it stood in the file is no part of its value."""

    at: Place = field(default=Place(0, 0), kw_only=True, compare=False, repr=False)


# Where cards and tokens lie.


@dataclass(frozen=True)
class Deck(Node):
    """`D`: the deck, face down; cards are taken from its top and put under it."""


@dataclass(frozen=True)
class Table(Node):
    """`T0`, `T1`, ...: a place on the table, face up; cards are put on it and taken from its top."""

    which: int


@dataclass(frozen=True)
class Hand(Node):
    """`HX`, `HA`, `H0`, ...: the hand of the current player (ME), of each other player (OTHERS), or of one player."""

    who: int


@dataclass(frozen=True)
class Tokens(Node):
    """`KX0`, `KA1`, `K21`, ...: the stash (0) or the bet (1) of the current player, of the others, or of one player."""

    who: int
    pile: int


CardPlace = Deck | Table | Hand


# Combinations of cards.


@dataclass(frozen=True)
class Card(Node):
    """`2 of diamonds`."""

    number: int
    suit: str


@dataclass(frozen=True)
class Number(Node):
    """`number 13`: any card of this number."""

    number: int


@dataclass(frozen=True)
class Suit(Node):
    """`suit hearts`: any card of this suit."""

    suit: str


@dataclass(frozen=True)
class Play(Node):
    """`two pairs`, `flush`, ...: one of PLAYS."""

    name: str


Combination = Card | Number | Suit | Play


# What the dealer does before a stage.


@dataclass(frozen=True)
class Deal(Node):
    """`com deal 2 to all players`, `com deal 3 to T0`: to these players (each gets as many) or to a table."""

    amount: int
    to: tuple[int, ...] | Table | None  # None: all players


@dataclass(frozen=True)
class Give(Node):
    """`com give 99 to all players`: tokens into their stashes."""

    amount: int
    to: tuple[int, ...] | None  # None: all players


@dataclass(frozen=True)
class Remove(Node):
    """`com remove 12 of clubs`: these cards leave the deck and the game (language 2)."""

    cards: Card | Number | Suit


@dataclass(frozen=True)
class Trick(Node):
    """`com trick T0 to T1 trump hearts`: who put the best card in T0 gains a token and begins (language 2)."""

    table: Table
    to: Table
    trump: str | None = None


Com = Deal | Give | Remove | Trick


# Antecedents: when a rule can be played.


@dataclass(frozen=True)
class Always(Node):
    """No condition: the paper's lambda, or "unconditional"."""


@dataclass(frozen=True)
class CompareTokens(Node):
    """`tokens KX1 < KA1`."""

    left: Tokens
    relation: str
    right: Tokens


@dataclass(frozen=True)
class ComparePlays(Node):
    """`play HX + T0 > HA + T0`: by the ranking."""

    left: tuple[Hand | Table, ...]
    relation: str
    right: tuple[Hand | Table, ...]


@dataclass(frozen=True)
class CompareSums(Node):
    """`sum HX > HA`, `sum HX > 21`."""

    left: tuple[Hand | Table, ...]
    relation: str
    right: tuple[Hand | Table, ...] | int


@dataclass(frozen=True)
class Have(Node):
    """`have 2 of diamonds + number 7`: the hand contains each of these; `have nothing`: no parts, an empty hand."""

    parts: tuple[Combination, ...]


@dataclass(frozen=True)
class Draw(Node):
    """`draw`: the deck has a card, and drawing it is part of playing the rule."""


@dataclass(frozen=True)
class Show(Node):
    """`show same suit T0`, `show > T0`: a card in hand that compares so with the table; which one is chosen."""

    relation: str  # one of RELATIONS, SAME_SUIT, SAME_NUMBER
    table: Table


Antecedent = Always | CompareTokens | ComparePlays | CompareSums | Have | Draw | Show


# Consequents: what happens when it is played.


@dataclass(frozen=True)
class Take(Node):
    """`take 2 from D face down`, the paper's `pifr`: into the hand of the current player."""

    amount: int
    source: CardPlace
    face: str


@dataclass(frozen=True)
class Put(Node):
    """`put 1 in T0 > face up`, the paper's `puin`: cards chosen from the hand that compare so with the place."""

    amount: int
    place: CardPlace
    relation: str  # one of RELATIONS, ANY
    face: str


@dataclass(frozen=True)
class PutPlay(Node):
    """`put one pair in T0 face up`: two, three or four cards of one number, chosen from the hand (language 2)."""

    play: Play  # one pair, three of a kind or poker
    place: CardPlace
    face: str


@dataclass(frozen=True)
class Ask(Node):
    """`ask HA`: choose a number you hold and one of these hands; get its cards of that number, or draw (language 2)."""

    hand: Hand


@dataclass(frozen=True)
class Bet(Node):
    """`bet >= KA1`, `bet any`: tokens from the stash to the bet of the current player, as many as chosen."""

    relation: str  # one of RELATIONS, ANY
    tokens: Tokens | None = None  # None with ANY


@dataclass(frozen=True)
class Gain(Node):
    """`gain KA1`: all these tokens go to the stash of the current player; `gain 1`: new tokens (language 2)."""

    tokens: Tokens | int


@dataclass(frozen=True)
class PlayIt(Node):
    """`playit`: the shown card goes to the table it was compared with."""


@dataclass(frozen=True)
class Next(Node):
    """`next`: the turn ends; the player plays again in this stage."""


@dataclass(frozen=True)
class Done(Node):
    """`done`: the player is done with this stage."""


@dataclass(frozen=True)
class Out(Node):
    """`out`: the player is out of the game."""


@dataclass(frozen=True)
class Win(Node):
    """`win`: the player wins and the game ends."""


@dataclass(frozen=True)
class End(Node):
    """`end`: the game ends; points decide."""


Consequent = Take | Put | PutPlay | Ask | Bet | Gain | PlayIt | Next | Done | Out | Win | End


# A game.


@dataclass(frozen=True)
class Rule(Node):
    """`mandatory if tokens KX1 < KA1 then out`; without modifiers a rule is optional and can be repeated."""

    modifiers: tuple[str, ...]  # of MANDATORY, ONCE, OTHERWISE (language 2)
    antecedent: Antecedent
    consequents: tuple[Consequent, ...]


@dataclass(frozen=True)
class Stage(Node):
    """`stage "first bet" { ... }`: what the dealer does first, then the players' rules."""

    name: str
    com: tuple[Com, ...]
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Repeat(Node):
    """`repeat 13 { stage ... }`: these stages, one after the other, so many times (language 2)."""

    times: int
    stages: tuple[Stage, ...]


@dataclass(frozen=True)
class Rank(Node):
    """`flush = 600`, `number 1 = 1 or 10`: what a play or a card is worth; two scores: whichever serves better."""

    what: Combination
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Winning(Node):
    """The points for each token at the end, and for not being out."""

    token: int
    alive: int


@dataclass(frozen=True)
class Setting(Node):
    """`with other_bets = highest`: one switch of `switches.SWITCHES`, set."""

    name: str
    value: str | int


@dataclass(frozen=True)
class Game(Node):
    """A whole game."""

    name: str
    players: int
    tables: int
    version: int
    switches: tuple[Setting, ...]
    stages: tuple[Stage | Repeat, ...]
    ranking: tuple[Rank, ...]
    winning: Winning

    def switch(self, name: str) -> str | int:
        """What a switch is set to, or else its default.

        >>> from cardwright import cgdl
        >>> cgdl.load("uno").switch("empty_deck"), cgdl.load("uno").switch("turn_limit")
        ('ends', 100)
        """
        return next((each.value for each in self.switches if each.name == name), SWITCHES[name].default)

    def written_stages(self) -> tuple[Stage, ...]:
        """The stages as they stand in the file, each once."""
        return tuple(stage for part in self.stages for stage in stages(part))

    def played_stages(self) -> Iterator[Stage]:
        """The stages in the order they are played, those of a `repeat` again and again."""
        for part in self.stages:
            for _ in range(part.times if isinstance(part, Repeat) else 1):
                yield from stages(part)


def stages(part: Stage | Repeat) -> tuple[Stage, ...]:
    """The stages in a part of a game, each once."""
    return part.stages if isinstance(part, Repeat) else (part,)


def walk(node: Node) -> Iterator[Node]:
    """A node and all nodes in it.

    >>> [type(each).__name__ for each in walk(Rule((), Draw(), (Next(),)))]
    ['Rule', 'Next', 'Draw']
    """
    waiting: list[Any] = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Node):
            yield each
            names: tuple[str, ...] = type(each).__match_args__
            waiting += [getattr(each, name) for name in names]
        elif isinstance(each, tuple):
            waiting += each
