# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""How one kernel plays for many agents: the settings of a seat name the kernel that chooses for it.

A kernel contains the agents that a run needs. Each set of agents has its own type of settings, so the same source is
compiled once for each set that is used, and what was compiled for others stays valid. Kernels find the set by that
type, as they find the verbs of a game by the type of its record.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from cardwright.core.compiling import numba_hooks
from cardwright.core.compiling.jit import COMPILED, inlined, switchboard
from cardwright.core.verbs import legal, record_key

Kernel = Callable[..., Any]

NOT_LEGAL = 1 << 62  # `pick` and `think` return an action that is not legal minus this

_registered: dict[tuple[str, Any], Kernel] = {}


def _find(name: str, settings: Any) -> Kernel:
    return _registered[name, record_key(settings)]


@switchboard(_find, by=2)
def pick(actions, n, settings, agent_seed, player, decision, dice):
    """Return one of the `n` legal actions, chosen by an agent that looks at nothing else; see NOT_LEGAL."""


@switchboard(_find, by=5)
def think(s, rules, weights, player, n, settings, seed, scratch):
    """Return one of the `n` legal actions in `scratch.actions[0]`, chosen by an agent that sees the position.

    See NOT_LEGAL: a user's kernel may return something else.
    """


@switchboard(_find, by=6)
def write_logits(s, rules, player, network, actions, n, settings, logits, memory):
    """Write how much a network likes each of the `n` legal actions; only where the set of agents brings networks."""


@switchboard(_find, by=4)
def network_value(s, rules, player, network, settings, memory):
    """Return the score that a network expects for a player; only where the set of agents brings networks."""


@inlined
def _no_logits(s, rules, player, network, actions, n, settings, logits, memory):
    return


@inlined
def _no_value(s, rules, player, network, settings, memory):
    return 0.0


_WITHOUT_NETWORKS: Mapping[str, Kernel] = {"write_logits": _no_logits, "network_value": _no_value}


def parameters(function: Any) -> tuple[str, ...]:
    """Return the names of a function's parameters, whether it is compiled or not.

    >>> parameters(think)
    ('s', 'rules', 'weights', 'player', 'n', 'settings', 'seed', 'scratch')
    """
    return tuple(inspect.signature(getattr(function, "py_func", function)).parameters)


def register(
    settings: np.dtype[Any],
    picking: Sequence[tuple[str, Kernel]],
    thinking: Sequence[tuple[str, Kernel]],
    parts: Iterable[np.dtype[Any]],
    brought: Mapping[str, Kernel],
) -> None:
    """Make `pick` and `think` call the kernel numbered `settings.kind` for settings of this type.

    Each kernel comes with the field that holds its part of the settings. `brought` are kernels that some of the agents
    bring for others to call, found by the types of these `parts`. Where no agent brings one, an empty kernel takes its
    place: it is never called, and takes no time to compile.
    """
    for part, (name, helper) in itertools.product(parts, {**_WITHOUT_NETWORKS, **brought}.items()):
        _registered[name, record_key(part)] = helper
    picks = _join_picking([_pick_with(field, _guarded(each, _check_pick)) for field, each in picking])
    thinks = _join_thinking([_think_with(field, _guarded(each, _check_thought)) for field, each in thinking])
    for name, joined in (("pick", picks), ("think", thinks)):
        _registered[name, record_key(settings)] = _one_kernel(joined, always_inline=name == "pick")


def _pick_with(field: str, kernel: Kernel) -> Kernel:
    @inlined
    def choose(actions, n, settings, agent_seed, player, decision, dice):
        return kernel(actions, n, settings[field], agent_seed, player, decision, dice)

    return choose


def _think_with(field: str, kernel: Kernel) -> Kernel:
    @inlined
    def choose(s, rules, weights, player, n, settings, seed, scratch):
        return kernel(s, rules, weights, player, n, settings[field], seed, scratch)

    return choose


def _guarded(chooser: Kernel, check: Callable[[Kernel], Kernel]) -> Kernel:
    """Return a kernel of this package as it is, and a user's with a check of what it returns.

    A user's kernel becomes a function of its own, so that it can make arrays, and the others stay fast.
    """
    function = getattr(chooser, "py_func", chooser)
    if function.__module__.startswith(f"{__package__}."):
        return chooser
    return check(numba_hooks.inner_dispatcher(function) if COMPILED else chooser)


def _check_pick(kernel: Kernel) -> Kernel:
    @inlined
    def choose(actions, n, settings, agent_seed, player, decision, dice):
        return _legal_one(kernel(actions, n, settings, agent_seed, player, decision, dice), actions, n)

    return choose


def _check_thought(kernel: Kernel) -> Kernel:
    @inlined
    def choose(s, rules, weights, player, n, settings, seed, scratch):
        action = kernel(s, rules, weights, player, n, settings, seed, scratch)
        actions = scratch.actions[0]
        return _legal_one(action, actions, legal(s, rules, actions))  # the kernel may have written into `actions`

    return choose


@inlined
def _legal_one(action, actions, n):
    """Return an action if it is legal, and otherwise a number by which callers know that it is not."""
    checked = np.int64(action) - NOT_LEGAL
    for k in range(n):
        if actions[k] == action:
            checked = np.int64(action)
    return checked


def _one_kernel(function: Any, always_inline: bool) -> Any:
    """Compile all agents as one function, which is cached as a part of the kernels that call it."""
    return numba_hooks.inner_dispatcher(function.py_func, always_inline) if COMPILED else function


def _join_picking(kernels: Sequence[Kernel]) -> Kernel:
    *others, last = kernels
    if not others:
        return last
    number, rest = len(others), _join_picking(others)

    @inlined
    def choose(actions, n, settings, agent_seed, player, decision, dice):
        if settings.kind == number:
            action = last(actions, n, settings, agent_seed, player, decision, dice)
        else:
            action = rest(actions, n, settings, agent_seed, player, decision, dice)
        return action

    return choose


def _join_thinking(kernels: Sequence[Kernel]) -> Kernel:
    *others, last = kernels
    if not others:
        return last
    number, rest = len(others), _join_thinking(others)

    @inlined
    def choose(s, rules, weights, player, n, settings, seed, scratch):
        if settings.kind == number:
            action = last(s, rules, weights, player, n, settings, seed, scratch)
        else:
            action = rest(s, rules, weights, player, n, settings, seed, scratch)
        return action

    return choose
