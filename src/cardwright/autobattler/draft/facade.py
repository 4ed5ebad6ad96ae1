"""The draft as people use it: `draft(players=4)` and the family of games the registry knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core import data
from ...core.family import Family
from ...core.game import Game, State
from ...core.labels import split_label
from ...core.presentation import Action, Face, Presentation
from ..cards import Card, CardSet
from ..match import RUNAWAY
from . import views
from .heuristics import WEIGHTS
from .start import Start, build
from .state import MAX_ACTIONS
from .state import State as Record
from .verbs import LABEL_BUY, LABEL_END, LABEL_LEAD, LABEL_REROLL, LABEL_SELL

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
    presentation = Presentation(unordered=("shop",))

    def __init__(self, name: str, start: Mapping[str, Any]):
        start = data.plain(start)
        model = data.validate(Start, start)
        rules, setup, self.cards = build(model)
        super().__init__(name, start, setup, players=model.players, rules=rules)
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
        kind, card = split_label(label)
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


_SCENARIOS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "draft": ("two players, three places, eight rounds", {}),
    "table": ("the same for four players", {"players": 4}),
    "long": ("two players, five places, twelve rounds", {"places": 5, "rounds": 12, "offers": 5, "lives": 5}),
}


class AutobattlerFamily(Family[Draft]):
    """Drafts: buy cards, arrange them, let them fight."""

    synonyms: Mapping[str, str] = {"cost": "price"}

    def rules(self, start: Mapping[str, Any]) -> dict[str, Any]:
        """The cards by name, each number of which can be tuned; mechanics of one's own beside them.

        >>> family.rules({})["cards"]["Grenade"]["price"]
        3
        """
        cards = data.validate(Start, data.plain(start)).card_set()
        return {"cards": {card.name: {**card.to_dict(), "price": card.price} for card in cards.cards}}

    def with_rules(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> Mapping[str, Any]:
        """The start of a draft in which these cards replace those of the same name."""
        cards = {**self.rules(start)["cards"], **rules.get("cards", {})}
        return {**start, "cards": list(cards.values())}

    def rules_file(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
        """The whole set of cards."""
        return self.game(self.with_rules(start, rules)).cards.to_dict()


family = AutobattlerFamily(Draft, _SCENARIOS)


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
