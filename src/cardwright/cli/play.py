"""`cardwright play`: play a game yourself in the terminal."""

from __future__ import annotations

import difflib
import os
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardwright.core.showing.narration import joined, noticed, second_person

from .opponents import Opponents
from .options import GAME_HELP, GameOptions, PromptFile, load_games, with_prompt

if TYPE_CHECKING:
    from cardwright.agents import Agent, Answer, Past
    from cardwright.core.game import Game
    from cardwright.core.presentation import Action
    from cardwright.core.showing.terminal import Console
    from cardwright.core.state import State

INDENT = " " * 5
RED_CARD = r"\S+[♥♦]"
HELP = """\
  type the number of a choice, its words, or the beginning of its words
  u, undo       take back your last choice; random outcomes stay the same
  s FILE        save the game; continue later with: cardwright play --load FILE
  card NAME     what a card or a status does
  rules         how the game is played
  h, help       this help
  q, quit       leave (also Ctrl-D and Ctrl-C)"""


def command(
    game: Annotated[str | None, typer.Argument(help=GAME_HELP)] = None,
    seats: Annotated[str | None, typer.Option(help="Who plays in each seat, as in you,mcts:200.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the game (default: random).")] = None,
    players: Annotated[int | None, typer.Option(help="Number of players, in games that allow several numbers.")] = None,
    load: Annotated[Path | None, typer.Option(help="Continue a saved game.")] = None,
    prompt: PromptFile = None,
    python_games: GameOptions = None,
) -> None:
    """Play a game yourself; agents take the other seats.

    You see only what your seat knows. Undo goes back as far as you like. All random outcomes follow from the seed, so
    the same choices after an undo lead to the same cards.

    Example: cardwright play spire:jaw-worm --seed 7

    Against a language model: cardwright play cgdl:briscola --seats you,llm:llama3.1:8b
    """
    from cardwright.agents import make_saved_seats
    from cardwright.core import registry, saved_games
    from cardwright.core.errors import CardwrightError
    from cardwright.core.showing.terminal import Console

    load_games(python_games)
    if (game is None) == (load is None):
        raise CardwrightError("name either a game, as in 'spire:jaw-worm', or a saved game with --load, but not both")
    if load is not None:
        if seed is not None or players is not None:
            raise CardwrightError("--seed and --players cannot be used with --load: a saved game has both")
        state, saved_seats = saved_games.load_saved(load, logged=True)
    else:
        state, saved_seats = registry.game(str(game), players).new(seed, logged=True), ()
    seats = with_prompt([seats or ""], prompt)[0] or None
    keep = saved_seats and seats is None
    agents = make_saved_seats(saved_seats, str(load)) if keep else _agents(state.game, seats)
    Session(state, agents, Console()).play()


def _agents(game: Game, text: str | None) -> list[Agent | None]:
    """Return the agent of each seat, with None for a person."""
    from cardwright.agents import make_seats
    from cardwright.core.errors import CardwrightError

    if text is None:
        return [None, *make_seats("random") * (game.players - 1)]
    seats: list[Agent | None] = []
    for part in text.split(","):
        times, star, who = part.rpartition("*")
        if who.strip() == "you":
            seats += [None] * len(make_seats(f"{times}{star}random"))
        else:
            seats += make_seats(part)
    if None not in seats or len(seats) != game.players:
        raise CardwrightError(f"{game.name} needs {game.players} seats, including 'you', not {text[:80]!r}")
    return seats


class Session:
    """A game in progress with a person at the terminal."""

    def __init__(self, state: State, seats: list[Agent | None], console: Console):
        self.game = state.game
        self.seats = seats
        self.opponents = Opponents(self.game, seats)
        self.console = console
        self.states, self.actions = _replayed(state)  # all positions so far, and the action taken in all but the last
        self.answers: dict[int, Answer] = {}  # of language models, by decision

    @property
    def state(self) -> State:
        """The current position."""
        return self.states[-1]

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        self._print(self._welcome())
        try:
            while not self.state.over:
                agent = self.seats[self.state.decider]
                if not (self._ask() if agent is None else self._play_agent(agent)):
                    self._print("you left the game")
                    return
        finally:
            self.opponents.leave()
        self._print("", *self._news(self.seats.index(None)), str(self.state), self._result())

    def _print(self, *texts: str) -> None:
        """Print lines; the rest of a line that is too long for the terminal is indented."""
        from rich.text import Text

        for line in "\n".join(texts).split("\n"):
            shown = Text(textwrap.fill(line, self.console.width, subsequent_indent=INDENT, break_on_hyphens=False))
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
        own = next((k for k in range(len(self.actions) - 1, -1, -1) if self.states[k].decider == player), None)
        events = [each for state in self.states[0 if own is None else own + 1 :] for each in noticed(state, player)]
        if own is None:
            return list(joined(events))
        action = str(self.actions[own])
        if events and events[0].casefold() == f"you {action}".casefold():
            del events[0]
        return [f"You: {action}", *(f"{INDENT}{event}" for event in joined(events))]

    def _ask(self) -> bool:
        """Show the position and let the person choose; return False to leave."""
        from cardwright.core.showing.choices import choices, numbered

        options = choices(self.state)
        self._print("", *self._news(self.state.decider), str(self.state), *numbered(options))
        return self._answer([alike[0] for alike in options.values()])

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
                case "h" | "help" | "?" if not rest:
                    self._print(HELP)
                case "s" | "save":
                    self._save(rest.strip())
                case "card" if not any(each.kind == "card" for each in options):
                    self._print(self._card(rest.strip()) if rest else "name a card: card NAME")
                case "rules" if not rest:
                    self._print(self.game.how_to_play())
                case "u" | "undo" if not rest:
                    if self._undo():
                        return True
                    self._print("there is nothing to undo")
                case _:
                    chosen = match_choice(line, options)
                    if not isinstance(chosen, str):
                        self._play(chosen)
                        return True
                    self._print(chosen)

    def _undo(self) -> bool:
        """Go back to the person's last choice; return False if there is none."""
        own = [k for k, state in enumerate(self.states[:-1]) if self.seats[state.decider] is None]
        if own:
            del self.states[own[-1] + 1 :], self.actions[own[-1] :]
            self.answers = {number: each for number, each in self.answers.items() if number < own[-1]}
        return bool(own)

    def _save(self, file: str) -> None:
        from cardwright.core.errors import CardwrightError

        if not file:
            self._print("name a file: s FILE")
            return
        try:
            seats = ["you" if each is None else each.name for each in self.seats]
            asked = {number: [each.to_dict() for each in answer.exchanges] for number, answer in self.answers.items()}
            path = os.path.expanduser(file)  # Path would raise an error for a user who does not exist
            self.state.save(path, seats, {key: each for key, each in asked.items() if each})
            self._print(f"saved; continue later with: cardwright play --load {file}")
        except CardwrightError as error:
            self._print(str(error))

    def _card(self, name: str) -> str:
        """Return what is printed on a card, or what a word on cards means."""
        terms = self.game.terms()
        names = {each.casefold(): each for each in (*self.game.card_list(), *terms)}
        found = difflib.get_close_matches(name.casefold(), names, n=1)
        known = names[found[0]] if found else ""
        face = self.game.face(known) if found else None
        lines = [] if face is None else [f"{known} ({', '.join(filter(None, (face.kind, face.cost)))}): {face.text}"]
        lines += [f"{known}: {terms[known]}"] if known in terms else []  # a power and its status share a name
        return "\n".join(lines) or f"there is no card {name!r} with a text in this game"

    def _result(self) -> str:
        people = [self._name(player) for player, agent in enumerate(self.seats) if agent is None]
        ending = self.game.ending(self.state)
        words = second_person(ending, people[0]) if len(people) == 1 else ending
        return f"The game is over. {words[:1].upper()}{words[1:]}."


def _replayed(state: State) -> tuple[list[State], list[Action]]:
    """Return all positions of a saved game, the last included, and the actions taken in them."""
    states, actions = [state.game.new(state.seed, logged=True)], []
    for step in state.history():
        if isinstance(step, tuple):  # a copy with redrawn cards has no history that fits it
            return [state], []
        actions.append(next(each for each in states[-1].legal() if each.id == step))
        states.append(states[-1].copy().play(step))
    return states, actions


def match_choice(text: str, options: list[Action]) -> Action | str:
    """Return the choice that a number, words or the beginning of words name, or a sentence saying why there is none.

    >>> from cardwright.core.presentation import Action
    >>> options = [Action(0, "play", "Strike"), Action(1, "play", "Shrug It Off"), Action(9, "end turn", "")]
    >>> match_choice("e", options) == match_choice("3", options) == match_choice("end turn", options) == options[2]
    True
    >>> match_choice("play s", options)
    "'play s' could be: play Strike, play Shrug It Off"
    """
    if text.isdecimal():
        number = int(text) if len(text) < 10 else 0  # Python refuses to read thousands of digits
        return options[number - 1] if 0 < number <= len(options) else f"the choices are 1 to {len(options)}"
    wanted = text.casefold()
    readings = [(each, (str(each).casefold(), each.name.casefold())) for each in options]
    equal = [each for each, words in readings if wanted in words]
    if equal:
        return equal[0]
    begun = {str(each): each for each, words in readings if any(word.startswith(wanted) for word in words)}
    if len(begun) == 1:
        return next(iter(begun.values()))
    return f"{text!r} could be: {', '.join(begun)}" if begun else f"{text!r} is not one of the choices; h for help"
