"""Where cards are: moving them from place to place, and what the players know of hidden ones."""

from __future__ import annotations

from cardwright.core.jit import inner
from cardwright.core.random import shuffle

from .rules import NOTHING, UNICORN, Always, By, Kind, Op, Switch, Trait
from .state import EVERYBODY, NONE, POOL, Fault, Place, Ready, Stream

HAND = int(Place.HAND)
STABLE = int(Place.STABLE)
DISCARD = int(Place.DISCARD)
NURSERY = int(Place.NURSERY)
DECK = int(Place.DECK)
STACK = int(Place.STACK)
BOX = int(Place.BOX)

UNICORNS = int(UNICORN)
INSTANT = int(Kind.INSTANT)
EACH, HOLDER = int(By.EACH), int(By.HOLDER)
DISCARDING = int(Op.DISCARD)
LAST_CARD_ENDS_GAME = int(Switch.LAST_CARD_ENDS_GAME)
TINY_STABLE_COUNTS_CARDS = int(Switch.TINY_STABLE_COUNTS_CARDS)
TRAFFIC = int(Always.TRAFFIC)
CROWD = int(Always.CROWD)
OPEN_HAND = int(Always.OPEN_HAND)
PANDAS = int(Always.PANDAS)
RETURNS_WHEN_LEAVING = int(Trait.RETURNS_WHEN_LEAVING)
WAITING = int(Ready.WAITING)
POOL_FULL = int(Fault.POOL_FULL)
SHUFFLING = int(Stream.DECK)


@inner
def append(s, card, place):
    """Put a card that is nowhere at the end of a place."""
    last = s.last[place]
    s.place[card] = place
    s.next[card] = NONE
    s.before[card] = last
    if last == NONE:
        s.first[place] = card
    else:
        s.next[last] = card
    s.last[place] = card
    s.count[place] += 1


@inner
def unlink(s, card):
    """Take a card out of the place it is in."""
    place = s.place[card]
    before, after = s.before[card], s.next[card]
    if before == NONE:
        s.first[place] = after
    else:
        s.next[before] = after
    if after == NONE:
        s.last[place] = before
    else:
        s.before[after] = before
    s.next[card] = NONE
    s.before[card] = NONE
    s.count[place] -= 1


@inner
def stable_of(s, card):
    """The player in whose stable a card is, -1 if it is in none."""
    place = int(s.place[card])
    return place - STABLE if STABLE <= place < DISCARD else -1


@inner
def to_hand(s, rules, card, player, known):
    """Put a card that is nowhere into a hand; `known` are the players who see it."""
    append(s, card, HAND + player)
    s.instants[player] += rules.cards[card].kind == INSTANT
    s.known[card] = EVERYBODY if s.always[player] & OPEN_HAND else known | 1 << player


@inner
def from_hand(s, rules, card):
    """Take a card out of the hand it is in."""
    s.instants[s.place[card] - HAND] -= rules.cards[card].kind == INSTANT
    unlink(s, card)


@inner
def to_discard(s, card):
    """Put a card that is nowhere on the discard pile."""
    append(s, card, DISCARD)
    s.known[card] = EVERYBODY


@inner
def discard(s, rules, card):
    """Put a card from a hand on the discard pile."""
    from_hand(s, rules, card)
    to_discard(s, card)


@inner
def draw_card(s, rules, player):
    """Draw a card; without one the game is about to end."""
    if s.deck_count == 0:
        s.ending = True
        return
    s.deck_count -= 1
    card = s.deck[s.deck_count]
    s.deck[s.deck_count] = 0
    to_hand(s, rules, card, player, int(s.known[card]))
    if s.deck_count == 0 and rules.switches & LAST_CARD_ENDS_GAME:
        s.ending = True


@inner
def into_deck(s, card):
    """Put a card that is nowhere into the deck, which is to be shuffled then."""
    s.place[card] = DECK
    s.deck[s.deck_count] = card
    s.deck_count += 1


@inner
def shuffle_deck(s):
    """Shuffle the deck, after which nobody knows anything of it."""
    shuffle(s, SHUFFLING, s.deck, 0, int(s.deck_count))
    for k in range(s.deck_count):
        s.known[s.deck[k]] = 0


@inner
def forget_hand(s, player, witness):
    """A card was taken from a hand unseen: only its owner and the one who took it still know what is in it."""
    if s.always[player] & OPEN_HAND:
        return
    card = s.first[HAND + player]
    while card != NONE:
        s.known[card] &= 1 << player | 1 << witness
        card = s.next[card]


@inner
def push(s, row, card, owner, player, late):
    """A new effect at the end of the pool; gives its place there, or the last one if there is no room."""
    if s.pool_count == POOL:
        s.fault = POOL_FULL
        return POOL - 1
    k = int(s.pool_count)
    s.pool_count += 1
    entry = s.pool[k]
    entry.row = row
    entry.card = card
    entry.owner = owner
    entry.player = player
    entry.target = NONE
    entry.goes = NONE
    entry.left = 0
    entry.ready = WAITING
    entry.late = late
    entry.lead = False
    entry.entering = False
    return k


@inner
def trigger(s, rules, row, card, owner, player):
    """Let a program take place in the next link: an entry for each row, and for each player where it says so."""
    for r in range(row, row + rules.rows[row].group):
        by = rules.rows[r].by
        if by == EACH:
            for turn in range(s.players):
                k = push(s, r, card, int(s.order[(s.seat + turn) % s.players]), player, True)
                s.pool[k].lead = r == row and turn == 0
        elif by != HOLDER or player != NONE:  # where nothing was returned, nobody held it
            k = push(s, r, card, player if by == HOLDER else owner, player, True)
            s.pool[k].lead = r == row


@inner
def refresh_always(s, rules, player):
    """Look up the continuous effects in a stable."""
    found = 0
    card = s.first[STABLE + player]
    while card != NONE:
        found |= rules.cards[card].always
        card = s.next[card]
    s.always[player] = found


@inner
def _repeat(s, rules, row, card):
    """Let a discard that waits for the next link take place once more, if there is one."""
    for k in range(s.pool_count):
        if s.pool[k].late and s.pool[k].card == card and s.pool[k].row == row and rules.rows[row].op == DISCARDING:
            s.pool[k].left += 1
            return True
    return False


@inner
def report_traffic(s, rules, card, player):
    """Tell the cards of a stable that one enters or leaves; those that are targets themselves do not notice."""
    other = s.first[STABLE + player]
    while other != NONE:
        line = rules.cards[other]
        notices = line.traffic != NOTHING and other != card and s.mark[other] == 0
        notices = notices and line.traffic_kinds & rules.cards[card].kind != 0
        if notices and not _repeat(s, rules, int(line.traffic), other):
            trigger(s, rules, int(line.traffic), other, player, NONE)
        other = s.next[other]


@inner
def enter(s, rules, card, player):
    """Put a card that is nowhere into a stable."""
    line = rules.cards[card]
    append(s, card, STABLE + player)
    s.known[card] = EVERYBODY
    s.clock += 1
    s.since[card] = s.clock
    if line.always:
        s.always[player] |= line.always
        if line.always & OPEN_HAND:
            _open_hand(s, player)
    if s.always[player] & TRAFFIC:
        report_traffic(s, rules, card, player)
    if rules.switches & TINY_STABLE_COUNTS_CARDS:
        _count_crowds(s, rules, card)
    if line.enter != NOTHING:
        before = int(s.pool_count)
        trigger(s, rules, int(line.enter), card, player, NONE)
        for k in range(before, s.pool_count):
            s.pool[k].entering = True


@inner
def crowd(s, rules, player, pandas):
    """The unicorn cards in a stable, with the pandas or without them."""
    if s.always[player] & PANDAS and not pandas:
        return 0
    found = 0
    card = s.first[STABLE + player]
    while card != NONE:
        found += rules.cards[card].kind & UNICORNS != 0
        card = s.next[card]
    return found


@inner
def _count_crowds(s, rules, entered):
    """Look for too many cards in any stable when one enters somewhere."""
    for player in range(s.players):
        card = s.first[STABLE + player]
        while card != NONE and s.always[player] & CROWD:
            line = rules.cards[card]
            counting = line.crowd != NOTHING and card != entered and s.mark[card] == 0
            if counting and crowd(s, rules, player, True) > line.crowd_over:
                trigger(s, rules, int(line.crowd), card, player, NONE)
            card = s.next[card]


@inner
def _open_hand(s, player):
    card = s.first[HAND + player]
    while card != NONE:
        s.known[card] = EVERYBODY
        card = s.next[card]


@inner
def leave(s, rules, card):
    """Take a card out of the stable it is in."""
    player = int(s.place[card]) - STABLE
    if s.always[player] & TRAFFIC:
        report_traffic(s, rules, card, player)
    unlink(s, card)
    if rules.cards[card].always:
        refresh_always(s, rules, player)
    if rules.cards[card].trait & RETURNS_WHEN_LEAVING:
        s.stolen[card] = NONE


@inner
def leave_table(s, rules, card, place, player):
    """Take a card out of its stable for good: to the discard pile, the nursery or a hand."""
    leave(s, rules, card)
    for k in range(rules.thief_count):
        if s.stolen[rules.thieves[k]] == card:  # what has left the table does not come back
            s.stolen[rules.thieves[k]] = NONE
    if place == NURSERY:
        append(s, card, NURSERY)
        s.known[card] = EVERYBODY
    elif place == DISCARD:
        to_discard(s, card)
    else:
        to_hand(s, rules, card, player, EVERYBODY)
