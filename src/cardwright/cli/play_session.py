"""A game in progress with a person at the terminal: what is shown, what is typed, and what agents do meanwhile."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.core.showing.choices import brief
from cardwright.core.showing.narration import joined, noticed, second_person

from .opponents import Opponents
from .play_autosave import WAY_BACK
from .play_choices import follow_up, match_choice, split_choices
from .play_hints import LEGEND, hint_lines, mistakes
from .play_lookup import explained

if TYPE_CHECKING:
    from cardwright.agents import Agent, Answer, Past
    from cardwright.core.presentation import Action
    from cardwright.core.showing.terminal import Console
    from cardwright.core.state import State

INDENT = " " * 5
FOLDED = " ... (more)"
RED_CARD = r"\S+[♥♦]"
HELP = """\
  type the number of a choice, its words or their beginnings, or a short name (qs); several choices: strike, sentry 2
  u, undo       take back your last choice; random outcomes stay the same
  hint          what a tree search thinks of each choice
  card NAME     what a card, a status, an enemy or a move does
  more          the whole position, with long piles
  s FILE        save the game; continue later with: cardwright play --load FILE
  rules         how the game is played
  h, help       this help
  q, quit       leave (also Ctrl-D and Ctrl-C); cardwright play --resume goes on"""
AFTER_THE_END = "why for what cost you most, u to undo, s FILE to save, Enter to leave> "
LINES_PER_PILE = 2  # of a position; `more` shows the rest


class Session:
    """A game in progress with a person at the terminal."""

    def __init__(self, state: State, seats: list[Agent | None], console: Console, autosaved: Path | None = None):
        self.game = state.game
        self.seats = seats
        self.opponents = Opponents(self.game, seats)
        self.console = console
        self.states, self.actions = _replayed(state)  # all positions so far, and the action taken in all but the last
        self.answers: dict[int, Answer] = {}  # of language models, by decision
        self.autosaved = autosaved  # the file that is written at each decision of the person
        self.later: list[str] = []  # choices of the last line that are still to be taken
        self.joint: set[int] = set()  # actions that a line took after its first one

    @property
    def state(self) -> State:
        """The current position."""
        return self.states[-1]

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        self._print(self._welcome())
        try:
            while not self.state.over or self._after_the_end():
                agent = self.seats[self.state.decider]
                if not (self._ask() if agent is None else self._play_agent(agent)):
                    self._print(f"you left the game; {WAY_BACK}" if self.autosaved else "you left the game")
                    return
        finally:
            self.opponents.leave()

    def _after_the_end(self) -> bool:
        """Say how the game ended, and let the person ask why or undo; return whether the game goes on."""
        self._print("", *self._news(self.seats.index(None)), str(self.state), self._result())
        while True:
            line = self._line(AFTER_THE_END)
            match (line or "").split(maxsplit=1):
                case [] | ["q" | "quit"]:
                    return False
                case ["why"]:
                    self._explain()
                case ["s" | "save", *file]:
                    self._save("".join(file))
                case ["u" | "undo"] if self._undo():
                    return True

    def _explain(self) -> None:
        """Print the person's decisions that cost most, each with its position."""
        from cardwright.core.compiling import jit

        jit.watch_compiling()
        player = self.seats.index(None)
        self._print("searching your decisions ...")
        found = list(mistakes(self.states, self.actions, player))
        for each in found:
            state = self.states[each.number]
            self._print("", f"Decision {each.number + 1}, turn {state.turn}:", str(state))
            self._print(
                f"You chose {each.chosen} (value {each.worth:.2f}); {each.better} was better ({each.possible:.2f})"
            )
        self._print(LEGEND if found else "the search would have decided much the same")

    def _print(self, *texts: str, most: int | None = None) -> None:
        """Print lines; the rest of a line that is too long for the terminal is indented, and cut after `most` lines."""
        from rich.text import Text

        for line in "\n".join(texts).split("\n"):
            parts = textwrap.wrap(line, self.console.width, subsequent_indent=INDENT, break_on_hyphens=False) or [""]
            if most is not None and len(parts) > most:
                parts[most - 1 :] = [parts[most - 1][: self.console.width - len(FOLDED)].rstrip(" ,") + FOLDED]
            shown = Text("\n".join(parts))
            shown.highlight_regex(RED_CARD, "red")
            self.console.print(shown)

    def _welcome(self) -> str:
        who = [f"{self._name(k)} is {'you' if each is None else each.name}" for k, each in enumerate(self.seats)]
        return f"{self.game.title}: {self.game.name}, seed {self.state.seed}; {', '.join(who)}; h for help"

    def _name(self, player: int) -> str:
        return self.game.player_name(player)

    def _play_agent(self, agent: Agent) -> bool:
        """Let an agent decide; it decides the same if an undo leads back to this position. Return False to leave."""
        from cardwright.core.errors import CardwrightError
        from cardwright.core.presentation import Action

        self.later = []
        options = {each.id: each for each in self.state.legal()}
        try:
            number = self._decision(agent)
            self._play(options.get(number, Action(number, "action", str(number))))
        except CardwrightError as error:
            self._print(str(error))
            return self._after_failure()
        return True

    def _decision(self, agent: Agent) -> int:
        from cardwright.agents import Reader, read
        from cardwright.core.random import seed_for

        seed = seed_for(self.state.seed, "agent", len(self.state.history()))
        if not isinstance(agent, Reader):
            return self.opponents.decide(agent, self.state, seed)
        answer = read(agent, self.state, seed, self._past(self.state.decider))
        self.answers[len(self.actions)] = answer
        return answer.action

    def _after_failure(self) -> bool:
        """Let the person save or undo; then the agent is asked again. Return False to leave."""
        while True:
            line = self._line("Enter to ask again, u to undo, s FILE to save, q to leave> ")
            match (line or "").split(maxsplit=1):
                case [] if line is not None:
                    return True
                case [] | ["q" | "quit"]:
                    return False
                case ["s" | "save", *file]:
                    self._save("".join(file))
                case ["u" | "undo"] if self._undo():
                    return True

    def _line(self, prompt: str) -> str | None:
        """Return a line that the person types; None for Ctrl-D and Ctrl-C."""
        try:
            return self.console.input(prompt, markup=False).strip()
        except (EOFError, KeyboardInterrupt):
            self._print("")
            return None
        except UnicodeDecodeError:  # the terminal uses another encoding than it says
            return "help"

    def _past(self, player: int) -> Past:
        """Return what a player noticed so far, and what it wrote down."""
        from cardwright.agents import Past

        past = Past(player)
        past.notice(noticed(self.states[0], player))
        for number, action in enumerate(self.actions):
            if self.states[number].decider == player:
                note = self.answers[number].note if number in self.answers else past.note
                past.decide(self.states[number].turn, action, note)
            past.notice(noticed(self.states[number + 1], player))
        return past

    def _play(self, action: Action) -> None:
        self.states.append(self.state.copy().play(action))
        self.actions.append(action)

    def _news(self, player: int) -> list[str]:
        """Return the events that this player noticed since its last decision, which stands above them.

        Lines of the same step look like others: where a step ends tells whether others had a choice.
        """
        decided = [k for k in range(len(self.actions)) if self.states[k].decider == player and k not in self.joint]
        own = decided[-1] if decided else None
        events = [each for state in self.states[0 if own is None else own + 1 :] for each in noticed(state, player)]
        if own is None:
            return list(joined(events))
        if events and _same(events[0], f"you {brief(self.game.describe(self.states[own], self.actions[own]))}"):
            del events[0]
        return [f"You: {self._done(own)}", *(f"{INDENT}{event}" for event in joined(events))]

    def _done(self, number: int) -> str:
        """Return what the line did that took an action, in words."""
        taken = [number]
        while taken[-1] + 1 in self.joint:
            taken.append(taken[-1] + 1)
        return ", ".join(brief(self.game.describe(self.states[k], self.actions[k])) for k in taken)

    def _ask(self) -> bool:
        """Show the position and let the person choose; return False to leave."""
        from cardwright.core.showing.choices import choices, numbered

        self._autosave()
        options = choices(self.state)
        actions = [alike[0] for alike in options.values()]
        if self.later and self._take_later(actions):
            return True
        self._print("", *self._news(self.state.decider))
        self._print(str(self.state), most=LINES_PER_PILE)
        self._print(*numbered(options))
        return self._answer(actions)

    def _take_later(self, options: list[Action]) -> bool:
        """Take the next choice of the last line, if it is one now."""
        text = self.later.pop(0)
        chosen = follow_up(text, options, self.game.resolve_name)
        if isinstance(chosen, str):
            self.later = []
            self._print(chosen)
            return False
        self.joint.add(len(self.actions))
        self._play(chosen)
        return True

    def _answer(self, options: list[Action]) -> bool:
        """Read lines until one of them changes the position; return False to leave."""
        while True:
            line = self._line(f"{self._name(self.state.decider)}> ")
            if line is None:
                return False
            word, _, rest = line.partition(" ")
            match word.casefold():
                case "":
                    continue
                case "q" | "quit" if not rest:
                    return False
                case "u" | "undo" if not rest:
                    if self._undo():
                        return True
                    self._print("there is nothing to undo")
                case _ if not self._tell(word.casefold(), rest.strip(), options) and self._choose(line, options):
                    return True

    def _tell(self, word: str, rest: str, options: list[Action]) -> bool:
        """Carry out a command that leaves the position as it is; return whether it was one."""
        match word:
            case "h" | "help" | "?" if not rest:
                self._print(HELP)
            case "s" | "save":
                self._save(rest)
            case "card":
                self._print(explained(self.game, rest) if rest else "name a card: card NAME")
            case "rules" if not rest:
                self._print(self.game.how_to_play())
            case "more" if not rest:
                self._print(str(self.state))
            case "hint" if not rest:
                self._hint(options)
            case _:
                return False
        return True

    def _hint(self, options: list[Action]) -> None:
        from cardwright.core.compiling import jit

        jit.watch_compiling()
        self._print(*hint_lines(self.state, options))

    def _choose(self, line: str, options: list[Action]) -> bool:
        """Take the choice that a line names, and note those it names after it; return whether there is one."""
        chosen, later = match_choice(line, options, self.game.resolve_name), []
        if isinstance(chosen, str) and len(parts := split_choices(line)) > 1:
            first = match_choice(parts[0], options, self.game.resolve_name)
            chosen, later = (chosen, []) if isinstance(first, str) else (first, parts[1:])
        if isinstance(chosen, str):
            self._print(chosen)
            return False
        self._play(chosen)
        self.later = later
        return True

    def _undo(self) -> bool:
        """Go back to before the person's last line; return False if there is none."""
        asked = (k for k, state in enumerate(self.states[:-1]) if self.seats[state.decider] is None)
        own = [k for k in asked if k not in self.joint]
        if own:
            self.joint = {number for number in self.joint if number < own[-1]}
            del self.states[own[-1] + 1 :], self.actions[own[-1] :]
            self.answers = {number: each for number, each in self.answers.items() if number < own[-1]}
        return bool(own)

    def _save(self, file: str) -> None:
        from cardwright.core.errors import CardwrightError

        if not file:
            self._print("name a file: s FILE")
            return
        try:
            self._write(os.path.expanduser(file))  # Path would raise an error for a user who does not exist
            self._print(f"saved; continue later with: cardwright play --load {file}")
        except CardwrightError as error:
            self._print(str(error))

    def _write(self, file: str | Path) -> None:
        seats = ["you" if each is None else each.name for each in self.seats]
        asked = {number: [each.to_dict() for each in answer.exchanges] for number, answer in self.answers.items()}
        self.state.save(file, seats, {key: each for key, each in asked.items() if each})

    def _autosave(self) -> None:
        """Save the game for `--resume`; where that fails, it is not offered."""
        from cardwright.core.errors import CardwrightError

        if self.autosaved is not None:
            try:
                self._write(self.autosaved)
            except CardwrightError:
                self.autosaved = None

    def _result(self) -> str:
        people = [self._name(player) for player, agent in enumerate(self.seats) if agent is None]
        ending = self.game.ending(self.state)
        words = second_person(ending, people[0]) if len(people) == 1 else ending
        return f"The game is over. {words[:1].upper()}{words[1:]}."


def _same(one: str, two: str) -> bool:
    """Return whether two sentences say the same, whatever their capitals and articles."""
    return one.casefold().replace(" the ", " ") == two.casefold().replace(" the ", " ")


def _replayed(state: State) -> tuple[list[State], list[Action]]:
    """Return all positions of a saved game, the last included, and the actions taken in them."""
    states, actions = [state.game.new(state.seed, logged=True)], []
    for step in state.history():
        if isinstance(step, tuple):  # a copy with redrawn cards has no history that fits it
            return [state], []
        actions.append(next(each for each in states[-1].legal() if each.id == step))
        states.append(states[-1].copy().play(step))
    return states, actions
