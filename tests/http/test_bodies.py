"""Bodies of requests as JSON: what of them could be read in two ways is refused, with its place."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
import requests

from railhead.service.features import ROUTES
from railhead.service.http.json_bodies import DEEPEST
from tests.http import boards
from tests.http.api import VEIL_SEATS, Api, SeatedMatch, fields_of, problem

JSON = {"Content-Type": "application/json"}
GOOD = json.dumps({"game": "veil", "seats": VEIL_SEATS}).encode()


def sent(api: Api, body: bytes, path: str = "/v1/matches", **headers: str) -> requests.Response:
    return api.post(path, data=body, headers={**JSON, **headers})


@pytest.fixture
def takers(api: Api, match: SeatedMatch) -> list[tuple[Api, str, str]]:
    """Caller, method and address of every route that reads a body."""
    client = boards.client(api)
    home = boards.home("montana")
    puzzles = api.get("/v1/games/montana/puzzles").json()["puzzles"]
    found = [
        (api, "POST", "/v1/matches"),
        (match.seats[0], "POST", f"{match.path}/actions"),
        (match.seats[0], "POST", f"{match.path}/undo"),
        (match.seats[0], "POST", f"{match.path}/forks"),
        (match.seats[0], "POST", f"{match.path}/analyses"),
        (match.seats[0], "PUT", f"{match.path}/seats/0"),
        (api, "POST", f"{match.path}/seats/1/claim"),
        (api, "POST", "/v1/imports"),
        (api, "POST", "/v1/clients"),
        (api, "POST", f"/v1/games/montana/puzzles/{puzzles[0]['id']}/answers"),
        (client, "POST", "/v1/me/tokens"),
        (client, "PUT", "/v1/me/webhook"),
        (client, "PUT", home),
    ]
    assert len(found) == sum(route.body is not None for route in ROUTES)
    return found


@pytest.fixture
def match(api: Api) -> SeatedMatch:
    """A match of which every seat may have decisions analysed."""
    return api.created(analyses="everybody", seed=3)


def answers(
    takers: list[tuple[Api, str, str]], body: bytes, **headers: str
) -> list[requests.Response]:
    return [
        caller(method, path, data=body, headers={**JSON, **headers})
        for caller, method, path in takers
    ]


def test_every_route_refuses_a_member_that_is_given_twice(
    takers: list[tuple[Api, str, str]],
) -> None:
    body = b'{"action": "keep", "action": "give", "a": [0, {"b": {"c": 1, "d": 2, "c": 1}}]}'
    for answered in answers(takers, body):
        document = problem(answered, 422, "invalid-request")
        assert fields_of(document) == ["action", "a.1.b.c"]
        assert document["errors"][0]["problem"] == "is given twice"


def test_names_are_compared_as_they_are_read(api: Api) -> None:
    escaped = problem(sent(api, b'{"game": "veil", "g\\u0061me": "steam"}'), 422, "invalid-request")
    assert fields_of(escaped) == ["game"]
    within = b'{"game": "veil", "seats": [{"kind": "open"}, {"kind": "open", "kind": "human"}]}'
    assert fields_of(problem(sent(api, within), 422, "invalid-request")) == ["seats.1.kind"]
    three = problem(sent(api, b'{"a": 1, "a": {"b": 1, "b": 2}, "a": 3}'), 422, "invalid-request")
    assert fields_of(three) == ["a", "a.b"]


def test_what_is_given_twice_changes_nothing(match: SeatedMatch) -> None:
    legal = match.legal(0)
    action, version = legal["actions"][0]["action"], legal["version"]
    body = f'{{"action": "{action}", "version": {version}, "version": {version}}}'
    path = f"{match.path}/actions"
    assert fields_of(
        problem(sent(match.seats[0], body.encode(), path), 422, "invalid-request")
    ) == ["version"]
    assert match.shown(0)["version"] == version
    assert match.act(0).status_code == 200


def test_the_same_name_in_different_objects_is_fine(api: Api) -> None:
    assert sent(api, GOOD).status_code == 201


@pytest.mark.parametrize(
    ("body", "line", "column"),
    [
        (b'{"game": "veil",\n "seats": x}', 2, 11),
        ('{"gäme": "veil",\r\n\n  "ß": NaN}'.encode(), 3, 8),
        (b'{"seed": Infinity}', 1, 10),
        (b'{"seed": -Infinity}', 1, 11),
        (b'{"seed": 1e999}', 1, 10),
        (b'{"game": "\\ud800"}', 1, 11),
        (b'{"ga\xffme": 1}', 1, 5),
        ('{\n"ü": "'.encode() + b'\xc3"}', 2, 7),
        (b"\xef\xbb\xbf{}", 1, 1),
        (b"", 1, 1),
        (b'{"game": "veil"} {}', 1, 18),
        (b"{'game': 1}", 1, 2),
        (b"[" * 100_000, 1, 1026),
        (b'{"a":' * 300 + b"1" + b"}" * 300, 1, 5 * DEEPEST + 1),
        (b'{"[{\\"": [' + b"[" * 300 + b"]" * 300 + b"]}", 1, DEEPEST + 9),
    ],
)
def test_what_is_no_json_is_told_by_line_and_column(
    api: Api, body: bytes, line: int, column: int
) -> None:
    document = problem(sent(api, body), 400, "malformed-json")
    told = (document["line"], document["column"])
    assert told == (line, column)
    assert document["detail"].endswith(f"line {line}, column {column}")


def test_nothing_that_is_nested_deep_is_a_fault_of_the_service(
    takers: list[tuple[Api, str, str]],
) -> None:
    for depth in (DEEPEST - 1, DEEPEST, DEEPEST + 1, 1000, 1022):
        deep = b'{"setup": ' + b"[" * depth + b"]" * depth + b"}"
        for answered in answers(takers, deep, **{"Idempotency-Key": "deep"}):
            assert answered.status_code in (400, 409, 422), answered.text
            assert (answered.status_code == 400) == (depth >= DEEPEST)


def test_a_deep_document_of_a_match_is_refused_with_its_key(api: Api) -> None:
    made = api.created()
    made.play_out()
    document: dict[str, Any] = made.owner.get(f"{made.path}/export").json()
    for depth in (200, 260):
        nested: Any = 1
        for _ in range(depth):
            nested = [nested]
        body = json.dumps({**document, "setup": {**document["setup"], "more": nested}}).encode()
        answered = sent(api, body, "/v1/imports", **{"Idempotency-Key": f"deep-{depth}"})
        assert answered.status_code < 500, answered.text


@pytest.mark.parametrize("coding", ["gzip", "GZIP", "br", "gzip, identity", "unheard-of", ""])
def test_every_route_refuses_a_body_with_a_content_coding(
    takers: list[tuple[Api, str, str]], coding: str
) -> None:
    body = gzip.compress(GOOD) if coding.lower() == "gzip" else GOOD
    for answered in answers(takers, body, **{"Content-Encoding": coding}):
        problem(answered, 415, "unsupported-content-encoding")
        assert answered.headers["Accept-Encoding"] == "identity"


def test_a_body_that_says_it_has_no_coding_is_fine(api: Api) -> None:
    assert sent(api, GOOD, **{"Content-Encoding": "Identity"}).status_code == 201


@pytest.mark.parametrize("charset", ["iso-8859-1", "utf-16", '"latin1"', "klingon", "UTF-8x"])
def test_every_route_refuses_other_charsets(
    takers: list[tuple[Api, str, str]], charset: str
) -> None:
    media_type = f"application/json; charset={charset}"
    for answered in answers(takers, GOOD, **{"Content-Type": media_type}):
        document = problem(answered, 415, "unsupported-media-type")
        assert charset.strip('"') in document["detail"]
        assert "Accept-Encoding" not in answered.headers, "nothing is wrong with the coding"


@pytest.mark.parametrize(
    "media_type",
    [
        "application/json;charset=utf-8",
        'Application/JSON ; Charset="UTF-8"',
        "application/json;profile=x",
        "application/json;",
    ],
)
def test_json_in_utf_8_is_taken_however_that_is_said(api: Api, media_type: str) -> None:
    assert sent(api, GOOD, **{"Content-Type": media_type}).status_code == 201
