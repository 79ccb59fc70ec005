"""What the service answers about webhooks, and what it sends to them."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import fields

from railhead.service.clients.responses import ClientEvent
from railhead.service.http.schemas.fields import Integer, OneOf, Strict, text_of

_SECONDS_SAID: Final = "Seconds until it answered, or was given up."


def _time(description: str, allow_none: bool = False) -> fields.Field[Any]:
    said = {"description": description}
    return fields.AwareDateTime(required=True, allow_none=allow_none, metadata=said)


class WebhookShown(Strict):
    """The webhook of a client, without its secret."""

    url = text_of("Where events go.")
    status = OneOf(
        "enabled",
        "disabled",
        required=True,
        metadata={"description": "`disabled`: nothing is sent until it is put again."},
    )
    disabled_at = _time("When it was switched off.", allow_none=True)
    disabled_because = OneOf(
        "gone",
        "failing",
        "full",
        required=True,
        allow_none=True,
        metadata={
            "description": "`gone`: the endpoint has answered 410. `failing`: no attempt has "
            "succeeded for too long. `full`: too many events wait."
        },
    )
    failing_since = _time("The first of the attempts that all failed.", allow_none=True)
    delivered_at = _time("The last attempt that succeeded.", allow_none=True)
    created_at = _time("When it was made.")
    secret_at = _time("When the secret was made; `PUT` shows it.")
    old_secret_until = _time("Until when the secret before signs too.", allow_none=True)


class WebhookSecret(WebhookShown):
    """The webhook of a client, with its secret."""

    secret = text_of("What it signs with: `whsec_` and base64, as libraries want it.")


class WebhookEventData(ClientEvent):
    """What has happened: as in the client's stream, or a test."""

    kind = OneOf(
        *("turn", "invitation", "rematch", "over", "gone", "test"),
        required=True,
        metadata={"description": "As in the client's stream; `test` is what was asked for."},
    )

    class Meta(Strict.Meta):
        """Nothing that only a stream has."""

        exclude = ("problem",)


class WebhookEvent(Strict):
    """What is sent to the endpoint of a client."""

    type = text_of("`match.` and the kind of the event, or `webhook.test`.")
    timestamp = _time("When it was noted that there is something to tell.")
    data = fields.Nested(
        WebhookEventData, required=True, metadata={"description": "What has happened."}
    )


class DeliveryAttempt(Strict):
    """One attempt to deliver."""

    at = _time("When it began.")
    status = Integer(
        100,
        599,
        required=True,
        allow_none=True,
        metadata={"description": "What the endpoint answered; null where it did not."},
    )
    error = OneOf(
        *("status", "redirect", "timeout", "connection", "tls", "name"),
        *("private-address", "answer"),
        required=True,
        allow_none=True,
        metadata={
            "description": "Why it failed; null where it did not. `status`: neither 2xx nor 3xx. "
            "`redirect`: none is followed. `connection`: refused or broken. `tls`: the "
            "certificate, or the like. `name`: it stands for no address. `private-address`: it "
            "stands for one that is not public. `answer`: not one of HTTP."
        },
    )
    seconds = fields.Float(required=True, metadata={"description": _SECONDS_SAID})


class DeliveryShown(Strict):
    """An event on its way to the endpoint of a client, or what became of it."""

    id = text_of("The same in the header `webhook-id` of each attempt.")
    status = OneOf(
        "waiting",
        "delivered",
        "failed",
        required=True,
        metadata={"description": "`failed`: it is not tried any more."},
    )
    created_at = _time("When it came.")
    finished_at = _time("When it was delivered or given up.", allow_none=True)
    next_attempt_at = _time("When it is tried again at the earliest.", allow_none=True)
    event = fields.Nested(WebhookEvent, required=True, metadata={"description": "What is sent."})
    attempts = fields.List(
        fields.Nested(DeliveryAttempt),
        required=True,
        metadata={"description": "The last 20, oldest first."},
    )


class DeliveryPage(Strict):
    """Some of the deliveries of a client, the newest first."""

    deliveries = fields.List(
        fields.Nested(DeliveryShown), required=True, metadata={"description": "The newest first."}
    )
    cursor = text_of("Asks for the next page; null on the last.", allow_none=True)
