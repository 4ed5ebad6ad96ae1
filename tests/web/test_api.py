"""The whole API, asked at random after its own description: whatever is sent, no answer is a failure of the server."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from patience import PATIENCE

schemathesis = pytest.importorskip("schemathesis")

EXAMPLES = 6  # of each of some eighty kinds of requests


def test_nothing_that_is_sent_makes_the_server_fail(web_server):
    api = schemathesis.openapi.from_url(f"{web_server.address}/api/openapi.json")
    operations = [found.ok() for found in api.get_all_operations()]
    assert {operation.path for operation in operations} >= {"/api/games", "/api/tables"}
    for operation in operations:
        for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE):
            try_out(operation.as_strategy(generation_mode=mode))


def try_out(cases):
    """Send random requests of a kind."""

    @settings(max_examples=EXAMPLES, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
    @given(cases)
    def check(case):
        answer = case.call(timeout=PATIENCE)
        assert answer.status_code < 500, (case.operation.label, answer.text)

    with contextlib.suppress(Unsatisfiable):  # nothing can be wrong with a request that has no parameters
        check()
