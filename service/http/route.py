"""Routes: each is declared once, at its handler, and `openapi.yaml`, the limits and the scopes are
made of that.

A feature is a class whose methods are handlers; an instance has what they need. `register` lets an
application answer with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from flask import Flask
from marshmallow import Schema
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response

from railhead.service import errors
from railhead.service.errors import Problem
from railhead.service.http.schemas import queries
from railhead.service.http.schemas.fields import WHOLE_NUMBER
from railhead.service.model import SCOPES

Problems = tuple[type[Problem], ...]
Handler = TypeVar("Handler", bound=Callable[..., Response])
"""What answers one route: named as its operation, with the parameters of its path as arguments."""
NUMBERS: Final = ("seat", "version", "analysis")
"""The parameters of paths that are numbers."""


@dataclass(frozen=True)
class StreamSpec:
    """A further form of an answer, chosen by `Accept`: text with an `event` again and again."""

    media_type: str
    event: type[Schema]
    description: str
    example: str


@dataclass(frozen=True)
class ResponseSpec:
    """One successful answer: a schema for JSON, else a media type, else no content.

    `streams` are what the caller may get instead.
    """

    description: str
    schema: type[Schema] | None = None
    media_type: str = "application/json"
    headers: tuple[str, ...] = ()
    raw: Mapping[str, Any] | None = None
    streams: tuple[StreamSpec, ...] = ()


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
    answers: Mapping[int, ResponseSpec]
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


_DECLARED: Final[dict[str, Route]] = {}
"""All routes by name, once the modules of their handlers are imported."""


def route(
    method: str,
    path: str,
    summary: str,
    tag: str,
    answers: Mapping[int, ResponseSpec],
    problems: Problems = (),
    **more: Any,
) -> Callable[[Handler], Handler]:
    """Declare the route that a handler answers; `more` are the other members of `Route`.

    Raises `ValueError` where another handler has the same name.
    """

    def declare(handler: Handler) -> Handler:
        name = handler.__name__
        declared = Route(method, path, name, summary, tag, answers, problems, **more)
        if name in _DECLARED:
            raise ValueError(f"two handlers are called {name}")
        _DECLARED[name] = declared
        handler.__dict__["route"] = declared
        return handler

    return declare


def routes_of(feature: type) -> tuple[Route, ...]:
    """The routes of a feature, in the order in which its handlers stand there."""
    members = vars(feature).values()
    return tuple(
        member.route for member in members if isinstance(getattr(member, "route", 0), Route)
    )


def address(name: str, /, **parameters: str) -> str:
    """Where the route of this name is, such as `address("get_match", match=...)`."""
    return _DECLARED[name].path.format(**parameters)


def scopes_needed(name: str) -> tuple[str, ...]:
    """The scopes that the token of a client needs for the operation of this name."""
    return _DECLARED[name].scopes


class Number(BaseConverter):
    """A whole number in a path, written in the one way in which JSON has it.

    Werkzeug's own takes leading zeros and the digits of every alphabet.
    """

    regex = WHOLE_NUMBER

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)


def register(app: Flask, features: Iterable[object]) -> None:
    """Let the handlers of these features answer their routes."""
    app.url_map.converters["number"] = Number
    for feature in features:
        for one in routes_of(type(feature)):
            rule = one.path
            for name in NUMBERS:
                rule = rule.replace(f"{{{name}}}", f"<number:{name}>")
            rule = rule.replace("{", "<").replace("}", ">")
            app.add_url_rule(
                rule, one.name, getattr(feature, one.name), methods=[one.method.upper()]
            )


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
UNCHANGED: Final = ResponseSpec("The caller has it already.", headers=TAGGED)
LIMIT_REACHED: Final = ("Retry-After", "RateLimit", "RateLimit-Policy")
