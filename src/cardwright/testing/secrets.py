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
from typing import Any, NamedTuple

from cardwright.core.game import Game
from cardwright.core.presentation import Action
from cardwright.core.state import State

from .contract import ContractBroken
from .hidden_copies import HiddenCopies
from .plain_games import as_plain_python
from .readings import Readings

FEWEST_GAMES = 6
ENOUGH_DECISIONS = 200  # of all games: where games are short, more of them look alike to a player
MOST_DECISIONS = 40  # in a game: events are reported only by plain Python, which is slow
MOST_DOUBLES = 3
MOST_TRIES = 4  # actions that a double tries, to find one that looks like the action taken
HIDING = 1  # the seed of hidden copies that are compared

Known = dict[tuple[int, bytes], "Impression"]


def check_secrets(game: Game, seeds: Sequence[int], redraw: bool = True) -> int:
    """Play games of these seeds, each as one of the players sees it; return how many pairs of positions were compared.

    A few long games are enough, or more short ones. Nothing is compared in a game that reports no events. Without
    `redraw`, no double is made by `hide`, so that another verb is not blamed for what `hide` does.
    """
    if game.event_type is None:
        return 0
    known: Known = {}
    compared = decisions = 0
    for index, seed in enumerate(seeds):
        if index >= max(FEWEST_GAMES, game.players) and decisions >= ENOUGH_DECISIONS:
            break
        with as_plain_python(f"seed {seed}"):
            watch = _Watch(game, seed, index % game.players, known, redraw)
            watch.play()
        compared += watch.compared
        decisions += len(watch.state.history())
    return compared


class Impression:
    """All that a player gets of a position."""

    def __init__(self, state: State, player: int, where: str):
        state = state.copy(logged=False)
        self.where = where
        self.copies = HiddenCopies(state, player)
        self.hidden = self.copies.drawn(HIDING).records.tobytes()
        self.readings = Readings(state, player)

    def difference(self, other: Impression, now: bool) -> tuple[str, str] | None:
        """Return the verb that tells two positions apart, and in what; with `now`, copies are not played on."""
        found = self.readings.difference(other.readings, "one", "the other")
        if found:
            return found
        if self.hidden == other.hidden:
            return None
        found_in_copies = self.copies.difference(other.copies, now)
        return ("hide", found_in_copies) if found_in_copies else None


class _Double(NamedTuple):
    """A game that a player cannot tell from another."""

    state: State
    deviates: bool  # whether other players have taken other actions, which may be announced later


class _Watch:
    """One game as a player sees it, and its doubles, which that player cannot tell from it."""

    def __init__(self, game: Game, seed: int, player: int, known: Known, redraw: bool):
        self.state = game.new(seed, logged=True)
        self.player = player
        self.known = known
        self.redraw = redraw
        self.random = Random(seed)
        self.doubles: list[_Double] = []
        self.memory = hashlib.blake2b(digest_size=16)
        self.compared = 0

    def play(self) -> None:
        """Play the game, compare it with its doubles and with earlier games, and count how often that was."""
        self._remember(self._noticed(self.state))
        self._compare_all()
        while not self.state.over and len(self.state.history()) < MOST_DECISIONS:
            self._step(self.random.choice(self.state.legal()))

    def _step(self, action: Action) -> None:
        before, decider = self.state.copy(), self.state.decider
        new = [_Double(before, deviates=False)]
        if self.redraw:
            redrawn = before.copy(hidden_from=self.player, seed=self.random.getrandbits(32))
            new.append(_Double(redrawn, deviates=False))
        self.state.play(action)
        told = self._noticed(self.state)
        followed = (self._follow(each, decider, action, told) for each in (*self.doubles, *new))
        self.doubles = [each for each in followed if each is not None][-MOST_DOUBLES:]
        self._remember([told, (action.id, str(action)) if decider == self.player else None])
        self._compare_all()

    def _follow(self, double: _Double, decider: int, action: Action, told: list[Any]) -> _Double | None:
        """Return what becomes of a double that looks the same to the player after an action as well, if any."""
        if double.state.decider != decider:
            return None
        options = [each for each in double.state.legal() if each.id == action.id]
        if decider != self.player:
            others = [each for each in double.state.legal() if each.id != action.id]
            options = self.random.sample(others, min(MOST_TRIES, len(others))) + options
        for option in options:
            after = double.state.copy().play(option)
            if (after.decider, self._noticed(after)) == (self.state.decider, told):
                return _Double(after, double.deviates or option.id != action.id)
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
            self._compare(mine, Impression(double.state, self.player, where), now=double.deviates)

    def _compare(self, mine: Impression, other: Impression, now: bool = False) -> None:
        self.compared += 1
        found = mine.difference(other, now)
        if found is None:
            return
        verb, what = found
        raise ContractBroken(
            f"{self.state.game.player_name(self.player)} has noticed the same events in two positions, but `{verb}` "
            f"tells them apart: {what}. Either it shows a secret, or the rules do not log what the player may know "
            f"({mine.where})"
        )
