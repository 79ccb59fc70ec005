"""Who may do what, and what is looked at first: 401, 404, 403, fields, then the state of play."""

from __future__ import annotations

import pytest
import requests

from tests.http.api import Api, SeatedMatch, fields_of, problem

JSON = {"Content-Type": "application/json"}
NOWHERE = "/v1/matches/abcdefghijklmnopqrst"


def test_no_token(api: Api, match: SeatedMatch) -> None:
    for answered in (
        api.get(match.path),
        api.get(f"{match.path}/legal-actions"),
        api.post(f"{match.path}/actions", data=b"{", headers=JSON),
        api.delete(match.path),
    ):
        problem(answered, 401, "unauthorized")
        assert answered.headers["WWW-Authenticate"].startswith("Bearer")


def test_without_a_token_a_private_match_and_none_look_alike(api: Api, match: SeatedMatch) -> None:
    private, nothing = api.get(match.path), api.get(NOWHERE)
    assert told(private) == told(nothing)
    assert private.status_code == nothing.status_code == 401


@pytest.mark.parametrize("header", ["Basic YTpi", "Bearer", "Bearer ", "Bearer a b", "Bearer ä"])
def test_an_authorization_of_another_form(api: Api, match: SeatedMatch, header: str) -> None:
    answered = api.get(match.path, headers={"Authorization": header.encode("latin-1")})
    problem(answered, 401, "unauthorized")


def told(answered: requests.Response) -> tuple[int, bytes, dict[str, str]]:
    """All that an answer says, but for what is of its request and of the hour."""
    own = ("x-request-id", "date")
    headers = {name.lower(): value for name, value in answered.headers.items()}
    return (
        answered.status_code,
        answered.content,
        {name: value for name, value in headers.items() if name not in own},
    )


def test_a_wrong_token_learns_nothing_of_a_private_match(api: Api, match: SeatedMatch) -> None:
    other = api.created()
    for stranger in (api.holding("x" * 32), other.owner, other.seats[0]):
        for path in ("", "/legal-actions", "?wait=1", "?include=legal-actions", "?nonsense"):
            private = stranger.get(match.path + path, headers={"If-None-Match": '"0"'})
            nothing = stranger.get(NOWHERE + path, headers={"If-None-Match": '"0"'})
            problem(private, 404, "no-such-match")
            assert told(private) == told(nothing)
        for body in ({}, {"action": "keep", "version": 1}):
            private = stranger.post(f"{match.path}/actions", json=body)
            assert told(private) == told(stranger.post(f"{NOWHERE}/actions", json=body))
        assert told(stranger.delete(match.path)) == told(stranger.delete(NOWHERE))
        problem(stranger.delete(match.path), 404, "no-such-match")
    assert match.shown(0)["status"] == "active"


def test_a_public_match_is_open_to_those_without_a_token_only(api: Api) -> None:
    public = api.created(visibility="public")
    assert api.get(public.path).json()["you"] is None
    problem(api.holding("x" * 32).get(public.path), 401, "unauthorized")
    problem(api.holding("x" * 32).delete(public.path), 401, "unauthorized")
    problem(api.get(f"{public.path}/legal-actions"), 401, "unauthorized")
    problem(api.post(f"{public.path}/actions", json={}), 401, "unauthorized")


def test_an_unknown_match(match: SeatedMatch) -> None:
    somebody = match.seats[0]
    for path in (NOWHERE, "/v1/matches/a%20b"):
        problem(somebody.get(path), 404, "no-such-match")
        problem(somebody.delete(path), 404, "no-such-match")
        problem(somebody.get(f"{path}/legal-actions"), 404, "no-such-match")
        answered = somebody.post(f"{path}/actions", data=b"{", headers=JSON)
        problem(answered, 404, "no-such-match")


def test_a_deleted_match_is_gone_before_anything_else_is_said(match: SeatedMatch) -> None:
    match.shown(0)
    assert match.owner.delete(match.path).status_code == 204
    seat = match.seats[0]
    problem(seat.get(match.path), 404, "no-such-match")
    problem(seat.get(f"{match.path}/legal-actions"), 404, "no-such-match")
    answered = seat.post(f"{match.path}/actions", data=b"{", headers=JSON)
    problem(answered, 404, "no-such-match")
    problem(seat.delete(match.path), 404, "no-such-match")
    problem(match.owner.delete(match.path), 404, "no-such-match")
    problem(match.owner.post(f"{match.path}/actions", json={}), 404, "no-such-match")


def test_a_token_that_does_not_allow_it(match: SeatedMatch) -> None:
    problem(match.owner.get(f"{match.path}/legal-actions"), 403, "forbidden")
    answered = match.owner.post(f"{match.path}/actions", data=b"{", headers=JSON)
    problem(answered, 403, "forbidden")
    problem(match.seats[0].delete(match.path), 403, "forbidden")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"action": 3},
        {"action": ""},
        {"action": None},
        {"action": "x" * 201},
        {"action": "keep", "version": -1},
        {"action": "keep", "version": "1"},
        {"action": "keep", "version": 1.5},
        {"action": "keep", "version": 2**60},
        {"action": "keep", "version": 1, "seat": 0},
    ],
)
def test_bad_fields_of_an_action(match: SeatedMatch, body: object) -> None:
    problem(match.submit(0, body), 422, "invalid-request")


@pytest.mark.parametrize(
    "header", ["4", "", '"4', '"4" "5"', '"4", 5', "*, *", '"4", *', '"a b"', 'w/"4"', '"\u0664"']
)
def test_a_malformed_if_match(match: SeatedMatch, header: str) -> None:
    answered = match.seats[0].post(
        f"{match.path}/actions", json={"action": "keep"}, headers={"If-Match": header.encode()}
    )
    assert fields_of(problem(answered, 422, "invalid-request")) == ["If-Match"]


@pytest.mark.parametrize(
    "header", ['W/"{now}"', '"x"', '"-1"', '"0{now}"', '"0-0", W/"{now}-0"', '"0", "1"']
)
def test_an_if_match_in_which_no_tag_is_the_matchs(match: SeatedMatch, header: str) -> None:
    now = match.shown(0)["version"]
    action = match.legal(0)["actions"][0]["action"]
    answered = match.submit(0, {"action": action}, **{"If-Match": header.format(now=now)})
    assert problem(answered, 412, "precondition-failed")["version"] == now
    assert match.shown(0)["version"] == now


@pytest.mark.parametrize(
    "header",
    [
        "*",
        '"{now}" ,',
        '"0-0", "{now}-0"',
        '"{later}", "{now}","0"',
        ', "x,y" ,,\t"{now}-watching",',
        'W/"{later}", "{now}"',
    ],
)
def test_any_tag_of_an_if_match_will_do(match: SeatedMatch, header: str) -> None:
    now = match.shown(0)["version"]
    action = match.legal(0)["actions"][0]["action"]
    sent = {"If-Match": header.format(now=now, later=now + 5), "Idempotency-Key": "k"}
    done = match.submit(0, {"action": action}, **sent)
    assert done.status_code == 200, done.text
    assert match.submit(0, {"action": action}, **sent).json() == done.json()
    other = match.submit(0, {"action": action}, **{**sent, "If-Match": '"0"'})
    problem(other, 422, "idempotency-key-reused")


def test_a_star_is_for_whatever_decision_is_open(match: SeatedMatch) -> None:
    for _ in range(3):
        seat = match.shown(0)["to_act"][0]
        action = match.legal(seat)["actions"][0]["action"]
        assert match.submit(seat, {"action": action}, **{"If-Match": "*"}).status_code == 200
    version = match.shown(0)["version"]
    seat = match.shown(0)["to_act"][0]
    stale = match.submit(seat, {"action": "keep", "version": 0}, **{"If-Match": "*"})
    problem(stale, 412, "precondition-failed")
    assert match.shown(0)["version"] == version


def test_a_version_of_the_body_is_one_of_the_tags(match: SeatedMatch) -> None:
    legal = match.legal(0)
    body = {"action": legal["actions"][0]["action"], "version": legal["version"]}
    answered = match.submit(0, body, **{"If-Match": '"0", "1-0"'})
    assert fields_of(problem(answered, 422, "invalid-request")) == ["version"]
    tags = f'"0", "{legal["version"]}-0"'
    assert match.submit(0, body, **{"If-Match": tags}).status_code == 200


@pytest.mark.parametrize(
    "held", ["*", 'W/"{now}"', '"x,y", "{now}-0"', '"0-0",W/"{now}-0"', '"{now}-0" , "99"']
)
def test_if_none_match_takes_lists_weak_tags_and_a_star(match: SeatedMatch, held: str) -> None:
    now = match.shown(0)["version"]
    headers = {"If-None-Match": held.format(now=now)}
    for path in ("", "/legal-actions", "/picture.svg", "/events", f"/versions/{now}"):
        answered = match.seats[0].get(match.path + path, headers=headers)
        assert answered.status_code == 304, path
    for path in ("/components", "/legal-actions"):
        tag = match.seats[0].get(match.path + path).headers["ETag"]
        for listed in ("*", f"W/{tag}", f'"x", {tag}'):
            answered = match.seats[0].get(match.path + path, headers={"If-None-Match": listed})
            assert answered.status_code == 304


def test_two_versions_that_differ(match: SeatedMatch) -> None:
    answered = match.submit(0, {"action": "keep", "version": 4}, **{"If-Match": '"3"'})
    assert fields_of(problem(answered, 422, "invalid-request")) == ["version"]


def test_the_order_of_checks_of_an_action(match: SeatedMatch) -> None:
    head = match.shown(0)
    assert head["to_act"] == [0, 1]
    good = match.legal(0)["actions"][0]["action"]
    version = head["version"]
    problem(match.submit(0, {"action": "nonsense"}), 428, "version-required")
    stale = problem(match.submit(0, {"action": "nonsense", "version": 0}), 409, "stale-version")
    assert stale["version"] == version
    answered = match.submit(0, {"action": "nonsense"}, **{"If-Match": '"0"'})
    problem(answered, 412, "precondition-failed")
    answered = match.submit(0, {"action": good, "version": version + 1})
    assert problem(answered, 409, "match-went-back")["version"] == version
    answered = match.submit(0, {"action": good}, **{"If-Match": f'"{version + 1}"'})
    assert problem(answered, 409, "match-went-back")["version"] == version
    answered = match.submit(0, {"action": "nonsense", "version": version})
    assert "nonsense" in problem(answered, 422, "illegal-action")["detail"]
    answered = match.submit(0, {"action": "keep", "version": version})
    assert problem(answered, 422, "illegal-action")["detail"]
    assert match.submit(0, {"action": good, "version": version}).status_code == 200
    answered = match.submit(0, {"action": "nonsense"})
    assert problem(answered, 409, "not-your-turn")["to_act"] == [1]
    problem(match.submit(0, {"action": 3}), 422, "invalid-request")


def test_another_seats_token_acts_for_that_seat_only(match: SeatedMatch) -> None:
    theirs = match.legal(1)["actions"][0]["action"]
    version = match.shown(0)["version"]
    answered = match.submit(0, {"action": theirs, "version": version})
    problem(answered, 422, "illegal-action")
    assert match.shown(1)["view"]["seats"][1]["has_selected"] is False


def test_an_action_after_the_end(api: Api) -> None:
    match = api.created(options={"deck": "small"})
    match.play_out()
    problem(match.submit(0, {"action": "nonsense"}), 409, "match-over")
    problem(match.submit(0, {"action": 3}), 422, "invalid-request")
    legal = match.legal(0)
    assert legal["actions"] == []
    assert legal["reason"] == "The match is over."
