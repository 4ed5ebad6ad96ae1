"""When patches are in force, and that they return what Numba's own code returns."""

from __future__ import annotations

import contextlib
import operator
import threading
from types import SimpleNamespace

import numpy as np
import pytest
from numba import from_dtype, types
from numba.core import ir, typing
from numba.core.compiler import Flags
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from cardwright.core.compiling import numba_hooks
from cardwright.core.compiling.numba_patches import Patches, replaced


class Base:
    """A class with an attribute that another one inherits."""

    limit = 1


class Derived(Base):
    """Has no attribute of its own."""


def test_an_inherited_attribute_is_inherited_again():
    with replaced(Derived, "limit", 2):
        assert Derived.limit == 2
    assert "limit" not in vars(Derived)


def test_only_the_outermost_block_patches_and_restores():
    owner, entered = SimpleNamespace(rule="theirs"), []

    @contextlib.contextmanager
    def patch():
        entered.append(owner.rule)
        with replaced(owner, "rule", "ours"):
            yield

    patches = Patches(patch)

    def fail():
        with patches:
            raise ZeroDivisionError

    with patches:
        with pytest.raises(ZeroDivisionError):
            fail()
        assert owner.rule == "ours"
    assert owner.rule == "theirs"
    assert entered == ["theirs"]
    with pytest.raises(ZeroDivisionError):
        fail()
    assert owner.rule == "theirs"


def test_a_patch_that_cannot_be_applied_leaves_none_in_force():
    owner = SimpleNamespace(rule="theirs")
    patches = Patches(lambda: replaced(owner, "rule", "ours"), lambda: replaced(None, "rule", "ours"))
    with pytest.raises(TypeError), patches:
        pass
    assert owner.rule == "theirs"


def observed():
    """What patched functions of Numba return, in a form that can be compared."""
    record = from_dtype(np.dtype([("a", np.int8), ("b", np.int16, 3)]))
    scope = ir.Scope(None, ir.Loc("file.py", 1))
    first, second = (scope.define(name, scope.loc) for name in ("first", "second"))
    call = ir.Expr.call(first, [second, first], {"key": second}, scope.loc)
    plain, equal, other = Flags(), Flags(), Flags()
    equal.nrt, other.nrt = False, True
    context = cpu_target.typing_context
    context.refresh()
    add = context.resolve_value_type(operator.add)
    signature = add.get_call_type(context, [types.int64, types.float64], {})
    again = add.get_call_type(context, [types.int64, types.float64], {})
    return (
        repr(record),
        [each.name for each in call.list_vars()],
        [each.name for each in ir.Assign(call, first, scope.loc).list_vars()],
        [plain == equal, plain == other, plain == 3, hash(plain), hash(other)],
        [signature, again, isinstance(signature, typing.Signature)],
    )


def test_patched_functions_return_what_numbas_own_return():
    before = observed()
    with global_compiler_lock, numba_hooks.PATCHES:
        assert observed() == before


def test_another_thread_gets_what_numbas_own_return():
    before, found = observed(), []
    with global_compiler_lock, numba_hooks.PATCHES:
        thread = threading.Thread(target=lambda: found.append(observed()))
        thread.start()
        thread.join()
    assert found == [before]
