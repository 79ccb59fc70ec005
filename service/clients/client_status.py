"""What a match is to a client, and which changes of that are told."""

from __future__ import annotations

from typing import Any

from railhead.service.model import Head, Record, seat_of_client, seats_of


def status_of(client_id: str, record: Record | None, head: Head | None) -> tuple[str, int]:
    """What a match is to a client, and since which version."""
    if record is None or head is None:
        return "gone", 0
    seat = seat_of_client(seats_of(record, head), client_id)
    if seat is None and record.client != client_id:
        return "gone", 0
    if head.status == "over":
        return "over", head.version
    if seat is None:
        return "idle", 0
    if seat.kind == "open":
        return "invitation", 0
    if seat.kind == "human" and seat.number in head.opened:
        return "turn", head.opened[seat.number]
    return "idle", 0


def follows_another(record: Record | None, head: Head | None, status: tuple[str, int]) -> bool:
    """Whether a match of this `status` is a rematch that the client may want to know of."""
    known = record is not None and head is not None and record.rematch_of is not None
    return known and status[0] != "gone"


def is_untouched(record: Record | None, head: Head | None) -> bool:
    """Whether nothing has happened in a match since it was created."""
    return record is not None and head is not None and head.updated_at == record.created_at


def rematch_event(
    client_id: str, match_id: str, record: Record | None, head: Head | None
) -> dict[str, Any]:
    """The event that a match has come which follows another one of the client's."""
    event = _event("rematch", client_id, match_id, record, head)
    return {**event, "rematch_of": None if record is None else record.rematch_of}


def event_of(
    client_id: str,
    match_id: str,
    record: Record | None,
    head: Head | None,
    status_before: tuple[str, int] | None,
    status: tuple[str, int],
) -> dict[str, Any] | None:
    """The event that a change to `status` is; None where it asks nothing of the client."""
    kind = status[0]
    if kind == "idle" or (status_before is None and kind in ("over", "gone")):
        return None
    return _event(kind, client_id, match_id, record, head)


def _event(
    kind: str, client_id: str, match_id: str, record: Record | None, head: Head | None
) -> dict[str, Any]:
    seat = None
    if record is not None and head is not None:
        seat = seat_of_client(seats_of(record, head), client_id)
    return {
        "kind": kind,
        "match": match_id,
        "game": None if record is None else record.game,
        "version": None if head is None else head.version,
        "seat": None if seat is None else seat.number,
    }
