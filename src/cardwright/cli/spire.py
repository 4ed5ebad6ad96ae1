"""`cardwright spire`: show cards, check a file of content, compare rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sized
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import spire_rules
from .options import report_mistakes
from .tables import print_table

if TYPE_CHECKING:
    from cardwright.spire import Card, Content, Enemy, Potion, Relic, Status

    Entry = Card | Status | Enemy | Relic | Potion

app = typer.Typer(
    help="Cards, enemies, relics and more of Spire battles, as data.\n\nExample: cardwright spire cards Bash",
    no_args_is_help=True,
)
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, in structured form.")]
app.command("compare-rules")(spire_rules.command)


@app.command()
def cards(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Cards, statuses, enemies, relics or potions to show; without names, all."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--content", help="File of content to show beside the standard entries.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show cards, statuses, enemies, relics and potions: their definition for a file of content, and their text.

    Example: cardwright spire cards Bash "Bash+" --json
    """
    from cardwright.core.errors import meant

    content = _content(file)
    sections: dict[str, Mapping[str, Any]] = {
        "cards": content.cards,
        "statuses": content.statuses,
        "enemies": content.enemies,
        "relics": content.relics,
        "potions": content.potions,
    }
    every = [each for section in sections.values() for each in section]
    names = [meant("card, status, enemy, relic or potion", name, every) for name in names or ()]
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


def _as_data(entry: Entry, content: Content) -> dict[str, Any]:
    return {
        **entry.model_dump(mode="json", exclude_unset=True),
        **({"text": text} if (text := _text(entry, content)) else {}),
    }


def _text(entry: Entry, content: Content) -> str:
    """Return what an entry does, in words."""
    from cardwright.spire import Card, Enemy
    from cardwright.spire.enemy_text import enemy_text

    if isinstance(entry, Card):
        return entry.describe(content)
    return enemy_text(entry, ascension=0) if isinstance(entry, Enemy) else entry.says(content)


def _print_tables(content: Content) -> None:
    cards = [(card.name, card.type, _cost(card), card.describe(content)) for card in content.cards.values()]
    print_table(("card", "type", "cost", "text"), cards, "Cards")
    print_table(
        ("status", "text"), [(each.name, _text(each, content)) for each in content.statuses.values()], "Statuses"
    )
    print_table(("enemy", "text"), [(each.name, _text(each, content)) for each in content.enemies.values()], "Enemies")
    relics = [(each.name, each.tier, _text(each, content)) for each in content.relics.values()]
    print_table(("relic", "tier", "text"), relics, "Relics")
    potions = [(each.name, each.rarity, _text(each, content)) for each in content.potions.values()]
    print_table(("potion", "rarity", "text"), potions, "Potions")


def _carried(content: Content) -> dict[str, Sized]:
    return {"relic": content.relics, "potion": content.potions}


def _cost(card: Card) -> str:
    return "-" if card.unplayable else card.price


def _definition(entry: Entry, content: Content) -> str:
    """An entry as a file of content has it, with its text as a comment."""
    from cardwright.core.data import to_yaml
    from cardwright.spire import Card, Potion

    texts = [_text(entry, content)]
    if isinstance(entry, Card) and entry.upgraded_name is not None:
        texts.append(f"Upgraded: {content.card(entry.upgraded_name).describe(content)}")
    if isinstance(entry, Potion) and entry.strong is not None and not entry.text:
        texts.append(f"With doubled potency: {entry.stronger().says(content)}")
    lines = [*(f"# {text}" for text in texts if text), *to_yaml({entry.name: _written(entry)}).splitlines()]
    return "".join(f"  {line}\n" for line in lines)


def _written(entry: Entry) -> dict[str, Any]:
    from cardwright.spire import Card, Enemy, Potion, Relic, Status
    from cardwright.spire.notation import writer

    writers: dict[type, Callable[[Any], dict[str, Any]]] = {
        Card: writer.write_card,
        Status: writer.write_status,
        Enemy: writer.write_enemy,
        Relic: writer.write_relic,
        Potion: writer.write_potion,
    }
    return writers[type(entry)](entry)


@app.command()
def extract(
    card: Annotated[str, typer.Argument(help="The card.")],
    file: Annotated[Path, typer.Option("--content", help="File with the card, such as an archive of generated cards.")],
) -> None:
    """Print a card with everything it needs (statuses, other cards, actions, events, resources) as YAML.

    Example: cardwright spire extract "Infernal Crown" --content examples/generated_cards.yaml > crown.yaml
    """
    from cardwright.core.data import to_yaml
    from cardwright.spire import load
    from cardwright.spire.extract import extract as extracted

    print(to_yaml(extracted(load(file), card).to_words()), end="")


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A YAML or JSON file with cards, statuses, enemies, relics or potions.")],
) -> None:
    """Check a file of content: read it and compile everything in it. Each mistake is reported with its line.

    Example: cardwright spire check my_cards.yaml
    """
    from cardwright.spire import load
    from cardwright.spire.notation.checking import MOST_MISTAKES, mistakes

    found = mistakes(file)
    if len(found) == MOST_MISTAKES:
        found.append(f"{file}: there may be more mistakes after these {MOST_MISTAKES}")
    report_mistakes(found, file, "spire")
    content = load(file)
    counts = (
        _counted(len(content.own_cards()), "card", "cards"),
        _counted(len(content.statuses), "status", "statuses"),
        _counted(len(content.enemies), "enemy", "enemies"),
        *(_counted(len(each), word, f"{word}s") for word, each in _carried(content).items() if each),
        *(_counted(len(each), name, f"{name}s") for name, each in _rules_of(content).items() if each),
    )
    print(f"{file}: {', '.join(counts)}: valid")


def _rules_of(content: Content) -> dict[str, Sized]:
    """Return what a file adds to the rules, which few files do."""
    return {"event": content.events, "action": content.actions, "resource": content.resources}


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _content(file: Path | None) -> Content:
    from cardwright.spire import load, standard

    return standard() if file is None else standard().with_more(load(file))
