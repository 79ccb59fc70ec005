"""What the processes of a host count, for Prometheus.

`railhead.service.running.metrics_exporter` shows it, where the settings say so. Every label has a
handful of values that are known beforehand: none says anything of a match, a seat, a token or a
client.

Counts of several processes are added up through files in a folder (`FOLDER`), which must be in the
environment before this module is imported; without it each process counts for itself.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from prometheus_client import Counter, Gauge, Histogram

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder."""
NO_ROUTE: Final = "none"
"""The route of what was answered before, or without, finding one."""

_METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
_SWIFT: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
_SLOW: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)

_REQUESTS: Final = Counter("railhead_requests", "Requests answered.", ["route", "method", "status"])
_REQUEST_SECONDS: Final = Histogram(
    "railhead_request_seconds",
    "From the head of a request to its answer; long polls that waited are left out.",
    ["route"],
    buckets=_SWIFT,
)
_REFUSALS: Final = Counter("railhead_refusals", "Problem documents sent.", ["problem"])
_COMMITS: Final = Counter("railhead_commits", "Commits written to the store.", ["game"])
_STORE_SECONDS: Final = Histogram(
    "railhead_store_seconds", "What the store took to answer.", ["operation"], buckets=_SWIFT
)
_THINKING: Final = Histogram(
    "railhead_thinking_seconds",
    "What a bot took to choose one action.",
    ["game", "level"],
    buckets=_SLOW,
)
_SIMULATIONS: Final = Counter(
    "railhead_simulations", "Simulations that bots have run.", ["game", "level"]
)
_ANALYSES: Final = Counter("railhead_analyses", "Analyses that have ended.", ["game", "end"])
_PARTS: Final = Counter(
    "railhead_parts",
    "Parts of turns: called for, begun by a worker, merged into a choice, lost with their worker.",
    ["game", "stage"],
)
_PART_SIMULATIONS: Final = Counter(
    "railhead_part_simulations", "Simulations of parts that were merged.", ["game"]
)
_HALTED: Final = Counter(
    "railhead_halts", "Turns of bots that were halted as they failed again and again.", ["reason"]
)
_EMPTIED: Final = Counter("railhead_store_emptied", "How often the store was found empty in use.")
_WAITING: Final = Gauge(
    "railhead_waiting_clients", "Long polls that are held.", multiprocess_mode="livesum"
)
_STREAMS: Final = Gauge(
    "railhead_open_streams", "Streams of events that are open.", multiprocess_mode="livesum"
)
_DELIVERIES: Final = Counter(
    "railhead_webhook_attempts", "Attempts to deliver to webhooks.", ["outcome"]
)
_DELIVERY_SECONDS: Final = Histogram(
    "railhead_webhook_seconds", "What endpoints of webhooks took.", buckets=_SLOW
)


@cache
def _requests(route: str, method: str, status: int) -> Counter:
    known = method if method in _METHODS else "other"
    return _REQUESTS.labels(route, known, str(status))


_request_seconds = cache(_REQUEST_SECONDS.labels)
_refusals = cache(_REFUSALS.labels)
_commits = cache(_COMMITS.labels)
_store_seconds = cache(_STORE_SECONDS.labels)


def count_request(route: str, method: str, status: int, seconds: float | None) -> None:
    """A request was answered; `seconds` is None where it was made to wait."""
    _requests(route, method, status).inc()
    if seconds is not None:
        _request_seconds(route).observe(seconds)


def count_refusal(problem: str) -> None:
    """A problem of this type was answered."""
    _refusals(problem).inc()


def count_commit(game: str) -> None:
    """A commit to a match of this game was written."""
    _commits(game).inc()


def observe_store(operation: str, seconds: float) -> None:
    """The store answered a `read` or a `commit`."""
    _store_seconds(operation).observe(seconds)


def observe_choice(game: str, level: str, seconds: float, simulations: int) -> None:
    """A bot of this level has chosen an action."""
    _THINKING.labels(game, level).observe(seconds)
    _SIMULATIONS.labels(game, level).inc(simulations)


def count_analysis(game: str, end: str) -> None:
    """An analysis has ended: it is `done`, was `cancelled` or has `failed`."""
    _ANALYSES.labels(game, end).inc()


def count_shared_searches(game: str, stage: str, parts: int = 1) -> None:
    """So many parts of a turn were `called`, have `begun`, were `merged` or are `lost`."""
    _PARTS.labels(game, stage).inc(parts)


def count_merged_simulations(game: str, simulations: int) -> None:
    """So many simulations of parts have counted in a choice."""
    _PART_SIMULATIONS.labels(game).inc(simulations)


def observe_delivery(delivered: bool, seconds: float) -> None:
    """The endpoint of a webhook was tried."""
    _DELIVERIES.labels("delivered" if delivered else "failed").inc()
    _DELIVERY_SECONDS.observe(seconds)


def count_halt(reason: str) -> None:
    """A turn was halted: a `fault`, `workers-lost` or `unreadable`."""
    _HALTED.labels(reason).inc()


def count_emptied_store() -> None:
    """The store, which was in use, was found empty."""
    _EMPTIED.inc()


def add_waiting(change: int) -> None:
    """So many more long polls are held in this process."""
    _WAITING.inc(change)


def add_streaming(change: int) -> None:
    """So many more streams are open in this process."""
    _STREAMS.inc(change)
