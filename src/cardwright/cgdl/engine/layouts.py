# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Groups of tables, and moving cards between tables and the hand (language 3).

Of a move the player chooses the card and then, if there are several, the table where it goes. `using` is the card in
between. Only cards that lie face up are moved, and none twice in a turn.
"""

from __future__ import annotations

from enum import IntEnum

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .bits import bit, count, lowest
from .cards import draw_card, lay, lift, place, receive, reveal
from .codes import Jump
from .ending import run_out
from .hooks import note_laid
from .log_events import LogEvent
from .own_decks import LAST_SUIT
from .state import NONE


class Empty(IntEnum):
    """Whether cards can be moved to empty tables."""

    NEVER = 0
    ALSO = 1
    ONLY = 2


class Fit(IntEnum):
    """What a card must be to go on another one; a set of bits."""

    ONE_HIGHER = 1
    ONE_LOWER = 2
    OTHER_COLOUR = 4
    SAME_SUIT = 8
    SAME_NUMBER = 16
    IN_ORDER = 32  # its rank is the number of cards on the table


# Tables.


@inner
def tables_of_layout(s, rules, k):
    """Return the tables of a layout, the current player's own if each has some, as a set of bits."""
    layout = rules.layouts[k]
    first = int(layout.first) + (int(s.player) * int(layout.tables_each) if layout.own else 0)
    return ((1 << int(layout.tables_each)) - 1) << first


@inner
def _this_table(s, rules, k):
    """Return the table of a layout whose round is being played, as a set of bits."""
    for row in range(rules.jump_count):
        jump = rules.jumps[row]
        if jump.kind == Jump.EACH and jump.layout == k and jump.target <= s.stage <= jump.place:
            tables = tables_of_layout(s, rules, k)
            return (tables & -tables) << int(s.loops[jump.depth])
    return 0


@inner
def place_tables(s, rules, where):
    """Return the tables that a place means: 0 is none, k + 1 layout k, -k - 1 its table of the current round."""
    if where > 0:
        return tables_of_layout(s, rules, where - 1)
    return _this_table(s, rules, -where - 1) if where < 0 else 0


@inner
def layout_side(s, rules, side):
    """Return the cards on the tables of a layout."""
    cards = 0
    tables = place_tables(s, rules, int(side.layout))
    while tables:
        cards |= s.tables[lowest(tables)]
        tables &= tables - 1
    return cards


@inner
def _table_with(s, rules, card):
    """Return the table on which a card lies, NONE if it lies on none."""
    for table in range(rules.tables):
        if s.tables[table] >> card & 1:
            return table
    return NONE


@inner
def _layout_of(rules, table):
    """Return the layout of a table, NONE if it is in none."""
    for k in range(rules.layout_count):
        layout = rules.layouts[k]
        if layout.first <= table < layout.first + layout.all_tables:
            return k
    return NONE


@inner
def _faces(s, rules):
    """Return the cards that everybody knows."""
    cards = s.knows[0]
    for player in range(1, rules.players):
        cards &= s.knows[player]
    return cards


# What can be moved, and where.


@inner
def _sources(s, rules, move, cards):
    """Return the cards that a move can begin with, whether they have a target or not."""
    found = s.hands[s.player] & cards if move.from_hand else 0
    tables = int(move.from_tables)
    for k in range(rules.layout_count):
        if move.from_layouts >> k & 1:
            tables |= tables_of_layout(s, rules, k)
    cards &= _faces(s, rules) & ~s.moved
    while tables:
        card = int(s.top[lowest(tables)])
        while card != NONE and cards_face_up(s, rules, card):
            if cards >> card & 1:
                found |= bit(s, card)
            card = int(s.below[card]) if move.above else NONE
        tables &= tables - 1
    return found


@inner
def cards_face_up(s, rules, card):
    """Return whether everybody knows a card."""
    return _faces(s, rules) >> card & 1 != 0


@inner
def _fits(s, rules, move, card, other):
    """Return whether a card can go on another one."""
    fits = int(move.fits)
    step = int(rules.rank_of[card]) - int(rules.rank_of[other])
    if (fits & Fit.ONE_HIGHER and step != 1) or (fits & Fit.ONE_LOWER and step != -1):
        return False
    if fits & Fit.SAME_NUMBER and step != 0:
        return False
    one, two = int(rules.suit_of[card]), int(rules.suit_of[other])
    if fits & Fit.SAME_SUIT and (one != two or one == NONE):
        return False
    if fits & Fit.OTHER_COLOUR and (one == two or one + two == LAST_SUIT):
        return False
    return rules.related[move.relation, other] >> card & 1 != 0


@inner
def _targets(s, rules, move, card):
    """Return the tables where a card can be moved, as a set of bits."""
    source = _table_with(s, rules, card)
    tables = place_tables(s, rules, int(move.to_layout))
    suit = NONE
    if move.to_table != NONE:
        tables = 1 << int(move.to_table)
    elif rules.layouts[move.to_layout - 1].by_suit:
        suit = int(rules.suit_of[card])
        tables = tables & (tables & -tables) << suit if suit != NONE else 0
    whole = source != NONE and s.bottom[source] == card
    found = 0
    empty_seen = False
    while tables:
        table = lowest(tables)
        tables &= tables - 1
        if table == source:
            continue
        if move.fits & Fit.IN_ORDER and count(s.tables[table]) != rules.rank_of[card]:
            continue
        top = int(s.top[table])
        if top != NONE:
            if move.empty != Empty.ONLY and _fits(s, rules, move, card, top):
                found |= 1 << table
        elif move.empty != Empty.NEVER and not empty_seen:
            empty_seen = True  # all empty tables of a layout are alike
            if not (whole and _layout_of(rules, source) == _layout_of(rules, table) != NONE):
                found |= 1 << table
    return found


@inner
def move_choices(s, rules, consequent):
    """Return the cards that can be moved, or the tables where the chosen one can go."""
    move = rules.moves[consequent.table]
    if s.using != NONE:
        return _targets(s, rules, move, int(s.using))
    cards = _sources(s, rules, move, consequent.cards)
    if move.to_hand:
        return cards
    found = 0
    while cards:
        if _targets(s, rules, move, lowest(cards)):
            found |= cards & -cards
        cards &= cards - 1
    return found


# Moving.


@inner
def choose_move(s, rules, consequent, choice):
    """Choose the card to move, or where it goes; return whether the card has been moved."""
    move = rules.moves[consequent.table]
    if s.using == NONE:
        if move.to_hand:
            _move_to_hand(s, rules, choice)
            return True
        targets = _targets(s, rules, move, choice)
        if targets & (targets - 1):
            s.using = choice
            reveal(s, rules, bit(s, choice))
            return False
        _move_to_table(s, rules, choice, lowest(targets))
        return True
    card = int(s.using)
    s.using = NONE
    _move_to_table(s, rules, card, choice)
    return True


@inner
def _move_to_hand(s, rules, card):
    """Take the top card of a table into the hand, for everybody to see."""
    table = _table_with(s, rules, card)
    log_event(LogEvent.SHIFTED, EVERYBODY, s.player, card, 0, table, NONE)
    lift(s, table)
    receive(s, rules, int(s.player), card, True)
    s.moved |= bit(s, card)


@inner
def _move_to_table(s, rules, card, table):
    """Move a card from the hand or a table to another table, with the cards above it."""
    player = int(s.player)
    source = _table_with(s, rules, card)
    if source == NONE:
        log_event(LogEvent.SHIFTED, EVERYBODY, player, card, 0, NONE, table)
        s.hands[player] ^= bit(s, card)
        lay(s, rules, table, card, player)
        s.moved |= bit(s, card)
        return
    run = bit(s, card)
    each = int(s.top[source])
    while each != card:
        run |= bit(s, each)
        each = int(s.below[each])
    log_event(LogEvent.SHIFTED, EVERYBODY, player, card, count(run) - 1, source, table)
    top = int(s.top[source])
    s.top[source] = s.below[card]
    if s.top[source] == NONE:
        s.bottom[source] = NONE
    if s.top[table] == NONE:
        s.bottom[table] = card
    s.below[card] = s.top[table]
    s.top[table] = top
    s.tables[source] ^= run
    s.tables[table] |= run
    s.moved |= run
    note_laid(s, rules, table, card, player)


@inner
def reveal_tops(s, rules, consequent):
    """Turn up the top card of some tables."""
    tables = place_tables(s, rules, int(consequent.which))
    if consequent.table != NONE:
        tables = 1 << int(consequent.table)
    while tables:
        table = lowest(tables)
        card = int(s.top[table])
        if card != NONE and not cards_face_up(s, rules, card):
            log_event(LogEvent.REVEALED, EVERYBODY, NONE, card, table)
            reveal(s, rules, bit(s, card))
        tables &= tables - 1


@inner
def turn_over(s, table):
    """Put all cards of a table under the deck, the lowest one first, so that they come in the order they lay there."""
    if s.top[table] == NONE:
        return
    log_event(LogEvent.TURNED_OVER, EVERYBODY, s.player, table)
    size = count(s.tables[table])
    s.deck_start = (int(s.deck_start) - size) & (len(s.deck) - 1)
    for k in range(size):
        s.deck[(int(s.deck_start) + k) & (len(s.deck) - 1)] = lift(s, table)
    s.deck_size += size
    s.ordered_bottom += size


# Dealing.


@inner
def deal_to_tables(s, rules, com):
    """Deal cards to the tables of a layout in turn, face up or face down."""
    everywhere = 1 << int(com.table) if com.table != NONE else _all_tables(rules, int(com.to))
    tables = everywhere
    for _ in range(com.amount):
        card = draw_card(s, rules)
        if card == NONE:
            run_out(s, rules)
            return
        table = lowest(tables)
        if com.players:
            log_event(LogEvent.LAID, EVERYBODY, NONE, card, table)
            lay(s, rules, table, card, NONE)
        else:
            log_event(LogEvent.LAID, 0, NONE, card, table)
            place(s, table, card, NONE)
        tables &= tables - 1
        if tables == 0:
            tables = everywhere


@inner
def _all_tables(rules, k):
    """Return the tables of a layout, those of all players, as a set of bits."""
    layout = rules.layouts[k]
    return ((1 << int(layout.all_tables)) - 1) << int(layout.first)
