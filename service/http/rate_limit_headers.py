"""What a caller has left of the limits that its request counts for, told with every answer.

The headers are those of draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy` says what a limit
is, `RateLimit` how many requests, or of what its `qu` names, are left of it (`r`), and in how many
seconds there are all of them again (`t`).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from railhead.service.http.current_request import ENVIRONMENT

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

POLICY: Final = "RateLimit-Policy"
LEFT: Final = "RateLimit"
QUOTAS: Final = "railhead.quotas"
"""Where a request has the limits that it was counted for: their policies, and what is left."""


def window_policy(limit: str, quota: int, seconds: int) -> str:
    """The policy of a limit of `quota` requests in so many seconds."""
    return f'"{limit}";q={quota};w={seconds}'


def concurrency_policy(limit: str, places: int) -> str:
    """The policy of a limit of so many requests at once."""
    return f'"{limit}";q={places};qu="concurrent-requests"'


def cost_policy(kind: str, quota: float, seconds: int) -> str:
    """The policy of a limit of so many milliseconds of the processor in so many seconds."""
    return f'"{kind}";q={round(quota)};qu="milliseconds";w={seconds}'


def byte_policy(limit: str, quota: int, seconds: int) -> str:
    """The policy of a limit of so many bytes that are kept in so many seconds."""
    return f'"{limit}";q={quota};qu="bytes";w={seconds}'


def remaining_of(limit: str, amount: int, seconds: float) -> str:
    """How many requests, or of what else it is, are left of a limit for so many seconds."""
    return f'"{limit}";r={amount};t={max(1, math.ceil(seconds))}'


def note_quota(policy: str, left: str) -> None:
    """Let the answer to the present request tell of a limit that it was counted for."""
    environ = ENVIRONMENT.get(None)
    if environ is not None:
        environ.setdefault(QUOTAS, []).append((policy, left))


def quota_headers(environ: WSGIEnvironment) -> list[tuple[str, str]]:
    """The headers of an answer that tell of the limits that were noted for its request."""
    counted: list[tuple[str, str]] = environ.get(QUOTAS, [])
    if not counted:
        return []
    policies, left = zip(*counted, strict=True)
    return [(POLICY, ", ".join(policies)), (LEFT, ", ".join(left))]
