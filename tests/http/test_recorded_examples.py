"""The examples of the contract: complete, valid, and what a service answers today."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from railhead.service.contract.examples import recorded_example
from railhead.service.features import ROUTES
from tests.http.api import Api
from tests.http.shapes import CONTRACT, resolved
from tests.recording.shapes import difference
from tests.recording.stage import stage
from tests.recording.story import told
from tests.recording.telling import Examples, Telling

BY_DAY = ("get_daily_puzzle",)
"""What is answered differs from one day to the next: only its members are the same."""
OPERATIONS = {
    operation["operationId"]: operation
    for operations in CONTRACT["paths"].values()
    for operation in operations.values()
}


def written() -> Examples:
    """What the contract shows to be sent: parameters of the path and bodies, by operation."""
    found: Examples = {}
    for name, operation in OPERATIONS.items():
        parameters = [resolved(CONTRACT, one) for one in operation["parameters"]]
        found[name] = {
            "path": {one["name"]: one["example"] for one in parameters if one["in"] == "path"}
        }
        if "requestBody" in operation:
            body = operation["requestBody"]["content"]["application/json"]
            found[name]["request"] = body["example"]
    return found


def shown() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each good answer in JSON: its operation, its status, and what is said of it."""
    for name, operation in OPERATIONS.items():
        for status, answer in operation["responses"].items():
            content = answer.get("content", {}).get("application/json")
            if status.startswith("2") and content is not None:
                yield name, status, content


@pytest.fixture(scope="module")
def again() -> Examples:
    """The story told once more, with what the contract shows to be sent."""
    with stage() as where:
        telling = Telling(Api(where.address), written=written())
        told(telling, where)
        return telling.examples()


def test_every_good_answer_has_an_example_that_fits_its_schema() -> None:
    rest = {"components": CONTRACT["components"]}
    for name, status, content in shown():
        assert "example" in content, (name, status)
        assert content["example"] == recorded_example(name).answers[status]
        validator = Draft202012Validator({**content["schema"], **rest}, validate_formats=True)
        errors = list(validator.iter_errors(content["example"]))
        assert not errors, (name, status, errors)


def test_every_request_example_is_taken_in_the_order_of_the_story(again: Examples) -> None:
    assert {*again} == {route.name for route in ROUTES}
    for name, sent in written().items():
        assert again[name]["path"] == sent["path"], f"{name}: run `make examples`"
        unlike = difference(sent.get("request"), again[name].get("request"))
        assert unlike is None, f"{name}: {unlike}; run `make examples`"


def test_a_service_answers_as_the_examples_say(again: Examples) -> None:
    for name, told_again in again.items():
        before, now = recorded_example(name).answers, told_again["answers"]
        assert {*before} == {*now}, f"{name}: run `make examples`"
        for status, answer in now.items():
            depth = 1 if name in BY_DAY else None
            unlike = difference(before[status], answer, depth)
            assert unlike is None, f"{name}: {unlike}; run `make examples`"


def test_the_examples_tell_one_story(again: Examples) -> None:
    made = recorded_example("create_match")
    match = made.answers["201"]["id"]
    assert made.answers["201"]["game"] == recorded_example("get_game").path["game"]
    about = [route.name for route in ROUTES if "{match}" in route.path]
    assert {recorded_example(name).path["match"] for name in about} == {match}
    legal = recorded_example("list_legal_actions").answers["200"]
    decision = recorded_example("submit_action").request
    assert decision["version"] == legal["version"]
    assert decision["action"] in [one["action"] for one in legal["actions"]]
    assert (
        recorded_example("import_match").request == recorded_example("export_match").answers["200"]
    )
    (opened,) = [seat for seat in made.answers["201"]["seats"] if seat["kind"] == "open"]
    claim = recorded_example("claim_seat")
    assert claim.request["invitation"] == opened["invitation"]
    assert claim.path["seat"] == opened["seat"]
    token = recorded_example("create_my_token").answers["201"]["id"]
    assert recorded_example("revoke_my_token").path["token"] == token
    assert token in [
        one["id"] for one in recorded_example("list_my_tokens").answers["200"]["tokens"]
    ]
