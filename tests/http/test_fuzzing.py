"""Schemathesis makes requests from `openapi.json` and holds every answer against it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    positive_data_acceptance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from railhead.games.registry import rulesets
from railhead.service.app import create_app
from railhead.service.core.matches import Matches, open_matches
from railhead.service.features import ROUTES
from railhead.service.http.route import Route
from railhead.service.model import CreationResult, NewMatch, Seat
from railhead.service.settings import Settings
from tests.service.conftest import webhooks_of
from tests.words_of_python import words_of_python

CONFORMANCE = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
BEYOND_THE_SCHEMA = {
    "idempotency-key-reused",
    "unknown-game",
    "invalid-options",
    "illegal-action",
    "import-refused",
    "invalid-data",
}
"""Refusals of requests that the schema allows: what only the games and their data can tell."""

OUTDATED = (304, 412, 428)
"""Answers to requests that are valid, but for another version of the match than it is at."""

CONTRADICTIONS = (
    *({"cursor"}, {"version"}, {"url"}, {"expires_at"}, {"clock.increment"}),
    *({"after"}, {"region"}),
)
"""Fields that may be wrong all the same: a cursor of no page, a version unlike `If-Match`, a URL of
an endpoint where none may be, a time that has passed or is said twice, an increment where each turn
has its own time, an action beside a version, a region that the table does not have."""

BEYOND_PATTERNS = re.compile(r"must not have U\+[0-9A-F]{4,6}|must be hard to guess")
"""What is said of characters of a name, and of a key, that the patterns of schemas leave out."""

OF_ANOTHER_MATCH = {"create_fork": {"seats"}}
"""What has to go with what a match is made of."""

WHOLE_MATCHES = {"import_match": 5}
"""Of requests as long as these fewer are tried: making one up takes a second."""

BOUNDED = hypothesis.settings(
    max_examples=12,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def created(matches: Matches) -> CreationResult:
    """A match to aim at."""
    seats = [Seat(0, "human", "Ann"), Seat(1, "human", "Ben")]
    return matches.create(NewMatch("montana", {}, seats, seed=5, analyses="everybody"))


@pytest.fixture(scope="module")
def contract(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The schema of an application over the store of the test run, which asks as it likes."""
    unlimited = Settings(
        redis_url=store_url,
        data_dir=tmp_path_factory.mktemp("fuzzed"),
        creation_limit="",
        component_limit="",
        analysis_limit="",
        data_limit="",
        webhook_limit="",
    )
    opened = open_matches(unlimited)
    app = create_app(unlimited, opened, opened.catalogue)
    schema = schemathesis.openapi.from_wsgi("/openapi.json", app)
    schema.config.analysis.constants.enabled = False  # it would read the source of all routes
    yield schema
    opened.close()


@pytest.fixture
def client_token(matches: Matches) -> str:
    """The token of a client with a webhook."""
    client, token = matches.accounts.create("fuzzed", "")
    webhooks_of(matches).put(client, "https://hooks.example/")
    return token


def aimed(case: Any, created: CreationResult, whose: str, client_token: str) -> Any:
    """The case, at a match that exists where it is about one, with a token of it."""
    case.headers["Accept-Encoding"] = "identity"  # its client takes answers as they come
    tokens = {"seat": created.tokens.seats[0], "owner": created.tokens.owner, "wrong": "x" * 32}
    own = case.path.startswith(("/v1/me/webhook", "/v1/me/tokens"))
    if own and whose in ("seat", "owner"):
        case.headers["Authorization"] = f"Bearer {client_token}"
    if "match" in (case.path_parameters or {}):
        if whose != "nowhere":
            case.path_parameters["match"] = created.match.record.id
        if whose in tokens:
            case.headers["Authorization"] = f"Bearer {tokens[whose]}"
    return case


def told_to_people(answered: Any) -> str:
    """What a refusal says; nothing where an answer is none."""
    if answered.headers.get("content-type") != ["application/problem+json"]:
        return ""
    document: dict[str, Any] = answered.json()
    problems = [error["problem"] for error in document.get("errors", ())]
    return " ".join([document["title"], document["detail"], document["fix"], *problems])


def beyond_the_schema(document: dict[str, Any], route: Route) -> bool:
    """Whether a refusal is for something that no schema can say."""
    slug = document["type"].rpartition("/")[2]
    told = [one for one in document.get("errors", ()) if not BEYOND_PATTERNS.match(one["problem"])]
    if document.get("errors") and not told:
        return True
    fields = {error["field"] for error in told}
    elsewhere = OF_ANOTHER_MATCH.get(route.name)
    return slug in BEYOND_THE_SCHEMA or fields in CONTRADICTIONS or fields == elsewhere


@pytest.mark.full
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("route", ROUTES, ids=[route.name for route in ROUTES])
def test_answers_are_what_the_contract_says(
    contract: Any, created: CreationResult, client_token: str, route: Route, mode: GenerationMode
) -> None:
    operation = contract[route.path][route.method.upper()]
    whose = st.sampled_from(["seat", "seat", "seat", "owner", "wrong", "nobody", "nowhere"])
    if route.name == "delete_match":
        whose = st.sampled_from(["seat", "wrong", "nobody", "nowhere"])

    most = WHOLE_MATCHES.get(route.name, BOUNDED.max_examples)

    @hypothesis.settings(BOUNDED, max_examples=most)
    @given(case=operation.as_strategy(generation_mode=mode), whose=whose)
    def check(case: Any, whose: str) -> None:
        aimed(case, created, whose, client_token)
        if mode is GenerationMode.POSITIVE:
            case.query.pop("wait", None)
        answered = case.call()
        case.validate_response(answered, checks=CONFORMANCE)
        said = told_to_people(answered)
        assert not words_of_python(said), said
        refused = answered.status_code in (400, 415, 422)
        beyond = refused and beyond_the_schema(answered.json(), route)
        if mode is GenerationMode.POSITIVE and not beyond and answered.status_code not in OUTDATED:
            case.validate_response(answered, checks=[positive_data_acceptance])

    try:
        check()
    except hypothesis.errors.Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "there is nothing to get wrong here"


@pytest.mark.usefixtures("settings")
def test_what_the_schema_forbids_is_refused(contract: Any) -> None:
    assert "veil" in rulesets()
    operation = contract["/v1/matches"]["POST"]

    @BOUNDED
    @given(case=operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
    def check(case: Any) -> None:
        case.call_and_validate(checks=[negative_data_rejection])

    check()
