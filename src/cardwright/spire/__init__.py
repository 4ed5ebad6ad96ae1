"""Battles after Slay the Spire: cards, statuses and enemies are data, and cards can change the rules.

After Bateni and Whitehead, "MiniStS: A Testbed for Dynamic Rule Exploration" (2024).

    >>> from cardwright import spire
    >>> jab = spire.Card(name="Jab", type="attack", cost=0, effect=spire.Attack(4).To(spire.Choose("enemies")))
    >>> game = spire.battle(deck=["Jab"] * 5, enemies=["Cultist"], content=[jab])
    >>> state = game.new(seed=3)
    >>> before = state.view()["enemies"][0]["hp"]
    >>> before - state.play("play Jab").view()["enemies"][0]["hp"]
    4
"""

from .agent import BattleAgent
from .facade import Battle, battle, family
from .hosts import HostCall, host_action
from .maps import ActMap
from .maps import generate as map
from .notation.actions import (
    Apply,
    Attack,
    Block,
    Broadcast,
    Clear,
    Damage,
    GainMaxHP,
    Heal,
    Intend,
    Leave,
    LoseHP,
    Roll,
    SetHP,
    Spawn,
    Steal,
)
from .notation.card_actions import Bonus, Cost, Duplicate, Move, Play, Remove, Stack, Upgrade
from .notation.cards import Card
from .notation.content import Content, from_dict, load, schema, standard
from .notation.effects import Effect, Group
from .notation.enemies import Enemy, EnemyMove, Plan
from .notation.own_actions import NewAction, Use
from .notation.own_rules import NewEvent, Resource
from .notation.player_actions import Add, AddRandom, Draw, FillSlots, Gain, GainEnergy, GainGold, Host, Shuffle
from .notation.relics import Potion, Relic
from .notation.statuses import Decay, Rule, Status
from .notation.targets import All, Choose, Offer, Random, Self, StatusOf, Top

__all__ = [
    "ActMap", "Add", "AddRandom", "All", "Apply", "Attack", "Battle", "BattleAgent", "Block", "Bonus", "Broadcast",
    "Card", "Choose", "Clear", "Content", "Cost", "Damage", "Decay", "Draw", "Duplicate", "Effect", "Enemy",
    "EnemyMove", "FillSlots", "Gain", "GainEnergy", "GainGold", "GainMaxHP", "Group", "Heal", "Host", "HostCall",
    "Intend", "Leave", "LoseHP", "Move", "NewAction", "NewEvent", "Offer", "Plan", "Play", "Potion", "Random", "Relic",
    "Remove", "Resource", "Roll", "Rule", "Self", "SetHP", "Shuffle", "Spawn", "Stack", "Status", "StatusOf", "Steal",
    "Top", "Upgrade", "Use", "battle", "family", "from_dict", "host_action", "load", "map", "schema", "standard",
]  # fmt: skip
