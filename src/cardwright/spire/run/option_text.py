"""What the options of Neow, events, shops and rest sites do, in words, for people who choose among them."""

from __future__ import annotations

import functools
import re
from typing import Any

import numpy as np

from cardwright.core.interpreted import plain

from .relic_effects import RelicEffect
from .rooms import REST_SHARE, Rest
from .selecting import BONFIRE_HEAL, BONFIRE_MAX_HP
from .shops import price_removal
from .state import NONE
from .tables import EVENT_GROUPS, Rarity, names, source, stages, tables

_SAYS = {
    "heal": "heal {} HP",
    "heal_full": "heal all HP",
    "damage": "lose {} HP",
    "max_hp": "gain {} max HP",
    "lose_max_hp": "lose {} max HP",
    "gold": "gain {} gold",
    "gold_per_act": "gain {} gold",
    "pay": "pay {} gold",
    "card": "get {}",
    "relic": "get {}",
    "random_relic": "get a random relic",
    "remove": "remove {} card(s)",
    "remove_curses": "remove all curses",
    "transform": "transform {} card(s)",
    "upgrade": "upgrade {} card(s)",
    "upgrade_random": "upgrade {} random card(s)",
    "duplicate": "copy a card",
    "fight": "fight {}",
    "reward_gold_misc": "reward {} gold",
    "reward_relic": "reward {}",
    "reward_potions": "get {} potion(s)",
    "bonfire": "offer a card; the rarer it is, the more you heal",
    "ooze": "lose HP, and perhaps find a relic; each try costs more and finds more often",
    "adventurer_search": "find something, or be attacked by the guard",
    "wheel": "something happens, good or bad",
    "face": "get a random face",
    "match_play": "find pairs of equal cards, and keep them",
    "meet_give": "give it away",
}
_NEOW = {
    "three_cards": "choose one of three cards",
    "one_random_rare_card": "get a random rare card",
    "remove_card": "remove a card",
    "upgrade_card": "upgrade a card",
    "transform_card": "transform a card",
    "three_colorless_cards": "choose one of three uncommon colorless cards",
    "three_potions": "get three random potions",
    "random_common_relic": "get a random common relic",
    "max_hp_10_percent": "+{tenth} max HP",
    "neows_lament": "the enemies of your first three battles have 1 HP",
    "gold_100": "gain 100 gold",
    "three_rare_colorless_cards": "choose one of three rare colorless cards",
    "remove_two_cards": "remove two cards",
    "random_rare_relic": "get a random rare relic",
    "three_rare_cards": "choose one of three rare cards",
    "gold_250": "gain 250 gold",
    "transform_two_cards": "transform two cards",
    "max_hp_20_percent": "+{fifth} max HP",
    "boss_relic_swap": "get a random boss relic",
    "lose_max_hp": "lose {tenth} max HP",
    "lose_all_gold": "lose all gold",
    "curse": "get a random curse",
    "lose_hp_30_percent": "lose {damage} HP",
    "lose_starter_relic": "lose Burning Blood",
}
_SILENT = ("stage", "needs", "show_rewards", "memo_misc", "again")
_RESTS = {
    Rest.SMITH: "upgrade a card",
    Rest.RECALL: "take the ruby key",
    Rest.LIFT: "gain 1 Strength for the rest of the run",
    Rest.DIG: "find a relic",
    Rest.TOKE: "remove a card",
}
_AMOUNT = re.compile(r"(?P<low>[\d.]+(?:-\d+)?)(?:/(?P<high>[\d.]+(?:-\d+)?))?(?:@(?P<since>\d+))?(?P<share>%)?")
_WORSE_FROM = 15  # ascension


@functools.cache
def _steps() -> list[tuple[str, ...]]:
    """Return what each option does, step by step, in the order of `Names.options`."""
    return [
        (given,) if isinstance(given, str) else tuple(given)
        for group in EVENT_GROUPS
        for event in source("events")[group].values()
        for options in stages(event)
        for given in options.values()
    ]


def option_text(option: int, ascension: int) -> str:
    """Return what an option of an event does.

    >>> option_text(0, 0), option_text(2, 0)
    ('heal a third of max HP', 'get a random relic, get the curse Regret')
    """
    said = (step_text(step, ascension) for step in _steps()[option])
    return ", ".join(each for each in said if each)


@functools.cache
def _curses() -> frozenset[str]:
    return frozenset(name for group in ("curse", "fixed curse") for name in source("cards")[group])


def neow_text(bonus: int, drawback: int, run: Any) -> str:
    """Return what one of Neow's options does, the drawback first; NONE for an option without one."""
    parts = [names().bonuses[bonus]] if drawback == NONE else [names().drawbacks[drawback], names().bonuses[bonus]]
    tenth = int(run.max_hp) // 10
    numbers = {"tenth": tenth, "fifth": 2 * tenth, "damage": 3 * (int(run.hp) // 10)}
    return ", ".join(_NEOW[part].format(**numbers) for part in parts)


def bonfire_text(rarity: int) -> str:
    """Return what the Bonfire Spirits give for a card.

    >>> bonfire_text(Rarity.COMMON), bonfire_text(Rarity.BASIC)
    ('heal 5 HP', 'nothing happens')
    """
    return {
        Rarity.CURSE: "get Spirit Poop",
        Rarity.COMMON: f"heal {BONFIRE_HEAL} HP",
        Rarity.SPECIAL: f"heal {BONFIRE_HEAL} HP",
        Rarity.UNCOMMON: "heal all HP",
        Rarity.RARE: f"+{BONFIRE_MAX_HP} max HP, heal all HP",
    }.get(Rarity(rarity), "nothing happens")


def removal_text(run: Any) -> str:
    """Return what a shop's removal of a card does, and what the next one costs."""
    later = run.copy()
    later.removals += 1
    plain(price_removal)(later, tables())
    return f"remove a card; the next removal costs {int(later.shop_removal)} gold"


def step_text(step: str, ascension: int) -> str:
    """Return a step in words; empty for one that a player does not notice.

    >>> step_text("damage 25/35% floor", 20), step_text("remove 1", 0), step_text("needs gold 35", 0)
    ('lose 35% of max HP', 'remove 1 card', '')
    """
    word, _, rest = step.partition(" ")
    if word in _SILENT:
        return ""
    amount = _amount(rest, ascension)
    if amount.startswith("0%"):
        return ""
    if word == "card" and amount in _curses():
        return f"get the curse {amount}"
    says = _SAYS.get(word, word.replace("_", " ")).format(amount)
    return says.replace("max max", "max").replace("(s)", "" if amount == "1" else "s")


def _amount(text: str, ascension: int) -> str:
    """Return an amount as it is at this ascension; other words are returned unchanged."""
    first = text.partition(" ")[0]
    if first in ("third", "memo", "all"):
        return {"third": "a third of max", "memo": "some", "all": "all"}[first]
    found = _AMOUNT.fullmatch(first)
    if not found:
        return text
    worse = found["high"] and ascension >= int(found["since"] or _WORSE_FROM)
    number = found["high"] if worse else found["low"]
    return f"{number}% of max" if found["share"] else str(number)


def rest_text(rest: Rest, run: Any) -> str:
    """Return what an option of a rest site does."""
    if rest == Rest.REST:
        return f"heal {int(np.float32(run.max_hp) * REST_SHARE) + int(run.does[RelicEffect.REST_HEAL])} HP"
    return _RESTS.get(rest, "")
