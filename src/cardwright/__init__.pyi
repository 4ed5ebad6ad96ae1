# What the package offers, each name once.

from . import agents as agents
from . import arena as arena
from . import autobattler as autobattler
from . import balance as balance
from . import cgdl as cgdl
from . import core as core
from . import generate as generate
from . import route as route
from . import scenarios as scenarios
from . import spire as spire
from . import training as training
from . import unicorns as unicorns
from .core.errors import BadData as BadData
from .core.errors import CardwrightError as CardwrightError
from .core.errors import IllegalAction as IllegalAction
from .core.errors import RunawayRules as RunawayRules
from .core.errors import UnknownName as UnknownName
from .core.family import Family as Family
from .core.game import Game as Game
from .core.presentation import Action as Action
from .core.registry import game as game
from .core.registry import games as games
from .core.registry import register_family as register_family
from .core.saved_games import load_state as load_state
from .core.saved_games import state_from_json as state_from_json
from .core.showing.html import SideBySide as SideBySide
from .core.state import State as State
from .core.working.workers import working_on as working_on

__version__: str
