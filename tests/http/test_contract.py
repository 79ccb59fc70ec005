"""`openapi.yaml`: generated, complete, valid, and enough to make a working client of."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from flask import Flask, Response
from openapi_spec_validator import validate

from service.app import create_app
from service.commands.openapi import command
from service.http.contract import ROUTES
from service.http.openapi import document
from service.http.routing import Handler, register
from service.matches.matches import Matches
from service.settings import Settings
from tests.http.api import Api

COMMITTED = Path("openapi.yaml")


@pytest.fixture(scope="module")
def committed() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(COMMITTED.read_text(encoding="utf-8"))
    return read


def test_the_committed_document_is_what_the_code_says() -> None:
    generated = CliRunner().invoke(command).output
    assert generated == COMMITTED.read_text(encoding="utf-8"), "run `make openapi`"


def test_the_documents_are_valid(committed: dict[str, Any]) -> None:
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
    assets = {("get", "/docs"), ("get", "/docs/{path}")}
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
    pages = {("swagger_ui.show", "get"), ("to_documentation", "get")}
    assert served - pages == {(route.name, route.method) for route in ROUTES}


def test_a_route_without_handler_and_a_handler_without_route_are_refused() -> None:
    def handler(name: str) -> Handler:
        def answer() -> Response:
            return Response()

        answer.__name__ = name
        return answer

    handlers = [handler(route.name) for route in ROUTES]
    register(Flask("whole"), handlers)
    with pytest.raises(ValueError, match=rf": {ROUTES[-1].name}$"):
        register(Flask("without a handler"), handlers[:-1])
    with pytest.raises(ValueError, match=r": get_nothing$"):
        register(Flask("without a route"), [*handlers, handler("get_nothing")])


def test_every_answer_and_problem_has_its_example(committed: dict[str, Any]) -> None:
    for route in ROUTES:
        responses = committed["paths"][route.path][route.method]["responses"]
        declared = set(route.answers) | {kind.status for kind in route.problems}
        assert {int(status) for status in responses} == declared
        for kind in route.problems:
            shown = responses[str(kind.status)]["content"]["application/problem+json"]["examples"]
            assert shown[kind.slug]["value"]["type"] == f"/problems/{kind.slug}"


def test_every_action_type_has_its_schema(committed: dict[str, Any]) -> None:
    from games.registry import rulesets

    schemas = committed["components"]["schemas"]
    kinds = [kind for kind in rulesets()["montana"].vocabulary.types if not kind.chance]
    mapping = schemas["MontanaAction"]["discriminator"]["mapping"]
    assert list(mapping) == [kind.name for kind in kinds]
    for kind in kinds:
        schema = schemas[mapping[kind.name].rpartition("/")[2]]
        assert schema["properties"]["type"] == {"type": "string", "const": kind.name}
        parameters = schema["properties"]["parameters"]["properties"]
        assert list(parameters) == [parameter.name for parameter in kind.parameters]


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The package that openapi-python-client makes of the committed document."""
    folder = tmp_path_factory.mktemp("client")
    config = folder / "config.yaml"
    # The generator knows text, JSON and bytes; a picture is text to it.
    text = "content_type_overrides: {image/svg+xml: text/html}"
    config.write_text(f"post_hooks: []\n{text}\n", encoding="utf-8")
    made = subprocess.run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"),
            *("--path", str(COMMITTED), "--output-path", str(folder / "railhead_client")),
            *("--config", str(config), "--fail-on-warning"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    sys.path.insert(0, str(folder))
    return importlib.import_module("railhead_client")


def test_a_generated_client_plays(api: Api, generated: ModuleType) -> None:
    def operation(name: str) -> Any:
        return importlib.import_module(f"railhead_client.api.{name}")

    models = importlib.import_module("railhead_client.models")
    anybody = generated.Client(base_url=api.address)
    with anybody:
        wanted = models.NewMontanaMatch(
            game="montana",
            seats=[models.HumanSeat(kind="human", name=name) for name in ("Ann", "Ben")],
            seed=11,
        )
        created = operation("matches.create_match").sync(client=anybody, body=wanted)
        assert isinstance(created, models.CreatedMatch)
        games = operation("games.list_games").sync(client=anybody)
        assert next(game.id for game in games.games) == "montana"
    tokens = [seat.token for seat in created.seats]
    seats = [generated.AuthenticatedClient(base_url=api.address, token=token) for token in tokens]
    for _ in range(30):
        shown = operation("matches.get_match").sync(created.id, client=seats[0])
        assert isinstance(shown, models.MatchShown)
        seat = seats[shown.to_act[0]]
        legal = operation("play.list_legal_actions").sync(created.id, client=seat)
        choice = legal.actions[0]
        assert type(choice).__name__.startswith("Montana")
        body = models.NewAction(action=choice.action, version=legal.version)
        done = operation("play.submit_action").sync(created.id, client=seat, body=body)
        assert isinstance(done, models.Submission)
        assert done.version > shown.version
    svg = operation("matches.get_picture").sync(created.id, client=seats[0])
    assert f'id="{choice.targets[0]}"' in svg
    stale = models.NewAction(action=choice.action, version=0)
    refused = operation("play.submit_action").sync(created.id, client=seats[0], body=stale)
    assert isinstance(refused, models.ProblemDocument)
    for seat in seats:
        seat.get_httpx_client().close()
