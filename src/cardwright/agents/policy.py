# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""A trained network that plays: the action it likes best, or one drawn with its probabilities (docs/learning.md)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from cardwright.core.compiling.jit import inlined
from cardwright.core.game import Game
from cardwright.core.random import derive, purpose, unit

from .compiled import Compiled, built_in, setting
from .network import network_value, soften, write_logits
from .network_file import Network
from .scratch import Needs, distinct

_CHOICE = purpose("policy choice")


@inlined
def follow_network(s, rules, weights, player, n, settings, seed, scratch):
    """Return the legal action with the highest logit, or one drawn at random if there is a temperature."""
    actions, logits, memory = scratch.actions[0], scratch.numbers, scratch.numbers[scratch.labels.size :]
    if settings.temperature > 0.0:
        n = distinct(s, rules, actions, scratch.labels)  # equal cards are one action, as they were in training
    write_logits(s, rules, player, weights, actions, n, settings, logits, memory)
    choice = 0
    if settings.temperature > 0.0:
        soften(logits, n, settings.temperature)
        scratch.dice[0].rng[0] = derive(seed, _CHOICE, np.uint64(0))
        roll = unit(scratch.dice[0], 0)
        while choice < n - 1 and roll >= logits[choice]:
            roll -= logits[choice]
            choice += 1
    else:
        for k in range(1, n):
            if logits[k] > logits[choice]:
                choice = k
    return actions[choice]


@built_in("policy")
class Policy(Compiled):
    """Plays as a trained network, from a file or by the name under which games ship one.

    With a `temperature`, actions are drawn at random: 1 for the network's own probabilities, more for a player that
    varies more.

    >>> Policy(Network("ironclad"), temperature=0.5).name
    'policy:ironclad+temperature=0.5'
    """

    network: Network
    temperature: float = setting(low=0, high=1000, default=0)

    kernel = staticmethod(follow_network)
    brings: ClassVar = {"write_logits": write_logits, "network_value": network_value}

    def settings_text(self) -> list[str]:
        """Return where the network comes from, and the temperature."""
        return [self.network.source, *super().settings_text()]

    def needs(self, game: Game) -> Needs:
        """Return the memory for a decision: a number for each logit, and those of the network itself."""
        return Needs(numbers=game.max_actions + self.network.saved(game).memory(game))

    def weights_for(self, game: Game) -> np.ndarray:
        """Return the network."""
        return self.network.saved(game).for_game(game)

    def identity(self, game: Game) -> str:
        """Return the name and a checksum of the network's file."""
        return f"{self.name}@{self.network.saved(game).checksum}"
