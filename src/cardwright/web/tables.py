"""Games with people: who sits where, what each seat is sent, and the files they are kept in.

A person proves with a key which seat is theirs. A table is saved after every decision, as a game that `cardwright play
--load` continues, so that it goes on after the server was stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from cardwright.agents import Agent, Reader
from cardwright.core import files, saved_games
from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.game import Game
from cardwright.core.state import State
from cardwright.play.hints import search_spec
from cardwright.play.table import YOU, Table

from . import seat, thinking
from .compiling import Compiler
from .table_files import GAME, GUEST, LONGEST_RESULT, LONGEST_TITLE, People, TableFiles
from .workers import Workers

MOST_IDLE = 20  # tables in memory that nobody sits at
SECONDS_TO_SIT_DOWN = 60.0  # at a new table before it counts as one that nobody sits at
SLICE = 0.02  # seconds that the agents of a table take before other tables have their turn
MOST_TABLES = 5000
SECONDS_PER_DECISION = 300.0
DELETED = "this table was deleted"
Result = TypeVar("Result")

_rules = ThreadPoolExecutor(1, "rules")  # rules in plain Python take milliseconds; pages are served meanwhile


async def off_loop(function: Callable[..., Result], *arguments: Any) -> Result:
    """Call a function in the thread that runs rules."""
    return await asyncio.get_running_loop().run_in_executor(_rules, function, *arguments)


class LiveTable:
    """A table that pages watch and play at."""

    def __init__(self, name: str, table: Table, people: People, folder: Path, workers: Workers, compiler: Compiler):
        self.name = name
        self.table = table
        self.people = people
        self.used = time.monotonic()
        self.pages = 0  # that show this table now
        self._visited = False
        self.problem = ""  # why an agent could not decide
        self.compiling = False  # whether an agent is being compiled
        self.deleted = False
        self.next: LiveTable | None = None  # where the same people play again
        self.asked_by = ""  # who wants to
        self._folder = folder
        self._workers = workers
        self._compiler = compiler
        self._lock = asyncio.Lock()
        self._changed = asyncio.Condition()
        self._version = 0
        self._agents: asyncio.Task[None] | None = None

    def players(self, keys: Sequence[str]) -> list[int]:
        """Return the players whose seats some keys open."""
        given = [each.encode(errors="replace") for each in keys]
        known = ((player, key.encode()) for player, key in self.people.keys.items())
        return [player for player, key in known if any(secrets.compare_digest(key, each) for each in given)]

    @property
    def watched(self) -> bool:
        """Whether agents think for this table just now."""
        return self._agents is not None and not self._agents.done()

    @property
    def idle(self) -> bool:
        """Whether nobody sits here, and nobody who just opened this table is still on the way."""
        awaited = not self._visited and time.monotonic() < self.used + SECONDS_TO_SIT_DOWN
        return not (self.pages or self.watched or awaited)

    def sit_down(self) -> None:
        """Take note of a page that shows this table."""
        self.pages += 1
        self._visited = True

    async def changes(self) -> AsyncIterator[int]:
        """Yield a number at once, and again whenever something has changed, until the table is deleted."""
        seen = -1
        while not self.deleted:
            async with self._changed:
                while self._version == seen:
                    await self._changed.wait()
                seen = self._version
            yield seen

    async def message(self, players: Sequence[int]) -> dict[str, Any]:
        """Return what a screen with these seats is sent: the seat that decides, else the one that decided last."""
        told = await off_loop(seat.position, self.table, self.table.decided_last(players))
        following = self.next.people.link(self.next.name, players) if self.next else ""
        return {
            **told,
            "can_undo": self._can_undo(),
            "problem": self.problem,
            "compiling": self.compiling,
            "next": following,
            "asked_by": self.asked_by,
        }

    def _can_undo(self) -> bool:
        return not self.people.guests and self.table.can_undo()

    async def choose(self, players: Sequence[int], player: int, decided: int, action: int) -> None:
        """Take an action for a person, unless the position has changed meanwhile."""
        async with self._lock:
            if player not in players or self.table.decider != player:
                raise CardwrightError("it is not your turn")
            if decided != self.table.decided(player):
                raise CardwrightError("the game has moved on; choose again")
            await off_loop(self._take, action)
        if not self._goes_on_at_once():
            await self.announce()
        self.go_on()

    def _take(self, action: int) -> None:
        self.table.play(self.table.state.find(action))
        self._save()

    def _goes_on_at_once(self) -> bool:
        """Whether an agent decides now, and none that needs time: people are told when it is their turn again."""
        agents = [each for each in self.table.seats if each is not None]
        return not self.table.over and self.table.agent is not None and all(map(_is_quick, agents))

    async def undo(self) -> None:
        """Go back to before the last decision of a person."""
        if not self._can_undo():
            why = "a move that a guest has seen is not taken back" if self.people.guests else "there is nothing to undo"
            raise CardwrightError(why)
        await self.stop()
        async with self._lock:
            await off_loop(self._undo)  # after agents that were stopped, whose last step ends in that thread
        await self.announce()
        self.go_on()

    def _undo(self) -> None:
        self.table.undo()
        self._save()

    def go_on(self) -> None:
        """Let agents decide until it is a person's turn."""
        if not self.watched:
            self._agents = asyncio.create_task(self._play_agents())

    async def stop(self) -> None:
        """Stop agents that are thinking."""
        if self._agents is not None:
            self._agents.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._agents
            self._agents = None

    async def _play_agents(self) -> None:
        """Play for agents, and tell people when one of them has to decide: not how many steps it took."""
        self.problem = ""
        played = False
        try:
            while not self.table.over and (agent := self.table.agent) is not None:
                if _is_quick(agent):
                    async with self._lock:
                        await off_loop(self._play_quick_agents)
                else:
                    number = await self._decision(agent)
                    async with self._lock:
                        await off_loop(self.table.play_number, number)
                played = True
        except CardwrightError as error:
            self.problem = str(error)
            await self.announce()
        if played:
            async with self._lock:
                await off_loop(self._save)
            await self.announce()

    def _play_quick_agents(self) -> None:
        """Play for agents that decide at once, for a moment: other tables wait for the same thread."""
        from cardwright.agents import decide

        until = time.monotonic() + SLICE
        while not self.table.over and (agent := self.table.agent) is not None and _is_quick(agent):
            self.table.play_number(decide(agent, self.table.state, self.table.agent_seed()))
            if time.monotonic() > until:
                return

    async def _decision(self, agent: Agent) -> int:
        state, seed = self.table.state, self.table.agent_seed()
        if isinstance(agent, Reader):
            return await asyncio.to_thread(self.table.ask_reader, agent)
        position = thinking.Position.of(state)
        if await self._compiler.is_needed(position, agent.name):
            self.compiling = True
            await self.announce()
            try:
                await self._compiler.compile(position, agent.name)
            finally:
                self.compiling = False
        return int(await self._workers.run(thinking.decide, position, agent.name, seed, seconds=SECONDS_PER_DECISION))

    async def hints(self, player: int) -> AsyncGenerator[dict[str, Any], None]:
        """Yield what a search thinks of a player's choices, with more playouts each time."""
        if self.table.decider != player:
            raise CardwrightError("it is not your turn")
        head = {"type": "hint", "decided": self.table.decided(player)}
        position, seed = thinking.Position.of(self.table.state), self.table.agent_seed()
        judge = search_spec(self.table.game)
        if await self._compiler.is_needed(position, judge):
            yield {**head, "compiling": True, "playouts": 0, "rounds": 0, "choices": []}
            await self._compiler.compile(position, judge)
        found = self._workers.stream(thinking.hint, position, seed)
        async with contextlib.aclosing(found):
            async for each in found:
                yield {**head, "compiling": False, **each}

    async def why(self, player: int) -> AsyncGenerator[dict[str, Any], None]:
        """Yield which decisions of a player cost most, again and again while they are searched."""
        self.check_over()
        made = self.table.own_decisions(player)
        decisions = [(number, thinking.Position.of(state), action.id) for number, state, action in made]
        head = {"type": "why", "player": player}
        judge = search_spec(self.table.game)
        if decisions and await self._compiler.is_needed(decisions[0][1], judge):
            yield {**head, "compiling": True, "searched": 0, "of": len(decisions), "mistakes": []}
            await self._compiler.compile(decisions[0][1], judge)
        states = {number: state for number, state, _ in made}
        found = self._workers.stream(thinking.why, decisions, seconds=SECONDS_PER_DECISION)
        async with contextlib.aclosing(found):
            async for each in found:
                mistakes = [{**told, **seat.seen(states[told["number"]], player)} for told in each["mistakes"]]
                yield {**head, "compiling": False, **each, "mistakes": mistakes}

    async def replay(self, form: str) -> dict[str, Any]:
        """Return the whole game as a file, or as a page that needs no server; only when it is over."""
        self.check_over()
        text = await off_loop(self.table.to_json if form == "file" else self._replay_page)
        suffix = "json" if form == "file" else "html"
        return {"type": "replay", "file": f"{self.table.game.name}-{self.name}.{suffix}", "text": text}

    def _replay_page(self) -> str:
        from cardwright.arena.replay_page import replay_page
        from cardwright.arena.story import Story

        return replay_page(Story.of(self.table.state, tuple(self.table.names), self.table.game.name))

    def check_over(self) -> None:
        """Refuse what would tell a player of a game in progress what is hidden."""
        if not self.table.over:
            raise CardwrightError("the game is not over yet")

    async def announce(self) -> None:
        """Tell all pages at this table that something has changed."""
        self.used = time.monotonic()
        async with self._changed:
            self._version += 1
            self._changed.notify_all()

    def _save(self) -> None:
        if self.deleted:
            raise CardwrightError(DELETED)
        result = self.table.result()[:LONGEST_RESULT] if self.table.over else ""
        if result != self.people.result:
            self.people.result = result
            self.people.write(self._folder)
        self.table.save(self._folder / GAME)


class Tables:
    """All tables of a folder."""

    def __init__(self, folder: Path, workers: Workers, seated: Callable[[Game, Sequence[str]], list[Agent | None]]):
        self.files = TableFiles(folder)
        self._workers = workers
        self._compiler = Compiler(workers)
        self._seated = seated  # turns names into agents, and refuses code that the server was not started with
        self._open: dict[str, LiveTable] = {}
        self._rematching = asyncio.Lock()  # two people may ask for the same game

    async def create(self, game: Game, seats: Sequence[str], seed: int | None) -> LiveTable:
        """Return a new table; a seat is called "you", "guest" or by the name of an agent."""
        return await self.open(await off_loop(lambda: game.new(seed, logged=True)), seats)

    async def open(self, state: State, seats: Sequence[str]) -> LiveTable:
        """Return a new table where a game goes on."""
        game = state.game
        agents = self._seated(game, [YOU if each == GUEST else each for each in seats])
        people = [player for player, agent in enumerate(agents) if agent is None]
        if not people:
            raise BadData("a table needs a person: name a seat 'you' or 'guest'")
        folder = self.files.folder
        if folder.is_dir() and sum(1 for _ in folder.iterdir()) >= MOST_TABLES:
            raise CardwrightError(f"there are {MOST_TABLES:,} tables already; delete some")
        name = "".join(secrets.choice("0123456789abcdefghijklmnopqrstuvwxyz") for _ in range(12))
        table = await off_loop(Table, state, agents)
        known = People(
            keys={player: secrets.token_urlsafe(18) for player in people},
            guests=[player for player in people if seats[player] == GUEST],
            seats=table.names,
            title=seat.full_title(game)[:LONGEST_TITLE],
            result=table.result()[:LONGEST_RESULT] if table.over else "",
        )
        home = files.own_folder(files.make_folder(folder) / name)
        live = await self._seat(name, table, known, home)
        known.write(home)
        table.save(home / GAME)
        return live

    async def rename(self, name: str, title: str) -> None:
        """Give a table another title."""
        home = self.files.home(name)
        people = self._open[name].people if name in self._open else People.read(home)
        people.title = title
        people.write(home)

    async def delete(self, name: str) -> None:
        """Delete a table; pages that show it are told so."""
        home = self.files.home(name)
        live = self._open.pop(name, None)
        if live is not None:
            live.deleted = True
            await live.stop()
        self.files.delete(home.name)
        if live is not None:
            await live.announce()

    async def rematch(self, live: LiveTable, asked_by: int) -> None:
        """Open a table where the same people and agents play the same game again, because a player asked for it."""
        live.check_over()
        async with self._rematching:
            if live.next is not None:
                return
            live.next = await self.create(live.table.game, live.people.names, None)
            live.asked_by = live.table.game.player_name(asked_by)
        await live.announce()

    async def find(self, name: str) -> LiveTable:
        """Return a table by its name, from its files if it is not in memory."""
        if name not in self._open:
            home = self.files.home(name)
            people = People.read(home)
            saved = await off_loop(lambda: saved_games.load_saved(home / GAME, logged=True))
            agents = self._seated(saved.state.game, people.seats)
            table = await off_loop(Table, saved.state, agents, saved.joint)
            if name not in self._open:
                return await self._seat(name, table, people, home)
        return self._open[name]

    async def _seat(self, name: str, table: Table, people: People, home: Path) -> LiveTable:
        live = self._open[name] = LiveTable(name, table, people, home, self._workers, self._compiler)
        others = (each for each in self._open.values() if each.idle and each is not live)
        for each in sorted(others, key=lambda each: -each.used)[MOST_IDLE:]:
            del self._open[each.name]  # its files stay
        return live

    async def close(self) -> None:
        """Stop all agents."""
        await self._compiler.close()
        for each in self._open.values():
            await each.stop()


def _is_quick(agent: Agent) -> bool:
    """Return whether an agent decides at once in plain Python; a language model needs no compiler, but time."""
    return getattr(agent, "quick", False) and not isinstance(agent, Reader)
