"""Files that people write, checked and drawn in a worker process: mistakes with their lines, cards, rules in English.

The functions here are tasks of workers (see workers.py). The text of a file never reaches another parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.core import data
from cardwright.core.data import Document
from cardwright.core.errors import CardwrightError

from . import formats

if TYPE_CHECKING:
    from cardwright.core.game import Game
    from cardwright.core.presentation import Face
    from cardwright.scenarios import Scenario

MOST_SHOWN = 300  # cards, or other entries of one kind
MOST_PROBLEMS = 100
MOST_NEW_CARDS = 6  # in the deck or the hand of a game that tries them
MADE_HERE = "# Written by the page Make, anew whenever it plays {}. Delete this line to keep your own changes.\n"
Checked = dict[str, Any]


def check(name: str, text: str, chosen: str = formats.TEXT) -> Iterator[Checked]:
    """Yield what is wrong with a text, and how it is drawn and described; first what is known at once."""
    kind, document, unreadable = formats.read(name, text, chosen)
    result = unread(kind, name)
    if unreadable:
        result["problems"] = [problem(name, unreadable)]
    if kind == "cgdl":
        yield from _check_game(name, text, result)
    elif document is None or kind == formats.TEXT:
        yield result
    else:
        yield from _CHECKS[kind](document, result)


def unread(kind: str, name: str) -> Checked:
    """Return what is known of a text by its kind alone."""
    return {
        "kind": kind,
        "title": formats.FORMATS[kind].title,
        "commands": formats.commands(kind, name),
        "problems": [],
        "preview": None,
        "judged": [],
        "scenarios": [],
    }


def problem(name: str, sentence: str, grade: str = "error") -> dict[str, Any]:
    """Return a sentence about a file as a page shows it: the line, if it names one, apart from the words.

    >>> problem("x.yaml", "x.yaml, line 3: unknown key 'tpye'")
    {'line': 3, 'column': None, 'text': "unknown key 'tpye'", 'grade': 'error'}
    """
    found = re.match(
        rf"{re.escape(name)}(?:, line (\d+))?(?:, column (\d+))?(?:, step \d+)?: (.*)", sentence, re.DOTALL
    )
    line, column, words = found.groups() if found else (None, None, sentence)
    return {
        "line": int(line) if line else None,
        "column": int(column) if column else None,
        "text": words,
        "grade": grade,
    }


def _problems(document: Document, mistakes: list[str]) -> list[dict[str, Any]]:
    found = [problem(document.name, each) for each in mistakes[:MOST_PROBLEMS]]
    return sorted(found, key=lambda each: each["line"] or 0)


def _card(name: str, face: Face, line: int | None, more: str = "") -> dict[str, Any]:
    return {"name": name, "face": face._asdict(), "line": line, "more": more}


def _entries(title: str, items: Iterator[tuple[str, str, int | None]]) -> dict[str, Any]:
    rows = [{"name": name, "text": text, "line": line} for name, text, line in items]
    return {"title": title, "items": rows[:MOST_SHOWN]}


def _preview(cards: list[dict[str, Any]], *entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    shown = [each for each in entries if each["items"]]
    return {"cards": cards[:MOST_SHOWN], "entries": shown, "rules": "", "position": None, **more}


# Spire


def _check_spire(document: Document, result: Checked) -> Iterator[Checked]:
    from cardwright.core.presentation import Face
    from cardwright.spire import Content, standard
    from cardwright.spire.enemy_text import enemy_text
    from cardwright.spire.making.counts import TYPES
    from cardwright.spire.notation.checking import document_mistakes

    result["problems"] = _problems(document, document_mistakes(document))
    if result["problems"]:
        yield result
        return
    part = data.validate(Content, document.value)
    content = standard().with_more(part)
    cards = []
    for card in part.own_cards():
        face = Face(card.type, "-" if card.unplayable else card.price, card.describe(content))
        upgraded = card.upgraded_name
        more = "" if upgraded is None else f"Upgraded: {content.card(upgraded).describe(content)}"
        cards.append(_card(card.name, face, document.line(("cards", card.name)), more))
    line = document.line
    result["preview"] = _preview(
        cards,
        _entries("Statuses", ((k, each.says(content), line(("statuses", k))) for k, each in part.statuses.items())),
        _entries("Relics", ((k, each.says(content), line(("relics", k))) for k, each in part.relics.items())),
        _entries("Potions", ((k, each.says(content), line(("potions", k))) for k, each in part.potions.items())),
        _entries("Enemies", ((k, enemy_text(each, 0), line(("enemies", k))) for k, each in part.enemies.items())),
        _entries("Decks", ((k, _counts(each), line(("decks", k))) for k, each in part.decks.items())),
    )
    result["judged"] = [card.name for card in part.own_cards() if card.type in TYPES]
    yield result


def _counts(names: Any) -> str:
    """Return how many of each card are in a deck, in words."""
    from collections import Counter

    return ", ".join(f"{count} {name}" for name, count in Counter(map(str, names)).items())


# Unicorns and the auto battler


def _check_unicorns(document: Document, result: Checked) -> Iterator[Checked]:
    from cardwright.core.presentation import Face
    from cardwright.unicorns.checking import mistakes
    from cardwright.unicorns.deck import cards_of
    from cardwright.unicorns.facade import TYPES
    from cardwright.unicorns.making.grower import TYPES as MADE

    result["problems"] = _problems(document, mistakes(document))
    if not result["problems"]:
        found = cards_of(document.value, frozenset())
        own = {name: found[name] for name in document.value["cards"]}
        result["preview"] = _preview([
            _card(name, Face(TYPES[card.type], "", card.text or ""), document.line(("cards", name)),
                  f"{card.copies} copies" if card.copies != 1 else "")
            for name, card in own.items()
        ])  # fmt: skip
        result["judged"] = [name for name, card in own.items() if card.type in MADE]
    yield result


def _check_set(document: Document, result: Checked) -> Iterator[Checked]:
    from cardwright.autobattler.cards import CardSet
    from cardwright.autobattler.checking import mistakes

    result["problems"] = _problems(document, mistakes(document))
    if not result["problems"]:
        found = data.validate(CardSet, document.value, document)
        lines = [document.line(("cards", index)) for index in range(len(found.cards))]
        cards = [_card(name, found.printed(name).face, line) for name, line in zip(found.names, lines, strict=True)]
        own = ((name, each.text, document.line(("mechanics", name))) for name, each in found.mechanics.items())
        result["preview"] = _preview(cards, _entries("Mechanics", own))
        result["judged"] = found.names
    yield result


def _check_lineups(document: Document, result: Checked) -> Iterator[Checked]:
    from cardwright.autobattler.lineups import Lineups

    try:
        found: list[list[str]] = data.validate(Lineups, document.value, document)
    except CardwrightError as error:
        result["problems"] = [problem(document.name, str(error))]
    else:
        rows = ((f"{number}", ", ".join(each), document.line((number - 1,))) for number, each in enumerate(found, 1))
        result["preview"] = _preview([], _entries("Lineups", rows))
    yield result


# Games


def _check_game(name: str, text: str, result: Checked) -> Iterator[Checked]:
    from cardwright import cgdl
    from cardwright.cgdl.trial import warnings

    try:
        described = cgdl.parse(text, name)
    except cgdl.BadGame as error:
        result["problems"] = [
            {"line": each.at.line or None, "column": each.at.column or None, "text": each.sentence, "grade": "error"}
            for each in error.problems[:MOST_PROBLEMS]
        ]
        yield result
        return
    except CardwrightError as error:
        yield {**result, "problems": [problem(name, str(error))]}
        return
    rules = cgdl.english(described)
    commands = {use: each.replace("PLAYERS", str(described.players)) for use, each in result["commands"].items()}
    result = {**result, "commands": commands, "preview": _preview([], rules=rules), "judged": [described.name]}
    yield result
    position = _position(cgdl.game(described))
    yield {**result, "preview": _preview([], rules=rules, position=position)}
    warned = [problem(name, each, "warning") for each in warnings(described)]
    yield {**result, "preview": _preview([], rules=rules, position=position), "problems": warned}


def _position(game: Game) -> dict[str, Any]:
    """Return how a game begins, drawn with all cards open."""
    from .seat import faces, shown, words

    view = shown(game, game.new(0, logged=True).view())
    return {
        "view": view,
        "faces": faces(game, set(words(view))),
        "players": [{"name": game.player_name(player)} for player in range(game.players)],
        "drawn": game.presentation.drawn(),
    }


def _check_scenario(document: Document, result: Checked) -> Iterator[Checked]:
    from cardwright.scenarios import read_document

    try:
        found = read_document(document)
        position = _position(found[0].game())
    except CardwrightError as error:
        yield {**result, "problems": [problem(document.name, str(error))]}
        return
    several = isinstance(document.value, list) or "scenarios" in document.value
    result["scenarios"] = [each.name for each in found if several][:MOST_SHOWN]
    result["preview"] = _preview([], position=position)
    yield result
    problems: list[dict[str, Any]] = []
    rows: list[tuple[str, str, int | None]] = []
    for each in found:
        failures = _failures(each)
        problems += failures
        rows.append((each.name, "fails" if failures else "passes", each.line))
        shown = _preview([], _entries("Scenarios", iter(rows)), position=position)
        yield {**result, "problems": problems[:MOST_PROBLEMS], "preview": shown}


def _failures(scenario: Scenario) -> list[dict[str, Any]]:
    """Return where a scenario fails, or why it cannot be played."""
    try:
        failures = scenario.run(compiled=False).failures
    except CardwrightError as error:
        return [problem(scenario.file, str(error))]
    return [
        {"line": each.line, "column": None, "text": f"step {each.step}: {each.message}", "grade": "error"}
        for each in failures
    ]


_CHECKS: dict[str, Callable[[Document, Checked], Iterator[Checked]]] = {
    "spire": _check_spire,
    "unicorns": _check_unicorns,
    "autobattler": _check_set,
    "lineups": _check_lineups,
    "scenario": _check_scenario,
}


# A game with the cards of a file


def arrange(name: str) -> Iterator[dict[str, Any]]:
    """Yield the scenario file in which the cards of a file are played: its name and its text.

    A file that is a game itself has no text. Bad files raise a sentence.
    """
    text = data.read_text(name)
    kind, document, _ = formats.read(name, text)
    problems = next(check(name, text))["problems"]  # whether it can be played is known at once
    if problems:
        line = problems[0]["line"]
        raise CardwrightError(f"{name}{f', line {line}' if line else ''}: {problems[0]['text']}")
    if kind in ("cgdl", "scenario"):
        yield {"game": name, "text": None}
        return
    if kind not in _STARTS or document is None:
        raise CardwrightError(f"{name}: there is no game to play with this kind of file")
    start = _STARTS[kind](Path(name).name, document)
    yield {
        "game": formats.game_file(name),
        "text": MADE_HERE.format(Path(name).name) + data.to_yaml({"game": kind, "start": start}),
    }


def _spire_start(file: str, document: Document) -> dict[str, Any]:
    value = document.value
    deck: Any = {"Strike": 5, "Defend": 4, "Bash": 1}
    if value.get("decks"):
        deck = str(next(iter(value["decks"])))
    else:
        deck |= dict.fromkeys(list(value.get("cards") or ())[:MOST_NEW_CARDS], 2)
    enemies = list(value.get("enemies") or ())[:1] or ["Jaw Worm"]
    return {"content": file, "deck": deck, "enemies": enemies}


def _unicorns_start(file: str, document: Document) -> dict[str, Any]:
    """Return a duel in which the first player holds some of the new cards, if the deck has what that takes."""
    from cardwright.unicorns.facade import family

    cards = document.value["cards"].items()
    new = [name for name, card in cards if card["type"] != "baby" and card.get("copies", 1)][:MOST_NEW_CARDS]
    plain = {"players": 2, "cards": file}
    own, other = {"stable": ["Baby Unicorn"], "hand": new}, {"stable": ["Baby Unicorn"], "hand": 5}
    start = {**plain, "phase": "beginning", "P1": own, "P2": other}
    try:
        family.game({**start, "cards": document.value})
    except CardwrightError:
        return plain
    return start


def _draft_start(file: str, document: Document) -> dict[str, Any]:
    return {"players": 2, "cards": file}


_STARTS: dict[str, Callable[[str, Document], dict[str, Any]]] = {
    "spire": _spire_start,
    "unicorns": _unicorns_start,
    "autobattler": _draft_start,
}
