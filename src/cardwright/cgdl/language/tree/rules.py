"""The rules of a stage: what the dealer does, when a player can play a rule (antecedents), and what it does."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Card, CardZone, Combination, Hand, Node, Number, Play, Suit, Table, Tokens

MANDATORY, ONCE, OTHERWISE = "mandatory", "once", "otherwise"


# The dealer, before the players' turns.


@dataclass(frozen=True)
class Deal(Node):
    """`com deal 2 to all players`, `com deal 3 to T0`: this many cards to each of these players, or to a table."""

    amount: int
    to: tuple[int, ...] | Table | None  # None: all players


@dataclass(frozen=True)
class Give(Node):
    """`com give 99 to all players`: tokens for the stashes of these players."""

    amount: int
    to: tuple[int, ...] | None  # None: all players


@dataclass(frozen=True)
class Remove(Node):
    """`com remove 12 of clubs`: take these cards out of the deck and the game (language 2)."""

    cards: Card | Number | Suit


@dataclass(frozen=True)
class Trick(Node):
    """`com trick T0 to T1 trump hearts`: the player of the best card in T0 gains a token and leads (language 2)."""

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
    """`play HX + T0 > HA + T0`: compare the best plays, by the ranking."""

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
    """`have 2 of diamonds + number 7`: the hand contains each part. `have nothing` has no parts: the hand is empty."""

    parts: tuple[Combination, ...]


@dataclass(frozen=True)
class Draw(Node):
    """`draw`: the deck has a card; playing the rule draws it."""


@dataclass(frozen=True)
class Show(Node):
    """`show same suit T0`, `show > T0`: the hand has a card in this relation to the table; the player picks one."""

    relation: str  # one of RELATIONS, SAME_SUIT, SAME_NUMBER
    table: Table


Antecedent = Always | CompareTokens | ComparePlays | CompareSums | Have | Draw | Show


# Consequents: what happens when a rule is played.


@dataclass(frozen=True)
class Take(Node):
    """`take 2 from D face down`, the paper's `pifr`: move cards into the hand of the current player."""

    amount: int
    source: CardZone
    face: str


@dataclass(frozen=True)
class Put(Node):
    """`put 1 in T0 > face up`, the paper's `puin`: put chosen cards that are in this relation to a zone."""

    amount: int
    zone: CardZone
    relation: str  # one of RELATIONS, ANY
    face: str


@dataclass(frozen=True)
class PutPlay(Node):
    """`put one pair in T0 face up`: put two, three or four chosen cards of one number (language 2)."""

    play: Play  # one pair, three of a kind or poker
    zone: CardZone
    face: str


@dataclass(frozen=True)
class Ask(Node):
    """`ask HA`: choose a number you hold and one of these hands; get its cards of that number, or draw (language 2)."""

    hand: Hand


@dataclass(frozen=True)
class Bet(Node):
    """`bet >= KA1`, `bet any`: move a chosen number of tokens from the stash to the bet of the current player."""

    relation: str  # one of RELATIONS, ANY
    tokens: Tokens | None = None  # None with ANY


@dataclass(frozen=True)
class Gain(Node):
    """`gain KA1`: move all these tokens to the stash of the current player; `gain 1`: new tokens (language 2)."""

    tokens: Tokens | int


@dataclass(frozen=True)
class PlayIt(Node):
    """`playit`: put the shown card on the table it was compared with."""


@dataclass(frozen=True)
class Next(Node):
    """`next`: end the turn; the player has more turns in this stage."""


@dataclass(frozen=True)
class Done(Node):
    """`done`: the player has no more turns in this stage."""


@dataclass(frozen=True)
class Out(Node):
    """`out`: the player leaves the game."""


@dataclass(frozen=True)
class Win(Node):
    """`win`: the player wins and the game ends."""


@dataclass(frozen=True)
class End(Node):
    """`end`: the game ends and points decide."""


Consequent = Take | Put | PutPlay | Ask | Bet | Gain | PlayIt | Next | Done | Out | Win | End


@dataclass(frozen=True)
class Rule(Node):
    """`mandatory if tokens KX1 < KA1 then out`; a rule without modifiers is optional and repeatable."""

    modifiers: tuple[str, ...]  # of MANDATORY, ONCE, OTHERWISE (language 2)
    antecedent: Antecedent
    consequents: tuple[Consequent, ...]
