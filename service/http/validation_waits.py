"""How a request waits for its data to be tried out: without a thread, where the server can."""

from __future__ import annotations

from flask import Response

from railhead.service.http.current_request import current
from railhead.service.http.responses import uncounted_problem_response
from railhead.service.http.waiters import WAITER, Waiter
from railhead.service.user_data.validation_queue import (
    MOST_SECONDS_WAITED,
    ValidationPending,
    ValidationTicket,
    out_of_time,
)


def validation_ticket(caller: str) -> ValidationTicket:
    """The place of this request in the queue of trials: the same each time that it is asked."""
    hold: Waiter | None = current().get(WAITER)
    if hold is None:
        return ValidationTicket(caller)
    if not isinstance(hold.route_state, ValidationTicket):
        hold.route_state = ValidationTicket(caller, hold.notify)
        hold.on_end(hold.route_state.leave)
    return hold.route_state


def wait_for_validation(_: ValidationPending) -> Response:
    """Hold the request until its trial has ended; what is answered where that takes too long."""
    hold: Waiter = current()[WAITER]
    # Else it would be counted for its limits again whenever it is asked anew.
    hold.is_watching = True
    hold.wait_for(MOST_SECONDS_WAITED)
    return uncounted_problem_response(out_of_time())
