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
from .flow import stage_of
from .poker import RANKS
from .rules import NEEDS, STEPS, Condition, Observed
from .state import CARDS, CHOICES, MAX_TABLES, NONE, PASS, Need, Status

SUITS = CARDS // RANKS
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
    n = _write_cards(out, 0, s.hands[player])
    n = _write_tables(s, rules, out, n)
    n = _write_known(s, rules, player, out, n)
    n = _write_players(s, rules, player, out, n)
    n = _write_course(s, rules, player, out, n)
    if rules.observed & Observed.CHOICES:
        n = _write_choice(s, rules, player, out, n)
    return n


@inner
def _write_cards(out, n, cards):
    """Write a set of cards, a feature for each of the 52."""
    for card in range(CARDS):
        out[n + card] = cards >> card & 1
    return n + CARDS


@inner
def _write_one(out, n, chosen, size):
    """Write a 1 for one of several possibilities, or none of them, and 0 for the others."""
    for k in range(size):
        out[n + k] = k == chosen
    return n + int(size)


@inner
def _write_card(out, n, card):
    """Write the suit and the number of a card, or of none."""
    n = _write_one(out, n, card // RANKS if card != NONE else NONE, SUITS)
    return _write_one(out, n, card % RANKS if card != NONE else NONE, RANKS)


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
def _write_tables(s, rules, out, n):
    for table in range(rules.tables):
        n = _write_cards(out, n, s.tables[table])
        n = _write_card(out, n, int(s.top[table]))
        if rules.observed & Observed.FIRST_CARDS:
            n = _write_card(out, n, int(s.bottom[table]))
    return n


@inner
def _write_known(s, rules, player, out, n):
    """Write the cards that the player knows in other hands, in stacks, under the deck and out of the game."""
    known = s.knows[player]
    if rules.observed & Observed.KNOWN_HANDS:
        for k in range(1, rules.players):
            n = _write_cards(out, n, s.hands[_seat(rules, player, k)] & known)
    if rules.observed & Observed.STACKS:
        for k in range(rules.players):
            n = _write_cards(out, n, s.tables[MAX_TABLES + _seat(rules, player, k)] & known)
    if rules.observed & Observed.UNDER_DECK:
        n = _write_cards(out, n, known & ~_not_in_deck(s, rules))
    if rules.observed & Observed.REMOVED:
        n = _write_cards(out, n, s.removed)
    return n


@inner
def _not_in_deck(s, rules):
    """Return all cards that do not lie in the deck."""
    cards = s.removed
    for table in range(rules.tables):
        cards |= s.tables[table]
    for player in range(rules.players):
        cards |= s.hands[player] | s.tables[MAX_TABLES + player]
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
            out[n] = count(s.tables[MAX_TABLES + seat]) / CARDS
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
    played = int(s.played[player]) & int(rules.stages[_stage(s, rules)].once)
    for k in range(rules.most_rules):
        if rules.once >> k & 1:
            out[n] = played >> k & 1
            n += 1
    return n


@inner
def _stage(s, rules):
    """Return the index of the current stage in the file, or of the last one when the game is over."""
    return int(rules.order[min(int(s.stage), int(rules.stages_played) - 1)])


@inner
def _write_course(s, rules, player, out, n):
    """Write how far the game has come."""
    out[n] = s.deck_size / CARDS
    out[n + 1] = min(1.0, s.turn / rules.turn_limit)
    n += 2
    if rules.observed & Observed.REPEATS:
        out[n] = s.stage / rules.stages_played
        n += 1
    if rules.slots > 1:
        n = _write_one(out, n, int(rules.stages[_stage(s, rules)].slot), rules.slots)
    if rules.observed & Observed.TRUMP:
        n = _write_one(out, n, int(s.trump), SUITS)
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
    out[n] = min(1.0, s.cards_to_put / SUITS)
    n = _write_one(out, n + 1, _steps_to(rules, player, int(s.partner)) if s.partner != NONE else NONE, rules.players)
    if rules.observed & Observed.SHOWN:
        n = _write_card(out, n, int(s.shown))
    if rules.observed & Observed.ASKED:
        n = _write_one(out, n, int(s.asked), RANKS)
    return n


@inner
def tokenise(s, rules, player, out):
    """Write a row for each of the 52 cards, those with a known face first in each zone, and return their number."""
    n = 0
    known = s.knows[player]
    for k in range(rules.players):
        n = _write_rows(out, n, s.hands[_seat(rules, player, k)], known, Place.HAND, k)
    for table in range(rules.tables):
        n = _write_table_rows(s, rules, player, out, n, table)
    for k in range(rules.players):
        n = _write_rows(out, n, s.tables[MAX_TABLES + _seat(rules, player, k)], known, Place.STACK, k)
    n = _write_rows(out, n, ((1 << CARDS) - 1) & ~_not_in_deck(s, rules), known, Place.DECK, 0)
    return _write_rows(out, n, s.removed, known, Place.REMOVED, 0)


@inner
def _write_rows(out, n, cards, known, place, which):
    """Write the cards of a zone: the known ones, then a row without a face for each of the others."""
    faces = cards & known
    while faces:
        _write_row(out, n, lowest(faces), place, which, 0, 0)
        faces &= faces - 1
        n += 1
    for _ in range(count(cards & ~known)):
        _write_row(out, n, NONE, place, which, 0, 0)
        n += 1
    return n


@inner
def _write_table_rows(s, rules, player, out, n, table):
    """Write the cards on a table, from the top."""
    card = int(s.top[table])
    while card != NONE:
        laid_by = int(s.laid_by[card])
        laid = 0 if laid_by == NONE else 1 + _steps_to(rules, player, laid_by)
        _write_row(out, n, card, Place.TABLE, table, card == s.top[table], laid)
        card = int(s.below[card])
        n += 1
    return n


@inner
def _write_row(out, n, card, place, which, top, laid):
    """Write one row; without a card, its suit and number are 0."""
    out[n, 0] = 1 + card // RANKS if card != NONE else 0
    out[n, 1] = 1 + card % RANKS if card != NONE else 0
    out[n, 2] = place
    out[n, 3] = which
    out[n, 4] = top
    out[n, 5] = laid


@inner
def action_index(s, rules, action):
    """Return the index of an action in the action space of its game.

    Cards and numbers are counted from the lowest, players from the next one, amounts from the least that is offered.
    """
    k = action // CHOICES
    choice = action % CHOICES
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
    elif need == Need.NOTHING:
        choice = 0
    return int(rules.starts[stage, k, step, need]) + choice
