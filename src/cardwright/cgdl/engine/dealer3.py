# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What the dealer does in games of language 3 only: see hooks.py."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .amounts import amount_of
from .bits import lowest
from .codes import DealerOp
from .dealer import deal_to_player, move_table
from .effects import forget_effects, move_hands, step_on
from .face_down import hand_out, turn_face_up
from .groups import drop_groups
from .hooks import all_cards, register_hooks
from .layouts import deal_to_tables
from .log_events import LogEvent
from .players import command_players, forget_words
from .state import NONE, Ended, State3, State3Wide, Status


@inner
def _command_more(s, rules, com):
    if com.op == DealerOp.DEAL_TO_TABLES:
        deal_to_tables(s, rules, com)
    elif com.op >= DealerOp.FIRST_OF_PLAYERS:
        command_players(s, rules, com)
    elif com.op == DealerOp.MOVE:
        if s.top[com.table] != NONE:
            log_event(LogEvent.MOVED, EVERYBODY, com.table, com.to)
            move_table(s, int(com.table), int(com.to))
            drop_groups(s)
    elif com.op == DealerOp.ADD:
        _add_for_all(s, rules, com)
    elif com.op == DealerOp.MOVE_HANDS:
        move_hands(s, rules)
    elif com.op == DealerOp.REVEAL:
        turn_face_up(s, rules, int(com.table))
    elif com.op == DealerOp.FORGET:
        log_event(LogEvent.FORGOTTEN, EVERYBODY)
        _forget(s, rules)
    elif com.op == DealerOp.NEXT_STARTS:
        _let_next_start(s, rules)
        log_event(LogEvent.LEADS, EVERYBODY, s.starter)
    elif com.op == DealerOp.DEAL_CARDS:
        hand_out(s, rules, com)
    elif com.op == DealerOp.DEAL_COUNT:
        s.player = s.starter
        amount = max(0, amount_of(s, rules, rules.amounts[com.amount]))
        for player in range(rules.players):
            if s.ended == Ended.OPEN:
                deal_to_player(s, rules, player, amount)
    else:
        _gather(s, rules)


@inner
def _let_next_start(s, rules):
    """Let the next player who is not out start the stages from now on."""
    for _ in range(rules.players):
        s.starter = step_on(s, rules, int(s.starter))
        if s.status[s.starter] != Status.OUT:
            return


@inner
def _add_for_all(s, rules, com):
    """Add to a counter of every player; after the highest number comes 1 again."""
    for player in range(rules.players):
        number = int(s.words[player, com.table]) + int(com.amount)
        s.words[player, com.table] = 1 if com.players != NONE and number > com.players else number
        log_event(LogEvent.ADDED, EVERYBODY, player, com.table, s.words[player, com.table])


@inner
def _gather(s, rules):
    """Put all cards back into the deck, shuffled, and forget words, tricks and trumps; the next player starts."""
    s.opener = s.opener + 1 if s.opener + 1 < rules.players else 0
    s.starter = s.opener
    log_event(LogEvent.GATHERED, EVERYBODY, s.starter)
    for pile in range(len(s.top)):
        s.tables[pile] = 0
        s.top[pile] = NONE
        s.bottom[pile] = NONE
    for card in range(len(s.below)):
        s.below[card] = NONE
        s.laid_by[card] = NONE
    s.deck_start = 0
    s.deck_size = 0
    s.ordered_bottom = 0
    s.ordered_top = 0
    s.trump = NONE
    s.last_catcher = NONE
    forget_effects(s)
    drop_groups(s)
    left = all_cards(s, rules) & ~s.removed
    while left:
        s.deck[s.deck_size] = lowest(left)
        s.deck_size += 1
        left &= left - 1
    for slot in range(s.deck_size, len(s.deck)):
        s.deck[slot] = 0
    for player in range(rules.players):
        s.hands[player] = 0
        s.knows[player] = s.removed
        s.tricks[player] = 0
    _forget(s, rules)


@inner
def _forget(s, rules):
    """Forget all words; counters are kept."""
    for player in range(rules.players):
        forget_words(s, rules, player)


register_hooks(State3, State3Wide, command_more=_command_more)
