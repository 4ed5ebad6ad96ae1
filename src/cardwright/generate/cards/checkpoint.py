"""A search in a folder: `search.json` with everything needed to resume, and the archive for people and for the game."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from cardwright.agents.llm.settings import WORD
from cardwright.core import data, files, registry
from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.making.maker import Card, CardMaker

from .archive import CardArchive
from .conversation import KEPT, Conversation, Fared
from .figures import Figures
from .known import Known
from .proposal import Refusal
from .recipe import Candidate
from .search import Search, Settings
from .trials import Rung

FILE = "search.json"
CONTENT = "archive.json"
FORMAT = "cardwright card search 1"

Count = Annotated[int, Field(ge=0, le=2**53)]
Share = Annotated[float, Field(ge=0, le=1)]
Interval = Annotated[list[float | None], Field(min_length=3, max_length=3)]


class _Strict(data.Data):
    """Data whose types must match exactly."""

    model_config = ConfigDict(strict=True)


class SavedFigures(_Strict):
    """What `Figures.to_data` writes."""

    strength: Interval
    games: Count
    agents: dict[str, float]
    decks: Annotated[dict[str, float], Field(min_length=1)]
    complexity: Count
    cost: Annotated[int, Field(ge=-(2**31), le=2**31)]
    synergy: Interval
    partner: str
    use: Interval
    rank: Interval
    flags: Annotated[list[str], Field(max_length=20)]
    spread: float

    def figures(self) -> Figures:
        """Return the figures."""
        return Figures.from_data(self.model_dump())


class SavedCandidate(_Strict):
    """A card of the archive."""

    number: Count
    origin: Annotated[str, Field(max_length=200)]
    card: dict[str, Any]
    figures: SavedFigures
    quality: Share


class SavedRung(_Strict):
    """How much cards were tried."""

    games: Annotated[int, Field(ge=1, le=100_000)]
    stride: Annotated[int, Field(ge=1, le=10_000)]
    agents: Annotated[int, Field(ge=1, le=100)] | None
    partner_games: Annotated[int, Field(ge=0, le=100_000)]
    use_games: Annotated[int, Field(ge=0, le=100_000)]
    parts: bool


class SavedSettings(_Strict):
    """The settings of a search."""

    game: Annotated[str, Field(max_length=1000)]
    seed: Annotated[int, Field(ge=-(2**64), lt=2**64)]
    batch: Annotated[int, Field(ge=1, le=100_000)]
    rungs: Annotated[list[SavedRung], Field(min_length=1, max_length=10)]
    designer: Annotated[str, Field(max_length=10_000)]
    agents: Annotated[list[Annotated[str, Field(max_length=1000)]], Field(max_length=100)]
    decks: Annotated[list[Annotated[str, Field(max_length=1000)]], Field(max_length=100)]

    def settings(self) -> Settings:
        """Return the settings."""
        rungs = tuple(Rung(**each.model_dump()) for each in self.rungs)
        chosen = tuple(self.agents), tuple(self.decks)
        return Settings(self.game, self.seed, self.batch, rungs, self.designer, *chosen)


class SavedFared(_Strict):
    """A card of a designer and how it fared."""

    card: dict[str, Any]
    figures: SavedFigures
    reason: Annotated[str, Field(max_length=1000)]


class SavedRefusal(_Strict):
    """A card of a designer that was refused."""

    written: Annotated[str, Field(max_length=10_000)]
    problem: Annotated[str, Field(max_length=10_000)]


class SavedConversation(_Strict):
    """What was said between the designer and the judge."""

    fared: Annotated[list[SavedFared], Field(max_length=KEPT)]
    refused: Annotated[list[SavedRefusal], Field(max_length=KEPT)]
    refusals: Count
    requests: Count
    tokens_in: Count
    tokens_out: Count
    cost: Annotated[float, Field(ge=0, allow_inf_nan=False)]

    def conversation(self, name: str, maker: CardMaker) -> Conversation:
        """Return the conversation, if the game can play its cards; `name` is that of the file."""
        for number, each in enumerate(self.fared):
            _check_card(f"{name}: conversation: card {number}", maker, each.card)
        fared = tuple(Fared(each.card, each.figures.figures(), each.reason) for each in self.fared)
        refused = tuple(Refusal(each.written, each.problem) for each in self.refused)
        counts = self.model_dump(exclude={"fared", "refused"})
        return Conversation(fared, refused, **counts)


class Saved(_Strict):
    """The contents of `search.json`."""

    format: Literal["cardwright card search 1"]
    settings: SavedSettings
    rules: Annotated[str, Field(max_length=100)]  # a digest of what the cards were grown after
    evaluations: Count
    reasons: dict[str, Count]
    known: Annotated[list[dict[str, SavedFigures]], Field(min_length=1, max_length=10)]
    archive: Annotated[list[SavedCandidate], Field(max_length=100_000)]
    conversation: SavedConversation


def begin(folder: Path, settings: Settings, resume: bool) -> Search | None:
    """Return the search that a folder holds; None if it is to hold a new one."""
    files.make_folder(folder, private=settings.designer.startswith(f"{WORD}:"))
    if not (folder / FILE).exists():
        return None
    if not resume:
        raise BadData(f"{folder} already holds a search; continue it with --resume or choose another folder")
    found = load(folder)
    if found.settings != settings:
        other = "another game, seed, effort or designer, or with other agents or decks"
        raise BadData(f"{folder / FILE}: this search was started with {other}")
    return found


def load(folder: Path) -> Search:
    """Return the search in a folder."""
    document = data.read(folder / FILE, data.LARGEST_CHECKPOINT)
    saved = data.validate(Saved, document.value, document)
    settings = saved.settings.settings()
    with document.error_context("settings", "game"):
        registry.family_in_file(settings.game)
    with document.error_context("settings", "decks"):
        maker = settings.maker()
    if saved.rules != rules_digest(maker):
        raise BadData(f"{document.name}: this search was started with other cards, or by another version of the game")
    known = Known([{name: each.figures() for name, each in rung.items()} for rung in saved.known])
    candidates = [_candidate(document.name, maker, each) for each in saved.archive]
    archive = CardArchive(maker, known, candidates)
    conversation = saved.conversation.conversation(document.name, maker)
    return Search(settings, archive, saved.evaluations, Counter(saved.reasons), conversation)


def _candidate(name: str, maker: CardMaker, saved: SavedCandidate) -> Candidate:
    _check_card(f"{name}: card {saved.number}", maker, saved.card)
    return Candidate(saved.number, saved.origin, saved.card, saved.figures.figures(), saved.quality)


def _check_card(name: str, maker: CardMaker, card: Card) -> None:
    try:
        maker.check(card)
    except CardwrightError as error:
        raise BadData(f"{name}: {error}") from None


def rules_digest(maker: CardMaker) -> str:
    """Return a digest of the known cards and the trials."""
    text = json.dumps([maker.known(), list(maker.trials), list(maker.partners), maker.agents], sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def save(folder: Path, search: Search) -> None:
    """Write everything needed to resume, and the archive as content of the game."""
    data.write_checkpoint(folder / FILE, _to_data(search), private=bool(search.conversation.requests))
    files.write(folder / CONTENT, json.dumps(as_content(search), indent=1) + "\n")


def as_content(search: Search) -> dict[str, Any]:
    """Return the cards of the archive as a file that the game reads, with their figures."""
    candidates = search.archive.candidates()
    figures = {
        search.maker.name(each.card): {**each.figures.to_data(), "quality": round(each.quality, 4)}
        for each in candidates
    }
    return search.maker.content([each.card for each in candidates], figures)


def _to_data(search: Search) -> dict[str, Any]:
    settings = search.settings
    rungs = [each.__dict__ for each in settings.rungs]
    return {
        "format": FORMAT,
        "settings": {**vars(settings), "rungs": rungs},
        "rules": rules_digest(search.maker),
        "evaluations": search.evaluations,
        "reasons": dict(sorted(search.reasons.items())),
        "known": [{name: each.to_data() for name, each in rung.items()} for rung in search.known.rungs],
        "archive": [
            {
                "number": each.number,
                "origin": each.origin,
                "card": each.card,
                "figures": each.figures.to_data(),
                "quality": each.quality,
            }
            for each in search.archive.candidates()
        ],
        "conversation": _conversation_data(search.conversation),
    }


def _conversation_data(conversation: Conversation) -> dict[str, Any]:
    fared = [{**each._asdict(), "figures": each.figures.to_data()} for each in conversation.fared]
    refused = [each._asdict() for each in conversation.refused]
    return {**vars(conversation), "fared": fared, "refused": refused}
