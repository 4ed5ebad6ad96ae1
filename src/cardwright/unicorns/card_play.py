# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Playing a card: which one, into which stable, who reacts, and what becomes of it."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY as ALL
from cardwright.core.event_log import log_event, only
from cardwright.core.random import below

from .chain.targets import is_possible
from .chain.together import has_enough_cards
from .lasting import is_met, lasts
from .log_events import LogEvent
from .prompts import ask
from .rules import NOTHING, Always, By, Kind, Lasts, Op, Switch, Trait
from .stables import can_enter, enter, has_basic
from .state import MAX_STACK, NONE, Act, Phase, Prompt, Stream, Zone
from .triggers import trigger
from .zones import hand_to_stack, to_discard


@inner
def _can_play(s, rules, card):
    """Whether the active player can play a card from hand."""
    line = rules.cards[card]
    player = int(s.active)
    if s.count[Zone.HAND + player] <= line.needs or lasts(s, rules, player, Lasts.CANNOT_PLAY, 0, card):
        return False
    if line.kind == Kind.MAGIC:
        if not is_met(s, rules, rules.rows[line.play], player, card):
            return False
        for row in range(line.play, line.play + rules.rows[line.play].group):
            if _is_looked_at(rules, row, int(line.play)) and not is_possible(s, rules, row, player, card, there=NONE):
                return False
        return has_enough_cards(s, rules, card, player)
    if not line.kind & Kind.STABLE or (line.kind == Kind.UPGRADE and s.always[player] & Always.NO_UPGRADES):
        return False
    if line.kind != Kind.BASIC and not line.trait & Trait.NEEDS_BASIC and rules.lasting_count == 0:
        return True
    somewhere = False
    for other in range(s.players):
        somewhere = somewhere or _can_play_into(s, rules, card, other)
    return somewhere


@inner
def _is_looked_at(rules, row, first):
    """Whether an effect of a Magic card must be possible for itself; `has_enough_cards` looks at the player's discards.

    Discards of other players are looked at if no effect comes first, which could give them cards.
    """
    line = rules.rows[row]
    return line.op != Op.DISCARD or (row == first and line.by in (By.CHOSEN, By.OTHERS))


@inner
def _can_play_into(s, rules, card, player):
    """Whether the active player can play a card into this player's stable."""
    if lasts(s, rules, player, Lasts.KEEP_OUT, 0, card):
        return False
    if rules.cards[card].trait & Trait.NEEDS_BASIC and rules.switches & Switch.OWN_BASIC_NEEDED:
        return has_basic(s, rules, int(s.active), pandas=False)
    return can_enter(s, rules, card, player, played=True)


@inner
def ask_for_play(s, rules):
    """Ask the active player for a card to play."""
    n = 0
    card = s.first[Zone.HAND + s.active]
    while card != NONE:
        if _can_play(s, rules, card):
            s.scratch[n] = card  # `_can_play` uses the options itself
            n += 1
        card = s.next[card]
    for k in range(n):
        s.options[k] = s.scratch[k]
        s.scratch[k] = 0
    if n == 0 or not rules.switches & Switch.ALWAYS_PLAY:
        s.options[n] = Act.DRAW if s.played == 0 else Act.PASS
        n += 1
    ask(s, int(s.active), Prompt.PLAY, n)


@inner
def start_play(s, rules, card):
    """Put the chosen card on the stack, where it waits for its stable and for reactions."""
    s.played += 1
    s.plays -= 1
    hand_to_stack(s, rules, card, int(s.active))
    s.into = s.active
    s.phase = Phase.REACTION if rules.cards[card].kind == Kind.MAGIC else Phase.INTO
    _clear_reactions(s)


@inner
def ask_into(s, rules):
    """Ask which stable the card goes into."""
    n = 0
    for player in range(s.players):
        if _can_play_into(s, rules, int(s.stack[0]), player):
            s.options[n] = Act.PLAYER + player
            n += 1
    ask(s, int(s.active), Prompt.INTO, n)


@inner
def ask_for_reaction(s, rules):
    """Ask the next player who could react; when all have answered, settle the top of the stack."""
    top = s.stack_count - 1
    protected = s.always[s.stack_by[top]] & Always.UNNEIGHABLE
    neighable = not rules.cards[s.stack[top]].trait & Trait.UNNEIGHABLE and not protected
    if neighable and s.stack_count < MAX_STACK:
        seat = int(s.seat)
        for _ in range(s.players):
            player = int(s.order[seat])
            seat = seat + 1 if seat + 1 < s.players else 0  # a remainder would take longer than all else here
            if not s.asked >> player & 1 and _can_react(s, rules, player):
                s.asked |= 1 << player
                ask(s, player, Prompt.REACT, reaction_options(s, rules, player))
                return
    _settle(s, rules)


@inner
def _can_react(s, rules, player):
    """Whether a player could play an instant on the top of the stack."""
    if s.instants[player] == 0 or s.always[player] & Always.NO_INSTANTS:
        return False
    return player != s.stack_by[s.stack_count - 1] or rules.switches & Switch.NEIGH_OWN_CARDS != 0


@inner
def reaction_options(s, rules, player):
    """Write the instants in a hand, one per name, and to pass into the options; return how many there are."""
    n = 0
    card = s.first[Zone.HAND + player]
    while card != NONE:
        if rules.cards[card].kind == Kind.INSTANT:
            new = True
            for k in range(n):
                new = new and rules.cards[s.options[k]].name != rules.cards[card].name
            if new:
                s.options[n] = card
                n += 1
        card = s.next[card]
    s.options[n] = Act.PASS
    return n + 1


@inner
def _clear_reactions(s):
    """Forget who has been asked to react; the top of the stack is new."""
    s.asked = 0
    for player in range(s.players):
        s.reaction[player] = NONE


@inner
def _settle(s, rules):
    """Let one of the players who want to react do so; if there is none, the top of the stack takes effect."""
    willing = 0
    for player in range(s.players):
        willing += s.reaction[player] != NONE
    if willing:
        skipped = below(s, Stream.EVENT, willing) if willing > 1 else 0
        for player in range(s.players):
            if s.reaction[player] != NONE:
                if skipped == 0:
                    hand_to_stack(s, rules, int(s.reaction[player]), player)
                else:
                    log_event(LogEvent.KEEP, only(player), player, rules.cards[s.reaction[player]].name)
                skipped -= 1
        _clear_reactions(s)
    elif s.stack_count > 1:
        _use_instant(s, rules)
        _clear_reactions(s)
        if s.stack_count == 0:
            s.phase = Phase.ACTION
    else:
        _resolve(s, rules)


@inner
def _use_instant(s, rules):
    """Let the instant on top of the stack take effect: it goes to the discard pile with the card it stops."""
    s.stack_count -= 1
    card, player = int(s.stack[s.stack_count]), int(s.stack_by[s.stack_count])
    log_event(LogEvent.RESOLVE, ALL, rules.cards[card].name, Zone.STACK, Zone.DISCARD)
    to_discard(s, card)
    if not rules.cards[card].trait & Trait.SPARES:
        s.stack_count -= 1
        stopped = int(s.stack[s.stack_count])
        log_event(LogEvent.STOP, ALL, rules.cards[stopped].name, Zone.STACK, Zone.DISCARD)
        to_discard(s, stopped)
    if rules.cards[card].play != NOTHING:
        _start_chain(s, rules, card, player)


@inner
def _resolve(s, rules):
    """Let the card itself take effect, as the start of a chain."""
    card = int(s.stack[0])
    s.stack_count = 0
    s.phase = Phase.ACTION
    if rules.cards[card].kind == Kind.MAGIC:
        log_event(LogEvent.RESOLVE, ALL, rules.cards[card].name, Zone.STACK, Zone.DISCARD)
        to_discard(s, card)
        _start_chain(s, rules, card, int(s.active))
    else:
        s.chain = 1
        log_event(LogEvent.ENTER, ALL, rules.cards[card].name, Zone.STACK, Zone.STABLE + s.into)
        enter(s, rules, card, int(s.into))


@inner
def _start_chain(s, rules, card, player):
    """Start a chain with the effects of a Magic card or an instant that a player has played."""
    s.clock += 1
    s.since[card] = s.clock
    s.chain = 1
    trigger(s, rules, int(rules.cards[card].play), card, player)
