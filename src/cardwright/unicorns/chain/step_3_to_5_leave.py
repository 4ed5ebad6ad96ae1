# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Steps 3 to 5 of a link: each target gets a destination, leave triggers fire, and targets fall silent.

Step 5 needs no code. A target keeps its `mark` until step 7, and cards with a mark neither react to other cards nor
become the target of another effect.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from ..rules import NOTHING, FixedRow, Kind, Op, Switch, Trait
from ..stables import can_enter, is_blinded
from ..state import NONE, Progress, Step, Zone
from ..triggers import push, trigger
from ..zones import stable_of


@inner
def prepare_to_leave(s, rules):
    """Prepare all targets that leave a stable, including those added on the way."""
    k = 0
    while k < s.pool_count:
        entry = s.pool[k]
        if not entry.late and entry.progress == Progress.SET and rules.rows[entry.row].op <= Op.LAST_LEAVING:
            _prepare_target(s, rules, k)
        k += 1
    s.cursor = 0
    s.step = Step.EXECUTE


@inner
def _prepare_target(s, rules, k):
    """Set the destination of one target (step 3), and trigger what its leaving triggers (step 4)."""
    entry = s.pool[k]
    op = rules.rows[entry.row].op
    card = int(entry.target)
    line = rules.cards[card]
    player = stable_of(s, card)
    sees = not is_blinded(s, rules, card, player, entering=False)
    if op in (Op.DESTROY, Op.SACRIFICE):
        entry.destination = Zone.HAND + player if line.trait & Trait.TO_HAND and sees else Zone.DISCARD
        if line.dies != NOTHING and sees:
            trigger(s, rules, int(line.dies), card, player)
    elif op == Op.RETURN:
        entry.destination = Zone.HAND + player
    if line.kind == Kind.BABY:
        entry.destination = Zone.NURSERY
    if line.trait & Trait.RETURNS_WHEN_LEAVING and s.stolen[card] != NONE and sees:
        give_back(s, rules, card, late=False)


@inner
def give_back(s, rules, thief, late):
    """Let a stolen card go back where it came from; if it moves to another stable in this link, usually in the next."""
    card, home = int(s.stolen[thief]), int(s.home[thief])
    s.stolen[thief] = NONE
    moving = False
    if s.mark[card] and not late:
        moving = rules.rows[s.pool[s.mark[card] - 1].row].op in (Op.STEAL, Op.MOVE, Op.GIVE, Op.FOLLOW)
        if not moving:
            return
        late = not rules.switches & Switch.STOLEN_TWICE_GOES_HOME_AT_ONCE
    if not late and not moving and (stable_of(s, card) == home or not can_enter(s, rules, card, home, played=False)):
        return
    holder = stable_of(s, thief)
    k = push(s, FixedRow.GIVE_BACK, thief, holder if holder >= 0 else int(s.active), player=home, late=late)
    s.pool[k].target = card
    if not late:
        s.pool[k].progress = Progress.SET
        s.mark[card] = s.mark[card] if moving else k + 1
