"""What clients are told of a match whose bots have failed too often."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
import requests

from railhead.service.bots.attempts import MOST_ATTEMPTS, Attempts
from railhead.service.core.matches import Matches
from railhead.service.http.schemas import responses
from tests.http.api import Api, SeatedMatch, problem
from tests.http.shapes import conforms
from tests.http.streams import FORMS, LINES, stream

SEATS = [{"kind": "human", "name": "Ann"}, {"kind": "bot", "level": "easy"}]


def waiting_for_a_bot(api: Api) -> SeatedMatch:
    """A match in which only a bot is to act, where no worker is."""
    for _ in range(50):
        made = api.created(game="veil", seats=SEATS)
        while 0 in made.shown(0)["to_act"]:
            made.act(0)
        if made.shown(0)["status"] == "active":
            return made
    raise AssertionError("no bot is ever to act")


def too_early(made: SeatedMatch, version: int) -> dict[str, Any]:
    """The problem of an action while it is a bot's turn."""
    return problem(made.submit(0, {"action": "pass", "version": version}), 409, "not-your-turn")


def halt(matches: Matches, match_id: str) -> None:
    attempts = Attempts(matches.store)
    for _ in range(MOST_ATTEMPTS):
        attempts.begin(match_id)
        attempts.record_failure(match_id, ArithmeticError("it fails"))


def test_a_match_says_that_its_bots_are_halted(api: Api, matches: Matches) -> None:
    made = waiting_for_a_bot(api)
    match_id = made.created["id"]
    before = made.seats[0].get(made.path)
    assert before.json()["halted"] is None
    assert "halted" not in too_early(made, before.json()["version"])
    answers: list[requests.Response] = []
    held = {"If-None-Match": before.headers["ETag"]}

    def wait() -> None:
        answers.append(made.seats[0].get(f"{made.path}?wait=20", headers=held))

    waiting = threading.Thread(target=wait)
    waiting.start()
    time.sleep(0.5)
    halt(matches, match_id)
    waiting.join(15)
    (after,) = answers
    assert after.status_code == 200
    told = after.json()
    assert told["version"] == before.json()["version"]
    assert told["halted"]["reason"] == "fault"
    assert told["halted"]["at"].endswith("Z")
    assert after.headers["ETag"] != before.headers["ETag"]
    again = made.seats[0].get(made.path, headers={"If-None-Match": after.headers["ETag"]})
    assert again.status_code == 304
    bare = {"If-None-Match": f'"{told["version"]}"'}
    assert made.seats[0].get(made.path, headers=bare).status_code == 304, "or it would ask for ever"
    assert too_early(made, told["version"])["halted"] == told["halted"]
    assert matches.store.halted_turns.take_up(match_id)
    fresh = made.seats[0].get(made.path, headers={"If-None-Match": after.headers["ETag"]})
    assert fresh.json()["halted"] is None


def test_a_damaged_match_is_a_problem_of_its_own(api: Api, matches: Matches) -> None:
    made, well = (api.created(game="veil", seats=SEATS, visibility="public") for _ in range(2))
    match_id = made.created["id"]
    (key,) = (key for key in matches.store.reader.keys(f"match:*{match_id}:head"))
    matches.store.writer.set(key, b"\xff not a head")
    for path in ("", "/events", "/legal-actions"):
        problem(made.seats[0].get(f"{made.path}{path}"), 500, "match-damaged")
    listed = api.get("/v1/matches").json()["matches"]
    assert [one["id"] for one in listed] == [well.created["id"]]


@pytest.mark.parametrize("form", FORMS)
def test_a_stream_tells_that_bots_are_halted_and_that_they_play_on(
    api: Api, matches: Matches, form: str
) -> None:
    made = waiting_for_a_bot(api)
    match_id, version = made.created["id"], made.shown(0)["version"]
    page = f"{made.path}/events?after={version}"
    assert made.seats[0].get(page).json()["halted"] is None
    with stream(made.seats[0], made.path, form, params={"after": version}) as early:
        halt(matches, match_id)
        (told,) = early.take(1)
        assert (told["version"], told["kind"], told["action"]) == (version, "halted", "halted")
        assert told["halted"] == made.shown(0)["halted"]
        assert told["at"] == told["halted"]["at"]
        conforms(told, responses.StreamEvent)
        answered = made.seats[0].get(page)
        assert answered.json()["halted"] == told["halted"]
        conforms(answered.json(), responses.EventPage)
        tag = {"If-None-Match": answered.headers["ETag"]}
        assert made.seats[0].get(page, headers=tag).status_code == 304
        with stream(made.seats[0], made.path, form) as late:
            *events, last = late.take(version + 1)
            assert [event["version"] for event in events] == [*range(1, version + 1)]
            assert last == told
        assert matches.store.halted_turns.take_up(match_id)
        (over,) = early.take(1)
        assert (over["kind"], over["version"], over["halted"]) == ("halted", version, None)
        assert made.seats[0].get(page, headers=tag).json()["halted"] is None
        halt(matches, match_id)
        assert early.take(1)[0]["halted"]["reason"] == "fault"
        resigned = {"kind": "bot", "level": "easy", "resign": True}
        assert made.seats[0]("PUT", f"{made.path}/seats/0", json=resigned).status_code == 200
        assert early.take(1)[0]["version"] > version


def test_a_stream_of_a_damaged_match_ends_and_says_so(api: Api, matches: Matches) -> None:
    made = waiting_for_a_bot(api)
    version = made.shown(0)["version"]
    with stream(made.seats[0], made.path, LINES, params={"after": version}) as opened:
        (key,) = matches.store.reader.keys(f"match:*{made.created['id']}:head")
        matches.store.writer.set(key, b"\xff not a head")
        halt(matches, made.created["id"])  # which tells whoever follows that something is new
        (last,) = opened.rest()
    assert last["kind"] == "problem"
    assert last["problem"]["type"].endswith("/match-damaged")
