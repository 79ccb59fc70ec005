"""Open seats, invitations, bots that stand in, leaving and giving up."""

from __future__ import annotations

import time
from typing import Any

import pytest

from railhead.service.settings import Settings
from tests.http import boards
from tests.http.api import Api, SeatedMatch, fields_of, problem, serving

UUID = "8e03978e-40d5-43dd-bc93-6894a57f9324"
ANN = {"kind": "human", "name": "Ann"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "level": "easy"}


def claimed(api: Api, made: SeatedMatch, seat: int, **members: Any) -> Api:
    """The holder of an open seat of a match, who has claimed it."""
    body = {"invitation": made.created["seats"][seat]["invitation"], **members}
    answered = api.post(f"{made.path}/seats/{seat}/claim", json=body)
    assert answered.status_code == 200, answered.text
    return api.holding(answered.json()["token"])


def test_a_match_begins_when_its_last_seat_is_claimed(api: Api) -> None:
    made = api.created(seats=[ANN, OPEN])
    assert made.created["status"] == "open"
    assert made.created["seats"][1].keys() == {"seat", "kind", "invitation"}
    before = made.shown(0)
    assert before["to_act"] == []
    assert before["seats"][1] == {"seat": 1, "kind": "open"}
    assert made.legal(0)["status"] == "open"
    assert made.legal(0)["actions"] == []
    refused = made.submit(0, {"action": "keep", "version": before["version"]})
    problem(refused, 409, "match-not-started")
    guest = claimed(api, made, 1, name="guest")
    shown = guest.get(made.path).json()
    assert shown["status"] == "active"
    assert shown["you"] == 1
    assert shown["seats"][1] == {"seat": 1, "kind": "human", "name": "guest"}
    assert shown["to_act"]
    made.seats[1] = guest
    assert made.play_out()["status"] == "over"


def test_the_creator_never_has_the_token_of_a_claimed_seat(api: Api) -> None:
    made = api.created(seats=[ANN, OPEN])
    invitation = made.created["seats"][1]["invitation"]
    guest = claimed(api, made, 1)
    problem(api.holding(invitation).get(made.path), 404, "no-such-match")
    body = {"invitation": invitation}
    taken = api.post(f"{made.path}/seats/1/claim", json=body)
    problem(taken, 409, "seat-taken")
    answered = made.owner("PUT", f"{made.path}/seats/1", json=OPEN)
    problem(answered, 403, "forbidden")
    assert guest.get(made.path).status_code == 200


def test_a_claim_is_repeated_safely(api: Api) -> None:
    made = api.created(seats=[ANN, OPEN])
    body = {"invitation": made.created["seats"][1]["invitation"]}
    path = f"{made.path}/seats/1/claim"
    key = {"Idempotency-Key": "claim-of-a-guest-0123456789"}
    first = api.post(path, json=body, headers=key).json()
    again = api.post(path, json=body, headers=key).json()
    assert again["token"] == first["token"]
    problem(api.post(path, json=body, headers={"Idempotency-Key": "other"}), 409, "seat-taken")


@pytest.mark.parametrize("key", ["", "two words", "schl\u00fcssel", "k" * 201])
def test_a_claim_has_a_key_of_the_form_that_creations_have(api: Api, key: str) -> None:
    made = api.created(seats=[ANN, OPEN], visibility="public")
    header = {"Idempotency-Key": key.encode("latin-1")}
    refused = problem(
        api.post(f"{made.path}/seats/1/claim", json={}, headers=header), 422, "invalid-request"
    )
    assert fields_of(refused) == ["Idempotency-Key"]
    body = {"game": "veil", "seats": [ANN, ANN]}
    creation = api.post("/v1/matches", json=body, headers=header)
    assert problem(creation, 422, "invalid-request")["errors"] == refused["errors"]
    assert api.post(f"{made.path}/seats/1/claim", json={}).status_code == 200


@pytest.mark.full
def test_a_key_of_a_claim_is_its_callers_alone(settings: Settings) -> None:
    with serving(settings.redis_url, RAILHEAD_PROXIES="1") as address:
        api = Api(address)
        made = api.created(seats=[ANN, OPEN], visibility="public")
        path = f"{made.path}/seats/1/claim"
        here, there = (
            {"Idempotency-Key": UUID, "X-Forwarded-For": f"192.0.2.{number}"} for number in (1, 2)
        )
        first = api.post(path, json={}, headers=here).json()
        problem(api.post(path, json={}, headers=there), 409, "seat-taken")
        assert api.post(path, json={}, headers=here).json() == first


def test_a_private_seat_needs_its_own_invitation(api: Api) -> None:
    made = api.created(seats=[OPEN, OPEN])
    other = made.created["seats"][0]["invitation"]
    for body in ({}, {"invitation": "x" * 32}, {"invitation": other}):
        answered = api.post(f"{made.path}/seats/1/claim", json=body)
        problem(answered, 404, "no-such-match")
    nowhere = api.post("/v1/matches/abcdefghijklmnopqrst/seats/1/claim", json={})
    problem(nowhere, 404, "no-such-match")
    bad = api.post(f"{made.path}/seats/1/claim", json={"invitation": 3})
    assert fields_of(problem(bad, 422, "invalid-request")) == ["invitation"]
    seated = api.created().seats[0].post(f"{made.path}/seats/1/claim", json={})
    wrong = problem(seated, 401, "unauthorized")
    assert "this is no client's token: send no Authorization" in wrong["detail"]


def test_the_tokens_of_a_match_claim_nothing_and_are_told_what_does(api: Api) -> None:
    made = api.created(seats=[ANN, OPEN])
    body = {"invitation": made.created["seats"][1]["invitation"]}
    spectator = api.holding(made.created["spectator_token"])
    for caller, what in (
        (made.owner, "the owner token"),
        (spectator, "the spectator token"),
        (made.seats[0], "the token of seat 0"),
    ):
        for sent in (body, {}):
            answered = caller.post(f"{made.path}/seats/1/claim", json=sent)
            detail = problem(answered, 403, "forbidden")["detail"]
            assert f"this is {what}" in detail
            assert "send no Authorization, or a client's token" in detail
            assert "the invitation of the seat" in detail
        nowhere = caller.post("/v1/matches/abcdefghijklmnopqrst/seats/1/claim", json=body)
        problem(nowhere, 401, "unauthorized")
    assert made.shown(0)["status"] == "open"
    assert api.post(f"{made.path}/seats/1/claim", json=body).status_code == 200


@pytest.mark.parametrize("seat", [2, 7, 9, 10, 99, 10**17])
def test_a_seat_that_there_is_not_is_the_same_problem_everywhere(api: Api, seat: int) -> None:
    made = api.created(seats=[ANN, OPEN], visibility="public", analyses="everybody")
    client = boards.client(api)
    own = client.created(seats=[{"kind": "human", "mine": True}, OPEN])
    invited = {"invitation": own.created["seats"][1]["invitation"]}
    answers = [
        api.post(f"{made.path}/seats/{seat}/claim", json={}),
        api.post(f"{own.path}/seats/{seat}/claim", json=invited),
        client.post(f"{own.path}/seats/{seat}/claim", json={}),
    ]
    for caller in (made.seats[0], made.owner, client):
        path = own.path if caller is client else made.path
        for body in (OPEN, BOT, {**BOT, "resign": True}, {"kind": "human"}):
            answers.append(caller("PUT", f"{path}/seats/{seat}", json=body))
    if seat < 2**31:
        for path in ("/versions/0", "/picture.svg", "/events"):
            answers.append(made.seats[0].get(f"{made.path}{path}?as={seat}"))
        asked = {"seat": seat, "version": 0}
        answers.append(made.seats[0].post(f"{made.path}/analyses", json=asked))
    for answered in answers:
        document = problem(answered, 404, "no-such-seat")
        assert document["seats"] == 2
        assert document["detail"] == f"there is no seat {seat}: they are 0 to 1"
    assert made.shown(0)["version"] == 0


def test_a_claim_does_not_tell_that_a_private_match_is_there(api: Api) -> None:
    made = api.created(seats=[ANN, OPEN])
    nowhere = api.post("/v1/matches/abcdefghijklmnopqrst/seats/1/claim", json={}).json()
    assert api.post(f"{made.path}/seats/7/claim", json={}).json() == nowhere
    over = api.created()
    over.play_out()
    assert api.post(f"{over.path}/seats/1/claim", json={}).json() == nowhere
    shown = api.created(seats=[ANN, OPEN], visibility="public")
    problem(api.post(f"{shown.path}/seats/7/claim", json={}), 404, "no-such-seat")


@pytest.mark.parametrize(
    "sent",
    [
        {"json": {}},
        {"json": {"invitation": "x" * 32}},
        {"json": {"invitation": 3}},
        {"data": b"{", "headers": {"Content-Type": "application/json"}},
        {"data": b"{}", "headers": {"Content-Type": "text/plain"}},
        {"json": {}, "headers": {"Idempotency-Key": "two words"}},
        {"json": {}, "params": {"nonsense": "1"}},
    ],
)
def test_nothing_of_a_claim_tells_a_private_match_from_none(api: Api, sent: dict[str, Any]) -> None:
    made = api.created(seats=[ANN, OPEN])
    for caller in (api, boards.client(api), api.holding("x" * 32)):
        for seat in (0, 1, 7):
            nowhere = caller.post(f"/v1/matches/abcdefghijklmnopqrst/seats/{seat}/claim", **sent)
            private = caller.post(f"{made.path}/seats/{seat}/claim", **sent)
            assert private.status_code == nowhere.status_code >= 400
            assert private.json() == nowhere.json()
            names = [{name.lower() for name in one.headers} for one in (private, nowhere)]
            assert names[0] == names[1]


def test_anybody_claims_a_seat_of_a_public_match(api: Api) -> None:
    made = api.created(seats=[ANN, OPEN], visibility="public")
    listed = api.get("/v1/matches?status=open&game=veil").json()["matches"]
    assert made.created["id"] in [match["id"] for match in listed]
    answered = api.post(f"{made.path}/seats/1/claim", json={})
    assert answered.status_code == 200
    for status, there in (("open", False), ("active", True), ("over", False)):
        listed = api.get(f"/v1/matches?status={status}&game=veil").json()["matches"]
        assert (made.created["id"] in [match["id"] for match in listed]) is there
    problem(api.post(f"{made.path}/seats/0/claim", json={}), 409, "seat-taken")


def test_a_holder_hands_the_seat_to_a_bot_and_takes_it_back(api: Api) -> None:
    made = api.created()
    path = f"{made.path}/seats/0"
    action = made.legal(0)["actions"][0]["action"]
    handed = made.seats[0]("PUT", path, json=BOT)
    assert handed.status_code == 200, handed.text
    assert handed.json()["kind"] == "bot"
    seat = made.shown(0)["seats"][0]
    assert seat == {"seat": 0, "kind": "bot", "level": "easy", "for": "Ann", "resigned": False}
    legal = made.legal(0)
    assert (legal["actions"], legal["reason"]) == ([], "A bot plays your seat.")
    body = {"action": action, "version": made.shown(0)["version"]}
    problem(made.submit(0, body), 409, "seat-changed")
    taken_back = {"to": 0, "version": body["version"]}
    problem(made.seats[0].post(f"{made.path}/undo", json=taken_back), 409, "seat-changed")
    back = made.seats[0]("PUT", path, json={"kind": "human"})
    assert back.status_code == 200
    assert made.shown(0)["seats"][0] == {"seat": 0, "kind": "human", "name": "Ann"}
    body["version"] = made.shown(0)["version"]
    assert made.submit(0, body).status_code == 200
    problem(made.seats[1]("PUT", path, json=BOT), 403, "forbidden")
    problem(made.owner("PUT", path, json=BOT), 403, "forbidden")
    unknown = made.seats[0]("PUT", path, json={"kind": "bot", "level": "godlike"})
    problem(unknown, 422, "unknown-level")
    unknown = made.seats[0]("PUT", path, json={"kind": "ghost"})
    assert fields_of(problem(unknown, 422, "invalid-request")) == ["kind"]


def test_who_leaves_makes_room_for_another(api: Api) -> None:
    made = api.created()
    left = made.seats[1]("PUT", f"{made.path}/seats/1", json=OPEN)
    assert left.json()["invitation"] is None
    problem(made.seats[1].get(made.path), 404, "no-such-match")
    assert made.shown(0)["status"] == "open"
    renewed = made.owner("PUT", f"{made.path}/seats/1", json=OPEN).json()
    body = {"invitation": renewed["invitation"], "name": "Cid"}
    answered = api.post(f"{made.path}/seats/1/claim", json=body)
    made.seats[1] = api.holding(answered.json()["token"])
    shown = made.shown(1)
    assert shown["status"] == "active"
    assert shown["seats"][1]["name"] == "Cid"
    assert made.play_out()["status"] == "over"
    problem(made.seats[1]("PUT", f"{made.path}/seats/1", json=OPEN), 409, "match-over")


def test_nobody_decides_while_a_seat_is_open(api: Api) -> None:
    began = time.monotonic()
    made = api.created(game="montana", clock={"kind": "bank", "seconds": 100, "increment": 7})
    (seat,) = made.shown(0)["to_act"]
    made.seats[1 - seat]("PUT", f"{made.path}/seats/{1 - seat}", json=OPEN)
    waiting = made.shown(seat)
    assert (waiting["status"], waiting["to_act"]) == ("open", [])
    legal = made.legal(seat)
    assert legal["actions"] == []
    assert legal["reason"] == "The match waits until all seats are taken."
    clocks = {clock["seat"]: clock for clock in waiting["clock"]["seats"]}
    assert clocks[seat]["since"] is None
    least = 100 - (time.monotonic() - began) - 0.01
    assert least <= clocks[seat]["left"] <= 100, "to wait is no end of a turn"
    assert clocks[1 - seat]["since"] is not None, "who has left is who is waited for"
    made.owner("PUT", f"{made.path}/seats/{1 - seat}", json=BOT)
    assert made.shown(seat)["to_act"] == [seat]
    assert made.act(seat).status_code == 200


def test_a_change_of_a_seat_that_changes_nothing_is_no_event(api: Api) -> None:
    made = api.created()
    path = f"{made.path}/seats/0"
    for body in ({"kind": "human"}, BOT, {**BOT, "resign": True}):
        first = made.seats[0]("PUT", path, json=body).json()
        assert made.seats[0]("PUT", path, json=body).json() == first
    kinds = [event["kind"] for event in made.owner.get(f"{made.path}/events").json()["events"]]
    assert kinds.count("seat") == 2
    other = {"kind": "bot", "level": "hard"}
    for body in (other, {**other, "resign": True}):
        problem(made.seats[0]("PUT", path, json=body), 403, "forbidden")
    assert made.legal(0)["reason"] == "You gave up this seat; a bot plays on."


def test_the_owner_puts_a_bot_into_an_open_seat(api: Api) -> None:
    made = api.created(seats=[ANN, OPEN])
    answered = made.owner("PUT", f"{made.path}/seats/1", json=BOT)
    assert answered.status_code == 200
    assert made.shown(0)["seats"][1] == {"seat": 1, "kind": "bot", "level": "easy"}
    assert made.shown(0)["status"] == "active"


def test_who_gives_up_is_ranked_last(api: Api, bots: None) -> None:
    made = api.created()
    action = made.legal(0)["actions"][0]["action"]
    given = made.seats[0]("PUT", f"{made.path}/seats/0", json={**BOT, "resign": True})
    assert given.json()["resigned"] is True
    back = made.seats[0]("PUT", f"{made.path}/seats/0", json={"kind": "human"})
    problem(back, 403, "forbidden")
    late = {"action": action, "version": made.shown(0)["version"]}
    assert made.submit(0, late).json()["type"] in ("/problems/seat-changed", "/problems/match-over")
    del made.seats[0]
    result = made.play_out()["result"]
    assert result["ranking"] == [[1], [0]]
    assert result["resigned"] == [0]


def test_who_has_the_spectators_token_only_watches(api: Api) -> None:
    made = api.created()
    spectator = api.holding(made.created["spectator_token"])
    shown = spectator.get(made.path)
    assert shown.json()["you"] is None
    assert shown.json()["view"] == made.owner.get(made.path).json()["view"]
    problem(spectator.get(f"{made.path}/legal-actions"), 403, "forbidden")
    problem(spectator.delete(made.path), 403, "forbidden")
    problem(spectator("PUT", f"{made.path}/seats/0", json=BOT), 403, "forbidden")


@pytest.mark.parametrize("body", [{"kind": "open"}, {"kind": "human"}, BOT])
def test_a_stranger_changes_no_seat(api: Api, body: dict[str, Any]) -> None:
    made = api.created()
    problem(api("PUT", f"{made.path}/seats/0", json=body), 401, "unauthorized")
    stranger = api.holding("x" * 32)
    problem(stranger("PUT", f"{made.path}/seats/0", json=body), 404, "no-such-match")


def test_a_rematch_is_one_for_all_and_opened_by_the_same_tokens(api: Api) -> None:
    made = api.created(seats=[ANN, OPEN], seed=4)
    made.seats[1] = claimed(api, made, 1, name="guest")
    problem(made.seats[0].post(f"{made.path}/rematch"), 409, "match-not-over")
    made.play_out()
    first = made.seats[0].post(f"{made.path}/rematch")
    assert first.status_code == 201, first.text
    again = made.seats[1].post(f"{made.path}/rematch").json()
    assert again["id"] == first.json()["id"] != made.created["id"]
    assert again["owner_token"] is None
    following = f"/v1/matches/{again['id']}"
    for seat, name in ((0, "Ann"), (1, "guest")):
        shown = made.seats[seat].get(following).json()
        assert shown["you"] == seat
        assert shown["seats"][seat]["name"] == name
        assert shown["status"] == "active"
    assert made.owner.delete(following).status_code == 204
    spectator = api.holding(made.created["spectator_token"])
    problem(spectator.post(f"{made.path}/rematch"), 403, "forbidden")
