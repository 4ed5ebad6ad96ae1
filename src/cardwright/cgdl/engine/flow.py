"""The course of a game: stages, turns, and the rules played in them, until somebody must decide or the game is over."""

from __future__ import annotations

from cardwright.core.jit import inner

from .bits import count, lowest
from .cards import all_know
from .choices import amount_at, amount_count, choices, need_of, possible
from .codes import AMOUNT, CARD, DRAW, EACH_RULE, FIRST_TURN, IS_DONE, IS_OUT, NOTHING, OPEN, PLAYING, SHOW
from .conditions import holds, showable
from .consequents import choose, do, draw_for
from .dealer import command
from .ending import crash, finish
from .event_log import NOBODY, SHOWN, STAGE_BEGUN, tell
from .state import MOST_DEEDS, NONE, PASS


@inner
def advance(s, rules):
    """Run on until the player must decide or the game is over."""
    while s.ended == OPEN and not s.asking:
        if s.rule != NONE:
            _carry_on(s, rules)
        elif s.waiting:
            _test_mandatory(s, rules)
        elif s.turn_over:
            _next_turn(s, rules)
        elif s.acted and not rules.many_rules:
            s.turn_over = 1
        else:
            _offer(s, rules)


@inner
def stage_of(s, rules):
    """The number of the stage being played, as written."""
    return int(rules.order[s.stage])


@inner
def begin_stage(s, rules):
    """Begin the stage whose number is in the record, and those after it as long as players have no part in them."""
    while s.ended == OPEN:
        if s.stage == rules.stages_played:
            finish(s, rules)
            return
        at = stage_of(s, rules)
        stage = rules.stages[at]
        tell(s, STAGE_BEGUN, NOBODY, int(s.stage) // 8, int(s.stage) % 8)
        for k in range(stage.coms):
            if s.ended == OPEN:
                command(s, rules, rules.coms[at, k])
        s.begun = 0
        for player in range(rules.players):
            s.fired[player] = 0
            if s.status[player] == IS_DONE:
                s.status[player] = PLAYING
        if stage.rules and s.ended == OPEN:
            _begin_turn(s, rules, int(s.starter))
            return
        s.stage += 1


@inner
def _begin_turn(s, rules, player):
    """Begin the turn of this player, or of the next who still takes part in the stage; without any the turn is over."""
    for _ in range(rules.players):
        if s.status[player] == PLAYING:
            break
        player = player + 1 if player + 1 < rules.players else 0
    s.turn_over = 0
    if s.status[player] != PLAYING:
        s.turn_over = 1
        return
    s.player = player
    s.turn += 1
    s.deeds = 0
    s.acted = 0
    s.waiting = 0 if rules.tested == FIRST_TURN and s.begun >> player & 1 else _untested(s, rules)
    s.begun |= 1 << player
    if s.turn > rules.turn_limit:
        crash(s)


@inner
def _next_turn(s, rules):
    """Go on to the next player, or to the next stage if none takes part in this one any more."""
    following = int(s.player) + 1 if s.player + 1 < rules.players else 0
    _begin_turn(s, rules, following)
    if s.turn_over:
        s.turn_over = 0
        s.stage += 1
        begin_stage(s, rules)


@inner
def _test_mandatory(s, rules):
    """Test the next mandatory rule, and play it if it holds."""
    k = lowest(int(s.waiting))
    s.waiting &= s.waiting - 1
    rule = rules.rules[stage_of(s, rules), k]
    if showable(s, rules, rule) != 0 if rule.when == SHOW else holds(s, rules, rule):
        begin_rule(s, rules, k)


@inner
def begin_rule(s, rules, k):
    """Begin to play a rule."""
    rule = rules.rules[stage_of(s, rules), k]
    s.rule = k
    s.step = NONE if rule.when == SHOW else 0
    s.need = rule.need
    s.deeds += 1
    if not rule.mandatory:
        s.acted = 1
    if s.deeds > MOST_DEEDS:
        crash(s)
    elif rule.when == DRAW:
        draw_for(s, rules, int(s.player), False)


@inner
def _carry_on(s, rules):
    """Carry out the consequents of the rule in play, up to the next choice that is one."""
    rule = rules.rules[stage_of(s, rules), s.rule]
    while s.ended == OPEN and s.step < rule.count:
        if s.step == NONE:
            s.need = CARD
            options = showable(s, rules, rule)
        else:
            s.need = need_of(s, rule.acts[s.step])
            if s.need == NOTHING:
                do(s, rules, rule.acts[s.step])
                continue
            options = choices(s, rules, rule.acts[s.step], s.need)
        if options == 0:
            crash(s)
        elif options & (options - 1) == 0 if s.need != AMOUNT else amount_count(options) == 1:
            make_choice(s, rules, amount_at(options, 0) if s.need == AMOUNT else lowest(options))
        else:
            s.playable = 1 << int(s.rule)
            s.options[s.rule] = options
            s.asking = 1
            return
    if s.ended == OPEN:
        _end_rule(s, rules, rule)


@inner
def make_choice(s, rules, choice):
    """Do what was chosen with the rule in play."""
    if s.step == NONE:
        s.shown = choice
        tell(s, SHOWN, int(s.player), choice, 0)
        all_know(s, rules, 1 << choice)
        s.step = 0
    else:
        choose(s, rules, rules.rules[stage_of(s, rules), s.rule].acts[s.step], choice)


@inner
def _end_rule(s, rules, rule):
    """The rule has been played."""
    s.fired[s.player] |= 1 << int(s.rule)
    if rules.tested == EACH_RULE and not rule.mandatory and s.status[s.player] != IS_OUT:
        s.waiting = _untested(s, rules)
    clear_rule(s)


@inner
def _untested(s, rules):
    """The mandatory rules that the current player has not played in this stage."""
    return int(rules.stages[stage_of(s, rules)].mandatory) & ~int(s.fired[s.player])


@inner
def clear_rule(s):
    """No rule is being played."""
    s.rule = NONE
    s.shown = NONE
    s.partner = NONE
    s.asked = NONE
    s.todo = 0
    s.fitting = 0


@inner
def options_of(s, rules, rule):
    """What can be chosen first with a rule that may be played now; 0 if it cannot be played."""
    options = showable(s, rules, rule) if rule.when == SHOW else int(holds(s, rules, rule))
    if options and rule.checked:
        for step in range(rule.count):
            if not possible(s, rules, rule.acts[step]):
                return 0
        if rule.when != SHOW and rule.need != NOTHING:
            options = choices(s, rules, rule.acts[0], rule.need)
    return options


@inner
def find_options(s, rules):
    """Find out which rules the current player can play, and what can be chosen with each; gives how many choices."""
    at = stage_of(s, rules)
    stage = rules.stages[at]
    left = int(stage.optional) & ~(int(s.fired[s.player]) & int(stage.once))
    playable = 0
    total = 0
    drawing = 0
    while left:
        k = lowest(left)
        left &= left - 1
        if stage.otherwise >> k & 1 and playable:
            continue
        rule = rules.rules[at, k]
        options = options_of(s, rules, rule)
        if options:
            playable |= 1 << k
            s.options[k] = options
            n = amount_count(options) if rule.need == AMOUNT else count(options)
            total += n
            if rule.when == DRAW:
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
    """Let the player choose a rule; one who can play none is done with the stage."""
    total = find_options(s, rules)
    if total > 1:
        s.asking = 1
    elif total == 0:
        s.status[s.player] = IS_DONE
        s.turn_over = 1
    else:
        k = lowest(int(s.playable))
        options = s.options[k]
        begin_rule(s, rules, k)
        if s.need != NOTHING and s.ended == OPEN:
            make_choice(s, rules, amount_at(options, 0) if s.need == AMOUNT else lowest(options))
