"""How the API listens and answers, and what it tells of itself."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.service.environment import setting


@dataclass(frozen=True)
class ServerSettings:
    """How the API listens and answers, and what it tells of itself."""

    host: str = setting("RAILHEAD_HOST", "127.0.0.1", "Address the API listens on.")
    port: int = setting("RAILHEAD_PORT", 8000, "Port the API listens on.", 1, 65535)
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
    web_other_apis: bool = setting(
        "RAILHEAD_WEB_OTHER_APIS",
        True,
        "Whether the table in the browser may show other services, which `?api=` names.",
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
