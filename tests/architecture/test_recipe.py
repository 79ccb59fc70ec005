"""The endpoint that `docs/architecture.md` adds works as it stands there."""

from __future__ import annotations

import re
from textwrap import dedent, indent
from typing import Any

import pytest
from flask import Flask, Response, request

from railhead.games.registry import rulesets
from railhead.service.errors import InvalidRequest, NoSuchGame
from railhead.service.games import responses, routes
from railhead.service.http.current_request import ENVIRONMENT
from railhead.service.http.responses import json_response
from railhead.service.http.route import routes_of
from tests.architecture.picture import PAGE


@pytest.fixture(scope="module")
def feature() -> Any:
    """A feature with the handler of the page alone, made of the names of a real one."""
    blocks = re.findall(r" *```python\n(.*?) *```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    schema, handler = map(dedent, blocks)
    names: dict[str, Any] = {**vars(responses), **vars(routes), "json_response": json_response}
    exec(f"{schema}\nclass Recipe:\n{indent(handler, '    ')}", names)  # noqa: S102 - our page
    return names["Recipe"]


def list_notices(feature: Any, game: str, query: str = "") -> Response:
    """What the handler answers to a request for the notices of a game."""
    with Flask(__name__).test_request_context(f"/v1/games/{game}/notices{query}"):
        token = ENVIRONMENT.set(request.environ)
        try:
            answer: Response = feature().list_notices(game)
            return answer
        finally:
            ENVIRONMENT.reset(token)


def test_the_endpoint_of_the_recipe_answers_as_it_declares(feature: Any) -> None:
    (declared,) = routes_of(feature)
    schema = declared.answers[200].schema
    assert schema is not None
    shown = schema().load(list_notices(feature, "montana").get_json())
    assert shown == {"notices": list(rulesets()["montana"].notices)}


def test_the_endpoint_of_the_recipe_refuses_as_it_declares(feature: Any) -> None:
    (declared,) = routes_of(feature)
    with pytest.raises(NoSuchGame):
        list_notices(feature, "go")
    with pytest.raises(InvalidRequest):
        list_notices(feature, "montana", "?page=2")
    assert {NoSuchGame, InvalidRequest} <= set(declared.problems)
