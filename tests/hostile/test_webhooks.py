"""Endpoints of webhooks that never answer delay nobody else."""

from __future__ import annotations

from tests.hostile.webhooks import beside_slow_endpoints, service


def test_fifty_webhooks_with_a_silent_endpoint_delay_no_others() -> None:
    with service() as address:
        found = beside_slow_endpoints(address, lanes=2, tries=4)
    assert found.attempts >= 5, "the endpoint was tried"
    assert found.worst < 5.0, found  # an attempt at the silent endpoint takes 10 s
