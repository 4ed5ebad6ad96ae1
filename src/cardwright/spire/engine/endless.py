"""Events of content that trigger themselves: those that can be seen before a battle begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.core.errors import BadData

from ..notation.actions import Broadcast
from ..notation.content import Content
from ..notation.effects import Effect, Group
from ..notation.entries import Rule, Status
from ..notation.formula_words import constant
from ..notation.own_actions import Use, expanded
from ..notation.targets import Self


def refuse_endless(status: Status, content: Content) -> None:
    """Raise an error if rules of a status broadcast the event that they wait for, always and without using it up."""
    triggers: dict[str, set[str]] = {}
    for rule in status.rules:
        event = rule.before or rule.after
        if event in content.events and rule.do is not None and _always(rule):
            triggers.setdefault(str(event), set()).update(_broadcast([rule.do], content))
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


def _broadcast(parts: Iterable[Effect], content: Content) -> Iterator[str]:
    """Yield the events that whoever has a status broadcasts in any case."""
    for part in parts:
        if isinstance(part, Use):
            yield from _broadcast(expanded(part, content.actions), content)
        elif isinstance(part, Group):
            sure = all(each is None or (constant(each) or 0) > 0 for each in (part.when, part.times))
            if sure and part.to in (None, Self(own="agent")):
                yield from _broadcast(part.do, content)
        elif isinstance(part, Broadcast):
            yield part.broadcast
