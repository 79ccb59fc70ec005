"""How a request waits for its data to be tried out: without a thread, where the server can."""

from __future__ import annotations

from flask import Response

from railhead.service.http.current_request import current
from railhead.service.http.responses import problem_in_reserve
from railhead.service.http.waiters import WAITER, Waiter
from railhead.service.user_data.validation_queue import (
    MOST_SECONDS_WAITED,
    ValidationPending,
    ValidationTicket,
    out_of_time,
)


def trial_place(caller: str) -> ValidationTicket:
    """The place of this request in the queue of trials: the same each time that it is asked."""
    hold: Waiter | None = current().get(WAITER)
    if hold is None:
        return ValidationTicket(caller)
    if not isinstance(hold.kept, ValidationTicket):
        hold.kept = ValidationTicket(caller, hold.wake_up)
        hold.at_end(hold.kept.leave)
    return hold.kept


def wait_for_trial(_: ValidationPending) -> Response:
    """Hold the request until its trial has ended; what is answered where that takes too long."""
    hold: Waiter = current()[WAITER]
    hold.watching = True
    hold.hold(MOST_SECONDS_WAITED)
    return problem_in_reserve(out_of_time())
