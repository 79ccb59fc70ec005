"""Earlier versions, taking back, forks, export and import."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.http.api import Api, SeatedMatch, fields_of, problem

TWO = [{"kind": "human"}, {"kind": "human"}]


def played(made: SeatedMatch, decisions: int) -> list[dict[int, Any]]:
    """What each seat saw, by the version, while the first legal actions were taken."""
    seen = []
    for _ in range(decisions):
        shown = made.shown(0)
        seen.append({seat: made.shown(seat) for seat in made.seats})
        if shown["status"] == "over":
            break
        assert made.act(shown["to_act"][0]).status_code == 200
    return seen


def test_every_version_is_shown_as_it_was_seen(api: Api) -> None:
    made = api.created(seed=5)
    for shown in played(made, 12):
        for seat, then in shown.items():
            version = then["version"]
            again = made.seats[seat].get(f"{made.path}/versions/{version}").json()
            assert again["view"] == then["view"]
            assert again["to_act"] == then["to_act"]
            assert again["version"] == version
    last = made.shown(0)["version"]
    document = problem(made.owner.get(f"{made.path}/versions/{last + 1}"), 404, "no-such-version")
    assert document["version"] == last
    problem(api.get(f"{made.path}/versions/0"), 401, "unauthorized")


def test_who_has_an_earlier_version_is_not_sent_it_again(api: Api) -> None:
    made = api.created(seed=5)
    played(made, 3)
    for path in ("versions/1", "picture.svg?version=1", "legal-actions"):
        address = f"{made.path}/{path}"
        first = made.seats[0].get(address)
        assert first.status_code == 200
        tag = {"If-None-Match": first.headers["ETag"]}
        again = made.seats[0].get(address, headers=tag)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["ETag"] == first.headers["ETag"]
        other = made.seats[0].get(address, headers={"If-None-Match": '"0"'})
        assert other.content == first.content
    absent = made.seats[0].get(f"{made.path}/versions/99", headers={"If-None-Match": '"99"'})
    problem(absent, 404, "no-such-version")


@pytest.mark.parametrize("sealed", [False, True])
def test_after_the_end_everybody_sees_everything_but_of_a_sealed_match(
    api: Api, sealed: bool
) -> None:
    made = api.created(seed=5, sealed=sealed)
    before = made.owner.get(f"{made.path}/versions/0?as=1")
    problem(before, 403, "forbidden")
    problem(made.owner.get(f"{made.path}/events?as=1"), 403, "forbidden")
    own = made.seats[1].get(f"{made.path}/versions/0").json()["view"]
    made.play_out()
    answered = made.owner.get(f"{made.path}/versions/0?as=1")
    lines = {"headers": {"Accept": "application/x-ndjson"}}
    log = made.owner.get(f"{made.path}/events?as=1&limit=1000")
    stream = made.owner.get(f"{made.path}/events?as=1", **lines)
    if sealed:
        problem(answered, 403, "forbidden")
        problem(log, 403, "forbidden")
        problem(stream, 403, "forbidden")
        problem(made.owner.get(f"{made.path}/export"), 403, "forbidden")
    else:
        assert answered.json()["view"] == own
        assert log.json() == made.seats[1].get(f"{made.path}/events?limit=1000").json()
        assert log.json() != made.owner.get(f"{made.path}/events?limit=1000").json()
        assert stream.text == made.seats[1].get(f"{made.path}/events", **lines).text


@pytest.mark.full
def test_the_owner_of_a_match_for_learning_goes_back_anywhere(api: Api) -> None:
    made = api.created(game="montana", seats=TWO, undo="any")
    seen = played(made, 8)
    now = made.shown(0)["version"]
    reach = made.owner.get(f"{made.path}/undo").json()
    assert reach["versions"] == list(range(now - 1, -1, -1))
    for then in (seen[5], seen[2]):
        body = {"to": then[0]["version"], "version": made.shown(0)["version"]}
        done = made.owner.post(f"{made.path}/undo", json=body)
        assert done.status_code == 200, done.text
        assert done.json()["version"] == body["version"] + len(done.json()["events"])
        assert done.json()["events"][0]["kind"] == "undo"
        assert done.json()["you"] is None
        assert made.shown(0)["view"] == then[0]["view"]
    assert made.shown(0)["undo"] == "any"
    assert made.play_out()["status"] == "over"
    body = {"to": 0, "version": made.shown(0)["version"]}
    problem(made.owner.post(f"{made.path}/undo", json=body), 409, "match-over")


@pytest.mark.full
def test_a_seat_takes_back_its_own_moves_only(api: Api) -> None:
    made = api.created(game="steam", seats=[*TWO, {"kind": "human"}])
    for _ in range(60):
        shown = made.shown(0)
        seat = shown["to_act"][0]
        assert made.act(seat).status_code == 200
        after = made.shown(seat)
        reach = made.seats[seat].get(f"{made.path}/undo").json()
        other = (seat + 1) % 3
        if after["to_act"] == [seat]:
            assert shown["version"] in reach["versions"]
        body = {"to": shown["version"], "version": after["version"]}
        theirs = made.seats[other].post(f"{made.path}/undo", json=body)
        document = problem(theirs, 409, "cannot-go-back")
        assert shown["version"] not in document["versions"]
        if shown["version"] not in reach["versions"]:
            refused = made.seats[seat].post(f"{made.path}/undo", json=body)
            problem(refused, 409, "cannot-go-back")
            continue
        stale = made.seats[seat].post(f"{made.path}/undo", json={**body, "version": 0})
        problem(stale, 409, "stale-version")
        done = made.seats[seat].post(f"{made.path}/undo", json=body)
        assert done.status_code == 200, done.text
        assert (
            made.shown(seat)["view"]
            == made.seats[seat].get(f"{made.path}/versions/{shown['version']}").json()["view"]
        )
        assert made.act(seat).status_code == 200
    body["version"] = made.shown(0)["version"]
    problem(made.owner.post(f"{made.path}/undo", json=body), 403, "forbidden")


def test_what_was_shown_is_not_taken_back(api: Api) -> None:
    made = api.created(seed=5)
    for _ in range(10):
        shown = made.shown(0)
        if shown["status"] == "over":
            break
        seat = shown["to_act"][0]
        assert made.act(seat).status_code == 200
        reach = made.seats[seat].get(f"{made.path}/undo").json()
        assert reach["reason"]
        if made.shown(0)["version"] > shown["version"] + 1:
            assert shown["version"] not in reach["versions"], "something followed by chance"
    off = api.created(undo="off")
    assert off.seats[0].get(f"{off.path}/undo").json()["versions"] == []
    problem(api.get(f"{off.path}/undo"), 401, "unauthorized")


def test_a_fork_of_a_finished_match_begins_where_it_was(api: Api) -> None:
    made = api.created(seed=5)
    seen = played(made, 4)
    made.play_out()
    then = seen[3]
    body = {"version": then[0]["version"], "seats": TWO}
    answered = made.seats[0].post(f"{made.path}/forks", json=body)
    assert answered.status_code == 201, answered.text
    fork = SeatedMatch(api, answered.json())
    for seat in (0, 1):
        assert fork.shown(seat)["view"] == then[seat]["view"]
    origin = {"kind": "fork", "match": made.created["id"], "version": body["version"]}
    assert fork.shown(0)["origin"] == answered.json()["origin"] == origin
    assert fork.play_out()["status"] == "over"
    last = {**body, "version": made.shown(0)["version"]}
    problem(made.seats[0].post(f"{made.path}/forks", json=last), 409, "match-over")
    short = {**body, "seats": TWO[:1]}
    problem(made.seats[0].post(f"{made.path}/forks", json=short), 422, "invalid-seats")
    beyond = {**body, "version": 9999}
    problem(made.seats[0].post(f"{made.path}/forks", json=beyond), 404, "no-such-version")


def test_a_fork_of_a_running_match_is_what_its_caller_knows(api: Api) -> None:
    made = api.created(seed=5)
    played(made, 3)
    now = {seat: made.shown(seat) for seat in (0, 1)}
    others = set()
    for _ in range(12):
        body = {"version": now[0]["version"], "seats": TWO}
        fork = SeatedMatch(api, made.seats[0].post(f"{made.path}/forks", json=body).json())
        assert fork.shown(0)["view"] == now[0]["view"]
        others.add(str(fork.shown(1)["view"]))
    assert len(others) > 1, "what the caller cannot know is dealt anew"


def test_a_finished_match_is_exported_and_imported(api: Api) -> None:
    made = api.created(seed=5)
    problem(made.owner.get(f"{made.path}/export"), 409, "match-not-over")
    over = made.play_out()
    document = made.owner.get(f"{made.path}/export").json()
    answered = api.post("/v1/imports", json=document)
    assert answered.status_code == 201, answered.text
    again = SeatedMatch(api, {**answered.json(), "seats": []})
    shown = again.owner.get(again.path).json()
    assert shown["result"] == over["result"]
    assert shown["status"] == "over"
    for version in range(over["version"] + 1):
        path = f"/versions/{version}?as=1"
        then = made.owner.get(made.path + path).json()["view"]
        assert again.owner.get(again.path + path).json()["view"] == then
    second = again.owner.get(f"{again.path}/export").json()
    mark = {"kind": "import", "match": made.created["id"]}
    assert second == {**document, "match": again.created["id"], "origin": mark}
    assert [*second] == [*document]
    assert shown["origin"] == answered.json()["origin"] == mark
    assert (shown["created_at"], shown["updated_at"]) == (over["created_at"], over["updated_at"])


def test_a_document_that_breaks_a_rule_is_refused_by_its_entry(api: Api) -> None:
    made = api.created(seed=5)
    made.play_out()
    document = made.owner.get(f"{made.path}/export").json()
    log = document["log"]
    twisted = [
        ({"log": [*log[:2], {**log[2], "action": "nonsense"}, *log[3:]]}, "log.2"),
        ({"log": log[4:]}, "log.0"),
        ({"log": [*log, log[-1]]}, f"log.{len(log)}"),
        ({"log": log[:-1]}, "log"),
        ({"log": [{"kind": "undo", "seat": 0, "details": {"to": 9}}, *log]}, "log.0"),
        ({"log": [{"kind": "undo", "seat": 0, "details": {}}, *log]}, "log.0.details.to"),
        ({"setup": {}}, "setup"),
        ({"opening": "AAAA"}, "opening"),
        ({"game": "chess"}, "game"),
        ({"seats": document["seats"][:1]}, "seats"),
    ]
    for change, field in twisted:
        answered = api.post("/v1/imports", json={**document, **change})
        assert fields_of(problem(answered, 422, "import-refused")) == [field], change
    other = {**document, "rules_version": 200}
    problem(api.post("/v1/imports", json=other), 409, "rules-changed")
    problem(api.post("/v1/imports", json={}), 422, "invalid-request")


def test_an_earlier_version_is_the_same_whenever_one_asks(api: Api) -> None:
    """As its tag says: with what each clock had left then, and when it was made."""
    clock = {"kind": "bank", "seconds": 100, "increment": 7}
    made = api.created(game="montana", clock=clock, absent_after=60)
    shown = made.shown(0)
    for _ in range(3):
        path = f"{made.path}/versions/{shown['version']}"
        now = made.seats[0].get(path)
        assert now.json()["clock"]["seats"] == [
            {**one, "since": None} for one in shown["clock"]["seats"]
        ]
        assert now.json()["updated_at"][:19] == shown["updated_at"][:19]
        time.sleep(1.1)
        assert made.act(shown["to_act"][0]).status_code == 200
        later = made.seats[0].get(path)
        assert (later.headers["ETag"], later.json()) == (now.headers["ETag"], now.json())
        shown = made.shown(0)


@pytest.mark.parametrize("game", ["santa_fe", "veil"])
def test_taking_back_makes_no_decision_of_others_stale_that_stays_open(api: Api, game: str) -> None:
    """Else who takes back fast enough keeps the others from deciding, while their clocks run."""
    made = api.created(game=game, absent_after=60)
    first, second = made.shown(0)["to_act"]
    waited = made.shown(0)["waited_for"][second]
    legal = made.legal(second)
    for _ in range(2):
        assert made.act(first).status_code == 200
        reach = made.seats[first].get(f"{made.path}/undo").json()
        body = {"to": reach["versions"][0], "version": reach["version"]}
        assert made.seats[first].post(f"{made.path}/undo", json=body).status_code == 200
    assert made.shown(0)["waited_for"][second] == waited
    wanted = {"action": legal["actions"][0]["action"], "version": legal["version"]}
    assert made.submit(second, wanted).status_code == 200
