"""The reference of the mechanics of the auto battler and of the switches of its rules, in the words of the data."""

from __future__ import annotations

from cardwright.autobattler import mechanics
from cardwright.autobattler.profiles import ABOUT, PROFILES

_TOP = """\
# Mechanics and switches of the auto battler

    cardwright autobattler cards table-1 --profile paper

These are the built-in mechanics of cards, with a number *p* from 1 to 10 where a parameter is named, and the switches
of [profiles](../autobattler.md#profiles).
"""


def page() -> str:
    """Return the page."""
    built_in = "".join(
        f"| `{name}` | {_with_p(each.text)}{f' (*p*: {each.parameter})' if each.parameter else ''} |\n"
        for name, each in mechanics().items()
    )
    switches = "".join(
        f"| `{name}` | {off} | {on} | {', '.join(profile for profile, each in PROFILES.items() if each[name])} |\n"
        for name, (off, on) in ABOUT.items()
    )
    return f"""{_TOP}
## Mechanics

| mechanic | what it does |
| --- | --- |
{built_in}
## Switches

| switch | off | on | on in |
| --- | --- | --- | --- |
{switches}"""


def _with_p(text: str) -> str:
    """Return the text of a mechanic for a number that is not known."""
    return text.replace("{p}0 %", "*p* tenths").replace("{p}", "*p*")
