# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Where games of language 3 do more than others: functions that are found by the type of the record.

A kernel is compiled for each type of record. In kernels for games of languages 1 and 2, each of these names stands for
the function that those languages need, which is often none at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cardwright.core.compiling.jit import switchboard
from cardwright.core.verbs import record_key

_versions: dict[tuple[str, Any], Callable[..., Any]] = {}


def register_hooks(*dtypes: np.dtype[Any], **functions: Callable[..., Any]) -> None:
    """Register the functions for records of these types."""
    for dtype in dtypes:
        for name, function in functions.items():
            _versions[name, record_key(dtype)] = function


def _find(name: str, s: Any) -> Callable[..., Any]:
    return _versions[name, record_key(s)]


@switchboard(_find)
def follow_jumps(s, rules):
    """Go back to the start of a repeat that is not over, if the order of play says so here."""


@switchboard(_find)
def named_seat(s, rules, who):
    """Return the player who is chosen or starts, NONE if there is none."""


@switchboard(_find)
def begin_teams(s, rules, stage):
    """Choose who takes part in a stage for partners."""


@switchboard(_find)
def tests_hold(s, rules, rule):
    """Return whether the tests of a rule hold, besides its antecedent."""


@switchboard(_find)
def lays_first(s, rules):
    """Return whether the player must go on with the first melds, before any rule that lays nothing."""


@switchboard(_find)
def rules_now(s, rules, index):
    """Return the rules of a stage that can be chosen in this step of the turn, as a set of bits."""


@switchboard(_find)
def next_step(s, rules):
    """Go to the next step of the turn and return True, or return False if the turn has no steps."""


@switchboard(_find)
def following(s, rules):
    """Return the player whose turn is next."""


@switchboard(_find)
def note_laid(s, rules, table, card, player):
    """Note that a player, or the dealer, has put a card on a table."""


@switchboard(_find)
def begin_effect(s, rules):
    """Begin the next effect of a card and return True, or return False if none waits."""


@switchboard(_find)
def related_to(s, rules, table, relation, card):
    """Return the cards in a relation to a card of a table."""


@switchboard(_find)
def put_on_table(s, rules, consequent, card):
    """Put a card from the current player's hand on the table of a consequent."""


@switchboard(_find)
def pick_up(s, rules, player, table):
    """Take the top card of a table into a hand."""


@switchboard(_find)
def known_to(s, rules, player):
    """Return the cards whose zone a player knows now."""


@switchboard(_find)
def redraw_choices(s, rules, player):
    """Redraw what other players have chosen and this player has not seen yet."""


@switchboard(_find)
def redraw_piles(s, rules, known, pool):
    """Redraw the unknown cards on tables and in stacks, and return the cards of the pool that are left over."""


@switchboard(_find)
def do_more(s, rules, consequent):
    """Carry out a consequent of language 3."""


@switchboard(_find)
def layout_cards(s, rules, side):
    """Return the cards of a layout that one side of a comparison names."""


@switchboard(_find)
def time_out(s, rules):
    """End a game that has taken too many turns."""


@switchboard(_find)
def say(s, rules, consequent, choice):
    """Carry out a choice for a consequent of language 3, and return whether the consequent is over."""


@switchboard(_find)
def note_taken(s):
    """Note that a player takes cards by a rule."""


@switchboard(_find)
def need_more(s, consequent):
    """Return what must be chosen next for a consequent of language 3."""


@switchboard(_find)
def may_stop(s, rules, rule):
    """Return whether the player can choose no more cards for a group that is being laid."""


@switchboard(_find)
def choose_enough(s, rules):
    """Note that the player chooses no more cards for a set that is shown, or for a group."""


@switchboard(_find)
def prospects(s, rules, player):
    """Return what a player's groups of cards are worth now, for the heuristic evaluation."""


@switchboard(_find)
def sayable(s, rules, consequent):
    """Return what the player can choose for a consequent of language 3, as a set of bits."""


@switchboard(_find)
def command_more(s, rules, com):
    """Carry out a com rule of language 3."""


@switchboard(_find)
def count_trick(s, player):
    """Count a trick that a player has won."""


@switchboard(_find)
def scored_points(s, rules, player):
    """Return the points for a player's score, of all partners together."""


@switchboard(_find)
def progress(s, rules, player):
    """Return how far the only player has come, from -1 to 1."""


@switchboard(_find)
def same_team(s, rules, one, other):
    """Return whether two players, or a player and NONE, are partners."""


@switchboard(_find)
def observe_more(s, rules, player, out, n):
    """Write what else learners see after the first n features, and return how many there are now."""


@switchboard(_find)
def note_winners(s, rules):
    """Note who has won together with the winner, and return all winners, one bit each."""


@switchboard(_find)
def has_won(s, player):
    """Return whether a player is among the winners of a game that was won."""


# The cards of a game: languages 1 and 2 always have the usual deck, and compute what tables say in language 3.


@switchboard(_find)
def all_cards(s, rules):
    """Return the set of all cards of the game."""


@switchboard(_find)
def suit_of(s, rules, card):
    """Return the suit of a card, NONE if it has none."""


@switchboard(_find)
def numbers_of(s, rules, cards):
    """Return the numbers that occur in a set of cards, as a set."""


@switchboard(_find)
def of_number(s, rules, number):
    """Return the cards of a number, which is counted from 0."""


@switchboard(_find)
def number_of(s, rules, card):
    """Return the number of a card, counted from 0."""


@switchboard(_find)
def best_in_trick(s, rules, cards, table, trump):
    """Return which of the cards on a table wins a trick, NONE for none."""


@switchboard(_find)
def distinct(s, rules, cards):
    """Return one of each of the equal cards in a set: they are one choice."""


@switchboard(_find)
def face_of(s, rules, card):
    """Return the number of a card among the different ones: equal cards share theirs."""


@switchboard(_find)
def height_of(s, rules, card):
    """Return how high a card ranks, the lowest from 2."""


@switchboard(_find)
def card_count(s, rules):
    """Return how many cards the game has."""


@switchboard(_find)
def choices_each(s):
    """Return by how much the actions of two rules differ that follow each other: more than a rule has choices."""


@switchboard(_find)
def write_cards(s, rules, out, n, cards):
    """Write a set of cards as features, and return how many there are now."""


@switchboard(_find)
def suit_count(s, rules):
    """Return how many suits there are."""


@switchboard(_find)
def number_count(s, rules):
    """Return how many numbers cards can have."""


@switchboard(_find)
def note_catch(s, rules, before):
    """Note whether a player who has asked for a number, with these cards in the hand before, has more of it now."""
