"""The entries of content as rows of tables: cards, statuses, relics, potions and enemies with their moves and plans."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from cardwright.core.errors import BadData, unknown

from ..notation.actions import Attack, Block, Damage, GainMaxHP, Leave
from ..notation.cards import Card
from ..notation.content import Content
from ..notation.effects import Group
from ..notation.enemies import Enemy, Plan
from ..notation.relics import POTION_RARITIES
from ..notation.vocabulary import EVENTS, HOOKS, KEYWORDS, STACKINGS, TYPES
from . import rules as table
from .assembler import FOR_CARDS
from .endless import refuse_endless
from .references import in_formulas, refuse_later_words, told_to
from .registers import Amount, Register, in_pool
from .rule_writer import RuleWriter, formulas_of, parts_of
from .rules import NONE, Hook, Keyword
from .state import MAX_RESOURCES

_UNKNOWN = 6  # the estimate for an amount that depends on the battle


class Origin(NamedTuple):
    """Where the code of an entry begins, or that of one of its rules or hooks."""

    start: int  # the first instruction
    part: str  # of the content, such as "cards"
    name: str
    moment: str = ""  # when a rule or a hook acts

    def __str__(self) -> str:
        return f"{self.part}.{self.name}" + (f", {self.moment}" if self.moment else "")


class EntryWriter(RuleWriter):
    """Collects the rows of the tables, entry by entry."""

    def __init__(self, content: Content, ascension: int = 0):
        super().__init__(content, ascension)
        self.moves = Register("moves of enemies", table.MAX_MOVES)
        self.rows: dict[str, list[Any]] = {
            part: [] for part in ("cards", "prices", "statuses", "enemies", "potions", "moves", "plans", "steps")
        }
        self.begun: list[Origin] = []  # where the code of each entry begins

    def write_card(self, name: str) -> None:
        """Write a card, with its price, hooks and rules in hand."""
        card = self.content.card(name)
        before_play = (card.playable, None if card.cost == "X" else card.cost, *card.pay.values())
        self.refuse(in_formulas(before_play), ["card", "own card", "spent"])
        with self.noting():
            refuse_later_words(before_play)
        self.rows["prices"].append(self._prices(card))
        cost = (NONE, 0) if card.cost == "X" else self.amount(card.cost, chance=False)
        upgrade = NONE if card.upgraded_name is None else self.card(card.upgraded_name)
        hooks = [NONE] * len(Hook)
        for moment, effect in card.when.items():
            hooks[HOOKS[moment]] = start = self.program(effect, "card")
            self.begun.append(Origin(start, "cards", name, f"when {moment}"))
        with self.noting():
            refuse_endless(card.in_hand, self.content)
        for rule in card.in_hand:
            with self.noting():
                if any(re.search(r"\bstacks\b", each) for each in formulas_of(rule)):
                    raise BadData("'stacks' needs a status: a rule in hand has none")
                program = self.compile_rule(rule, told_to(rule, self.content.events) - {"event card"} | {"own card"})
                self.rules_in_hand.append((self.card(name), rule, program))
        program = self.program(card.effect, "card", {*FOR_CARDS, "spent"} if card.cost == "X" else FOR_CARDS)
        self.begun.append(Origin(program, "cards", name))
        damage, hits = self._strength_of(first_part(card.effect, Attack), guess=True)
        block, _ = self._strength_of(first_part(card.effect, Block), guess=True)
        self._add(
            "cards",
            cost=cost,
            upgrade=upgrade,
            keywords=_keywords(card),
            hooks=hooks,
            pc=program,
            damage=damage,
            hits=hits,
            block=block,
            playable=self.condition(card.playable),
            does_more=_does_more(card.effect),
            group=0,  # set once all names are known
            type=TYPES[card.type],
        )

    def _prices(self, card: Card) -> list[Amount]:
        """Return what a card costs of each resource."""
        prices = [(NONE, 0)] * MAX_RESOURCES
        for resource, price in card.pay.items():
            prices[self.resource(resource)] = formula, number = self.amount(price, chance=False)
            most = self.content.resource(resource).most
            if formula == NONE and number > most:
                raise BadData(f"nobody can pay {number} {resource}: a player has at most {most}")
        return prices

    def _add(self, part: str, **columns: Any) -> None:
        """Add a row to a table."""
        names = table.Rules[part].base.names or ()
        self.rows[part].append(tuple(columns[name] for name in names))

    def write_status(self, name: str) -> None:
        """Write a status and its rules."""
        status = self.content.status(name)
        with self.noting():
            refuse_endless(status.rules, self.content)
        number = self.status(name)
        self._add(
            "statuses",
            stacking=STACKINGS[status.stacking],
            debuff=status.debuff,
            debuff_if_lost=status.debuff_if_lost,
            decay_event=NONE if status.decay is None else EVENTS[status.decay.at],
            decay_all=status.decay is not None and status.decay.by == "all",
            grace=status.grace,
            lasting=status.lasting,
        )
        for rule in status.rules:
            with self.noting():
                program = self.compile_rule(rule, told_to(rule, self.content.events))
                self.rules.append((number, rule, program))

    def write_relic(self, name: str) -> None:
        """Write a relic's rules."""
        number = self.status(name)
        for rule in self.content.relic(name).compiled_rules():
            with self.noting():
                program = self.compile_rule(rule, told_to(rule, self.content.events))
                self.rules.append((number, rule, program))

    def write_potion(self, name: str) -> None:
        """Write a potion, as it is and stronger."""
        potion = self.content.potion(name)
        strong = potion.stronger()
        programs = []
        for each in (potion, strong):
            programs.append(self.program(each.effect, "potion"))
            self.begun.append(Origin(programs[-1], "potions", name, "when used"))
        damages = [first_part(potion.effect, kind) for kind in (Attack, Damage)]
        keeps, better = (self.amount(each.keeps or 0, chance=False) for each in (potion, strong))
        parts = list(parts_of(potion.effect))
        brewed = not any(isinstance(part, GainMaxHP) for part in parts)
        self._add(
            "potions",
            pc=programs[0],
            strong_pc=programs[1],
            usable=self.condition(potion.usable),
            keeps=keeps,
            strong_keeps=better,
            automatic=potion.keeps is not None,
            rarity=POTION_RARITIES.index(potion.rarity) if brewed else NONE,
            flees=any(isinstance(part, Leave) for part in parts),
            damage=self._strength_of(damages[damages[0][0] is None], guess=True)[0],
            block=self._strength_of(first_part(potion.effect, Block), guess=True)[0],
        )

    def write_enemy(self, name: str) -> None:
        """Write an enemy, with its moves and its plans."""
        enemy = self.content.enemy(name)
        first = len(self.moves.names)
        for move in enemy.moves:
            self.moves((name, move))
        for move in enemy.moves:
            with self.noting():
                self._write_move(enemy, move)
        plan = len(self.rows["plans"])
        for each in enemy.plan:
            with self.noting():
                self._write_plan(enemy, each)
        if self.mistakes:
            return  # what follows needs moves and plans that are sound
        low, high = (self.amount(value, chance=False) for value in enemy.hp)
        if any(formula == NONE and number < 1 for formula, number in (low, high)):
            raise BadData("the HP of an enemy are at least 1 at every level of ascension")
        roll_low, roll_high = (self.amount(value, chance=False) for value in enemy.roll or (0, 0))
        if roll_low[0] != NONE or roll_high[0] != NONE:
            raise BadData("the range of an enemy's roll has numbers that do not change in a battle")
        self._add(
            "enemies",
            hp_low=low,
            hp_high=high,
            roll_low=roll_low,
            roll_high=roll_high,
            setup=NONE if enemy.start is None else self.program(enemy.start, "move"),
            threat=self._threat(enemy),
            move=first,
            moves=len(enemy.moves),
            plan=plan,
            plans=len(enemy.plan),
        )

    def _move(self, enemy: Enemy, name: str) -> int:
        if name not in enemy.moves:
            raise unknown("move", name, enemy.moves)
        return self.moves((enemy.name, name))

    def _write_move(self, enemy: Enemy, name: str) -> None:
        move = enemy.moves[name]
        attack = first_part(move.do, Attack)
        program = self.program(move.do, "move")
        damage, hits = self._strength_of(attack)
        self._add(
            "moves",
            name=self.move_names(name),
            pc=program,
            damage=damage,
            hits=hits,
            then=NONE if move.then is None else self._move(enemy, move.then),
            attacks=attack[0] is not None,
            shows_roll=re.search(r"\broll\b", f"{attack[0]} {attack[1]}") is not None,
        )

    def _strength_of(self, part: tuple[int | str | None, int | str], guess: bool = False) -> tuple[Amount, Amount]:
        """Return the amount and the times of an attack or a block for heuristics, with `guess` for random amounts."""
        points, times = ("0" if each is None else str(each) for each in part)
        if guess:
            points, times = (each if "random" not in each else str(_UNKNOWN) for each in (points, times))
        return self.amount(points, chance=False), self.amount(times, chance=False)

    def _threat(self, enemy: Enemy) -> float:
        """Return the damage an enemy deals in a turn on average, by its last plan."""
        plan = enemy.plan[-1]
        weights = {name: choice.weight for name, choice in plan.weights.items()}
        usual = list(weights.items()) or [(name, 1.0) for name in plan.loop]
        total = 0.0
        for name, weight in usual:
            (formula, points), (times_formula, times) = self._strength_of(first_part(enemy.moves[name].do, Attack))
            total += weight * (points if formula == NONE else _UNKNOWN) * (times if times_formula == NONE else 1)
        return total / sum(weight for _, weight in usual)

    def _write_plan(self, enemy: Enemy, plan: Plan) -> None:
        opening = self._add_steps(enemy, [(name, 0.0) for name in plan.opening])
        loop = self._add_steps(enemy, [(name, 0.0) for name in plan.loop])
        others = {name: self._add_steps(enemy, choice.otherwise.items()) for name, choice in plan.weights.items()}
        weights = len(self.rows["steps"])
        for name, choice in plan.weights.items():
            if choice.most and not choice.otherwise:
                raise BadData(f"the move {name!r} is limited, so it needs an 'otherwise'")
            self._add(
                "steps",
                weight=choice.weight,
                move=self._move(enemy, name),
                most=choice.most,
                otherwise=others[name],
                otherwise_size=len(choice.otherwise),
            )
        self._add(
            "plans",
            when=self.condition(plan.when),
            opening=opening,
            opening_size=len(plan.opening),
            loop=loop,
            loop_size=len(plan.loop),
            weights=weights,
            weights_size=len(plan.weights),
        )

    def _add_steps(self, enemy: Enemy, moves: Iterable[tuple[str, float]]) -> int:
        """Add steps, each a move and its weight, and return the index of the first."""
        first = len(self.rows["steps"])
        for name, weight in moves:
            self._add("steps", weight=weight, move=self._move(enemy, name), most=0, otherwise=0, otherwise_size=0)
        return first


def _keywords(card: Card) -> int:
    """Return the keywords of a card, with those that only the engine knows."""
    keywords: int = sum(Keyword[word.upper()] for word in KEYWORDS if getattr(card, word))
    keywords += Keyword.X_COST if card.cost == "X" else 0
    keywords += Keyword.POOL if in_pool(card) else 0
    keywords += Keyword.COLORLESS if in_pool(card, "colorless") else 0
    keywords += Keyword.PAYS if card.pay else 0
    return keywords


def _does_more(effect: Any) -> bool:
    """Return whether an effect does anything but attack and block."""
    if isinstance(effect, Group):
        return any(_does_more(part) for part in effect.do)
    return effect is not None and not isinstance(effect, Attack | Block)


def first_part(effect: Any, kind: type[Attack | Block | Damage], times: int | str = 1) -> tuple[Any, int | str]:
    """Return the amount of the first attack or block in an effect, None if there is none, and its repetitions."""
    if isinstance(effect, kind):
        return getattr(effect, next(iter(kind.model_fields))), times
    if isinstance(effect, Group):
        inner = times if effect.times is None else effect.times
        for part in effect.do:
            points, often = first_part(part, kind, inner)
            if points is not None:
                return points, often
    return None, 1
