"""Playing a card: which, into which stable, who reacts to it, and what becomes of it."""

from __future__ import annotations

from cardwright.core.jit import inner
from cardwright.core.random import below

from .effects import CHANCE, ask
from .rules import Always, Switch, Trait
from .state import EVERYBODY, MAX_STACK, NONE, Act, Phase, Prompt
from .targets import MAGIC, can_play, can_play_into
from .zones import HAND, INSTANT, STACK, enter, from_hand, to_discard, trigger

UNNEIGHABLE_HERE, NO_INSTANTS = int(Always.UNNEIGHABLE), int(Always.NO_INSTANTS)
UNNEIGHABLE = int(Trait.UNNEIGHABLE)
ALWAYS_PLAY, NEIGH_OWN_CARDS = int(Switch.ALWAYS_PLAY), int(Switch.NEIGH_OWN_CARDS)
DRAW, PASS, PLAYER = int(Act.DRAW), int(Act.PASS), int(Act.PLAYER)
PLAY, WHERE, REACT = int(Prompt.PLAY), int(Prompt.WHERE), int(Prompt.REACT)
ACTION, CHOOSING_WHERE, REACTION = int(Phase.ACTION), int(Phase.WHERE), int(Phase.REACTION)


@inner
def ask_for_play(s, rules):
    """Ask the player on turn for a card to play."""
    n = 0
    card = s.first[HAND + s.active]
    while card != NONE:
        if can_play(s, rules, card):
            s.scratch[n] = card
            n += 1
        card = s.next[card]
    for k in range(n):
        s.options[k] = s.scratch[k]
        s.scratch[k] = 0
    if n == 0 or not rules.switches & ALWAYS_PLAY:
        s.options[n] = DRAW if s.played == 0 else PASS
        n += 1
    ask(s, int(s.active), PLAY, n)


@inner
def start_play(s, rules, card):
    """A card was chosen; it lies on the stack until it is clear what becomes of it."""
    s.played += 1
    s.plays -= 1
    from_hand(s, rules, card)
    s.place[card] = STACK
    s.known[card] = EVERYBODY
    s.stack[0] = card
    s.stack_by[0] = s.active
    s.stack_count = 1
    s.into = s.active
    s.phase = REACTION if rules.cards[card].kind == MAGIC else CHOOSING_WHERE
    clear_reactions(s)


@inner
def ask_where(s, rules):
    """Ask into which stable the card goes."""
    n = 0
    for player in range(s.players):
        if can_play_into(s, rules, int(s.stack[0]), player):
            s.options[n] = PLAYER + player
            n += 1
    ask(s, int(s.active), WHERE, n)


@inner
def clear_reactions(s):
    """Nobody has been asked about the card on top of the stack."""
    s.asked = 0
    for player in range(s.players):
        s.wish[player] = NONE


@inner
def can_react(s, rules, player):
    """Whether a player could play an instant on the card on top of the stack."""
    if s.instants[player] == 0 or s.always[player] & NO_INSTANTS:
        return False
    return player != s.stack_by[s.stack_count - 1] or rules.switches & NEIGH_OWN_CARDS != 0


@inner
def ask_for_reaction(s, rules):
    """Ask the next player who could react; when all have answered, let one of the willing do it."""
    top = s.stack_count - 1
    neighable = not rules.cards[s.stack[top]].trait & UNNEIGHABLE and not s.always[s.stack_by[top]] & UNNEIGHABLE_HERE
    if neighable and s.stack_count < MAX_STACK:
        for turn in range(s.players):
            player = int(s.order[(s.seat + turn) % s.players])
            if not s.asked >> player & 1 and can_react(s, rules, player):
                s.asked |= 1 << player
                ask(s, player, REACT, reaction_options(s, rules, player))
                return
    _settle(s, rules)


@inner
def reaction_options(s, rules, player):
    """The instants in a hand, one of each name, and to pass."""
    n = 0
    card = s.first[HAND + player]
    while card != NONE:
        if rules.cards[card].kind == INSTANT:
            new = True
            for k in range(n):
                new = new and rules.cards[s.options[k]].name != rules.cards[card].name
            if new:
                s.options[n] = card
                n += 1
        card = s.next[card]
    s.options[n] = PASS
    return n + 1


@inner
def _settle(s, rules):
    """One of those who want to react does; if nobody does, the card on top of the stack takes effect."""
    willing = 0
    for player in range(s.players):
        willing += s.wish[player] != NONE
    if willing:
        lucky = below(s, CHANCE, willing) if willing > 1 else 0
        for player in range(s.players):
            if s.wish[player] != NONE:
                if lucky == 0:
                    _react(s, rules, player)
                    break
                lucky -= 1
        clear_reactions(s)
    elif s.stack_count > 1:
        _neigh(s)
        clear_reactions(s)
        if s.stack_count == 0:
            s.phase = ACTION
    else:
        _resolve(s, rules)


@inner
def _react(s, rules, player):
    card = int(s.wish[player])
    from_hand(s, rules, card)
    s.place[card] = STACK
    s.known[card] = EVERYBODY
    s.stack[s.stack_count] = card
    s.stack_by[s.stack_count] = player
    s.stack_count += 1


@inner
def _neigh(s):
    """The instant on top and the card under it go to the discard pile."""
    for _ in range(2):
        s.stack_count -= 1
        to_discard(s, int(s.stack[s.stack_count]))


@inner
def _resolve(s, rules):
    """The card itself takes effect."""
    card = int(s.stack[0])
    s.stack_count = 0
    s.phase = ACTION
    s.chain = 1
    if rules.cards[card].kind == MAGIC:
        s.clock += 1
        s.since[card] = s.clock
        to_discard(s, card)
        trigger(s, rules, int(rules.cards[card].play), card, int(s.active), NONE)
    else:
        enter(s, rules, card, int(s.into))
