"""The event log: reports cost compiled kernels nothing, and plain Python collects them."""

from __future__ import annotations

import random
import subprocess
import sys
from enum import IntEnum

import numpy as np
import pytest

import cardwright
from cardwright.core.compiling.jit import COMPILED, inner, kernel
from cardwright.core.event_log import EVERYBODY, LoggedEvent, collect, listening, log_event, only
from cardwright.core.interpreted import plain


class Event(IntEnum):
    """What the kernels below report."""

    COUNTED = 4  # the number
    DOUBLED = 5  # the number and its double


@inner
def double(numbers, k):
    log_event(Event.DOUBLED, only(k), numbers[k], 2 * numbers[k])
    return 2 * numbers[k]


@kernel
def reporting(numbers):
    total = 0
    for k in range(numbers.size):
        log_event(Event.COUNTED, EVERYBODY, numbers[k])
        total += double(numbers, k)
    return total


@inner
def silent_double(numbers, k):
    return 2 * numbers[k]


@kernel
def silent(numbers):
    total = 0
    for k in range(numbers.size):
        total += silent_double(numbers, k)
    return total


NUMBERS = np.array([7, 9], np.int16)


def test_rules_as_plain_python_report_what_they_do():
    with listening() as events:
        assert plain(reporting)(NUMBERS) == 32
    assert events == [
        LoggedEvent(Event.COUNTED, EVERYBODY, (7,)),
        LoggedEvent(Event.DOUBLED, 0b01, (7, 14)),
        LoggedEvent(Event.COUNTED, EVERYBODY, (9,)),
        LoggedEvent(Event.DOUBLED, 0b10, (9, 18)),
    ]


@pytest.mark.skipif(not COMPILED, reason="Numba is switched off")
def test_compiled_rules_report_nothing():
    with listening() as events:
        assert reporting(NUMBERS) == 32
    assert events == []


@pytest.mark.skipif(not COMPILED, reason="Numba is switched off")
def test_a_report_compiles_to_no_instruction():
    assert reporting(NUMBERS) == silent(NUMBERS)
    for each in (reporting, silent):
        each.recompile()  # code from the cache cannot be read
    lengths = [
        sum(line.startswith(("\t", "  ")) and "." not in line.split()[0] for line in code.splitlines())
        for each in (reporting, silent)
        for code in each.inspect_asm().values()
    ]
    assert lengths[0] == lengths[1] > 10


def test_without_a_listener_nothing_is_collected():
    plain(reporting)(NUMBERS)
    collect(Event.COUNTED, EVERYBODY, 1)
    with listening() as events:
        pass
    assert events == []


def test_listeners_nest():
    with listening() as outer:
        collect(Event.COUNTED, EVERYBODY, 1)
        with listening() as inside:
            collect(Event.COUNTED, EVERYBODY, 2)
        collect(Event.COUNTED, EVERYBODY, 3)
    assert [event.operands for event in outer] == [(1,), (3,)]
    assert [event.operands for event in inside] == [(2,)]


@pytest.mark.parametrize("name", ["spire:sentries", "unicorns:3", "cgdl:uno", "cgdl:texas", "autobattler:draft"])
def test_a_logged_game_is_the_same_game(name):
    game = cardwright.game(name)
    logged, compiled = game.new(3, logged=True), game.new(3)
    choice = random.Random(1)
    assert logged == compiled
    for _ in range(40):
        if compiled.over:
            break
        action = choice.choice(compiled.legal())
        assert action in logged.legal()
        assert logged.play(action) == compiled.play(action)
        hidden = [each.copy(hidden_from=max(0, each.decider), seed=5) for each in (logged, compiled)]
        assert hidden[0] == hidden[1]


def test_a_logged_game_compiles_nothing():
    code = (
        "import cardwright\n"
        "from cardwright.core.compiling import numba_hooks\n"
        "def fail(): raise SystemExit('compiled something')\n"
        "numba_hooks.on_compiling(fail)\n"
        "state = cardwright.game('spire:jaw-worm').new(3, logged=True)\n"
        "state.play('end turn'), state.legal(), state.copy(hidden_from=0, seed=1)\n"
        "print('played')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "played\n", done.stderr
