"""Whether what was posted to an endpoint is a service's: signatures of Standard Webhooks.

    event = verify(body, headers, secret)

`body` is what came, byte for byte; `secret` is what `PUT /v1/me/webhook` answered.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Final, cast

from railhead.client.errors import WebhookVerificationError
from railhead.client.schemas import WebhookEvent

PREFIX: Final = "whsec_"
TOLERANCE: Final = 300.0
"""Seconds by which the time of a delivery may be before or after ours."""


def verify(
    body: bytes,
    headers: Mapping[str, str],
    *secrets: str,
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> WebhookEvent:
    """The event in the body of a delivery, where one of its signatures fits one of `secrets`.

    Names of `headers` may be written in any case. `now` is the time in seconds of the epoch, by
    default this machine's. While a secret is renewed the service signs by the old and the new one,
    so one of them is enough; an endpoint may know both, too. Remember `webhook-id`: a delivery that
    comes again has the same one, and within `tolerance` anybody who saw it can send it again.

    Raises `WebhookVerificationError` where it is not to be believed, and `ValueError` for a secret
    that is none.
    """
    keys = [_key(secret) for secret in secrets]
    if not keys:
        raise ValueError("no secret is given")
    told = {name.lower(): text for name, text in headers.items()}
    try:
        number, at = told["webhook-id"], told["webhook-timestamp"]
        signatures = [one.encode() for one in told["webhook-signature"].split()]
    except KeyError as error:
        raise WebhookVerificationError(f"there is no header {error.args[0]}") from None
    _check_time(at, time.time() if now is None else now, tolerance)
    content = b".".join((number.encode(), at.encode(), body))
    if not any(
        hmac.compare_digest(_signature(key, content), one) for key in keys for one in signatures
    ):
        raise WebhookVerificationError("no signature fits")
    try:
        return cast(WebhookEvent, json.loads(body))
    except ValueError as error:
        raise WebhookVerificationError("the body is no JSON") from error


def _check_time(written: str, now: float, tolerance: float) -> None:
    """Raises `WebhookVerificationError` for a time that is too long ago, ahead, or none."""
    if not (written.isascii() and written.isdigit() and len(written) <= 12):
        raise WebhookVerificationError("webhook-timestamp is no time")
    if abs(now - int(written)) > tolerance:
        raise WebhookVerificationError(
            "the delivery is too old, or from the future: are the clocks right?"
        )


def _key(secret: str) -> bytes:
    """The bytes of a secret. Raises `ValueError` where it is none."""
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except ValueError as error:
        raise ValueError("a secret is written in Base64, after whsec_") from error
    if not key:
        raise ValueError("a secret is not empty")
    return key


def _signature(key: bytes, content: bytes) -> bytes:
    """What the header has of a signature by this key."""
    made = hmac.new(key, content, hashlib.sha256).digest()
    return b"v1," + base64.b64encode(made)
