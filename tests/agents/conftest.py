"""Real MCP servers before a real service, and a client of the SDK that calls their tools."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
import requests
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import CallToolResult, TextContent

from tests.http.api import Api
from tests.http.conftest import address, api, bots, processes
from tests.ports import free_port

__all__ = ["address", "api", "bots", "processes"]

PATIENCE = 60
WAIT = ("--wait-seconds", "2")
RAILHEAD = [sys.executable, "-m", "railhead.service.cli"]


@dataclass(frozen=True)
class Answer:
    """What a tool answered."""

    text: str
    refused: bool
    meta: dict[str, Any]

    @property
    def seat(self) -> str:
        [found] = re.findall(r"^seat: (\S+)$", self.text, re.MULTILINE)
        return str(found)

    @property
    def version(self) -> int:
        return int(re.findall(r", version (\d+), ", self.text)[0])

    @property
    def over(self) -> bool:
        return "The match is over." in self.text

    @property
    def to_decide(self) -> bool:
        return "Your decision: " in self.text


def answer_of(result: CallToolResult) -> Answer:
    [content] = result.content
    assert isinstance(content, TextContent)
    return Answer(content.text, bool(result.is_error), dict(result.meta or {}))


class Tools:
    """The tools of one server, or of several that answer in turns."""

    def __init__(self, *clients: Client) -> None:
        self._clients = clients
        self._calls = 0

    async def __call__(self, tool: str, **arguments: Any) -> Answer:
        self._calls += 1
        client = self._clients[self._calls % len(self._clients)]
        result = await client.call_tool(tool, arguments)
        assert isinstance(result, CallToolResult)
        return answer_of(result)


Playing = Callable[[Tools], Awaitable[None]]


def over_stdio(api: Api, playing: Playing, **settings: Any) -> None:
    """Do something with the tools of `railhead mcp`."""
    command = [*RAILHEAD, "mcp", "--url", api.address, *WAIT]
    server = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))

    async def done() -> None:
        async with Client(server, **settings) as client:
            await playing(Tools(client))

    asyncio.run(done())


def over_http(urls: list[str], playing: Playing, **settings: Any) -> None:
    """Do something with the tools of servers, each call at the next one."""

    async def done() -> None:
        clients = [Client(url, **settings) for url in urls]
        for client in clients:
            await client.__aenter__()
        try:
            await playing(Tools(*clients))
        finally:
            for client in reversed(clients):
                await client.__aexit__(None, None, None)

    asyncio.run(done())


@contextmanager
def mcp_server(service: str) -> Iterator[str]:
    """The URL of `railhead mcp --http`."""
    port = free_port()
    command = [*RAILHEAD, "mcp", "--url", service, "--http", f"127.0.0.1:{port}", *WAIT]
    process = subprocess.Popen(command, start_new_session=True)
    home = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                requests.get(f"{home}/healthz", timeout=5)
                break
            except (requests.ConnectionError, requests.Timeout):
                assert process.poll() is None, "the server ended"
                assert time.monotonic() < until, "the server does not answer"
                time.sleep(0.1)
        yield f"{home}/mcp"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in (0, 130, -signal.SIGINT)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


@pytest.fixture(scope="session")
def two_servers(address: str) -> Iterator[list[str]]:
    """The URLs of two MCP servers before the service of the test run."""
    with mcp_server(address) as first, mcp_server(address) as second:
        yield [first, second]
