"""The guide about agents: its entry for clients starts a server, and its program plays."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from tests.agents.conftest import RAILHEAD, Tools
from tests.agents.test_harness import run_matches
from tests.http.api import Api
from tests.http.test_readme import blocks

PAGE = "docs/guides/agents.md"


@pytest.mark.full
def test_the_entry_for_clients_starts_a_server(api: Api) -> None:
    [entry] = blocks(PAGE, "json")
    server = json.loads(entry)["mcpServers"]["railhead"]
    assert server["command"] == "railhead"
    arguments = [*RAILHEAD[1:], *server["args"][:-1], api.address]
    started = StdioServerParameters(command=RAILHEAD[0], args=arguments, env=dict(os.environ))

    async def asked() -> None:
        async with Client(started) as client:
            assert "montana: Montana" in (await Tools(client)("games")).text

    asyncio.run(asked())
    assert Path(sys.executable).with_name("railhead").exists(), "the package has the command"


@pytest.mark.full
def test_the_agent_of_the_guide_plays(api: Api, bots: None, tmp_path: Path) -> None:
    [program] = blocks(PAGE, "python")
    (tmp_path / "agent.py").write_text(program, encoding="utf-8")
    command = ("--command", f"{sys.executable} {tmp_path / 'agent.py'}", "--matches", "1")
    [one] = run_matches(api, tmp_path / "out.json", *command)
    assert one["status"] == "finished"
    assert one["output_tokens"] == 3 * one["decisions"]


@pytest.mark.full
def test_the_example_with_the_tools_plays_a_match_of_its_own(api: Api, bots: None) -> None:
    agent = [sys.executable, "examples/mcp_bot.py", "--url", api.address]
    ran = subprocess.run(agent, capture_output=True, text=True, check=False, timeout=240)
    assert "The match is over." in ran.stdout, ran.stderr


def test_every_option_of_the_commands_is_in_the_guide() -> None:
    from railhead.agents.commands import agents, mcp

    page = Path(PAGE).read_text(encoding="utf-8")
    for command in (agents.command, mcp.command):
        for parameter in command.params:
            assert any(name in page for name in parameter.opts), parameter.name
