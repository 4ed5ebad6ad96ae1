"""Events of content that trigger themselves: those that can be seen before a battle begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.core.errors import BadData

from ..notation.actions import Broadcast
from ..notation.content import Content
from ..notation.effects import Effect, Group
from ..notation.formula_words import constant
from ..notation.own_actions import Use, expanded
from ..notation.own_rules import CHANGES
from ..notation.player_actions import Gain
from ..notation.statuses import Rule
from ..notation.targets import Self


def refuse_endless(rules: Iterable[Rule], content: Content) -> None:
    """Raise an error if rules of an entry cause the event that they wait for, always and without using it up."""
    gains = {_gained(name) for name in content.resources}
    triggers: dict[str, set[str]] = {}
    for rule in rules:
        event = rule.before or rule.after
        if event in {*content.events, *gains} and rule.do is not None and _always(rule):
            triggers.setdefault(str(event), set()).update(_caused([rule.do], content))
    for event in triggers:
        reached, waiting = set[str](), [event]
        while waiting:
            for each in triggers.get(waiting.pop(), set()) - reached:
                reached.add(each)
                waiting.append(each)
        if event in reached:
            raise BadData(f"the event {event!r} triggers itself without end: give a rule a 'when' or let it 'spend'")


def _always(rule: Rule) -> bool:
    """Return whether a rule acts whenever its event happens."""
    holds = rule.when is None or constant(rule.when)
    return bool(holds) and not rule.types and not rule.spend


def _caused(parts: Iterable[Effect], content: Content) -> Iterator[str]:
    """Yield the events of the content that an effect causes in any case."""
    for part in parts:
        if isinstance(part, Use):
            yield from _caused(expanded(part, content.actions), content)
        elif isinstance(part, Group):
            sure = all(each is None or (constant(each) or 0) > 0 for each in (part.when, part.times))
            if sure and not part.one_of and part.to in (None, Self(own="agent")):
                yield from _caused(part.do, content)
        elif isinstance(part, Broadcast):
            yield part.broadcast
        elif isinstance(part, Gain) and (part.amount == "amount" or (constant(part.amount) or 0) > 0):
            yield _gained(part.gain)


def _gained(resource: str) -> str:
    """Return the event that some of a resource is gained."""
    return f"{resource} {CHANGES[0]}"
