"""Who may claim an open seat of a public match, and how often."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.service.settings import Settings
from tests.http.api import VEIL_SEATS, Api, SeatedMatch, fields_of, problem, serving
from tests.http.from_addresses import coming_from

ANN = {"kind": "human", "name": "Ann"}
OPEN = {"kind": "open"}


def opened(api: Api, **members: Any) -> SeatedMatch:
    """A public match with an open seat."""
    return api.created(**{"seats": [ANN, OPEN], "visibility": "public", **members})


def a_client(api: Api) -> tuple[str, Api]:
    made = api.post("/v1/clients", json={"name": "one"}).json()
    return made["id"], api.holding(made["token"])


def test_who_creates_a_public_match_may_refuse_strangers(api: Api) -> None:
    invited, client = a_client(api)
    _, stranger = a_client(api)
    seats = [ANN, OPEN, {"kind": "open", "client": invited}]
    match = opened(api, seats=seats, claims="invited")
    assert api.get(match.path).json()["claims"] == "invited"
    (listed,) = api.get("/v1/matches").json()["matches"]
    assert listed["claims"] == "invited"
    claim = f"{match.path}/seats/1/claim"
    for caller in (api, stranger, client):
        problem(caller.post(claim, json={}), 403, "forbidden")
        problem(caller.post(claim, json={"invitation": "wrong"}), 403, "forbidden")
    problem(stranger.post(f"{match.path}/seats/2/claim", json={}), 409, "seat-taken")
    assert client.post(f"{match.path}/seats/2/claim", json={}).status_code == 200
    invitation = match.created["seats"][1]["invitation"]
    assert api.post(claim, json={"invitation": invitation}).status_code == 200
    problem(api.post(claim, json={}), 409, "seat-taken")
    assert api.get(match.path).json()["status"] == "active"


def test_a_seat_that_was_left_wants_an_invitation_again(api: Api) -> None:
    match = opened(api, claims="invited")
    claim = f"{match.path}/seats/1/claim"
    invitation = match.created["seats"][1]["invitation"]
    guest = api.holding(api.post(claim, json={"invitation": invitation}).json()["token"])
    assert guest("PUT", f"{match.path}/seats/1", json=OPEN).status_code == 200
    problem(api.post(claim, json={}), 403, "forbidden")
    fresh = match.owner("PUT", f"{match.path}/seats/1", json=OPEN).json()["invitation"]
    assert api.post(claim, json={"invitation": fresh}).status_code == 200


def test_a_rematch_and_a_fork_keep_to_it(api: Api) -> None:
    match = api.created(options={"deck": "small"}, visibility="public", claims="invited")
    match.play_out()
    again = match.owner.post(f"{match.path}/rematch").json()["id"]
    assert api.get(f"/v1/matches/{again}").json()["claims"] == "invited"
    for claims in ("invited", "anybody"):
        body = {"version": 1, "seats": VEIL_SEATS, "visibility": "public", "claims": claims}
        fork = api.post(f"{match.path}/forks", json=body).json()["id"]
        assert api.get(f"/v1/matches/{fork}").json()["claims"] == claims


def test_anybody_may_claim_where_nothing_is_said(api: Api) -> None:
    match = opened(api)
    assert api.get(match.path).json()["claims"] == "anybody"
    assert api.post(f"{match.path}/seats/1/claim", json={}).status_code == 200
    refused = api.post("/v1/matches", json={"game": "veil", "seats": VEIL_SEATS, "claims": "no"})
    assert fields_of(problem(refused, 422, "invalid-request")) == ["claims"]


@pytest.fixture
def strict(store_url: str, settings: Settings) -> Any:
    """The API with a limit of two claims an hour."""
    with serving(store_url, RAILHEAD_CLAIM_LIMIT="2/hour") as where:
        yield Api(where)


@pytest.mark.full
def test_an_address_claims_so_many_seats_an_hour(strict: Api) -> None:
    invited, client = a_client(strict)
    matches = [opened(strict) for _ in range(4)]
    paths = [f"{match.path}/seats/1/claim" for match in matches]
    first = strict.post(paths[0], json={})
    assert first.headers["RateLimit"].count('"claim";r=1') == 1
    assert client.post(paths[1], json={}).status_code == 200
    for caller in (strict, client, a_client(strict)[1]):
        refused = problem(caller.post(paths[2], json={}), 429, "too-many-requests")
        assert refused["policy"] == "claim"
    wrong = problem(strict.post(paths[2], json={"invitation": "no"}), 429, "too-many-requests")
    assert wrong["policy"] == "claim"
    invitation = matches[2].created["seats"][1]["invitation"]
    assert strict.post(paths[2], json={"invitation": invitation}).status_code == 200
    kept = opened(strict, seats=[ANN, {"kind": "open", "client": invited}])
    assert client.post(f"{kept.path}/seats/1/claim", json={}).status_code == 200
    elsewhere = coming_from("127.0.0.2", strict.address)
    assert elsewhere.post(paths[3], json={}).status_code == 200
