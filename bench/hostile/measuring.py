"""Clients who play, measured alone and beside each load of one hostile address, in turns."""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Final

from bench.figure import Figure
from bench.hostile.loads import LOADS
from bench.load import request
from bench.requests import GAME, humans, play, reading
from bench.running import Running, serving
from railhead.games.random import Random
from railhead.service.core.matches import Matches
from railhead.service.history.documents import export_match
from railhead.service.history.past_versions import PastVersions
from railhead.service.model import NewMatch, Seat

PLAYERS: Final = 12
PLAYERS_NETWORK: Final = "127.0.1"
"""Each of them comes from an address of its own in it: who shares one shares what it may."""
PAUSE: Final = 0.05
"""How long a player looks at an answer before the next request."""
ROUNDS: Final = 3
SECONDS: Final = 8.0
WARM_UP: Final = 2.0
ENTRIES: Final = 2000
"""How long the log is that is looked back at."""
AS_SET: Final = {
    "RAILHEAD_ADDRESS_SHARE": "0.5",
    "RAILHEAD_CREATION_LIMIT": "60/minute",
    "RAILHEAD_ACTION_LIMIT": "200/second",
    "RAILHEAD_STREAM_LIMIT": "600/minute",
}
"""The limits as they are by default; other benchmarks ask for more than these allow."""


@dataclass(frozen=True)
class Latencies:
    """Of requests, in milliseconds; `failed` were answered by 429 or 5xx."""

    p50: float
    p99: float
    failed: int


@dataclass(frozen=True)
class Comparison:
    """The medians of the rounds without and with a load, and that of their ratios of p99."""

    load: str
    alone: Latencies
    beside: Latencies
    ratio: float

    def row(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def figures() -> list[Figure]:
    """How many times as slow the slowest hundredth of the players' requests is beside each load."""
    return [
        Figure(
            f"{GAME}: p99 of players beside {one.load}",
            round(one.ratio, 2),
            "times that without",
            "<= 1.5",
            f"{one.alone.p99:.1f} and {one.beside.p99:.1f} ms; {one.beside.failed} failed",
        )
        for one in measure()
    ]


def measure(
    kinds: Sequence[str] = tuple(LOADS), rounds: int = ROUNDS, seconds: float = SECONDS
) -> list[Comparison]:
    """What players find beside each kind of load."""
    with serving(**AS_SET) as running:
        matches = running.matches()
        needs = prepare_needs(matches)
        players = [requests_of_player(matches, 100 + number) for number in range(PLAYERS)]
        asyncio.run(watch_players(running.port, players, WARM_UP))
        return [beside(running, kind, needs, players, rounds, seconds) for kind in kinds]


def beside(
    running: Running,
    kind: str,
    needs: dict[str, Any],
    players: Sequence[Sequence[bytes]],
    rounds: int,
    seconds: float,
) -> Comparison:
    """What players find alone and beside one load, in turns."""
    found: list[tuple[Latencies, Latencies]] = []
    for _ in range(rounds):
        alone = asyncio.run(watch_players(running.port, players, seconds))
        with under_load(running, kind, needs):
            asyncio.run(watch_players(running.port, players, WARM_UP))
            found.append((alone, asyncio.run(watch_players(running.port, players, seconds))))
    sides = [middle(side) for side in zip(*found, strict=True)]
    return Comparison(kind, sides[0], sides[1], statistics.median(b.p99 / a.p99 for a, b in found))


def middle(side: Sequence[Latencies]) -> Latencies:
    """The medians of several, and all that failed."""
    p50 = statistics.median(one.p50 for one in side)
    p99 = statistics.median(one.p99 for one in side)
    return Latencies(p50, p99, sum(one.failed for one in side))


@contextmanager
def under_load(running: Running, kind: str, needs: dict[str, Any]) -> Iterator[None]:
    """While a load is under way."""
    command = [sys.executable, "-m", "bench.hostile.loads", kind, str(running.port)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(needs))
        process.stdin.close()
        if process.stdout.readline() != "ready\n":
            raise RuntimeError(f"the load {kind!r} did not begin")
        yield
        if process.poll() is not None:
            raise RuntimeError(f"the load {kind!r} ended by itself")
    finally:
        process.kill()
        process.wait(30)
        process.stdout.close()


def prepare_needs(matches: Matches) -> dict[str, Any]:
    """What the loads need: a long log that goes back, a finished match, tokens of several."""
    finished, _, _ = play(matches, 3, 10_000)
    tokens = [(one.match.record.id, one.tokens.seats[0]) for one in many(matches, 60)]
    match_id, token = going_back(matches)
    return {
        "game": GAME,
        "match": match_id,
        "token": token,
        "entries": ENTRIES,
        "finished": finished,
        "tokens": tokens,
        "document": export_match(matches, matches.match(finished)),
    }


def many(matches: Matches, number: int) -> Iterator[Any]:
    """So many new matches."""
    for seed in range(number):
        yield matches.create(humans(500 + seed))


def going_back(matches: Matches, entries: int = ENTRIES) -> tuple[str, str]:
    """A match that goes back to wherever its owner likes, until its log has so many entries."""
    seats = (Seat(0, "human", "one"), Seat(1, "human", "two"))
    created = matches.create(NewMatch(GAME, {}, seats, seed=4, undo="any"))
    match, random, looking_back = created.match, Random(4), PastVersions(matches)
    while match.version < entries:
        if match.version % 40 < 2 and match.version > 40:
            to = int(random.below(min(match.version, 120)))
            match = looking_back.undo(match.record.id, None, to, match.version).match
        else:
            legal = match.state.legal_actions(match.to_act[0])
            notation = match.game.vocabulary.notation(legal[int(random.below(len(legal)))])
            match = matches.submit(match.record.id, match.to_act[0], notation, match.version).match
    return match.record.id, created.tokens.seats[0]


def requests_of_player(matches: Matches, seed: int) -> list[bytes]:
    """What a player asks again and again."""
    match_id, _, tokens = play(matches, seed, 40)
    seat = matches.match(match_id).to_act[0]
    paths = ("", "/legal-actions", "", "/events?after=20&limit=20", "", "/picture.svg")
    wrong = request(
        "POST",
        f"/v1/matches/{match_id}/actions",
        {"Authorization": f"Bearer {tokens[seat]}"},
        b'{"action":"pass:0:0","version":1}',
    )
    return [*(reading(match_id, tokens[seat], path) for path in paths), wrong]


async def watch_players(port: int, players: Sequence[Sequence[bytes]], seconds: float) -> Latencies:
    """What players find who ask for so long."""
    found: list[float] = []
    failed: list[int] = []
    until = time.perf_counter() + seconds
    async with asyncio.TaskGroup() as group:
        for number, requests in enumerate(players):
            address = f"{PLAYERS_NETWORK}.{1 + number}"
            group.create_task(_player(port, address, requests, until, found, failed))
    cuts = statistics.quantiles(found, n=100)
    return Latencies(cuts[49], cuts[98], len(failed))


async def _player(
    port: int,
    address: str,
    requests: Sequence[bytes],
    until: float,
    found: list[float],
    failed: list[int],
) -> None:
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, local_addr=(address, 0), limit=1 << 22
    )
    number = 0
    while time.perf_counter() < until:
        began = time.perf_counter()
        writer.write(requests[number % len(requests)])
        head = await reader.readuntil(b"\r\n\r\n")
        for line in head.lower().split(b"\r\n"):
            if line.startswith(b"content-length:"):
                await reader.readexactly(int(line.partition(b":")[2]))
        found.append(1000 * (time.perf_counter() - began))
        status = int(head[9:12])
        if status == 429 or status >= 500:
            failed.append(status)
        number += 1
        await asyncio.sleep(PAUSE)
    writer.transport.abort()
