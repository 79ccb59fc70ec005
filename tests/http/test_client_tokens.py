"""Several tokens of a client: with names and scopes, each revocable alone."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from railhead.service.accounts.tokens import hash_token
from railhead.service.app import create_app
from railhead.service.core.matches import Matches
from railhead.service.settings import Settings
from railhead.service.store import keys
from tests.http.api import Api, SeatedMatch, fields_of, problem, serving
from tests.http.streams import FORMS, LINES, stream
from tests.http.test_client_events import listening
from tests.http.test_clients import ANN, MINE, made_client
from tests.service.conftest import webhooks_of

TOKENS = "/v1/me/tokens"
SOON = 2.0
"""Seconds within which a token that was revoked has to be good for nothing everywhere."""


@pytest.fixture
def elsewhere(store_url: str, settings: Settings) -> Iterator[Api]:
    """Another process of the API over the same store."""
    with serving(store_url) as address:
        yield Api(address)


def made_token(client: Api, *scopes: str, **members: Any) -> tuple[dict[str, Any], Api]:
    """A further token of a client, and the caller that has it."""
    answered = client.post(TOKENS, json={"name": "further", "scopes": list(scopes), **members})
    assert answered.status_code == 201, answered.text
    assert answered.headers["Cache-Control"] == "no-store"
    return answered.json(), client.holding(answered.json()["token"])


def sent_by(client: Api) -> str:
    """The token that a caller sends."""
    return str(client.session.headers["Authorization"]).removeprefix("Bearer ")


def fields_kept(matches: Matches, client_id: str) -> dict[str, str]:
    """All that is kept of a client itself."""
    kept: Any = matches.store.reader.hgetall(keys.client_key(client_id, "self"))
    return {name.decode(): value.decode() for name, value in kept.items()}


def listed(client: Api) -> list[dict[str, Any]]:
    answered = client.get(TOKENS)
    assert answered.status_code == 200, answered.text
    tokens: list[dict[str, Any]] = answered.json()["tokens"]
    return tokens


def refused_for_scope(answered: Any, scope: str) -> None:
    """That an answer refuses a token for a scope, in the words of RFC 6750 as well."""
    assert problem(answered, 403, "insufficient-scope")["scope"] == scope
    told = f'Bearer realm="railhead", error="insufficient_scope", scope="{scope}"'
    assert answered.headers["WWW-Authenticate"] == told


def test_the_main_token_is_listed_first_and_further_ones_without_what_is_secret(api: Api) -> None:
    made, client = made_client(api)
    reader, _ = made_token(client, "read", name="reader")
    ending, _ = made_token(client, "play", "webhooks", expires_in=3600)
    main, *further = listed(client)
    assert (main["id"], main["name"]) == ("main", "main")
    assert main["scopes"] == ["play", "read", "webhooks"]
    assert main["created_at"] == client.get("/v1/me").json()["created_at"]
    for created, shown in zip((reader, ending), further, strict=True):
        assert shown == {name: created[name] for name in created if name != "token"}
    assert (reader["name"], reader["scopes"], reader["expires_at"]) == ("reader", ["read"], None)
    left = datetime.fromisoformat(ending["expires_at"]) - datetime.now(UTC)
    assert timedelta(minutes=59) < left <= timedelta(hours=1)
    assert len({made["token"], reader["token"], ending["token"]}) == 3


def test_an_end_is_said_in_seconds_or_as_a_time(api: Api) -> None:
    _, client = made_client(api)
    made, _ = made_token(client, "read", expires_at="2100-01-31T12:00:00+02:00")
    assert made["expires_at"] == "2100-01-31T10:00:00.000000Z"
    for members, field in (
        ({"expires_at": "2020-01-31T12:00:00Z"}, "expires_at"),
        ({"expires_at": "2100-02-31T12:00:00Z"}, "expires_at"),
        ({"expires_at": "2100-01-31"}, "expires_at"),
        ({"expires_at": "9999-12-31T23:59:59-23:00"}, "expires_at"),
        ({"expires_at": None}, "expires_at"),
        ({"expires_in": 0}, "expires_in"),
        ({"expires_in": 10**10}, "expires_in"),
        ({"expires_in": 60, "expires_at": "2100-01-31T12:00:00Z"}, "expires_at"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["write"]}, "scopes.0"),
        ({"scopes": "read"}, "scopes"),
        ({"name": "\u202e"}, "name"),
        ({"colour": 3}, "colour"),
    ):
        body = {"name": "x", "scopes": ["read"], **members}
        refused = problem(client.post(TOKENS, json=body), 422, "invalid-request")
        assert fields_of(refused) == [field]
    assert len(listed(client)) == 2, "what was refused has made nothing"


def test_scopes_say_what_a_token_is_good_for(api: Api) -> None:
    made, client = made_client(api)
    _, reader = made_token(client, "read")
    _, player = made_token(client, "play")
    _, hooks = made_token(client, "webhooks")
    match = SeatedMatch(api, player.created(seats=[MINE, ANN]).created)
    refused_for_scope(reader.post("/v1/matches", json={}), "play")
    for able in (client, reader, player):
        assert able.get("/v1/me").json()["id"] == made["id"]
        assert able.get(match.path).json()["you"] == 0
        assert able.get("/v1/me/events").status_code == 200
        assert able.get(f"{match.path}/legal-actions").status_code == 200
    for unable, scope in ((reader, "play"), (hooks, "play")):
        refused_for_scope(unable.post(f"{match.path}/actions", json={}), scope)
        refused_for_scope(unable.post(f"{match.path}/undo", json={}), scope)
        refused_for_scope(unable.post(f"{match.path}/analyses", json={}), scope)
        refused_for_scope(unable.delete(match.path), scope)
    for path in (match.path, "/v1/me", "/v1/matches/abcdefghijklmnopqrst"):
        refused_for_scope(hooks.get(path), "read")
    match.seats[0] = player
    assert match.act(0).status_code == 200
    for unable in (reader, player):
        refused_for_scope(unable.get("/v1/me/webhook"), "webhooks")
        refused_for_scope(unable.get("/v1/me/webhook/deliveries"), "webhooks")
        url = {"url": "https://hooks.example/"}
        refused_for_scope(unable("PUT", "/v1/me/webhook", json=url), "webhooks")
    assert hooks("PUT", "/v1/me/webhook", json=url).status_code == 200
    assert hooks.get("/v1/me/webhook/deliveries").status_code == 200


def test_only_the_main_token_or_one_with_all_scopes_manages_tokens(api: Api) -> None:
    _, client = made_client(api)
    _, most = made_token(client, "play", "webhooks")
    _, full = made_token(client, "webhooks", "play", "read")
    body = {"name": "more", "scopes": ["read"]}
    for refused in (
        most.post(TOKENS, json=body),
        most.get(TOKENS),
        most.delete(f"{TOKENS}/main"),
        most.post("/v1/me/token"),
        most.delete("/v1/me"),
    ):
        refused_for_scope(refused, "play read webhooks")
    made, reader = made_token(full, "read")
    assert reader.get("/v1/me").status_code == 200
    assert full.delete(f"{TOKENS}/{made['id']}").status_code == 204
    problem(reader.get("/v1/me"), 401, "unauthorized")
    renewed = api.holding(full.post("/v1/me/token").json()["token"])
    problem(client.get("/v1/me"), 401, "unauthorized")
    assert len(listed(renewed)) == 3
    assert full.delete("/v1/me").status_code == 204
    for gone in (renewed, full, most):
        problem(gone.get("/v1/me"), 401, "unauthorized")


def test_each_token_is_revoked_alone(api: Api) -> None:
    _, client = made_client(api)
    match = client.created(seats=[MINE, ANN], visibility="private")
    first, one = made_token(client, "read")
    second, other = made_token(client, "read")
    assert client.delete(f"{TOKENS}/{first['id']}").status_code == 204
    problem(one.get("/v1/me"), 401, "unauthorized")
    problem(one.get(match.path), 404, "no-such-match")
    assert other.get(match.path).status_code == 200
    assert [token["id"] for token in listed(client)] == ["main", second["id"]]
    for unknown in (first["id"], "nonsense", "a" * 60, "..%2Fme"):
        refused = client.delete(f"{TOKENS}/{unknown}")
        assert refused.json()["type"] in ("/problems/no-such-token", "/problems/not-found")
        assert refused.status_code == 404
    problem(client.delete(f"{TOKENS}/main"), 409, "main-token")
    stranger = made_client(api)[1]
    problem(stranger.delete(f"{TOKENS}/{second['id']}"), 404, "no-such-token")
    assert other.get("/v1/me").status_code == 200
    renewed = api.holding(client.post("/v1/me/token").json()["token"])
    assert other.get("/v1/me").status_code == 200, "the others stay"
    main = listed(renewed)[0]
    assert main["created_at"] > renewed.get("/v1/me").json()["created_at"]


def test_a_client_has_so_many_tokens_and_no_more_even_at_once(api: Api) -> None:
    _, client = made_client(api)
    body = {"name": "one of many", "scopes": ["read"]}
    most = client.get(TOKENS).json()["most"]
    token = sent_by(client)

    def create(_: int) -> tuple[int, str]:
        answered = api.holding(token).post(TOKENS, json=body)
        return answered.status_code, answered.json().get("id", "")

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(create, range(most + 12)))
    kept = [made for status, made in answers if status == 201]
    assert len(kept) == most
    assert [status for status, _ in answers if status != 201] == [409] * 12
    assert {one["id"] for one in listed(client)} == {"main", *kept}
    refused = problem(client.post(TOKENS, json=body), 409, "too-many-tokens")
    assert refused["most"] == most
    assert client.delete(f"{TOKENS}/{kept[0]}").status_code == 204
    assert client.post(TOKENS, json=body).status_code == 201


def test_a_token_expires_by_itself_and_makes_room(api: Api) -> None:
    _, client = made_client(api)
    match = client.created(seats=[MINE, ANN], visibility="private")
    most = client.get(TOKENS).json()["most"]
    brief, reader = made_token(client, "read", expires_in=1)
    for _ in range(most - 1):
        made_token(client, "read")
    assert reader.get(match.path).status_code == 200
    time.sleep(1.1)
    problem(reader.get(match.path), 404, "no-such-match")
    problem(reader.get("/v1/me"), 401, "unauthorized")
    assert brief["id"] in {one["id"] for one in listed(client)}
    made_token(client, "read")
    assert brief["id"] not in {one["id"] for one in listed(client)}
    problem(client.post(TOKENS, json={"name": "x", "scopes": ["read"]}), 409, "too-many-tokens")


def test_when_a_token_was_used_is_noted_by_the_hour(api: Api, matches: Matches) -> None:
    made, client = made_client(api)
    token, reader = made_token(client, "read")
    assert token["last_used_at"] is None
    assert listed(client)[1]["last_used_at"] is None
    reader.get("/v1/me")
    for shown in listed(client):
        used = datetime.fromisoformat(shown["last_used_at"])
        assert (used.minute, used.second, used.microsecond) == (0, 0, 0)
        assert timedelta(0) <= datetime.now(UTC) - used < timedelta(hours=1, minutes=1)
    key = keys.client_key(made["id"], "self")
    long_ago = "2026-01-01T00:00:00.000000Z"
    matches.store.writer.hset(key, f"used:{token['id']}", long_ago)
    for _ in range(10):
        reader.get("/v1/me")  # written once an hour
    assert listed(client)[1]["last_used_at"] == long_ago


def test_only_hashes_of_tokens_are_stored(api: Api, matches: Matches) -> None:
    made, client = made_client(api)
    token, _ = made_token(client, "read")
    kept = fields_kept(matches, made["id"])
    stored = "\n".join([*kept, *kept.values()])
    for secret in (made["token"], token["token"]):
        assert secret not in stored
        assert secret.split("_", 2)[2] not in stored


def test_a_client_of_an_earlier_version_has_its_main_token(api: Api, matches: Matches) -> None:
    made, client = made_client(api)
    kept = fields_kept(matches, made["id"])
    assert {*kept} == {"name", "token", "contact", "created_at"}, "as earlier versions write it"
    (main,) = listed(client)
    assert (main["id"], main["scopes"]) == ("main", ["play", "read", "webhooks"])
    assert main["created_at"] == kept["created_at"]
    made_token(client, "read")
    assert len(listed(client)) == 2


def test_a_webhook_that_an_earlier_version_made_goes_on(api: Api, matches: Matches) -> None:
    made, client = made_client(api)
    put = client("PUT", "/v1/me/webhook", json={"url": "https://hooks.example/"}).json()
    key = keys.client_key(made["id"], "webhook")
    matches.store.writer.hset(key, "token", hash_token(made["token"]))
    shown = client.get("/v1/me/webhook").json()
    assert shown == {name: put[name] for name in put if name != "secret"}
    renewed = api.holding(client.post("/v1/me/token").json()["token"])
    assert renewed.get("/v1/me/webhook").json() == shown
    assert webhooks_of(matches).live_webhook(made["id"]) is not None


@pytest.mark.full
def test_limits_and_idempotency_keys_are_the_clients_whichever_token_it_sends(
    store_url: str, settings: Settings
) -> None:
    with serving(store_url, RAILHEAD_CREATION_LIMIT="3/hour") as address:
        api = Api(address)
        _, client = made_client(api)
        players = [made_token(client, "play")[1] for _ in range(2)]
        body = {"game": "veil", "seats": [MINE, ANN]}
        key = {"Idempotency-Key": "one-of-two-tokens"}
        first = players[0].post("/v1/matches", json=body, headers=key)
        again = players[1].post("/v1/matches", json=body, headers=key)
        assert first.status_code == again.status_code == 201
        assert first.json() == again.json()
        stranger = api.holding(made_client(api)[0]["token"])
        other = stranger.post("/v1/matches", json=body, headers=key)
        assert other.status_code == 201
        assert other.json()["id"] != first.json()["id"], "a key is its client's alone"
        assert client.post("/v1/matches", json=body).status_code == 201
        for limited in (client, *players):
            problem(limited.post("/v1/matches", json=body), 429, "too-many-requests")


def revoked_elsewhere(client: Api, elsewhere: Api, token: dict[str, Any]) -> None:
    """Revoke a token at another process."""
    main = sent_by(client)
    assert elsewhere.holding(main).delete(f"{TOKENS}/{token['id']}").status_code == 204


@pytest.mark.full
def test_a_revoked_token_is_good_for_nothing_in_another_process(api: Api, elsewhere: Api) -> None:
    _, client = made_client(api)
    match = client.created(seats=[MINE, ANN])
    token, player = made_token(client, "play")
    match.seats[0] = player
    assert match.act(0).status_code == 200, "the process knows match and token now"
    revoked_elsewhere(client, elsewhere, token)
    problem(player.get("/v1/me"), 401, "unauthorized")
    problem(player.get(match.path), 404, "no-such-match")
    problem(player.post(f"{match.path}/actions", json={}), 404, "no-such-match")
    problem(player.post("/v1/matches", json={}), 401, "unauthorized")
    assert client.get(match.path).status_code == 200


@pytest.mark.sampled
@pytest.mark.parametrize("form", FORMS)
def test_streams_end_where_their_token_is_revoked_in_another_process(
    api: Api, elsewhere: Api, form: str
) -> None:
    _, client = made_client(api)
    match = client.created(seats=[MINE, ANN])
    token, reader = made_token(client, "read")
    with (
        stream(reader, match.path, form) as ending,
        stream(client, match.path, LINES) as lasting,
        listening(reader) as news,
        listening(client) as others,
    ):
        news.until_open()
        others.until_open()
        revoked_elsewhere(client, elsewhere, token)
        began = time.monotonic()
        (*_, last) = ending
        assert (last["kind"], last["problem"]["type"]) == ("problem", "/problems/unauthorized")
        assert news.next()["problem"]["type"] == "/problems/unauthorized"
        assert time.monotonic() - began < SOON
        match.seats[0] = client
        assert match.act(0).status_code == 200
        assert lasting.take(1), "what another token has opened goes on"


@pytest.mark.sampled
@pytest.mark.parametrize("how", ["revoked", "expired", "renewed"])
def test_a_long_poll_ends_with_its_token(api: Api, elsewhere: Api, how: str) -> None:
    _, client = made_client(api)
    match = client.created(seats=[MINE, ANN], visibility="private")
    token: dict[str, Any] = {}
    reader = client
    if how != "renewed":
        token, reader = made_token(
            client, "read", **({"expires_in": 2} if how == "expired" else {})
        )
    tag = {"If-None-Match": reader.get(match.path).headers["ETag"]}
    main = sent_by(client)
    with ThreadPoolExecutor(1) as pool:
        began = time.monotonic()
        waiting = pool.submit(reader.get, f"{match.path}?wait=30", headers=tag)
        time.sleep(0.5)
        assert not waiting.done()
        if how == "revoked":
            revoked_elsewhere(client, elsewhere, token)
        elif how == "renewed":
            assert elsewhere.holding(main).post("/v1/me/token").status_code == 200
        problem(waiting.result(), 404, "no-such-match")
    assert time.monotonic() - began < 2 + SOON


def test_streams_end_where_their_token_expires(api: Api) -> None:
    _, client = made_client(api)
    match = client.created(seats=[MINE, ANN])
    _, reader = made_token(client, "read", expires_in=2)
    began = time.monotonic()
    with stream(reader, match.path, LINES) as ending, listening(reader) as news:
        news.until_open()
        (*_, last) = ending
        assert (last["kind"], last["problem"]["type"]) == ("problem", "/problems/unauthorized")
        assert news.next()["problem"]["type"] == "/problems/unauthorized"
    assert 1.5 < time.monotonic() - began < 2 + SOON


@pytest.mark.full
def test_analyses_are_followed_no_further_than_their_token(api: Api, elsewhere: Api) -> None:
    _, client = made_client(api)
    match = client.created(seats=[MINE, ANN], visibility="private", analyses="everybody")
    token, reader = made_token(client, "read")
    asked = client.post(f"{match.path}/analyses", json={"seconds": 1})
    assert asked.status_code == 202, asked.text
    path = f"{match.path}/analyses/{asked.json()['analysis']}"
    headers = {"Accept": LINES}
    with (
        ThreadPoolExecutor(1) as pool,
        reader.get(path, headers=headers, stream=True) as following,
    ):
        assert following.status_code == 200
        waiting = pool.submit(api.holding(token["token"]).get, f"{path}?wait=30")
        time.sleep(0.5)
        assert not waiting.done()
        revoked_elsewhere(client, elsewhere, token)
        began = time.monotonic()
        problem(waiting.result(), 404, "no-such-match")
        *_, last = [line for line in following.iter_lines() if line]
        assert json.loads(last)["problem"]["type"] == "/problems/unauthorized"
        assert time.monotonic() - began < SOON


def test_under_a_server_of_threads_a_revoked_token_ends_what_waits_with_it(
    settings: Settings, matches: Matches, api: Api
) -> None:
    _, client = made_client(api)
    match = client.created(seats=[MINE, ANN], visibility="private")
    app = create_app(settings, matches, matches.catalogue)
    for path, accept in (("?wait=30", "*/*"), ("/events", LINES), ("/v1/me/events", LINES)):
        token, reader = made_token(client, "read")
        where = path if path.startswith("/v1") else match.path + path
        headers = {
            "Authorization": f"Bearer {token['token']}",
            "If-None-Match": reader.get(match.path).headers["ETag"],
            "Accept": accept,
        }

        def ask(where: str = where, headers: dict[str, str] = headers) -> str:
            return app.test_client().get(where, headers=headers).get_data(as_text=True)

        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(ask)
            time.sleep(0.5)
            assert not waiting.done()
            assert client.delete(f"{TOKENS}/{token['id']}").status_code == 204
            began = time.monotonic()
            assert "/problems/unauthorized" in waiting.result()
        assert time.monotonic() - began < SOON
