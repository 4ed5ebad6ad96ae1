"""Checking a config: every mistake in it that can be found without playing, each with its line."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cardwright.core import data
from cardwright.core.errors import BadData, CardwrightError

from .arenas import ArenaPlan
from .objectives import Limit, LimitSpec, Objective, ObjectiveSpec
from .parameters import ParameterReader
from .study import Config, Study, read_subject
from .subject import Subject
from .tournaments import TournamentPlan

PLANS: dict[str, Any] = {"tournament": TournamentPlan, "arena": ArenaPlan}
METRICS: dict[str, tuple[Any, Any]] = {"objectives": (ObjectiveSpec, Objective), "constraints": (LimitSpec, Limit)}


def mistakes(document: data.Document, folder: Path) -> list[str]:
    """Return a sentence for each mistake in the text of a config; file names in it are relative to a folder.

    Those in how it is written come first, then those in its metrics, in what it plays and in its parameters.
    """
    if not isinstance(document.value, Mapping):
        return []  # a file of another kind
    wrong = data.wrong_parts(Config, document, depth=1)
    found = [str(BadData(says())) for says in wrong.values()]
    spoilt = {location[0] for location in wrong if location}
    for key in METRICS:
        if (key,) not in wrong:
            found += _wrong_metrics(key, document, folder, {location[:2] for location in wrong})
    if "play" not in spoilt:
        subject = _subject(document, folder, found)
        if subject is not None and "parameters" not in spoilt and document.value.get("parameters"):
            found += _wrong_parameters(subject, document.part("parameters"))
    if not found:
        with _noted(found):
            Study(document.value, folder, document)
    return found


@contextlib.contextmanager
def _noted(found: list[str]) -> Iterator[None]:
    """Add what is raised inside to the mistakes."""
    try:
        yield
    except CardwrightError as error:
        found.append(str(error))


def _wrong_metrics(key: str, document: data.Document, folder: Path, spoilt: set[Any]) -> list[str]:
    """Return what is wrong with the metrics of objectives or constraints, except those that are `spoilt`."""
    found: list[str] = []
    model, kind = METRICS[key]
    listed = document.value.get(key)
    for index, given in enumerate(listed if isinstance(listed, list) else ()):
        if (key, index) not in spoilt:
            spec = model.model_validate({"metric": given} if isinstance(given, str) else given)
            with _noted(found), document.error_context(key, index):
                kind.of(spec, folder)
    return found


def _subject(document: data.Document, folder: Path, found: list[str]) -> Subject | None:
    """Return what a config plays; None, with the reasons among the mistakes, if it cannot be read."""
    (kind,) = document.value["play"]
    wrong = data.wrong_parts(PLANS[kind], document.part("play", kind), depth=1) if kind in PLANS else {}
    found += [str(BadData(says())) for says in wrong.values()]
    if not wrong:
        with _noted(found):
            return read_subject(kind, document, folder)
    return None


def _wrong_parameters(subject: Subject, document: data.Document) -> list[str]:
    """Return what is wrong with single parameters; a study says what is wrong with all together."""
    found: list[str] = []
    reader = ParameterReader(subject.rules, subject.synonyms, document)
    for path, raw in document.value.items():
        with _noted(found):
            reader.add(path, raw)
    return found
