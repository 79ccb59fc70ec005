"""Who may do what: every operation of the contract, with every kind of token."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest
import requests
import yaml

from railhead.service.core.matches import Matches
from railhead.service.http.route import ResponseSpec, Route
from railhead.service.store import keys
from tests.http.api import Api, problem
from tests.http.shapes import resolved
from tests.http.test_client_tokens import TOKENS, made_token
from tests.http.test_clients import ANN, MINE, made_client

ALL: Final = ("play", "read", "webhooks")
NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(
        (
            *("get_match", "list_legal_actions", "list_events", "get_picture", "get_version"),
            *("get_scores", "get_undo", "export_match", "list_analyses", "get_analysis"),
            *("get_match_components", "get_me", "list_my_matches", "list_my_events"),
            *("list_my_data", "get_my_data"),
        ),
        ("read",),
    ),
    **dict.fromkeys(
        (
            *("create_match", "delete_match", "submit_action", "claim_seat", "change_seat"),
            *("play_again", "undo", "create_fork", "import_match", "create_analysis"),
            *("cancel_analysis", "put_my_data", "delete_my_data"),
        ),
        ("play",),
    ),
    **dict.fromkeys(
        (
            *("put_my_webhook", "get_my_webhook", "delete_my_webhook", "renew_my_webhook_secret"),
            *("test_my_webhook", "list_my_deliveries", "replay_my_delivery"),
        ),
        ("webhooks",),
    ),
    **dict.fromkeys(
        ("delete_me", "renew_my_token", "create_my_token", "list_my_tokens", "revoke_my_token"),
        ALL,
    ),
}
"""What a client's token needs, by operation, said once more than by the routes."""
OPEN: Final = {
    *("list_games", "get_game", "get_components", "get_rules", "get_game_picture"),
    *("get_player_rules", "get_tutorial"),
    *("list_puzzles", "get_daily_puzzle", "get_puzzle", "get_puzzle_picture", "answer_puzzle"),
    *("list_matches", "create_client", "get_game_data", "get_data_schema"),
    *("get_entrance", "get_health", "get_readiness", "get_contract", "get_documentation"),
    "get_problem",
}
"""What needs no token, and looks at none."""
WITHOUT: Final = {"create_match", "import_match", "claim_seat"}
"""What may be done without a token, but by no token of a match."""
ENDING: Final = {"delete_match", "delete_me", "renew_my_token"}
"""What leaves nothing to ask again."""
SCOPES: Final = {
    "read": ("read",),
    "play": ("play",),
    "webhooks": ("webhooks",),
    "read webhooks": ("read", "webhooks"),
    "play webhooks": ("play", "webhooks"),
    "full": ALL,
}
"""Kinds of further tokens of a client, with what they have."""

CONTRACT: Final = yaml.load(Path("openapi.yaml").read_bytes(), yaml.CSafeLoader)
OPERATIONS: Final = {
    operation["operationId"]: (method.upper(), path, operation)
    for path, methods in CONTRACT["paths"].items()
    for method, operation in methods.items()
}
VALUES: Final = {
    "game": "veil",
    "seat": "0",
    "version": "0",
    "analysis": "1",
    "puzzle": "0123456789ab",
    "option": "cards",
    "name": "own",
    "token": "nonsense",
    "delivery": "evt_1",
    "slug": "forbidden",
}


def allowed(scopes: tuple[str, ...], needed: tuple[str, ...]) -> bool:
    """Whether these scopes are enough, said once more than by the service."""
    has = {*scopes}
    if needed == ("read",) and "play" in has:
        return True
    return all(scope in has for scope in needed)


@dataclass(frozen=True)
class World:
    """A client with a private match, in which it sits and somebody else too, and all tokens."""

    match: str
    callers: Mapping[str, Api]

    def ask(self, operation: str, caller: str) -> requests.Response:
        """What an operation answers to a caller, asked for with the example of its body."""
        method, path, said = OPERATIONS[operation]
        address = path.format(**{**VALUES, "match": self.match})
        body = said.get("requestBody", {}).get("content", {}).get("application/json", {})
        rest = {"json": body["example"]} if body else {}
        return self.callers[caller](method, address, **rest)


@pytest.fixture
def world(api: Api, matches: Matches) -> Callable[[], World]:
    """Makes a world."""

    def make() -> World:
        made, client = made_client(api)
        match = client.created(seats=[MINE, ANN], visibility="private")
        further = {name: made_token(client, *scopes)[1] for name, scopes in SCOPES.items()}
        revoked, nobody = made_token(client, *ALL)
        assert client.delete(f"{TOKENS}/{revoked['id']}").status_code == 204
        ended, expired = made_token(client, *ALL, expires_in=1000)
        key = keys.client_key(made["id"], "self")
        kept: Any = matches.store.reader.hget(key, f"token:{ended['id']}")
        past = re.sub(rb'"expires_at":"\d{4}', b'"expires_at":"2020', kept)
        assert past != kept
        matches.store.writer.hset(key, f"token:{ended['id']}", past)
        callers = {
            "nobody": api,
            "nonsense": api.holding("x" * 32),
            "no client": api.holding(f"client_{'a' * 20}_{'b' * 32}"),
            "revoked": nobody,
            "expired": expired,
            "another client": made_client(api)[1],
            "owner": match.owner,
            "spectator": api.holding(match.created["spectator_token"]),
            "seat": match.seats[1],
            "main": client,
            **further,
        }
        return World(match.created["id"], callers)

    return make


def lacks_scope(answered: requests.Response) -> bool:
    """Whether an answer refuses a token for its scopes."""
    is_problem = answered.headers.get("Content-Type") == "application/problem+json"
    return is_problem and answered.json()["type"] == "/problems/insufficient-scope"


def test_each_operation_of_the_contract_is_one_of_these() -> None:
    assert {*OPERATIONS} == {*NEEDED, *OPEN}
    assert not {*NEEDED} & OPEN


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_contract_says_what_opens_an_operation(name: str) -> None:
    _, path, operation = OPERATIONS[name]
    security = operation["security"]
    clients = [one["client"] for one in security if "client" in one]
    assert clients == ([[*NEEDED[name]]] if name in NEEDED else [])
    takes_match_tokens = "{match}" in path and name in NEEDED and name not in WITHOUT
    assert ({"token": []} in security) is takes_match_tokens
    declared = resolved(CONTRACT, operation["responses"].get("403", {})).get("content", {})
    examples = declared.get("application/problem+json", {}).get("examples", {})
    assert ("insufficient-scope" in examples) is (name in NEEDED)


@pytest.mark.sampled
@pytest.mark.parametrize("name", NEEDED)
def test_a_clients_token_does_what_its_scopes_allow(world: Callable[[], World], name: str) -> None:
    here = world()
    needed = NEEDED[name]
    kinds = {"main": ALL, **SCOPES}
    for kind, scopes in kinds.items():
        if not allowed(scopes, needed):
            refused = problem(here.ask(name, kind), 403, "insufficient-scope")
            assert refused["scope"] == " ".join(needed)
            assert refused["granted"] == " ".join(one for one in ALL if one in scopes)
    for kind, scopes in kinds.items():
        if allowed(scopes, needed):
            answered = here.ask(name, kind)
            assert not lacks_scope(answered), (kind, answered.text)
            assert answered.status_code not in (401, 500), (kind, answered.text)
            here = world() if name in ENDING else here


@pytest.mark.sampled
@pytest.mark.parametrize("name", NEEDED)
def test_who_has_no_good_token_is_not_let_in(world: Callable[[], World], name: str) -> None:
    here = world()
    _, path, operation = OPERATIONS[name]
    of_a_match = "{match}" in path
    for caller in ("nonsense", "no client", "revoked", "expired"):
        answered = here.ask(name, caller)
        if of_a_match and name not in WITHOUT:
            problem(answered, 404, "no-such-match")
        else:
            problem(answered, 401, "unauthorized")
    answered = here.ask(name, "nobody")
    if name not in WITHOUT:
        problem(answered, 401, "unauthorized")
    else:
        assert answered.status_code != 401
        assert {} in operation["security"]
    if of_a_match:
        problem(here.ask(name, "another client"), 404, "no-such-match")


@pytest.mark.sampled
@pytest.mark.parametrize("name", NEEDED)
def test_a_token_of_a_match_opens_that_and_nothing_of_a_client(
    world: Callable[[], World], name: str
) -> None:
    here = world()
    for caller in ("owner", "spectator", "seat"):
        answered = here.ask(name, caller)
        if "{match}" in OPERATIONS[name][1] and name not in WITHOUT:
            assert answered.status_code != 401, (caller, answered.text)
            assert not lacks_scope(answered)
            here = world() if name in ENDING else here
        elif name == "claim_seat":  # which says which token it wants instead
            problem(answered, 403, "forbidden")
        else:
            problem(answered, 401, "unauthorized")


@pytest.mark.sampled
@pytest.mark.parametrize("name", sorted(OPEN))
def test_what_needs_no_token_looks_at_none(world: Callable[[], World], name: str) -> None:
    here = world()
    answers = {here.ask(name, kind).status_code for kind in ("nobody", "nonsense", "webhooks")}
    assert len(answers) == 1
    assert not answers & {401, 403, 500}


def test_a_route_that_declares_no_scopes_is_none() -> None:
    route = Route(
        *("get", "/v1/me/colour", "get_my_colour", "A colour", "clients"),
        {200: ResponseSpec("The colour.")},
        token="needed",
        scopes=("read",),
    )
    assert route.scopes == ("read",)
    for token in ("needed", "optional"):
        with pytest.raises(ValueError, match="get_my_colour: which scopes"):
            replace(route, token=token, scopes=())
    with pytest.raises(ValueError, match="get_my_colour: which scopes"):
        replace(route, token="none")


def test_nothing_is_learnt_of_matches_by_a_token_that_may_not_read(
    world: Callable[[], World],
) -> None:
    here = world()
    hooks: Any = here.callers["webhooks"]
    for path in (here.match, "abcdefghijklmnopqrst", "a%20b"):
        problem(hooks.get(f"/v1/matches/{path}"), 403, "insufficient-scope")
