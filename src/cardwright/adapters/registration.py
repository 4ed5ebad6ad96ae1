"""The names that Gymnasium knows our games by."""

from __future__ import annotations

import gymnasium

from cardwright.core.registry import games

NAMESPACE = "cardwright"
ANY_GAME = f"{NAMESPACE}/game-v0"
ENV = "cardwright.adapters.gymnasium_env:CardwrightEnv"
VECTOR_ENV = "cardwright.adapters.vector_env:CardwrightVectorEnv"


def env_id(game: str) -> str:
    """Return the name of a game in Gymnasium; a described game goes by its own name.

    >>> env_id("spire:jaw-worm"), env_id("cgdl:crazy_eights")
    ('cardwright/spire-jaw-worm-v0', 'cardwright/crazy-eights-v0')
    """
    name = game.removeprefix("cgdl:").replace(":", "-").replace("_", "-")
    return f"{NAMESPACE}/{name}-v0"


def register() -> None:
    """Register every game that is installed, and one name for any game, which is given as `game`."""
    gymnasium.register(ANY_GAME, entry_point=ENV, vector_entry_point=VECTOR_ENV)
    for game in games():
        gymnasium.register(env_id(game), entry_point=ENV, vector_entry_point=VECTOR_ENV, kwargs={"game": game})
