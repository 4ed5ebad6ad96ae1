"""What effects do when they take place: step 6 of a link."""

from __future__ import annotations

from cardwright.core.jit import inlined, inner
from cardwright.core.random import below

from .rules import Kind, Op, Trait
from .state import EVERYBODY, MOST_EXTRA, NONE, Place, Prompt, Stream
from .targets import (
    BRING,
    CHOSEN,
    DESTROY,
    DISCARDING,
    IN_HAND,
    PICK,
    PULL,
    SACRIFICE,
    SEARCH,
    SHRINK,
    STEAL,
    SWAP,
    TAKE,
    cards_for,
)
from .zones import (
    DECK,
    DISCARD,
    HAND,
    OPEN_HAND,
    RETURNS_WHEN_LEAVING,
    STABLE,
    discard,
    draw_card,
    enter,
    forget_hand,
    from_hand,
    into_deck,
    leave,
    leave_table,
    shuffle_deck,
    stable_of,
    to_hand,
    unlink,
)

NURSERY = int(Place.NURSERY)
BABY = int(Kind.BABY)
RETURN, FOLLOW = int(Op.RETURN), int(Op.FOLLOW)
DRAW, SHUFFLE, AGAIN, SKIP, EXTRA, PLAYS = (
    int(Op.DRAW), int(Op.SHUFFLE), int(Op.AGAIN), int(Op.SKIP), int(Op.EXTRA), int(Op.PLAYS),
)  # fmt: skip
RETURNS_AT_END = int(Trait.RETURNS_AT_END)
TARGET = int(Prompt.TARGET)
CHANCE = int(Stream.CHANCE)

ASKED, DONE, NOT_DONE = 0, 1, 2


@inner
def ask(s, who, prompt, n):
    """Ask a player; the options are written already."""
    s.who = who
    s.prompt = prompt
    s.option_count = n


@inlined
def perform(s, rules, k):
    """Let an effect take place; gives whether it was done, or that its owner was asked something first."""
    entry = s.pool[k]
    op = rules.rows[entry.row].op
    if op <= FOLLOW:
        return _move_target(s, rules, k)
    if op in (DISCARDING, SEARCH, PICK, BRING, TAKE):
        return _choose_now(s, rules, k)
    _simply(s, rules, k)
    return DONE


@inner
def _move_target(s, rules, k):
    """Move a card out of its stable."""
    entry = s.pool[k]
    row = rules.rows[entry.row]
    card, op, owner = int(entry.target), row.op, int(entry.owner)
    holder = stable_of(s, card)
    if holder < 0:
        return NOT_DONE
    if op in (DESTROY, SACRIFICE, RETURN):
        leave_table(s, rules, card, int(entry.goes), holder)
        if op == RETURN:
            entry.player = holder
        return DONE
    leave(s, rules, card)
    if op == STEAL:
        trait = rules.cards[entry.card].trait
        if trait & RETURNS_AT_END or (trait & RETURNS_WHEN_LEAVING and stable_of(s, int(entry.card)) >= 0):
            s.stolen[entry.card] = card
            s.home[entry.card] = holder
        enter(s, rules, card, owner)
    else:  # to be moved, given, given back, or to follow the turn
        enter(s, rules, card, int(s.active) if op == FOLLOW else int(entry.player))
    return DONE


@inner
def _choose_now(s, rules, k):
    """Effects that choose a card when they take place: all that see hidden cards, or use up cards of a hand."""
    entry = s.pool[k]
    row = rules.rows[entry.row]
    op, owner = row.op, int(entry.owner)
    if op in (BRING, TAKE) and row.whose != IN_HAND:
        return _fetch(s, rules, k)
    if op == DISCARDING and entry.left == 0:
        return DONE
    if op == PICK:
        if entry.player == owner:
            return NOT_DONE
        _show_hand(s, int(entry.player), owner)
    n = options_now(s, rules, k)
    if n:
        ask(s, int(entry.player) if op == DISCARDING and row.by == CHOSEN else owner, TARGET, n)
        return ASKED
    if op == SEARCH:
        _close_deck(s, rules, k)
    return NOT_DONE


@inner
def options_now(s, rules, k):
    """Write the cards that such an effect can choose into the options; gives how many."""
    entry = s.pool[k]
    row = rules.rows[entry.row]
    if row.op == SEARCH:
        return _deck_options(s, rules, row)
    if row.op == BRING:
        return cards_for(s, rules, row, int(entry.owner), int(entry.card), NONE, s.options.size)
    other = row.op == PICK or row.by == CHOSEN
    return _hand_options(s, rules, int(entry.player) if other else int(entry.owner), row.kinds)


@inner
def _hand_options(s, rules, player, kinds):
    n = 0
    card = s.first[HAND + player]
    while card != NONE:
        if rules.cards[card].kind & kinds:
            s.options[n] = card
            n += 1
        card = s.next[card]
    return n


@inner
def _deck_options(s, rules, row):
    """The cards of the deck that may be taken, in the order of their numbers: where they lie is not asked for."""
    n = 0
    for card in range(rules.card_count):
        line = rules.cards[card]
        if s.place[card] == DECK and line.kind & row.kinds and (row.word == 0 or line.words & row.word):
            s.options[n] = card
            n += 1
    return n


@inner
def _show_hand(s, player, witness):
    card = s.first[HAND + player]
    while card != NONE:
        s.known[card] |= 1 << witness
        card = s.next[card]


@inner
def choose_card(s, rules, k, card):
    """The card that was asked for when an effect takes place; gives whether the effect is done with it."""
    entry = s.pool[k]
    op = rules.rows[entry.row].op
    if op == DISCARDING:
        discard(s, rules, card)
        entry.left -= 1
        return entry.left == 0
    if op == PICK:
        from_hand(s, rules, card)
        _take_unseen(s, rules, card, int(entry.player), int(entry.owner))
    elif op == SEARCH:
        place = 0
        while s.deck[place] != card:
            place += 1
        s.deck_count -= 1
        for above in range(place, s.deck_count):
            s.deck[above] = s.deck[above + 1]
        s.deck[s.deck_count] = 0
        to_hand(s, rules, card, int(entry.owner), EVERYBODY)
        _close_deck(s, rules, k)
    else:
        from_hand(s, rules, card)
        enter(s, rules, card, int(entry.owner))
    return True


@inner
def _close_deck(s, rules, k):
    """After a search the deck is shuffled; where it is not, who searched knows it."""
    entry = s.pool[k]
    if rules.rows[entry.row].shuffles:
        shuffle_deck(s)
    else:
        for place in range(s.deck_count):
            s.known[s.deck[place]] |= 1 << entry.owner


@inner
def _fetch(s, rules, k):
    """Bring or take a card from the discard pile or the nursery, if it is still there."""
    entry = s.pool[k]
    card = int(entry.target)
    if s.place[card] != DISCARD and s.place[card] != NURSERY:
        return NOT_DONE
    unlink(s, card)
    if rules.rows[entry.row].op == TAKE:
        to_hand(s, rules, card, int(entry.owner), EVERYBODY)
    else:
        enter(s, rules, card, int(entry.owner))
    return DONE


@inner
def _take_unseen(s, rules, card, player, taker):
    """Give a card that was taken out of a hand to another player; only these two know which it is."""
    forget_hand(s, player, taker)
    to_hand(s, rules, card, taker, EVERYBODY if s.always[player] & OPEN_HAND else 1 << player)


@inner
def _simply(s, rules, k):
    """Effects that need no card to be chosen."""
    entry = s.pool[k]
    row = rules.rows[entry.row]
    op, owner = row.op, int(entry.owner)
    if op == DRAW:
        for _ in range(row.amount):
            draw_card(s, rules, owner)
    elif op == PULL:
        _pull(s, rules, int(entry.player), owner)
    elif op == SWAP:
        _swap_hands(s, rules, int(entry.player), owner)
    elif op == SHRINK:
        _shrink(s, rules, k)
    elif op == SHUFFLE:
        _shuffle_in(s, rules, row.amount, owner)
    elif op == AGAIN:
        s.again = True
    elif op == SKIP:
        s.skip = True
    elif op == EXTRA:
        s.extra = min(int(s.extra + row.amount), MOST_EXTRA)
    elif op == PLAYS:
        s.plays = max(s.plays, row.amount)


@inner
def _pull(s, rules, player, owner):
    """Take a card at random from a hand."""
    count = int(s.count[HAND + player])
    if count:
        card = s.first[HAND + player]
        for _ in range(below(s, CHANCE, count)):
            card = s.next[card]
        from_hand(s, rules, card)
        _take_unseen(s, rules, card, player, owner)


@inner
def _swap_hands(s, rules, one, other):
    """Swap two hands; both players know what they gave away, and others what they knew before."""
    both = 1 << one | 1 << other
    first, second = HAND + one, HAND + other
    s.first[first], s.first[second] = s.first[second], s.first[first]
    s.last[first], s.last[second] = s.last[second], s.last[first]
    s.count[first], s.count[second] = s.count[second], s.count[first]
    s.instants[one], s.instants[other] = s.instants[other], s.instants[one]
    for player in (one, other):
        seen = EVERYBODY if s.always[player] & OPEN_HAND else both
        card = s.first[HAND + player]
        while card != NONE:
            s.place[card] = HAND + player
            s.known[card] |= seen
            card = s.next[card]


@inner
def _shrink(s, rules, k):
    """Replace the unicorns of a stable by babies, without any of their effects."""
    player = int(s.pool[k].player)
    shrunk = 0
    card = s.first[STABLE + player]
    while card != NONE:
        after = s.next[card]
        if s.mark[card] == k + 1:
            baby = rules.cards[card].kind == BABY
            leave_table(s, rules, card, NURSERY if baby else DISCARD, player)
            shrunk += 1
        card = after
    for _ in range(shrunk):
        baby = s.last[NURSERY]
        if baby != NONE:
            unlink(s, baby)
            enter(s, rules, baby, player)


@inner
def _shuffle_in(s, rules, what, owner):
    """Shuffle the discard pile into the deck, or a hand, or both."""
    if what & 1:
        card = s.first[HAND + owner]
        while card != NONE:
            after = s.next[card]
            from_hand(s, rules, card)
            into_deck(s, card)
            card = after
    if what & 2:
        card = s.first[DISCARD]
        while card != NONE:
            after = s.next[card]
            unlink(s, card)
            into_deck(s, card)
            card = after
    shuffle_deck(s)
