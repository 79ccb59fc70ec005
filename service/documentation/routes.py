"""`/openapi.json`, `/docs`, `/problems/{slug}`: what a client developer reads, served locally."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import sha256
from html import escape
from textwrap import fill
from typing import Final

import orjson
from flask import Flask, Response, redirect

from railhead.service import errors
from railhead.service.documentation.reference import reference_page
from railhead.service.documentation.web import HOME, wants_page
from railhead.service.errors import NotFound, Problem
from railhead.service.http.cached_responses import CachedResponse, cached_response
from railhead.service.http.request_parsing import query
from railhead.service.http.responses import WholeResponse, json_response
from railhead.service.http.route import ALWAYS, TAGGED, UNCHANGED, ResponseSpec, address, route
from railhead.service.http.schemas import common_responses

VERSION: Final = "1.0.0"
"""Of the API: the major number is the `v1` of the addresses."""
POLICY: Final = (
    "default-src 'none'; style-src {styles}; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)
PAGE: Final = """\
<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>body {{ font: 1rem/1.5 sans-serif; max-width: 40em; margin: auto; padding: 2em }}</style>
<h1>{title}</h1>
<p><code>/problems/{slug}</code>, status {status}</p>
<p>{meaning}</p>
<p>{fix}</p>
<p><a href="/docs/">The API</a></p>
</html>
"""


PROBLEMS_HEAD: Final = """\
# Problem types

Every refusal is a problem document (RFC 9457) of media type `application/problem+json`. Its `type`
is `/problems/<slug>`, stable within `/v1`, and explained at that address. `detail` says what is
wrong this time, `fix` what to do; `errors`, where there is one, names each field with its problem.
"""


class DocumentationRoutes:
    """The handlers of the documentation, for an application that has `add_pages` too.

    `contract` makes the OpenAPI document.
    """

    def __init__(self, contract: Callable[[], CachedResponse]) -> None:
        self._contract = contract

    @route(
        "get",
        "/openapi.json",
        "This document",
        "documentation",
        {
            200: ResponseSpec("The OpenAPI document.", headers=TAGGED, raw={"type": "object"}),
            304: UNCHANGED,
        },
        ALWAYS,
        headers=("If-None-Match",),
        description="Made of the games that this service has.",
    )
    def get_contract(self) -> Response:
        query()
        return cached_response(self._contract())

    @route(
        "get",
        "/",
        "What is here",
        "documentation",
        {
            200: ResponseSpec("Where to go on.", common_responses.Entrance),
            302: ResponseSpec("A browser is led to the table.", headers=("Location",)),
        },
        ALWAYS,
        description="The addresses from which all others can be found; a browser, which asks for "
        "HTML, is led to the table to play at.",
    )
    def get_entrance(self) -> Response:
        query()
        if wants_page():
            return WholeResponse(b"", 302, {"Location": HOME, "Vary": "Accept"})
        return json_response(
            {
                "name": "Railhead",
                "version": VERSION,
                "games": address("list_games"),
                "matches": address("list_matches"),
                "documentation": address("get_documentation"),
                "contract": address("get_contract"),
                "table": HOME,
            },
            headers={"Vary": "Accept"},
        )

    @route(
        "get",
        "/docs/",
        "This document, to read",
        "documentation",
        {
            200: ResponseSpec(
                "A page.", media_type="text/html", headers=TAGGED, raw={"type": "string"}
            ),
            304: UNCHANGED,
        },
        (errors.InternalError, errors.Overloaded, errors.TooMuchSpent),
        headers=("If-None-Match",),
        description="Each operation with its recorded examples. Loads nothing from elsewhere, and "
        "runs no script.",
    )
    def get_documentation(self) -> Response:
        page, policy = _reference(self._contract())
        answered = cached_response(page)
        answered.headers["Content-Security-Policy"] = policy
        return answered

    @route(
        "get",
        "/problems/{slug}",
        "What a problem type means and what to do about it",
        "documentation",
        {200: ResponseSpec("A page.", media_type="text/html", raw={"type": "string"})},
        (*ALWAYS, errors.NotFound),
        description="The address that `type` of a problem document names.",
    )
    def get_problem(self, slug: str) -> Response:
        query()
        kind = problem_types().get(slug)
        if kind is None:
            raise NotFound(f"there is no problem type {slug!r}")
        page = problem_page(kind)
        policy = {"Content-Security-Policy": page_policy(page)}
        return Response(page, headers=policy, content_type="text/html")


def add_pages(app: Flask) -> None:
    """Lead to the page of the documentation where its slash is missing."""
    home = address("get_documentation")
    app.add_url_rule(home.rstrip("/"), "to_documentation", lambda: redirect(home, 308))


@lru_cache(maxsize=4)
def _reference(contract: CachedResponse) -> tuple[CachedResponse, str]:
    """The page of a contract, and its policy."""
    page = reference_page(orjson.loads(contract.body))
    return CachedResponse(page.encode(), "text/html; charset=utf-8"), page_policy(page)


def page_policy(page: str) -> str:
    """The Content-Security-Policy of a page of ours: no script, its styles by their digests."""
    digests = [sha256(style.encode()).digest() for style in _STYLE.findall(page)]
    styles = " ".join(f"'sha256-{b64encode(digest).decode()}'" for digest in digests)
    return POLICY.format(styles=styles)


def _kinds(kind: type[Problem]) -> Iterator[type[Problem]]:
    for inner in kind.__subclasses__():
        yield inner
        yield from _kinds(inner)


def problem_types() -> dict[str, type[Problem]]:
    """Every problem type by its slug, in the order of their statuses."""
    kinds = sorted(_kinds(Problem), key=lambda kind: (kind.status, kind.slug))
    return {kind.slug: kind for kind in kinds}


def problem_page(kind: type[Problem]) -> str:
    """The page of one problem type."""
    return PAGE.format(
        title=escape(kind.title),
        slug=kind.slug,
        status=kind.status,
        meaning=escape(" ".join((kind.__doc__ or "").split())),
        fix=escape(kind.fix),
    )


def problems_markdown() -> str:
    """Every problem type, as `docs/problems.md` has them."""
    parts = [PROBLEMS_HEAD]
    for slug, kind in problem_types().items():
        meaning = " ".join((kind.__doc__ or "").split())
        text = f"{meaning} {kind.fix}"
        parts.append(f"## {slug}\n\nStatus {kind.status}: {kind.title}.\n\n{fill(text, 100)}\n")
    return "\n".join(parts)
