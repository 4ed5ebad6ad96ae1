"""`cardwright play`: a person at the table, in the terminal."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from cardwright.agents import Agent
    from cardwright.core.game import Action, Game, State

LONGEST_RUN = 12  # of amounts that are listed one by one
HELP = """\
  a number, or the words of a choice or their beginning, makes that choice
  u, undo       take back your last choice; the dice stay as cast
  s FILE        save the game; go on later with: cardwright play --load FILE
  h, help       this
  q, quit       leave (so do Ctrl-D and Ctrl-C)"""


def command(
    game: Annotated[
        str | None, typer.Argument(help="A game, as in spire:jaw-worm, a scenario file, or my_game.py:family.")
    ] = None,
    seats: Annotated[str | None, typer.Option(help="Who sits where, as in you,mcts:200.")] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of the game; by chance if not given.")] = None,
    players: Annotated[int | None, typer.Option(help="How many play, where a game leaves that open.")] = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
) -> None:
    """Play a game yourself, against agents where it has more than one player.

    You see what your seat may know. Undo goes back as far as you like. Chance comes from the seed, so the same choices
    bring the same cards again: what you have seen of the future before an undo stays true.

    Example: cardwright play spire:jaw-worm --seed 7
    """
    from rich.console import Console

    from cardwright.core import jit, registry
    from cardwright.core.errors import CardwrightError

    jit.watch_compiling()
    if (game is None) == (load is None):
        raise CardwrightError(
            "say which game to play, as in 'spire:jaw-worm', or which saved one with --load, not both"
        )
    if load is not None:
        if seed is not None or players is not None:
            raise CardwrightError(
                "a saved game has its seed and its players; leave --seed and --players out with --load"
            )
        state = registry.load_state(load)
    else:
        state = registry.game(str(game), players).new(seed)
    Sitting(state, _seated(state.game, seats), Console(highlight=False)).play()


def _seated(game: Game, text: str | None) -> list[Agent | None]:
    """The agents at the table, with None where the person sits."""
    from cardwright.agents import make_seats
    from cardwright.core.errors import CardwrightError

    if text is None:
        return [None, *make_seats("random") * (game.players - 1)]
    seats: list[Agent | None] = []
    for part in text.split(","):
        seats += [None] if part.strip() == "you" else make_seats(part)
    if None not in seats or len(seats) != game.players:
        raise CardwrightError(f"{game.name} needs {game.players} seats, 'you' among them, not {text[:80]!r}")
    return seats


class Sitting:
    """A game in progress with a person at the terminal."""

    def __init__(self, state: State, seats: list[Agent | None], console: Console):
        self.game = state.game
        self.seats = seats
        self.console = console
        self.states, self.actions = _relived(state)  # all positions so far, and what was done in all but the last

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        self._say(self._welcome())
        while not self.state.over:
            agent = self.seats[self.state.decider]
            if agent is not None:
                self._let(agent)
            elif not self._ask():
                self._say("you have left the game")
                return
        self._say("", *self._news(self.seats.index(None)), str(self.state), self._result())

    def _say(self, *lines: str) -> None:
        for line in lines:
            self.console.print(line, markup=False)

    def _welcome(self) -> str:
        who = [f"{self._name(k)} is {'you' if each is None else each.name}" for k, each in enumerate(self.seats)]
        return f"{self.game.title}: {self.game.name}, seed {self.state.seed}; {', '.join(who)}; h for help"

    def _name(self, player: int) -> str:
        return self.game.player_name(player)

    def _let(self, agent: Agent) -> None:
        """Let an agent decide, the same whenever it comes to this decision again."""
        from cardwright.agents import decide
        from cardwright.core.game import Action
        from cardwright.core.random import seed_for

        options = {each.id: each for each in self.state.legal()}
        number = decide(agent, self.state, seed_for(self.state.seed, "agent", len(self.state.history())))
        self._do(options.get(number, Action(number, "action", str(number))))

    def _do(self, action: Action) -> None:
        self.states.append(self.state.copy().play(action))
        self.actions.append(action)

    def _news(self, player: int) -> list[str]:
        """What happened since this player's last decision, as far as it can be known."""
        since = max((k for k, state in enumerate(self.states[:-1]) if state.decider == player), default=0)
        return [line for k in range(since, len(self.actions)) for line in self._news_of(k, player)]

    def _news_of(self, number: int, player: int) -> Iterator[str]:
        """What a player learns of a decision."""
        from cardwright.arena.changes import changes, without

        before, action, after = self.states[number], self.actions[number], self.states[number + 1]
        own = before.decider == player
        words = str(action) if own else self.game.public_text(before, action, player)
        if words:
            yield f"{'You' if own else self._name(before.decider)}: {words}"
        left_out = (*self.game.presentation.redundant, *self.game.presentation.narrated_keys)
        seen, now = (without(self.game.seen(state, player), left_out) for state in (before, after))
        names = [self._name(each) for each in range(self.game.players)]
        yield from (f"     {each}" for each in (*self.game.events(before, after), *changes(seen, now, names)))

    def _ask(self) -> bool:
        """Show the position and let the person do one thing; False to leave."""
        options: dict[str, list[Action]] = {}
        for action in self.state.legal():
            options.setdefault(self.game.describe(self.state, action), []).append(action)
        self._say("", *self._news(self.state.decider), str(self.state))
        lines = [
            f"{number:3}  {line}" + (f" (x{len(alike)})" if len(alike) > 1 else "")
            for number, (line, alike) in enumerate(options.items(), 1)
        ]
        kinds = [alike[0].kind if alike[0].name.isdecimal() else "" for alike in options.values()]
        self._say(*shortened(lines, kinds))
        return self._answer([alike[0] for alike in options.values()])

    def _answer(self, options: list[Action]) -> bool:
        """Read lines until one of them changes the position; False to leave."""
        while True:
            try:
                line = self.console.input(f"{self._name(self.state.decider)}> ", markup=False).strip()
            except (EOFError, KeyboardInterrupt):
                self._say("")
                return False
            word, _, rest = line.partition(" ")
            match word.casefold():
                case "":
                    continue
                case "q" | "quit" if not rest:
                    return False
                case "h" | "help" | "?" if not rest:
                    self._say(HELP)
                case "s" | "save":
                    self._save(rest.strip())
                case "u" | "undo" if not rest:
                    if self._undo():
                        return True
                    self._say("there is nothing to undo")
                case _:
                    chosen = match_choice(line, options)
                    if not isinstance(chosen, str):
                        self._do(chosen)
                        return True
                    self._say(chosen)

    def _undo(self) -> bool:
        """Go back to the person's last choice; False if there was none."""
        own = [k for k, state in enumerate(self.states[:-1]) if self.seats[state.decider] is None]
        if own:
            del self.states[own[-1] + 1 :], self.actions[own[-1] :]
        return bool(own)

    def _save(self, file: str) -> None:
        from cardwright.core.errors import CardwrightError

        if not file:
            self._say("say where to: s FILE")
            return
        try:
            self.state.save(Path(file).expanduser())
            self._say(f"saved; go on later with: cardwright play --load {file}")
        except CardwrightError as error:
            self._say(str(error))

    def _result(self) -> str:
        names = [self._name(player) + (" (you)" if self.seats[player] is None else "") for player in self.state.winners]
        measured = self.game.measure(self.state.records)
        measures = [f"{name} {measured[name][0]}" for name in self.game.measures]
        won = f"{' and '.join(names)} won" if names else "nobody won"
        return f"the game is over: {', '.join([won, *measures])}"


def _relived(state: State) -> tuple[list[State], list[Action]]:
    """All positions of a game that was saved, the last included, and what was done in them."""
    states, actions = [state.game.new(state.seed)], []
    for step in state.history():
        if isinstance(step, tuple):  # a copy with hidden cards redrawn has no past of its own
            return [state], []
        actions.append(next(each for each in states[-1].legal() if each.id == step))
        states.append(states[-1].copy().play(step))
    return states, actions


def shortened(lines: list[str], kinds: list[str]) -> Iterator[str]:
    """The lines, of a long run of amounts (that have a kind) only the first and the last.

    >>> list(shortened([f"bet {n}" for n in range(1, 100)] + ["done"], ["bet"] * 99 + [""]))
    ['bet 1', 'bet 2', '     ...', 'bet 99', 'done']
    """
    for kind, run in itertools.groupby(zip(lines, kinds, strict=True), key=lambda each: each[1]):
        alike = [line for line, _ in run]
        yield from alike if not kind or len(alike) <= LONGEST_RUN else [*alike[:2], "     ...", alike[-1]]


def match_choice(text: str, options: list[Action]) -> Action | str:
    """The choice that a number, words or a beginning of words mean, or a sentence saying why none does.

    >>> from cardwright.core.game import Action
    >>> options = [Action(0, "play", "Strike"), Action(1, "play", "Shrug It Off"), Action(9, "end turn", "")]
    >>> match_choice("e", options) == match_choice("3", options) == match_choice("end turn", options) == options[2]
    True
    >>> match_choice("play s", options)
    "'play s' could be: play Strike, play Shrug It Off"
    """
    if text.isdecimal():
        number = int(text)
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
