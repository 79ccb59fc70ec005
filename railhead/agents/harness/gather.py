"""Several jobs at once, told as they end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from typing import TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")


async def as_completed(
    job: Callable[[Given], Awaitable[Made]], given: Iterable[Given], at_once: int
) -> AsyncGenerator[Made]:
    """What `job` makes of each of `given`, `at_once` of them at a time, in the order they end.

    Raises what a job raises; the others are broken off then, and when nobody asks for more.
    """
    gate = asyncio.Semaphore(at_once)

    async def run(one: Given) -> Made:
        async with gate:
            return await job(one)

    tasks = [asyncio.create_task(run(one)) for one in given]
    try:
        for ended in asyncio.as_completed(tasks):
            yield await ended
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
