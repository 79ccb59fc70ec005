"""Endpoints of webhooks that never answer delay nobody else."""

from __future__ import annotations

import pytest

from tests.hostile.webhooks import beside_slow_endpoints, service

WAITED = 30.0
"""Seconds that an attempt at a silent endpoint takes."""


@pytest.mark.full
def test_fifty_webhooks_with_a_silent_endpoint_delay_no_others() -> None:
    with service(RAILHEAD_WEBHOOK_TIMEOUT_SECONDS=str(WAITED)) as address:
        found = beside_slow_endpoints(address, lanes=2, seconds=10 * WAITED, tries=4)
    assert found.attempts >= 5, "the endpoint was tried"
    assert found.worst < WAITED / 2, found  # a busy machine takes its time, but waits for no other
