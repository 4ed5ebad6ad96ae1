"""From effects and formulas to code: the instructions that interpreter.py executes one by one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from cardwright.core.errors import BadData, CardwrightError, unknown

from ..hosts import registered
from ..notation import effects as fx
from ..notation.actions import GainMaxHP, Heal, Host
from ..notation.card_actions import Bonus, Duplicate, Move, Play, Upgrade
from ..notation.content import Content
from ..notation.entries import Card
from ..notation.formulas import Names, Terms, translate
from ..notation.own_actions import Use, expanded
from ..notation.own_rules import CHANGES, INPUTS
from ..notation.targets import Choose, Offer, Random, Self, StatusOf, Target, Top
from ..notation.vocabulary import AGENT_SETS, DESTINATIONS, EVENTS, PILES, STATUS_SETS, formula_word, type_bits
from . import rules as table
from .opcodes import Aim, CardFilter, Op, TermOp
from .references import Reference, What, kept, missing, references
from .rules import FIRST_OWN_EVENT, NONE, Keyword
from .scope import Scope, inside, overwrites, stays_put, times_of, visits_each
from .state import MAX_RESOURCES, MAX_STATUSES, Pile

Amount = tuple[int, int]
Code = tuple[int, int, int, int, Amount]

_AGENT_AIMS = {"choose": Op.CHOOSE_AGENT, "random": Op.RANDOM_AGENT}
_KNOWN: dict[fx.Kind, tuple[What, ...]] = {
    "card": ("card", "own card", "event card"),
    "move": ("agent",),
    "rule": (),
    "potion": (),
}
_CARD_AIMS = {"choose": Op.CHOOSE_CARD, "random": Op.RANDOM_CARD}


class Register:
    """Names and their indices, assigned in the order of first use."""

    def __init__(self, what: str, capacity: int):
        self.what = what
        self.capacity = capacity
        self.names: list[Any] = []
        self.indices: dict[Any, int] = {}

    def __call__(self, name: str | tuple[str, str]) -> int:
        """Return the index of a name; a new name gets the next one."""
        if name not in self.indices:
            if len(self.names) >= self.capacity:
                raise BadData(f"a battle holds at most {self.capacity} {self.what}; {name!r} is one too many")
            self.indices[name] = len(self.names)
            self.names.append(name)
        return self.indices[name]


class Assembler:
    """Assigns an index to everything that a battle needs, and compiles effects and formulas to code."""

    def __init__(self, content: Content, ascension: int = 0):
        self.content = content
        self.cards = Register("kinds of cards", table.MAX_CARD_KINDS)
        self.statuses = Register("statuses", MAX_STATUSES)
        self.enemies = Register("kinds of enemies", table.MAX_ENEMY_KINDS)
        self.relics = Register("kinds of relics", table.MAX_RELIC_KINDS)
        self.potions = Register("kinds of potions", table.MAX_POTION_KINDS)
        self.move_names = Register("names of moves", table.MAX_MOVES)
        self.groups = Register("groups of cards by name", table.MAX_GROUPS)
        self.hosts = Register("Python functions", 64)
        self.resources = Register("resources besides energy", MAX_RESOURCES)
        self.own_events = Register("events of the content", table.MAX_OWN_EVENTS)
        self.code: list[Code] = [(op, 0, 0, 0, (NONE, 0)) for op in (Op.END, Op.FINISH_CARD, Op.END)]
        self.formulas: dict[str, int] = {}
        self.terms: list[Terms] = []
        self.choices: list[Sequence[fx.Effect]] = []  # the effects of which the player chooses one, choice by choice
        self._later: list[Callable[[], None]] = []
        self._start = 0  # where the code of the current program begins
        self._names = Names(
            ascension, self._known_status, self.move_names, self.groups, self._words_of_content, self._known_resource
        )
        self.writing = ""  # the section and name of the entry that is being compiled
        self.mistakes: list[str] | None = None  # where all of them are wanted, and not only the first

    @contextlib.contextmanager
    def noting(self) -> Iterator[None]:
        """Note a mistake made inside and go on after it, if all mistakes are wanted."""
        try:
            yield
        except CardwrightError as error:
            if self.mistakes is None:
                raise
            self.mistakes.append(f"{self.writing}: {error}")

    # Entries of the battle

    def card(self, name: str) -> int:
        """Return the index of a card, and make it part of the battle."""
        self.content.card(name)
        return self.cards(name)

    def status(self, name: str) -> int:
        """Return the index of a status, and make it part of the battle; the name of a relic means its counter."""
        if name in self.content.relics and name not in self.content.statuses:
            return MAX_STATUSES + self.relic(name)
        self.content.status(name)
        return self.statuses(name)

    def relic(self, name: str) -> int:
        """Return the index of a relic, and make it part of the battle."""
        self.content.relic(name)
        return self.relics(name)

    def potion(self, name: str) -> int:
        """Return the index of a potion, and make it part of the battle."""
        self.content.potion(name)
        return self.potions(name)

    def name_of(self, status: int) -> str:
        """Return the name of what rules call a status: a status or a relic."""
        return str(self.statuses.names[status] if status < MAX_STATUSES else self.relics.names[status - MAX_STATUSES])

    def enemy(self, name: str) -> int:
        """Return the index of a kind of enemy, and make it part of the battle."""
        self.content.enemy(name)
        return self.enemies(name)

    def move(self, name: str) -> int:
        """Return the index of the name of a move."""
        return self.move_names(name)

    def host(self, name: str) -> int:
        """Return the index of a Python function, and make the entries that it uses part of the battle."""
        for used in registered[name].uses if name in registered else ():
            if used not in self.content.statuses and used not in self.content.cards:
                raise unknown("status or card", used, [*self.content.statuses, *self.content.cards])
            (self.status if used in self.content.statuses else self.card)(used)
        return self.hosts(name)

    def resource(self, name: str) -> int:
        """Return the index of a resource, and make it part of the battle."""
        self.content.resource(name)
        return self.resources(name)

    def event(self, name: str) -> int:
        """Return the number of an event: of the game, of the content, or of a resource that is gained or spent."""
        if name in EVENTS:
            return EVENTS[name]
        own = {*self.content.events, *(f"{each} {verb}" for each in self.content.resources for verb in CHANGES)}
        if name not in own:
            raise unknown("event", name, [*EVENTS, *sorted(own)])
        return FIRST_OWN_EVENT + self.own_events(name)

    def broadcast(self, name: str, amount: bool) -> tuple[int, int]:
        """Return the number of an event that is broadcast, with an amount or without, and its inputs as bits."""
        if name not in self.content.events:
            raise unknown("event of the content", name, self.content.events)
        inputs = self.content.events[name].inputs
        if amount != ("amount" in inputs):
            raise BadData(f"the event {name!r} {'takes no' if amount else 'needs an'} amount")
        return self.event(name), sum(INPUTS[each] for each in inputs)

    def pile(self, name: str) -> int:
        """Return the index of a pile that a card can go to."""
        return DESTINATIONS[name]

    def add_offers(self, color: str | None) -> int:
        """Make every card that an effect can offer part of the battle; return the keyword that these have."""
        for card in self.content.cards.values():
            if in_pool(card, color or "red"):
                self.card(card.name)
        return Keyword.POOL if color is None else Keyword.COLORLESS

    def add_potions(self) -> None:
        """Make every potion that an effect can bring part of the battle."""
        for potion in self.content.potions.values():
            self.potion(potion.name)

    def _known_status(self, name: str) -> int:
        if name in self.content.statuses:
            return self.statuses(name)
        word = formula_word(name)
        relic = next((each for each in self.content.relics if formula_word(each) == word), None)
        if relic is None:
            raise KeyError(name)
        return self.status(relic)

    def _known_resource(self, name: str) -> int | None:
        return self.resource(name) if name in self.content.resources else None

    def _words_of_content(self) -> list[str]:
        return [*self.content.statuses, *self.content.relics, *self.content.resources]

    # Formulas

    def formula(self, text: str, *, chance: bool = True) -> int:
        """Return the index of a formula; without `chance`, a formula that draws random numbers is an error."""
        with self.noting():
            return self._formula(text, chance)
        return self._formula("0", chance)

    def _formula(self, text: str, chance: bool) -> int:
        if text not in self.formulas:
            terms = translate(text, self._names)
            if len(self.terms) >= table.MAX_FORMULAS:
                raise BadData(f"a battle holds at most {table.MAX_FORMULAS} formulas")
            self.formulas[text] = len(self.terms)
            self.terms.append(terms)
        if not chance and any(op is TermOp.RANDOM for op, _, _ in self.terms[self.formulas[text]]):
            raise BadData(f"the formula {text!r} must not draw a random number here")
        return self.formulas[text]

    def amount(self, value: int | str, *, chance: bool = True) -> Amount:
        """Return an amount as the index of a formula and a number; for a plain number, the index is NONE."""
        if isinstance(value, int):
            return NONE, value
        index = self.formula(value, chance=chance)
        terms = self.terms[index]
        return (NONE, terms[0][1]) if len(terms) == 1 and terms[0][0] is TermOp.NUMBER else (index, 0)

    def condition(self, value: int | str | None) -> int:
        """Return the index of the formula of a condition, NONE if there is no condition."""
        return NONE if value is None else self.formula(str(value), chance=False)

    # Effects

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


def in_pool(card: Card, color: str = "red") -> bool:
    """Return whether an effect can add the card at random; one that heals would make a battle pay for itself."""
    rarities = ("common", "uncommon", "rare")
    return card.color == color and card.rarity in rarities and not card.name.endswith("+") and not _heals(card.effect)


def _heals(effect: fx.Effect | None) -> bool:
    if isinstance(effect, fx.Group):
        return any(_heals(part) for part in effect.do)
    return isinstance(effect, Heal | GainMaxHP)


def _comes_somewhere(effect: fx.Effect) -> bool:
    """Return whether a card that an effect is aimed at is moved, copied or played."""
    if isinstance(effect, fx.Group):
        return any(_comes_somewhere(part) for part in effect.do)
    return isinstance(effect, Move | Duplicate | Play)


def _set_of(target: Any) -> tuple[str, str]:
    how = next(iter(type(target).model_fields))
    return how, getattr(target, how)
