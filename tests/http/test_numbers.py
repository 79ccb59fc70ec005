"""Numbers in addresses and headers are written in one way: ASCII digits without leading zeros."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from railhead.service.features import ROUTES
from railhead.service.http.route import NUMBERS
from tests.http import boards
from tests.http.api import Api, SeatedMatch, fields_of, problem

ARABIC, DEVANAGARI, FULLWIDTH, SUPERSCRIPT = "\u0661", "\u0967", "\uff11", "\u00b9"
WRONG = ("01", "00", "+1", "-1", "1.0", "1e0", " 1", "1 ", "1\n", "0x1", "1_0", "x", "9" * 5000)
FOREIGN = (ARABIC, DEVANAGARI, FULLWIDTH, SUPERSCRIPT, f"1{ARABIC}")


@pytest.fixture
def match(api: Api) -> SeatedMatch:
    """A match in which an analysis was asked for."""
    made = api.created(analyses="everybody", seed=3)
    assert made.seats[0].post(f"{made.path}/analyses", json={"seconds": 1}).status_code == 202
    return made


def test_every_number_in_a_path(match: SeatedMatch) -> None:
    body = {"kind": "bot", "level": "easy"}
    checked = 0
    for route in ROUTES:
        named = [name for name in NUMBERS if f"{{{name}}}" in route.path]
        for name in named:
            for text in (*WRONG, *FOREIGN):
                path = route.path.replace("{match}", match.created["id"])
                path = path.replace(f"{{{name}}}", quote(text))
                answered = match.seats[0](route.method.upper(), path, json=body)
                problem(answered, 404, "not-found")
                checked += 1
    assert checked == len(WRONG + FOREIGN) * 5
    assert match.seats[0].get(f"{match.path}/versions/1").status_code == 200
    assert match.seats[0].get(f"{match.path}/analyses/1").status_code == 200


def test_a_number_above_all_others_is_just_not_there(match: SeatedMatch) -> None:
    seat = match.seats[0]
    most = "9" * 18
    problem(seat.get(f"{match.path}/versions/{most}"), 404, "no-such-version")
    problem(seat.get(f"{match.path}/analyses/{most}"), 404, "no-such-analysis")
    body = {"kind": "bot", "level": "easy"}
    problem(seat("PUT", f"{match.path}/seats/{most}", json=body), 404, "no-such-seat")


@pytest.mark.sampled
@pytest.mark.parametrize("text", [*WRONG, *FOREIGN])
def test_every_number_in_a_query(api: Api, match: SeatedMatch, text: str) -> None:
    client = boards.client(api)
    given = quote(text)
    for caller, path, name in (
        (match.seats[0], match.path, "wait"),
        (match.seats[0], f"{match.path}/picture.svg", "version"),
        (match.seats[0], f"{match.path}/picture.svg", "as"),
        (match.seats[0], f"{match.path}/versions/1", "as"),
        (match.seats[0], f"{match.path}/events", "after"),
        (match.seats[0], f"{match.path}/events", "limit"),
        (match.seats[0], f"{match.path}/events", "as"),
        (match.seats[0], f"{match.path}/analyses/1", "wait"),
        (api, "/v1/matches", "limit"),
        (client, "/v1/me/matches", "limit"),
        (client, "/v1/me/webhook/deliveries", "limit"),
        (client, "/v1/me/webhook/deliveries", "cursor"),
    ):
        answered = caller.get(f"{path}?{name}={given}")
        assert fields_of(problem(answered, 422, "invalid-request")) == [name]
    answered = api.get(f"/v1/games/montana/components?round_limit={given}")
    assert fields_of(problem(answered, 422, "invalid-options")) == ["round_limit"]


@pytest.mark.parametrize("text", [*WRONG, "", *FOREIGN])
def test_the_id_of_the_last_event(match: SeatedMatch, text: str) -> None:
    if text.strip() == "1":
        return  # what stands around the value of a header is none of it
    headers = {"Accept": "text/event-stream", "Last-Event-ID": text.encode()}
    answered = match.seats[0].get(f"{match.path}/events", headers=headers)
    assert fields_of(problem(answered, 422, "invalid-request")) == ["Last-Event-ID"]


def test_the_versions_in_tags(match: SeatedMatch) -> None:
    version = match.shown(0)["version"]
    for text in (f"0{version}", *FOREIGN):
        held = {"If-None-Match": f'"{text}"'.encode()}
        assert match.seats[0].get(match.path, headers=held).status_code == 200
    action = match.legal(0)["actions"][0]["action"]
    answered = match.submit(0, {"action": action}, **{"If-Match": f'"0{version}"'})
    problem(answered, 412, "precondition-failed")
    assert match.shown(0)["version"] == version
