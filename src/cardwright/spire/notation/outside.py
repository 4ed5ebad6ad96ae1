"""What a relic does outside of battles: plain data that a run reads, and its text.

A relic says at which moment (`MOMENTS`) it does what (`EFFECTS`), as in `outside: {pickup: {max_hp: 7}}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from .phrases import with_article
from .vocabulary import OneOf

MOMENTS = {
    "pickup": "When picked up",
    "path": "When you choose the next room",
    "room": "Whenever you enter a room",
    "unknown room": "When you enter a ? room",
    "rest site": "At rest sites",
    "rest": "When you rest",
    "shop": "In shops",
    "chest": "When you open a chest that is not a boss's",
    "rewards": "In the rewards of battles",
    "monster rewards": "In the rewards of normal battles",
    "elite rewards": "In the rewards of elites",
    "card reward": "When you choose a card as a reward",
    "card added": "Whenever a card is added to your deck",
    "curse added": "Whenever you would get a curse",
    "gold gained": "Whenever you gain gold",
    "potion used": "Whenever you use a potion outside of battles",
    "hp lost": "Whenever you lose HP outside of battles",
    "always": "Outside of battles",
}
EFFECTS = {
    "max_hp": "gain {} max HP",
    "heal": "heal {} HP",
    "heal_fully": "heal to full HP",
    "heal_per_5_cards": "heal {} HP for every 5 cards in your deck",
    "gold": "gain {} gold",
    "gold_percent": "gain {}% more gold",
    "no_gold": "you gain no gold",
    "potion_slots": "gain {} potion slots",
    "potions": "choose from {} random potions",
    "no_potions": "you get no potions",
    "upgrade": "upgrade it if it is {a}",
    "upgrade_attacks": "upgrade {} random attacks of your deck",
    "upgrade_skills": "upgrade {} random skills of your deck",
    "upgrade_cards": "upgrade {} random cards of your deck",
    "bottle": "choose {a} of your deck, which is in your first hand of every battle",
    "remove_cards": "remove {} cards from your deck",
    "transform_and_upgrade": "choose {} cards of your deck, which are transformed and upgraded",
    "transform_basics": "every basic Strike and Defend is replaced by a random card",
    "copy_cards": "copy {} cards of your deck",
    "replaces": "this replaces {}",
    "relics": "there are {} more relics",
    "no_relic": "there is no relic",
    "relic_tiers": "get {a} relic",
    "curse": "get the curse {}",
    "random_curses": "get {} random curses",
    "negate": "it is not added",
    "rewards_of_cards": "there are {} more card rewards",
    "cards": "there are {} more cards to choose from",
    "fewer_cards": "there are {} fewer cards to choose from",
    "max_hp_instead": "you can gain {} max HP instead",
    "rare_factor": "rare cards are {} times as likely",
    "all_colors": "cards of all characters can come up",
    "potion_chance": "the chance of a potion is {}%",
    "discount_percent": "everything costs {}% less",
    "restock": "what you buy is replaced",
    "removal_price": "removing a card costs {} gold",
    "until_spending": "this ends when you spend gold in a shop",
    "option": "you can also choose to {}",
    "forbids": "you cannot choose to {}",
    "no_monsters": "it holds no monsters",
    "treasure_every": "every {}th holds a treasure",
    "any_room": "you can choose any room of the next row",
    "arms": "this counts 1",
    "hp_loss": "lose {} less",
    "charges": "this works as often as its counter says",
}

Value = int | str | bool | list[str]
Moment = Annotated[str, OneOf("moment", tuple(MOMENTS))]
EffectName = Annotated[str, OneOf("effect", tuple(EFFECTS))]
Outside = dict[Moment, Annotated[dict[EffectName, Value], Field(min_length=1)]]


def outside_text(outside: Mapping[str, Mapping[str, Value]]) -> str:
    """Return what a relic does outside of battles, in sentences.

    >>> outside_text({"pickup": {"max_hp": 7, "heal_fully": True}})
    'When picked up: gain 7 max HP; heal to full HP.'
    """
    return " ".join(
        f"{MOMENTS[moment]}: {'; '.join(_effect_text(key, value) for key, value in effects.items())}."
        for moment, effects in outside.items()
    )


def _joined(words: list[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def _effect_text(key: str, value: Value) -> str:
    listed = value if isinstance(value, list) else [str(value)]
    text = EFFECTS[key].format(_joined(listed), a=_joined([with_article(each) for each in listed]))
    one = re.sub(
        r"\b1 (more |fewer |random |)((?:card )?reward|card|relic|potion|curse|attack|skill)s\b", r"1 \1\2", text
    )
    return one if one == text else one.replace("there are", "there is")
