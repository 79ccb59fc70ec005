"""Looking back at a log as long as it may go back: time, and memory of the process."""

from __future__ import annotations

import statistics
import time

from bench.figure import Figure
from bench.hostile.measuring import going_back
from bench.load import Connection
from bench.requests import GAME, reading
from bench.running import serving
from bench.streams import resident

ENTRIES = 35_900
"""From nine tenths of `RAILHEAD_LOG_ENTRIES` on a match goes back no more."""
LOOKS = 200


def figures() -> list[Figure]:
    """The median look, and how much the process has grown after all of them."""
    with serving() as running:
        match, token = going_back(running.matches(), ENTRIES)
        connection = Connection(running.port)
        connection.exchange(reading(match, token))
        before = max(resident(running.pid).values())
        found = []
        for number in range(LOOKS):
            version = 1 + (number * 7919) % (ENTRIES - 1)
            began = time.perf_counter()
            connection.exchange(reading(match, token, f"/versions/{version}"))
            found.append(1000 * (time.perf_counter() - began))
            if connection.status != 200:
                raise RuntimeError(f"version {version} is answered with {connection.status}")
        grown = (max(resident(running.pid).values()) - before) / 2**20
    found.sort()
    name = f"{GAME}: a past version of a log of {ENTRIES:,} entries"
    beside = f"of {LOOKS} looks, the slowest {found[-1]:.1f} ms"
    return [
        Figure(f"{name}, p50", round(statistics.median(found), 1), "ms", "<= 20", beside),
        Figure(f"{name}: memory", round(grown, 1), "MB", "<= 5", f"after {LOOKS} looks"),
    ]
