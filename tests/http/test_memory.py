"""A process answers for ever: what a request takes of its memory it gives back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
import requests

from tests.http.api import Api, SeatedMatch, Server, server
from tests.http.streams import LINES

REQUESTS = 300
LOST_EACH = 4000
"""Bytes; what one request has around it takes more than ten thousand."""


@pytest.fixture(scope="module")
def door(store_url: str) -> Iterator[Server]:
    with server(store_url, RAILHEAD_ACTION_LIMIT="", RAILHEAD_STREAM_LIMIT="") as started:
        yield started


def refused_action(door: Server, match: SeatedMatch, session: requests.Session) -> None:
    headers = {"Authorization": f"Bearer {match.created['seats'][0]['token']}"}
    body = {"action": "?", "version": match.created["version"]}
    answered = session.post(f"{door.address}{match.path}/actions", json=body, headers=headers)
    assert answered.status_code == 422


def body_in_pieces(door: Server, match: SeatedMatch, session: requests.Session) -> None:
    headers = {"Content-Type": "application/json"}
    pieces = iter([b'{"game": ', b'"nothing"}'])
    answered = session.post(f"{door.address}/v1/matches", data=pieces, headers=headers)
    assert answered.status_code == 422


def read(door: Server, match: SeatedMatch, session: requests.Session) -> None:
    headers = {"Authorization": f"Bearer {match.created['seats'][0]['token']}"}
    assert session.get(f"{door.address}{match.path}", headers=headers).status_code == 200


def waited(door: Server, match: SeatedMatch, session: requests.Session) -> None:
    headers = {"Authorization": f"Bearer {match.created['seats'][0]['token']}"}
    tag = {"If-None-Match": f'"{match.created["version"]}"'}
    address = f"{door.address}{match.path}?wait=1"
    with pytest.raises(requests.Timeout):
        session.get(address, headers={**headers, **tag}, timeout=0.01)


def stream(door: Server, match: SeatedMatch, session: requests.Session) -> None:
    headers = {"Authorization": f"Bearer {match.created['owner_token']}", "Accept": LINES}
    address = f"{door.address}{match.path}/events"
    with session.get(address, headers=headers, stream=True) as opened:
        assert opened.raw.read(1)


@pytest.mark.full
@pytest.mark.parametrize("ask", [refused_action, body_in_pieces, read, waited, stream])
def test_what_a_request_takes_it_gives_back(
    door: Server, ask: Callable[[Server, SeatedMatch, requests.Session], None]
) -> None:
    match = Api(door.address).created(game="veil")
    session = requests.Session()
    held = []
    for _ in range(3):
        for _ in range(REQUESTS):
            ask(door, match, session)
        held.append(door.memory())
    assert min(later - before for before, later in pairwise(held)) < (REQUESTS * LOST_EACH), held
