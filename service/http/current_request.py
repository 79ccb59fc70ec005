"""The request that a thread answers, for what is not handed it.

A request is asked for its headers a dozen times; through Flask's `request`, which looks up each
time what it stands for, that takes as long as to route it.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

ENVIRONMENT: Final[ContextVar[WSGIEnvironment]] = ContextVar("ENVIRONMENT")
"""Set around the whole application by `service.http.common_headers`."""


def current() -> WSGIEnvironment:
    """Its environment. Raises `LookupError` where no request is answered."""
    return ENVIRONMENT.get()
