"""Answers that have a view as JSON: what stands in many views is written once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import orjson

from railhead.games.shared_parts import SharedDict, SharedList

_KINDS: Final[tuple[Any, ...]] = (dict, list, str, int)
"""What JSON has, of which a game may use kinds of its own."""


def view_bytes(body: Mapping[str, Any]) -> bytes:
    """A body with a view in it, as it goes out: the same bytes that `orjson.dumps` gives."""
    return orjson.dumps(body, _part, orjson.OPT_PASSTHROUGH_SUBCLASS)


def _part(part: Any) -> Any:
    """What stands for an object of no type that JSON has itself. Raises `TypeError`."""
    if isinstance(part, SharedList | SharedDict):
        if not part.json:
            part.json = orjson.dumps(part)
        return orjson.Fragment(part.json)
    for kind in _KINDS:
        if isinstance(part, kind):
            return kind(part)
    raise TypeError(f"{type(part).__name__} has no JSON")
