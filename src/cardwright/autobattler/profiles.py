"""Profiles: the rules as they should be, and as the authors' program had them. Each difference is a switch of its own.

After Budijono, Goldman, Maloney, Mueller, Walker, Ladwig and Freedman, "LUDUS: An Optimization Framework to Balance
Auto Battler Cards" (2022).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from cardwright.core.errors import BadData, unknown

Switch = Literal[
    "second_player_wins",  # a win of the second side counts; without, it counts as a tie
    "survivalist_swaps",  # a survivalist exchanges attack and health; without, it does nothing
    "rampage_uses_parameter",  # middle age is the card's parameter; without, it is 4
    "threshold_hits_fighter",  # the blast of threshold reaches the enemy fighter too; without, only the bench
]
SWITCHES: tuple[str, ...] = get_args(Switch)
PROFILES: Mapping[str, Mapping[str, bool]] = {
    "corrected": dict.fromkeys(SWITCHES, True),
    # The authors' program; it takes the parameter of a rampage, which only their experiments left out.
    "reference": {**dict.fromkeys(SWITCHES, False), "rampage_uses_parameter": True},
    "paper": dict.fromkeys(SWITCHES, False),  # as the published experiments were run, with middle age 4
}

Profile = str | Mapping[str, bool]


def switches(profile: Profile) -> dict[str, bool]:
    """The switches of a profile by name, or of a mapping; what a mapping leaves out is corrected.

    >>> switches("corrected")["survivalist_swaps"], switches({"survivalist_swaps": False})["second_player_wins"]
    (True, True)
    """
    if isinstance(profile, str):
        if profile not in PROFILES:
            raise unknown("profile", profile, PROFILES)
        return dict(PROFILES[profile])
    if not isinstance(profile, Mapping):
        raise BadData(f"a profile is a name or switches by name, not {type(profile).__name__}")
    for name, on in profile.items():
        if name not in SWITCHES:
            raise unknown("switch", name, SWITCHES)
        if not isinstance(on, bool):
            raise BadData(f"switch {name}: on is true, off is false, not {str(on)[:60]!r}")
    return {**PROFILES["corrected"], **profile}
