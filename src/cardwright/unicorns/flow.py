# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The phases of a turn, and the end of the game."""

from __future__ import annotations

from cardwright.core.compiling.jit import inlined, inner
from cardwright.core.event_log import EVERYBODY as ALL
from cardwright.core.event_log import log_event

from .card_play import ask_for_play, ask_for_reaction, ask_into
from .chain.link import advance_chain
from .chain.step_3_to_5_leave import give_back
from .lasting import number_of
from .log_events import LogEvent
from .prompts import ask
from .rules import NOTHING, Added, Always, Kind, Switch, Trait
from .stables import is_blinded
from .state import MOST_TURNS, NONE, Phase, Prompt, Zone
from .triggers import trigger
from .zones import draw_card, stable_of


@inlined
def advance(s, rules):
    """Continue until a player is asked, the chain is complete or a phase is over."""
    if s.chain:
        if not advance_chain(s, rules):
            s.chain = 0
            check_end(s, rules)
    elif s.phase == Phase.BEGINNING:
        _begin_turn(s, rules)
    elif s.phase == Phase.DRAW:
        _draw_phase(s, rules)
    elif s.phase == Phase.ACTION:
        if s.skip or s.plays == 0:
            s.phase = Phase.END
        else:
            ask_for_play(s, rules)
    elif s.phase == Phase.INTO:
        ask_into(s, rules)
    elif s.phase == Phase.REACTION:
        ask_for_reaction(s, rules)
    elif s.phase == Phase.END:
        _end_turn(s, rules)
    elif s.phase == Phase.HAND_LIMIT:
        _keep_hand_limit(s, rules)
    elif s.phase == Phase.NEXT_TURN:
        _next_turn(s)


@inner
def _begin_turn(s, rules):
    """Start a turn; all effects at its beginning form one link."""
    s.phase = Phase.DRAW
    log_event(LogEvent.TURN, ALL, s.active)
    s.turn += 1
    s.plays = number_of(s, rules, int(s.active), Added.PLAYS, int(rules.plays))
    s.played = 0
    s.extra = 0
    s.skip = False
    s.again = False
    _trigger_own(s, rules, end=False)
    for k in range(rules.wanderer_count):
        card = rules.wanderers[k]
        holder = stable_of(s, card)
        if holder >= 0 and not is_blinded(s, rules, card, holder, entering=False):
            trigger(s, rules, int(rules.cards[card].begin_any), card, holder)
    s.chain = s.pool_count > 0


@inner
def _trigger_own(s, rules, end):
    """Trigger the effects at the beginning of the active player's turn, or at its end."""
    player = int(s.active)
    card = s.first[Zone.STABLE + player]
    while card != NONE:
        row = rules.cards[card].end if end else rules.cards[card].begin
        if row != NOTHING and not is_blinded(s, rules, card, player, entering=False):
            trigger(s, rules, int(row), card, player)
        card = s.next[card]


@inner
def _draw_phase(s, rules):
    s.phase = Phase.ACTION
    if not s.skip:
        for _ in range(number_of(s, rules, int(s.active), Added.DRAWS, int(rules.draws + s.extra))):
            draw_card(s, rules, int(s.active))
        check_end(s, rules)


@inner
def _end_turn(s, rules):
    """Give back the cards that were stolen for this turn; they and all effects at its end form one link."""
    s.phase = Phase.HAND_LIMIT
    _trigger_own(s, rules, end=True)
    for k in range(rules.thief_count):
        thief = int(rules.thieves[k])
        if rules.cards[thief].trait & Trait.RETURNS_AT_END and s.stolen[thief] != NONE:
            give_back(s, rules, thief, late=True)
    s.chain = s.pool_count > 0


@inner
def _keep_hand_limit(s, rules):
    """Let the active player discard down to the hand limit."""
    if s.count[Zone.HAND + s.active] > number_of(s, rules, int(s.active), Added.HAND_LIMIT, int(rules.hand_limit)):
        ask_to_discard(s)
    else:
        s.phase = Phase.NEXT_TURN


@inner
def ask_to_discard(s):
    """Ask the active player for a card above the hand limit."""
    n = 0
    card = s.first[Zone.HAND + s.active]
    while card != NONE:
        s.options[n] = card
        n += 1
        card = s.next[card]
    ask(s, int(s.active), Prompt.HAND_LIMIT, n)


@inner
def _next_turn(s):
    if not s.again:
        s.seat = (s.seat + 1) % s.players
        s.active = s.order[s.seat]
    s.phase = Phase.BEGINNING


@inner
def count_unicorns(s, rules, player):
    """Return the number of a player's unicorns that count for winning, and the letters in their names."""
    if s.always[player] & Always.PANDAS and not rules.switches & Switch.PANDAS_WIN:
        return 0, 0
    value = 0
    letters = 0
    card = s.first[Zone.STABLE + player]
    while card != NONE:
        if rules.cards[card].kind & Kind.UNICORN:
            value += rules.cards[card].value
            letters += rules.cards[card].letters
        card = s.next[card]
    return value, letters


@inlined
def may_have(s, rules, player, unicorns):
    """Whether a player can have so many unicorns that count for winning, by the number of cards in the stable."""
    return int(s.count[Zone.STABLE + player]) * rules.top_value >= unicorns


@inlined
def goal_of(s, rules, player):
    """Return how many unicorns a player needs to win."""
    return number_of(s, rules, player, Added.GOAL, int(s.goal))


@inner
def check_end(s, rules):
    """End the game if a player has reached the goal or the deck has run out; called after chains and draws."""
    over = s.ending or s.turn >= MOST_TURNS
    if not over:
        for player in range(s.players):
            goal = goal_of(s, rules, player)
            if may_have(s, rules, player, goal):
                value, _ = count_unicorns(s, rules, player)
                over = over or value >= goal
    if over:
        s.phase = Phase.OVER
        _rank_players(s, rules)
        _find_winner(s, rules)
        log_event(LogEvent.WIN, ALL, s.winner)


@inner
def _rank_players(s, rules):
    """Rank the players: those who have reached their goal, then by unicorns and letters; equal ones share a rank."""
    for player in range(s.players):
        value, letters = count_unicorns(s, rules, player)
        s.value[player] = value
        s.letters[player] = letters
    for player in range(s.players):
        ahead = 0
        lacks = s.value[player] < goal_of(s, rules, player)
        for other in range(s.players):
            other_lacks = s.value[other] < goal_of(s, rules, other)
            if lacks != other_lacks:  # goals can differ, so fewer unicorns may be enough
                ahead += lacks
            else:
                more = s.value[other] > s.value[player]
                ahead += more or (s.value[other] == s.value[player] and s.letters[other] > s.letters[player])
        s.rank[player] = 1 + ahead


@inner
def _find_winner(s, rules):
    """Make the player of rank 1 the winner; if several share it, everybody loses or the order of play decides."""
    first = 0
    s.winner = -1
    for turn in range(s.players - 1, -1, -1):
        player = s.order[turn]
        if s.rank[player] == 1:
            s.winner = player
            first += 1
    if first > 1:
        if rules.switches & Switch.TIE_TO_EARLIER_SEAT:
            for player in range(s.players):
                s.rank[player] += s.rank[player] == 1 and player != s.winner
        else:
            s.winner = -1
            for player in range(s.players):
                s.rank[player] = s.players
