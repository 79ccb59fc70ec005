"""Real MCP servers before a real service, and a client of the SDK that calls their tools."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
import requests
from mcp import Client, ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent

from tests.http.api import Api
from tests.http.conftest import address, api
from tests.http.playing import bots, matches, settings, uncounted
from tests.ports import free_port

__all__ = ["address", "api", "bots", "matches", "settings", "uncounted"]

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

    def __init__(self, *clients: Client | ClientSession) -> None:
        self.clients = clients
        self._calls = 0

    async def __call__(self, tool: str, **arguments: Any) -> Answer:
        self._calls += 1
        client = self.clients[self._calls % len(self.clients)]
        result = await client.call_tool(tool, arguments)
        assert isinstance(result, CallToolResult)
        return answer_of(result)


Playing = Callable[[Tools], Awaitable[None]]


def stdio_server(service: str, **variables: str) -> StdioServerParameters:
    """`railhead mcp` over standard input and output."""
    command = [*RAILHEAD, "mcp", "--url", service, *WAIT]
    environment = {**os.environ, **variables}
    return StdioServerParameters(command=command[0], args=command[1:], env=environment)


def over_stdio(api: Api, playing: Playing, **variables: str) -> None:
    """Do something with the tools of `railhead mcp` in an environment with these variables."""

    async def done() -> None:
        async with Client(stdio_server(api.address, **variables)) as client:
            await playing(Tools(client))

    asyncio.run(done())


def over_http(urls: list[str], playing: Playing, **settings: Any) -> None:
    """Do something with the tools of servers, each call at the next one."""

    async def done() -> None:
        async with AsyncExitStack() as opened:
            clients = [await opened.enter_async_context(Client(url, **settings)) for url in urls]
            await playing(Tools(*clients))

    asyncio.run(done())


@asynccontextmanager
async def session(at: str | StdioServerParameters) -> AsyncIterator[ClientSession]:
    """A session of the SDK's client with a server, over its transport."""
    transport = streamable_http_client(at) if isinstance(at, str) else stdio_client(at)
    async with transport as streams, ClientSession(*streams) as opened:
        await opened.initialize()
        yield opened


def in_sessions(servers: list[str] | list[StdioServerParameters], playing: Playing) -> None:
    """Do something with the tools in sessions with the servers, each call in the next one."""

    async def done() -> None:
        async with AsyncExitStack() as opened:
            sessions = [await opened.enter_async_context(session(at)) for at in servers]
            await playing(Tools(*sessions))

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
