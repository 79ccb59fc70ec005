"""Clocks: time for each turn or for a whole match, and what happens when there is none left."""

from __future__ import annotations

import time
from typing import Any

import pytest

from railhead.service.core.matches import Matches
from railhead.service.settings import Settings
from railhead.service.store.store import Store
from tests.http.api import Api, SeatedMatch, fields_of, problem
from tests.service.conftest import eventually

TURN = {"kind": "turn", "seconds": 2}
BANK = {"kind": "bank", "seconds": 100, "increment": 7}


def waited_for(made: SeatedMatch, seat: int, kind: str) -> dict[str, Any]:
    """The seat as it is once it is of this kind."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        shown: dict[str, Any] = made.owner.get(made.path).json()["seats"][seat]
        if shown["kind"] == kind:
            return shown
        time.sleep(0.1)
    raise AssertionError(f"seat {seat} is no {kind}")


@pytest.mark.full
@pytest.mark.usefixtures("bots")
def test_a_bot_plays_on_when_time_is_over(api: Api) -> None:
    made = api.created(game="montana", seats=[{"kind": "human"}] * 2, clock=TURN)
    seat = made.owner.get(made.path).json()["to_act"][0]
    assert waited_for(made, seat, "bot")["level"] == "easy"
    events = made.owner.get(f"{made.path}/events").json()["events"]
    (ran_out,) = (event for event in events if event["kind"] == "clock" and event["seat"] == seat)
    assert ran_out["now"]["kind"] == "bot"
    assert ran_out["label"]
    eventually(lambda: seat not in made.owner.get(made.path).json()["to_act"])
    back = made.seats[seat]("PUT", f"{made.path}/seats/{seat}", json={"kind": "human"})
    assert back.status_code == 200
    clocks = made.owner.get(made.path).json()["clock"]["seats"]
    assert next(clock for clock in clocks if clock["seat"] == seat)["left"] == 2


def test_a_turn_that_is_over_is_not_taken_back(api: Api, matches: Matches) -> None:
    """Its bot plays it to its end; the next one is the holder's again."""
    made = api.created(game="montana", seats=[{"kind": "human"}] * 2, clock=TURN)
    seat = made.owner.get(made.path).json()["to_act"][0]
    time.sleep(2.1)
    assert matches.run_out(made.created["id"])
    back = made.seats[seat]("PUT", f"{made.path}/seats/{seat}", json={"kind": "human"})
    problem(back, 409, "time-over")


@pytest.mark.usefixtures("bots")
def test_who_has_used_up_the_bank_plays_no_more(api: Api) -> None:
    clock = {"kind": "bank", "seconds": 1}
    made = api.created(game="montana", seats=[{"kind": "human"}] * 2, clock=clock)
    seat = made.owner.get(made.path).json()["to_act"][0]
    waited_for(made, seat, "bot")
    back = made.seats[seat]("PUT", f"{made.path}/seats/{seat}", json={"kind": "human"})
    problem(back, 409, "time-over")
    assert seconds(made, seat) == (0, None)


@pytest.mark.usefixtures("bots")
def test_a_seat_whose_time_is_over_may_be_out(api: Api) -> None:
    clock = {**TURN, "then": {"kind": "resign", "level": "easy"}}
    made = api.created(game="montana", seats=[{"kind": "human"}] * 2, clock=clock)
    seat = made.owner.get(made.path).json()["to_act"][0]
    assert waited_for(made, seat, "bot")["resigned"] is True


def test_too_late_is_too_late(api: Api) -> None:
    made = api.created(clock=TURN)
    seat = made.owner.get(made.path).json()["to_act"][0]
    legal = made.legal(seat)
    time.sleep(2.1)
    body = {"action": legal["actions"][0]["action"], "version": legal["version"]}
    problem(made.submit(seat, body), 409, "time-over")


def seconds(made: SeatedMatch, seat: int) -> tuple[float, float | None]:
    """What a seat has left, and since when it runs."""
    (clock,) = (
        clock
        for clock in made.owner.get(made.path).json()["clock"]["seats"]
        if clock["seat"] == seat
    )
    return clock["left"], clock["since"]


def test_a_bank_runs_while_its_seat_is_to_act_and_gets_its_increment(api: Api) -> None:
    made = api.created(game="montana", seats=[{"kind": "human"}] * 2, clock=BANK)
    for _ in range(30):
        shown = made.owner.get(made.path).json()
        if len(shown["to_act"]) != 1:
            break
        (seat,) = shown["to_act"]
        other = 1 - seat
        left, since = seconds(made, seat)
        assert since is not None
        assert seconds(made, other)[1] is None
        time.sleep(0.05)
        assert made.act(seat).status_code == 200
        after, runs = seconds(made, seat)
        least = left - (time.time() - since) - 0.01
        turns = max(0, round((after - left) / 7))
        assert least <= after - 7 * turns < left - 0.04
        again = made.owner.get(made.path).json()["to_act"] == [seat]
        assert again or turns
        assert again == (runs is not None)


def test_clocks_wait_for_open_seats(api: Api) -> None:
    made = api.created(seats=[{"kind": "human"}, {"kind": "open"}], clock=BANK)
    assert made.shown(0)["clock"]["seats"] == [{"seat": 0, "left": 100, "since": None}]
    body = {"invitation": made.created["seats"][1]["invitation"]}
    assert api.post(f"{made.path}/seats/1/claim", json=body).status_code == 200
    shown = made.shown(0)
    running = [clock["seat"] for clock in shown["clock"]["seats"] if clock["since"] is not None]
    assert running == shown["to_act"]


def test_clocks_are_exact_across_processes(api: Api, settings: Settings, matches: Matches) -> None:
    made = api.created(clock=TURN)
    match_id = made.created["id"]
    time.sleep(2.1)
    elsewhere = Matches(Store(settings), matches.catalogue)
    try:
        assert match_id in elsewhere.store.clocks.run_out(10)
        assert elsewhere.run_out(match_id)
        assert not matches.run_out(match_id), "once is enough"
        assert match_id not in matches.store.clocks.run_out(10)
    finally:
        elsewhere.close()
    assert matches.replay(match_id).save() == matches.match(match_id).state.save()


def test_a_match_without_clocks_says_so_and_odd_ones_are_refused(api: Api) -> None:
    assert api.created().shown(0)["clock"] is None
    for clock, field in (
        ({"kind": "turn", "seconds": 0}, "clock.seconds"),
        ({"kind": "sand", "seconds": 5}, "clock.kind"),
        ({**TURN, "then": {"kind": "bot", "level": "godlike"}}, "clock.then.level"),
    ):
        body = {"game": "veil", "seats": [{"kind": "human"}] * 2, "clock": clock}
        answered = api.post("/v1/matches", json=body)
        assert answered.status_code == 422
        assert fields_of(answered.json()) == [field]


def test_an_unknown_level_is_the_same_problem_in_a_clock_as_in_a_seat(api: Api) -> None:
    humans = [{"kind": "human"}] * 2
    for level in ("godlike", "", 7, "EASY"):
        then = {"kind": "bot", "level": level}
        clock = {**TURN, "then": then}
        body = {"game": "montana", "seats": humans, "clock": clock}
        document = problem(api.post("/v1/matches", json=body), 422, "unknown-level")
        assert fields_of(document) == ["clock.then.level"]
        of_seat = {"game": "montana", "seats": [humans[0], then]}
        seat = problem(api.post("/v1/matches", json=of_seat), 422, "unknown-level")
        assert fields_of(seat) == ["seats.1.level"]
        assert seat["errors"][0]["problem"] == document["errors"][0]["problem"]
    resigning = {**TURN, "then": {"kind": "resign", "level": "godlike"}}
    body = {"game": "montana", "seats": humans, "clock": resigning}
    problem(api.post("/v1/matches", json=body), 422, "unknown-level")


def test_an_increment_is_of_a_bank_only(api: Api) -> None:
    body = {"game": "montana", "seats": [{"kind": "human"}] * 2}
    answered = api.post("/v1/matches", json={**body, "clock": {**TURN, "increment": 3}})
    assert fields_of(problem(answered, 422, "invalid-request")) == ["clock.increment"]
    for clock in ({**TURN, "increment": 0}, BANK):
        made = api.created(**body, clock=clock)
        shown = made.owner.get(made.path).json()["clock"]
        assert shown["increment"] == clock["increment"]
