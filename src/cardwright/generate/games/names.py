"""Names for generated games."""

from __future__ import annotations

FIRST = (
    "Amber", "Bitter", "Brisk", "Calm", "Candle", "Copper", "Crooked", "Distant", "Early", "Evening", "Faithful",
    "Foggy", "Gentle", "Gilded", "Hollow", "Humble", "Ivory", "Jolly", "Late", "Little", "Lucky", "Merry", "Misty",
    "Narrow", "Nimble", "Northern", "Patient", "Plain", "Quiet", "Rusty", "Salty", "Silent", "Silver", "Sleepy",
    "Sober", "Southern", "Stubborn", "Thirsty", "Velvet", "Windy",
)  # fmt: skip
SECOND = (
    "Anchor", "Badger", "Barrel", "Bishop", "Bridge", "Carter", "Castle", "Cooper", "Dragoon", "Falcon", "Ferry",
    "Fiddler", "Fountain", "Gallop", "Garden", "Harbour", "Hatter", "Heron", "Inn", "Juggler", "Kettle", "Lantern",
    "Magpie", "Market", "Miller", "Orchard", "Otter", "Parson", "Piper", "Raven", "Sailor", "Smuggler", "Sparrow",
    "Stable", "Steward", "Tailor", "Tinker", "Tower", "Wagon", "Weaver",
)  # fmt: skip


def name(seed: int) -> str:
    """Return a name; the same seed returns the same name.

    >>> name(0)
    'Amber Anchor'
    """
    return f"{FIRST[seed % len(FIRST)]} {SECOND[seed // len(FIRST) % len(SECOND)]}"
