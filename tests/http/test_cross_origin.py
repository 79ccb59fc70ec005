"""What browsers let pages of other origins do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.http.api import Api, serving

ELSEWHERE = {"Origin": "https://elsewhere.example"}
TRUSTED = {"Origin": "https://table.example"}


def preflight(api: Api, path: str, method: str, origin: dict[str, str]) -> dict[str, str]:
    """What a browser is told before it sends a request of another origin's page."""
    asked = {
        **origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization, content-type",
    }
    return {
        name.lower(): value for name, value in api("OPTIONS", path, headers=asked).headers.items()
    }


def test_anybodys_page_reads_what_is_public(api: Api) -> None:
    for path in ("/v1/games", "/v1/games/steam", "/v1/matches", "/v1/games/nothing"):
        answered = api.get(path, headers=ELSEWHERE)
        assert answered.headers["Access-Control-Allow-Origin"] == "*"
        assert "ETag" in answered.headers["Access-Control-Expose-Headers"]
        assert "Access-Control-Allow-Credentials" not in answered.headers
    assert "Access-Control-Allow-Origin" not in api.get("/v1/games").headers


def test_anybodys_page_may_not_act_with_a_token(api: Api) -> None:
    told = preflight(api, "/v1/matches", "POST", ELSEWHERE)
    assert "POST" not in told.get("access-control-allow-methods", "")
    assert "authorization" not in told.get("access-control-allow-headers", "").lower()


@pytest.fixture(scope="module")
def open_to_one(store_url: str) -> Iterator[Api]:
    """An API that trusts the pages of one origin, and lets others read nothing."""
    named = {"RAILHEAD_CORS_ORIGINS": TRUSTED["Origin"], "RAILHEAD_CORS_READING": "false"}
    with serving(store_url, **named) as where:
        yield Api(where)


def test_the_pages_that_are_named_may_do_all(open_to_one: Api) -> None:
    told = preflight(open_to_one, "/v1/matches", "POST", TRUSTED)
    assert told["access-control-allow-origin"] == TRUSTED["Origin"]
    assert "POST" in told["access-control-allow-methods"]
    assert "authorization" in told["access-control-allow-headers"].lower()
    answered = open_to_one.get("/v1/games", headers=TRUSTED)
    assert answered.headers["Access-Control-Allow-Origin"] == TRUSTED["Origin"]
    assert "Origin" in answered.headers["Vary"]


@pytest.mark.full
def test_where_reading_is_off_others_are_told_nothing(open_to_one: Api) -> None:
    answered = open_to_one.get("/v1/games", headers=ELSEWHERE)
    assert "Access-Control-Allow-Origin" not in answered.headers
