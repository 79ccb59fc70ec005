"""The examples play on where answers are lost, come late, come twice, or are a gateway's."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.client.bad_line import FAULTS, Line
from tests.client.faults import Gateway, gateway
from tests.http.api import Api, SeatedMatch
from tests.http.boards import client
from tests.http.playing import bots, matches, settings, uncounted
from tests.http.test_clients import MINE, made_client
from tests.service.conftest import eventually

__all__ = ["bots", "matches", "settings", "uncounted"]

BOT = {"kind": "bot", "level": "easy"}


@pytest.fixture
def bad_line(api: Api) -> Iterator[tuple[Gateway, Line]]:
    with gateway(api.address) as opened:
        line = Line(seed=11)
        opened.misfortune = line
        yield opened, line


def ended(command: list[str]) -> str:
    """What a program prints until it ends well."""
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.full
def test_one_loop_plays_many_matches(api: Api, bots: None, bad_line: tuple[Gateway, Line]) -> None:
    failing, line = bad_line
    made, owner = made_client(api)
    playing = [owner.created(seats=[MINE, BOT]) for _ in range(6)]
    other = client(api, "host")
    kept = {"kind": "open", "client": made["id"]}
    playing += [SeatedMatch(api, other.created(seats=[BOT, kept]).created) for _ in range(2)]
    ended(["examples/one_stream_bot.py", failing.url, made["token"], "8"])
    for match in playing:
        assert match.owner.get(match.path).json()["status"] == "over"
    assert set(line.met) == set(FAULTS), "not all that can go wrong did"


def test_the_loop_becomes_a_client_on_a_bad_line(api: Api, bots: None) -> None:
    with gateway(api.address) as failing:
        failing.faults["POST"] = [FAULTS["502"], "unanswered", "half"]
        command = [sys.executable, "examples/one_stream_bot.py", failing.url]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                invited = re.search(r"'client': '(\w+)'", process.stdout.readline())
                assert invited is not None
                kept = {"kind": "open", "client": invited[1]}
                match = api.created(seats=[BOT, kept])
                eventually(lambda: match.owner.get(match.path).json()["status"] == "over", 120)
            finally:
                process.kill()


@pytest.mark.full
def test_the_log_is_followed_to_the_end(
    api: Api, bots: None, bad_line: tuple[Gateway, Line]
) -> None:
    failing, _ = bad_line
    failing.cut_after = [120, 700, 15, 2000]
    match = api.created(seats=[BOT, BOT], visibility="public")
    eventually(lambda: api.get(match.path).json()["status"] == "over", 120)
    told = ended(["examples/follow.py", failing.url + match.path]).splitlines()
    log = api.get(f"{match.path}/events", params={"limit": 1000}).json()["events"]
    assert [row.split(maxsplit=1)[0] for row in told[:-1]] == [str(e["version"]) for e in log]
    assert told[-1].split(maxsplit=1)[1].startswith("The match is over")


@pytest.mark.full
def test_a_random_bot_plays_a_whole_match(
    api: Api, bots: None, bad_line: tuple[Gateway, Line]
) -> None:
    failing, line = bad_line
    assert "ranking" in ended(["examples/random_bot.py", "--url", failing.url, "--matches", "2"])
    assert sum(line.met.values()) > 10


@pytest.mark.full
def test_an_agent_with_tools_plays_a_whole_match(
    api: Api, bots: None, bad_line: tuple[Gateway, Line]
) -> None:
    failing, line = bad_line
    assert "The match is over." in ended(["examples/mcp_bot.py", "--url", failing.url])
    assert sum(line.met.values()) > 10
