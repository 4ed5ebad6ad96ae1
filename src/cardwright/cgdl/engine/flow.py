# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The course of a game: stages, turns and the rules played in them, up to the next decision or the end."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .bits import bit, count, lowest
from .cards import count_turn, reveal
from .choices import amount_at, amount_count, choices, need_of, possible
from .codes import OTHERS, Condition, Counting, MandatoryTest, Op, RulesPerTurn
from .conditions import holds, related_to_table, showable, tokens_of
from .consequents import carry_out, choose, draw_for, lay_from_hand
from .dealer import command
from .ending import be_done, crash, finish
from .hooks import (
    begin_effect,
    begin_teams,
    distinct,
    follow_jumps,
    following,
    lays_first,
    may_stop,
    next_step,
    rules_now,
    tests_hold,
    time_out,
)
from .log_events import LogEvent
from .state import ENOUGH, MAX_RULES_PER_TURN, NONE, PASS, Ended, Need, Status


@inner
def advance(s, rules):
    """Continue the game until a player must decide or the game is over."""
    while s.ended == Ended.OPEN and not s.choosing:
        if s.rule != NONE:
            _continue_rule(s, rules)
        elif begin_effect(s, rules):
            pass
        elif s.untested:
            _test_mandatory(s, rules)
        elif s.turn_over:
            _next_turn(s, rules)
        elif s.acted and rules.rules_per_turn != RulesPerTurn.MANY:
            if not next_step(s, rules):
                s.turn_over = 1
        else:
            _offer(s, rules)


@inner
def stage_of(s, rules):
    """Return the index of the current stage in the file."""
    return int(rules.order[s.stage])


@inner
def begin_stage(s, rules):
    """Begin the current stage; stages without rules for players are completed, and the next one begins."""
    while s.ended == Ended.OPEN:
        if s.stage == rules.stages_played:
            finish(s, rules)
            return
        index = stage_of(s, rules)
        stage = rules.stages[index]
        log_event(LogEvent.STAGE, EVERYBODY, s.stage)
        for k in range(stage.com_count):
            if s.ended == Ended.OPEN:
                command(s, rules, rules.coms[index, k])
        s.had_turn = 0
        for player in range(rules.players):
            s.played[player] = 0
            if s.status[player] == Status.DONE:
                s.status[player] = Status.PLAYING
        if s.ended != Ended.OPEN:
            return
        if stage.rule_count:
            begin_teams(s, rules, stage)
            _begin_turn(s, rules, int(s.starter))
            return
        if rules.counting == Counting.IDLE:
            _count_idle_turns(s, rules)
        s.stage += 1
        follow_jumps(s, rules)


@inner
def _count_idle_turns(s, rules):
    """Count a turn of each player in a stage in which players have no rules."""
    for player in range(rules.players):
        if s.status[player] != Status.OUT:
            count_turn(s, player)
    if s.turn > rules.turn_limit:
        time_out(s, rules)


@inner
def _begin_turn(s, rules, player):
    """Begin the turn of this player, or of the next one still in the stage; with nobody left the turn is over."""
    for _ in range(rules.players):
        if s.status[player] == Status.PLAYING:
            break
        player = player + 1 if player + 1 < rules.players else 0
    s.turn_over = 0
    if s.status[player] != Status.PLAYING:
        s.turn_over = 1
        return
    s.player = player
    if rules.counting < Counting.RULES:
        count_turn(s, player)
    s.rules_played = 0
    s.acted = 0
    skipped = rules.mandatory_test == MandatoryTest.FIRST_TURN and s.had_turn >> player & 1
    s.untested = 0 if skipped else _not_played(s, rules)
    s.had_turn |= 1 << player
    if s.turn > rules.turn_limit:
        time_out(s, rules)


@inner
def _next_turn(s, rules):
    """Go to the next player, or to the next stage if nobody is left in this one."""
    _begin_turn(s, rules, following(s, rules))
    if s.turn_over:
        s.turn_over = 0
        s.stage += 1
        follow_jumps(s, rules)
        begin_stage(s, rules)


@inner
def _test_mandatory(s, rules):
    """Test the next mandatory rule, and play it if its condition holds."""
    k = lowest(int(s.untested))
    s.untested &= s.untested - 1
    rule = rules.rules[stage_of(s, rules), k]
    met = showable(s, rules, rule) != 0 if rule.condition == Condition.SHOW else holds(s, rules, rule)
    if met and tests_hold(s, rules, rule) and not lays_first(s, rules):
        begin_rule(s, rules, k)


@inner
def begin_rule(s, rules, k):
    """Begin to play a rule."""
    rule = rules.rules[stage_of(s, rules), k]
    s.rule = k
    s.step = NONE if rule.condition == Condition.SHOW else 0
    s.need = rule.need
    s.rules_played += 1
    if not rule.mandatory:
        s.acted = 1
    elif rules.rules_per_turn == RulesPerTurn.EACH:
        s.acted = 1
        s.untested = 0
    if rules.counting >= Counting.RULES:
        count_turn(s, int(s.player))
        if s.turn > rules.turn_limit:
            time_out(s, rules)
            return
    if s.rules_played > MAX_RULES_PER_TURN:
        crash(s)
    elif rule.condition == Condition.DRAW:
        draw_for(s, rules, int(s.player), False)


@inner
def _continue_rule(s, rules):
    """Carry out the consequents of the current rule, up to the next choice with more than one option."""
    rule = rules.rules[stage_of(s, rules), s.rule]
    while s.ended == Ended.OPEN and s.step < rule.count:
        if s.step == NONE:
            s.need = Need.CARD
            if s.shown != NONE:
                _show_more(s, rules, rule)
                if s.choosing:
                    return
                continue
            options = showable(s, rules, rule)
        else:
            s.need = need_of(s, rule.consequents[s.step])
            if s.need == Need.NOTHING:
                carry_out(s, rules, rule.consequents[s.step])
                continue
            options = choices(s, rules, rule.consequents[s.step], s.need)
        if s.need == Need.CARD:
            options = distinct(s, rules, options)
        if may_stop(s, rules, rule):
            offer_or_stop(s, options)
            return
        if options == 0:
            crash(s)
        elif options & (options - 1) == 0 if s.need != Need.AMOUNT else amount_count(options) == 1:
            make_choice(s, rules, amount_at(options, 0) if s.need == Need.AMOUNT else lowest(options))
        else:
            s.playable = 1 << int(s.rule)
            s.options[s.rule] = options
            s.choosing = 1
            return
    if s.ended == Ended.OPEN:
        _end_rule(s, rules, rule)


@inner
def make_choice(s, rules, choice):
    """Apply a choice to the current rule."""
    if s.step == NONE:
        s.shown = choice
        first = rules.rules[stage_of(s, rules), s.rule].consequents[0]
        log_event(LogEvent.SHOWN, EVERYBODY, s.player, choice, first.op == Op.PLAYIT)
        reveal(s, rules, bit(s, choice))
        if not rules.show_sets:
            s.step = 0
    else:
        choose(s, rules, rules.rules[stage_of(s, rules), s.rule].consequents[s.step], choice)


@inner
def _show_more(s, rules, rule):
    """Offer the cards that can be shown after the last one; a card that the rule plays goes to the table at once."""
    card = int(s.shown)
    if s.can_follow == 0:  # the first card of the set
        s.can_follow = related_to_table(s, rules, rule.table, rule.relation, 0)
    s.can_follow &= ~bit(s, card)
    if rule.consequents[0].op == Op.PLAYIT:
        lay_from_hand(s, rules, int(rule.table), card)
    if s.can_follow & s.hands[s.player]:
        offer_more(s, rules)
    else:
        s.step = 0


@inner
def offer_more(s, rules):
    """Let the player show another card of the set, or no more."""
    offer_or_stop(s, distinct(s, rules, s.can_follow & s.hands[s.player]))


@inner
def offer_or_stop(s, options):
    """Let the player choose one of these cards for the current rule, or no more."""
    s.playable = 1 << int(s.rule) | 1 << PASS
    s.options[s.rule] = options
    s.options[PASS] = 1 << ENOUGH
    s.choosing = 1


@inner
def _end_rule(s, rules, rule):
    """Note that the rule has been played."""
    highest = tokens_of(s, rules, OTHERS, True)
    log_event(LogEvent.PLAYED, EVERYBODY, s.player, s.rule, stage_of(s, rules), s.bet[s.player], highest)
    s.played[s.player] |= 1 << int(s.rule)
    each_rule = rules.mandatory_test == MandatoryTest.EACH_RULE
    if each_rule and not rule.mandatory and s.status[s.player] != Status.OUT:
        s.untested = _not_played(s, rules)
    clear_rule(s)


@inner
def _not_played(s, rules):
    """Return the mandatory rules that the current player has not played in this stage."""
    return int(rules.stages[stage_of(s, rules)].mandatory) & ~int(s.played[s.player])


@inner
def clear_rule(s):
    """Reset the fields of the rule being played: there is none."""
    s.rule = NONE
    s.shown = NONE
    s.partner = NONE
    s.asked = NONE
    s.cards_to_put = 0
    s.can_follow = 0


@inner
def options_of(s, rules, rule):
    """Return what can be chosen first with a rule; 0 if it cannot be played."""
    shows = rule.condition == Condition.SHOW
    options = showable(s, rules, rule) if shows else int(holds(s, rules, rule))
    if options and not tests_hold(s, rules, rule):
        return 0
    if options and rule.can_fail:
        for step in range(rule.count):
            if not possible(s, rules, rule.consequents[step]):
                return 0
        if not shows and rule.need != Need.NOTHING:
            options = choices(s, rules, rule.consequents[0], rule.need)
    return options


@inner
def find_options(s, rules):
    """Find the rules that the current player can play and the choices with each; return the number of choices."""
    index = stage_of(s, rules)
    stage = rules.stages[index]
    left = rules_now(s, rules, index) & ~(int(s.played[s.player]) & int(stage.once))
    playable = 0
    total = 0
    drawing = 0
    while left:
        k = lowest(left)
        left &= left - 1
        if stage.otherwise >> k & 1 and playable:
            continue
        rule = rules.rules[index, k]
        options = options_of(s, rules, rule)
        if rule.need == Need.CARD:
            options = distinct(s, rules, options)
        if options:
            playable |= 1 << k
            s.options[k] = options
            n = amount_count(options) if rule.need == Need.AMOUNT else count(options)
            total += n
            if rule.condition == Condition.DRAW:
                drawing += n
    if not rules.draw_always and playable & stage.shows:
        playable &= ~int(stage.draws)
        total -= drawing
    if playable and rules.passing:
        playable |= 1 << PASS
        s.options[PASS] = rules.passing
        total += count(int(rules.passing))
    s.playable = playable
    return total


@inner
def _offer(s, rules):
    """Let the player choose a rule; a player who can play none is done with the stage."""
    total = find_options(s, rules)
    if total > 1:
        s.choosing = 1
    elif total == 0:
        if next_step(s, rules):
            return
        had_choice = rules.stages[stage_of(s, rules)].optional != 0
        be_done(s, int(s.player), 0 if had_choice else 1)  # nobody wonders about the end of a stage without choices
        s.turn_over = 1
    else:
        k = lowest(int(s.playable))
        options = s.options[k]
        begin_rule(s, rules, k)
        if s.need != Need.NOTHING and s.ended == Ended.OPEN:
            make_choice(s, rules, amount_at(options, 0) if s.need == Need.AMOUNT else lowest(options))
