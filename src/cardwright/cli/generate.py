"""`cardwright generate`: new cards, grown, judged by play and kept in an archive."""

from __future__ import annotations

import json
import math
import os
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import AsJson, On, Processes, seed_of_run, target, working
from .stopping import Stopped, stoppable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cardwright.core.making.maker import CardMaker
    from cardwright.generate.cards import Candidate, Designer, Search

FIRST_GAMES = "(the first takes longest, because it may be compiled)"
MOST_REASONS = 6  # why candidates are not in the archive that are named
RESUMES = "the same command with --resume continues"
GAME_HELP = "A game whose cards can be made: spire, autobattler, unicorns or your own."

app = typer.Typer(
    help="Make new cards and judge cards by play.\n\nExample: cardwright generate judge my_cards.yaml",
    no_args_is_help=True,
)


@app.command("cards")
def cards(
    game: Annotated[str, typer.Argument(help=GAME_HELP)],
    evaluations: Annotated[int, typer.Option(help="Candidates to judge.")] = 10_000,
    out: Annotated[Path, typer.Option(help="Folder for the archive and the state of the search.")] = Path("cards"),
    seed: Annotated[int | None, typer.Option(help="Seed of the search (default: random).")] = None,
    jobs: Processes = None,
    on: On = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the search in the folder.")] = False,
    designer: Annotated[str, typer.Option(help="Who designs the cards: grammar, or llm:MODEL.")] = "grammar",
    brief: Annotated[str | None, typer.Option(help="What a language model should design.")] = None,
    prompt: Annotated[str | None, typer.Option(help="A file with the messages that a language model gets.")] = None,
    as_json: AsJson = False,
) -> None:
    """Search for new cards: grown after those of the game, judged by the same games with and without them.

    With --designer llm:MODEL a language model designs them; it learns what was wrong with cards that were refused, and
    how the others fared.

    The folder receives archive.json, which the game reads, a page to browse and a plot. Ctrl-C stops the search and
    keeps the generations that are complete; --resume continues it. Before the first, the known cards are judged.

    Example: cardwright generate cards spire --evaluations 1000 --seed 1 --jobs 2 --out my_cards

    By a model: cardwright generate cards spire --designer llm:MODEL --brief "a skill that rewards low HP"
    """
    from cardwright.core.compiling import jit
    from cardwright.core.showing.progress import bar
    from cardwright.generate.cards import Settings, load_search, search_cards, write_archive

    jit.watch_compiling()
    if seed is None:
        seed = seed_of_run(out / "search.json", resume, lambda: load_search(out).settings.seed)
    with working(on), bar("judging cards") as move, stoppable(RESUMES):

        def show(search: Search) -> None:
            move(search.evaluations, evaluations, f"({len(search.archive)} kept)")

        search = search_cards(
            Settings(game, seed),
            evaluations,
            jobs=jobs,
            folder=out,
            resume=resume,
            designer=_designer(game, designer, brief, prompt),
            progress=show,
        )
    write_archive(search, out)
    _report_search(search, out, as_json)
    if search.interrupted:
        raise Stopped(RESUMES)


@app.command("grow")
def grow(
    game: Annotated[str, typer.Argument(help=GAME_HELP)],
    count: Annotated[int, typer.Option(min=1, max=100_000, help="Number of cards.")] = 20,
    seed: Annotated[int, typer.Option(help="Seed of the cards.")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="File for the cards, .yaml or .json, which the game reads.", callback=target)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Grow cards by the grammar of a game, without a search and without a judgement.

    The game can play each of them. Whether they are any good, generate judge says.

    Example: cardwright generate grow spire --count 20 --seed 1 --out grown.yaml
    """
    from cardwright.core import data, files, registry
    from cardwright.core.errors import BadData
    from cardwright.core.showing.progress import bar
    from cardwright.generate.cards import grow_cards

    if out is not None and out.suffix.lower() not in (".yaml", ".yml", ".json"):
        raise BadData(f"{out}: the name of a file with cards must end in .yaml or .json")
    maker = registry.family(game).card_maker()
    with bar("growing cards") as move:
        grown = grow_cards(maker, count, seed, lambda done: move(done, count, ""))
    content = maker.content(grown, {})
    if out is not None:
        words = out.suffix.lower() != ".json"
        files.write(out, data.to_yaml(maker.in_words(grown)) if words else json.dumps(content, indent=1))
    if as_json:
        print(json.dumps(content))
        return
    for card in grown:
        _print_text(maker, card)
    if out is not None:
        print(f"{count:,} card{'' if count == 1 else 's'}, seed {seed}: {out}")


def _designer(game: str, designer: str, brief: str | None, prompt: str | None) -> Designer:
    """Return who designs the cards."""
    from cardwright.core import registry
    from cardwright.core.errors import BadData, unknown
    from cardwright.generate.cards import Grammar, LlmDesigner

    if designer == Grammar.name:
        if brief or prompt:
            raise BadData("--brief and --prompt are for a language model; name one with --designer llm:MODEL")
        return Grammar()
    if not designer.startswith("llm:"):
        raise unknown("designer", designer, [Grammar.name, "llm:MODEL"])
    family = registry.family(game)
    model = f"{designer}+prompt={prompt}" if prompt else designer
    return LlmDesigner(family.card_maker(), family.title, model, *([] if brief is None else [brief]))


@app.command("compare")
def compare(
    folders: Annotated[list[Path], typer.Argument(help="The folders of searches.")],
    as_json: AsJson = False,
) -> None:
    """Compare searches, such as those of different designers with the same number of evaluations.

    Example: cardwright generate compare by_grammar by_model
    """
    from dataclasses import asdict

    from cardwright.generate.cards import load_search, outcome

    from .tables import print_table

    found = {str(folder): outcome(load_search(folder)) for folder in folders}
    if as_json:
        print(json.dumps({folder: {**asdict(each), "quality": each.quality} for folder, each in found.items()}))
        return
    columns = ("search", "judged", "refused", "defects", "kept", "QD score", "quality", "requests", "tokens", "cost")
    rows = [
        [folder, f"{each.evaluations:,}", f"{each.refused:,}", f"{each.defects:,}", f"{each.kept:,}",
         f"{each.qd_score:.1f}", f"{each.quality:.2f}", f"{each.requests:,}", f"{each.tokens:,}", f"{each.cost:.2f}"]
        for folder, each in found.items()
    ]  # fmt: skip
    print_table(columns, rows, "What each search made of its evaluations")
    print(
        "judged: candidates; refused: cards that could not be played; defects: candidates that loop, are never played, "
        "do nothing, are always best or copy a card; kept: cards of the archive; QD score: the sum of their qualities; "
        "quality: their mean, from 0 to 1; requests, tokens, cost: of a language model"
    )
    for folder, each in found.items():
        print(f"{folder}: {each.designer}")


@app.command("show")
def show(
    folder: Annotated[Path, typer.Argument(help="The folder of a search.")],
    as_json: AsJson = False,
) -> None:
    """Show the archive of a search, and write its page and its plot anew.

    Example: cardwright generate show my_cards
    """
    from cardwright.generate.cards import load_search, write_archive

    search = load_search(folder)
    write_archive(search, folder)
    _report_search(search, folder, as_json)


@app.command("judge")
def judge(
    file: Annotated[Path, typer.Argument(help="A file with cards, as the game reads it.")],
    game: Annotated[str, typer.Option(help=GAME_HELP)] = "spire",
    seed: Annotated[int, typer.Option(help="Seed of the games.")] = 0,
    agents: Annotated[
        list[str] | None, typer.Option(help="Agent that judges; can be repeated (default: the usual ones of the game).")
    ] = None,
    decks: Annotated[
        list[str] | None, typer.Option(help="Deck to judge in; can be repeated (default: all of the game).")
    ] = None,
    jobs: Processes = None,
    on: On = None,
    as_json: AsJson = False,
) -> None:
    """Judge the cards of a file: strength, spread between decks, synergy, use, and what is wrong with them.

    Each card is tried in several decks and fights by several agents, and compared with the cards of the game.

    Example: cardwright generate judge my_cards.yaml --jobs 2

    By a better player: cardwright generate judge my_cards.yaml --agents mcts:200 --decks starter
    """
    from cardwright.core import registry
    from cardwright.core.compiling import jit
    from cardwright.core.showing.progress import LINES, bar
    from cardwright.generate.cards import Settings, contradictions, judge_file

    from .tables import print_wrapped

    jit.watch_compiling()
    with working(on), bar("judging cards") as move:

        def show(done: int, total: int) -> None:
            move(done, total, "" if done else FIRST_GAMES)
            if not done and not sys.stderr.isatty() and LINES not in os.environ:  # where no bar is seen
                print(f"judging the cards and those of the game: {total:,} trials {FIRST_GAMES} ...", file=sys.stderr)

        settings = Settings(game, seed, agents=tuple(agents or ()), decks=tuple(decks or ()))
        found = judge_file(file, settings, jobs=jobs, progress=show)
    maker = registry.family(game).card_maker()
    if as_json:
        print(json.dumps({maker.name(each.card): each.figures.to_data() for each in found}, indent=2))
        return
    _print_cards(maker, found, f"{file}: gains in {maker.unit}")
    legend = _legend(maker, found, found[0].figures.agents)
    for line in (legend, *_left_out(maker, file), *_disputes(maker, found), *contradictions(maker, found)):
        print_wrapped(line)


def _left_out(maker: CardMaker, file: Path) -> Iterator[str]:
    """Yield a sentence about the cards of a file that are not judged, if there are any."""
    names = maker.left_out(file)
    if names:
        yield f"not judged: {', '.join(names)}; {maker.judged}"


def _legend(maker: CardMaker, candidates: list[Candidate], agents: Iterable[str]) -> str:
    """Return what the columns of a table of cards mean."""
    cost = " of its cost" if any(maker.face(each.card).cost for each in candidates) else ""
    return (
        "strength and its 95 % interval: with the card, less without it, on the same seeds; stronger: than this share "
        f"of known cards{cost}, with the ends of that interval; spread: between decks; synergy: with its best partner; "
        f"{maker.use}; agents: {', '.join(agents)}"
    )


def _disputes(maker: CardMaker, candidates: list[Candidate]) -> Iterator[str]:
    """Yield a sentence for each card that the agents of a search would judge the other way round."""
    from cardwright.generate.cards.figures import DISPUTED

    for each in candidates:
        flag = next((flag for flag in each.figures.flags if DISPUTED in flag), None)
        if flag is not None:
            side = "weaker" if flag.startswith("strong") else "stronger"
            other = "stronger" if side == "weaker" else "weaker"
            yield (
                f"{maker.name(each.card)}: {', '.join(each.figures.agents)} finds it {side} than usual for its cost, "
                f"but the quick agents of a search ({', '.join(maker.agents)}) find it {other}. Trust "
                f"{', '.join(each.figures.agents)}, which plays better."
            )


def _report_search(search: Search, folder: Path, as_json: bool) -> None:
    from cardwright.generate.cards import as_content

    from .tables import print_wrapped

    if as_json:
        counts = {"evaluations": search.evaluations, "seed": search.settings.seed, "reasons": dict(search.reasons)}
        print(json.dumps({"folder": str(folder), **counts, "archive": as_content(search)}))
        return
    best = sorted(search.archive.candidates(), key=lambda each: (-each.quality, each.number))[:15]
    best = [replace(each, figures=search.known.compared(each.figures)) for each in best]
    _print_cards(search.maker, best, f"The best of {len(search.archive)} cards")
    judged = f"{search.evaluations:,} candidate{'' if search.evaluations == 1 else 's'}"
    print(f"{judged}, seed {search.settings.seed}; to browse: {folder / 'archive.html'}")
    if search.maker.judges and not search.settings.agents:
        better = ", ".join(search.maker.judges)
        print(
            f"judged by {', '.join(search.maker.agents)}, which are quick; cardwright generate judge "
            f"{folder / 'archive.json'} judges them by {better}, which plays better, and says where the two disagree"
        )
    print_wrapped(_legend(search.maker, best, search.maker.agents))
    _print_reasons(search)


def _print_reasons(search: Search) -> None:
    """Print why candidates are not in the archive, the most frequent reasons first."""
    from cardwright.generate.cards.search import KNOWN, TWIN

    reasons: Counter[str] = Counter()
    for reason, count in search.reasons.items():
        known = reason.startswith(KNOWN) and reason != TWIN
        reasons[f"{KNOWN} a known card" if known else reason] += count
    if reasons:
        print("not in the archive, and why:")
    ranked = sorted(reasons.items(), key=lambda each: (-each[1], each[0]))
    named = len(ranked) if len(ranked) <= MOST_REASONS + 1 else MOST_REASONS  # one more takes no more room than "other"
    for reason, count in ranked[:named]:
        print(f"{count:8,} {reason}")
    rest = sum(count for _, count in ranked[named:])
    if rest:
        print(f"{rest:8,} other reasons")


def _print_cards(maker: CardMaker, candidates: list[Candidate], title: str) -> None:
    from cardwright.generate.cards import interval
    from cardwright.generate.cards.page import share

    from .tables import print_table

    columns = ("card", "strength", "stronger", "spread", "synergy", "played", "flags")
    rows: list[list[str]] = []
    for each in candidates:
        figures = each.figures
        use, flags = _percent(figures.use.value), ", ".join(figures.flags)
        spread = f"{figures.spread:.1f}" if len(figures.decks) > 1 else "-"  # one deck has nothing to differ from
        gains = (interval(figures.strength), share(figures.rank), spread)
        rows.append([maker.name(each.card), *gains, f"{figures.synergy.value:+.1f}", use, flags])
    print_table(columns, rows, title)
    for each in candidates:
        _print_text(maker, each.card)


def _print_text(maker: CardMaker, card: Any) -> None:
    from .tables import print_wrapped

    face = maker.face(card)
    text = maker.text(card)
    about = ", ".join(each for each in (face.cost, face.kind) if each)
    print_wrapped(f"{maker.name(card)} ({about}){f': {text}' if text else ''}")


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.0f} %"
