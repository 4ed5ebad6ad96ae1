"""What effects do, in sentences made from their data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .effects import CHOSEN_ENEMY, YOURSELF, Action, Effect, Group, OnAgent, OnCard, OnStatus, with_owner_apart
from .formula_words import condition, phrase, repetition
from .own_actions import Use
from .phrases import write_target
from .targets import All, Choose, Random, Self, StatusOf, Target, Top, aims_at_agents
from .vocabulary import AGENT_SETS

ANY_ENEMY = "an enemy of your choice"  # said where the player chooses an enemy more than once


class _Aimed(NamedTuple):
    """The words for what an effect is aimed at."""

    agent: str | None  # a character
    thing: str | None  # a card or a status
    often: bool  # whether the player chooses an enemy more than once, so that each choice has to be mentioned


def effect_text(effect: Effect, agent: str | None = None, card: str | None = None) -> str:
    """Describe an effect in sentences; `agent` and `card` are the words for its targets.

    >>> from cardwright.spire import Apply, Attack, Block, Choose
    >>> effect_text(Attack(5).Times(2).To(Choose("enemies")))
    '2 times: Deal 5 damage.'
    >>> effect_text(Attack(5).And(Block(5)).To(Choose("enemies")))
    'Deal 5 damage. The enemy gains 5 block.'
    >>> effect_text(Attack(8).To(Choose("enemies")).And(Apply("Weak", 2).To(Choose("enemies"))))
    'Deal 8 damage to an enemy of your choice. Apply 2 Weak to an enemy of your choice.'
    """
    return _text(effect, _Aimed(agent, card, _choices(effect) > 1))


def _text(effect: Effect, aimed: _Aimed) -> str:
    if isinstance(effect, Use):
        return " ".join(_use_sentences(effect, aimed))
    if isinstance(effect, Group):
        return _group_text(effect, aimed)
    assert isinstance(effect, Action)
    return f"{effect.text(aimed.agent, aimed.thing)}."


def _use_sentences(use: Use, aimed: _Aimed) -> list[str]:
    """Describe an action of content by its own text, or else by what it does."""
    if use.says is not None:
        return [use.says if use.says.endswith(".") else f"{use.says}."]
    if use.do:
        return _sentences(use.do, aimed)
    given = use.given if isinstance(use.given, dict) else {} if use.given is None else {"": use.given}
    return [" ".join([use.use, *(f"{name} {phrase(each)}".strip() for name, each in given.items())]) + "."]


def _sentences(parts: Iterable[Effect], aimed: _Aimed) -> list[str]:
    found: list[str] = []
    for part in parts:
        found += _use_sentences(part, aimed) if isinstance(part, Use) else [_text(part, aimed)]
    return found


def _group_text(group: Group, aimed: _Aimed) -> str:
    if isinstance(group.to, StatusOf) and group.to.of is not None:
        return _group_text(with_owner_apart(group, group.to), aimed)
    start, words = _aim(group, aimed)
    again = _again(group.to, words)
    sentences: list[str] = []
    for part in group.do:
        sentences += _sentences([part], _aimed_at(group.to, words, aimed))
        if _mentions(part, group.to):
            words = again
    if isinstance(group.to, StatusOf):
        sentences = [each.replace("the amount", "its stacks") for each in sentences]
    if group.times is not None:
        start = f"{repetition(group.times)}: {start}"
    if group.when is not None:
        start = f"If {condition(group.when)}: {start}"
    return start + _one_sentence(sentences) if start else " ".join(sentences)


def _aim(group: Group, aimed: _Aimed) -> tuple[str, str | None]:
    """Return what stands before the parts of a group, and the words for what they are aimed at."""
    target = group.to
    if target is None:
        return "", None
    if isinstance(target, StatusOf):
        return "", _status_text(target, aimed.agent)
    words = target_text(target)
    if words == CHOSEN_ENEMY and aimed.often:
        words = ANY_ENEMY
    several = isinstance(target, All) or (isinstance(target, Choose | Random) and target.count > 1)
    if several and not all(_is_done_to(part, target) for part in group.do):
        return f"For each {_one_of(target, words)}: ", "it"
    return "", words


def _one_of(target: Target, words: str) -> str:
    if not isinstance(target, All):
        return f"of {words}"
    return _ONE_OF[target.all] if target.all in AGENT_SETS else words.split(" ", 1)[1]


def _again(target: Target | None, words: str | None) -> str | None:
    """Return the words for a target that has been mentioned."""
    if words in (None, CHOSEN_ENEMY) or isinstance(target, Self | All):
        return words
    return "them" if isinstance(target, Choose | Random) and target.count > 1 and words != "it" else "it"


def _aimed_at(target: Target | None, words: str | None, around: _Aimed) -> _Aimed:
    if target is None:
        return around
    return around._replace(agent=words) if aims_at_agents(target) else around._replace(thing=words)


def _one_sentence(sentences: list[str]) -> str:
    """Return sentences joined to one, so that it is clear how far a condition before them reaches."""
    first, *others = (each.removesuffix(".") for each in sentences)
    return "; ".join([first, *(each[0].lower() + each[1:] for each in others)]) + "."


_ONE_OF = {"enemies": "enemy", "agents": "character", "allies": "ally"}


def _is_done_to(part: Effect, target: Target | None) -> bool:
    """Return whether a part says by itself what it is done to; anything else happens once for each target."""
    if isinstance(target, StatusOf):
        return isinstance(part, OnStatus)
    return isinstance(part, OnAgent if target is not None and aims_at_agents(target) else OnCard)


def _mentions(part: Effect, target: Target | None) -> bool:
    """Return whether the text of a part mentions what the group around it is aimed at."""
    if isinstance(part, Group):
        return part.to is None and any(_mentions(each, target) for each in part.do)
    return _is_done_to(part, target)


def _choices(effect: Effect, repeated: bool = False) -> int:
    """Return how often the player chooses an enemy; a choice that is repeated counts twice."""
    if not isinstance(effect, Group):
        return 0
    repeated = repeated or effect.times is not None
    target = effect.to.of if isinstance(effect.to, StatusOf) else effect.to
    own = isinstance(target, Choose) and target.choose == "enemies" and target.count == 1
    each = isinstance(target, All) or (isinstance(target, Choose | Random) and target.count > 1)
    return own * (1 + repeated) + sum(_choices(part, repeated or each) for part in effect.do)


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


def _status_text(target: StatusOf, owner: str | None) -> str:
    """Return one of somebody's statuses in words."""
    nouns = {"any": "statuses", "buff": "buffs", "debuff": "debuffs"}[target.status]
    whose = {None: "your", YOURSELF: "your", CHOSEN_ENEMY: "the enemy's", "it": "its", "them": "their"}.get(owner)
    words = f"one of {whose} {nouns}" if whose else f"one of the {nouns} of {owner}"
    if target.at_random:
        return f"{words} at random"
    return f"up to {words}" if target.optional else words
