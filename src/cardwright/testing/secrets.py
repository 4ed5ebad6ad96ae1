"""Whether players know what the event log told them, and nothing else.

A player who noticed the same events and took the same actions in two games cannot tell them apart. So everything that
the player gets must be the same in both: hidden copies, what is `seen`, observations and legal actions. Random games
rarely agree in this way. Each is therefore played beside doubles, in which secrets differ: other players take another
action that looks the same to the player, or what the player cannot know is redrawn. In the same games, told.py checks
that hidden copies keep what the player was told.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from cardwright.core.game import Game
from cardwright.core.presentation import Action
from cardwright.core.state import State

from .contract import ContractBroken
from .hidden_copies import HiddenCopies
from .plain_games import as_plain_python
from .readings import Readings
from .told import Origin, Step, follow, hidden_copies, judge, new_games, noticed

FEWEST_GAMES = 6
ENOUGH_DECISIONS = 200  # of all games: where games are short, more of them look alike to a player
MOST_DECISIONS = 40  # in a game: events are reported only by plain Python, which is slow
ALL_RECALLED = 8  # decisions of a game after which hidden copies are compared with what was told only now and then
RECALLED = 4  # one position in so many is
MOST_DOUBLES = 3
MOST_TRIES = 4  # actions that a double tries, to find one that looks like the action taken
HIDING = 1  # the seed of hidden copies that are compared

Known = dict[tuple[int, bytes], "Impression"]


class Compared(NamedTuple):
    """How often what players know was compared with what the event log told them."""

    alike: int = 0  # pairs of positions that a player cannot tell apart
    told: int = 0  # positions whose hidden copies were compared with what the player was told
    deduced: str = ""  # what a player could work out and hidden copies do not keep, if anything was found


def check_secrets(game: Game, seeds: Sequence[int], redraw: bool = True) -> Compared:
    """Play games of these seeds, each as one of the players sees it; return how often something was compared.

    A few long games are enough, or more short ones. Nothing is compared in a game that reports no events. Without
    `redraw`, no double is made by `hide`, so that another verb is not blamed for what `hide` does.
    """
    if game.event_type is None:
        return Compared()
    known: Known = {}
    compared, told, deduced, decisions = 0, 0, "", 0
    for index, seed in enumerate(seeds):
        if index >= max(FEWEST_GAMES, game.players) and decisions >= ENOUGH_DECISIONS:
            break
        with as_plain_python(f"seed {seed}"):
            watch = _Watch(game, seed, index % game.players, known, redraw)
            watch.play()
        compared += watch.compared
        told += watch.told
        deduced = deduced or watch.deduced
        decisions += len(watch.state.history())
    return Compared(compared, told, deduced)


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
        self.steps: list[Step] = []  # since the player has decided last
        self.origins = [
            (new_games(self.state, player), 0)
        ]  # what the player thought possible, and after how many steps
        self.beginning = noticed(self.state, player)
        self.compared = 0
        self.told = 0
        self.deduced = ""

    def play(self) -> None:
        """Play the game, compare it with its doubles and with earlier games, and count how often that was."""
        self._remember(self.beginning)
        self._compare_all()
        self._recall()
        while not self.state.over and len(self.state.history()) < MOST_DECISIONS:
            self._step(self.random.choice(self.state.legal()))

    def _step(self, action: Action) -> None:
        before, decider = self.state.copy(), self.state.decider
        new = [_Double(before, deviates=False)]
        if self.redraw:
            redrawn = before.copy(hidden_from=self.player, seed=self.random.getrandbits(32))
            new.append(_Double(redrawn, deviates=False))
        self.state.play(action)
        step = Step(decider, action, noticed(self.state, self.player), self.state.decider)
        followed = (self._follow(each, step) for each in (*self.doubles, *new))
        self.doubles = [each for each in followed if each is not None][-MOST_DOUBLES:]
        self._remember([step.noticed, (action.id, str(action)) if decider == self.player else None])
        self.origins.append((hidden_copies(before, self.player), len(self.steps)))
        self.steps.append(step)
        self._compare_all()
        self._recall()

    def _follow(self, double: _Double, step: Step) -> _Double | None:
        """Return what becomes of a double that looks the same to the player after a step as well, if any."""
        if double.state.decider != step.decider:
            return None
        options = [each for each in double.state.legal() if each.id == step.action.id]
        if step.decider != self.player:
            others = [each for each in double.state.legal() if each.id != step.action.id]
            options = self.random.sample(others, min(MOST_TRIES, len(others))) + options
        found = follow(double.state, step, options, self.player)
        return found and _Double(found[0], double.deviates or found[1].id != step.action.id)

    def _recall(self) -> None:
        """Check that hidden copies keep what the player was told, if the player decides.

        The player was told something since the last decision, or since the first or the last of the steps after it.
        """
        if self.state.decider != self.player:
            return
        long = len(self.state.history()) > ALL_RECALLED
        if self.redraw and not (long and self.random.randrange(RECALLED)):
            for origin, done in dict.fromkeys((*self.origins[:2], *self.origins[-1:])):
                self._judge(origin, self.steps[done:])
        self.steps.clear()
        self.origins.clear()

    def _judge(self, origin: Origin, steps: list[Step]) -> None:
        judgement = judge(origin, steps, self.state, self.player)
        self.told += judgement.compared
        events = [each for step in steps for each in step.noticed] or self.beginning
        game = self.state.game
        name, players = game.player_name(self.player), [game.player_name(each) for each in range(game.players)]
        for fact in judgement.forgotten:
            if not fact.is_told_by(events, players):
                self.deduced = self.deduced or (
                    f"{name} could work out that {fact}, and `hide` does not keep it ({self._where()})"
                )
                continue
            words = "; ".join(event if isinstance(event, str) else event[-1] for event in events)
            raise ContractBroken(
                f"`hide` forgets what {name} was told: after {words!r}, {name} knows that {fact}, but many hidden "
                f"copies contradict it. Either `hide` must keep it, or `log_event` or `event_text` tells too much "
                f"({self._where()})"
            )

    def _where(self) -> str:
        return f"seed {self.state.seed}, decision {len(self.state.history())}"

    def _remember(self, noticed: object) -> None:
        self.memory.update(repr(noticed).encode())

    def _compare_all(self) -> None:
        """Compare the position with its doubles and with that of an earlier game, if the player decides.

        Others may be in the middle of a decision that they have not announced yet.
        """
        if self.state.decider != self.player:
            return
        where = self._where()
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
