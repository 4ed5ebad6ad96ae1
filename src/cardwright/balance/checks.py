"""Whether a game allows what a config wants to try; asked before a search begins, for it may go on for hours."""

from __future__ import annotations

import numpy as np

from cardwright.core.errors import BadData, CardwrightError

from .study import Study
from .subject import Checked, Values

MOST_CHECKED = 32  # values of a parameter


def check_bounds(study: Study) -> None:
    """Refuse a parameter with a value that the game does not allow, the others being as at the start.

    Of a long grid the first value, the last and some between them are checked.

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
        between = np.linspace(0, last, min(last + 1, MOST_CHECKED)).astype(int).tolist()
        for index in dict.fromkeys((0, last, *between)):
            genome = (*space.start[:k], index, *space.start[k + 1 :])
            _check(study, subject, space.values(genome), variable.label, variable.grid[index])


def _check_start(study: Study, subject: Checked, values: Values) -> None:
    """Where the search cannot even begin, the number that is wrong by itself is to blame, if there is one."""
    try:
        subject.check(values)
    except CardwrightError as error:
        for place, value in values.items():
            _check(study, subject, {place: value}, study.space.origins[place].label, value)
        raise BadData(f"{study.document.at(('parameters',))}: {error}") from None


def _check(study: Study, subject: Checked, values: Values, label: str, value: object) -> None:
    try:
        subject.check(values)
    except CardwrightError as error:
        where = study.document.at(("parameters", label))
        raise BadData(f"{where}: {label} cannot be {value}: {error}") from None
