"""The program `cardwright`: collects the commands, and reports bad input in one sentence with exit code 2."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from . import arena, autobattler, balance, cgdl, check, games, map, papers, play, replay, route, scenario, spire
from .stopping import Stopped, stoppable


class _Program(TyperGroup):
    """All commands, each stoppable with Ctrl-C."""

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
app.command("check")(check.command)
app.command("games")(games.command)
app.command("map", context_settings=map.SETTINGS)(map.command)
app.command("play")(play.command)
app.command("replay")(replay.command)
app.command("route")(route.command)
app.command("scenario")(scenario.command)
app.add_typer(autobattler.app, name="autobattler")
app.add_typer(balance.app, name="balance")
app.add_typer(cgdl.app, name="cgdl")
app.add_typer(papers.app, name="papers")
app.add_typer(spire.app, name="spire")

# Click's usage errors; recent versions of Typer bundle Click, so it cannot be imported by name.
_UsageError: type[Exception] = typer.BadParameter.__bases__[0]


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


def main() -> None:
    """Run the program."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code: 0, 2 for bad input, 130 for Ctrl-C, or the command's own."""
    from cardwright.core.errors import CardwrightError

    try:
        result = app(arguments, prog_name="cardwright", standalone_mode=False)
    except _UsageError as error:
        return _report_error(error.format_message())  # type: ignore[attr-defined]
    except CardwrightError as error:
        return _report_error(str(error))
    except (Stopped, typer.Abort) as stopped:
        print("; ".join(["stopped", *stopped.args]), file=sys.stderr)
        return 130
    return result if isinstance(result, int) else 0


def _report_error(message: str) -> int:
    if message:
        print(f"cardwright: {' '.join(message.split())}", file=sys.stderr)
    return 2
