"""`cardwright generate`: new cards, grown, judged by play and kept in an archive."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import AsJson, On, Processes, seed_of_run, target, working

if TYPE_CHECKING:
    from cardwright.core.making.maker import CardMaker
    from cardwright.generate.cards import Candidate, Designer, Search

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
) -> int:
    """Search for new cards: grown after those of the game, judged by the same games with and without them.

    With --designer llm:MODEL a language model designs them; it learns what was wrong with cards that were refused, and
    how the others fared.

    The folder receives archive.json, which the game reads, a page to browse and a plot. Ctrl-C stops the search and
    keeps what was found; --resume continues it.

    Example: cardwright generate cards spire --evaluations 1000 --seed 1 --jobs 2 --out my_cards

    By a model: cardwright generate cards spire --designer llm:MODEL --brief "a skill that rewards low HP"
    """
    from cardwright.core.compiling import jit
    from cardwright.core.showing.progress import bar
    from cardwright.generate.cards import Settings, load_search, search_cards, write_archive

    jit.watch_compiling()
    if seed is None:
        seed = seed_of_run(out / "search.json", resume, lambda: load_search(out).settings.seed)
    with working(on), bar("judging cards") as move:

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
    return 130 if search.interrupted else 0


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
    jobs: Processes = None,
    on: On = None,
    as_json: AsJson = False,
) -> None:
    """Judge the cards of a file: strength, spread between decks, synergy, use, and what is wrong with them.

    Each card is tried in several decks and fights by several agents, and compared with the cards of the game.

    Example: cardwright generate judge my_cards.yaml --jobs 2
    """
    from cardwright.core import registry
    from cardwright.core.compiling import jit
    from cardwright.core.showing.progress import bar
    from cardwright.generate.cards import Settings, judge_file

    jit.watch_compiling()
    with working(on), bar("judging cards") as move:
        found = judge_file(file, Settings(game, seed), jobs=jobs, progress=move)
    maker = registry.family(game).card_maker()
    if as_json:
        print(json.dumps({maker.name(each.card): each.figures.to_data() for each in found}, indent=2))
        return
    _print_cards(maker, found, f"{file}: gains in {maker.unit}")
    print(
        "strength and its 95 % interval: with the card, less without it, on the same seeds; stronger: than this share "
        "of known cards of its cost; spread: between decks; synergy: with its best partner; played: by the agent that "
        "looks ahead, of the times it could"
    )


def _report_search(search: Search, folder: Path, as_json: bool) -> None:
    from cardwright.generate.cards import as_content

    if as_json:
        counts = {"evaluations": search.evaluations, "seed": search.settings.seed, "reasons": dict(search.reasons)}
        print(json.dumps({"folder": str(folder), **counts, "archive": as_content(search)}))
        return
    best = sorted(search.archive.candidates(), key=lambda each: (-each.quality, each.number))[:15]
    _print_cards(search.maker, best, f"The best of {len(search.archive)} cards")
    judged = f"{search.evaluations:,} candidate{'' if search.evaluations == 1 else 's'}"
    print(f"{judged}, seed {search.settings.seed}; to browse: {folder / 'archive.html'}")
    for reason, count in search.reasons.most_common(6):
        print(f"{count:8,} not kept: {reason}")


def _print_cards(maker: CardMaker, candidates: list[Candidate], title: str) -> None:
    from cardwright.generate.cards import interval

    from .tables import print_table

    columns = ("card", "strength", "stronger", "spread", "synergy", "played", "flags")
    rows: list[list[str]] = []
    for each in candidates:
        figures = each.figures
        use, flags = _percent(figures.use.value), ", ".join(figures.flags)
        gains = (interval(figures.strength), _percent(figures.rank), f"{figures.spread:.1f}")
        rows.append([maker.name(each.card), *gains, f"{figures.synergy.value:+.1f}", use, flags])
    print_table(columns, rows, title)
    for each in candidates:
        _print_text(maker, each.card)


def _print_text(maker: CardMaker, card: Any) -> None:
    from cardwright.core.showing.terminal import Console

    face = maker.face(card)
    console: Any = Console()
    line = f"{maker.name(card)} ({face.cost or '-'}, {face.kind}): {maker.text(card)}"
    console.print(line, soft_wrap=True, markup=False)


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.0f} %"
