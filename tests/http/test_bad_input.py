"""Every refusal of a request as such: bodies, fields, addresses, methods."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.http.api import VEIL_SEATS, Api, SeatedMatch, fields_of, problem

GOOD = {"game": "veil", "seats": VEIL_SEATS}
JSON = {"Content-Type": "application/json"}


def refused(api: Api, status: int, slug: str, **changes: object) -> dict[str, Any]:
    """The problem of a creation with these members instead of good ones."""
    return problem(api.post("/v1/matches", json={**GOOD, **changes}), status, slug)


@pytest.mark.parametrize("body", [b"", b"{", b'{"game": NaN}', b"\xff\xfe", b"[" * 5000])
def test_a_body_that_is_not_json(api: Api, body: bytes) -> None:
    problem(api.post("/v1/matches", data=body, headers=JSON), 400, "malformed-json")


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_body_of_another_type(api: Api, media: str) -> None:
    answered = api.post("/v1/matches", data=json.dumps(GOOD), headers={"Content-Type": media})
    problem(answered, 415, "unsupported-media-type")


def test_a_type_with_parameters_is_fine(api: Api) -> None:
    headers = {"Content-Type": "application/json; charset=utf-8"}
    answered = api.post("/v1/matches", data=json.dumps(GOOD), headers=headers)
    assert answered.status_code == 201


def test_a_body_over_the_limit(api: Api) -> None:
    body = json.dumps({**GOOD, "x": "y" * 140_000})
    document = problem(api.post("/v1/matches", data=body, headers=JSON), 413, "body-too-large")
    assert document["limit"] == 131072


def test_a_body_that_does_not_say_its_length(api: Api) -> None:
    parts = (part.encode() for part in (json.dumps(GOOD)[:20], json.dumps(GOOD)[20:]))
    assert api.post("/v1/matches", data=parts, headers=JSON).status_code == 201
    long = (b" " * 1000 for _ in range(140))
    problem(api.post("/v1/matches", data=long, headers=JSON), 413, "body-too-large")


@pytest.mark.parametrize("body", [[], "veil", 3, None, True])
def test_a_body_that_is_no_object(api: Api, match: SeatedMatch, body: object) -> None:
    sent = json.dumps(body)
    document = problem(api.post("/v1/matches", data=sent, headers=JSON), 422, "invalid-request")
    assert document["errors"] == [{"field": "body", "problem": "must be an object"}]
    answered = match.seats[0].post(f"{match.path}/actions", data=sent, headers=JSON)
    problem(answered, 422, "invalid-request")


def test_an_unknown_field_is_named_with_the_known_ones(api: Api) -> None:
    document = refused(api, 422, "invalid-request", sets=[])
    assert fields_of(document) == ["sets"]
    assert "seats" in document["errors"][0]["problem"]
    inner = refused(api, 422, "invalid-request", seats=[{**VEIL_SEATS[0], "x": 1}, VEIL_SEATS[1]])
    assert fields_of(inner) == ["seats.0.x"]


def test_a_missing_field(api: Api) -> None:
    answered = api.post("/v1/matches", json={"seats": VEIL_SEATS})
    document = problem(answered, 422, "invalid-request")
    assert document["errors"] == [{"field": "game", "problem": "is missing"}]
    answered = api.post("/v1/matches", json={"game": "veil"})
    assert fields_of(problem(answered, 422, "invalid-seats")) == ["seats"]


def test_an_unknown_game(api: Api) -> None:
    document = refused(api, 422, "unknown-game", game="chess")
    assert "veil" in document["errors"][0]["problem"]
    problem(api.get("/v1/games/chess"), 404, "no-such-game")
    problem(api.get("/v1/matches?game=chess"), 422, "unknown-game")


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"nonsense": 1}, "options.nonsense"),
        ({"best": "middle"}, "options.best"),
        ({"giving": "yes"}, "options.giving"),
        ({"deck": "nowhere"}, "options.deck"),
        ({"deck": "../plain"}, "options.deck"),
        ([], "options"),
    ],
)
def test_an_unknown_option_or_value(api: Api, options: object, field: str) -> None:
    assert fields_of(refused(api, 422, "invalid-options", options=options)) == [field]


def test_options_that_do_not_go_with_the_number_of_seats(api: Api) -> None:
    seats = [{"kind": "human"}] * 6
    document = refused(api, 422, "invalid-options", game="steam", seats=seats)
    assert fields_of(document) == ["options.map"]
    assert "not for 6" in document["errors"][0]["problem"]


@pytest.mark.parametrize("number", [0, 1, 5, 40])
def test_too_few_or_too_many_seats(api: Api, number: int) -> None:
    document = refused(api, 422, "invalid-seats", seats=[{"kind": "human"}] * number)
    assert "2 to 4" in document["errors"][0]["problem"]


@pytest.mark.parametrize("kind", ["robot", None, 7, ["bot"]])
def test_an_unknown_kind_of_seat(api: Api, kind: object) -> None:
    refused(api, 422, "invalid-seats", seats=[VEIL_SEATS[0], {"kind": kind}])


def test_an_unknown_level(api: Api) -> None:
    seats = [VEIL_SEATS[0], {"kind": "bot", "level": "godlike"}]
    document = refused(api, 422, "unknown-level", seats=seats)
    assert document["errors"][0]["field"] == "seats.1.level"
    assert "easy" in document["errors"][0]["problem"]


@pytest.mark.parametrize("seed", [-1, 2**53, 1.5, "7", True, [], {}])
def test_a_bad_seed(api: Api, seed: object) -> None:
    assert fields_of(refused(api, 422, "invalid-request", seed=seed)) == ["seed"]


@pytest.mark.parametrize("seed", [0, 4.0, 2**53 - 1, None])
def test_a_good_seed(api: Api, seed: object) -> None:
    assert api.created(seed=seed).shown(0)["reproducible"] is (seed is not None)


@pytest.mark.parametrize("name", ["", "x" * 41, "a\nb", 7, None])
def test_a_bad_name(api: Api, name: object) -> None:
    seats = [{"kind": "human", "name": name}, VEIL_SEATS[1]]
    assert fields_of(refused(api, 422, "invalid-request", seats=seats)) == ["seats.0.name"]


def test_several_faults_are_all_named(api: Api) -> None:
    document = refused(api, 422, "invalid-request", seed="x", options={"nonsense": 1}, seats=[])
    assert sorted(fields_of(document)) == ["options.nonsense", "seats", "seed"]
    told = [f"{error['field']} {error['problem']}" for error in document["errors"]]
    assert document["detail"] == "; ".join(told)


def test_a_detail_says_the_first_fields(api: Api) -> None:
    document = refused(api, 422, "invalid-request", a=1, b=2, c=3, d=4, e=5)
    assert len(document["errors"]) == 5
    first = document["errors"][0]
    assert document["detail"].startswith(f"{first['field']} {first['problem']}; ")
    assert document["detail"].endswith("; and 2 more")


def test_the_same_request_is_refused_in_the_same_words_everywhere(api: Api) -> None:
    document = refused(api, 422, "invalid-request", gamma=3, alpha=1, delta=4, beta=2)
    assert fields_of(document) == ["alpha", "beta", "delta", "gamma"]


def test_missing_lists_and_objects_read_as_other_fields_do(match: SeatedMatch) -> None:
    for body, told in (
        ({}, "is missing"),
        ({"seats": None}, "must not be null"),
        ({"seats": 3}, "must be a list"),
        ({"seats": []}, "must have 1 to 10 entries"),
    ):
        forked = match.seats[0].post(f"{match.path}/forks", json={"version": 0, **body})
        document = forked.json()
        assert forked.status_code == 422
        assert document["errors"] == [{"field": "seats", "problem": told}]


def test_what_takes_no_parameters_says_so(api: Api) -> None:
    document = problem(api.get("/v1/games?x=1"), 422, "invalid-request")
    assert document["errors"] == [{"field": "x", "problem": "is not known here; there are none"}]


def test_a_negative_number_in_the_query_is_out_of_range(match: SeatedMatch) -> None:
    document = problem(match.seats[0].get(f"{match.path}?wait=-1"), 422, "invalid-request")
    assert document["errors"] == [{"field": "wait", "problem": "must be from 0 to 60"}]


@pytest.mark.parametrize("key", [b"", b"x" * 201, b"with space", "ümlaut".encode()])
def test_a_bad_idempotency_key(api: Api, key: bytes) -> None:
    answered = api.post("/v1/matches", json=GOOD, headers={"Idempotency-Key": key})
    assert fields_of(problem(answered, 422, "invalid-request")) == ["Idempotency-Key"]


def test_an_unknown_address(api: Api) -> None:
    for path in ("/v1", "/v1/games/", "/v2/matches", "/problems/nothing", "/v1/a%00%ff"):
        problem(api.get(path), 404, "not-found")


def test_an_unknown_method(api: Api) -> None:
    answered = api("PATCH", "/v1/matches")
    problem(answered, 405, "method-not-allowed")
    assert {"GET", "POST"} <= set(answered.headers["Allow"].replace(" ", "").split(","))


def test_unknown_and_repeated_parameters(api: Api, match: SeatedMatch) -> None:
    for path in ("/v1/games?x=1", "/v1/games/veil?x=1", "/v1/matches?limti=3", "/healthz?x=1"):
        problem(api.get(path), 422, "invalid-request")
    problem(match.seats[0].get(f"{match.path}?wiat=3"), 422, "invalid-request")
    problem(match.owner.delete(f"{match.path}?x=3"), 422, "invalid-request")
    problem(api.get("/v1/matches?limit=1&limit=2"), 422, "invalid-request")


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=101", "limit=x", "limit=1.5", "status=gone", "cursor=%21", "cursor="],
)
def test_bad_values_of_a_listing(api: Api, query: str) -> None:
    problem(api.get(f"/v1/matches?{query}"), 422, "invalid-request")


@pytest.mark.parametrize("query", ["wait=-1", "wait=61", "wait=x", "include=everything"])
def test_bad_values_of_a_read(match: SeatedMatch, query: str) -> None:
    problem(match.seats[0].get(f"{match.path}?{query}"), 422, "invalid-request")


@pytest.mark.parametrize("action", ["hire\n", "\x00hire", "hi\x7fre", "hire\x9f"])
def test_a_control_character_anywhere_in_a_text(match: SeatedMatch, action: str) -> None:
    answered = match.seats[0].post(f"{match.path}/actions", json={"action": action, "version": 0})
    document = problem(answered, 422, "invalid-request")
    assert document["errors"] == [
        {"field": "action", "problem": "must not have control characters"}
    ]
