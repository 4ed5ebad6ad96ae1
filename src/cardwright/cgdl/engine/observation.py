# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What learners see of a card game: a row of features, a row of integers for each card, and numbers for actions.

Players are counted from the observer: 0 is that player, 1 the next one, and so on. What a game cannot have, such
as stacks or tokens, has no features: `Rules.observed` says what there is. `../feature_names.py` names the features in
the same order, and `../action_space.py` the actions.
"""

from __future__ import annotations

from enum import IntEnum

from cardwright.core.compiling.jit import inner
from cardwright.core.features import squash

from .bits import count, lowest
from .codes import Condition, Observed
from .flow import stage_of
from .hooks import (
    all_cards,
    card_count,
    choices_each,
    face_of,
    known_to,
    number_count,
    number_of,
    observe_more,
    suit_count,
    suit_of,
    write_cards,
)
from .piles import stack_of
from .rules import NEEDS, STEPS
from .state import NONE, PASS, Need, Status

MOST_PUT = 4  # cards that a rule usually puts at once
HAND_SCALE = 7  # a usual number of cards in a hand
WIDTH = 6  # of a row for a card: suit, number, zone, whose or which, top, laid by


class Place(IntEnum):
    """Where a card lies, in its row; never 0, because a row of zeroes is padding."""

    HAND = 1
    TABLE = 2
    STACK = 3
    DECK = 4
    REMOVED = 5


@inner
def observe(s, rules, player, out):
    """Write what a player knows as features from 0 to 1, and return how many there are."""
    n = write_cards(s, rules, out, 0, s.hands[player])
    n = _write_tables(s, rules, player, out, n)
    n = _write_known(s, rules, player, out, n)
    n = _write_players(s, rules, player, out, n)
    n = _write_course(s, rules, player, out, n)
    if rules.observed & Observed.CHOICES:
        n = _write_choice(s, rules, player, out, n)
    return observe_more(s, rules, player, out, n)


@inner
def _write_one(out, n, chosen, size):
    """Write a 1 for one of several possibilities, or none of them, and 0 for the others."""
    for k in range(size):
        out[n + k] = k == chosen
    return n + int(size)


@inner
def _write_card(s, rules, out, n, card):
    """Write the suit and the number of a card, or of none."""
    n = _write_one(out, n, suit_of(s, rules, card) if card != NONE else NONE, suit_count(s, rules))
    return _write_one(out, n, number_of(s, rules, card) if card != NONE else NONE, number_count(s, rules))


@inner
def _seat(rules, player, steps):
    """Return the player who sits so many steps after another."""
    seat = player + steps
    return seat - int(rules.players) if seat >= rules.players else seat


@inner
def _steps_to(rules, player, seat):
    """Return how many steps after a player another one sits."""
    return seat - player if seat >= player else seat - player + int(rules.players)


@inner
def _write_tables(s, rules, player, out, n):
    known = known_to(s, rules, player)
    for table in range(rules.tables):
        n = write_cards(s, rules, out, n, s.tables[table] & known)
        n = _write_card(s, rules, out, n, _if_known(known, int(s.top[table])))
        if rules.observed & Observed.FIRST_CARDS:
            n = _write_card(s, rules, out, n, _if_known(known, int(s.bottom[table])))
    return n


@inner
def _if_known(known, card):
    """Return a card, or NONE if it is not known."""
    return card if card != NONE and known >> card & 1 else NONE


@inner
def _write_known(s, rules, player, out, n):
    """Write the cards that the player knows in other hands, in stacks, under the deck and out of the game."""
    known = known_to(s, rules, player)
    if rules.observed & Observed.KNOWN_HANDS:
        for k in range(1, rules.players):
            n = write_cards(s, rules, out, n, s.hands[_seat(rules, player, k)] & known)
    if rules.observed & Observed.STACKS:
        for k in range(rules.players):
            n = write_cards(s, rules, out, n, s.tables[stack_of(s, _seat(rules, player, k))] & known)
    if rules.observed & Observed.UNDER_DECK:
        n = write_cards(s, rules, out, n, known & ~_not_in_deck(s, rules))
    if rules.observed & Observed.REMOVED:
        n = write_cards(s, rules, out, n, s.removed)
    return n


@inner
def _not_in_deck(s, rules):
    """Return all cards that do not lie in the deck."""
    cards = s.removed
    for table in range(rules.tables):
        cards |= s.tables[table]
    for player in range(rules.players):
        cards |= s.hands[player] | s.tables[stack_of(s, player)]
    return cards


@inner
def _write_players(s, rules, player, out, n):
    """Write the cards, tokens and status of each player."""
    for k in range(rules.players):
        seat = _seat(rules, player, k)
        out[n] = squash(count(s.hands[seat]), HAND_SCALE)
        out[n + 1] = s.status[seat] == Status.DONE
        out[n + 2] = s.status[seat] == Status.OUT
        out[n + 3] = s.player == seat
        n += 4
        if rules.observed & Observed.STARTER:
            out[n] = s.starter == seat
            n += 1
        if rules.observed & Observed.STACKS:
            out[n] = count(s.tables[stack_of(s, seat)]) / card_count(s, rules)
            n += 1
        if rules.observed & Observed.TOKENS:
            out[n] = squash(int(s.stash[seat]), int(rules.token_scale))
            out[n + 1] = squash(int(s.bet[seat]), int(rules.token_scale))
            n += 2
        if rules.once:
            n = _write_once_rules(s, rules, seat, out, n)
    return n


@inner
def _write_once_rules(s, rules, player, out, n):
    """Write which `once` rules of the current stage a player has played."""
    played = int(s.played[player]) & int(rules.stages[stage_of(s, rules)].once)
    for k in range(rules.most_rules):
        if rules.once >> k & 1:
            out[n] = played >> k & 1
            n += 1
    return n


@inner
def _write_course(s, rules, player, out, n):
    """Write how far the game has come."""
    out[n] = s.deck_size / card_count(s, rules)
    out[n + 1] = min(1.0, s.turn / rules.turn_limit)
    n += 2
    if rules.observed & Observed.REPEATS:
        out[n] = s.stage / rules.stages_played
        n += 1
    if rules.slots > 1:
        n = _write_one(out, n, int(rules.stages[stage_of(s, rules)].slot), rules.slots)
    if rules.observed & Observed.TRUMP:
        n = _write_one(out, n, int(s.trump), suit_count(s, rules))
    if rules.observed & Observed.SEATS:
        n = _write_one(out, n, player, rules.players)
    return n


@inner
def _write_choice(s, rules, player, out, n):
    """Write what is being chosen in the middle of a rule; zeroes between rules."""
    active = s.rule != NONE
    n = _write_one(out, n, int(s.rule), rules.most_rules)
    n = _write_one(out, n, int(s.step) + 1 if active else NONE, STEPS)
    n = _write_one(out, n, int(s.need) - 1 if active else NONE, NEEDS - 1)
    out[n] = min(1.0, s.cards_to_put / MOST_PUT)
    n = _write_one(out, n + 1, _steps_to(rules, player, int(s.partner)) if s.partner != NONE else NONE, rules.players)
    if rules.observed & Observed.SHOWN:
        n = _write_card(s, rules, out, n, int(s.shown))
    if rules.observed & Observed.ASKED:
        n = _write_one(out, n, int(s.asked), number_count(s, rules))
    return n


@inner
def tokenise(s, rules, player, out):
    """Write a row for each card, those with a known face first in each zone, and return their number."""
    n = 0
    known = known_to(s, rules, player)
    for k in range(rules.players):
        n = _write_rows(s, rules, out, n, s.hands[_seat(rules, player, k)], known, Place.HAND, k)
    for table in range(rules.tables):
        n = _write_table_rows(s, rules, player, out, n, table, known)
    for k in range(rules.players):
        n = _write_rows(s, rules, out, n, s.tables[stack_of(s, _seat(rules, player, k))], known, Place.STACK, k)
    n = _write_rows(s, rules, out, n, all_cards(s, rules) & ~_not_in_deck(s, rules), known, Place.DECK, 0)
    return _write_rows(s, rules, out, n, s.removed, known, Place.REMOVED, 0)


@inner
def _write_rows(s, rules, out, n, cards, known, place, which):
    """Write the cards of a zone: the known ones, then a row without a face for each of the others."""
    faces = cards & known
    while faces:
        _write_row(s, rules, out, n, lowest(faces), place, which, 0, 0)
        faces &= faces - 1
        n += 1
    for _ in range(count(cards & ~known)):
        _write_row(s, rules, out, n, NONE, place, which, 0, 0)
        n += 1
    return n


@inner
def _write_table_rows(s, rules, player, out, n, table, known):
    """Write the cards on a table, from the top."""
    card = int(s.top[table])
    while card != NONE:
        laid_by = int(s.laid_by[card])
        laid = 0 if laid_by == NONE else 1 + _steps_to(rules, player, laid_by)
        _write_row(s, rules, out, n, _if_known(known, card), Place.TABLE, table, card == s.top[table], laid)
        card = int(s.below[card])
        n += 1
    return n


@inner
def _write_row(s, rules, out, n, card, place, which, top, laid):
    """Write one row; without a card, its suit and number are 0."""
    out[n, 0] = 1 + suit_of(s, rules, card) if card != NONE else 0
    out[n, 1] = 1 + number_of(s, rules, card) if card != NONE else 0
    out[n, 2] = place
    out[n, 3] = which
    out[n, 4] = top
    out[n, 5] = laid


@inner
def action_index(s, rules, action):
    """Return the index of an action in the action space of its game.

    Cards and numbers are counted from the lowest, players from the next one, amounts from the least that is offered.
    """
    k = action // choices_each(s)
    choice = action % choices_each(s)
    if k == PASS:
        return int(rules.pass_place) + choice
    stage = stage_of(s, rules)
    if s.rule == NONE:
        step = 0 if rules.rules[stage, k].condition == Condition.SHOW else 1
        need = int(rules.rules[stage, k].need)
    else:
        step = int(s.step) + 1
        need = int(s.need)
    if need == Need.PLAYER:
        choice = _steps_to(rules, int(s.player), choice) - 1
    elif need == Need.CARD:
        choice = face_of(s, rules, choice)
    elif need == Need.NOTHING:
        choice = 0
    return int(rules.starts[stage, k, step, need]) + choice
