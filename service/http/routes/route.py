"""What is declared of a route: all that `openapi.yaml` says about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from marshmallow import Schema

from railhead.service import errors
from railhead.service.errors import Problem
from railhead.service.http.schemas import queries

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
    query: type[Schema] | str = queries.NoQuery
    body: type[Schema] | str | None = None
    headers: tuple[str, ...] = ()
    description: str = ""


ALWAYS: Final[Problems] = (errors.InvalidRequest, errors.InternalError, errors.Overloaded)
STORED: Final[Problems] = (*ALWAYS, errors.Unavailable)
OF_A_MATCH: Final[Problems] = (
    *STORED,
    errors.Unauthorized,
    errors.NoSuchMatch,
    errors.RulesChanged,
)
WITH_BODY: Final[Problems] = (
    errors.BodyTooSlow,
    errors.BodyTooLarge,
    errors.MalformedJson,
    errors.UnsupportedMediaType,
    errors.UnsupportedContentEncoding,
    errors.IdempotencyMismatch,
)

TAGGED: Final = ("ETag",)
UNCHANGED: Final = Answer("The caller has it already.", headers=TAGGED)
LIMIT_REACHED: Final = ("Retry-After", "RateLimit", "RateLimit-Policy")
