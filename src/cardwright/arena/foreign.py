"""Limits of Parquet files, which come from anybody: a few megabytes can hold billions of values or endless texts.

Names and types of the columns and the number of rows are checked before any row is read, texts before they are used.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.core.errors import BadData

if TYPE_CHECKING:
    import polars

MOST_COLUMNS = 1000
MOST_VALUES = 100_000_000  # rows times columns, of a log whose rows are all in memory
MOST_CHARACTERS = 1_000_000_000  # of the texts of all rows
MOST_WORDS = 100_000  # in a list of words that a column has
LONGEST_NAME, LONGEST_TEXT = 200, 2000  # characters
LARGEST_NUMBER = 1e15  # of what is measured; seeds are larger


def check_columns(rows: polars.LazyFrame, file: Path) -> None:
    """Refuse a file with too many columns, or with names or lists of words that are too long."""
    import polars

    schema = rows.collect_schema()
    if len(schema) > MOST_COLUMNS:
        raise BadData(f"{file} has {len(schema):,} columns; at most {MOST_COLUMNS:,} are read")
    if any(len(name) > LONGEST_NAME for name in schema):
        raise BadData(f"{file} has a column whose name is longer than {LONGEST_NAME} characters")
    kinds = [kind.inner if isinstance(kind, polars.List) else kind for kind in schema.values()]
    for words in (kind.categories for kind in kinds if isinstance(kind, polars.Enum)):
        if len(words) > MOST_WORDS or _longest(words) > LONGEST_TEXT:
            raise BadData(
                f"{file} has a column with too many or too long words; at most {MOST_WORDS:,} words of "
                f"{LONGEST_TEXT:,} characters are read"
            )


def read_games(rows: polars.LazyFrame, file: Path) -> polars.DataFrame:
    """Return all rows of the log of games; one that is too large, or whose texts are too long, is refused."""
    import polars

    check_columns(rows, file)
    schema = rows.collect_schema()
    count = int(rows.select(polars.len()).collect().item())
    if count * len(schema) > MOST_VALUES:
        raise BadData(f"{file} has {count:,} rows of {len(schema):,} columns; at most {MOST_VALUES:,} values are read")
    if "seats" not in schema:
        raise BadData(f"{file} is damaged: it does not have the columns of a log; choose another log")
    kinds = {name: kind for name, kind in schema.items() if not kind.is_numeric() and kind != polars.Boolean}
    if [*kinds] != ["seats"] or not isinstance(kinds["seats"], polars.String | polars.Categorical | polars.Enum):
        raise BadData(f"{file} is damaged: its columns are not numbers; choose another log")
    longest = _longest(rows.select("seats").unique().collect()["seats"].cast(polars.String))
    if longest > LONGEST_TEXT or longest * count > MOST_CHARACTERS:
        raise BadData(f"{file} has seats with texts of {longest:,} characters; that is too long for {count:,} rows")
    return rows.collect()


def check_numbers(frame: polars.DataFrame, names: list[str], file: Path) -> None:
    """Refuse numbers that no game measures."""
    import polars

    value = polars.col(names).cast(polars.Float64).fill_nan(0)
    wrong = frame.select((value.abs() > LARGEST_NUMBER).any()).row(0) if names else ()
    for name in (name for name, each in zip(names, wrong, strict=True) if each):
        raise BadData(f"{file}: the column {name!r} has a number beyond {LARGEST_NUMBER:,.0f}")


def _longest(texts: polars.Series) -> int:
    found: Any = texts.str.len_bytes().max()
    return int(found or 0)
