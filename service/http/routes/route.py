"""What is declared of a route: all that `openapi.yaml` says about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from marshmallow import Schema

from railhead.service import errors
from railhead.service.errors import Problem
from railhead.service.http.schemas import queries
from railhead.service.model import SCOPES

Problems = tuple[type[Problem], ...]


@dataclass(frozen=True)
class Streamed:
    """A further form of an answer, chosen by `Accept`: text with an `event` again and again."""

    media_type: str
    event: type[Schema]
    description: str
    example: str


@dataclass(frozen=True)
class Answer:
    """One successful answer: a schema for JSON, else a media type, else no content.

    `streams` are what the caller may get instead.
    """

    description: str
    schema: type[Schema] | None = None
    media_type: str = "application/json"
    headers: tuple[str, ...] = ()
    raw: Mapping[str, Any] | None = None
    streams: tuple[Streamed, ...] = ()


@dataclass(frozen=True)
class Route:
    """One method at one path. `name` is that of the operation and of its handler.

    `token` says who may come in: `none`, `optional` (a public match lets anybody in) or `needed`.
    `scopes` are those that a client's token needs, declared for each route that takes one: `READ`,
    `PLAY`, `WEBHOOKS` or `FULL`. Tokens of a match do where the path names it, unless it is for
    `clients_only`. Raises `ValueError` where the scopes are not declared.
    `body` is a schema, or `new_match` for the creation, whose schema differs by game, `seat_change`
    by kind of seat, and `document` for data, which only the game can check. `query` is a schema, or
    `options` where the options of a game are asked for.
    """

    method: str
    path: str
    name: str
    summary: str
    tag: str
    answers: Mapping[int, Answer]
    problems: Problems = ()
    token: str = "none"
    scopes: tuple[str, ...] = ()
    clients_only: bool = False
    query: type[Schema] | str = queries.NoQuery
    body: type[Schema] | str | None = None
    headers: tuple[str, ...] = ()
    description: str = ""

    def __post_init__(self) -> None:
        if (self.token == "none") != (not self.scopes):
            raise ValueError(f"{self.name}: which scopes does the token of a client need?")

    @property
    def takes_match_tokens(self) -> bool:
        """Whether a token of a match may open it."""
        return "{match}" in self.path and self.token != "none" and not self.clients_only


READ: Final = ("read",)
PLAY: Final = ("play",)
WEBHOOKS: Final = ("webhooks",)
FULL: Final = SCOPES
"""What only the main token of a client has, or one that was given all scopes."""

ALWAYS: Final[Problems] = (
    errors.InvalidRequest,
    errors.InternalError,
    errors.Overloaded,
    errors.TooMuchSpent,
)
STORED: Final[Problems] = (*ALWAYS, errors.Unavailable)
OF_A_CLIENT: Final[Problems] = (*STORED, errors.Unauthorized, errors.InsufficientScope)
OF_A_MATCH: Final[Problems] = (
    *OF_A_CLIENT,
    errors.NoSuchMatch,
    errors.RulesChanged,
    errors.MatchDamaged,
)
UNKEYED_BODY: Final[Problems] = (
    errors.BodyTooSlow,
    errors.BodyTooLarge,
    errors.MalformedJson,
    errors.UnsupportedMediaType,
    errors.UnsupportedContentEncoding,
)
WITH_BODY: Final[Problems] = (*UNKEYED_BODY, errors.IdempotencyMismatch)

TAGGED: Final = ("ETag",)
UNCHANGED: Final = Answer("The caller has it already.", headers=TAGGED)
LIMIT_REACHED: Final = ("Retry-After", "RateLimit", "RateLimit-Policy")
