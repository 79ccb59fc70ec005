"""Whoever can write to the queue can neither run code in a worker nor stop the honest turns."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from railhead.service import QUEUE_PREFIX
from railhead.service.bots.turns import TurnScheduler
from railhead.service.core.matches import Matches
from railhead.service.queue import jobs
from railhead.service.queue.jobs import DELIVERIES, analysis_of, match_of, search_id, search_of
from tests.receiver import receiving
from tests.service.conftest import Processes, eventually, text_of, waiting_workers, webhooks_of
from tests.service.test_bot_turns import new_match, until_a_bot_acts
from tests.service.test_webhooks import QUICK

JOB, ANALYSIS, PART = jobs.TURNS.job, jobs.ANALYSES.job, jobs.SEARCHES.job
QUEUE = f"{QUEUE_PREFIX}:queue:turns"
ANALYSES = f"{QUEUE_PREFIX}:queue:analyses"
PARTS = f"{QUEUE_PREFIX}:queue:parts"
WORKERS = f"{QUEUE_PREFIX}:workers"
ASKER = "0123456789abcdef"
STOCK_WORKER = """
import sys
import redis
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer
connection = redis.Redis.from_url(sys.argv[1])
queue = Queue("turns", connection=connection, serializer=JSONSerializer)
SimpleWorker([queue], connection=connection, serializer=JSONSerializer).work(burst=True)
"""


class Trap:
    """A module that leaves a file behind once it is imported, and another once it is called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "trap"
        self.folder.mkdir()
        (self.folder / "railhead_trap.py").write_text(
            "from pathlib import Path\n"
            "HERE = Path(__file__).parent\n"
            "(HERE / 'sprung').touch()\n"
            "def act(*_, **__):\n"
            "    (HERE / 'sprung').touch()\n"
        )
        self.environment = {"PYTHONPATH": os.pathsep.join([str(self.folder), str(Path.cwd())])}

    @property
    def sprung(self) -> bool:
        return (self.folder / "sprung").exists()

    @property
    def touching(self) -> list[str]:
        return ["touch", str(self.folder / "sprung")]


@pytest.fixture
def trap(tmp_path: Path) -> Trap:
    return Trap(tmp_path)


class Pickled:
    """What runs a command once it is unpickled."""

    def __init__(self, command: list[str]) -> None:
        self.command = command

    def __reduce__(self) -> tuple[Callable[..., object], tuple[list[str]]]:
        return subprocess.check_call, (self.command,)


Fields: TypeAlias = "dict[bytes | bytearray | memoryview[int] | str | int | float, Any]"


def asking(*payload: Any) -> Fields:
    return {"data": zlib.compress(json.dumps(payload).encode()), "status": "queued"}


def hostile(trap: Trap, honest: Fields) -> Mapping[str, Fields]:
    """Jobs by id that stock workers would carry out, or die of."""
    pickled = pickle.dumps(Pickled(trap.touching))
    calling = "railhead_trap.act"
    return {
        "command_1": asking("subprocess.check_call", None, [trap.touching], {}),
        "module_1": asking(calling, None, [], {}),
        "instance_1": asking(JOB, "railhead_trap", ["instance"], {}),
        "keywords_1": asking(JOB, None, ["keywords"], {"more": 1}),
        "arguments_1": asking(JOB, None, [["arguments"]], {}),
        "another_1": asking(JOB, None, ["another-match"], {}),
        "pickled_1": {"data": zlib.compress(pickled)},
        "unpacked_1": {"data": pickled},
        "nothing_1": {"status": "queued"},
        "bomb_1": {"data": zlib.compress(b"[" * 50_000_000)},
        "success_1": {**honest, "success_callback_name": calling},
        "failure_1": {**honest, "failure_callback_name": calling},
        "stopped_1": {**honest, "stopped_callback_name": calling, "timeout": "1"},
        "retried_1": {**asking(JOB, None, ["retried"], {}), "retries_left": "9", "repeats_left": 9},
        "result_1": {**asking(JOB, None, ["result"], {}), "result": pickled, "meta": pickled},
        "odd_1": {
            **asking(JOB, None, ["odd"], {}),
            "status": "no such",
            "timeout": "x",
            "ttl": "y",
        },
        f"a_{ASKER}_1_0a": asking(calling, None, ["a", ASKER, 1], {}),
        f"b_{ASKER}_1_0a": asking(ANALYSIS, None, ["another-match", ASKER, "1"], {}),
        f"c_{ASKER}_1_0a": asking(ANALYSIS, None, ["c", ASKER, 1], {}),
        "a_1_1p": asking(calling, None, ["a", "1"], {}),
        "b_1_1p": asking(PART, None, ["another-match", "1"], {}),
        "c_1_1p": asking(PART, None, ["c", 1], {}),
        "railhead_trap.act": asking(calling, None, [], {}),
        "../../x:y:z_1": asking(calling, None, [], {}),
    }


def push(turns: TurnScheduler, job: str | bytes, fields: Fields | None = None) -> None:
    if fields is not None:
        turns.connection.hset(f"{QUEUE_PREFIX}:job:{job!s}", mapping=fields)
    for queue in (QUEUE, ANALYSES, PARTS):
        turns.connection.rpush(queue, job)


@pytest.fixture
def turns(matches: Matches) -> TurnScheduler:
    return TurnScheduler(matches.store.settings)


@pytest.mark.sampled
@pytest.mark.parametrize("kind", ["command_1", "module_1", "success_1"])
def test_a_stock_worker_would_fall_for_it(
    matches: Matches, turns: TurnScheduler, trap: Trap, kind: str
) -> None:
    honest = asking("time.sleep", None, [0], {})
    push(turns, kind, hostile(trap, honest)[kind])
    url = matches.store.settings.redis_url
    command = [sys.executable, "-c", STOCK_WORKER, url]
    subprocess.run(command, env={**os.environ, **trap.environment}, check=True, timeout=60)
    assert trap.sprung


@pytest.mark.full
def test_nothing_that_is_pushed_runs_and_honest_turns_go_on(
    matches: Matches, turns: TurnScheduler, processes: Processes, trap: Trap
) -> None:
    supervisor = processes.workers(
        matches, 1, RAILHEAD_BOT_BUDGET_FACTOR="0.05", **trap.environment
    )
    match_id = new_match(matches)
    honest = asking(JOB, None, [match_id], {})
    calling: Fields = {
        f"{when}_callback_name": "railhead_trap.act" for when in ("success", "failure")
    }
    push(turns, f"{match_id}_0", {**honest, **calling})
    for name, fields in hostile(trap, honest).items():
        push(turns, name, fields)
    for job in (b"\xff\xfe", b"", b"gone_1", b"x" * 100_000):
        push(turns, job)
    turns.connection.set(f"{QUEUE_PREFIX}:job:text_1", "not a job")
    push(turns, "text_1")
    for worker in turns.connection.smembers(WORKERS):
        name = text_of(worker).removeprefix(f"{QUEUE_PREFIX}:worker:")
        for order in ("shutdown", "kill-horse", "stop-job"):
            payload = json.dumps({"command": order, "job_id": "command_1"})
            turns.connection.publish(f"{QUEUE_PREFIX}:pubsub:{name}", payload)
    workers = set(turns.connection.smembers(WORKERS))
    before = until_a_bot_acts(matches, match_id)
    turns.announce(match_id, before.version)
    eventually(lambda: matches.match(match_id).version > before.version, seconds=30)
    eventually(lambda: waiting_workers(matches) == 1 and not turns.connection.llen(QUEUE))
    assert not trap.sprung
    assert set(turns.connection.smembers(WORKERS)) == workers, "a worker died of it"
    refused = [json.loads(line) for line in supervisor.log.read_text().splitlines()]
    assert sum(line["event"] == "job refused" for line in refused) >= len(hostile(trap, {}))
    for queue in (ANALYSES, PARTS):
        eventually(lambda: not turns.connection.llen(queue))  # noqa: B023 - asked at once
    for queue in (QUEUE, ANALYSES, PARTS):
        assert turns.connection.lrange(f"{queue}:intermediate", 0, -1) == []


def test_what_depends_on_an_honest_job_does_not_follow_it(
    matches: Matches, turns: TurnScheduler, processes: Processes, trap: Trap
) -> None:
    supervisor = processes.workers(
        matches, 1, RAILHEAD_BOT_BUDGET_FACTOR="0.05", **trap.environment
    )
    match_id = new_match(matches)
    calling = asking("railhead_trap.act", None, [], {})
    before = until_a_bot_acts(matches, match_id)
    job = f"{match_id}_{before.version}"
    turns.connection.hset(f"{QUEUE_PREFIX}:job:later_1", mapping={**calling, "dependency_id": job})
    turns.connection.sadd(f"{QUEUE_PREFIX}:job:{job}:dependents", "later_1")
    turns.announce(match_id, before.version)
    eventually(lambda: matches.match(match_id).version > before.version)
    eventually(lambda: waiting_workers(matches) == 1 and not turns.connection.llen(QUEUE))
    assert not trap.sprung
    assert "queue worker" not in supervisor.log.read_text(), "the honest job counts as failed"


def test_nothing_but_honest_hints_is_taken_from_the_queue_of_webhooks(
    matches: Matches, turns: TurnScheduler, processes: Processes, trap: Trap
) -> None:
    """What asks for a turn is refused there too: each queue takes jobs of its own kind alone."""
    patient = {
        **QUICK,
        "RAILHEAD_WEBHOOK_TIMEOUT_SECONDS": "20",
    }  # what is only tested is sent once
    supervisor = processes.workers(matches, 1, **patient, **trap.environment)
    client, _ = matches.accounts.create("hooked", "")
    honest = asking(DELIVERIES.job, None, [client.id, "lane"], {})
    pushed = {
        f"{client.id}-{name.replace('_', '-')}_1": fields
        for name, fields in hostile(trap, honest).items()
    }
    calling: Fields = {
        f"{when}_callback_name": "railhead_trap.act" for when in ("success", "failure")
    }
    pushed[f"{client.id}-lane_1"] = {**honest, **calling}
    pushed["turn_1"] = asking(JOB, None, ["turn"], {})
    pushed[f"{client.id}-turn_1"] = asking(JOB, None, [f"{client.id}-turn"], {})
    queue = QUEUE.replace("turns", "webhooks")
    for name, fields in pushed.items():
        turns.connection.hset(f"{QUEUE_PREFIX}:job:{name}", mapping=fields)
        turns.connection.rpush(queue, name)
    for job in (b"\xff\xfe", b"", b"x" * 100_000):
        turns.connection.rpush(queue, job)
    workers = set(turns.connection.smembers(WORKERS))
    assert len(workers) == 2
    with receiving() as receiver:
        webhooks_of(matches).put(client, receiver.url)
        webhooks_of(matches).test(client)
        eventually(lambda: receiver.taken)
    eventually(lambda: waiting_workers(matches) == 2 and not turns.connection.llen(queue))
    assert not trap.sprung
    assert set(turns.connection.smembers(WORKERS)) == workers, "a worker died of it"
    refused = [json.loads(line) for line in supervisor.log.read_text().splitlines()]
    assert sum(line["event"] == "job refused" for line in refused) >= 10


@pytest.mark.parametrize(
    ("job", "match"),
    [
        ("abc_12", "abc"),
        ("a_b-c_1", "a_b-c"),
        ("abc", None),
        ("a:b_1", None),
        ("abc_", None),
        ("abc_1\n", None),
        ("_1", None),
    ],
)
def test_ids_of_jobs(job: str, match: str | None) -> None:
    assert match_of(job) == match


@pytest.mark.parametrize(
    ("job", "match"),
    [
        (f"abc_{ASKER}_1_0a", "abc"),
        (f"a_b-c_{ASKER}_12_345a", "a_b-c"),
        (f"abc_{ASKER}_1_0", None),
        (f"abc_{ASKER[:-1]}_1_0a", None),
        (f"abc_{ASKER}_1a", None),
        (f"a:b_{ASKER}_1_0a", None),
        (f"abc_{ASKER}_1_0a\n", None),
    ],
)
def test_ids_of_analyses(job: str, match: str | None) -> None:
    found = analysis_of(job)
    assert (None if found is None else found.match) == match
    assert found is None or match_of(job) is None, "no job is two things"


@pytest.mark.parametrize(
    ("job", "part"),
    [
        ("abc_12_1795402571347162292p", ("abc", 12)),
        ("a_b-c_1_2p", ("a_b-c", 1)),
        ("abc_12_1", None),
        ("abc_12_p", None),
        ("abc_12p", None),
        ("a:b_12_1p", None),
        ("abc_12_1p\n", None),
    ],
)
def test_ids_of_parts(job: str, part: tuple[str, int] | None) -> None:
    assert search_of(job) == part
    assert part is None or (match_of(job), analysis_of(job)) == (None, None), "no job is two things"
    assert search_of(search_id("abc", 12)) == ("abc", 12)


@pytest.mark.parametrize(
    ("job", "arguments"),
    [
        (f"{'a' * 20}-match_12", ["a" * 20, "match"]),
        (f"{'a' * 20}-evt_b_1795", ["a" * 20, "evt_b"]),
        (f"{'a' * 20}-all_1", ["a" * 20, "all"]),
        (f"{'a' * 19}-match_12", None),
        (f"{'A' * 20}-match_12", None),
        (f"{'a' * 20}-*_12", None),
        (f"{'a' * 20}-_12", None),
        (f"{'a' * 20}-match_12\n", None),
        ("match_12", None),
    ],
)
def test_ids_of_hints_for_webhooks(job: str, arguments: list[str] | None) -> None:
    assert DELIVERIES.arguments(job) == arguments
