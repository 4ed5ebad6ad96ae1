"""Games as environments of other libraries: Gymnasium, PettingZoo, OpenSpiel.

Importing this package registers all games that come with Cardwright with Gymnasium, if it is installed:

    import gymnasium
    import cardwright.adapters

    env = gymnasium.make("cardwright/spire-jaw-worm-v0")

docs/environments.md explains observations, actions and rewards. `pip install 'cardwright[rl]'` installs the libraries.
"""

from __future__ import annotations

import importlib.util

if importlib.util.find_spec("gymnasium") is not None:
    from .registration import register

    register()
