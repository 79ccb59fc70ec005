"""Callers who ask for more than they may have, and what they are told."""

from __future__ import annotations

import requests

from tests.http.api import VEIL_SEATS, Api, problem

SOME = 2
HUMANS = {"game": "veil", "seats": VEIL_SEATS}
MINE = [{"kind": "human", "mine": True}, {"kind": "human", "name": "Ben"}]


def limited(answered: requests.Response, limit: str, quota: int, window: int) -> int:
    """After how many seconds a refused request may be repeated."""
    document = problem(answered, 429, "too-many-requests")
    wait = document["retry_after"]
    assert 1 <= wait <= window
    assert limit in document["detail"]
    told = (document["policy"], document["quota"], document["window"])
    assert told == (limit, quota, window)
    assert answered.headers["Retry-After"] == str(wait)
    assert answered.headers["RateLimit-Policy"] == f'"{limit}";q={quota};w={window}'
    assert answered.headers["RateLimit"] == f'"{limit}";r=0;t={wait}'
    return int(wait)


def of_address(api: Api, address: str) -> Api:
    """The API for a caller from elsewhere."""
    elsewhere = Api(api.address)
    elsewhere.session.headers.update(api.session.headers)
    elsewhere.session.headers["X-Forwarded-For"] = address
    return elsewhere


def made_client(api: Api) -> Api:
    answered = api.post("/v1/clients", json={"name": "bot"})
    assert answered.status_code == 201, answered.text
    return api.holding(answered.json()["token"])
