"""The actions that effects are made of: how each is written, what it compiles to, and what its text says.

Here are those on characters, in player_actions.py those on the player, in card_actions.py those on cards and statuses.
A new action is a class in one of the three, a member of `Op`, and the branch of interpreter.py that executes it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator

from ..engine.opcodes import Op
from ..engine.rules import NONE
from ..engine.state import MAX_CARDS, MAX_STACKS
from .effects import CHOSEN_ENEMY, YOURSELF, Indices, Instruction, Kind, OnAgent, is_plural
from .forms import Form
from .formula_words import condition, constant, lost_amount, phrase, quantity
from .vocabulary import Amount, EntryName, OwnName


def _check_count(value: int | str) -> int | str:
    number = constant(value)
    if number is not None and number < 0:
        raise ValueError("it takes a number from 0 on, or a formula that is not always below 0")
    return value


def _check_stacks(value: int | str) -> int | str:
    if abs(constant(value) or 0) > MAX_STACKS:
        raise ValueError(f"nobody has more than {MAX_STACKS} stacks of a status")
    return value


def _check_copies(value: int | str) -> int | str:
    if (constant(value) or 0) > MAX_CARDS:
        raise ValueError(f"a battle has at most {MAX_CARDS} cards")
    return value


Count = Annotated[Amount, AfterValidator(_check_count)]  # of what cannot be taken back, such as damage or cards drawn

Copies = Annotated[Count, AfterValidator(_check_copies)]


class Attack(OnAgent):
    """One hit on the target: Strength, Weak, Vulnerable and the like count."""

    op, says, example = Op.ATTACK, "Deal {attack}damage{to}{rest}", "attack: 6"
    says_of_self = "Attack yourself for {attack}damage{rest}"
    hostile = hits = True

    attack: Count


class Damage(OnAgent):
    """Damage that is no attack: only block lessens it."""

    op, says, example = Op.DAMAGE, "Deal {damage}damage{to}{rest}", "damage: 3"
    says_of_self = "Take {damage}damage{rest}"
    hostile = hits = True

    damage: Count


class LoseHP(OnAgent):
    """The target loses HP; block does not help."""

    op, says, example = Op.LOSE_HP, "Lose {lose_hp}HP{rest}", "lose_hp: 3"
    says_of_other = "{Who} lose{s} {lose_hp}HP{rest}"

    lose_hp: Count


class Heal(OnAgent):
    """The target regains HP, up to its maximum."""

    op, says, example = Op.HEAL, "Heal {heal}HP{rest}", "heal: 4"
    says_of_other = "{Who} heal{s} {heal}HP{rest}"

    heal: Count


class GainMaxHP(OnAgent):
    """The target's maximum HP and its HP go up; a negative number takes maximum HP away."""

    op, says, example = Op.MAX_HP, "Gain {max_hp}max HP{rest}", "max_hp: 3"
    says_of_other = "{Who} gain{s} {max_hp}max HP{rest}"

    max_hp: Amount

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text; maximum HP that is taken away is lost."""
        lost = lost_amount(self.max_hp)
        return (
            super().text(agent, card)
            if lost is None
            else LoseHP(lose_hp=lost).text(agent, card).replace("HP", "max HP", 1)
        )


class Block(OnAgent):
    """Block for the target; on a card or in a move Dexterity and Frail count, unless it is plain."""

    op, says, example = Op.BLOCK, "Gain {block}block{rest}", "block: 5"
    says_of_other = "{Who} gain{s} {block}block{rest}"
    form = Form("{block:amount}[, {plain:flag}]")

    block: Count
    plain: bool = False

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it; in a rule of a status or a relic and in a potion, all block is plain."""
        plain = self.plain or kind in ("rule", "potion")
        return Instruction(Op.PLAIN_BLOCK if plain else Op.BLOCK, amount=indices.amount(self.block))


class Apply(OnAgent):
    """Stacks of a status for the target; a negative number takes stacks away."""

    op, says, example = Op.APPLY, "Apply {amount}{apply}{to}{rest}", "apply: 2 Vulnerable"
    says_of_self = "Gain {amount}{apply}{rest}"
    form = Form("[{amount:number} ]{apply:name}")
    hostile = hits = True

    apply: EntryName
    amount: Annotated[Amount, AfterValidator(_check_stacks)] = 1

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        return Instruction(self.op, indices.status(self.apply), amount=indices.amount(self.amount))

    def text_where(self, agent: str | None, card: str | None, single: Collection[str]) -> str:
        """Return the text; of a status that nobody has more than once, any number is 1."""
        if self.apply not in single or constant(self.amount) == 0 or lost_amount(self.amount) is not None:
            return self.text(agent, card)
        one = Apply(apply=self.apply, amount=1).text(agent, card)
        return one if constant(self.amount) is not None else f"If {condition(f'({self.amount}) > 0')}: {one}"

    def template(self, agent: str | None) -> str:
        """Return the text; stacks that are taken away are lost."""
        if lost_amount(self.amount) is None:
            return super().template(agent)
        return f"{'Lose' if agent in (None, YOURSELF) else '{Who} lose{s}'} {{amount}}{{apply}}{{rest}}"

    def says_with(self) -> dict[str, str]:
        """Return the words for its fields."""
        words = super().says_with()
        lost = lost_amount(self.amount)
        if lost is not None:
            words["amount"], words["rest"] = quantity(lost)
        return words


class Clear(OnAgent):
    """The target loses a status."""

    op, says, example = Op.CLEAR, "Lose all {clear}", "clear: Vigor"
    says_of_other = "{Who} lose{s} all {clear}"
    form = Form("{clear:name}")
    hostile = True

    clear: EntryName

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        return Instruction(self.op, indices.status(self.clear))


class Intend(OnAgent):
    """The target, an enemy, changes its intent to this move."""

    op, says, example = Op.INTEND, "Intend {intend}", "intend: Split"
    says_of_other = "{Who} intend{s} {intend}"
    form = Form("{intend:name}")

    intend: EntryName

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        return Instruction(self.op, indices.move(self.intend))


class Spawn(OnAgent):
    """A new enemy joins, with the HP of its kind or as given."""

    op, says, example = Op.SPAWN, "A new {spawn} appears", "spawn: Acid Slime M with 20 HP"
    form = Form("{spawn:name}[ with {hp:amount} HP]")

    spawn: EntryName
    hp: Amount | None = None

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        hp = (NONE, 0) if self.hp is None else indices.amount(self.hp)
        return Instruction(self.op, indices.enemy(self.spawn), amount=hp)


class Leave(OnAgent):
    """The target leaves the battle; nothing reacts to it as to a death."""

    op, says, example = Op.LEAVE, "Leave the battle", "do: leave"
    says_of_other = "{Who} leave{s} the battle"
    words: ClassVar = {"leave": {"leave": "battle"}}

    leave: Literal["battle"] = "battle"


class Roll(OnAgent):
    """The own number of the target, an enemy, goes up; formulas call it `roll`."""

    op, example = Op.ROLL, "roll: 10"

    roll: Amount

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text; what is taken away is lost."""
        if self.roll == "-roll":
            return "Set its roll to 0"
        lost = lost_amount(self.roll)
        who = "the enemy" if agent == CHOSEN_ENEMY else agent
        verb, number = ("add", phrase(self.roll)) if lost is None else ("take", phrase(lost))
        done = f"{verb}{'' if who in (None, YOURSELF) or is_plural(str(who)) else 's'} {number}"
        whose = "their" if who is not None and is_plural(who) else "its"
        sentence = (
            f"{'' if who in (None, YOURSELF) else f'{who} '}{done} {'to' if lost is None else 'from'} {whose} roll"
        )
        return sentence[:1].upper() + sentence[1:]


class Steal(OnAgent):
    """The target, an enemy, takes gold from the player, who gets it back when the thief dies."""

    op, says, example = Op.STEAL, "Steal {steal}gold{rest}", "steal: 15"
    says_of_other = "{Who} steal{s} {steal}gold{rest}"

    steal: Amount


class SetHP(OnAgent):
    """The target has this many HP, at least 1 and at most its maximum; nothing reacts to that."""

    op, says, example = Op.DROP_TO_HP, "Drop to {drop_to_hp}HP{rest}", "drop_to_hp: 1"
    says_of_other = "{Who} drop{s} to {drop_to_hp}HP{rest}"

    drop_to_hp: Amount


class Broadcast(OnAgent):
    """An event that the content defines happens; the actions that follow know its value as `amount`."""

    op, example = Op.BROADCAST, "broadcast: 3 Overload"
    form = Form("[{amount:number} ]{broadcast:name}")

    broadcast: OwnName
    amount: Amount | None = None

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        event, inputs = indices.broadcast(self.broadcast, self.amount is not None)
        return Instruction(self.op, event, c=inputs, amount=indices.amount(self.amount or 0))

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text."""
        value = "" if self.amount is None else f" with {phrase(self.amount)}"
        return f"Trigger {self.broadcast}{value}{for_whom(agent)}{'' if card is None else f' about {card}'}"


def for_whom(agent: str | None) -> str:
    """Return the end of a sentence that says for whom something is done, nothing where that is "you"."""
    who = "the enemy" if agent == CHOSEN_ENEMY else agent
    return "" if who in (None, YOURSELF) else f" for {who}"
