"""An idempotency key belongs to its caller: a stranger who repeats it gets no token."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests

from railhead.service.http.request_parsing import is_hard_to_guess
from railhead.service.settings import Settings
from tests.http.api import VEIL_SEATS, Api, fields_of, problem, server
from tests.http.from_addresses import coming_from

BODY = {"game": "veil", "seats": VEIL_SEATS}
UUID = "8e03978e-40d5-43dd-bc93-6894a57f9324"
WEAK = "match-1"
OTHER_ADDRESS = "127.0.0.2"

Create = Callable[[Api, str], requests.Response]


def keyed(api: Api, path: str, body: Any, key: str) -> requests.Response:
    return api.post(path, json=body, headers={"Idempotency-Key": key})


def a_client(api: Api, name: str = "one") -> Api:
    return api.holding(api.post("/v1/clients", json={"name": name}).json()["token"])


def finished(api: Api) -> dict[str, Any]:
    match = api.created(options={"deck": "small"}, visibility="public")
    match.play_out()
    return match.created


def secrets_in(created: dict[str, Any]) -> list[str]:
    given = [created["owner_token"], created["spectator_token"]]
    given += [seat.get("token") or seat.get("invitation") for seat in created["seats"]]
    return [one for one in given if one is not None]


@pytest.fixture(params=["create", "fork", "import"])
def create(request: pytest.FixtureRequest, api: Api) -> Create:
    """Each way in which a match is made, with a key."""
    if request.param == "create":
        return lambda caller, key: keyed(caller, "/v1/matches", BODY, key)
    over = finished(api)
    path = f"/v1/matches/{over['id']}"
    if request.param == "fork":
        body = {"version": 1, "seats": VEIL_SEATS}
        return lambda caller, key: keyed(caller, f"{path}/forks", body, key)
    document = api.get(f"{path}/export").json()
    return lambda caller, key: keyed(caller, "/v1/imports", document, key)


def test_a_key_of_a_client_is_its_own_from_wherever_it_comes(api: Api, create: Create) -> None:
    token = api.post("/v1/clients", json={"name": "owner"}).json()["token"]
    owner = api.holding(token)
    first = create(owner, WEAK)
    assert first.status_code == 201, first.text
    away = create(coming_from(OTHER_ADDRESS, api.address, token), WEAK)
    assert (away.status_code, away.json()) == (201, first.json())
    for stranger in (a_client(api, "two"), api, coming_from(OTHER_ADDRESS, api.address)):
        other = create(stranger, WEAK)
        assert other.status_code == 201
        assert other.json()["id"] != first.json()["id"]
        assert not {*secrets_in(other.json())} & {*secrets_in(first.json())}


def test_a_key_without_a_client_is_of_one_address(api: Api, create: Create) -> None:
    first = create(api, UUID)
    assert create(api, UUID).json() == first.json()
    elsewhere = create(coming_from(OTHER_ADDRESS, api.address), UUID)
    assert elsewhere.json()["id"] != first.json()["id"]


def test_a_key_that_others_may_guess_gets_no_token_again(api: Api, create: Create) -> None:
    first = create(api, WEAK)
    assert secrets_in(first.json())
    neighbour = create(api, WEAK)
    assert neighbour.status_code == 201
    assert neighbour.json()["id"] == first.json()["id"]
    assert secrets_in(neighbour.json()) == []


def test_of_repetitions_at_once_one_has_the_tokens(api: Api) -> None:
    with ThreadPoolExecutor(6) as pool:
        answers = list(
            pool.map(lambda _: keyed(Api(api.address), "/v1/matches", BODY, WEAK).json(), range(8))
        )
    assert len({one["id"] for one in answers}) == 1
    assert len([one for one in answers if secrets_in(one)]) == 1


def test_who_shares_the_token_of_spectators_is_a_stranger(api: Api) -> None:
    match = api.created(options={"deck": "small"})
    match.play_out()
    path, body = f"{match.path}/forks", {"version": 1, "seats": VEIL_SEATS}
    spectators = match.created["spectator_token"]
    first = keyed(api.holding(spectators), path, body, UUID)
    assert first.status_code == 201
    away = coming_from(OTHER_ADDRESS, api.address, spectators)
    assert keyed(away, path, body, UUID).json()["id"] != first.json()["id"]
    weak = keyed(api.holding(spectators), path, body, WEAK)
    assert secrets_in(weak.json())
    assert secrets_in(keyed(api.holding(spectators), path, body, WEAK).json()) == []
    seat = match.seats[0]
    assert keyed(seat, path, body, WEAK).json() == keyed(seat, path, body, WEAK).json()


@pytest.mark.full
def test_the_loopback_of_ipv6_is_another_caller(store_url: str, settings: Settings) -> None:
    with server(store_url, RAILHEAD_HOST="::") as started:
        six, four = (Api(f"http://{host}:{started.port}") for host in ("[::1]", "127.0.0.1"))
        first = keyed(six, "/v1/matches", BODY, UUID).json()
        assert keyed(six, "/v1/matches", BODY, UUID).json() == first
        other = keyed(four, "/v1/matches", BODY, UUID).json()
        assert other["id"] != first["id"]
        assert not {*secrets_in(other)} & {*secrets_in(first)}


def test_a_claim_is_given_again_to_who_made_it_alone(api: Api) -> None:
    seats = [{"kind": "human", "name": "host"}, {"kind": "open"}]
    made = api.post("/v1/matches", json={**BODY, "seats": seats, "visibility": "public"}).json()
    path = f"/v1/matches/{made['id']}/seats/1/claim"
    first = keyed(api, path, {}, UUID)
    assert first.status_code == 200
    assert keyed(api, path, {}, UUID).json()["token"] == first.json()["token"]
    away = coming_from(OTHER_ADDRESS, api.address)
    problem(keyed(away, path, {}, UUID), 409, "seat-taken")
    other = api.post("/v1/matches", json={**BODY, "seats": seats, "visibility": "public"}).json()
    path = f"/v1/matches/{other['id']}/seats/1/claim"
    assert keyed(api, path, {}, WEAK).status_code == 200
    problem(keyed(api, path, {}, WEAK), 409, "seat-taken")


def test_a_client_made_twice_is_one(api: Api) -> None:
    first = keyed(api, "/v1/clients", {"name": "one"}, UUID)
    assert first.status_code == 201
    assert keyed(api, "/v1/clients", {"name": "one"}, UUID).json() == first.json()
    holding = api.holding(first.json()["token"])
    assert holding.get("/v1/me").json()["id"] == first.json()["id"]
    problem(keyed(api, "/v1/clients", {"name": "two"}, UUID), 422, "idempotency-key-reused")
    away = keyed(coming_from(OTHER_ADDRESS, api.address), "/v1/clients", {"name": "one"}, UUID)
    assert away.json()["id"] != first.json()["id"]
    for weak in (WEAK, "0000000000000000000001"):
        refused = problem(keyed(api, "/v1/clients", {"name": "one"}, weak), 422, "invalid-request")
        assert fields_of(refused) == ["Idempotency-Key"]


def test_a_client_made_twice_at_once_is_one(api: Api) -> None:
    with ThreadPoolExecutor(6) as pool:
        answers = pool.map(
            lambda _: keyed(Api(api.address), "/v1/clients", {"name": "one"}, UUID).text, range(8)
        )
    assert len({*answers}) == 1


def test_a_further_token_made_twice_is_one_and_its_clients_alone(api: Api) -> None:
    path, body = "/v1/me/tokens", {"name": "reader", "scopes": ["read"], "expires_in": 3600}
    ours, theirs = (
        api.holding(api.post("/v1/clients", json={"name": name}).json()["token"])
        for name in ("one", "two")
    )
    first = keyed(ours, path, body, WEAK)
    assert first.status_code == 201, first.text
    assert keyed(ours, path, body, WEAK).json() == first.json()
    made = ours.get(path).json()["tokens"]
    assert [one["name"] for one in made] == ["main", "reader"], "only one was made"
    reader = api.holding(first.json()["token"])
    assert reader.get("/v1/me").status_code == 200
    problem(keyed(ours, path, {**body, "name": "x"}, WEAK), 422, "idempotency-key-reused")
    other = keyed(theirs, path, body, WEAK)
    assert other.status_code == 201
    assert other.json()["token"] != first.json()["token"]
    assert theirs.holding(other.json()["token"]).get("/v1/me").json()["name"] == "two"
    problem(keyed(api, path, body, WEAK), 401, "unauthorized")
    problem(keyed(reader, path, body, WEAK), 403, "insufficient-scope")
    assert keyed(ours, path, body, UUID).json()["id"] != first.json()["id"]
    spaced = problem(keyed(ours, path, body, "two words"), 422, "invalid-request")
    assert fields_of(spaced) == ["Idempotency-Key"]


def test_a_token_that_is_gone_is_given_to_nobody_new(api: Api) -> None:
    path, body = "/v1/me/tokens", {"name": "reader", "scopes": ["play", "read", "webhooks"]}
    main = api.post("/v1/clients", json={"name": "one"}).json()["token"]
    ours = api.holding(main)
    first = keyed(ours, path, body, WEAK).json()
    full = api.holding(first["token"])
    assert keyed(full, path, body, WEAK).json() == first, "the same client, by another token"
    assert ours.delete(f"{path}/{first['id']}").status_code == 204
    problem(keyed(full, path, body, WEAK), 401, "unauthorized")
    assert keyed(ours, path, body, WEAK).json() == first
    problem(full.get("/v1/me"), 401, "unauthorized")
    assert len(ours.get(path).json()["tokens"]) == 1, "nothing was made in its place"
    renewed = ours.post("/v1/me/token").json()["token"]
    problem(keyed(ours, path, body, WEAK), 401, "unauthorized")
    assert keyed(api.holding(renewed), path, body, WEAK).json() == first


def test_a_further_token_made_twice_at_once_is_one(api: Api) -> None:
    main = api.post("/v1/clients", json={"name": "one"}).json()["token"]
    body = {"name": "reader", "scopes": ["read"]}

    def made(_: int) -> str:
        return keyed(Api(api.address, main), "/v1/me/tokens", body, WEAK).text

    with ThreadPoolExecutor(6) as pool:
        assert len({*pool.map(made, range(8))}) == 1
    assert len(api.holding(main).get("/v1/me/tokens").json()["tokens"]) == 2


def test_an_analysis_asked_for_twice_is_one(api: Api) -> None:
    match = api.created(analyses="everybody")
    path, body = f"{match.path}/analyses", {"seconds": 1}
    first = keyed(match.seats[0], path, body, WEAK)
    assert first.status_code == 202, first.text
    assert match.act(0).status_code == 200  # the turn is another's by now
    again = keyed(match.seats[0], path, body, WEAK)
    assert (again.status_code, again.headers["Location"]) == (202, first.headers["Location"])
    problem(keyed(match.seats[0], path, {"seconds": 2}, WEAK), 422, "idempotency-key-reused")
    assert len(match.seats[0].get(path).json()["analyses"]) == 1
    other = keyed(match.seats[1], path, body, WEAK)
    assert other.status_code == 202
    assert len(match.seats[0].get(path).json()["analyses"]) == 1


@pytest.mark.parametrize(
    ("key", "hard"),
    [
        (UUID, True),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAV", True),
        ("0123456789abcdef", True),
        ("0123456789abcde", False),
        ("0" * 40, False),
        ("000000000000000000012345", True),
        ("000000000000000000001234", False),
    ],
)
def test_which_keys_are_hard_to_guess(key: str, hard: bool) -> None:
    assert is_hard_to_guess(key) is hard
