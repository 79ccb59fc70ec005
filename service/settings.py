"""Every setting of the service, read from the environment; docs/settings.md lists the same.

A file `.env` in the working directory is read too; what the environment says goes first.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from dotenv import load_dotenv

from railhead.service.environment import check, read, setting
from railhead.service.machine import memory
from railhead.service.renamed_settings import rename

DAY = 24 * 3600


@dataclass(frozen=True)
class Settings:
    """The settings by name, which ends with the unit of the value; an expiry of 0 means never."""

    host: str = setting("RAILHEAD_HOST", "127.0.0.1", "Address the API listens on.")
    port: int = setting("RAILHEAD_PORT", 8000, "Port the API listens on.", 1, 65535)
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
    workers: int = setting(
        "RAILHEAD_WORKERS", max(1, (os.cpu_count() or 2) - 1), "Worker processes for bot turns.", 1
    )
    workers_per_turn: int = setting(
        "RAILHEAD_WORKERS_PER_TURN",
        1,
        "How many workers, of all hosts, search a turn of the strongest level together, as far as "
        "they have nothing else to do.",
        1,
        64,
    )
    worker_nice: int = setting(
        "RAILHEAD_WORKER_NICE",
        5,
        "Niceness of worker processes, so that the API gets the processor first (0 to 19).",
        0,
    )
    api_workers: int = setting("RAILHEAD_API_WORKERS", 1, "How many processes serve the API.", 1)
    api_threads: int = setting(
        "RAILHEAD_API_THREADS", 16, "Threads of each API process: requests at work at once.", 1
    )
    shortcuts: bool = setting(
        "RAILHEAD_SHORTCUTS",
        True,
        "Whether private parts of granian, asyncio and redis-py are used, where their versions are "
        "known: it saves a third of the processor time of a request.",
    )
    max_requests: int = setting(
        "RAILHEAD_MAX_REQUESTS",
        512,
        "Requests that an API process has at work or in its queue; beyond that the address with "
        "the most loses its newest one, with 503.",
        1,
    )
    max_bodies: int = setting(
        "RAILHEAD_MAX_BODIES",
        1000,
        "Request bodies that an API process receives at once; beyond that the address with the "
        "most loses its oldest one, with 503.",
        1,
    )
    address_share: float = setting(
        "RAILHEAD_ADDRESS_SHARE",
        0.5,
        "The share of the threads, long polls, streams and processor time of an API process that "
        "one address may have (of IPv6 a /64): 1 for a household or behind a gateway where all "
        "have the same, 0.1 for a server open to all.",
        0.001,
        1,
    )
    max_long_polls: int = setting(
        "RAILHEAD_MAX_LONG_POLLS",
        4000,
        "Long polls that an API process holds; further ones get 304 with `Retry-After` at once.",
        0,
    )
    long_polls_per_caller: int = setting(
        "RAILHEAD_LONG_POLLS_PER_CALLER",
        100,
        "Long polls that an API process holds for one token, or for one address without a "
        "token; further ones get 304 with `Retry-After` at once.",
        0,
    )
    max_streams: int = setting(
        "RAILHEAD_MAX_STREAMS",
        4000,
        "Streams of events that an API process keeps open; further ones get 503.",
        0,
    )
    streams_per_caller: int = setting(
        "RAILHEAD_STREAMS_PER_CALLER",
        100,
        "Streams that an API process keeps open for one token, or for one address without a "
        "token; further ones get 429.",
        0,
    )
    cors_reading: bool = setting(
        "RAILHEAD_CORS_READING",
        True,
        "Whether web pages of any origin may read what is public (CORS).",
    )
    cors_origins: str = setting(
        "RAILHEAD_CORS_ORIGINS",
        "",
        "Origins whose web pages may use the whole API, separated by spaces; `*` for all.",
    )
    header_seconds: int = setting(
        "RAILHEAD_HEADER_SECONDS",
        30,
        "Seconds that the head of a request may take; a connection idle for so long is closed.",
        1,
        60,
    )
    body_seconds: float = setting(
        "RAILHEAD_BODY_SECONDS", 10.0, "Seconds that the body of a request may take.", 0.1
    )
    games_dir: Path | None = setting(
        "RAILHEAD_GAMES_DIR", None, "Folder of further data files: `<game>/<option>/<name>.yaml`."
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
    lease_seconds: float = setting(
        "RAILHEAD_LEASE_SECONDS",
        5.0,
        "Seconds for which a worker that falls silent keeps its turn.",
        0.2,
    )
    worker_heartbeat_timeout_seconds: float = setting(
        "RAILHEAD_WORKER_HEARTBEAT_TIMEOUT_SECONDS",
        20.0,
        "Seconds that a worker may give no sign of life before its supervisor replaces it.",
        2,
    )
    bot_job_seconds: float = setting(
        "RAILHEAD_BOT_JOB_SECONDS",
        10.0,
        "Seconds that one job may play in a match with several bots before other matches go on; "
        "while others wait, it plays the turn of one seat.",
        0.1,
    )
    bot_budget_factor: float = setting(
        "RAILHEAD_BOT_BUDGET_FACTOR", 1.0, "Factor on how long bots of every level think.", 0.001
    )
    bot_seconds_per_hour: float = setting(
        "RAILHEAD_BOT_SECONDS_PER_HOUR",
        1800.0,
        "Seconds that bots may think within an hour in the matches created by one client or "
        "address; after that they think only while no bots of others wait (0 for no limit).",
        0,
    )
    bot_matches: int = setting(
        "RAILHEAD_BOT_MATCHES",
        20,
        "Matches between bots alone that one client or address may have running at once; further "
        "ones get 429 (0 for no limit).",
        0,
    )
    max_body_bytes: int = setting(
        "RAILHEAD_MAX_BODY_BYTES",
        128 * 1024,
        "Longest request body in bytes, except for imports.",
        1024,
    )
    max_import_bytes: int = setting(
        "RAILHEAD_MAX_IMPORT_BYTES",
        4 * 1024 * 1024,
        "Longest import in bytes; the default is enough for the longest log.",
        1024,
    )
    creation_limit: str = setting(
        "RAILHEAD_CREATION_LIMIT",
        "60/minute",
        "How many matches and clients one client or address may create (empty for no limit).",
        rate=True,
    )
    stored_bytes_limit: str = setting(
        "RAILHEAD_STORED_BYTES_LIMIT",
        "32000000/hour;200000000/day",
        "How many bytes one client or address may let the store keep, in matches, logs, documents "
        "and clients (empty for no limit).",
        rate=True,
    )
    action_limit: str = setting(
        "RAILHEAD_ACTION_LIMIT",
        "200/second",
        "How many actions, undos and changes of seats an API process takes of one client or token "
        "(empty for no limit).",
        rate=True,
    )
    claim_limit: str = setting(
        "RAILHEAD_CLAIM_LIMIT",
        "120/hour",
        "How many seats of public matches one address may claim without an invitation, with "
        "whatever token (empty for no limit).",
        rate=True,
    )
    stream_limit: str = setting(
        "RAILHEAD_STREAM_LIMIT",
        "600/minute",
        "How many streams one client, token or address may open on an API process (empty for no "
        "limit).",
        rate=True,
    )
    analysis_seconds: int = setting(
        "RAILHEAD_ANALYSIS_SECONDS",
        10,
        "Seconds of thinking that an analysis gets at most, whatever is asked for.",
        1,
        3600,
    )
    analysis_expiry_seconds: int = setting(
        "RAILHEAD_ANALYSIS_EXPIRY_SECONDS",
        DAY,
        "Seconds until the analyses of a match are deleted, after the last was asked for.",
        60,
    )
    analysis_limit: str = setting(
        "RAILHEAD_ANALYSIS_LIMIT",
        "12/minute",
        "How many analyses one client or address may ask for (empty for no limit).",
        rate=True,
    )
    component_limit: str = setting(
        "RAILHEAD_COMPONENT_LIMIT",
        "120/minute",
        "How many descriptions of tables an API process makes for one address; cached ones are "
        "not counted (empty for no limit).",
        rate=True,
    )
    data_limit: str = setting(
        "RAILHEAD_DATA_LIMIT",
        "30/minute",
        "How many documents of data an API process takes from one client, and in imports from "
        "one client or address (empty for no limit).",
        rate=True,
    )
    data_validations: int = setting(
        "RAILHEAD_DATA_VALIDATIONS",
        2,
        "Documents of data that an API process tries out at once, each in a process of its own.",
        1,
    )
    max_data_validations: int = setting(
        "RAILHEAD_MAX_DATA_VALIDATIONS",
        128,
        "Documents of data that an API process tries out or lets wait; further ones get 503.",
        1,
    )
    data_validations_per_caller: int = setting(
        "RAILHEAD_DATA_VALIDATIONS_PER_CALLER",
        32,
        "Documents of data of one client, or of one address without a client's token, that an "
        "API process tries out or lets wait; further ones get 429.",
        1,
    )
    data_documents: int = setting(
        "RAILHEAD_DATA_DOCUMENTS", 20, "How many documents of data a client may keep.", 0
    )
    data_bytes: int = setting(
        "RAILHEAD_DATA_BYTES", 256 * 1024, "How many bytes of data a client may keep.", 0
    )
    webhook_workers: int = setting(
        "RAILHEAD_WEBHOOK_WORKERS",
        1,
        "Processes that deliver webhooks; 0 where other hosts deliver them.",
        0,
    )
    webhook_private_addresses: str = setting(
        "RAILHEAD_WEBHOOK_PRIVATE_ADDRESSES",
        "",
        "Private networks that webhooks may go to, over plain HTTP too, such as `10.1.0.0/16 "
        "::1/128`.",
        networks=True,
    )
    webhook_timeout_seconds: float = setting(
        "RAILHEAD_WEBHOOK_TIMEOUT_SECONDS",
        10.0,
        "Seconds that a webhook's endpoint may take.",
        0.1,
        60,
    )
    webhook_backoff_factor: float = setting(
        "RAILHEAD_WEBHOOK_BACKOFF_FACTOR",
        1.0,
        "Factor on the pauses between attempts to deliver to a webhook.",
        0.0001,
        10,
    )
    webhook_disable_after_seconds: float = setting(
        "RAILHEAD_WEBHOOK_DISABLE_AFTER_SECONDS",
        3 * DAY,
        "Seconds of nothing but failures after which a webhook is switched off.",
        0.1,
    )
    webhook_seconds_per_hour: float = setting(
        "RAILHEAD_WEBHOOK_SECONDS_PER_HOUR",
        3600.0,
        "Seconds that all attempts at the webhook of one client may take in an hour; after that "
        "its events wait for the next hour (0 for no limit).",
        0,
    )
    webhook_limit: str = setting(
        "RAILHEAD_WEBHOOK_LIMIT",
        "60/minute",
        "How often one client may change, test and replay its webhook (empty for no limit).",
        rate=True,
    )
    proxies: int = setting(
        "RAILHEAD_PROXIES",
        0,
        "How many proxies in front of the API add to `X-Forwarded-For`; the client's address is "
        "the one that the outermost of them has added.",
        0,
    )
    drain_seconds: float = setting(
        "RAILHEAD_DRAIN_SECONDS",
        3.0,
        "Seconds for which a process that is stopping goes on with what it has begun.",
        0,
    )
    metrics_host: str = setting(
        "RAILHEAD_METRICS_HOST", "127.0.0.1", "Address the metrics are shown at."
    )
    metrics_port: int = setting(
        "RAILHEAD_METRICS_PORT",
        0,
        "Port the metrics are shown at, for Prometheus; 0 for none.",
        0,
        65535,
    )
    access_log: str = setting(
        "RAILHEAD_ACCESS_LOG",
        "off",
        "Whether the API writes a line of JSON for each answer, and how it names callers without a "
        "client's token: `off`, `short` for the network of their address, `whole` for all of it.",
        choices=("off", "short", "whole"),
    )
    log_level: str = setting(
        "RAILHEAD_LOG_LEVEL",
        "info",
        "The least level that is logged: `debug`, `info`, `warning` or `error`.",
        choices=("debug", "info", "warning", "error"),
    )
    log_format: str = setting(
        "RAILHEAD_LOG_FORMAT",
        "console",
        "Form of the log: `console` for people, `json` for machines.",
        choices=("console", "json"),
    )

    def share_of(self, places: int) -> int:
        """How many of so many places one address may have: at least one, if there are any."""
        return min(places, max(1, round(places * self.address_share)))

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

    @classmethod
    def from_environment(cls) -> Settings:
        """The settings as the environment has them. Raises `InvalidSetting`.

        Old names of settings are read too; `logs.configure` warns of them.
        """
        load_dotenv(".env")
        rename(os.environ)
        values: dict[str, Any] = {}
        for one in fields(cls):
            text, kind = os.environ.get(one.metadata["name"]), str(one.type)
            if text is not None and (text or not kind.startswith("Path")):
                values[one.name] = read(one.metadata["name"], kind, text)
                check(one.metadata, values[one.name])
        return cls(**values)


def setting_docs() -> list[tuple[str, str, str]]:
    """Each setting's environment variable, default and text, in order: what the docs show."""
    return [
        (
            one.metadata["name"],
            "" if one.default is None else str(one.default),
            one.metadata["text"],
        )
        for one in fields(Settings)
    ]
