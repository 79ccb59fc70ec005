"""The loop of `@bot`: whole matches of every game, and what may come between."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from railhead.client import (
    AsyncTurn,
    Choice,
    ConnectionLost,
    Created,
    Played,
    Railhead,
    Turn,
    bot,
)
from railhead.client.schemas import BotSeat, Clock, HumanSeat
from railhead.games.registry import shipped_rulesets
from tests.client.conftest import Opened
from tests.http.api import Api, server
from tests.service.conftest import eventually
from tests.service.test_gone_back import Backup

ANN: HumanSeat = {"kind": "human", "name": "Ann"}
BEN: HumanSeat = {"kind": "human", "name": "Ben"}
BOT: BotSeat = {"kind": "bot", "level": "easy"}
NOWHERE = "http://127.0.0.1:9"


def any_action(turn: Turn) -> Choice:
    return random.choice(turn.actions)


def play(url: str, asynchronous: bool, game: str, **settings: Any) -> list[Played]:
    """A match of a bot that plays at random."""
    decorator = bot(url, game=game, **settings)
    if not asynchronous:
        return decorator(any_action).play()

    @decorator
    async def choose(turn: AsyncTurn) -> Choice:
        await asyncio.sleep(0)
        return random.choice(turn.actions)["action"]

    return asyncio.run(choose.play())


@pytest.mark.full
@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize("game", shipped_rulesets())
def test_a_bot_plays_a_whole_match(api: Api, game: str) -> None:
    """Half of the games synchronously; the others not."""
    asynchronous = [*shipped_rulesets()].index(game) % 2 == 0
    (played,) = play(api.address, asynchronous, game, name="guest")
    assert played.seat == 0
    assert len(played.result["scores"]) == shipped_rulesets()[game].min_seats
    assert played.score == played.result["scores"][0]
    assert 1 <= played.place <= shipped_rulesets()[game].min_seats


@pytest.mark.full
@pytest.mark.usefixtures("bots")
def test_a_bot_plays_from_each_seat_in_turn(api: Api) -> None:
    decorated = bot(api.address, game="veil", against=["easy", "easy"])(any_action)
    played = decorated.play(3)
    assert [one.seat for one in played] == [0, 1, 2]
    assert len({one.match for one in played}) == 3


def sitting_down(created: Created, url: str, seat: int) -> threading.Thread:
    """A bot that plays a seat to the end of the match."""
    token = created.seats[seat].token
    playing = threading.Thread(target=bot(url)(any_action).sit_down, args=(created.id, token))
    playing.start()
    return playing


def test_bots_sit_down_in_somebodys_match(api: Api, opened: Opened) -> None:
    created = opened(api.address).create("veil", [ANN, BEN], seed=3)
    decorated = bot(api.address)(any_action)
    with pytest.raises(ValueError, match="holds no seat"):
        decorated.sit_down(created.id, created.owner.token)
    other = sitting_down(created, api.address, 1)
    played = decorated.sit_down(created.id, created.seats[0].token)
    other.join(60)
    assert played.seat == 0
    assert played.result == created.owner.state()["result"]


def test_a_turn_that_is_overtaken_is_chosen_for_anew(opened: Opened, api: Api) -> None:
    seen: list[int] = []
    with Railhead(api.address) as other:
        created = other.create("montana", [ANN, BEN], seed=5, undo="any")
        (acting,) = created.owner.state()["to_act"]
        before = created.owner.state()["version"]
        while (now := created.owner.state())["to_act"] != [acting] or now["version"] == before:
            seat = created.seats[now["to_act"][0]]
            seat.act(seat.legal_actions()["actions"][0])

        def choose(turn: Turn) -> Choice:
            seen.append(turn.version)
            if len(seen) > 1:
                raise KeyboardInterrupt
            created.owner.undo(before)
            return turn.actions[0]

        player = opened(api.address).match(created.id, created.seats[acting].token)
        with pytest.raises(KeyboardInterrupt):
            player.play(choose)
        assert seen == [now["version"], now["version"] + 1]
        assert [*created.owner.log()][-1]["kind"] == "undo"


def until_a_bot_sits_there(api: Api, created: Created) -> None:
    """Think until the first seat, in time no more, is a bot's."""
    with Railhead(api.address) as other:
        match = other.match(created.id, created.owner.token)
        eventually(lambda: match.state()["seats"][0]["kind"] == "bot")


@pytest.mark.sampled
@pytest.mark.usefixtures("bots")
def test_a_seat_that_a_bot_took_over_in_time_is_taken_back(opened: Opened, api: Api) -> None:
    clock: Clock = {"kind": "turn", "seconds": 2}
    options = {"round_limit": 10}
    # Two quick bots may end the match before anybody comes back.
    slow: BotSeat = {"kind": "bot", "level": "expert"}
    created = opened(api.address).create("montana", [ANN, slow], clock=clock, options=options)
    late = iter([True])

    def choose(turn: Turn) -> Choice:
        if next(late, False):
            until_a_bot_sits_there(api, created)
        return turn.actions[0]

    result = created.seats[0].play(choose)
    assert sorted(seat for tied in result["ranking"] for seat in tied) == [0, 1]
    seats = [event["now"]["kind"] for event in created.owner.log() if "now" in event]
    assert seats == ["bot", "human"] * (len(seats) // 2)
    assert seats


@pytest.mark.full
@pytest.mark.usefixtures("bots")
def test_where_a_bank_is_used_up_the_bot_plays_to_the_end(opened: Opened, api: Api) -> None:
    clock: Clock = {"kind": "bank", "seconds": 3}
    created = opened(api.address).create("veil", [ANN, BOT], clock=clock)
    turns = []

    def choose(turn: Turn) -> Choice:
        turns.append(turn)
        until_a_bot_sits_there(api, created)
        return turn.actions[0]

    assert created.seats[0].play(choose)["ranking"]
    assert len(turns) == 1


@pytest.fixture
def backup(tmp_path: Path) -> Iterator[Backup]:
    kept = Backup(tmp_path / "server")
    yield kept
    kept.server.stop()


@pytest.mark.full
def test_a_match_that_went_back_is_gone_on_with(opened: Opened, backup: Backup) -> None:
    seen: list[int] = []
    with server(backup.server.url) as started:
        created = opened(started.address).create("montana", [ANN, BEN], seed=5)

        def choose(turn: Turn) -> Choice:
            seen.append(turn.version)
            if len(seen) == 2:
                backup.take()
            elif len(seen) == 5:
                backup.restore()
            return turn.actions[0]

        other = sitting_down(created, started.address, 1)
        result = created.seats[0].play(choose)
        other.join(60)
        versions = [event["version"] for event in created.owner.log()]
        assert versions == [*range(1, len(versions) + 1)]
        assert result == created.owner.state()["result"]
    assert seen[5] < seen[4]


@pytest.mark.full
def test_a_service_that_is_started_anew_is_waited_for(opened: Opened, backup: Backup) -> None:
    stops: list[int] = []
    with ExitStack() as running:
        started = running.enter_context(server(backup.server.url))
        created = opened(started.address).create("veil", [ANN, BEN])

        def choose(turn: Turn) -> Choice:
            stops.append(turn.version)
            if len(stops) == 2:
                running.close()
                running.enter_context(server(backup.server.url, RAILHEAD_PORT=str(started.port)))
            return turn.actions[0]

        other = sitting_down(created, started.address, 1)
        result = created.seats[0].play(choose)
        other.join(60)
        assert result == created.owner.state()["result"]
    assert len(stops) > 2


@pytest.mark.parametrize("url", [NOWHERE, "http://no-such-host.invalid"])
def test_an_address_without_a_service_is_said_soon(opened: Opened, url: str) -> None:
    began = time.monotonic()
    with pytest.raises(ConnectionLost, match=f"from {url}: .*; is this the address of a service"):
        opened(url, first_seconds=0.5).games()
    assert time.monotonic() - began < 10
