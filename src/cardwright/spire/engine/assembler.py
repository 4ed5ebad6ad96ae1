"""From effects to code: the instructions that interpreter.py executes one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cardwright.core.errors import BadData

from ..notation import effects as fx
from ..notation.card_actions import Bonus, Duplicate, Move, Play, Upgrade
from ..notation.content import Content
from ..notation.own_actions import Use, expanded
from ..notation.player_actions import Host
from ..notation.targets import Choose, Offer, Random, Self, StatusOf, Target, Top
from ..notation.vocabulary import AGENT_SETS, PILES, STATUS_SETS, type_bits
from . import rules as table
from .opcodes import Aim, CardFilter, Op
from .references import Reference, What, kept, missing, references
from .registers import Amount, Registers
from .rules import NONE
from .scope import Scope, inside, overwrites, stays_put, times_of, visits_each
from .state import Pile

Code = tuple[int, int, int, int, Amount]

_AGENT_AIMS = {"choose": Op.CHOOSE_AGENT, "random": Op.RANDOM_AGENT}
FOR_CARDS: tuple[What, ...] = ("card", "own card", "event card")  # what the effects of cards know
_KNOWN: dict[fx.Kind, tuple[What, ...]] = {
    "card": FOR_CARDS,
    "move": ("agent",),
    "rule": (),
    "potion": (),
}
_CARD_AIMS = {"choose": Op.CHOOSE_CARD, "random": Op.RANDOM_CARD}


class Assembler(Registers):
    """Compiles effects to code."""

    def __init__(self, content: Content, ascension: int = 0):
        super().__init__(content, ascension)
        self.code: list[Code] = [(op, 0, 0, 0, (NONE, 0)) for op in (Op.END, Op.FINISH_CARD, Op.END)]
        self.choices: list[Sequence[fx.Effect]] = []  # the effects of which the player chooses one, choice by choice
        self._later: list[Callable[[], None]] = []
        self._start = 0  # where the code of the current program begins

    def program(self, effect: fx.Effect | None, kind: fx.Kind, known: Iterable[What] | None = None) -> int:
        """Compile an effect and return where its code begins; without an effect, that is the empty program.

        `known` is what the effect can refer to without aiming at it.
        """
        if effect is None:
            return 0
        found = list(references(effect, kind, self.content.actions))
        self.refuse(found, _KNOWN[kind] if known is None else known)
        needs = kept(found)
        self._start = start = len(self.code)
        self._all([effect], Scope(kind, keeps_agent="agent" in needs, keeps_card="card" in needs))
        self._emit(Op.END)
        while self._later:
            self._later.pop()()
        return start

    def refuse(self, found: Iterable[Reference], known: Iterable[What]) -> None:
        """Refuse references to something that is not there."""
        for error in missing(found, known):
            with self.noting():
                raise error

    def _emit(self, op: Op, a: int = 0, b: int = 0, c: int = 0, amount: Amount = (NONE, 0)) -> int:
        if len(self.code) >= table.MAX_CODE:
            raise BadData(f"the effects of a battle take at most {table.MAX_CODE} instructions")
        self.code.append((op, a, b, c, amount))
        return len(self.code) - 1

    def _jump_here(self, pc: int) -> None:
        """Let the instruction at `pc` jump to the next one emitted."""
        op, a, _, c, amount = self.code[pc]
        self.code[pc] = (op, a, len(self.code), c, amount)

    def _effect(self, effect: fx.Effect, scope: Scope) -> None:
        if isinstance(effect, Use):
            self._all(expanded(effect, self.content.actions), scope)
            return
        if isinstance(effect, fx.Group):
            self._group(effect, scope)
            return
        assert isinstance(effect, fx.Action)
        aim = 0
        if isinstance(effect, fx.OnAgent):
            with self.noting():  # the names in it can be wrong too
                aim = self._aim_of_action(effect, scope)
        if isinstance(effect, fx.OnCard):
            self._need_card(effect, scope)
        if isinstance(effect, fx.OnStatus):
            if not scope.status:
                raise BadData(f"{effect.key()!r} needs a status: write 'to: a status of self' beside it, or the like")
            aim = Aim.SOURCE if scope.own else Aim.TARGET
        if isinstance(effect, Host):
            aim = Aim.TARGET if scope.agent and not scope.own else Aim.SOURCE
        op, a, c, amount = effect.instruction(self, scope.kind)
        self._emit(op, a, aim, c, amount)

    @staticmethod
    def _aim_of_action(effect: fx.OnAgent, scope: Scope) -> int:
        """Return whether an action is done to whoever acts or to the target."""
        hits = effect.hits and scope.kind not in ("card", "potion")
        if effect.hostile and not scope.agent and not hits:
            raise BadData(f"{effect.key()!r} needs a target: write 'to: an enemy' beside it, or 'to: self'")
        own = scope.own if scope.agent else not effect.hostile
        return Aim.SOURCE if own else Aim.TARGET

    def _need_card(self, effect: fx.OnCard, scope: Scope) -> None:
        if scope.card or (isinstance(effect, Play) and effect.play == "card again"):
            return
        if not isinstance(effect, Bonus):
            raise BadData(f"{effect.key()!r} needs a card: write 'to: a card in hand' beside it, or the like")
        self._emit(Op.SELF_CARD)

    def _group(self, group: fx.Group, scope: Scope) -> None:
        """Compile the condition, then the counting loop, then the aim: each iteration aims anew."""
        if group.one_of:
            self._options(group, scope)
            return
        if isinstance(group.to, StatusOf) and group.to.of is not None:
            group = fx.with_owner_apart(group, group.to)
        if group.when == "killed" and self._reward(group, scope):
            return
        start = None if group.when is None else self._emit(Op.IF, amount=self.amount(group.when))
        if overwrites(group, scope):
            self._call(group, scope)
        else:
            self._loop(group, scope)
        if start is not None:
            self._jump_here(start)

    @property
    def option_count(self) -> int:
        """The number of effects in all choices."""
        return sum(map(len, self.choices))

    def _options(self, group: fx.Group, scope: Scope) -> None:
        """Compile effects of which one is chosen: a jump to each, then the effects, each with a jump to the end."""
        asks = self._emit(Op.CHOOSE_OPTION, len(group.do), c=self.option_count)
        self.choices.append(group.do)
        jumps = [self._emit(Op.JUMP) for _ in group.do]
        ends = []
        for jump, option in zip(jumps, group.do, strict=True):
            self._jump_here(jump)
            self._all([option], scope)
            ends.append(self._emit(Op.JUMP))
        for pc in (asks, *ends):
            self._jump_here(pc)

    def _reward(self, group: fx.Group, scope: Scope) -> bool:
        """Make what follows a kill part of the attack just before it, if that is the effect's only one so far.

        Return whether it is. The code of the reward is separate, and the attack knows where it begins.
        """
        pc = len(self.code) - 1
        harmful = [code for code in self.code[self._start :] if code[0] in (Op.ATTACK, Op.DAMAGE, Op.LOSE_HP)]
        if scope.timed or scope.each or len(harmful) != 1 or self.code[pc][0] != Op.ATTACK:
            return False

        def write() -> None:
            op, _, b, c, amount = self.code[pc]
            self.code[pc] = (op, len(self.code), b, c, amount)
            self._loop(group.model_copy(update={"when": None}), scope)
            self._emit(Op.END)

        self._later.append(write)
        return True

    def _call(self, group: fx.Group, scope: Scope) -> None:
        """Compile what would overwrite something around it as a separate effect, which is done first."""
        pc = self._emit(Op.CALL)
        inner = scope.with_(timed=False, each=False)

        def write() -> None:
            op, _, b, c, amount = self.code[pc]
            self.code[pc] = (op, len(self.code), b, c, amount)
            self._loop(group, inner)
            self._emit(Op.RETURN)
            self._emit(Op.END)

        self._later.append(write)

    def _loop(self, group: fx.Group, scope: Scope) -> None:
        times = times_of(group)
        if times is None:
            self._aimed(group, scope)
            return
        start = self._emit(Op.TIMES, amount=self.amount(times))
        body = len(self.code)
        self._aimed(group, scope.with_(timed=True))
        self._emit(Op.AGAIN, b=body)
        self._jump_here(start)

    def _aimed(self, group: fx.Group, scope: Scope) -> None:
        target = group.to
        if pile := stays_put(group):
            raise BadData(f"'move: to {pile}' does nothing to cards that are there already")
        match target:
            case None:
                self._all(group.do, scope)
            case Self(own="agent"):
                self._all(group.do, scope.with_(agent=True, own=True, status=False))
            case Self():
                self._emit(Op.SELF_CARD)
                self._all(group.do, scope.with_(card=True, keeps_card=True))
            case StatusOf():
                start = self._aim_at_status(target, scope)
                self._all(group.do, scope.with_(status=True, card=False))
                self._jump_here(start)
            case _ if visits_each(target):
                self._each(group, target, scope)
            case _:
                start = self._aim(target, group)
                self._all(group.do, scope.with_(**inside(target)))
                self._jump_here(start)

    def _each(self, group: fx.Group, target: Target, scope: Scope) -> None:
        start = self._aim(target, group)
        which = _set_of(target)[1]
        over_agents = which in AGENT_SETS
        again = self._emit(Op.NEXT_AGENT if over_agents else Op.NEXT_CARD, 0 if over_agents else PILES[which])
        self._all(group.do, scope.with_(**inside(target)))
        self._emit(Op.JUMP, b=again)
        self._jump_here(start)
        self._jump_here(again)

    def _all(self, parts: Iterable[Any], scope: Scope) -> None:
        for part in parts:
            with self.noting():
                self._effect(part, scope)

    def _aim(self, target: Any, group: fx.Group) -> int:
        if isinstance(target, Top):
            return self._emit(Op.TOP_CARD, Pile.DRAW, amount=(NONE, NONE))
        if isinstance(target, Offer):
            if not _comes_somewhere(group):
                raise BadData("the chosen card goes nowhere: write 'move: to hand' beside 'to', or the like")
            wanted = type_bits(target.types) | (CardFilter.OPTIONAL if target.optional else 0)
            pool = self.add_offers("colorless" if target.colorless else None)
            return self._emit(Op.OFFER, wanted, c=target.offer, amount=(NONE, pool))
        how, which = _set_of(target)
        each = visits_each(target)
        count = target.count if isinstance(target, Choose | Random) and target.count > 1 else 0
        optional = isinstance(target, Choose) and target.optional
        if which in AGENT_SETS:
            op = Op.EACH_AGENT if each else _AGENT_AIMS[how]
            return self._emit(op, AGENT_SETS[which], c=count, amount=(NONE, int(optional)))
        wanted = type_bits(target.types) + CardFilter.COUNT * count
        wanted |= CardFilter.OPTIONAL if optional else 0
        wanted |= CardFilter.COSTLY if target.costly else 0
        wanted |= CardFilter.UPGRADABLE if any(isinstance(part, Upgrade) for part in group.do) else 0
        but = NONE if target.other_than is None else self.groups(target.other_than)
        return self._emit(Op.EACH_CARD if each else _CARD_AIMS[how], PILES[which], c=wanted, amount=(NONE, but))

    def _aim_at_status(self, target: StatusOf, scope: Scope) -> int:
        if not scope.agent:
            raise BadData("a status is one of somebody's: write 'a status of self', or aim with 'to: an enemy' before")
        op = Op.RANDOM_STATUS if target.at_random else Op.CHOOSE_STATUS
        whose = Aim.SOURCE if scope.own else Aim.TARGET
        return self._emit(op, STATUS_SETS[target.status], c=whose, amount=(NONE, int(target.optional)))


def _comes_somewhere(effect: fx.Effect) -> bool:
    """Return whether a card that an effect is aimed at is moved, copied or played."""
    if isinstance(effect, fx.Group):
        return any(_comes_somewhere(part) for part in effect.do)
    return isinstance(effect, Move | Duplicate | Play)


def _set_of(target: Any) -> tuple[str, str]:
    how = next(iter(type(target).model_fields))
    return how, getattr(target, how)
