"""Documents of long matches: they are longer than any other body may be."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from railhead.service.settings import Settings
from tests.http.api import Api, Server, problem, server
from tests.http.crowd import Answered, Crowd
from tests.http.test_clients import made_client
from tests.http.test_imports import OWN
from tests.http.test_shares import HOSTILE, NEW, OTHER, creating, overloaded

JSON = {"Content-Type": "application/json"}
BODY, IMPORT = Settings.max_body_bytes, Settings.max_import_bytes
LONG = 6000
"""Entries of a log whose document is several times as long as another body may be."""


def lengthened(document: dict[str, Any], entries: int) -> dict[str, Any]:
    """The document of a match that went back to its beginning again and again before it went on."""
    log = document["log"]
    first = next(at for at, entry in enumerate(log) if entry["kind"] == "action")
    back = {"kind": "undo", "seat": None, "details": {"to": 0}, "at": log[first]["at"]}
    round_trip = [*log[: first + 1], back]
    return {**document, "log": round_trip * (entries // len(round_trip)) + log}


@pytest.fixture
def long(api: Api) -> bytes:
    """The export of a match with a long log."""
    made = api.created(seed=5, undo="any")
    made.play_out()
    document = lengthened(made.owner.get(f"{made.path}/export").json(), LONG)
    imported = api.post("/v1/imports", json=document)
    assert imported.status_code == 201, imported.text
    created = imported.json()
    exported = api.holding(created["owner_token"]).get(f"/v1/matches/{created['id']}/export")
    assert exported.status_code == 200, exported.text
    return exported.content


@pytest.mark.full
def test_a_long_match_comes_out_and_goes_in_again(api: Api, long: bytes) -> None:
    assert 3 * BODY < len(long) < IMPORT
    document = json.loads(long)
    assert len(document["log"]) >= LONG
    for sent in (long, (long[at : at + 50_000] for at in range(0, len(long), 50_000))):
        imported = api.post("/v1/imports", data=sent, headers=JSON)
        assert imported.status_code == 201, imported.text
        created = imported.json()
        owner = api.holding(created["owner_token"])
        again = owner.get(f"/v1/matches/{created['id']}/export").json()
        assert {name: again[name] for name in again if name not in OWN} == {
            name: document[name] for name in document if name not in OWN
        }


def test_every_other_body_is_bounded_as_before(api: Api) -> None:
    match = api.created()
    _, client = made_client(api)
    seat, owner = match.seats[0], match.owner
    longer = b" " * (BODY + 1)
    for answered in (
        api.post("/v1/matches", data=longer, headers=JSON),
        api.post("/v1/clients", data=longer, headers=JSON),
        client.post("/v1/me/tokens", data=longer, headers=JSON),
        client("PUT", "/v1/me/data/montana/components/x", data=longer, headers=JSON),
        seat.post(f"{match.path}/actions", data=longer, headers=JSON),
        owner.post(f"{match.path}/undo", data=longer, headers=JSON),
        owner.post(f"{match.path}/forks", data=longer, headers=JSON),
    ):
        assert problem(answered, 413, "body-too-large")["limit"] == BODY


def test_an_import_has_a_bound_too_which_is_told(api: Api) -> None:
    assert api.post("/v1/imports", data=b"{}".ljust(IMPORT), headers=JSON).status_code == 422
    parts = (b" " * 100_000 for _ in range(IMPORT // 100_000 + 1))
    for body in (b" " * (IMPORT + 1), parts):
        refused = api.post("/v1/imports", data=body, headers=JSON)
        assert problem(refused, 413, "body-too-large")["limit"] == IMPORT


@pytest.fixture
def door(store_url: str, settings: Settings) -> Iterator[Server]:
    """An API behind a proxy that takes as many bytes at once as ten usual bodies have."""
    few = {"RAILHEAD_MAX_BODIES": "10", "RAILHEAD_BODY_SECONDS": "60"}
    with server(
        store_url, RAILHEAD_PROXIES="1", RAILHEAD_MAX_IMPORT_BYTES="600000", **few
    ) as started:
        yield started


def importing(address: str, length: int) -> bytes:
    """The beginning of an import of so many bytes."""
    return creating(address, length).replace(b"/v1/matches", b"/v1/imports")


def test_long_bodies_take_places_of_their_own_address_by_their_length(door: Server) -> None:
    async def scene() -> None:
        async with Crowd(door.port) as crowd:
            small = await crowd.lines(4, creating(OTHER, len(NEW) + 1))
            first = await crowd.line(importing(HOSTILE, 600_000))
            assert not await first.has_come(0.5)
            second = await crowd.line(importing(HOSTILE, 200_000))
            assert overloaded(await first.answer(5), 10), "five places and two are too many"
            third = await crowd.line(importing(HOSTILE, 300_000))
            assert not await second.has_come(0.5)
            await crowd.line(importing(HOSTILE, 500_000))
            for displaced in (second, third):
                assert overloaded(await displaced.answer(5), 10)
            for line in small:
                line.send(b" ")
                assert (await line.answer(10)).status == 201, "it has lost nothing"

    asyncio.run(scene())


@pytest.mark.parametrize("member", ["log", "line", "seats"])
def test_a_long_document_that_is_wrong_is_refused_soon_and_in_few_words(
    api: Api, member: str
) -> None:
    wrong = b"{}," * ((IMPORT - 100) // 3)
    for items in (wrong, wrong[: 3 * 30_000]):
        body = b'{"%s":[%s]}' % (member.encode(), items.rstrip(b","))
        refused = api.post("/v1/imports", data=body, headers=JSON)
        assert refused.status_code == 422
        assert len(refused.json()["errors"]) <= 100
        assert refused.elapsed.total_seconds() < 10


@pytest.mark.full
def test_what_long_imports_cost_is_on_the_account_of_their_address(
    store_url: str, settings: Settings
) -> None:
    body = b'{"log":[%s]}' % b",".join([b'{"kind":"chance","seat":null,"action":"x"}'] * 39_000)
    head = f"POST /v1/imports HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {HOSTILE}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"

    async def asked(crowd: Crowd) -> Answered:
        line = await crowd.line(head.encode() + body)
        return await line.answer()

    async def scene(port: int) -> list[int]:
        async with Crowd(port) as crowd:
            answers = await asyncio.gather(*(asked(crowd) for _ in range(16)))
            assert (await crowd.asked(creating(OTHER, len(NEW)))).status == 201
            return [answer.status for answer in answers]

    limits = {"RAILHEAD_ADDRESS_SHARE": "0.1", "RAILHEAD_PROXIES": "1"}
    with server(store_url, **limits) as started:
        statuses = asyncio.run(scene(started.port))
    assert set(statuses) == {422, 429}, "those that waited are refused once the others cost so much"
    assert statuses.count(422) <= 8
