"""How a request waits for its data to be tried out: without a thread, where the server can."""

from __future__ import annotations

from flask import Response

from railhead.service.http.answers import problem_in_reserve
from railhead.service.http.current_request import current
from railhead.service.http.holds import HOLD, Hold
from railhead.service.own_data.trials import MOST_SECONDS_WAITED, Place, TrialUnderWay, out_of_time


def trial_place(caller: str) -> Place:
    """The place of this request in the queue of trials: the same each time that it is asked."""
    hold: Hold | None = current().get(HOLD)
    if hold is None:
        return Place(caller)
    if not isinstance(hold.kept, Place):
        hold.kept = Place(caller, hold.wake_up)
        hold.at_end(hold.kept.leave)
    return hold.kept


def wait_for_trial(_: TrialUnderWay) -> Response:
    """Hold the request until its trial has ended; what is answered where that takes too long."""
    hold: Hold = current()[HOLD]
    hold.watching = True
    hold.hold(MOST_SECONDS_WAITED)
    return problem_in_reserve(out_of_time())
