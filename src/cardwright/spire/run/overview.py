"""What a seed holds, for people: Neow, bosses, encounters, relics, and what lies along a path through act 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.core.errors import BadData
from cardwright.core.interpreted import plain
from cardwright.spire.maps.generation import ROWS

from .flow import allowed
from .recording import record
from .script import scripted_action
from .state import NONE, Frame
from .words import frame

_KEPT = ("act", "boss", "second_boss", "encounters", "elites")


def overview(seed: int | str, ascension: int = 0, columns: Mapping[int, int] | None = None) -> dict[str, Any]:
    """Return what a seed holds, up to the end of act 1.

    Choices are those of the script of the recorded runs. `columns` says where to go: the column of each row, counted
    from 0; the script decides about rows that it leaves out.

    >>> found = overview(1)
    >>> found["acts"][0]["boss"], found["card_rewards"][1]["cards"]
    ('Slime Boss', ['Feel No Pain', 'Dual Wield', 'Anger'])
    """
    way = columns or {}

    def choose(s: Any, t: Any) -> int:
        if frame(s) == Frame.MAP:
            if s.act > 1:
                return NONE
            row = int(s.y) + 1
            if row < ROWS and row in way:
                if not plain(allowed)(s, t, way[row]):
                    raise BadData(f"no way leads to column {way[row]} of row {row}")
                return way[row]
        return int(plain(scripted_action)(s, t))

    run = record(seed, ascension, choose)
    floors = run["floors"]
    rewards = [
        {"floor": each["floor"], "cards": cards}
        for each in floors
        for screen in each.get("rewards", [])
        for cards in screen.get("cards", [])
    ]
    return {
        **{key: run[key] for key in ("seed", "seed_text", "ascension", "neow_options")},
        "acts": [{key: act[key] for key in _KEPT if key in act} for act in run["acts"]],
        "relic_pools": run["relic_pools"],
        "card_rewards": rewards,
        "shops": [{"floor": each["floor"], **each["shop"]} for each in floors if "shop" in each],
        "chests": [
            {"floor": each["floor"], **each["chest"], "relics": each["rewards"][0].get("relics", [])}
            for each in floors
            if "chest" in each
        ],
        "boss_relics": next((each["boss_relics"] for each in floors if "boss_relics" in each), []),
        "floors": floors,
    }
