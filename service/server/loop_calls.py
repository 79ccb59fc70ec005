"""What threads let the event loop do: many calls in a moment wake it once."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections import deque
from collections.abc import Callable
from contextlib import suppress


class LoopCalls:
    """Calls that wait for the loop, in the order they came. Safe to share between threads."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_woken = False
        self._loop: AbstractEventLoop

    def begin(self, loop: AbstractEventLoop) -> None:
        """Run the calls in this loop."""
        self._loop = loop

    def submit(self, call: Callable[[], None]) -> None:
        """Let the loop call it soon."""
        # The call goes in before the flag is read, and `_run` takes the flag down before it looks
        # for calls: a call that finds the loop woken is seen by that run.
        self._waiting.append(call)
        if not self._is_woken:
            self._is_woken = True
            with suppress(RuntimeError):  # the loop is closed: the process ends
                self._loop.call_soon_threadsafe(self._run)

    def _run(self) -> None:
        self._is_woken = False
        while self._waiting:
            self._waiting.popleft()()
