"""Requests per second and latencies, next to a bare Flask + Redis GET of the same size.

Ours goes through its shell; the bare route is on the server that it would be deployed on, granian's
for WSGI. Both are asked in turns within one run over the same store, and the medians of the rounds
are compared, both after a warm-up.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import redis

from bench.figure import Figure
from bench.load import Connection, Measurement, cycle, measure, repeat, request
from bench.running import Running, serving, serving_bare
from railhead.games.random import Random
from railhead.games.registry import rulesets
from railhead.service.app import KEPT_RENDERINGS
from railhead.service.core.matches import Matches
from railhead.service.model import NewMatch, Seat

GAME = "montana"
ROUNDS = 5
SECONDS = 1.5
CONNECTIONS = 4
PLIES = 60
"""How far into a match the positions that are read lie."""
SHORT = 6
"""How many decisions a match has that exists only to be one of many."""
WARMUP_SECONDS = 1.5
CREATIONS = 60

Source = Callable[[bytes], bytes | None]


@dataclass(frozen=True)
class Step:
    """One decision of a match that was played before: who, what, and for which version."""

    seat: int
    action: str
    version: int


def humans(seed: int) -> NewMatch:
    """A match of two humans whose chance is reproducible."""
    seats = (Seat(0, "human", "one"), Seat(1, "human", "two"))
    return NewMatch(GAME, {}, seats, seed=seed)


def play(matches: Matches, seed: int, plies: int) -> tuple[str, list[Step], dict[int, str]]:
    """Create a match and play it at random; its id, what was played, and the seats' tokens."""
    created = matches.create(humans(seed))
    match = created.match
    random = Random(seed)
    steps: list[Step] = []
    while match.status != "over" and len(steps) < plies:
        seat = match.to_act[0]
        legal = match.state.legal_actions(seat)
        notation = match.game.vocabulary.notation(legal[int(random.below(len(legal)))])
        steps.append(Step(seat, notation, match.version))
        match = matches.submit(match.record.id, seat, notation, match.version).match
    return match.record.id, steps, dict(created.tokens.seats)


def reading(match_id: str, token: str, path: str = "") -> bytes:
    """A GET on a match."""
    return request("GET", f"/v1/matches/{match_id}{path}", {"Authorization": f"Bearer {token}"})


def submissions(matches: Matches, seeds: range) -> Iterator[bytes]:
    """Requests that play whole matches, known to be legal from twins played before."""
    for seed in seeds:
        _, steps, _ = play(matches, seed, 10_000)
        twin = matches.create(humans(seed))
        for step in steps:
            body = f'{{"action":"{step.action}","version":{step.version}}}'.encode()
            headers = {"Authorization": f"Bearer {twin.tokens.seats[step.seat]}"}
            path = f"/v1/matches/{twin.match.record.id}/actions"
            yield request("POST", path, headers, body)


def compare(
    ours: int, bare: int, measured: Callable[[], list[Source]], yardstick: bytes
) -> tuple[Measurement, float]:
    """The median round of ours, and the ratio of its throughput to the bare route's."""
    yardsticks: list[Source] = [repeat(yardstick) for _ in range(CONNECTIONS)]
    measure(bare, WARMUP_SECONDS, yardsticks)
    measure(ours, WARMUP_SECONDS, measured())
    rounds: list[tuple[Measurement, Measurement]] = []
    for _ in range(ROUNDS):
        rounds.append((measure(ours, SECONDS, measured()), measure(bare, SECONDS, yardsticks)))
    for found, plain in rounds:
        if set(found.statuses) != {200} or set(plain.statuses) != {200}:
            raise RuntimeError(f"unexpected answers: {found.statuses}, {plain.statuses}")
    ratio = statistics.median(found.per_second / plain.per_second for found, plain in rounds)
    by_rate = sorted((found for found, _ in rounds), key=lambda found: found.per_second)
    return by_rate[ROUNDS // 2], ratio


def rows(
    name: str, found: Measurement, ratio: float, size: int, budget: str | None
) -> list[Figure]:
    """The figures of one kind of request."""
    latency = f"p50 {found.p50:.2f} ms, p99 {found.p99:.2f} ms, {size:,} bytes"
    share = round(100 * ratio)
    beside = "of the throughput of a bare Flask + Redis GET of equal size"
    return [
        Figure(f"{GAME}: {name}", round(found.per_second), "requests/s", None, latency),
        Figure(f"{GAME}: {name} against bare", share, "%", budget, beside),
    ]


class Bench:
    """The service and the yardstick, both running."""

    def __init__(self, running: Running, bare: int) -> None:
        self.running = running
        self.bare = bare
        self.matches = running.matches()
        self.store = redis.Redis.from_url(running.store_url)

    def against(
        self, name: str, sources: Callable[[], list[Source]], sample: bytes, budget: str | None
    ) -> list[Figure]:
        """Compare one kind of request with a bare GET as long as the answer to `sample`."""
        size = len(Connection(self.running.port).exchange(sample))
        key = name.replace(" ", "-").replace(",", "")
        self.store.set(f"bench:{key}", b'"' + b"x" * (size - 2) + b'"')
        yardstick = request("GET", f"/bare/{key}", {})
        found, ratio = compare(self.running.port, self.bare, sources, yardstick)
        return rows(name, found, ratio, size, budget)

    def reads(self) -> list[Figure]:
        """GET match with the rendering cached and not, and GET legal-actions."""
        match_id, _, tokens = play(self.matches, 1, PLIES)
        seat = self.matches.match(match_id).to_act[0]
        one = reading(match_id, tokens[seat])
        legal = reading(match_id, tokens[seat], "/legal-actions")
        many = []
        for seed in range(KEPT_RENDERINGS + 100):
            other, _, opened = play(self.matches, 100 + seed, SHORT)
            many.append(reading(other, opened[0]))
        missing = cycle(many)

        def cached() -> list[Source]:
            return [repeat(one) for _ in range(CONNECTIONS)]

        def missed() -> list[Source]:
            return [missing for _ in range(CONNECTIONS)]

        def actions() -> list[Source]:
            return [repeat(legal) for _ in range(CONNECTIONS)]

        return [
            *self.against("GET match, view cache missed", missed, many[0], ">= 58"),
            *self.against("GET match, view cached", cached, one, ">= 75"),
            *self.against("GET legal-actions", actions, legal, None),
        ]

    def writes(self) -> list[Figure]:
        """POST action, whole matches from several clients."""
        seeds = iter(range(10_000, 90_000, 12))

        def sources() -> list[Source]:
            ready = []
            for _ in range(CONNECTIONS):
                first = next(seeds)
                prepared = list(submissions(self.matches, range(first, first + 12)))
                ready.append(take(prepared))
            return ready

        sample = next(submissions(self.matches, range(5, 6)))
        return self.against("POST action", sources, sample, ">= 40")


def creations(running: Running) -> list[Figure]:
    """The median time of a creation by HTTP, of each game with its fewest seats."""
    found = []
    connection = Connection(running.port)
    for game, ruleset in rulesets().items():
        seats = [{"kind": "human"}] * ruleset.min_seats
        wanted = json.dumps({"game": game, "seats": seats}).encode()
        message = request("POST", "/v1/matches", {}, wanted)
        times = []
        for _ in range(CREATIONS):
            began = time.perf_counter()
            connection.exchange(message)
            times.append(1000 * (time.perf_counter() - began))
            if connection.status != 201:
                raise RuntimeError(f"a creation is answered with {connection.status}")
        beside = f"{CREATIONS} one after the other, {ruleset.min_seats} seats"
        value = round(statistics.median(times), 1)
        found.append(Figure(f"{game}: creation, p50", value, "ms", "<= 8", beside))
    return found


def take(prepared: list[bytes]) -> Source:
    """A source that sends each request once."""
    following = iter(prepared)
    return lambda _body: next(following, None)


def figures() -> list[Figure]:
    """All kinds of requests."""
    with serving() as running, serving_bare(running.store_url) as bare:
        bench = Bench(running, bare)
        return [*bench.reads(), *bench.writes(), *creations(running)]
