"""The start of a battle as data: a deck against enemies, or any position in the middle of a battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import BeforeValidator, Field, field_validator

from cardwright.core.data import Data, Name
from cardwright.core.errors import BadData, unknown

from ..notation.actions import Attack
from ..notation.cards import Card
from ..notation.content import MAX_LISTED, Content, spelled_out
from ..notation.enemies import Enemy
from .compiler import Compiler
from .entry_writer import first_part
from .opcodes import Op
from .state import (
    HAND_LIMIT,
    MAX_AGENTS,
    MAX_CARDS,
    MAX_DECK,
    MAX_POTIONS,
    MAX_RELICS,
    MAX_STACKS,
    NOTHING,
    PLAYER,
    Phase,
    Pile,
    Sight,
    State,
)

HIDDEN = "hidden"  # what views show instead of an intent that the player does not see
EMPTY = "empty"  # a slot without a potion
USUAL_SLOTS = 3  # for potions
ROOMS = ("monster", "elite", "boss")  # in the order of `Room`
DAMAGE_PER_ENERGY = 6.0  # assumed of a deck without attacks of a fixed amount
ENERGY_FOR_ATTACKS = 0.5  # the share of the energy that is assumed to go into attacks

Points = Annotated[int, Field(strict=True, ge=0, le=9999)]
Stacks = dict[str, Annotated[int, Field(strict=True, ge=-MAX_STACKS, le=MAX_STACKS)]]


class CardStart(Data):
    """A card of a pile: its name, and how it differs from other cards of that name."""

    name: Name
    bottled: bool = False  # in the first hand, because of a relic such as Bottled Flame
    bonus: Annotated[int, Field(strict=True, ge=-9999, le=9999)] = 0
    cost: Annotated[int, Field(strict=True, ge=0, le=99)] | None = None


def _name_of(value: Any) -> Any:
    """Return the name of an intent that is written as a view shows it, None for one that it hides."""
    name = value.get("name") if isinstance(value, Mapping) else value
    return None if name == HIDDEN else name


class EnemyStart(Data):
    """An enemy; HP, statuses and intent default to what is usual for its kind."""

    name: Name
    hp: Points | None = None
    max_hp: Annotated[int, Field(strict=True, ge=1, le=9999)] | None = None
    block: Points = 0
    statuses: Stacks | None = None
    gold: Points = 0  # what it has stolen
    intent: Annotated[str | None, BeforeValidator(_name_of)] = None


class RelicStart(Data):
    """A relic of the player: its name, and what it has counted if that is not its usual start."""

    name: Name
    counter: Annotated[int, Field(strict=True, ge=0, le=999)] | None = None


class PlayerStart(Data):
    """The player."""

    hp: Annotated[int, Field(strict=True, ge=1, le=9999)] | None = None
    max_hp: Annotated[int, Field(strict=True, ge=1, le=9999)] = 80
    block: Points = 0
    statuses: Stacks = Field(default_factory=dict)
    gold: Points = 99


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
    relics: Annotated[list[Annotated[RelicStart, BeforeValidator(_named)]], Field(max_length=MAX_RELICS)] = Field(
        default_factory=list
    )
    potions: Annotated[list[Name | None], Field(max_length=MAX_POTIONS)] = Field(default_factory=list)
    potion_slots: Annotated[int, Field(strict=True, ge=0, le=MAX_POTIONS)] | None = None  # 3 if there is a potion
    room: Literal["monster", "elite", "boss"] | None = None  # by the highest rank of the enemies if left out
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
    tables: dict[bool, np.ndarray] = {}
    for start, cards, setup in zip(starts, piles, setups, strict=True):
        asked = start.ask_always
        if asked not in tables:
            tables[asked] = rules if not tables else rules.copy()
            tables[asked]["ask_always"] = asked
        setup["pace"] = _pace(start, cards, content)
        for index, enemy in enumerate(start.enemies, start=1):
            if enemy.intent is not None:
                set_intent(setup[0]["agents"][index], enemy.intent, content.enemy(enemy.name), compiler)
        battles.append(Built(tables[asked], setup, compiler))
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
        place_enemy(record["agents"][index], enemy, compiler)
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
    found = [damage_per_energy(content.card(given.name)) for cards in piles.values() for given in cards]
    damages = [each for each in found if each > 0]
    per_energy = sum(damages) / len(damages) if damages else DAMAGE_PER_ENERGY
    return max(1.0, ENERGY_FOR_ATTACKS * start.max_energy * per_energy)


def damage_per_energy(card: Card) -> float:
    """Return the damage of a card's first attack for each energy it costs; 0 if that is not a fixed number."""
    points, times = first_part(card.effect, Attack)
    if not isinstance(points, int) or not isinstance(times, int):
        return 0.0
    return points * times / max(1, card.cost if isinstance(card.cost, int) else 1)


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
        for j, given in enumerate(ordered, start=index):
            if given.bottled:
                record["bottled"][j // 64] |= np.uint64(1 << j % 64)
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
    record["gold"] = player.gold
    _give_statuses(agent, player.statuses, compiler)
    _place_relics(record, start, compiler)
    _place_potions(record, start, compiler)
    ranks = [compiler.content.enemy(enemy.name).rank for enemy in start.enemies]
    record["room"] = max(map(ROOMS.index, ranks)) if start.room is None else ROOMS.index(start.room)
    record["started"] = start.mid_battle
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


def _place_relics(record: Any, start: Start, compiler: Compiler) -> None:
    for k, given in enumerate(start.relics):
        relic = compiler.content.relic(given.name)
        if any(each.name == given.name for each in start.relics[:k]):
            raise BadData(f"relics: {given.name} is there twice; a player has each relic once")
        if given.counter is not None and relic.counter is None:
            raise BadData(f"relics: {given.name} has no counter")
        kind = compiler.relic(given.name)
        record["relics"][k] = kind
        record["counters"][k] = relic.start if given.counter is None else given.counter
        record["relic_bits"] |= np.uint64(1 << kind % 64)
        record["sight"] |= (Sight.DRAW_PILE if relic.sees else 0) | (Sight.NO_INTENTS if relic.hides else 0)
    record["relic_count"] = len(start.relics)
    bottles = sum("bottle" in compiler.content.relic(each.name).outside.get("pickup", {}) for each in start.relics)
    bottled = sum(int(each).bit_count() for each in record["bottled"])
    if bottled > bottles:
        raise BadData(f"deck: {bottled} bottled cards need as many relics that bottle one; there are {bottles}")


def _place_potions(record: Any, start: Start, compiler: Compiler) -> None:
    usual = max(USUAL_SLOTS, len(start.potions)) if start.potions else 0
    slots = usual if start.potion_slots is None else start.potion_slots
    if slots < len(start.potions):
        raise BadData(f"potions: {len(start.potions)} potions do not fit into {slots} slots")
    record["potions"] = NOTHING
    record["potion_slots"] = slots
    for slot, name in enumerate(start.potions):
        if name not in (None, EMPTY):
            record["potions"][slot] = compiler.potion(name)


def blank(start: Start, compiler: Compiler) -> np.ndarray:
    """Return the position of a start without its cards and enemies, for games that put in their own."""
    setup = np.zeros(1, State)
    _place_cards(setup[0], {}, compiler)
    _place_player(setup[0], start, compiler)
    setup["agent_count"] = 1
    return setup


def place_enemy(agent: Any, enemy: EnemyStart, compiler: Compiler) -> None:
    """Write how an enemy begins into its slot, except for its intent."""
    agent["kind"] = compiler.enemy(enemy.name)
    agent["move"] = NOTHING
    agent["block"] = enemy.block
    agent["gold"] = enemy.gold
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


def set_intent(agent: Any, intent: str, enemy: Enemy, compiler: Compiler) -> None:
    """Write the first move of an enemy into its slot, once the moves have been compiled."""
    if intent not in enemy.moves:
        raise unknown(f"move of {enemy.name}", intent, enemy.moves)
    agent["move"] = compiler.moves.indices[enemy.name, intent]
