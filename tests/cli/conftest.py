"""What the tests of several commands check alike."""

from __future__ import annotations

import pytest

from cardwright.cli.main import run


@pytest.fixture
def refused(capsys):
    """Check that a command is refused with exit code 2 and nothing but one sentence, which contains `complaint`."""

    def check(arguments, complaint):
        assert run(arguments) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert complaint in output.err
        assert output.err.count("\n") == 1

    return check
