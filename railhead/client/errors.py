"""What can go wrong, as exceptions: no answer, one that nobody expects, and a problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class RailheadError(Exception):
    """Whatever this package raises because of the service or the way to it."""


class ConnectionLost(RailheadError):
    """No answer came, within the tries and seconds that there were.

    Whether the service has done what was asked is unknown, but for what is only read. What failed
    last is the `__cause__`.
    """


class WebhookVerificationError(RailheadError):
    """What was posted to an endpoint is not to be believed: answer 401, and do nothing."""


class UnexpectedAnswer(RailheadError):
    """An answer that is none of the service's: of a gateway, or of something else at the address.

    `status` is its HTTP status, `text` how it begins.
    """

    def __init__(self, status: int, text: str) -> None:
        super().__init__(f"HTTP status {status}: {text}")
        self.status = status
        self.text = text


class Problem(RailheadError):
    """The service has refused: `problem` is the whole document (RFC 9457).

    There is a class of its own for each type, in `railhead.client.problems`; one that this
    version of the package does not know is a `Problem`.
    """

    slug: ClassVar[str] = ""
    """The end of the `type` of a class's own problems."""

    def __init__(self, problem: Mapping[str, Any], request_id: str = "") -> None:
        self.problem = problem
        self.request_id = request_id
        """What the service's logs know the request by."""
        said = [self.detail or self.title]
        said += [f"{one['field']}: {one['problem']}" for one in self.errors]
        super().__init__("\n  ".join(said))

    @property
    def type(self) -> str:
        """`/problems/<slug>`, stable, and explained at that address of the service."""
        return str(self.problem.get("type", "about:blank"))

    @property
    def status(self) -> int:
        """The HTTP status."""
        return int(self.problem.get("status", 0))

    @property
    def title(self) -> str:
        """The same for all problems of the type."""
        return str(self.problem.get("title", ""))

    @property
    def detail(self) -> str:
        """What is wrong this time."""
        return str(self.problem.get("detail", ""))

    @property
    def fix(self) -> str:
        """What to do about it."""
        return str(self.problem.get("fix", ""))

    @property
    def errors(self) -> list[dict[str, str]]:
        """Each field with what is wrong with it; empty where it is not about fields."""
        return list(self.problem.get("errors", ()))
