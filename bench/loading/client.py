"""Clients that play whole matches over HTTP, as many as are asked for, in one thread.

Requests are written as bytes to keep-alive connections: an ordinary client library would cost
several times what the server does.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import orjson

from bench.load import request

HOST: Final = "127.0.0.1"
LISTING_SHARE: Final = 0.02
"""How many of the decisions are followed by a look at the public matches."""
ACT, READ, CREATE, LIST = "act", "read", "create", "list"
KINDS: Final = (ACT, READ, CREATE, LIST)


@dataclass
class Counts:
    """What was measured: seconds of each answer by kind, and what else happened."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    refused: int = 0
    """Answers 503: the service had too much to do."""
    finished: int = 0
    """Matches played to their end."""
    answers: int = 0
    """All of them, also those before it begins to count."""
    start: float = 0.0
    """Seconds of requests that were sent before are not kept."""


class Connection:
    """A keep-alive connection of one client, who waits where it is asked to."""

    def __init__(self, port: int, counts: Counts) -> None:
        self.port = port
        self.counts = counts
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, kind: str, method: str, path: str, token: str = "", body: Any = None
    ) -> Mapping[str, Any]:
        """The answer as JSON; where there was too much to do, asked for again."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        message = request(method, path, headers, b"" if body is None else orjson.dumps(body))
        while True:
            began = time.perf_counter()
            status, head, content = await self._exchange(message)
            self.counts.answers += 1
            if status == 503:
                self.counts.refused += 1
                await asyncio.sleep(int(head.get(b"retry-after", b"1")))
                continue
            if status not in (200, 201):
                raise RuntimeError(f"{method} {path}: {status} {content[:300]!r}")
            if began >= self.counts.start:
                self.counts.seconds[kind].append(time.perf_counter() - began)
            answer: Mapping[str, Any] = orjson.loads(content)
            return answer

    async def _exchange(self, message: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        if self.streams is None:
            self.streams = await asyncio.open_connection(HOST, self.port, limit=1 << 20)
        reader, writer = self.streams
        writer.write(message)
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        head = {}
        for line in lines:
            name, _, value = line.partition(b":")
            head[name.lower()] = value.strip()
        content = await reader.readexactly(int(head[b"content-length"]))
        return int(first[9:12]), head, content

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].transport.abort()


async def play(connection: Connection, game: str, random: Random, until: float) -> None:
    """Play match after match, both seats, until the time is up."""
    try:
        while time.perf_counter() < until:
            await _one_match(connection, game, random, until)
    finally:
        connection.close()


async def _one_match(connection: Connection, game: str, random: Random, until: float) -> None:
    seats = [{"kind": "human", "name": "one"}, {"kind": "human", "name": "two"}]
    new = {"game": game, "seats": seats, "visibility": "public"}
    created = await connection.ask(CREATE, "POST", "/v1/matches", body=new)
    path = f"/v1/matches/{created['id']}"
    tokens = [seat["token"] for seat in created["seats"]]
    seat, shown = -1, created
    while time.perf_counter() < until:
        if seat < 0 or seat not in shown["to_act"]:
            seat = 0 if seat < 0 else shown["to_act"][0]
            shown = await connection.ask(READ, "GET", f"{path}?include=legal-actions", tokens[seat])
            continue
        action = random.choice(shown["legal_actions"]["actions"])["action"]
        move = {"action": action, "version": shown["version"]}
        shown = await connection.ask(
            ACT, "POST", f"{path}/actions?include=legal-actions", tokens[seat], move
        )
        if shown["status"] == "over":
            connection.counts.finished += 1
            return
        if random.random() < LISTING_SHARE:
            await connection.ask(LIST, "GET", "/v1/matches?limit=20&status=active")


async def crowd(port: int, clients: int, game: str, warm_up: float, seconds: float) -> Counts:
    """What so many clients measure who play for these seconds, after others to warm up."""
    counts = Counts()
    began = time.perf_counter()
    counts.start = began + warm_up
    until = counts.start + seconds
    async with asyncio.TaskGroup() as all_clients:
        for number in range(clients):
            connection = Connection(port, counts)
            all_clients.create_task(play(connection, game, Random(number), until))
    return counts
