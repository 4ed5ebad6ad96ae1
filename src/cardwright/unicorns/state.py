"""The record of a game, every field explained, and the numbers that stand for words in it."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.record import game_record, struct

MAX_PLAYERS = 8
MAX_CARDS = 160  # in a box
POOL = 64  # effects in two links of a chain
MAX_STACK = 40  # a card being played and the instants on it
MOST_TURNS = 1000  # a game that lasts longer ends as if the deck were empty
MOST_EXTRA = 100  # extra cards in one draw phase
MOST_LINKS = 500  # links in one chain, after which rules count as runaway
NONE = 255  # no card, no player
EVERYBODY = 255  # in `known`: a bit for each player


class Stream(IntEnum):
    """What the streams of random numbers are for."""

    DECK = 0
    CHANCE = 1


STREAMS = len(Stream)


class Place(IntEnum):
    """Where a card is."""

    HAND = 0  # to 7: a player's hand
    STABLE = 8  # to 15: a player's stable
    DISCARD = 16
    NURSERY = 17
    DECK = 18
    STACK = 19  # being played
    BOX = 20  # not in the game


LISTED = 18  # the places kept as lists of cards; the deck is an array, for shuffling


class Phase(IntEnum):
    """What happens next when no chain of effects is under way."""

    BEGINNING = 0
    DRAW = 1
    ACTION = 2
    WHERE = 3  # a card was chosen, its stable not yet
    REACTION = 4
    END = 5
    LIMIT = 6
    NEXT = 7
    OVER = 8


class Step(IntEnum):
    """Where in a link of the chain the game is; the numbers in brackets are those of the seven steps of a link."""

    NONE = 0
    CHOOSE = 1  # (1) effects choose their targets
    SAVE = 2  # (2) cards may save others or themselves
    PREPARE = 3  # (3) where each card goes, (4) what is triggered by its leaving, (5) targets are switched off
    EXECUTE = 4  # (6) effects take place
    FINISH = 5  # (7) targets are switched on again, effects of cards that entered wait for the next link


class Ready(IntEnum):
    """How far an effect in a link has come."""

    WAITING = 0  # its targets are still to be chosen
    AGREED = 1  # its owner wants to use it
    SET = 2  # its targets are chosen
    IDLE = 3  # there is nothing it could be done with
    OFF = 4  # its owner does not want to use it


class Prompt(IntEnum):
    """What a player is asked."""

    NONE = 0
    PLAY = 1  # a card to play, or to draw one
    WHERE = 2  # the stable a card is played into
    REACT = 3  # an instant, or to pass
    USE = 4  # whether to use an effect
    SAVE = 5  # whether to save a card
    TARGET = 6  # a card for the effect under way
    PLAYER = 7  # a player for the effect under way
    VARIANT = 8  # which of its variants
    LIMIT = 9  # a card to discard at the end of the turn


class Act(IntEnum):
    """The actions: what each small integer means, in every position."""

    CARD = 0  # to 159: this card, by its number in the box
    PLAYER = 160  # to 167: this player, or this player's stable
    DRAW = 168
    PASS = 169
    YES = 170
    NO = 171
    VARIANT = 172  # to 175: this variant of an effect


MAX_ACTIONS = 176


class Fault(IntEnum):
    """Why the rules could not go on."""

    NONE = 0
    RUNAWAY = 1  # a chain without end
    POOL_FULL = 2  # too many effects at the same time


Entry = struct(
    [
        ("row", np.int16),  # the effect, as a row of the rules
        ("card", np.uint8),  # the card it comes from
        ("owner", np.uint8),  # the player whose effect it is
        ("target", np.uint8),  # the card it is about
        ("player", np.uint8),  # the player it is about
        ("goes", np.uint8),  # the place its target goes to
        ("left", np.uint8),  # how often it is still to be done
        ("ready", np.uint8),  # a `Ready`
        ("late", np.bool_),  # whether it belongs to the next link
        ("lead", np.bool_),  # whether what follows it waits for this entry, the first of its program
        ("entering", np.bool_),  # whether it is the enter effect of a card
    ]
)

State = game_record(
    "unicorns",
    [
        ("place", np.uint8, (MAX_CARDS,)),  # where each card is
        ("next", np.uint8, (MAX_CARDS,)),  # the card after it in its place, and the one before
        ("before", np.uint8, (MAX_CARDS,)),
        (
            "known",
            np.uint8,
            (MAX_CARDS,),
        ),  # the players who know that it is there, a bit each: in hands and in the deck
        (
            "mark",
            np.uint8,
            (MAX_CARDS,),
        ),  # 1 + the entry whose target it is in this link: a card is targeted at most once
        ("stolen", np.uint8, (MAX_CARDS,)),  # the card it has stolen for a time
        ("home", np.uint8, (MAX_CARDS,)),  # the player this one was stolen from
        ("since", np.uint16, (MAX_CARDS,)),  # when it entered play last
        ("first", np.uint8, (LISTED,)),  # the first and the last card in each place, and how many there are
        ("last", np.uint8, (LISTED,)),
        ("count", np.uint8, (LISTED,)),
        ("deck", np.uint8, (MAX_CARDS,)),  # the top is at its end
        ("deck_count", np.int16),
        ("clock", np.uint16),  # how many cards have entered play
        ("always", np.uint16, (MAX_PLAYERS,)),  # the continuous effects in each stable, bits of `Always`
        ("instants", np.uint8, (MAX_PLAYERS,)),  # instants in each hand
        ("pool", Entry, (POOL + 1,)),  # the effects of this link of the chain and of the next, and a spare place
        ("pool_count", np.int16),
        ("chain", np.int16),  # links so far in the chain under way, 0 when there is none
        ("step", np.int8),
        ("at", np.int16),  # the entry being worked on
        ("saver", np.uint8),  # the card that was asked to save the target of that entry
        ("stack", np.uint8, (MAX_STACK,)),  # the card being played and the instants on it, and who played each
        ("stack_by", np.uint8, (MAX_STACK,)),
        ("stack_count", np.int16),
        ("into", np.uint8),  # the player whose stable the card goes to
        ("asked", np.uint8),  # who has been asked for a reaction to the top of the stack, a bit each
        ("wish", np.uint8, (MAX_PLAYERS,)),  # the instant each would react with
        ("options", np.uint8, (MAX_ACTIONS,)),  # the answers to the prompt
        ("option_count", np.int16),
        ("prompt", np.int8),
        ("who", np.int8),  # who is asked
        ("players", np.int8),
        ("order", np.uint8, (MAX_PLAYERS,)),  # the players in the order of play
        ("seat", np.int8),  # the place in this order of who is on turn
        ("active", np.int8),  # who is on turn
        ("goal", np.int8),  # unicorns to win with
        ("phase", np.int8),
        ("plays", np.int8),  # cards that may still be played in this turn
        ("played", np.int8),  # cards played in this turn
        ("extra", np.int8),  # extra cards in the draw phase
        ("skip", np.bool_),  # whether the turn goes straight to its end
        ("again", np.bool_),  # whether the same player takes another turn
        ("ending", np.bool_),  # whether the game ends after the chain under way
        ("begun", np.bool_),  # a start in the middle of a game is not dealt
        ("dealt", np.uint8, (MAX_PLAYERS,)),  # cards dealt by chance to each hand of such a start
        ("fixed", np.int16),  # cards on top of the deck of such a start that are not shuffled
        ("winner", np.int8),  # -1 for nobody
        ("rank", np.int8, (MAX_PLAYERS,)),  # from 1; after everybody has lost, all are last
        ("value", np.int16, (MAX_PLAYERS,)),  # unicorns that count, at the end of the game
        ("letters", np.int16, (MAX_PLAYERS,)),  # in their names
        ("scratch", np.uint8, (MAX_CARDS,)),  # room to work in
        ("slots", np.uint8, (MAX_CARDS,)),  # and some more
        ("hidden", np.uint8, (MAX_PLAYERS,)),
    ],
    __name__,
)
