"""Rules about the names of compiled code, by which kernels find each other."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
import sys
import numpy as np
from cardwright.core import kernel

@kernel
def read(records):
    return records[0].x

print(read(np.ones(1, [("x", np.int8), (sys.argv[1], np.int8)])))
print(*(each.fndesc.mangled_name for each in read.overloads.values()))
"""


def test_code_for_one_record_is_not_named_like_that_for_another(tmp_path):
    """Numba numbers record types anew in each process, so two processes used to give the same name to different code.

    A process that loaded both from the cache called the first one for both.
    """
    (tmp_path / "program.py").write_text(PROGRAM)
    environment = {**os.environ, "CARDWRIGHT_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}

    def printed(name):
        command = [sys.executable, "program.py", name]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout

    one, again, other = (printed(name) for name in ("y", "y", "z"))
    assert one.startswith("1\n")
    assert one == again
    assert one != other
