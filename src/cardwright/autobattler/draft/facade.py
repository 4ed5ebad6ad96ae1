"""The public face of the draft: `draft(players=4)` and the family for the registry."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cardwright.core import data
from cardwright.core.family import Family
from cardwright.core.game import TokenField
from cardwright.core.labels import split_label
from cardwright.core.making.maker import CardMaker
from cardwright.core.presentation import Presentation
from cardwright.core.state import State

from ..cards import Card, CardSet
from ..match import RUNAWAY
from .heuristics import WEIGHTS, Weight
from .observation import action_names, feature_names
from .start import Start, build_rules, build_setup
from .state import MAX_ACTIONS, MAX_STEPS
from .state import State as Record
from .summary import summary_names
from .tokens import max_tokens, token_fields
from .verbs import Label
from .views import DraftViews

_KINDS = {
    Label.BUY: "buy",
    Label.SELL: "sell",
    Label.LEAD: "lead with",
    Label.REROLL: "reroll",
    Label.END: "end shopping",
}


HOW_TO_PLAY = (
    "Each round you get gold and a shop of your own. Buy cards for your lineup, sell them for half their price, or "
    "pay for other offers. Then lineups meet in pairs and fight by themselves: in each phase the leftmost cards of "
    "both sides hit each other once, and a card that survives goes to the right end of its lineup, until a side has "
    "no cards left. The loser of a battle loses a life, and a player without lives is out. The game "
    "ends after the last round, or when one player is left; the player with the most lives wins, and among equals "
    "the one who won more battles."
)
POOL = (
    "All players share one pool with {} copies of each card. What a shop offers comes out of it; offers that are not "
    "bought, cards that are sold and those of players who are out go back."
)
UPGRADES = (
    "Three equal cards in a lineup merge into an upgraded one, marked +, with twice the attack and health. It takes "
    "the place of the leftmost. The third can be bought even if the lineup is full. Upgraded cards do not merge again."
)


class Draft(DraftViews):
    """The rules and the start of one draft."""

    family = "autobattler"
    title = "Auto battler draft"
    version = 1
    dtype = Record
    max_actions = MAX_ACTIONS
    measures = ("rounds",)
    weights = WEIGHTS
    weight_names = tuple(each.name.lower() for each in Weight)
    presentation = Presentation(
        unordered=("shop",),
        playing=("buy",),
        sources={"buy": ("shop",), "sell": ("lineup",), "lead with": ("lineup",)},
    )

    def __init__(self, name: str, start: Mapping[str, Any]):
        start = data.plain(start)
        model = data.validate(Start, start)
        self._set_up(name, start, model, *build_rules(model))

    @classmethod
    def several(cls, shared: Mapping[str, Any], named: Mapping[str, Mapping[str, Any]]) -> list[Draft]:
        """Return a draft for each position by name, all with the rules of the shared start, compiled only once.

        A position gives the players and the first shop.
        """
        shared = data.plain(shared)
        model = data.validate(Start, shared)
        rules, cards = build_rules(model)
        drafts = []
        for name, position in named.items():
            draft = cls.__new__(cls)
            given = data.validate(Start, position)
            own = model.model_copy(update={key: getattr(given, key) for key in position})
            draft._set_up(name, {**shared, **position}, own, rules, cards)
            drafts.append(draft)
        return drafts

    def _set_up(self, name: str, start: Mapping[str, Any], model: Start, rules: np.ndarray, cards: CardSet) -> None:
        super().__init__(name, start, build_setup(model, cards), players=model.players, rules=rules)
        self.cards = cards
        self.profile = model.profile
        self.max_decisions = (model.rounds - model.round + 1) * model.players * (MAX_STEPS + 1)
        self.summary_names = summary_names(model.players)
        self.max_tokens = max_tokens(model.players, rules)
        self.details = tuple(f"{what}_{card}" for what in ("bought", "fought", "won") for card in self.cards.names)

    @functools.cached_property
    def features(self) -> Sequence[str]:
        """What each number of an observation means."""
        return feature_names(self.players, int(self.rules["lineup"][0]), self.cards.names)

    @functools.cached_property
    def token_fields(self) -> Sequence[TokenField]:
        """The columns of the rows that describe players and cards."""
        return token_fields(self.players, int(self.rules["lineup"][0]), self.cards.names)

    @functools.cached_property
    def action_space(self) -> Sequence[str]:
        """What each action of a learner means."""
        return action_names(self.cards.names)

    def measure(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """Return the rounds played and, for each card, how often it was bought, fought in a battle, and won there.

        The counts add up all players; a tie is half a win.
        """
        counted: dict[str, np.ndarray] = {"rounds": states["turn"].copy()}
        for what, unit in (("bought", 1), ("fought", 1), ("won", 2)):
            for index, card in enumerate(self.cards.names, start=1):
                counted[f"{what}_{card}"] = states[what][:, index] / unit
        return counted

    def how_to_play(self) -> str:
        """Return the rules in a few sentences."""
        texts = [HOW_TO_PLAY]
        if copies := int(self.rules["pool"][0]):
            texts.append(POOL.format(copies))
        if self.rules["kinds"][0] > self.rules["offered"][0]:
            texts.append(UPGRADES)
        return " ".join(texts)

    def card_list(self) -> Sequence[str]:
        """Return the names of all cards that the shop can offer, and of the upgraded ones."""
        return self.cards.names

    def playable_cards(self) -> Sequence[str]:
        """Return the names of all cards that the shop can offer."""
        return self.cards.names[: int(self.rules["offered"][0])]

    def words(self, label: int) -> tuple[str, str]:
        """Return the kind and name of an action."""
        kind, card = split_label(label)
        return _KINDS[Label(kind)], self.cards.names[card - 1] if card else ""

    def ending(self, state: State) -> str:
        """Return who won, and with how many lives and points."""
        record = state.record
        winners = [self.player_name(player) for player in state.winners]
        won = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}" if winners else "nobody wins"
        results = [f"{self.player_name(seat)}: {_result(record.players[seat])}" for seat in range(record.count)]
        rounds = "1 round" if record.turn == 1 else f"{int(record.turn)} rounds"
        return f"{won} after {rounds} ({'; '.join(results)})"

    def fault_text(self, fault: int) -> str:
        """Return why the rules could not go on."""
        return f"in a battle, {RUNAWAY}"


def _result(player: Any) -> str:
    """Return how long a player lasted, or the lives left, and the battles won."""
    won = f"{int(player.points) or 'no'} battle{'' if player.points == 1 else 's'} won"
    if player.out:
        return f"out in round {int(player.out)}, {won}"
    return f"{int(player.lives)} {'life' if player.lives == 1 else 'lives'} left, {won}"


_STARTS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "draft": ("two players, lineups of three, eight rounds", {}),
    "table": ("the same for four players", {"players": 4}),
    "pool": (
        "four players, lineups of four, a shared pool and upgrades",
        {"players": 4, "places": 4, "offers": 5, "pool": 8, "upgrades": True},
    ),
    "long": ("two players, lineups of five, twelve rounds", {"places": 5, "rounds": 12, "offers": 5, "lives": 5}),
}


class AutobattlerFamily(Family[Draft]):
    """Drafts: buy cards, arrange them, let them fight."""

    synonyms: Mapping[str, str] = {"cost": "price"}

    def card_maker(self) -> CardMaker:
        """Return what grows cards and mechanics after the built-in ones."""
        from ..making import AutobattlerMaker

        return AutobattlerMaker()

    def inline_files(self, start: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
        """Read the card set that `cards` names, relative to the folder of the scenario file."""
        cards = start.get("cards")
        if not isinstance(cards, str) or not cards.lower().endswith((".yaml", ".yml", ".json")):
            return start
        found = CardSet.read(folder / cards).to_dict()
        return {**start, **found, "mechanics": {**found.get("mechanics", {}), **start.get("mechanics", {})}}

    def rules(self, start: Mapping[str, Any]) -> dict[str, Any]:
        """Return the cards by name; each of their numbers can be tuned.

        >>> family.rules({})["cards"]["Grenade"]["price"]
        3
        """
        cards = data.validate(Start, data.plain(start)).card_set()
        return {"cards": {card.name: {**card.to_dict(), "price": card.price} for card in cards.cards}}

    def with_rules(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the start of a draft in which these cards replace those of the same name."""
        cards = {**self.rules(start)["cards"], **rules.get("cards", {})}
        return {**start, "cards": list(cards.values())}

    def rules_file(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return the complete card set."""
        return self.game(self.with_rules(start, rules)).cards.to_dict()


family = AutobattlerFamily(Draft, _STARTS)


def draft(
    cards: CardSet | list[Card] | str = "draft", players: int = 2, *, name: str = "custom", **start: Any
) -> Draft:
    """Return a draft for 2 to 8 players; `start` accepts the fields of scenario files: rounds, gold, places and so on.

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
