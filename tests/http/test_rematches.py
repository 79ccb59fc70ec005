"""A rematch reaches all who sat at the match before, however they listen, and nobody else."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from railhead.service.clients.responses import ClientEvent
from railhead.service.http.schemas.responses import EventPage, MatchShown, StreamEvent
from tests.http.api import Api, SeatedMatch, problem
from tests.http.shapes import conforms
from tests.http.streams import FORMS, stream
from tests.http.test_client_events import listening
from tests.http.test_clients import MINE, made_client
from tests.http.test_webhooks import deliverers, near, put, receiver
from tests.receiver import Receiver
from tests.service.conftest import eventually

__all__ = ["deliverers", "near", "receiver"]

UNTIL = {"until": "rematch"}


@pytest.fixture
def over(api: Api) -> SeatedMatch:
    """A private match that is over."""
    return played(api)


def played(api: Api, **members: Any) -> SeatedMatch:
    match = api.created(options={"deck": "small"}, seed=3, **members)
    match.play_out()
    return match


def asked(match: SeatedMatch, seat: int = 0) -> str:
    """The id of the rematch that a seat asks for."""
    made = match.seats[seat].post(f"{match.path}/rematch")
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def later(act: Callable[[], Any], seconds: float = 0.5) -> None:
    def wait_and_act() -> None:
        time.sleep(seconds)
        act()

    threading.Thread(target=wait_and_act, daemon=True).start()


def tag_of(match: SeatedMatch, seat: int = 1) -> dict[str, str]:
    return {"If-None-Match": match.seats[seat].get(match.path).headers["ETag"]}


def test_who_reads_the_match_before_is_told(over: SeatedMatch) -> None:
    before = over.shown(1)
    assert (before["rematch"], before["rematch_of"]) == (None, None)
    tag = tag_of(over)
    following = asked(over)
    answered = over.seats[1].get(over.path, headers=tag)
    assert answered.status_code == 200
    shown = answered.json()
    conforms(shown, MatchShown)
    assert shown["rematch"]["match"] == following
    assert {**shown, "rematch": None} == before
    known = {"If-None-Match": answered.headers["ETag"]}
    assert over.seats[1].get(over.path, headers=known).status_code == 304
    opened = over.seats[1].get(f"/v1/matches/{following}").json()
    assert (opened["you"], opened["rematch_of"]) == (1, over.created["id"])
    assert shown["rematch"]["created_at"] == opened["created_at"]
    page = over.seats[1].get(f"{over.path}/events").json()
    conforms(page, EventPage)
    assert page["rematch"] == shown["rematch"]


def test_who_waits_at_the_match_before_is_told_at_once(over: SeatedMatch) -> None:
    tag, began = tag_of(over), time.monotonic()
    later(lambda: asked(over))
    answered = over.seats[1].get(over.path, params={"wait": 30, **UNTIL}, headers=tag)
    assert answered.status_code == 200
    assert answered.json()["rematch"]["match"] == asked(over)
    assert time.monotonic() - began < 20
    known = {"If-None-Match": answered.headers["ETag"]}
    again = over.seats[1].get(over.path, params={"wait": 30, **UNTIL}, headers=known)
    assert again.status_code == 304, "there is nothing more to wait for"


def test_who_waits_in_vain_is_told_that_nothing_has_changed(over: SeatedMatch) -> None:
    answered = over.seats[1].get(over.path, params={"wait": 1, **UNTIL}, headers=tag_of(over))
    assert answered.status_code == 304


@pytest.mark.parametrize("form", FORMS)
def test_a_stream_that_goes_on_ends_with_the_rematch(over: SeatedMatch, form: str) -> None:
    with stream(over.seats[1], over.path, form, params=UNTIL) as opened:
        later(lambda: asked(over))
        *_, last, rematch = opened.rest()
    assert last["kind"] == "over"
    conforms(rematch, StreamEvent)
    assert (rematch["kind"], rematch["rematch"]["match"]) == ("rematch", asked(over))
    assert rematch["version"] == last["version"]


@pytest.mark.parametrize("form", FORMS)
def test_a_stream_that_is_opened_later_has_it_too(over: SeatedMatch, form: str) -> None:
    with stream(over.seats[1], over.path, form) as opened:
        assert "rematch" not in {event["kind"] for event in opened.rest()}
    following = asked(over)
    with stream(over.seats[1], over.path, form) as opened:
        *_, rematch, last = opened.rest()
    assert (rematch["rematch"]["match"], last["kind"]) == (following, "over")
    with stream(over.seats[1], over.path, form, params=UNTIL) as opened:
        *_, last, rematch = opened.rest()
    assert (rematch["rematch"]["match"], last["kind"]) == (following, "over")


def test_a_stream_from_before_the_end_tells_of_the_rematch(api: Api) -> None:
    match = api.created(options={"deck": "small"}, seed=3)
    told: list[list[dict[str, Any]]] = []
    with stream(match.seats[1], match.path, params=UNTIL) as opened:
        reading = threading.Thread(target=lambda: told.append(opened.rest()))
        reading.start()
        match.play_out()
        following = asked(match)
        reading.join(30)
    (events,) = told
    assert [event["kind"] for event in events[-2:]] == ["over", "rematch"]
    assert events[-1]["rematch"]["match"] == following


def test_a_rematch_that_is_deleted_is_none_and_another_one_is_told(over: SeatedMatch) -> None:
    first = asked(over)
    tag = tag_of(over)
    assert over.owner.delete(f"/v1/matches/{first}").status_code == 204
    answered = over.seats[1].get(over.path, headers=tag)
    assert (answered.status_code, answered.json()["rematch"]) == (200, None)
    second = asked(over)
    assert over.shown(1)["rematch"]["match"] == second != first


def test_the_rematch_goes_with_the_match(over: SeatedMatch) -> None:
    asked(over)
    with stream(over.seats[1], over.path, params=UNTIL) as opened:
        assert opened.rest()[-1]["kind"] == "rematch"
    assert over.owner.delete(over.path).status_code == 204
    problem(over.seats[1].get(over.path), 404, "no-such-match")


def test_a_match_that_is_deleted_ends_the_stream(over: SeatedMatch) -> None:
    with stream(over.seats[1], over.path, params=UNTIL) as opened:
        later(lambda: over.owner.delete(over.path))
        last = opened.rest()[-1]
    assert (last["kind"], last["problem"]["type"]) == ("problem", "/problems/no-such-match")


def test_strangers_learn_of_nothing_in_a_private_match(api: Api, over: SeatedMatch) -> None:
    other = played(api)
    asked(over)
    for path in (over.path, f"{over.path}/events"):
        problem(api.get(path, params=UNTIL), 401, "unauthorized")
        problem(other.seats[0].get(path, params=UNTIL), 404, "no-such-match")


def test_spectators_learn_of_what_they_may_see(api: Api, over: SeatedMatch) -> None:
    following = asked(over)
    guest = api.holding(over.created["spectator_token"])
    assert guest.get(over.path).json()["rematch"]["match"] == following
    assert guest.get(f"/v1/matches/{following}").status_code == 200
    public = played(api, visibility="public")
    following = asked(public)
    assert api.get(public.path).json()["rematch"]["match"] == following
    assert api.get(f"/v1/matches/{following}").status_code == 200
    with stream(api, public.path) as opened:
        assert opened.rest()[-2]["rematch"]["match"] == following


def test_a_wrong_word_is_refused_and_a_match_that_goes_on_has_no_rematch(api: Api) -> None:
    match = api.created()
    for path in (match.path, f"{match.path}/events"):
        problem(match.seats[0].get(path, params={"until": "end"}), 422, "invalid-request")
    assert match.shown(0)["rematch"] is None
    assert match.seats[0].get(f"{match.path}/events").json()["rematch"] is None


# Clients.


def of_two_clients(api: Api) -> tuple[SeatedMatch, Api, Api, str]:
    """A match that is over, of a client and another that was invited."""
    _, host = made_client(api)
    invited, guest = made_client(api)
    kept = {"kind": "open", "client": invited["id"]}
    match = host.created(seats=[MINE, kept], options={"deck": "small"}, seed=3)
    assert guest.post(f"{match.path}/seats/1/claim", json={}).status_code == 200
    match.seats = {0: host, 1: guest}
    match.play_out()
    return match, host, guest, invited["id"]


def test_a_client_is_told_by_its_stream(api: Api) -> None:
    match, host, guest, _ = of_two_clients(api)
    _, stranger = made_client(api)
    with listening(guest) as stream, listening(host) as own, listening(stranger) as other:
        assert [*stream.until_open(), *own.until_open(), *other.until_open()] == []
        following = asked(match)
        event = stream.next()
        conforms(event, ClientEvent)
        assert event == {
            "kind": "rematch",
            "match": following,
            "rematch_of": match.created["id"],
            "game": "veil",
            "version": event["version"],
            "seat": 1,
        }
        assert [own.next()["kind"] for _ in range(2)] == ["rematch", "turn"]
        api.created(seats=[{"kind": "human"}, {"kind": "human"}])
        mine = stranger.created(seats=[MINE, {"kind": "human"}])
        assert other.next()["match"] == mine.created["id"]
    shown = guest.get("/v1/me/events").json()["events"]
    assert [(one["kind"], one["match"]) for one in shown] == [
        ("rematch", following),
        ("turn", following),
    ]
    match.path = f"/v1/matches/{following}"
    assert match.act(0).status_code == 200
    shown = guest.get("/v1/me/events").json()["events"]
    assert "rematch" not in {one["kind"] for one in shown}, "it has begun"


def test_a_client_is_told_once_however_many_ask(api: Api) -> None:
    match, _, guest, _ = of_two_clients(api)
    with listening(guest) as stream:
        stream.until_open()
        with ThreadPoolExecutor(4) as pool:
            assert len({*pool.map(lambda number: asked(match, number % 2), range(8))}) == 1
        assert stream.next()["kind"] == "rematch"
        guest.created(seats=[MINE, {"kind": "human"}])
        assert stream.next()["kind"] == "turn"


@pytest.mark.full
def test_a_client_is_told_by_its_webhook(near: Api, receiver: Receiver, deliverers: None) -> None:
    match, _, guest, _ = of_two_clients(near)
    put(guest, receiver.url)
    following = asked(match)
    eventually(lambda: "rematch" in kinds(receiver, following))
    (told,) = [one for one in receiver.seen if one.event["kind"] == "rematch"]
    assert json.loads(told.body)["type"] == "match.rematch"
    assert told.event["match"] == following
    assert told.event["rematch_of"] == match.created["id"]
    assert told.event["seat"] == 1
    match.path = f"/v1/matches/{following}"
    match.play_out()
    eventually(lambda: "over" in kinds(receiver, following))
    first, *rest = kinds(receiver, following)
    assert first == "rematch"
    assert "rematch" not in rest
    assert "turn" in rest


def kinds(receiver: Receiver, match: str) -> list[str]:
    """What was told of a match, in order."""
    return [one.event["kind"] for one in receiver.seen if one.event["match"] == match]
