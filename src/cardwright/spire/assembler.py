"""From effects and formulas to code: the instructions that the interpreter of programs.py takes one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from cardwright.core.errors import BadData

from . import effects as fx
from . import rules as table
from .content import Card, Content
from .formulas import Names, Terms, translate
from .interpreter import AGAIN, BATTLE, EXHAUST_IT, FREE, SOURCE
from .piles import TOP
from .rules import NONE, AgentSet, Op, TermOp
from .state import MAX_STATUSES, CardType, Pile
from .targets import OPTIONAL, UPGRADABLE

Code = tuple[int, int, int, int, int, int]
Kind = Literal["card", "move", "rule"]

TYPES = {each.name.lower(): each for each in CardType}
_PILES = {"hand": Pile.HAND, "draw": Pile.DRAW, "discard": Pile.DISCARD, "exhaust": Pile.EXHAUST}
_PLACES = {**_PILES, "top of draw": TOP}
_SETS = {"enemies": AgentSet.ENEMIES, "agents": AgentSet.AGENTS, "allies": AgentSet.ALLIES}
_AGENT_AIMS = {"choose": Op.CHOOSE_AGENT, "random": Op.RANDOM_AGENT, "all": Op.EACH_AGENT}
_CARD_AIMS = {"choose": Op.CHOOSE_CARD, "random": Op.RANDOM_CARD, "all": Op.EACH_CARD}
_OTHERS_FIRST = (fx.Attack, fx.Damage, fx.Apply, fx.Clear)  # done to another unless it says otherwise
_ON_AGENT: dict[type, Op] = {
    fx.Attack: Op.ATTACK, fx.Damage: Op.DAMAGE, fx.LoseHP: Op.LOSE_HP, fx.Heal: Op.HEAL, fx.GainMaxHP: Op.MAX_HP,
}  # fmt: skip


class Register:
    """Names and their numbers, given out in the order in which they are first asked for."""

    def __init__(self, what: str, capacity: int):
        self.what = what
        self.capacity = capacity
        self.names: list[Any] = []
        self.numbers: dict[Any, int] = {}

    def __call__(self, name: str | tuple[str, str]) -> int:
        """The number of a name."""
        if name not in self.numbers:
            if len(self.names) >= self.capacity:
                raise BadData(f"a battle holds at most {self.capacity} {self.what}; {name!r} is one too many")
            self.numbers[name] = len(self.names)
            self.names.append(name)
        return self.numbers[name]


@dataclass(frozen=True)
class Scope:
    """Where in an effect the compiler is."""

    kind: Kind
    agent: bool = False  # whether an agent is aimed at
    own: bool = False  # whether that is whoever acts
    card: bool = False  # whether a card is aimed at
    timed: bool = False  # inside a loop that counts
    each: bool = False  # inside a loop over targets

    def with_(self, **changes: bool) -> Scope:
        """The same place, but for these changes."""
        return Scope(**{**self.__dict__, **changes})


class Assembler:
    """Gives numbers to all that a battle needs, and writes effects and formulas as code."""

    def __init__(self, content: Content, ascension: int = 0):
        self.content = content
        self.cards = Register("kinds of cards", table.MAX_CARD_KINDS)
        self.statuses = Register("statuses", MAX_STATUSES)
        self.enemies = Register("kinds of enemies", table.MAX_ENEMY_KINDS)
        self.move_names = Register("names of moves", table.MAX_MOVES)
        self.groups = Register("groups of cards by name", table.MAX_GROUPS)
        self.hosts = Register("Python functions", 64)
        self.code: list[Code] = [(op, 0, 0, 0, NONE, 0) for op in (Op.END, Op.FINISH_CARD, Op.END)]
        self.formulas: dict[str, int] = {}
        self.terms: list[Terms] = []
        self.pool = [card.name for card in content.cards.values() if _in_pool(card)]
        self._later: list[Callable[[], None]] = []
        self._names = Names(ascension, self._known_status, self.move_names, self.groups, lambda: list(content.statuses))

    # What a battle is asked to hold

    def card(self, name: str) -> int:
        """The number of a card, which becomes part of the battle."""
        self.content.card(name)
        return self.cards(name)

    def status(self, name: str) -> int:
        """The number of a status, which becomes part of the battle."""
        self.content.status(name)
        return self.statuses(name)

    def enemy(self, name: str) -> int:
        """The number of a kind of enemy, which becomes part of the battle."""
        self.content.enemy(name)
        return self.enemies(name)

    def _known_status(self, name: str) -> int:
        if name not in self.content.statuses:
            raise KeyError(name)
        return self.statuses(name)

    # Formulas

    def formula(self, text: str, *, chance: bool = True) -> int:
        """The number of a formula."""
        if text not in self.formulas:
            terms = translate(text, self._names)
            if len(self.terms) >= table.MAX_FORMULAS:
                raise BadData(f"a battle holds at most {table.MAX_FORMULAS} formulas")
            self.formulas[text] = len(self.terms)
            self.terms.append(terms)
        if not chance and any(op is TermOp.RANDOM for op, _, _ in self.terms[self.formulas[text]]):
            raise BadData(f"the formula {text!r} must not draw a random number here")
        return self.formulas[text]

    def amount(self, value: int | str, *, chance: bool = True) -> tuple[int, int]:
        """An amount as (formula, number)."""
        if isinstance(value, int):
            return NONE, value
        number = self.formula(value, chance=chance)
        terms = self.terms[number]
        return (NONE, terms[0][1]) if len(terms) == 1 and terms[0][0] is TermOp.NUMBER else (number, 0)

    def condition(self, value: int | str | None) -> int:
        """A condition as the number of a formula, NONE for always."""
        return NONE if value is None else self.formula(str(value), chance=False)

    # Effects

    def program(self, effect: fx.Effect | None, kind: Kind) -> int:
        """Write an effect into the code and give its place; no effect is the empty program."""
        if effect is None:
            return 0
        start = len(self.code)
        self._effect(effect, Scope(kind))
        self._emit(Op.END)
        while self._later:
            self._later.pop()()
        return start

    def _emit(self, op: Op, a: int = 0, b: int = 0, c: int = 0, amount: tuple[int, int] = (NONE, 0)) -> int:
        if len(self.code) >= table.MAX_CODE:
            raise BadData(f"the effects of a battle take at most {table.MAX_CODE} instructions")
        self.code.append((op, a, b, c, *amount))
        return len(self.code) - 1

    def _jump_here(self, place: int) -> None:
        op, a, _, c, formula, number = self.code[place]
        self.code[place] = (op, a, len(self.code), c, formula, number)

    def _effect(self, effect: Any, scope: Scope) -> None:
        match effect:
            case fx.Group():
                self._group(effect, scope)
            case fx.GainEnergy() | fx.Draw():
                value = effect.energy if isinstance(effect, fx.GainEnergy) else effect.draw
                self._emit(Op.ENERGY if isinstance(effect, fx.GainEnergy) else Op.DRAW, amount=self.amount(value))
            case fx.Add():
                self._emit(Op.ADD, self.card(effect.add), c=_PLACES[effect.place], amount=self.amount(effect.count))
            case fx.AddRandom():
                for name in self.pool:
                    self.card(name)
                free = (NONE, FREE if effect.free else 0)
                self._emit(Op.ADD_RANDOM, bits(effect.add_random), c=_PLACES[effect.place], amount=free)
            case fx.Host():
                self._emit(Op.HOST, self.hosts(effect.host))
            case fx.Move() | fx.Upgrade() | fx.Duplicate() | fx.Cost() | fx.Bonus() | fx.Play():
                self._on_card(effect, scope)
            case _:
                self._on_agent(effect, scope)

    def _on_agent(self, effect: Any, scope: Scope) -> None:
        hits = isinstance(effect, fx.Attack | fx.Damage) and scope.kind != "card"
        if isinstance(effect, _OTHERS_FIRST) and not scope.agent and not hits:
            what = next(iter(type(effect).model_fields))
            raise BadData(f"{what!r} needs a target: write {{to: ..., do: [{{{what}: ...}}]}}")
        own = scope.own if scope.agent else not isinstance(effect, _OTHERS_FIRST)
        aim = SOURCE if own else 0
        match effect:
            case fx.Block():
                plain = effect.plain or scope.kind == "rule"
                self._emit(Op.PLAIN_BLOCK if plain else Op.BLOCK, b=aim, amount=self.amount(effect.block))
            case fx.Apply():
                self._emit(Op.APPLY, self.status(effect.apply), aim, amount=self.amount(effect.amount))
            case fx.Clear():
                self._emit(Op.CLEAR, self.status(effect.clear), aim)
            case fx.Intend():
                self._emit(Op.INTEND, self.move_names(effect.intend), aim)
            case fx.Spawn():
                hp = (NONE, 0) if effect.hp is None else self.amount(effect.hp)
                self._emit(Op.SPAWN, self.enemy(effect.spawn), aim, amount=hp)
            case fx.Leave():
                self._emit(Op.LEAVE, b=aim)
            case _:
                value = getattr(effect, next(iter(type(effect).model_fields)))
                self._emit(_ON_AGENT[type(effect)], b=aim, amount=self.amount(value))

    def _on_card(self, effect: Any, scope: Scope) -> None:
        again = isinstance(effect, fx.Play) and effect.play == "card again"
        if not scope.card and not again:
            if not isinstance(effect, fx.Bonus):
                what = next(iter(type(effect).model_fields))
                raise BadData(
                    f"{what!r} needs a card: write {{to: {{choose: hand}}, do: [{{{what}: ...}}]}} or the like"
                )
            self._emit(Op.SELF_CARD)
        match effect:
            case fx.Move():
                self._emit(Op.MOVE, _PLACES[effect.move])
            case fx.Upgrade():
                self._emit(Op.UPGRADE)
            case fx.Duplicate():
                self._emit(Op.DUPLICATE, _PLACES[effect.duplicate], amount=self.amount(effect.count))
            case fx.Cost():
                self._emit(Op.COST, BATTLE if effect.lasts == "battle" else 0, amount=self.amount(effect.cost))
            case fx.Bonus():
                self._emit(Op.BONUS, amount=self.amount(effect.bonus))
            case fx.Play():
                self._emit(Op.PLAY, AGAIN if again else EXHAUST_IT if "exhaust" in effect.play else 0)

    def _group(self, group: fx.Group, scope: Scope) -> None:
        """Conditions outside, then the counting loop, then the aim: each time round aims anew."""
        ends: list[int] = []
        if group.when is not None:
            ends.append(self._emit(Op.IF, amount=self.amount(group.when)))
        times = group.times
        if isinstance(group.to, fx.Choose) and group.to.count > 1:
            if times is not None:
                raise BadData("a group has either 'times' or a choice with a 'count', not both")
            times = group.to.count
        if (times is not None and scope.timed) or (isinstance(group.to, fx.All) and scope.each):
            self._call(group, times, scope)
        else:
            self._loop(group, times, scope)
        for place in ends:
            self._jump_here(place)

    def _call(self, group: fx.Group, times: int | str | None, scope: Scope) -> None:
        """A loop inside a loop of its own kind is an effect of its own, done before the outer one goes on."""
        place = self._emit(Op.CALL)
        inner = scope.with_(timed=False, each=False)

        def write() -> None:
            op, _, b, c, formula, number = self.code[place]
            self.code[place] = (op, len(self.code), b, c, formula, number)
            self._loop(group, times, inner)
            self._emit(Op.END)

        self._later.append(write)

    def _loop(self, group: fx.Group, times: int | str | None, scope: Scope) -> None:
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
        match target:
            case None:
                self._all(group.do, scope)
            case fx.Self(own="agent"):
                self._all(group.do, scope.with_(agent=True, own=True))
            case fx.Self():
                self._emit(Op.SELF_CARD)
                self._all(group.do, scope.with_(card=True))
            case fx.All():
                self._each(group, target, scope)
            case _:
                ends = [self._aim(target, group)]
                about_cards = isinstance(target, fx.Top) or _set_of(target)[1] not in _SETS
                inside = {"card": True} if about_cards else {"agent": True, "own": False}
                self._all(group.do, scope.with_(**inside))
                for place in ends:
                    self._jump_here(place)

    def _each(self, group: fx.Group, target: fx.All, scope: Scope) -> None:
        start = self._aim(target, group)
        over_agents = target.all in _SETS
        again = self._emit(Op.NEXT_AGENT if over_agents else Op.NEXT_CARD, 0 if over_agents else _PILES[target.all])
        inside = {"agent": True, "own": False} if over_agents else {"card": True}
        self._all(group.do, scope.with_(each=True, **inside))
        self._emit(Op.JUMP, b=again)
        self._jump_here(start)
        self._jump_here(again)

    def _all(self, parts: Iterable[Any], scope: Scope) -> None:
        for part in parts:
            self._effect(part, scope)

    def _aim(self, target: Any, group: fx.Group) -> int:
        if isinstance(target, fx.Top):
            return self._emit(Op.TOP_CARD, Pile.DRAW, amount=(NONE, NONE))
        how, which = _set_of(target)
        if which in _SETS:
            return self._emit(_AGENT_AIMS[how], _SETS[which])
        wanted = bits(target.types)
        wanted |= OPTIONAL if isinstance(target, fx.Choose) and target.optional else 0
        wanted |= UPGRADABLE if any(isinstance(part, fx.Upgrade) for part in group.do) else 0
        but = NONE if target.other_than is None else self.groups(target.other_than)
        return self._emit(_CARD_AIMS[how], _PILES[which], c=wanted, amount=(NONE, but))


def bits(types: Iterable[str]) -> int:
    """Card types as bits."""
    return sum(1 << TYPES[each] for each in set(types))


def _in_pool(card: Card) -> bool:
    return card.color == "red" and card.rarity in ("common", "uncommon", "rare") and not card.name.endswith("+")


def _set_of(target: Any) -> tuple[str, str]:
    how = next(iter(type(target).model_fields))
    return how, getattr(target, how)
