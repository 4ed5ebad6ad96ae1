"""A run as data: every encounter, reward, shop and event that a player meets, floor by floor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from cardwright.core.errors import BadData
from cardwright.core.interpreted import plain
from cardwright.core.random import as_seed
from cardwright.core.record import copied
from cardwright.spire.maps import parse_seed, seed_text
from cardwright.spire.maps.act_map import SYMBOLS
from cardwright.spire.maps.generation import ROWS

from . import words
from .acts import ACTS, start_act
from .flow import PROCEED, TAKE_CARD, TAKE_POTION, act, start
from .player import egg_upgrades
from .rooms import Rest
from .script import scripted_action
from .selecting import eligible
from .state import MAX_DECK, NONE, Frame, Key, Outcome, Place, Run, Select
from .tables import names, tables

Choose = Callable[[Any, Any], int]
HIGHEST_ASCENSION = 20

# Events whose choices the recordings name; the others read "option 0".
_NAMED = ("Pleading Vagrant", "Cursed Tome", "Golden Idol", "Falling", "Tomb of Lord Red Mask", "Forgotten Altar",
          "Vampires", "We Meet Again", "Designer In-Spire", "Match and Keep", "Knowing Skull")  # fmt: skip
_ONCE = {
    ("Scrap Ooze", "reach in"): "reach in once",
    ("Dead Adventurer", "search"): "search once",
    ("Match and Keep", "play"): "five tries, no pair found",
}
_UNNAMED = ("Lab", "Bonfire Spirits")
_STOPPED = "Colosseum: not modelled by the simulator"

# Where the recordings say that they are less sure, by event or relic.
_UNSURE_EVENTS = {
    "Transmogrifier": "transformed card uncertain (preview timing)",
    "The Colosseum": "Colosseum: run stopped",
    "Note For Yourself": "Note For Yourself: depends on the player profile",
    "N'loth": "N'loth: depends on the order of the owned relics",
    "Secret Portal": "Secret Portal: offered only after 800 s of play time",
}
_BOTTLED = "{}: the first card of its type in the deck was bottled (cannot be removed or transformed later)"
_RANDOM = "{}: the two random cards depend on the miscellaneous stream after the fight"
_UNSURE_RELICS = {
    **dict.fromkeys(("Bottled Flame", "Bottled Lightning", "Bottled Tornado"), _BOTTLED),
    **dict.fromkeys(("War Paint", "Whetstone"), _RANDOM),
    "Astrolabe": "{}: transformed cards uncertain (preview timing)",
    "Calling Bell": "{}: the game may roll and discard one card reward here; card_offset and later cards uncertain",
}


def check_ascension(ascension: int) -> None:
    """Raise an error for an ascension that does not exist."""
    if not 0 <= ascension <= HIGHEST_ASCENSION:
        raise BadData(f"ascension must be 0 to {HIGHEST_ASCENSION}, not {ascension}")


def new_run(seed: int | str, ascension: int = 0) -> np.ndarray:
    """Return the record of a run that waits for the choice of Neow's option."""
    number = parse_seed(seed)
    check_ascension(ascension)
    records = np.zeros(1, Run).view(np.recarray)
    plain(start)(records[0], tables(), as_seed(number), ascension)
    return records


def act_lists(records: np.ndarray) -> list[dict[str, Any]]:
    """Return the lists of all acts, from the record of a run that has just begun."""
    s = copied(records).view(np.recarray)[0]
    found = [words.act(s)]
    for number in range(2, ACTS + 1):
        s.act = number
        plain(start_act)(s, tables())
        found.append(words.act(s))
    return found


def scripted(seed: int | str, ascension: int = 0) -> dict[str, Any]:
    """Play the script of the recorded runs and return the run as data, with the fields of the recordings."""
    return record(seed, ascension, plain(scripted_action))


def record(seed: int | str, ascension: int, choose: Choose) -> dict[str, Any]:
    """Play a run as `choose` decides and return it as data; it stops where `choose` returns NONE."""
    records = new_run(seed, ascension)
    s = records[0]
    deck = sorted(words.deck(s))
    run = {
        "seed": parse_seed(seed),
        "seed_text": seed_text(parse_seed(seed)),
        "ascension": ascension,
        "neow_options": words.neow_options(s),
        "acts": act_lists(records),
        "relic_pools": words.pools(s),
        "start": {**words.player(s), "deck": deck},
    }
    recorder = _Recorder(s, choose)
    recorder.play()
    stopped = s.outcome == Outcome.RUNNING
    end = {
        "outcome": {Outcome.VICTORY: "victory", Outcome.DEATH: "death"}.get(s.outcome, "stopped"),
        **({"reason": _STOPPED} if stopped else {}),
        "last_floor": int(s.floor),
        "deck": sorted(words.deck(s)),
        "keys": {key.name.lower(): bool(s.keys & key) for key in (Key.EMERALD, Key.SAPPHIRE, Key.RUBY)},
    }
    return {**run, "floors": recorder.floors, "end": end, "cautions": recorder.cautions}


class _Recorder:
    """Plays a run and writes down what happens on every floor."""

    def __init__(self, s: Any, choose: Choose):
        self.s, self.choose = s, choose
        self.floors: list[dict[str, Any]] = []
        self.cautions: list[list[Any]] = []
        self.rewards: dict[str, Any] | None = None  # of the screen that is open
        self.offered: list[int] = []  # cards that can be chosen
        self._begin(1)

    def play(self) -> None:
        """Play the run to its end."""
        s, t = self.s, tables()
        do = plain(act)
        while s.outcome == Outcome.RUNNING:
            action = int(self.choose(s, t))
            if action == NONE:
                break
            frame = words.frame(s)
            if frame == Frame.MAP:
                self._end()
                number, relics = int(s.act), int(s.relic_count)
                do(s, t, action)
                self._begin(number)
            else:
                note = _NOTES.get(frame)
                if note:
                    note(self, action)
                relics = int(s.relic_count)
                do(s, t, action)
            self._note_relics(relics)
        self._end()

    def _begin(self, number: int) -> None:
        s = self.s
        self.deck = Counter(words.deck(s))
        place = Place(int(s.place))
        symbol = {Place.NEOW: "N", Place.BOSS_TREASURE: "-", Place.BOSS: "B" if s.y == ROWS else "-"}.get(place)
        self.floor: dict[str, Any] = {
            "act": number,
            "floor": int(s.floor),
            "x": int(s.x),
            "y": int(s.y),
            "symbol": symbol or SYMBOLS[s.kind[s.y][s.x]],
            "room": place.name,
        }
        if place == Place.EVENT:
            event = names().events[s.event]
            self.floor["event"] = event
            if event in _UNSURE_EVENTS:
                self._warn(_UNSURE_EVENTS[event])
            if event == "Match and Keep":
                self.floor["match_and_keep_cards"] = sorted(
                    {words.card_name(card, plain(egg_upgrades)(s, tables(), card)) for card in s.table}
                )

    def _end(self) -> None:
        self._leave_rewards()
        after = Counter(words.deck(self.s))
        self.floor["deck_added"] = sorted((after - self.deck).elements())
        self.floor["deck_removed"] = sorted((self.deck - after).elements())
        self.floor["after"] = words.player(self.s)
        self.floors.append(self.floor)

    def _warn(self, reason: str) -> None:
        self.cautions.append([int(self.s.floor), reason])

    def _note_relics(self, before: int) -> None:
        """Note the relics that an action has brought about which the recordings are unsure."""
        for relic in words.relics(self.s.relic_list[before : self.s.relic_count].tolist()):
            if relic in _UNSURE_RELICS:
                self._warn(_UNSURE_RELICS[relic].format(relic))

    def _chose(self, what: str) -> None:
        self.floor.setdefault("choices", []).append(what)

    def neow(self, action: int) -> None:
        """Note the bonus that is chosen."""
        self._chose(names().bonuses[self.s.neow[action]])

    def fight(self, action: int) -> None:
        """Note who is fought."""
        s = self.s
        monsters = [[names().monsters[number], None] for number in s.monsters[: s.monster_count]]
        fight: dict[str, Any] = {"encounter": names().encounters[s.encounter], "monsters": monsters}
        if s.place == Place.ELITE and (s.x, s.y) == (s.burning_x, s.burning_y):
            fight["burning_elite_buff"] = int(s.buff)
        if s.place == Place.EVENT:
            self.floor["event_fight"] = True
        self.floor.setdefault("fights", []).append(fight)

    def reward(self, action: int) -> None:
        """Note what lies on a reward screen that is new, and which potions are taken."""
        s = self.s
        if self.rewards is None:
            shown = words.rewards(s)
            keys = {f"{key.name.lower()}_key": True for key in (Key.EMERALD, Key.SAPPHIRE) if s.reward_key == key}
            taken = {"potions_taken": [False] * len(shown["potions"])} if "potions" in shown else {}
            self.rewards = {each: shown[each] for each in ("gold", "relics") if each in shown} | keys | shown | taken
        if TAKE_POTION <= action < TAKE_CARD:
            left = [k for k, taken in enumerate(self.rewards["potions_taken"]) if not taken]
            self.rewards["potions_taken"][left[action - TAKE_POTION]] = True
        elif action == PROCEED:
            self._leave_rewards()

    def _leave_rewards(self) -> None:
        """Write the rewards of a screen down, after the cards that relics on it let the player choose."""
        if self.rewards is not None:
            self.floor.setdefault("rewards", []).append(self.rewards)
            self.rewards = None

    def select(self, action: int) -> None:
        """Note which cards are chosen, of how many."""
        s, t = self.s, tables()
        obtains = s.select == Select.OBTAIN
        if s.chosen_count == 0:
            self.offered = [k for k in range(MAX_DECK) if plain(eligible)(s, t, k)]
            chosen: list[str] = []
            shown = {"type": Select(int(s.select)).name.lower(), "offered": len(self.offered)}
            if obtains:
                shown["offered_cards"] = words.cards(s.library.tolist(), s.library_up.tolist())
            self.floor.setdefault("card_selects", []).append({**shown, "chosen": chosen})
        pile, ups = (s.library, s.library_up) if obtains else (s.deck_card, s.deck_up)
        self.floor["card_selects"][-1]["chosen"].append(words.card_name(pile[action], ups[action]))

    def chest(self, action: int) -> None:
        """Note what kind of chest stands there."""
        self.floor["chest"] = words.chest(self.s)

    def shop(self, action: int) -> None:
        """Note what the shop sells."""
        self.floor.setdefault("shop", words.shop(self.s))

    def rest(self, action: int) -> None:
        """Note what is done at a rest site."""
        self._chose(Rest(action).name.lower())

    def boss_relic(self, action: int) -> None:
        """Note the relics of a boss chest."""
        self.floor["boss_relics"] = words.relics(self.s.boss_relics.tolist())

    def event(self, action: int) -> None:
        """Note the option that is chosen."""
        s = self.s
        event = names().events[s.event]
        label = names().options[tables().event_first[s.event][s.stage] + action]
        if event == "We Meet Again":
            self._give(label)
        if (event, label) in _ONCE:
            label = _ONCE[event, label]
        elif event not in _NAMED and label != "leave":
            label = f"option {action}"
        if event not in _UNNAMED:
            self._chose(label)
        if event == "N'loth" and action < 2:
            self.floor["given"] = names().relics[s.memo[action]]

    def _give(self, label: str) -> None:
        s = self.s
        if label == "give potion":
            self.floor["given"] = names().potions[s.potions[s.memo[0]]]
        elif label == "give gold":
            self.floor["given"] = int(s.memo[1])
        elif label == "give card":
            self.floor["given"] = words.card_name(s.deck_card[s.memo[2]], s.deck_up[s.memo[2]])


_NOTES: dict[Frame, Callable[[_Recorder, int], None]] = {
    Frame.NEOW: _Recorder.neow,
    Frame.FIGHT: _Recorder.fight,
    Frame.REWARD: _Recorder.reward,
    Frame.SELECT: _Recorder.select,
    Frame.CHEST: _Recorder.chest,
    Frame.SHOP: _Recorder.shop,
    Frame.REST: _Recorder.rest,
    Frame.BOSS_RELIC: _Recorder.boss_relic,
    Frame.EVENT: _Recorder.event,
}
