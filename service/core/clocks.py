"""The one rule of time: how much each seat has left, and what happens when there is none.

*Time is a property of the seat. Going back, handing over, leaving and claiming never raise what is
left; going back gives others what they lost by it; each turn earns its own increment.*

In the order in which `times_after` applies it, whenever something is committed:

1. What ran since the last commit is used. While a bot plays for the holder, it counts only if the
   holder takes that very turn back: else thinking would be free between handing over and back.
2. Going back to a version gives every seat the time that it had then, but not to who goes back:
   they have used what they used, and all that the others get back besides. A decision of another
   seat that was open all the while is no loss, and its time stays used. Where the owner goes back,
   that is each seat whose token the creator was given or that the owner's client holds.
3. Whenever a seat's turn ends, by the rules and whoever's forced decisions follow, a bank gets its
   increment; a clock of the kind `turn` is full when a turn ends and when one begins. What follows
   from going back by itself (chance drawn anew, forced decisions) earns no bank anything, as that
   had been earned by the version gone back to, and fills no clock of who goes back.
4. A clock runs while its seat has a decision to take, and while its seat stands open in a match
   that has begun: who leaves is still the one that all wait for. Before a match begins none runs.

Times are milliseconds of the clock that `Clocks.now` of the store reads, which stands while nothing
could be committed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from railhead.service.core.progress import Progress, UndoTarget
from railhead.service.model import Account, Head, Match, Record, Seat, Times, seats_of

TURN: Final = "turn"


def times_after(
    record: Record, expected: Head | None, progress: Progress, now: int
) -> Times | None:
    """Each seat's account of time once the progress is kept at `now`.

    `expected` is the head that the progress began from, None at the creation. None is returned for
    a match without clocks, and nobody's account until all seats were taken for the first time.
    """
    clock = record.clock
    if clock is None:
        return None
    full = clock["seconds"] * 1000
    before = {} if expected is None or expected.times is None else expected.times
    if progress.status == "open" and not _has_begun(expected):
        return before
    back = progress.gone_back
    goes_back = frozenset() if back is None else back.by
    if back is not None and expected is not None:
        before = _times_after_undo(before, back, expected, now, full)
    were = record.seats if expected is None else seats_of(record, expected)
    found: dict[int, Account] = {}
    for seat in progress.seats:
        account = before.get(seat.number)
        if account is None:
            if seat.kind == "bot" and not seat.is_held:
                continue
            account = Account(full)
        by_bot = seat.number in progress.opened and _is_bot_for_holder(seat)
        turned = seat.number in progress.turned
        if not (account.by_bot and by_bot and not turned):
            taken_back = seat.kind != "bot" and not turned
            account = _stop_account(account, now, counts=not account.by_bot or taken_back)
        if clock["kind"] == TURN:
            if turned and seat.number not in goes_back:
                account = replace(account, granted=account.used + full)
        elif back is None and were[seat.number].kind == seat.kind == "human":
            earned = progress.turns_ended[seat.number] * clock["increment"] * 1000
            account = replace(account, granted=account.granted + earned)
        found[seat.number] = _start_account(account, now, seat, progress, by_bot)
    return found


def _has_begun(head: Head | None) -> bool:
    """Whether all seats of a match with clocks were taken once: then an open one's clock runs."""
    if head is None:
        return False
    return head.status != "open" or any(account.since for account in (head.times or {}).values())


def _is_bot_for_holder(seat: Seat) -> bool:
    return seat.kind == "bot" and seat.is_held and not seat.resigned


def _stop_account(account: Account, now: int, *, counts: bool) -> Account:
    """The account once what ran is used, or is forgotten where it does not count."""
    used = account.used + (account.running_time(now) if counts else 0)
    return Account(account.granted, used)


def _start_account(
    account: Account, now: int, seat: Seat, progress: Progress, by_bot: bool
) -> Account:
    """The account as it goes on running, where it does."""
    decides = seat.kind == "human" and seat.number in progress.opened
    is_waited_for = seat.kind == "open" and progress.status == "open"
    if decides or is_waited_for or (by_bot and not account.since):
        return replace(account, since=now, by_bot=by_bot)
    return account


def _times_after_undo(
    before: Times, back: UndoTarget, expected: Head, now: int, full: int
) -> Times:
    """The accounts, all standing, once somebody has gone back: point 2 of the rule."""
    found: dict[int, Account] = {}
    given_back = 0
    for number, account in before.items():
        stopped = _stop_account(account, now, counts=not account.by_bot)
        # Logs from before accounts were kept in them only give back what runs.
        then = account if back.times is None else back.times.get(number, Account(full))
        undisturbed = expected.opened.get(number, back.to + 1) <= back.to
        if number in back.by:
            found[number] = Account(min(then.granted, stopped.granted), stopped.used)
        elif undisturbed:
            found[number] = stopped
        else:
            found[number] = Account(then.granted, min(then.used, stopped.used))
            given_back += stopped.used - found[number].used
    payers = [number for number in sorted(back.by) if number in found]
    payer = next((number for number in payers if number in back.to_act), next(iter(payers), None))
    if payer is not None:
        paid = found[payer]
        found[payer] = Account(paid.granted, paid.used + given_back)
    return found


def is_out(times: Times | None, seat: int, now: int) -> bool:
    """Whether a seat's clock runs and has no time left."""
    account = (times or {}).get(seat)
    return account is not None and account.runs and account.running_time(now) >= account.remaining


def is_used_up(match: Match, seat: int, now: int) -> bool:
    """Whether a bot's holder has nothing left to take the seat back with.

    Nothing of a bank, or nothing of the turn that the bot is playing.
    """
    clock, account = match.record.clock, (match.times or {}).get(seat)
    if clock is None or account is None:
        return False
    left = account.remaining - account.running_time(now)
    return left <= 0 and (clock["kind"] != TURN or seat in match.opened)


def run_out(match: Match, progress: Progress, now: int) -> bool:
    """Let bots play for all whose time is over at `now`; False where there are none."""
    clock = match.record.clock
    if clock is None or match.status == "over":
        return False
    then = clock["then"]
    out = [seat for seat in match.seats if is_out(match.times, seat.number, now)]
    for seat in out:
        resigned = then["kind"] == "resign"
        left = Seat(seat.number, "bot", then["level"]) if seat.kind == "open" else seat
        bot = replace(left, kind="bot", level=then["level"], resigned=resigned)
        progress.sit("clock", bot)
    return bool(out)


def clock_json(match: Match) -> Mapping[str, Any] | None:
    """The clocks of a match as everybody sees them; None where it has none.

    `since` is told in the store's own time: what stood until now is added.
    """
    clock = match.record.clock
    if clock is None:
        return None
    full = Account(clock["seconds"] * 1000)
    people = [seat.number for seat in match.seats if seat.kind == "human" or seat.is_held]
    times = match.times or dict.fromkeys(people, full)
    shown = [
        {
            "seat": seat,
            "left": max(account.remaining, 0) / 1000,
            "since": (account.since + match.stood) / 1000 if account.runs else None,
        }
        for seat, account in sorted(times.items())
    ]
    return {**clock, "seats": shown}
