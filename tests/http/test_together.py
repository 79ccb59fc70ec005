"""Webhooks, analyses and boards of one's own in one match, whose client and document are gone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from railhead.service.core.matches import Matches
from railhead.service.settings import Settings
from tests.http import boards
from tests.http.analysing import BOT, asked, ended, until_ours
from tests.http.api import Api, problem, serving
from tests.http.test_clients import MINE
from tests.http.test_own_boards import kept
from tests.http.test_webhooks import NEAR, PATIENT, put
from tests.receiver import Receiver, receiving
from tests.service.conftest import Processes, eventually


@pytest.fixture
def near(store_url: str, settings: Settings) -> Iterator[Api]:
    """An API whose webhooks may go to this machine."""
    with serving(store_url, **NEAR, RAILHEAD_ANALYSIS_SECONDS="20") as address:
        yield Api(address)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as one:
        yield one


@pytest.mark.full
@pytest.mark.parametrize("game", ["steam", "great_western_trail"])
def test_a_client_plays_on_a_board_that_is_gone(
    near: Api, receiver: Receiver, processes: Processes, matches: Matches, game: str
) -> None:
    option, _, seats, _ = boards.CHANGES[game]
    owner = boards.client(near)
    kept(owner, game)
    put(owner, receiver.url)
    processes.workers(matches, 1, **PATIENT)
    made = owner.created(
        game=game,
        options={option: "mine/my-board"},
        seats=[MINE, *[BOT] * (seats - 1)],
        seed=5,
    )
    made.seats[0] = owner
    assert owner.delete(boards.home(game)).status_code == 204
    eventually(lambda: receiver.events("turn"))
    assert {one.event["match"] for one in receiver.seen} == {made.created["id"]}
    assert not [one.body for one in receiver.seen if b"my-board" in one.body]

    place = asked(owner, made, seconds=20)
    until = eventually(lambda: owner.get(place).json()["simulations"])
    assert until
    answered = owner.post("/v1/me/token")
    assert answered.status_code == 200, answered.text
    renewed = near.holding(answered.json()["token"])
    problem(owner.get(place), 404, "no-such-match")
    assert renewed.get("/v1/me/webhook").status_code == 200
    assert renewed.delete("/v1/me/webhook").status_code == 204
    assert renewed.get(place).json()["status"] == "running"
    assert renewed.delete(place).status_code == 204
    made.seats[0] = renewed
    short = ended(renewed, asked(renewed, made, simulations=64))
    labels = {one["action"]: one["label"] for one in made.legal(0)["actions"]}
    assert {one["action"]: one["label"] for one in short["candidates"]}.items() <= labels.items()
    before = len(receiver.seen)
    until_ours(made)
    assert made.act(0).status_code == 200
    running = asked(renewed, until_ours(made), seconds=20)
    assert renewed.delete("/v1/me").status_code == 204
    problem(renewed.get(running), 404, "no-such-match")
    assert len(receiver.seen) == before
