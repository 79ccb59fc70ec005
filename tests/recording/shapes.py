"""Whether two JSON values have the same members with the same types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def difference(
    before: Any, now: Any, depth: int | None = None, place: str = "answer"
) -> str | None:
    """Where two values differ in members or types; null where they do not.

    The entries of a list are taken together, so that it may be longer or shorter; of an empty one
    nothing is known. Below `depth` levels of objects nothing is compared.
    """
    if depth == 0:
        return None
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        return _of_objects(before, now, depth, place)
    if isinstance(before, list) and isinstance(now, list):
        return _of_lists(before, now, depth, place)
    if type(before) is type(now):
        return None
    return f"{place} was {type(before).__name__} and is {type(now).__name__}"


def _of_objects(
    before: Mapping[str, Any], now: Mapping[str, Any], depth: int | None, place: str
) -> str | None:
    if before.keys() != now.keys():
        return f"{place} has not the same members: {sorted(before.keys() ^ now.keys())}"
    deeper = None if depth is None else depth - 1
    found = (difference(before[name], now[name], deeper, f"{place}.{name}") for name in before)
    return next((one for one in found if one is not None), None)


def _of_lists(
    before: Sequence[Any], now: Sequence[Any], depth: int | None, place: str
) -> str | None:
    """Each entry that is there now is like one that was there before."""
    for number, item in enumerate(now if before else ()):
        unlike = [difference(one, item, depth, f"{place}.{number}") for one in before]
        if None not in unlike:
            return unlike[0]
    return None
