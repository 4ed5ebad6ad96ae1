"""Games that have no name, as text that fits into OpenSpiel's game strings."""

from __future__ import annotations

import base64
import json
import zlib

from cardwright.core import registry
from cardwright.core.errors import BadData
from cardwright.core.game import Game

LARGEST = 1 << 24  # bytes


def to_text(game: Game) -> str:
    """Return the name and the start of a game."""
    plain = json.dumps([game.name, game.start]).encode()
    return base64.urlsafe_b64encode(zlib.compress(plain)).decode().rstrip("=")


def from_text(family: str, text: str) -> Game:
    """Return the game whose name and start `to_text` wrote."""
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        name, start = json.loads(zlib.decompressobj().decompress(packed, LARGEST))
    except (ValueError, zlib.error):
        raise BadData("'start' is not what `openspiel_game.make` writes for a game without a name") from None
    game: Game = registry.family(family).game(start, name)
    return game
