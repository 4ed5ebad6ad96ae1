"""What a search for seeds can require: short sentences, and the rows of numbers that a kernel checks.

A requirement is `SUBJECT is NAME` or `SUBJECT has NAME`, as in "boss is Hexaghost" or "shop 1 has Membership Card for
at most 150". docs/seeds.md lists the subjects.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from cardwright.core.errors import BadData, unknown
from cardwright.core.record import struct
from cardwright.spire import encounters

from .fights import STRONG_FIGHTS
from .state import ELITES, NONE
from .tables import ACTS, BONUS_GROUPS, Tier, events_of, names, source

MOST_REQUIREMENTS, LONGEST = 32, 200
MOST_POSITIONS = 99
NO_LIMIT = 9999
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_POOLS = [tier.name.lower() for tier in Tier][:5]
_SENTENCE = re.compile(
    rf"(?:act (?P<act>\d) )?"
    rf"(?:(?P<ordinal>{'|'.join(_ORDINALS)}) )?"
    rf"(?:(?P<tier1>{'|'.join(_POOLS[:-1])}) (?=relic))?"
    rf"(?P<subject>neow|boss relic|boss|encounter|elite|relic|card reward|reward|shop|chest|event)"
    rf"(?: (?P<tier2>{'|'.join(_POOLS)}))?"
    rf"(?: (?P<first>\d{{1,2}})(?:-(?P<last>\d{{1,2}}))?)?"
    rf" (?P<verb>is|has)(?P<no> not| no)? (?P<names>.+?)(?: for at most (?P<most>\d{{1,4}}))?"
)
_CHEST_TIERS = ("common", "uncommon", "rare")
_FOUND_CARDS = ("common", "uncommon", "rare", "colorless uncommon", "colorless rare")  # in rewards and shops
_EXAMPLE = '"boss is Hexaghost", "encounter 1 is Cultist" or "shop 1 has Membership Card"'


class Subject(IntEnum):
    """What a requirement is about, from quick to slow to find out."""

    NEOW = 0
    DRAWBACK = 1
    BOSS = 2
    ENCOUNTER = 3
    ELITE = 4
    RELIC = 5
    REWARD = 6  # this and the following are met on the way
    SHOP = 7
    CHEST = 8
    EVENT = 9
    BOSS_RELIC = 10


class Kind(IntEnum):
    """What a shop can sell."""

    CARD = 0
    RELIC = 1
    POTION = 2


_SUBJECTS = {
    "neow": Subject.NEOW,
    "boss": Subject.BOSS,
    "encounter": Subject.ENCOUNTER,
    "elite": Subject.ELITE,
    "relic": Subject.RELIC,
    "card reward": Subject.REWARD,
    "reward": Subject.REWARD,
    "shop": Subject.SHOP,
    "chest": Subject.CHEST,
    "event": Subject.EVENT,
    "boss relic": Subject.BOSS_RELIC,
}

_ONE_EACH = (  # subjects with a single value at each position
    Subject.NEOW, Subject.DRAWBACK, Subject.BOSS, Subject.ENCOUNTER, Subject.ELITE, Subject.RELIC, Subject.EVENT,
    Subject.BOSS_RELIC,
)  # fmt: skip

Condition = struct(
    [
        ("subject", np.int8),
        ("group", np.int16),  # one of the rows of a group must hold
        ("act", np.int8),  # of the relics, their tier
        ("first", np.int16),  # positions, from 1
        ("last", np.int16),
        ("kind", np.int8),
        ("value", np.int16),  # a number of a card, relic, event ...
        ("upgraded", np.int8),
        ("most", np.int16),  # the highest price
    ]
)
Group = struct([("subject", np.int8), ("wanted", np.int8)])


class _Row(NamedTuple):
    """A `Condition`, before it is one of a table."""

    subject: Subject
    group: int
    act: int
    first: int
    last: int
    kind: int
    value: int
    upgraded: int
    most: int


class Conditions(NamedTuple):
    """Requirements for kernels: rows, groups of rows of which one must hold, and the last act they are about."""

    rows: np.ndarray
    groups: np.ndarray
    last_act: int


def parse(requirements: Sequence[str]) -> Conditions:
    """Return requirements, all of which must hold, as rows of numbers.

    >>> parse(["boss is Hexaghost or Slime Boss"]).rows["subject"].tolist()
    [2, 2]
    """
    if not requirements:
        raise BadData(f"a search needs a requirement, such as {_EXAMPLE}")
    if len(requirements) > MOST_REQUIREMENTS:
        raise BadData(f"a search takes at most {MOST_REQUIREMENTS} requirements, not {len(requirements)}")
    parsed = [_parse_one(text, group) for group, text in enumerate(requirements)]
    _check_together(parsed, requirements)
    rows = [row for found, _ in parsed for row in found]
    groups = [(found[0].subject, wanted) for found, wanted in parsed]
    table = np.array(rows, Condition).view(np.recarray)
    acts = [row.act for row in rows if row.subject != Subject.RELIC]
    return Conditions(table, np.array(groups, Group).view(np.recarray), max(acts, default=1))


def _check_together(parsed: list[tuple[list[_Row], bool]], requirements: Sequence[str]) -> None:
    """Refuse a requirement of which others leave nothing."""
    for (rows, wanted), text in zip(parsed, requirements, strict=True):
        if wanted and (against := _against(rows, parsed)):
            others = " and ".join(repr(requirements[group]) for group in sorted(against))
            raise BadData(f"requirement {text!r} can never hold together with {others}")


def _against(rows: list[_Row], parsed: list[tuple[list[_Row], bool]]) -> set[int]:
    """Return the requirements that exclude what rows ask for wherever it may be, or none if they leave any of it."""
    against: set[int] = set()
    for row in rows:
        for position in range(row.first, row.last + 1):
            found = {group for group, other in enumerate(parsed) if _excludes(*other, row, position)}
            if not found:
                return set()
            against |= found
    return against


def _excludes(rows: list[_Row], wanted: bool, row: _Row, position: int) -> bool:
    """Return whether a requirement cannot hold if what a row of another asks for is at a position."""
    there = [
        each
        for each in rows
        if (each.subject, each.act) == (row.subject, row.act) and each.first <= position <= each.last
    ]
    same = [each for each in there if (each.kind, each.value) == (row.kind, row.value)]
    if not wanted:
        return any(each.upgraded <= row.upgraded and each.most >= row.most for each in same)
    only_there = len(there) == len(rows) and all(each.first == each.last for each in there)
    return row.subject in _ONE_EACH and only_there and not same


def _parse_one(text: str, group: int) -> tuple[list[_Row], bool]:
    match = _SENTENCE.fullmatch(" ".join(text.split())) if len(text) <= LONGEST else None
    if not match:
        raise BadData(f"requirement {text[:80]!r}: write a subject, is or has, and a name, as in {_EXAMPLE}")
    subject = _SUBJECTS[match["subject"]]
    act = int(match["act"] or 1)
    if not 1 <= act <= ACTS:
        raise BadData(f"requirement {text!r}: there are the acts 1 to {ACTS}")
    tier = match["tier1"] or match["tier2"]
    if (subject == Subject.RELIC) != (tier is not None):
        raise BadData(f"requirement {text!r}: {_tier_mistake(subject)}")
    if subject in (Subject.RELIC, Subject.NEOW) and match["act"]:
        raise BadData(f"requirement {text!r}: {match['subject']} does not depend on the act")
    if match["most"] and subject != Subject.SHOP:
        raise BadData(f"requirement {text!r}: only a shop has prices")
    first, last = _positions(match, text, tier)
    where = _POOLS.index(tier) if tier else act
    most = int(match["most"] or NO_LIMIT)
    rows: list[_Row] = []
    for name in match["names"].split(" or "):
        kind, value, upgraded = _value(subject, name)
        _check_met(subject, where, (first, last), kind, value, text)
        about = subject
        if subject == Subject.NEOW and kind == NONE:
            about = Subject.DRAWBACK
        rows.append(_Row(about, group, where, first, last, max(kind, 0), value, upgraded, most))
    return rows, not match["no"]


def _tier_mistake(subject: Subject) -> str:
    if subject == Subject.RELIC:
        return f"which relics? Write one of {', '.join(_POOLS)}, as in 'first relic common is Vajra'"
    return "only relics have a tier"


def _positions(match: re.Match[str], text: str, tier: str | None) -> tuple[int, int]:
    if match["ordinal"] and match["first"]:
        raise BadData(f"requirement {text!r}: give one position, not two")
    most = _most(_SUBJECTS[match["subject"]], int(match["act"] or 1), tier)
    if match["ordinal"]:
        first = last = _ORDINALS.index(match["ordinal"]) + 1
    elif match["first"]:
        first, last = int(match["first"]), int(match["last"] or match["first"])
    else:
        return 1, most
    if not 1 <= first <= last:
        raise BadData(f"requirement {text!r}: positions count from 1, and a range goes up, as in 1-3")
    if first > most:
        raise BadData(f"requirement {text!r}: the last position of {match['subject']} is {most}")
    return first, min(last, most)


def _most(subject: Subject, act: int, tier: str | None) -> int:
    """Return the last position of a subject."""
    if tier is not None:
        return len(source("relics")["tiers"][tier])
    if subject == Subject.ENCOUNTER:
        return encounters.acts()[act].first.count + 1 + STRONG_FIGHTS
    return {Subject.NEOW: 4, Subject.BOSS: 1, Subject.ELITE: ELITES, Subject.BOSS_RELIC: 3}.get(subject, MOST_POSITIONS)


def _check_met(subject: Subject, where: int, positions: tuple[int, int], kind: int, value: int, text: str) -> None:
    """Refuse what can never be at these positions of an act, or of the relics of a tier."""
    met = _met(subject, where, *positions, kind)
    name = _listed(subject, kind)[value]
    if name not in met:
        shown = ", ".join(met[:40]) + (", ..." if len(met) > 40 else "")
        raise BadData(f"requirement {text!r}: {name} can never be there; there are: {shown}")


def _met(subject: Subject, where: int, first: int, last: int, kind: int) -> Sequence[str]:
    """Return what there can be at some positions."""
    tiers = source("relics")["tiers"]
    if subject == Subject.NEOW:
        return _offered(first, last, kind == NONE)
    if subject == Subject.RELIC:
        return list(tiers[_POOLS[where]])
    if subject == Subject.BOSS_RELIC:
        return list(tiers["boss"])
    if subject == Subject.CHEST:
        return [name for tier in _CHEST_TIERS for name in tiers[tier]]
    if subject == Subject.REWARD or (subject == Subject.SHOP and kind == Kind.CARD):
        return [name for group in _FOUND_CARDS for name in source("cards")[group]]
    if subject == Subject.SHOP:
        never = source("relics")["not in shops"]
        sold = [name for tier in (*_CHEST_TIERS, "shop") for name in tiers[tier] if name not in never]
        return names().potions if kind == Kind.POTION else sold
    if subject == Subject.EVENT:
        return events_of(where)
    lists = encounters.acts()[where]
    if subject == Subject.ENCOUNTER:
        weak = lists.weak if first <= lists.first.count else ()
        return (*weak, *(lists.strong if last > lists.first.count else ()))
    return tuple(lists.bosses if subject == Subject.BOSS else lists.elites)


def _offered(first: int, last: int, drawbacks: bool) -> Sequence[str]:
    """Return the bonuses or the drawbacks that some of Neow's options can have."""
    options = [k for k in range(len(BONUS_GROUPS)) if first <= k + 1 <= last]
    if not drawbacks:
        return [bonus for k in options for bonus in source("neow")[BONUS_GROUPS[k]]]
    *drawn, last_one = names().drawbacks
    return [*(drawn if 2 in options else ()), *([last_one] if 3 in options else ())]


def _listed(subject: Subject, kind: int) -> Sequence[str]:
    """Return the names that the values of a subject count in."""
    known = names()
    if subject == Subject.NEOW:
        return known.drawbacks if kind == NONE else known.bonuses
    if subject in (Subject.BOSS, Subject.ENCOUNTER, Subject.ELITE):
        return known.encounters
    if subject == Subject.EVENT:
        return known.events
    if subject == Subject.REWARD:
        return known.cards
    if subject == Subject.SHOP:
        return (known.cards, known.relics, known.potions)[kind]
    return known.relics


def _value(subject: Subject, name: str) -> tuple[int, int, int]:
    """Return the kind and the number of a name, and whether a card must be upgraded."""
    known = names()
    plain, upgraded = (name[:-1], 1) if name.endswith("+") else (name, 0)
    if subject == Subject.NEOW:
        if (drawback := _find(name, known.drawbacks)) is not None:
            return NONE, drawback, 0
        return Kind.CARD, _index("bonus of Neow", name, known.bonuses, known.drawbacks), 0
    if subject in (Subject.BOSS, Subject.ENCOUNTER, Subject.ELITE):
        return Kind.CARD, _index("encounter", name, known.encounters), 0
    if subject == Subject.EVENT:
        return Kind.CARD, _index("event", name, known.events), 0
    if subject == Subject.REWARD:
        return Kind.CARD, _index("card", plain, known.cards), upgraded
    if subject == Subject.SHOP:
        if (card := _find(plain, known.cards)) is not None:
            return Kind.CARD, card, upgraded
        if (potion := _find(name, known.potions)) is not None:
            return Kind.POTION, potion, 0
        return Kind.RELIC, _index("card, relic or potion", name, known.relics, known.cards, known.potions), 0
    return Kind.RELIC, _index("relic", name, known.relics), 0


def _index(what: str, name: str, listed: Sequence[str], *others: Sequence[str]) -> int:
    found = _find(name, listed)
    if found is None:
        raise unknown(what, name, [*listed, *(each for other in others for each in other)])
    return found


def _find(name: str, listed: Sequence[str]) -> int | None:
    """Return the number of a name, whether or not it is written in capitals."""
    return next((k for k, each in enumerate(listed) if each.casefold() == name.casefold()), None)
