"""Bodies of requests about webhooks."""

from __future__ import annotations

from railhead.service.http.schemas.fields import Strict, Text
from railhead.service.webhooks.targets import LONGEST_URL, PATTERN


class NewWebhook(Strict):
    """Where the events of a client shall go."""

    url = Text(
        1,
        LONGEST_URL,
        required=True,
        metadata={
            "description": "An endpoint in the public internet that takes POST: `https`, the port "
            "443 or one from 1024, ASCII, no user and no fragment.",
            "pattern": PATTERN,
        },
    )
