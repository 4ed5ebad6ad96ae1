"""From content to tables: the rules of one battle, with just the cards, statuses and enemies it can come to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ..core.errors import BadData, CardwrightError
from . import effects as fx
from . import rules as table
from .content import Card, Content, Enemy, Plan, Rule, Status
from .formulas import Names, Terms, translate
from .programs import BATTLE, FREE, SOURCE, AGAIN, EXHAUST_IT
from .piles import TOP
from .rules import NONE, AgentSet, Keyword, Change, Event, Hook, Op, Role, Stacking, Stage, TermOp
from .state import MAX_STATUSES, NOTHING, CardType, Pile
from .targets import OPTIONAL, UPGRADABLE

Code = tuple[int, int, int, int, int, int]
Kind = Literal["card", "move", "rule"]

_PILES = {"hand": Pile.HAND, "draw": Pile.DRAW, "discard": Pile.DISCARD, "exhaust": Pile.EXHAUST}
_PLACES = {**_PILES, "top of draw": TOP}
_TYPES = {each.name.lower(): each for each in CardType}
_SETS = {"enemies": AgentSet.ENEMIES, "agents": AgentSet.AGENTS, "allies": AgentSet.ALLIES}
_HOOKS = {each.name.lower().replace("_", " "): each for each in Hook}
_EVENTS = {each.name.lower().replace("_", " "): each for each in Event}
_OTHERS_FIRST = (fx.Attack, fx.Damage, fx.Apply, fx.Clear)  # done to another unless it says otherwise
_ON_AGENT: dict[type, Op] = {
    fx.Attack: Op.ATTACK, fx.Damage: Op.DAMAGE, fx.LoseHP: Op.LOSE_HP, fx.Heal: Op.HEAL, fx.GainMaxHP: Op.MAX_HP,
}  # fmt: skip


class Register:
    """Names and their numbers, given out in the order in which they are first asked for."""

    def __init__(self, what: str, capacity: int):
        self.what = what
        self.capacity = capacity
        self.names: list[str] = []
        self.numbers: dict[str, int] = {}

    def __call__(self, name: str) -> int:
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
        return Scope(**{**self.__dict__, **changes})


class Compiler:
    """Collects what a battle needs and writes it into tables."""

    def __init__(self, content: Content, ascension: int = 0):
        self.content = content
        self.cards = Register("kinds of cards", table.MAX_CARD_KINDS)
        self.statuses = Register("statuses", MAX_STATUSES)
        self.enemies = Register("kinds of enemies", table.MAX_ENEMY_KINDS)
        self.moves = Register("moves of enemies", table.MAX_MOVES)
        self.move_names = Register("names of moves", table.MAX_MOVES)
        self.groups = Register("groups of cards by name", table.MAX_GROUPS)
        self.hosts = Register("Python functions", 64)
        self.code: list[Code] = [(Op.END, 0, 0, 0, NONE, 0), (Op.FINISH_CARD, 0, 0, 0, NONE, 0), (Op.END, 0, 0, 0, NONE, 0)]
        self.formulas: dict[str, int] = {}
        self.terms: list[Terms] = []
        self.rows: dict[str, list[Any]] = {"cards": [], "statuses": [], "enemies": [], "moves": [], "plans": [], "steps": []}
        self.rules: list[tuple[int, Rule, int]] = []
        self.pool: tuple[str, ...] = ()
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
                self._emit(Op.ADD_RANDOM, _bits(effect.add_random), c=_PLACES[effect.place], amount=free)
            case fx.Host():
                self._emit(Op.HOST, self.hosts(effect.host))
            case fx.Move() | fx.Upgrade() | fx.Duplicate() | fx.Cost() | fx.Bonus() | fx.Play():
                self._on_card(effect, scope)
            case _:
                self._on_agent(effect, scope)

    def _on_agent(self, effect: Any, scope: Scope) -> None:
        if isinstance(effect, _OTHERS_FIRST) and not scope.agent:
            if scope.kind == "card" or not isinstance(effect, fx.Attack | fx.Damage):
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
                raise BadData(f"{what!r} needs a card: write {{to: {{choose: hand}}, do: [{{{what}: ...}}]}} or the like")
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
                about_cards = isinstance(target, fx.Top) or _set_of(target) not in _SETS
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
        which = _set_of(target)
        if which in _SETS:
            op = {fx.Choose: Op.CHOOSE_AGENT, fx.Random: Op.RANDOM_AGENT, fx.All: Op.EACH_AGENT}[type(target)]
            return self._emit(op, _SETS[which])
        op = {fx.Choose: Op.CHOOSE_CARD, fx.Random: Op.RANDOM_CARD, fx.All: Op.EACH_CARD}[type(target)]
        wanted = _bits(target.types)
        wanted |= OPTIONAL if isinstance(target, fx.Choose) and target.optional else 0
        wanted |= UPGRADABLE if any(isinstance(part, fx.Upgrade) for part in group.do) else 0
        but = NONE if target.other_than is None else self.groups(target.other_than)
        return self._emit(op, _PILES[which], c=wanted, amount=(NONE, but))

    # Rows of the tables

    def finish(self) -> np.ndarray:
        """Compile everything the battle has come to need, and give the tables."""
        done = {"cards": 0, "statuses": 0, "enemies": 0}
        registers = {"cards": self.cards, "statuses": self.statuses, "enemies": self.enemies}
        writers: dict[str, Callable[[str], None]] = {
            "cards": self._write_card, "statuses": self._write_status, "enemies": self._write_enemy,
        }  # fmt: skip
        while any(done[part] < len(register.names) for part, register in registers.items()):
            for part, register in registers.items():
                while done[part] < len(register.names):
                    name = register.names[done[part]]
                    try:
                        writers[part](name)
                    except CardwrightError as error:
                        raise BadData(f"{part}.{name}: {error}") from None
                    done[part] += 1
        return self._tables()

    def _write_card(self, name: str) -> None:
        card = self.content.card(name)
        better = card.upgraded()
        keywords = sum(
            flag
            for flag, wanted in (
                (Keyword.EXHAUST, card.exhaust),
                (Keyword.ETHEREAL, card.ethereal),
                (Keyword.INNATE, card.innate),
                (Keyword.UNPLAYABLE, card.unplayable),
                (Keyword.RETAIN, card.retain),
                (Keyword.X_COST, card.cost == "X"),
                (Keyword.POOL, name in self.pool),
            )
            if wanted
        )
        cost = (NONE, 0) if card.cost == "X" else self.amount(card.cost, chance=False)
        upgrade = NONE if better is None else self.card(better.name)
        hooks = [NONE] * len(Hook)
        for moment, effect in card.when.items():
            hooks[_HOOKS[moment]] = self.program(effect, "card")
        program = self.program(card.effect, "card")
        row = (*cost, program, self.condition(card.playable), upgrade, keywords, hooks, 0, _TYPES[card.type])
        self.rows["cards"].append(row)

    def _write_status(self, name: str) -> None:
        status = self.content.status(name)
        number = self.status(name)
        decay = NONE if status.decay is None else _EVENTS[status.decay.at]
        decay_all = status.decay is not None and status.decay.by == "all"
        row = (Stacking[status.stacking.upper()], status.debuff, decay, decay_all, status.grace)
        self.rows["statuses"].append(row)
        for rule in status.rules:
            self.rules.append((number, rule, self.program(rule.do, "rule")))

    def _write_enemy(self, name: str) -> None:
        enemy = self.content.enemy(name)
        first = len(self.moves.names)
        for move in enemy.moves:
            self.moves(f"{name}: {move}")
        for move in enemy.moves:
            self._write_move(enemy, move)
        plan = len(self.rows["plans"])
        for each in enemy.plan:
            self._write_plan(enemy, each)
        low, high = (self.amount(value, chance=False) for value in enemy.hp)
        roll_low, roll_high = (self.amount(value, chance=False) for value in enemy.roll or (0, 0))
        start = NONE if enemy.start is None else self.program(enemy.start, "move")
        self.rows["enemies"].append(
            (low, high, roll_low, roll_high, start, first, len(enemy.moves), plan, len(enemy.plan))
        )

    def _move(self, enemy: Enemy, name: str) -> int:
        if name not in enemy.moves:
            raise BadData(f"there is no move {name!r}; moves are {', '.join(enemy.moves)}")
        return self.moves(f"{enemy.name}: {name}")

    def _write_move(self, enemy: Enemy, name: str) -> None:
        move = enemy.moves[name]
        damage, hits = _first_attack(move.do)
        formula, number = self.amount(damage or 0, chance=False)
        hits_formula, hits_number = self.amount(hits, chance=False)
        program = self.program(move.do, "move")
        shows = re.search(r"\broll\b", str(damage)) is not None
        then = NONE if move.then is None else self._move(enemy, move.then)
        attacks = damage is not None
        row = (self.move_names(name), program, formula, number, hits_formula, hits_number, then, attacks, shows)
        self.rows["moves"].append(row)

    def _write_plan(self, enemy: Enemy, plan: Plan) -> None:
        steps = self.rows["steps"]
        opening = len(steps)
        steps += [(0.0, self._move(enemy, name), 0, 0, 0) for name in plan.opening]
        loop = len(steps)
        steps += [(0.0, self._move(enemy, name), 0, 0, 0) for name in plan.loop]
        rows = []
        for name, choice in plan.weights.items():
            first = len(steps)
            steps += [(weight, self._move(enemy, other), 0, 0, 0) for other, weight in choice.otherwise.items()]
            if choice.most and not choice.otherwise:
                raise BadData(f"the move {name!r} is limited, so it needs an 'otherwise'")
            rows.append((choice.weight, self._move(enemy, name), choice.most, first, len(choice.otherwise)))
        weights = len(steps)
        steps += rows
        sizes = (len(plan.opening), loop, len(plan.loop), weights, len(rows))
        self.rows["plans"].append((self.condition(plan.when), opening, *sizes))

    def _tables(self) -> np.ndarray:
        rules = np.zeros(1, table.Rules)
        out = rules[0]
        self._write_rules(out)
        for part, rows in {**self.rows, "code": self.code}.items():
            if len(rows) > len(out[part]):
                raise BadData(f"a battle holds at most {len(out[part])} {part}; this one needs {len(rows)}")
            for index, row in enumerate(rows):
                out[part][index] = tuple(row)
        self._write_formulas(out)
        for index, name in enumerate(self.cards.names):
            out["cards"][index]["group"] = sum(1 << bit for bit, part in enumerate(self.groups.names) if part in name)
            out["hand_hooks"] |= out["cards"][index]["hooks"][Hook.OTHER_PLAYED] != NONE
        for index, (_, _, decay, _, _) in enumerate(self.rows["statuses"]):
            if decay != NONE:
                out["decays"][decay] |= np.uint64(1 << index)
        out["card_kinds"] = len(self.cards.names)
        out["finish"] = 1
        return rules

    def _write_formulas(self, out: Any) -> None:
        place = 0
        for index, terms in enumerate(self.terms):
            if place + len(terms) > table.MAX_TERMS:
                raise BadData(f"the formulas of a battle take at most {table.MAX_TERMS} steps")
            out["formulas"][index] = (place, len(terms))
            for term in terms:
                out["terms"][place] = term
                place += 1

    def _write_rules(self, out: Any) -> None:
        """Subscriptions, sorted by stage, event and order, and for each event where its own begin."""
        rows = []
        for status, rule, program in self.rules:
            stage, event = _stage(rule)
            rows.append((stage, event, rule.order, status, rule, program))
        if len(rows) > table.MAX_SUBSCRIPTIONS:
            raise BadData(f"a battle holds at most {table.MAX_SUBSCRIPTIONS} rules of statuses")
        rows.sort(key=lambda row: row[:4])
        for index, (stage, event, _, status, rule, program) in enumerate(rows):
            out["subscriptions"][index] = self._subscription(status, rule, program)
            events = out["events"][stage, event]
            if not events["length"]:
                events["first"] = index
            events["length"] += 1
            events["anyone" if rule.role == "anyone" else "mask"] |= np.uint64(1 << status)

    def _subscription(self, status: int, rule: Rule, program: int) -> tuple[Any, ...]:
        change, value = Change.ADD, 0
        for each in Change:
            given = getattr(rule, each.name.lower())
            if given is not None:
                change, value = each, given
        formula, number = (NONE, 0) if change is Change.TIMES else self.amount(value, chance=False)
        spend = -1 if rule.spend == "all" else rule.spend
        grace = self.content.status(self.statuses.names[status]).grace
        return (
            rule.times or 0.0, rule.per_stack, status, program, self.condition(rule.when), formula, number, spend,
            _bits(rule.types), Role[rule.role.upper()], change, rule.front, grace,
        )  # fmt: skip


def _stage(rule: Rule) -> tuple[Stage, Event]:
    if rule.modify is not None:
        return Stage.MODIFY, _EVENTS[rule.modify]
    if rule.before is not None:
        return Stage.BEFORE, _EVENTS[rule.before]
    return Stage.AFTER, _EVENTS[str(rule.after)]


def _bits(types: Iterable[str]) -> int:
    return sum(1 << _TYPES[each] for each in set(types))


def _set_of(target: Any) -> str:
    return getattr(target, next(iter(type(target).model_fields)))


def _first_attack(effect: Any, times: int | str = 1) -> tuple[int | str | None, int | str]:
    """The damage and number of hits of the first attack in an effect."""
    match effect:
        case fx.Attack():
            return effect.attack, times
        case fx.Group():
            inner = times if effect.times is None else effect.times
            for part in effect.do:
                damage, hits = _first_attack(part, inner)
                if damage is not None:
                    return damage, hits
    return None, 1
