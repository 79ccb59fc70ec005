"""Waiting for analyses: where too many wait, and under servers where only threads can wait."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from railhead.service.analyses.storage import AnalysisStorage
from railhead.service.app import create_app
from railhead.service.core.matches import Matches
from railhead.service.model import AnalysisName, CreationResult, NewMatch, Seat
from railhead.service.settings import Settings
from railhead.service.store.keys import match_key
from tests.http.analysing import PERSON, asked
from tests.http.api import Api, problem, serving
from tests.http.streams import LINES
from tests.service.conftest import text_of


@pytest.mark.full
@pytest.mark.usefixtures("settings")
def test_who_finds_no_place_to_wait_is_answered_at_once(store_url: str) -> None:
    bounds = {"RAILHEAD_LONG_POLLS_PER_CALLER": "0", "RAILHEAD_STREAMS_PER_CALLER": "0"}
    with serving(store_url, **bounds) as where:
        made = Api(where).created(seats=[PERSON] * 2, analyses="everybody", seed=3)
        place = asked(made.seats[0], made)
        began = time.monotonic()
        answered = made.seats[0].get(f"{place}?wait=20")
        assert time.monotonic() - began < 5
        assert answered.json()["status"] == "running"
        assert answered.headers["Retry-After"]
        policy = answered.headers["RateLimit-Policy"]
        assert policy == '"waits-of-a-caller";q=0;qu="concurrent-requests"'
        refused = made.seats[0].get(place, headers={"Accept": LINES})
        problem(refused, 429, "too-many-streams")


class Threaded:
    """A match under a server without our shell, with one analysis that nobody thinks about."""

    def __init__(self, client: FlaskClient, matches: Matches, created: CreationResult) -> None:
        self.client = client
        self.matches = matches
        self.late: threading.Timer | None = None
        self.headers = {"Authorization": f"Bearer {created.tokens.seats[0]}"}
        match_id = created.match.record.id
        where = f"/v1/matches/{match_id}/analyses"
        answered = client.post(where, json={"seconds": 9}, headers=self.headers)
        assert answered.status_code == 202, answered.text
        self.place = answered.headers["Location"]
        (field,) = matches.store.reader.hkeys(match_key(match_id, "analyses"))
        asker, _, number = text_of(field).partition(":")
        self.name = AnalysisName(match_id, asker, int(number))

    def end(self) -> None:
        """Let the analysis be cancelled."""
        assert self.matches.store.storage(AnalysisStorage).end(self.name, "cancelled")

    def end_soon(self) -> None:
        """Let the analysis be cancelled while somebody waits."""
        self.late = threading.Timer(0.5, self.end)
        self.late.start()

    def close(self) -> None:
        """Wait until the cancelling is answered: who waits may hear of it earlier."""
        if self.late is not None:
            self.late.join()


@pytest.fixture
def threaded(settings: Settings, matches: Matches) -> Iterator[Threaded]:
    app = create_app(settings, matches, matches.catalogue)
    seats = [Seat(0, "human", "Ann"), Seat(1, "human", "Ben")]
    created = matches.create(NewMatch("veil", {}, seats, seed=3, analyses="everybody"))
    threaded = Threaded(app.test_client(), matches, created)
    yield threaded
    threaded.close()


def test_a_thread_waits_for_the_end(threaded: Threaded) -> None:
    began = time.monotonic()
    threaded.end_soon()
    answered = threaded.client.get(f"{threaded.place}?wait=50", headers=threaded.headers)
    assert answered.get_json()["status"] == "cancelled"
    assert 0.4 < time.monotonic() - began < 10


def test_a_thread_waits_no_longer_than_asked(threaded: Threaded) -> None:
    began = time.monotonic()
    answered = threaded.client.get(f"{threaded.place}?wait=1", headers=threaded.headers)
    assert answered.get_json()["status"] == "running"
    assert 0.9 < time.monotonic() - began < 5


def test_a_thread_streams(threaded: Threaded) -> None:
    headers = {**threaded.headers, "Accept": LINES}
    answered = threaded.client.get(threaded.place, headers=headers)
    pieces: Iterator[bytes] = iter(answered.response)  # type: ignore[arg-type] # never text
    text = next(pieces)
    threaded.end()
    text += b"".join(pieces)
    events: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines() if line]
    assert [event["kind"] for event in events] == ["progress", "end"]
    assert [event["status"] for event in events] == ["running", "cancelled"]
    head = threaded.client.head(threaded.place, headers=headers)
    assert (head.status_code, head.data) == (200, b"")
