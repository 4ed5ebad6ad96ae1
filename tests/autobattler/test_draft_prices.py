"""Prices of cards can be tuned like any other number: a small run of the example."""

from __future__ import annotations

from pathlib import Path

from cardwright import balance

EXAMPLE = Path(__file__).parents[2] / "examples" / "balance_draft.yaml"


def test_prices_are_tuned_until_cards_are_bought_more_evenly() -> None:
    study = balance.Study.read(EXAMPLE)
    assert [variable.label for variable in study.space.variables][:2] == ["cards.Recruit.price", "cards.Bruiser.price"]
    result = balance.tune(study, budget=25, seed=1, optimiser="hill_climbing", jobs=1)
    assert result.winner.losses[0] < result.start.losses[0]
    assert any(change.label.endswith(".price") for change in result.changes)
