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
    "second_player_wins",
    "survivalist_swaps",
    "rampage_uses_parameter",
    "threshold_hits_fighter",
    "time_bomb_at_once",
    "survivalist_always",
    "heals_never_hurt",
    "shares_in_percent",
]
ABOUT: Mapping[Switch, tuple[str, str]] = {  # what happens without it, as in the authors' program, and with it
    "second_player_wins": ("every win of side b counts as a tie", "it is a win"),
    "survivalist_swaps": ("the survivalist does nothing", "it exchanges attack and health after blows and heals"),
    "rampage_uses_parameter": ("middle age is always 4", "it is the number on the card"),
    "threshold_hits_fighter": ("the blast of threshold reaches only the enemy bench", "it reaches the fighter too"),
    "time_bomb_at_once": (
        "a time bomb explodes before a combat, if it was hit more than *p* times",
        "it explodes with hit *p*, even if that hit kills it",
    ),
    "survivalist_always": (
        "a survivalist exchanges only after blows and heals",
        "also at the start and before combat, when its attack may have grown",
    ),
    "heals_never_hurt": (
        "a heal brings a card that has exchanged down to its printed health",
        "it keeps what it has",
    ),
    "shares_in_percent": (
        "the numbers of `health_donor` and `pain_splitter` are tenths",
        "percent, from 1 to 100",
    ),
}
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
