"""The start of a battle as data: a deck against enemies, or any position in the middle of a battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import BeforeValidator, Field, field_validator

from cardwright.core.data import Data, Name
from cardwright.core.errors import BadData, unknown

from ..notation.actions import Attack
from ..notation.content import MAX_LISTED, Content, spelled_out
from ..notation.entries import Enemy
from .compiler import Compiler, first_part
from .opcodes import Op
from .state import HAND_LIMIT, MAX_AGENTS, MAX_CARDS, MAX_DECK, MAX_STACKS, NOTHING, PLAYER, Phase, Pile, State

DAMAGE_PER_ENERGY = 6.0  # assumed of a deck without attacks of a fixed amount

Points = Annotated[int, Field(strict=True, ge=0, le=9999)]
Stacks = dict[str, Annotated[int, Field(strict=True, ge=-MAX_STACKS, le=MAX_STACKS)]]


class CardStart(Data):
    """A card of a pile: its name, and how it differs from other cards of that name."""

    name: Name
    bonus: Annotated[int, Field(strict=True, ge=-9999, le=9999)] = 0
    cost: Annotated[int, Field(strict=True, ge=0, le=99)] | None = None


def _name_of(value: Any) -> Any:
    """Return the name of an intent that is written as a view shows it."""
    return value.get("name") if isinstance(value, Mapping) else value


class EnemyStart(Data):
    """An enemy; HP, statuses and intent default to what is usual for its kind."""

    name: Name
    hp: Points | None = None
    max_hp: Annotated[int, Field(strict=True, ge=1, le=9999)] | None = None
    block: Points = 0
    statuses: Stacks | None = None
    intent: Annotated[str | None, BeforeValidator(_name_of)] = None


class PlayerStart(Data):
    """The player."""

    hp: Annotated[int, Field(strict=True, ge=1, le=9999)] | None = None
    max_hp: Annotated[int, Field(strict=True, ge=1, le=9999)] = 80
    block: Points = 0
    statuses: Stacks = Field(default_factory=dict)


def _named(value: Any) -> Any:
    return {"name": value} if isinstance(value, str) else value


Cards = Annotated[
    list[Annotated[CardStart, BeforeValidator(_named)]], BeforeValidator(spelled_out), Field(max_length=MAX_LISTED)
]


class Start(Data):
    """The start of a battle: with a deck, before the first turn; with piles, in the middle of the player's turn.

    Piles are listed from the top. `content` holds custom cards, statuses and enemies.
    """

    deck: Name | Cards | None = None
    enemies: Annotated[
        list[Annotated[EnemyStart, BeforeValidator(_named)]], Field(min_length=1, max_length=MAX_AGENTS - 1)
    ]
    player: PlayerStart = PlayerStart()
    hand: Cards | None = None
    draw: Cards | None = None
    discard: Cards | None = None
    exhaust: Cards | None = None
    energy: Annotated[int, Field(strict=True, ge=0, le=999)] | None = None  # of the first turn, max_energy if left out
    max_energy: Annotated[int, Field(strict=True, ge=0, le=999)] = 3
    resources: dict[str, Annotated[int, Field(strict=True, ge=0, le=999)]] = Field(default_factory=dict)
    hand_size: Annotated[int, Field(strict=True, ge=0, le=HAND_LIMIT)] = 5
    turn: Annotated[int, Field(strict=True, ge=1, le=200)] = 1
    ascension: Annotated[int, Field(strict=True, ge=0, le=20)] = 0
    ask_always: bool = False  # for a target even if there is only one
    content: Content | None = None

    @field_validator("deck", mode="before")
    @classmethod
    def _deck_by_name(cls, value: Any) -> Any:
        return value if isinstance(value, str) else spelled_out(value)

    @property
    def mid_battle(self) -> bool:
        """Whether this is a position in the middle of a battle."""
        return any(pile is not None for pile in (self.hand, self.draw, self.discard, self.exhaust))


class Built(NamedTuple):
    """A battle as tables: its rules, its starting position, and the compiler that knows the names of its parts."""

    rules: np.ndarray
    setup: np.ndarray
    compiler: Compiler


def build(starts: Sequence[Start], content: Content) -> list[Built]:
    """Return battles of the same content and ascension, whose rules are compiled once for all of them."""
    compiler = Compiler(content, starts[0].ascension)
    piles = [_piles(start, content) for start in starts]
    setups = [_setup(start, cards, compiler) for start, cards in zip(starts, piles, strict=True)]
    rules = compiler.finish()
    rules["enemy_slots"] = _enemy_slots(starts, rules)
    rules["chooses_status"] = (rules["code"]["op"] == Op.CHOOSE_STATUS).any()
    battles = []
    tables: dict[tuple[float, bool], np.ndarray] = {}
    for start, cards, setup in zip(starts, piles, setups, strict=True):
        own = pace, asked = _pace(start, cards, content), start.ask_always
        if own not in tables:
            tables[own] = rules if not tables else rules.copy()
            tables[own]["pace"], tables[own]["ask_always"] = pace, asked
        for index, enemy in enumerate(start.enemies, start=1):
            if enemy.intent is not None:
                _set_intent(setup[0]["agents"][index], enemy.intent, content.enemy(enemy.name), compiler)
        battles.append(Built(tables[own], setup, compiler))
    return battles


def _enemy_slots(starts: Sequence[Start], rules: np.ndarray) -> int:
    """Return how many enemies there can be: those at the start, or as many as fit if more can appear."""
    if (rules["code"]["op"] == Op.SPAWN).any():
        return MAX_AGENTS - 1
    return max(len(start.enemies) for start in starts)


def _setup(start: Start, piles: dict[Pile, list[CardStart]], compiler: Compiler) -> np.ndarray:
    setup = np.zeros(1, State)
    record = setup[0]
    _place_cards(record, piles, compiler)
    _place_player(record, start, compiler)
    for index, enemy in enumerate(start.enemies, start=1):
        _place_enemy(record["agents"][index], enemy, compiler)
    return setup


def _piles(start: Start, content: Content) -> dict[Pile, list[CardStart]]:
    if start.mid_battle:
        if start.deck is not None:
            raise BadData("a start has either a deck or piles (hand, draw, discard, exhaust), not both")
        given = (start.hand, start.draw, start.discard, start.exhaust)
        piles = {pile: list(cards or []) for pile, cards in zip(Pile, given, strict=False)}
        if len(piles[Pile.HAND]) > HAND_LIMIT:
            raise BadData(f"hand: {len(piles[Pile.HAND])} cards; a hand holds at most {HAND_LIMIT}")
        limit, least = MAX_CARDS, 0
    else:
        if start.deck is None:
            raise BadData("a start needs a deck, or piles such as hand and draw")
        named = content.deck(start.deck) if isinstance(start.deck, str) else start.deck
        piles = {Pile.DRAW: [CardStart(name=each) if isinstance(each, str) else each for each in named]}
        limit, least = MAX_DECK, 1
    count = sum(len(cards) for cards in piles.values())
    if not least <= count <= limit:
        raise BadData(f"deck: {count:,} cards; a battle begins with {max(1, least)} to {limit}")
    return piles


def _pace(start: Start, piles: dict[Pile, list[CardStart]], content: Content) -> float:
    """Return the damage a deck deals in an average turn, if half of the energy goes into attacks."""
    damages = []
    for given in (each for cards in piles.values() for each in cards):
        card = content.card(given.name)
        points, times = first_part(card.effect, Attack)
        if isinstance(points, int) and isinstance(times, int) and points > 0:
            damages.append(points * times / max(1, card.cost if isinstance(card.cost, int) else 1))
    per_energy = sum(damages) / len(damages) if damages else DAMAGE_PER_ENERGY
    return max(1.0, 0.5 * start.max_energy * per_energy)


def _place_cards(record: Any, piles: dict[Pile, list[CardStart]], compiler: Compiler) -> None:
    index = 0
    table = record["cards"]
    for pile, cards in piles.items():
        ordered = cards if pile is Pile.HAND else cards[::-1]  # in the record the top of a pile comes last
        here = slice(index, index + len(cards))
        table["kind"][here] = [compiler.card(given.name) for given in ordered]
        table["cost_change"][here] = [_cost_change(given, compiler.content) for given in ordered]
        table["turn_cost"][here] = NOTHING
        table["bonus"][here] = [given.bonus for given in ordered]
        table["pile"][here] = pile
        record["piles"][pile, : len(cards)] = range(index, index + len(cards))
        record["counts"][pile] = len(cards)
        index += len(cards)
    record["card_count"] = index
    record["cards"]["pile"][index:] = Pile.GONE


def _cost_change(given: CardStart, content: Content) -> int:
    """Return how much more a card costs than others of its kind."""
    if given.cost is None:
        return 0
    usual = content.card(given.name).cost
    if not isinstance(usual, int):
        raise BadData(f"{given.name} costs {usual}; only a fixed cost can be replaced")
    return given.cost - usual


def _place_player(record: Any, start: Start, compiler: Compiler) -> None:
    player = start.player
    agent = record["agents"][PLAYER]
    agent["kind"] = NOTHING
    agent["move"] = agent["last_move"] = agent["earlier_move"] = NOTHING
    agent["max_hp"] = max(player.max_hp, player.hp or 0)
    agent["hp"] = player.hp if player.hp is not None else player.max_hp
    agent["block"] = player.block
    _give_statuses(agent, player.statuses, compiler)
    record["agent_count"] = 1 + len(start.enemies)
    record["max_energy"] = start.max_energy
    record["energy"] = start.max_energy if start.energy is None else start.energy
    for name, index in compiler.resources.indices.items():
        record["resources"][index] = start.resources.get(name, compiler.content.resource(name).start)
    for name, amount in start.resources.items():
        most = compiler.content.resource(name).most
        if amount > most:
            raise BadData(f"resources.{name}: a player can have at most {most}, not {amount}")
    record["hand_size"] = start.hand_size
    record["aimed"] = NOTHING
    record["phase"] = Phase.OPENING
    record["begun"] = start.mid_battle
    record["turn"] = start.turn if start.mid_battle else start.turn - 1


def _place_enemy(agent: Any, enemy: EnemyStart, compiler: Compiler) -> None:
    agent["kind"] = compiler.enemy(enemy.name)
    agent["move"] = NOTHING
    agent["block"] = enemy.block
    if enemy.hp is not None or enemy.max_hp is not None:
        agent["max_hp"] = max(enemy.max_hp or 0, enemy.hp or 0, 1)
        agent["hp"] = agent["max_hp"] if enemy.hp is None else enemy.hp
    if enemy.statuses is not None:
        _give_statuses(agent, enemy.statuses, compiler)
        agent["ready"] = 1  # its statuses are given, so its setup effect is skipped


def _give_statuses(agent: Any, statuses: Mapping[str, int], compiler: Compiler) -> None:
    for name, stacks in statuses.items():
        status = compiler.status(name)
        if stacks not in (0, 1) and compiler.content.status(name).stacking == "keep":
            raise BadData(f"statuses.{name}: its stacking is 'keep', so anybody has 1 or none of it, not {stacks}")
        agent["stacks"][status] = stacks
        if stacks or compiler.content.status(name).lasting:
            agent["active"] |= np.uint64(1 << status)


def _set_intent(agent: Any, intent: str, enemy: Enemy, compiler: Compiler) -> None:
    if intent not in enemy.moves:
        raise unknown(f"move of {enemy.name}", intent, enemy.moves)
    agent["move"] = compiler.moves.indices[enemy.name, intent]
