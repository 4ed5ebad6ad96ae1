# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What games of language 3 do more than others: see hooks.py."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event, only

from .amounts import amount_of, partners_of, tests_in_row_hold
from .bits import bit, lowest
from .captures import capture_choices, choose_capture
from .cards import random_card, slide_under
from .codes import Jump, Op, Relation, Zone
from .effects import (
    do_effect,
    name_suit,
    observe_effects,
    others_to_choose,
)
from .ending import be_done, crash, end_turn, finish, points_of
from .face_down import end_together, hide_word
from .first_melds import is_short
from .group_choices import group_choices, lay_chosen
from .group_view import observe_groups
from .groups import drop_groups, lay_all
from .hooks import register_hooks
from .layouts import choose_move, layout_side, move_choices, reveal_tops, turn_over
from .log_events import LogEvent
from .players import divide_pot, do_to_players
from .rules import MAX_STEPS
from .state import (
    CARDS,
    LARGEST_KEPT,
    NONE,
    UNSAID,
    Ended,
    State3,
    State3Wide,
    Status,
)

MOST_TRICKS = 13

# The order of play.


@inner
def _follow_jumps(s, rules):
    """Go back to the start of each repeat that ends here, unless it is over."""
    end_together(s, rules)
    divide_pot(s, rules)
    while s.ended == Ended.OPEN and s.stage < rules.stages_played and rules.order[s.stage] < 0:
        jump = rules.jumps[~int(rules.order[s.stage])]
        depth = int(jump.depth)
        s.loops[depth] += 1
        if jump.kind != Jump.UNTIL:
            over = s.loops[depth] >= jump.times
        else:
            over = _holds_for_somebody(s, rules, int(jump.first_test), int(jump.test_count))
        if over:
            s.loops[depth] = 0
            s.stage += 1
        else:
            s.stage = jump.target


@inner
def _holds_for_somebody(s, rules, first, number):
    """Return whether tests hold for a player who is not out."""
    turn = int(s.player)
    found = False
    for player in range(rules.players):
        if s.status[player] != Status.OUT and not found:
            s.player = player
            found = tests_in_row_hold(s, rules, first, number)
    s.player = turn
    return found


@inner
def _begin_teams(s, rules, stage):
    """Let nobody miss a turn yet, and only the first player of each team take part in a stage for partners."""
    s.misses = 0
    s.moved = 0
    s.meld_goal = 0
    s.together = rules.together[rules.order[s.stage]]
    if not stage.by_partners:
        return
    seen = 0
    player = int(s.starter)
    for _ in range(rules.players):
        if s.status[player] == Status.PLAYING:
            if seen >> int(rules.team[player]) & 1:
                be_done(s, player, 1)
            seen |= 1 << int(rules.team[player])
        player = player + 1 if player + 1 < rules.players else 0


# Turns.


@inner
def _tests_hold(s, rules, rule):
    return rule.test_count == 0 or tests_in_row_hold(s, rules, int(rule.first_test), int(rule.test_count))


@inner
def _rules_now(s, rules, index):
    """Return the rules of the current step; in a stage without steps, all that are not mandatory."""
    if rules.step_count[index]:
        return int(rules.steps[index, s.phase])
    found = int(rules.stages[index].optional)
    return found & _laying(rules, index) if is_short(s, rules) else found


@inner
def _laying(rules, index):
    """Return the rules of a stage that lay groups or add to them."""
    found = 0
    for k in range(rules.stages[index].rule_count):
        if Op.FIRST_OF_GROUPS <= rules.rules[index, k].consequents[0].op <= Op.LAST_OF_GROUPS:
            found |= 1 << k
    return found


@inner
def _next_step(s, rules):
    """Go to the next step; after the last one the turn is over, unless no step had anything to play.

    A player whose first melds cannot count enough after all, because a condition or the number of groups stands in the
    way, goes on with any rule.
    """
    steps = int(rules.step_count[rules.order[s.stage]])
    if steps == 0:
        short = is_short(s, rules)
        s.meld_goal = 0
        return short
    s.stepped |= s.acted
    s.acted = 0
    s.phase += 1
    if s.phase < steps:
        return True
    s.phase = 0
    if s.stepped:
        s.stepped = 0
        s.turn_over = 1
        return True
    return False


# Consequents.


@inner
def _do_more(s, rules, consequent):
    op = consequent.op
    player = int(s.player)
    if op == Op.SCORE:
        points = amount_of(s, rules, rules.amounts[consequent.amount])
        log_event(LogEvent.SCORED, EVERYBODY, player, points)
        s.points_scored[player] = _kept_in_range(s, int(s.points_scored[player]) + points)
    elif op == Op.ADD:
        more = amount_of(s, rules, rules.amounts[consequent.amount])
        log_event(LogEvent.COUNTED, EVERYBODY, player, consequent.which, more)
        s.words[player, consequent.which] = _kept_in_range(s, int(s.words[player, consequent.which]) + more)
    elif op == Op.SAY:
        log_event(LogEvent.SAID, EVERYBODY, player, consequent.which, NONE)
        s.words[player, consequent.which] = 1
    elif op == Op.LAY_ALL:
        lay_all(s, rules, consequent)
    elif op == Op.CAPTURE:
        _capture(s, rules, int(consequent.table), player)
    elif op == Op.REVEAL_TOP:
        reveal_tops(s, rules, consequent)
    elif op == Op.TURN_OVER:
        turn_over(s, int(consequent.table))
    elif op >= Op.FIRST_OF_PLAYERS:
        do_to_players(s, rules, consequent)
    elif op >= Op.FIRST_OF_EFFECTS:
        do_effect(s, rules, consequent)
    else:
        end_turn(s)
        if op == Op.AGAIN:
            log_event(LogEvent.AGAIN, EVERYBODY, player)
            s.again = 1
        else:
            log_event(LogEvent.STOPPED, EVERYBODY, player, s.step)
            for each in range(rules.players):
                if s.status[each] == Status.PLAYING:
                    s.status[each] = Status.DONE


@inner
def _capture(s, rules, table, player):
    """Put all cards of a table under a player's stack, in random order: else War could go on forever."""
    left = s.tables[table]
    s.tables[table] = 0
    s.top[table] = NONE
    s.bottom[table] = NONE
    s.last_catcher = player
    while left:
        card = random_card(s, left)
        left ^= bit(s, card)
        log_event(LogEvent.CAPTURED, EVERYBODY, player, card, table)
        slide_under(s, rules, player, card, True)
    drop_groups(s)


@inner
def _time_out(s, rules):
    """A game for one player is lost when it takes too long, others crash."""
    if rules.players == 1:
        finish(s, rules)
    else:
        crash(s)


@inner
def _say(s, rules, consequent, choice):
    """Note what the player has chosen; return whether nothing else is to be chosen."""
    if Op.FIRST_OF_GROUPS <= consequent.op <= Op.LAST_OF_GROUPS:
        return lay_chosen(s, rules, consequent, choice)
    if consequent.op == Op.MOVE_CARDS:
        return choose_move(s, rules, consequent, choice)
    if consequent.op == Op.CATCH:
        return choose_capture(s, rules, consequent, choice)
    return _say_aloud(s, rules, consequent, choice)


@inner
def _say_aloud(s, rules, consequent, choice):
    """Note the number that the player has chosen, or a suit."""
    if consequent.op == Op.CHOOSE_TRUMP:
        s.trump = choice
        log_event(LogEvent.NAMED, EVERYBODY, s.player, choice)
    elif consequent.op == Op.CHOOSE_SUIT:
        name_suit(s, int(consequent.which), choice)
    else:
        if s.together:
            hide_word(s, consequent, _sayable(s, rules, consequent))
        seen_by = only(int(s.player)) if s.together else EVERYBODY
        log_event(LogEvent.SAID, seen_by, s.player, consequent.which, int(consequent.amount) + choice)
        s.words[s.player, consequent.which] = int(consequent.amount) + choice
    return True


@inner
def _sayable(s, rules, consequent):
    """Return the choices of a number, a suit or a card; of numbers the lowest is one, unless it must be higher."""
    if Op.FIRST_OF_GROUPS <= consequent.op <= Op.LAST_OF_GROUPS:
        return group_choices(s, rules, consequent)
    if consequent.op == Op.MOVE_CARDS:
        return move_choices(s, rules, consequent)
    if consequent.op == Op.CATCH:
        return capture_choices(s, rules, consequent)
    if consequent.op == Op.SWAP or (consequent.op == Op.CHOOSE and consequent.zone == Zone.HAND):
        players = others_to_choose(s, rules, consequent)
        if consequent.relation == Relation.EQUAL:
            players &= _players_with(s, rules, int(consequent.pile) - 1, rules.amounts[consequent.table])
        return players
    choices = int(consequent.cards)
    if consequent.op == Op.CHOOSE_TRUMP and s.trump != NONE:
        return choices & ~(1 << s.trump)
    if consequent.relation == Relation.MORE:
        for player in range(rules.players):
            said = int(s.words[player, consequent.which]) - int(consequent.amount)
            if said >= 0:
                choices &= -2 << min(CARDS, said)
    if consequent.table != NONE:
        highest = amount_of(s, rules, rules.amounts[consequent.table]) - int(consequent.amount)
        choices &= (2 << max(0, min(CARDS, highest))) - 1
    return choices


@inner
def _players_with(s, rules, word, amount):
    """Return the players of whom a word or counter is an amount, as a set of bits."""
    number = amount_of(s, rules, amount)
    players = 0
    for player in range(rules.players):
        if s.words[player, word] == number:
            players |= 1 << player
    return players


@inner
def _kept_in_range(s, number):
    """Return a score or counter; one that has grown beyond all bounds stays there and crashes the game."""
    if abs(number) < LARGEST_KEPT:
        return number
    crash(s)
    return LARGEST_KEPT if number > 0 else -LARGEST_KEPT


@inner
def _count_trick(s, player):
    s.tricks[player] += 1


# Points and partners.


@inner
def _scored_points(s, rules, player):
    """Return the points for a player's own score."""
    return int(s.points_scored[player]) * int(rules.score_points)


@inner
def _progress(s, rules, player):
    """Compare the points with the highest number that a rule compares scores with."""
    return 2.0 * max(0, min(points_of(s, rules, player), int(rules.score_scale))) / int(rules.score_scale) - 1.0


@inner
def _same_team(s, rules, one, other):
    return other != NONE and rules.team[one] == rules.team[other]


@inner
def _note_winners(s, rules):
    if s.ended == Ended.DRAWN and rules.share_ties:
        _share_win(s, rules)
    else:
        s.won = partners_of(s, rules, int(s.winner)) if s.winner != NONE else 0
    return int(s.won)


@inner
def _share_win(s, rules):
    """Let all players with the most points win, unless these are all players."""
    most = points_of(s, rules, 0)
    s.won = 0
    for player in range(rules.players):
        most = max(most, points_of(s, rules, player))
    for player in range(rules.players):
        if points_of(s, rules, player) == most:
            s.won |= 1 << player
    if s.won == (1 << int(rules.players)) - 1:
        s.won = 0
    else:
        s.ended = Ended.WON
        s.winner = lowest(int(s.won))


@inner
def _has_won(s, player):
    return s.won >> player & 1 != 0


# What learners see.


@inner
def _observe_more(s, rules, player, out, n):
    """Write the score, the tricks and the words of each player, and the step of the turn."""
    for k in range(rules.players):
        seat = player + k if player + k < rules.players else player + k - int(rules.players)
        out[n] = _signed(int(s.points_scored[seat]), int(rules.score_scale))
        out[n + 1] = s.tricks[seat] / MOST_TRICKS
        n += 2
        for word in range(rules.word_count):
            said = s.words[seat, word] != UNSAID
            out[n] = said
            heard = said and (k == 0 or s.hidden_word[seat] != word)
            out[n + 1] = _signed(int(s.words[seat, word]), MOST_TRICKS) if heard else 0.0
            n += 2
        if rules.shares_pots:
            out[n] = s.sharing >> seat & 1
            n += 1
    out[n] = s.phase / MAX_STEPS
    return observe_groups(s, rules, player, out, observe_effects(s, rules, player, out, n + 1))


@inner
def _signed(number, scale):
    """Return a number of any size between 0 and 1, with 0 in the middle."""
    return 0.5 + 0.5 * number / (abs(number) + scale)


register_hooks(
    State3,
    State3Wide,
    follow_jumps=_follow_jumps,
    begin_teams=_begin_teams,
    tests_hold=_tests_hold,
    lays_first=is_short,
    rules_now=_rules_now,
    next_step=_next_step,
    do_more=_do_more,
    time_out=_time_out,
    layout_cards=layout_side,
    say=_say,
    sayable=_sayable,
    count_trick=_count_trick,
    scored_points=_scored_points,
    progress=_progress,
    same_team=_same_team,
    note_winners=_note_winners,
    observe_more=_observe_more,
    has_won=_has_won,
)
