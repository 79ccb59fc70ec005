"""A client made for the last release works with this one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.http.breaking import breaking

RELEASED = Path(__file__).parents[1] / "released"
ACTIONS = "/v1/matches/{match}/actions"


@pytest.fixture(scope="module")
def released() -> dict[str, Any]:
    """The contract of the last release."""
    last = max(RELEASED.glob("openapi-*.yaml"))
    document: dict[str, Any] = yaml.load(last.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return document


def test_nothing_of_the_last_release_is_broken(released: dict[str, Any]) -> None:
    now = yaml.load(Path("openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    assert breaking(released, now) == []


def without_a_route(document: dict[str, Any]) -> None:
    del document["paths"][ACTIONS]


def without_a_member(document: dict[str, Any]) -> None:
    del document["components"]["schemas"]["MatchShown"]["properties"]["view"]


def with_a_needed_member(document: dict[str, Any]) -> None:
    document["components"]["schemas"]["NewAction"]["required"].append("reason")


def with_another_type(document: dict[str, Any]) -> None:
    document["components"]["schemas"]["MatchShown"]["properties"]["version"]["type"] = "string"


def without_a_value(document: dict[str, Any]) -> None:
    schema = document["components"]["schemas"]["NewMontanaMatch"]["properties"]["visibility"]
    schema["enum"] = ["private"]


def with_a_needed_parameter(document: dict[str, Any]) -> None:
    parameters = document["paths"][ACTIONS]["post"]["parameters"]
    next(one for one in parameters if one["name"] == "Idempotency-Key")["required"] = True


def without_an_answer(document: dict[str, Any]) -> None:
    del document["paths"]["/v1/matches/{match}"]["get"]["responses"]["304"]


def with_what_may_be_missing(document: dict[str, Any]) -> None:
    document["components"]["schemas"]["MatchShown"]["required"].remove("view")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (without_a_route, f"POST {ACTIONS} is gone"),
        (without_a_member, ".view is gone"),
        (with_a_needed_member, ".reason is needed now"),
        (with_another_type, ".version: was ['integer'], is ['string']"),
        (without_a_value, ".visibility: its values were"),
        (with_a_needed_parameter, "parameter Idempotency-Key is needed now"),
        (without_an_answer, "304 is gone"),
        (with_what_may_be_missing, ".view is not always there any more"),
    ],
)
def test_what_breaks_clients_is_found(
    released: dict[str, Any], change: Callable[[dict[str, Any]], None], said: str
) -> None:
    changed = copy.deepcopy(released)
    change(changed)
    found = breaking(released, changed)
    assert found
    assert all(said in one for one in found), found
