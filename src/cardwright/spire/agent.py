"""An agent for battles with three methods, as in "MiniStS: A Testbed for Dynamic Rule Exploration"."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.core.presentation import Action
from cardwright.core.state import State


class BattleAgent:
    """A base class for agents: derive from it and define at least `choose_card`.

    Each method gets the state, in which everything the player cannot know is redrawn, and the actions to choose from.

    >>> import random
    >>> class Impulsive(BattleAgent):
    ...     def choose_card(self, state, options):
    ...         return options[0]
    ...     def choose_agent_target(self, state, options):
    ...         return random.choice(options)
    ...     def choose_card_target(self, state, options):
    ...         return random.choice(options)
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

    def choose(self, state: State) -> Action:
        """Choose an action by the method for this kind of choice."""
        options = state.legal()
        kind = options[0].kind
        if kind == "target":
            return self.choose_agent_target(state, options)
        return self.choose_card_target(state, options) if kind == "card" else self.choose_card(state, options)
