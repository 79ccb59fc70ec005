"""One stream for a whole client: turns, invitations and ends over all its matches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import requests

from tests.http.api import Api, problem
from tests.http.streams import LINES, SERVER_SENT, stream
from tests.http.test_clients import ANN, MINE, made_client


class Listener:
    """The events of a client's stream, as they come."""

    def __init__(self, answered: requests.Response) -> None:
        self._lines = answered.iter_lines(chunk_size=1)

    def next(self) -> dict[str, Any]:
        """The next event, waited for."""
        for line in self._lines:
            if line.startswith(b"{"):
                event: dict[str, Any] = json.loads(line)
                return event
        raise AssertionError("the stream has ended")

    def until_open(self) -> list[dict[str, Any]]:
        """All that was open when the stream began."""
        found = []
        while (event := self.next())["kind"] != "open":
            found.append(event)
        return found


@contextmanager
def listening(client: Api) -> Iterator[Listener]:
    """A stream of a client."""
    headers = {"Accept": LINES}
    with client.get("/v1/me/events", headers=headers, stream=True) as answered:
        assert answered.status_code == 200, answered.text
        yield Listener(answered)


def test_a_stream_begins_with_what_is_open(api: Api) -> None:
    made, client = made_client(api)
    turns = {client.created(seats=[MINE, ANN]).created["id"] for _ in range(3)}
    seats = [ANN, {"kind": "open", "client": made["id"]}]
    invited = api.created(seats=seats).created["id"]
    with listening(client) as stream:
        first = stream.until_open()
    told = {(event["kind"], event["match"]) for event in first}
    assert told == {*(("turn", one) for one in turns), ("invitation", invited)}
    assert client.get("/v1/me/events").json()["events"] == first or len(first) == 4


def test_what_comes_is_told_once(api: Api) -> None:
    _, client = made_client(api)
    with listening(client) as stream:
        assert stream.until_open() == []
        made = client.created(seats=[MINE, ANN])
        event = stream.next()
        assert (event["kind"], event["match"]) == ("turn", made.created["id"])
        assert (event["game"], event["seat"]) == ("veil", 0)
        other = client.created(seats=[MINE, ANN])
        assert stream.next()["match"] == other.created["id"]
        made.seats[0] = client
        made.play_out()
        while (event := stream.next())["kind"] == "turn":
            assert event["match"] == made.created["id"]
        assert (event["kind"], event["match"]) == ("over", made.created["id"])
        client.delete(other.path)
        assert stream.next()["kind"] == "gone"


def test_claims_and_invitations_are_told(api: Api) -> None:
    made, client = made_client(api)
    with listening(client) as stream:
        stream.until_open()
        kept = api.created(seats=[ANN, {"kind": "open", "client": made["id"]}])
        assert stream.next()["kind"] == "invitation"
        client.post(f"{kept.path}/seats/1/claim", json={})
        assert stream.next()["kind"] == "turn"
        free = api.created(seats=[ANN, {"kind": "open"}])
        body = {"invitation": free.created["seats"][1]["invitation"]}
        client.post(f"{free.path}/seats/1/claim", json=body)
        event = stream.next()
        assert (event["kind"], event["match"]) == ("turn", free.created["id"])
        client("PUT", f"{free.path}/seats/1", json={"kind": "open"})
        assert stream.next()["kind"] == "gone"


def test_a_token_that_is_renewed_ends_the_stream(api: Api) -> None:
    _, client = made_client(api)
    with listening(client) as stream:
        stream.until_open()
        client.post("/v1/me/token")
        event = stream.next()
        assert event["kind"] == "problem"
        assert event["problem"]["type"] == "/problems/unauthorized"
        with pytest.raises(AssertionError):
            stream.next()


@pytest.mark.parametrize("end", [("POST", "/v1/me/token"), ("DELETE", "/v1/me")])
def test_so_do_the_streams_of_its_matches(api: Api, end: tuple[str, str]) -> None:
    _, client = made_client(api)
    match = client.created(seats=[MINE, ANN])
    with stream(client, match.path, LINES) as events:
        assert client(*end).ok
        (*_, last) = events
        assert (last["kind"], last["problem"]["type"]) == ("problem", "/problems/unauthorized")


def test_a_stream_of_server_sent_events(api: Api) -> None:
    _, client = made_client(api)
    client.created(seats=[MINE, ANN])
    with client.get("/v1/me/events", headers={"Accept": SERVER_SENT}, stream=True) as answered:
        assert answered.headers["Content-Type"].startswith(SERVER_SENT)
        lines = answered.iter_lines(chunk_size=1)
        while not next(lines).startswith(b"event: turn"):
            pass
        assert json.loads(next(lines).removeprefix(b"data: "))["kind"] == "turn"
    problem(api.get("/v1/me/events"), 401, "unauthorized")
    refused = client.get("/v1/me/events", headers={"Accept": "image/png"})
    problem(refused, 406, "not-acceptable")
