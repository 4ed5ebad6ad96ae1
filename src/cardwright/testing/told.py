"""Whether hidden copies keep what a player was told.

The hidden copies of a position are what a player thinks possible; at the start, all games that begin alike are
possible. Then something happens, and the player notices events. A copy is still possible if the players could have
acted in it so that the same events were noticed. What is true in all copies that are still possible, the player knows,
so it must be true in the hidden copies of the position that has come about.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from cardwright.core.presentation import Action
from cardwright.core.state import State

from .readings import normal

COPIES = 64  # hidden copies in which facts are looked for
DOUBTED = 0.3  # the least share of them that contradict a fact which is forgotten
TRIES, MOST_TRIES = 32, 2048  # copies that are followed: to find a few that are still possible, and to be certain
FEW, CERTAIN = 3, 64  # how many of them must be found
OPTIONS = 8  # actions that another player tries in a copy

Origin = Callable[[int], State | None]  # returns a position that a player thinks possible, or none, from a seed


class Fact(NamedTuple):
    """Something that the view of a position shows."""

    where: str
    verb: str  # "is" a value, or "contains" one somewhere in a list
    value: str

    def __str__(self) -> str:
        return " ".join(self)

    def is_told_by(self, events: Sequence[Any], players: Iterable[str] = ()) -> bool:
        """Return whether one of the events names the value, and the player whose it is; else it can only be deduced.

        >>> told = Fact("P2.hand", "contains", "King")
        >>> told.is_told_by(["P2 has the King"], ["P1", "P2"]), told.is_told_by(["P1 draws the King"], ["P1", "P2"])
        (True, False)
        """
        words = [self.value, *(player for player in players if _names(self.where, player))]
        return any(all(_names(str(event), word) for word in words) for event in events)


def _names(text: str, word: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text))


class Step(NamedTuple):
    """An action, and what a player noticed of it."""

    decider: int
    action: Action
    noticed: list[Any]
    after: int  # the player who decides next


class Judgement(NamedTuple):
    """Whether hidden copies could be compared with what the player noticed, and which certain facts they contradict."""

    compared: bool
    forgotten: Sequence[Fact] = ()


def noticed(state: State, player: int) -> list[Any]:
    """Return what a player noticed of the last step: events that the player sees, and the words for others."""
    found: list[Any] = []
    for event in state.events:
        words = state.game.event_text(event, player)
        if event.seen(player):
            found.append((int(event.kind), event.operands, words))
        elif words:
            found.append(words)
    return found


def follow(state: State, step: Step, options: Iterable[Action], player: int) -> tuple[State, Action] | None:
    """Return the position after the first of these actions that looks to the player like a step, and the action."""
    for option in options:
        after = state.copy().play(option)
        if (after.decider, noticed(after, player)) == (step.after, step.noticed):
            return after, option
    return None


def hidden_copies(state: State, player: int) -> Origin:
    """Return positions that a player thinks possible: hidden copies of the real one."""
    return lambda seed: state.copy(hidden_from=player, seed=seed, logged=False).copy(logged=True)


def new_games(start: State, player: int) -> Origin:
    """Return positions that a player thinks possible at the start: those of games that begin with the same events."""
    told = noticed(start, player)

    def begin(seed: int) -> State | None:
        new = start.game.new(seed, logged=True)
        return new if noticed(new, player) == told else None

    return begin


def judge(origin: Origin, steps: Sequence[Step], now: State, player: int) -> Judgement:
    """Compare the hidden copies of the position `now` with what a player was told in the steps that led to it.

    `origin` are the positions that the player thought possible before.
    """
    doubted = _contradicted(_Shown(now).facts(), now, player, range(COPIES))
    possible = 0
    for tried, copy in enumerate(_still_possible(origin, steps, now, player), 1):
        if copy is not None:
            doubted &= _Shown(copy).facts()
            possible += 1
        if not doubted:
            return Judgement(compared=True)
        if possible == CERTAIN:
            doubted = _contradicted(doubted, now, player, range(COPIES, 5 * COPIES))
            return Judgement(compared=True, forgotten=sorted(doubted, key=lambda fact: (fact.verb != "is", fact)))
        if tried == TRIES and possible < FEW:
            break
    return Judgement(compared=False)


def _still_possible(origin: Origin, steps: Sequence[Step], now: State, player: int) -> Iterator[State | None]:
    """Follow positions through steps, and yield for each what becomes of it, or None if it shows other events."""
    seen = _seen(now, player)
    for seed in range(MOST_TRIES):
        random = Random(seed)
        copy = origin(seed)
        for k, step in enumerate(steps, 1):
            if copy is None or copy.decider != step.decider:
                copy = None
                break
            options = _options(copy, step, player, random, seen if k == len(steps) else None)
            found = follow(copy, step, options, player)
            copy = found[0] if found else None
        yield copy


def _options(copy: State, step: Step, player: int, random: Random, seen: Any) -> Iterator[Action]:
    """Yield the actions to try in a copy, in random order: another player may have chosen differently.

    Compiled rules are quick to tell which actions lead to another decider, or show the player another position than is
    `seen` in the end.
    """
    legal = copy.legal()
    same = [each for each in legal if str(each) == str(step.action)]
    if step.decider == player:
        legal = [each for each in same if each.id == step.action.id]
    elif len(legal) > OPTIONS:
        legal = random.sample(legal, OPTIONS - 1) + same[:1]
    for option in random.sample(legal, len(legal)):
        after = copy.copy(logged=False).play(option)
        if after.decider == step.after and seen in (None, _seen(after, player)):
            yield option


def _seen(state: State, player: int) -> Any:
    return normal(state.copy(logged=False).seen(player), state.game.presentation.unordered)


def _contradicted(facts: set[Fact], state: State, player: int, seeds: range) -> set[Fact]:
    """Return the facts that many hidden copies contradict."""
    plain = state.copy(logged=False)
    counts: Counter[Fact] = Counter()
    for seed in seeds:
        shown = _Shown(plain.copy(hidden_from=player, seed=seed))
        counts.update(fact for fact in facts if shown.contradicts(fact))
    return {fact for fact in facts if counts[fact] >= DOUBTED * len(seeds)}


class _Shown:
    """What the view of a position shows: the values in it, and what its lists contain."""

    def __init__(self, state: State):
        self.values: dict[str, Any] = {}
        self.lists: dict[str, set[str]] = {}
        self.unordered = state.game.presentation.unordered
        self._read(normal(state.copy(logged=False).view(), self.unordered), "")

    def _read(self, data: Any, where: str, ordered: bool = True) -> None:
        if isinstance(data, dict):
            for name, each in data.items():
                self._read(each, f"{where}.{name}" if where else str(name), name not in self.unordered)
        elif isinstance(data, list | tuple):
            self.lists[where] = {str(each) for each in data}
            # The place of a card in a sorted hand follows from the others, which nobody was told.
            for index, each in enumerate(data if ordered else ()):
                self._read(each, f"{where}[{index}]")
        elif data is not None:
            self.values[where] = data

    def facts(self) -> set[Fact]:
        """Return what is shown as facts; None is none."""
        values = {Fact(where, "is", str(value)) for where, value in self.values.items()}
        return values | {Fact(where, "contains", each) for where, items in self.lists.items() for each in items}

    def contradicts(self, fact: Fact) -> bool:
        """Return whether something else is shown; what is not there or None can still become anything."""
        if fact.verb == "is":
            return str(self.values.get(fact.where, fact.value)) != fact.value
        items = self.lists.get(fact.where, {fact.value})
        return fact.value not in items and "None" not in items
