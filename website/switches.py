"""The reference of departures from the rules of Unstable Unicorns, in the words of the data."""

from __future__ import annotations

from cardwright import unicorns

_TOP = """\
# Departures from the rules of Unstable Unicorns

    cardwright arena unicorns:thesis --seats "2*rules,4*random" --games 1000 --seed 1

The rules `thesis` turn on all of these switches, which [unicorns.md](../unicorns.md#departures-from-the-rules)
explains; a start can turn on any of them: `switches: {pandas_win: true}`.
"""


def page() -> str:
    """Return the page."""
    rows = "".join(f"| `{name}` | {each.about} |\n" for name, each in unicorns.profiles().switches.items())
    return f"{_TOP}\n| switch | what changes |\n| --- | --- |\n{rows}"
