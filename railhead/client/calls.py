"""A request as it is sent, and an answer as it is read: what is the same for all clients."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from railhead.client.errors import Problem, RailheadError, UnexpectedAnswer

T = TypeVar("T")

JSON = ("application/json", "application/problem+json", "application/schema+json")
BEGINNING = 200
"""Characters of an unexpected answer that an exception tells."""


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request, whose answer is a `T`. However often it is sent, it counts once.

    `repeatable` says whether that is so by itself or by its `Idempotency-Key`; one that is not is
    sent again only where it is known that nothing was done.
    """

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    repeatable: bool = True
    longest_wait: float = 0.0
    """Seconds that the service may take on purpose before it answers."""

    def unless(self, version: int) -> Call[T | None]:
        """The same, answered None as long as the match is at that version."""
        headers = {**self.headers, "If-None-Match": f'"{version}"'}
        return Call(**{**self.__dict__, "headers": headers})

    def holding(self, token: str) -> Call[T]:
        """The same for the holder of a token; without one, for anybody."""
        if not token:
            return self
        return replace(self, headers={**self.headers, "Authorization": f"Bearer {token}"})

    @property
    def content(self) -> bytes | None:
        """The body as it is sent."""
        return None if self.body is None else json.dumps(self.body).encode()

    @property
    def all_headers(self) -> dict[str, str]:
        """The headers as they are sent, beside those that every request has."""
        declared = {} if self.body is None else {"Content-Type": "application/json"}
        return {**declared, **self.headers}


def call(
    method: str,
    template: str,
    *,
    path: Mapping[str, str | int] | None = None,
    query: Mapping[str, Any] | None = None,
    body: Any = None,
    keyed: bool = False,
    repeatable: bool = False,
) -> Call[Any]:
    """The call of an operation: `path` fills its template, None in `query` leaves a name out.

    `keyed` gives it an `Idempotency-Key` of its own. A mapping in `query` is spread.
    """
    parts = {name: quote(str(one), safe="") for name, one in (path or {}).items()}
    texts: dict[str, str] = {}
    for name, value in (query or {}).items():
        values = value if isinstance(value, Mapping) else {name: value}
        texts |= {one: _text(said) for one, said in values.items() if said is not None}
    return Call(
        method,
        template.format(**parts),
        texts,
        body,
        {"Idempotency-Key": str(uuid.uuid4())} if keyed else {},
        repeatable or keyed or method != "POST",
        float(texts.get("wait", 0)),
    )


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def without_none(**members: Any) -> dict[str, Any]:
    """Those of the members that are not None."""
    return {name: value for name, value in members.items() if value is not None}


@dataclass(frozen=True)
class Answer:
    """What came back: `headers` by names in small letters."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.content.decode("utf-8", "replace")

    @property
    def retry_after(self) -> int | None:
        """How many seconds the service wants to be left alone, if it says so."""
        said = self.headers.get("retry-after", "")
        return int(said) if said.isascii() and said.isdecimal() else None

    @property
    def problem(self) -> Mapping[str, Any] | None:
        """The problem document that it is, if it is one."""
        if self.status < 400 or self._media != JSON[1]:
            return None
        try:
            document = json.loads(self.content)
        except ValueError:
            return None
        return document if isinstance(document, dict) else None

    @property
    def _media(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    def read(self, call: Call[T]) -> T:
        """What it says. Raises `Problem`, or `UnexpectedAnswer` where it is not the service's."""
        value: Any = None
        if not 200 <= self.status < 300 and self.status != 304:
            raise self.failure()
        if self.status not in (204, 304):
            try:
                value = json.loads(self.content) if self._media in JSON else self.text
            except ValueError:
                raise self.failure() from None
            if self._media == "text/html":
                raise self.failure()
        found: T = value
        return found

    def failure(self) -> RailheadError:
        """The exception that it is."""
        if self.problem is None:
            return UnexpectedAnswer(self.status, self.text[:BEGINNING])
        return problem_error(self.problem, self.headers.get("x-request-id", ""))


def problem_error(document: Mapping[str, Any], request_id: str = "") -> Problem:
    """The exception for a problem document, of the class for its type."""
    from railhead.client.problems import BY_SLUG

    slug = str(document.get("type", "")).rpartition("/")[2]
    return BY_SLUG.get(slug, Problem)(document, request_id)
