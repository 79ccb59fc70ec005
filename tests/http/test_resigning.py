"""Giving up: among people the match goes on, where only bots are left it is over at once."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.service.core.matches import Matches
from tests.http.api import Api, SeatedMatch, fields_of, problem

BOT = {"kind": "bot", "level": "easy"}
RESIGN = {**BOT, "resign": True}
ANN = {"kind": "human", "name": "Ann"}
GAMES = ["veil", "montana", "great_western_trail", "santa_fe", "steam"]


def put(caller: Api, made: SeatedMatch, seat: int, body: dict[str, Any]) -> Any:
    return caller("PUT", f"{made.path}/seats/{seat}", json=body)


def given_up(api: Api, game: str = "veil", **members: Any) -> SeatedMatch:
    """A match against bots alone, right after its only player has given up."""
    bots = [BOT] * (2 if game == "steam" else 1)
    made = api.created(game=game, seats=[ANN, *bots], **members)
    answered = put(made.seats[0], made, 0, RESIGN)
    assert answered.status_code == 200, answered.text
    assert (answered.json()["resigned"], answered.json()["status"]) == (True, "over")
    return made


@pytest.mark.parametrize("game", GAMES)
def test_among_bots_the_match_is_over_at_once(api: Api, game: str) -> None:
    made = given_up(api, game)
    shown = made.owner.get(made.path, params={"include": "legal-actions"}).json()
    assert (shown["status"], shown["to_act"]) == ("over", [])
    result = shown["result"]
    assert result["ranking"][-1] == [0]
    assert result["resigned"] == [0]
    seats = len(shown["seats"])
    assert sorted(seat for place in result["ranking"] for seat in place) == [*range(seats)]
    assert len(result["scores"]) == seats
    assert all(len(points) == seats for points in result["sheet"].values())
    page = made.owner.get(f"{made.path}/events").json()["events"]
    assert page[-1]["now"] == {"kind": "bot", "name": "Ann", "level": "easy"} | {
        "resigned": True,
        "ends": True,
    }
    assert page[-1]["label"].endswith("gives up; only bots are left")
    legal = made.legal(0)
    assert (legal["actions"], legal["reason"]) == ([], "The match is over.")


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_the_points_are_those_of_the_position(api: Api, matches: Matches, game: str) -> None:
    seats = [ANN, {"kind": "human", "name": "Ben"}, {"kind": "human", "name": "Cid"}]
    made = api.created(game=game, seats=seats, seed=7)
    for _ in range(8 if game == "veil" else 40):
        if (shown := made.shown(0))["status"] == "active":
            assert made.act(shown["to_act"][0]).status_code == 200
    match = matches.match(made.created["id"])
    assert match.status == "active"
    for seat in range(3):
        assert put(made.seats[seat], made, seat, RESIGN).status_code == 200
    result = made.shown(0)["result"]
    assert result["scores"] == match.state.scores()
    assert result["sheet"] == match.state.score_sheet()
    assert result["ranking"] == match.state.ranking(), "all have given up alike"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_over_so_is_exported_and_imported(api: Api, game: str) -> None:
    made = given_up(api, game)
    document = made.owner.get(f"{made.path}/export").json()
    assert document["log"][-1]["details"]["ends"] is True
    answered = api.post("/v1/imports", json=document)
    assert answered.status_code == 201, answered.text
    copied = answered.json()
    assert copied["status"] == "over"
    owner = api.holding(copied["owner_token"])
    again = owner.get(f"/v1/matches/{copied['id']}").json()
    assert again["result"] == made.owner.get(made.path).json()["result"]
    second = owner.get(f"/v1/matches/{copied['id']}/export").json()
    own = dict.fromkeys(("match", "origin"))
    assert {**second, **own} == {**document, **own}


def test_it_is_over_in_every_way(api: Api, matches: Matches) -> None:
    made = given_up(api, analyses="everybody")
    match_id, version = made.created["id"], made.shown(0)["version"]
    assert made.seats[0].get(f"{made.path}/events?wait=0").status_code in (200, 422)
    stream = {"Accept": "application/x-ndjson"}
    with made.seats[0].get(f"{made.path}/events", headers=stream, stream=True) as told:
        last = [line for line in told.iter_lines() if line][-1]
    assert b'"kind":"over"' in last
    assert b"The match is over: Seat 1 (easy bot) wins" in last
    for body in (RESIGN, {**RESIGN, "level": "hard"}):
        answered = put(made.seats[0], made, 0, body)
        if body == RESIGN:
            assert answered.json()["status"] == "over", "asked again it is as it was"
        else:
            problem(answered, 409, "match-over")
    problem(put(made.seats[0], made, 0, {"kind": "human"}), 409, "match-over")
    problem(made.submit(0, {"action": "x", "version": version}), 409, "seat-changed")
    undo = {"to": 0, "version": version}
    assert made.seats[0].post(f"{made.path}/undo", json=undo).status_code == 409
    assert made.seats[0].get(f"{made.path}/undo").json()["versions"] == []
    scores = made.seats[0].get(f"{made.path}/scores").json()["scores"]
    assert scores[-1]["scores"] == made.shown(0)["result"]["scores"]
    assert made.owner.get(f"{made.path}/versions/{version}?as=1").status_code == 200
    assert made.owner.get(f"{made.path}/picture.svg").status_code == 200
    late = made.seats[0].post(f"{made.path}/analyses", json={"version": version, "seconds": 1})
    problem(late, 409, "match-over")
    before = made.seats[0].post(f"{made.path}/analyses", json={"version": version - 1})
    assert before.status_code in (200, 202), before.text
    assert made.seats[0].post(f"{made.path}/rematch").status_code == 201
    assert matches.replay(match_id).save() == matches.match(match_id).state.save()
    assert matches.match_at(match_id, version - 1).status == "active"
    assert not matches.store.due.offer_overdue()
    listed = api.get("/v1/matches?status=over").json()["matches"]
    assert match_id not in [one["id"] for one in listed], "it is private"


def test_a_fork_plays_on_from_where_it_was_given_up(api: Api) -> None:
    made = given_up(api)
    version = made.shown(0)["version"]
    seats = [ANN, {"kind": "human", "name": "Ben"}]
    forked = made.seats[0].post(f"{made.path}/forks", json={"version": version, "seats": seats})
    assert forked.status_code == 201, forked.text
    assert forked.json()["status"] == "active"
    assert SeatedMatch(api, forked.json()).play_out()["status"] == "over"


@pytest.mark.usefixtures("bots")
def test_bots_play_on_if_they_are_told_to(api: Api) -> None:
    made = api.created(seats=[ANN, BOT])
    given = put(made.seats[0], made, 0, {**RESIGN, "play_on": True})
    assert given.json()["status"] == "active"
    seat = made.seats.pop(0)
    version = given.json()["version"]
    made.seats[0] = seat
    while (shown := made.shown(0))["status"] != "over":
        version = made.changed(0, shown["version"])["version"]
    # The bots may be done before the first look: then nothing was waited for.
    assert shown["version"] >= version >= given.json()["version"]
    assert shown["version"] > given.json()["version"]
    assert shown["result"]["ranking"] == [[1], [0]]


def test_to_play_on_goes_with_resigning_only(api: Api) -> None:
    made = api.created(seats=[ANN, BOT])
    refused = problem(put(made.seats[0], made, 0, {**BOT, "play_on": True}), 422, "invalid-request")
    assert fields_of(refused) == ["play_on"]


def test_the_last_of_several_people_ends_it(api: Api) -> None:
    made = api.created(seats=[ANN, {"kind": "human", "name": "Ben"}, BOT])
    first = put(made.seats[0], made, 0, RESIGN)
    assert first.json()["status"] == "active", "Ben is there still"
    handed = put(made.seats[1], made, 1, BOT)
    assert handed.json()["status"] == "active", "who hands over may come back"
    last = put(made.seats[1], made, 1, RESIGN)
    assert last.json()["status"] == "over"
    result = made.shown(0)["result"]
    assert result["ranking"][0] == [2]
    assert sorted(seat for place in result["ranking"][1:] for seat in place) == [0, 1]


def test_who_only_has_a_bot_play_may_come_back_so_it_goes_on(api: Api) -> None:
    made = api.created(seats=[ANN, {"kind": "human", "name": "Ben"}])
    put(made.seats[1], made, 1, BOT)
    assert put(made.seats[0], made, 0, RESIGN).json()["status"] == "active"
    assert put(made.seats[1], made, 1, {"kind": "human"}).json()["status"] == "active"


@pytest.mark.usefixtures("bots")
def test_the_last_clock_that_runs_out_ends_it(api: Api) -> None:
    clock = {"kind": "turn", "seconds": 1, "then": {"kind": "resign", "level": "easy"}}
    made = api.created(seats=[ANN, BOT], clock=clock)
    shown = made.shown(0)
    while shown["status"] != "over":
        shown = made.changed(0, shown["version"])
    assert shown["result"]["ranking"] == [[1], [0]]
    last = made.owner.get(f"{made.path}/events").json()["events"][-1]
    assert (last["kind"], last["now"]["ends"]) == ("clock", True)
    assert "only bots are left" in last["label"]


def forged(document: dict[str, Any], change: dict[str, Any], seats: Any = None) -> dict[str, Any]:
    """A document whose last entry says something else."""
    *log, last = document["log"]
    details = {**last["details"], **change}
    return {
        **document,
        "log": [*log, {**last, "details": details}],
        "seats": seats or document["seats"],
    }


def test_nobody_ends_a_match_by_a_document(api: Api) -> None:
    made = given_up(api)
    document = made.owner.get(f"{made.path}/export").json()
    place = f"log.{len(document['log']) - 1}"
    problems = [
        (forged(document, {"resigned": False}), f"{place}.details.ends"),
        (forged(document, {"ends": False}), "log"),
        (forged(document, {}, [ANN | {"level": None}] * 2), place),
        (
            {**document, "log": [*document["log"], document["log"][-1]]},
            f"log.{len(document['log'])}",
        ),
    ]
    for body, field in problems:
        refused = problem(api.post("/v1/imports", json=body), 422, "import-refused")
        assert fields_of(refused) == [field]
