# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""From one decision to the next: apply an answer, and continue until a player has a real choice."""

from __future__ import annotations

from cardwright.core.compiling.jit import inlined, inner
from cardwright.core.event_log import EVERYBODY as ALL
from cardwright.core.event_log import log_event

from .card_play import start_play
from .chain.step_1_choose import answer_choice
from .chain.step_2_save import answer_save
from .chain.step_6_execute import answer_execute
from .flow import advance, check_end
from .log_events import LogEvent
from .state import NONE, Act, Phase, Prompt, Step
from .zones import discard, draw_card


@inner
def run_on(s, rules):
    """Continue until a player has a real choice; a single option is taken without asking."""
    while s.phase != Phase.OVER and s.fault == 0:
        if s.prompt == Prompt.NONE:
            advance(s, rules)
        elif s.option_count == 1:
            _answer(s, rules, int(s.options[0]))
        else:
            return
    s.prompt = Prompt.NONE


@inlined
def _answer(s, rules, action):
    """Apply the answer to the current prompt."""
    prompt = s.prompt
    if prompt == Prompt.PLAY:
        _take_action(s, rules, action)
    elif prompt == Prompt.INTO:
        s.into = action - Act.PLAYER
        log_event(LogEvent.AIM, ALL, s.active, rules.cards[s.stack[0]].name, s.into)
        s.phase = Phase.REACTION
    elif prompt == Prompt.REACT:
        s.reaction[s.who] = NONE if action == Act.PASS else action
    elif prompt == Prompt.HAND_LIMIT:
        discard(s, rules, action)
    elif prompt == Prompt.SAVE:
        answer_save(s, rules, action)
    elif s.step == Step.EXECUTE:
        answer_execute(s, rules, action)
    else:
        answer_choice(s, rules, action)
    s.prompt = Prompt.NONE


@inner
def _take_action(s, rules, action):
    """Play a card, or end the action phase by drawing one or by passing."""
    if action < Act.PLAYER:
        start_play(s, rules, action)
        return
    s.phase = Phase.END
    if action == Act.DRAW:
        draw_card(s, rules, int(s.active))
        check_end(s, rules)
