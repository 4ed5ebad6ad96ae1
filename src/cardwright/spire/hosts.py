# mypy: allow-untyped-decorators
"""Python functions in effects: what they are told, and how they change the battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from cardwright.core.compiling.jit import kernel
from cardwright.core.errors import BadData, CardwrightError, unknown
from cardwright.core.state import State

from .engine.interpreter import perform
from .engine.opcodes import Aim, Duration, Op
from .engine.rules import FIRST_OWN_EVENT, NONE, Code
from .engine.state import PLAYER, Pile
from .notation.own_rules import INPUTS
from .notation.vocabulary import DESTINATIONS

if TYPE_CHECKING:
    from .facade import Battle

MAX_ANSWER = 9999
_PILES = {name: pile for name, pile in DESTINATIONS.items() if pile is not Pile.BOTTOM_OF_DRAW}  # for open rules only

HostAction = Callable[[State, "HostCall"], int | None]


class Host(NamedTuple):
    """A Python function that effects can ask, and the entries it needs in a battle."""

    function: HostAction
    uses: tuple[str, ...]


registered: dict[str, Host] = {}


@overload
def host_action(function: HostAction, /) -> HostAction: ...
@overload
def host_action(*, uses: Sequence[str] = ()) -> Callable[[HostAction], HostAction]: ...


def host_action(function: HostAction | None = None, /, *, uses: Sequence[str] = ()) -> Any:
    """Make this Python function available to effects by its name, as in `host: count_primes` or `Host("count_primes")`.

    It is called with the state and a `HostCall`, through which it can change the battle. What it returns, an integer,
    is `amount` in the actions that follow. `uses` names the statuses and cards that it brings into the battle.
    """

    def register(function: HostAction) -> HostAction:
        registered[function.__name__] = Host(function, tuple(uses))
        return function

    return register if function is None else register(function)


@kernel
def _perform(states, rules, slot, codes, who):  # type: ignore[no-untyped-def]
    s = states[0]
    perform(s, rules[0], s.agenda[slot], codes[0], who)


class HostCall:
    """The effect that asks a Python function: who acts on whom, and how to change the battle on its behalf.

    Agents are numbers: 0 is the player, then the enemies from the left. Each method does what the action of the same
    name does: rules of statuses modify it and react to it, and the log tells it.
    """

    def __init__(self, battle: Battle, state: State):
        self._battle = battle
        self._state = state
        self._over = False  # whether the function has returned
        self._slot = int(state.record.agenda_first)
        entry = state.record.agenda[self._slot]
        aim = battle.rules["code"][0]["b"][int(entry.pc) - 1]
        self._broadcasts_for = int(entry.source if aim == Aim.SOURCE else entry.target)
        self.source = int(entry.source)  # the agent who acts
        self.target = int(entry.target)  # the agent it is aimed at, -1 for none
        self.card = int(entry.card)  # the index of the card the effect comes from, -1 for none
        self.chosen = int(entry.chosen)  # the index of the card the effect is aimed at, -1 for none
        self.number = int(entry.number)  # X of a card, or the stacks of the status whose rule this is
        self.amount = int(entry.amount)  # the amount of the event, or an earlier answer

    @property
    def enemies(self) -> list[int]:
        """The enemies that are alive."""
        agents = self._state.records["agents"][0][: self._state.records["agent_count"][0]]
        return [index for index, hp in enumerate(agents["hp"].tolist()) if index != PLAYER and hp > 0]

    # On agents

    def attack(self, points: int, to: int | None = None) -> None:
        """Hit an agent, by default the target."""
        self._do(Op.ATTACK, points, self._aimed(to))

    def damage(self, points: int, to: int | None = None) -> None:
        """Deal damage that is no attack to an agent, by default the target."""
        self._do(Op.DAMAGE, points, self._aimed(to))

    def lose_hp(self, points: int, to: int | None = None) -> None:
        """Let an agent, by default the one who acts, lose HP."""
        self._do(Op.LOSE_HP, points, self._own(to))

    def heal(self, points: int, to: int | None = None) -> None:
        """Heal an agent, by default the one who acts."""
        self._do(Op.HEAL, points, self._own(to))

    def block(self, points: int, to: int | None = None) -> None:
        """Give an agent block, by default the one who acts."""
        self._do(Op.BLOCK, points, self._own(to))

    def apply(self, status: str, stacks: int = 1, to: int | None = None) -> None:
        """Apply stacks of a status to an agent, by default the target; a negative number takes some away."""
        self._do(Op.APPLY, stacks, self._aimed(to), a=self._index("status", status, self._battle.status_names))

    def broadcast(self, event: str, amount: int = 0, to: int | None = None) -> None:
        """Broadcast an event of the content, by default for the agent aimed at, or else for the one who acts."""
        events = self._battle.content.events
        if event not in events:
            raise unknown("event of the content", event, events)
        index = FIRST_OWN_EVENT + self._battle.event_names.index(event)
        whom = self._broadcasts_for if to is None else to
        self._do(Op.BROADCAST, amount, whom, a=index, c=sum(INPUTS[each] for each in events[event].inputs))

    # On the player

    def energy(self, points: int) -> None:
        """Give the player energy; a negative number takes some away."""
        self._do(Op.ENERGY, points)

    def gain(self, resource: str, points: int = 1) -> None:
        """Give the player some of a resource; a negative number takes some away."""
        self._do(Op.GAIN, points, a=self._index("resource", resource, self._battle.resource_names))

    def draw(self, cards: int = 1) -> None:
        """Let the player draw cards."""
        self._do(Op.DRAW, cards)

    def add(self, card: str, pile: str = "discard", count: int = 1) -> None:
        """Add new cards to a pile: hand, draw, discard, exhaust or top of draw."""
        self._do(Op.ADD, count, a=self._index("card", card, self._battle.card_names), c=_pile(pile))

    # On cards

    def cards(self, pile: str) -> list[int]:
        """Return the indices of the cards in a pile (hand, draw, discard or exhaust), the top of a pile last."""
        records, index = self._state.records, _pile(pile)
        if index >= len(records["counts"][0]):
            raise unknown("pile", pile, list(_PILES)[: len(records["counts"][0])])
        found: list[int] = records["piles"][0, index, : records["counts"][0, index]].tolist()
        return found

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self._battle.card_names[int(self._state.records["cards"]["kind"][0, card])]

    def move(self, card: int, pile: str) -> None:
        """Move a card to a pile: hand, draw, discard, exhaust or top of draw."""
        self._do(Op.MOVE, 0, a=_pile(pile), card=card)

    def cost(self, card: int, cost: int) -> None:
        """Let a card cost this much for the rest of the turn."""
        self._do(Op.COST, cost, a=Duration.TURN, card=card)

    # Doing it

    def _aimed(self, to: int | None) -> int:
        if to is None and self.target < 0:
            raise BadData("the effect is aimed at nobody: say whom, as in call.attack(5, to=1)")
        return self.target if to is None else to

    def _own(self, to: int | None) -> int:
        return self.source if to is None else to

    def _index(self, what: str, name: str, names: Sequence[str]) -> int:
        if name not in names:
            raise BadData(f"this battle has no {what} {name!r}; name it in @spire.host_action(uses=[{name!r}])")
        return names.index(name)

    def _do(self, op: Op, amount: int, who: int = PLAYER, a: int = 0, c: int = 0, card: int | None = None) -> None:
        if self._over:
            raise BadData("this call is over: it changes the battle only until its Python function returns")
        records = self._state.records
        for what, number in (("agent", who), ("card", card)):
            count = int(records[f"{what}_count"][0])
            if number is not None and not 0 <= number < count:
                raise BadData(f"there is no {what} {number}; there are 0 to {count - 1}")
        if not isinstance(amount, int | np.integer) or abs(amount) > MAX_ANSWER:
            raise BadData(f"an amount is an integer from {-MAX_ANSWER} to {MAX_ANSWER}, not {amount!r}")
        entry = self._state.record.agenda[self._slot]
        chosen = int(entry.chosen)
        entry.chosen = chosen if card is None else card
        codes = np.zeros(1, Code)
        codes[0] = (op, a, 0, c, (NONE, amount))
        self._state.run(_perform, records, self._battle.rules, self._slot, codes, who)
        entry.chosen = chosen


def _pile(name: str) -> int:
    if name not in _PILES:
        raise unknown("pile", name, _PILES)
    return int(_PILES[name])


def ask(battle: Battle, state: State, function: HostAction) -> None:
    """Call the Python function that an effect asks, and keep its answer for the actions that follow."""
    call = HostCall(battle, state)
    name = function.__name__
    try:
        answer = function(state, call)
    except CardwrightError as error:
        raise BadData(f"the Python function {name!r}: {error}") from error
    except Exception as error:
        raise BadData(f"the Python function {name!r} raised {type(error).__name__}: {error}") from error
    finally:
        call._over = True
    if answer is None:
        return
    if not isinstance(answer, int | np.integer) or not -MAX_ANSWER <= answer <= MAX_ANSWER:
        raise BadData(
            f"the Python function {name!r} returns an integer from {-MAX_ANSWER} to {MAX_ANSWER}, not {answer!r}"
        )
    state.record.agenda[call._slot].amount = answer
