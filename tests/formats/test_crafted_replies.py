"""Crafted replies of language models are read or refused with a reason; benchmarks/attacks.py reads many more."""

from __future__ import annotations

import itertools
from functools import partial

import crafted_replies
import pytest

from cardwright.core import registry


@pytest.mark.parametrize("game", ["spire", "autobattler", "unicorns"])
def test_crafted_replies_of_a_designer_are_read_or_refused(game):
    maker = registry.family(game).card_maker()
    replies = crafted_replies.designer_replies(maker, cards=1)
    some = [*itertools.islice(replies, len(crafted_replies.RAW)), *itertools.islice(replies, 0, None, 7)]
    count, refused, failed = crafted_replies.failures(partial(crafted_replies.read_designer, maker), iter(some))
    assert failed == []
    assert 100 < refused <= count


def test_crafted_replies_of_a_player_are_read_or_refused():
    count, refused, failed = crafted_replies.failures(crafted_replies.read_player, crafted_replies.player_replies(1000))
    assert failed == []
    assert count > refused > 100
