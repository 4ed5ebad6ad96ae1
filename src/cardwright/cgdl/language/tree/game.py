"""A whole game: stages, ranking, winning conditions and switches."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, overload

from ..switches import setting
from .amounts import OF_CARD, OF_PLAYER, OF_SUIT, Add, Call, Capture, Choose
from .captures import CaptureCards
from .cards import Cards, Combination, Node, Selection, Stack, Stacks, Table
from .decks import NamedCards, OwnDeck
from .effects import AddForAll
from .groups import FirstMeld, Jokers
from .layouts import Layout
from .rules import MANDATORY, Always, Antecedent, Com, Consequent, Rule, Test

OneKind = TypeVar("OneKind", bound=Node)


@dataclass(frozen=True)
class Stage(Node):
    """`stage "first bet" { ... }`: what the dealer does first, then the players' rules."""

    name: str
    com: tuple[Com, ...]
    rules: tuple[Rule, ...]
    by_partners: bool = False  # whether only one of each pair of partners takes part (language 3)
    together: bool = False  # whether nobody sees what the others choose before all have chosen (language 3)


@dataclass(frozen=True)
class Repeat(Node):
    """`repeat 13 { stage ... }`: play these stages in order, this many times (language 2).

    In language 3 it can contain other repeats.
    """

    times: int
    stages: tuple[Part, ...]


@dataclass(frozen=True)
class Until(Node):
    """`repeat until score >= 100 { ... }`: play these until a condition holds for some player (language 3)."""

    condition: Antecedent
    stages: tuple[Part, ...]


@dataclass(frozen=True)
class ForEach(Node):
    """`repeat for each expedition { ... }`: play these once for each table of a layout (language 3)."""

    layout: str
    stages: tuple[Stage | Repeat | Until | ForEach, ...]


Part = Stage | Repeat | Until | ForEach


@dataclass(frozen=True)
class Rank(Node):
    """`flush = 600`, `number 1 = 1 or 10`: the score of a play or a card; of two scores the better one counts."""

    what: Combination
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Captured(Node):
    """`captured suit hearts = -1`: the points for each of these cards in a stack, for any card if None (language 2)."""

    cards: Cards | None
    points: int


@dataclass(frozen=True)
class Winning(Node):
    """The points for each token at the end, for not being out, and for cards in a player's stack."""

    token: int
    alive: int
    captured: tuple[Captured, ...] = ()
    score: int | None = None  # for each point of the score, in place of tokens and being alive (language 3)


@dataclass(frozen=True)
class Setting(Node):
    """`with other_bets = highest`: the value of one of `switches.SWITCHES`."""

    name: str
    value: str | int


@dataclass(frozen=True)
class Name(Node):
    """`name T0 "board"`: what players call a table, their stacks, or a token; the rules do not depend on it."""

    what: Table | str  # STACK or TOKEN
    text: str


@dataclass(frozen=True)
class Effect(Node):
    """`number 7 in T0 then next takes 2 from D`: what happens when a player puts such a card there (language 3)."""

    cards: Selection
    table: Table
    tests: tuple[Test, ...]  # what must hold besides
    consequents: tuple[Consequent, ...]

    @functools.cached_property
    def rule(self) -> Rule:
        """The effect as a rule of the player who puts the card."""
        return Rule((MANDATORY,), Always(), self.consequents, self.tests, at=self.at)


@dataclass(frozen=True)
class Game(Node):
    """A whole game."""

    name: str
    players: int
    tables: int
    language: int
    switches: tuple[Setting, ...]
    stages: tuple[Part, ...]
    ranking: tuple[Rank, ...]
    winning: Winning
    version: str = ""  # of the game's rules
    source: str = ""  # where the rules come from
    names: tuple[Name, ...] = field(default=(), compare=False)  # words are no part of the rules
    partners: tuple[tuple[int, ...], ...] = ()  # the players of each team (language 3)
    deck: OwnDeck | None = None  # in place of the usual 52 cards (language 3)
    named: tuple[NamedCards, ...] = ()  # names for kinds of cards (language 3)
    effects: tuple[Effect, ...] = ()  # of cards (language 3)
    layouts: tuple[Layout, ...] = ()  # groups of tables (language 3)
    jokers: Jokers | None = None  # cards that stand for others in groups (language 3)
    first_meld: FirstMeld | None = None  # what the first groups of a side must count (language 3)

    def switch(self, name: str) -> str | int:
        """Return the value of a switch: the one in the file, that of the file's axioms, or its default.

        >>> from cardwright import cgdl
        >>> cgdl.load("uno").switch("empty_deck"), cgdl.load("uno").switch("turn_limit")
        ('ends', 100)
        """
        return setting(name, self._settings)

    @functools.cached_property
    def _settings(self) -> dict[str, str | int]:
        return {each.name: each.value for each in self.switches}

    def uses(self, *kinds: type[Node]) -> bool:
        """Return whether a part of the game is of one of these kinds."""
        return any(issubclass(kind, kinds) for kind in self._of_kind)

    @overload
    def of(self, kind: type[OneKind], /) -> list[OneKind]: ...

    @overload
    def of(self, *kinds: type[Node]) -> list[Any]: ...

    def of(self, *kinds: type[Node]) -> list[Any]:
        """Return the parts of the game that are of one of these kinds.

        >>> from cardwright import cgdl
        >>> len(cgdl.load("uno").of(Rule))
        4
        """
        return [part for kind, parts in self._of_kind.items() if issubclass(kind, kinds) for part in parts]

    @functools.cached_property
    def nodes(self) -> tuple[Node, ...]:
        """The game and all its parts."""
        return tuple(walk(self))

    @functools.cached_property
    def _of_kind(self) -> dict[type[Node], list[Node]]:
        """The parts of each kind: most checks ask for a few of all, and views ask in every position."""
        found: dict[type[Node], list[Node]] = {}
        for node in self.nodes:
            found.setdefault(type(node), []).append(node)
        return found

    @property
    def uses_stacks(self) -> bool:
        """Whether players have stacks of cards."""
        return self.uses(Stack, Stacks, Capture, CaptureCards)

    @functools.cached_property
    def words(self) -> tuple[str, ...]:
        """The words and counters of the game, in the order of the file (language 3)."""
        named = [each.word for each in self._doings() if isinstance(each, Add | AddForAll | Choose | Call)]
        return tuple(dict.fromkeys(named))

    @functools.cached_property
    def counters(self) -> tuple[str, ...]:
        """Those of the words that are counted, not said (language 3)."""
        return tuple(dict.fromkeys(each.word for each in self._doings() if isinstance(each, Add | AddForAll)))

    @functools.cached_property
    def common(self) -> frozenset[str]:
        """Those of the counters that only the dealer changes, for all players alike (language 3)."""
        own = {each.word for each in self._doings() if isinstance(each, Add)}
        return frozenset(self.counters) - own

    @functools.cached_property
    def layout_names(self) -> tuple[str, ...]:
        """The names of the layouts, in the order of the file (language 3)."""
        return tuple(layout.name for layout in self.layouts)

    def uses_choice(self, word: str) -> bool:
        """Return whether players choose what they say with a word (language 3)."""
        return any(isinstance(each, Choose) and each.word == word for each in self._doings())

    @functools.cached_property
    def kinds(self) -> dict[str, str]:
        """Those of the words that stand for numbers of cards, suits or players, with their kind (language 3)."""
        chosen = (each for each in self._doings() if isinstance(each, Choose))
        return {each.word: each.kind for each in chosen if each.kind in (OF_CARD, OF_PLAYER, OF_SUIT)}

    def _doings(self) -> Iterator[Com | Consequent]:
        """Yield what the dealer and the players do."""
        for stage in self.written_stages():
            yield from stage.com
            for rule in stage.rules:
                yield from rule.consequents
        for effect in self.effects:
            yield from effect.consequents

    def written_stages(self) -> tuple[Stage, ...]:
        """Return the stages in the order of the file, each once."""
        return tuple(stages_in(self.stages))

    def played_stages(self) -> tuple[Stage, ...]:
        """Return the stages in the order of the file; the effects of cards are the last rules of those with rules."""
        effects = tuple(effect.rule for effect in self.effects)
        return tuple(
            replace(stage, rules=(*stage.rules, *effects)) if effects and stage.rules else stage
            for stage in self.written_stages()
        )


def stages_in(parts: tuple[Part, ...]) -> Iterator[Stage]:
    """Yield the stages of some parts of a game in the order of the file."""
    for part in parts:
        if isinstance(part, Stage):
            yield part
        else:
            yield from stages_in(part.stages)


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
