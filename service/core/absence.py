"""Who is absent: since when each seat has been waited for, and from when on that is too long.

A seat is waited for while one decision is open to whoever holds it and nothing is done there: its
time begins when the decision opens, and again with everything that is done with the seat. A seat
that its holder has left while the match was played is waited for until it is taken. All times are
milliseconds by `Clocks.now` of the store: an outage makes nobody absent.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from railhead.service.core.progress import Progress
from railhead.service.errors import Forbidden, HolderNotAbsent
from railhead.service.model import Head, Match, Record, Seat, Since, seats_of

LEAST_SECONDS: Final = 60
MOST_SECONDS: Final = 365 * 24 * 3600
USUAL_SECONDS: Final = 7 * 24 * 3600
"""After how long a holder is absent, in a match without clocks that does not say."""


def waited_since(
    record: Record, expected: Head | None, progress: Progress, now: int
) -> Since | None:
    """Since when each seat has been waited for, once the progress is kept at `now`.

    `expected` is the head that the progress began from, None at the creation. None is returned for
    a match in which nobody ever counts as absent.
    """
    if record.absent_after is None:
        return None
    before = {} if expected is None else (expected.waited_since or {})
    return {
        seat.number: before.get(seat.number, now)
        if expected is not None and _waits_still(record, expected, progress, seat)
        else now
        for seat in progress.seats
        if _is_waited_for(record, expected, progress, seat)
    }


def _is_waited_for(record: Record, expected: Head | None, progress: Progress, seat: Seat) -> bool:
    if progress.status == "active":
        return seat.kind == "human" and seat.number in progress.opened
    if progress.status == "over" or seat.kind != "open" or expected is None:
        return False
    if expected.status == "active":
        return True
    # Nobody waits for who has never sat down: only what has begun has an open seat waited for.
    waited = expected.waited_since or {}
    return any(
        other.kind == "open" and other.number in waited for other in seats_of(record, expected)
    )


def _waits_still(record: Record, expected: Head, progress: Progress, seat: Seat) -> bool:
    """Whether nothing has been done with a seat since the time that it was waited for at first."""
    earlier = seats_of(record, expected)[seat.number]
    if seat.kind == "open":
        return earlier.kind == "open"
    number = seat.number
    return earlier == seat and expected.opened.get(number) == progress.opened[number]


def absent_from(record: Record, since: Since | None) -> dict[int, int]:
    """By seat from when on its holder is absent, of those that are waited for."""
    after = record.absent_after
    return {} if after is None or not since else {n: at + after * 1000 for n, at in since.items()}


def check_absent(match: Match, seat: Seat, now: int) -> None:
    """Raise `HolderNotAbsent`, or `Forbidden` where no time of waiting lets others do anything."""
    at = absent_from(match.record, match.waited_since).get(seat.number)
    if match.record.absent_after is None or seat.kind == "bot":
        raise Forbidden("somebody holds the seat; only the holder's token changes it")
    if seat.kind == "open" and (at is None or match.record.clock is not None):
        raise Forbidden("only the owner may put a bot into this seat")
    if at is None:
        raise Forbidden("the seat has nothing to decide now; only the holder's token changes it")
    if now < at:
        shown = format_absence(at + match.stood)
        raise HolderNotAbsent(f"the holder counts as absent from {shown} on", absent_at=shown)


def format_absence(at: int) -> str:
    """A time of the epoch, in milliseconds, as answers have it: UTC."""
    text = datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")
