"""`cardwright autobattler`: matches, tournaments and cards of the auto battler."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardwright.core.showing.progress import bar

from . import autobattler_watch
from .autobattler_watch import RESULTS, Profile, read_set
from .options import AsJson, report_mistakes
from .tables import print_table, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cardwright.autobattler import Draft, Match, Tournament
    from cardwright.autobattler.files import MatchLine

app = typer.Typer(
    help="Lineups of cards that fight on their own.\n\n"
    "Example: cardwright autobattler cards\n\n"
    "Example: cardwright autobattler tournament table-2",
    no_args_is_help=True,
)
app.command("watch")(autobattler_watch.command)
SHOWN = 3  # lineups at either end of a tournament


@app.command("match")
def match_file(
    file: Annotated[Path, typer.Argument(help="Match file, one JSON object per line; - is standard input.")],
    profile: Profile = "corrected",
    as_json: AsJson = False,
) -> int:
    """Play a match file; the result of a line is 1 if side a wins, -1 if side b wins, 0 for a tie.

    If the file contains expected results or numbers of phases, the differences are counted.

    Example: cardwright autobattler match matches.jsonl --profile reference --json
    """
    from cardwright.autobattler import match
    from cardwright.autobattler.files import read_matches
    from cardwright.autobattler.profiles import switches
    from cardwright.core.compiling import jit

    jit.watch_compiling()
    switches(profile)
    played = [
        (line, match([each.card() for each in line.a], [each.card() for each in line.b], profile))
        for line in _tracked(read_matches(file), "matches")
    ]
    if as_json:
        print("".join(f"{json.dumps(each.result)}\n" for _, each in played), end="")
        return 0
    return _print_matches(played, profile)


def _print_matches(played: list[tuple[MatchLine, Match]], profile: str) -> int:
    """Print one line per match and how many agree with the file; return 1 if any differ."""
    known = phases_known = differ = 0
    for number, (line, actual) in enumerate(played, start=1):
        expected = line.expected(profile)
        known += expected != (None, None)
        phases_known += expected[1] is not None
        wrong = any(each not in (None, real) for each, real in zip(expected, actual, strict=True))
        differ += wrong
        note = f"; expected: {_ending(*expected)}" if wrong else ""
        print(f"{number}: {_ending(*actual)}{note}")
    if known:
        phases = ", including phases" if phases_known else ""
        print(f"{known - differ} of {known} agree with the file{phases}")
    return 1 if differ else 0


def _ending(result: int | None, phases: int | None) -> str:
    """Return the parts of an ending that are known, as text."""
    words = [] if result is None else [RESULTS[result]]
    if phases is not None:
        words.append(f"after {phases} phase{'' if phases == 1 else 's'}")
    return " ".join(words)


@app.command("tournament")
def play_tournament(
    file: Annotated[str, typer.Argument(help="Card set: a YAML or JSON file, or the name of a built-in set.")],
    size: Annotated[int | None, typer.Option(help="Cards in a lineup, 1 to 7 (default: 3).")] = None,
    lineups: Annotated[
        Path | None, typer.Option(help="YAML or JSON file with the lineups that play (default: all of the size).")
    ] = None,
    group: Annotated[int | None, typer.Option(help="Lineups in a group (default: all play all).")] = None,
    folds: Annotated[int, typer.Option(help="Times the groups are drawn and played.")] = 1,
    profile: Profile = "corrected",
    seed: Annotated[int, typer.Option(help="Seed that determines the groups.")] = 0,
    threads: Annotated[int | None, typer.Option(help="Number of threads (default: one per CPU).")] = None,
    device: Annotated[str, typer.Option(help="Device to play on: cpu, gpu or auto.")] = "auto",
    matrix: Annotated[Path | None, typer.Option(help="Write the payoffs of all pairs to a .csv or .npy file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play all lineups of a card set, or those of a file, against each other, and rank cards and lineups by win rate.

    Example: cardwright autobattler tournament table-1 --group 256 --seed 1

    Example: cardwright autobattler tournament table-1 --lineups lineups.yaml

    Example: cardwright autobattler tournament table-2 --matrix payoffs.csv
    """
    from cardwright.autobattler import read_lineups, tournament
    from cardwright.autobattler.tournament import check_matrix_file
    from cardwright.core.compiling import jit

    jit.watch_compiling()
    cards = read_set(file)
    if matrix is not None:
        check_matrix_file(matrix)
    with bar("matches") as show:
        result = tournament(
            cards, size, profile, group=group, folds=folds, seed=seed, threads=threads, matrix=matrix is not None,
            progress=show, device=device,  # type: ignore[arg-type]  # tournament checks it
            lineups=None if lineups is None else read_lineups(lineups),
        )  # fmt: skip
    if matrix is not None:
        result.write_matrix(matrix)
    if as_json:
        print(json.dumps(result.to_dict()))
        return
    _print_tournament(result)
    if matrix is not None:
        print(f"matrix written to {matrix}")


@app.command("draft")
def compare_cards(
    game: Annotated[str, typer.Argument(help="A draft such as autobattler:table, or a scenario file.")] = "autobattler",
    seats: Annotated[str, typer.Option(help="Agents, as in rules,mcts:50 (default: rules in every seat).")] = "",
    games: Annotated[int, typer.Option(help="Number of drafts to play.")] = 1000,
    seed: Annotated[int | None, typer.Option(help="Seed of all randomness (default: random).")] = None,
    jobs: Annotated[int | None, typer.Option(help="Number of threads (default: one per CPU).")] = None,
    as_json: AsJson = False,
) -> None:
    """Play drafts and show, for each card, how often agents buy it and how well it fights.

    Example: cardwright autobattler draft --seats rules,random --games 2000 --seed 1
    """
    from cardwright import arena
    from cardwright.autobattler import Draft
    from cardwright.core import registry
    from cardwright.core.compiling import jit
    from cardwright.core.errors import CardwrightError

    jit.watch_compiling()
    played = registry.game(game)
    if not isinstance(played, Draft):
        raise CardwrightError(f"{game[:80]!r} is not a draft of the auto battler")
    seats = seats or ",".join(["rules"] * played.players)
    with bar("drafts") as show:
        result = arena.run(
            played, [seats], games=games, seed=seed, jobs=jobs, progress=lambda _, __, done, total: show(done, total)
        )
    rows = _card_rows(played, result.series[0].columns)
    if as_json:
        print(json.dumps({"seed": result.plan.seed, "games": games, "seats": seats, "cards": rows}, indent=1))
    else:
        _print_cards(rows, f"{games:,} drafts, {seats}")


def _card_rows(game: Draft, columns: dict[str, Any]) -> list[dict[str, Any]]:
    """Return each card's price, purchases and battles per draft, and win rate with its interval."""
    from cardwright.arena import statistics

    rows = []
    for card in game.cards.cards:
        bought, fought, won = (columns[f"{what}_{card.name}"] for what in ("bought", "fought", "won"))
        fights = float(fought.sum())
        rate = statistics.rate(float(won.sum()), int(fights)) if fights else None
        rows.append({
            "card": card.name, "price": card.price, "bought": float(bought.mean()), "fought": float(fought.mean()),
            "win_rate": rate.value if rate else None, "interval": [rate.low, rate.high] if rate else None,
        })  # fmt: skip
    return rows


def _print_cards(rows: list[dict[str, Any]], title: str) -> None:
    from cardwright.arena.statistics import Estimate
    from cardwright.arena.table import rate_text

    cells = []
    for row in sorted(rows, key=lambda row: -row["bought"]):
        rate = "-" if row["win_rate"] is None else rate_text(Estimate(row["win_rate"], *row["interval"]))
        numbers = (str(row["price"]), f"{row['bought']:.2f}", f"{row['fought']:.2f}", rate)
        cells.append((row["card"], *numbers))
    columns = ("card", "price", "bought per draft", "battles per draft", "win rate %")
    print_table(columns, cells, f"{title}, 95 % intervals")


@app.command("check")
def check_set(file: Annotated[Path, typer.Argument(help="A YAML or JSON file with a card set.")]) -> None:
    """Check a card set. Each mistake is reported with its line.

    Example: cardwright autobattler check my_set.yaml
    """
    from cardwright.autobattler.checking import mistakes
    from cardwright.core import data
    from cardwright.core.errors import counted

    document, found = data.read_and_check(file, mistakes)
    report_mistakes(found, file, "autobattler")
    print(f"{file}: {counted(len(document.value['cards']), 'card')}: valid")


@app.command("cards")
def show_cards(
    file: Annotated[str | None, typer.Argument(help="Card set to show (default: list the built-in sets).")] = None,
    profile: Profile = "corrected",
    as_json: AsJson = False,
) -> None:
    """Show the cards of a set and what they do, or list the built-in sets.

    Example: cardwright autobattler cards table-1
    """
    from cardwright.autobattler import sample, sample_names

    if file is None:
        sets = {name: sample(name) for name in sample_names()}
        if as_json:
            print(json.dumps({"sets": {name: cards.names for name, cards in sets.items()}}, indent=1))
            return
        print_table(("set", "cards"), [(name, ", ".join(cards.names)) for name, cards in sets.items()])
        return
    cards = read_set(file)
    if as_json:
        print(cards.to_json(), end="")
        return
    rows = [
        (card.name, str(card.attack), str(card.health), str(card.price), cards.text(card.name, profile))
        for card in cards.cards
    ]
    print_table(("card", "attack", "health", "price", "what it does"), rows)


def _print_tournament(result: Tournament) -> None:
    from cardwright.core.showing.terminal import Console

    console = Console()
    if not result.matches:
        console.print("Nothing was played: there is only one lineup.")
        return
    rates = result.card_win_rates()
    rows = [(result.cards.names[card], f"{100 * rates[card]:.1f}") for card in rates.argsort()[::-1]]
    console.print(table(("card", "win rate %"), rows, repr(result)[1:-1]))
    order = result.payoff.argsort()[::-1]
    shown = min(SHOWN, -(-len(order) // 2))  # no lineup is among both the best and the worst
    for words, chosen in (("best", order[:shown]), ("worst", order[shown:][: -shown - 1 : -1])):
        for index in chosen:
            lineup = ", ".join(result.lineup_names(index))
            console.print(f"{words} lineup: {lineup} ({100 * result.win_rates[index]:.1f} %)")
    console.print(
        f"standard deviation of the cards' win rates {100 * result.std():.2f} percentage points "
        f"({100 * result.std('once'):.2f} if each card counts once per lineup), {100 * result.ties:.1f} % ties, "
        f"{result.phases:.2f} phases per match, {result.intensity:.2f} deaths per phase"
    )
    if result.all_ties:
        console.print("All matches are ties: the cards are equal because no match is decided.", style="bold red")


def _tracked(lines: Iterable[Any], what: str) -> Iterator[Any]:
    """Yield the lines while counting them in a progress bar on the error stream."""
    from rich.progress import track

    from cardwright.core.showing.terminal import Console

    console = Console(stderr=True)
    yield from track(lines, what, console=console, transient=True, disable=not console.is_terminal)
