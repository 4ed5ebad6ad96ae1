"""Commands in odd environments: closed streams, a locale without Unicode, Ctrl-C before anything has begun."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shells and signals of POSIX systems")
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NUMBA_DISABLE_JIT": "1"}


def shell(line: str, folder: str | os.PathLike = ".", **variables: str) -> tuple[int, str, str]:
    """Run a line in a shell; `cardwright` is the program."""
    line = line.replace("cardwright", f"{sys.executable} -m cardwright", 1)
    done = subprocess.run(["sh", "-c", line], cwd=folder, env=ENVIRONMENT | variables, capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("words", ["games unicorns:2", "games unicorns:2 --json", "--version", "map --seed 1"])
def test_a_closed_output_takes_everything(words):
    assert shell(f"cardwright {words} >&-") == (0, "", "")
    assert shell(f"cardwright {words} >&- 2>&- <&-") == (0, "", "")


def test_files_are_written_where_all_streams_are_closed(tmp_path):
    """The number of a closed stream must not become that of the file."""
    assert shell("cardwright map --seed 1 --svg map.svg >&- 2>&- <&-", tmp_path) == (0, "", "")
    assert os.listdir(tmp_path) == ["map.svg"]
    assert (tmp_path / "map.svg").read_bytes().startswith(b"<?xml")


def test_a_closed_input_ends_a_game_with_a_person():
    code, output, errors = shell("cardwright play kuhn.py:family --seed 1 --seats you,random <&-", "examples")
    assert (code, errors) == (0, "")
    assert output.endswith("you left the game; go on with: cardwright play --resume --game kuhn.py:family\n")


@pytest.mark.parametrize("words", ["games unicorns:2", "games unicorns:2 --json", "cgdl rules war"])
def test_a_locale_without_unicode_reads_and_writes_utf_8(words):
    plain = shell(f"cardwright {words}", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert plain == shell(f"cardwright {words}", LC_ALL="C.UTF-8", PYTHONUTF8="1")
    assert plain[0] == 0


def test_ctrl_c_while_commands_are_imported_stops_in_one_line():
    """An extension module turns the interrupt into an ImportError, which looked like a broken installation."""
    code = (
        "import os, signal, sys\n"
        "from cardwright.cli.main import main\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'typer':\n"
        "            try: signal.raise_signal(signal.SIGINT)\n"
        "            except KeyboardInterrupt: raise ImportError('interrupted') from None\n"
        "sys.meta_path.insert(0, Finder())\n"
        "main()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background job ignores it
    )
    assert process.communicate() == ("", "stopped\n")
    assert process.returncode == 130


@pytest.mark.parametrize("as_module", [True, False], ids=["python -m cardwright", "the console script"])
def test_ctrl_c_before_anything_is_imported_says_nothing(tmp_path, as_module):
    (tmp_path / "lazy_loader.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\n")
    script = tmp_path / "cardwright"
    script.write_text("import sys\nfrom cardwright.cli.main import main\nif __name__ == '__main__': sys.exit(main())\n")
    started = [sys.executable, *(["-m", "cardwright"] if as_module else [str(script)]), "games"]
    path = os.pathsep.join([str(tmp_path), *sys.path])
    process = subprocess.run(
        started,
        env=ENVIRONMENT | {"PYTHONPATH": path},
        capture_output=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background job ignores it
    )
    assert (process.returncode, process.stdout, process.stderr) == (-signal.SIGINT, b"", b"")


def test_suits_are_told_apart_in_encodings_without_them():
    code, output, errors = shell("echo q | cardwright play cgdl:uno --seed 1", PYTHONIOENCODING="cp1252")
    assert (code, errors) == (0, "")
    assert "P1 (you): 2C 3D QD 2H 7H JH KS\n" in output


def test_help_is_printed_in_old_encodings():
    code, output, errors = shell("cardwright web --help", PYTHONIOENCODING="cp1252")
    assert (code, errors) == (0, "")
    assert "Open the workbench" in output
