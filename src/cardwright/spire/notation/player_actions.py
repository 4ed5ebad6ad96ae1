"""The actions on the player, such as energy, gold and cards that are drawn."""

from __future__ import annotations

from typing import ClassVar, Literal

from ..engine.opcodes import Op, Pick, Price
from ..engine.rules import NONE
from .actions import Copies, Count, LoseHP, for_whom
from .effects import Action, Indices, Instruction, Kind
from .forms import Form
from .formula_words import lost_amount, quantity
from .phrases import write_types
from .vocabulary import Amount, EntryName, OwnName, PileName, TypeName, type_bits


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
    count: Copies = 1

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
        return f"Ask {self.host}{for_whom(agent)}{'' if card is None else f' about {card}'}"
