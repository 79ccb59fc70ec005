"""What both clients tell the library that speaks HTTP, and what its errors mean."""

from __future__ import annotations

import ssl
from typing import Any, Final

import httpx2

from railhead import __version__
from railhead.client.calls import Call
from railhead.client.errors import ConnectionLost
from railhead.client.patience import Attempts

LIMITS: Final = httpx2.Limits(max_connections=None, max_keepalive_connections=20)
"""As many connections as there are requests: one that waits for its turn holds one."""
ENDED: Final = httpx2.RemoteProtocolError("the stream ended")
NOT_SENT: Final = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)
HOPELESS: Final = (httpx2.UnsupportedProtocol, httpx2.LocalProtocolError)


def headers(user_agent: str) -> dict[str, str]:
    """The headers of every request; `user_agent` says who uses the package."""
    return {"User-Agent": f"{user_agent} railhead-python/{__version__}".strip()}


def timeouts(call: Call[Any], seconds: float) -> httpx2.Timeout:
    """How long to wait for each part of an answer to a call."""
    return httpx2.Timeout(seconds, read=seconds + call.longest_wait)


class Route:
    """The way to the service at `url`; `reached` once anything has answered there."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.reached = False

    def pause_after(self, attempts: Attempts, error: httpx2.RequestError) -> float:
        """Seconds to rest after an error. Raises `ConnectionLost` where it is the last."""
        pause = None
        if not isinstance(error, HOPELESS) and not _is_untrusted(error):
            sent = not isinstance(error, NOT_SENT)
            pause = attempts.after_failure(sent=sent, reached=self.reached)
        if pause is None:
            raise ConnectionLost(self._lost_text(attempts.call, error)) from error
        return pause

    def _lost_text(self, call: Call[Any], error: httpx2.RequestError) -> str:
        said = str(error) or type(error).__name__
        asked = "" if self.reached else "; is this the address of a service that runs?"
        return f"no answer to {call.method} {call.path} from {self.url}: {said}{asked}"


def _is_untrusted(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False
