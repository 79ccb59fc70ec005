"""Who wants to win by the clock: legal requests that would make time, or take it from others."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
import redis

from railhead.games.random import Random
from railhead.service.store.clocks import GAP
from railhead.service.store.keys import PARTITIONS, beat_key
from tests.http.api import Api, SeatedMatch, problem, server
from tests.http.test_clocks import seconds, waited_for
from tests.service.conftest import Processes, eventually
from tests.stores import Server

BANK = {"kind": "bank", "seconds": 100, "increment": 7}
TURN = {"kind": "turn", "seconds": 3}
RESIGN = {"kind": "resign", "level": "easy"}
SLACK = 2.0
"""Seconds that a busy machine may take where none should pass."""


def left(made: SeatedMatch, seat: int) -> float:
    """Seconds that a seat has left now."""
    had, since = seconds(made, seat)
    return had if since is None else had - (time.time() - since)


def with_a_move_to_take_back(api: Api, clock: dict[str, Any]) -> tuple[SeatedMatch, int, str]:
    """A match in which a seat may move, so that another is to act, and take the move back."""
    made = api.created(game="steam", seats=[{"kind": "human"}] * 3, clock=clock, seed=5)
    for _ in range(30):
        (seat,) = made.owner.get(made.path).json()["to_act"]
        action = made.legal(seat)["actions"][0]["action"]
        shown = made.act(seat).json()
        versions = made.seats[seat].get(f"{made.path}/undo").json()["versions"]
        if shown["to_act"] != [seat] and versions:
            return made, seat, action
    raise AssertionError("no such move")


def take_back(made: SeatedMatch, seat: int) -> Any:
    reach = made.seats[seat].get(f"{made.path}/undo").json()
    body = {"to": reach["versions"][0], "version": reach["version"]}
    return made.seats[seat].post(f"{made.path}/undo", json=body)


@pytest.mark.full
def test_a_turn_ends_however_often_it_is_begun_again(api: Api) -> None:
    made, seat, action = with_a_move_to_take_back(api, {**TURN, "seconds": 4})
    began = time.monotonic()
    while time.monotonic() < began + 30:
        back = take_back(made, seat)
        if back.status_code != 200:
            break
        time.sleep(0.4)
        body = {"action": action, "version": made.shown(seat)["version"]}
        if made.submit(seat, body).status_code != 200:
            break
        time.sleep(0.4)
    assert time.monotonic() - began < 4 + SLACK
    assert left(made, seat) < SLACK


def test_taking_back_gives_the_others_what_they_lost(api: Api) -> None:
    made, seat, _ = with_a_move_to_take_back(api, BANK)
    (other,) = made.owner.get(made.path).json()["to_act"]
    own, theirs = left(made, seat), left(made, other)
    time.sleep(1)
    assert left(made, other) <= theirs - 1
    assert take_back(made, seat).status_code == 200
    assert theirs <= left(made, other) + 0.01 <= theirs + 1
    assert left(made, seat) <= own - BANK["increment"] - 1 + 0.1  # type: ignore[operator]


def test_a_seat_is_handed_over_and_back_with_the_time_it_had(api: Api) -> None:
    made = api.created(game="montana", seats=[{"kind": "human"}] * 2, clock=TURN)
    (seat,) = made.owner.get(made.path).json()["to_act"]
    path = f"{made.path}/seats/{seat}"
    time.sleep(1)
    assert made.seats[seat]("PUT", path, json={"kind": "bot", "level": "easy"}).status_code == 200
    assert seconds(made, seat)[1] is None
    time.sleep(1)
    assert made.seats[seat]("PUT", path, json={"kind": "human"}).status_code == 200
    assert left(made, seat) <= 1
    time.sleep(1.1)
    problem(made.seats[seat]("PUT", path, json={"kind": "bot", "level": "easy"}), 409, "time-over")


@pytest.mark.sampled
@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize("on_turn", [True, False])
def test_who_leaves_loses_on_time_as_who_stays(api: Api, on_turn: bool) -> None:
    clock = {"kind": "bank", "seconds": 2, "then": RESIGN}
    made = api.created(game="montana", seats=[{"kind": "human"}] * 2, clock=clock)
    (seat,) = made.owner.get(made.path).json()["to_act"]
    leaver = seat if on_turn else 1 - seat
    gone = made.seats[leaver]("PUT", f"{made.path}/seats/{leaver}", json={"kind": "open"})
    assert gone.status_code == 200
    assert made.owner.get(made.path).json()["status"] == "open"
    shown = waited_for(made, leaver, "bot")
    assert shown["resigned"] is True
    assert made.owner.get(made.path).json()["status"] == "active"


def test_who_claims_a_seat_gets_the_time_it_had(api: Api) -> None:
    made = api.created(
        game="montana", seats=[{"kind": "human"}] * 2, clock=BANK, visibility="public"
    )
    (seat,) = made.owner.get(made.path).json()["to_act"]
    time.sleep(1)
    path = f"{made.path}/seats/{seat}"
    made.seats[seat]("PUT", path, json={"kind": "open"})
    time.sleep(1)
    assert api.post(f"{path}/claim", json={}).status_code == 200
    assert left(made, seat) <= 98.01


@pytest.mark.sampled
@pytest.mark.parametrize(("game", "seats"), [("santa_fe", 2), ("steam", 3), ("montana", 2)])
def test_two_turns_in_a_row_earn_two_increments(api: Api, game: str, seats: int) -> None:
    """Last in a phase and first in the next, or with nothing but forced turns in between."""
    in_a_row = 0
    for seed in range(12):
        random = Random(seed)
        made = api.created(game=game, seats=[{"kind": "human"}] * seats, clock=BANK, seed=seed)
        acting = made.owner.get(made.path).json()["to_act"]
        for _ in range(100):
            if not acting:
                break
            alone, seat = len(acting) == 1, acting[0]
            before = left(made, seat)
            choices = len(made.legal(seat)["actions"])
            acting = made.act(seat, random.below(choices)).json()["to_act"]
            if alone and acting == [seat] and left(made, seat) > before + 5:
                in_a_row += 1
        if in_a_row:
            return
    raise AssertionError("no seat had two turns in a row")


def let_time_step(client: redis.Redis, milliseconds: int) -> None:
    """As if the store's time were so much later from now on, in one transaction."""
    with client.pipeline() as batch:
        for partition in range(PARTITIONS):
            for name in ("at", "stood"):
                batch.hincrby(beat_key(partition), name, -milliseconds)
        batch.execute()


@pytest.mark.full
def test_no_clock_runs_while_no_service_lives(processes: Processes, tmp_path: Path) -> None:
    """An operator's restart, with workers that live on; and a store whose time steps."""
    store = Server(tmp_path / "store", "--appendonly", "yes").start()
    processes.start("worker", REDIS_URL=store.url, RAILHEAD_WORKERS="1")
    clock = {"kind": "turn", "seconds": 10, "then": RESIGN}
    try:
        with server(store.url) as first:
            seats = [{"kind": "human"}] * 2
            made = Api(first.address).created(game="montana", seats=seats, clock=clock)
            os.killpg(first.process.pid, signal.SIGKILL)
        time.sleep(12)
        with server(store.url) as second:
            again = SeatedMatch(Api(second.address), made.created)
            seat = again.owner.get(again.path).json()["to_act"][0]
            assert left(again, seat) > 10 - GAP / 1000 - SLACK
            assert again.act(seat).status_code == 200
            let_time_step(store.client, 3_600_000)
            time.sleep(1.5)
            seats = again.owner.get(again.path).json()["seats"]
            assert not any(shown.get("resigned") for shown in seats)
            waiting = again.owner.get(again.path).json()["to_act"][0]
            eventually(lambda: again.owner.get(again.path).json()["seats"][waiting].get("resigned"))
    finally:
        store.kill()
