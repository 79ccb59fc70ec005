"""`/v1/me/webhook`: events of a client, sent to an address of its own."""

from __future__ import annotations

import re
from typing import Any, Final

import orjson
from flask import Response

from railhead.service import errors
from railhead.service.clients.event_routes import EXAMPLE_TURN
from railhead.service.core.matches import Matches
from railhead.service.errors import InvalidRequest
from railhead.service.http import auth
from railhead.service.http.cursors import bad_cursor
from railhead.service.http.rate_limits import RateLimit
from railhead.service.http.request_parsing import json_body, query
from railhead.service.http.responses import empty_response, json_response
from railhead.service.http.route import (
    OF_A_CLIENT,
    UNKEYED_BODY,
    WEBHOOKS,
    ResponseSpec,
    StreamSpec,
    route,
)
from railhead.service.http.schemas import queries
from railhead.service.http.schemas.fields import WHOLE_NUMBER, parse
from railhead.service.http.schemas.queries import MineQuery
from railhead.service.model import Client
from railhead.service.webhooks import responses, webhooks
from railhead.service.webhooks.requests import NewWebhook
from railhead.service.webhooks.storage import Delivery, Webhook
from railhead.service.webhooks.targets import AllowedTargets, UnusableTarget

_UNSTORED = {"Cache-Control": "no-store"}


SENT: Final = StreamSpec(
    "application/json",
    responses.WebhookEvent,
    "Sent to the `url` of the webhook, at least once, the events of a match in their order, signed "
    "by the scheme of Standard Webhooks.",
    '{"type":"match.turn","timestamp":"2026-11-22T10:00:00.000000Z","data":' + EXAMPLE_TURN + "}",
)
HEADERS: Final = {
    "webhook-id": "The id of the delivery, the same in each attempt.",
    "webhook-timestamp": "When this attempt began, in seconds of the epoch.",
    "webhook-signature": "Signatures, separated by spaces; one of them is to fit.",
}
_LIMITED: Final = (*OF_A_CLIENT, errors.TooManyRequests)


class WebhookRoutes:
    """The handlers of webhooks; `limit` bounds how often one client changes and tries its own."""

    def __init__(self, matches: Matches, kept: webhooks.Webhooks, limit: RateLimit) -> None:
        self._matches = matches
        self._limit = limit
        self._kept = kept
        self._reach = AllowedTargets(matches.store.settings.webhook_private_addresses)

    @route(
        "put",
        "/v1/me/webhook",
        "Let the client's events go to an address",
        "webhooks",
        {200: ResponseSpec("The webhook, with its secret.", responses.WebhookSecret)},
        (*_LIMITED, *UNKEYED_BODY),
        token="needed",
        scopes=WEBHOOKS,
        body=NewWebhook,
        description="Sends the turns and invitations that are open, then what comes. With another "
        "`url` the secret stays; where the webhook was switched off it is on again. With the same "
        "`url` nothing changes.",
    )
    def put_my_webhook(self) -> Response:
        client = _count_request(self._matches, self._limit)
        query()
        url = parse(NewWebhook, json_body())["url"]
        try:
            self._reach.target(url)
        except UnusableTarget as error:
            raise InvalidRequest(errors=[{"field": "url", "problem": str(error)}]) from error
        return json_response(_with_secret(self._kept.put(client, url)), headers=_UNSTORED)

    @route(
        "get",
        "/v1/me/webhook",
        "Where the client's events go, and how that fares",
        "webhooks",
        {200: ResponseSpec("The webhook, without its secret.", responses.WebhookShown)},
        (*OF_A_CLIENT, errors.NoWebhook),
        token="needed",
        scopes=WEBHOOKS,
        description="Says whether the webhook was switched off, and why.",
    )
    def get_my_webhook(self) -> Response:
        client = auth.client(self._matches)
        query()
        return json_response(_webhook_json(self._kept.get(client)), headers=_UNSTORED)

    @route(
        "delete",
        "/v1/me/webhook",
        "Send the client's events nowhere",
        "webhooks",
        {204: ResponseSpec("Nothing goes anywhere any more; what was to be sent is forgotten.")},
        OF_A_CLIENT,
        token="needed",
        scopes=WEBHOOKS,
        description="Its secret and its deliveries are forgotten. So they are where the client is "
        "revoked; another token of the client changes nothing.",
    )
    def delete_my_webhook(self) -> Response:
        client = auth.client(self._matches)
        query()
        self._kept.remove(client)
        return empty_response()

    @route(
        "post",
        "/v1/me/webhook/secret",
        "Put another secret in place of the webhook's",
        "webhooks",
        {200: ResponseSpec("The webhook, with its new secret.", responses.WebhookSecret)},
        (*_LIMITED, errors.NoWebhook),
        token="needed",
        scopes=WEBHOOKS,
        description="The one before signs too for 24 hours: each delivery has both signatures.",
    )
    def renew_my_webhook_secret(self) -> Response:
        client = _count_request(self._matches, self._limit)
        query()
        return json_response(_with_secret(self._kept.rotate(client)), headers=_UNSTORED)


class DeliveryRoutes:
    """The handlers of what webhooks deliver; `limit` is that of `webhooks`."""

    def __init__(self, matches: Matches, kept: webhooks.Webhooks, limit: RateLimit) -> None:
        self._matches = matches
        self._limit = limit
        self._kept = kept

    @route(
        "post",
        "/v1/me/webhook/test",
        "Send a test to the client's webhook",
        "webhooks",
        {202: ResponseSpec("The delivery, which is tried once.", responses.DeliveryShown)},
        (*_LIMITED, errors.NoWebhook, errors.WebhookDisabled),
        token="needed",
        scopes=WEBHOOKS,
        description="An event of the type `webhook.test`; what became of it stands among the "
        "deliveries a moment later.",
    )
    def test_my_webhook(self) -> Response:
        client = _count_request(self._matches, self._limit)
        query()
        return json_response(_delivery(self._kept.test(client)), 202, _UNSTORED)

    @route(
        "get",
        "/v1/me/webhook/deliveries",
        "What was sent to the client's webhook, and what is to be sent",
        "webhooks",
        {200: ResponseSpec("A page of deliveries.", responses.DeliveryPage)},
        (*OF_A_CLIENT, errors.NoWebhook),
        token="needed",
        scopes=WEBHOOKS,
        query=queries.MineQuery,
        description="Those that wait, and the last 1,000 of seven days that were delivered or "
        "given up, each with its attempts. Nothing of an endpoint's answers but their status.",
    )
    def list_my_deliveries(self) -> Response:
        client = auth.client(self._matches)
        wanted = query(MineQuery)
        below = _number(wanted["cursor"]) if "cursor" in wanted else None
        rows = self._kept.deliveries(client, below, wanted["limit"] + 1)
        page, more = rows[: wanted["limit"]], rows[wanted["limit"] :]
        cursor = str(page[-1][0]) if more else None
        shown = [_delivery(delivery) for _, delivery in page]
        return json_response({"deliveries": shown, "cursor": cursor}, headers=_UNSTORED)

    @route(
        "post",
        "/v1/me/webhook/deliveries/{delivery}/replay",
        "Send a delivery once more",
        "webhooks",
        {202: ResponseSpec("The delivery, which waits again.", responses.DeliveryShown)},
        (*_LIMITED, errors.NoWebhook, errors.NoSuchDelivery, errors.WebhookDisabled),
        token="needed",
        scopes=WEBHOOKS,
        description="The same event under the same id, whatever else its match has to tell, with "
        "attempts as for a new one. One that waits for its next attempt is tried now, after those "
        "that its match has to tell before.",
    )
    def replay_my_delivery(self, delivery: str) -> Response:
        client = _count_request(self._matches, self._limit)
        query()
        return json_response(_delivery(self._kept.replay(client, delivery)), 202, _UNSTORED)


def _count_request(matches: Matches, limit: RateLimit) -> Client:
    """The client who asks, counted."""
    client = auth.client(matches)
    limit.count(client.id)
    return client


def _webhook_json(webhook: Webhook) -> dict[str, Any]:
    return {
        "url": webhook.url,
        "status": "disabled" if webhook.disabled_at else "enabled",
        "disabled_at": webhook.disabled_at or None,
        "disabled_because": webhook.disabled_why or None,
        "failing_since": webhook.failing_since or None,
        "delivered_at": webhook.delivered_at or None,
        "created_at": webhook.created_at,
        "secret_at": webhook.secret_at,
        "old_secret_until": webhook.old_until or None,
    }


def _with_secret(webhook: Webhook) -> dict[str, Any]:
    return {**_webhook_json(webhook), "secret": webhook.secret}


def _delivery(delivery: Delivery) -> dict[str, Any]:
    return {
        "id": delivery.id,
        "status": delivery.status,
        "created_at": delivery.created_at,
        "finished_at": delivery.finished_at,
        "next_attempt_at": delivery.next_at,
        "event": orjson.loads(delivery.body),
        "attempts": delivery.attempts,
    }


def _number(cursor: str) -> int:
    if not re.fullmatch(WHOLE_NUMBER, cursor):
        raise bad_cursor()
    return int(cursor)
