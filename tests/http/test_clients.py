"""Clients: one token for seats, matches and invitations."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from tests.http.api import Api, SeatedMatch, fields_of, problem

MINE = {"kind": "human", "mine": True}
ANN = {"kind": "human", "name": "Ann"}


def made_client(api: Api, name: str = "my bot") -> tuple[dict[str, Any], Api]:
    """A new client and the caller with its token."""
    answered = api.post("/v1/clients", json={"name": name})
    assert answered.status_code == 201, answered.text
    assert answered.headers["Location"] == "/v1/me"
    return answered.json(), api.holding(answered.json()["token"])


def test_a_client_knows_itself(api: Api) -> None:
    made, client = made_client(api)
    me = client.get("/v1/me").json()
    assert me["id"] == made["id"]
    assert me["name"] == "my bot"
    assert me["contact"] == ""
    problem(api.get("/v1/me"), 401, "unauthorized")
    for wrong in ("x" * 32, made["token"][:-1], f"client_{'a' * 20}_{'b' * 32}"):
        problem(api.holding(wrong).get("/v1/me"), 401, "unauthorized")
    bad = api.post("/v1/clients", json={"name": "", "colour": 3})
    assert set(fields_of(problem(bad, 422, "invalid-request"))) == {"name", "colour"}


def test_a_token_is_renewed_and_a_client_revoked(api: Api) -> None:
    _, old = made_client(api)
    match = SeatedMatch(api, old.created(seats=[MINE, ANN], visibility="private").created)
    new = api.holding(old.post("/v1/me/token").json()["token"])
    problem(old.get("/v1/me"), 401, "unauthorized")
    problem(old.get(match.path), 404, "no-such-match")
    assert new.get(match.path).json()["you"] == 0
    assert new.delete("/v1/me").status_code == 204
    problem(new.get("/v1/me"), 401, "unauthorized")
    problem(new.get(match.path), 404, "no-such-match")


def test_a_clients_token_opens_its_seat(api: Api) -> None:
    _, client = made_client(api)
    made = client.created(seats=[MINE, ANN])
    assert made.created["seats"][0]["token"] is None
    assert made.created["seats"][0]["name"] == "my bot"
    made.seats[0] = client
    assert made.play_out()["result"]["ranking"]
    assert client.delete(made.path).status_code == 204, "the client owns it too"
    alone = api.post("/v1/matches", json={"game": "veil", "seats": [MINE, ANN]})
    assert "seats.0.mine" in problem(alone, 401, "unauthorized")["detail"]
    twice = client.post("/v1/matches", json={"game": "veil", "seats": [MINE, MINE]})
    problem(twice, 422, "invalid-seats")


def test_a_client_claims_one_seat_of_a_match(api: Api) -> None:
    """Its token plays one: a second would stand still, and all others with it."""
    _, client = made_client(api)
    made = api.created(seats=[{"kind": "open"}, {"kind": "open"}], visibility="public")
    assert client.post(f"{made.path}/seats/1/claim", json={}).status_code == 200
    refused = problem(client.post(f"{made.path}/seats/0/claim", json={}), 403, "forbidden")
    assert "seat 1" in refused["detail"]
    assert made.owner.get(made.path).json()["seats"][0]["kind"] == "open"
    assert api.post(f"{made.path}/seats/0/claim", json={}).status_code == 200
    left = client("PUT", f"{made.path}/seats/1", json={"kind": "open"})
    assert left.status_code == 200
    assert client.post(f"{made.path}/seats/1/claim", json={}).status_code == 200, "it left the seat"


def test_a_client_plays_the_seat_that_it_holds_not_one_that_is_kept_for_it(api: Api) -> None:
    who, client = made_client(api)
    kept = {"kind": "open", "client": who["id"]}
    made = api.created(seats=[kept, {"kind": "open"}])
    invitation = {"invitation": made.created["seats"][1]["invitation"]}
    assert client.post(f"{made.path}/seats/1/claim", json=invitation).status_code == 200
    assert client.get(made.path).json()["you"] == 1
    (listed,) = client.get("/v1/me/matches").json()["matches"]
    assert (listed["you"], listed["invited_to"]) == (1, None)
    problem(client.post(f"{made.path}/seats/0/claim", json={}), 403, "forbidden")
    opened = made.owner("PUT", f"{made.path}/seats/0", json={"kind": "bot", "level": "easy"})
    assert opened.json()["status"] == "active"
    told = {event["kind"]: event["seat"] for event in client.get("/v1/me/events").json()["events"]}
    assert told in ({}, {"turn": 1})


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "human"},
        {"kind": "bot", "level": "easy"},
        {"kind": "bot", "level": "easy", "resign": True},
    ],
)
def test_a_seat_that_is_kept_for_a_client_is_its_own_once_it_is_claimed(
    api: Api, body: dict[str, Any]
) -> None:
    """Before, it may decline the seat, and nothing else."""
    who, client = made_client(api)
    made = api.created(seats=[ANN, {"kind": "open", "client": who["id"]}])
    seat = f"{made.path}/seats/1"
    problem(client("PUT", seat, json=body), 403, "forbidden")
    assert made.shown(0)["version"] == 0
    assert client("PUT", seat, json={"kind": "open"}).status_code == 200
    problem(client.post(f"{seat}/claim", json={}), 404, "no-such-match")


def test_a_client_that_plays_in_its_own_match_is_told_how_far_it_may_go_back(api: Api) -> None:
    _, client = made_client(api)
    for undo, everything in (("any", True), ("own", False)):
        made = client.created(seats=[MINE, ANN], undo=undo)
        made.seats[0] = client
        for _ in range(4):
            assert made.act(made.shown(0)["to_act"][0]).status_code == 200
        reach = client.get(f"{made.path}/undo").json()
        every = list(range(reach["version"] - 1, -1, -1))
        assert (reach["versions"] == every) is everything
        body = {"to": 0, "version": reach["version"]}
        undone = client.post(f"{made.path}/undo", json=body)
        assert undone.status_code == (200 if everything else 409)


def test_a_client_claims_a_seat_and_nobody_has_another_token(api: Api) -> None:
    _, client = made_client(api, "claimer")
    made = api.created(seats=[ANN, {"kind": "open"}])
    body = {"invitation": made.created["seats"][1]["invitation"]}
    answered = client.post(f"{made.path}/seats/1/claim", json=body)
    assert answered.json()["token"] is None
    assert answered.json()["name"] == "claimer"
    assert client.get(made.path).json()["you"] == 1
    assert client.get(f"{made.path}/legal-actions").status_code == 200
    problem(client.delete(made.path), 403, "forbidden")


def test_only_who_is_invited_claims_a_seat_kept_for_a_client(api: Api) -> None:
    made_for, client = made_client(api, "invited")
    _, other = made_client(api, "other")
    seats = [ANN, {"kind": "open", "client": made_for["id"]}]
    for visibility in ("private", "public"):
        made = api.created(seats=seats, visibility=visibility)
        mine = client.get("/v1/me/matches").json()["matches"][0]
        assert mine["id"] == made.created["id"]
        assert mine["invited_to"] == 1
        assert mine["you"] is None
        refused = other.post(f"{made.path}/seats/1/claim", json={})
        assert refused.status_code == (404 if visibility == "private" else 409)
        assert client.post(f"{made.path}/seats/1/claim", json={}).status_code == 200
        mine = client.get("/v1/me/matches").json()["matches"][0]
        assert (mine["you"], mine["invited_to"]) == (1, None)


def test_no_seat_is_kept_for_a_client_that_there_is_not(api: Api) -> None:
    made, client = made_client(api)
    seats = [ANN, {"kind": "open", "client": "nobody"}]
    body = {"game": "veil", "seats": seats}
    refused = problem(client.post("/v1/matches", json=body), 404, "no-such-client")
    assert fields_of(refused) == ["seats.1.client"]
    known = api.created(seats=[ANN, ANN])
    known.play_out()
    fork = {"version": 0, "seats": seats}
    refused = problem(known.seats[0].post(f"{known.path}/forks", json=fork), 404, "no-such-client")
    assert fields_of(refused) == ["seats.1.client"]
    seats[1]["client"] = made["id"]
    assert known.seats[0].post(f"{known.path}/forks", json=fork).status_code == 201


def test_a_clients_matches_come_in_pages(api: Api) -> None:
    _, client = made_client(api)
    made = [client.created(seats=[MINE, ANN]).created["id"] for _ in range(5)]
    found: list[str] = []
    query: dict[str, Any] = {"limit": 2}
    for _ in range(3):
        page = client.get("/v1/me/matches", params=query).json()
        found += [match["id"] for match in page["matches"]]
        query["cursor"] = page["cursor"]
    assert page["cursor"] is None
    assert found == made[::-1]
    client.delete(f"/v1/matches/{made[0]}")
    assert made[0] not in [one["id"] for one in client.get("/v1/me/matches").json()["matches"]]


@pytest.mark.parametrize("text", ["nonsense", "nan", "inf", "-inf", "1e999", ""])
def test_what_is_no_time_is_no_cursor_of_a_clients_matches(api: Api, text: str) -> None:
    _, client = made_client(api)
    query = {"cursor": base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")}
    refused = problem(client.get("/v1/me/matches", params=query), 422, "invalid-request")
    assert fields_of(refused) == ["cursor"]
    problem(client.get("/v1/me/matches?cursor=nonsense"), 422, "invalid-request")


def test_a_client_watches_public_matches(api: Api) -> None:
    _, client = made_client(api)
    public = api.created(visibility="public")
    assert client.get(public.path).json()["you"] is None
    private = api.created()
    problem(client.get(private.path), 404, "no-such-match")
