"""A loop that sleeps on a lock wakes for threads, timers and signals as any other."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import cast

import pytest

from railhead.service.shortcuts import use_lock_selector


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    made = asyncio.new_event_loop()
    yield made
    made.close()


def test_timers_come_in_their_time(loop: asyncio.AbstractEventLoop) -> None:
    use_lock_selector(loop)
    began = time.monotonic()
    loop.run_until_complete(asyncio.wait_for(asyncio.sleep(0.2), 20))
    assert 0.15 < time.monotonic() - began < 2


def test_no_call_from_a_thread_is_lost(loop: asyncio.AbstractEventLoop) -> None:
    use_lock_selector(loop)
    calls: list[int] = []
    unheard: list[int] = []

    def call(first: int, done: asyncio.Future[None]) -> None:
        for number in range(first, first + 2000):
            loop.call_soon_threadsafe(calls.append, number)
            if number % 50 == 0:
                heard = threading.Event()
                loop.call_soon_threadsafe(heard.set)
                if not heard.wait(10):
                    unheard.append(number)
        loop.call_soon_threadsafe(done.set_result, None)

    async def all_there() -> None:
        ends = [loop.create_future() for _ in range(4)]
        threads = [
            threading.Thread(target=call, args=(at * 2000, done)) for at, done in enumerate(ends)
        ]
        for thread in threads:
            thread.start()
        await asyncio.gather(*ends)
        for thread in threads:
            thread.join()

    loop.run_until_complete(asyncio.wait_for(all_there(), 60))
    assert sorted(calls) == list(range(8000))
    assert not unheard


def test_signals_reach_the_handlers_of_the_loop(loop: asyncio.AbstractEventLoop) -> None:
    signalled = use_lock_selector(loop)
    done = loop.create_future()
    loop.add_signal_handler(signal.SIGUSR1, done.set_result, None)
    before = signal.signal(signal.SIGUSR1, lambda *_: signalled())
    try:
        loop.call_later(0.1, os.kill, os.getpid(), signal.SIGUSR1)
        loop.run_until_complete(asyncio.wait_for(done, 5))
    finally:
        loop.remove_signal_handler(signal.SIGUSR1)
        signal.signal(signal.SIGUSR1, before)


def test_a_loop_of_another_make_is_left_alone() -> None:
    class Other:
        """One that has nothing of asyncio's own."""

    other = Other()
    use_lock_selector(cast(asyncio.AbstractEventLoop, other))()
    assert vars(other) == {}
