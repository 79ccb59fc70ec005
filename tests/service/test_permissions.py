"""A store with passwords: what docs/operating.md says its users need is enough, and no more."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import redis

from railhead.ai.search.levels import STRONGEST
from railhead.games.data import read
from railhead.games.registry import shipped_rulesets
from railhead.service.bots.turns import TurnScheduler
from railhead.service.core.matches import open_matches
from railhead.service.model import NewMatch, Seat
from railhead.service.settings import Settings
from railhead.service.webhooks.hints import WebhookHints
from railhead.service.webhooks.storage import WebhookStorage
from railhead.service.webhooks.webhooks import tell_webhooks
from tests.receiver import receiving
from tests.service.conftest import Processes, eventually, webhooks_of
from tests.service.test_bot_turns import new_match, play_to_the_end
from tests.service.test_webhooks import QUICK, seated
from tests.stores import Server

GUIDE = Path("docs/operating.md")


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Server]:
    """A server with the users of the guide and nobody else."""
    (listed,) = re.findall(r"```acl\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    options = ["--appendonly", "yes", "--maxmemory-policy", "noeviction", "--maxmemory", "1gb"]
    server = Server(tmp_path / "guarded", *options)
    server.start()
    with server.client as client:
        for line in listed.splitlines():
            client.execute_command(
                *shlex.split(line.replace(">", "'>").replace("PASSWORD", "PASSWORD'"))
            )
    yield server
    server.stop()


@pytest.mark.full
def test_matches_with_bots_and_webhooks_need_no_more_than_the_guide_says(
    guarded: Server, processes: Processes
) -> None:
    address = guarded.url.removeprefix("redis://")
    settings = replace(
        Settings(),
        redis_url=f"redis://store:STORE_PASSWORD@{address}",
        queue_url=f"redis://queue:QUEUE_PASSWORD@{address}",
    )
    matches = open_matches(settings, TurnScheduler(settings).announce)
    tell_webhooks(matches, WebhookHints(settings).announce)
    workers = processes.start(
        "worker",
        REDIS_URL=settings.redis_url,
        RAILHEAD_QUEUE_URL=settings.queue_url,
        RAILHEAD_WORKERS="2",
        RAILHEAD_WORKERS_PER_TURN="2",
        **{**QUICK, "RAILHEAD_BOT_BUDGET_FACTOR": "0.5"},
    )
    match_id = new_match(matches, "hb", STRONGEST, game="veil")
    assert play_to_the_end(matches, match_id).status == "over"
    assert "shared search merged" in workers.log.read_text()
    assert "shared search not" not in workers.log.read_text()
    with receiving() as receiver:
        client, _ = matches.accounts.create("hooked", "")
        webhooks_of(matches).put(client, receiver.url)
        seated(matches, client)
        eventually(lambda: receiver.events("turn"))
        eventually(lambda: matches.store.storage(WebhookStorage).backlog() == (0, 0.0))
    assert matches.store.condition() == ([], [])
    matches.delete(match_id)
    steam = shipped_rulesets()["steam"]
    client = matches.accounts.create("cartographer", "")[0]
    ruhr = read(steam.folder / "data" / "map" / "ruhr.yaml")
    matches.user_data.put(client, steam, "map", "own", {**ruhr, "title": "Mine"})
    seats = [Seat(number, "human", "Ann") for number in range(3)]
    made = matches.create(NewMatch("steam", {"map": "mine/own"}, seats, client=client.id))
    kept = matches.store.data_sets.find(made.match.record.id, "")
    assert kept is not None
    assert kept["map"]["title"] == "Mine"
    matches.accounts.revoke(client)
    workers.terminate()
    assert workers.wait(60) == 0
    assert "_PASSWORD" not in workers.log.read_text()
    matches.close()


@pytest.mark.full
@pytest.mark.parametrize("user", ["store", "queue"])
def test_the_users_of_the_guide_may_do_no_harm(guarded: Server, user: str) -> None:
    password = f"{user.upper()}_PASSWORD"
    with redis.Redis("127.0.0.1", guarded.port, username=user, password=password) as client:
        assert client.ping()
        for command in (
            ["FLUSHALL"],
            ["SHUTDOWN"],
            ["CONFIG", "SET", "dir", "/tmp"],
            ["DEBUG", "SLEEP", "1"],
            ["KEYS", "*"],
            ["REPLICAOF", "127.0.0.1", "1"],
            ["ACL", "SETUSER", user, "+@all"],
            ["SET", "elsewhere", "1"],
            ["EVAL", "return redis.call('FLUSHALL')", "0"],
        ):
            with pytest.raises((redis.exceptions.NoPermissionError, redis.ResponseError)):
                client.execute_command(*command)
    with guarded.client as stranger, pytest.raises(redis.exceptions.AuthenticationError):
        stranger.ping()


def test_every_part_of_the_service_says_when_its_password_is_refused(
    guarded: Server, processes: Processes
) -> None:
    url = guarded.url.replace("redis://", "redis://store:wrong-SECRET@")
    workers = processes.start("worker", REDIS_URL=url, RAILHEAD_WORKERS="1")
    eventually(lambda: "the store does not answer" in workers.log.read_text())
    assert "SECRET" not in workers.log.read_text()
