# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The tree search of a thesis on Unstable Unicorns, as it describes it, for comparison with `mcts`.

Before each decision, the cards that the player cannot know are drawn once, and plain UCT searches the resulting game
as if everything in it were known. A playout goes on to the end of the game: all players follow the game's heuristics,
or play at random. A player's payoff is the number of players minus its rank.

The thesis's code differs from that in two points. It shuffles the deck in every copy of a position, so that each node
has cards of its own to come, and it counts a visit as many times as there are players (`redraw=1`, `c=4`).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from cardwright.core.compiling.jit import inlined, inner
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.random import below, derive, purpose
from cardwright.core.record import copy_record
from cardwright.core.verbs import OVER, advise, apply, decider, hide, legal, provides, score

from .compiled import Compiled, built_in, setting
from .scratch import Needs, distinct
from .tree import ROOT, add, back_up, find_children, is_settled, plant, select

_HIDING = purpose("mcts-thesis hiding")
_PLAYOUTS = purpose("mcts-thesis playouts")


@inlined
def search_one_draw(s, rules, weights, player, n, settings, seed, scratch):
    """Return the action with the most playouts; no more are made once no other action can get as many."""
    if distinct(s, rules, scratch.actions[0], scratch.labels) == 1:
        return scratch.actions[0][0]
    nodes, path, root, copy, values = scratch.nodes, scratch.path, scratch.states[0], scratch.states[1], scratch.values
    scratch.dice[0].rng[0] = derive(seed, _PLAYOUTS, np.uint64(0))
    copy_record(root, s)
    if not settings.peek:
        hide(root, rules, player, derive(seed, _HIDING, np.uint64(0)))
    plant(nodes)
    while nodes[ROOT].visits < settings.playouts and not is_settled(nodes, settings.playouts - nodes[ROOT].visits):
        copy_record(copy, root)
        length = _descend(copy, rules, player, settings, seed, scratch)
        _play_out(copy, rules, weights, settings, scratch)
        _count_points(copy, values[0])
        back_up(nodes, path, length, values[0])
    return _most_visited(nodes)


@inlined
def _descend(s, rules, player, settings, seed, scratch):
    """Descend to the end of the game or to a new node; return the length of the path.

    With `redraw`, each node draws what the player cannot know anew, the same for all playouts through it.
    """
    path, actions = scratch.path, scratch.actions[0]
    node, length, is_new = np.int64(ROOT), 0, False
    who = decider(s)
    while who >= 0 and s.fault == 0 and not is_new:
        n = distinct(s, rules, actions, scratch.labels)
        tried = find_children(node, who, n, scratch)
        choice = select(n, tried, settings.c, scratch)
        is_new = choice >= tried
        if is_new:
            node = add(scratch.nodes, node, who, actions[choice], scratch.labels[choice])
        else:
            node = scratch.children[choice]
        path[length] = node
        length += 1
        apply(s, rules, actions[choice])
        who = decider(s)
        if settings.redraw and who >= 0:
            hide(s, rules, player, derive(seed, _HIDING, np.uint64(node)))
    return length


@inlined
def _play_out(s, rules, weights, settings, scratch):
    """Play to the end of the game; a game that takes more than `cap` decisions is left as it is."""
    actions, dice = scratch.actions[0], scratch.dice[0]
    who, decisions = decider(s), 0
    while who >= 0 and s.fault == 0 and decisions < settings.cap:
        n = legal(s, rules, actions)
        action = advise(s, rules, weights, who, actions, n) if settings.policy else actions[below(dice, 0, n)]
        apply(s, rules, action)
        who = decider(s)
        decisions += 1


@inner
def _count_points(s, points):
    """Write each player's points: the number of other players whose score is not higher."""
    for player in range(points.size):
        points[player] = points.size - 1.0
        for other in range(points.size):
            points[player] -= score(s, other) > score(s, player)
    if decider(s) != OVER:
        points[:] = 0.0


@inner
def _most_visited(nodes):
    """Return the root's action with the most visits."""
    best = np.int64(nodes[ROOT].first)
    child = np.int64(nodes[best].next)
    while child:
        if nodes[child].visits > nodes[best].visits:
            best = child
        child = np.int64(nodes[child].next)
    return nodes[best].action


@built_in("mcts-thesis")
class ThesisMcts(Compiled):
    """The tree search of a thesis on Unstable Unicorns: one draw of the hidden cards for each decision.

    `c` is the exploration constant of UCT, for payoffs that are points. In playouts, players follow the game's
    heuristics with `policy=1` and play at random with `policy=0`. The thesis does not say that its search hides the
    cards that the player cannot know; with `peek=1` it does not, and so cheats. With `redraw=1` every node of the tree
    draws them anew.

    >>> ThesisMcts(100, policy=0).name
    'mcts-thesis:100+policy=0'
    """

    playouts: int = setting(low=1, high=1_000_000)
    c: float = setting(low=0, high=1000, default=1.41)
    policy: int = setting(low=0, high=1, default=1)
    peek: int = setting(low=0, high=1, default=0)
    redraw: int = setting(low=0, high=1, default=0)
    cap: int = setting(low=0, high=1_000_000, default=100_000)

    kernel = staticmethod(search_one_draw)

    def needs(self, game: Game) -> Needs:
        """Return the memory for a search: a node for each playout."""
        return Needs(playouts=self.playouts)

    def settings_for(self, game: Game) -> Mapping[str, float]:
        """Return the settings; the heuristics must be there if the playouts are to follow them."""
        if self.policy and not provides("advise", game.dtype):
            raise CardwrightError(f"{game.title} has no heuristics for the playouts of mcts-thesis; use policy=0")
        return super().settings_for(game)
