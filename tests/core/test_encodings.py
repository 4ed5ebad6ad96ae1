"""Every text file is opened with its encoding, and only core/files.py writes, renames and deletes files."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHANGES = {
    ".write_text", ".write_bytes", ".unlink", ".mkdir", ".touch", ".symlink_to", "os.replace", "os.rename", "os.remove",
    "os.unlink", "os.mkdir", "os.makedirs", "shutil.rmtree", "shutil.move", "shutil.copy",
}  # fmt: skip
ALLOWED = (
    "core/files.py",
    "core/compiling/",  # machine code is in a folder that nobody but the user can write
)


def calls(*places: str) -> Iterator[tuple[str, str, ast.Call]]:
    """Yield the calls in all files, each with its file and line and with the name of what is called."""
    for file in (each for place in places for each in sorted((ROOT / place).rglob("*.py"))):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Call):
                yield f"{file.relative_to(ROOT)}:{node.lineno}", ast.unparse(node.func), node


def strings(call: ast.Call) -> list[str]:
    values = (*call.args, *(each.value for each in call.keywords))
    return [each.value for each in values if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def lacks_encoding(name: str, call: ast.Call) -> bool:
    if "utf-8" in strings(call):
        return False
    if name == "open":
        return not any("b" in each for each in strings(call))
    return name.endswith((".read_text", ".write_text")) and not name.endswith("data.read_text")


def test_every_text_file_is_opened_with_its_encoding():
    """Otherwise it depends on the locale, and LC_ALL=C cannot read a single non-ASCII character."""
    found = [where for where, name, call in calls("src", "benchmarks", "examples") if lacks_encoding(name, call)]
    assert not found


def test_files_are_changed_in_one_place():
    def changes(name: str, call: ast.Call) -> bool:
        base = name if name.startswith(("os.", "shutil.")) else f".{name.rpartition('.')[2]}" if "." in name else name
        opened = name == "open" and ast.unparse(call.args[0]) != "os.devnull"
        return base in CHANGES or (opened and bool({*"wax"} & {*"".join(strings(call)[-1:])}))

    found = [where for where, name, call in calls("src") if changes(name, call)]
    assert [each for each in found if not each.removeprefix("src/cardwright/").startswith(ALLOWED)] == []
