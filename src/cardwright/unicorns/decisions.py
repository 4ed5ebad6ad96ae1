"""From one decision to the next: answering what is asked, and running on until somebody has a real choice."""

from __future__ import annotations

from cardwright.core.jit import inlined, inner

from .chain import end_effect
from .chain_choose import answer_choice
from .chain_save import EXECUTE
from .effects import DONE, choose_card
from .flow import END, OVER, REACTION, advance, check_end
from .plays import DRAW, PASS, PLAY, PLAYER, REACT, WHERE, start_play
from .state import NONE, Act, Prompt
from .zones import discard, draw_card

NO_PROMPT, TOO_MANY = int(Prompt.NONE), int(Prompt.LIMIT)
CARD_ACTIONS = int(Act.PLAYER)


@inner
def run_on(s, rules):
    """Go on until somebody has a real choice; where there is only one way, it is taken."""
    while s.phase != OVER and s.fault == 0:
        if s.prompt == NO_PROMPT:
            advance(s, rules)
        elif s.option_count == 1:
            _answer(s, rules, int(s.options[0]))
        else:
            return
    s.prompt = NO_PROMPT


@inlined
def _answer(s, rules, action):
    """Answer what is asked."""
    prompt = s.prompt
    if prompt == PLAY:
        _act(s, rules, action)
    elif prompt == WHERE:
        s.into = action - PLAYER
        s.phase = REACTION
    elif prompt == REACT:
        s.wish[s.who] = NONE if action == PASS else action
    elif prompt == TOO_MANY:
        discard(s, rules, action)
    elif s.step == EXECUTE:
        s.prompt = NO_PROMPT
        if choose_card(s, rules, int(s.at), action):
            end_effect(s, rules, DONE)
    else:
        answer_choice(s, rules, action)
    s.prompt = NO_PROMPT


@inner
def _act(s, rules, action):
    """Play a card, or draw one and end the action phase, or just end it."""
    if action < CARD_ACTIONS:
        start_play(s, rules, action)
        return
    s.phase = END
    if action == DRAW:
        draw_card(s, rules, int(s.active))
        check_end(s, rules)
