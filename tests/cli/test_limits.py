"""Numbers out of range are refused in one sentence, before anything is played."""

from __future__ import annotations

import pytest

from cardwright.cli.main import run


def refused(capsys, *arguments: str) -> str:
    """Return the message of a command that refuses its arguments."""
    assert run(list(arguments)) == 2
    out = capsys.readouterr()
    assert not out.out
    assert out.err.count("\n") == 1
    return out.err


@pytest.mark.parametrize("jobs", ["-1", "0", "1025"])
@pytest.mark.parametrize("command", ["tune", "look", "sweep --x cards.Vanilla.attack", "influence"])
def test_jobs_of_balance_have_limits(command, jobs, balance_config, capsys) -> None:
    name, *options = command.split()
    message = refused(capsys, "balance", name, balance_config, *options, "--jobs", jobs)
    assert f"the number of jobs must be from 1 to 1024, not {jobs}" in message


@pytest.mark.parametrize("threads", ["-1", "0", "1025"])
def test_threads_of_a_tournament_have_limits(threads, capsys) -> None:
    message = refused(capsys, "autobattler", "tournament", "table-2", "--threads", threads)
    assert f"the number of threads must be from 1 to 1024, not {threads}" in message


@pytest.mark.parametrize("folds", ["0", "-1", "100001", "1000000000000000"])
@pytest.mark.parametrize("command", ["autobattler tournament table-2", "balance groups CONFIG"])
def test_folds_have_limits(command, folds, balance_config, capsys) -> None:
    message = refused(capsys, *command.replace("CONFIG", balance_config).split(), "--folds", folds)
    assert f"folds: {folds}" in message
    assert "1 to 100,000" in message


@pytest.mark.parametrize("repeats", ["0", "-3", "10001"])
def test_repeats_have_limits(repeats, balance_config, capsys) -> None:
    message = refused(capsys, "balance", "groups", balance_config, "--repeats", repeats)
    assert "repeats" in message
    assert f"1 to 10,000, not {repeats}" in message


@pytest.mark.parametrize("samples", ["1", "63", "131072", "1099511627776"])
def test_samples_have_limits(samples, balance_config, capsys) -> None:
    message = refused(capsys, "balance", "influence", balance_config, "--samples", samples)
    assert "power of 2" in message
    assert f"65,536, not {samples}" in message
