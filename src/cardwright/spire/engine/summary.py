# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What a player sees of a battle, in a few numbers, for values that are fitted to games."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .agenda_entries import clear_scratch
from .damage import attack_damage
from .heuristics import USUAL_HIT, coming_damage
from .state import PLAYER, Pile

NAMES = (
    "turn",
    "HP",
    "maximum HP",
    "block",
    "damage to come",
    "damage beyond block",
    "energy",
    "cards in hand",
    "cards in the draw pile",
    "cards in the discard pile",
    "enemies",
    "HP of enemies",
    "HP of the strongest enemy",
    "block of enemies",
    "a usual hit on enemies",
    "a usual hit by enemies",
)


@inner
def summarise(s, rules, player, out):
    """Write the features that `NAMES` names; usual hits are means over the living enemies."""
    agent = s.agents[PLAYER]
    coming = coming_damage(s, rules)
    enemies, hp, most, block, given, taken = 0, 0, 0, 0, 0, 0
    for i in range(1, s.agent_count):
        if s.agents[i].hp > 0:
            enemies += 1
            hp += s.agents[i].hp
            most = max(most, int(s.agents[i].hp))
            block += s.agents[i].block
            given += attack_damage(s, rules, PLAYER, i, USUAL_HIT)
            taken += attack_damage(s, rules, i, PLAYER, USUAL_HIT)
    out[0], out[1], out[2], out[3] = s.turn, agent.hp, agent.max_hp, agent.block
    out[4], out[5] = coming, max(0, coming - agent.block)
    out[6], out[7] = s.energy, s.counts[Pile.HAND]
    out[8], out[9] = s.counts[Pile.DRAW], s.counts[Pile.DISCARD]
    out[10], out[11], out[12], out[13] = enemies, hp, most, block
    out[14], out[15] = given / max(1, enemies), taken / max(1, enemies)
    clear_scratch(s)
    return 16
