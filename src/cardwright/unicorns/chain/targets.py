# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What an effect can choose: cards and players. The choices are written into the options of the record."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from ..lasting import amount_of, lasts
from ..rules import NOTHING, Always, By, Kind, Lasts, Op, Switch, Trait, Whose
from ..stables import anywhere, can_enter, is_panda
from ..state import NONE, Act, Zone
from ..zones import is_taking_effect, stable_of


@inner
def chooses_player(row):
    """Whether an effect begins with the choice of a player."""
    return row.op in (Op.PULL, Op.PICK, Op.SWAP, Op.SHRINK) or row.by == By.CHOSEN


@inner
def chooses_card(row):
    """Whether an effect chooses a card in step 1."""
    return row.op <= Op.LAST_LEAVING or ((row.op == Op.BRING or row.op == Op.TAKE) and row.whose != Whose.HAND)


@inner
def is_possible(s, rules, index, owner, source, there):
    """Whether an effect, or one of its variants, could be carried out now.

    `source` is the card it comes from, and `there` the player that an earlier effect acted on, or NONE. Before a chain
    begins, `source` is a card about to be played, which no longer counts as a card of the hand.
    """
    row = rules.rows[index]
    if row.op != Op.EITHER and row.by != By.OTHERS:
        return _row_possible(s, rules, row, owner, source, there)
    possible = False
    if row.by == By.OTHERS:
        for other in range(s.players):
            possible = possible or (other != owner and _row_possible(s, rules, row, other, source, there))
        return possible
    for k in range(row.variants.size):
        variant = row.variants[k]
        if variant != NOTHING:
            possible = possible or _row_possible(s, rules, rules.rows[variant], owner, source, there)
    return possible


@inner
def _row_possible(s, rules, row, owner, source, there):
    if row.whose == Whose.ALL:
        return True
    if chooses_player(row):
        return players_for(s, rules, row, owner, source, target=NONE, limit=1) > 0
    if chooses_card(row) or row.op == Op.BRING:
        return cards_for(s, rules, row, owner, source, there, limit=1) > 0
    if row.op == Op.DISCARD:
        return _hand_has(s, rules, owner, source, row)
    return row.op not in (Op.SEARCH, Op.LOOK, Op.REVEAL) or s.deck_count > 0


@inner
def _is_being_played(s, card, player):
    """Whether a card is in a player's hand only because it has not been played yet."""
    return s.chain == 0 and s.zone[card] == Zone.HAND + player


@inner
def _hand_has(s, rules, player, source, row):
    """Whether a hand has as many cards as an effect discards."""
    found = -int(_is_being_played(s, source, player) and rules.cards[source].kind & row.kinds != 0)
    amount = amount_of(s, rules, row, player, source)
    card = s.first[Zone.HAND + player]
    while card != NONE and found < amount:
        found += rules.cards[card].kind & row.kinds != 0
        card = s.next[card]
    return found >= amount


@inner
def cards_for(s, rules, row, owner, source, there, limit):
    """Write up to `limit` cards that an effect can choose into the options, and return how many there are."""
    whose = row.whose
    if whose == Whose.HAND:
        return listed_cards(s, rules, row, owner, source, Zone.HAND + owner, limit)
    if whose == Whose.DISCARD:
        return listed_cards(s, rules, row, owner, source, Zone.DISCARD, limit)
    if whose == Whose.NURSERY:
        return listed_cards(s, rules, row, owner, source, Zone.NURSERY, limit)
    if whose == Whose.THIS:
        if stable_of(s, source) != owner or not can_choose(s, rules, row, source, owner, source):
            return 0
        s.options[0] = source
        return 1
    n = 0
    for player in range(s.players):
        if whose == Whose.OTHERS:
            wanted = player != owner
        elif whose in (Whose.OWN, Whose.ALL):
            wanted = player == owner
        elif whose == Whose.THERE:
            wanted = player == there
        else:
            wanted = True
        if wanted:
            n = _stable_cards(s, rules, row, player, owner=owner, source=source, limit=limit, n=n)
    return n


@inner
def listed_cards(s, rules, row, owner, source, zone, limit):
    """Write the cards of a hand, the discard pile or the nursery that an effect can choose."""
    n = 0
    card = s.first[zone]
    entering = row.op == Op.BRING
    hidden = source if is_taking_effect(s, rules, source) else NONE
    while card != NONE and n < limit:
        fits = rules.cards[card].kind & row.kinds != 0 and s.mark[card] == 0 and card != hidden
        if entering and fits:
            fits = rules.cards[card].kind & Kind.STABLE != 0 and can_enter(s, rules, card, owner, played=False)
        if fits:
            s.options[n] = card
            n += 1
        card = s.next[card]
    return n


@inner
def _stable_cards(s, rules, row, player, owner, source, limit, n):
    """Write the cards of one stable that an effect can choose after the first `n` options; return the new number."""
    card = s.first[Zone.STABLE + player]
    pandas = s.always[player] & Always.PANDAS != 0
    while card != NONE and n < limit:
        hidden = pandas and rules.cards[card].kind & Kind.UNICORN != 0
        if (
            not hidden
            and not lasts(s, rules, player, Lasts.SHIELD, row.op, card)
            and _fits(s, rules, row, card, player=player, owner=owner, source=source)
        ):
            s.options[n] = card
            n += 1
        card = s.next[card]
    return n


@inner
def can_choose(s, rules, row, card, owner, source):
    """Whether an effect can choose this card, wherever it is now."""
    player = stable_of(s, card)
    if player < 0 or is_panda(s, rules, card) or lasts(s, rules, player, Lasts.SHIELD, row.op, card):
        return False
    return _fits(s, rules, row, card, player=player, owner=owner, source=source)


@inner
def _fits(s, rules, row, card, player, owner, source):
    """Whether an effect can choose this card in this player's stable, apart from pandas and shields."""
    line = rules.cards[card]
    if not line.kind & row.kinds or s.mark[card]:
        return False
    op = row.op
    if op == Op.DESTROY:
        return _can_destroy(s, rules, card, player, source)
    if op == Op.SACRIFICE:
        return line.trait & Trait.UNSACRIFICEABLE == 0
    if op == Op.STEAL:
        return can_enter(s, rules, card, owner, played=False)
    if op in (Op.MOVE, Op.GIVE):
        somewhere = False
        for other in range(s.players):
            somewhere = somewhere or _can_move_to(s, rules, row, card, owner=owner, player=other)
        return somewhere
    return True


@inner
def _can_destroy(s, rules, card, player, source):
    """Whether the card `source` can destroy this card in this player's stable."""
    line = rules.cards[card]
    if line.trait & Trait.INDESTRUCTIBLE or (s.always[player] & Always.INDESTRUCTIBLE and line.kind & Kind.UNICORN):
        return False
    if rules.cards[source].kind == Kind.MAGIC:
        if rules.switches & Switch.KITTENCORN_SHIELDS_ALL:
            return not anywhere(s, Always.MAGIC_PROOF)
        return line.trait & Trait.MAGIC_PROOF == 0
    return True


@inner
def _can_move_to(s, rules, row, card, owner, player):
    """Whether an effect that moves a card can move it to this player."""
    holder = stable_of(s, card)
    if player == holder or (row.op == Op.GIVE and player == owner):
        return False
    if row.op == Op.MOVE and player == owner and rules.switches & Switch.RETARGET_NOT_TO_ONESELF:
        return False
    return can_enter(s, rules, card, player, played=False)


@inner
def players_for(s, rules, row, owner, source, target, limit):
    """Write up to `limit` players that an effect can choose into the options, and return how many there are."""
    n = 0
    for player in range(s.players):
        op = row.op
        if op in (Op.MOVE, Op.GIVE):
            fits = _can_move_to(s, rules, row, target, owner=owner, player=player)
        elif op == Op.PULL:
            fits = player != owner and s.count[Zone.HAND + player] > 0
        elif op == Op.SWAP:
            fits = player != owner
        elif op in (Op.SHRINK, Op.DRAW, Op.USE):
            fits = True
        else:
            fits = s.count[Zone.HAND + player] > int(_is_being_played(s, source, player))
        if fits and n < limit:
            s.options[n] = Act.PLAYER + player
            n += 1
    return n
