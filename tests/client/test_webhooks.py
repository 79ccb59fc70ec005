"""The client's helper believes what the service delivers, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from standardwebhooks import Webhook as Signer

from railhead.client import WebhookVerificationError
from railhead.client.webhooks import TOLERANCE, verify
from railhead.service.settings import Settings
from railhead.service.webhooks.sender import Sender
from railhead.service.webhooks.storage import Delivery, Webhook
from tests.receiver import Received, Receiver, receiving

OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
NEW = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
STRANGER = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
BODY = '{"type":"match.turn","timestamp":"2026-01-01T00:00:00Z","data":{"kind":"turn","seat":1}}'
DELIVERY = Delivery("evt_1", "evt_1", BODY, "2026-01-01T00:00:00Z")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as one:
        yield one


def delivered(receiver: Receiver, old_secret: str = "", late: float = 0.0) -> Received:
    """What the service posts, `late` seconds after the time that it says."""
    settings = replace(Settings(), webhook_private_addresses="127.0.0.0/8")
    now = datetime.now(UTC)
    tomorrow = (now + timedelta(days=1)).isoformat().replace("+00:00", "Z")
    webhook = Webhook("client", receiver.url, NEW, "", "", "")
    if old_secret:
        webhook = replace(webhook, old_secret=old_secret, old_until=tomorrow)
    Sender(settings).attempt(webhook, DELIVERY, now - timedelta(seconds=late))
    return receiver.seen[-1]


def test_a_delivery_of_the_service_is_believed(receiver: Receiver) -> None:
    came = delivered(receiver)
    event = verify(came.body, came.headers, NEW)
    assert event["type"] == "match.turn"
    assert event["data"]["seat"] == 1
    shouted = {name.upper(): text for name, text in came.headers.items()}
    assert verify(came.body, shouted, NEW) == event


def test_while_a_secret_is_renewed_either_is_enough(receiver: Receiver) -> None:
    came = delivered(receiver, OLD)
    assert len(came.headers["webhook-signature"].split()) == 2
    event = verify(came.body, came.headers, OLD)
    assert event == verify(came.body, came.headers, NEW)
    assert event == verify(came.body, came.headers, STRANGER, OLD)
    with pytest.raises(WebhookVerificationError, match="no signature"):
        verify(came.body, came.headers, STRANGER)


@pytest.mark.parametrize("late", [TOLERANCE + 5, -TOLERANCE - 5])
def test_an_old_delivery_and_one_from_the_future_are_refused(
    receiver: Receiver, late: float
) -> None:
    came = delivered(receiver, late=late)
    with pytest.raises(WebhookVerificationError, match="too old, or from the future"):
        verify(came.body, came.headers, NEW)
    assert verify(came.body, came.headers, NEW, tolerance=TOLERANCE + 60)["type"] == "match.turn"
    assert verify(came.body, came.headers, NEW, now=time.time() - late)["type"] == "match.turn"


def test_whatever_is_changed_the_signature_no_longer_fits(receiver: Receiver) -> None:
    came = delivered(receiver)
    at = int(came.headers["webhook-timestamp"])
    changed = [
        {"webhook-id": "evt_2"},
        {"webhook-timestamp": str(at + 1)},
        {"webhook-signature": came.headers["webhook-signature"].replace("v1,", "v2,")},
        {"webhook-signature": "v1,é v1, v1"},
        {"webhook-signature": ""},
    ]
    for one in changed:
        with pytest.raises(WebhookVerificationError, match="no signature"):
            verify(came.body, {**came.headers, **one}, NEW)
    with pytest.raises(WebhookVerificationError, match="no signature"):
        verify(came.body + b" ", came.headers, NEW)


@pytest.mark.parametrize("written", ["", "soon", "-1", "1e9", "²", "9" * 400])
def test_a_time_that_is_none_is_refused(receiver: Receiver, written: str) -> None:
    came = delivered(receiver)
    with pytest.raises(WebhookVerificationError, match="is no time"):
        verify(came.body, {**came.headers, "webhook-timestamp": written}, NEW)


@pytest.mark.parametrize("name", ["webhook-id", "webhook-timestamp", "webhook-signature"])
def test_a_header_that_is_not_there_is_named(receiver: Receiver, name: str) -> None:
    came = delivered(receiver)
    headers = {key: text for key, text in came.headers.items() if key != name}
    with pytest.raises(WebhookVerificationError, match=name):
        verify(came.body, headers, NEW)


@pytest.mark.parametrize("secrets", [(), ("",), ("whsec_",), ("whsec_no secret",), (NEW, "é")])
def test_a_secret_that_is_none_is_the_callers_mistake(
    receiver: Receiver, secrets: tuple[str, ...]
) -> None:
    came = delivered(receiver)
    with pytest.raises(ValueError, match="secret"):
        verify(came.body, came.headers, *secrets)


def test_what_is_signed_and_no_json_is_refused() -> None:
    now = datetime.now(UTC)
    headers = {"webhook-id": "evt_1", "webhook-timestamp": str(int(now.timestamp()))}
    headers["webhook-signature"] = Signer(NEW).sign("evt_1", now, "no event")
    with pytest.raises(WebhookVerificationError, match="no JSON"):
        verify(b"no event", headers, NEW)
