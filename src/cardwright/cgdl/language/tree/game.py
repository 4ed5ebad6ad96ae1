"""A whole game: stages, ranking, winning conditions and switches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from ..switches import setting
from .cards import Card, Combination, Node, Number, Stack, Stacks, Suit
from .rules import Com, Rule


@dataclass(frozen=True)
class Stage(Node):
    """`stage "first bet" { ... }`: what the dealer does first, then the players' rules."""

    name: str
    com: tuple[Com, ...]
    rules: tuple[Rule, ...]
    times: ClassVar[int] = 1  # a stage outside a `repeat` is played once

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stage itself, like the stages of a `Repeat`."""
        return (self,)


@dataclass(frozen=True)
class Repeat(Node):
    """`repeat 13 { stage ... }`: play these stages in order, this many times (language 2)."""

    times: int
    stages: tuple[Stage, ...]


@dataclass(frozen=True)
class Rank(Node):
    """`flush = 600`, `number 1 = 1 or 10`: the score of a play or a card; of two scores the better one counts."""

    what: Combination
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Captured(Node):
    """`captured suit hearts = -1`: the points for each of these cards in a stack, for any card if None (language 2)."""

    cards: Card | Number | Suit | None
    points: int


@dataclass(frozen=True)
class Winning(Node):
    """The points for each token at the end, for not being out, and for cards in a player's stack."""

    token: int
    alive: int
    captured: tuple[Captured, ...] = ()


@dataclass(frozen=True)
class Setting(Node):
    """`with other_bets = highest`: the value of one of `switches.SWITCHES`."""

    name: str
    value: str | int


@dataclass(frozen=True)
class Game(Node):
    """A whole game."""

    name: str
    players: int
    tables: int
    language: int
    switches: tuple[Setting, ...]
    stages: tuple[Stage | Repeat, ...]
    ranking: tuple[Rank, ...]
    winning: Winning
    version: str = ""  # of the game's rules
    source: str = ""  # where the rules come from

    def switch(self, name: str) -> str | int:
        """Return the value of a switch: the one in the file, that of the file's axioms, or its default.

        >>> from cardwright import cgdl
        >>> cgdl.load("uno").switch("empty_deck"), cgdl.load("uno").switch("turn_limit")
        ('ends', 100)
        """
        return setting(name, {each.name: each.value for each in self.switches})

    def uses(self, *kinds: type[Node]) -> bool:
        """Return whether a part of the game is of one of these kinds."""
        return any(isinstance(node, kinds) for node in walk(self))

    @property
    def uses_stacks(self) -> bool:
        """Whether players have stacks of cards."""
        return self.uses(Stack, Stacks)

    def written_stages(self) -> tuple[Stage, ...]:
        """Return the stages in the order of the file, each once."""
        return tuple(stage for part in self.stages for stage in part.stages)

    def played_stages(self) -> Iterator[Stage]:
        """Yield the stages in the order of play, those of a `repeat` several times."""
        for part in self.stages:
            for _ in range(part.times):
                yield from part.stages


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes in it.

    >>> from cardwright.cgdl import tree
    >>> [type(each).__name__ for each in walk(tree.Rule((), tree.Draw(), (tree.Next(),)))]
    ['Rule', 'Next', 'Draw']
    """
    waiting: list[Any] = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Node):
            yield each
            names: tuple[str, ...] = type(each).__match_args__
            waiting += [getattr(each, name) for name in names]
        elif isinstance(each, tuple):
            waiting += each
