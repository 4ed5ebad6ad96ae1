"""Random games, mutation and crossover: always in the language, valid, and determined by the seed."""

from __future__ import annotations

import math
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Token, Tree

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.cgdl.language.checks import problems
from cardwright.cgdl.language.parser import derivation
from cardwright.cgdl.variation import operators
from cardwright.cgdl.variation.grower import NEVER, OF_LAYOUTS, OF_PARTNERS, Grower, depths, edits, productions, shape
from cardwright.core.errors import CardwrightError

SEEDS = st.integers(0, 2**64 - 1)
NAMES = st.sampled_from(cgdl.games())


def depth(node: Tree | Token) -> int:
    return 0 if isinstance(node, Token) else 1 + max((depth(child) for child in node.children), default=0)


def derived(node: Tree) -> bool:
    """Return whether the grammar allows the parts of every node of a derivation."""
    names = "".join(f"{child.type if isinstance(child, Token) else child.data} " for child in node.children)
    trees = [child for child in node.children if isinstance(child, Tree)]
    return shape(node.data).fullmatch(names) is not None and all(map(derived, trees))


@settings(max_examples=20)
@given(seed=SEEDS, language=st.sampled_from([1, 2, 3]), tables=st.integers(0, 3))
def test_random_games_are_valid_and_in_their_language(seed, language, tables):
    game = cgdl.random_game(seed, tables=tables, language=language)
    assert problems(game) == []
    assert (game.language, game.tables, game.players) == (language, tables, 3)
    assert any(isinstance(com, tree.Deal) for com in game.written_stages()[0].com)


@pytest.mark.parametrize("wrong", [{"players": 1}, {"players": 7}, {"tables": -1}, {"tables": 9}, {"language": 4}])
def test_random_games_of_impossible_sizes_are_refused(wrong):
    with pytest.raises(CardwrightError, match="are allowed"):
        cgdl.random_game(1, **wrong)


@pytest.mark.parametrize("seed", range(5))
def test_random_games_and_their_mutations_keep_given_switches(seed):
    switches = {"axioms": "paper", "turn_limit": 50}
    game = cgdl.random_game(seed, tables=1, switches=switches)
    for each in (game, cgdl.mutated(game, seed), cgdl.crossed(game, cgdl.load("uno"), seed)):
        assert {setting.name: setting.value for setting in each.switches} == switches
        assert cgdl.parse(cgdl.text(each)) == each


def test_a_mutation_without_edits_keeps_the_number_of_stages():
    uno = cgdl.load("uno")
    assert {len(cgdl.mutated(uno, seed, edit=False).stages) for seed in range(40)} == {2}
    assert len({len(cgdl.mutated(uno, seed).stages) for seed in range(40)}) > 1


def test_random_games_vary_and_use_the_whole_language():
    games = [cgdl.random_game(seed, tables=2, language=language) for seed in range(50) for language in (2, 3)]
    seen = {type(node) for game in games for node in tree.walk(game)}
    kinds = tree.Antecedent | tree.Consequent | tree.Com | tree.Combination
    never = {tree.ChosenTakes, tree.ChosenOut, tree.MoveCards}  # they need a chosen player, or a layout
    rare = {tree.Beat, tree.LayOff}  # they need another rule, which lays groups on the same table
    assert set(kinds.__args__) - never - rare <= seen
    assert len({cgdl.text(game).split("\n", 2)[2] for game in games}) == len(games)


def test_random_games_of_language_3_need_few_repairs(monkeypatch):
    checks = []
    monkeypatch.setattr(operators, "problems", lambda game: checks.append(game) or problems(game))
    games = [cgdl.random_game(seed, language=3) for seed in range(20)]
    assert len(checks) < 20 * len(games)
    assert any(rule.step for game in games for stage in game.written_stages() for rule in stage.rules)


@settings(max_examples=30)
@given(seed=SEEDS, limit=st.integers(0, 30), symbol=st.sampled_from(sorted(productions())))
def test_growth_follows_the_grammar_and_the_depth_limit(seed, limit, symbol):
    banned = frozenset((*NEVER, *OF_PARTNERS, *OF_LAYOUTS))  # this game has no partners and no layouts
    if symbol.startswith("__") or math.isinf(depths(banned)[symbol]):
        return
    grown = Grower(random.Random(seed), 3, 3, 2, "Test").grow(symbol, limit)
    assert derived(grown)
    assert depth(grown) <= max(limit, depths(banned)[symbol])


@settings(max_examples=20)
@given(name=NAMES, seed=SEEDS)
def test_a_mutation_is_a_different_valid_game(name, seed):
    game = cgdl.load(name)
    changed = cgdl.mutated(game, seed)
    assert changed != game
    assert problems(changed) == []
    assert changed.switches == game.switches
    assert (changed.players, changed.tables, changed.language) == (game.players, game.tables, game.language)
    assert cgdl.parse(cgdl.text(changed)) == changed


def test_mutations_can_be_invalid_on_request():
    game = cgdl.load("texas")
    changed = [cgdl.mutated(game, seed, valid=False) for seed in range(60)]
    assert any(problems(each) for each in changed)
    for each in changed:
        derivation(cgdl.text(each))  # it is still a text of the language


@settings(max_examples=20)
@given(mother=NAMES, father=NAMES, seed=SEEDS)
def test_crossover_takes_a_part_from_the_father(mother, father, seed):
    if mother == father:
        return
    one, two = cgdl.load(mother), cgdl.load(father)
    child = cgdl.crossed(one, two, seed)
    assert child != one
    assert problems(child) == []
    assert child.name == one.name
    zones = tree.Hand | tree.Table | tree.Tokens
    known = {node for parent in (one, two) for node in tree.walk(parent) if isinstance(node, zones)}
    assert {node for node in tree.walk(child) if isinstance(node, zones)} <= known  # no zone is invented


@pytest.mark.parametrize("make", [
    lambda seed: cgdl.random_game(seed),
    lambda seed: cgdl.mutated(cgdl.load("golf"), seed),
    lambda seed: cgdl.crossed(cgdl.load("golf"), cgdl.load("uno"), seed),
])  # fmt: skip
def test_the_same_seed_leads_to_the_same_variant(make):
    assert [make(seed) for seed in range(5)] == [make(seed) for seed in range(5)]
    assert len({cgdl.text(make(seed)) for seed in range(5)}) > 1


def test_edits_of_lists_follow_the_grammar():
    for name in cgdl.games():
        for node in derivation(cgdl.source(name)).iter_subtrees():
            for edit in edits(node):
                names = [child.type if isinstance(child, Token) else child.data for child in node.children]
                names[edit.start : edit.stop] = edit.new
                assert shape(node.data).fullmatch("".join(f"{each} " for each in names))


def test_the_last_stage_is_not_cut():
    ninety_nine = derivation(re.sub("^(name|source).*", "", cgdl.source("ninety_nine"), flags=re.MULTILINE))
    stages = [index for index, child in enumerate(ninety_nine.children) if getattr(child, "data", "") == "part"]
    assert [edit.start for edit in edits(ninety_nine) if not edit.inserts] == stages
    del ninety_nine.children[stages[0]]
    assert [edit for edit in edits(ninety_nine) if not edit.inserts] == []
