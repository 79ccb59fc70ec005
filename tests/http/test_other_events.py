"""Entries of the log that are no moves: going back, and who sits where."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.random import Random
from railhead.service.core.event_rendering import EventRenderer
from railhead.service.core.matches import Matches
from railhead.service.http.schemas import responses
from railhead.service.model import Event
from railhead.service.model.event_text import render_event
from tests.http.api import Api, SeatedMatch
from tests.http.shapes import conforms
from tests.http.streams import FORMS, LINES, stream
from tests.http.test_streams import Reader, log_of, token_of
from tests.service.conftest import eventually

ANN = {"kind": "human", "name": "Ann"}
BEN = {"kind": "human", "name": "Ben"}
OPEN = {"kind": "open"}


def advance(match: SeatedMatch, decisions: int, choice: int = 0) -> int:
    """The version after so many decisions."""
    for _ in range(decisions):
        assert match.act(match.shown(0)["to_act"][0], choice).status_code == 200
    version: int = match.shown(0)["version"]
    return version


def go_back(match: SeatedMatch, to: int) -> dict[str, Any]:
    """The events of going back, by the owner."""
    body = {"to": to, "version": match.shown(0)["version"]}
    done = match.owner.post(f"{match.path}/undo", json=body)
    assert done.status_code == 200, done.text
    document: dict[str, Any] = done.json()
    return document


@pytest.mark.full
def test_going_back_is_told_and_what_follows_starts_from_there(api: Api, matches: Matches) -> None:
    match = api.created(game="montana", seats=[ANN, BEN], undo="any", seed=4)
    reader = Reader(match, token_of(match, 1), LINES)
    middle = advance(match, 6)
    late = advance(match, 5)
    undone = go_back(match, middle)["events"][0]
    assert undone == {
        "version": late + 1,
        "kind": "undo",
        "seat": None,
        "action": "undo",
        "label": f"The owner takes the match back to version {middle}",
        "at": undone["at"],
        "to": middle,
    }
    advance(match, 3, -1)
    go_back(match, 2)
    advance(match, 4, -1)
    go_back(match, late)
    match.play_out()
    log = log_of(match, match.seats[1])
    assert reader.whole()[:-1] == log
    for event in reader.events:
        conforms(event, responses.StreamEvent)
    conforms(match.owner.get(f"{match.path}/events").json(), responses.EventPage)
    assert [event["version"] for event in log] == [*range(1, len(log) + 1)]
    assert [event["to"] for event in log if event["kind"] == "undo"] == [middle, 2, late]
    told_in_any_order_the_same(matches, match, len(log))


def told_in_any_order_the_same(matches: Matches, match: SeatedMatch, version: int) -> None:
    """Whatever was told before, and is remembered of it."""
    record = matches.record(match.created["id"])
    whole = EventRenderer(matches.store, matches.game, matches.past_positions).render(
        record, 0, version
    )
    remembering, random = (
        EventRenderer(matches.store, matches.game, matches.past_positions),
        Random(7, 7),
    )
    for _ in range(60):
        after = int(random.below(version))
        until = min(version, after + 1 + int(random.below(20)))
        assert remembering.render(record, after, until) == whole[after:until]


def test_who_gives_up_while_a_bot_plays_is_called_by_name(api: Api) -> None:
    match = api.created(game="montana", seats=[ANN, {"kind": "human", "name": "Eve"}], seed=4)
    for change in ({}, {"resign": True}):
        body = {"kind": "bot", "level": "easy", **change}
        assert match.seats[1]("PUT", f"{match.path}/seats/1", json=body).status_code == 200
    log = match.owner.get(f"{match.path}/events").json()["events"]
    told = [event["label"] for event in log if event["kind"] == "seat"]
    assert told[-1] == "Seat 1 (Eve) gives up; an easy bot plays on"


@pytest.mark.parametrize(
    ("ranking", "scores", "resigned", "end"),
    [
        ([[1], [0]], [5, 7], [], "Seat 1 (Ben) wins with 7 points"),
        ([[1], [0]], [0, 1], [], "Seat 1 (Ben) wins with 1 point"),
        ([[1], [0]], [5, 5], [], "Seat 1 (Ben) wins with 5 points, ahead by the tie-breakers"),
        ([[1], [0]], [5, 5], [0], "Seat 1 (Ben) wins with 5 points"),
        ([[0, 1]], [5, 5], [], "Seat 0 (Ann) and Seat 1 (Ben) share the victory with 5 points"),
    ],
)
def test_the_end_tells_who_has_won_and_how(
    api: Api,
    matches: Matches,
    ranking: list[list[int]],
    scores: list[int],
    resigned: list[int],
    end: str,
) -> None:
    match = matches.match(api.created(seats=[ANN, BEN]).created["id"])
    result = {"ranking": ranking, "scores": scores, "resigned": resigned}
    event = Event(match.version, "over", None, "", {}, {"result": result})
    assert render_event(match.seats, match.state, event).label == f"The match is over: {end}"


def test_a_clock_that_costs_the_seat_says_so(api: Api, matches: Matches) -> None:
    match = matches.match(api.created(seats=[ANN, BEN]).created["id"])
    out = {"kind": "bot", "name": "Ann", "level": "easy", "resigned": True}
    event = Event(match.version + 1, "clock", 0, "", {}, out)
    label = render_event(match.seats, match.state, event).label
    sentence = "The time of Seat 0 (Ann) has run out; the seat is given up and an easy bot plays on"
    assert label == sentence


def test_who_sits_down_leaves_or_hands_over_is_told(api: Api, matches: Matches) -> None:
    match = api.created(game="montana", seats=[ANN, OPEN], seed=4)
    invitation = match.created["seats"][1]["invitation"]
    reader = Reader(match, token_of(match, 0), LINES)
    eventually(lambda: reader.opened)
    body = {"invitation": invitation, "name": "Eve"}
    claimed = api.post(f"{match.path}/seats/1/claim", json=body).json()
    guest = match.seats[1] = api.holding(claimed["token"])
    advance(match, 3)
    seat = f"{match.path}/seats/1"
    for change in (
        {"kind": "bot", "level": "easy"},
        {"kind": "human"},
        {"kind": "bot", "level": "medium", "resign": True},
    ):
        assert guest("PUT", seat, json=change).status_code == 200
    eventually(lambda: len([one for one in reader.events if one["kind"] == "seat"]) == 4)
    seats = [event for event in reader.events if event["kind"] == "seat"]
    assert [event["label"] for event in seats] == [
        "Seat 1 (Eve) sits down",
        "Seat 1 (Eve) is played by an easy bot from now on",
        "Seat 1 (Eve) plays again, no longer a bot",
        "Seat 1 (Eve) gives up; a medium bot plays on",
    ]
    assert {(event["seat"], event["action"]) for event in seats} == {(1, "seat")}
    assert [event["now"]["kind"] for event in seats] == ["human", "bot", "human", "bot"]
    assert seats[3]["now"]["resigned"]
    for event in reader.events:
        conforms(event, responses.StreamEvent)
    acted = [event["label"] for event in reader.events if event["seat"] == 1]
    assert any(label.startswith("Seat 1 (Eve) ") for label in acted)
    version = match.shown(0)["version"]
    told_in_any_order_the_same(matches, match, version)
    assert match.owner.delete(match.path).status_code == 204
    assert reader.whole()[-1]["kind"] == "problem"


def test_who_has_left_a_seat_is_told_no_more(api: Api) -> None:
    """The next holder's cards are not theirs to see."""
    for form in FORMS:
        match = api.created(seats=[ANN, BEN], seed=4)
        version = match.created["version"]
        with stream(match.seats[1], match.path, form) as opened:
            assert len(opened.take(version)) == version
            left = match.seats[1]("PUT", f"{match.path}/seats/1", json=OPEN)
            assert left.status_code == 200, left.text
            (last,) = opened.rest()
        assert last["kind"] == "problem"
        assert last["problem"]["type"] == "/problems/seat-changed"
        conforms(last, responses.StreamEvent)
