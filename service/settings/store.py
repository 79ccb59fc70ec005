"""Where matches are kept, how safely, and for how long; an expiry of 0 means never."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from railhead.service.environment import DAY, setting
from railhead.service.machine import memory


@dataclass(frozen=True)
class StoreSettings:
    """Where matches are kept, how safely, and for how long; an expiry of 0 means never."""

    data_dir: Path = setting(
        "RAILHEAD_DATA_DIR", Path("data"), "Folder of the embedded store: the matches live here."
    )
    store_memory_mib: int = setting(
        "RAILHEAD_STORE_MEMORY_MIB",
        memory() // 2,
        "MiB of memory that the embedded store may take; when it is full, requests that write "
        "get 503 (0 for no limit).",
        0,
    )
    store_start_seconds: float = setting(
        "RAILHEAD_STORE_START_SECONDS",
        300.0,
        "Seconds that the embedded store may take to start without a sign of progress; reading "
        "its log may take as long as it needs.",
        0.1,
    )
    redis_url: str = setting(
        "REDIS_URL", "", "The Redis-protocol store to use; where empty, `serve` starts its own."
    )
    queue_url: str = setting(
        "RAILHEAD_QUEUE_URL",
        "",
        "Server of the queue of bot turns; where empty, the store.",
    )
    durability: str = setting(
        "RAILHEAD_DURABILITY",
        "everysec",
        "When an action counts as stored: `everysec`, `disk`, `replicated` or `disk+replicated`.",
        choices=("everysec", "disk", "replicated", "disk+replicated"),
    )
    replicas: int = setting(
        "RAILHEAD_REPLICAS",
        1,
        "How many replicas must confirm an action, where `RAILHEAD_DURABILITY` has `replicated`.",
        1,
    )
    replica_seconds: float = setting(
        "RAILHEAD_REPLICA_SECONDS",
        1.0,
        "Seconds that replicas may take to confirm an action; after that the answer is 503.",
        0.01,
        4,
    )
    log_entries: int = setting(
        "RAILHEAD_LOG_ENTRIES",
        40_000,
        "How many entries the log of a match may have. From nine tenths on going back and changes "
        "of seats get 409, which leaves the rest for playing to the end.",
        100,
    )
    idle_expiry_seconds: int = setting(
        "RAILHEAD_IDLE_EXPIRY_SECONDS",
        90 * DAY,
        "Seconds until a match nobody moves in is deleted.",
        0,
    )
    finished_expiry_seconds: int = setting(
        "RAILHEAD_FINISHED_EXPIRY_SECONDS",
        90 * DAY,
        "Seconds until a finished match is deleted.",
        0,
    )
    client_expiry_seconds: int = setting(
        "RAILHEAD_CLIENT_EXPIRY_SECONDS",
        400 * DAY,
        "Seconds until a client that does nothing is revoked; it leaves its matches then.",
        0,
    )

    @property
    def queue(self) -> str:
        """The URL of the server that has the queue."""
        return self.queue_url or self.redis_url

    @property
    def is_on_disk(self) -> bool:
        """Whether an action must be on disk before it is acknowledged."""
        return "disk" in self.durability

    @property
    def is_replicated(self) -> bool:
        """Whether replicas must have an action before it is acknowledged."""
        return "replicated" in self.durability
