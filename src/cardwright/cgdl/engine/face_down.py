# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Cards that lie face down on tables, and choices that nobody sees before all have chosen (language 3).

In a stage `together`, `secret` has the cards that each player has put on a table so far. The others know what they knew
of the hand before, but not which of its cards these are. Cards that are put face down in other stages leave a hand
unseen: the others forget what they knew of it.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event, only
from cardwright.core.random import below as random_below

from .bits import bit, count, lowest
from .cards import lift, lose_track, place, random_card, receive, reveal
from .consequents import lay_from_hand
from .dealer import take_out
from .hiding import redraw_stacks
from .hooks import register_hooks
from .log_events import LogEvent
from .state import NONE, State3, State3Wide

# Putting and taking.


@inner
def _put_on_table(s, rules, consequent, card):
    """Put a card from the hand on a table, where the others see it only if it lies face up."""
    player = int(s.player)
    if consequent.face_up and not s.together:
        lay_from_hand(s, rules, consequent.which, card)
        return
    log_event(LogEvent.LAID, only(player), player, card, consequent.which)
    before = s.hands[player]
    s.hands[player] ^= bit(s, card)
    place(s, int(consequent.which), card, player)
    if s.together:
        s.secret[player] |= bit(s, card)
    else:
        lose_track(s, rules, before, player, player)


@inner
def _who_knows(s, rules, card):
    """Return the players who know where a card is, or EVERYBODY."""
    players = 0
    for player in range(rules.players):
        if s.knows[player] >> card & 1:
            players |= 1 << player
    return EVERYBODY if count(players) == rules.players else players


@inner
def _pick_up(s, rules, player, table):
    """Take the top card of a table into a hand; others who do not know it do not see it."""
    card = lift(s, table)
    seen_by = _who_knows(s, rules, card) | 1 << player
    log_event(LogEvent.LIFTED, seen_by, player, card, table)
    receive(s, rules, player, card, False)


@inner
def take_all(s, rules, table):
    """Take all cards of a table into the hand of the current player."""
    taker = int(s.player)
    cards = s.tables[table]
    if cards == 0:
        return
    log_event(LogEvent.PICKED_UP, EVERYBODY, taker, table, count(cards))
    for player in range(rules.players):
        seen = cards if player == taker else cards & s.knows[player]
        if seen:
            log_event(LogEvent.TAKEN, only(player), taker, seen)
    while s.top[table] != NONE:
        receive(s, rules, taker, lift(s, table), False)


@inner
def turn_face_up(s, rules, table):
    """Show everybody the cards of a table that lie face down."""
    card = int(s.top[table])
    while card != NONE:
        if _who_knows(s, rules, card) != EVERYBODY:
            log_event(LogEvent.REVEALED, EVERYBODY, s.laid_by[card], card, table)
        card = int(s.below[card])
    reveal(s, rules, s.tables[table])


@inner
def _is_secret(s, rules, card):
    """Return whether a card was put on a table in this stage, for nobody else to see yet."""
    cards = 0
    for player in range(rules.players):
        cards |= s.secret[player]
    return cards >> card & 1 != 0


@inner
def hand_out(s, rules, com):
    """Give certain cards of the deck to a player or put them on a table; everybody sees them."""
    cards = take_out(s, com.cards)
    reveal(s, rules, cards)
    if com.table == NONE:
        log_event(LogEvent.DEALT, EVERYBODY, com.to, cards)
        s.hands[com.to] |= cards
        return
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        log_event(LogEvent.LAID, EVERYBODY, NONE, card, com.table)
        place(s, int(com.table), card, NONE)


# Stages in which all choose at the same time.


@inner
def end_together(s, rules):
    """Show what players have chosen at the same time, when all have chosen."""
    if not s.together:
        return
    s.together = 0
    for player in range(rules.players):
        word = int(s.hidden_word[player])
        if word != NONE:
            log_event(LogEvent.SAID, EVERYBODY, player, word, s.words[player, word])
        s.hidden_word[player] = NONE
        s.offered[player] = 0
    for table in range(rules.tables):
        card = int(s.top[table])
        while card != NONE:
            if _is_secret(s, rules, card):
                log_event(LogEvent.REVEALED, EVERYBODY, s.laid_by[card], card, table)
                reveal(s, rules, bit(s, card))
            card = int(s.below[card])
    for player in range(rules.players):
        s.secret[player] = 0


@inner
def hide_word(s, consequent, choices):
    """Note a choice that the others will hear when all have chosen."""
    player = int(s.player)
    s.hidden_word[player] = consequent.which
    s.offered[player] = int(choices)
    s.offered_from[player] = consequent.amount
    log_event(LogEvent.CHOSEN, EVERYBODY, player)


# What players know.


@inner
def _known_to(s, rules, player):
    """Return the cards that a player knows: not those in a hand from which cards have been put unseen."""
    known = s.knows[player]
    if s.together:
        for other in range(rules.players):
            if other != player and s.secret[other]:
                known &= ~(s.hands[other] | s.secret[other])
    return known


@inner
def _redraw_choices(s, rules, player):
    """Let each other player have chosen at random what this player has not seen yet."""
    if not s.together:
        return
    for other in range(rules.players):
        if other != player and s.secret[other]:
            _redraw_secret(s, other)
        if other != player and s.hidden_word[other] != NONE:
            left = s.offered[other]
            for _ in range(random_below(s, 0, count(left))):
                left &= left - 1
            s.words[other, s.hidden_word[other]] = int(s.offered_from[other]) + lowest(left)


@inner
def _redraw_secret(s, player):
    """Exchange the cards that a player has put on tables unseen with random ones of the same hand."""
    old = s.secret[player]
    pool = s.hands[player] | old
    new = 0
    for _ in range(count(old)):
        card = random_card(s, pool)
        pool ^= bit(s, card)
        new |= bit(s, card)
    s.secret[player] = new
    s.hands[player] = pool
    leaving = old & ~new
    coming = new & ~old
    while leaving:
        _trade_places(s, lowest(leaving), lowest(coming))
        leaving &= leaving - 1
        coming &= coming - 1


@inner
def _trade_places(s, one, other):
    """Let two cards trade their places in tables and stacks; one of them may lie elsewhere."""
    both = bit(s, one) | bit(s, other)
    for pile in range(len(s.top)):
        if s.tables[pile] & both != 0 and s.tables[pile] & both != both:
            s.tables[pile] ^= both
        s.top[pile] = _traded(int(s.top[pile]), one, other)
        s.bottom[pile] = _traded(int(s.bottom[pile]), one, other)
    for card in range(len(s.below)):
        s.below[card] = _traded(int(s.below[card]), one, other)
    below = s.below[one]
    s.below[one] = s.below[other]
    s.below[other] = below
    laid_by = s.laid_by[one]
    s.laid_by[one] = s.laid_by[other]
    s.laid_by[other] = laid_by


@inner
def _traded(card, one, other):
    return other if card == one else one if card == other else card


@inner
def _redraw_piles(s, rules, known, pool):
    """Redraw the unknown cards on tables and in stacks, and return the cards left over.

    Whoever put a card on a table knows the one that takes its place.
    """
    for table in range(rules.tables):
        card = int(s.top[table]) if s.tables[table] & ~known else NONE
        while card != NONE:
            if not known >> card & 1:
                new = random_card(s, pool)
                pool ^= bit(s, new)
                if new != card:
                    _trade_places(s, card, new)
                    _trade_secrets(s, rules, card, new)
                    card = new
                if s.laid_by[card] != NONE:
                    s.knows[s.laid_by[card]] |= bit(s, card)
            card = int(s.below[card])
    return redraw_stacks(s, rules, known, pool)


@inner
def _trade_secrets(s, rules, one, other):
    """Let the cards that players have put on tables unseen trade places as well."""
    both = bit(s, one) | bit(s, other)
    for player in range(rules.players):
        if s.secret[player] & both != 0 and s.secret[player] & both != both:
            s.secret[player] ^= both


register_hooks(
    State3,
    State3Wide,
    put_on_table=_put_on_table,
    pick_up=_pick_up,
    known_to=_known_to,
    redraw_choices=_redraw_choices,
    redraw_piles=_redraw_piles,
)
