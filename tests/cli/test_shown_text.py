"""Text from files cannot control the terminal, forge a line or change the order in which it is read."""

from __future__ import annotations

import io
import os
import shlex
import sys

import pytest
from patience import PATIENCE
from rich.table import Table
from rich.text import Text

from cardwright.cli.main import run
from cardwright.core.showing.terminal import Console
from cardwright.core.showing.text import escape_html, printable

HOSTILE = "\x1b[2J\x1b]0;title\x07\x9b31m\u202egnp\u2066\u200b\r\b\x7f"


def is_safe(text: str) -> bool:
    return all(each.isprintable() or each in "\n\t\u200c\u200d" for each in text)


@pytest.mark.parametrize("name", ["printed", "in an expectation"])
def test_a_scenario_shows_no_control_characters(tmp_path, capsys, name) -> None:
    """YAML itself refuses raw control characters, but not their escapes."""
    hostile = '"\\e[2Jhidden\\u202etxet\\x9b"'
    expected = f"{{pot: {hostile}, {hostile}: 1}}" if name == "in an expectation" else "{pot: 3}"
    text = f"game: kuhn\nname: {hostile if name == 'printed' else 'plain'}\nstart: {{}}\nsteps:\n  - bet\n"
    (tmp_path / "hostile.yaml").write_text(f"{text}  - expect: {expected}\n")
    assert run(["scenario", str(tmp_path)]) in (0, 1, 2)
    captured = capsys.readouterr()
    assert is_safe(captured.out + captured.err)
    assert "hidden?txet?" in captured.out + captured.err


def test_commands_print_nothing_that_cannot_be_printed(monkeypatch, capsys) -> None:
    monkeypatch.setattr("cardwright.cli.games._families", lambda which: print(HOSTILE) or {})
    assert run(["games"]) == 0
    out = capsys.readouterr().out
    assert is_safe(out)
    assert out.startswith("?[2J?]0;title?")


def test_usage_errors_are_printable(capsys) -> None:
    assert run([f"games{HOSTILE}"]) == 2
    assert is_safe(capsys.readouterr().err)


@pytest.mark.parametrize("color_system", [None, "truecolor"])
def test_consoles_keep_only_their_own_control_sequences(color_system) -> None:
    file = io.StringIO()
    console = Console(file=file, force_terminal=bool(color_system), color_system=color_system, width=80)
    table = Table("column", title=HOSTILE)
    table.add_row(Text(HOSTILE, "bold"))
    console.print(HOSTILE, style="red")
    console.print(table)
    shown = file.getvalue()
    assert "\x1b[2J" not in shown
    assert not set("\x07\x9b\u202e\u2066\u200b\r\b\x7f") & set(shown)
    assert ("\x1b[31m" in shown) == bool(color_system)


BAR = """
import sys
from cardwright.cli.streams import printable_streams
from cardwright.core.showing.progress import bar
with printable_streams(), bar("games") as move:
    print("a \\x1b[2J line", file=sys.stderr)
    move(1, 2)
"""


def test_a_bar_on_a_terminal_keeps_its_control_sequences() -> None:
    pexpect = pytest.importorskip("pexpect")
    shown, code = pexpect.run(
        shlex.join([sys.executable, "-c", BAR]), encoding="utf-8", timeout=PATIENCE, withexitstatus=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )  # fmt: skip
    assert code == 0, shown
    assert "\x1b[2J" not in shown
    assert " line\r\n" in shown
    assert "\x1b[2Kgames \x1b[" in shown
    assert "?[" not in shown


def test_consoles_read_no_markup() -> None:
    file = io.StringIO()
    Console(file=file, width=80).print("[bold]a[/bold] :smile: [/nonsense]")
    assert file.getvalue() == "[bold]a[/bold] :smile: [/nonsense]\n"


def test_ordinary_text_stays_as_it_is() -> None:
    for text in ("two\n\tlines", "Größe 5 €", "漢字", "é", "→ ♥", "±"):
        assert printable(text) == text
    assert is_safe(printable("".join(map(chr, range(0x3000)))))
    assert escape_html("<a href='x'>\u202e&") == "&lt;a href=&#x27;x&#x27;&gt;?&amp;"
