"""An action whose answer is all that a page redraws itself from."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.service.http.schemas import submission_responses
from tests.http.api import Api, SeatedMatch, fields_of, problem, raw
from tests.http.shapes import conforms
from tests.http.test_picture import GAMES

ALL = "?include=match,legal-actions"
WIRE_BYTES = 25_000
"""What an action may take from the service to the page: its answer, and a picture."""


def created(api: Api, game: str, **members: Any) -> SeatedMatch:
    seats = [{"kind": "human", "name": f"P{number}"} for number in range(GAMES[game])]
    return api.created(game=game, seats=seats, seed=5, **members)


def decision(match: SeatedMatch, choice: int = 0) -> tuple[int, dict[str, Any]]:
    """A seat that is to act, and one of its legal actions as it is submitted."""
    seat = match.shown(0)["to_act"][0]
    legal = match.legal(seat)
    chosen = legal["actions"][choice % len(legal["actions"])]
    return seat, {"action": chosen["action"], "version": legal["version"]}


@pytest.mark.parametrize("game", GAMES)
def test_the_answer_is_what_a_read_would_say_after_it(api: Api, game: str) -> None:
    match = created(api, game)
    for turn in range(6):
        seat, body = decision(match, turn)
        answered = match.seats[seat].post(f"{match.path}/actions{ALL}", json=body)
        assert answered.status_code == 200, answered.text
        document = answered.json()
        conforms(document, submission_responses.Submission)
        read = match.seats[seat].get(f"{match.path}?include=legal-actions")
        events = document.pop("events")
        assert document == read.json()
        assert events[0]["action"] == body["action"]
        assert events[-1]["version"] == document["version"]
        tag = answered.headers["ETag"]
        assert tag == read.headers["ETag"]
        again = match.seats[seat].get(match.path, headers={"If-None-Match": tag})
        assert again.status_code == 304, "the page has it already"


def test_legal_actions_come_along_only_where_they_are_named(match: SeatedMatch) -> None:
    first, second = (
        match.seats[seat].post(f"{match.path}/actions{query}", json=decision(match)[1]).json()
        for seat, query in ((0, "?include=match"), (1, "?include=legal-actions"))
    )
    assert "legal_actions" not in first
    assert first["seats"] == match.shown(0)["seats"]
    assert "legal_actions" in second
    assert not {"seats", "clock", "options"} & {*second}


def test_a_match_with_clocks_says_what_time_is_left(api: Api) -> None:
    match = created(api, "montana", clock={"kind": "turn", "seconds": 600})
    seat, body = decision(match)
    document = match.seats[seat].post(f"{match.path}/actions?include=match", json=body).json()
    assert document["clock"].keys() == match.shown(seat)["clock"].keys()
    assert document["waited_for"] == match.shown(seat)["waited_for"]


def test_a_repetition_has_the_same_members(match: SeatedMatch) -> None:
    _, body = decision(match)
    key = {"Idempotency-Key": "once"}
    path = f"{match.path}/actions{ALL}"
    first, again = (match.seats[0].post(path, json=body, headers=key).json() for _ in range(2))
    assert first.keys() == again.keys()
    assert (first["version"], first["events"], first["view"]) == (
        *(again["version"], again["events"]),
        again["view"],
    )


@pytest.mark.parametrize("value", ["board", "", "match,match", "legal-actions,match", "match,"])
def test_what_cannot_be_included_is_refused_and_nothing_is_done(
    match: SeatedMatch, value: str
) -> None:
    _, body = decision(match)
    path = f"{match.path}/actions?include={value}"
    assert fields_of(problem(match.seats[0].post(path, json=body), 422, "invalid-request")) == [
        "include"
    ]
    assert match.shown(0)["version"] == body["version"]


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_an_action_and_a_picture_are_small_on_the_wire(api: Api, game: str) -> None:
    match = created(api, game)
    for turn in range(24):
        if not match.shown(0)["to_act"]:
            break
        seat, body = decision(match, turn)
        path = f"{match.path}/actions{ALL}"
        answered, packed = raw(match.seats[seat], path, "gzip", "POST", json=body)
        assert answered.status_code == 200
        assert answered.headers["Content-Encoding"] == "gzip"
        drawn, picture = raw(match.seats[seat], f"{match.path}/picture.svg", "gzip, br")
        assert drawn.headers["Content-Encoding"] == "gzip"
        assert len(packed) + len(picture) < WIRE_BYTES
