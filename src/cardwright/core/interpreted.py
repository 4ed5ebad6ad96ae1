"""Kernels as plain Python: the functions that Numba would compile, interpreted.

They are several thousand times slower than compiled ones, but start at once, and the rules they run can be listened to
(see event_log.py). The results are the same; `cardwright.testing` holds every game to that.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from .compiling.jit import COMPILED
from .compiling.numba_hooks import SwitchboardDispatcher, is_dispatcher
from .event_log import collect, log_event


@functools.cache
def plain(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return a kernel as a plain Python function, together with everything it calls.

    >>> from cardwright.core.random import mix
    >>> int(plain(mix)(np.uint64(1))) == int(mix(np.uint64(1)))
    True
    """
    function = _interpreted(kernel) if COMPILED else kernel
    return np.errstate(over="ignore")(function)  # integers wrap around, as they do in compiled code


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
    return value


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
        used = compiled.__globals__.keys() & set(_names(compiled.__code__))
        names.update({name: _interpreted(compiled.__globals__[name]) for name in used})
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
