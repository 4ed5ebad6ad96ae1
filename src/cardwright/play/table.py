"""A game in progress with people and agents: every position so far, what each player noticed, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.core.presentation import Action
from cardwright.core.showing.choices import brief
from cardwright.core.showing.narration import joined, noticed, second_person

if TYPE_CHECKING:
    from cardwright.agents import Agent, Answer, Past, Reader
    from cardwright.core.state import State

YOU = "you"  # stands for a person among the names of agents


class Table:
    """A game in progress; a seat without an agent is a person's.

    >>> import cardwright
    >>> table = Table(cardwright.game("spire:jaw-worm").new(seed=7, logged=True), [None])
    >>> table.play(table.state.find("end turn"))
    >>> table.news(0)[0], table.undo(), table.state.turn
    ('end turn', True, 1)
    """

    def __init__(self, state: State, seats: Sequence[Agent | None], joint: Iterable[int] = ()):
        self.game = state.game
        self.seats = list(seats)
        self.states, self.actions = _replayed(state)  # all positions so far, and the action taken in all but the last
        self._deciders = [each.decider for each in self.states]  # asking the rules takes time
        self.answers: dict[int, Answer] = {}  # of language models, by decision
        self.joint = set(joint)  # actions that a person took together with the one before

    @property
    def state(self) -> State:
        """The current position."""
        return self.states[-1]

    @property
    def decider(self) -> int:
        """The player who decides now, or -1 when the game is over."""
        return self._deciders[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.decider < 0

    @property
    def agent(self) -> Agent | None:
        """The agent that decides now; None for a person."""
        return self.seats[self.decider]

    @property
    def names(self) -> list[str]:
        """Who sits in each seat, in the words of `--seats`."""
        return [YOU if each is None else each.name for each in self.seats]

    def play(self, action: Action, *, joint: bool = False) -> None:
        """Take an action; `joint` if the person took it together with the one before."""
        if joint:
            self.joint.add(len(self.actions))
        self.states.append(self.state.copy().play(action))
        self._deciders.append(self.state.decider)
        self.actions.append(action)

    def play_number(self, number: int) -> None:
        """Take an action by its number, as agents give it; one that is not legal is an error."""
        options = {each.id: each for each in self.state.legal()}
        self.play(options.get(number, Action(number, "action", str(number))))

    def agent_seed(self) -> int:
        """Return the seed with which an agent decides now; an undo that leads back here leads to the same decision."""
        from cardwright.core.random import seed_for

        return seed_for(self.state.seed, "agent", len(self.state.history()))

    def ask_reader(self, agent: Reader) -> int:
        """Return the number of the action that a language model takes, and keep what it wrote."""
        from cardwright.agents import read

        answer = read(agent, self.state, self.agent_seed(), self._past(self.state.decider))
        self.answers[len(self.actions)] = answer
        return answer.action

    def _past(self, player: int) -> Past:
        """Return what a player noticed so far, and what it wrote down."""
        from cardwright.agents import Past

        past = Past(player)
        past.notice(noticed(self.states[0], player))
        for number, action in enumerate(self.actions):
            if self._deciders[number] == player:
                note = self.answers[number].note if number in self.answers else past.note
                past.decide(self.states[number].turn, action, note)
            past.notice(noticed(self.states[number + 1], player))
        return past

    def news(self, player: int) -> tuple[str, list[str]]:
        """Return what a player did last, empty before its first decision, and what it noticed since then.

        Lines of the same step look like others: where a step ends tells whether others had a choice.
        """
        decided = self._decided(player)
        return self._stretch(player, decided[-1] if decided else None, len(self.actions))

    def log(self, player: int) -> list[tuple[str, list[str]]]:
        """Return the `news` of all stretches of a game: before a player's first decision, and after each of them."""
        starts = [None, *self._decided(player)]
        ends = [*starts[1:], len(self.actions)]
        return [self._stretch(player, own, end or 0) for own, end in zip(starts, ends, strict=True)]

    def decided(self, player: int) -> int:
        """Return how many decisions a player has made."""
        return self._deciders[:-1].count(player)

    def decided_last(self, players: Sequence[int]) -> int:
        """Return which of some players decided last; the first of them if none has decided."""
        return next((each for each in reversed(self._deciders) if each in players), players[0])

    def own_decisions(self, player: int) -> list[tuple[int, State, Action]]:
        """Return a player's decisions: each with its number, the position and the action."""
        made = enumerate(zip(self._deciders, self.states, self.actions, strict=False))
        return [(number, state, action) for number, (decider, state, action) in made if decider == player]

    def _decided(self, player: int) -> list[int]:
        """Return the actions of a player, without those taken together with the one before."""
        return [k for k in range(len(self.actions)) if self._deciders[k] == player and k not in self.joint]

    def _stretch(self, player: int, own: int | None, end: int) -> tuple[str, list[str]]:
        """Return a player's action, if there is one, and what it noticed since then, up to action `end`."""
        steps = self.states[0 if own is None else own + 1 : end + 1]
        events = [each for state in steps for each in noticed(state, player)]
        if own is None:
            return "", list(joined(events))
        done = self._done(own)
        while events and any(_same(events[0], f"you {each}") for each in done):
            del events[0]
        return ", ".join(done), list(joined(events))

    def _done(self, number: int) -> list[str]:
        """Return what a person did with an action and with each of those taken together with it, in words."""
        taken = [number]
        while taken[-1] + 1 in self.joint:
            taken.append(taken[-1] + 1)
        return [brief(self.game.describe(self.states[k], self.actions[k])) for k in taken]

    def can_undo(self) -> bool:
        """Whether a person has decided anything."""
        return self._last_own() is not None

    def undo(self) -> bool:
        """Go back to before a person's last decision; return False if there is none."""
        own = self._last_own()
        if own is None:
            return False
        self.joint = {number for number in self.joint if number < own}
        del self.states[own + 1 :], self._deciders[own + 1 :], self.actions[own:]
        self.answers = {number: each for number, each in self.answers.items() if number < own}
        return True

    def _last_own(self) -> int | None:
        """Return the number of the last action that a person took, with those taken together with it."""
        for number in range(len(self.actions) - 1, -1, -1):
            if number not in self.joint and self.seats[self._deciders[number]] is None:
                return number
        return None

    def to_json(self) -> str:
        """Return the game as a saved game, with the seats and what language models were asked."""
        return self.state.to_json(self.names, self._exchanges(), sorted(self.joint))

    def save(self, file: str | Path) -> None:
        """Write the game to a file, as `to_json` returns it."""
        self.state.save(file, self.names, self._exchanges(), sorted(self.joint))

    def _exchanges(self) -> dict[int, list[dict[str, object]]]:
        asked = {number: [each.to_dict() for each in answer.exchanges] for number, answer in self.answers.items()}
        return {number: each for number, each in asked.items() if each}

    def result(self, player: int | None = None) -> str:
        """Return how the game ended, in a sentence; in the second person for a player."""
        words = self.game.ending(self.state)
        if player is not None:
            words = second_person(words, self.game.player_name(player))
        return f"{words[:1].upper()}{words[1:]}."


def _same(one: str, two: str) -> bool:
    """Return whether two sentences say the same, whatever their capitals and articles."""
    one, two = (each.casefold().replace(" the ", " ") for each in (one, two))
    return one == two


def _replayed(state: State) -> tuple[list[State], list[Action]]:
    """Return all positions of a saved game, the last included, and the actions taken in them."""
    history = state.history()
    if not history and state.logged:
        return [state], []
    states, actions = [state.game.new(state.seed, logged=True)], []
    for step in history:
        if isinstance(step, tuple):  # a copy with redrawn cards has no history that fits it
            return [state], []
        actions.append(next(each for each in states[-1].legal() if each.id == step))
        states.append(states[-1].copy().play(step))
    return states, actions
