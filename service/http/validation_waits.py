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
    """The ticket of this request in the queue of validations: the same each time it is asked."""
    waiter: Waiter | None = current().get(WAITER)
    if waiter is None:
        return ValidationTicket(caller)
    if not isinstance(waiter.route_state, ValidationTicket):
        waiter.route_state = ValidationTicket(caller, waiter.notify)
        waiter.on_end(waiter.route_state.leave)
    return waiter.route_state


def wait_for_validation(_: ValidationPending) -> Response:
    """Wait until the validation has ended; what is answered where that takes too long."""
    waiter: Waiter = current()[WAITER]
    # Else it would be counted for its limits again whenever it is asked anew.
    waiter.is_watching = True
    waiter.wait_for(MOST_SECONDS_WAITED)
    return uncounted_problem_response(out_of_time())
