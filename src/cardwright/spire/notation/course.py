"""In which order the parts of an effect refer to its target, so that a text can say when it means which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from .actions import Broadcast
from .effects import Action, Effect, Group, OnAgent, OnCard
from .own_actions import Use
from .player_actions import Host
from .targets import Self, StatusOf, Target, aims_at_agents

_IN_FORMULAS = {True: re.compile(r"\btarget\."), False: re.compile(r"\bcost\b")}


class _Step(Enum):
    MENTION = auto()  # a sentence that names the target
    BOUND = auto()  # one that is repeated or conditional, so that the target must be named before
    VALUE = auto()  # a formula about the target
    OTHER = auto()  # another target of the same kind


class Course(NamedTuple):
    """How a text goes on after it aims at one target."""

    needs_lead: bool  # whether a sentence of its own must name the target
    resumes: bool  # whether the target is meant again after another one of its kind


def course(parts: Iterable[Effect], target: Target) -> Course:
    """Return how a text about parts that are aimed at one target goes on."""
    steps = list(_steps(parts, aims_at_agents(target), own=False, bound=False))
    others = [index for index, step in enumerate(steps) if step is _Step.OTHER]
    meant = [index for index, step in enumerate(steps) if step is not _Step.OTHER]
    resumes = bool(others) and bool(meant) and others[0] < meant[-1]
    first = steps[meant[0]] if meant else None
    late = resumes and others[0] < meant[0]
    return Course(first is not _Step.MENTION or late, resumes)


def _steps(parts: Iterable[Effect], agents: bool, own: bool, bound: bool) -> Iterator[_Step]:
    """Yield how parts refer to a target; `own` says that actions are done to whoever acts instead."""
    for part in parts:
        if isinstance(part, Use) and part.says is not None:
            continue
        if isinstance(part, Group):
            yield from _of_group(part, agents, own, bound)
        elif isinstance(part, Action):
            if _mentions(part, agents) and not own:
                yield _Step.BOUND if bound else _Step.MENTION
            elif _has_value(part.model_dump().values(), agents):
                yield _Step.VALUE


def _of_group(group: Group, agents: bool, own: bool, bound: bool) -> Iterator[_Step]:
    if _has_value((group.when, group.times), agents):
        yield _Step.VALUE
    bound = bound or group.when is not None or group.times is not None
    target = group.to
    if isinstance(target, StatusOf):
        yield from _of_status(group, target, agents, own, bound)
    elif target == Self(own="agent"):
        yield from _steps(group.do, agents, own or agents, bound)
    elif target is None or aims_at_agents(target) != agents:
        steps = [*_steps(group.do, agents, own, bound)]
        yield from [*steps, *dict.fromkeys(steps)] if bound else steps
    else:
        yield _Step.OTHER


def _of_status(group: Group, target: StatusOf, agents: bool, own: bool, bound: bool) -> Iterator[_Step]:
    if not agents:
        yield from _steps(group.do, agents, own, bound)
    elif target.of is None and not own:
        yield _Step.BOUND if bound else _Step.MENTION
    elif target.of is not None and target.of != Self(own="agent"):
        yield _Step.OTHER


def _mentions(action: Action, agents: bool) -> bool:
    return isinstance(action, OnAgent | Host) if agents else isinstance(action, OnCard | Broadcast | Host)


def _has_value(values: Iterable[object], agents: bool) -> bool:
    return any(isinstance(each, str) and _IN_FORMULAS[agents].search(each) for each in values)
