"""Interpreters branch by groups of instructions: each branch handles the members of its own group."""

from __future__ import annotations

import ast
import inspect
from enum import IntEnum

import pytest

from cardwright.spire.engine import formula_vm, interpreter, targets
from cardwright.spire.engine.opcodes import Op, TermOp
from cardwright.unicorns.chain import effects
from cardwright.unicorns.rules import Op as UnicornOp

GROUPS = [
    (interpreter, "_on_agent", Op.ATTACK, Op.LAST_ON_AGENT),
    (interpreter, "_on_player", Op.ENERGY, Op.LAST_ON_PLAYER),
    (interpreter, "_on_card", Op.MOVE, Op.LAST_ON_CARD),
    (targets, "aim_at_agent", Op.CHOOSE_AGENT, Op.LAST_AIM_AT_AGENT),
    (targets, "aim_at_card", Op.CHOOSE_CARD, Op.LAST_AIM_AT_CARD),
    (interpreter, "_control", Op.SELF_CARD, max(Op)),
    (formula_vm, "_combine", TermOp.FIRST_OPERATOR, TermOp.LAST_OPERATOR),
    (formula_vm, "_value_of_agent", TermOp.FIRST_OF_AGENT, TermOp.LAST_OF_AGENT),
    (formula_vm, "_value_of_cards", TermOp.FIRST_OF_CARDS, TermOp.LAST_OF_CARDS),
    (effects, "_move_target", UnicornOp.DESTROY, UnicornOp.LAST_LEAVING),
]


def handled(module, function, kind: type[IntEnum]) -> set[IntEnum]:
    """Return the members of an enum that a function of a module names."""
    code = next(each for each in ast.parse(inspect.getsource(module)).body if getattr(each, "name", "") == function)
    used = [each for each in ast.walk(code) if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)]
    return {kind[each.attr] for each in used if each.value.id == kind.__name__}


@pytest.mark.parametrize(("module", "function", "first", "last"), GROUPS)
def test_a_branch_handles_the_members_of_its_group_only(module, function, first, last):
    found = handled(module, function, type(first))
    assert found
    assert all(first <= each <= last for each in found)


def test_the_groups_of_effects_leave_no_gap():
    groups = [(first, last) for _, _, first, last in GROUPS if isinstance(first, Op)]
    assert [each for first, last in groups for each in Op if first <= each <= last] == [each for each in Op if each]
