"""A game in progress with a person at the terminal: what is shown, what is typed, and what agents do meanwhile."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.core.showing.choices import brief
from cardwright.core.showing.text import INDENT, wrapped
from cardwright.play.hints import hint_lines, legend, mistakes
from cardwright.play.opponents import GETTING_READY, Opponents
from cardwright.play.table import Table

from .play_autosave import WAY_BACK
from .play_choices import (
    MOST_WORDS,
    NO_CHOICE,
    follow_up,
    match_choice,
    quoted,
)
from .play_lines import first_of_line, why_not
from .play_lookup import explained

if TYPE_CHECKING:
    from cardwright.agents import Agent
    from cardwright.core.presentation import Action
    from cardwright.core.showing.terminal import Console
    from cardwright.core.state import State

RED_CARD = r"\S+[♥♦]"
HELP = """\
  type the number of a choice, its words or their beginnings, or a short name (qs); several choices: strike, sentry 2
  a bid, a bet or another amount has the amount as its number: 4 bids 4
  u, undo       take back your last line; random outcomes stay the same
  hint          what a tree search thinks of each choice
  why           after the end: which of your decisions cost most, by tree searches
  card NAME     what a card, a status, an enemy or a move does
  more          the whole position, with long piles and the whole map
  s FILE        save the game; continue later with: cardwright play --load FILE
  s! FILE       the same, in place of what the file holds now
  rules         how the game is played
  h, help       this help
  q, quit       leave (also Ctrl-D and Ctrl-C); cardwright play --resume goes on"""
AFTER_THE_END = "why for what cost you most, u to undo, s FILE to save, Enter to leave> "
NO_MISTAKE = "no clear mistake: nothing else was better by more than chance explains"
LINES_PER_PILE = 2  # of a position; `more` shows the rest


class Session:
    """A game in progress with a person at the terminal."""

    def __init__(
        self,
        state: State,
        seats: list[Agent | None],
        console: Console,
        autosaved: Path | None = None,
        joint: Iterable[int] = (),
        loaded: Path | None = None,
        code: str = "",
    ):
        self.game = state.game
        self.table = Table(state, seats, joint)
        self.opponents = Opponents(self.game, seats)
        self.console = console
        self.autosaved = autosaved  # the file that is written at each decision of the person
        self.saved = set() if loaded is None else {os.path.realpath(loaded)}  # files that hold this game
        self.code = code  # options that load the code of the game, for a command that goes on with it
        self.later: list[str] = []  # choices of the last line that are still to be taken
        self.seen: dict[str, Action] = {}  # the choices on the screen when that line was typed

    @property
    def state(self) -> State:
        """The current position."""
        return self.table.state

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        self._print(self._welcome())
        try:
            while not self.state.over or self._after_the_end():
                agent = self.table.agent
                if not (self._ask() if agent is None else self._play_agent(agent)):
                    back = f"; {WAY_BACK}{self.code}" if self.autosaved else ""
                    self._print(f"you left the game{back}")
                    return
        finally:
            self.opponents.leave()

    def _after_the_end(self) -> bool:
        """Say how the game ended, let the person ask why, look things up or undo; return whether the game goes on."""
        self._autosave()
        self._print("", *self._news(self.table.seats.index(None)), str(self.state), self._result())
        while True:
            line = self._line(AFTER_THE_END)
            word, _, rest = (line or "").partition(" ")
            match word.casefold():
                case "" | "q" | "quit" if not rest:
                    return False
                case "why" if not rest:
                    self._explain()
                case "u" | "undo" if not rest:
                    if self.table.undo():
                        self._print("taken back; the position before:")
                        return True
                    self._print("there is nothing to undo")
                case "hint":
                    self._print("the game is over: there is nothing to choose")
                case known if not self._tell(known, rest.strip(), {}):
                    self._print(f"{quoted(line or '')} means nothing after the end of the game; h for help")

    def _explain(self) -> None:
        """Print the person's decisions that cost most, each with its position."""
        from cardwright.core.compiling import jit

        jit.watch_compiling(f"the search {GETTING_READY}")
        player = self.table.seats.index(None)
        self._print("searching your decisions ...")
        found = list(mistakes(self.table.states, self.table.actions, player))
        for each in found:
            state = self.table.states[each.number]
            chosen, better = (brief(self.game.describe(state, action)) for action in (each.chosen, each.better))
            self._print("", f"Decision {each.number + 1}, turn {state.turn}:", str(state))
            lost = f"{each.possible:.2f}, a loss of {each.possible - each.worth:.2f} ±{each.margin:.2f}"
            self._print(f"You chose {chosen} (value {each.worth:.2f}); {better} was better ({lost})")
        self._print(f"{legend(self.game)}; ± is the 99 % interval of the loss" if found else NO_MISTAKE)

    def _print(self, *texts: str, most: int | None = None) -> None:
        """Print lines; the rest of a line that is too long for the terminal is indented, and cut after `most` lines."""
        from rich.text import Text

        for line in "\n".join(texts).split("\n"):
            shown = Text("\n".join(wrapped(line, self.console.width, most)))
            shown.highlight_regex(RED_CARD, "red")
            self.console.print(shown)

    def _welcome(self) -> str:
        seats = ("you" if each is None else each.description for each in self.table.seats)
        who = [f"{self._name(player)} is {each}" for player, each in enumerate(seats)]
        return f"{self.game.title}: {self.game.name}, seed {self.state.seed}; {', '.join(who)}; h for help"

    def _name(self, player: int) -> str:
        return self.game.player_name(player)

    def _play_agent(self, agent: Agent) -> bool:
        """Let an agent decide; it decides the same if an undo leads back to this position. Return False to leave."""
        from cardwright.core.errors import CardwrightError

        self.later = []
        try:
            self.table.play_number(self._decision(agent))
        except CardwrightError as error:
            self._print(str(error))
            return self._after_failure()
        return True

    def _decision(self, agent: Agent) -> int:
        from cardwright.agents import Reader

        if isinstance(agent, Reader):
            return self.table.ask_reader(agent)
        return self.opponents.decide(agent, self.state, self.table.agent_seed())

    def _after_failure(self) -> bool:
        """Let the person save or undo; then the agent is asked again. Return False to leave."""
        while True:
            line = self._line("Enter to ask again, u to undo, s FILE to save, q to leave> ")
            match (line or "").split(maxsplit=1):
                case [] if line is not None:
                    return True
                case [] | ["q" | "quit"]:
                    return False
                case ["s" | "save" | "s!" | "save!" as word, *file]:
                    self._save("".join(file), over=word.endswith("!"))
                case ["u" | "undo"] if self.table.undo():
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

    def _news(self, player: int) -> list[str]:
        """Return what a player noticed since its last decision, indented below that."""
        done, events = self.table.news(player)
        return [f"You: {done}", *(f"{INDENT}{event}" for event in events)] if done else events

    def _ask(self) -> bool:
        """Show the position and let the person choose; return False to leave."""
        from cardwright.core.showing.choices import choices, menu_numbers, numbered

        self._autosave()
        options = choices(self.state)
        actions = {shown: alike[0] for shown, alike in options.items()}
        if self.later and self._take_later(actions):
            return True
        self._print("", *self._news(self.state.decider))
        self._print(self.game.short_text(self.state), most=LINES_PER_PILE)
        self._print(*numbered(options, menu_numbers(actions.values())))
        goes_on = self._answer(actions)
        self._autosave()  # whoever stops an opponent that thinks for long keeps the choice
        return goes_on

    def _take_later(self, options: dict[str, Action]) -> bool:
        """Take the next choice of the last line, if it is one now."""
        text = self.later.pop(0)
        chosen = follow_up(text, options, self.seen, self.game.resolve_name)
        if isinstance(chosen, str):
            self.later = []
            self._print(chosen)
            return False
        self.table.play(chosen, joint=True)
        return True

    def _answer(self, options: dict[str, Action]) -> bool:
        """Read lines until one of them changes the position; return False to leave."""
        while True:
            line = self._line(f"{self._name(self.state.decider)}> ")
            if line is None:
                return False
            word, _, rest = line.partition(" ")
            match word.casefold():
                case "":
                    continue
                case _ if rest and any(line.casefold() == each.name.casefold() for each in options.values()):
                    if self._choose(line, options):  # a card can be called Save the Narwhal
                        return True
                case "q" | "quit" if not rest:
                    return False
                case "u" | "undo" if not rest:
                    if self.table.undo():
                        self._print("taken back; the position before:")
                        return True
                    self._print("there is nothing to undo")
                case _ if not self._tell(word.casefold(), rest.strip(), options) and self._choose(line, options):
                    return True

    def _tell(self, word: str, rest: str, options: dict[str, Action]) -> bool:
        """Carry out a command that leaves the position as it is; return whether it was one."""
        match word:
            case "h" | "help" | "?" if not rest:
                self._print(HELP)
            case "s" | "save" | "s!" | "save!":
                self._save(rest, over=word.endswith("!"))
            case "card":
                self._print(self._explained(rest) if rest else "name a card: card NAME")
            case "rules" if not rest:
                self._print(self.game.how_to_play())
            case "more" if not rest:
                self._print(str(self.state))
            case "hint" if not rest:
                self._hint(options)
            case "why" if not rest:
                self._print("why works after the end of the game; hint tells what a search thinks of each choice now")
            case _:
                return False
        return True

    def _explained(self, name: str) -> str:
        player = self.table.seats.index(None) if self.state.over else self.state.decider
        return explained(self.game, name, self.game.seen(self.state, player))

    def _hint(self, options: dict[str, Action]) -> None:
        from cardwright.core.compiling import jit

        jit.watch_compiling(f"the search {GETTING_READY}")
        self._print(*hint_lines(self.state, options))

    def _choose(self, line: str, options: dict[str, Action]) -> bool:
        """Take the choice that a line names, and note those it names after it; return whether there is one."""
        if len(line.replace(",", " ").split()) > MOST_WORDS:
            self._print(f"{quoted(line)} {NO_CHOICE}")
            return False
        chosen, parts = match_choice(line, options, self.game.resolve_name), [line]
        if isinstance(chosen, str):
            chosen, parts = first_of_line(self.state, line, options) or (why_not(self.state, chosen, line), parts)
        if isinstance(chosen, str):
            self._print(chosen)
            return False
        self.table.play(chosen)
        self.later, self.seen = parts[1:], options
        return True

    def _save(self, file: str, over: bool = False) -> None:
        """Save the game; `over` a file that holds something else only if the person insists."""
        from cardwright.core.errors import CardwrightError

        if not file:
            self._print("name a file: s FILE")
            return
        path = os.path.expanduser(file)  # Path would raise an error for a user who does not exist
        if os.path.isdir(path):
            self._print(f"{file} is a folder; name a file in it: s {os.path.join(file, 'game.json')}")
            return
        if os.path.exists(path) and os.path.realpath(path) not in self.saved and not over:
            self._print(f"{file} exists, and this game was not saved there; to replace it: s! {file}")
            return
        try:
            self.table.save(path)
            self.saved.add(os.path.realpath(path))
            then = (
                "watch it with: cardwright replay" if self.state.over else "continue later with: cardwright play --load"
            )
            self._print(f"saved; {then} {shlex.quote(file)}{self.code}")
        except CardwrightError as error:
            self._print(str(error))

    def _autosave(self) -> None:
        """Save the game for `--resume`; where that fails, it is not offered."""
        from cardwright.core.errors import CardwrightError

        if self.autosaved is not None:
            try:
                self.table.save(self.autosaved)
            except CardwrightError:
                self.autosaved = None

    def _result(self) -> str:
        people = [player for player, agent in enumerate(self.table.seats) if agent is None]
        return f"The game is over. {self.table.result(people[0] if len(people) == 1 else None)}"
