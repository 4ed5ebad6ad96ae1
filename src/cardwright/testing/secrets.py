"""Whether secrets are kept: a player's view of a game must follow from what the event log told that player.

A player who noticed the same events and took the same actions in two games cannot tell them apart. So everything that
the player gets must be the same in both: hidden copies, what is `seen`, observations and legal actions. Random games
rarely agree in this way. Each is therefore played beside doubles, in which secrets differ: other players take another
action that looks the same to the player, or what the player cannot know is redrawn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from cardwright.core import array_verbs
from cardwright.core.game import Game
from cardwright.core.presentation import Action
from cardwright.core.state import State

from .contract import ContractBroken
from .differences import Difference, data_difference, leaves
from .plain_games import as_plain_python
from .positions import normal

MOST_DECISIONS = 40  # in a game: events are reported only by plain Python, which is slow
MOST_DOUBLES = 3
MOST_TRIES = 4  # actions that a double tries, to find one that looks like the action taken
HIDING = 1  # the seed of hidden copies that are compared
DRAWS = 16  # copies of which none shows a secret, if it is not kept

Known = dict[tuple[int, bytes], "Impression"]


def check_secrets(game: Game, seeds: Sequence[int]) -> int:
    """Play games of these seeds, each as one of the players sees it; return how many pairs of positions were compared.

    Nothing is compared in a game that reports no events.
    """
    if game.event_type is None:
        return 0
    known: Known = {}
    compared = 0
    for index, seed in enumerate(seeds):
        with as_plain_python(f"seed {seed}"):
            compared += _Watch(game, seed, index % game.players, known).play()
    return compared


class Impression:
    """All that a player gets of a position."""

    def __init__(self, state: State, player: int, where: str):
        game = state.game
        self.state = state = state.copy(logged=False)
        self.player = player
        self.where = where
        self.hidden = self._hidden(HIDING).records.tobytes()
        summary = np.zeros(len(game.summary_names or game.features))
        array_verbs.summarise(state.records, 0, game.rules, player, summary)
        self.read = {
            "seen": normal(state.seen(player), game.presentation.unordered),
            "observe": dict(zip(game.features, state.observe(player).tolist(), strict=True)),
            "tokenise": state.tokens(player).tolist(),
            "summarise": dict(zip(game.summary_names or game.features, summary.tolist(), strict=True)),
            "legal": [str(action) for action in state.legal()],
        }

    def difference(self, other: Impression) -> tuple[str, Difference] | None:
        """Return the verb that tells two positions apart, and where."""
        for verb, value in self.read.items():
            found = data_difference(value, other.read[verb])
            if found:
                return verb, found
        if self.hidden == other.hidden:
            return None
        # Cards of one name may have numbers of their own. Then copies differ, but not in what their views always show.
        mine, others = self._kept(), other._kept()
        for where, value in mine.items():
            if where in others and others[where] != value:
                return "hide", Difference(where, value, others[where])
        return None

    def _hidden(self, seed: int) -> State:
        return self.state.copy(hidden_from=self.player, seed=seed)

    def _kept(self) -> dict[str, Any]:
        """Return what hidden copies agree in, however they are drawn."""
        unordered = self.state.game.presentation.unordered
        first, *views = [dict(leaves(normal(self._hidden(seed).view(), unordered))) for seed in range(DRAWS)]
        return {where: value for where, value in first.items() if all(view.get(where, view) == value for view in views)}


class _Watch:
    """One game as a player sees it, and its doubles, which that player cannot tell from it."""

    def __init__(self, game: Game, seed: int, player: int, known: Known):
        self.state = game.new(seed, logged=True)
        self.player = player
        self.known = known
        self.random = Random(seed)
        self.doubles: list[State] = []
        self.memory = hashlib.blake2b(digest_size=16)
        self.compared = 0

    def play(self) -> int:
        """Play the game, compare it with its doubles and with earlier games, and return how often that was."""
        self._remember(self._noticed(self.state))
        self._compare_all()
        while not self.state.over and len(self.state.history()) < MOST_DECISIONS:
            self._step(self.random.choice(self.state.legal()))
        return self.compared

    def _step(self, action: Action) -> None:
        before, decider = self.state.copy(), self.state.decider
        redrawn = before.copy(hidden_from=self.player, seed=self.random.getrandbits(32))
        self.state.play(action)
        told = self._noticed(self.state)
        followed = (self._follow(each, decider, action, told) for each in (*self.doubles, before, redrawn))
        self.doubles = [each for each in followed if each is not None][-MOST_DOUBLES:]
        self._remember([told, (action.id, str(action)) if decider == self.player else None])
        self._compare_all()

    def _follow(self, double: State, decider: int, action: Action, told: list[Any]) -> State | None:
        """Return what becomes of a double that looks the same to the player after an action as well, if any."""
        if double.decider != decider:
            return None
        options = [each for each in double.legal() if each.id == action.id]
        if decider != self.player:
            others = [each for each in double.legal() if each.id != action.id]
            options = self.random.sample(others, min(MOST_TRIES, len(others))) + options
        for option in options:
            after = double.copy().play(option)
            if (after.decider, self._noticed(after)) == (self.state.decider, told):
                return after
        return None

    def _noticed(self, state: State) -> list[Any]:
        """Return what the player noticed of the last step: events that the player sees, and the words for others."""
        found: list[Any] = []
        for event in state.events:
            words = state.game.event_text(event, self.player)
            if event.seen(self.player):
                found.append((int(event.kind), event.operands, words))
            elif words:
                found.append(words)
        return found

    def _remember(self, noticed: object) -> None:
        self.memory.update(repr(noticed).encode())

    def _compare_all(self) -> None:
        """Compare the position with its doubles and with that of an earlier game, if the player decides.

        Others may be in the middle of a decision that they have not announced yet.
        """
        if self.state.decider != self.player:
            return
        where = f"seed {self.state.seed}, decision {len(self.state.history())}"
        mine = Impression(self.state, self.player, where)
        earlier = self.known.setdefault((self.player, self.memory.digest()), mine)
        if earlier is not mine:
            self._compare(mine, earlier)
        for double in self.doubles:
            self._compare(mine, Impression(double, self.player, where))

    def _compare(self, mine: Impression, other: Impression) -> None:
        self.compared += 1
        found = mine.difference(other)
        if found is None:
            return
        verb, (path, one, two) = found
        raise ContractBroken(
            f"{self.state.game.player_name(self.player)} has noticed the same events in two positions, but `{verb}` "
            f"tells them apart: {path or 'it'} is {one} in one and {two} in the other. Either it shows a secret, or "
            f"the rules do not log what the player may know ({mine.where})"
        )
