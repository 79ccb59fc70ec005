"""Webhooks over HTTP: setting, testing, looking at and replaying what they deliver."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from railhead.service.core.matches import Matches
from railhead.service.settings import Settings
from tests.http.api import Api, fields_of, problem, serving
from tests.http.limiting import limited
from tests.http.test_client_events import listening
from tests.http.test_clients import ANN, MINE, made_client
from tests.receiver import Receiver, receiving
from tests.service.conftest import Processes, eventually
from tests.service.test_webhooks import QUICK

WEBHOOK = "/v1/me/webhook"
PUBLIC = "https://hooks.example/railhead"
NEAR = {"RAILHEAD_WEBHOOK_PRIVATE_ADDRESSES": "127.0.0.0/8"}
PATIENT = {**QUICK, "RAILHEAD_WEBHOOK_TIMEOUT_SECONDS": "10"}
"""Settings with which failures are tried again at once, and endpoints may take their time."""


@pytest.fixture
def near(store_url: str, settings: Settings) -> Iterator[Api]:
    """An API whose webhooks may go to this machine."""
    with serving(store_url, **NEAR, RAILHEAD_WEBHOOK_LIMIT="20/hour") as address:
        yield Api(address)


@pytest.fixture
def deliverers(processes: Processes, matches: Matches) -> None:
    """Worker processes that deliver to this machine, and try again at once."""
    processes.workers(matches, 1, **PATIENT)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as one:
        yield one


def put(client: Api, url: str) -> dict[str, Any]:
    answered = client("PUT", WEBHOOK, json={"url": url})
    assert answered.status_code == 200, answered.text
    document: dict[str, Any] = answered.json()
    return document


def deliveries(client: Api, **wanted: Any) -> dict[str, Any]:
    answered = client.get(f"{WEBHOOK}/deliveries", params=wanted)
    assert answered.status_code == 200, answered.text
    document: dict[str, Any] = answered.json()
    return document


def test_a_webhook_is_put_read_changed_and_deleted(api: Api) -> None:
    _, client = made_client(api)
    problem(client.get(WEBHOOK), 404, "no-webhook")
    made = put(client, PUBLIC)
    assert made["url"] == PUBLIC
    assert made["secret"].startswith("whsec_")
    assert (made["status"], made["disabled_at"], made["old_secret_until"]) == (
        "enabled",
        None,
        None,
    )
    shown = client.get(WEBHOOK)
    assert shown.headers["Cache-Control"] == "no-store"
    assert shown.json() == {name: made[name] for name in made if name != "secret"}
    assert put(client, PUBLIC) == made
    moved = put(client, f"{PUBLIC}/2")
    assert (moved["secret"], moved["url"]) == (made["secret"], f"{PUBLIC}/2")
    renewed = client.post(f"{WEBHOOK}/secret").json()
    assert renewed["secret"] != made["secret"]
    assert renewed["old_secret_until"] > renewed["secret_at"]
    assert put(client, f"{PUBLIC}/2")["secret"] == renewed["secret"]
    assert client.delete(WEBHOOK).status_code == 204
    assert client.delete(WEBHOOK).status_code == 204
    for refused in (client.get(WEBHOOK), client.post(f"{WEBHOOK}/secret")):
        problem(refused, 404, "no-webhook")
    assert put(client, PUBLIC)["secret"] not in (made["secret"], renewed["secret"])


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example/",
        "https://127.0.0.1/",
        "https://[::ffff:10.0.0.1]/",
        "https://169.254.169.254/latest",
        "https://user:password@hooks.example/",
        "https://hooks.example:22/",
        "nonsense",
        "",
        7,
    ],
)
def test_urls_that_are_not_taken_are_said_to_be_so(api: Api, url: Any) -> None:
    _, client = made_client(api)
    refused = client("PUT", WEBHOOK, json={"url": url})
    assert fields_of(problem(refused, 422, "invalid-request")) == ["url"]
    problem(client.get(WEBHOOK), 404, "no-webhook")


def test_nobody_without_a_clients_token_has_a_webhook(api: Api) -> None:
    match = api.created()
    for caller in (api, match.owner, match.seats[0], api.holding("client_no_such")):
        problem(caller("PUT", WEBHOOK, json={"url": PUBLIC}), 401, "unauthorized")
        for path in (WEBHOOK, f"{WEBHOOK}/deliveries"):
            problem(caller.get(path), 401, "unauthorized")
        for path in ("secret", "test", "deliveries/evt_1/replay"):
            problem(caller.post(f"{WEBHOOK}/{path}"), 401, "unauthorized")
        problem(caller.delete(WEBHOOK), 401, "unauthorized")


@pytest.mark.full
def test_a_new_token_leaves_the_webhook_and_its_secret_as_they_are(
    near: Api, receiver: Receiver, deliverers: None
) -> None:
    _, client = made_client(near)
    secret = put(client, receiver.url)["secret"]
    shown = client.get(WEBHOOK).json()
    renewed = near.holding(client.post("/v1/me/token").json()["token"])
    assert renewed.get(WEBHOOK).json() == shown
    assert put(renewed, receiver.url)["secret"] == secret
    renewed.created(seats=[MINE, ANN])
    (received,) = eventually(lambda: receiver.taken)
    assert received.verified(secret)["type"] == "match.turn"
    problem(client.get(WEBHOOK), 401, "unauthorized")


@pytest.mark.full
def test_changes_tests_and_replays_are_limited(near: Api) -> None:
    _, client = made_client(near)
    for _ in range(18):
        put(client, PUBLIC)
    client.post(f"{WEBHOOK}/secret")
    assert client.post(f"{WEBHOOK}/test").status_code == 202
    for refused in (
        client("PUT", WEBHOOK, json={"url": PUBLIC}),
        client.post(f"{WEBHOOK}/secret"),
        client.post(f"{WEBHOOK}/test"),
        client.post(f"{WEBHOOK}/deliveries/evt_1/replay"),
    ):
        limited(refused, "webhook", 20, 3600)
    assert client.get(WEBHOOK).status_code == 200
    assert client.delete(WEBHOOK).status_code == 204
    put(made_client(near)[1], PUBLIC)


@pytest.mark.full
def test_a_webhook_is_told_exactly_what_the_stream_tells(
    near: Api, receiver: Receiver, deliverers: None
) -> None:
    """So whatever is hidden from the stream is hidden from the webhook."""
    _, client = made_client(near)
    _, other = made_client(near)
    secret = put(client, receiver.url)["secret"]
    with receiving() as elsewhere:
        put(other, elsewhere.url)
        told: list[dict[str, Any]] = []
        with listening(client) as stream:
            assert stream.until_open() == []
            made = client.created(seats=[MINE, ANN])
            made.seats[0] = client
            while not told or told[-1]["kind"] != "over":
                told.append(stream.next())
                eventually(lambda: len(receiver.taken) == len(told))
                if told[-1]["kind"] == "turn":
                    made.act(0)
                    while made.shown(1)["to_act"] == [1]:
                        made.act(1)
        assert receiver.events() == told
        assert {event["kind"] for event in told} == {"turn", "over"}
        assert not elsewhere.seen, "another client is told of matches that are not its own"
    for one in receiver.seen:
        assert one.verified(secret)["data"] == one.event
        assert set(one.event) == {"kind", "match", "game", "version", "seat"}


@pytest.mark.full
def test_a_test_a_page_and_a_replay(near: Api, receiver: Receiver, deliverers: None) -> None:
    _, client = made_client(near)
    put(client, receiver.url)
    assert deliveries(client) == {"deliveries": [], "cursor": None}
    problem(client.post(f"{WEBHOOK}/deliveries/evt_no/replay"), 404, "no-such-delivery")
    asked = client.post(f"{WEBHOOK}/test")
    assert asked.status_code == 202
    assert asked.json()["status"] == "waiting"
    assert asked.json()["event"]["type"] == "webhook.test"
    (received,) = eventually(lambda: receiver.taken)
    assert received.id == asked.json()["id"]

    def done() -> dict[str, Any] | None:
        (one,) = deliveries(client)["deliveries"]
        return one if one["status"] != "waiting" else None

    shown = eventually(done)
    assert shown["status"] == "delivered"
    ((attempt),) = shown["attempts"]
    assert (attempt["status"], attempt["error"]) == (200, None)
    assert 0 <= attempt["seconds"] < 2
    assert client.get(WEBHOOK).json()["delivered_at"]
    receiver.behaviour = lambda _: 503
    again = client.post(f"{WEBHOOK}/deliveries/{shown['id']}/replay")
    assert again.status_code == 202
    eventually(lambda: len(receiver.seen) == 2)
    assert receiver.seen[1].id == received.id
    failed = eventually(done)
    assert failed["status"] == "failed", "a test is not tried again by itself"
    assert [one["error"] for one in failed["attempts"]] == [None, "status"]
    client.created(seats=[MINE, ANN])
    eventually(lambda: len(deliveries(client)["deliveries"]) == 2)
    first = deliveries(client, limit=1)
    second = deliveries(client, limit=1, cursor=first["cursor"])
    assert second["cursor"] is None
    (waiting,) = first["deliveries"]
    assert waiting["event"]["data"]["kind"] == "turn"
    assert second["deliveries"][0]["id"] == shown["id"]
    eventually(lambda: deliveries(client)["deliveries"][0]["next_attempt_at"])
    receiver.behaviour = lambda _: 200
    hastened = client.post(f"{WEBHOOK}/deliveries/{waiting['id']}/replay")
    assert (hastened.status_code, hastened.json()["id"]) == (202, waiting["id"])
    eventually(lambda: [one for one in receiver.taken if one.id == waiting["id"]])
    wrong = client.get(f"{WEBHOOK}/deliveries?cursor=nonsense")
    assert fields_of(problem(wrong, 422, "invalid-request")) == ["cursor"]


@pytest.mark.full
def test_a_delivery_is_its_clients_alone(near: Api, receiver: Receiver, deliverers: None) -> None:
    _, client = made_client(near)
    _, other = made_client(near)
    put(client, receiver.url)
    put(other, receiver.url)
    made = client.post(f"{WEBHOOK}/test").json()["id"]
    eventually(lambda: receiver.taken)
    refused = other.post(f"{WEBHOOK}/deliveries/{made}/replay")
    problem(refused, 404, "no-such-delivery")
    assert deliveries(other)["deliveries"] == []
