"""Runs for a seed compared with recordings of the original game, and what holds for every run.

data/runs.jsonl.xz holds 24 runs that follow a script, one JSON object a line, compressed with `lzma`: 12 at ascension
0, 6 at 10 and 6 at 20. They were made by a corrected copy of the simulator sts_lightspeed. data/real_run.json is a run
of the game itself, from a public run history. docs/seeds.md explains the script and what is not compared.
"""

from __future__ import annotations

import json
import lzma
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.core.errors import BadData
from cardwright.core.interpreted import plain
from cardwright.spire import maps, run
from cardwright.spire.maps import rng
from cardwright.spire.run import flow, recording, rooms, script, words
from cardwright.spire.run.state import MAX_DECK, NONE, Frame, Outcome, Run, Select
from cardwright.spire.run.streams import Stream
from cardwright.spire.run.tables import names, tables

DATA = Path(__file__).parent / "data"
RUNS = [json.loads(line) for line in lzma.decompress((DATA / "runs.jsonl.xz").read_bytes()).splitlines()]
REAL = json.loads((DATA / "real_run.json").read_text())[0]
SEEDS = st.integers(-(2**63), 2**63 - 1)
ASCENSIONS = st.integers(0, 20)


def compared(played):
    """Return a run without the HP of monsters, which are no test."""
    played = json.loads(json.dumps(played))
    for floor in played["floors"]:
        for fight in floor.get("fights", []):
            fight["monsters"] = [name for name, _ in fight["monsters"]]
    return played


@pytest.mark.parametrize("recorded", RUNS, ids=lambda each: f"{each['seed_text']}-{each['ascension']}")
def test_a_scripted_run_equals_the_recorded_one(recorded):
    played = compared(run.scripted(recorded["seed"], recorded["ascension"]))
    recorded = compared(recorded)
    for ours, theirs in zip(played["floors"], recorded["floors"], strict=True):
        assert ours == theirs
    assert json.dumps(played) == json.dumps(recorded)  # the order of keys included


# What the player of the real run chose, as far as its file does not say so.
REAL_OPTIONS = {
    "The Ssssserpent": "leave",
    "The Mausoleum": "open",
    "The Nest": "take gold",
    "Winding Halls": "retrace",
    "Sensory Stone": "three memories",
    "Falling": "lose skill",
}
REAL_SKIPPED = (14, 23, 25, 28, 31, 35, 41)  # no card taken: the Ceramic Fish gave no gold


def way_of_the_real_run(act):
    """Return the columns of a path through an act whose rooms have the recorded symbols."""
    wanted = REAL["taken"][17 * (act - 1) :][:15]
    nodes = {(node.x, node.y): node for node in maps.generate(REAL["seed"], act, 1, compiled=False).nodes}
    ways = [(x,) for x in range(7) if (x, 0) in nodes]
    for y in range(1, 15):
        ways = [(*way, x) for way in ways for x in nodes[way[-1], y - 1].to if nodes[x, y].type == wanted[y]]
    return ways[0]


class RealPlayer:
    """Chooses what the player of the real run chose, and fights as well."""

    def __init__(self):
        self.ways = [way_of_the_real_run(act) for act in (1, 2, 3)]
        self.gold = []

    def __call__(self, s, t):
        floor = int(s.floor)
        return int(getattr(self, words.frame(s).name.lower(), self.first)(s, t, floor))

    def first(self, s, t, floor):
        return 0

    def neow(self, s, t, floor):
        return [names().bonuses[bonus] for bonus in s.neow].index(REAL["neow"][0])

    def map(self, s, t, floor):
        if floor:
            self.gold.append(int(s.gold))
            s.hp = REAL["hp"][floor - 1]
        if s.y >= 14:
            return 3
        return self.ways[s.act - 1][s.y + 1]

    def reward(self, s, t, floor):
        shown = words.rewards(s)
        if "gold" in shown:
            return flow.TAKE_GOLD
        if "relics" in shown:
            return flow.TAKE_RELIC
        if shown.get("potions") == [REAL["potions"].get(str(floor))]:
            return flow.TAKE_POTION
        picked = REAL["cards"].get(str(floor), [""])[0]
        if floor not in REAL_SKIPPED and picked in shown.get("cards", [[]])[0]:
            return flow.TAKE_CARD + shown["cards"][0].index(picked)
        return flow.PROCEED

    def select(self, s, t, floor):
        deck = words.deck(s)
        if s.select == Select.REMOVE and "Writhe" in deck:
            return deck.index("Writhe")
        return plain(script.scripted_action)(s, t)

    def rest(self, s, t, floor):
        if floor in REAL["dream"]:
            return rooms.Rest.REST
        return rooms.Rest.SMITH if plain(flow.allowed)(s, t, rooms.Rest.SMITH) else rooms.Rest.LEAVE

    def boss_relic(self, s, t, floor):
        return words.relics(s.boss_relics.tolist()).index(REAL["gainrelic"][str(floor)])

    def shop(self, s, t, floor):
        cards = words.shop(s)["cards"]
        for k, (name, price) in enumerate(cards):
            if name in REAL["bought"].get(str(floor), []) and price >= 0:
                return k
        return rooms.SHOP_REMOVAL if floor in REAL["purge_floors"] and s.shop_removal >= 0 else rooms.SHOP_LEAVE

    def event(self, s, t, floor):
        wanted = REAL_OPTIONS.get(names().events[s.event])
        first = t.event_first[s.event][s.stage]
        options = names().options[first : first + t.event_count[s.event][s.stage]]
        return options.index(wanted) if wanted else 0


ROOMS = {"MONSTER": "M", "ELITE": "E", "EVENT": "?", "SHOP": "$", "REST": "R", "TREASURE": "T", "BOSS": "B"}


def test_a_run_of_the_real_game_is_repeated():
    player = RealPlayer()
    floors = recording.record(REAL["seed"], REAL["ascension"], player)["floors"][1:51]
    assert [ROOMS.get(floor["room"], "-") for floor in floors] == REAL["actual"]
    assert {str(each["floor"]): each["fights"][0]["encounter"] for each in floors if "fights" in each} == REAL["fights"]
    assert {str(each["floor"]): each["event"] for each in floors if "event" in each} == REAL["events"]
    for floor in floors:
        number = str(floor["floor"])
        found = {kind: [] for kind in ("cards", "relics", "potions")}
        for screen in floor.get("rewards", []):
            for kind, listed in found.items():
                listed += screen.get(kind, [])
        assert not REAL["cards"].get(number) or set(REAL["cards"][number]) in map(set, found["cards"])
        assert number not in REAL["relics"] or REAL["relics"][number] in floor["after"]["relics"]
        assert number not in REAL["bossrelics"] or set(floor["boss_relics"]) == set(REAL["bossrelics"][number])
        assert bool(found["potions"]) == (floor["floor"] in REAL["drops"])
        assert number not in REAL["potions"] or found["potions"] == [REAL["potions"][number]]
    assert floors[28]["after"]["relics"][-1] == REAL["book"]
    assert player.gold[:41] == REAL["gold"][:41]


@settings(max_examples=12)
@given(SEEDS, ASCENSIONS)
def test_a_run_begins_with_whole_lists(seed, ascension):
    s = recording.new_run(seed, ascension)[0]
    for tier, listed in words.pools(s).items():
        assert len(set(listed)) == len(listed) == tables().tier_size[words.TIERS.index(tier)]
    assert [names().bonuses[bonus] for bonus in s.neow][3] == "boss_relic_swap"
    found = words.act(s)
    assert all(here != there for here, there in zip(found["elites"], found["elites"][1:], strict=False))
    weak = found["encounters"][:3]
    assert len(set(weak)) == 3
    assert set(weak) <= {"Cultist", "Jaw Worm", "2 Louse", "Small Slimes"}
    assert s.draws[Stream.RELIC] == 5


def random_run(seed, ascension, chance):
    """Play at random and yield the record before each decision."""
    s, t = recording.new_run(seed, ascension)[0], tables()
    allowed, act = plain(flow.allowed), plain(flow.act)
    for _ in range(3000):
        yield s
        if s.outcome != Outcome.RUNNING:
            return
        count = int(flow.ACTION_COUNTS[words.frame(s)])
        while not allowed(s, t, action := chance.randrange(count)):
            pass
        act(s, t, action)
    raise AssertionError("a run never ends")


@settings(max_examples=4)
@given(SEEDS, ASCENSIONS, st.randoms(use_true_random=False))
def test_any_choices_lead_to_an_end(seed, ascension, chance):
    for s in random_run(seed, ascension, random.Random(chance.random())):
        assert 0 <= s.hp <= s.max_hp
        assert s.gold >= 0
        assert s.owned.sum() == s.relic_count
        assert 0 < s.deck_size <= MAX_DECK
        assert words.frame(s) != Frame.PROGRAM or s.outcome != Outcome.RUNNING
        if words.frame(s) == Frame.MAP:
            assert s.depth == 1


@settings(max_examples=4)
@given(SEEDS, ASCENSIONS)
def test_counters_are_numbers_of_draws(seed, ascension):
    s, t = recording.new_run(seed, ascension)[0], tables()
    while s.act == 1 and (action := plain(script.scripted_action)(s, t)) != NONE:
        plain(flow.act)(s, t, action)
    for stream in range(Stream.MISC):
        repeated = np.zeros(2, np.uint64)
        rng.sow(repeated, s.seed)
        for _ in range(s.draws[stream]):
            rng.draw(repeated)
        assert repeated.tolist() == s.words[stream].tolist(), Stream(stream)


def test_a_path_is_walked():
    starts = [node.x for node in maps.generate("HELLO", compiled=False).nodes if node.y == 0]
    found = run.overview("HELLO", columns={0: starts[-1]})
    assert found["floors"][1]["x"] == starts[-1]
    assert found["floors"][-1]["room"] == "BOSS_TREASURE"
    assert run.overview("HELLO")["floors"][1]["x"] == starts[0]
    with pytest.raises(BadData, match="no way leads to column 9 of row 0"):
        run.overview("HELLO", columns={0: 9})


def test_bad_settings_are_refused():
    with pytest.raises(BadData, match="ascension must be 0 to 20, not 21"):
        run.scripted(1, 21)
    with pytest.raises(BadData, match="a seed has at most"):
        run.scripted("1" * 50)


def test_a_record_is_small():
    assert Run.itemsize < 4096
