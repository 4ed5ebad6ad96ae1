"""Studies as forms: what a page may ask for, and the command that does it.

A form has the options of its command, with narrower limits. The command is a list of words that no shell reads, and a
text that could be taken for an option is refused, so a form can ask for nothing but what its fields say.
"""

from __future__ import annotations

import contextlib
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

import pydantic

from cardwright.agents.spec import seat_names
from cardwright.core import registry
from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.family import Family
from cardwright.core.game import Game
from cardwright.play.table import YOU

from .bodies import Body
from .catalogue import MOST_PLAYERS, Catalogue
from .run_list import CONFIGS
from .workspace import Workspace

RUNS = "runs"  # where pages put new runs
LONGEST_TEXT = 600
EMPTY: Mapping[str, str] = MappingProxyType({})
_FOLDER = re.compile(r"\w[\w.,=+ -]{0,80}(/\w[\w.,=+ -]{0,80}){0,4}")

Text = Annotated[str, pydantic.Field(min_length=1, max_length=LONGEST_TEXT)]
Texts = Annotated[list[Text], pydantic.Field(min_length=1, max_length=20)]
Seed = Annotated[int, pydantic.Field(ge=0, lt=2**53)]


def _widget(kind: str, default: Any = ..., **limits: Any) -> Any:
    """Return a field that a page shows in its own way."""
    return pydantic.Field(default, json_schema_extra={"widget": kind}, **limits)


class FieldError(BadData):
    """What is wrong with one field of a form."""

    def __init__(self, field: str, sentence: str):
        super().__init__(sentence)
        self.field = field


@contextlib.contextmanager
def about(field: str) -> Iterator[None]:
    """Say of a mistake with which field it was made."""
    try:
        yield
    except CardwrightError as error:
        raise FieldError(field, str(error)) from None


class Form(Body):
    """What all studies have: a command, and a folder for its run."""

    title: ClassVar[str]
    command: ClassVar[tuple[str, ...]]
    argument: ClassVar[str] = ""  # the field that stands without a name
    into: ClassVar[str] = "out"  # the option that names the folder
    resumes: ClassVar[bool] = True
    plays_own_games: ClassVar[bool] = False  # whether Python games can be named with --game

    kind: str
    folder: Annotated[str, pydantic.Field(max_length=200)]

    def arguments(self, resume: bool = False, games: Mapping[str, str] = EMPTY) -> list[str]:
        """Return the words after `cardwright` in the command; `games` are Python games by their families."""
        words = list(self.command)
        if self.argument:
            with about(self.argument):
                words.append(_plain(getattr(self, self.argument)))
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if name not in ("kind", "folder", self.argument) and value != field.default:
                with about(name):
                    words += _option(name, value)
        if self.plays_own_games:
            played = str(getattr(self, self.argument))
            needed = (spec for family, spec in games.items() if _may_play(played, family))
            words += [each for spec in needed for each in ("--game", spec)]
        return [*words, *self._place(), *(["--resume"] if resume and self.resumes else [])]

    def _place(self) -> list[str]:
        return [f"--{self.into}", self.folder]

    def check(self, workspace: Workspace, catalogue: Catalogue) -> None:
        """Raise a `CardwrightError` that says what is wrong, with the first field of the form that is."""
        self.check_fields(workspace, catalogue)
        with about("folder"):
            if not _FOLDER.fullmatch(self.folder):
                allowed = "letters, digits, - and _ are allowed, and / between names"
                raise BadData(f"the folder {self.folder[:80]!r}: {allowed}")
            if workspace.path(self.folder).suffix == ".parquet":
                raise BadData(f"{self.folder[:80]!r}: pages keep each run in a folder of its own")

    def check_fields(self, workspace: Workspace, catalogue: Catalogue) -> None:
        """Raise a `CardwrightError` that says what is wrong with the fields before the folder."""

    @property
    def goal(self) -> int | None:
        """How far the run is meant to go, in the units of what it has done; None if that is not known."""
        return None

    @property
    def private(self) -> bool:
        """Whether the run is for its owner's eyes only, as that of a language model is."""
        return "llm:" in " ".join(map(str, self.model_dump().values()))


def _may_play(game: str, family: str) -> bool:
    """Return whether a game is of a family, or a file that may name it.

    >>> _may_play("kuhn:standard", "kuhn"), _may_play("my.yaml", "kuhn"), _may_play("spire:jaw-worm", "kuhn")
    (True, True, False)
    """
    return game.partition(":")[0] == family or game.endswith(CONFIGS)


def _plain(text: str) -> str:
    """Return a text that is not an option and has no odd characters."""
    if text.startswith("-") or not text.isprintable():
        raise BadData(f"{text[:80]!r}: a text here begins with no dash and has only printable characters")
    return text


def _option(name: str, value: Any) -> list[str]:
    option = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return [option] if value else []
    if isinstance(value, list):
        return [word for each in value for word in (option, _plain(str(each)))]
    return [] if value is None else [option, _plain(str(value))]


def command_line(arguments: list[str]) -> str:
    """Return a command as a person types it.

    >>> command_line(["arena", "spire:jaw-worm", "--seats", "2*random"])
    "cardwright arena spire:jaw-worm --seats '2*random'"
    """
    return shlex.join(["cardwright", *arguments])


def seated(catalogue: Catalogue, game: Game, names: list[str]) -> None:
    """Check that these agents can play a game among themselves."""
    if YOU in names:
        raise BadData("people play at tables, not in studies; name agents")
    catalogue.seated(game, names)


class ArenaForm(Form):
    """An arena."""

    title, command, argument, into = "Arena", ("arena",), "game", "log"
    plays_own_games = True

    kind: Literal["arena"]
    game: Text = _widget("game")
    seats: Texts = _widget("seats")
    games: Annotated[int, pydantic.Field(ge=1, le=1_000_000)] = 1000
    seed: Seed | None = None
    replays: Annotated[int, pydantic.Field(ge=0, le=1000)] = 0
    actions: bool = False

    @property
    def goal(self) -> int | None:
        """The games of all series."""
        return self.games * len(self.seats)

    def check_fields(self, workspace: Workspace, catalogue: Catalogue) -> None:
        """Check that the seats fit the game."""
        with about("game"):
            game = catalogue.game(self.game)
        with about("seats"):
            series = [seat_names(each) for each in self.seats]
        counts = {len(names) for names in series}
        if self.game in registry.names() and len(counts) == 1 and counts != {game.players}:
            with contextlib.suppress(CardwrightError):
                game = catalogue.game(self.game, counts.pop())  # as in the arena, which counts the seats
        with about("seats"):
            for names in series:
                seated(catalogue, game, names)


class LeagueForm(Form):
    """A league."""

    title, command, argument, into = "League", ("league",), "game", "log"
    plays_own_games = True

    kind: Literal["league"]
    game: Text = _widget("game")
    agents: Annotated[list[Text], pydantic.Field(min_length=2, max_length=30)] = _widget("agents")
    games: Annotated[int, pydantic.Field(ge=1, le=100_000)] = 100
    mix: Annotated[int, pydantic.Field(ge=2, le=MOST_PLAYERS)] = 2
    players: Annotated[int, pydantic.Field(ge=1, le=MOST_PLAYERS)] | None = None
    seed: Seed | None = None

    def check_fields(self, workspace: Workspace, catalogue: Catalogue) -> None:
        """Check that each agent plays the game."""
        with about("game" if self.players is None else "players"):
            game = catalogue.game(self.game, self.players)
        with about("agents"):
            for agent in self.agents:
                seated(catalogue, game, [agent] * game.players)


class BalanceForm(Form):
    """A balance study."""

    title, command, argument = "Balance study", ("balance", "tune"), "config"

    kind: Literal["balance"]
    config: Text = _widget("config")
    budget: Annotated[int, pydantic.Field(ge=1, le=1_000_000)] | None = None
    optimiser: Literal["nsga2", "ga", "cma", "pygad", "hill_climbing", "random"] | None = None
    seed: Seed | None = None

    def check_fields(self, workspace: Workspace, catalogue: Catalogue) -> None:
        """Check that the config is a file of the folder."""
        if not self.config.endswith(CONFIGS) or not workspace.path(self.config).is_file():
            raise FieldError("config", f"{self.config[:80]!r}: the config is a .yaml or .json file of this folder")


class GamesForm(Form):
    """An evolution of games."""

    title, command = "New games", ("cgdl", "evolve")

    kind: Literal["games"]
    minutes: Annotated[float, pydantic.Field(gt=0, le=60 * 24)] | None = None
    evaluations: Annotated[int, pydantic.Field(ge=1, le=1_000_000)] | None = None
    players: Annotated[list[Annotated[int, pydantic.Field(ge=2, le=6)]], pydantic.Field(max_length=5)] = _widget(
        "numbers", []
    )
    language: Annotated[int, pydantic.Field(ge=1, le=2)] = 2
    from_nothing: bool = False
    seed: Seed | None = None
    jobs: Annotated[int, pydantic.Field(ge=1, le=64)] | None = None

    @property
    def goal(self) -> int | None:
        """The games that are looked at."""
        return self.evaluations


class CardsForm(Form):
    """A search for cards."""

    title, command, argument = "New cards", ("generate", "cards"), "game"

    kind: Literal["cards"]
    game: Text = _widget("maker")
    evaluations: Annotated[int, pydantic.Field(ge=1, le=1_000_000)] = 10_000
    seed: Seed | None = None
    jobs: Annotated[int, pydantic.Field(ge=1, le=64)] | None = None

    @property
    def goal(self) -> int | None:
        """The cards that are looked at."""
        return self.evaluations

    def check_fields(self, workspace: Workspace, catalogue: Catalogue) -> None:
        """Check that cards of the game can be made."""
        if self.game not in makers():
            raise FieldError("game", f"{self.game[:80]!r}: cards can be made for {', '.join(makers())}")


class WeightsForm(Form):
    """An evolution of the weights of the agent `rules`."""

    title, command, argument = "Evolved agent", ("evolve", "run"), "game"
    plays_own_games = True

    kind: Literal["weights"]
    game: Text = _widget("game")
    opponents: Text = "rules"
    method: Literal["thesis", "cma"] = "thesis"
    population: Annotated[int, pydantic.Field(ge=2, le=1000)] = 20
    generations: Annotated[int, pydantic.Field(ge=1, le=10_000)] = 200
    games: Annotated[int, pydantic.Field(ge=1, le=100_000)] = 100
    fitness: Literal["", "rank", "win", "score"] = ""
    seed: Seed | None = None

    @property
    def goal(self) -> int | None:
        """The generations."""
        return self.generations

    def check_fields(self, workspace: Workspace, catalogue: Catalogue) -> None:
        """Check that the opponents play the game."""
        from cardwright.training.trained import LAST, LEAGUE

        with about("game"):
            game = catalogue.game(self.game)
        with about("opponents"):
            for name in {*seat_names(self.opponents)} - {LAST, LEAGUE}:
                seated(catalogue, game, [name] * game.players)


class ReportForm(Form):
    """A report on an arena run, whose folder gets it."""

    title, command, argument = "Report", ("report",), "folder"
    resumes = False

    kind: Literal["report"]
    rows: Annotated[int, pydantic.Field(ge=1, le=1000)] = 12

    def _place(self) -> list[str]:
        return ["--html", f"{self.folder}/report.html", "--plots", f"{self.folder}/plots"]

    def check_fields(self, workspace: Workspace, catalogue: Catalogue) -> None:
        """Check that there is a run."""
        if not Path(workspace.path(self.folder), "games.parquet").is_file():
            raise FieldError("folder", f"{self.folder[:80]!r} is not the folder of an arena run")


FORMS: tuple[type[Form], ...] = (
    ArenaForm, LeagueForm, BalanceForm, GamesForm, CardsForm, WeightsForm, ReportForm,
)  # fmt: skip
AnyForm = Annotated[
    ArenaForm | LeagueForm | BalanceForm | GamesForm | CardsForm | WeightsForm | ReportForm,
    pydantic.Field(discriminator="kind"),
]


def makers() -> list[str]:
    """Return the families whose cards can be made."""
    return [name for name in registry.names() if type(registry.family(name)).card_maker is not Family.card_maker]


def describe(form: type[Form]) -> dict[str, Any]:
    """Return what a page needs to show a form; its words are the help of the command and of its options."""
    schema = form.model_json_schema()["properties"]
    about, helps = _helps(form.command)
    fields = [
        _described(name, each, helps.get(form.into if name == "folder" else name, ""))
        for name, each in schema.items()
        if name != "kind"
    ]
    place = [each for each in fields if each["name"] == "folder"]
    return {
        "kind": schema["kind"]["const"],
        "title": form.title,
        "about": about,
        "command": command_line(list(form.command)),
        "resumes": form.resumes,
        "fields": [each for each in fields if each not in place] + place,
    }


def _described(name: str, schema: dict[str, Any], about: str) -> dict[str, Any]:
    """Return one field: how a page shows it, its default and its limits."""
    kinds = [each for each in schema.get("anyOf", [schema]) if each.get("type") != "null"]
    kind = kinds[0]
    widget = schema.get("widget") or ("folder" if name == "folder" else "")
    widget = widget or ("choice" if "enum" in kind else str(kind.get("type", "string")))
    limits = {"least": kind.get("minimum", kind.get("exclusiveMinimum")), "most": kind.get("maximum")}
    return {
        "name": name,
        "help": about,
        "widget": widget,
        "default": schema.get("default"),
        "needed": "default" not in schema,
        "choices": kind.get("enum", []),
        **limits,
    }


def _helps(command: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """Return what a command does, and the help of each of its options."""
    from cardwright.cli.commands import program

    found = program()
    for word in command:
        found = found.commands[word]
    return found.help.partition("\n\n")[0], {each.name: each.help or "" for each in found.params}


def checked(form: Form, workspace: Workspace, catalogue: Catalogue) -> None:
    """Check a form as a whole, its command included; whatever is wrong with it is a `CardwrightError`."""
    form.arguments()
    try:
        form.check(workspace, catalogue)
    except RecursionError:
        raise CardwrightError("a file that this study names is nested too deeply") from None
