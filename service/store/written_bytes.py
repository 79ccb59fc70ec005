"""How many bytes a thread lets the store keep, counted where they are written.

What replaces what was there before, lies there for minutes only or is shared by many is not
counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

KEY_BYTES: Final = 100
"""What a key takes besides its value, its name with it: about so much in Redis 7."""
MATCH_BYTES: Final = 3 * KEY_BYTES
"""What a new match takes besides its values, and where others name it."""
STREAM_BYTES: Final = 4200
"""What a stream takes as soon as it has an entry: it has room for 4 KB of them then."""


@dataclass
class WrittenBytes:
    """What was written since the count began, in bytes."""

    bytes: int = 0


_COUNT: ContextVar[WrittenBytes | None] = ContextVar("written", default=None)


@contextmanager
def counting() -> Iterator[WrittenBytes]:
    """Count what is written meanwhile; of two counts at once the inner one has it."""
    count = WrittenBytes()
    before = _COUNT.set(count)
    try:
        yield count
    finally:
        _COUNT.reset(before)


def count_written(values: Sequence[Any], besides: int = 0) -> None:
    """Count texts that the store keeps from now on, and so many bytes; numbers count nothing."""
    count = _COUNT.get()
    if count is not None:
        kept = sum(len(value) for value in values if isinstance(value, str | bytes))
        count.bytes += kept + besides
