"""The most recently used of something, bounded, for the threads of one process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class RecentlyUsed(Generic[Key, Value]):
    """At most `size` values by key; the one used longest ago makes room."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._lock = Lock()
        self._kept: OrderedDict[Key, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Key) -> Value | None:
        """The value of `key`, None where there is none."""
        with self._lock:
            value = self._kept.get(key)
            if value is not None:
                self._kept.move_to_end(key)
            return value

    def pop(self, key: Key) -> Value | None:
        """The value of `key`, which is kept no longer; None where there is none."""
        with self._lock:
            return self._kept.pop(key, None)

    def keep(self, key: Key, value: Value) -> None:
        """Keep `value` from now on."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self.size:
                self._kept.popitem(last=False)
