"""The generated cards of docs/generate_cards.md: their rules are new, and their texts are those of their data."""

from __future__ import annotations

import doctest
import json
import random
from pathlib import Path

import pytest

from cardwright import spire
from cardwright.agents import make, play_game
from cardwright.spire.making import SpireMaker
from cardwright.spire.making.likeness import rules_of
from cardwright.spire.notation.status_text import status_text

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "generate_cards.md"
MAKER = SpireMaker()
CONTENT = spire.load(ROOT / "examples" / "generated_cards.yaml")


@pytest.mark.parametrize("name", list(CONTENT.statuses))
def test_no_existing_status_has_the_rule(name):
    status = CONTENT.status(name)
    assert rules_of(status) not in {rules_of(each) for each in spire.standard().statuses.values()}
    assert status.text == status_text(status)


def test_the_examples_on_the_page_work():
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0


@pytest.mark.parametrize("seed", range(8))
def test_generated_cards_survive_json_and_play_with_checked_indices(seed):
    """In a logged game the rules run as plain Python, where an index out of bounds is an error."""
    rng = random.Random(seed)
    card = MAKER.vary(MAKER.grow(rng), rng)
    card = json.loads(json.dumps(card))
    ((game,),) = MAKER.games([card], [(MAKER.name(card),)], [seed % len(MAKER.trials)])
    state = game.new(seed, logged=True)
    while not state.over and not state.record.fault:
        state.play(rng.choice(state.legal()))
    compiled = play_game(game, [make("random")], seed, seed)
    assert compiled.over or compiled.record.fault
