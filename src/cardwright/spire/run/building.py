"""The tables of runs, filled from the data of runs and the content of battles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from statistics import fmean
from typing import Any

import numpy as np

from cardwright.core.errors import BadData
from cardwright.spire import encounters
from cardwright.spire.engine.entry_writer import first_part
from cardwright.spire.engine.state import Sight
from cardwright.spire.notation.actions import Attack, GainMaxHP
from cardwright.spire.notation.cards import MOST_UPGRADES, Card
from cardwright.spire.notation.content import Content
from cardwright.spire.notation.effects import Group
from cardwright.spire.notation.outside import Value
from cardwright.spire.notation.player_actions import FillSlots
from cardwright.spire.notation.relics import Relic

from .notation import Reader, Step
from .opcodes import Op
from .own import cards_by_group, own_relics, pool_tier
from .relic_effects import EFFECT_WORDS, LIMITS, UNUSED, RelicEffect
from .state import NONE
from .tables import (
    ACTS,
    BONUS_GROUPS,
    CARD_GROUPS,
    CODE_FIELDS,
    EVENT_GROUPS,
    Color,
    Draw,
    Names,
    Rarity,
    Tables,
    Tier,
    Type,
    foes,
    source,
    stages,
)

USUAL_UPGRADE, USUAL_RELIC = 1.0, 1.0  # ratings of those that were not measured
HEAVY = 10  # the base damage of an attack that destroys the Wing Statue

# What picking a relic up does, by the effect that its entry in the content names.
_STEPS = {
    "max_hp": "max_hp {}",
    "heal_fully": "heal_full",
    "gold": "gold {}",
    "potion_slots": "potion_slots {}",
    "upgrade_attacks": "upgrade_random {} attack",
    "upgrade_skills": "upgrade_random {} skill",
    "upgrade_cards": "upgrade_random {}",
    "bottle": "bottle {}",
    "remove_cards": "remove {}",
    "transform_and_upgrade": "transform_upgrade {}",
    "transform_basics": "pandora",
    "copy_cards": "duplicate",
    "replaces": "lose_relic {}",
    "curse": "card {}",
}
_REWARDS = {
    "rewards_of_cards": "reward_cards {}",
    "potions": "reward_potions {}",
    "relic_tiers": "reward_screenless {}",
}


def build(content: Content, listed: Names) -> Any:
    """Return the tables of runs with this content, in which everything has the numbers of `listed`."""
    return _Builder(content, listed).build()


def pickup_steps(effects: Mapping[str, Value]) -> list[str]:
    """Return what picking a relic up does, in the notation of events.

    >>> pickup_steps({"max_hp": 7, "potions": 5})
    ['max_hp 7', 'reward_potions 5', 'show_rewards']
    """
    steps = []
    for effect, value in effects.items():
        form = (_STEPS | _REWARDS)[effect]
        steps += [form.format(each) for each in (value if isinstance(value, list) else [value])]
    return [*steps, "show_rewards"] if _REWARDS.keys() & effects.keys() else steps


def _potion_step(effect: Any) -> str:
    """Return what a potion does outside of battles, in the notation of events."""
    if isinstance(effect, Group):
        return _potion_step(effect.do[0])
    if isinstance(effect, GainMaxHP):
        return f"max_hp {effect.max_hp}"
    if isinstance(effect, FillSlots):
        return f"fill_slots {effect.random_potions}"
    healed = getattr(effect, "heal", None)
    share = re.fullmatch(r"max_hp \* (\d+) // 100", str(healed))
    if not share:
        raise BadData(f"outside of battles, a potion heals as in 'max_hp * 20 // 100', not {healed}")
    return f"heal {share[1]}% floor"


def _base_damage(card: Card) -> int:
    """Return the damage of a card's first attack, without what a formula adds to it."""
    match = re.match(r"\d+", str(first_part(card.effect, Attack)[0]))
    return int(match[0]) if match else 0


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


class _Builder:
    """Fills the tables from the data files."""

    def __init__(self, content: Content, listed: Names) -> None:
        self.content, self.names = content, listed
        self.cards = cards_by_group(content, listed)
        self.reader = Reader(
            {
                "c": self.names.cards,
                "r": self.names.relics,
                "e": self.names.encounters,
                "t": [tier.name.lower() for tier in Tier],
                "y": [kind.name.lower() for kind in Type],
            }
        )
        self.code: list[Step] = []
        self.options = 0
        self.t = np.zeros(1, Tables).view(np.recarray)[0]

    def build(self) -> Any:
        self._fill_cards()
        self._fill_potions()
        self._fill_relics()
        self._fill_fights()
        self._fill_events()
        self._fill_neow()
        self._fill_advice()
        for field, column in zip(CODE_FIELDS, zip(*(step.row() for step in self.code), strict=True), strict=True):
            self.t[f"code_{field}"][: len(column)] = column
        return self.t

    def _card(self, name: str) -> int:
        return self.names.cards.index(name)

    def _relic(self, name: str) -> int:
        return self.names.relics.index(name)

    def _program(self, steps: list[str]) -> int:
        """Add a program to the code and return where it begins."""
        start = len(self.code)
        self.code += [*map(self.reader.step, steps), Step(Op.END)]
        return start

    def _needs(self, target: np.ndarray, texts: list[str]) -> None:
        target[:] = NONE
        for k, text in enumerate(texts):
            target[k] = len(self.code)
            self.code.append(self.reader.need(text))

    def _fill_cards(self) -> None:
        t, cards = self.t, self.cards
        for group in CARD_GROUPS:
            rarity = Rarity[group.split()[-1].upper()]
            color = Color.RED
            if "curse" in group:
                color = Color.CURSE
            elif "colorless" in group or group == "special":
                color = Color.COLORLESS
            for name in cards[group]:
                c, entry = self._card(name), self.content.card(name)
                if entry.type == "status":
                    raise BadData(f"the card {name} can be in a deck, so it cannot be a status")
                t.card_type[c], t.card_rarity[c], t.card_color[c] = Type[entry.type.upper()], rarity, color
                heavy = [_base_damage(each) >= HEAVY for each in (entry, entry.upgraded() or entry)]
                t.card_heavy[c] = heavy.index(True) if any(heavy) else NONE
                t.card_fixed[c] = group == "fixed curse" and name != "Pride"
                t.card_upgrades[c] = self._upgrades(entry)
        common, uncommon, rare = (cards[each] for each in ("common", "uncommon", "rare"))
        lists = [
            common, uncommon, rare, cards["colorless uncommon"], cards["colorless rare"],
            cards["curse"], common + uncommon[::-1] + rare[::-1], common[::-1] + uncommon[::-1] + rare[::-1],
            cards["colorless order"],
        ]  # fmt: skip
        for kind in ("attack", "skill", "power"):
            for group in ("common", "uncommon", "rare"):
                lists.append(sorted(name for name in cards[group] if self.content.card(name).type == kind))
        start = 0
        for k, listed in enumerate(lists):
            t.pool_start[k], t.pool_size[k] = start, len(listed)
            t.pool_card[start : start + len(listed)] = [self._card(name) for name in listed]
            start += len(listed)
        t.colorless[:] = [self._card(name) for name in cards["colorless order"]]
        rarities = [self.content.potion(name).rarity for name in self.names.potions]
        t.potion_count = len(rarities)
        t.potion_rarity[: len(rarities)] = [Rarity[each.upper()] for each in rarities]

    def _upgrades(self, card: Card) -> int:
        """Return how often a card can be upgraded."""
        times = 0
        while card.upgraded_name is not None and times < MOST_UPGRADES:
            card, times = self.content.card(card.upgraded_name), times + 1
        return times

    def _fill_potions(self) -> None:
        self.t.potion_pc[:] = NONE
        for number, name in enumerate(self.names.potions):
            potion = self.content.potion(name)
            if potion.outside:
                for k, each in enumerate((potion, potion.stronger())):
                    self.t.potion_pc[number][k] = self._program([_potion_step(each.effect)])

    def _fill_relics(self) -> None:
        t, relics = self.t, source("relics")
        t.relic_last_floor[:], t.relic_bottled[:], t.relic_pc[:] = 999, NONE, NONE
        for tier in Tier:
            own = [name for name in own_relics(self.names) if pool_tier(self.content.relic(name)) == tier]
            numbers = [self._relic(name) for name in (*relics["tiers"][tier.name.lower()], *own)]
            t.relic_tier[numbers] = tier
            if tier != Tier.SPECIAL:
                t.tier_relic[tier][: len(numbers)], t.tier_size[tier] = numbers, len(numbers)
        for floor, listed in relics["last floor"].items():
            t.relic_last_floor[[self._relic(name) for name in listed]] = int(floor)
        for field, key in (("not_in_shop", "not in shops"), ("screen", "not screenless")):
            t[f"relic_{field}"][[self._relic(name) for name in relics[key]]] = 1
        for number, name in enumerate(self.names.relics):
            self._fill_relic(number, self.content.relic(name), relics["pickup"].get(name))
        discounts = sorted({int(each) for each in t.relic_effects[:, RelicEffect.DISCOUNT]} - {0})
        t.discounts[: len(discounts)] = discounts

    def _fill_relic(self, number: int, relic: Relic, steps: list[str] | None) -> None:
        """Fill in what the content says of a relic; `steps` is what picking it up does, if that is not enough."""
        t, pickup = self.t, relic.outside.get("pickup", {})
        t.relic_kept[number], t.relic_charge[number] = relic.counter == "kept", relic.start
        t.relic_sight[number] = (Sight.DRAW_PILE if relic.sees else 0) | (Sight.NO_INTENTS if relic.hides else 0)
        t.relic_fights[number] = bool(relic.rules or t.relic_sight[number])
        for moment, effects in relic.outside.items():
            for word, value in effects.items() if moment != "pickup" else ():
                if word not in (*LIMITS, *UNUSED):
                    effect = EFFECT_WORDS[moment, word, value if isinstance(value, str) else None]
                    t.relic_effects[number][effect] = 1 if isinstance(value, str) else value
        t.relic_campfire[number] = "option" in relic.outside.get("rest site", {})
        if "bottle" in pickup:
            t.relic_bottled[number] = Type[str(pickup["bottle"]).upper()]
        if pickup:
            t.relic_pc[number] = self._program(steps or pickup_steps(pickup))

    def _weighted(self, field: str, act: int, weights: dict[str, float]) -> None:
        """Write a list of encounters with its cumulated weights, in 32-bit floats as the game adds them up."""
        t, total = self.t, np.float32(sum(weights.values()))
        t[f"{field}_size"][act] = len(weights)
        t[field][act][: len(weights)] = [self.names.encounters.index(name) for name in weights]
        shares = np.array([np.float32(weight) / total for weight in weights.values()], np.float32)
        t[f"{field}_sum"][act][: len(weights)] = np.cumsum(shares, dtype=np.float32)

    def _fill_fights(self) -> None:
        t, index, read = self.t, self.names.encounters.index, encounters.read()
        for act, lists in enumerate(read.acts.values()):
            self._weighted("weak", act, lists.weak)
            self._weighted("strong", act, lists.strong)
            self._weighted("elite", act, dict.fromkeys(lists.elites, 1.0))
            t.weak_count[act] = lists.first.count
            t.boss[act] = [index(name) for name in lists.bosses]
        t.not_after[:] = NONE
        for last, listed in read.not_after.items():
            t.not_after[index(last)][: len(listed)] = [index(name) for name in listed]
        step_count, list_size = 0, 0
        for number, parts in enumerate(read.monsters.values()):
            t.fight_first[number] = step_count
            for part in parts:
                drawn = part if isinstance(part, encounters.Draw) else None
                t.fight_draw[step_count] = Draw[drawn.way.upper()] if drawn else Draw.FIXED
                t.fight_times[step_count] = drawn.times if drawn else 1
                monsters = [self._foe(foe) for foe in encounters.alternatives(part)]
                t.fight_start[step_count], t.fight_size[step_count] = list_size, len(monsters)
                t.fight_list[list_size : list_size + len(monsters)] = monsters
                list_size += len(monsters)
                step_count += 1
            t.fight_first[number + 1] = step_count

    def _foe(self, foe: encounters.Foe) -> int:
        """Return the number of a monster, NONE for whom the last unseen step drew."""
        if foe == encounters.DRAWN:
            return NONE
        return foes().index(foe if isinstance(foe, str) else foe.model_dump(mode="json", exclude_unset=True))

    def _fill_events(self) -> None:
        t, index, events = self.t, self.names.events.index, source("events")
        t.event_enter[:] = NONE
        for group in EVENT_GROUPS:
            for name, event in events[group].items():
                self._fill_event(index(name), event)
        for act in range(ACTS):
            numbers = [index(name) for name in events[EVENT_GROUPS[act]]]
            t.act_events[act][: len(numbers)], t.act_event_count[act] = numbers, len(numbers)
            shrines = events["later shrines"] if act else list(events["shrine"])
            t.act_shrines[act][: len(shrines)] = [index(name) for name in shrines]
            t.shrine_count = len(shrines)
        numbers = [index(name) for name in events["one-time"]]
        t.one_time[: len(numbers)], t.one_time_count = numbers, len(numbers)

    def _fill_event(self, number: int, event: dict[str, Any]) -> None:
        t = self.t
        self._needs(t.event_when[number], _listed(event.get("when", [])))
        if "enter" in event:
            t.event_enter[number] = self._program(_listed(event["enter"]))
        for stage, options in enumerate(stages(event)):
            t.event_first[number][stage], t.event_count[number][stage] = self.options, len(options)
            for given in options.values():
                k, steps = self.options, _listed(given)
                needs = [step.removeprefix("needs ") for step in steps if step.startswith("needs ")]
                self._needs(t.option_needs[k], needs)
                t.option_pc[k] = self._program([step for step in steps if not step.startswith("needs ")])
                self.options += 1

    def _fill_neow(self) -> None:
        t, k, neow = self.t, 0, source("neow")
        t.next_act_pc = self._program(["next_act"])
        for number, group in enumerate(BONUS_GROUPS):
            t.neow_first[number] = k
            for steps in neow[group].values():
                t.neow_pc[k] = self._program(_listed(steps))
                k += 1
        t.neow_first[4] = k
        t.drawback_excludes[:] = NONE
        for number, (name, steps) in enumerate(neow["drawbacks"].items()):
            t.drawback_pc[number] = self._program(_listed(steps))
            if name in neow["never together"]:
                t.drawback_excludes[number] = self.names.bonuses.index(neow["never together"][name])

    def _fill_advice(self) -> None:
        t, advice, measured = self.t, source("advice"), source("measured/ratings")
        for field, listed, ratings in (
            ("card", self.names.cards, self._card_ratings(advice["cards"] | measured["cards"])),
            ("bonus", self.names.bonuses, advice["bonuses"]),
            ("drawback", self.names.drawbacks, advice["drawbacks"]),
        ):
            t[f"{field}_rating"][: len(listed)] = [ratings[name] for name in listed]
        cards, potions = self.names.cards, self.names.potions
        t.upgrade_rating[: len(cards)] = [measured["upgrades"].get(name, USUAL_UPGRADE) for name in cards]
        t.relic_rating[: len(self.names.relics)] = [
            measured["relics"].get(name, USUAL_RELIC) for name in self.names.relics
        ]
        t.potion_now[: len(potions)] = [name in advice["potions to drink at once"] for name in potions]
        for boss, ratings in measured["bosses"].items():
            place = list(t.boss[0]).index(self.names.encounters.index(boss))
            for name, more in ratings.items():
                t.boss_rating[place][cards.index(name)] = more
        for name, ratings in advice["events"].items():
            number = self.names.events.index(name)
            for first, count in zip(t.event_first[number], t.event_count[number], strict=True):
                for k in range(first, first + count):
                    t.option_rating[k] = ratings.get(self.names.options[k], (0, 0))

    def _card_ratings(self, ratings: dict[str, float]) -> dict[str, float]:
        """Return the ratings of all cards: those that were not measured are as good as others of their group."""
        return {
            name: ratings.get(name, fmean(ratings[each] for each in named if each in ratings))
            for named in self.cards.values()
            for name in named
        }
