"""`cardwright spire`: show cards, check a file of content, print the schema, compare rules."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sized
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import spire_rules
from .tables import print_table

if TYPE_CHECKING:
    from cardwright.spire import Card, Content, Enemy, Status

app = typer.Typer(
    help="Cards, statuses and enemies of Spire battles, as data.\n\nExample: cardwright spire cards Bash",
    no_args_is_help=True,
)
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, in structured form.")]
app.command("compare-rules")(spire_rules.command)


@app.command()
def cards(
    names: Annotated[
        list[str] | None, typer.Argument(help="Cards, statuses or enemies to show; without names, all in tables.")
    ] = None,
    file: Annotated[Path | None, typer.Option("--content", help="A file with custom cards.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show cards, statuses and enemies: their definition, which can be copied to a file of content, and their text.

    Example: cardwright spire cards Bash "Bash+" --json
    """
    from cardwright.core.errors import unknown

    content = _content(file)
    sections: dict[str, Mapping[str, Any]] = {
        "cards": content.cards,
        "statuses": content.statuses,
        "enemies": content.enemies,
    }
    for name in names or ():
        if not any(name in each for each in sections.values()):
            raise unknown("card, status or enemy", name, [each for section in sections.values() for each in section])
    chosen = {
        section: [each for name, each in entries.items() if not names or name in names]
        for section, entries in sections.items()
    }
    if as_json:
        rows = {section: [_as_data(each, content) for each in entries] for section, entries in chosen.items()}
        print(json.dumps({section: each for section, each in rows.items() if each}, indent=1))
    elif names:
        for section, entries in chosen.items():
            if entries:
                print(f"{section}:\n" + "\n".join(_definition(each, content) for each in entries), end="")
    else:
        _print_tables(content)


def _as_data(entry: Card | Status | Enemy, content: Content) -> dict[str, Any]:
    return {
        **entry.model_dump(mode="json", exclude_unset=True),
        **({"text": text} if (text := _text(entry, content)) else {}),
    }


def _text(entry: Card | Status | Enemy, content: Content) -> str:
    """Return what an entry does, in words."""
    from cardwright.spire import Card, Status
    from cardwright.spire.enemy_text import enemy_text

    if isinstance(entry, Card):
        return entry.describe(content)
    return entry.says(content) if isinstance(entry, Status) else enemy_text(entry, ascension=0)


def _print_tables(content: Content) -> None:
    cards = [(card.name, card.type, _cost(card), card.describe(content)) for card in content.cards.values()]
    print_table(("card", "type", "cost", "text"), cards, "Cards")
    print_table(
        ("status", "text"), [(each.name, _text(each, content)) for each in content.statuses.values()], "Statuses"
    )
    print_table(("enemy", "text"), [(each.name, _text(each, content)) for each in content.enemies.values()], "Enemies")


def _cost(card: Card) -> str:
    return "-" if card.unplayable else card.price


def _definition(entry: Card | Status | Enemy, content: Content) -> str:
    """An entry as a file of content has it, with its text as a comment."""
    from cardwright.core.data import to_yaml
    from cardwright.spire import Card

    texts = [_text(entry, content)]
    if isinstance(entry, Card) and entry.upgraded_name is not None:
        texts.append(f"Upgraded: {content.card(entry.upgraded_name).describe(content)}")
    lines = [*(f"# {text}" for text in texts if text), *to_yaml({entry.name: _written(entry)}).splitlines()]
    return "".join(f"  {line}\n" for line in lines)


def _written(entry: Card | Status | Enemy) -> dict[str, Any]:
    from cardwright.spire import Card, Status
    from cardwright.spire.notation.writer import write_card, write_enemy, write_status

    if isinstance(entry, Card):
        return write_card(entry)
    return write_status(entry) if isinstance(entry, Status) else write_enemy(entry)


@app.command()
def extract(
    card: Annotated[str, typer.Argument(help="The card.")],
    file: Annotated[Path, typer.Option("--from", help="File of content, such as an archive of generated cards.")],
) -> None:
    """Print a card with everything it needs (statuses, other cards, actions, events, resources) as YAML.

    Example: cardwright spire extract "Infernal Crown" --from examples/generated_cards.yaml > crown.yaml
    """
    from cardwright.core.data import to_yaml
    from cardwright.spire import load
    from cardwright.spire.extract import extract as extracted

    print(to_yaml(extracted(load(file), card).to_words()), end="")


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
