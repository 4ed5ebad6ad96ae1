"""Running notebooks in a kernel of their own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE


def run_notebook(notebook: Any, folder: Path, *, allow_errors: bool = False) -> Any:
    """Execute a notebook in a folder and return it with its outputs; skip the test where nbclient is missing."""
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed: pip install 'cardwright[test]'")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed: pip install 'cardwright[test]'")
    client = nbclient.NotebookClient(
        notebook,
        timeout=None,  # the first cell of a game has to wait for the compiler
        startup_timeout=PATIENCE,
        iopub_timeout=PATIENCE,  # after four seconds, nbclient would do without what a cell printed
        allow_errors=allow_errors,
        resources={"metadata": {"path": str(folder)}},
    )
    return client.execute(env={**os.environ, "PYDEVD_DISABLE_FILE_VALIDATION": "1"})


def run_cells(folder: Path, *sources: str, allow_errors: bool = False) -> list[Any]:
    """Execute cells in a kernel and return them with their outputs."""
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed: pip install 'cardwright[test]'")
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    made = run_notebook(nbformat.v4.new_notebook(cells=cells), folder, allow_errors=allow_errors)
    return list(made.cells)


def text_of(cell: Any) -> str:
    """Return all plain text that a cell printed or returned."""
    parts = [output.get("text", "") or output.get("data", {}).get("text/plain", "") for output in cell.outputs]
    return "\n".join(parts)
