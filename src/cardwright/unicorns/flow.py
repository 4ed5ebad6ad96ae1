"""What happens when: the phases of a turn, and the end of the game."""

from __future__ import annotations

from cardwright.core.jit import inlined, inner

from .chain import advance_link
from .chain_save import give_back
from .effects import ask
from .plays import ask_for_play, ask_for_reaction, ask_where
from .rules import NOTHING, Switch, Trait
from .state import MOST_TURNS, NONE, Phase, Prompt
from .targets import is_blinded
from .zones import HAND, PANDAS, STABLE, UNICORNS, draw_card, stable_of, trigger

BEGINNING, DRAW, ACTION, WHERE, REACTION, END, LIMIT, NEXT, OVER = (
    int(Phase.BEGINNING), int(Phase.DRAW), int(Phase.ACTION), int(Phase.WHERE), int(Phase.REACTION), int(Phase.END),
    int(Phase.LIMIT), int(Phase.NEXT), int(Phase.OVER),
)  # fmt: skip
TOO_MANY = int(Prompt.LIMIT)
RETURNS_AT_END = int(Trait.RETURNS_AT_END)
PANDAS_WIN = int(Switch.PANDAS_WIN)
TIE_TO_EARLIER_SEAT = int(Switch.TIE_TO_EARLIER_SEAT)


@inlined
def advance(s, rules):
    """Take one step: until somebody is asked, the chain is done, or a phase is over."""
    if s.chain:
        if not advance_link(s, rules):
            s.chain = 0
            check_end(s, rules)
    elif s.phase == BEGINNING:
        _begin_turn(s, rules)
    elif s.phase == DRAW:
        _draw_phase(s, rules)
    elif s.phase == ACTION:
        if s.skip or s.plays == 0:
            s.phase = END
        else:
            ask_for_play(s, rules)
    elif s.phase == WHERE:
        ask_where(s, rules)
    elif s.phase == REACTION:
        ask_for_reaction(s, rules)
    elif s.phase == END:
        _end_turn(s, rules)
    elif s.phase == LIMIT:
        _keep_hand_limit(s, rules)
    elif s.phase == NEXT:
        _next_turn(s)


@inner
def _begin_turn(s, rules):
    """The effects at the beginning of a turn make one link, with those of cards that act in every turn."""
    s.phase = DRAW
    s.turn += 1
    s.plays = rules.plays
    s.played = 0
    s.extra = 0
    s.skip = False
    s.again = False
    player = int(s.active)
    card = s.first[STABLE + player]
    while card != NONE:
        if rules.cards[card].begin != NOTHING and not is_blinded(s, rules, card, player, False):
            trigger(s, rules, int(rules.cards[card].begin), card, player, NONE)
        card = s.next[card]
    for k in range(rules.wanderer_count):
        card = rules.wanderers[k]
        holder = stable_of(s, card)
        if holder >= 0 and not is_blinded(s, rules, card, holder, False):
            trigger(s, rules, int(rules.cards[card].begin_any), card, holder, NONE)
    s.chain = s.pool_count > 0


@inner
def _draw_phase(s, rules):
    s.phase = ACTION
    if not s.skip:
        for _ in range(rules.draws + s.extra):
            draw_card(s, rules, int(s.active))
        check_end(s, rules)


@inner
def _end_turn(s, rules):
    """What was stolen for this turn goes back."""
    s.phase = LIMIT
    for k in range(rules.thief_count):
        thief = int(rules.thieves[k])
        if rules.cards[thief].trait & RETURNS_AT_END and s.stolen[thief] != NONE:
            give_back(s, rules, thief, True)
            s.chain = 1


@inner
def _keep_hand_limit(s, rules):
    """The player on turn discards down to the limit."""
    if s.count[HAND + s.active] > rules.hand_limit:
        ask_to_discard(s)
    else:
        s.phase = NEXT


@inner
def ask_to_discard(s):
    """Ask for a card too many."""
    n = 0
    card = s.first[HAND + s.active]
    while card != NONE:
        s.options[n] = card
        n += 1
        card = s.next[card]
    ask(s, int(s.active), TOO_MANY, n)


@inner
def _next_turn(s):
    if not s.again:
        s.seat = (s.seat + 1) % s.players
        s.active = s.order[s.seat]
    s.phase = BEGINNING


@inner
def count_unicorns(s, rules, player):
    """How many unicorns count for winning, and the letters of their names."""
    if s.always[player] & PANDAS and not rules.switches & PANDAS_WIN:
        return 0, 0
    value = 0
    letters = 0
    card = s.first[STABLE + player]
    while card != NONE:
        if rules.cards[card].kind & UNICORNS:
            value += rules.cards[card].value
            letters += rules.cards[card].letters
        card = s.next[card]
    return value, letters


@inner
def check_end(s, rules):
    """After a chain, and after drawing: the game is over if somebody has reached the goal, or cards have run out."""
    over = s.ending or s.turn >= MOST_TURNS
    if not over:
        for player in range(s.players):
            value, _ = count_unicorns(s, rules, player)
            over = over or value >= s.goal
    if over:
        s.phase = OVER
        rank_players(s, rules)
        _find_winner(s, rules)


@inner
def rank_players(s, rules):
    """Who has more unicorns stands before who has fewer; then letters decide; equal players share a rank."""
    for player in range(s.players):
        value, letters = count_unicorns(s, rules, player)
        s.value[player] = value
        s.letters[player] = letters
    for player in range(s.players):
        ahead = 0
        for other in range(s.players):
            more = s.value[other] > s.value[player]
            ahead += more or (s.value[other] == s.value[player] and s.letters[other] > s.letters[player])
        s.rank[player] = 1 + ahead


@inner
def _find_winner(s, rules):
    """The first wins; if several are, everybody loses, unless the order of play decides."""
    first = 0
    s.winner = -1
    for turn in range(s.players - 1, -1, -1):
        player = s.order[turn]
        if s.rank[player] == 1:
            s.winner = player
            first += 1
    if first > 1:
        if rules.switches & TIE_TO_EARLIER_SEAT:
            for player in range(s.players):
                s.rank[player] += s.rank[player] == 1 and player != s.winner
        else:
            s.winner = -1
            for player in range(s.players):
                s.rank[player] = s.players
