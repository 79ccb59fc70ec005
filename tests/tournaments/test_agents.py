"""Models behind commands and endpoints at the tables of a tournament."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.agents.completions import KEY, completions
from tests.http.api import Api
from tests.tournaments.conftest import QUICK, played, python, ran, results, standings

SCRIPT = Path(__file__).parents[1] / "agents" / "scripted.py"
AGENT = Path("examples/mcp_bot.py")


def model(manner: str) -> tuple[str, str]:
    return "--player", f"{manner}=agent:{sys.executable} {SCRIPT} {manner}"


@pytest.mark.full
def test_a_model_behind_a_command_plays_at_a_table(api: Api, tmp_path: Path) -> None:
    ended = played(api, tmp_path, *QUICK, *model("first"), *python("last"))
    assert len(ended) == 2
    assert all(one["forfeits"] == {} for one in ended)
    assert standings(tmp_path)["first"]["matches"] == 2


@pytest.mark.full
@pytest.mark.parametrize(
    ("manner", "reason"),
    [
        ("nonsense", "3 illegal attempts at one decision"),
        ("dies", "the command ended with status 7"),
    ],
)
@pytest.mark.usefixtures("bots")
def test_a_model_that_does_not_play_forfeits_and_is_told_of(
    api: Api, tmp_path: Path, manner: str, reason: str
) -> None:
    ended = played(api, tmp_path, *QUICK, *model(manner), *python("first"))
    for one in ended:
        (why,) = one["forfeits"].values()
        assert reason in why


@pytest.mark.full
def test_an_agent_with_the_tools_of_mcp_plays_at_a_table(api: Api, tmp_path: Path) -> None:
    agent = ("--player", f"tools=command:{sys.executable} {AGENT}")
    ended = played(api, tmp_path, *QUICK, *agent, *python("last"))
    assert [one["forfeits"] for one in ended] == [{}, {}]
    assert standings(tmp_path)["tools"]["matches"] == 2


@pytest.mark.full
def test_a_model_behind_an_endpoint_plays_at_a_table(api: Api, tmp_path: Path) -> None:
    with completions() as server:
        line = ["--player", f"endpoint:{server.url} scripted", *python("last")]
        done = ran(tmp_path, "--url", api.address, *QUICK, *line, RAILHEAD_AGENT_KEY=KEY)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [one["forfeits"] for one in results(tmp_path)] == [{}, {}]
    assert {name for one in results(tmp_path) for name in one["players"]} == {"scripted", "last"}
