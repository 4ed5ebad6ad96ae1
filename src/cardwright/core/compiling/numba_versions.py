"""The versions of Numba that Cardwright works with: it relies on private parts, which Numba does not promise to keep.

`TESTED` names the versions that the tests have run with. Repeat that with `python tests/versions.py`. Other versions
are refused with one sentence.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from ..errors import CardwrightError

TESTED = {"numba": ("0.68", "0.69"), "numba-cuda": ("0.30.4", "0.31")}  # the lowest version, and the first one too high


def version_error(package: str, installed: str) -> CardwrightError:
    """Return the sentence for a version of `package` that does not fit.

    >>> print(version_error("numba", "0.50.1"))
    numba 0.50.1 does not fit: Cardwright needs numba>=0.68,<0.69, so run pip install "numba>=0.68,<0.69"
    """
    lowest, too_high = TESTED[package]
    allowed = f"{package}>={lowest},<{too_high}"
    return CardwrightError(
        f'{package} {installed} does not fit: Cardwright needs {allowed}, so run pip install "{allowed}"'
    )


def check_version(package: str, installed: str) -> None:
    """Refuse a version of `package` that the tests have not run with.

    >>> check_version("numba", "0.68.0")
    """
    lowest, too_high = map(_numbers, TESTED[package])
    if not lowest <= _numbers(installed) < too_high:
        raise version_error(package, installed)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)[:3]))


@contextlib.contextmanager
def private_parts(package: str, installed: str) -> Iterator[None]:
    """Import private parts of `package` in this block; refuse a version that lacks them or was not tested."""
    check_version(package, installed)
    try:
        yield
    except (ImportError, AttributeError) as error:  # a changed build of a version that should fit
        raise version_error(package, installed) from error
