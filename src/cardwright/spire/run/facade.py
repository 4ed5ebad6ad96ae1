"""Runs as people play them: `game(seed=..., ascension=...)`, and the class that the family `spire` makes them of."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from cardwright.core import data
from cardwright.core.game import TokenField
from cardwright.core.labels import split_label
from cardwright.core.state import State
from cardwright.spire.engine.heuristics import Weight as BattleWeight
from cardwright.spire.facade import Battle
from cardwright.spire.notation.content import Content, standard

from . import verbs as _verbs  # noqa: F401  registers the verbs
from .action_space import action_names
from .action_words import action_words
from .actions import MAX_ACTIONS
from .features import feature_names
from .own import names_with, own_relics
from .plan import Weight as RunWeight
from .record import Record
from .rules import build, standard_rules
from .start import RunStart, own_things, setup
from .state import Frame, Outcome
from .summary_names import NAMES as SUMMARY
from .tables import names, source
from .token_fields import MOST_ROWS, token_fields
from .views import RunViews

HOW_TO_PLAY = (
    "You climb the first act of the Spire. Choose a path on the map, fight what stands there, and take cards, relics, "
    "potions and gold. Shops sell and remove cards, rest sites heal you or upgrade a card, and events offer a choice. "
    "You win when the boss on top of the map is beaten, and lose when your HP are gone. In battles: "
)


class RunGame(RunViews):
    """The rules and the start of a run."""

    family = "spire"
    title = "Slay the Spire run"
    version = 1
    dtype = Record
    max_actions = MAX_ACTIONS
    summary_names = SUMMARY
    measures = ("floor", "hp_left")
    details = ("died_of",)
    value_names = MappingProxyType({"died_of": ("nothing", "an event", *names().encounters)})
    status_holders = Battle.status_holders
    strongest = "mcts:400"
    weight_names = tuple(each.name.lower() for each in (*BattleWeight, *RunWeight))
    weights = tuple(map(float, map(source("weights/evolved")["weights"].__getitem__, weight_names)))

    def __init__(self, name: str, start: Mapping[str, Any]):
        start = data.plain(start)
        model = data.validate(Start, start)
        content, ascension = standard(), model.run.ascension
        if model.content is not None:
            content = content.with_more(model.content)
        self.listed = names() if model.content is None else names_with(content, *own_things(model.run, content))
        made = standard_rules(ascension) if model.content is None else build(content, ascension, self.listed)
        super().__init__(name, start, setup(model.run, content, self.listed, made.rules), players=1, rules=made.rules)
        self.battle = Battle.of(made.battle, content, ascension)
        self.status_names = self.battle.status_names
        self.max_tokens = MOST_ROWS + self.battle.max_tokens

    @functools.cached_property
    def features(self) -> Sequence[str]:
        """What each number of an observation means: first those of the run, then those of its battle."""
        return feature_names(self.battle.card_names, own_relics(self.listed), self.battle.features)

    @functools.cached_property
    def token_fields(self) -> Sequence[TokenField]:
        """The columns of the rows that describe the run, its screen and its battle."""
        return token_fields(self.battle.token_fields)

    @functools.cached_property
    def action_space(self) -> Sequence[str]:
        """What each action of a learner means: first those of battles, then those of the screens."""
        return action_names(self.battle.card_names, own_relics(self.listed), self.battle.action_space)

    def player_name(self, player: int) -> str:
        """Return what the player is called."""
        return self.battle.player_name(player)

    def words(self, label: int) -> tuple[str, str]:
        """Return the kind and the name of an action."""
        kind, subject = split_label(label)
        return action_words(kind, subject, self.battle) or self.battle.words(label)

    def answer_host(self, state: State) -> None:
        """Refuse cards that ask Python functions, which only single battles can."""
        raise TypeError("runs have no host actions")

    def fault_text(self, fault: int) -> str:
        """Return why the rules stopped."""
        return self.battle.fault_text(fault)

    def ending(self, state: State) -> str:
        """Return whether the player survived."""
        run = state.record.run
        if run.outcome == Outcome.VICTORY:
            return f"player beats the boss of act {int(run.act)} with {int(run.hp)} HP left"
        return f"player dies on floor {int(run.floor)}"

    def how_to_play(self) -> str:
        """Return the rules in a few sentences."""
        return HOW_TO_PLAY + self.battle.how_to_play()

    def card_list(self) -> Sequence[str]:
        """Return the names of all cards."""
        return self.battle.card_list()

    def terms(self) -> dict[str, str]:
        """Return what each status does."""
        return self.battle.terms()

    def glossary(self) -> dict[str, str]:
        """Return what statuses, relics, potions, enemies and their moves do."""
        return self.battle.glossary()

    def measure(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """Return the floor that was reached, the player's HP there, and what the player died of (see `value_names`)."""
        runs = states["run"]
        tops = np.take_along_axis(runs["frames"], np.maximum(0, runs["depth"] - 1)[:, None].astype(np.int64), 1)[:, 0]
        died_of = np.where(tops == Frame.FIGHT, 2 + runs["encounter"], 1) * (runs["outcome"] == Outcome.DEATH)
        return {"floor": runs["floor"], "hp_left": runs["hp"], "died_of": died_of}


class Start(data.Data):
    """The start of a run, and content besides the standard one."""

    run: RunStart
    content: Content | None = None


def game(name: str = "custom", **start: Any) -> RunGame:
    """Return a run; `start` takes the keys of `RunStart`, such as the seed of the map and the ascension.

    >>> game(seed="HELLO", ascension=5)
    <Slay the Spire run: custom>
    """
    return RunGame(name, {"run": start})
