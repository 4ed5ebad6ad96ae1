# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What games of languages 1 and 2 do where those of language 3 do more: see hooks.py."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .bits import bit
from .cards import lift
from .consequents import lay_from_hand
from .ending import crash
from .hiding import redraw_stacks
from .hooks import register_hooks
from .log_events import LogEvent
from .state import NONE, Need, State


@inner
def _nothing(s, rules):
    pass


@inner
def _nothing_with(s, rules, what):
    pass


@inner
def _nothing_said(s, rules, consequent, choice):
    return True


@inner
def _note_no_card(s):
    pass


@inner
def _no_need(s, consequent):
    return Need.NOTHING.value


@inner
def _show_enough(s, rules):
    s.step = 0


@inner
def _no_prospects(s, rules, player):
    return 0.0


@inner
def _never_with(s, rules, rule):
    return False


@inner
def _nothing_counted(s, player):
    pass


@inner
def _always(s, rules, rule):
    return True


@inner
def _never(s, rules):
    return False


@inner
def _note_nothing(s, rules, table, card, player):
    pass


@inner
def _related_to(s, rules, table, relation, card):
    return rules.related[relation, card]


@inner
def _put_on_table(s, rules, consequent, card):
    lay_from_hand(s, rules, consequent.which, card)


@inner
def _pick_up(s, rules, player, table):
    card = lift(s, table)
    s.hands[player] |= bit(s, card)
    log_event(LogEvent.LIFTED, EVERYBODY, player, card, table)


@inner
def _known_to(s, rules, player):
    return s.knows[player]


@inner
def _nobody(s, rules, one, other):
    return False


@inner
def _winner(s, rules):
    return 1 << int(s.winner) if s.winner != NONE else 0


@inner
def _nothing_to_say(s, rules, consequent):
    return 0


@inner
def _too_long(s, rules):
    crash(s)


@inner
def _no_points(s, rules, player):
    return 0


@inner
def _observe_nothing(s, rules, player, out, n):
    return n


@inner
def _optional(s, rules, index):
    return int(rules.stages[index].optional)


@inner
def _next_player(s, rules):
    """Return the next player around the table."""
    return int(s.player) + 1 if s.player + 1 < rules.players else 0


@inner
def _no_seat(s, rules, who):
    return NONE


@inner
def _is_winner(s, player):
    return s.winner == player


register_hooks(
    State,
    follow_jumps=_nothing,
    begin_teams=_nothing_with,
    tests_hold=_always,
    lays_first=_never,
    rules_now=_optional,
    next_step=_never,
    following=_next_player,
    note_laid=_note_nothing,
    begin_effect=_never,
    related_to=_related_to,
    put_on_table=_put_on_table,
    pick_up=_pick_up,
    known_to=_known_to,
    redraw_choices=_nothing_with,
    redraw_piles=redraw_stacks,
    do_more=_nothing_with,
    layout_cards=_nothing_to_say,
    time_out=_too_long,
    say=_nothing_said,
    note_taken=_note_no_card,
    need_more=_no_need,
    may_stop=_never_with,
    choose_enough=_show_enough,
    prospects=_no_prospects,
    sayable=_nothing_to_say,
    command_more=_nothing_with,
    count_trick=_nothing_counted,
    scored_points=_no_points,
    progress=_no_points,
    same_team=_nobody,
    note_winners=_winner,
    observe_more=_observe_nothing,
    has_won=_is_winner,
    named_seat=_no_seat,
)
