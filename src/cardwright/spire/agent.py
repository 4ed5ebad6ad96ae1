"""An agent for battles that answers three questions, as in "MiniStS: A Testbed for Dynamic Rule Exploration"."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.core.game import State
from cardwright.core.presentation import Action


class BattleAgent:
    """A player of battles: derive from it and answer three questions.

    Each is given the state, in which all that the player cannot know is redrawn, and the actions to choose from.

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
        """A card to play, or the end of the turn."""
        raise TypeError(f"{type(self).__name__} must say which card it plays")

    def choose_agent_target(self, state: State, options: Sequence[Action]) -> Action:
        """The agent a card is aimed at."""
        return options[0]

    def choose_card_target(self, state: State, options: Sequence[Action]) -> Action:
        """The card an effect is about; where the choice is optional, "skip" is among the options."""
        return options[0]

    def choose(self, state: State) -> Action:
        """The answer to whichever question is asked."""
        options = state.legal()
        kind = options[0].kind
        if kind == "target":
            return self.choose_agent_target(state, options)
        return self.choose_card_target(state, options) if kind == "card" else self.choose_card(state, options)
