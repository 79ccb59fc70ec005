"""`python -m bench.loading`: clients by number, stored matches by number, API processes by number.

    make load LOAD="--clients 1,16,64,256,1024 --stored 0,1000000 --processes 1,2,4"

Prints a table, and writes `bench/data/load.yaml` and the page of it. A filled store is measured in
turns with an empty one, so that what else the machine does falls on both. The generator runs on the
same machine; under `load` the table says how much of a core it took, under `API each` and `store
each` what processor time an answer cost there.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rich.console import Console
from rich.table import Table

from bench.figure import Figure
from bench.loading.client import ACT, KINDS, READ, Counts, crowd
from bench.loading.costs import api_seconds, store_seconds
from bench.loading.stored import Template, fill, templates, used_bytes, wait_until_idle
from bench.page import PAGE, write_page
from bench.records import Record, circumstances, write
from bench.running import Running, serving
from railhead.games import COMPILED
from railhead.service.logs import configure
from railhead.service.settings import Settings

FLAT = 1.2
"""How far p99 over a full store may lie above p99 over an empty one."""


@dataclass(frozen=True)
class Level:
    """What one crowd measured, by kind of request; times are milliseconds at p50, p95 and p99."""

    processes: int
    stored: int
    clients: int
    per_second: dict[str, float]
    times: dict[str, tuple[float, float, float]]
    refused: int
    finished: int
    api_per_answer: float
    """Milliseconds of processor time that all API processes took for one answer."""
    store_per_answer: float
    generator_share: float
    """How much of a core the generator itself took."""
    against_empty: dict[str, float] = field(default_factory=dict)
    """p99 against that over an empty store, median of rounds in turns; for a filled one."""


@dataclass(frozen=True)
class Filling:
    """What filling the store showed."""

    stored: int
    per_second: float
    bytes_per_match: float


def numbers(text: str) -> list[int]:
    """Whole numbers between commas."""
    return [int(word) for word in text.split(",")]


def percentiles(seconds: list[float]) -> tuple[float, float, float]:
    """p50, p95 and p99 in milliseconds; of a few values the largest for the last ones."""
    cuts = statistics.quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else []
    if not cuts:
        return (1000 * seconds[0],) * 3
    return tuple(round(1000 * cuts[at], 2) for at in (49, 94, 98))  # type: ignore[return-value] # three


def measure(
    running: Running, processes: int, stored: int, clients: int, options: argparse.Namespace
) -> Level:
    """Let a crowd play."""
    api, store = api_seconds(running.store_url), store_seconds(running.store_url)
    before = resource.getrusage(resource.RUSAGE_SELF)
    began = time.perf_counter()
    counts: Counts = asyncio.run(
        crowd(running.port, clients, options.game, options.warm_up, options.seconds)
    )
    after = resource.getrusage(resource.RUSAGE_SELF)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    took = time.perf_counter() - counts.start
    api = api_seconds(running.store_url) - api
    store = store_seconds(running.store_url) - store
    seconds = {kind: counts.seconds[kind] for kind in KINDS if counts.seconds[kind]}
    return Level(
        processes,
        stored,
        clients,
        {kind: round(len(found) / took, 1) for kind, found in seconds.items()},
        {kind: percentiles(found) for kind, found in seconds.items()},
        counts.refused,
        counts.finished,
        round(1000 * api / counts.answers, 3),
        round(1000 * store / counts.answers, 3),
        round(busy / (time.perf_counter() - began), 2),
    )


def run(options: argparse.Namespace, console: Console) -> tuple[list[Level], list[Filling]]:
    """Measure every combination.

    Each number of processes has two services, of which one is filled and the other stays empty.
    """
    levels: list[Level] = []
    fillings: list[Filling] = []
    for processes in numbers(options.processes):
        workers = {"RAILHEAD_API_WORKERS": str(processes)}
        with serving(**workers) as empty, serving(**workers) as full:
            kinds = templates(full.store_url, options.game)
            there = 0
            for stored in numbers(options.stored):
                if stored > there:
                    with console.status(f"Storing {stored - there:,} matches…"):
                        fillings.append(_fill(full, kinds, there, stored, options.writers))
                    there = stored
                for clients in numbers(options.clients):
                    with console.status(f"{processes} API, {stored:,} stored, {clients} clients…"):
                        levels.append(
                            _against_empty(empty, full, processes, stored, clients, options)
                        )
    return levels, fillings


def _fill(
    running: Running, kinds: list[Template], there: int, stored: int, writers: int
) -> Filling:
    """Fill a store that has so many matches."""
    before = used_bytes(running.store_url)
    rate = fill(running.store_url, kinds, stored - there, writers)
    wait_until_idle(running.store_url)
    each = (used_bytes(running.store_url) - before) / (stored - there)
    return Filling(stored, round(rate), round(each))


def _against_empty(
    empty: Running,
    full: Running,
    processes: int,
    stored: int,
    clients: int,
    options: argparse.Namespace,
) -> Level:
    """The median round over a store, and how its p99 compares with rounds over an empty one."""
    if not stored:
        return measure(empty, processes, 0, clients, options)
    rounds = [
        (
            measure(empty, processes, 0, clients, options),
            measure(full, processes, stored, clients, options),
        )
        for _ in range(options.rounds)
    ]
    ratios = {
        kind: statistics.median(
            over.times[kind][2] / plain.times[kind][2] for plain, over in rounds
        )
        for kind in (ACT, READ)
    }
    found = sorted((over for _, over in rounds), key=lambda level: level.times[ACT][2])
    return replace(found[len(found) // 2], against_empty=ratios)


def tabulate(levels: list[Level]) -> Table:
    """The levels as a table, a row for each kind of request."""
    table = Table(title="Railhead under load, milliseconds")
    columns = ("API", "stored", "clients", "", "a second", "p50", "p95", "p99", "503")
    for name in (*columns, "API each", "store each", "load"):
        table.add_column(name, justify="left" if not name else "right")
    for level in levels:
        first = [f"{one:,}" for one in (level.processes, level.stored, level.clients)]
        costs = [f"{level.api_per_answer:.2f}", f"{level.store_per_answer:.3f}"]
        last = [str(level.refused), *costs, f"{level.generator_share:.0%}"]
        for kind, times in level.times.items():
            shares = [f"{level.per_second[kind]:,.1f}", *(f"{one:,.1f}" for one in times)]
            table.add_row(*first, kind, *shares, *last)
            first, last = [""] * 3, [""] * 4
        table.add_section()
    return table


def flatness(levels: list[Level]) -> list[str]:
    """For each crowd over a filled store, how p99 compares with that over an empty one."""
    return [
        f"{level.processes} API, {level.clients:,} clients, {kind}: p99 with {level.stored:,} "
        f"stored is {ratio:.2f} times that with none: {'flat' if ratio <= FLAT else 'NOT FLAT'}"
        for level in levels
        for kind, ratio in level.against_empty.items()
    ]


def figures(levels: list[Level], fillings: list[Filling], game: str) -> Iterator[Figure]:
    """What the page says: actions a second of each crowd, and what a stored match takes."""
    for level in levels:
        processes = f"{level.processes} API process{'es' * (level.processes > 1)}"
        name = f"{game}: {processes}, {level.stored:,} stored, {level.clients:,} clients"
        times = [
            f"{kind} {'/'.join(f'{one:.1f}' for one in level.times[kind])}" for kind in level.times
        ]
        beside = [f"p50/p95/p99 ms: {', '.join(times)}", f"{level.refused:,} times 503"]
        beside.append(f"API {level.api_per_answer:.2f} ms an answer")
        yield Figure(
            name, round(level.per_second.get(ACT, 0.0)), "actions/s", None, "; ".join(beside)
        )
        for kind, ratio in level.against_empty.items():
            what = f"{name}: p99 of {kind}"
            yield Figure(what, round(ratio, 2), "times that with none stored", f"<= {FLAT}")
    for one in fillings:
        name = f"{game}: an idle match, {one.stored:,} stored"
        yield Figure(
            name, one.bytes_per_match, "bytes", None, f"written at {one.per_second:,} a second"
        )


def parse(words: list[str]) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="make load", description=__doc__.splitlines()[0])
    parser.add_argument("--clients", default="1,16,64", help="numbers of clients")
    parser.add_argument("--stored", default="0,1000", help="numbers of idle matches, rising")
    parser.add_argument("--processes", default="1", help="numbers of API processes")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="over a filled and an empty store")
    parser.add_argument("--warm-up", type=float, default=1.0)
    parser.add_argument("--writers", type=int, default=2, help="processes that fill the store")
    parser.add_argument("--game", default="montana")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Measure, print, write."""
    options, console = parse(words), Console()
    configure(Settings(log_level="warning"))
    if not COMPILED:
        console.print("[yellow]Plain Python is measured: nothing is compiled here.[/yellow]")
    at = circumstances()
    levels, fillings = run(options, console)
    console.print(tabulate(levels))
    for one in fillings:
        console.print(
            f"{one.stored:,} stored: {one.bytes_per_match:,.0f} bytes of memory for an idle match, "
            f"written at {one.per_second:,.0f} a second"
        )
    for line in flatness(levels):
        console.print(line)
    write(Record("load", at, tuple(figures(levels, fillings, options.game))))
    write_page()
    console.print(f"{PAGE.name} is written anew.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
