# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What effects do when they take place, in step 6 of a link."""

from __future__ import annotations

from cardwright.core.compiling.jit import inlined, inner
from cardwright.core.event_log import EVERYBODY as ALL
from cardwright.core.event_log import log_event
from cardwright.core.random import below

from ..lasting import amount_of
from ..log_events import LogEvent
from ..plugins import call_effect
from ..prompts import ask
from ..rules import Always, By, Kind, Op, Shuffled, Switch, Trait, Whose
from ..stables import can_enter, enter, leave, leave_table
from ..state import EVERYBODY, MAX_ACTIONS, MOST_EXTRA, NONE, Progress, Prompt, Result, Stream, Zone
from ..zones import (
    confuse_deck,
    discard,
    draw_card,
    forget_hand,
    from_hand,
    into_deck,
    out_of_deck,
    show_deck,
    show_hand,
    show_leaving,
    shuffle_deck,
    stable_of,
    to_discard,
    to_hand,
    unlink,
)
from .targets import cards_for


@inlined
def perform(s, rules, k):
    """Carry out the effect at index `k` of the pool, or ask for the card it needs; return a `Result`."""
    entry = s.pool[k]
    op = rules.rows[entry.row].op
    if op <= Op.LAST_LEAVING:
        return _move_target(s, rules, k)
    if op in (Op.DISCARD, Op.SEARCH, Op.PICK, Op.BRING, Op.TAKE):
        return _choose_now(s, rules, k)
    return _perform_at_once(s, rules, k)


@inner
def _move_target(s, rules, k):
    """Move the target out of its stable."""
    entry = s.pool[k]
    row = rules.rows[entry.row]
    card, op, owner = int(entry.target), row.op, int(entry.owner)
    holder = stable_of(s, card)
    if holder < 0:
        return Result.NOT_DONE
    if op in (Op.DESTROY, Op.SACRIFICE, Op.RETURN):
        log_event(op, ALL, rules.cards[card].name, Zone.STABLE + holder, entry.destination)
        leave_table(s, rules, card, int(entry.destination), holder)
        if op == Op.RETURN:
            entry.player = holder
        return Result.DONE
    taker = owner if op == Op.STEAL else int(s.active) if op == Op.FOLLOW else int(entry.player)
    log_event(op, ALL, rules.cards[card].name, Zone.STABLE + holder, Zone.STABLE + taker)
    leave(s, rules, card)
    if op == Op.GIVE_BACK:
        _forget_entering(s, card)
    if op == Op.STEAL:
        _note_theft(s, rules, thief=int(entry.card), card=card, holder=holder)
    enter(s, rules, card, taker)
    if op == Op.GIVE_BACK and not rules.switches & Switch.STOLEN_TWICE_GOES_HOME_AT_ONCE:
        _end_later_thefts(s, rules, card, owner)
    return Result.DONE


@inner
def _forget_entering(s, card):
    """Switch off what a card triggered when it entered another stable in this link, before it goes back."""
    for k in range(s.pool_count):
        if s.pool[k].late and s.pool[k].entering and s.pool[k].card == card:
            s.pool[k].progress = Progress.OFF


@inner
def _note_theft(s, rules, thief, card, holder):
    """Remember where a stolen card came from if the thief has to give it back."""
    trait = rules.cards[thief].trait
    if trait & Trait.RETURNS_AT_END or (trait & Trait.RETURNS_WHEN_LEAVING and stable_of(s, thief) >= 0):
        s.stolen[thief] = card
        s.home[thief] = holder


@inner
def _end_later_thefts(s, rules, card, robbed):
    """After a card has gone back from the thief of `robbed`, who stole it from that player need not give it back."""
    for k in range(rules.thief_count):
        thief = rules.thieves[k]
        if s.stolen[thief] == card and s.home[thief] == robbed:
            s.stolen[thief] = NONE


@inner
def _choose_now(s, rules, k):
    """Carry out an effect whose card is chosen now, because it sees hidden cards or uses up cards of a hand."""
    entry = s.pool[k]
    row = rules.rows[entry.row]
    op, owner = row.op, int(entry.owner)
    if op in (Op.BRING, Op.TAKE) and row.whose != Whose.HAND:
        return _fetch(s, rules, k)
    if op == Op.DISCARD and entry.remaining == 0:
        return Result.DONE
    if op == Op.PICK:
        if entry.player == owner:
            return Result.NOT_DONE
        log_event(LogEvent.SHOW, ALL, owner, entry.player)
        show_hand(s, rules, int(entry.player), 1 << owner)
    if op == Op.SEARCH:
        show_deck(s, rules, owner, 0)
    n = options_now(s, rules, k)
    if n:
        n = drawn(s, n) if row.random else n
        ask(s, int(entry.player) if op == Op.DISCARD and row.by == By.CHOSEN else owner, Prompt.TARGET, n)
        return Result.ASKED
    if op == Op.SEARCH:
        _close_deck(s, rules, k)
    return Result.NOT_DONE


@inner
def drawn(s, n):
    """Keep one of the `n` options, drawn at random, and return 1."""
    s.options[0] = s.options[below(s, Stream.EVENT, n)]
    return 1


@inner
def options_now(s, rules, k):
    """Write the cards that such an effect can choose into the options, and return how many there are."""
    entry = s.pool[k]
    row = rules.rows[entry.row]
    if row.op == Op.SEARCH:
        return _deck_options(s, rules, row)
    if row.op == Op.BRING:
        return cards_for(s, rules, row, int(entry.owner), int(entry.card), there=NONE, limit=MAX_ACTIONS)
    other = row.op == Op.PICK or row.by == By.CHOSEN
    return _hand_options(s, rules, int(entry.player) if other else int(entry.owner), row.kinds)


@inner
def _hand_options(s, rules, player, kinds):
    n = 0
    card = s.first[Zone.HAND + player]
    while card != NONE:
        if rules.cards[card].kind & kinds:
            s.options[n] = card
            n += 1
        card = s.next[card]
    return n


@inner
def _deck_options(s, rules, row):
    """Write the cards of the deck that a search can find, sorted by number to hide their positions in the deck."""
    n = 0
    for card in range(rules.card_count):
        line = rules.cards[card]
        if s.zone[card] == Zone.DECK and line.kind & row.kinds and (row.word == 0 or line.words & row.word):
            s.options[n] = card
            n += 1
    return n


@inner
def choose_card(s, rules, k, card):
    """Use the chosen card for the effect at index `k`; return whether the effect is complete."""
    entry = s.pool[k]
    op = rules.rows[entry.row].op
    if op == Op.DISCARD:
        discard(s, rules, card)
        entry.remaining -= 1
        return entry.remaining == 0
    if op == Op.SEARCH:
        if not rules.rows[entry.row].shuffles:
            confuse_deck(s, rules, card, int(entry.owner))
        log_event(LogEvent.SEARCH, ALL, rules.cards[card].name, Zone.DECK, Zone.HAND + entry.owner)
        out_of_deck(s, card)
        to_hand(s, rules, card, int(entry.owner), EVERYBODY)
        _close_deck(s, rules, k)
        return True
    if op == Op.PICK:
        take_unseen(s, rules, card, int(entry.player), int(entry.owner), LogEvent.PICK)
    else:
        show_leaving(s, rules, card, EVERYBODY)
        log_event(LogEvent.BRING, ALL, rules.cards[card].name, Zone.HAND + entry.owner, Zone.STABLE + entry.owner)
        from_hand(s, rules, card)
        enter(s, rules, card, int(entry.owner))
    return True


@inner
def _close_deck(s, rules, k):
    """Shuffle the deck after a search; if the effect keeps the order, the player who searched knows the deck."""
    entry = s.pool[k]
    if rules.rows[entry.row].shuffles:
        shuffle_deck(s)
    else:
        for index in range(s.deck_count):
            s.known[s.deck[index]] |= 1 << entry.owner


@inner
def _fetch(s, rules, k):
    """Bring or take the target from the discard pile or the nursery, if it is still there."""
    entry = s.pool[k]
    card = int(entry.target)
    if s.zone[card] != Zone.DISCARD and s.zone[card] != Zone.NURSERY:
        return Result.NOT_DONE
    takes = rules.rows[entry.row].op == Op.TAKE
    goal = (Zone.HAND if takes else Zone.STABLE) + entry.owner
    log_event(rules.rows[entry.row].op, ALL, rules.cards[card].name, s.zone[card], goal)
    unlink(s, card)
    if takes:
        to_hand(s, rules, card, int(entry.owner), EVERYBODY)
    else:
        enter(s, rules, card, int(entry.owner))
    return Result.DONE


@inner
def take_unseen(s, rules, card, player, taker, event):
    """Put a card of one player's hand into another's; only these two see which card it is."""
    show_leaving(s, rules, card, EVERYBODY if s.always[player] & Always.OPEN_HAND else 1 << taker)
    from_hand(s, rules, card)
    forget_hand(s, player, taker)
    to_hand(s, rules, card, taker, EVERYBODY if s.always[player] & Always.OPEN_HAND else 1 << player)
    log_event(event, s.known[card], rules.cards[card].name, Zone.HAND + player, Zone.HAND + taker)


@inner
def _perform_at_once(s, rules, k):
    """Carry out an effect that needs no choice of a card; return a `Result`."""
    entry = s.pool[k]
    row = rules.rows[entry.row]
    op, owner, source = row.op, int(entry.owner), int(entry.card)
    if op == Op.DRAW:
        drawer = int(entry.player) if row.by == By.CHOSEN else owner
        return _draw(s, rules, drawer, amount_of(s, rules, row, owner, source))
    if op == Op.PULL:
        return _pull(s, rules, int(entry.player), owner, amount_of(s, rules, row, owner, source))
    if op == Op.LOOK:
        return _look(s, rules, owner, amount_of(s, rules, row, owner, source))
    if op == Op.REVEAL:
        return _reveal(s, rules, row, owner)
    if op == Op.USE:
        return _use(s, rules, k)
    if op == Op.SWAP:
        _swap_hands(s, rules, int(entry.player), owner)
    elif op == Op.SHRINK:
        _shrink(s, rules, k)
    elif op == Op.SHUFFLE:
        _shuffle_in(s, rules, row.amount, owner)
    elif op == Op.AGAIN:
        log_event(LogEvent.AGAIN, ALL, s.active)
        s.again = True
    elif op == Op.SKIP:
        log_event(LogEvent.SKIP, ALL, s.active)
        s.skip = True
    elif op == Op.EXTRA:
        s.extra = min(int(s.extra) + amount_of(s, rules, row, owner, source), MOST_EXTRA)
    elif op == Op.PLAYS:
        s.plays = max(int(s.plays), amount_of(s, rules, row, owner, source))
    return Result.DONE


@inner
def _draw(s, rules, player, amount):
    found = Result.DONE if s.deck_count and amount else Result.NOT_DONE
    for _ in range(amount):
        draw_card(s, rules, player)
    return found


@inner
def _pull(s, rules, player, owner, amount):
    """Take random cards from a player's hand, one after another."""
    found = Result.NOT_DONE
    for _ in range(min(amount, int(s.count[Zone.HAND + player]))):
        card = s.first[Zone.HAND + player]
        for _ in range(below(s, Stream.EVENT, int(s.count[Zone.HAND + player]))):
            card = s.next[card]
        take_unseen(s, rules, card, player, owner, LogEvent.PULL)
        found = Result.DONE
    return found


@inner
def _look(s, rules, player, amount):
    """Let a player see the top cards of the deck."""
    seen = min(amount, int(s.deck_count))
    log_event(LogEvent.LOOK, ALL, player, seen)
    show_deck(s, rules, player, s.deck_count - seen)
    for k in range(s.deck_count - seen, s.deck_count):
        s.known[s.deck[k]] |= 1 << player
    return Result.DONE if seen else Result.NOT_DONE


@inner
def _reveal(s, rules, row, owner):
    """Show the top card of the deck; it goes to the owner's hand or stable if it is of the right kind."""
    if s.deck_count == 0:
        return Result.NOT_DONE
    s.deck_count -= 1
    card = int(s.deck[s.deck_count])
    s.deck[s.deck_count] = 0
    line = rules.cards[card]
    enters = row.whose == Whose.OWN
    fits = line.kind & row.kinds != 0
    if enters and fits:
        fits = line.kind & Kind.STABLE != 0 and can_enter(s, rules, card, owner, played=False)
    goal = Zone.DISCARD if not fits else (Zone.STABLE if enters else Zone.HAND) + owner
    log_event(LogEvent.REVEAL, ALL, line.name, Zone.DECK, goal, owner)
    if not fits:
        to_discard(s, card)
        return Result.NOT_DONE
    if enters:
        enter(s, rules, card, owner)
    else:
        to_hand(s, rules, card, owner, EVERYBODY)
    return Result.DONE


@inner
def _use(s, rules, k):
    """Let a function in Python carry out the effect."""
    entry = s.pool[k]
    row = rules.rows[entry.row]
    log_event(LogEvent.CALL, ALL, entry.owner, row.call)
    done = call_effect(s, rules, int(row.call), int(entry.owner), int(entry.card), int(entry.player))
    return Result.DONE if done else Result.NOT_DONE


@inner
def _swap_hands(s, rules, one, other):
    """Swap two hands; both players know the cards they gave away, and the others keep what they knew."""
    log_event(LogEvent.SWAP, ALL, Zone.HAND + one, Zone.HAND + other)
    both = 1 << one | 1 << other
    first, second = Zone.HAND + one, Zone.HAND + other
    s.first[first], s.first[second] = s.first[second], s.first[first]
    s.last[first], s.last[second] = s.last[second], s.last[first]
    s.count[first], s.count[second] = s.count[second], s.count[first]
    s.instants[one], s.instants[other] = s.instants[other], s.instants[one]
    for player in (one, other):
        seen = EVERYBODY if s.always[player] & Always.OPEN_HAND else both
        card = s.first[Zone.HAND + player]
        while card != NONE:
            log_event(LogEvent.SEE, seen, rules.cards[card].name, Zone.HAND + player)
            s.zone[card] = Zone.HAND + player
            s.known[card] |= seen
            card = s.next[card]


@inner
def _shrink(s, rules, k):
    """Replace the marked unicorns of a stable by babies; none of their effects fire."""
    player = int(s.pool[k].player)
    shrunk = 0
    card = s.first[Zone.STABLE + player]
    while card != NONE:
        after = s.next[card]
        if s.mark[card] == k + 1:
            is_baby = rules.cards[card].kind == Kind.BABY
            goal = Zone.NURSERY if is_baby else Zone.DISCARD
            log_event(LogEvent.SHRINK, ALL, rules.cards[card].name, Zone.STABLE + player, goal)
            leave_table(s, rules, card, goal, player)
            shrunk += 1
        card = after
    for _ in range(shrunk):
        baby = s.last[Zone.NURSERY]
        if baby != NONE:
            log_event(LogEvent.BRING, ALL, rules.cards[baby].name, Zone.NURSERY, Zone.STABLE + player)
            unlink(s, baby)
            enter(s, rules, baby, player)


@inner
def _shuffle_in(s, rules, piles, owner):
    """Shuffle the owner's hand, the discard pile or both into the deck; `piles` holds bits of `Shuffled`."""
    if piles & Shuffled.HAND:
        log_event(LogEvent.SHUFFLE_IN, ALL, Zone.HAND + owner)
        card = s.first[Zone.HAND + owner]
        while card != NONE:
            after = s.next[card]
            from_hand(s, rules, card)
            into_deck(s, card)
            card = after
    if piles & Shuffled.DISCARD:
        log_event(LogEvent.SHUFFLE_IN, ALL, Zone.DISCARD)
        card = s.first[Zone.DISCARD]
        while card != NONE:
            after = s.next[card]
            unlink(s, card)
            into_deck(s, card)
            card = after
    shuffle_deck(s)
