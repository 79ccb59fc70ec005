"""When a process that is told to stop may: once another one listens and nobody asks any more."""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import Final

from railhead.service.graceful_restart import START_SECONDS, successors_are_ready

QUIET_SECONDS: Final = 1.0
"""Once no request has come for so long, a process that is told to stop drains no longer.

A client that is about to ask once more may have to wait for a busy machine before it does.
"""
SUCCESSOR_SECONDS: Final = 0.1
"""From one look whether the successor of a process listens to the next."""


async def wait_for_successor(loop: AbstractEventLoop) -> None:
    """Wait until the process that takes our place listens, if it does within its time to start."""
    latest = loop.time() + START_SECONDS
    while loop.time() < latest and not successors_are_ready():
        await asyncio.sleep(SUCCESSOR_SECONDS)


async def wait_until_quiet(
    loop: AbstractEventLoop, seconds: float, last_request_at: Callable[[], float]
) -> None:
    """Wait until no request has come for a while, for up to so many seconds."""
    until = loop.time() + seconds
    while (now := loop.time()) < (quiet := min(until, last_request_at() + QUIET_SECONDS)):
        await asyncio.sleep(quiet - now)
