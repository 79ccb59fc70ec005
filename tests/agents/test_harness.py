"""`railhead agents` against a real service, with agents that do as they are scripted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from railhead.agents.harness.endpoint_player import chat_reply
from railhead.agents.harness.plan import plan
from tests.agents.completions import KEY, Completions, completions
from tests.agents.conftest import RAILHEAD
from tests.http.api import Api

SCRIPT = Path(__file__).with_name("scripted.py")


def ran(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RAILHEAD, "agents", *arguments],
        env={**os.environ, "COLUMNS": "200", **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )


def run_matches(
    api: Api, results: Path, *arguments: str, game: str = "veil", **variables: str
) -> list[dict[str, Any]]:
    """The matches on file after a run against easy bots."""
    common = ["--url", api.address, "--game", game, "--results", str(results)]
    done = ran(*common, *arguments, **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Against the levels" in done.stdout
    return list(json.loads(results.read_text())["matches"])


def scripted(manner: str) -> tuple[str, str]:
    return "--command", f"{sys.executable} {SCRIPT} {manner}"


def endpoint(server: Completions) -> tuple[str, ...]:
    return "--endpoint", server.url, "--model", "scripted", "--key-variable", "TEST_KEY"


@pytest.mark.full
def test_a_command_plays_to_the_end_and_its_tokens_are_counted(
    api: Api, bots: None, tmp_path: Path
) -> None:
    matches = run_matches(api, tmp_path / "out.json", *scripted("first"), "--matches", "2")
    assert [one["seat"] for one in matches] == [0, 1]
    for one in matches:
        assert one["status"] == "finished"
        assert one["place"] in (1, 2)
        assert len(one["scores"]) == 2
        assert one["illegal"] == one["retried"] == 0
        assert one["decisions"] > 2
        assert one["input_tokens"] == 100 * one["decisions"]
        assert one["output_tokens"] == 5 * one["decisions"]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("manner", "reason", "illegal"),
    [
        ("nonsense", "2 illegal attempts at one decision", 2),
        ("endless", "4 illegal attempts at one decision", 4),
        ("hangs", "no answer within 2 seconds", 0),
        ("dies", "the command ended with status 7", 0),
    ],
)
def test_who_does_not_play_forfeits(
    api: Api, bots: None, tmp_path: Path, manner: str, reason: str, illegal: int
) -> None:
    seconds = "2" if manner == "hangs" else "60"
    limits = ["--max-illegal", str(illegal or 2), "--answer-seconds", seconds, "--matches", "1"]
    [one] = run_matches(api, tmp_path / "out.json", *scripted(manner), *limits)
    assert one["status"] == "forfeited"
    assert reason in one["reason"]
    assert one["illegal"] == illegal
    assert one["place"] == 2
    assert one["scores"] is None


@pytest.mark.full
def test_who_thinks_again_in_time_plays_on(api: Api, bots: None, tmp_path: Path) -> None:
    [one] = run_matches(api, tmp_path / "out.json", *scripted("stubborn"), "--matches", "1")
    assert one["status"] == "finished"
    assert one["illegal"] == one["retried"] == one["decisions"] > 2


@pytest.mark.full
def test_an_endpoint_that_fails_now_and_then_plays_to_the_end(
    api: Api, bots: None, tmp_path: Path
) -> None:
    with completions(fails=2) as server:
        [one] = run_matches(
            api, tmp_path / "out.json", *endpoint(server), "--matches", "1", TEST_KEY=KEY
        )
    assert one["status"] == "finished"
    assert one["illegal"] == 0
    assert one["input_tokens"] == 1000 * one["decisions"]
    assert len(server.seen) > one["decisions"]
    roles = [message["role"] for message in server.seen[-1]["messages"]]
    assert roles == ["system", *["user", "assistant"] * min(4, one["decisions"] - 1), "user"]
    assert "Legal actions:" in server.seen[-1]["messages"][-1]["content"]


def test_an_endpoint_that_refuses_is_said_to(api: Api, tmp_path: Path) -> None:
    with completions() as server:
        done = ran(
            *("--url", api.address, "--game", "veil", "--results", str(tmp_path / "out.json")),
            *endpoint(server),
            TEST_KEY="another",
        )
    assert done.returncode == 1
    assert "refuses with status 401" in done.stderr
    assert "who are you?" in done.stderr
    assert not (tmp_path / "out.json").exists()


@pytest.mark.full
def test_without_legal_actions_none_are_sent(api: Api, bots: None, tmp_path: Path) -> None:
    with completions() as server:
        terms = ["--matches", "1", "--hide-legal-actions", "--max-illegal", "2"]
        [one] = run_matches(api, tmp_path / "out.json", *endpoint(server), *terms, TEST_KEY=KEY)
    assert one["status"] == "forfeited"
    assert one["illegal"] == 2
    system, *_, asked = server.seen[-1]["messages"]
    assert "the types are" in system["content"].casefold()
    assert "a number says nothing" in asked["content"]
    assert "Legal actions:" not in asked["content"]


@pytest.mark.full
def test_a_run_is_taken_up_where_it_was_and_with_the_same_agent_only(
    api: Api, bots: None, tmp_path: Path
) -> None:
    results = tmp_path / "out.json"
    first = run_matches(api, results, *scripted("first"), "--matches", "1")
    both = run_matches(api, results, *scripted("first"), "--matches", "2", "--parallel", "2")
    assert both[0] == first[0]
    assert len(both) == 2
    other = ran(
        *("--url", api.address, "--game", "veil", "--results", str(results)), *scripted("nonsense")
    )
    assert other.returncode == 1
    assert "name another file" in other.stderr


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--command or with --endpoint"),
        (["--endpoint", "http://127.0.0.1:9"], "--model"),
        (["--command", "true", "--matches", "0"], "above 0"),
        (["--command", "true", "--url", "http://127.0.0.1:9"], "no answer to GET /v1/games"),
    ],
)
def test_what_cannot_be_run_is_refused(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = ran(*arguments, "--results", str(tmp_path / "out.json"))
    assert done.returncode != 0
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_command_that_is_none_is_refused(api: Api, tmp_path: Path) -> None:
    done = ran(
        *("--url", api.address, "--game", "veil", "--command", "/no/such/agent"),
        *("--results", str(tmp_path / "out.json")),
    )
    assert done.returncode == 1
    assert "cannot run '/no/such/agent'" in done.stderr


def test_all_levels_are_dealt_the_same_from_each_seat() -> None:
    planned = plan({"montana": 2}, ["easy", "hard"], 4, 10)
    dealt = [(one.seat, one.seed) for one in planned if one.level == "easy"]
    assert dealt == [(0, 10), (1, 10), (0, 11), (1, 11)]
    assert dealt == [(one.seat, one.seed) for one in planned if one.level == "hard"]


@pytest.mark.parametrize(
    ("content", "action"),
    [
        ("ACTION: 3", "3"),
        ("Some thoughts\nAction: 2\nNo.\n**ACTION: 14**", "14"),
        ("`ACTION: build:A06:21:0`", "build:A06:21:0"),
        ("7", "7"),
        ("I take\nhire", "hire"),
        ('ACTION: {"type": "hire"}', '{"type": "hire"}'),
        ("", ""),
        ("LOOK: rules\nACTION: 4", "4"),
    ],
)
def test_what_a_model_says_last_is_its_action(content: str, action: str) -> None:
    assert chat_reply(content).said == action
