"""Settings that had another name in an earlier release: it is read for one release more."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Final

RENAMED: Final = {
    "RAILHEAD_STORE_MEMORY": "RAILHEAD_STORE_MEMORY_MIB",
    "RAILHEAD_MAX_WAITS": "RAILHEAD_MAX_LONG_POLLS",
    "RAILHEAD_WAITS_PER_CALLER": "RAILHEAD_LONG_POLLS_PER_CALLER",
    "RAILHEAD_IDLE_EXPIRY": "RAILHEAD_IDLE_EXPIRY_SECONDS",
    "RAILHEAD_FINISHED_EXPIRY": "RAILHEAD_FINISHED_EXPIRY_SECONDS",
    "RAILHEAD_CLIENT_EXPIRY": "RAILHEAD_CLIENT_EXPIRY_SECONDS",
    "RAILHEAD_ANALYSIS_EXPIRY": "RAILHEAD_ANALYSIS_EXPIRY_SECONDS",
    "RAILHEAD_SLICE_SECONDS": "RAILHEAD_WORKER_HEARTBEAT_TIMEOUT_SECONDS",
    "RAILHEAD_TURN_SHARE": "RAILHEAD_BOT_JOB_SECONDS",
    "RAILHEAD_BOT_BUDGET": "RAILHEAD_BOT_BUDGET_FACTOR",
    "RAILHEAD_BOT_SECONDS": "RAILHEAD_BOT_SECONDS_PER_HOUR",
    "RAILHEAD_MAX_BODY": "RAILHEAD_MAX_BODY_BYTES",
    "RAILHEAD_MAX_IMPORT": "RAILHEAD_MAX_IMPORT_BYTES",
    "RAILHEAD_STORED_LIMIT": "RAILHEAD_STORED_BYTES_LIMIT",
    "RAILHEAD_TRIALS": "RAILHEAD_DATA_VALIDATIONS",
    "RAILHEAD_MAX_TRIALS": "RAILHEAD_MAX_DATA_VALIDATIONS",
    "RAILHEAD_TRIALS_PER_CALLER": "RAILHEAD_DATA_VALIDATIONS_PER_CALLER",
    "RAILHEAD_WEBHOOK_SECONDS": "RAILHEAD_WEBHOOK_TIMEOUT_SECONDS",
    "RAILHEAD_WEBHOOK_PACE": "RAILHEAD_WEBHOOK_BACKOFF_FACTOR",
    "RAILHEAD_WEBHOOK_PATIENCE": "RAILHEAD_WEBHOOK_DISABLE_AFTER_SECONDS",
    "RAILHEAD_WEBHOOK_HOUR_SECONDS": "RAILHEAD_WEBHOOK_SECONDS_PER_HOUR",
}
"""The old environment variables with the names that took their place."""

_warnings: list[dict[str, str]] = []


def rename(environment: MutableMapping[str, str]) -> None:
    """Put each old name's value under the new one, and keep a warning of it for the log.

    Where both are set to different values the new one counts. The old name is removed, so that the
    processes started from here find the new one alone and do not warn again.
    """
    for old, new in RENAMED.items():
        value = environment.pop(old, None)
        if value is None or environment.get(new) == value:
            continue
        ignored = new in environment
        environment.setdefault(new, value)
        _warnings.append({"old": old, "new": new, "counts": new if ignored else old})


def take_warnings() -> Iterator[dict[str, str]]:
    """The warnings since they were last taken: the old name, the new one, and which counts."""
    while _warnings:
        yield _warnings.pop(0)
