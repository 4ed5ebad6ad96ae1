"""The search for seeds: what can be required, that it finds what runs hold, and that it can be resumed."""

from __future__ import annotations

import json
import re

import pytest

from cardwright.core.errors import BadData, UnknownName
from cardwright.spire import run
from cardwright.spire.run.conditions import Subject, parse
from cardwright.spire.run.tables import names

QUICK = {"compiled": False, "jobs": 1}


@pytest.mark.parametrize(
    ("requirement", "holds"),
    [
        ("neow has three_potions", lambda found: "three_potions" in bonuses(found)),
        ("neow 1 is upgrade_card", lambda found: bonuses(found)[0] == "upgrade_card"),
        ("neow has lose_all_gold", lambda found: found["neow_options"][2]["drawback"] == "lose_all_gold"),
        (
            "neow has no three_cards or remove_card",
            lambda found: not {"three_cards", "remove_card"} & {*bonuses(found)},
        ),
        ("boss is Hexaghost", lambda found: found["acts"][0]["boss"] == "Hexaghost"),
        ("act 3 boss is not Time Eater", lambda found: found["acts"][2]["boss"] != "Time Eater"),
        ("encounter 1 is Cultist", lambda found: found["acts"][0]["encounters"][0] == "Cultist"),
        ("act 2 encounter 1-3 is Snecko", lambda found: "Snecko" in found["acts"][1]["encounters"][:3]),
        ("first elite is Lagavulin", lambda found: found["acts"][0]["elites"][0] == "Lagavulin"),
        ("relic common 1-5 is Vajra", lambda found: "Vajra" in found["relic_pools"]["common"][:5]),
        ("second boss relic is Sozu", lambda found: found["boss_relics"][1] == "Sozu"),
        ("boss relic has Black Star", lambda found: "Black Star" in found["boss_relics"]),
        ("card reward has Offering or Shockwave", lambda found: seen(found, "card_rewards", "Offering", "Shockwave")),
        ("event is Golden Idol or Big Fish", lambda found: bool({"Golden Idol", "Big Fish"} & {*events(found)})),
        ("shop 1 has Anger for at most 60", lambda found: any(first_shop(found, "Anger", 60))),
    ],
)
def test_a_search_finds_what_runs_hold(requirement, holds):
    checked = 4
    found = run.find([requirement], count=checked, limit=checked, **QUICK)
    assert found.found == [seed for seed in range(1, checked + 1) if holds(overview(seed))]


_overviews: dict[int, dict] = {}


def overview(seed):
    if seed not in _overviews:
        _overviews[seed] = run.overview(seed)
    return _overviews[seed]


def bonuses(found):
    return [option["bonus"] for option in found["neow_options"]]


def events(found):
    return [floor["event"] for floor in found["floors"] if "event" in floor]


def seen(found, kind, *cards):
    return any(card in each["cards"] for each in found[kind] for card in cards)


def first_shop(found, card, most):
    for shop in found["shops"][:1]:
        yield from (name == card and price <= most for name, price in shop["cards"])


def test_all_requirements_must_hold():
    both = ["boss is Hexaghost", "encounter 1 is Cultist"]
    one, other = (set(run.find([each], count=99, limit=40, **QUICK).found) for each in both)
    assert run.find(both, count=99, limit=40, **QUICK).found == sorted(one & other)


@pytest.mark.parametrize(
    ("requirement", "message"),
    [
        ("boss Hexaghost", "write a subject, is or has, and a name"),
        ("boss is Hexagost", "unknown encounter 'Hexagost'; did you mean 'Hexaghost'"),
        ("neow has gold", "unknown bonus of Neow 'gold'"),
        ("first relic is Vajra", "which relics"),
        ("common boss is Hexaghost", "write a subject"),
        ("shop common has Vajra", "only relics have a tier"),
        ("boss is Hexaghost for at most 3", "only a shop has prices"),
        ("act 4 boss is Hexaghost", "there are the acts 1 to 3"),
        ("act 2 neow has gold_100", "neow does not depend on the act"),
        ("encounter 3-1 is Cultist", "a range goes up"),
        ("encounter 0 is Cultist", "positions count from 1"),
        ("first encounter 2 is Cultist", "give one position, not two"),
        ("boss is " + "x" * 500, "write a subject"),
        ("reward has Vajra", "unknown card 'Vajra'"),
        ("act 2 boss is Hexaghost", "Hexaghost can never be there; there are: Automaton, Collector, Champ"),
        ("encounter 99 is Cultist", "the last position of encounter is 16"),
        ("boss 2 is Hexaghost", "the last position of boss is 1"),
        ("encounter 5 is Cultist", "Cultist can never be there; there are: Gremlin Gang"),
        ("elite is Cultist", "Cultist can never be there; there are: Gremlin Nob"),
        ("event is Mind Bloom", "Mind Bloom can never be there"),
        ("first relic common is Shovel", "Shovel can never be there; there are: Whetstone, The Boot"),
        ("relic shop 18 is Toolbox", "the last position of relic is 17"),
        ("boss relic has Vajra", "Vajra can never be there"),
        ("chest has Astrolabe", "Astrolabe can never be there"),
        ("reward has Strike", "Strike can never be there"),
        ("shop has Regret", "Regret can never be there"),
        ("shop has Old Coin", "Old Coin can never be there"),
        ("neow 1 is gold_250", "gold_250 can never be there; there are: three_cards"),
        ("neow 4 has curse", "curse can never be there; there are: lose_starter_relic"),
    ],
)
def test_bad_requirements_are_refused_in_a_sentence(requirement, message):
    with pytest.raises((BadData, UnknownName), match=message):
        parse([requirement])


@pytest.mark.parametrize(
    ("requirements", "message"),
    [
        (
            ["boss is Hexaghost", "boss is Slime Boss"],
            "'boss is Hexaghost' can never hold together with 'boss is Sl",
        ),
        (["boss is Hexaghost", "boss is not Hexaghost"], "can never hold together with 'boss is not Hexaghost'"),
        (
            ["boss is not Hexaghost", "boss is not Slime Boss", "boss is Hexaghost or Slime Boss"],
            "together with 'boss is not Hexaghost' and 'boss is not Slime Boss'",
        ),
        (["encounter 1 is Cultist", "first encounter is Jaw Worm"], "together with 'first encounter is Jaw Worm'"),
        (["encounter 2 is Cultist", "encounter 1-3 is not Cultist"], "together with 'encounter 1-3 is not Cultist'"),
        (["boss relic has Sozu", "boss relic has no Sozu"], "together with 'boss relic has no Sozu'"),
        (["shop has Anger+ for at most 50", "shop has no Anger"], "together with 'shop has no Anger'"),
    ],
)
def test_requirements_that_contradict_each_other_are_refused(requirements, message):
    with pytest.raises(BadData, match=re.escape(message)):
        parse(requirements)


@pytest.mark.parametrize(
    "requirements",
    [
        ["boss is Hexaghost", "act 2 boss is Champ", "boss is Hexaghost or Slime Boss"],
        ["encounter 1-2 is Cultist", "encounter 1 is Jaw Worm", "encounter 3-5 is not Cultist"],
        ["boss relic has Sozu", "boss relic has Black Star"],
        ["shop 1 has Anger", "shop 1 has Vajra", "shop has no Anger+", "shop has no Anger for at most 50"],
        ["neow 3 is gold_250", "neow has curse", "neow 4 has lose_starter_relic"],
    ],
)
def test_requirements_that_can_hold_together_are_read(requirements):
    assert len(parse(requirements).groups) == len(requirements)


@pytest.mark.parametrize(
    "requirement", ["boss is Hexaghost", "shop has Anger+", "shop has Fire Potion", "neow has curse"]
)
def test_names_can_be_written_without_capitals(requirement):
    assert parse([requirement.lower()]).rows.tolist() == parse([requirement]).rows.tolist()


def test_a_search_needs_requirements_and_sensible_numbers():
    with pytest.raises(BadData, match="a search needs a requirement"):
        run.find([])
    with pytest.raises(BadData, match="at most 32 requirements, not 33"):
        run.find(["boss is Hexaghost"] * 33)
    with pytest.raises(BadData, match="count must be 1 to 100,000, not 0"):
        run.find(["boss is Hexaghost"], count=0)
    with pytest.raises(BadData, match="limit must be 1 to"):
        run.find(["boss is Hexaghost"], limit=10**16)


def test_every_name_can_be_required():
    known = names()
    for subject, listed in (("neow", known.bonuses), ("event", known.events), ("reward", known.cards[3:])):
        assert len(parse([f"{subject} has {' or '.join(listed[:5])}"]).rows) == 5
    assert parse(["reward 1 has Whirlwind+"]).rows["upgraded"].tolist() == [1]
    assert parse(["shop has Fire Potion", "neow has curse"]).groups["subject"].tolist() == [
        Subject.SHOP,
        Subject.DRAWBACK,
    ]


def test_the_last_option_of_neow_always_costs_the_starter_relic():
    assert run.find(["neow 4 has lose_starter_relic"], count=3, **QUICK).found == [1, 2, 3]


def test_a_search_that_was_stopped_is_resumed_and_ends_the_same(tmp_path):
    required = ["boss is Hexaghost", "encounter 1 is Cultist"]
    whole = run.find(required, count=3, limit=200, **QUICK)
    file = tmp_path / "search.json"

    def stop(checked, limit, words):
        if checked > 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.find(required, count=3, limit=200, out=file, progress=stop, **QUICK)
    kept = json.loads(file.read_text())
    assert 20 < kept["checked"] < 200
    resumed = run.find(required, count=3, limit=200, out=file, resume=True, **QUICK)
    assert resumed == whole
    assert json.loads(file.read_text())["found"] == whole.found
    more = run.find(required, count=5, limit=400, out=file, resume=True, **QUICK)
    assert more == run.find(required, count=5, limit=400, **QUICK)


def test_a_file_of_another_search_is_not_overwritten(tmp_path):
    file = tmp_path / "search.json"
    run.find(["boss is Hexaghost"], limit=3, out=file, **QUICK)
    with pytest.raises(BadData, match="already holds a search"):
        run.find(["boss is Hexaghost"], limit=3, out=file, **QUICK)
    with pytest.raises(BadData, match="require was 'boss is Hexaghost' in this search, not 'boss is Slime Boss'"):
        run.find(["boss is Slime Boss"], limit=3, out=file, resume=True, **QUICK)
    file.write_text('{"format": "cardwright seeds 1"}')
    with pytest.raises(BadData, match="require"):
        run.find(["boss is Hexaghost"], limit=3, out=file, resume=True, **QUICK)
