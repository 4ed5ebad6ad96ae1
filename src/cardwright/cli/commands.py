"""All commands of the program."""

from __future__ import annotations

import copy
import functools
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from . import (
    arena,
    autobattler,
    balance,
    cfr,
    cgdl,
    check,
    doctor,
    evolve,
    exploit,
    fit,
    games,
    generate,
    league,
    map,
    papers,
    play,
    prompt,
    replay,
    report,
    route,
    scenario,
    schema,
    seed,
    spire,
    suite,
    unicorns,
    warm,
    web,
)
from .stopping import stoppable


class _Program(TyperGroup):
    """All commands, each stoppable with Ctrl-C."""

    def make_context(self, *args: Any, **options: Any) -> Any:
        with stoppable():
            return super().make_context(*args, **options)

    def invoke(self, ctx: Any) -> Any:
        with stoppable():
            return super().invoke(ctx)


app = typer.Typer(
    cls=_Program,
    name="cardwright",
    help="A workbench for people who study, make and tune card games.\n\n"
    "Example: cardwright play spire:jaw-worm --seed 7",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("arena")(arena.command)
app.command("cfr")(cfr.command)
app.command("check")(check.command)
app.command("doctor")(doctor.command)
app.command("exploit")(exploit.command)
app.command("fit")(fit.command)
app.command("games")(games.command)
app.command("league")(league.command)
app.command("map")(map.command)
app.command("play")(play.command)
app.command("prompt")(prompt.command)
app.command("replay")(replay.command)
app.command("report")(report.command)
app.command("route")(route.command)
app.command("scenario")(scenario.command)
app.command("schema")(schema.command)
app.command("warm")(warm.command)
app.command("web")(web.command)
app.add_typer(autobattler.app, name="autobattler")
app.add_typer(balance.app, name="balance")
app.add_typer(cgdl.app, name="cgdl")
app.add_typer(evolve.app, name="evolve")
app.add_typer(generate.app, name="generate")
app.add_typer(papers.app, name="papers")
app.add_typer(seed.app, name="seed")
app.add_typer(spire.app, name="spire")
app.add_typer(suite.app, name="suite")
app.add_typer(unicorns.app, name="unicorns")

# Click's usage errors; recent versions of Typer bundle Click, so it cannot be imported by name.
UsageError: type[Exception] = typer.BadParameter.__bases__[0]
Abort = typer.Abort


@functools.cache
def program(name: str = "") -> Any:
    """Return the program with the command of this name, or with all of them if none is called so.

    Typer takes longer to build all than most commands take to read a file.
    """
    chosen = copy.copy(app)
    commands = [each for each in app.registered_commands if each.name == name]
    groups = [each for each in app.registered_groups if each.name == name]
    if commands or groups:
        chosen.registered_commands, chosen.registered_groups = commands, groups
    built = typer.main.get_command(chosen)
    _unwrap_help(built)
    return built


def _unwrap_help(command: Any) -> None:
    """Join the lines of each paragraph of a help text, which Typer would break where the source does."""
    if command.help:
        command.help = "\n\n".join(" ".join(each.split()) for each in command.help.split("\n\n"))
    for each in getattr(command, "commands", {}).values():
        _unwrap_help(each)


def _print_version(wanted: bool) -> None:
    if wanted:
        from cardwright import __version__

        print(f"cardwright {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass
