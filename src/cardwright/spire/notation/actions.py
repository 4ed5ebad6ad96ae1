"""The actions that effects are made of: how each is written, what it compiles to, and what its text says.

A new action is a class here, a member of `Op`, and the branch of interpreter.py that executes it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, ClassVar, Literal

from ..engine.opcodes import Duration, Op, PlayMode, Price
from ..engine.rules import NONE
from .effects import CHOSEN_ENEMY, YOURSELF, Action, Indices, Instruction, Kind, OnAgent, OnCard, OnStatus, is_plural
from .forms import Form
from .formula_words import condition, constant, lost_amount, phrase, quantity
from .vocabulary import Amount, EntryName, OneOf, OwnName, PileName, TypeName, type_bits

# On characters


class Attack(OnAgent):
    """One hit on the target: Strength, Weak, Vulnerable and the like count."""

    op, says, example = Op.ATTACK, "Deal {attack}damage{to}{rest}", "attack: 6"
    hostile = hits = True

    attack: Amount


class Damage(OnAgent):
    """Damage that is no attack: only block lessens it."""

    op, says, example = Op.DAMAGE, "Deal {damage}damage{to}{rest}", "damage: 3"
    says_of_self = "Take {damage}damage{rest}"
    hostile = hits = True

    damage: Amount


class LoseHP(OnAgent):
    """The target loses HP; block does not help."""

    op, says, example = Op.LOSE_HP, "Lose {lose_hp}HP{rest}", "lose_hp: 3"
    says_of_other = "{Who} lose{s} {lose_hp}HP{rest}"

    lose_hp: Amount


class Heal(OnAgent):
    """The target regains HP, up to its maximum."""

    op, says, example = Op.HEAL, "Heal {heal}HP{rest}", "heal: 4"
    says_of_other = "{Who} heal{s} {heal}HP{rest}"

    heal: Amount


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

    block: Amount
    plain: bool = False

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it; in a rule of a status, all block is plain."""
        plain = self.plain or kind == "rule"
        return Instruction(Op.PLAIN_BLOCK if plain else Op.BLOCK, amount=indices.amount(self.block))


class Apply(OnAgent):
    """Stacks of a status for the target; a negative number takes stacks away."""

    op, says, example = Op.APPLY, "Apply {amount}{apply}{to}{rest}", "apply: 2 Vulnerable"
    says_of_self = "Gain {amount}{apply}{rest}"
    form = Form("[{amount:number} ]{apply:name}")
    hostile = True

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


class GainEnergy(Action):
    """Energy for this turn."""

    op, says, example = Op.ENERGY, "Gain {energy}energy{rest}", "energy: 2"

    energy: Amount

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text; energy that is taken away is lost."""
        lost = lost_amount(self.energy)
        return (
            super().text(agent, card)
            if lost is None
            else LoseHP(lose_hp=lost).text(None, card).replace("HP", "energy", 1)
        )


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


class Draw(Action):
    """Draw cards."""

    op, says, example = Op.DRAW, "Draw {draw}cards{rest}", "draw: 2"
    counts_things = True

    draw: Amount

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
    count: Amount = 1

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        card, pile = indices.card(self.add), indices.pile(self.place)
        return Instruction(self.op, card, c=pile, amount=indices.amount(self.count))


class AddRandom(Action):
    """A random card of some types from the character's pool, in hand unless another pile is named."""

    op, example = Op.ADD_RANDOM, "add_random: attack to hand, free this turn"
    says = "Add a random {add_random} card{free} to the {place}"
    form = Form("{add_random:types}[ to {place:pile}][, {free:flag} this turn]")

    add_random: tuple[TypeName, ...]
    place: PileName = "hand"
    free: bool = False

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        indices.add_pool()
        price = (NONE, Price.FREE if self.free else Price.USUAL)
        return Instruction(self.op, type_bits(self.add_random), c=indices.pile(self.place), amount=price)

    def says_with(self) -> dict[str, str]:
        """Return the words for its fields."""
        free = " that costs 0 this turn" if self.free else ""
        return {**super().says_with(), "add_random": " or ".join(self.add_random), "free": free}


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


# On cards


class Move(OnCard):
    """The card goes to a pile."""

    op, example = Op.MOVE, "move: to the top of the draw pile"
    form = Form("to {move:pile}")
    words: ClassVar = {"discard": {"move": "discard"}, "exhaust": {"move": "exhaust"}}

    move: PileName

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        return Instruction(self.op, indices.pile(self.move))

    def template(self, agent: str | None) -> str:
        """Return the text for this pile."""
        if self.move in self.words:
            return f"{self.move.capitalize()} {{target}}"
        return f"Put {{target}} {'into' if self.move == 'hand' else 'on'} the {{move}}"


class Upgrade(OnCard):
    """The card is upgraded for this battle."""

    op, says, example = Op.UPGRADE, "Upgrade {target} for this battle", "upgrade: a card in hand"
    words: ClassVar = {"upgrade": {"upgrade": "card"}}

    upgrade: Literal["card"] = "card"


class Duplicate(OnCard):
    """Copies of the card appear."""

    op, example = Op.DUPLICATE, "duplicate: 2 to hand"
    says = "Add {count}copies of {target} to the {duplicate}{rest}"
    counts_things = True
    form = Form("[{count:amount} ]to {duplicate:pile}")

    duplicate: PileName
    count: Amount = 1

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        return Instruction(self.op, indices.pile(self.duplicate), amount=indices.amount(self.count))

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text."""
        whose = f"each of {card}" if card and is_plural(card) else card
        return super().text(agent, whose).replace("Add 1 copies", "Add a copy")


class Cost(OnCard):
    """The card costs this much, for the turn or the battle."""

    op, example = Op.COST, "cost: 0 this turn"
    form = Form("{cost:amount}[ this {lasts:word}]")

    cost: Amount
    lasts: Annotated[str, OneOf("duration", ("turn", "battle"))] = "turn"

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        return Instruction(self.op, Duration[self.lasts.upper()], amount=indices.amount(self.cost))

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text."""
        which = "they" if card == "them" else card or "a card"
        verb = "cost" if card and is_plural(card) else "costs"
        return f"{which[:1].upper()}{which[1:]} {verb} {phrase(self.cost)} this {self.lasts}"


class Bonus(OnCard):
    """The card's own counter grows; without a target, the counter of the card played."""

    op, example = Op.BONUS, "bonus: 5"

    bonus: Amount

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text."""
        pronouns = {
            None: "This card's bonus",
            "this card": "This card's bonus",
            "it": "Its bonus",
            "them": "Their bonus",
        }
        whose = pronouns.get(card, f"The bonus of {card}")
        return f"{whose} grows by {phrase(self.bonus)}"


class Play(OnCard):
    """The card is played for free, at a random target; `card again` replays the card that triggered a rule."""

    op, example = Op.PLAY, "play: card and exhaust it"
    words: ClassVar = {"play": {"play": "card"}}

    play: Literal["card", "card and exhaust it", "card again"] = "card"

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        modes = {"card and exhaust it": PlayMode.THEN_EXHAUST, "card again": PlayMode.AGAIN}
        return Instruction(self.op, modes.get(self.play, PlayMode.ONCE))

    def template(self, agent: str | None) -> str:
        """Return the text for this way of playing."""
        if self.play == "card again":
            return "Play the card again"
        return "Play {target} and exhaust {it}" if "exhaust" in self.play else "Play {target}"


# On statuses


class Remove(OnStatus):
    """The status is gone."""

    op, says, example = Op.REMOVE, "Remove {target}", "remove: a debuff of self"
    words: ClassVar = {"remove": {"remove": "status"}}

    remove: Literal["status"] = "status"


class Stack(OnStatus):
    """More stacks of the status; a negative number takes stacks away."""

    op, says, example = Op.STACK, "{Target} gains {stack}stacks{rest}", "stack: 2"

    stack: Amount

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text; stacks that are taken away are lost."""
        lost = lost_amount(self.stack)
        if lost is not None:
            return Stack(stack=lost).text(agent, card).replace("gains", "loses", 1)
        return super().text(agent, card).replace(" 1 stacks", " 1 stack")
