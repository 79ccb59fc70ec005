"""Hosts whose clocks are wrong: the time of the store counts, and the operator is told."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import requests

from railhead.service.bots.turns import TurnScheduler
from railhead.service.core.matches import Matches
from railhead.service.environment import DAY
from railhead.service.queue.jobs import job_id
from tests.http.api import Api, problem
from tests.ports import free_port
from tests.receiver import receiving
from tests.service.conftest import START_SELDOM, Processes, children_of, eventually, webhooks_of
from tests.service.test_analyses import asked, ended
from tests.service.test_bot_turns import (
    ENDLESS,
    assert_whole,
    holder_of,
    matches,
    new_match,
    play_to_the_end,
    thinking_bot,
)
from tests.service.test_webhooks import PATIENT, seated

__all__ = ["matches"]

MODULE = "tests.service.host_of_another_time"
HOUR = 3600
LATE = DAY + HOUR
"""Seconds by which a key for repeats, or a token for an hour, would be long over."""

Hosted = Callable[[float], Api]


@pytest.fixture
def hosted(matches: Matches, processes: Processes) -> Hosted:
    """Starts an API on a host whose clock is so many seconds ahead."""

    def start(ahead: float) -> Api:
        address = f"http://127.0.0.1:{(port := free_port())}"
        started = processes.start(
            "api",
            module=MODULE,
            REDIS_URL=matches.store.settings.redis_url,
            RAILHEAD_PORT=str(port),
            RAILHEAD_AHEAD=str(ahead),
        )

        def answers() -> bool:
            assert started.poll() is None, started.log.read_text()
            try:
                return requests.get(f"{address}/healthz", timeout=5).ok
            except requests.ConnectionError:
                return False

        eventually(answers, pause=START_SELDOM)
        return Api(address)

    return start


def warnings_of(api: Api) -> list[str]:
    answered = api.get("/readyz")
    assert answered.status_code == 200, answered.text
    warnings: list[str] = answered.json()["warnings"]
    return warnings


@pytest.mark.sampled
@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
def test_a_worker_of_another_time_plays_turns_and_does_analyses(
    matches: Matches, processes: Processes, ahead: int
) -> None:
    matches.announce_analysis = TurnScheduler(matches.store.settings).announce_analysis
    before = datetime.now(UTC)
    processes.workers(
        matches, module=MODULE, RAILHEAD_AHEAD=str(ahead), RAILHEAD_BOT_BUDGET_FACTOR="0.05"
    )
    analysis = asked(matches, simulations=200)
    match_id = new_match(matches, "hb", game="veil")
    match = play_to_the_end(matches, match_id)
    assert_whole(matches, match_id)
    assert ended(matches, analysis).status == "done"
    times = [datetime.fromisoformat(event.at or "") for event in matches.events(match_id)]
    assert times == sorted(times), "they are of the worker and of this process in turn"
    assert before - timedelta(seconds=2) < times[0] <= times[-1] <= datetime.now(UTC)
    assert match.updated_at >= match.record.created_at


@pytest.mark.full
@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
def test_a_worker_of_another_time_costs_no_other_its_turn(
    matches: Matches, processes: Processes, ahead: int
) -> None:
    """One that is ahead takes a job that runs for one that was abandoned, and fails it in the
    books of the queue. The turn is due still, and goes on where it is thought about."""
    first = processes.workers(
        matches, RAILHEAD_BOT_BUDGET_FACTOR=ENDLESS, RAILHEAD_DRAIN_SECONDS="0"
    )
    match_id, before, holder = thinking_bot(matches, first)
    second = processes.workers(
        matches, module=MODULE, RAILHEAD_AHEAD=str(ahead), RAILHEAD_BOT_BUDGET_FACTOR="0.05"
    )
    at_work = children_of(second.pid)
    queue = TurnScheduler(matches.store.settings).queue
    failed = [job_id(match_id, before.version)] if ahead > 0 else []
    assert queue.failed_job_registry.get_job_ids(cleanup=False) == failed
    assert holder_of(matches, match_id) == holder
    assert holder.pid in children_of(first.pid)
    first.send_signal(signal.SIGTERM)
    assert first.wait(30) == 0
    assert play_to_the_end(matches, match_id).version > before.version
    assert_whole(matches, match_id)
    assert children_of(second.pid) == at_work


@pytest.mark.full
def test_a_request_is_repeated_on_a_host_of_another_time(matches: Matches, hosted: Hosted) -> None:
    body = {"game": "montana", "seats": [{"kind": "human", "name": "A"}] * 2}
    headers = {"Idempotency-Key": "one-and-the-same"}
    behind, ahead = hosted(-LATE), hosted(LATE)
    first = behind.post("/v1/matches", json=body, headers=headers)
    assert first.status_code == 201, first.text
    again = ahead.post("/v1/matches", json=body, headers=headers)
    assert (again.status_code, again.json()) == (201, first.json())
    record = matches.record(first.json()["id"])
    created_at = datetime.fromisoformat(record.created_at)
    assert abs(datetime.now(UTC) - created_at) < timedelta(minutes=5)


@pytest.mark.full
def test_a_token_ends_by_the_stores_time_whichever_host_is_asked(hosted: Hosted) -> None:
    behind, ahead = hosted(-LATE), hosted(LATE)
    made = behind.post("/v1/clients", json={"name": "bot"}).json()
    client = behind.holding(made["token"])
    lasts = ahead.holding(made["token"]).post(
        "/v1/me/tokens", json={"name": "lasts", "scopes": ["read"], "expires_in": HOUR}
    )
    assert lasts.status_code == 201, lasts.text
    ends = client.post("/v1/me/tokens", json={"name": "ends", "scopes": ["read"], "expires_in": 3})
    for host in (behind, ahead):
        assert host.holding(lasts.json()["token"]).get("/v1/me").status_code == 200
        assert host.holding(ends.json()["token"]).get("/v1/me").status_code == 200
    time.sleep(3.1)
    for host in (behind, ahead):
        assert host.holding(lasts.json()["token"]).get("/v1/me").status_code == 200
        problem(host.holding(ends.json()["token"]).get("/v1/me"), 401, "unauthorized")
        past = (datetime.now(UTC) - timedelta(minutes=1)).isoformat()
        wanted = {"name": "past", "scopes": ["read"], "expires_at": past}
        refused = host.holding(made["token"]).post("/v1/me/tokens", json=wanted)
        assert problem(refused, 422, "invalid-request")["errors"][0]["field"] == "expires_at"
        to_come = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
        wanted = {"name": "to come", "scopes": ["read"], "expires_at": to_come}
        assert host.holding(made["token"]).post("/v1/me/tokens", json=wanted).status_code == 201


def test_a_webhook_is_signed_at_the_stores_time(matches: Matches, processes: Processes) -> None:
    with receiving() as receiver:
        client, _ = matches.accounts.create("hooked", "")
        secret = webhooks_of(matches).put(client, receiver.url).secret
        processes.workers(matches, 1, module=MODULE, RAILHEAD_AHEAD=str(HOUR), **PATIENT)
        seated(matches, client, against="bot")
        eventually(lambda: receiver.seen)
        assert receiver.seen[0].verified(secret)  # which the receiver's own clock allows


@pytest.mark.full
def test_the_operator_is_warned_of_a_clock_that_is_wrong(hosted: Hosted) -> None:
    right, ahead = hosted(0), hosted(HOUR)
    assert "this host's clock" not in " ".join(warnings_of(right))
    told = re.findall(r"this host's clock is \+(\d+\.\d) s", " ".join(warnings_of(ahead)))
    assert [float(one) for one in told] == [pytest.approx(HOUR, abs=5)]
