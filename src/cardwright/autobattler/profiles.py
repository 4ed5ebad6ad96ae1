"""Profiles: the rules as the paper describes them and as its authors' program plays them; each difference is a switch.

After Budijono, Goldman, Maloney, Mueller, Walker, Ladwig and Freedman, "LUDUS: An Optimization Framework to Balance
Auto Battler Cards" (2022).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from cardwright.core.errors import BadData, unknown

Switch = Literal[
    "second_player_wins",  # on: a win of side b counts; off: it counts as a tie
    "survivalist_swaps",  # on: a survivalist exchanges attack and health; off: it does nothing
    "rampage_uses_parameter",  # on: middle age is the card's parameter; off: it is 4
    "threshold_hits_fighter",  # on: the blast of threshold also reaches the enemy fighter; off: only the bench
]
SWITCHES: tuple[str, ...] = get_args(Switch)
PROFILES: Mapping[str, Mapping[str, bool]] = {
    "corrected": dict.fromkeys(SWITCHES, True),
    # The authors' program. It accepts a parameter for rampage; only their experiments did not set it.
    "reference": {**dict.fromkeys(SWITCHES, False), "rampage_uses_parameter": True},
    "paper": dict.fromkeys(SWITCHES, False),  # the published experiments, with middle age 4
}

Profile = str | Mapping[str, bool]


def switches(profile: Profile) -> dict[str, bool]:
    """Return the switches of a profile, given by name or as a mapping; missing switches are as in "corrected".

    >>> switches("corrected")["survivalist_swaps"], switches({"survivalist_swaps": False})["second_player_wins"]
    (True, True)
    """
    if isinstance(profile, str):
        if profile not in PROFILES:
            raise unknown("profile", profile, PROFILES)
        return dict(PROFILES[profile])
    if not isinstance(profile, Mapping):
        raise BadData(f"a profile is a name or a mapping of switches, not {type(profile).__name__}")
    for name, on in profile.items():
        if name not in SWITCHES:
            raise unknown("switch", name, SWITCHES)
        if not isinstance(on, bool):
            raise BadData(f"switch {name}: expected true or false, not {str(on)[:60]!r}")
    return {**PROFILES["corrected"], **profile}
