"""Replies of language models: the number of an option and, if there is one, a plan. Nothing is guessed."""

from __future__ import annotations

import re
from typing import NamedTuple

from cardwright.core.showing.text import one_line

from .prompt import harmless

LONGEST_REPLY = 40_000  # characters that are read and kept
LONGEST_PLAN = 1000
_THOUGHTS = re.compile(r"\s*<think>.*?</think>", re.DOTALL)
_DECORATION = " \t*_`#>."
_CHOICE = re.compile(r"choice[*_]*:[*_` ]*([0-9]{1,9})", re.IGNORECASE)
_PLAN = re.compile(r"plan[*_]*:[*_]*(.*)", re.IGNORECASE | re.DOTALL)


class Reply(NamedTuple):
    """What a reply says."""

    choice: int = 0  # the number of an option, from 1
    plan: str = ""
    problem: str = ""  # why the reply cannot be used; empty if it can


def without_thoughts(text: str) -> str:
    """Return a reply without what some models think in writing before it.

    >>> without_thoughts("<think>2 or 3?</think>Choice: 2")
    'Choice: 2'
    """
    thoughts = _THOUGHTS.match(text)
    return text[thoughts.end() if thoughts else 0 :]


def read_reply(text: str, count: int) -> Reply:
    """Parse a reply; its last line must be "Choice: N", with the number of one of `count` options.

    >>> read_reply("Plan: block first.\\nChoice: 2", count=3)
    Reply(choice=2, plan='block first.', problem='')
    >>> read_reply("Probably 2 or 3", count=3).problem
    'its last line is not "Choice: N"'
    """
    lines = [line.strip() for line in without_thoughts(text).splitlines() if line.strip()]
    chosen = [int(found[1]) for line in lines if (found := _CHOICE.fullmatch(line.strip(_DECORATION)))]
    if not lines:
        return Reply(problem="it is empty")
    if not _CHOICE.fullmatch(lines[-1].strip(_DECORATION)):
        return Reply(problem='its last line is not "Choice: N"')
    if len(set(chosen)) > 1:
        return Reply(problem=f"it names several options: {', '.join(map(str, dict.fromkeys(chosen[:5])))}")
    if not 1 <= chosen[-1] <= count:
        return Reply(problem=f"there is no option {chosen[-1]}; the options are 1 to {count}")
    return Reply(chosen[-1], _plan(lines[:-1]))


def _plan(lines: list[str]) -> str:
    """Return what follows "Plan:" at the beginning of a line."""
    for number, line in enumerate(lines):
        found = _PLAN.fullmatch(line.lstrip(_DECORATION))
        if found:
            return harmless(one_line(" ".join([found[1], *lines[number + 1 :]])))[:LONGEST_PLAN]
    return ""
