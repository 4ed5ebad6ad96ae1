"""What effects do, in sentences made from their data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from .actions import Broadcast
from .card_actions import Move
from .course import course
from .effects import (
    CHOSEN_ENEMY,
    YOURSELF,
    Action,
    Effect,
    Group,
    OnAgent,
    OnCard,
    OnStatus,
    is_plural,
    with_owner_apart,
)
from .formula_words import condition, constant, phrase, repetition
from .own_actions import Use
from .phrases import write_target
from .player_actions import Host
from .targets import All, Choose, Offer, Random, Self, StatusOf, Target, Top, aims_at_agents
from .vocabulary import AGENT_SETS

ANY_ENEMY = "an enemy of your choice"  # said where the player chooses an enemy more than once
_ONE_OF = {"enemies": "enemy", "agents": "character", "allies": "ally"}
AMOUNT, _STACKS, _FORMER_STACKS = "the amount", "its stacks", "the stacks it had"


class _Words(NamedTuple):
    """The words for a target where it is mentioned first, and from then on."""

    first: str | None = None
    later: str | None = None

    def mentioned(self) -> _Words:
        return _Words(self.later, self.later)


class _Aimed(NamedTuple):
    """The words for what an effect is aimed at, and what else its text depends on."""

    agent: _Words  # a character
    thing: _Words  # a card or a status
    often: bool  # whether the player chooses an enemy more than once, so that each choice has to be mentioned
    single: Collection[str]  # statuses that nobody has more than once
    amount: str = AMOUNT  # what the amount is
    other: str | None = None  # in a rule between two characters, the one who does not have the status


def effect_text(
    effect: Effect,
    agent: str | None = None,
    card: str | None = None,
    single: Collection[str] = (),
    amount: str = AMOUNT,
    other: str | None = None,
) -> str:
    """Describe an effect in sentences; `agent` and `card` are the words for its targets.

    `single` are statuses that nobody has more than once, however many are applied. `amount` is what the amount is,
    and `other` whoever an action against somebody is aimed at if nothing else is said.

    >>> from cardwright.spire import Apply, Attack, Block, Choose, Random
    >>> effect_text(Attack(5).Times(2).To(Choose("enemies")))
    'Deal 5 damage 2 times.'
    >>> effect_text(Attack(5).Times(2).To(Random("enemies")))
    'Pick a random enemy. Deal 5 damage to it 2 times.'
    >>> effect_text(Attack(5).And(Block(5)).To(Choose("enemies")))
    'Deal 5 damage. The enemy gains 5 block.'
    >>> effect_text(Attack(8).To(Choose("enemies")).And(Apply("Weak", 2).To(Choose("enemies"))))
    'Deal 8 damage to an enemy of your choice. Apply 2 Weak to an enemy of your choice.'
    """
    aimed = _Aimed(_Words(agent, agent), _Words(card, card), _choices(effect) > 1, single, amount, other)
    return " ".join(_sentences([effect], aimed)[0]) or "Nothing happens."


def _sentences(parts: Iterable[Effect], aimed: _Aimed) -> tuple[list[str], _Aimed]:
    """Return the sentences for some effects, and what is mentioned and known after them."""
    found: list[str] = []
    for part in parts:
        if isinstance(part, Use) and (part.says is not None or not part.do):
            more = [_use_text(part)]
        elif isinstance(part, Group):
            more, aimed = _group_sentences(part, aimed)
        else:
            assert isinstance(part, Action)
            more, aimed = [_action_text(part, aimed)], _after(part, aimed)
        found += more
    return found, aimed


def _use_text(use: Use) -> str:
    """Describe an action of content by its own text, or else by its name if nobody knows what it does."""
    if use.says is not None:
        return use.says if use.says.endswith(".") else f"{use.says}."
    given = use.given if isinstance(use.given, dict) else {} if use.given is None else {"": use.given}
    return " ".join([use.use, *(f"{name} {phrase(each)}".strip() for name, each in given.items())]) + "."


def _action_text(action: Action, aimed: _Aimed) -> str:
    agent = aimed.agent.first
    if agent is None and isinstance(action, OnAgent) and action.hostile:
        agent = aimed.other
    text = action.text_where(agent, aimed.thing.first, aimed.single)
    return f"{text.replace(AMOUNT, aimed.amount)}."


def _after(action: Action, aimed: _Aimed) -> _Aimed:
    """Return what is mentioned and known after an action."""
    if isinstance(action, OnAgent | Host):
        aimed = aimed._replace(agent=aimed.agent.mentioned())
    if isinstance(action, OnCard | OnStatus | Broadcast | Host):
        aimed = aimed._replace(thing=aimed.thing.mentioned())
    if isinstance(action, OnStatus):
        return aimed._replace(amount=_FORMER_STACKS)
    return aimed._replace(amount=AMOUNT) if isinstance(action, Broadcast | Host) else aimed


def _group_sentences(group: Group, aimed: _Aimed) -> tuple[list[str], _Aimed]:
    if isinstance(group.to, StatusOf) and group.to.of is not None:
        return _group_sentences(with_owner_apart(group, group.to), aimed)
    if _never(group):
        return [], aimed
    if group.one_of:
        return [_options(group, aimed)], aimed
    start, words, lead = _aim(group, aimed)
    inside = _inside(group.to, words, aimed)
    sentences, after = _sentences(group.do, inside)
    sentences = [*lead, *sentences]
    if _declinable(group.to):
        sentences[0] = f"{sentences[0].removesuffix('.')}, or none."
    if group.times is not None and _is_brief(group, sentences):
        sentences = [f"{sentences[0].removesuffix('.')} {repetition(group.times)}."]
    elif group.times is not None and constant(group.times) != 1:
        start = f"{repetition(group.times)}: {start}"
    if group.when is not None and constant(group.when) is None:
        start = f"If {condition(group.when).replace(AMOUNT, aimed.amount)}: {start}"
    if start and sentences:
        sentences = [start + _one_sentence(sentences)]
    return sentences, _outside(group.to, aimed, after)


def _is_brief(group: Group, sentences: list[str]) -> bool:
    """Return whether "2 times" can stand after what a group does to what is known already."""
    plain = isinstance(group.times, int) and group.times > 1 and group.to is None
    one = len(group.do) == len(sentences) == 1 and isinstance(group.do[0], Action)
    return plain and one and not any(mark in sentences[0] for mark in (", ", ": ", "; ", " equal to ", " for each "))


def _options(group: Group, aimed: _Aimed) -> str:
    """Describe effects of which the player chooses one."""
    options = [_one_sentence(_sentences([each], aimed)[0] or ["Nothing happens."]) for each in group.do]
    return f"Choose one: {'; or '.join(each[0].lower() + each[1:].removesuffix('.') for each in options)}."


def option_texts(effects: Sequence[Effect], single: Collection[str] = ()) -> list[str]:
    """Describe effects of which the player chooses one; those with the same words are numbered.

    >>> from cardwright.spire import Block
    >>> option_texts([Block(5), Block(6)])
    ['Gain 5 block', 'Gain 6 block']
    >>> option_texts([Block(5), Block(5, plain=True)])
    ['Gain 5 block (1)', 'Gain 5 block (2)']
    """
    texts = [_option_text(effect, single) for effect in effects]
    equal = [f" ({texts[:k].count(text) + 1})" if texts.count(text) > 1 else "" for k, text in enumerate(texts)]
    return [text + number for text, number in zip(texts, equal, strict=True)]


def _option_text(effect: Effect, single: Collection[str]) -> str:
    aimed = _Aimed(_Words(), _Words(), False, single)
    return _one_sentence(_sentences([effect], aimed)[0] or ["Nothing happens."]).removesuffix(".")


def _never(group: Group) -> bool:
    """Return whether a group never happens."""
    times = None if group.times is None else constant(group.times)
    return (group.when is not None and constant(group.when) == 0) or (times is not None and times <= 0)


def _inside(target: Target | None, words: _Words, around: _Aimed) -> _Aimed:
    if target is None:
        return around
    if isinstance(target, StatusOf):
        return around._replace(thing=words, agent=around.agent.mentioned(), amount=_STACKS)
    return around._replace(agent=words) if aims_at_agents(target) else around._replace(thing=words)


def _outside(target: Target | None, before: _Aimed, after: _Aimed) -> _Aimed:
    """Return what is mentioned and known after a group: its own target does not count."""
    if target is None:
        return after
    if isinstance(target, StatusOf):
        return after._replace(thing=before.thing, amount=_FORMER_STACKS)
    return after._replace(agent=before.agent) if aims_at_agents(target) else after._replace(thing=before.thing)


def _aim(group: Group, aimed: _Aimed) -> tuple[str, _Words, list[str]]:
    """Return what stands before a group, the words for what it is aimed at, and a sentence that says so first."""
    target = group.to
    if target is None:
        return "", _Words(), []
    if isinstance(target, StatusOf):
        words = _status_text(target, aimed.agent.first)
        return "", _Words(words, "it"), []
    words = target_text(target)
    if isinstance(target, Self):
        return "", _Words(words, words), []
    told = course(group.do, target)
    it = _pronoun(group, target, aimed)
    if isinstance(target, All) or (isinstance(target, Choose | Random) and target.count > 1):
        return _aim_at_several(group, target, words, f"the {_noun(target)} in turn" if told.resumes else it)
    if words == CHOSEN_ENEMY and not told.resumes and not aimed.often:
        return "", _Words(words, words), []
    later = f"the {_noun(target)} {_verb(target)[1]} first" if told.resumes else it
    if told.needs_lead or (_declinable(target) and not isinstance(group.do[0], Move)):
        return "", _Words(later, later), [f"{_verb(target)[0]} {words}."]
    return "", _Words(ANY_ENEMY if words == CHOSEN_ENEMY else words, later), []


def _declinable(target: Target | None) -> bool:
    """Return whether the player can take none of some new cards, which the first sentence about them says."""
    return isinstance(target, Offer) and target.optional


def _aim_at_several(group: Group, target: Target, words: str, each: str) -> tuple[str, _Words, list[str]]:
    if all(_is_done_to(part, target) for part in group.do):
        return "", _Words(words, words if isinstance(target, All) else "them"), []
    in_turn = " in turn" if each.endswith(" in turn") else ""
    return f"For each {_one_of(target, words)}{in_turn}: ", _Words(each, each), []


def _pronoun(group: Group, target: Target, around: _Aimed) -> str:
    """Return the word for a target that has been mentioned: "it" if that can mean nothing else nearby."""
    agents = aims_at_agents(target)
    other = (around.thing if agents else around.agent).later
    unspoken = other in (None, YOURSELF, CHOSEN_ENEMY) or is_plural(str(other))
    return "it" if unspoken and not _aims_at(group.do, not agents, around.often) else f"that {_noun(target)}"


def _aims_at(parts: Iterable[Effect], agents: bool, often: bool) -> bool:
    """Return whether a text about effects mentions a character, or else a card, that they are aimed at."""
    for part in parts:
        if isinstance(part, Group) and not (isinstance(part, Use) and part.says is not None):
            to = part.to
            if to is None or isinstance(to, Self | StatusOf):
                mentions = False
            else:
                mentions = aims_at_agents(to) == agents and (often or target_text(to) != CHOSEN_ENEMY)
            if mentions or _aims_at(part.do, agents, often):
                return True
    return False


def _one_of(target: Target, words: str) -> str:
    if not isinstance(target, All):
        return f"of {words}"
    return _ONE_OF[target.all] if target.all in AGENT_SETS else words.split(" ", 1)[1]


def _noun(target: Target) -> str:
    """Return the word for one of what a target is chosen from."""
    which = next(iter(target.model_dump().values()))
    return _ONE_OF.get(which, "card")


def _verb(target: Target) -> tuple[str, str]:
    if isinstance(target, Choose | Offer):
        return "Choose", "chosen"
    return ("Pick", "picked") if isinstance(target, Random) else ("Take", "taken")


def _one_sentence(sentences: list[str]) -> str:
    """Return sentences joined to one, so that it is clear how far a condition before them reaches."""
    first, *others = (each.removesuffix(".") for each in sentences)
    return "; ".join([first, *(each if each.startswith("X ") else each[0].lower() + each[1:] for each in others)]) + "."


def _is_done_to(part: Effect, target: Target) -> bool:
    """Return whether a part says by itself what it is done to; anything else happens once for each target."""
    return isinstance(part, OnAgent if aims_at_agents(target) else OnCard)


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
    if isinstance(target, Offer):
        return str(write_target({**target.model_dump(), "optional": False}))
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
