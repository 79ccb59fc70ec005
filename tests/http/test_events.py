"""The log of a match over HTTP: pages, labels, and who sees what."""

from __future__ import annotations

import re
from typing import Any

import pytest

from railhead.games.game import CHANCE, SPECTATOR
from railhead.games.random import Random
from railhead.service.core.event_rendering import EventRenderer
from railhead.service.core.matches import Matches
from railhead.service.core.progress import Progress
from railhead.service.features import ROUTES
from railhead.service.model.event_text import sentence
from tests.http import boards
from tests.http.api import Api, SeatedMatch, fields_of, problem
from tests.http.streams import FORMS

MEMBERS = ["version", "kind", "seat", "action", "label", "at"]
SMALL = {"deck": "small"}


def page(client: Api, match: SeatedMatch, **query: int) -> dict[str, Any]:
    answered = client.get(f"{match.path}/events", params=query)
    assert answered.status_code == 200, answered.text
    document: dict[str, Any] = answered.json()
    return document


def whole(client: Api, match: SeatedMatch, limit: int = 1000) -> list[dict[str, Any]]:
    """The log, page by page."""
    found: list[dict[str, Any]] = []
    after = 0
    while True:
        read = page(client, match, after=after, limit=limit)
        assert len(read["events"]) <= limit
        if not read["events"]:
            assert read["next"] == after == read["version"]
            return found
        found += read["events"]
        after = read["next"]
        assert after == found[-1]["version"]


def test_pages_of_any_size_are_the_same_log(api: Api) -> None:
    match = api.created(options=SMALL, seed=5)
    match.play_out()
    log = whole(match.seats[0], match)
    assert [event["version"] for event in log] == [*range(1, len(log) + 1)]
    assert {event["kind"] for event in log} == {"action", "forced", "chance"}
    for event in log:
        assert list(event)[:6] == MEMBERS
        assert list(event)[6:] in ([], ["targets"])
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", event["at"])
        assert event["label"]
        assert (event["seat"] is None) == (event["kind"] == "chance")
    for limit in (1, 7, 100):
        assert whole(match.seats[0], match, limit) == log
    assert page(match.seats[0], match, after=3, limit=2)["next"] == 5


def test_a_page_is_tagged_with_the_version(match: SeatedMatch) -> None:
    answered = match.owner.get(f"{match.path}/events")
    small = match.owner.get(f"{match.path}/events?limit=1")
    assert small.headers["ETag"] == f'"{answered.json()["version"]}-watching"'
    assert answered.headers["Vary"] == "Authorization, Accept-Encoding, Accept"
    held = {"If-None-Match": answered.headers["ETag"]}
    again = match.owner.get(f"{match.path}/events", headers=held)
    assert (again.status_code, again.content) == (304, b"")


def test_labels_name_who_acts(api: Api) -> None:
    match = api.created(game="montana", seats=[{"kind": "human", "name": "Ann"}] * 2, seed=7)
    shown = match.act(match.shown(0)["to_act"][0]).json()
    assert shown["events"][0]["label"].startswith(f"Seat {shown['you']} (Ann) ")
    unnamed = api.created(seats=[{"kind": "human"}] * 2)
    assert unnamed.act(1).json()["events"][0]["label"].startswith("Seat 1 selects ")


def test_a_submission_tells_what_the_log_tells(match: SeatedMatch) -> None:
    before = match.created["version"]
    key = {"Idempotency-Key": "once"}
    assert match.act(0).json()["events"] == page(match.seats[0], match, after=before)["events"]
    second = match.act(1).json()["events"]
    assert second == page(match.seats[1], match, after=before + 1)["events"]
    assert {event["kind"] for event in second} == {"action", "chance"}
    seat = match.shown(0)["to_act"][0]
    legal = match.legal(seat)
    body = {"action": legal["actions"][0]["action"], "version": legal["version"]}
    first, again = (match.submit(seat, body, **key).json()["events"] for _ in range(2))
    assert first == again == page(match.seats[seat], match, after=legal["version"])["events"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("after=-1", "after"),
        ("after=x", "after"),
        ("limit=0", "limit"),
        ("limit=1001", "limit"),
        ("before=3", "before"),
    ],
)
def test_a_query_that_cannot_be_is_refused(match: SeatedMatch, query: str, field: str) -> None:
    answered = match.owner.get(f"{match.path}/events?{query}")
    assert fields_of(problem(answered, 422, "invalid-request")) == [field]


def test_who_may_read_the_match_may_read_its_events(api: Api, match: SeatedMatch) -> None:
    path = f"{match.path}/events"
    problem(api.get(path), 401, "unauthorized")
    problem(api.holding("x" * 32).get(path), 404, "no-such-match")
    problem(api.get("/v1/matches/none/events"), 401, "unauthorized")
    public = api.created(visibility="public")
    assert api.get(f"{public.path}/events").json() == page(public.owner, public)


def test_a_version_that_is_not_there_yet_is_refused(match: SeatedMatch) -> None:
    version = match.created["version"]
    path = f"{match.path}/events?after={version + 1}"
    for form in ("application/json", *FORMS):
        answered = match.owner.get(path, headers={"Accept": form})
        assert problem(answered, 409, "match-went-back")["version"] == version
    assert page(match.owner, match, after=version)["events"] == []


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("application/json", "application/json"),
        ("*/*", "application/json"),
        ("", "application/json"),
        ("text/event-stream", "text/event-stream"),
        ("application/x-ndjson", "application/x-ndjson"),
        ("application/json;q=0.5, text/event-stream", "text/event-stream"),
        ("text/event-stream;q=0.1, application/x-ndjson;q=0.2", "application/x-ndjson"),
        ("text/*", "text/event-stream"),
        ("text/html, */*;q=0.1", "application/json"),
        ("application/json;q=0, */*", "text/event-stream"),
        ("*/*, application/json;q=0", "text/event-stream"),
        ("application/*;q=0, */*;q=0.1", "text/event-stream"),
        ("application/json; charset=utf-8", "application/json"),
        ('Application/JSON;Charset="UTF-8"', "application/json"),
        ("TEXT/Event-Stream ; charset=UTF-8;q=1.000, */*;q=0.9", "text/event-stream"),
        ("application/json;indent=2", "application/json"),
        ('application/json;profile="a;q=0,b", text/html', "application/json"),
        ("application/json;v=2, application/x-ndjson;q=0.5", "application/json"),
        (
            "application/json;v=2, application/json;q=0.2, text/event-stream;q=0.5",
            "text/event-stream",
        ),
        ("application/json;v=2;q=0, application/json", "application/json"),
        ("application/json;Q=0.3, application/x-ndjson;q=0.4", "application/x-ndjson"),
        ("application/json;q=0.5;v=1, text/event-stream;q=0.4", "application/json"),
        ("*/*;q=0.5, application/x-ndjson;q=0.5", "application/x-ndjson"),
        ("application/*", "application/json"),
    ],
)
def test_the_form_is_the_one_accepted_most(api: Api, accept: str, form: str) -> None:
    match = api.created(options=SMALL, seed=1)
    match.play_out()
    answered = match.owner.get(f"{match.path}/events", headers={"Accept": accept})
    assert answered.status_code == 200
    assert answered.headers["Content-Type"].partition(";")[0] == form


@pytest.mark.parametrize(
    "accept",
    ["text/html", "image/*", "application/json;q=0", "*/*;q=0", "application/json;v=1;q=0", "json"],
)
def test_other_forms_are_refused(match: SeatedMatch, accept: str) -> None:
    answered = match.owner.get(f"{match.path}/events", headers={"Accept": accept})
    offered = problem(answered, 406, "not-acceptable")["offered"]
    assert offered == ["application/json", *FORMS]


def test_parameters_of_accept_are_read_alike_on_every_route(api: Api) -> None:
    client = boards.client(api)
    made = api.created(analyses="everybody", visibility="public")
    assert made.seats[0].post(f"{made.path}/analyses", json={"seconds": 1}).status_code == 202
    readers = {"optional": made.seats[0], "needed": made.seats[0], "none": api}
    of_others = ("{game}", "{puzzle}", "{name}", "{delivery}", "{slug}", "webhook", "export")
    numbers = {"{match}": made.created["id"], "{version}": "0", "{analysis}": "1"}
    for route in ROUTES:
        if route.method != "get" or any(part in route.path for part in (*of_others, "scores")):
            continue
        path = route.path
        for name, value in numbers.items():
            path = path.replace(name, value)
        reader = client if path.startswith("/v1/me") else readers[route.token]
        for accept in (
            "application/json; charset=utf-8",
            'APPLICATION/JSON;q=0.3;profile="x, y"',
            "text/html;q=0, application/*;q=0.001",
        ):
            answered = reader.get(path, headers={"Accept": accept})
            assert answered.status_code == 200, (path, accept, answered.text)


def test_nobody_is_told_what_they_may_not_know(api: Api, matches: Matches) -> None:
    """The log of each viewer is what it would be had the others drawn and chosen otherwise."""
    seats = [{"kind": "human"}] * 4
    match = api.created(seats=seats, options={"deck": "plain"}, seed=11)
    match.play_out()
    record = matches.record(match.created["id"])
    viewers = {**match.seats, SPECTATOR: match.owner}
    logs = {viewer: whole(client, match) for viewer, client in viewers.items()}
    progress = Progress.initial(record, matches.game(record).load(record.opening))
    random, redacted = Random(5, 8), 0
    for event in matches.events(record.id):
        seat = CHANCE if event.seat is None else event.seat
        action = progress.state.parse(event.notation)
        for viewer, log in logs.items():
            shown = log[event.version - 1]
            assert shown["action"] == event.notation_for(viewer)
            other = progress.state.clone()
            other.determinize(viewer, random)
            seen = int(progress.state.redact(viewer, seat, action))
            assert sentence(record.seats, other, seat, seen) == shown["label"]
            if shown["action"].endswith("?"):
                redacted += 1
                assert shown["label"].count(" a card") == 1
        progress.repeat(event)
    assert redacted > 100


def test_a_process_goes_on_from_where_it_was(api: Api, matches: Matches) -> None:
    """Pages one after the other cost one replay, and tell the same as a replay for each."""
    match = api.created(options=SMALL, seed=2)
    version = match.play_out()["version"]
    record = matches.record(match.created["id"])
    all_at_once = EventRenderer(matches.store, matches.game, matches.past_positions).render(
        record, 0, version
    )
    bit_by_bit = EventRenderer(matches.store, matches.game, matches.past_positions)
    found = [one for at in range(version) for one in bit_by_bit.render(record, at, at + 1)]
    assert found == all_at_once
    random = Random(3, 3)
    for _ in range(20):
        after = int(random.below(version))
        until = after + int(random.below(version - after)) + 1
        assert bit_by_bit.render(record, after, until) == all_at_once[after:until]
    bit_by_bit.forget(record.id)
    assert bit_by_bit.render(record, 4, 6) == all_at_once[4:6]
