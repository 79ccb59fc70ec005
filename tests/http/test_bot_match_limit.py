"""How many matches between bots one caller may have at once, over HTTP."""

from __future__ import annotations

import json
import re

import pytest
import requests

from railhead.service.core.bot_match_limit import MAKING
from railhead.service.settings import Settings
from railhead.service.store.connection import connect_to_server
from railhead.service.store.store import Store
from tests.http.api import Api, problem, serving
from tests.http.limiting import HUMANS, SOME

BOTS_ALONE = {"game": "veil", "seats": [{"kind": "bot", "level": "easy"}] * 2}


@pytest.mark.full
def test_so_many_matches_between_bots_run_at_once(store_url: str, settings: Settings) -> None:
    with serving(store_url, RAILHEAD_BOT_MATCHES=str(SOME), RAILHEAD_PROXIES="1") as where:
        api = Api(where)
        ann, ben = ({"X-Forwarded-For": f"10.0.0.{number}"} for number in (1, 2))

        def create(caller: dict[str, str], key: str = "", **more: object) -> requests.Response:
            sent = caller | ({"Idempotency-Key": key} if key else {})
            return api.post("/v1/matches", json={**BOTS_ALONE, **more}, headers=sent)

        first, second = create(ann, "the-key-of-ann-0123").json(), create(ann).json()
        refused = create(ann)
        document = problem(refused, 429, "too-many-bot-matches")
        assert document["limit"] == SOME
        assert refused.headers["Retry-After"] == str(document["retry_after"])
        assert (
            refused.headers["RateLimit-Policy"]
            == f'"bot-matches";q={SOME};qu="concurrent-requests"'
        )
        assert create(ann, "the-key-of-ann-0123").json()["id"] == first["id"], (
            "no further one is asked for"
        )
        assert create(ann, seats=[{"kind": "human"}, *BOTS_ALONE["seats"][1:]]).status_code == 201
        assert create(ben).status_code == 201
        client = api.post("/v1/clients", json={"name": "Ann"}, headers=ann).json()
        assert create(ann | {"Authorization": f"Bearer {client['token']}"}).status_code == 201
        gone = api.holding(second["owner_token"]).delete(f"/v1/matches/{second['id']}")
        assert gone.status_code == 204
        assert create(ann).status_code == 429, "for a minute it may be one that is being made"
        settle_creations(settings)
        assert create(ann).status_code == 201
        assert create(ann).status_code == 429


def settle_creations(settings: Settings) -> None:
    """Let the creations of all matches between bots lie a minute back."""
    with connect_to_server(settings.redis_url) as store:
        for key in store.scan_iter("limit:bots:*"):
            for name, when in store.zrange(key, 0, -1, withscores=True):
                store.zadd(key, {name: when - MAKING})


@pytest.mark.full
def test_nobody_is_told_who_asked_for_a_match(store_url: str, settings: Settings) -> None:
    with serving(store_url, RAILHEAD_PROXIES="1") as where:
        api = Api(where)
        made = api.post("/v1/matches", json=HUMANS, headers={"X-Forwarded-For": "10.0.0.1"}).json()
        again = api.post("/v1/matches", json=HUMANS, headers={"X-Forwarded-For": "10.0.0.1"}).json()
        store = Store(settings)
        kept = [store.record(one["id"]).asked_by for one in (made, again)]
        assert kept[0] == kept[1]
        assert re.fullmatch("[0-9a-f]{6}", str(kept[0]))
        shown = api.holding(made["owner_token"]).get(f"/v1/matches/{made['id']}").text
        assert str(kept[0]) not in shown + json.dumps(made)
        store.close()
