"""Refusals of the tools: sentences about tools, never about requests that a model cannot send."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from railhead.agents.refusals import NEXT, explain, sentences
from railhead.client import ConnectionLost, Problem, UnexpectedAnswer, problems
from railhead.service import features as features  # problem types of all features
from railhead.service.documentation.routes import problem_types
from tests.agents.conftest import Tools, in_sessions, over_http
from tests.http.api import Api

OF_REQUESTS = re.compile(
    r"\b(GET|POST|PUT|PATCH|DELETE|HEAD|HTTP|ETag|Authorization|Bearer|JSON pointer|If-Match)\b"
    r"|https?:|/v\d|/problems|/openapi|\b(header|body|query|status code)\b|validation error"
    r"|pydantic|type=|Traceback",
    re.IGNORECASE,
)
RUNS_ON = re.compile(
    r"[^.!?:;,(“] (Ask|Begin|Call|Choose|Correct|Play|Read|Say|Send|Tell|Use|Wait|Whoever)\b"
)
PAGES = sorted(Path("railhead/agents").glob("*.py"))
MAKERS = {"ToolRefused", "NotChosen", "LookupError", "InvalidSeatHandle", "refusal", "sentences"}
CLASSES = {
    one.slug: one
    for one in vars(problems).values()
    if isinstance(one, type) and issubclass(one, Problem) and one.slug
}
DETAILS = (
    "",
    "GET /v1/matches lists them",
    "send Authorization: Bearer <token>",
    "the query has no such field",
    "something is wrong",
)


def well_said(text: str) -> str:
    """The text, which is sentences that name no request, each of them once."""
    assert not OF_REQUESTS.search(text), text
    assert not RUNS_ON.search(text), text
    assert text[-1] in ".!?", text
    assert "  " not in text, text
    said = [one for one in re.split(r"(?<=[.!?]) ", text) if one]
    assert len(set(said)) == len(said), text
    return text


@pytest.mark.parametrize("slug", problem_types())
def test_no_problem_of_the_service_tells_a_model_of_requests(slug: str) -> None:
    kind = problem_types()[slug]
    for detail in (*DETAILS, kind.title, kind.fix):
        for errors in ([], [{"field": "seats.1.level", "problem": "is none of these"}]):
            document = {"title": kind.title, "detail": detail, "fix": kind.fix, "errors": errors}
            text = well_said(explain(CLASSES[slug](document), "http://127.0.0.1:8000"))
            assert ("The argument level is none of these." in text) is bool(errors)


def test_what_to_do_is_said_of_types_that_there_are() -> None:
    assert {kind.slug for kind in NEXT} <= set(problem_types())


def test_of_other_errors_the_operator_is_told_what_the_model_is_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for error in (ConnectionLost("GET /v1/games"), UnexpectedAnswer(502, "<html>Bad Gateway")):
        caplog.clear()
        text = well_said(explain(error, "http://127.0.0.1:9"))
        assert "Gateway" not in text
        assert "http://127.0.0.1:9" in caplog.text
        assert str(error) in caplog.text


def test_parts_become_sentences() -> None:
    assert sentences("no action", "", "Call table.", "why?") == "No action. Call table. Why?"


def literals(page: Path) -> Iterator[str]:
    """The texts in calls that make refusals."""
    for node in ast.walk(ast.parse(page.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id in MAKERS:
            inside = (part for part in ast.walk(node) if isinstance(part, ast.Constant))
            yield from (part.value for part in inside if isinstance(part.value, str))


def test_no_refusal_in_the_source_speaks_of_requests() -> None:
    found = [text for page in PAGES for text in literals(page)]
    assert len(found) > 25
    for text in [*found, *NEXT.values()]:
        assert not OF_REQUESTS.search(text), text


def wrong_calls(seat: str, version: int) -> Iterator[tuple[str, dict[str, Any], str, bool]]:
    """Calls that come to nothing, with what is said of them, and whether of an illegal action."""
    at = {"seat": seat, "version": version}
    for action, said in (
        (999, "the numbers are 1 to"),
        ("fly away", "none of the legal"),
        ("stop", "Illegal"),
        ("9" * 5000, "none of the legal"),
        ("[" * 9000, "none of the legal"),
        ({"type": []}, "needs a type"),
        ({"type": "joker"}, "has the parameters"),
        ("stop:" + "x" * 300, "none of"),
        ("joker", "may be"),
    ):
        yield "act", {**at, "action": action}, said, True
    yield "act", {**at, "version": version + 9, "action": 1}, "Call table", False
    for other in ("nonsense", "a:b", "a:ü", f"{seat}x"):
        for tool in ("act", "table", "advise"):
            more = {"action": 1, "version": version} if tool == "act" else {}
            yield tool, {"seat": other, **more}, "as new_match answered", False
    yield "advise", {"seat": seat, "seconds": 99}, "seconds is 1 to 10", False
    for game in ("chess", "../me", "montana/rules", "\u2028"):
        for tool in ("games", "rules", "new_match"):
            yield tool, {"game": game}, "Call games", False
    for seats in (0, -1, 5, 10**12):
        yield "new_match", {"game": "montana", "seats": seats}, "is 2 to 4 in montana.", False
    for arguments, said in (
        ({"seat": 7}, "seat is 0 to 1"),
        ({"options": {"x": 3}}, "options.x is not known"),
        ({"options": {"round_limit": 3000}}, "must be from 0 to 200"),
        ({"seed": -1}, "The argument seed must be"),
        ({"name": ""}, "The argument name must have"),
    ):
        yield "new_match", {"game": "montana", **arguments}, said, False
    yield "rules", {"game": "montana", "about": "xyzzy"}, "without about", False
    yield "rules", {"game": "montana", "about": "stop", "page": 99}, "only", False


def test_refusals_of_the_tools_say_what_to_do(api: Api, two_servers: list[str]) -> None:
    async def playing(tools: Tools) -> None:
        first = await tools("new_match", game="montana", seed=1)
        for tool, arguments, said, illegal in wrong_calls(first.seat, first.version):
            refused = await tools(tool, **arguments)
            assert refused.refused, refused.text
            assert said in well_said(refused.text)
            assert refused.meta["railhead/illegal"] is illegal, refused.text
        assert (await tools("table", seat=first.seat)).version == first.version

    over_http(two_servers, playing)


def wrong_arguments(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Arguments that do not fit a schema, with the name of the one that is wrong."""
    samples = {"string": "montana", "integer": 1}
    right = {
        name: samples[one.get("type", "integer")]
        for name, one in schema["properties"].items()
        if name in schema.get("required", ())
    }
    for name in right:
        yield name, {key: value for key, value in right.items() if key != name}
    for name in schema["properties"]:
        yield name, {**right, name: [[1]]}
    yield "flavour", {**right, "flavour": 1}


def test_arguments_that_do_not_fit_are_told_in_words(api: Api, two_servers: list[str]) -> None:
    async def playing(tools: Tools) -> None:
        offered = (await tools.clients[0].list_tools()).tools
        for tool in offered:
            for name, arguments in wrong_arguments(tool.input_schema):
                refused = await tools(tool.name, **arguments)
                assert refused.refused
                assert re.search(rf"argument {name}\b", well_said(refused.text))
        missing = await tools("act", seat="a:b", action=1)
        assert missing.text == (
            "act needs the argument version (the version that the table names)."
        )
        unknown = await tools("undo")
        assert unknown.refused
        assert f"The tools are {', '.join(tool.name for tool in offered)}." in unknown.text

    in_sessions(two_servers, playing)


def test_what_a_client_reads_of_the_tools_speaks_of_no_request(two_servers: list[str]) -> None:
    async def playing(tools: Tools) -> None:
        for client in tools.clients:
            for tool in (await client.list_tools()).tools:
                assert not OF_REQUESTS.search(f"{tool.description} {tool.input_schema}")

    in_sessions(two_servers, playing)
