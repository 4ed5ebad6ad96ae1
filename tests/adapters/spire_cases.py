"""Battles that kernels cannot finish by themselves."""

from __future__ import annotations

from cardwright import spire

ENEMY = {"name": "Cultist", "hp": 40, "intent": "Incantation"}


@spire.host_action
def damage_by_python(state, entry):
    return len(state.view()["hand"])


def asking() -> spire.Battle:
    """A battle with a card whose damage a Python function says."""
    effect = spire.Host("damage_by_python").And(spire.Attack("amount")).To(spire.Choose("enemies"))
    card = spire.Card(name="Ask", type="attack", cost=0, effect=effect)
    return spire.battle(enemies=[ENEMY], hand=["Ask", "Defend", "Defend"], content=[card])


def runaway() -> spire.Battle:
    """A battle with a card whose effect triggers itself without end."""
    tire = spire.Apply("Weak").To(spire.Self())
    echo = spire.Status(name="Echo", rules=(spire.Rule(after="debuffed", role="target", do=tire),))
    yawn = spire.Card(name="Yawn", type="skill", cost=0, effect=tire)
    return spire.battle(
        enemies=[ENEMY], content=[echo, yawn], player={"statuses": {"Echo": 1}}, hand=["Yawn"] * 4 + ["Defend"]
    )
