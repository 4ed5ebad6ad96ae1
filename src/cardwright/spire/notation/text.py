"""What effects do, in sentences made from their data."""

from __future__ import annotations

from collections.abc import Iterable

from .effects import YOURSELF, Action, Effect, Group, OnAgent, OnCard
from .formula_words import condition, phrase, repetition
from .own_actions import Use
from .phrases import write_target
from .targets import All, Choose, Random, Self, Target, Top
from .vocabulary import AGENT_SETS


def effect_text(effect: Effect, agent: str | None = None, card: str | None = None) -> str:
    """Describe an effect in sentences; `agent` and `card` are the words for its targets.

    >>> from cardwright.spire import Attack, Block, Choose
    >>> effect_text(Attack(5).Times(2).To(Choose("enemies")))
    '2 times: Deal 5 damage.'
    >>> effect_text(Attack(5).And(Block(5)).To(Choose("enemies")))
    'Deal 5 damage. The enemy gains 5 block.'
    """
    if isinstance(effect, Use):
        return " ".join(_use_sentences(effect, agent, card))
    if isinstance(effect, Group):
        return _group_text(effect, agent, card)
    assert isinstance(effect, Action)
    return f"{effect.text(agent, card)}."


def _use_sentences(use: Use, agent: str | None, card: str | None) -> list[str]:
    """Describe an action of content by its own text, or else by what it does."""
    if use.says is not None:
        return [use.says if use.says.endswith(".") else f"{use.says}."]
    if use.do:
        return _sentences(use.do, agent, card)
    given = use.given if isinstance(use.given, dict) else {} if use.given is None else {"": use.given}
    return [" ".join([use.use, *(f"{name} {phrase(each)}".strip() for name, each in given.items())]) + "."]


def _sentences(parts: Iterable[Effect], agent: str | None, card: str | None) -> list[str]:
    found: list[str] = []
    for part in parts:
        found += _use_sentences(part, agent, card) if isinstance(part, Use) else [effect_text(part, agent, card)]
    return found


def _group_text(group: Group, agent: str | None, card: str | None) -> str:
    start = ""
    if group.to is not None:
        words = target_text(group.to)
        if isinstance(group.to, All) and not all(_is_done_to(part, group.to) for part in group.do):
            start, words = f"For each {words.split(' ', 1)[1]}: ", "it"
            if group.to.all in AGENT_SETS:
                start = f"For each {_ONE_OF[group.to.all]}: "
        if _is_agent(group.to):
            agent = words
        else:
            card = words
    if group.times is not None:
        start = f"{repetition(group.times)}: {start}"
    if group.when is not None:
        start = f"If {condition(group.when)}: {start}"
    sentences = _sentences(group.do, agent, card)
    return start + _one_sentence(sentences) if start else " ".join(sentences)


def _one_sentence(sentences: list[str]) -> str:
    """Return sentences joined to one, so that it is clear how far a condition before them reaches."""
    first, *others = (each.removesuffix(".") for each in sentences)
    return "; ".join([first, *(each[0].lower() + each[1:] for each in others)]) + "."


_ONE_OF = {"enemies": "enemy", "agents": "character", "allies": "ally"}


def _is_agent(target: Target) -> bool:
    match target:
        case Self(own=own):
            return own == "agent"
        case Choose(choose=which) | Random(random=which) | All(all=which):
            return which in AGENT_SETS
    return False


def _is_done_to(part: Effect, target: All) -> bool:
    """Return whether a part says by itself that it is done to each target; anything else happens once for each."""
    return isinstance(part, OnAgent if _is_agent(target) else OnCard)


def target_text(target: Target) -> str:
    """Return a target in words."""
    if isinstance(target, Self):
        return YOURSELF if target.own == "agent" else "this card"
    if isinstance(target, Top):
        return "the top card of the draw pile"
    dumped = target.model_dump(mode="json", exclude_defaults=True)
    words = write_target(dumped)
    if words is not None:
        return words
    plain = {key: each for key, each in dumped.items() if key not in ("count", "optional", "other_than")}
    words = write_target(plain) or "a card"
    other = dumped.get("other_than")
    return f"{words} other than {other}" if other else words
