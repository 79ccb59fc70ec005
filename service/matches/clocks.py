"""Clocks: how much time each player has left, and what happens when there is none.

All times are milliseconds of the store's clock, which all hosts share. A clock runs while its seat
has a decision to take, and stands while it has not, a bot plays it, or the match waits for players.
Of a clock of the kind `turn` each turn has the same time; one of the kind `bank` gets its increment
whenever a turn ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from railhead.service.matches.progress import Progress
from railhead.service.model import Head, Match, Record, Seat, Times, seats_of

TURN: Final = "turn"
NOT_RUNNING: Final = 0


def times_after(
    record: Record, expected: Head | None, progress: Progress, now: int
) -> Times | None:
    """Each player's time left, and since when it runs, once the progress is kept at `now`.

    `expected` is the head that the progress began from, None at the creation. None is returned for
    a match without clocks.
    """
    clock = record.clock
    if clock is None:
        return None
    full = clock["seconds"] * 1000
    earlier = {} if expected is None or expected.times is None else expected.times
    found: dict[int, tuple[int, int]] = {}
    for seat in progress.seats:
        if not _has_clock(seat):
            continue
        left, since = earlier.get(seat.number, (full, NOT_RUNNING))
        if since:
            left -= now - since
        acted = expected is not None and seat.number in expected.opened
        acts = seat.number in progress.opened
        if clock["kind"] == TURN:
            back = expected is not None and seats_of(record, expected)[seat.number].kind == "bot"
            left = full if acts != acted or (back and seat.kind == "human") else left
        elif acted and not acts and seat.kind == "human" and progress.status != "open":
            left += clock["increment"] * 1000
        runs = acts and seat.kind == "human"
        found[seat.number] = (left, now if runs else NOT_RUNNING)
    return found


def _has_clock(seat: Seat) -> bool:
    """Whether somebody plays the seat, or a bot for somebody."""
    return seat.kind == "human" or seat.held


def is_out(times: Times | None, seat: int, now: int) -> bool:
    """Whether a seat's clock runs and has no time left."""
    left, since = (times or {}).get(seat, (0, NOT_RUNNING))
    return since > 0 and now >= since + left


def is_used_up(match: Match, seat: int) -> bool:
    """Whether nothing is left of a bank of time, so that its seat could decide nothing any more."""
    clock = match.record.clock
    left, since = (match.times or {}).get(seat, (1, NOT_RUNNING))
    return clock is not None and clock["kind"] != TURN and left <= 0 and not since


def run_out(match: Match, progress: Progress, now: int) -> bool:
    """Let bots play for all whose time is over at `now`; False where there are none."""
    clock = match.record.clock
    if clock is None or match.status != "active":
        return False
    then = clock["then"]
    out = [seat for seat in match.seats if is_out(match.times, seat.number, now)]
    for seat in out:
        resigned = then["kind"] == "resign"
        bot = replace(seat, kind="bot", level=then["level"], resigned=resigned)
        progress.sit("clock", bot)
    return bool(out)


def clock_json(match: Match) -> Mapping[str, Any] | None:
    """The clocks of a match as everybody sees them; None where it has none."""
    clock, times = match.record.clock, match.times
    if clock is None:
        return None
    shown = [
        {"seat": seat, "left": max(left, 0) / 1000, "since": None if not since else since / 1000}
        for seat, (left, since) in sorted((times or {}).items())
    ]
    return {**clock, "seats": shown}
