"""The rows of the effects of cards, which only games of language 3 have."""

from __future__ import annotations

import numpy as np

from cardwright.core.record import struct

Trigger = struct(
    [
        ("cards", np.int64),  # those with the effect
        ("table", np.int8),  # where a player puts one of them
    ]
)
