"""Parts of views that are made once and stand in many views, with a place for their JSON.

To write the whole map of a game as JSON takes longer than to write all else that an answer shows.
To whoever does not know of this they are a list and a dict like any other, for reading.
"""

from __future__ import annotations

from typing import Any


class SharedList(list[Any]):
    """A list that stands in many views; `json` is what it is as JSON, empty until somebody has
    written it."""

    __slots__ = ("json",)

    def __init__(self, entries: list[Any]) -> None:
        super().__init__(entries)
        self.json = b""


class SharedDict(dict[str, Any]):
    """A dict that stands in many views; `json` as of `SharedList`."""

    __slots__ = ("json",)

    def __init__(self, members: dict[str, Any]) -> None:
        super().__init__(members)
        self.json = b""
