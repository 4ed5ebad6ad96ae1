"""The draft as people use it: `draft(players=4)` and the family of games the registry knows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core import data
from ...core.errors import BadData, unknown
from ...core.game import Action, Face, Game, State
from ..cards import Card, CardSet
from ..match import RUNAWAY
from . import views
from .heuristics import WEIGHTS
from .start import Start, build
from .state import MAX_ACTIONS
from .state import State as Record
from .verbs import LABEL_BUY, LABEL_END, LABEL_LEAD, LABEL_REROLL, LABEL_SELL, LABEL_SHIFT

_KINDS = {
    LABEL_BUY: "buy",
    LABEL_SELL: "sell",
    LABEL_LEAD: "lead with",
    LABEL_REROLL: "reroll",
    LABEL_END: "end shopping",
}


class Draft(Game):
    """The rules of one draft and its start."""

    family = "autobattler"
    title = "Auto battler draft"
    version = 1
    dtype = Record
    max_actions = MAX_ACTIONS
    measures = ("rounds",)
    weights = WEIGHTS
    unordered = ("shop",)

    def __init__(self, name: str, start: Mapping[str, Any]):
        start = _plain(start)
        model = data.validate(Start, start)
        rules, setup, self.cards = build(model)
        super().__init__(name, start, rules, setup, players=model.players)
        self.details = tuple(f"{what}_{card}" for what in ("bought", "fought", "won") for card in self.cards.names)

    def measure(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """The rounds played, and of each card how often it was bought, was in a battle, and won there, by all players.

        A tie is half a win.
        """
        counted: dict[str, np.ndarray] = {"rounds": states["turn"].copy()}
        for what, unit in (("bought", 1), ("fought", 1), ("won", 2)):
            for place, card in enumerate(self.cards.names, start=1):
                counted[f"{what}_{card}"] = states[what][:, place] / unit
        return counted

    def words(self, label: int) -> tuple[str, str]:
        """The kind and name of an action."""
        kind, card = label >> LABEL_SHIFT, label & ((1 << LABEL_SHIFT) - 1)
        return _KINDS[kind], self.cards.names[card - 1] if card else ""

    def view(self, state: State) -> dict[str, Any]:
        """The position in the words of scenario files."""
        return views.view(self, state)

    def seen(self, state: State, player: int) -> dict[str, Any]:
        """The view as a player sees it: the others with their lineups of the last battles."""
        return views.view(self, state, player)

    def text(self, state: State) -> str:
        """The position as the one who shops sees it."""
        return views.board(self, state)

    def describe(self, state: State, action: Action) -> str:
        """An action with the price and the text of its card."""
        return views.describe(self, action)

    def public_text(self, state: State, action: Action, player: int) -> str:
        """Nobody sees what others do in the shop."""
        return ""

    def events(self, before: State, after: State) -> list[str]:
        """The battles between two rounds."""
        return views.events(self, before, after)

    def face(self, card: str) -> Face | None:
        """Attack, health, price and text of a card."""
        if card not in self.cards.names:
            return None
        found = self.cards.card(card)
        return Face(f"{found.attack}/{found.health}", str(found.price), self.cards.text(card))

    def fault_text(self, fault: int) -> str:
        """Why the rules could not go on."""
        return f"in a battle {RUNAWAY}"


def _plain(start: Mapping[str, Any]) -> dict[str, Any]:
    """A start of one's own, that can be saved with a game and does not change under it."""
    try:
        return dict(json.loads(json.dumps(start)))
    except (TypeError, ValueError, RecursionError):
        raise BadData("a start is plain data: words, numbers, lists and mappings") from None


_SCENARIOS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "draft": ("two players, three places, eight rounds", {}),
    "table": ("the same for four players", {"players": 4}),
    "long": ("two players, five places, twelve rounds", {"places": 5, "rounds": 12, "offers": 5, "lives": 5}),
}


class AutobattlerFamily:
    """Drafts: buy cards, arrange them, let them fight."""

    name = "autobattler"
    title = "Auto battler"
    synonyms: Mapping[str, str] = {"cost": "price"}

    def scenarios(self) -> Mapping[str, str]:
        """The drafts that come with the game."""
        return {name: line for name, (line, _) in _SCENARIOS.items()}

    def scenario(self, name: str) -> Mapping[str, Any]:
        """The start of one of them."""
        if name not in _SCENARIOS:
            raise unknown("scenario of autobattler", name, _SCENARIOS)
        return _SCENARIOS[name][1]

    def game(self, start: Mapping[str, Any], name: str = "custom") -> Draft:
        """A draft from its start."""
        return Draft(name, start)

    def rules(self, start: Mapping[str, Any]) -> dict[str, Any]:
        """The cards by name, each number of which can be tuned; mechanics of one's own beside them.

        >>> family.rules({})["cards"]["Grenade"]["price"]
        3
        """
        cards = data.validate(Start, _plain(start)).card_set()
        return {"cards": {card.name: {**card.to_dict(), "price": card.price} for card in cards.cards}}

    def with_rules(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> Mapping[str, Any]:
        """The start of a draft in which these cards replace those of the same name."""
        cards = {**self.rules(start)["cards"], **rules.get("cards", {})}
        return {**start, "cards": list(cards.values())}

    def rules_file(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
        """The whole set of cards."""
        return self.game(self.with_rules(start, rules)).cards.to_dict()


family = AutobattlerFamily()


def draft(
    cards: CardSet | list[Card] | str = "draft", players: int = 2, *, name: str = "custom", **start: Any
) -> Draft:
    """A draft for 2 to 8 players; `start` may hold all that scenario files can say: rounds, gold, places and so on.

    >>> state = draft(players=2, rounds=1).new(seed=3)
    >>> sorted({action.kind for action in state.legal()})
    ['buy', 'end shopping', 'reroll']
    """
    begin: dict[str, Any] = {**start, "players": players}
    if isinstance(cards, str):
        begin["cards"] = cards
    else:
        begin |= (cards if isinstance(cards, CardSet) else CardSet(tuple(cards))).to_dict()
    return family.game(begin, name)
