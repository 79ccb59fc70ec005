"""`/v1/me/webhook`: events of a client, sent to an address of its own."""

from __future__ import annotations

import re
from typing import Any

import orjson
from flask import Response

from railhead.service.errors import InvalidRequest
from railhead.service.http import auth
from railhead.service.http.answers import answer, empty_answer
from railhead.service.http.rate_limits import RateLimit
from railhead.service.http.request_parts import json_body, query
from railhead.service.http.routing import Handlers
from railhead.service.http.schemas.fields import WHOLE_NUMBER
from railhead.service.http.schemas.parsing import parsed
from railhead.service.http.schemas.queries import MineQuery
from railhead.service.http.schemas.requests import NewWebhook
from railhead.service.matches.matches import Matches
from railhead.service.matches.webhook_targets import Reach, UnusableTarget
from railhead.service.model import Client
from railhead.service.store.webhooks import Delivery, Webhook

_UNSTORED = {"Cache-Control": "no-store"}


def webhooks(matches: Matches, limit: RateLimit) -> Handlers:
    """The handlers of webhooks; `limit` bounds how often one client changes and tries its own."""
    kept = matches.webhooks
    reach = Reach(matches.store.settings.webhook_private_addresses)

    def put_my_webhook() -> Response:
        client = _counted(matches, limit)
        query()
        url = parsed(NewWebhook, json_body())["url"]
        try:
            reach.target(url)
        except UnusableTarget as error:
            raise InvalidRequest(errors=[{"field": "url", "problem": str(error)}]) from error
        return answer(_with_secret(kept.put(client, url)), headers=_UNSTORED)

    def get_my_webhook() -> Response:
        client = auth.client(matches)
        query()
        return answer(_shown(kept.get(client)), headers=_UNSTORED)

    def delete_my_webhook() -> Response:
        client = auth.client(matches)
        query()
        kept.remove(client)
        return empty_answer()

    def renew_my_webhook_secret() -> Response:
        client = _counted(matches, limit)
        query()
        return answer(_with_secret(kept.rotate(client)), headers=_UNSTORED)

    return [put_my_webhook, get_my_webhook, delete_my_webhook, renew_my_webhook_secret]


def deliveries(matches: Matches, limit: RateLimit) -> Handlers:
    """The handlers of what webhooks deliver; `limit` is that of `webhooks`."""
    kept = matches.webhooks

    def test_my_webhook() -> Response:
        client = _counted(matches, limit)
        query()
        return answer(_delivery(kept.test(client)), 202, _UNSTORED)

    def list_my_deliveries() -> Response:
        client = auth.client(matches)
        wanted = query(MineQuery)
        below = _number(wanted["cursor"]) if "cursor" in wanted else None
        rows = kept.deliveries(client, below, wanted["limit"] + 1)
        page, more = rows[: wanted["limit"]], rows[wanted["limit"] :]
        cursor = str(page[-1][0]) if more else None
        shown = [_delivery(delivery) for _, delivery in page]
        return answer({"deliveries": shown, "cursor": cursor}, headers=_UNSTORED)

    def replay_my_delivery(delivery: str) -> Response:
        client = _counted(matches, limit)
        query()
        return answer(_delivery(kept.replay(client, delivery)), 202, _UNSTORED)

    return [test_my_webhook, list_my_deliveries, replay_my_delivery]


def _counted(matches: Matches, limit: RateLimit) -> Client:
    """The client who asks, counted."""
    client = auth.client(matches)
    limit.count(client.id)
    return client


def _shown(webhook: Webhook) -> dict[str, Any]:
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
    return {**_shown(webhook), "secret": webhook.secret}


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
        problem = "is not the cursor of a page"
        raise InvalidRequest(errors=[{"field": "cursor", "problem": problem}])
    return int(cursor)
