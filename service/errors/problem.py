"""A refusal as RFC 9457 problem details."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

MOST_SAID: Final = 3
"""How many of the fields of `errors` a `detail` says."""


class Problem(Exception):
    """A refusal: `slug` and `status` by class; `detail` and the extension members by instance."""

    slug: ClassVar[str]
    status: ClassVar[int]
    title: ClassVar[str]
    fix: ClassVar[str]

    def __init__(self, detail: str = "", **members: Any) -> None:
        detail = detail or _joined_errors(members.get("errors", ())) or self.title
        super().__init__(detail)
        self.detail = detail
        self.members = members
        """Extension members of the document, such as `errors` or `version`."""

    @property
    def outage(self) -> str | None:
        """What the log calls the outage that this comes of; None where the service is well."""
        return self.slug if self.status == 503 else None

    def document(self) -> dict[str, Any]:
        """The problem document as JSON."""
        return {
            "type": f"/problems/{self.slug}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "fix": self.fix,
            **self.members,
        }


def _joined_errors(errors: Sequence[Mapping[str, str]]) -> str:
    """What is wrong with the first few fields, as one sentence: for whoever reads no `errors`."""
    told = [f"{error['field']} {error['problem']}" for error in errors[:MOST_SAID]]
    more = [f"and {len(errors) - MOST_SAID} more"] if len(errors) > MOST_SAID else []
    return "; ".join([*told, *more])
