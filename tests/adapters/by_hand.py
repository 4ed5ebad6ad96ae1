"""The same environment written a second time, with `State` alone: what the adapters must agree with."""

from __future__ import annotations

import numpy as np

from cardwright.agents import Players, make, seats_of
from cardwright.core.random import seed_for


class ByHand:
    """One seat of a game; the other seats are played by one kind of agent."""

    def __init__(self, game, seed, opponents="random", seat=0):
        self.game, self.seed, self.seat = game, seed, seat
        self.players = Players(game, seats_of(game, [make(opponents)] * game.players))
        self.episode = 0
        self.start()

    def start(self):
        """Start the next game in which the learner decides anything."""
        while True:
            seed = self.seed if self.episode == 0 else seed_for(self.seed, "episode", self.episode)
            self.episode += 1
            self.decisions = 0
            self.agent_seed = np.uint64(seed_for(seed, "opponents"))
            self.state = self.game.new(seed)
            self.others_play()
            if not self.state.over:
                return

    def others_play(self):
        while self.state.decider not in (self.seat, -1):
            self.state.play(self.players.choose(self.state, self.agent_seed, self.decisions))
            self.decisions += 1

    def step(self, action):
        """Take an action and return the reward and whether the game has ended."""
        self.state.play(self.state.action_at(action))
        self.decisions += 1
        self.others_play()
        return (self.state.score(self.seat) if self.state.over else 0.0), self.state.over

    def observe(self):
        return self.state.observe(self.seat)

    def tokens(self):
        rows = np.zeros((self.game.max_tokens, len(self.game.token_fields)), np.int16)
        seen = self.state.tokens(self.seat)
        rows[: len(seen)] = seen
        return rows
