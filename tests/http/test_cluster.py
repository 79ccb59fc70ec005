"""The API over a cluster, which is chosen by the URL alone."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from railhead.service import QUEUE_PREFIX
from railhead.service.core.matches import Matches, open_matches
from railhead.service.settings import Settings
from tests.http.analysing import PERSON, asked, ended, followed, once
from tests.http.api import Api, problem, serving
from tests.service.conftest import Processes
from tests.stores import Server, ThreePrimaries


@pytest.mark.full
@pytest.mark.parametrize("store_kind", ["cluster"])
def test_the_api_over_a_cluster(settings: Settings) -> None:
    with serving(settings.redis_url, RAILHEAD_CREATION_LIMIT="8/minute") as address:
        api = Api(address)
        assert api.get("/readyz").status_code == 200
        tables = [api.created(visibility="public") for _ in range(6)]
        first, *others = tables
        key = {"Idempotency-Key": "a key that nobody can guess"}
        body = {"game": "montana", "seats": [{"kind": "human", "name": "a"}] * 2}
        once, again = (api.post("/v1/matches", json=body, headers=key) for _ in range(2))
        assert once.json() == again.json()
        limited = problem(api.post("/v1/matches", json=body), 429, "too-many-requests")
        assert limited["retry_after"] <= 60
        with ThreadPoolExecutor(1) as pool:
            version = first.shown(0)["version"]
            held = {"If-None-Match": f'"{version}"'}
            poll = pool.submit(first.seats[0].get, f"{first.path}?wait=50", headers=held)
            time.sleep(0.5)
            began = time.monotonic()
            assert first.act(1).status_code == 200
            assert poll.result(10).json()["version"] > version
            assert time.monotonic() - began < 5
        assert first.play_out()["status"] == "over"
        page = api.get("/v1/matches?limit=2").json()
        listed = page["matches"]
        while page["cursor"] is not None:
            page = api.get(f"/v1/matches?limit=2&cursor={page['cursor']}").json()
            listed += page["matches"]
        assert {match["id"] for match in listed} == {table.created["id"] for table in tables}
        # The servers' times are known to within an answer's travel: what is made at once has none
        times = [match["created_at"] for match in listed]
        assert times == sorted(times, reverse=True)
        over = api.get("/v1/matches?status=over").json()["matches"]
        assert [match["id"] for match in over] == [first.created["id"]]
        assert others[0].owner.delete(others[0].path).status_code == 204
        assert len(api.get("/v1/matches").json()["matches"]) == 5


@pytest.mark.full
def test_bots_play_to_the_end_over_three_primaries_that_have_the_queue_too(
    tmp_path: Path, processes: Processes
) -> None:
    """Nothing but the store's URL is set: on one of its servers lies the queue, and no job else."""
    cluster = ThreePrimaries(tmp_path)
    matches = open_matches(Settings(redis_url=cluster.url))
    try:
        supervisor = processes.workers(matches, 2, RAILHEAD_BOT_BUDGET_FACTOR="0.05")
        with serving(cluster.url) as address:
            bots = [{"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "hard"}]
            made = Api(address).created(game="veil", seats=[PERSON, *bots])
            assert made.play_out()["status"] == "over"
        queues = [sum(_queue_keys(server)) for server in cluster.servers]
        assert sorted(map(bool, queues)) == [False, False, True]
        assert all(server.client.dbsize() for server in cluster.servers), "each has matches' keys"
        assert '"queue' not in supervisor.log.read_text(), "nothing is wrong with the queue"
    finally:
        processes.kill_all()
        matches.close()
        cluster.kill()


def _queue_keys(server: Server) -> list[int]:
    with server.client as client:
        return [1 for _ in client.scan_iter(f"{QUEUE_PREFIX}:*")]


@pytest.mark.full
@pytest.mark.parametrize("store_kind", ["cluster"])
def test_analyses_over_a_cluster(matches: Matches, processes: Processes) -> None:
    processes.workers(matches)
    with serving(matches.store.settings.redis_url) as address:
        made = Api(address).created(game="montana", seats=[PERSON] * 2, analyses="everybody")
        client = made.seats[made.shown(0)["to_act"][0]]
        place = asked(client, made, seconds=6)
        assert once(client, place, 64)["status"] == "running"
        done = ended(client, place)
        assert done["status"] == "done"
        assert list(followed(client, place)) == [{"kind": "end", **done}]
        place = asked(client, made, seconds=9)
        once(client, place, 64)
        assert client.delete(place).status_code == 204
        assert ended(client, place)["status"] == "cancelled"
