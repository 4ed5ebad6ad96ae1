"""`cardwright spire`: cards, statuses and enemies as data: show them, check a file of one's own, print the schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .tables import print_table

if TYPE_CHECKING:
    from cardwright.spire import Content

app = typer.Typer(
    help="Cards, statuses and enemies of Spire battles, as data.\n\nExample: cardwright spire cards Bash",
    no_args_is_help=True,
)
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


@app.command()
def cards(
    names: Annotated[list[str] | None, typer.Argument(help="Cards to show; all of them if none is named.")] = None,
    file: Annotated[Path | None, typer.Option("--content", help="A file with cards of your own.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show cards with the text made from their data.

    Example: cardwright spire cards Bash "Bash+" --json
    """
    from cardwright.spire.text import card_text

    content = _content(file)
    chosen = [content.card(name) for name in names] if names else list(content.cards.values())
    if as_json:
        rows = [{**card.model_dump(mode="json", exclude_unset=True), "text": card_text(card)} for card in chosen]
        print(json.dumps({"cards": rows}, indent=1))
        return
    shown = [(card.name, card.type, "-" if card.unplayable else str(card.cost), card_text(card)) for card in chosen]
    print_table(("card", "type", "cost", "text"), shown, "Cards")


@app.command()
def check(file: Annotated[Path, typer.Argument(help="A YAML or JSON file with cards, statuses or enemies.")]) -> None:
    """Check a file of content: read it, and compile everything in it.

    Example: cardwright spire check my_cards.yaml
    """
    from cardwright.spire import load
    from cardwright.spire.compiler import compile_all

    content = load(file)
    compile_all(_content(file), content)
    counts = f"{len(content.cards)} cards, {len(content.statuses)} statuses, {len(content.enemies)} enemies"
    print(f"{file}: {counts}, all right")


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
