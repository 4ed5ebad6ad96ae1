"""What content adds to the rules besides cards: events, resources, and the phases of a turn."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from cardwright.core.data import Data
from cardwright.core.errors import unknown

from ..engine.opcodes import Input
from ..engine.state import Phase
from .vocabulary import OWN_NAME, OneOf, OwnName, Text, is_own, words

INPUTS = words(Input)
PHASES: dict[str, tuple[Phase, ...]] = {  # what each word of a loop stands for
    "block": (Phase.LOSE_BLOCK,),
    "energy": (Phase.GAIN_ENERGY,),
    "turn start": (Phase.TURN_START,),
    "draw": (Phase.DRAW_HAND, Phase.AFTER_DRAW),
    "play": (Phase.PLAY,),
    "turn end": (Phase.BEFORE_TURN_END, Phase.HAND_ACTS, Phase.TURN_END),
    "discard": (Phase.DISCARD_HAND,),
    "enemies": (Phase.ENEMIES_START, Phase.ENEMY_ACTS, Phase.ENEMIES_END),
    "round end": (Phase.ROUND_END,),
}
GAME_LOOP = ("block", "energy", "turn start", "draw", "play", "turn end", "discard", "enemies", "round end")
PAPER_LOOP = ("energy", "turn start", "draw", "play", "turn end", "enemies", "block", "discard", "round end")
LOOPS = {"game": GAME_LOOP, "paper": PAPER_LOOP}
LONGEST_LOOP = 16
CHANGES = ("gained", "spent")  # of a resource, each an event: "Heat gained"

Few = Annotated[int, Field(strict=True, ge=0, le=999)]


def _listed(value: Any) -> Any:
    return value.replace(",", " ").split() if isinstance(value, str) else value


InputName = Annotated[str, OneOf("input", tuple(INPUTS))]
Inputs = Annotated[tuple[InputName, ...], BeforeValidator(_listed, json_schema_input_type=str | tuple[InputName, ...])]


class NewEvent(Data):
    """An event that content defines: what it tells the rules that wait for it."""

    name: OwnName
    inputs: Inputs = ("amount",)
    text: Text | None = None


class Resource(Data):
    """A resource besides energy: what the player has of it at the start, and what each turn brings."""

    name: OwnName
    start: Few = 0
    each_turn: Few = 0
    kept: bool = True
    most: Few = 999
    text: Text | None = None

    @model_validator(mode="after")
    def _keep_the_limit(self) -> Resource:
        if self.start > self.most:
            raise ValueError(f"the start, {self.start}, is more than the most that a player can have, {self.most}")
        return self


def _read_loop(value: Any) -> Any:
    if isinstance(value, str):
        if value not in LOOPS:
            raise ValueError(f"{unknown('loop', value, LOOPS)}; or write a list of phases")
        return LOOPS[value]
    return value


def _check_phase(word: str) -> str:
    if word not in PHASES and not is_own(word):
        raise ValueError(f"{unknown('phase', word, PHASES)}; an event of your own begins with a capital letter")
    return word


def _check_loop(loop: tuple[str, ...]) -> tuple[str, ...]:
    if "play" not in loop:
        raise ValueError("a turn needs the phase 'play', in which the player plays cards")
    return loop


PhaseName = Annotated[
    str,
    AfterValidator(_check_phase),
    Field(json_schema_extra={"anyOf": [{"enum": list(PHASES)}, {"pattern": OWN_NAME}]}),
]
Loop = Annotated[
    tuple[PhaseName, ...],
    Field(max_length=LONGEST_LOOP),
    AfterValidator(_check_loop),
    BeforeValidator(_read_loop, json_schema_input_type=str | tuple[PhaseName, ...]),
]


def write_loop(loop: tuple[str, ...]) -> Any:
    """Return a loop as a designer writes it: its name, or the list of its phases.

    >>> write_loop(("draw", "play")), write_loop(PAPER_LOOP)
    (['draw', 'play'], 'paper')
    """
    return next((name for name, phases in LOOPS.items() if phases == loop), list(loop))
