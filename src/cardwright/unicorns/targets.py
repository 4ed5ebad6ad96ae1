"""What can be chosen: cards for an effect, players for an effect, cards to play and stables to play them into."""

from __future__ import annotations

from cardwright.core.jit import inner

from .rules import IN_STABLE, NOTHING, Always, By, Kind, Op, Switch, Trait, Whose
from .state import NONE, Act
from .zones import DISCARD, HAND, NURSERY, PANDAS, STABLE, UNICORNS, stable_of

STABLED = int(IN_STABLE)
BASIC = int(Kind.BASIC)
MAGIC = int(Kind.MAGIC)
UPGRADE = int(Kind.UPGRADE)

NO_TRIGGERS = int(Always.NO_TRIGGERS)
NO_UPGRADES = int(Always.NO_UPGRADES)
INDESTRUCTIBLE = int(Always.INDESTRUCTIBLE)
BASICS_ONLY_HERE = int(Always.BASICS_ONLY_HERE)
MAGIC_PROOF_HERE = int(Always.MAGIC_PROOF)

NEVER_DESTROYED = int(Trait.INDESTRUCTIBLE)
NEVER_SACRIFICED = int(Trait.UNSACRIFICABLE)
MAGIC_PROOF = int(Trait.MAGIC_PROOF)
NEEDS_BASIC = int(Trait.NEEDS_BASIC)

DESTROY, SACRIFICE, STEAL = int(Op.DESTROY), int(Op.SACRIFICE), int(Op.STEAL)
MOVE, GIVE, PULL, PICK, SWAP, SHRINK = (
    int(Op.MOVE), int(Op.GIVE), int(Op.PULL), int(Op.PICK), int(Op.SWAP), int(Op.SHRINK),
)  # fmt: skip
BRING, TAKE, SEARCH, DISCARDING, EITHER = (
    int(Op.BRING), int(Op.TAKE), int(Op.SEARCH), int(Op.DISCARD), int(Op.EITHER),
)  # fmt: skip
LAST_TARGETING = int(Op.FOLLOW)
OTHERS, OWN, THERE, THIS, ALL = int(Whose.OTHERS), int(Whose.OWN), int(Whose.THERE), int(Whose.THIS), int(Whose.ALL)
IN_HAND, IN_DISCARD, IN_NURSERY = int(Whose.HAND), int(Whose.DISCARD), int(Whose.NURSERY)
CHOSEN = int(By.CHOSEN)

KITTENCORN_SHIELDS_ALL = int(Switch.KITTENCORN_SHIELDS_ALL)
QUEEN_BEE_ONLY_STOPS_PLAYS = int(Switch.QUEEN_BEE_ONLY_STOPS_PLAYS)
OWN_BASIC_NEEDED = int(Switch.OWN_BASIC_NEEDED)
RETARGET_NOT_TO_ONESELF = int(Switch.RETARGET_NOT_TO_ONESELF)
BLINDED_PANDAS = int(Switch.BLINDED_PANDAS)
PLAYER = int(Act.PLAYER)


@inner
def anywhere(s, what):
    """Whether a continuous effect is in any stable."""
    found = 0
    for player in range(s.players):
        found |= s.always[player]
    return found & what != 0


@inner
def is_panda(s, rules, card):
    """Whether a card in a stable is a panda now."""
    player = stable_of(s, card)
    return player >= 0 and s.always[player] & PANDAS != 0 and rules.cards[card].kind & UNICORNS != 0


@inner
def is_blinded(s, rules, card, player, entering):
    """Whether triggered effects of a card in a player's stable do not work; pandas are no unicorns."""
    if not s.always[player] & NO_TRIGGERS or not rules.cards[card].kind & UNICORNS:
        return False
    return s.always[player] & PANDAS == 0 or (entering and rules.switches & BLINDED_PANDAS != 0)


@inner
def has_basic(s, rules, player, pandas):
    """Whether there is a Basic Unicorn in a stable; `pandas` says whether pandas are some."""
    if not pandas and s.always[player] & PANDAS:
        return False
    card = s.first[STABLE + player]
    while card != NONE:
        if rules.cards[card].kind == BASIC:
            return True
        card = s.next[card]
    return False


@inner
def can_enter(s, rules, card, player, played):
    """Whether a card may come into a stable at all."""
    line = rules.cards[card]
    if line.kind == BASIC and (played or not rules.switches & QUEEN_BEE_ONLY_STOPS_PLAYS):
        return s.always[player] & BASICS_ONLY_HERE != 0 or not anywhere(s, BASICS_ONLY_HERE)
    if line.trait & NEEDS_BASIC and not rules.switches & OWN_BASIC_NEEDED:
        return has_basic(s, rules, player, True)
    return True


@inner
def can_go(s, rules, row, card, owner, player):
    """Whether an effect that moves a card may move it to this player."""
    holder = stable_of(s, card)
    if player == holder or (row.op == GIVE and player == owner):
        return False
    if row.op == MOVE and player == owner and rules.switches & RETARGET_NOT_TO_ONESELF:
        return False
    return can_enter(s, rules, card, player, False)


@inner
def _fits(s, rules, row, card, player, owner, source):
    """Whether an effect may be done with this card in this player's stable; pandas are not asked about."""
    line = rules.cards[card]
    if not line.kind & row.kinds or s.mark[card]:
        return False
    op = row.op
    if op == DESTROY:
        if line.trait & NEVER_DESTROYED or (s.always[player] & INDESTRUCTIBLE and line.kind & UNICORNS):
            return False
        if rules.cards[source].kind == MAGIC:
            if rules.switches & KITTENCORN_SHIELDS_ALL:
                return not anywhere(s, MAGIC_PROOF_HERE)
            return line.trait & MAGIC_PROOF == 0
        return True
    if op == SACRIFICE:
        return line.trait & NEVER_SACRIFICED == 0
    if op == STEAL:
        return can_enter(s, rules, card, owner, False)
    if op in (MOVE, GIVE):
        somewhere = False
        for other in range(s.players):
            somewhere = somewhere or can_go(s, rules, row, card, owner, other)
        return somewhere
    return True


@inner
def _stable_cards(s, rules, row, owner, source, player, limit, n):
    """Add the cards of one stable that an effect can choose."""
    card = s.first[STABLE + player]
    pandas = s.always[player] & PANDAS != 0
    while card != NONE and n < limit:
        if not (pandas and rules.cards[card].kind & UNICORNS) and _fits(s, rules, row, card, player, owner, source):
            s.options[n] = card
            n += 1
        card = s.next[card]
    return n


@inner
def _listed_cards(s, rules, row, owner, place, limit):
    """The cards of a hand, the discard pile or the nursery that an effect can choose."""
    n = 0
    card = s.first[place]
    entering = row.op == BRING
    while card != NONE and n < limit:
        fits = rules.cards[card].kind & row.kinds != 0 and s.mark[card] == 0
        if entering and fits:
            fits = rules.cards[card].kind & STABLED != 0 and can_enter(s, rules, card, owner, False)
        if fits:
            s.options[n] = card
            n += 1
        card = s.next[card]
    return n


@inner
def cards_for(s, rules, row, owner, source, there, limit):
    """Write up to `limit` cards an effect can choose into the options; gives how many."""
    whose = row.whose
    if whose == IN_HAND:
        return _listed_cards(s, rules, row, owner, HAND + owner, limit)
    if whose == IN_DISCARD:
        return _listed_cards(s, rules, row, owner, DISCARD, limit)
    if whose == IN_NURSERY:
        return _listed_cards(s, rules, row, owner, NURSERY, limit)
    if whose == THIS:
        if stable_of(s, source) != owner or is_panda(s, rules, source):
            return 0
        s.options[0] = source
        return int(_fits(s, rules, row, source, owner, owner, source))
    n = 0
    for player in range(s.players):
        if whose == OTHERS:
            wanted = player != owner
        elif whose in (OWN, ALL):
            wanted = player == owner
        elif whose == THERE:
            wanted = player == there
        else:
            wanted = True
        if wanted:
            n = _stable_cards(s, rules, row, owner, source, player, limit, n)
    return n


@inner
def players_for(s, rules, row, owner, target, limit):
    """Write up to `limit` players an effect can choose into the options; gives how many."""
    n = 0
    for player in range(s.players):
        op = row.op
        if op in (MOVE, GIVE):
            fits = can_go(s, rules, row, target, owner, player)
        elif op == PULL:
            fits = player != owner and s.count[HAND + player] > 0
        elif op == SWAP:
            fits = player != owner
        elif op == SHRINK:
            fits = True
        else:
            fits = s.count[HAND + player] > 0
        if fits and n < limit:
            s.options[n] = PLAYER + player
            n += 1
    return n


@inner
def hand_has(s, rules, player, kinds, amount):
    """Whether there are so many cards of some kinds in a hand."""
    found = 0
    card = s.first[HAND + player]
    while card != NONE and found < amount:
        found += rules.cards[card].kind & kinds != 0
        card = s.next[card]
    return found >= amount


@inner
def chooses_player(row):
    """Whether an effect begins with the choice of a player."""
    op = row.op
    return op in (PULL, PICK, SWAP, SHRINK) or (op == DISCARDING and row.by == CHOSEN)


@inner
def chooses_card(row):
    """Whether an effect chooses a card before anything takes place."""
    return row.op <= LAST_TARGETING or ((row.op == BRING or row.op == TAKE) and row.whose != IN_HAND)


@inner
def is_possible(s, rules, index, owner, source, there):
    """Whether an effect could be done now, or one of its variants."""
    row = rules.rows[index]
    if row.op != EITHER:
        return _row_possible(s, rules, row, owner, source, there)
    possible = False
    for place in range(row.variants.size):
        variant = row.variants[place]
        if variant != NOTHING:
            possible = possible or _row_possible(s, rules, rules.rows[variant], owner, source, there)
    return possible


@inner
def _row_possible(s, rules, row, owner, source, there):
    if row.whose == ALL:
        return True
    if chooses_player(row):
        return players_for(s, rules, row, owner, NONE, 1) > 0
    if chooses_card(row) or row.op == BRING:
        return cards_for(s, rules, row, owner, source, there, 1) > 0
    if row.op == DISCARDING:
        return hand_has(s, rules, owner, row.kinds, row.amount)
    return row.op != SEARCH or s.deck_count > 0


@inner
def can_play_into(s, rules, card, player):
    """Whether the player on turn can play a card into this player's stable."""
    if rules.cards[card].trait & NEEDS_BASIC and rules.switches & OWN_BASIC_NEEDED:
        return has_basic(s, rules, int(s.active), False)
    return can_enter(s, rules, card, player, True)


@inner
def can_play(s, rules, card):
    """Whether the player on turn can play a card from hand."""
    line = rules.cards[card]
    player = int(s.active)
    if s.count[HAND + player] <= line.needs:
        return False
    if line.kind == MAGIC:
        for row in range(line.play, line.play + rules.rows[line.play].group):
            if rules.rows[row].op != DISCARDING and not is_possible(s, rules, row, player, card, NONE):
                return False
        return True
    if not line.kind & STABLED or (line.kind == UPGRADE and s.always[player] & NO_UPGRADES):
        return False
    if line.kind != BASIC and not line.trait & NEEDS_BASIC:
        return True
    somewhere = False
    for other in range(s.players):
        somewhere = somewhere or can_play_into(s, rules, card, other)
    return somewhere
