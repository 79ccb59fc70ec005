"""What further workers add to a turn that they search too, in the same time."""

from __future__ import annotations

import json
import time

from bench.figure import Figure
from bench.load import Connection, request
from bench.running import Running, serving
from railhead.ai.search.levels import STRONGEST

WORKERS = (1, 2, 4)
DECISIONS = 20
PATIENCE = 300.0
GAME = "montana"


def watch_thinking(running: Running) -> tuple[float, float, float]:
    """Simulations a second of thinking in some decisions of the strongest bots; the share of them
    that others have run; the mean number of others that took part in one."""
    seats = [{"kind": "bot", "level": STRONGEST}] * 2
    wanted = json.dumps({"game": GAME, "seats": seats, "seed": 1}).encode()
    Connection(running.port).exchange(request("POST", "/v1/matches", {}, wanted))
    until = time.monotonic() + PATIENCE
    while True:
        chosen = running.log_lines("bot has chosen")
        if len(chosen) >= DECISIONS:
            break
        if time.monotonic() > until:
            raise RuntimeError(f"only {len(chosen)} decisions in {PATIENCE:g} s")
        time.sleep(0.5)
    versions = {one["version"] for one in chosen}
    merged = [
        one for one in running.log_lines("shared search merged") if one["version"] in versions
    ]
    own = sum(one["simulations"] for one in chosen)
    others = sum(one["simulations"] for one in merged)
    seconds = sum(one["seconds"] for one in chosen)
    helpers = sum(one["results"] for one in merged) / max(1, len(merged))
    return (own + others) / seconds, others / (own + others), helpers


def figures() -> list[Figure]:
    """The simulations of a second of thinking by the number of workers a turn, against one."""
    results: list[Figure] = []
    alone = 0.0
    for workers in WORKERS:
        settings = {
            "RAILHEAD_WORKERS": str(workers),
            "RAILHEAD_WORKERS_PER_TURN": str(workers),
            "RAILHEAD_LOG_LEVEL": "debug",
        }
        with serving(**settings) as running:
            rate, share, helpers = watch_thinking(running)
        alone = alone or rate
        beside = f"{rate / alone:.2f} times those of one; {share:.0%} by {helpers:.1f} others"
        name = f"{GAME}, {STRONGEST}: simulations/s of thinking, {workers} workers a turn"
        results.append(Figure(name, round(rate), "1/s", None, beside))
    return results
