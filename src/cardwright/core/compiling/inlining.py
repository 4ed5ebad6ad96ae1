"""Which functions a GPU kernel calls rather than inlines, because their copies would add too much code.

Code that is inlined everywhere grows so long that the GPU waits for instructions rather than for data. Threads that
run in step share the instructions they wait for, so their code can be longer, and it is decided by another rule.
"""

from __future__ import annotations

import collections
import graphlib
import itertools

LONGEST_COPY = 800  # instructions that inlining can add for one function
LONGEST_IN_STEP = 40_000  # the same for threads in step, counting what is inlined into the function

Sizes = dict[str, int]  # the instructions of each function
Calls = dict[str, list[str]]  # the functions that each calls, once for each call


def large(sizes: Sizes, called: Calls) -> set[str]:
    """Return the functions whose copies would be too large, counting each function by itself.

    >>> large({"main": 50, "twice": 900, "often": 10}, {"main": ["twice", "twice", "often", "often"]})
    {'twice'}
    """
    calls = collections.Counter(itertools.chain(*called.values()))
    return {name for name, size in sizes.items() if size * (calls[name] - 1) > LONGEST_COPY}


def large_with_callees(sizes: Sizes, called: Calls) -> set[str]:
    """Return the functions whose copies would be too large, counting everything inlined into them.

    If only its callees make a function too large, these stay calls instead: a quick test before something rare is worth
    inlining.

    >>> sizes, called = {"main": 50, "test": 10, "rare": 9000}, {"main": ["test"] * 9, "test": ["rare"], "rare": []}
    >>> large_with_callees(sizes, called)
    {'rare'}
    """
    calls = collections.Counter(itertools.chain(*called.values()))
    apart: set[str] = set()
    whole: dict[str, int] = {}
    in_order = {name: called[name] for name in sorted(called)}  # modules come in any order; the result must not
    for name in graphlib.TopologicalSorter(in_order).static_order():  # callees come first
        most = LONGEST_IN_STEP / max(calls[name] - 1, 1e-9)
        inlined = collections.Counter(each for each in called[name] if each not in apart)
        parts = {each: whole[each] * times for each, times in inlined.items()}
        whole[name] = sizes[name] + sum(parts.values())
        if sizes[name] > most:
            apart.add(name)
        for each in sorted(parts, key=parts.__getitem__, reverse=True):
            if whole[name] > most and name not in apart:
                apart.add(each)
                whole[name] -= parts[each]
    return apart
