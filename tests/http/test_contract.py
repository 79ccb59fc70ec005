"""`openapi.yaml`: generated, complete and valid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from flask import Response
from jsonschema_rs import Draft202012Validator

from railhead.games.registry import shipped_rulesets
from railhead.service.app import create_app
from railhead.service.commands.openapi import command
from railhead.service.contract.openapi import document
from railhead.service.core.matches import Matches
from railhead.service.features import FEATURES, ROUTES
from railhead.service.http.route import ResponseSpec, routes_of
from railhead.service.http.route import route as declare_route
from railhead.service.model import SCOPES
from railhead.service.settings import Settings
from tests.http.api import Api
from tests.http.shapes import resolved

COMMITTED = Path("openapi.yaml")


@pytest.fixture(scope="module")
def committed() -> dict[str, Any]:
    read: dict[str, Any] = yaml.load(COMMITTED.read_bytes(), yaml.CSafeLoader)
    return read


@pytest.mark.full
def test_it_is_small_enough_to_be_read_by_a_program(committed: dict[str, Any]) -> None:
    def written(part: Any) -> int:
        """How long a part is as the document has it."""
        text = yaml.dump(
            part,
            Dumper=yaml.CSafeDumper,
            sort_keys=False,
            allow_unicode=True,
            width=100,
            default_flow_style=None,
        )
        return len(text.encode())

    whole = COMMITTED.stat().st_size
    beside_examples = written(without_examples(committed, {}))
    assert beside_examples < 400_000
    assert whole - beside_examples < 160_000


def without_examples(part: Any, done: dict[int, Any]) -> Any:
    """A part of the document without its examples; what stands once in it still does."""
    if id(part) not in done and isinstance(part, dict):
        kept = {name: one for name, one in part.items() if name not in ("example", "examples")}
        done[id(part)] = {name: without_examples(one, done) for name, one in kept.items()}
    elif id(part) not in done and isinstance(part, list):
        done[id(part)] = [without_examples(one, done) for one in part]
    return done.get(id(part), part)


def test_the_committed_document_is_what_the_code_says() -> None:
    generated = CliRunner().invoke(command).output
    assert generated == COMMITTED.read_text(encoding="utf-8"), "run `make openapi`"


@pytest.mark.full
def test_for_types_it_says_the_same_without_recorded_examples(committed: dict[str, Any]) -> None:
    generated = CliRunner().invoke(command, ["--for-types"]).output
    bare = yaml.load(generated, yaml.CSafeLoader)
    assert len(generated) < 0.8 * COMMITTED.stat().st_size
    assert without_examples(bare, {}) == without_examples(committed, {})


@pytest.mark.full
def test_the_documents_are_valid(committed: dict[str, Any]) -> None:
    from openapi_spec_validator import validate  # it takes a second to import

    assert committed["openapi"].startswith("3.1")
    validate(committed)
    validate(document())


def test_every_route_is_in_the_document_and_nothing_else(
    settings: Settings, matches: Matches
) -> None:
    app = create_app(settings, matches, matches.catalogue)
    served = {
        (method.lower(), re.sub(r"<(?:\w+:)?(\w+?)(?:_id)?>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assets = {("get", "/docs")}
    assets |= {("get", "/web"), ("get", "/web/"), ("get", "/web/{path}")}
    written = {
        (method, path) for path, operations in document()["paths"].items() for method in operations
    }
    assert served - assets == written


def test_every_route_has_its_handler_and_every_handler_its_route(
    settings: Settings, matches: Matches
) -> None:
    app = create_app(settings, matches, matches.catalogue)
    served = {
        (rule.endpoint, method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    pages = {("to_documentation", "get")}
    pages |= {("get_web", "get"), ("get_web_file", "get"), ("to_web", "get")}
    assert served - pages == {(route.name, route.method) for route in ROUTES}


def test_two_handlers_of_one_name_are_refused() -> None:
    declared = declare_route(
        "get", "/v1/again", "Again", "games", {200: ResponseSpec("It is there.")}
    )

    def get_game() -> Response:
        return Response()

    with pytest.raises(ValueError, match=r"^two handlers are called get_game$"):
        declared(get_game)


def test_every_feature_has_routes() -> None:
    assert all(routes_of(feature) for feature in FEATURES)


def test_every_answer_and_problem_has_its_example(committed: dict[str, Any]) -> None:
    for route in ROUTES:
        responses = committed["paths"][route.path][route.method]["responses"]
        declared = set(route.answers) | {kind.status for kind in route.problems}
        assert {int(status) for status in responses} == declared
        for kind in route.problems:
            refusal = resolved(committed, responses[str(kind.status)])
            shown = refusal["content"]["application/problem+json"]["examples"]
            example = resolved(committed, shown[kind.slug])
            assert example["value"]["type"] == f"/problems/{kind.slug}"


def test_where_a_limit_may_be_reached_its_fields_are_declared(committed: dict[str, Any]) -> None:
    fields = {"Retry-After", "RateLimit", "RateLimit-Policy"}
    limited, counted = set(), set()
    for operations in committed["paths"].values():
        for operation in operations.values():
            answers = operation["responses"]
            if "429" in answers:
                assert set(resolved(committed, answers["429"])["headers"]) == fields
                limited.add(operation["operationId"])
            done = next(answers[status] for status in answers if status[0] in "23")
            if "RateLimit" in done.get("headers", {}):
                counted.add(operation["operationId"])
    assert limited == {route.name for route in ROUTES} - {"get_health"}, "all else costs"
    assert counted == {
        *("create_match", "create_fork", "import_match", "play_again", "create_client"),
        *("submit_action", "undo", "claim_seat", "change_seat", "list_events"),
        *("list_my_events", "get_components", "create_analysis", "get_analysis"),
        *("get_match_components", "put_my_data"),
        *("put_my_webhook", "renew_my_webhook_secret", "test_my_webhook", "replay_my_delivery"),
    }


def test_what_several_operations_take_alike_stands_once(committed: dict[str, Any]) -> None:
    taken = [
        one
        for operations in committed["paths"].values()
        for operation in operations.values()
        for one in operation["parameters"]
    ]
    inline = [one for one in taken if "$ref" not in one]
    assert all(inline.count(one) == 1 for one in inline)
    shared = committed["components"]["parameters"]
    for name, one in shared.items():
        reference = {"$ref": f"#/components/parameters/{name}"}
        assert one["name"] == name
        assert taken.count(reference) > 1
        assert one not in inline


def test_every_action_type_has_its_schema(committed: dict[str, Any]) -> None:
    from railhead.games.registry import rulesets

    schemas = committed["components"]["schemas"]
    kinds = [kind for kind in rulesets()["montana"].vocabulary.types if not kind.chance]
    mapping = schemas["MontanaAction"]["discriminator"]["mapping"]
    assert list(mapping) == [kind.name for kind in kinds]
    for kind in kinds:
        schema = schemas[mapping[kind.name].rpartition("/")[2]]
        assert schema["properties"]["type"]["const"] == kind.name
        parameters = schema["properties"]["parameters"]["properties"]
        assert list(parameters) == [parameter.name for parameter in kind.parameters]


def test_views_and_actions_have_schemas_of_each_game(committed: dict[str, Any]) -> None:
    schemas = committed["components"]["schemas"]
    for name in ("MatchShown", "LegalActions", "Submission"):
        told_by = schemas[name]["discriminator"]
        assert told_by["propertyName"] == "game"
        assert [*told_by["mapping"]] == [*shipped_rulesets()]
        for game, reference in told_by["mapping"].items():
            typed = schemas[reference.rpartition("/")[2]]
            assert typed["properties"]["game"]["const"] == game
            if name != "LegalActions":
                view = schemas[typed["properties"]["view"]["$ref"].rpartition("/")[2]]
                assert view["required"] == [*view["properties"]]


def test_members_that_may_be_left_out_have_no_default(committed: dict[str, Any]) -> None:
    for name, schema in committed["components"]["schemas"].items():
        for member, one in schema.get("properties", {}).items():
            assert "default" not in one, f"generated clients would have to send {name}.{member}"
    round_limit = committed["components"]["schemas"]["MontanaOptions"]["properties"]["round_limit"]
    assert round_limit["description"].endswith("`60` if left out.")


def test_every_operation_is_described_and_its_example_fits(committed: dict[str, Any]) -> None:
    rest = {"components": committed["components"]}
    for path, operations in committed["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], (method, path)
            assert "security" in operation
            for content in operation.get("requestBody", {}).get("content", {}).values():
                schema = {**content["schema"], **rest}
                errors = list(Draft202012Validator(schema).iter_errors(content["example"]))
                assert not errors, (method, path, errors)


def members(schema: dict[str, Any], place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each member of a schema and of what is within it, with where it is."""
    for name, member in schema.get("properties", {}).items():
        yield f"{place}.{name}", member
        yield from members(member, f"{place}.{name}")
    if "items" in schema:
        yield from members(schema["items"], f"{place}[]")


def test_every_member_is_described(committed: dict[str, Any]) -> None:
    for name, schema in committed["components"]["schemas"].items():
        assert schema.get("description") or schema.get("oneOf"), name
        for place, member in members(schema, name):
            assert member.get("description"), place


def test_the_security_schemes_name_every_kind_of_token(committed: dict[str, Any]) -> None:
    schemes = committed["components"]["securitySchemes"]
    for word in ("seat", "`owner_token`", "`spectator_token`"):
        assert word in schemes["token"]["description"]
    for word in ("main", "Further", *(f"`{scope}`" for scope in SCOPES)):
        assert word in schemes["client"]["description"]


def test_a_creation_leads_to_what_can_be_done_with_the_match(
    api: Api, committed: dict[str, Any]
) -> None:
    made = api.created(seed=3)
    creation = committed["paths"]["/v1/matches"]["post"]["responses"]["201"]
    routes = {route.name: route for route in ROUTES}
    linked = {link["operationId"] for link in creation["links"].values()}
    assert linked == {"get_match", "list_legal_actions", "submit_action", "list_events"}
    for link in creation["links"].values():
        pointer = link["parameters"]["match"].removeprefix("$response.body#/")
        route = routes[link["operationId"]]
        path = route.path.format(match=made.created[pointer])
        if route.method == "get":
            assert made.seats[0].get(path).status_code == 200
        else:
            legal = made.legal(0)
            decision = {"action": legal["actions"][0]["action"], "version": legal["version"]}
            assert made.seats[0].post(path, json=decision).status_code == 200
