# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Effects of cards, and what else changes turns and whole hands in games of language 3."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event, only

from .bits import bit, count, lowest
from .captures import capturing
from .cards import available
from .codes import OTHERS, Op, Relation
from .conditions import counts_as_other, seat_of
from .consequents import draw_for
from .face_down import take_all, turn_face_up
from .flow import begin_rule, stage_of
from .hooks import note_taken, register_hooks, tests_hold, write_cards
from .log_events import LogEvent
from .own_decks import cards_related
from .state import MAX_EFFECTS, NONE, UNSAID, Ended, State3, State3Wide, Status

# Effects that wait until the rule that puts the card is over.


@inner
def _note_laid(s, rules, table, card, player):
    """Let the effects of a card that a player has put on a table wait; it counts as itself."""
    s.named_card[table] = NONE
    if player == NONE:
        return
    for k in range(rules.effect_count):
        trigger = rules.triggers[k]
        if trigger.table == table and trigger.cards >> card & 1 and s.effects_waiting < MAX_EFFECTS:
            s.effects[s.effects_waiting] = k
            s.effects_waiting += 1


@inner
def _begin_effect(s, rules):
    """Begin the effect that has waited longest, if what it asks for holds; return whether there was one."""
    if s.effects_waiting == 0:
        return False
    first = int(s.effects[0])
    s.effects_waiting -= 1
    for k in range(s.effects_waiting):
        s.effects[k] = s.effects[k + 1]
    s.effects[s.effects_waiting] = 0
    index = stage_of(s, rules)
    k = int(rules.first_effect[index]) + first
    if tests_hold(s, rules, rules.rules[index, k]):
        begin_rule(s, rules, k)
    return True


# Turns.


@inner
def step_on(s, rules, player):
    """Return the player after another one, in the direction of play."""
    if s.backwards:
        return player - 1 if player > 0 else int(rules.players) - 1
    return player + 1 if player + 1 < rules.players else 0


@inner
def next_in_stage(s, rules):
    """Return the next player who is still in the stage, or NONE."""
    player = int(s.player)
    for _ in range(rules.players - 1):
        player = step_on(s, rules, player)
        if s.status[player] == Status.PLAYING:
            return player
    return NONE


@inner
def _following(s, rules):
    """Return the player whose turn is next, and begin with the first step."""
    s.phase = 0
    s.stepped = 0
    s.moved = 0
    s.meld_goal = 0
    player = int(s.player)
    if s.again:
        s.again = 0
        return player
    for _ in range(2 * rules.players):
        player = step_on(s, rules, player)
        if s.status[player] == Status.PLAYING:
            if not s.misses >> player & 1:
                return player
            s.misses ^= 1 << player
            log_event(LogEvent.MISSED, EVERYBODY, player)
    return player


# Consequents.


@inner
def do_effect(s, rules, consequent):
    """Carry out a consequent that changes turns or whole hands."""
    op = consequent.op
    following = next_in_stage(s, rules)
    if op == Op.TAKE_ALL:
        note_taken(s)
        take_all(s, rules, int(consequent.table))
    elif op == Op.TAKE_TO:
        note_taken(s)
        while s.ended == Ended.OPEN and count(s.hands[s.player]) < consequent.amount and available(s, rules) > 0:
            draw_for(s, rules, int(s.player), False)
    elif op == Op.REVEAL:
        turn_face_up(s, rules, int(consequent.table))
    elif op == Op.TURN_AROUND:
        s.backwards = 1 - s.backwards
        log_event(LogEvent.TURNED_AROUND, EVERYBODY, s.player)
    elif op == Op.SWAP:
        whom = int(s.partner) if consequent.which == OTHERS else seat_of(s, rules, consequent.which)
        if whom != NONE:
            _swap(s, whom)
    elif op == Op.MOVE_HANDS:
        move_hands(s, rules)
    elif following != NONE and op == Op.MISS:
        s.misses |= 1 << following
    elif following != NONE:
        for _ in range(consequent.amount):
            if s.ended == Ended.OPEN and available(s, rules) > 0:
                draw_for(s, rules, following, False)


@inner
def _swap(s, whom):
    """Let the player exchange hands with another one; both still know the cards they gave away."""
    player = int(s.player)
    hand = s.hands[player]
    s.hands[player] = s.hands[whom]
    s.hands[whom] = hand
    s.knows[player] |= s.hands[player]
    s.knows[whom] |= hand
    log_event(LogEvent.SWAPPED, EVERYBODY, player, whom)
    log_event(LogEvent.HELD, only(player), player, s.hands[player])
    log_event(LogEvent.HELD, only(whom), whom, s.hands[whom])


@inner
def move_hands(s, rules):
    """Let every player who is not out give the whole hand to the next one."""
    first = NONE
    for player in range(rules.players):
        if first == NONE and s.status[player] != Status.OUT:
            first = player
    if first == NONE:
        return
    log_event(LogEvent.HANDS_MOVED, EVERYBODY)
    moving = s.hands[first]
    player = first
    for _ in range(rules.players):
        player = step_on(s, rules, player)
        if s.status[player] != Status.OUT:
            hand = s.hands[player]
            s.hands[player] = moving
            s.knows[player] |= moving
            log_event(LogEvent.HELD, only(player), player, s.hands[player])
            moving = hand


@inner
def others_to_choose(s, rules, consequent):
    """Return the other players who are not out, and have not called a word that protects them, as a set of bits."""
    without = NONE if consequent.relation == Relation.EQUAL else int(consequent.pile) - 1
    players = 0
    for player in range(rules.players):
        if counts_as_other(s, rules, player) and (without == NONE or s.words[player, without] == UNSAID):
            players |= 1 << player
    return players


# Suits that players name.


@inner
def name_suit(s, table, suit):
    """Let the top card of a table count as a suit."""
    s.named_card[table] = s.top[table]
    s.named_suit[table] = suit
    log_event(LogEvent.NAMED_SUIT, EVERYBODY, s.player, suit, table)


@inner
def _related_to(s, rules, table, relation, card):
    """Return the cards in a relation to a card of a table, which can count as the suit that was named."""
    if relation > Relation.LAST_OF_LANGUAGE_2:
        if relation == Relation.CATCHING_NOTHING:
            return capturing(s, rules, table, int(rules.catches[table]), False)
        return _beating(s, rules, card) if relation == Relation.BEATING else _matching(s, rules, table)
    if relation == Relation.SAME_SUIT and s.named_card[table] == card:
        return rules.suit_cards[s.named_suit[table]]
    return cards_related(s, rules, relation, card)


@inner
def _beating(s, rules, card):
    """Return the cards that beat a card: higher ones of its suit, and trumps unless it is one."""
    cards = rules.related[Relation.SAME_SUIT, card] & rules.related[Relation.MORE, card]
    if s.trump != NONE:
        trumps = rules.suit_cards[s.trump]
        if not trumps >> card & 1:
            cards |= trumps
    return cards


@inner
def _matching(s, rules, table):
    """Return the cards that have the number of a card on a table."""
    cards = 0
    left = s.tables[table]
    while left:
        cards |= rules.related[Relation.SAME_NUMBER, lowest(left)]
        left &= left - 1
    return cards


@inner
def forget_effects(s):
    """Let turns go around the usual way, and all cards count as themselves."""
    s.backwards = 0
    s.misses = 0
    for table in range(len(s.named_card)):
        s.named_card[table] = NONE


@inner
def observe_effects(s, rules, player, out, n):
    """Write the suits that were named, the direction of play and who misses a turn, in games that have these."""
    if rules.shows_suits:
        for table in range(rules.tables):
            named = s.named_card[table] != NONE and s.named_card[table] == s.top[table]
            for suit in range(rules.suit_count):
                out[n + suit] = named and s.named_suit[table] == suit
            n += int(rules.suit_count)
    if rules.shows_turns:
        out[n] = s.backwards
        n += 1
        for k in range(rules.players):
            seat = player + k if player + k < rules.players else player + k - int(rules.players)
            out[n + k] = s.misses >> seat & 1
        n += int(rules.players)
    if rules.shows_picked:
        n = _write_picked(s, rules, out, n)
    return n


@inner
def _write_picked(s, rules, out, n):
    """Write the card that captures others, and those chosen so far."""
    n = write_cards(s, rules, out, n, bit(s, int(s.using)) if s.using != NONE else 0)
    return write_cards(s, rules, out, n, s.picked)


register_hooks(
    State3, State3Wide, note_laid=_note_laid, begin_effect=_begin_effect, following=_following, related_to=_related_to
)
