"""`cardwright cgdl`: check, format, explain, play and generate games in the card game description language."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import cgdl_evolve, cgdl_judge, cgdl_play
from .options import AsJson, GameOfCards

if TYPE_CHECKING:
    from cardwright.cgdl.language.tree import Game

app = typer.Typer(
    help="Work with games in the card game description language.\n\nExample: cardwright cgdl rules uno",
    no_args_is_help=True,
)
app.command("play")(cgdl_play.command)
app.command("judge")(cgdl_judge.command)
app.command("evolve")(cgdl_evolve.command)
MAX_GAMES = 1_000_000
Switches = Annotated[
    list[str] | None, typer.Option("--with", help="Switch of the games, as in axioms=paper; repeatable.")
]
Seed = Annotated[int | None, typer.Option(help="Seed of all randomness (default: random).")]


@app.command()
def check(
    game: GameOfCards,
    as_json: AsJson = False,
) -> None:
    """Check a game and list all its problems, with line and column; warn if random play never has a winner.

    Example: cardwright cgdl check my_game.cgdl
    """
    from cardwright import cgdl
    from cardwright.cgdl.trial import warnings

    from .play_commands import hidden_words

    problems, warned = [], []
    try:
        found = cgdl.load(game)
        warned = [*hidden_words(found), *warnings(found)]
    except cgdl.BadGame as error:
        problems = error.problems
    if as_json:
        rows = [{"line": each.at.line, "column": each.at.column, "problem": each.sentence} for each in problems]
        print(json.dumps({"game": game, "valid": not problems, "problems": rows, "warnings": warned}))
    elif not problems:
        stages = found.written_stages()
        rules = sum(len(stage.rules) for stage in stages)
        counts = f"{_counted(found.players, 'player')}, {_counted(len(stages), 'stage')}, {_counted(rules, 'rule')}"
        print(f"{game}: {found.name!r}, {counts}: valid")
        for sentence in warned:
            print(f"{game}: warning: {sentence}")
    else:
        print("\n".join(f"{game}, {each}" for each in problems))
    raise typer.Exit(2 if problems else 0)


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


@app.command("format")
def format_game(
    game: GameOfCards,
    write: Annotated[bool, typer.Option("--write", help="Change the file instead of printing the result.")] = False,
) -> None:
    """Print a game in the standard layout, with its comments.

    Example: cardwright cgdl format my_game.cgdl --write
    """
    from cardwright import cgdl

    _print_or_write(cgdl.formatted(cgdl.source(game), game), game, write)


def _print_or_write(text: str, game: str, write: bool) -> None:
    """Print the text of a game, or replace its file."""
    from cardwright import cgdl
    from cardwright.core import files
    from cardwright.core.errors import BadData

    if not write:
        print(text, end="" if text.endswith("\n") else "\n")
    elif game in cgdl.games():
        raise BadData(f"--write: {game!r} comes with Cardwright and cannot be changed; name a file")
    else:
        files.write(Path(game), text)


@app.command()
def simplify(
    game: GameOfCards,
    write: Annotated[bool, typer.Option("--write", help="Change the file instead of printing the result.")] = False,
) -> None:
    """Print a game without scores, ranks, points and switches that change nothing, by the rules of the language.

    Comments are left out.

    Example: cardwright cgdl simplify evolved.cgdl
    """
    from cardwright import cgdl
    from cardwright.generate.games.simplify import simplified

    _print_or_write(cgdl.text(simplified(cgdl.load(game))), game, write)


@app.command()
def rules(
    game: GameOfCards,
    as_json: AsJson = False,
) -> None:
    """Explain the rules of a game in plain English.

    Example: cardwright cgdl rules uno
    """
    from cardwright import cgdl

    text = cgdl.english(cgdl.load(game))
    print(json.dumps({"game": game, "rules": text}) if as_json else text, end="\n" if as_json else "")


@app.command()
def mutate(
    game: GameOfCards,
    count: Annotated[int, typer.Option("-n", min=1, max=MAX_GAMES, help="Number of games.")] = 1,
    seed: Seed = None,
    out: Annotated[Path | None, typer.Option(help="Folder to write them to, as NAME-1.cgdl and so on.")] = None,
    as_json: AsJson = False,
) -> None:
    """Make valid variants of a game, each with one random change.

    Example: cardwright cgdl mutate uno -n 10 --seed 1 --out variants
    """
    from cardwright import cgdl
    from cardwright.generate.games.simplify import simplified

    parent = cgdl.load(game)
    _make(Path(game).stem, lambda each: simplified(cgdl.mutated(parent, each)), "mutation", count, seed, out, as_json)


@app.command("random")
def random_games(
    count: Annotated[int, typer.Option("-n", min=1, max=MAX_GAMES, help="Number of games.")] = 1,
    seed: Seed = None,
    players: Annotated[int, typer.Option(min=2, max=6, help="Number of players.")] = 3,
    tables: Annotated[
        int | None, typer.Option(min=0, max=8, help="Number of tables (default: 0 to 2 at random).")
    ] = None,
    language: Annotated[int, typer.Option(min=1, max=3, help="Language of the games: 1, 2 or 3.")] = 1,
    switches: Switches = None,
    out: Annotated[Path | None, typer.Option(help="Folder to write them to, as random-1.cgdl and so on.")] = None,
    as_json: AsJson = False,
) -> None:
    """Make valid random games from the grammar; few of them are good.

    Example: cardwright cgdl random -n 10 --seed 1
    """
    from cardwright import cgdl

    settings = _switches(switches)

    def make(each: int) -> Game:
        return cgdl.random_game(each, players, tables, language, switches=settings)

    _make("random", make, "game", count, seed, out, as_json)


@app.command()
def convert(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A text in the notation of the paper.")],
    name: Annotated[
        str | None, typer.Option(help="Name of a game without a title (default: that of the file).")
    ] = None,
    switches: Switches = None,
    out: Annotated[Path | None, typer.Option(help="Folder to write the games to, as NAME.cgdl.")] = None,
    as_json: AsJson = False,
) -> None:
    """Convert games from the notation of the paper, as in its Tables 3 and 4, to .cgdl files.

    Example: cardwright cgdl convert table4.txt --with axioms=paper --out my_games
    """
    from cardwright import cgdl
    from cardwright.core import data, files
    from cardwright.core.showing.terminal import Console

    converted = cgdl.read_paper(data.read_text(file), name or file.stem, _switches(switches), str(file))
    texts = {game.name: cgdl.text(game) for game in converted.games}
    if out:
        for title in texts:
            files.file_name(title)
        _write(out, texts)
    for remark in converted.remarks:
        Console(stderr=True).print(remark, soft_wrap=True)
    if as_json:
        rows = [{"name": title, "text": text} for title, text in texts.items()]
        print(json.dumps({"games": rows, "remarks": converted.remarks}))
    elif out:
        print(f"{_counted(len(texts), 'game')} written to {out}")
    else:
        print("\n".join(texts.values()), end="")


def _switches(given: list[str] | None) -> dict[str, str | int]:
    """Return the switches of an option: NAME=VALUE each."""
    from cardwright.cgdl.language.switches import fault
    from cardwright.core.errors import BadData

    switches: dict[str, str | int] = {}
    for text in given or ():
        name, _, value = text.partition("=")
        if not (name and value):
            raise BadData(f"--with {text!r}: expected NAME=VALUE, as in axioms=paper")
        switches[name.strip()] = int(value) if value.strip().isdigit() else value.strip()
        wrong = fault(name.strip(), switches[name.strip()])
        if wrong:
            raise BadData(f"--with {text!r}: {wrong}")
    return switches


def _make(
    name: str, make: Callable[[int], Game], use: str, count: int, seed: int | None, out: Path | None, as_json: bool
) -> None:
    """Make games, each from its own seed, and write or print them."""
    from rich.progress import track

    from cardwright import cgdl
    from cardwright.core.random import fresh_seed, seed_for
    from cardwright.core.showing.terminal import Console

    start = fresh_seed() if seed is None else seed
    console = Console(stderr=True)
    texts = {}
    for number in track(range(count), "making games", console=console, transient=True, disable=count < 50):
        texts[f"{name}-{number + 1}"] = cgdl.text(make(seed_for(start, use, number)))
    if out:
        _write(out, texts)
    if as_json:
        print(json.dumps({"seed": start, "games": [{"name": title, "text": text} for title, text in texts.items()]}))
    elif out:
        print(f"{_counted(count, 'game')} written to {out}, seed {start}")
    else:
        print("\n".join(f"# {title}, seed {start}\n{text}" for title, text in texts.items()), end="")


def _write(folder: Path, texts: dict[str, str]) -> None:
    from cardwright.core import files

    files.make_folder(folder)
    for title, text in texts.items():
        files.write(folder / f"{title}.cgdl", text)
