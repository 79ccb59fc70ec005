"""What passes is sent again, once each time it counts; what does not is told at once."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest

from railhead.client import ConnectionLost, Match, Railhead, UnexpectedAnswer, problems
from tests.client.conftest import Opened
from tests.client.faults import Fault, Gateway, gateway
from tests.http.api import VEIL_SEATS, Api

BUSY: Fault = (
    503,
    {"Content-Type": "application/problem+json", "Retry-After": "1"},
    json.dumps({"type": "/problems/overloaded", "title": "Busy", "status": 503}).encode(),
)
LIMIT: Fault = (
    429,
    {"Content-Type": "application/problem+json", "Retry-After": "1"},
    json.dumps({"type": "/problems/too-many-requests", "title": "Slow", "status": 429}).encode(),
)
BAD_GATEWAY: Fault = (502, {"Content-Type": "text/html"}, b"<h1>Bad gateway</h1>")
PASSING = {
    "cut before": "unsent",
    "cut after": "unanswered",
    "cut within": "half",
    "bad gateway": BAD_GATEWAY,
    "busy": BUSY,
    "limit": LIMIT,
}


@pytest.fixture
def failing(api: Api) -> Iterator[Gateway]:
    with gateway(api.address) as opened:
        yield opened


@pytest.fixture
def railhead(opened: Opened, failing: Gateway) -> Railhead:
    return opened(failing.url)


def seated(railhead: Railhead, api: Api) -> Match:
    created = api.created(seed=3)
    return railhead.match(created.created["id"], created.created["seats"][0]["token"])


@pytest.mark.sampled
@pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING)
def test_an_action_counts_once_whatever_happens_to_it(
    railhead: Railhead, failing: Gateway, api: Api, fault: Fault
) -> None:
    match = seated(railhead, api)
    legal = match.legal_actions()
    failing.faults["POST"] = [fault, fault]
    done = match.act(legal["actions"][0])
    assert done["version"] > legal["version"]
    assert len(failing.keys()) == 3
    assert len(set(failing.keys())) == 1
    taken = [event for event in match.log() if event["kind"] == "action"]
    assert len(taken) == 1


def test_two_actions_have_two_keys(railhead: Railhead, failing: Gateway) -> None:
    first = railhead.create("veil", VEIL_SEATS)  # type: ignore[arg-type]
    second = railhead.create("veil", VEIL_SEATS)  # type: ignore[arg-type]
    assert first.id != second.id
    assert len(set(failing.keys())) == 2


def test_it_comes_back_when_it_is_told_and_not_before(railhead: Railhead, failing: Gateway) -> None:
    failing.faults["GET"] = [BUSY]
    began = time.monotonic()
    assert railhead.games()
    assert 1 <= time.monotonic() - began < 5


@pytest.mark.parametrize("fault", ["unanswered", BAD_GATEWAY], ids=["cut", "bad gateway"])
def test_what_might_be_done_twice_is_sent_once(
    opened: Opened, failing: Gateway, fault: Fault
) -> None:
    account = opened(failing.url, token=opened(failing.url).register("Ann")["token"])
    failing.faults["POST"] = [fault]
    failing.seen.clear()
    with pytest.raises((ConnectionLost, UnexpectedAnswer)):
        account.renew_token()
    assert len(failing.seen) == 1


def test_what_was_not_done_is_sent_again_whatever_it_is(
    railhead: Railhead, failing: Gateway
) -> None:
    failing.faults["POST"] = [BUSY]
    assert railhead.register("Ann")["name"] == "Ann"


def test_tries_end(opened: Opened, failing: Gateway) -> None:
    railhead = opened(failing.url, tries=3)
    failing.faults["GET"] = ["unsent"] * 9
    with pytest.raises(ConnectionLost, match="no answer to GET /v1/games from http://127"):
        railhead.games()
    assert len(failing.seen) == 3


def test_seconds_end_before_a_pause_that_is_too_long(opened: Opened, failing: Gateway) -> None:
    railhead = opened(failing.url, seconds=0.5)
    failing.faults["GET"] = [BUSY]
    with pytest.raises(problems.Overloaded) as refused:
        railhead.games()
    assert refused.value.status == 503
    assert len(failing.seen) == 1


def test_a_stream_goes_on_where_it_was_cut(railhead: Railhead, failing: Gateway, api: Api) -> None:
    created = api.created(options={"deck": "small"})
    created.play_out()
    match = railhead.match(created.created["id"], created.created["owner_token"])
    whole = list(match.events())
    for size in (1, 150, 333):
        failing.seen.clear()
        failing.cut_after = [size, size + 400, size + 200]
        assert list(match.events()) == whole
        assert len(failing.seen) == 4
    assert whole[-1]["kind"] == "over"
    assert [event["version"] for event in whole[:-1]] == [*range(1, len(whole))]


def test_a_refusal_is_told_at_once(railhead: Railhead, failing: Gateway, api: Api) -> None:
    match = seated(railhead, api)
    version = match.legal_actions()["version"]
    with pytest.raises(problems.IllegalAction) as refused:
        match.act("nonsense", version)
    assert refused.value.problem["type"] == refused.value.type == "/problems/illegal-action"
    assert refused.value.request_id
    assert len(failing.keys()) == 1
    with pytest.raises(problems.NoSuchGame):
        railhead.game("chess")
    with pytest.raises(problems.InvalidSeats) as invalid:
        railhead.create("veil", [])
    assert invalid.value.errors[0]["field"] == "seats"
