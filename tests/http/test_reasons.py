"""Why an action about an element of the picture is not legal, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.random import Random
from railhead.service.core.matches import Matches
from railhead.service.http.legal_actions import legal_actions_json
from railhead.service.http.schemas import action_responses
from railhead.service.play.reasons import reasons_json
from tests.conformance.hidden import determinized
from tests.http.api import Api, SeatedMatch, fields_of, problem
from tests.http.shapes import conforms
from tests.http.test_picture import GAMES, ids_of


def created(api: Api, game: str) -> SeatedMatch:
    seats = [{"kind": "human", "name": f"P{number}"} for number in range(GAMES[game])]
    return api.created(game=game, seats=seats, seed=5)


def about(match: SeatedMatch, seat: int, element: str) -> dict[str, Any]:
    answered = match.seats[seat].get(f"{match.path}/legal-actions", params={"about": element})
    assert answered.status_code == 200, answered.text
    document: dict[str, Any] = answered.json()
    conforms(document, action_responses.LegalActions)
    return document


def elements(match: SeatedMatch, seat: int) -> list[str]:
    picture = match.seats[seat].get(f"{match.path}/picture.svg").content
    return sorted(ids_of(picture))


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_each_element_has_its_legal_actions_and_reasons_for_the_others(api: Api, game: str) -> None:
    match = created(api, game)
    told = 0
    for turn in range(8):
        seat = match.shown(0)["to_act"][0]
        legal = match.legal(seat)
        for element in elements(match, seat)[turn::17]:
            found = about(match, seat, element)
            assert found["actions"] == [
                one for one in legal["actions"] if element in one["targets"]
            ]
            assert found["version"] == legal["version"]
            types = [one["action"] for one in found["reasons"]]
            assert len(types) == len(set(types))
            assert not {*types} & {one["type"] for one in found["actions"]}
            assert all(one["detail"] for one in found["reasons"])
            told += len(types)
        assert match.shown(0)["version"] == legal["version"], "nothing was done"
        assert match.act(seat, turn % len(legal["actions"])).status_code == 200
    assert told > 3


def test_a_reason_is_what_the_action_would_be_refused_with(api: Api) -> None:
    match = created(api, "montana")
    compared = 0
    for _ in range(30):
        seat = match.shown(0)["to_act"][0]
        for element in [one for one in elements(match, seat) if one.startswith("hex-")][::9]:
            found = about(match, seat, element)
            body = {"action": f"build:{element[4:]}", "version": found["version"]}
            for reason in found["reasons"]:
                refused = problem(match.submit(seat, body), 422, "illegal-action")
                assert reason == {"action": "build", "detail": refused["detail"]}
                compared += 1
        assert match.act(seat).status_code == 200
    assert compared > 20


def test_where_it_is_not_the_seats_turn_one_reason_says_whose_it_is(match: SeatedMatch) -> None:
    assert match.act(0).status_code == 200
    card = next(one for one in elements(match, 0) if one.startswith("card-"))
    found = about(match, 0, card)
    assert found["actions"] == []
    assert found["reasons"] == [{"action": None, "detail": found["reason"]}]
    assert found["reason"] == "It is not your turn; Seat 1 (Ben) is to act."


def test_an_element_that_there_is_not_is_refused(api: Api) -> None:
    match = created(api, "santa_fe")
    for unknown in (
        "hex-L15",
        "city-",
        "hand-1-NOWHERE",
        '"><g id="x',
        "city-CHI ",
        "legend\u00e9",
    ):
        for seat in (0, 1):
            path = f"{match.path}/legal-actions"
            answered = match.seats[seat].get(path, params={"about": unknown})
            assert problem(answered, 404, "no-such-element")["element"] == unknown
    for field in ("", "x" * 101):
        answered = match.seats[0].get(f"{match.path}/legal-actions", params={"about": field})
        assert fields_of(problem(answered, 422, "invalid-request")) == ["about"]


def test_of_what_is_anothers_there_is_nothing_to_say(api: Api) -> None:
    match = created(api, "great_western_trail")
    seat = match.shown(0)["to_act"][0]
    others = [one for one in elements(match, seat) if one.startswith(f"disc-{1 - seat}-")]
    assert others
    for element in others:
        found = about(match, seat, element)
        assert (found["actions"], found["reasons"], found["reason"]) == ([], [], None)


@pytest.mark.sampled
@pytest.mark.parametrize("game", ["veil", "santa_fe", "great_western_trail"])
def test_reasons_follow_from_what_the_seat_may_know(api: Api, matches: Matches, game: str) -> None:
    """They are the same in every world that the seat cannot tell from the true one."""
    match, random = created(api, game), Random(9, 4)
    varied = compared = 0
    for turn in range(10):
        now = matches.match(match.created["id"])
        if now.status == "over":
            break
        true, seat = now.state, now.to_act[0]
        drawn = elements(match, seat)
        for element in drawn[turn % 3 :: max(3, len(drawn) // 10)]:
            told = about(match, seat, element)
            for _ in range(2):
                now.state = determinized(true, seat, int(random.next32()))
                varied += now.state.save() != true.save()
                compared += 1
                again = legal_actions_json(now, seat, element)
                assert {**again, "reasons": reasons_json(now, seat, element)} == told
            now.state = true
        legal = match.legal(seat)["actions"]
        assert match.act(seat, (turn * 5) % len(legal)).status_code == 200
    assert varied > compared / 4
    assert compared > 20
