"""An agent for battles with three methods, as in "MiniStS: A Testbed for Dynamic Rule Exploration"."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.core.errors import BadData, IllegalAction
from cardwright.core.presentation import Action
from cardwright.core.state import State


class BattleAgent:
    """A base class for agents: derive from it and define at least `choose_card`.

    Each method gets the state, in which everything the player cannot know is redrawn, and the actions to choose from.
    A target is asked for where there are several. With `ask_always=True` in the start of a battle, every target is a
    question, as in the paper.

    >>> import random
    >>> class Impulsive(BattleAgent):
    ...     def choose_card(self, state, options):
    ...         return options[0]
    ...     def choose_agent_target(self, state, options):
    ...         return random.choice(options)
    ...     def choose_card_target(self, state, options):
    ...         return random.choice(options)

    The paper has three questions. Two more are for cards that let the player choose a status, `choose_status_target`,
    or one of several effects, `choose_option`.
    """

    def choose_card(self, state: State, options: Sequence[Action]) -> Action:
        """Choose a card to play, or the end of the turn."""
        raise TypeError(f"{type(self).__name__} needs a method `choose_card`")

    def choose_agent_target(self, state: State, options: Sequence[Action]) -> Action:
        """Choose the agent to aim a card at."""
        return options[0]

    def choose_card_target(self, state: State, options: Sequence[Action]) -> Action:
        """Choose the card an effect acts on; an optional choice has "skip" among its options."""
        return options[0]

    def choose_status_target(self, state: State, options: Sequence[Action]) -> Action:
        """Choose the status an effect acts on; an optional choice has "skip" among its options."""
        return options[0]

    def choose_option(self, state: State, options: Sequence[Action]) -> Action:
        """Choose one of the effects that a card offers."""
        return options[0]

    def choose(self, state: State) -> Action:
        """Choose an action by the method for this kind of choice."""
        if state.game.family != "spire":
            raise BadData(f"{type(self).__name__} plays Slay the Spire battles, not {state.game.title}")
        options = state.legal()
        ask = {
            "target": self.choose_agent_target,
            "card": self.choose_card_target,
            "status": self.choose_status_target,
            "choose": self.choose_option,
        }.get(options[0].kind, self.choose_card)
        chosen = ask(state, options)
        if not isinstance(chosen, Action):
            listed = ", ".join(map(repr, map(str, options)))
            raise IllegalAction(
                f"{type(self).__name__}.{ask.__name__} returns one of its options ({listed}), not {chosen!r}"
            )
        return chosen
