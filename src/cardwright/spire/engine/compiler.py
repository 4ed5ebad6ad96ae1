"""From content to tables: the rules of one battle, with only the cards, statuses and enemies that it can need."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from cardwright.core.errors import BadData, CardwrightError, unknown

from ..notation.content import Content
from ..notation.own_actions import Use
from ..notation.own_rules import CHANGES, GAME_LOOP, PHASES
from ..notation.statuses import Rule
from ..notation.targets import Choose
from . import rules as table
from .assembler import FOR_CARDS
from .entry_writer import EntryWriter, Origin
from .opcodes import CardFilter, Duration, Op, Pick, Price, TermOp
from .own_names import check_name
from .rules import FIRST_OWN_EVENT, NONE, Event, Hook, Keyword, Stage
from .state import MAX_STATUSES, Phase, Pile

# What only kernels for open rules execute.
_OPEN_OPS = (
    Op.CALL, Op.CHOOSE_OPTION, Op.ROLL, Op.STEAL, Op.GOLD, Op.SHUFFLE, Op.OFFER, Op.DROP_TO_HP, Op.FILL_SLOTS,
)  # fmt: skip


class Compiler(EntryWriter):
    """Collects what a battle needs and writes it into tables."""

    def __init__(self, content: Content, ascension: int = 0):
        super().__init__(content, ascension)
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
            "cards": self.write_card, "statuses": self.write_status, "enemies": self.write_enemy,
            "relics": self.write_relic, "potions": self.write_potion,
        }  # fmt: skip
        done = dict.fromkeys(registers, 0)
        while any(done[part] < len(register.names) for part, register in registers.items()):
            for part, register in registers.items():
                while done[part] < len(register.names):
                    name = register.names[done[part]]
                    self.writing = f"{part}.{name}"
                    self.begun.append(Origin(len(self.code), part, str(name)))
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
        written = (origin for origin in (*self.begun, *rules) if origin.start > 0)
        return sorted(written, key=lambda origin: origin.start)

    def action(self, name: str) -> int:
        """Compile an action of the content as if it were aimed at a character and a card."""
        action = self.content.actions[name]
        given = {each: 1 for each in action.takes}
        self.writing = f"actions.{name}"
        aimed = Use(name, given or None).To(Choose(choose="hand")).To(Choose(choose="enemies"))
        with self._naming():
            return self.program(aimed, "card", [*FOR_CARDS, "spent"])
        return 0  # after a mistake that was noted

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


def _plain(rules: np.ndarray) -> np.ndarray:
    """Return rules that are not open as the type that kernels compile without what only open rules need."""
    plain = np.zeros(1, table.Rules)
    for name in table.Rules.names or ():
        plain[name] = rules[name]
    return plain
