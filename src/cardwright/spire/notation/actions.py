"""The actions that effects are made of: how each is written, what it compiles to, and what its text says.

Those on cards and statuses are in card_actions.py. A new action is a class in one of the two, a member of `Op`, and the
branch of interpreter.py that executes it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator

from ..engine.opcodes import Op, Pick, Price
from ..engine.rules import NONE
from .effects import CHOSEN_ENEMY, YOURSELF, Action, Indices, Instruction, Kind, OnAgent, is_plural
from .forms import Form
from .formula_words import condition, constant, lost_amount, phrase, quantity
from .phrases import write_types
from .vocabulary import Amount, EntryName, OwnName, PileName, TypeName, type_bits


def _check_count(value: int | str) -> int | str:
    number = constant(value)
    if number is not None and number < 0:
        raise ValueError("it takes a number from 0 on, or a formula that is not always below 0")
    return value


Count = Annotated[Amount, AfterValidator(_check_count)]  # of what cannot be taken back, such as damage or cards drawn

# On characters


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
    amount: Amount = 1

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
        return f"Trigger {self.broadcast}{value}{_for(agent)}{'' if card is None else f' about {card}'}"


def _for(agent: str | None) -> str:
    who = "the enemy" if agent == CHOSEN_ENEMY else agent
    return "" if who in (None, YOURSELF) else f" for {who}"


# On the player


def _gain_or_loss(gain: str, value: int | str, unit: str) -> str:
    """Return the text of a gain, or of a loss where the amount is negative."""
    lost = lost_amount(value)
    return gain if lost is None else LoseHP(lose_hp=lost).text(None, None).replace("HP", unit, 1)


class GainEnergy(Action):
    """Energy for this turn."""

    op, says, example = Op.ENERGY, "Gain {energy}energy{rest}", "energy: 2"

    energy: Amount

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text; energy that is taken away is lost."""
        return _gain_or_loss(super().text(agent, card), self.energy, "energy")


class Gain(Action):
    """Some of a resource that the content defines; a negative number takes some away."""

    op, says, example = Op.GAIN, "Gain {amount}{gain}{rest}", "gain: 2 Heat"
    form = Form("[{amount:number} ]{gain:name}")

    gain: OwnName
    amount: Amount = 1

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        return Instruction(self.op, indices.resource(self.gain), amount=indices.amount(self.amount))

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text; what is taken away is lost."""
        lost = lost_amount(self.amount)
        if lost is None:
            return super().text(agent, card)
        number, rest = quantity(lost)
        return f"Lose {number}{self.gain}{rest}"


class GainGold(Action):
    """Gold for the player; a negative number takes some away."""

    op, says, example = Op.GOLD, "Gain {gold}gold{rest}", "gold: 20"

    gold: Amount

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text; gold that is taken away is lost."""
        return _gain_or_loss(super().text(agent, card), self.gold, "gold")


class Draw(Action):
    """Draw cards."""

    op, says, example = Op.DRAW, "Draw {draw}cards{rest}", "draw: 2"
    counts_things = True

    draw: Count

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text."""
        return super().text(agent, card).replace("Draw 1 cards", "Draw 1 card")


class Add(Action):
    """New cards of one kind, in the discard pile unless another pile is named."""

    op, says, example = Op.ADD, "Add {count}{add} to the {place}{rest}", "add: 2 Wound to hand"
    counts_things = True
    form = Form("[{count:number} ]{add:name}[ to {place:pile}]")

    add: EntryName
    place: PileName = "discard"
    count: Count = 1

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        card, pile = indices.card(self.add), indices.pile(self.place)
        return Instruction(self.op, card, c=pile, amount=indices.amount(self.count))


class AddRandom(Action):
    """A random card of some types that does not heal, in hand unless another pile is named; or a colourless one."""

    op, example = Op.ADD_RANDOM, "add_random: attack to hand, free this turn"
    says = "Add {kind} card{free} to the {place}"
    form = Form(
        "[{upgraded:flag} ][{colorless:flag} ]{add_random:types}[ to {place:pile}]"
        "[, {free:flag} this turn][, {costless:flag} this battle]"
    )

    add_random: tuple[TypeName, ...]
    place: PileName = "hand"
    free: bool = False
    costless: bool = False
    colorless: bool = False
    upgraded: bool = False

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        indices.add_offers("colorless" if self.colorless else None)
        pick = type_bits(self.add_random)
        pick |= (Pick.COLORLESS if self.colorless else 0) | (Pick.UPGRADED if self.upgraded else 0)
        price = Price.FREE_IN_BATTLE if self.costless else Price.FREE if self.free else Price.USUAL
        return Instruction(self.op, pick, c=indices.pile(self.place), amount=(NONE, price))

    def says_with(self) -> dict[str, str]:
        """Return the words for its fields."""
        flags = [word for word in ("upgraded", "colorless") if getattr(self, word)]
        kind = " ".join(["a random", *flags, *([write_types(self.add_random)] if self.add_random else [])])
        free = " that costs 0 this battle" if self.costless else " that costs 0 this turn" if self.free else ""
        return {**super().says_with(), "kind": kind, "free": free}


class Shuffle(Action):
    """The discard pile is shuffled into the draw pile."""

    op, says, example = Op.SHUFFLE, "Shuffle your discard pile into your draw pile", "do: shuffle"
    words: ClassVar = {"shuffle": {"shuffle": "discard"}}

    shuffle: Literal["discard"] = "discard"


class FillSlots(Action):
    """Random potions for empty slots, up to this number."""

    op, says, example = Op.FILL_SLOTS, "Get up to {random_potions}random potions{rest}", "random_potions: 5"
    counts_things = True

    random_potions: Amount

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        indices.add_potions()
        return super().instruction(indices, kind)


class Host(Action):
    """Ask a Python function; the actions that follow know its answer as `amount`."""

    op, says, example = Op.HOST, "Ask {host}", "host: my_function"
    form = Form("{host:name}")

    host: EntryName

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        return Instruction(self.op, indices.host(self.host))

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text."""
        return f"Ask {self.host}{_for(agent)}{'' if card is None else f' about {card}'}"
