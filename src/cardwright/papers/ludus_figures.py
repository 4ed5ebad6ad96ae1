"""The figures of LUDUS, redrawn with the corrected rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright import autobattler, balance
from cardwright.autobattler import Card, CardSet
from cardwright.balance import plots
from cardwright.balance.sweeps import Sweep, group_error, sweep

from .ludus import GROUP, Effort

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SMALL_GROUP = 32  # for a first look


def figures(effort: Effort, seed: int = 0, jobs: int | None = None) -> dict[str, Figure]:
    """Return Figures 1 to 4; Figures 2 and 3 are one plot, before and after."""
    before, after = (
        _study(autobattler.sample(name), GROUP).look(seed, jobs) for name in ("table-1-initial", "table-1")
    )
    errors = group_error(_study(autobattler.sample("table-1-initial"), None), repeats=max(1, effort.errors), seed=seed)
    return {
        "figure-1": plots.heat_map(bruiser_sweep(GROUP if effort.longer else SMALL_GROUP, seed, jobs)),
        "figures-2-and-3": plots.histogram(before, after),
        "figure-4": plots.group_errors(errors),
    }


def bruiser_sweep(group: int, seed: int = 0, jobs: int | None = None) -> Sweep:
    """Sweep for Figure 1: the attack of a bruiser with health 1 against the health of a card that grows on damage.

    The paper does not name the other cards; here they are those of Table 1.
    """
    others = [card for card in autobattler.sample("table-1-initial").cards if card.name != "Grow On Damage"]
    pair = [Card("Bruiser", 9, 1), Card("Grow On Damage", 1, 5, {"grow_on_damage": 1})]
    study = _study(CardSet((*pair, *others)), group)
    return sweep(study, "cards.Bruiser.attack=1:10", "cards.Grow On Damage.health=1:10", seed=seed, jobs=jobs)


def _study(cards: CardSet, group: int | None) -> balance.Study:
    plan = {"cards": cards.to_dict(), **({"group": group} if group else {})}
    return balance.Study({"play": {"tournament": plan}, "objectives": ["standard_deviation"]})
