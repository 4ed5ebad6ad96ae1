"""`cardwright unicorns`: show cards, check a deck, print the schema."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson
from .tables import print_table

if TYPE_CHECKING:
    from cardwright.unicorns.content import Card

app = typer.Typer(
    help='Cards and decks of Unstable Unicorns, as data.\n\nExample: cardwright unicorns cards "Alluring Narwhal"',
    no_args_is_help=True,
)


@app.command()
def cards(
    names: Annotated[list[str] | None, typer.Argument(help="Cards to show; without names, all in a table.")] = None,
    deck: Annotated[str, typer.Option(help="A deck by name, or a file with one.")] = "second-print",
    as_json: AsJson = False,
) -> None:
    """Show cards: their definition, which can be copied to a deck, and their text.

    Example: cardwright unicorns cards "Alluring Narwhal" --deck examples/unicorn_expansion.yaml
    """
    from cardwright.core.data import to_yaml
    from cardwright.core.errors import unknown
    from cardwright.unicorns.deck import cards_of, is_file, raw_cards, read_deck

    chosen = read_deck(deck) if is_file(deck) else deck
    found, written = cards_of(chosen, frozenset()), raw_cards(chosen, frozenset())
    for name in names or ():
        if name not in found:
            raise unknown("card", name, found)
    if as_json:
        rows = [{"name": name, **written[name], "text": found[name].text} for name in names or found]
        print(json.dumps({"cards": rows}, indent=1))
    elif names:
        print("cards:")
        for name in names:
            lines = [f"# {_text(found[name])}", *to_yaml({name: written[name]}).splitlines()]
            print("\n".join(f"  {line}" for line in lines if line != "# "))
    else:
        shown = [(name, card.type, str(card.copies), _text(card)) for name, card in found.items()]
        print_table(("card", "type", "copies", "text"), shown, "Cards")


def _text(card: Card) -> str:
    return " ".join((card.text or "").split())


@app.command()
def check(file: Annotated[Path, typer.Argument(help="A YAML or JSON file with a deck.")]) -> None:
    """Check a deck: read it and compile every card of it. Each mistake is reported with its line.

    Example: cardwright unicorns check examples/unicorn_expansion.yaml
    """
    from cardwright.core import data
    from cardwright.core.errors import BadData
    from cardwright.core.registry import family
    from cardwright.unicorns.deck import Deck, read_deck

    document = data.read(file)
    found = data.wrong_parts(Deck, document, depth=3)
    for says in found.values():
        print(f"cardwright: {BadData(says())}", file=sys.stderr)
    if found:
        raise typer.Exit(2)
    deck = read_deck(file)
    with document.error_context("cards"):
        family("unicorns").game({"cards": deck})
    count = len(deck["cards"])
    print(f"{file}: {count} {'card' if count == 1 else 'cards'}: valid")


@app.command()
def schema() -> None:
    """Print the JSON Schema of a deck.

    Example: cardwright unicorns schema > deck.schema.json
    """
    from cardwright.unicorns.deck import Deck

    print(json.dumps(Deck.model_json_schema(), indent=1))
