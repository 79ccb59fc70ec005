"""The pages for people: they load nothing from elsewhere and run no script."""

from __future__ import annotations

import os
import re
import subprocess
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from html import unescape
from typing import Any

import pytest
import requests

from railhead.service.documentation.reference import curl, example_text, reference_page
from tests.http.api import Api

PAGES = ["/docs/", "/problems/no-such-match"]
WITHOUT_A_TOKEN = ["list_games", "get_game", "create_match", "create_client", "get_problem"]


def directives(answered: requests.Response) -> dict[str, list[str]]:
    (policy,) = answered.raw.headers.getlist("Content-Security-Policy")
    parts = [directive.split() for directive in policy.split(";")]
    return {name: sources for name, *sources in parts}


@pytest.fixture
def contract(api: Api) -> dict[str, Any]:
    found: dict[str, Any] = api.get("/openapi.json").json()
    return found


def operations(contract: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The operations by their ids, what is sent to clients among them."""
    paths = [*contract["paths"].values(), *contract["webhooks"].values()]
    return {one["operationId"]: one for methods in paths for one in methods.values()}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_allows_its_own_styles_and_no_script(api: Api, path: str) -> None:
    answered = api.get(path)
    assert answered.status_code == 200
    styles = re.findall(r"<style>(.*?)</style>", answered.text, re.DOTALL)
    digests = [b64encode(sha256(style.encode()).digest()).decode() for style in styles]
    nothing = ("default-src", "base-uri", "form-action", "frame-ancestors")
    assert directives(answered) == {
        **{name: ["'none'"] for name in nothing},
        "style-src": [f"'sha256-{digest}'" for digest in digests],
        "img-src": ["'self'"],
    }
    assert "<script" not in answered.text
    assert not re.search(r"<[^>]*\s(style|on\w+)\s*=", answered.text), "no digest covers attributes"


def test_what_the_page_loads_is_here(api: Api) -> None:
    page = api.get("/docs/").text
    (loaded,) = re.findall(r'<link [^>]*href="([^"]+)"', page)
    assert api.get(loaded).status_code == 200
    assert " src=" not in re.sub(r"<pre.*?</pre>", "", page, flags=re.DOTALL)


def test_the_page_is_sent_once_and_compressed(api: Api) -> None:
    answered = api.get("/docs/")
    assert answered.headers["Content-Encoding"] == "gzip"
    assert answered.headers["Cache-Control"] == "public, no-cache"
    again = api.get("/docs/", headers={"If-None-Match": answered.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = api.get("/docs/", headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert plain.text == answered.text


def test_without_its_slash_the_address_leads_there(api: Api) -> None:
    led = api.get("/docs", allow_redirects=False)
    assert (led.status_code, led.headers["Location"]) == (308, "/docs/")
    for path in ("/docs/index.html", "/docs/swagger-ui.css"):
        assert api.get(path).status_code == 404


def test_each_operation_is_on_the_page_with_its_examples(
    api: Api, contract: dict[str, Any]
) -> None:
    page = unescape(api.get("/docs/").text)
    examples = 0
    for name, operation in operations(contract).items():
        assert f'<div id="{name}">' in page
        answers = [one for one in operation["responses"].values() if "$ref" not in one]
        for told in (operation.get("requestBody", {}), *answers):
            for body in told.get("content", {}).values():
                if "example" in body:
                    examples += 1
                    assert f">{example_text(body['example'])}</pre>" in page, name
    assert examples > 60
    assert all(f'<div id="{name}">' in page for name in contract["components"]["schemas"])


def test_each_link_of_the_page_leads_somewhere(api: Api, contract: dict[str, Any]) -> None:
    page = api.get("/docs/").text
    places = Counter(re.findall(r'<[^>]* id="([^"]+)"', page))
    assert set(places.values()) == {1}
    links = set(re.findall(r'<a href="([^"]+)"', page))
    assert {link[1:] for link in links if link.startswith("#")} <= set(places)
    others = {link for link in links if not link.startswith("#")}
    examples = contract["components"]["examples"]
    assert others == {"/openapi.json", *(f"/problems/{slug}" for slug in examples)}


def test_commands_of_the_page_work(api: Api, contract: dict[str, Any]) -> None:
    page = unescape(api.get("/docs/").text)
    for name in WITHOUT_A_TOKEN:
        _, _, rest = page.partition(f'<div id="{name}">')
        command = rest.partition('aria-label="Command">')[2].partition("</pre>")[0]
        if name == "create_match":
            command = command.replace('-H "Authorization: Bearer $TOKEN" \\\n', "")
        ran = subprocess.run(
            ["bash", "-c", command.replace("curl -sS", "curl --fail -sS", 1)],
            env={**os.environ, "URL": api.address},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert ran.returncode == 0, (name, command, ran.stderr)
        assert ran.stdout, name


def test_a_command_has_what_the_operation_needs() -> None:
    told = {
        "parameters": [
            {"in": "path", "name": "match", "required": True, "example": "abc"},
            {"in": "query", "name": "seat", "required": True, "example": 1},
            {"in": "query", "name": "wait", "example": 30},
        ],
        "security": [{"token": []}],
        "requestBody": {"content": {"application/json": {"example": {"name": "it's"}}}},
    }
    assert curl("/v1/{match}", "put", told).split(" \\\n  ") == [
        "curl -sS -X PUT",
        "\"$URL/v1/abc\"'?seat=1'",
        '-H "Authorization: Bearer $TOKEN"',
        "-H 'Content-Type: application/json'",
        """-d '{"name":"it'"'"'s"}'""",
    ]
    told["requestBody"] = {"content": {"application/json": {"example": "x" * 1000}}}
    assert curl("/v1/{match}", "put", told).endswith(" -d @body.json")


def test_no_text_of_the_contract_becomes_a_part_of_the_page() -> None:
    evil = "<script>`</pre><img src=x>`"
    operation = {
        "operationId": "do",
        "summary": evil,
        "description": evil,
        "tags": ["games"],
        "parameters": [],
        "security": [],
        "responses": {
            "200": {
                "description": evil,
                "content": {"text/plain": {"schema": {"type": "string"}, "example": evil}},
            }
        },
    }
    page = reference_page(
        {
            "openapi": "3.1.0",
            "info": {"title": evil, "description": evil},
            "tags": [{"name": "games", "description": evil}],
            "paths": {"/v1/games": {"get": operation}},
            "webhooks": {},
            "components": {
                "schemas": {"Evil": {"type": "string", "pattern": evil, "description": evil}},
                "headers": {},
                "securitySchemes": {},
            },
        }
    )
    assert "<script" not in page
    assert "<img" not in page
    assert page.count("&lt;script&gt;") == 10
