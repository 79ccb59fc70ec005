"""Idle streams of events: memory, how soon an event is there, others' latency, reconnects."""

from __future__ import annotations

import os
import resource
import selectors
import socket
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bench.figure import Figure
from bench.load import Measurement, measure, repeat, request
from bench.requests import CONNECTIONS, GAME, PLIES, humans, play, reading
from bench.running import Running, serving
from railhead.games.random import Random
from railhead.service.core.matches import Matches
from railhead.service.model import CreationResult, Match

STREAMS = int(os.environ.get("RAILHEAD_BENCH_STREAMS", "2000"))
ACTIVE = 20
EVENTS = 600
PAUSE = 0.015
"""Between two commits."""
RECONNECTS = 1000
ROUNDS = 5
SECONDS = 3.0
SETTLED = 2.0
"""How long the process is left alone before its memory is read."""


def stream_of(match_id: str, token: str, after: int) -> bytes:
    """The request for a stream."""
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/x-ndjson"}
    headers["Last-Event-ID"] = str(after)
    return request("GET", f"/v1/matches/{match_id}/events", headers)


class Follower:
    """One open stream of lines; `seen` are the versions that have come."""

    def __init__(self, port: int, asked: bytes) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.sendall(asked)
        self.text = b""
        self.seen: list[int] = []

    def wait_for_begin(self) -> None:
        """Wait for the head of the answer and the first piece."""
        while b"\r\n\r\n" not in self.text:
            self.text += self.socket.recv(65536)
        if not self.text.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(self.text.decode())
        self._read()

    def receive(self) -> bool:
        """Read what has come; whether the stream goes on."""
        piece = self.socket.recv(65536)
        self.text += piece
        self._read()
        return bool(piece)

    def _read(self) -> None:
        *lines, self.text = self.text.split(b"\n")
        self.seen += [
            int(line.partition(b'"version":')[2].partition(b",")[0])
            for line in lines
            if b'"version":' in line
        ]


def open_streams(port: int, requests: Sequence[bytes]) -> list[Follower]:
    """Streams that have all begun."""
    followers = [Follower(port, asked) for asked in requests]
    for follower in followers:
        follower.wait_for_begin()
    return followers


@contextmanager
def idle(port: int, requests: Sequence[bytes]) -> Iterator[None]:
    """While so many streams are open."""
    with ExitStack() as stack:
        for first in range(0, len(requests), 100):
            for follower in open_streams(port, requests[first : first + 100]):
                stack.enter_context(follower.socket)
        yield
    time.sleep(1)


def requests_of(created: Sequence[CreationResult]) -> list[bytes]:
    """A stream for each seat of matches, from where they are."""
    return [
        stream_of(one.match.record.id, token, one.match.version)
        for one in created
        for token in one.tokens.seats.values()
    ]


def resident(pid: int) -> dict[int, int]:
    """The resident memory of the processes below `pid`, in bytes."""
    found = {}
    children = [pid]
    while children:
        process = children.pop()
        for task in Path(f"/proc/{process}/task").iterdir():
            children += [int(child) for child in (task / "children").read_text().split()]
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                found[process] = int(line.split()[1]) * 1024
    return found


def memory(running: Running, requests: Sequence[bytes]) -> Figure:
    """What a stream costs the process that has it."""
    with idle(running.port, requests[:100]):
        time.sleep(SETTLED)
    before = resident(running.pid)
    with idle(running.port, requests):
        time.sleep(SETTLED)
        after = resident(running.pid)
    growth = max(size - before.get(pid, 0) for pid, size in after.items())
    name = f"{GAME}: memory of an idle stream, {len(requests)} open"
    return Figure(name, round(growth / len(requests) / 1024, 1), "KiB", "<= 40")


def next_of(matches: Matches, match: Match, random: Random) -> Match:
    """The match after one more decision, or another in its place once it is over."""
    if match.status == "over":
        raise RuntimeError("a match of the benchmark has ended")
    seat = match.to_act[0]
    legal = match.state.legal_actions(seat)
    notation = match.game.vocabulary.notation(legal[int(random.below(len(legal)))])
    return matches.submit(match.record.id, seat, notation, match.version).match


def latencies(running: Running, matches: Matches) -> list[float]:
    """From each commit to its last event at each stream of the match, in milliseconds, sorted."""
    created = [matches.create(humans(70_000 + number)) for number in range(ACTIVE)]
    playing = [one.match for one in created]
    random = Random(5)
    found = []
    with ExitStack() as stack:
        following: list[list[Follower]] = []
        for one in created:
            pair = open_streams(running.port, requests_of([one]))
            for line in pair:
                stack.enter_context(line.socket)
            following.append(pair)
        for number in range(EVENTS):
            at = number % ACTIVE
            playing[at] = next_of(matches, playing[at], random)
            committed = time.perf_counter()
            for line in following[at]:
                while not line.seen or line.seen[-1] < playing[at].version:
                    line.receive()
                found.append((time.perf_counter() - committed) * 1000)
            time.sleep(PAUSE)
    return sorted(found)


def reconnect(running: Running, matches: Matches) -> int:
    """How many events are missed or repeated over many streams that are cut off."""
    created = matches.create(humans(90_000))
    match, token = created.match, created.tokens.seats[0]
    random, seen = Random(6), 0
    wrong = 0
    for number in range(RECONNECTS):
        if number % 8 == 0 and match.status == "active":
            match = next_of(matches, match, random)
        (line,) = open_streams(running.port, [stream_of(match.record.id, token, seen)])
        selector = selectors.DefaultSelector()
        selector.register(line.socket, selectors.EVENT_READ)
        if number % 2:
            while seen + len(line.seen) < match.version and selector.select(5):
                line.receive()
        line.socket.close()
        wrong += line.seen != [*range(seen + 1, seen + 1 + len(line.seen))]
        seen = line.seen[-1] if line.seen else seen
    return wrong + (match.version - seen)


def others(running: Running, matches: Matches, requests: Sequence[bytes]) -> Figure:
    """The p99 of reading a match with the streams open, against that without."""
    match_id, _, tokens = play(matches, 1, PLIES)
    seat = matches.match(match_id).to_act[0]
    sources = [repeat(reading(match_id, tokens[seat]))] * CONNECTIONS
    measure(running.port, SECONDS, sources)
    rounds: list[tuple[Measurement, Measurement]] = []
    for _ in range(ROUNDS):
        free = measure(running.port, SECONDS, sources)
        with idle(running.port, requests):
            rounds.append((free, measure(running.port, SECONDS, sources)))
    ratio = statistics.median(full.p99 / free.p99 for free, full in rounds)
    p99 = [statistics.median(one.p99 for one in side) for side in zip(*rounds, strict=True)]
    name = f"{GAME}: p99 of GET match with {len(requests)} streams open"
    beside = f"{p99[0]:.2f} and {p99[1]:.2f} ms"
    return Figure(name, round(100 * ratio), "% of that without them", "<= 110", beside)


def figures() -> list[Figure]:
    """All of them, over one service."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    settings = {} if STREAMS <= 3000 else {"RAILHEAD_MAX_STREAMS": str(STREAMS + 1000)}
    with serving(**settings) as running:
        matches = running.matches()
        requests = requests_of(
            [matches.create(humans(50_000 + number)) for number in range(STREAMS // 2)]
        )
        found = [memory(running, requests)]
        with idle(running.port, requests):
            times = latencies(running, matches)
        beside = f"{len(times)} events with {STREAMS} idle streams open"
        for share, budget in ((50, "<= 5"), (99, "<= 20")):
            value = round(times[len(times) * share // 100], 2)
            name = f"{GAME}: from a commit to its event, p{share}"
            found.append(Figure(name, value, "ms", budget, beside))
        found.append(others(running, matches, requests))
        wrong = reconnect(running, matches)
        name = f"{GAME}: events missed or repeated over {RECONNECTS} reconnects"
        return [*found, Figure(name, wrong, "", "<= 0")]
