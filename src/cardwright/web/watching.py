"""Recorded games for pages: which there are, told in pieces, compared, searched and played.

Files come from anybody, so all that reads more than their first bytes runs in a worker, which can be killed. A worker
remembers the stories that it told last, because pages ask for the same one again: for another seat, or for what a
search thinks.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cardwright.core import data, files
from cardwright.core.errors import BadData, CardwrightError, counted
from cardwright.core.showing.text import printable

from . import table_files, thinking

if TYPE_CHECKING:
    from cardwright.arena.story import Story
    from cardwright.core.game import Game

    from .table_files import TableFiles
    from .workspace import Workspace

FOLDER = "watched"  # for games that pages upload or let agents play
PIECE = 50  # decisions
HEAD = 4096  # bytes of a file that say whether it is a game
MOST_LISTED = 300
MOST_ALIKE = 1000  # uploads of one name
MOST_ROUNDS = thinking.ROUNDS
_TEXT = r'("(?:[^"\\]|\\.){1,300}")'
_GAME = re.compile(rf'\s*\{{\s*"format":\s*"cardwright (game|replay) 1",\s*"game":\s*{_TEXT}(?:,\s*"name":\s*{_TEXT})?')
_RESULT = re.compile(rf'"result":\s*{_TEXT}')
_SEATS = re.compile(r'"seats":\s*(\[[^\[\]]{0,2000}\])')


def listed(workspace: Workspace, tables: TableFiles) -> list[dict[str, Any]]:
    """Return the recorded games of a folder, the newest first: what their first bytes say about them.

    A table is listed when its game is over.
    """
    finished = {f"{table_files.FOLDER}/{each['name']}/{table_files.GAME}": each for each in tables.list()
                if each["result"]}  # fmt: skip
    found: list[dict[str, Any]] = []
    for each in sorted(workspace.list(), key=lambda each: -each["changed"]):
        name = each["name"]
        if len(found) == MOST_LISTED:
            break
        if name.endswith(".json") and name.isprintable() and (name in finished or not is_table(name)):
            about = recorded_in(workspace.path(name))
            own = {key: finished[name][key] for key in ("title", "seats", "result")} if name in finished else {}
            found += [] if about is None else [{**each, **about, **own, "is_table": bool(own)}]
    return found


def recorded_in(path: Path) -> dict[str, Any] | None:
    """Return what a file says about its game at its beginning; None if it is not a recorded game."""
    try:
        with files.open_to_read(path) as file:
            head = file.read(HEAD).decode(errors="replace")
    except (CardwrightError, OSError):
        return None
    match = _GAME.match(head)
    if match is None:
        return None
    seats = _SEATS.search(head, match.end())
    result = _RESULT.search(head, match.end())
    written = (match[2], match[3], result[1] if result else None)
    game, name, ending = ("".join(_texts(f"[{each or ''}]")) for each in written)
    return {
        "kind": match[1],
        "title": f"{game}:{name}" if name else game,
        "seats": _texts(seats[1]) if seats else [],
        "result": ending,
    }


def _texts(written: str) -> list[str]:
    """Return the texts in a list in JSON; none if it is broken."""
    try:
        return [printable(str(each)) for each in json.loads(written)]
    except ValueError:
        return []


def is_table(name: str) -> bool:
    """Return whether a file belongs to a table."""
    return name.startswith(f"{table_files.FOLDER}/")


class Recorded(NamedTuple):
    """A file with a game, and when it was last changed: a worker must not tell an old version of it."""

    name: str  # in the folder
    path: str
    changed: int

    @classmethod
    def find(cls, workspace: Workspace, name: str) -> Recorded:
        """Return a file of the folder."""
        path = workspace.path(name)
        if not path.is_file():
            raise BadData(f"there is no file {name[:80]!r} in this folder")
        return cls(path.relative_to(workspace.folder).as_posix(), str(path), path.stat().st_mtime_ns)

    def document(self) -> data.Document:
        """Return the content of the file."""
        text = data.read_text(self.path, data.LARGEST_CHECKPOINT)
        return data.parse(text, self.name, data.LARGEST_CHECKPOINT)

    def story(self) -> Story:
        """Return the story in the file; a game at a table must be over, because people still play it."""
        story = _story(self)
        if is_table(self.name) and not story.states[-1].over:
            raise CardwrightError("people still play this game; it can be watched when it is over")
        return story


@functools.lru_cache(maxsize=2)
def _story(recorded: Recorded) -> Story:
    from cardwright.arena.story import story_in

    return story_in(recorded.document())


def check_saved(recorded: Recorded) -> Iterator[None]:
    """Check that a file is a saved game; one that takes too long to replay is given up with its worker."""
    from cardwright.core import saved_games

    saved_games.saved_from_json(data.read_text(recorded.path), recorded.name, logged=True)
    yield None


def tell(recorded: Recorded, player: int | None) -> Iterator[dict[str, Any]]:
    """Yield a story in pieces, as a player saw it or all of it."""
    from cardwright.arena.replay_page import for_script, told

    story = recorded.story()
    if player is not None and player >= story.game.players:
        raise BadData(f"there is no seat {player}; this game has {counted(story.game.players, 'player')}")
    yield from map(for_script, told(story, PIECE, player))


def page(recorded: Recorded) -> Iterator[str]:
    """Yield the page of a replay, as `cardwright replay --html` writes it."""
    from cardwright.arena.replay_page import replay_page

    yield replay_page(recorded.story())


def content(recorded: Recorded) -> Iterator[bytes]:
    """Yield the content of the file, if it holds a recorded game."""
    recorded.story()
    yield files.read_bytes(recorded.path, data.LARGEST_CHECKPOINT)


def value(recorded: Recorded, number: int, rounds: int) -> Iterator[dict[str, Any]]:
    """Yield what a search thinks of the choices of a decision after some rounds, as hints at a table do."""
    story = recorded.story()
    if number >= len(story.decisions) or story.decisions[number].action is None:
        raise BadData(f"there is no decision {number + 1} to search; the game has {len(story.decisions):,}")
    yield _hints(recorded, number).after(rounds)


class _Hints:
    """A search of a decision that goes on when a page asks again."""

    def __init__(self, recorded: Recorded, number: int):
        from cardwright.core.random import seed_for

        state = recorded.story().states[number]
        seed = seed_for(state.seed, "hint", number)
        self._going_on = thinking.hint(thinking.Position.of(state), seed, narrow=False)  # the choice taken has a value
        self._found: dict[str, Any] = {"rounds": 0}

    def after(self, rounds: int) -> dict[str, Any]:
        """Return what is found after so many rounds, or after more if there were more before."""
        while self._found["rounds"] < rounds:
            self._found = next(self._going_on)
        return self._found


@functools.lru_cache(maxsize=32)
def _hints(recorded: Recorded, number: int) -> _Hints:
    return _Hints(recorded, number)


def difference(one: Recorded, two: Recorded) -> Iterator[dict[str, Any]]:
    """Yield where two games part: the number of the first step that differs, or why they cannot be compared.

    The rules are the same for both, so games with equal starts, seeds and steps are in equal positions.
    """
    ends = [each.story().states[-1] for each in (one, two)]
    about = [{"games": each.game.family, "starts": each.game.start, "seeds": each.seed} for each in ends]
    for what, own in about[0].items():
        if own != about[1][what]:
            yield {"at": None, "same_start": False, "why": f"the two have different {what}"}
            return
    steps = [each.history() for each in ends]
    parted = (k for k, (own, other) in enumerate(zip(*steps, strict=False)) if own != other)
    at = next(parted, None if len(steps[0]) == len(steps[1]) else min(map(len, steps)))
    yield {"at": at, "same_start": True, "why": "" if at is not None else "the two games are the same"}


def keep(folder: str, name: str, text: str) -> Iterator[str]:
    """Check an uploaded game, write it into the folder, and yield its name there."""
    from cardwright.arena.story import story_in

    story = story_in(data.parse(text, name))
    files.make_folder(Path(folder, FOLDER))
    stem = files.file_name(name).removesuffix(".json")
    names = (f"{FOLDER}/{stem}{f'-{number}' if number else ''}.json" for number in range(MOST_ALIKE))
    free = next((each for each in names if not Path(folder, each).exists()), None)
    if free is None:
        raise BadData(f"there are {MOST_ALIKE:,} files of this name already; choose another one")
    files.write(Path(folder, free), text, private=bool(story.exchanges))
    yield free


class Origin(NamedTuple):
    """How a game began."""

    family: str
    start: str  # JSON
    name: str  # of the start
    seed: int

    @classmethod
    def of(cls, game: Game, seed: int) -> Origin:
        """Return how a game begins with a seed."""
        return cls(game.family, json.dumps(game.start), game.name, seed)

    def game(self) -> Game:
        """Return the game that begins so."""
        from cardwright.core import registry

        game: Game = registry.family(self.family).game(json.loads(self.start), self.name)
        return game


def origin(recorded: Recorded) -> Iterator[Origin]:
    """Yield how a recorded game began."""
    state = recorded.story().states[0]
    yield Origin.of(state.game, state.seed)


def play(folder: str, begun: Origin, seats: Sequence[str], agent_seed: int, name: str) -> Iterator[dict[str, Any]]:
    """Let agents play a game, write its replay, and yield the name of the file; first, yield that it has begun.

    The game is played in plain Python, so that nothing is compiled for agents that do not search.
    """
    from cardwright.arena.plan import Plan, Seating
    from cardwright.arena.replays import Replays

    yield {"begun": True}
    game = begun.game()
    plan = Plan(game, (Seating(list(seats), game),), 1, begun.seed)
    replays = Replays(files.make_folder(Path(folder, FOLDER, name, "replays")), 1)
    end = replays.play(plan, 0, 0, begun.seed, agent_seed, logged=True)
    file = replays.path(plan, 0, 0).relative_to(folder).as_posix()
    yield {"file": file, "decisions": len(end.history()), "result": game.ending(end) if end.over else "not over"}


def folder_of(game: str, seed: int) -> str:
    """Return the name of the folder for the replays of a game.

    >>> folder_of("cgdl:hearts", 7)
    'cgdl-hearts-7'
    """
    return f"{re.sub('[^A-Za-z0-9]+', '-', game).strip('-')[:60] or 'game'}-{seed}"


def seeds(seed: int) -> tuple[int, int]:
    """Return the seeds of the game and of the agents in the first game of a run of the arena with this seed."""
    from cardwright.core.random import seed_for

    return seed_for(seed, "game", 0), seed_for(seed, "agent", 0)
