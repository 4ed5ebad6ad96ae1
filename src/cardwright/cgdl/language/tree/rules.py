"""The rules of a stage: the dealer's commands, and the antecedents and consequents of the players' rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from .amounts import (
    Add,
    Again,
    Alone,
    Call,
    Called,
    Capture,
    Choose,
    ChooseTrump,
    Chosen,
    Compare,
    Highest,
    Leader,
    Measure,
    Score,
    Stop,
)
from .captures import CaptureCards, CapturedLast
from .cards import (
    ANY,
    Cards,
    CardZone,
    Combination,
    Deck,
    Hand,
    Node,
    Play,
    Selection,
    Stack,
    Stacks,
    Table,
    Tokens,
)
from .effects import (
    AddForAll,
    ChooseSuit,
    DealCards,
    Forget,
    MoveHands,
    NextMisses,
    NextStarts,
    NextTakes,
    Reveal,
    SwapHands,
    TakeAll,
    TakeTo,
    TurnAround,
)
from .groups import Beat, Last, Lay, LayAll, LayOff, Taken
from .layouts import DealTables, InLayout, MoveCards, RevealTop, TurnOver
from .players import (
    AllReturn,
    ChosenOut,
    ChosenTakes,
    DealUntil,
    ForgetOwn,
    LookAt,
    OthersOut,
    PutAll,
    PutHighest,
    Reopen,
    SharePot,
    ShownStarts,
)

MANDATORY, ONCE, OTHERWISE = "mandatory", "once", "otherwise"


# The dealer, before the players' turns.


@dataclass(frozen=True)
class Deal(Node):
    """`com deal 2 to all players`, `com deal 3 to T0`: this many cards to each of these players, or to a table.

    In language 2 also to each stack.
    """

    amount: int
    to: tuple[int, ...] | Table | Stacks | None  # None: all players


@dataclass(frozen=True)
class Give(Node):
    """`com give 99 to all players`: tokens for the stashes of these players."""

    amount: int
    to: tuple[int, ...] | None  # None: all players


@dataclass(frozen=True)
class Remove(Node):
    """`com remove 12 of clubs`: take these cards out of the deck and the game (language 2)."""

    cards: Cards


@dataclass(frozen=True)
class Trump(Node):
    """`com trump T0`: the suit of its top card is trumps from now on, if none has been so far (language 2)."""

    table: Table


@dataclass(frozen=True)
class Trick(Node):
    """`com trick T0 to T1 trump hearts`: the player of the best card in T0 gains a token and leads (language 2)."""

    table: Table
    to: Table | Stacks  # the stack is the winner's
    trump: str | None = None  # None: the suit of `com trump`, if there is one
    given: int | None = None  # tokens; None: the usual one

    @property
    def reward(self) -> int:
        """The number of tokens that the trick is worth."""
        return 1 if self.given is None else self.given


@dataclass(frozen=True)
class Gather(Node):
    """`com gather`: all cards go back into the deck, shuffled; words, tricks and trumps are forgotten (language 3).

    The first time player 0 starts the stages that follow, then the next player, and so on.
    """


@dataclass(frozen=True)
class DealCount(Node):
    """`com deal size to all players`: as many cards to each as the player who starts counts (language 3)."""

    amount: Measure


@dataclass(frozen=True)
class Move(Node):
    """`com move T0 to T1`: put all cards of a table on another (language 3)."""

    table: Table
    to: Table


Com = (
    DealUntil | ShownStarts | AllReturn | Deal | Give | Remove | Trump | Trick | Gather | DealCount | Move
    | AddForAll | MoveHands | Reveal | Forget | NextStarts | DealCards | DealTables
)  # fmt: skip


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
    """`play HX + T0 > HA + T0`: compare the best plays, by the ranking.

    In language 3 also `play 2 of HX + 3 of T0 > 2 of HA + 3 of T0`: of exactly so many cards of each zone.
    """

    left: tuple[Hand | Table | Stack | Exactly, ...]
    relation: str
    right: tuple[Hand | Table | Stack | Exactly, ...]


@dataclass(frozen=True)
class Exactly(Node):
    """`2 of HX`: the cards of a play that must come from this zone (language 3)."""

    amount: int
    zone: Hand | Table | Stack


@dataclass(frozen=True)
class CompareSums(Node):
    """`sum HX > HA`, `sum HX > 21`."""

    left: tuple[Hand | Table | Stack, ...]
    relation: str
    right: tuple[Hand | Table | Stack, ...] | int


@dataclass(frozen=True)
class Have(Node):
    """`have 2 of diamonds + number 7`: the hand contains each part. `have nothing` has no parts: the hand is empty."""

    parts: tuple[Combination, ...]


@dataclass(frozen=True)
class Draw(Node):
    """`draw`: the deck has a card; playing the rule draws it."""


@dataclass(frozen=True)
class Found(Node):
    """`found suit hearts in SX + SA`: some card of the selection lies in one of these zones (language 2)."""

    cards: Selection
    zones: tuple[Hand | Table | Stack | InLayout, ...]


@dataclass(frozen=True)
class ComparePoints(Node):
    """`points SX > SA`, `points SX = -26`: compare the points of captured cards (language 2)."""

    left: Stack
    relation: str
    right: Stack | int


@dataclass(frozen=True)
class Show(Node):
    """`show same suit T0`, `show > T0`: the hand has a card in this relation to the table; the player picks one."""

    relation: str  # one of RELATIONS, SAME_SUIT, SAME_NUMBER
    table: Table


@dataclass(frozen=True)
class Test(Node):
    """`not found suit hearts in T0`: a part of a condition (language 3)."""

    negated: bool
    what: (
        CompareTokens | ComparePlays | CompareSums | Have | Draw | Found | ComparePoints | Show
        | Compare | Called | Leader | Highest | Alone | Chosen | Last | Taken | OthersOut | CapturedLast
    )  # fmt: skip


@dataclass(frozen=True)
class Condition(Node):
    """`bid = 0 and tricks = 0 or said knock`: alternatives, in one of which all tests must hold (language 3)."""

    alternatives: tuple[tuple[Test, ...], ...]


Antecedent = (
    Always | CompareTokens | ComparePlays | CompareSums | Have | Draw | Found | ComparePoints | Show | Condition
)


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
class PutCards(Node):
    """`put any except suit hearts in T0 face up`: put a chosen card of the selection (language 2).

    In language 3 also `put any except number 8 in T0 same suit face up`.
    """

    cards: Selection
    zone: CardZone
    face: str
    relation: str = ANY  # also SAME_SUIT, SAME_NUMBER, BEATING, MATCHING, on a table


@dataclass(frozen=True)
class Turn(Node):
    """`turn 1 from SX to T0`: put the top cards of the deck or of a stack on a table (language 2)."""

    amount: int
    source: Deck | Stack
    table: Table


@dataclass(frozen=True)
class Ask(Node):
    """`ask HA`: choose a number you hold and one of these hands; get its cards of that number, or draw (language 2)."""

    hand: Hand


@dataclass(frozen=True)
class Bet(Node):
    """`bet >= KA1`, `bet any`: move a chosen number of tokens from the stash to the bet of the current player.

    In language 3 also `bet 5`, and `bet 5 over KA1`: with the relation "=", and so many tokens more.
    """

    relation: str  # one of RELATIONS, ANY
    tokens: Tokens | None = None  # None with ANY
    chips: int | None = None


@dataclass(frozen=True)
class BetAll(Node):
    """`bet all`: move the whole stash of the current player to the bet (language 2)."""


@dataclass(frozen=True)
class Gain(Node):
    """`gain KA1`: move all these tokens to the stash of the current player; `gain 1`: new tokens (language 2)."""

    tokens: Tokens | int


@dataclass(frozen=True)
class PlayIt(Node):
    """`playit`: put the shown card on the table it was compared with."""


@dataclass(frozen=True)
class Lead(Node):
    """`lead`: the player starts the stages from now on (language 2)."""


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


Consequent = (
    Take | Put | PutPlay | PutCards | Turn | Ask | Bet | BetAll | Gain | Lead | PlayIt | Next | Done | Out | Win | End
    | Score | Add | Choose | ChooseTrump | Call | Capture | Stop | Again
    | SharePot | Reopen | ForgetOwn | LookAt | PutAll | PutHighest | ChosenTakes | ChosenOut
    | ChooseSuit | NextTakes | NextMisses | TurnAround | SwapHands | MoveHands | TakeAll | TakeTo | Reveal
    | CaptureCards | MoveCards | RevealTop | TurnOver
    | Lay | LayAll | LayOff | Beat
)  # fmt: skip


@dataclass(frozen=True)
class Rule(Node):
    """`mandatory if tokens KX1 < KA1 then out`; a rule without modifiers is optional and repeatable."""

    modifiers: tuple[str, ...]  # of MANDATORY, ONCE, OTHERWISE (language 2)
    antecedent: Antecedent
    consequents: tuple[Consequent, ...]
    also: tuple[Test, ...] = ()  # what must hold besides a `show` or `draw` (language 3)
    step: int = 0  # of the turn, from 1; 0 outside all steps (language 3)
    say: str = field(default="", repr=False, compare=False)  # what players call it
