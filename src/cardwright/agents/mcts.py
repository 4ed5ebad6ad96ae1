# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Monte Carlo tree search, for games with hidden cards, chance and any number of players.

Information set Monte Carlo tree search with a single tree: P. I. Cowling, E. J. Powley and D. Whitehouse,
"Information set Monte Carlo tree search", 2012, built on UCT: L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo
planning", 2006. Every playout redraws what the player cannot know and descends the tree by the actions that are legal
in that draw. A node stands for a sequence of actions, not for a position, so chance needs no nodes, and neither do
forced decisions. Exploration is scaled by the range of the payoffs seen, so a game can scale its scores as it likes.

If the game has advice, the tree grows where it leads, and other actions are tried as long as they could still be
better (PUCT: D. Silver et al., "Mastering the game of Go without human knowledge", 2017, with the advice in place of
the network; `policy` puts a network there). Opponents are modelled by their advice: the tree holds the searching
player's decisions, and theirs are taken as the advice has it, so that the playouts are spent on what the player can
choose. A player who cannot see a move does not answer to it (see secret_moves.py). An action that always led to the
highest payoff seen is searched no further and taken: nothing can be better. Playouts follow the game's advice or its
estimates, if it has them: J. A. M. Nijssen and M. H. M. Winands, "Playout search for Monte-Carlo tree search in
multi-player games", 2012.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from cardwright.core.compiling.jit import inlined, inner, kernel
from cardwright.core.errors import CardwrightError, counted
from cardwright.core.game import Game
from cardwright.core.random import below, derive, purpose, seed_streams, unit
from cardwright.core.record import copy_record
from cardwright.core.verbs import OVER, advise, apply, chapter, decider, hide, legal, margin, narrow, provides

from .compiled import Compiled, built_in, setting
from .dispatch import network_value, write_logits
from .network import soften
from .network_file import Network
from .policy import Policy
from .rules import Rules
from .scratch import Needs, drop_copies, judge
from .secret_moves import blind_node, child_of, unseen_by
from .sure_moves import HASTE, SURE, find_sure, is_sure, note_sure
from .tree import ROOT, add, back_up, credit, find_children, is_settled, plant, select
from .value import Value, feature_names, value_of

_HIDING = purpose("mcts hiding")
_PLAYOUTS = purpose("mcts playouts")
LEVELS = 3  # positions that a search thinks in; worlds that it is given follow
PATIENCE_POINTS = 0.5  # the least share of the margin in the payoff of a patience game
OFTEN = 1_000_000  # visits: in playouts, everything is tried that a tree ever tries
LOW, HIGH, PRIORS = range(3)  # where the numbers are: the lowest and the highest payoff seen, then those of actions


@inlined
def search_tree(s, rules, weights, player, n, settings, seed, scratch):
    """Return the action that always had the highest payoff, or the one with the most playouts."""
    nodes, copy, values, payoffs = scratch.nodes, scratch.states[0], scratch.values[0], scratch.numbers
    advice, learned = weights[: settings.advice], weights[settings.advice :]
    if not settings.grows or nodes[ROOT].visits == 0:
        scratch.dice[0].rng[0] = derive(seed, _PLAYOUTS, np.uint64(0))
        plant(nodes)
        payoffs[LOW], payoffs[HIGH] = math.inf, -math.inf
    while nodes[ROOT].visits < settings.playouts and (
        settings.grows or not is_settled(nodes, settings.playouts - nodes[ROOT].visits)
    ):
        _draw(copy, s, rules, player, nodes[ROOT].visits, settings, seed, scratch)
        length, blind, decisions = _walk(copy, rules, advice, learned, player, settings, scratch)
        later = 1.0 / (1.0 + HASTE * decisions) if values.size > 1 else 1.0
        for each in range(values.size):
            values[each] = later * _worth(copy, rules, each, learned, settings, scratch)
            payoffs[LOW] = min(payoffs[LOW], values[each])
            payoffs[HIGH] = max(payoffs[HIGH], values[each])
        back_up(nodes, scratch.path, length, values)
        credit(nodes, scratch.path[scratch.path.size - blind :], values)
        note_sure(nodes, scratch.path, length, _highest(scratch))
    return best_action(scratch)


@inlined
def _draw(copy, s, rules, player, playout, settings, seed, scratch):
    """Make `copy` a position in which the player could be: one of the worlds that were given, or drawn uniformly."""
    own = derive(seed, _HIDING, np.uint64(playout))
    if settings.worlds:
        copy_record(copy, scratch.states[LEVELS + playout % settings.worlds])
        seed_streams(copy, own, _HIDING)
    else:
        copy_record(copy, s)
        hide(copy, rules, player, own)


@inlined
def _worth(s, rules, player, learned, settings, scratch):
    """Return the value of a position for a player, by a fitted value, a network or the game's estimate."""
    memory = _memory(scratch)
    if settings.fitted:
        worth = value_of(s, rules, player, learned, memory)
    elif settings.networked:
        worth = network_value(s, rules, player, learned, settings, memory)
    else:
        worth = judge(s, rules, player)
    if settings.points > 0.0 and decider(s) == OVER:
        worth += settings.points * (margin(s, rules, player) - worth)
    return worth


@inlined
def _memory(scratch):
    """Return the numbers in which a fitted value or a network thinks, after those for the priors of actions."""
    return scratch.numbers[PRIORS + scratch.labels.size :]


@inlined
def _walk(s, rules, weights, learned, player, settings, scratch):
    """Descend the tree, add a node and play on; return what `_descend` does, with the decisions of the whole game."""
    now = chapter(s)
    length, blind, decisions = _descend(s, rules, weights, learned, player, settings, scratch)
    last = decisions + settings.cap
    who = decider(s)
    while who >= 0 and s.fault == 0 and decisions < last and chapter(s) == now:
        apply(s, rules, _pick(s, rules, weights, who, player, settings, scratch))
        decisions += 1
        who = decider(s)
    return length, blind, decisions


@inlined
def _descend(s, rules, weights, learned, player, settings, scratch):
    """Descend the tree and add a node.

    Return the length of the path, how many answers to unseen moves the memory of the path has at its end, and how many
    decisions were taken.
    """
    actions, nodes, path = scratch.actions[0], scratch.nodes, scratch.path
    node, above, length, blind, decisions = np.int64(ROOT), np.int64(ROOT), 0, 0, 0
    grown = entered = False  # whether a node is new; whether the last action led to a node
    now = chapter(s)
    who = decider(s)
    while who >= 0 and s.fault == 0 and not grown and chapter(s) == now:
        if who != player and unit(scratch.dice[0], 0) < settings.model:
            action, entered = advise(s, rules, weights, who, actions, legal(s, rules, actions)), False
        else:
            n = _write_options(s, rules, settings, actions, nodes[node].visits)
            n = drop_copies(s, rules, actions, n, scratch.labels)
            action, unseen = actions[0], entered and nodes[node].unseen == who + 1
            entered = n > 1 or length == 0
            if entered:
                known = blind_node(nodes, above) if unseen else node
                choice, tried = _choose(s, rules, weights, learned, known, who, n, settings, scratch)
                action, label, grown = actions[choice], scratch.labels[choice], choice >= tried
                child = add(nodes, known, who, action, label) if grown else scratch.children[choice]
                if unseen:
                    blind += 1
                    path[path.size - blind] = child
                    child, is_new = child_of(nodes, node, who, action, label)
                    grown = grown or is_new
                above, node = node, child
                path[length] = node
                length += 1
                if settings.secrets and n > 1 and nodes[node].unseen == 0:
                    nodes[node].unseen = unseen_by(s, rules, action, actions[0 if choice else 1], scratch)
        apply(s, rules, action)
        decisions += 1
        who = decider(s)
    return length, blind, decisions


@inlined
def _write_options(s, rules, settings, actions, visits):
    """Write the legal actions that the search tries after so many visits, and return how many they are."""
    n = legal(s, rules, actions)
    return narrow(s, rules, actions, n, visits) if settings.narrow else n


@inlined
def _choose(s, rules, weights, learned, node, who, n, settings, scratch):
    """Return the index of the action to descend by, and how many of the actions, which come first, have a child."""
    tried = find_children(node, who, n, scratch)
    choice = find_sure(node, tried, _highest(scratch), scratch)
    width = settings.c * _spread_of_payoffs(scratch)
    if choice < 0 and settings.prior > 0:
        if settings.networked:
            network, priors = learned[settings.fitted :], _priors(scratch)
            write_logits(s, rules, who, network, scratch.actions[0], n, settings, priors, _memory(scratch))
            soften(priors, n, 1.0)
        else:
            _write_advice(s, rules, weights, who, n, scratch)
        choice = _select_by_prior(n, tried, width, settings, scratch)
    elif choice < 0:
        choice = select(n, tried, width, scratch)
    return choice, tried


@inlined
def _pick(s, rules, weights, who, player, settings, scratch):
    """Return an action for a playout: the game's advice, or the one of a few with the best estimate."""
    actions, trial, dice = scratch.actions[0], scratch.states[1], scratch.dice[0]
    n = _write_options(s, rules, settings, actions, OFTEN)
    first = below(dice, 0, n)
    action, most = actions[first], -math.inf
    if unit(dice, 0) < (settings.trust if who == player else max(settings.trust, settings.model)):
        action = advise(s, rules, weights, who, actions, n)
    elif settings.look > 1:
        for k in range(min(settings.look, n)):
            copy_record(trial, s)
            apply(trial, rules, actions[(first + k) % n])
            value = judge(trial, rules, who)
            if value > most:
                action, most = actions[(first + k) % n], value
    return action


@inlined
def _priors(scratch):
    """Return the memory for the probability of each action to be the best one."""
    return scratch.numbers[PRIORS:]


@inlined
def _write_advice(s, rules, weights, who, n, scratch):
    """Write that the action which the game advises is the best one; a single action needs no advice."""
    priors, label = _priors(scratch), np.int64(-1)
    if n > 1:
        action = advise(s, rules, weights, who, scratch.actions[0], n)
        for k in range(n):
            if scratch.actions[0][k] == action:
                label = scratch.labels[k]
    for k in range(n):
        priors[k] = 1.0 if scratch.labels[k] == label else 0.0


@inner
def _select_by_prior(n, tried, width, settings, scratch):
    """Return the index of the most promising action by PUCT; the priors count for the share `prior`.

    An untried action promises as much as the tried ones did on average. The priors matter less the more playouts there
    are, until there are as many as `hold`.
    """
    prior, hold = settings.prior, settings.hold
    nodes, children, priors = scratch.nodes, scratch.children, _priors(scratch)
    visits, value = 0, 0.0
    for k in range(tried):
        visits += nodes[children[k]].visits
        value += nodes[children[k]].value
    reach = width * math.sqrt(visits + 1.0)
    if 0 < hold < visits:
        reach *= math.sqrt(visits / hold)
    choice, most = 0, -math.inf
    if tried < n:
        choice = tried + below(scratch.dice[0], 0, n - tried)
        for k in range(tried, n):
            if priors[k] > priors[choice]:
                choice = k
        most = (value / visits if visits else 0.0) + reach * ((1.0 - prior) / n + prior * priors[choice])
    for k in range(tried):
        node = nodes[children[k]]
        hope = (1.0 - prior) / n + prior * priors[k]
        promise = node.value / node.visits + reach * hope / (1.0 + node.visits)
        if promise > most:
            most, choice = promise, k
    return choice


@inner
def _spread_of_payoffs(scratch):
    """Return the difference between the highest and the lowest payoff seen; 1 if there is none."""
    spread = scratch.numbers[HIGH] - scratch.numbers[LOW]
    return spread if spread > 0.0 else 1.0


@inner
def _highest(scratch):
    """Return the highest payoff seen; without rivals infinity, because a higher one may still be found."""
    return scratch.numbers[HIGH] if scratch.values.shape[1] > 1 else math.inf


@kernel
def best_action(scratch):
    """Return the root's action that is sure, or has the most visits; of several, the highest sum of payoffs."""
    nodes, high = scratch.nodes, _highest(scratch)
    best = np.int64(nodes[ROOT].first)
    child = np.int64(nodes[best].next)
    while child:
        more = nodes[child].visits - nodes[best].visits
        if nodes[best].visits >= SURE and is_sure(nodes, best, high):
            more = -1
        elif nodes[child].visits >= SURE and is_sure(nodes, child, high):
            more = 1
        if more > 0 or (more == 0 and nodes[child].value > nodes[best].value):
            best = child
        child = np.int64(nodes[child].next)
    return nodes[best].action  # the deciding player's actions have the same numbers in all draws


@built_in("mcts")
class Mcts(Compiled):
    """Monte Carlo tree search.

    `c` scales exploration, in units of the range of payoffs. Before anything is tried, the action that the game's
    heuristics advise is the best one with the probability `prior`; with 0, all are tried alike. The more playouts
    through a position, the less that counts, until there are `hold` of them (0: for ever). In a playout, players follow
    the heuristics for the share `trust` of their decisions. For the others they take the best of `look` random actions,
    by the game's estimate one step ahead. After `cap` decisions, or at the end of a game within the game, the estimate
    ends the playout. Opponents follow the heuristics for the share `model` of their decisions, in the tree too; the
    others are searched, and with `secrets` without knowing moves that they cannot see. `points` is the share of the
    payoff of a finished game that depends on how clearly it was won or lost, at least 0.5 in patience games, which are
    rarely won. With `narrow`, only a few amounts of a bet are tried. `rules` is the agent whose weights the heuristics
    get, and `value` a fitted value, which judges playouts that are cut off in place of the estimate. `policy` is a
    trained network: its probabilities take the place of the advice in `prior`, and its value that of the estimate,
    unless there is a fitted value.

    The search ends early when no other action can get more playouts.

    >>> Mcts(200, c=1.5, rules=Rules(source="evolved")).name
    'mcts:200+c=1.5+rules=evolved'
    """

    playouts: int = setting(low=1, high=1_000_000)
    c: float = setting(low=0, high=1000, default=0.5)
    look: int = setting(low=1, high=1000, default=3)
    cap: int = setting(low=0, high=1_000_000, default=200)
    trust: float = setting(low=0, high=1, default=0.7)
    prior: float = setting(low=0, high=1, default=0.5)
    hold: int = setting(low=0, high=1_000_000, default=0)
    model: float = setting(low=0, high=1, default=1)
    secrets: int = setting(low=0, high=1, default=1)
    points: float = setting(low=0, high=1, default=0)
    narrow: int = setting(low=0, high=1, default=1)
    rules: Rules = Rules()
    value: Value | None = None
    policy: Network | None = None
    advice: int = setting(default=0, init=False)  # how many of the weights are for the heuristics
    fitted: int = setting(default=0, init=False)  # how many of the others, which follow, are for a fitted value
    networked: int = setting(default=0, init=False)  # 1: the rest is a network
    grows: int = setting(low=0, high=1, default=0, init=False)  # 1: a tree that is there grows on
    worlds: int = setting(low=0, default=0, init=False)  # how many positions in the memory to draw from

    kernel = staticmethod(search_tree)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rules.weights or self.rules.slips:
            raise CardwrightError("mcts takes weights from a file or by name, as in 'mcts:200+rules=FILE.yaml'")

    @property
    def description(self) -> str:
        """What it is in words, as in "a search of 200 games"."""
        return f"a search of {counted(self.playouts, 'game')}"

    def kinds(self) -> frozenset[type[Compiled]]:
        """Return its own class and, if it asks a network, `Policy`, which brings the kernels for that."""
        return super().kinds() | (frozenset({Policy}) if self.policy else frozenset())

    def needs(self, game: Game) -> Needs:
        """Return the memory for a search: a node for each playout."""
        features = len(feature_names(game)) if self.value else 0
        thoughts = self.policy.saved(game).memory(game) if self.policy else 0
        nodes = 3 if self.settings_for(game)["secrets"] else 1  # a playout that adds a blind answer adds three
        return Needs(LEVELS, nodes * self.playouts, numbers=PRIORS + game.max_actions + max(features, thoughts))

    def settings_text(self) -> list[str]:
        """Return the settings, and where weights come from that are not the game's own."""
        own = [f"rules={self.rules.name.partition(':')[2]}"] if self.rules != Rules() else []
        named = [f"{name}={each.source}" for name, each in (("value", self.value), ("policy", self.policy)) if each]
        return [*super().settings_text(), *own, *named]

    def weights_for(self, game: Game) -> np.ndarray:
        """Return the weights of `rules`, in games with heuristics, those of the fitted value, and the network."""
        learned = [each.saved(game).for_game(game) for each in (self.value, self.policy) if each]
        return np.concatenate([self._advice(game), *learned])

    def _advice(self, game: Game) -> Sequence[float]:
        own = self.rules != Rules() or provides("advise", game.dtype)
        return self.rules.weights_for(game) if own else game.weights

    def identity(self, game: Game) -> str:
        """Return the name and what identifies the weights."""
        own = [self.rules.identity(game)] if self.rules != Rules() else []
        learned = {"value": self.value, "policy": self.policy}
        sources = [f"{name}@{each.saved(game).checksum}" for name, each in learned.items() if each]
        return " ".join([self.name, *own, *sources])

    def settings_for(self, game: Game) -> dict[str, float]:
        """Return the settings, without advice or estimates where the game has none."""
        settings = {**super().settings_for(game), "advice": len(self._advice(game))}
        settings["fitted"] = len(self.value.saved(game).for_game(game)) if self.value else 0
        settings["networked"] = self.policy is not None
        if not provides("advise", game.dtype):
            settings["trust"] = settings["model"] = 0
            settings["prior"] = settings["prior"] if self.policy else 0
        if not provides("evaluate", game.dtype):
            settings["look"] = 1
        if not provides("margin", game.dtype):
            settings["points"] = 0
        elif game.players == 1:
            settings["points"] = max(settings["points"], PATIENCE_POINTS)
        if not provides("narrow", game.dtype):
            settings["narrow"] = 0
        if game.players == 1 or provides("advise", game.dtype):
            settings["secrets"] = 0  # opponents follow their advice, and few of their decisions are in the tree
        return settings
