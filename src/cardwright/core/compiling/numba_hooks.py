# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The private parts of Numba that Cardwright compiles kernels with, each with its reason.

`numba_libraries.py` keeps the code of kernels, `numba_records.py` copies records, `numba_speed.py` makes Numba compile
faster, and `cuda_hooks.py` is the counterpart for numba-cuda, which only a GPU needs. The rest of the package uses only
what Numba's manual documents: `numba.typeof`, `numba.types`, `numba.extending` and the settings in `numba.config`.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.extending import intrinsic

from ..errors import reason
from .cache import alone, warn_not_kept
from .kernel_errors import explain
from .numba_patches import Patch, Patches, replaced
from .numba_versions import private_parts

with private_parts("numba", numba.__version__):
    from llvmlite import ir
    from numba.core import event
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.errors import NumbaError
    from numba.core.registry import CPUDispatcher
    from numba.np import arrayobj

    from . import numba_speed
    from .numba_bounds import name_violations
    from .numba_libraries import InnerCompiler, keep_inner_code
    from .numba_passes import NO_CODE, SETTLED, KernelCompiler, is_kernel
    from .numba_records import name_records_by_content

config: Any = numba.config
VERSION: str = numba.__version__
INDEX_PARAMETERS = ["context", "builder", "idxty", "idx", "size"]  # of `fix_integer_index`


def index_rule(arrayobj: Any, width: Any, applies: Callable[[Any], bool]) -> Patch:
    """Return a context in which the code for arrays counts indices from the start, as integers of type `width`.

    It does so where `applies(context)`, so that Numba's own functions and a user's, which may be compiled because a
    kernel calls them, keep Python's rule.

    Python counts negative indices from the end, which costs every access three instructions. Here only constants do,
    as in `array[-1]`. Relies on: code generation calls `arrayobj.fix_integer_index`. If `arrayobj` has no
    `fix_integer_index`, or one with other parameters, the context changes nothing: Numba's own code is slower and has
    the same results for every index that is not negative.
    """
    python_rule = getattr(arrayobj, "fix_integer_index", None)
    if python_rule is None or [*inspect.signature(python_rule).parameters] != INDEX_PARAMETERS:
        return contextlib.nullcontext

    def from_the_start(context: Any, builder: Any, idxty: Any, idx: Any, size: Any) -> Any:
        if not applies(context) or (isinstance(idx, ir.Constant) and idx.constant < 0):
            return python_rule(context, builder, idxty, idx, size)
        return context.cast(builder, context.cast(builder, idx, idxty, width), width, types.intp)

    return functools.partial(replaced, arrayobj, "fix_integer_index", from_the_start)


PATCHES = Patches(
    *numba_speed.PATCHES,
    keep_inner_code,
    name_records_by_content,
    name_violations,
    index_rule(arrayobj, types.intp, is_kernel),
)


def widened(kind: types.Type) -> types.Type:
    """Return the type that kernels are compiled for: 64 bits for every integer but unsigned ones of 64 bits.

    An argument left out counts as its default, so that calls with and without it share one compiled function.
    """
    if isinstance(kind, types.Omitted):
        kind = numba.typeof(kind.value)
    kind = types.unliteral(kind)
    if isinstance(kind, types.Integer | types.IntEnumMember) and kind != types.uint64:
        return types.int64
    return kind


class CardwrightDispatcher(CPUDispatcher):
    """A function compiled by Cardwright.

    `cuda_hooks.py` adds an attribute by which numba-cuda finds the same function for a GPU.
    """


@contextlib.contextmanager
def _once(dispatcher: Any, signature: Any) -> Iterator[None]:
    """Keep other processes of this user from compiling the same; they wait and then find it in the cache.

    Otherwise all processes that a cluster starts on a machine would compile the same for a minute. Relies on: `compile`
    looks into the cache; `cache_path`, which is None without a cache; `filename_base`; the cache's index.
    """
    cache = dispatcher._cache
    if cache.cache_path is None or signature in dispatcher.overloads:
        yield
        return
    key = cache._index_key(signature, dispatcher.targetctx.codegen())
    if key in cache._cache_file._load_index():
        yield
        return
    name = hashlib.blake2b(repr((cache._impl.filename_base, key)).encode(), digest_size=8).hexdigest()
    with alone(Path(cache.cache_path) / f"{name}.lock", _report_compiling):
        yield


_reports: list[Callable[[], object]] = []


def _report_compiling() -> None:
    for report in _reports:
        report()


class KernelDispatcher(CardwrightDispatcher):
    """Compiles a kernel once for all widths of integers that other kernels call it with, and for all keywords.

    Records hold narrow integers, so a function of four integers would be compiled a dozen times otherwise. Relies on:
    the types of a call pass through `get_call_template`; `fold_argument_types` puts them into the function's order;
    code generation fills in defaults; `compile` generates all code before it returns; a call from Python that finds no
    compiled code arrives in `_compile_for_args`.
    """

    def compile(self, sig: Any) -> Any:
        """Compile for one signature, or read what was compiled before."""
        with global_compiler_lock, _once(self, sig), PATCHES:
            return super().compile(sig)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        try:
            return super()._compile_for_args(*args, **kws)  # type: ignore[misc]  # Numba inherits it out of sight
        except NumbaError as error:
            raise explain(error) or error from None

    def add_overload(self, cres: Any) -> None:
        """Keep compiled code, and register the environments of the functions it contains, as Numba's cache does."""
        super().add_overload(cres)
        for environment in cres._find_referenced_environments():
            cres.library.codegen.set_env(environment.env_name, environment)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Resolve a call in another kernel."""
        _, folded = self.fold_argument_types(args, kws)
        return super().get_call_template(tuple(map(widened, folded)), {})


class InnerDispatcher(KernelDispatcher):
    """A kernel that Python cannot call, which takes half as long to compile.

    Relies on: the options `no_cpython_wrapper` and `no_cfunc_wrapper`; `add_overload` makes the entry point for Python,
    which is missing here; calls in kernels look in `overloads`.
    """

    def __init__(self, function: Any, targetoptions: dict[str, Any]):
        super().__init__(function, targetoptions=targetoptions, pipeline_class=InnerCompiler)

    def add_overload(self, cres: Any) -> None:
        """Keep compiled code without an entry point for Python."""
        self.overloads[tuple(cres.signature.args)] = cres

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        raise TypeError(f"{self.py_func.__name__} can be called by kernels only")


class SwitchboardDispatcher(CardwrightDispatcher):
    """A name for several kernels: `find(name, type of the argument numbered `by`)` returns the one to call.

    Relies on: typing asks `get_call_template`, code generation asks `get_overload`, and neither compiles this function.
    """

    find: Callable[[str, Any], CPUDispatcher]
    by: int

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Resolve a call in a kernel."""
        return self.find(self.py_func.__name__, args[self.by]).get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Return the compiled code for one signature."""
        return self.find(self.py_func.__name__, sig[self.by]).get_overload(sig)


def _options(function: Any, **others: bool) -> dict[str, Any]:
    """Return how a function is compiled.

    The package's own kernels make no arrays, so they need not count references to arrays: counting took up to half of
    the time of games and searches. User code may make arrays. It also has bounds checks, unless it is marked
    `unchecked`: an index beyond the end of an array would corrupt memory.

    Relies on: without the option `_nrt`, Numba's runtime, no code is generated for counting; code that counts ignores
    arrays of code that does not.
    """
    outside = (function.__module__ or "").partition(".")[0] != __package__.partition(".")[0]
    checked = outside and not getattr(function, "unchecked", False)
    return {"nopython": True, "nogil": True, "boundscheck": checked, "_nrt": outside, **others}


def kernel_dispatcher(function: Any) -> Any:
    """Return `function` as a kernel, not yet compiled."""
    return KernelDispatcher(function, targetoptions=_options(function), pipeline_class=KernelCompiler)


def inner_dispatcher(function: Any, always_inline: bool = False) -> Any:
    """Return `function` as a kernel for other kernels, not yet compiled.

    With `always_inline`, it becomes a part of its callers although their calls go through a switchboard. Relies on: the
    option `forceinline` passes this on to LLVM.
    """
    options = _options(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=always_inline)
    return InnerDispatcher(function, targetoptions=options)


def inlined_dispatcher(function: Any) -> Any:
    """Return `function` as a part of each kernel that calls it.

    Relies on: the option `inline` inlines before types are known, also where a closure holds the function.
    """
    return CPUDispatcher(function, targetoptions={"nopython": True, "inline": "always"})


def switchboard_dispatcher(function: Any, find: Callable[[str, Any], Any], by: int) -> Any:
    """Return `function` as a name that `find` resolves by the type of the argument numbered `by`."""
    board = SwitchboardDispatcher(function, targetoptions={"nopython": True})
    board.find, board.by = find, by
    return board


def is_dispatcher(value: object) -> bool:
    """Return whether a value is a function that Numba compiles, whose source is its attribute `py_func`."""
    return isinstance(value, CPUDispatcher)


def no_code(function: Callable[..., None]) -> Any:
    """Return a name for kernels whose calls, with any number of arguments, generate no code."""

    def nothing(context, builder, signature, values):
        return context.get_dummy_value()

    def typing(context, *arguments):
        return types.none(types.StarArgTuple.from_types(arguments)), nothing

    typing.__name__ = function.__name__
    name = intrinsic(typing)
    NO_CODE.append(name)
    return name


def settle(function: Any, decide: Callable[[Any], bool]) -> None:
    """Let calls of a function in kernels be its answer, which `decide` finds by the type of the first argument."""
    SETTLED.append((function, decide))


def keep_compiled(dispatcher: Any, folder: Path, stamp: str | None = None) -> None:
    """Cache in `folder` what `dispatcher` compiles; what was compiled from sources with another `stamp` is dropped.

    Where the disk is full, the code is used all the same. Relies on: `enable_caching` reads `config.CACHE_DIR`, and
    nothing reads it again later; the cache's index holds a stamp, by default the time and size of the function's own
    file; the cache's method `save_overload`, which removes what it could not write.
    """
    with replaced(config, "CACHE_DIR", str(folder)):
        dispatcher.enable_caching()
    if stamp is not None:
        dispatcher._cache._cache_file._source_stamp = stamp
    save = dispatcher._cache.save_overload

    def save_if_possible(*arguments: Any) -> None:
        try:
            save(*arguments)
        except OSError as error:
            warn_not_kept(f"{folder} cannot be written ({reason(error)})")

    dispatcher._cache.save_overload = save_if_possible


def is_compiled(dispatcher: Any, arguments: tuple[Any, ...]) -> bool:
    """Return whether machine code for a call is in this process or in the cache.

    Relies on: `overloads`; the cache's index, which lists the machine code on disk by signature and CPU.
    """
    signature = tuple(dispatcher.typeof_pyval(each) for each in arguments)
    if signature in dispatcher.overloads:
        return True
    cache, codegen = dispatcher._cache, dispatcher.targetctx.codegen()
    return cache._index_key(signature, codegen) in cache._cache_file._load_index()


def compiled_signatures(dispatcher: Any) -> set[tuple[Any, ...]]:
    """Return the signatures for which machine code, perhaps for another CPU, is in this process or in the cache.

    Relies on: as `is_compiled`; the keys of the index begin with the signature.
    """
    return {*dispatcher.overloads, *(key[0] for key in dispatcher._cache._cache_file._load_index())}


def on_compiling(report: Callable[[], object]) -> None:
    """Call `report` whenever Numba begins to compile a function, or to wait for another process that compiles it.

    Relies on: the event "numba:compile".
    """
    _reports.append(report)

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            report()

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", Listener())
