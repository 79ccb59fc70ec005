"""Latency of a GET with and without a crowd at the door: idle, waiting and half-sent connections.

Both are measured in turns within one run. The crowd is what the default settings are to bear.
"""

from __future__ import annotations

import resource
import socket
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bench.figure import Figure
from bench.load import Measurement, measure, repeat, request
from bench.requests import CONNECTIONS, GAME, PLIES, play, reading
from bench.running import Running, serving
from railhead.service.core.matches import Matches

IDLE, WAITING, HALVES = 2000, 500, 200
MATCHES = 10
ROUNDS = 5
SECONDS = 3.0
HALF_HEAD = b"GET /v1/games HTTP/1.1\r\nHost: bench\r\nX-Ha"
HALF_BODY = request("POST", "/v1/matches", {}, b" " * 100)[:-50]


def waits(matches: Matches) -> list[bytes]:
    """Long polls for matches in which nothing happens, by several callers."""
    found = []
    for seed in range(MATCHES):
        match_id, _, tokens = play(matches, 1_000 + seed, 0)
        version = matches.head(match_id).version
        for token in tokens.values():
            headers = {"Authorization": f"Bearer {token}", "If-None-Match": f'"{version}"'}
            found.append(request("GET", f"/v1/matches/{match_id}?wait=60", headers))
    return found


@contextmanager
def crowd(running: Running, polls: list[bytes]) -> Iterator[None]:
    """While so many connections are open."""
    sent = [b""] * IDLE
    sent += [polls[number % len(polls)] for number in range(WAITING)]
    sent += [HALF_HEAD, HALF_BODY] * (HALVES // 2)
    with ExitStack() as stack:
        for text in sent:
            line = stack.enter_context(socket.create_connection(("127.0.0.1", running.port)))
            line.sendall(text)
        time.sleep(1)
        yield


def alternate(running: Running) -> list[tuple[Measurement, Measurement]]:
    """Rounds without and with the crowd."""
    matches = running.matches()
    match_id, _, tokens = play(matches, 1, PLIES)
    seat = matches.match(match_id).to_act[0]
    sources = [repeat(reading(match_id, tokens[seat]))] * CONNECTIONS
    polls = waits(matches)
    measure(running.port, SECONDS, sources)
    rounds = []
    for _ in range(ROUNDS):
        without = measure(running.port, SECONDS, sources)
        with crowd(running, polls):
            rounds.append((without, measure(running.port, SECONDS, sources)))
    for found in rounds:
        if any(set(one.statuses) != {200} for one in found):
            raise RuntimeError(f"unexpected answers: {[one.statuses for one in found]}")
    return rounds


def figures() -> list[Figure]:
    """The latencies, and the ratio of the slowest hundredths."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with serving() as running:
        rounds = alternate(running)
    p50 = [statistics.median(one.p50 for one in side) for side in zip(*rounds, strict=True)]
    p99 = [statistics.median(one.p99 for one in side) for side in zip(*rounds, strict=True)]
    ratio = statistics.median(crowded.p99 / free.p99 for free, crowded in rounds)
    beside = f"p50 {p50[0]:.2f} and {p50[1]:.2f} ms, p99 {p99[0]:.2f} and {p99[1]:.2f} ms"
    name = f"{GAME}: p99 of GET match with {IDLE} idle, {WAITING} waiting, {HALVES} half-sent"
    return [Figure(name, round(100 * ratio), "% of that without them", "<= 110", beside)]
