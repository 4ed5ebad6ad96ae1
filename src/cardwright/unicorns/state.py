"""The record of a game with every field explained, and the enums whose values it holds."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.record import game_record, struct

MAX_PLAYERS = 8
MAX_CARDS = 160  # in a box
POOL = 64  # effects in two consecutive links of a chain
MAX_STACK = 40  # the card being played and the instants on it
MOST_TURNS = 1000  # a longer game ends as if the deck were empty
MOST_EXTRA = 100  # extra cards in one draw phase
MOST_LINKS = 500  # links in one chain; a longer chain is a fault
NONE = 255  # no card, no player
EVERYBODY = 255  # in `known`: the bits of all players


class Stream(IntEnum):
    """The streams of random numbers."""

    DECK = 0  # shuffling the deck
    EVENT = 1  # everything else: the order of play, cards taken at random, whose reaction counts


STREAMS = len(Stream)


class Zone(IntEnum):
    """Where a card is."""

    HAND = 0  # to 7: a player's hand
    STABLE = 8  # to 15: a player's stable
    DISCARD = 16
    NURSERY = 17
    DECK = 18
    STACK = 19  # being played
    BOX = 20  # not in the game


LISTED_ZONES = 18  # the zones up to the nursery are linked lists; the deck is an array, which can be shuffled


class Phase(IntEnum):
    """What happens next when no chain of effects is under way."""

    BEGINNING = 0
    DRAW = 1
    ACTION = 2
    INTO = 3  # a card has been chosen, its stable has not
    REACTION = 4
    END = 5
    HAND_LIMIT = 6
    NEXT_TURN = 7
    OVER = 8


class Step(IntEnum):
    """How far the current link has come; the comments give the numbers of the seven steps of a link."""

    NONE = 0
    CHOOSE = 1  # step 1: effects choose their targets
    SAVE = 2  # step 2: cards can save others or themselves
    LEAVE = 3  # steps 3 to 5: destinations, leave triggers, targets fall silent
    EXECUTE = 4  # step 6: effects take place
    FINISH = 5  # step 7: targets work again, new effects wait for the next link


class Progress(IntEnum):
    """How far an effect has come in its link."""

    WAITING = 0  # nothing is decided yet
    AGREED = 1  # its owner wants to use it
    SET = 2  # its targets are chosen
    IDLE = 3  # it has no possible target
    OFF = 4  # its owner does not want to use it, or other effects have taken its place
    DONE = 5  # it was carried out


class Result(IntEnum):
    """What came of an attempt to carry out an effect."""

    ASKED = 0  # a player must choose first
    DONE = 1
    NOT_DONE = 2


class Prompt(IntEnum):
    """What a player is asked for."""

    NONE = 0
    PLAY = 1  # a card to play, or to draw one
    INTO = 2  # the stable a card is played into
    REACT = 3  # an instant, or to pass
    USE = 4  # whether to use an effect
    SAVE = 5  # whether to save a card
    TARGET = 6  # a card for the current effect
    PLAYER = 7  # a player for the current effect
    VARIANT = 8  # one of the variants of the current effect
    HAND_LIMIT = 9  # a card to discard at the end of the turn


class Act(IntEnum):
    """The actions: what each small integer means in every position."""

    CARD = 0  # to 159: this card, by its number in the box
    PLAYER = 160  # to 167: this player, or this player's stable
    DRAW = 168
    PASS = 169
    YES = 170
    NO = 171
    VARIANT = 172  # to 175: this variant of an effect


MAX_ACTIONS = 176


class Label(IntEnum):
    """The kinds of labels besides the members of `Op`; the numbers continue those of `Op`."""

    HAND_LIMIT = 40
    PLAY = 41
    INTO = 42
    TO = 43
    PLAYER = 44
    YES = 45
    NO = 46
    DRAW = 47
    PASS = 48
    VARIANT = 49


class Fault(IntEnum):
    """Why the rules could not go on."""

    NONE = 0
    RUNAWAY = 1  # an endless chain
    POOL_FULL = 2  # too many effects at the same time


Entry = struct(
    [
        ("row", np.int16),  # the effect, as a row of the rules
        ("card", np.uint8),  # the card it comes from
        ("owner", np.uint8),  # the player who carries it out
        ("controller", np.uint8),  # the player whose card triggered it, who carries out what follows it
        ("target", np.uint8),  # the card it acts on
        ("player", np.uint8),  # the player it acts on
        ("destination", np.uint8),  # the zone its target goes to
        ("remaining", np.uint8),  # cards still to discard; before step 1, extra repetitions of the discard
        ("progress", np.uint8),  # a `Progress`
        ("late", np.bool_),  # whether it belongs to the next link
        ("lead", np.bool_),  # whether it belongs to the first row of its program, which triggers what follows it
        ("entering", np.bool_),  # whether it is a card's enter effect
    ]
)

State = game_record(
    "unicorns",
    [
        ("zone", np.uint8, (MAX_CARDS,)),  # where each card is, a `Zone`
        ("next", np.uint8, (MAX_CARDS,)),  # the neighbours of a card in the list of its zone
        ("previous", np.uint8, (MAX_CARDS,)),
        ("known", np.uint8, (MAX_CARDS,)),  # who knows a card in a hand or in the deck, one bit per player
        ("mark", np.uint8, (MAX_CARDS,)),  # 1 + the index of the entry that targets it in this link, 0 for none
        ("stolen", np.uint8, (MAX_CARDS,)),  # the card that this card has stolen temporarily
        ("home", np.uint8, (MAX_CARDS,)),  # the player that card was stolen from
        ("since", np.uint16, (MAX_CARDS,)),  # the value of `clock` when it last entered play
        ("first", np.uint8, (LISTED_ZONES,)),  # the first and last card of each listed zone, and its size
        ("last", np.uint8, (LISTED_ZONES,)),
        ("count", np.uint8, (LISTED_ZONES,)),
        ("deck", np.uint8, (MAX_CARDS,)),  # the top card is the last one
        ("deck_count", np.int16),
        ("clock", np.uint16),  # how many cards have entered play
        ("always", np.uint16, (MAX_PLAYERS,)),  # the continuous effects in each stable, bits of `Always`
        ("instants", np.uint8, (MAX_PLAYERS,)),  # instants in each hand
        ("pool", Entry, (POOL + 1,)),  # the effects of this link and of the next, and one spare entry for swapping
        ("pool_count", np.int16),
        ("chain", np.int16),  # links so far in the current chain, 0 when there is none
        ("step", np.int8),  # a `Step`
        ("cursor", np.int16),  # the index of the current entry
        ("saver", np.uint8),  # the card whose owner was asked to save the target of that entry
        ("stack", np.uint8, (MAX_STACK,)),  # the card being played and the instants on it, and who played each
        ("stack_by", np.uint8, (MAX_STACK,)),
        ("stack_count", np.int16),
        ("into", np.uint8),  # the player whose stable the card goes to
        ("asked", np.uint8),  # who has been asked to react to the top of the stack, one bit per player
        ("reaction", np.uint8, (MAX_PLAYERS,)),  # the instant each player wants to react with
        ("options", np.uint8, (MAX_ACTIONS,)),  # the answers to the prompt
        ("option_count", np.int16),
        ("prompt", np.int8),  # a `Prompt`
        ("who", np.int8),  # the player who is asked
        ("players", np.int8),
        ("order", np.uint8, (MAX_PLAYERS,)),  # the players in the order of play
        ("seat", np.int8),  # the index of the active player in that order
        ("active", np.int8),  # the player whose turn it is
        ("goal", np.int8),  # unicorns needed to win
        ("phase", np.int8),  # a `Phase`
        ("plays", np.int8),  # cards the active player can still play this turn
        ("played", np.int8),  # cards played this turn
        ("extra", np.int8),  # extra cards in the draw phase
        ("skip", np.bool_),  # whether the turn goes straight to its end
        ("again", np.bool_),  # whether the active player takes another turn
        ("ending", np.bool_),  # whether the game ends after the current chain
        ("begun", np.bool_),  # whether the game starts from a position, so that nothing is dealt
        ("dealt", np.uint8, (MAX_PLAYERS,)),  # cards dealt at random to each hand of such a position
        ("fixed", np.int16),  # cards on top of the deck of such a position that are not shuffled
        ("winner", np.int8),  # -1 for nobody
        ("rank", np.int8, (MAX_PLAYERS,)),  # from 1; when everybody has lost, all are last
        ("value", np.int16, (MAX_PLAYERS,)),  # unicorns that count, at the end of the game
        ("letters", np.int16, (MAX_PLAYERS,)),  # letters in their names
        ("scratch", np.uint8, (MAX_CARDS,)),  # working memory, all zero between calls
        ("hidden", np.uint8, (MAX_PLAYERS,)),  # working memory of `hide`: hidden cards in each hand
    ],
    __name__,
)
