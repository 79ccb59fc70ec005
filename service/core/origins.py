"""Where a match comes from that was not simply made: a fork of another, or an imported document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from railhead.service.model import Record


def fork_of(match_id: str, version: int) -> dict[str, Any]:
    """The origin of a match that begins where another was at a version."""
    return {"kind": "fork", "match": match_id, "version": version}


def import_of(match_id: str | None, origin: Mapping[str, Any] | None) -> dict[str, Any]:
    """The origin of a match that was imported as a document of `match_id`, which had this origin.

    Of a document that was imported before, only the last import is told; what was forked stays so.
    """
    forked = forked_from(origin)
    mark: dict[str, Any] = {"kind": "import", "match": match_id}
    return mark if forked is None else {**mark, "origin": dict(forked)}


def origin_of(record: Record) -> Mapping[str, Any] | None:
    """The origin of a match as everybody sees it; None for none."""
    origin = record.origin
    # Forks were once the only matches with an origin.
    return origin if origin is None or "kind" in origin else {"kind": "fork", **origin}


def forked_from(origin: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """The fork that a match of this origin is, or was where it comes from; None for none."""
    if origin is not None and origin["kind"] == "import":
        return origin.get("origin")
    return origin
