"""`cardwright spire`: show cards, check a file of content, print the schema, compare rules."""

from __future__ import annotations

import json
import sys
from collections.abc import Sized
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import spire_rules
from .tables import print_table

if TYPE_CHECKING:
    from cardwright.spire import Card, Content

app = typer.Typer(
    help="Cards, statuses and enemies of Spire battles, as data.\n\nExample: cardwright spire cards Bash",
    no_args_is_help=True,
)
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, in structured form.")]
app.command("compare-rules")(spire_rules.command)


@app.command()
def cards(
    names: Annotated[list[str] | None, typer.Argument(help="Cards to show; without names, all in a table.")] = None,
    file: Annotated[Path | None, typer.Option("--content", help="A file with custom cards.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show cards: their definition, which can be copied to a file of content, and their text.

    Example: cardwright spire cards Bash "Bash+" --json
    """
    content = _content(file)
    chosen = [content.card(name) for name in names] if names else list(content.cards.values())
    if as_json:
        rows = [{**card.model_dump(mode="json", exclude_unset=True), "text": card.describe(content)} for card in chosen]
        print(json.dumps({"cards": rows}, indent=1))
    elif names:
        print("cards:\n" + "\n".join(_definition(card, content) for card in chosen), end="")
    else:
        rows_shown = [(card.name, card.type, _cost(card), card.describe(content)) for card in chosen]
        print_table(("card", "type", "cost", "text"), rows_shown, "Cards")


def _cost(card: Card) -> str:
    return "-" if card.unplayable else card.price


def _definition(card: Card, content: Content) -> str:
    """A card as a file of content has it, with its text as a comment."""
    from cardwright.core.data import to_yaml
    from cardwright.spire.notation.writer import write_card

    better = None if card.upgraded_name is None else content.card(card.upgraded_name)
    texts = [card.describe(content), *([f"Upgraded: {better.describe(content)}"] if better else [])]
    lines = [*(f"# {text}" for text in texts if text), *to_yaml({card.name: write_card(card)}).splitlines()]
    return "".join(f"  {line}\n" for line in lines)


@app.command()
def check(file: Annotated[Path, typer.Argument(help="A YAML or JSON file with cards, statuses or enemies.")]) -> None:
    """Check a file of content: read it and compile everything in it. Each mistake is reported with its line.

    Example: cardwright spire check my_cards.yaml
    """
    from cardwright.spire import load
    from cardwright.spire.notation.checking import MOST_MISTAKES, mistakes

    found = mistakes(file)
    for each in found:
        print(f"cardwright: {each}", file=sys.stderr)
    if len(found) == MOST_MISTAKES:
        print(f"cardwright: {file}: there may be more mistakes after these {MOST_MISTAKES}", file=sys.stderr)
    if found:
        raise typer.Exit(2)
    content = load(file)
    counts = (
        _counted(len(content.own_cards()), "card", "cards"),
        _counted(len(content.statuses), "status", "statuses"),
        _counted(len(content.enemies), "enemy", "enemies"),
        *(_counted(len(each), name, f"{name}s") for name, each in _rules_of(content).items() if each),
    )
    print(f"{file}: {', '.join(counts)}: valid")


def _rules_of(content: Content) -> dict[str, Sized]:
    """Return what a file adds to the rules, which few files do."""
    return {"event": content.events, "action": content.actions, "resource": content.resources}


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


@app.command()
def schema() -> None:
    """Print the JSON Schema of a file of content.

    Example: cardwright spire schema > content.schema.json
    """
    from cardwright.spire import schema as content_schema

    print(json.dumps(content_schema(), indent=1))


def _content(file: Path | None) -> Content:
    from cardwright.spire import load, standard

    return standard() if file is None else standard().with_more(load(file))
