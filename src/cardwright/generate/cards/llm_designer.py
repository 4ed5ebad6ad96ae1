"""A language model as a designer of cards.

It gets the schema of cards, a brief, what was wrong with its cards that were refused, and how the others fared. What
it replies is checked like any file from others, and its cards go through the same judgement as grown ones.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
import threading
from collections.abc import Sequence
from importlib import resources
from typing import TYPE_CHECKING, Annotated, Literal

import pydantic

from cardwright.agents.llm.cache import Completion
from cardwright.agents.llm.chat import Chat
from cardwright.agents.llm.prompt import LARGEST_FILE, Message, check_template, filled, harmless, message
from cardwright.agents.llm.settings import Settings, read_settings
from cardwright.core import data
from cardwright.core.errors import BadData
from cardwright.core.making.maker import Card, CardMaker
from cardwright.core.random import seed_for

from .conversation import Conversation, Fared, Round
from .proposal import Proposal, Refusal, read_proposal
from .recipe import DESIGNED, Candidate, Recipe

if TYPE_CHECKING:
    from .search import Search

USUAL_BRIEF = "cards that players of this game would like to have, of different costs and kinds"
LONGEST_BRIEF = 2000  # characters
EXAMPLES = 12  # cards of the game that the model is shown
PER_REQUEST = 8  # cards
PATIENCE = 3  # requests in a row without a sound card, after which the search ends
REMEMBERED = 20  # cards that were judged, and cards that were refused, the latest ones
ATTEMPTS = 2  # the second is the repair
LONGEST_QUOTE = 4000  # characters of a bad reply that the model reads again
ABOUT = {
    "game": "the title of the game",
    "schema": "the JSON Schema of a card",
    "examples": "cards of the game as JSON, each with its text",
    "brief": "what is asked for",
    "unit": "the unit of strength",
    "judged": "the latest cards of this designer and how they fared, one per line",
    "refused": "its latest cards that were refused, and why, one per line",
    "count": "the number of cards that are asked for",
    "problem": "why a reply could not be used; for `repair` only",
}  # every placeholder

Text = Annotated[str, pydantic.Field(min_length=1), pydantic.AfterValidator(lambda text: check_template(text, ABOUT))]


class DesignerPrompt(data.Data):
    """The texts of the messages that the model gets."""

    format: Literal["cardwright designer prompt 1"]
    system: Text  # comes first
    user: Text  # the task
    repair: Text  # follows a reply that could not be used

    @property
    def checksum(self) -> str:
        """A checksum of all texts."""
        return hashlib.blake2b(repr(self).encode(), digest_size=6).hexdigest()


class LlmDesigner:
    """Asks a language model for cards; the same conversation and seed make the same request.

    `model` is a text such as "llm:llama3.1:8b+temperature=0.7" (docs/llm.md).
    """

    def __init__(self, maker: CardMaker, title: str, model: str, brief: str = USUAL_BRIEF):
        if not 0 < len(brief.strip()) <= LONGEST_BRIEF:
            raise BadData(f"a brief has 1 to {LONGEST_BRIEF:,} characters")
        self.maker = maker
        self.title = title
        self.settings = _designer_settings(model)
        self.prompt = load_designer_prompt(self.settings.prompt)
        self.brief = brief.strip()
        self._chat = Chat(self.settings)
        self._pending: list[Round] = []  # of the generation that is being judged

    @property
    def name(self) -> str:
        """What identifies the designer: the model with those settings that matter, its prompt and the brief."""
        return f"{self.settings.playing_text} prompt {self.prompt.checksum}: {self.brief}"

    def recipes(self, search: Search, count: int, halt: threading.Event) -> list[Recipe]:
        """Return the next candidates; if replies hold no sound card several times in a row, there are none."""
        self._pending = []
        while len(self._pending) < PATIENCE:
            held = search.conversation.with_rounds(self._pending)
            found = self.design(PER_REQUEST, held, search.settings.seed, halt)
            self._pending.append(found)
            if found.cards:
                first = search.evaluations
                return [Recipe(first + k, DESIGNED, 0, (card,)) for k, card in enumerate(found.cards[:count])]
        return []

    def tell(self, search: Search, candidates: Sequence[Candidate]) -> None:
        """Keep what was said, and how the cards fared."""
        fared = [Fared(each.card, each.figures, each.reason) for each in candidates]
        search.conversation = search.conversation.with_rounds(self._pending).with_fared(fared)

    def design(self, count: int, conversation: Conversation, seed: int, halt: threading.Event) -> Round:
        """Ask for `count` cards; a reply without a list of cards is asked for once more, and then counts as none."""
        messages = self.messages(count, conversation, seed)
        own_seed = seed_for(seed, "designer", conversation.requests)
        replies: list[Completion] = []
        while True:
            replies.append(self._chat.ask(messages, own_seed, halt)[0])
            text = replies[-1].text
            try:
                proposal = read_proposal(self.maker, text)
                return self._round(proposal._replace(cards=proposal.cards[:count]), replies)
            except BadData as error:
                problem = f"it was cut off after {self.settings.reply:,} tokens" if replies[-1].cut else str(error)
            if len(replies) == ATTEMPTS:
                return self._round(Proposal((), (Refusal(text[:LONGEST_QUOTE], problem),)), replies)
            quoted = message("assistant", harmless(text[:LONGEST_QUOTE]))
            repair = message("user", filled(self.prompt.repair, self._values(count, seed, problem=problem)))
            messages = [*messages, quoted, repair]

    def _round(self, proposal: Proposal, replies: list[Completion]) -> Round:
        tokens = sum(each.tokens_in for each in replies), sum(each.tokens_out for each in replies)
        return Round(*proposal, len(replies), *tokens, self._chat.cost(*tokens))

    def messages(self, count: int, conversation: Conversation, seed: int) -> list[Message]:
        """Return what the model is told."""
        fared = "\n".join(map(self._fared, conversation.fared[-REMEMBERED:]))
        refused = "\n".join(f"{each.written}: {each.problem}" for each in conversation.refused[-REMEMBERED:])
        values = self._values(count, seed, judged=fared, refused=refused)
        return [
            message("system", filled(self.prompt.system, values)),
            message("user", filled(self.prompt.user, values)),
        ]

    def _values(self, count: int, seed: int, **said: str) -> dict[str, str]:
        values = {
            "game": self.title,
            "schema": json.dumps(self.maker.schema(), separators=(",", ":")),
            "examples": "\n".join(map(self._shown, self._some_known(seed))),
            "brief": self.brief,
            "unit": self.maker.unit if said.get("judged") else "",
            "judged": "",
            "refused": "",
            "count": str(count),
            "problem": "",
            **said,
        }
        return {name: harmless(text) for name, text in values.items()}

    def _some_known(self, seed: int) -> list[Card]:
        """Return some cards of the game, drawn by the seed."""
        known = list(self.maker.known())
        return random.Random(seed_for(seed, "examples")).sample(known, min(EXAMPLES, len(known)))

    def _shown(self, card: Card) -> str:
        return f"{json.dumps(card)}\n  {self.maker.text(card)}"

    def _fared(self, fared: Fared) -> str:
        """Return a line about a card and its figures."""
        figures, strength = fared.figures, fared.figures.strength
        notes = [f"strength {strength.value:+.2f} ({strength.low:+.2f} to {strength.high:+.2f})"]
        if not math.isnan(figures.use.value):
            notes.append(f"played in {figures.use.value:.0%} of the decisions in which it could be")
        if figures.partner:
            notes.append(f"synergy {figures.synergy.value:+.2f} with {figures.partner}")
        notes.append(f"not kept: {fared.reason}" if fared.reason else "kept")
        return f"{json.dumps(fared.card)}: {self.maker.text(fared.card)} ({'; '.join(notes)})"


def _designer_settings(model: str) -> Settings:
    settings = read_settings(model)
    for name in ("style", "memory", "fallback"):
        if name in settings.model_fields_set:
            raise BadData(f"designer {model[:80]!r}: {name} is for players; designers have none")
    return settings


def load_designer_prompt(file: str = "") -> DesignerPrompt:
    """Return the prompt in a file, or the one that comes with this package.

    >>> load_designer_prompt().repair.splitlines()[0]
    'Your reply cannot be used: $problem.'
    """
    document = data.read(file, LARGEST_FILE) if file else data.parse(shipped_prompt(), "designer.yaml")
    return data.validate(DesignerPrompt, document.value, document)


def shipped_prompt() -> str:
    """Return the prompt file that comes with this package."""
    return (resources.files(__package__) / "prompts" / "designer.yaml").read_text(encoding="utf-8")
