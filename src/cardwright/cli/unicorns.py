"""`cardwright unicorns`: show cards, check a deck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson, report_mistakes
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
    deck: Annotated[str, typer.Option("--content", help="File with a deck, or the name of one.")] = "second-print",
    as_json: AsJson = False,
) -> None:
    """Show cards: their definition, which can be copied to a deck, and their text.

    Example: cardwright unicorns cards "Alluring Narwhal" --content examples/unicorn_expansion.yaml
    """
    from cardwright.core.data import to_yaml
    from cardwright.core.errors import meant
    from cardwright.unicorns.deck import cards_of, is_file, raw_cards, read_deck

    chosen = read_deck(deck) if is_file(deck) else deck
    found, written = cards_of(chosen, frozenset()), raw_cards(chosen, frozenset())
    names = [meant("card", name, found) for name in names or ()]
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
    from cardwright.core.errors import counted
    from cardwright.unicorns.checking import mistakes

    document, found = data.read_and_check(file, mistakes)
    report_mistakes(found, file, "unicorns")
    print(f"{file}: {counted(len(document.value['cards']), 'card')}: valid")
