"""The pages for people: they load nothing from elsewhere and run nothing that is not theirs."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

import pytest
import requests

from tests.http.api import Api

PAGES = ["/docs/", "/docs/index.html", "/docs/oauth2-redirect.html", "/problems/no-such-match"]
INLINE = re.compile(r"<(script|style)\b([^>]*)>(.*?)</\1>", re.DOTALL)


def directives(answered: requests.Response) -> dict[str, list[str]]:
    (policy,) = answered.raw.headers.getlist("Content-Security-Policy")
    parts = [directive.split() for directive in policy.split(";")]
    return {name: sources for name, *sources in parts}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_allows_its_own_inline_parts_and_no_others(api: Api, path: str) -> None:
    answered = api.get(path)
    assert answered.status_code == 200
    allowed = directives(answered)
    assert allowed["default-src"] == ["'none'"]
    assert allowed["frame-ancestors"] == ["'none'"]
    assert not [source for sources in allowed.values() for source in sources if "unsafe" in source]
    own: dict[str, list[str]] = {"script": ["'self'"], "style": ["'self'"]}
    for kind, attributes, text in INLINE.findall(answered.text):
        if "src=" not in attributes:
            own[kind].append(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'")
    assert {kind: allowed[f"{kind}-src"] for kind in own} == own
    assert not re.search(r"\s(style|on\w+)\s*=", answered.text), "no digest covers attributes"


def test_the_page_of_the_documentation_has_a_script_of_its_own(api: Api) -> None:
    assert len(directives(api.get("/docs/"))["script-src"]) == 2


def test_what_the_page_loads_is_here(api: Api) -> None:
    loaded = re.findall(r'(?:src|href)="([^"]+)"', api.get("/docs/").text)
    assert len(loaded) >= 5
    for path in loaded:
        assert path.startswith("/docs/")
        assert api.get(path).status_code == 200
