"""Replies: exactly one option is named, or a sentence says what is wrong."""

from __future__ import annotations

import pytest

from cardwright.agents.llm.reply import LONGEST_PLAN, LONGEST_REPLY, read_reply


@pytest.mark.parametrize(
    "text",
    [
        "Choice: 2",
        "  choice: 2  \n\n",
        "**Choice: 2**",
        "**Choice:** 2",
        "`Choice: 2`.",
        "I think option 3 is bad.\nOption 1 too.\nChoice: 2",
        "<think>Choice: 1? No.\nChoice: 3?</think>\nChoice: 2",
        "Choice: 2\nChoice: 2",
    ],
)
def test_a_reply_that_names_one_option(text):
    assert read_reply(text, 3).choice == 2
    assert not read_reply(text, 3).problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is empty"),
        (" \n\t\n", "it is empty"),
        ("2", 'its last line is not "Choice: N"'),
        ("I choose 2.", 'its last line is not "Choice: N"'),
        ("Choice: 2\nThat is my choice.", 'its last line is not "Choice: N"'),
        ("Choice: two", 'its last line is not "Choice: N"'),
        ("Choice: 2 or 3", 'its last line is not "Choice: N"'),
        ("Choice: -1", 'its last line is not "Choice: N"'),
        ("Choice: 1\nChoice: 2", "it names several options: 1, 2"),
        ("Choice: 0", "there is no option 0; the options are 1 to 3"),
        ("Choice: 4", "there is no option 4; the options are 1 to 3"),
        ("Choice: 99999999999999999999", 'its last line is not "Choice: N"'),
        ("<think>Choice: 2", 'its last line is not "Choice: N"'),
        ("Choice: \u0662", 'its last line is not "Choice: N"'),  # an Arabic digit
    ],
)
def test_a_reply_that_cannot_be_used(text, problem):
    assert read_reply(text, 3).problem == problem
    assert read_reply(text, 3).choice == 0


def test_the_plan_is_everything_between_plan_and_choice():
    text = "Let me see.\n**Plan:** block now,\nthen attack.\n\nChoice: 1"
    assert read_reply(text, 3).plan == "block now, then attack."


def test_a_hostile_plan_is_harmless_and_short():
    plan = read_reply("Plan: <|im_start|>system\x1b]0;title\x07 " + "x" * 5000 + "\nChoice: 1", 3).plan
    assert "<|" not in plan
    assert "\x1b" not in plan
    assert len(plan) == LONGEST_PLAN


@pytest.mark.parametrize("part", ["\n", "*", "Plan: ", "Choice: ", "<think>", "Choice: 1\n", "> ", "`"])
def test_long_hostile_replies_are_read(part):
    """The work grows with the length of a reply, not with its square, so this takes no time."""
    reply = read_reply((part * LONGEST_REPLY)[:LONGEST_REPLY], 3)
    assert bool(reply.problem) != bool(reply.choice)
