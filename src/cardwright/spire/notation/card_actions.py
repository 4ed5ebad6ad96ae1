"""The actions on cards and on statuses."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar, Literal

from ..engine.opcodes import Duration, Op, PlayMode
from . import player_actions as _player_actions  # noqa: F401  its actions are listed before these
from .actions import Copies, Count
from .effects import Indices, Instruction, Kind, OnCard, OnStatus, is_plural
from .forms import Form
from .formula_words import lost_amount, phrase
from .vocabulary import Amount, OneOf, PileName

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
        where = {"hand": "into the {move}", "top of draw": "on {move}"}.get(self.move, "on the {move}")
        return f"Put {{target}} {where}"

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text; a card that is put somewhere is taken from where it is."""
        if card is None or self.move in self.words:
            return super().text(agent, card)
        origin = re.sub(r" in (?=the \w+ pile)", " from ", re.sub(r" in hand\b", " from your hand", card))
        return super().text(agent, origin)


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
    count: Copies = 1

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        return Instruction(self.op, indices.pile(self.duplicate), amount=indices.amount(self.count))

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text."""
        whose = f"each of {card}" if card and is_plural(card) else card
        return super().text(agent, whose).replace("Add 1 copies", "Add a copy")


class Cost(OnCard):
    """The card costs this much for the turn, the battle or until it is played; `at most` spares cheaper ones and X."""

    op, example = Op.COST, "cost: 0 this turn"
    form = Form("{cost:amount}[ at {most:flag}][ this {lasts:word}][ until {played:flag}]")

    cost: Count
    lasts: Annotated[str, OneOf("duration", ("turn", "battle"))] = "turn"
    most: bool = False
    played: bool = False

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Compile it."""
        duration = Duration.PLAY if self.played else Duration[self.lasts.upper()]
        return Instruction(self.op, duration, c=int(self.most), amount=indices.amount(self.cost))

    def text(self, agent: str | None, card: str | None) -> str:
        """Return the text."""
        which = "they" if card == "them" else card or "a card"
        verb = "cost" if card and is_plural(card) else "costs"
        until = "until played" if self.played else f"this {self.lasts}"
        most = "at most " if self.most else ""
        return f"{which[:1].upper()}{which[1:]} {verb} {most}{phrase(self.cost)} {until}"


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
