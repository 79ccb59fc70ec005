"""A request on its way through the bridge, and its answer."""

from __future__ import annotations

from asyncio import Future
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from railhead.service import metrics
from railhead.service.errors import Problem
from railhead.service.http.common_headers import with_common_headers
from railhead.service.http.responses import problem_response
from railhead.service.http.waiters import Waiter
from railhead.service.shortcuts import Incoming

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment
    from granian.rsgi import Scope

    from railhead.service.shortcuts import HTTPProtocol

Headers = list[tuple[str, str]]


class RequestContext:
    """One request on its way through a thread; `retried`, once it waits and is called anew.

    `address` is what the one it comes from counts as, `client` whose token it has, once that is
    known and if it is one's. `quotas` are the limits that it was counted for, when it was first
    asked; see `service.http.rate_limit_headers`.
    """

    __slots__ = (
        *("address", "retried", "response", "body", "client"),
        *("environ", "waiter", "incoming", "quotas", "route"),
    )

    def __init__(
        self, incoming: Incoming, environ: WSGIEnvironment, waiter: Waiter, address: str
    ) -> None:
        self.incoming = incoming
        self.environ = environ
        self.address = address
        self.client = ""
        self.quotas: list[tuple[str, str]] = []
        self.body = b""
        self.waiter = waiter
        self.route = metrics.NO_ROUTE
        self.response: WsgiResponse
        self.retried: Future[None] | None = None


@dataclass(frozen=True)
class CoroutineRequest:
    """A request that came as a coroutine."""

    scope: Scope
    proto: HTTPProtocol
    on_done: Callable[[], None]

    def done(self) -> None:
        """See `Incoming.done`."""
        self.on_done()


class WsgiResponse:
    """Status, headers and body, as `start_response` and the application say them."""

    __slots__ = ("body", "headers", "status")

    def __init__(self, status: int = 500, headers: Headers | None = None, body: bytes = b""):
        self.status = status
        self.headers = headers or []
        self.body = body

    def start(self, status: str, headers: Headers, _error: Any = None, /) -> Callable[..., object]:
        """What WSGI calls `start_response`; nothing may be written through what it returns."""
        self.status = int(status[:3])
        self.headers = headers
        return _unwritable

    def send(self, proto: HTTPProtocol) -> None:
        """Send it, from any thread."""
        proto.response_bytes(self.status, self.headers, self.body)


def _unwritable(_data: bytes) -> object:
    raise RuntimeError("an answer is returned, not written")


def problem_as_wsgi(environ: WSGIEnvironment, problem: Problem) -> WsgiResponse:
    """A refusal of the bridge's own, worded and dressed as the application would."""
    answered = problem_response(problem)
    headers = with_common_headers(environ, list(answered.headers.items()))
    return WsgiResponse(problem.status, headers, answered.get_data())
