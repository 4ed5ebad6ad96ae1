"""Kernels as plain Python: the functions that Numba would compile, interpreted.

They are several thousand times slower than compiled ones, but start at once, and the rules they run can be listened to
(see event_log.py). The results are the same; `cardwright.testing` holds every game to that.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from enum import IntEnum, IntFlag
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from .compiling.jit import COMPILED
from .compiling.numba_hooks import SwitchboardDispatcher, is_dispatcher
from .event_log import collect, log_event
from .quick_records import quick


@functools.cache
def plain(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return a kernel as a plain Python function, together with everything it calls.

    >>> from cardwright.core.random import mix
    >>> int(plain(mix)(np.uint64(1))) == int(mix(np.uint64(1)))
    True
    """
    function = _interpreted(kernel) if COMPILED else kernel

    @np.errstate(over="ignore")  # integers wrap around, as they do in compiled code
    def run(*arguments: Any) -> Any:
        return function(*map(quick, arguments))

    return run


def _interpreted(value: Any) -> Any:
    """Return what stands for `value`, which a kernel refers to, when that kernel is interpreted."""
    if value is log_event:
        return collect
    if isinstance(value, SwitchboardDispatcher):
        return _switch(value)
    if is_dispatcher(value):
        return _function(value.py_func)
    if isinstance(value, ModuleType):
        return _module(value)
    if _is_enumeration(value):
        return _Members(value)
    return int(value) if isinstance(value, IntEnum | IntFlag) else value


def _is_enumeration(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, IntEnum | IntFlag)


class _Members:
    """The members of an enumeration as plain integers, which NumPy compares hundreds of times as fast."""

    def __init__(self, enumeration: type[IntEnum | IntFlag]):
        vars(self).update({name: int(member) for name, member in enumeration.__members__.items()})

    def __getitem__(self, name: str) -> int:
        return int(vars(self)[name])


_OF_MEMBERS = ("name", "value")  # a function that asks for these keeps its enumerations as they are
_functions: dict[Callable[..., Any], FunctionType] = {}


def _function(compiled: Any) -> FunctionType:
    """Return a copy of a function whose names stand for interpreted kernels."""
    if compiled not in _functions:
        names: dict[str, Any] = {"__builtins__": compiled.__globals__["__builtins__"]}
        cells = tuple(CellType() for _ in compiled.__closure__ or ())
        copy = FunctionType(compiled.__code__, names, compiled.__name__, compiled.__defaults__, cells)
        copy.__kwdefaults__ = compiled.__kwdefaults__
        _functions[compiled] = copy  # before anything it calls, which may call it
        for cell, original in zip(cells, compiled.__closure__ or (), strict=True):
            cell.cell_contents = _interpreted(original.cell_contents)
        used = set(_names(compiled.__code__))
        asks = not used.isdisjoint(_OF_MEMBERS)
        for name in compiled.__globals__.keys() & used:
            value = compiled.__globals__[name]
            names[name] = value if asks and _is_enumeration(value) else _interpreted(value)
    return _functions[compiled]


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names that a function refers to, those of the functions inside it included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


@functools.cache
def _switch(board: SwitchboardDispatcher) -> Callable[..., Any]:
    """Return a function that calls the interpreted kernel which the board finds by the type of a record."""
    name, find, by = board.py_func.__name__, board.find, board.by

    @functools.cache
    def found(dtype: np.dtype[Any]) -> Any:
        return _interpreted(find(name, dtype))

    return lambda *args: found(args[by].dtype)(*args)


@functools.cache
def _module(module: ModuleType) -> ModuleType:
    """Return a module with its kernels interpreted; a module without kernels is returned as it is."""
    kernels = {name: value for name, value in vars(module).items() if is_dispatcher(value) or value is log_event}
    if not kernels:
        return module
    copy = ModuleType(module.__name__)
    vars(copy).update({**vars(module), **{name: _interpreted(value) for name, value in kernels.items()}})
    return copy
