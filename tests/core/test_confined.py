"""A program that works for others reads and writes only in the folders it is confined to."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import sys
from pathlib import Path
from cardwright.core import data, files
from cardwright.core.errors import BadData
home = Path(sys.argv[1])
files.confine(home / "work")
files.write(home / "work" / "own.yaml", "a: 1")
data.read(home / "work" / "own.yaml")
for act in (
    lambda: data.read(home / "secret.yaml"),
    lambda: data.read(home / "work" / ".." / "secret.yaml"),
    lambda: data.read(home / "work" / "link.yaml"),
    lambda: data.read(home / "work" / "door" / "secret.yaml"),
    lambda: files.write(home / "new.yaml", ""),
    lambda: files.make_folder(home / "new"),
    lambda: files.append(home / "secret.yaml", "more"),
):
    try:
        act()
    except BadData as error:
        assert "outside" in str(error) or "symbolic link" in str(error), error
    else:
        raise SystemExit("not refused")
import subprocess
child = "import sys; from cardwright.core import data; data.read(sys.argv[1])"
done = subprocess.run([sys.executable, "-c", child, str(home / "secret.yaml")], capture_output=True, text=True)
assert "outside of the folder" in done.stderr, done.stderr
"""


def test_nothing_outside_is_read_or_written(tmp_path):
    (tmp_path / "work").mkdir()
    (tmp_path / "secret.yaml").write_text("secret: 1")
    (tmp_path / "work" / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (tmp_path / "work" / "door").symlink_to(tmp_path)
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "secret.yaml").read_text() == "secret: 1"
