"""What the service says of games, kept for a while: asked for anew it would be the same."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar, cast

T = TypeVar("T")

MOST: Final = 256
SECONDS: Final = 600.0


class TtlCache(Generic[T]):
    """Answers by name: at most `MOST` of them, each for `SECONDS`."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, tuple[float, T]] = OrderedDict()

    async def get(self, name: str, ask: Callable[[], Awaitable[object]]) -> T:
        """The answer of that name, asked for where it is not kept."""
        now = time.monotonic()
        kept = self._found.get(name)
        if kept is not None and kept[0] > now:
            return kept[1]
        answer = cast(T, await ask())
        self._found[name] = (now + SECONDS, answer)
        self._found.move_to_end(name)
        while len(self._found) > MOST:
            self._found.popitem(last=False)
        return answer
