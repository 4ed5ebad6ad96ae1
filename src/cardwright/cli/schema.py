"""`cardwright schema`: the JSON Schemas of YAML formats, for editors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer


def command(
    name: Annotated[str | None, typer.Argument(help="Format, as in spire (default: list all).")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the schema to this file; without a format, all to this folder.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the list of formats as JSON.")] = False,
) -> None:
    """List the formats of YAML files, and write their JSON Schemas, with which editors complete and check files.

    Example: cardwright schema spire --out spire.schema.json
    """
    from cardwright.core import files
    from cardwright.core.errors import BadData, counted, unknown

    from .schemas import FORMATS, schema_of

    if name is not None and name not in FORMATS:
        raise unknown("format", name, FORMATS)
    if as_json and (name or out):
        raise BadData("--json lists the formats; a schema is always JSON, so leave it out")
    if name and out:
        files.write(out, _text(schema_of(name)))
    elif name:
        print(_text(schema_of(name)), end="")
    elif out:
        folder = files.make_folder(out)
        for each in FORMATS:
            files.write(folder / f"{each}.schema.json", _text(schema_of(each)))
        print(f"{counted(len(FORMATS), 'schema')} written to {out}")
    else:
        _list(as_json)


def _text(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=1) + "\n"


def _list(as_json: bool) -> None:
    from .schemas import FORMATS
    from .tables import print_table

    if as_json:
        listed = [{"name": name, "about": each.about, "command": each.command} for name, each in FORMATS.items()]
        print(json.dumps({"formats": listed}, indent=2))
        return
    rows = [(name, each.about, each.command) for name, each in FORMATS.items()]
    print_table(("format", "holds", "read by"), rows, "Formats of YAML files")
