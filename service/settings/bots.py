"""Worker processes, and how long bots and analyses think."""

from __future__ import annotations

import os
from dataclasses import dataclass

from railhead.service.environment import DAY, setting


@dataclass(frozen=True)
class BotSettings:
    """Worker processes, and how long bots and analyses think."""

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
