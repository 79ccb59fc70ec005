"""How long a commit takes in each mode of RAILHEAD_DURABILITY, next to `everysec` in one run.

Two embedded servers, one of which answers only when what it was given is on disk; each has a
replica on this machine. The same matches are played in all modes in turns, by one client and by
several.
"""

from __future__ import annotations

import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bench.figure import Figure
from bench.requests import humans
from bench.running import free_port
from railhead.games.random import Random
from railhead.service.core.matches import Matches, open_matches
from railhead.service.running.embedded_store import Embedded
from railhead.service.settings import Settings
from railhead.service.store.commits import Commit
from railhead.service.store.connection import connect_to_server

MODES = ("everysec", "disk", "replicated", "disk+replicated")
CLIENTS = (1, 8)
ROUNDS = 3
COMMITS = 120
"""How many commits a client makes in each round."""


@contextmanager
def pair(folder: Path, on_disk: bool) -> Iterator[str]:
    """The URL of a server that has a replica."""
    with ExitStack() as stack:
        urls = []
        for name in ("primary", "replica"):
            server = Embedded(folder / name, on_disk)
            server.lock()
            process = server.start()
            stack.callback(server.close)
            stack.callback(process.wait, 20)
            stack.callback(process.terminate)
            urls.append(server.url)
        port = free_port()
        with connect_to_server(urls[0]) as primary, connect_to_server(urls[1]) as replica:
            primary.config_set("port", port)
            replica.replicaof("127.0.0.1", port)
            while replica.info("replication")["master_link_status"] != "up":
                time.sleep(0.05)
        yield urls[0]


def time_commits(matches: Matches, clients: int, first_seed: int) -> list[float]:
    """The milliseconds of each commit of that many clients, each with a match of its own."""
    found: list[float] = []
    commit = matches.store.commit

    def measure(wanted: Commit) -> None:
        began = time.perf_counter()
        commit(wanted)
        found.append(1000 * (time.perf_counter() - began))

    setattr(matches.store, "commit", measure)  # noqa: B010 - in place of the method
    threads = [
        threading.Thread(target=play, args=(matches, first_seed + number))
        for number in range(clients)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    del matches.store.__dict__["commit"]
    return found


def play(matches: Matches, seed: int) -> None:
    match, random = matches.create(humans(seed)).match, Random(seed)
    for _ in range(COMMITS):
        if match.status == "over":
            return
        seat = match.to_act[0]
        legal = match.state.legal_actions(seat)
        notation = match.game.vocabulary.notation(legal[int(random.below(len(legal)))])
        match = matches.submit(match.record.id, seat, notation, match.version).match


def figures() -> list[Figure]:
    """Commits in each mode, and how many times as long as `everysec` they take."""
    found: dict[tuple[str, int], list[float]] = {}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        urls = {
            on_disk: stack.enter_context(pair(Path(folder) / str(on_disk), on_disk))
            for on_disk in (False, True)
        }
        opened = {
            mode: open_matches(Settings(redis_url=urls["disk" in mode], durability=mode))
            for mode in MODES
        }
        for clients in CLIENTS:
            for turn in range(ROUNDS):
                for mode, matches in opened.items():
                    found.setdefault((mode, clients), []).extend(
                        time_commits(matches, clients, 1000 * turn)
                    )
        for matches in opened.values():
            matches.close()
    return [figure for clients in CLIENTS for figure in rows(found, clients)]


def rows(found: dict[tuple[str, int], list[float]], clients: int) -> list[Figure]:
    """The figures of all modes with that many clients."""
    plain = statistics.median(found["everysec", clients])
    made = []
    for mode in MODES:
        times = sorted(found[mode, clients])
        median, slow = statistics.median(times), times[int(0.99 * len(times))]
        beside = f"p99 {slow:.1f} ms; {median / plain:.1f} times everysec"
        name = f"commit, {mode}, {clients} client{'s' * (clients > 1)}"
        made.append(Figure(name, round(median, 2), "ms", None, beside))
    return made
