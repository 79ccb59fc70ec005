"""Holders that do nothing: from when on they are absent, and what others may do then."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

import pytest

from railhead.service.core.matches import Matches
from tests.http.absences import let_pass
from tests.http.api import Api, SeatedMatch, fields_of, problem

BOT = {"kind": "bot", "level": "easy"}
HUMAN = {"kind": "human"}
OPEN = {"kind": "open"}
PEOPLE = [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Ben"}]


def of_people(api: Api, **members: Any) -> tuple[SeatedMatch, int, int]:
    """A match in which one seat is to act: that one, and the other."""
    made = api.created(game="montana", seats=PEOPLE, **{"absent_after": 100, **members})
    (slow,) = made.shown(0)["to_act"]
    return made, slow, 1 - slow


def put(caller: Api, made: SeatedMatch, seat: int, body: dict[str, Any]) -> Any:
    return caller("PUT", f"{made.path}/seats/{seat}", json=body)


def log_of(made: SeatedMatch) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = made.owner.get(f"{made.path}/events").json()["events"]
    return events


@pytest.mark.parametrize("owner", [True, False])
def test_who_is_absent_gets_a_bot_and_may_come_back(
    api: Api, matches: Matches, owner: bool
) -> None:
    made, slow, other = of_people(api)
    caller = made.owner if owner else made.seats[other]
    let_pass(matches, made.created["id"], 99)
    refused = problem(put(caller, made, slow, BOT), 409, "holder-not-absent")
    (waited,) = made.owner.get(made.path).json()["waited_for"]
    assert waited == {"seat": slow, "absent_at": refused["absent_at"]}
    left = datetime.fromisoformat(refused["absent_at"]) - datetime.now(UTC)
    assert -1 < left.total_seconds() < 2
    assert "absent" not in made.shown(other)["seats"][slow]
    let_pass(matches, made.created["id"], 2)
    assert made.shown(other)["seats"][slow]["absent"] is True
    filled = put(caller, made, slow, BOT)
    assert filled.status_code == 200, filled.text
    assert filled.json()["for"] == PEOPLE[slow]["name"]
    assert put(caller, made, slow, BOT).json() == filled.json(), "asked again it is as it was"
    event = log_of(made)[-1]
    assert event["now"]["absent"] is True
    assert "has done nothing for too long" in event["label"]
    late = problem(made.submit(slow, {"action": "x", "version": 0}), 409, "seat-changed")
    assert late["detail"]
    assert put(made.seats[slow], made, slow, HUMAN).status_code == 200
    problem(put(caller, made, slow, BOT), 409, "holder-not-absent")
    assert made.act(slow).status_code == 200


def test_who_is_merely_slow_keeps_the_seat(api: Api, matches: Matches) -> None:
    made, slow, other = of_people(api)
    match_id = made.created["id"]
    let_pass(matches, match_id, 99)
    assert made.act(slow).status_code == 200
    for seat, caller in ((slow, made.seats[other]), (other, made.seats[slow])):
        answered = put(caller, made, seat, BOT)
        acts = seat in made.shown(0)["to_act"]
        problem(answered, *((409, "holder-not-absent") if acts else (403, "forbidden")))
    since = matches.store.head(match_id).waited_since
    assert since is not None
    assert all(time.time() * 1000 - at < 60_000 for at in since.values())


def test_nothing_else_hurries_or_delays_who_is_waited_for(api: Api, matches: Matches) -> None:
    """Not what others do, nor what the service restarts; only what is done with the seat itself."""
    made = api.created(absent_after=100)
    match_id = made.created["id"]
    assert made.shown(0)["to_act"] == [0, 1], "both choose at once"
    let_pass(matches, match_id, 50)
    before = matches.store.head(match_id).waited_since
    assert before is not None
    assert made.act(0).status_code == 200
    after = matches.store.head(match_id).waited_since
    assert after == {1: before[1]}
    assert put(made.seats[1], made, 1, BOT).status_code == 200
    assert matches.store.head(match_id).waited_since == {}
    assert put(made.seats[1], made, 1, HUMAN).status_code == 200
    now = matches.store.head(match_id).waited_since
    assert now is not None
    assert now[1] > before[1]


def test_a_seat_that_was_left_is_filled_after_a_while(api: Api, matches: Matches) -> None:
    made, slow, other = of_people(api)
    assert put(made.seats[slow], made, slow, OPEN).status_code == 200
    assert made.shown(other)["status"] == "open"
    problem(put(made.seats[other], made, slow, BOT), 409, "holder-not-absent")
    let_pass(matches, made.created["id"], 90)
    assert put(made.owner, made, slow, OPEN).status_code == 200, "a new invitation"
    problem(put(made.seats[other], made, slow, BOT), 409, "holder-not-absent")
    let_pass(matches, made.created["id"], 11)
    assert made.shown(other)["seats"][slow] == {"seat": slow, "kind": "open", "absent": True}
    assert put(made.seats[other], made, slow, BOT).status_code == 200
    assert made.shown(other)["status"] == "active"
    assert made.shown(other)["seats"][slow] == {"seat": slow, **BOT}
    assert "absent" not in log_of(made)[-1]["now"]


def test_a_seat_that_nobody_ever_took_is_the_owners_to_fill(api: Api, matches: Matches) -> None:
    made = api.created(seats=[PEOPLE[0], OPEN, OPEN], absent_after=100)
    body = {"invitation": made.created["seats"][1]["invitation"]}
    claimed = api.post(f"{made.path}/seats/1/claim", json=body).json()
    guest = api.holding(claimed["token"])
    assert put(guest, made, 1, OPEN).status_code == 200, "who leaves before the beginning"
    assert made.shown(0)["waited_for"] == []
    for seat in (1, 2):
        problem(put(made.seats[0], made, seat, BOT), 403, "forbidden")
        assert put(made.owner, made, seat, BOT).status_code == 200


def test_strangers_and_who_only_watches_fill_nothing(api: Api, matches: Matches) -> None:
    made, slow, _ = of_people(api, visibility="public")
    let_pass(matches, made.created["id"], 101)
    spectator = api.holding(made.created["spectator_token"])
    problem(put(spectator, made, slow, BOT), 403, "forbidden")
    client = api.post("/v1/clients", json={"name": "Eve"}).json()
    problem(put(api.holding(client["token"]), made, slow, BOT), 403, "forbidden")
    problem(put(api, made, slow, BOT), 401, "unauthorized")
    problem(put(api.holding("x" * 32), made, slow, BOT), 401, "unauthorized")
    assert made.shown(0)["seats"][slow]["kind"] == "human"


def test_others_may_put_in_a_bot_and_nothing_else(api: Api, matches: Matches) -> None:
    made, slow, other = of_people(api)
    let_pass(matches, made.created["id"], 101)
    for body in (OPEN, HUMAN, {**BOT, "resign": True}):
        problem(put(made.seats[other], made, slow, body), 403, "forbidden")
    problem(put(made.owner, made, slow, {**BOT, "resign": True}), 403, "forbidden")
    problem(put(made.owner, made, slow, OPEN), 403, "forbidden")
    unknown = put(made.seats[other], made, slow, {"kind": "bot", "level": "godlike"})
    problem(unknown, 422, "unknown-level")


def test_who_has_given_up_speaks_for_nobody(api: Api, matches: Matches) -> None:
    seats = [*PEOPLE, {"kind": "human"}]
    made = api.created(game="montana", seats=seats, absent_after=100)
    (slow,) = made.shown(0)["to_act"]
    resigned, other = (seat for seat in range(3) if seat != slow)
    gone = {**BOT, "resign": True}
    assert put(made.seats[resigned], made, resigned, gone).status_code == 200
    let_pass(matches, made.created["id"], 101)
    problem(put(made.seats[resigned], made, slow, BOT), 403, "forbidden")
    assert put(made.seats[other], made, slow, BOT).status_code == 200


def test_without_a_time_nobody_is_ever_absent(api: Api) -> None:
    made, slow, other = of_people(api, absent_after=None)
    assert made.shown(0)["absent_after"] is None
    assert made.shown(0)["waited_for"] == []
    for caller in (made.owner, made.seats[other]):
        problem(put(caller, made, slow, BOT), 403, "forbidden")
    assert put(made.seats[slow], made, slow, OPEN).status_code == 200
    problem(put(made.seats[other], made, slow, BOT), 403, "forbidden")
    assert put(made.owner, made, slow, BOT).status_code == 200


def test_the_tag_of_a_match_says_who_is_absent(api: Api, matches: Matches) -> None:
    made, slow, other = of_people(api)
    first = made.seats[other].get(made.path).headers["ETag"]
    version = made.shown(other)["version"]
    assert made.seats[other].get(made.path, headers={"If-None-Match": first}).status_code == 304
    let_pass(matches, made.created["id"], 101)
    second = made.seats[other].get(f"{made.path}?wait=20", headers={"If-None-Match": first})
    assert second.status_code == 200
    assert second.json()["seats"][slow]["absent"] is True
    tag = second.headers["ETag"]
    assert tag.replace("-gzip", "") == f'"{version}-{other}-absent-{slow}"'
    again = made.seats[other].get(made.path, headers={"If-None-Match": tag})
    assert (again.status_code, again.headers["ETag"]) == (304, tag)
    own = made.seats[slow].get(made.path).headers["ETag"]
    legal = made.legal(slow)["actions"][0]["action"]
    assert made.submit(slow, {"action": legal}, **{"If-Match": own}).status_code == 200


@pytest.mark.parametrize("seconds", [59, 365 * 24 * 3600 + 1, "x", 60.5, True])
def test_the_time_has_its_bounds(api: Api, seconds: Any) -> None:
    body = {"game": "veil", "seats": PEOPLE, "absent_after": seconds}
    answered = problem(api.post("/v1/matches", json=body), 422, "invalid-request")
    assert fields_of(answered) == ["absent_after"]


def test_what_is_left_out_is_a_week_and_with_clocks_never(api: Api) -> None:
    week = 7 * 24 * 3600
    assert api.created().shown(0)["absent_after"] == week
    clock = {"kind": "turn", "seconds": 3600}
    clocked = api.created(clock=clock)
    assert clocked.shown(0)["absent_after"] is None
    fork = {"version": 0, "seats": PEOPLE}
    for origin, wanted in ((clocked, week), (api.created(absent_after=77), 77)):
        made = SeatedMatch(api, origin.seats[0].post(f"{origin.path}/forks", json=fork).json())
        assert made.shown(0)["absent_after"] == wanted
        body = {**fork, "absent_after": None}
        made = SeatedMatch(api, origin.seats[0].post(f"{origin.path}/forks", json=body).json())
        assert made.shown(0)["absent_after"] is None


def test_a_rematch_and_an_import_have_the_same_time(api: Api) -> None:
    made = api.created(absent_after=3600)
    made.play_out()
    again = made.seats[0].post(f"{made.path}/rematch").json()
    assert made.seats[0].get(f"/v1/matches/{again['id']}").json()["absent_after"] == 3600
    document = made.owner.get(f"{made.path}/export").json()
    assert document["absent_after"] == 3600
    copied = api.post("/v1/imports", json=document).json()
    owner = api.holding(copied["owner_token"])
    assert owner.get(f"/v1/matches/{copied['id']}").json()["absent_after"] == 3600
    del document["absent_after"]
    assert api.post("/v1/imports", json=document).status_code == 201, "as it was exported before"


def test_lists_say_who_is_absent(api: Api, matches: Matches) -> None:
    me = api.post("/v1/clients", json={"name": "me"}).json()
    mine = api.holding(me["token"])
    seats = [{"kind": "human", "mine": True}, {"kind": "human"}]
    body = {"game": "montana", "seats": seats, "absent_after": 60, "visibility": "public"}
    created = mine.post("/v1/matches", json=body).json()
    let_pass(matches, created["id"], 61)
    for listed in (mine.get("/v1/me/matches"), api.get("/v1/matches?game=montana")):
        (one,) = (one for one in listed.json()["matches"] if one["id"] == created["id"])
        assert [seat["seat"] for seat in one["seats"] if seat.get("absent")] == one["to_act"]
