"""Who has a status: whether enemies can, and its text where "you" would be wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .actions import Apply
from .effects import Effect, Group
from .targets import All, Choose, Random, Self, StatusOf, Target

if TYPE_CHECKING:
    from .content import Content

_THIRD_PERSON = {"are": "is", "have": "has", "do": "does"}
_UNCHANGED = {"cannot", "can", "would", "did", "caused"}
_OF_PLAYER = (  # what is about the player, whoever has the status
    (r"\byou (have played|have lost)", lambda found: f"the player {found[1].replace('have', 'has')}"),
    (r"\byour energy\b", lambda _: "the player's energy"),
    (r"\b([Gg])ain (?=\d+ (?:energy|gold)\b)", lambda found: f"{'T' if found[1] == 'G' else 't'}he player gains "),
)
_OF_OWNER = (
    (r"\b(?<!of )(all enemies|a random enemy|all allies|a random ally)\b", lambda found: f"{found[1]} of the owner"),
    (r"\b(All enemies|All allies)\b", lambda found: f"{found[1]} of the owner"),
    (r"\byourself\b", lambda _: "itself"),
    (r"\b([Yy])our\b", lambda found: f"{'T' if found[1] == 'Y' else 't'}he owner's"),
    (r"\b([Yy])ou (\w+)", lambda found: f"{'T' if found[1] == 'Y' else 't'}he owner {_third_person(found[2])}"),
    (r"\byou\b", lambda _: "the owner"),
    (
        r"(?:^|(?<=[.:;] ))(Gain|Lose|Heal|Take|Attack|Drop|Leave|Intend|Steal)(?= (?!the top))",
        lambda found: f"The owner {_third_person(found[1].lower())}",
    ),
    (
        r"(?<=[:;] )(gain|lose|heal|take|attack|drop|leave|intend|steal)(?= (?!the top))",
        lambda found: f"the owner {_third_person(found[1])}",
    ),
)


def of_owner(text: str) -> str:
    """Return a text about "you" as one about the owner of the status.

    >>> of_owner("Whenever you apply a debuff: gain 2 block. The damage of your attacks is 25% lower.")
    "Whenever the owner applies a debuff: the owner gains 2 block. The damage of the owner's attacks is 25% lower."
    """
    for pattern, words in (*_OF_PLAYER, *_OF_OWNER):
        text = re.sub(pattern, words, text)
    return text


def _third_person(verb: str) -> str:
    if verb in _UNCHANGED:
        return verb
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ies"
    return _THIRD_PERSON.get(verb, f"{verb}es" if verb.endswith(("s", "sh", "ch", "x")) else f"{verb}s")


def on_enemies(content: Content) -> set[str]:
    """Return the statuses that enemies can have: those they take themselves, and those the player gives them."""
    effects = [move.do for enemy in content.enemies.values() for move in enemy.moves.values()]
    effects += [enemy.start for enemy in content.enemies.values()]
    own = {
        name for name, target in _applied(effects) if isinstance(target, Self) or _is_set(target, "allies", "agents")
    }
    given = {name for name, target in _applied(_of_player(content)) if _is_set(target, "enemies", "agents")}
    return own | given


def _of_player(content: Content) -> list[Effect | None]:
    """Return what cards, statuses, relics and potions do."""
    cards = content.cards.values()
    return [
        *(effect for card in cards for effect in (card.effect, *card.when.values())),
        *(rule.do for card in cards for rule in card.in_hand),
        *(rule.do for status in content.statuses.values() for rule in status.rules),
        *(rule.do for relic in content.relics.values() for rule in relic.rules),
        *(potion.effect for potion in content.potions.values()),
    ]


def _applied(effects: list[Effect | None], target: Target | None = None) -> Iterator[tuple[str, Target | None]]:
    """Yield the statuses that effects apply, each with who gets it."""
    for effect in effects:
        if isinstance(effect, Group):
            aimed = effect.to.of if isinstance(effect.to, StatusOf) else effect.to
            yield from _applied(list(effect.do), aimed or target)
        elif isinstance(effect, Apply):
            yield effect.apply, target


def _is_set(target: Target | None, *sets: str) -> bool:
    """Return whether a target is one or several of some characters."""
    return isinstance(target, All | Choose | Random) and next(iter(target.model_dump().values())) in sets
