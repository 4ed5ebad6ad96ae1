# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What learners see of a game: a row of features, a row of integers for each kind of card, and numbers for actions.

Cards are counted by their names: nobody can tell equal cards apart. Players are numbered in the order of play from the
observer: 0 is that player, 1 the next one, and so on. `feature_names.py` names everything in the same order.
"""

from __future__ import annotations

from enum import IntEnum

from cardwright.core.compiling.jit import inner
from cardwright.core.features import squash

from .flow import count_unicorns, goal_of
from .rules import Kind, Op
from .state import NONE, Act, Phase, Prompt, Zone

HAND_SCALE = 5  # a half at so many cards in a hand
ROUND_SCALE = 10  # and at so many rounds
LARGE_GOAL = 10
OF_PLAYERS = ("cards in hand", "unicorns", "turn", "decides", "played the card", "gets the card", "cards to come back")
GENERAL = (
    "round", "cards in the deck", "goal", "plays left", "cards played", "instants on the card", "cards to discard",
    "another turn", "turn is skipped",
)  # fmt: skip
ACTS = ("draw", "pass", "yes", "no")
VARIANTS = 4
KINDS = (Kind.BABY, Kind.BASIC, Kind.MAGICAL, Kind.MAGIC, Kind.UPGRADE, Kind.DOWNGRADE, Kind.INSTANT)
OPS = len(Op)
PHASES = len(Phase)
PROMPTS = len(Prompt)


class Pile(IntEnum):
    """Where cards are seen, by their names: four single cards, piles, and then the cards of each player."""

    TOP = 0  # of the deck, if the player knows it
    PLAYED = 1  # the card being played
    ASKING = 2  # the card that asks for a decision
    TARGET = 3  # the card that is to be saved or moved
    HAND = 4  # from here on, cards are counted
    DISCARD = 5
    NURSERY = 6
    DECK = 7  # those that the player knows
    STABLES = 8  # of each player; then what is known of the hand of each other player


class Chosen(IntEnum):
    """The parts of the action space in which cards are counted by name; then the stable of each player."""

    PLAY = 0
    HAND = 1  # a card of the player's hand that is not played
    OTHER_HAND = 2
    DISCARD = 3
    NURSERY = 4
    DECK = 5
    STABLES = 6


@inner
def observe(s, rules, player, out):
    """Write what a player knows as features, and return how many there are."""
    names, players = int(rules.name_count), int(s.players)
    counted = (Pile.STABLES + 2 * players - 1) * names
    size = counted + len(OF_PLAYERS) * players + len(GENERAL) + PHASES + PROMPTS + OPS
    out[:size] = 0
    _count_cards(s, rules, player, out)
    own_seat = seat_of(s, player)
    n = counted
    for k in range(players):
        _write_player(s, rules, _player_at(s, own_seat, k), out, n)
        n += len(OF_PLAYERS)
    _write_returns(s, rules, own_seat, out, counted + len(OF_PLAYERS) - 1)
    return _write_course(s, rules, out, n)


@inner
def seat_of(s, player):
    """Return the position of a player in the order of play."""
    seat = 0
    while s.order[seat] != player:
        seat += 1
    return seat


@inner
def _player_at(s, seat, steps):
    """Return the player who plays so many turns after a seat."""
    place = seat + steps
    return int(s.order[place - s.players if place >= s.players else place])


@inner
def _steps_to(s, own_seat, player):
    """Return how many turns after a seat a player plays."""
    steps = seat_of(s, player) - own_seat
    return steps if steps >= 0 else steps + int(s.players)


@inner
def _count_cards(s, rules, player, out):
    """Count the cards that a player sees by their names, pile by pile."""
    names, players, own_seat = int(rules.name_count), int(s.players), seat_of(s, player)
    _count_list(s, rules, Zone.HAND + player, player, out, Pile.HAND * names)
    _count_list(s, rules, Zone.DISCARD, player, out, Pile.DISCARD * names)
    _count_list(s, rules, Zone.NURSERY, player, out, Pile.NURSERY * names)
    for k in range(s.deck_count):
        if s.known[s.deck[k]] >> player & 1:
            _count_one(out, Pile.DECK * names + rules.cards[s.deck[k]].name)
    if s.deck_count > 0 and s.known[s.deck[s.deck_count - 1]] >> player & 1:
        out[Pile.TOP * names + rules.cards[s.deck[s.deck_count - 1]].name] = 1
    if s.stack_count > 0:
        out[Pile.PLAYED * names + rules.cards[s.stack[0]].name] = 1
    if asking_card(s) != NONE:
        out[Pile.ASKING * names + rules.cards[asking_card(s)].name] = 1
    if targeted_card(s) != NONE:
        out[Pile.TARGET * names + rules.cards[targeted_card(s)].name] = 1
    for k in range(players):
        other = _player_at(s, own_seat, k)
        _count_list(s, rules, Zone.STABLE + other, player, out, (Pile.STABLES + k) * names)
        if k > 0:
            _count_list(s, rules, Zone.HAND + other, player, out, (Pile.STABLES + players + k - 1) * names)


@inner
def _count_one(out, k):
    """Count one more card: n / (n + 1) becomes (n + 1) / (n + 2)."""
    out[k] = 1.0 / (2.0 - float(out[k]))


@inner
def _count_list(s, rules, zone, player, out, start):
    """Count the cards of a zone; in hands, only those that the player knows."""
    card = int(s.first[zone])
    while card != NONE:
        if zone >= Zone.STABLE or s.known[card] >> player & 1:
            _count_one(out, start + rules.cards[card].name)
        card = int(s.next[card])


@inner
def asking_card(s):
    """Return the card that asks for the current decision, NONE if there is none."""
    prompt = s.prompt
    if s.phase == Phase.OVER or prompt == Prompt.NONE or prompt == Prompt.PLAY or prompt == Prompt.HAND_LIMIT:
        return NONE
    if prompt == Prompt.INTO or prompt == Prompt.REACT:
        return int(s.stack[s.stack_count - 1])
    return int(s.saver) if prompt == Prompt.SAVE else int(s.pool[s.cursor].card)


@inner
def targeted_card(s):
    """Return the card in a stable that is to be saved, or moved to the stable of a player, NONE if there is none."""
    if s.phase == Phase.OVER or (s.prompt != Prompt.SAVE and s.prompt != Prompt.PLAYER):
        return NONE
    card = int(s.pool[s.cursor].target)
    return card if card != NONE and Zone.STABLE <= s.zone[card] < Zone.DISCARD else NONE


@inner
def _write_player(s, rules, player, out, n):
    """Write the standing of a player, as `OF_PLAYERS` names it."""
    unicorns, _ = count_unicorns(s, rules, player)
    out[n] = squash(int(s.count[Zone.HAND + player]), HAND_SCALE)
    out[n + 1] = max(-1.0, min(1.0, unicorns / goal_of(s, rules, player)))
    out[n + 2] = s.active == player
    out[n + 3] = s.phase != Phase.OVER and s.who == player
    out[n + 4] = s.stack_count > 0 and s.stack_by[0] == player
    out[n + 5] = s.stack_count > 0 and s.into == player


@inner
def _write_returns(s, rules, own_seat, out, n):
    """Add the cards that are stolen for a time to the features of those who will get them back."""
    for k in range(rules.thief_count):
        thief = rules.thieves[k]
        if s.stolen[thief] != NONE:
            out[n + len(OF_PLAYERS) * _steps_to(s, own_seat, int(s.home[thief]))] = 1


@inner
def _write_course(s, rules, out, n):
    """Write how far the game has come and what is being asked."""
    out[n] = squash(int(s.turn), ROUND_SCALE)
    out[n + 1] = s.deck_count / rules.card_count
    out[n + 2] = min(1.0, s.goal / LARGE_GOAL)
    out[n + 3] = squash(max(0, int(s.plays)), 1)
    out[n + 4] = squash(int(s.played), 1)
    out[n + 5] = squash(max(0, int(s.stack_count) - 1), 1)
    out[n + 7] = s.again
    out[n + 8] = s.skip
    phases = n + len(GENERAL)
    out[phases + int(s.phase)] = 1
    if s.phase != Phase.OVER:
        out[phases + PHASES + int(s.prompt)] = 1
        if Prompt.USE <= s.prompt <= Prompt.VARIANT and s.prompt != Prompt.SAVE:
            out[n + 6] = squash(int(s.pool[s.cursor].remaining), 1)
            out[phases + PHASES + PROMPTS + int(rules.rows[s.pool[s.cursor].row].op)] = 1
    return phases + PHASES + PROMPTS + OPS


@inner
def tokenise(s, rules, player, out):
    """Write a row for each name of a card in each zone, and one for the hidden cards there; return their number."""
    own_seat, n = seat_of(s, player), 0
    for k in range(s.players):
        n = _write_zone(s, rules, Zone.HAND + _player_at(s, own_seat, k), player, 0, k, out, n)
    for k in range(s.players):
        n = _write_zone(s, rules, Zone.STABLE + _player_at(s, own_seat, k), player, 1, k, out, n)
    for zone in range(Zone.DISCARD, Zone.STACK + 1):
        n = _write_zone(s, rules, zone, player, zone - Zone.DISCARD + 2, 0, out, n)
    return n


@inner
def _write_zone(s, rules, zone, player, zone_kind, steps, out, n):
    """Write the rows of a zone: name, type, kind of zone, whose, number of cards."""
    hidden = 0
    for card in range(rules.card_count):
        if s.zone[card] == zone:
            private = zone < Zone.STABLE or zone == Zone.DECK
            if private and not s.known[card] >> player & 1:
                hidden += 1
            else:
                s.scratch[rules.cards[card].name] += 1
    for card in range(rules.card_count):
        name = int(rules.cards[card].name)
        if s.scratch[name]:  # once for each name: the first card of that name sets it back
            _write_row(out, n, 1 + name, 1 + type_of(rules.cards[card].kind), zone_kind, steps, int(s.scratch[name]))
            s.scratch[name] = 0
            n += 1
    if hidden:
        _write_row(out, n, 0, 0, zone_kind, steps, hidden)
        n += 1
    return n


@inner
def type_of(kind):
    """Return the index of a type among `KINDS`, whose members are powers of two."""
    index = 0
    while kind >> index > 1:
        index += 1
    return index


@inner
def _write_row(out, n, name, kind, zone_kind, steps, cards):
    out[n, 0] = name
    out[n, 1] = kind
    out[n, 2] = zone_kind
    out[n, 3] = steps
    out[n, 4] = cards


@inner
def action_index(s, rules, action):
    """Return the index of an action in the action space; equal cards in the same zone share one."""
    names, players, who = int(rules.name_count), int(s.players), int(s.who)
    cards = (Chosen.STABLES + players) * names
    if action < Act.PLAYER:
        return _part_of(s, who, action) * names + int(rules.cards[action].name)
    if action >= Act.DRAW:
        return cards + 3 * players + int(action) - Act.DRAW
    part = 0 if s.prompt == Prompt.INTO else 1 if s.pool[s.cursor].target != NONE else 2
    return cards + part * players + _steps_to(s, seat_of(s, who), int(action) - Act.PLAYER)


@inner
def _part_of(s, who, card):
    """Return the part of the action space that a card belongs to."""
    zone = int(s.zone[card])
    if s.prompt == Prompt.PLAY or s.prompt == Prompt.REACT:
        return int(Chosen.PLAY)
    if zone >= Zone.DISCARD:
        return zone - Zone.DISCARD + Chosen.DISCARD
    if zone >= Zone.STABLE:
        return Chosen.STABLES + _steps_to(s, seat_of(s, who), zone - Zone.STABLE)
    return int(Chosen.HAND) if zone == Zone.HAND + who else int(Chosen.OTHER_HAND)
