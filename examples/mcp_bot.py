"""Plays a seat with the tools of `railhead mcp`, at random: ask your model where `choose` is.

    python examples/mcp_bot.py --url http://127.0.0.1:8000 MATCH:TOKEN

plays that seat to the end, without one a new match of Montana. In a tournament it finds its seat
in its environment: `railhead tournament cup --player 'mine=command:python examples/mcp_bot.py' …`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import sys
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import CallToolResult, TextContent


class ToolRefused(Exception):
    """What a tool says instead of an answer: what is wrong, and what to do next."""


def choose(table: str) -> int:
    """The number of a legal action; `table` is all that a model needs to know, in words."""
    legal = table.partition("Legal actions:")[2]
    numbers = [int(number) for number in re.findall(r"^(?:\d+[-…])?(\d+)\. ", legal, re.MULTILINE)]
    return random.randint(1, max(numbers, default=1))


async def play(client: Client, seat: str) -> str:
    """Play to the end of the match; the last table. Without a seat a match is begun."""
    if seat:
        table = await call(client, "table", seat=seat)
    else:
        table = await call(client, "new_match", game="montana")
        [seat] = re.findall(r"^seat: (\S+)$", table, re.MULTILINE)
    while "The match is over." not in table:
        if "Your decision: " in table:
            version = int(re.findall(r", version (\d+), ", table)[0])
            number = choose(table)
            try:
                table = await call(client, "act", seat=seat, action=number, version=version)
            except ToolRefused as refused:
                print(refused, file=sys.stderr)
                table = await call(client, "table", seat=seat)
        else:
            table = await call(client, "table", seat=seat)
    return table


async def call(client: Client, tool: str, **arguments: Any) -> str:
    """What a tool answers. Raises `ToolRefused`."""
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    text = "\n".join(part.text for part in result.content if isinstance(part, TextContent))
    if result.is_error:
        raise ToolRefused(text)
    return text


async def main(url: str, seat: str) -> None:
    """Start the server of the tools, and play."""
    railhead = str(Path(sys.executable).with_name("railhead"))
    server = StdioServerParameters(
        command=railhead, args=["mcp", "--url", url], env=dict(os.environ)
    )
    async with Client(server) as client:
        print(await play(client, seat))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--url", default=os.environ.get("RAILHEAD_URL", "http://127.0.0.1:8000"))
    words = os.environ.get("RAILHEAD_MATCH", ""), os.environ.get("RAILHEAD_TOKEN", "")
    parser.add_argument("seat", nargs="?", default=":".join(words).strip(":"))
    arguments = parser.parse_args()
    asyncio.run(main(arguments.url, arguments.seat))
