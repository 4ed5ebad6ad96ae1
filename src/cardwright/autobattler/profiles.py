"""Profiles: the rules of the paper's text, of its authors' program, and of that program without its defects.

Each difference is a switch.

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
    "time_bomb_at_once",  # on: a time bomb explodes with its p-th hit; off: before the combat after its next hit
    "survivalist_always",  # on: a survivalist exchanges also at the start and before combat; off: after blows and heals
    "heals_never_hurt",  # on: a card with more health than printed keeps it when it is healed; off: it falls to that
    "shares_in_percent",  # on: health_donor and pain_splitter have percentages; off: tenths
]
SWITCHES: tuple[str, ...] = get_args(Switch)
_CORRECTIONS = ("second_player_wins", "survivalist_swaps", "rampage_uses_parameter", "threshold_hits_fighter")
_ALL_OFF = dict.fromkeys(SWITCHES, False)
PROFILES: Mapping[str, Mapping[str, bool]] = {
    "corrected": {**_ALL_OFF, **dict.fromkeys(_CORRECTIONS, True)},
    # The authors' program. It accepts a parameter for rampage; only their experiments did not set it.
    "reference": {**_ALL_OFF, "rampage_uses_parameter": True},
    "experiments": _ALL_OFF,  # the published experiments, with middle age 4
    "paper": dict.fromkeys(SWITCHES, True),  # the text of the paper, where it differs from the program
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
