"""Webhooks: events of a client, sent to an address of its own."""

from __future__ import annotations

from typing import Final

from railhead.service import errors
from railhead.service.http.routes.clients import EXAMPLE_TURN
from railhead.service.http.routes.route import (
    OF_A_CLIENT,
    WEBHOOKS,
    WITH_BODY,
    Answer,
    Route,
    Streamed,
)
from railhead.service.http.schemas import queries, requests
from railhead.service.http.schemas import webhook_responses as responses

SENT: Final = Streamed(
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

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "put",
        "/v1/me/webhook",
        "put_my_webhook",
        "Let the client's events go to an address",
        "webhooks",
        {200: Answer("The webhook, with its secret.", responses.WebhookSecret)},
        (*_LIMITED, *WITH_BODY),
        token="needed",
        scopes=WEBHOOKS,
        body=requests.NewWebhook,
        description="Sends the turns and invitations that are open, then what comes. With another "
        "`url` the secret stays; where the webhook was switched off it is on again. With the same "
        "`url` nothing changes.",
    ),
    Route(
        "get",
        "/v1/me/webhook",
        "get_my_webhook",
        "Where the client's events go, and how that fares",
        "webhooks",
        {200: Answer("The webhook, without its secret.", responses.WebhookShown)},
        (*OF_A_CLIENT, errors.NoWebhook),
        token="needed",
        scopes=WEBHOOKS,
        description="Says whether the webhook was switched off, and why.",
    ),
    Route(
        "delete",
        "/v1/me/webhook",
        "delete_my_webhook",
        "Send the client's events nowhere",
        "webhooks",
        {204: Answer("Nothing goes anywhere any more; what was to be sent is forgotten.")},
        OF_A_CLIENT,
        token="needed",
        scopes=WEBHOOKS,
        description="Its secret and its deliveries are forgotten. So they are where the client is "
        "revoked; another token of the client changes nothing.",
    ),
    Route(
        "post",
        "/v1/me/webhook/secret",
        "renew_my_webhook_secret",
        "Put another secret in place of the webhook's",
        "webhooks",
        {200: Answer("The webhook, with its new secret.", responses.WebhookSecret)},
        (*_LIMITED, errors.NoWebhook),
        token="needed",
        scopes=WEBHOOKS,
        description="The one before signs too for 24 hours: each delivery has both signatures.",
    ),
    Route(
        "post",
        "/v1/me/webhook/test",
        "test_my_webhook",
        "Send a test to the client's webhook",
        "webhooks",
        {202: Answer("The delivery, which is tried once.", responses.DeliveryShown)},
        (*_LIMITED, errors.NoWebhook, errors.WebhookDisabled),
        token="needed",
        scopes=WEBHOOKS,
        description="An event of the type `webhook.test`; what became of it stands among the "
        "deliveries a moment later.",
    ),
    Route(
        "get",
        "/v1/me/webhook/deliveries",
        "list_my_deliveries",
        "What was sent to the client's webhook, and what is to be sent",
        "webhooks",
        {200: Answer("A page of deliveries.", responses.DeliveryPage)},
        (*OF_A_CLIENT, errors.NoWebhook),
        token="needed",
        scopes=WEBHOOKS,
        query=queries.MineQuery,
        description="Those that wait, and the last 1,000 of seven days that were delivered or "
        "given up, each with its attempts. Nothing of an endpoint's answers but their status.",
    ),
    Route(
        "post",
        "/v1/me/webhook/deliveries/{delivery}/replay",
        "replay_my_delivery",
        "Send a delivery once more",
        "webhooks",
        {202: Answer("The delivery, which waits again.", responses.DeliveryShown)},
        (*_LIMITED, errors.NoWebhook, errors.NoSuchDelivery, errors.WebhookDisabled),
        token="needed",
        scopes=WEBHOOKS,
        description="The same event under the same id, whatever else its match has to tell, with "
        "attempts as for a new one. One that waits for its next attempt is tried now, after those "
        "that its match has to tell before.",
    ),
)
