"""How events are delivered to endpoints of clients."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.service.environment import DAY, setting


@dataclass(frozen=True)
class WebhookSettings:
    """How events are delivered to endpoints of clients."""

    webhook_workers: int = setting(
        "RAILHEAD_WEBHOOK_WORKERS",
        1,
        "Processes that deliver webhooks; 0 where other hosts deliver them.",
        0,
    )
    webhook_private_addresses: str = setting(
        "RAILHEAD_WEBHOOK_PRIVATE_ADDRESSES",
        "",
        "Private networks that webhooks may go to, over plain HTTP too, such as `10.1.0.0/16 "
        "::1/128`.",
        networks=True,
    )
    webhook_timeout_seconds: float = setting(
        "RAILHEAD_WEBHOOK_TIMEOUT_SECONDS",
        10.0,
        "Seconds that a webhook's endpoint may take.",
        0.1,
        60,
    )
    webhook_backoff_factor: float = setting(
        "RAILHEAD_WEBHOOK_BACKOFF_FACTOR",
        1.0,
        "Factor on the pauses between attempts to deliver to a webhook.",
        0.0001,
        10,
    )
    webhook_disable_after_seconds: float = setting(
        "RAILHEAD_WEBHOOK_DISABLE_AFTER_SECONDS",
        3 * DAY,
        "Seconds of nothing but failures after which a webhook is switched off.",
        0.1,
    )
    webhook_seconds_per_hour: float = setting(
        "RAILHEAD_WEBHOOK_SECONDS_PER_HOUR",
        3600.0,
        "Seconds that all attempts at the webhook of one client may take in an hour; after that "
        "its events wait for the next hour (0 for no limit).",
        0,
    )
    webhook_limit: str = setting(
        "RAILHEAD_WEBHOOK_LIMIT",
        "60/minute",
        "How often one client may change, test and replay its webhook (empty for no limit).",
        rate=True,
    )
