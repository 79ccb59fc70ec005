"""The OpenAPI document, made from the routes, the schemas and the games' vocabularies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import orjson
import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema

from railhead.games.game import Ruleset
from railhead.games.registry import rulesets, shipped_rulesets
from railhead.service import errors
from railhead.service.contract.examples import recorded_example
from railhead.service.contract.links import LINKS
from railhead.service.contract.repeated_parts import (
    bodies,
    operations,
    share_equal_parts,
    share_parameters,
)
from railhead.service.contract.texts import (
    BEFORE_LIMITS,
    DESCRIPTION,
    DOCUMENT,
    GAME_OPTIONS,
    HEADER_PATTERNS,
    PATH_PARAMETERS,
    REQUEST_HEADERS,
    RESPONSE_HEADERS,
    SECURITY,
    TAGS,
)
from railhead.service.contract.typed_responses import (
    add_typed_answers,
    discriminated_union,
    game_view_schemas,
    without_defaults,
)
from railhead.service.documentation.routes import VERSION
from railhead.service.errors import Problem
from railhead.service.features import ROUTES
from railhead.service.http.cached_responses import CachedResponse
from railhead.service.http.rate_limit_headers import LEFT, POLICY
from railhead.service.http.route import Problems, ResponseSpec, Route
from railhead.service.http.schemas.common_responses import ProblemDocument
from railhead.service.http.schemas.creation_requests import new_match_schema
from railhead.service.http.schemas.fields import Integer, Kinds, Number, OneOf, Switch, Text
from railhead.service.http.schemas.queries import NoQuery
from railhead.service.http.schemas.seat_requests import SEAT_CHANGES
from railhead.service.http.schemas.vocabulary import action_schemas
from railhead.service.webhooks import routes as webhooks


def _own_fields(_: Any, field: Any, **__: Any) -> dict[str, Any]:
    """The JSON type of the fields that are ours."""
    if isinstance(field, Integer):
        return _nullable("integer", field)
    if isinstance(field, Number):
        return _nullable("number", field)
    if isinstance(field, Switch):
        return {"type": "boolean"}
    if isinstance(field, OneOf):
        choices = [*field.choices, *([None] if field.allow_none else [])]
        values = {"const": choices[0]} if len(choices) == 1 else {"enum": choices}
        return {**_nullable("string", field), **values}
    return _nullable("string", field) if isinstance(field, Text) else {}


def _nullable(kind: str, field: Any) -> dict[str, Any]:
    return {"type": [kind, "null"] if field.allow_none else kind}


class Contract:
    """The document of these games."""

    def __init__(self, games: Sequence[Ruleset]) -> None:
        self.games = games
        self.kinds: dict[str, type[Schema]] = {}
        self.refusals: dict[str, dict[str, Any]] = {}
        """What is answered to refuse, by name: most operations share theirs."""
        plugin = MarshmallowPlugin(schema_name_resolver=self._name_schema)
        self.spec = APISpec(
            "Railhead",
            VERSION,
            "3.1.0",
            plugins=[plugin],
            info={
                "description": DESCRIPTION,
                "license": {"name": "MIT", "identifier": "MIT"},
            },
            servers=[{"url": "/", "description": "The service that serves this document"}],
            tags=[{"name": name, "description": text} for name, text in TAGS.items()],
        )
        assert plugin.converter is not None
        for function in (_own_fields, lambda _, field, **__: self._kinds(field)):
            plugin.converter.add_attribute_function(function)  # type: ignore[no-untyped-call] # apispec's

    def document(self) -> dict[str, Any]:
        """The whole document as JSON."""
        for name, description in SECURITY.items():
            scheme = {"type": "http", "scheme": "bearer", "description": description}
            self.spec.components.security_scheme(name, scheme)
        for game in self.games:
            for name, schema in {**action_schemas(game), **game_view_schemas(game)}.items():
                self.spec.components.schema(name, schema)
        for route in ROUTES:
            self.spec.path(route.path, operations={route.method: self._operation(route)})
        for name, shown in sorted(self.refusals.items()):
            self.spec.components.response(name, shown)
        for problem in sorted({one for route in ROUTES for one in route.problems}, key=_slug):
            self.spec.components.example(problem.slug, {"value": problem().document()})
        for name in RESPONSE_HEADERS:
            self.spec.components.header(name, _header(name))
        webhook = self._webhook()
        document: dict[str, Any] = self.spec.to_dict()
        document["webhooks"] = {"event": {"post": webhook}}
        self._name_games(document)
        share_parameters(document)
        schemas = document["components"]["schemas"]
        for name, kind in self.kinds.items():
            schemas[name] = {"description": _description(kind), **schemas[name]}
            if kind.__module__.endswith("responses"):
                schemas[name].pop("additionalProperties", None)
        add_typed_answers(schemas, self.games)
        without_defaults(schemas)
        share_equal_parts(document)
        return document

    def _webhook(self) -> dict[str, Any]:
        """What is sent to the endpoint of a client."""
        sent = webhooks.SENT
        name = self._name_schema(sent.event)
        if name not in self.spec.components.schemas:
            self.spec.components.schema(name, schema=sent.event)
        text = {"type": "string"}
        return {
            "operationId": "receive_event",
            "summary": "An event of the client",
            "tags": ["webhooks"],
            "description": sent.description,
            "security": [],
            "parameters": [
                {"in": "header", "name": one, "required": True, "description": said, "schema": text}
                for one, said in webhooks.HEADERS.items()
            ],
            "requestBody": {
                "required": True,
                "content": {
                    sent.media_type: {
                        "schema": {"$ref": f"#/components/schemas/{name}"},
                        "example": orjson.loads(sent.example),
                    }
                },
            },
            "responses": {
                "2XX": {"description": "It has come; nothing of the answer but this is looked at."},
                "410": {"description": "Nothing shall come any more: the webhook is switched off."},
                "default": {"description": "It is sent again later."},
            },
        }

    def _name_games(self, document: dict[str, Any]) -> None:
        """Say of each parameter that names a game which ones there are."""
        for operation in operations(document):
            for parameter in operation["parameters"]:
                if parameter["in"] == "query" and parameter["name"] == "game":
                    names = [game.id for game in self.games]
                    parameter["schema"] = {"type": "string", "enum": names}

    def _name_schema(self, schema: Any) -> str:
        """The name of a schema's class."""
        kind: type[Schema] = schema if isinstance(schema, type) else type(schema)
        self.kinds[kind.__name__] = kind
        return kind.__name__

    def _kinds(self, field: Any) -> dict[str, Any]:
        if not isinstance(field, Kinds):
            return {}
        names = {kind: schema.__name__ for kind, schema in field.schemas.items()}
        for schema in field.schemas.values():
            if self._name_schema(schema) not in self.spec.components.schemas:
                self.spec.components.schema(schema.__name__, schema=schema)
        return discriminated_union(field.tag, names)

    def _operation(self, route: Route) -> dict[str, Any]:
        operation: dict[str, Any] = {
            "operationId": route.name,
            "summary": route.summary,
            "tags": [route.tag],
            "parameters": self._parameters(route),
            "responses": self._responses(route),
        }
        if route.description:
            operation["description"] = route.description
        operation["security"] = _security(route)
        if route.body is not None:
            operation["requestBody"] = self._body(route)
        return operation

    def _parameters(self, route: Route) -> list[Any]:
        found: list[Any] = []
        for name, (text, schema) in PATH_PARAMETERS.items():
            if f"{{{name}}}" in route.path:
                place = {"in": "path", "name": name, "required": True}
                example = recorded_example(route.name).path[name]
                found.append({**place, "description": text, "schema": schema, "example": example})
        if route.query == "options":
            found.append(GAME_OPTIONS)
        elif route.query is not NoQuery:
            found.append({"in": "query", "schema": route.query})
        for name in route.headers:
            text, example = REQUEST_HEADERS[name]
            schema = {"type": "string"}
            if name in HEADER_PATTERNS:
                schema["pattern"] = HEADER_PATTERNS[name]
            header = {"in": "header", "name": name, "description": text, "schema": schema}
            found.append({**header, "example": example})
        return found

    def _body(self, route: Route) -> dict[str, Any]:
        schema: Any = route.body
        if route.body == "new_match":
            schema = self._creations()
        elif route.body == "document":
            schema = DOCUMENT
        elif route.body == "seat_change":
            schema = self._seat_changes()
        content = {"schema": schema, "example": recorded_example(route.name).request}
        return {"required": True, "content": {"application/json": content}}

    def _creations(self) -> dict[str, Any]:
        names = {}
        for game in self.games:
            schema = new_match_schema(game)
            names[game.id] = self._name_schema(schema)
            self.spec.components.schema(schema.__name__, schema=schema)
        self.spec.components.schema("NewMatch", discriminated_union("game", names))
        return {"$ref": "#/components/schemas/NewMatch"}

    def _seat_changes(self) -> dict[str, Any]:
        names = {}
        for kind, schema in SEAT_CHANGES.items():
            names[kind] = self._name_schema(schema)
            self.spec.components.schema(names[kind], schema=schema)
        self.spec.components.schema("SeatChange", discriminated_union("kind", names))
        return {"$ref": "#/components/schemas/SeatChange"}

    def _responses(self, route: Route) -> dict[str, Any]:
        limited = errors.TooManyRequests in route.problems
        found: dict[str, Any] = {
            str(status): self._answer(route, status, answer, limited=limited)
            for status, answer in route.answers.items()
        }
        for status in sorted({problem.status for problem in route.problems}):
            kinds = tuple(one for one in route.problems if one.status == status)
            name = self._refusal(status, kinds)
            answer = found.get(str(status))
            found[str(status)] = name if answer is None else _either(answer, self.refusals[name])
        return found

    def _answer(
        self, route: Route, status: int, answer: ResponseSpec, *, limited: bool
    ) -> dict[str, Any]:
        shown: dict[str, Any] = {"description": answer.description}
        if limited or answer.headers:
            names = (*((LEFT, POLICY) if limited else ()), *answer.headers)
            shown["headers"] = _headers(names)
        schema = answer.schema or answer.raw
        if schema is not None:
            example = recorded_example(route.name).answers.get(str(status))
            told = {} if example is None else {"example": example}
            shown["content"] = {answer.media_type: {"schema": schema, **told}}
        if (route.name, status) in LINKS:
            shown["links"] = LINKS[route.name, status]
        for stream in answer.streams:
            text = {"type": "string", "description": stream.description}
            schema = {**text, **self._content(stream.event)}
            shown["content"][stream.media_type] = {"schema": schema, "example": stream.example}
        return shown

    def _content(self, kind: type[Schema]) -> dict[str, Any]:
        """What is said of a text in which JSON of this kind is."""
        name = self._name_schema(kind)
        if name not in self.spec.components.schemas:
            self.spec.components.schema(name, schema=kind)
        reference = {"$ref": f"#/components/schemas/{name}"}
        return {"contentMediaType": "application/json", "contentSchema": reference}

    def _refusal(self, status: int, kinds: Problems) -> str:
        """The name of the answer that any of these problems, all of one status, is."""
        kinds = tuple(sorted(kinds, key=_slug))
        name = "Or".join(kind.__name__ for kind in kinds)
        headers = () if status in BEFORE_LIMITS else (LEFT, POLICY)
        if status in (429, 503):
            headers = (*headers, "Retry-After")
        self.refusals[name] = {
            "description": "; ".join(f"`{kind.slug}`: {kind.title}" for kind in kinds) + ".",
            **({"headers": _headers(headers)} if headers else {}),
            "content": {
                "application/problem+json": {
                    "schema": ProblemDocument,
                    "examples": {
                        kind.slug: {"$ref": f"#/components/examples/{kind.slug}"} for kind in kinds
                    },
                }
            },
        }
        return name


def _either(answer: Mapping[str, Any], refusal: Mapping[str, Any]) -> dict[str, Any]:
    """An answer and a refusal of one status, which the type of their contents tells apart."""
    return {
        "description": f"{answer['description']} Or {refusal['description']}",
        "headers": {**refusal.get("headers", {}), **answer.get("headers", {})},
        "content": {**answer["content"], **refusal["content"]},
    }


def _slug(kind: type[Problem]) -> str:
    return kind.slug


def _security(route: Route) -> list[dict[str, list[str]]]:
    """Any one of what opens a route; of a client's token all the scopes that it needs."""
    found: list[dict[str, list[str]]] = []
    if route.takes_match_tokens:
        found.append({"token": []})
    if route.token != "none":
        found.append({"client": list(route.scopes)})
    return [*found, {}] if route.token == "optional" else found


def _description(kind: type[Schema]) -> str:
    return " ".join((kind.__doc__ or "").split())


def _headers(names: Iterable[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _header(name: str) -> dict[str, Any]:
    return {"description": RESPONSE_HEADERS[name], "schema": {"type": "string"}}


def document(games: Iterable[Ruleset] | None = None) -> dict[str, Any]:
    """The OpenAPI document of these games, else of all that the service has."""
    return Contract(list(rulesets().values() if games is None else games)).document()


@cache
def served_document() -> CachedResponse:
    """The document as `/openapi.json` answers it."""
    return CachedResponse(orjson.dumps(document()))


def as_yaml(*, recorded_examples: bool = True) -> str:
    """The document of the shipped games, as committed; what has no parts stands on one line.

    Without `recorded_examples`, and those of problems, as generators of types want it, which copy
    each into a comment.
    """
    contract = document(shipped_rulesets().values())
    if not recorded_examples:
        for content in _json_of(contract):
            content.pop("example", None)
            content.pop("examples", None)
        del contract["components"]["examples"]
    return yaml.safe_dump(
        contract, sort_keys=False, allow_unicode=True, width=100, default_flow_style=None
    )


def _json_of(contract: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What is said of each body in JSON, of requests, of answers and of problems."""
    for body in bodies(contract):
        for kind, one in body.get("content", {}).items():
            if kind in ("application/json", "application/problem+json"):
                yield one
