"""Agents that run inside kernels: what a class of them declares, and how a table of them is seated."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

import numpy as np

from cardwright.core import user_code
from cardwright.core.compiling.jit import COMPILED, module_hash
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.random import as_seed
from cardwright.core.record import struct
from cardwright.core.state import State
from cardwright.core.verbs import record_key

from . import dispatch
from .agent import Agent
from .kernel import Players, Seats, compiled_fields
from .scratch import Needs

LARGEST_SETTING = 2**53  # larger integers are not exact as numbers with a fraction

BUILT_IN: dict[str, type[Compiled]] = {}


def setting(
    *, low: float = -LARGEST_SETTING, high: float = LARGEST_SETTING, default: float | None = None, init: bool = True
) -> Any:
    """Declare a setting of an agent, a number from `low` to `high`; without a default it must be given.

    With `init=False` nobody can give it: it is for code that drives the kernel.
    """
    return field(default=MISSING if default is None else default, init=init, metadata={"low": low, "high": high})


@dataclass_transform(frozen_default=True, field_specifiers=(setting,))
@dataclass(frozen=True, repr=False)
class Compiled(Agent):
    """An agent whose choices are made by a kernel.

    A class derives from this one, names its settings with their types, `int` or `float`, and carries its kernel: a
    function marked `@inlined` with the parameters of `dispatch.think`, which returns one of the legal actions. See
    docs/write_an_agent.md. Subclasses are frozen dataclasses without a decorator.
    """

    word: ClassVar[str]  # what the agent is called in texts
    sources: ClassVar[str] = ""  # a hash of the sources of an agent from outside the package
    kernel: ClassVar[Callable[..., Any]]
    brings: ClassVar[Mapping[str, Callable[..., Any]]] = {}  # kernels that others can call while it is in their set
    thinks: ClassVar[bool] = True  # False for an `Instant`
    quick: ClassVar[bool] = False  # whether it decides at once even in plain Python
    compiled: ClassVar[bool] = True
    reads_back = True

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, repr=False)(cls)
        cls.word = f"{user_code.home_of(cls.__module__)}:{cls.__qualname__}"
        if not cls.__module__.startswith(f"{__package__}."):
            cls.sources = module_hash(cls.__module__)
        for each in cls._settings():
            if hasattr(np.record, each.name):
                raise CardwrightError(
                    f"agent {cls.__qualname__} must rename its setting {each.name!r}: NumPy uses that name"
                )
        if "kernel" in vars(cls):
            _check_kernel(cls)

    def __post_init__(self) -> None:
        for each in self._settings():
            _check_setting(self.word, each, getattr(self, each.name))

    @classmethod
    def _settings(cls) -> Iterator[Field[Any]]:
        """The fields that the kernel reads."""
        return (each for each in fields(cls) if each.type in ("int", "float", int, float))

    @property
    def name(self) -> str:
        """The text that `make` reads back as this agent."""
        settings = self.settings_text()
        return f"{self.word}:{'+'.join(settings)}" if settings else self.word

    def settings_text(self) -> list[str]:
        """Return the settings as `make` reads them: required ones as bare numbers, others by name if they differ."""
        settings = []
        for each in self._settings():
            value = getattr(self, each.name)
            if each.default is MISSING:
                settings.append(f"{value}")
            elif value != each.default:
                settings.append(f"{each.name}={value}")
        return settings

    def named(self, word: str) -> Self:
        """Return the same agent under another word, such as the file it comes from."""
        same = replace(self)
        object.__setattr__(same, "word", word)
        return same

    def kinds(self) -> frozenset[type[Compiled]]:
        """Return the classes whose kernels it needs: its own, and those of agents that it asks."""
        return frozenset({type(self)})

    def needs(self, game: Game) -> Needs:
        """Return how much memory the kernel thinks in."""
        return Needs()

    def settings_for(self, game: Game) -> Mapping[str, float]:
        """Return the settings that the kernel reads in this game."""
        return {each.name: getattr(self, each.name) for each in self._settings()}

    def weights_for(self, game: Game) -> Sequence[float] | np.ndarray:
        """Return the weights that the kernel passes to the verb `advise`."""
        return game.weights

    def check_game(self, game: Game) -> None:
        """Raise a `CardwrightError` if its settings or weights do not fit a game."""
        self.settings_for(game)
        self.weights_for(game)

    def choose(self, state: State, seed: int | None = None) -> int:
        """Return the number of the action it takes; the same seed makes the same choice.

        Without a seed it is the state's `next_seed()`.
        """
        game = state.game
        if state.decider < 0:
            raise CardwrightError(f"{self.name} has nothing to choose: the game is over")
        own = as_seed(state.next_seed() if seed is None else seed)
        return Players(game, seats_of(game, [self] * game.players)).choose(state, own, 0)


class Instant(Compiled):
    """An agent that looks at nothing but the list of legal actions; its kernel has the parameters of `dispatch.pick`.

    It needs no memory, and on a GPU it plays many times faster than agents that think.
    """

    thinks: ClassVar[bool] = False
    quick: ClassVar[bool] = True


Kind = TypeVar("Kind", bound=type[Compiled])


def built_in(word: str) -> Callable[[Kind], Kind]:
    """Make a class of this package an agent that texts name by one word."""

    def add(kind: Kind) -> Kind:
        kind.word = word
        BUILT_IN[word] = kind
        return kind

    return add


def seats_of(game: Game, agents: Sequence[Agent]) -> Seats:
    """Return the seats of a table as kernels read them; those of agents in Python stay empty."""
    compiled = [each for each in agents if isinstance(each, Compiled)]
    kinds = _in_order(_kernel_for(game, agents))
    settings = np.zeros(len(agents), _settings_type(kinds))
    for seat, agent in zip(settings, agents, strict=True):
        if isinstance(agent, Compiled):
            seat.thinks = agent.thinks
            seat.kind = [each for each in kinds if each.thinks == agent.thinks].index(type(agent))
            for name, value in agent.settings_for(game).items():
                seat[_field(type(agent))][name] = value
    rows = [agent.weights_for(game) if isinstance(agent, Compiled) else game.weights for agent in agents]
    weights = np.zeros((len(agents), max(map(len, rows))), np.float64)
    for seat, row in zip(weights, rows, strict=True):
        seat[: len(row)] = row
    needs = functools.reduce(Needs.and_those, (each.needs(game) for each in compiled), Needs())
    return Seats(settings, weights, needs, tuple(agent.name for agent in agents))


def share_kernel(game: Game, agents: Iterable[Agent]) -> None:
    """Let one kernel play for all these agents at a game, wherever they sit.

    Otherwise one is compiled whenever a table seats an agent that the kernels so far do not contain.
    """
    _kernel_for(game, agents)


_kernels: dict[Any, list[frozenset[type[Compiled]]]] = {}  # by record type: the agents that a kernel contains


def _kernel_for(game: Game, agents: Iterable[Agent]) -> frozenset[type[Compiled]]:
    """Return what the kernel that plays for these agents contains.

    It contains these agents and the quick ones of this package. If such a kernel has to be compiled, but one that
    contains other agents too is there, that one is used.
    """
    quick = frozenset(each for each in BUILT_IN.values() if each.quick)
    wanted = quick.union(*(each.kinds() for each in agents))
    known = _kernels.setdefault(record_key(game.dtype), [])
    if not any(wanted <= each for each in known):
        known.append(next((each for each in _sets_with(wanted) if _is_compiled(game, each)), wanted))
    return min((each for each in known if wanted <= each), key=len)


def _sets_with(wanted: frozenset[type[Compiled]]) -> list[frozenset[type[Compiled]]]:
    """Return the sets that contain these agents and for which a kernel exists, and these alone; small ones first."""
    kinds = {_field(each): each for each in (*BUILT_IN.values(), *wanted)}
    existing = (each - _HEAD.keys() for each in compiled_fields())
    found = {frozenset(map(kinds.__getitem__, each)) for each in existing if each <= kinds.keys()}
    return sorted({wanted, *(each for each in found if wanted <= each)}, key=len)


def _is_compiled(game: Game, kinds: frozenset[type[Compiled]]) -> bool:
    seats = Seats(np.zeros(1, _settings_type(_in_order(kinds))), np.zeros((1, 1)), Needs())
    return Players(game, seats).are_compiled()


def _in_order(kinds: frozenset[type[Compiled]]) -> tuple[type[Compiled], ...]:
    own = [each for each in BUILT_IN.values() if each in kinds]
    return (*own, *sorted(kinds.difference(own), key=lambda each: (each.__module__, each.__qualname__)))


_HEAD: dict[str, Any] = {"thinks": np.bool_, "outside": np.bool_, "kind": np.uint16}  # in the settings of every seat


def _field(kind: type[Compiled]) -> str:
    """Return the field that holds the settings of a class; an edited agent is another one."""
    return f"{kind.word}@{kind.sources}" if kind.sources else kind.word


@functools.cache
def _settings_type(kinds: tuple[type[Compiled], ...]) -> np.dtype[Any]:
    """Return the record type of the settings of these agents, by which kernels find their kernels.

    It has a field for each class, a record of its settings. So the names of the fields say which agents a kernel
    contains, and code compiled for an agent that was edited since is not used.
    """
    brought = {name: each for kind in kinds for name, each in kind.brings.items()}
    bringing = ",".join(_field(each) for each in kinds if each.brings)
    own = {_field(each): _own_settings(each, bringing) for each in kinds}
    settings = struct([*_HEAD.items(), *((field, np.dtype(each, align=True)) for field, each in own.items())])
    picking, thinking = (
        [(_field(each), each.kernel) for each in kinds if each.thinks == thinks] for thinks in (False, True)
    )
    dispatch.register(settings, picking, thinking, map(struct, own.values()), brought)
    return settings


def _own_settings(kind: type[Compiled], bringing: str) -> list[tuple[str, Any]]:
    """Return the fields for the settings of a class, at a table where some agents bring kernels for others."""
    numbers = [(each.name, np.int64 if each.type in ("int", int) else np.float64) for each in kind._settings()]
    return [*numbers, (f"with {bringing}", np.uint8)]


def _check_kernel(kind: type[Compiled]) -> None:
    expected = dispatch.parameters(dispatch.think if kind.thinks else dispatch.pick)
    found = dispatch.parameters(kind.kernel)
    if len(found) != len(expected):
        raise CardwrightError(
            f"the kernel of agent {kind.__qualname__} takes ({', '.join(expected)}), not ({', '.join(found)})"
        )
    if COMPILED and not hasattr(kind.kernel, "py_func"):
        raise CardwrightError(f"the kernel of agent {kind.__qualname__} must be marked @inlined")


def _check_setting(word: str, declared: Field[Any], value: Any) -> None:
    low, high = (declared.metadata.get(each, sign * LARGEST_SETTING) for each, sign in (("low", -1), ("high", 1)))
    integer = declared.type in ("int", int)
    is_number = isinstance(value, int | np.integer if integer else int | float | np.number)
    if not is_number or isinstance(value, bool) or not low <= value <= high or math.isnan(value):
        kind = "an integer" if integer else "a number"
        raise CardwrightError(f"{declared.name} of agent {word!r} is {kind} from {low:,} to {high:,}, not {value!r}")
