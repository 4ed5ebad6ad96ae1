"""Check before a search, which can take hours, that the game allows the values it would try."""

from __future__ import annotations

import numpy as np

from cardwright.core.errors import BadData, CardwrightError

from .study import Study
from .subject import Checked, Values

MAX_CHECKED = 32  # values of one parameter


def check_bounds(study: Study) -> None:
    """Raise BadData if the game does not allow some value of a parameter while the others are as at the start.

    For a long list of values, only the first, the last and some in between are checked.

    >>> config = {"play": {"tournament": {"cards": "vanilla"}}, "parameters": {"cards.Five Four.health": [0, 5]}}
    >>> check_bounds(Study(config))
    Traceback (most recent call last):
    ...
    cardwright.core.errors.BadData: config: cards.Five Four.health cannot be 0: the cards do not allow such values: ...
    """
    space, subject = study.space, study.subject
    if not isinstance(subject, Checked):
        return
    _check_start(study, subject, space.values(space.start))
    for k, variable in enumerate(space.variables):
        last = len(variable.grid) - 1
        between = np.linspace(0, last, min(last + 1, MAX_CHECKED)).astype(int).tolist()
        for index in dict.fromkeys((0, last, *between)):
            genome = (*space.start[:k], index, *space.start[k + 1 :])
            _check(study, subject, space.values(genome), variable.label, variable.grid[index])


def _check_start(study: Study, subject: Checked, values: Values) -> None:
    """Check the start of the search; if it is invalid, blame the number that is invalid on its own, if there is one."""
    try:
        subject.check(values)
    except CardwrightError as error:
        for location, value in values.items():
            _check(study, subject, {location: value}, study.space.origins[location].label, value)
        raise BadData(f"{study.document.at(('parameters',))}: {error}") from None


def _check(study: Study, subject: Checked, values: Values, label: str, value: object) -> None:
    try:
        subject.check(values)
    except CardwrightError as error:
        where = study.document.at(("parameters", label))
        raise BadData(f"{where}: {label} cannot be {value}: {error}") from None
