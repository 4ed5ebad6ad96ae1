"""From content to tables: the rules of one battle, with only the cards, statuses and enemies that it can need."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from cardwright.core.errors import BadData, CardwrightError, unknown

from ..notation.actions import Attack, Block, Damage, GainMaxHP, Leave
from ..notation.content import Content
from ..notation.effects import Group
from ..notation.entries import Enemy, Plan, Rule
from ..notation.own_actions import Use
from ..notation.own_rules import CHANGES, GAME_LOOP, PHASES
from ..notation.relics import POTION_RARITIES
from ..notation.targets import Choose
from ..notation.vocabulary import EVENTS, HOOKS, KEYWORDS, STACKINGS, TYPES
from . import rules as table
from .endless import refuse_endless
from .opcodes import CardFilter, Duration, Op, Pick, Price, TermOp
from .own_names import check_name
from .references import in_formulas, refuse_later_words, told_to
from .registers import Amount, Register, in_pool
from .rule_writer import RuleWriter, formulas_of, parts_of
from .rules import FIRST_OWN_EVENT, NONE, Event, Hook, Keyword, Stage
from .state import MAX_RESOURCES, MAX_STATUSES, Phase, Pile

# What only kernels for open rules execute.
_OPEN_OPS = (
    Op.CALL, Op.CHOOSE_OPTION, Op.ROLL, Op.STEAL, Op.GOLD, Op.SHUFFLE, Op.OFFER, Op.DROP_TO_HP, Op.FILL_SLOTS,
)  # fmt: skip
_UNKNOWN = 6  # the estimate for an amount that depends on the battle


class Origin(NamedTuple):
    """Where the code of an entry begins, or that of one of its rules or hooks."""

    start: int  # the first instruction
    part: str  # of the content, such as "cards"
    name: str
    moment: str = ""  # when a rule or a hook acts

    def __str__(self) -> str:
        return f"{self.part}.{self.name}" + (f", {self.moment}" if self.moment else "")


class Compiler(RuleWriter):
    """Collects what a battle needs and writes it into tables."""

    def __init__(self, content: Content, ascension: int = 0):
        super().__init__(content, ascension)
        self.moves = Register("moves of enemies", table.MAX_MOVES)
        self.rows: dict[str, list[Any]] = {
            part: [] for part in ("cards", "prices", "statuses", "enemies", "potions", "moves", "plans", "steps")
        }
        self._begun: list[Origin] = []  # where the code of each entry begins
        for section, register in (("resources", self.resource), ("events", self.event)):
            for name in getattr(content, section):
                try:
                    check_name(name, content)
                    register(name)
                except CardwrightError as error:
                    raise BadData(f"{section}.{name}: {error}") from None

    def finish(self) -> np.ndarray:
        """Compile everything that the battle needs, and return the tables."""
        registers = {"cards": self.cards, "statuses": self.statuses, "enemies": self.enemies,
                     "relics": self.relics, "potions": self.potions}  # fmt: skip
        writers: dict[str, Callable[[str], None]] = {
            "cards": self._write_card, "statuses": self._write_status, "enemies": self._write_enemy,
            "relics": self._write_relic, "potions": self._write_potion,
        }  # fmt: skip
        done = dict.fromkeys(registers, 0)
        while any(done[part] < len(register.names) for part, register in registers.items()):
            for part, register in registers.items():
                while done[part] < len(register.names):
                    name = register.names[done[part]]
                    self.writing = f"{part}.{name}"
                    self._begun.append(Origin(len(self.code), part, str(name)))
                    with self.noting(), self._naming():
                        writers[part](name)
                    done[part] += 1
        return np.zeros(1, table.Rules) if self.mistakes else self._tables()

    @contextlib.contextmanager
    def _naming(self) -> Iterator[None]:
        """Let an error raised inside name the entry, unless all errors do."""
        try:
            yield
        except (CardwrightError, RecursionError) as error:
            message = str(error) if isinstance(error, CardwrightError) else "its effects are nested too deeply"
            raise BadData(message if self.mistakes is not None else f"{self.writing}: {message}") from None

    def origins(self) -> list[Origin]:
        """Return where the code of each entry and each rule begins, in the order of the code."""
        rules = [
            Origin(
                program,
                "statuses" if status < MAX_STATUSES else "relics",
                self.name_of(status),
                f"{'before' if rule.before else 'after'} {event}",
            )
            for status, rule, program in self.rules
            if (event := rule.before or rule.after)
        ]
        rules += [
            Origin(program, "cards", self.cards.names[kind], "in hand") for kind, _, program in self.rules_in_hand
        ]
        written = (origin for origin in (*self._begun, *rules) if origin.start > 0)
        return sorted(written, key=lambda origin: origin.start)

    def _write_card(self, name: str) -> None:
        card = self.content.card(name)
        before_play = (card.playable, None if card.cost == "X" else card.cost, *card.pay.values())
        self.refuse(in_formulas(before_play), ["card", "own card"])
        with self.noting():
            refuse_later_words(before_play)
        keywords: int = sum(Keyword[word.upper()] for word in KEYWORDS if getattr(card, word))
        keywords += Keyword.X_COST if card.cost == "X" else 0
        keywords += Keyword.POOL if in_pool(card) else 0
        keywords += Keyword.COLORLESS if in_pool(card, "colorless") else 0
        keywords += Keyword.PAYS if card.pay else 0
        prices = [(NONE, 0)] * MAX_RESOURCES
        for resource, price in card.pay.items():
            prices[self.resource(resource)] = formula, number = self.amount(price, chance=False)
            most = self.content.resource(resource).most
            if formula == NONE and number > most:
                raise BadData(f"nobody can pay {number} {resource}: a player has at most {most}")
        self.rows["prices"].append(prices)
        cost = (NONE, 0) if card.cost == "X" else self.amount(card.cost, chance=False)
        upgrade = NONE if card.upgraded_name is None else self.card(card.upgraded_name)
        hooks = [NONE] * len(Hook)
        for moment, effect in card.when.items():
            hooks[HOOKS[moment]] = start = self.program(effect, "card")
            self._begun.append(Origin(start, "cards", name, f"when {moment}"))
        with self.noting():
            refuse_endless(card.in_hand, self.content)
        for rule in card.in_hand:
            with self.noting():
                if any(re.search(r"\bstacks\b", each) for each in formulas_of(rule)):
                    raise BadData("'stacks' needs a status: a rule in hand has none")
                program = self.compile_rule(rule, told_to(rule, self.content.events) - {"event card"} | {"own card"})
                self.rules_in_hand.append((self.card(name), rule, program))
        program = self.program(card.effect, "card")
        self._begun.append(Origin(program, "cards", name))
        damage, hits = self._strength_of(first_part(card.effect, Attack), guess=True)
        block, _ = self._strength_of(first_part(card.effect, Block), guess=True)
        self._add(
            "cards",
            cost=cost,
            upgrade=upgrade,
            keywords=keywords,
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

    def _add(self, part: str, **columns: Any) -> None:
        """Add a row to a table."""
        names = table.Rules[part].base.names or ()
        self.rows[part].append(tuple(columns[name] for name in names))

    def _write_status(self, name: str) -> None:
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

    def _write_relic(self, name: str) -> None:
        number = self.status(name)
        for rule in self.content.relic(name).compiled_rules():
            with self.noting():
                program = self.compile_rule(rule, told_to(rule, self.content.events))
                self.rules.append((number, rule, program))

    def _write_potion(self, name: str) -> None:
        potion = self.content.potion(name)
        strong = potion.stronger()
        programs = []
        for each in (potion, strong):
            programs.append(self.program(each.effect, "potion"))
            self._begun.append(Origin(programs[-1], "potions", name, "when used"))
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

    def _write_enemy(self, name: str) -> None:
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

    def action(self, name: str) -> int:
        """Compile an action of the content as if it were aimed at a character and a card."""
        action = self.content.actions[name]
        given = {each: 1 for each in action.takes}
        self.writing = f"actions.{name}"
        aimed = Use(name, given or None).To(Choose(choose="hand")).To(Choose(choose="enemies"))
        with self._naming():
            return self.program(aimed, "card")
        return 0  # after a mistake that was noted

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

    def _write_resources(self, out: Any) -> None:
        for index, name in enumerate(self.resources.names):
            resource = self.content.resource(name)
            gained, spent = (self.event(f"{name} {change}") for change in CHANGES)
            out["resources"][index] = (resource.each_turn, resource.most, gained, spent, resource.kept)
        out["resource_kinds"] = len(self.resources.names)

    def _write_loop(self, out: Any) -> None:
        """Write the phases of a turn; the first counts the turn."""
        loop: list[int] = [Phase.NEW_TURN]
        words = self.content.loop or GAME_LOOP
        for index, word in enumerate(words):
            if word == "discard" and out["events"][Stage.BEFORE, Event.HAND_DISCARDED]["length"]:
                loop.append(Phase.BEFORE_DISCARD)
            if word in PHASES:
                loop += PHASES[word]
            else:
                loop.append(Phase.OWN_EVENT + self._phase_event(word))
            if word == "turn end" and words[(index + 1) % len(words)] == "enemies":
                loop.append(Phase.TURN_OVER)
        if len(loop) > table.MAX_LOOP:
            raise BadData(f"the loop of a turn has at most {table.MAX_LOOP} phases")
        out["loop"][: len(loop)] = loop
        out["loop_length"], out["first_play"] = len(loop), loop.index(Phase.PLAY)
        out["own_loop"] = loop != [Phase.NEW_TURN, *(phase for word in GAME_LOOP for phase in PHASES[word])]

    def _phase_event(self, name: str) -> int:
        if name not in self.content.events:
            raise unknown("phase", name, [*PHASES, *self.content.events])
        return self.event(name) - FIRST_OWN_EVENT

    def _tables(self) -> np.ndarray:
        rules = np.zeros(1, table.OpenRules)
        out = rules[0]
        self.write_rules(out)
        self._write_loop(out)
        self._write_resources(out)
        out["stack_rules"] = out["events"][Stage.AFTER, [Event.STATUS_GAINED, Event.STATUS_LOST]]["length"].any()
        for part, rows in {**self.rows, "code": self.code}.items():
            if len(rows) > len(out[part]):
                raise BadData(f"a battle holds at most {len(out[part])} {part}; this one needs {len(rows)}")
            if rows:
                out[part][: len(rows)] = rows
        self._write_formulas(out)
        for index, name in enumerate(self.cards.names):
            out["cards"][index]["group"] = sum(1 << bit for bit, part in enumerate(self.groups.names) if part in name)
            out["hooks"] |= sum(1 << hook for hook in Hook if out["cards"][index]["hooks"][hook] != NONE)
            out["cards"][index]["keywords"] |= Keyword.PLAIN if _always_playable(out, out["cards"][index]) else 0
        for index in range(len(self.statuses.names)):
            decay = out["statuses"][index]["decay_event"]
            if decay != NONE:
                out["decays"][decay] |= np.uint64(1 << index)
        out["card_kinds"], out["status_kinds"] = len(self.cards.names), len(self.statuses.names)
        out["enemy_kinds"], out["move_kinds"] = len(self.enemies.names), len(self.moves.names)
        out["option_kinds"] = self.option_count
        out["relic_kinds"], out["potion_kinds"] = len(self.relics.names), len(self.potions.names)
        out["finish"] = 1
        return rules if self._is_open(out) else _plain(rules)

    def _is_open(self, out: Any) -> bool:
        """Return whether anything in these tables goes beyond the usual rules; see own_rules.py."""
        rarer = out["events"][:, Event.CARD_CREATED :]["length"].any()
        rarer |= out["events"][Stage.MODIFY, [Event.WOUNDED, Event.HP_LOST]]["length"].any()
        asking = any(rule.status is not None or rule.named is not None or _lets_play(rule) for _, rule, _ in self.rules)
        rare = np.isin(out["code"]["op"], _OPEN_OPS).any() or _has_rare_operands(out["code"])
        rooms = any(op is TermOp.ROOM for terms in self.terms for op, _, _ in terms)
        carried = self.relics.names or self.potions.names or self.rules_in_hand
        own = out["own_loop"] or self.content.events or self.content.resources
        return bool(rarer or asking or rare or rooms or carried or own)

    def _write_formulas(self, out: Any) -> None:
        used = 0
        for index, terms in enumerate(self.terms):
            if used + len(terms) > table.MAX_TERMS:
                raise BadData(f"the formulas of a battle take at most {table.MAX_TERMS} steps")
            out["formulas"][index] = (used, len(terms))
            out["terms"][used : used + len(terms)] = terms
            used += len(terms)


def _has_rare_operands(code: np.ndarray) -> bool:
    """Return whether an instruction adds, moves or aims at cards or changes costs in a way of open rules."""
    aims = np.isin(code["op"], (Op.CHOOSE_CARD, Op.RANDOM_CARD, Op.EACH_CARD))
    adds, costs = code["op"] == Op.ADD_RANDOM, code["op"] == Op.COST
    picks = adds & ((code["a"] > Pick.TYPES) | (code["amount"]["number"] > Price.FREE))
    sets = costs & ((code["a"] > Duration.BATTLE) | (code["c"] > 0))
    moves, creates = np.isin(code["op"], (Op.MOVE, Op.DUPLICATE)), np.isin(code["op"], (Op.ADD, Op.ADD_RANDOM))
    sinks = (moves & (code["a"] == Pile.BOTTOM_OF_DRAW)) | (creates & (code["c"] == Pile.BOTTOM_OF_DRAW))
    return bool((picks | sets | sinks | (aims & (code["c"] & CardFilter.COSTLY > 0))).any())


def _lets_play(rule: Rule) -> bool:
    """Return whether a rule can allow cards that are unplayable."""
    return rule.modify == "playable" and rule.set != 0


def _always_playable(rules: Any, card: Any) -> bool:
    """Return whether a card can always be played, at a fixed cost."""
    free = not any(rules["events"][Stage.MODIFY, event]["length"] for event in (Event.PLAYABLE, Event.COST))
    unusual = card["keywords"] & (Keyword.UNPLAYABLE | Keyword.X_COST | Keyword.PAYS)
    return free and not unusual and card["playable"] == NONE and card["cost"]["formula"] == NONE


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


def _plain(rules: np.ndarray) -> np.ndarray:
    """Return rules that are not open as the type that kernels compile without what only open rules need."""
    plain = np.zeros(1, table.Rules)
    for name in table.Rules.names or ():
        plain[name] = rules[name]
    return plain
